"""The calls of an arena for organisers and readers. They need a connection to the arena of an event."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from google.protobuf.message import Message

from referee_api.v1 import arena_pb2 as arena
from referee_api.v1 import referee_pb2 as api
from referee_client.entering import EventPlayer, MakeBot, PlaySeat
from referee_client.patience import Patience

T = TypeVar("T")


class ArenaCalls:
    """The calls of a client to an arena. All but those that only read need the API key of the organiser."""

    _arena: Any
    _patience: float
    _connect_alike: Callable[[str], Any]
    _this_client: api.ClientInfo

    async def _ask(self, method: Callable[..., Awaitable[T]], request: Message) -> T:
        raise NotImplementedError

    async def _collect(
        self, method: Callable[..., Any], request: Message, on_progress: Any = None
    ) -> list[Any]:
        raise NotImplementedError

    async def enter(
        self,
        token: str,
        make_bot: MakeBot,
        *,
        referee: str = "",
        client: api.ClientInfo | None = None,
        build: str = "",
        entropy: bool = True,
    ) -> list[arena.StandingLine]:
        """Take part in an event until it is over, and return its standings.

        `token` is that of the entrant. `make_bot` is called for each seat that the arena gives, without arguments; it
        may be the class of the bot. The matches are played at the referee that the arena names, or at the address
        `referee`, with the same certificates as this connection. Lost connections are resumed. `client` and `build`
        say which program plays; by default, this SDK. With `entropy`, the entrant contributes 32 random bytes to the
        luck of the event.
        """
        opened: list[Any] = []

        def play_at(address: str) -> PlaySeat:
            other = self._connect_alike(referee or address)
            opened.append(other)
            return lambda seat, bot: other.play({seat: bot})

        player = EventPlayer(
            self._arena,
            token,
            make_bot,
            Patience(self._patience),
            client=client or self._this_client,
            build=build,
            with_entropy=entropy,
            play_at=play_at,
        )
        try:
            return await player.to_the_end()
        finally:
            for other in opened:
                await other.close()

    async def create_event(self, file: str) -> arena.CreateEventResponse:
        """Register an event from the text of its file. The response has the tokens of the entrants that dial in."""
        return await self._ask(self._arena.CreateEvent, arena.CreateEventRequest(file=file))

    async def list_events(self) -> list[arena.Event]:
        """Return the events of this arena, by name."""
        found: list[arena.Event] = []
        request = arena.ListEventsRequest()
        while True:
            page: arena.ListEventsResponse = await self._ask(self._arena.ListEvents, request)
            found += page.events
            request.page_token = page.next_page_token
            if not request.page_token:
                return found

    async def get_event(self, event: str) -> arena.Event:
        """Describe an event."""
        response: arena.GetEventResponse = await self._ask(
            self._arena.GetEvent, arena.GetEventRequest(event=event)
        )
        return response.event

    async def get_standings(self, event: str) -> list[arena.StandingLine]:
        """Return the standings of an event. A match counts when all matches with the same deal are over."""
        request = arena.GetStandingsRequest(event=event)
        response: arena.GetStandingsResponse = await self._ask(self._arena.GetStandings, request)
        return list(response.lines)

    async def get_pairings(self, event: str, round: int = 0) -> arena.GetPairingsResponse:  # noqa: A002
        """Return the pairings of a round; 0 for the last one that is paired."""
        return await self._ask(self._arena.GetPairings, arena.GetPairingsRequest(event=event, round=round))

    async def issue_entrant_token(self, event: str, entrant: str) -> str:
        """Issue a new token to an entrant. The client chooses it, so a lost reply loses nothing."""
        request = arena.IssueEntrantTokenRequest(event=event, entrant=entrant, token=secrets.token_hex(32))
        response: arena.IssueEntrantTokenResponse = await self._ask(self._arena.IssueEntrantToken, request)
        return response.token

    async def pause_event(self, event: str, reason: str) -> None:
        """Begin no further match until the event is resumed."""
        await self._ask(self._arena.PauseEvent, arena.PauseEventRequest(event=event, reason=reason))

    async def resume_event(self, event: str, reason: str) -> None:
        """Go on with an event that was paused."""
        await self._ask(self._arena.ResumeEvent, arena.ResumeEventRequest(event=event, reason=reason))

    async def withdraw_entrant(self, event: str, entrant: str, reason: str) -> None:
        """Take an entrant out of an event."""
        request = arena.WithdrawEntrantRequest(event=event, entrant=entrant, reason=reason)
        await self._ask(self._arena.WithdrawEntrant, request)

    async def correct_result(self, event: str, match: str, places: Sequence[int], reason: str) -> None:
        """Replace the result of a match; `places` has the place of each seat, and 1 wins."""
        request = arena.CorrectResultRequest(event=event, match=match, places=places, reason=reason)
        await self._ask(self._arena.CorrectResult, request)

    async def export_event(self, event: str) -> bytes:
        """Return the whole log of an event, as JSON lines."""
        responses = await self._collect(self._arena.ExportEvent, arena.ExportEventRequest(event=event))
        return b"".join([response.chunk for response in responses])
