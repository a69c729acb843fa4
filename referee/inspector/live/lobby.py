"""The lobby: matches of a server, new ones, free seats, and bots that take them."""

from __future__ import annotations

import asyncio
import secrets

import msgspec
import structlog

from referee.games import GAMES, game
from referee.inspector.live.consenting_bots import play_and_consent
from referee.kernel.facts import Seat as SeatNumber
from referee.server.time_control import read_time_control
from referee.wire.clock_messages import time_control_message
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, RefereeError, Seat, aio, bots

log = structlog.get_logger("referee.inspector")

MOST_LISTED_MATCHES = 100
MOST_MATCHES_WITH_BOTS = 16
"""Number of matches in which bots of this process play at the same time."""


class TooManyBots(Exception):
    """Bots of this process play in as many matches as they may."""


class LobbyGame(msgspec.Struct, frozen=True):
    """A game that can be played."""

    name: str
    title: str
    least: int
    most: int
    """The numbers of seats."""


class LobbyMatch(msgspec.Struct, frozen=True):
    """A match in the list."""

    id: str
    game: str
    title: str
    status: str
    names: list[str]
    """The name of each seat; empty if it is free."""
    spectators: bool
    needs_invite: bool


class LobbyPage(msgspec.Struct, frozen=True):
    """Everything that the lobby shows."""

    server: str
    games: list[LobbyGame]
    bots: list[str]
    """The bots that can fill free seats; none if this process offers none."""
    matches: list[LobbyMatch]
    note: str = ""
    """Why matches are not listed, if they are not."""


class TakenSeat(msgspec.Struct, frozen=True):
    """A seat that was taken, for the page to keep."""

    match: str
    seat: SeatNumber
    token: str


class Lobby:
    """The matches of a server."""

    def __init__(self, client: aio.Client, bot_client: aio.Client | None = None, name: str = "") -> None:
        """Without `bot_client`, no bots are offered. `name` is what the page calls the server."""
        self._client = client
        self.name = name or client.address
        self._bot_client = bot_client
        self._playing: set[asyncio.Task[None]] = set()

    async def page(self) -> LobbyPage:
        """Return what the lobby shows."""
        known = [each for each in await self._client.list_games() if each.name in GAMES]
        games = [LobbyGame(each.name, each.title, each.least_seats, each.most_seats) for each in known]
        note, matches = "", list[api.Match]()
        try:
            matches = await self._client.list_matches(limit=MOST_LISTED_MATCHES)
        except RefereeError as error:
            if error.reason != "ROLE_NOT_ALLOWED":
                raise
            note = "This server does not list its matches. Open the link to a match that you were given."
        offered = [] if self._bot_client is None else list(bots.BOTS)
        listed = [_listed(each) for each in matches if each.game in GAMES]
        return LobbyPage(self.name, games, offered, listed, note)

    async def create(self, name: str, seats: int, *, talk: str = "", clock: str = "") -> str:
        """Create a match that anyone may watch, and return its id. Raise `BadTimeControl`.

        `clock` is a time control as people write it; empty for no limit.
        """
        control = time_control_message(read_time_control(clock.strip() or "0"))
        created = await self._client.create_match(
            name,
            seats,
            spectators=True,
            talk=talk,  # type: ignore[arg-type] # the server refuses another one
            time_control=control,
        )
        return created.match.id

    async def join(self, match: str, seat: SeatNumber | None, name: str, invite_code: str) -> TakenSeat:
        """Take a seat for a person."""
        taken = await self._client.join_seat(match, seat, name, invite_code=invite_code)
        return TakenSeat(match, taken.number, taken.token)

    async def fill(self, match: api.Match, bot: str, invite_code: str) -> int:
        """Let bots take the free seats of a match, and return how many did. Raise `TooManyBots`."""
        if self._bot_client is None or len(self._playing) >= MOST_MATCHES_WITH_BOTS:
            raise TooManyBots
        seats: dict[Seat, Bot] = {}
        for number, name in enumerate(match.names):
            if name:
                continue
            made = bots.bot(bot, match.game, secrets.token_hex(8))
            title = f"{bot}-{number}"
            seats[await self._bot_client.join_seat(match.id, number, title, invite_code=invite_code)] = made
        if seats:
            task = asyncio.create_task(self._play(seats))
            self._playing.add(task)
            task.add_done_callback(self._playing.discard)
        return len(seats)

    async def _play(self, seats: dict[Seat, Bot]) -> None:
        assert self._bot_client is not None
        try:
            await play_and_consent(self._bot_client, seats)
        except RefereeError as error:
            log.warning("bots stopped", match=next(iter(seats)).match, reason=str(error))

    async def close(self) -> None:
        """Stop the bots."""
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)


def _listed(match: api.Match) -> LobbyMatch:
    return LobbyMatch(
        id=match.id,
        game=match.game,
        title=game(match.game).title,
        status=api.MatchStatus.Name(match.status).removeprefix("MATCH_STATUS_").lower(),
        names=list(match.names),
        spectators=match.spectators,
        needs_invite=match.needs_invite,
    )
