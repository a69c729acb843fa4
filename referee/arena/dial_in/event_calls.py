"""The calls of organisers and readers: `Arena.CreateEvent`, `GetStandings`, `CorrectResult` and so on.

The referee knows who holds an API key, so the arena asks it. The organiser of an event is whoever has the key with
which the arena creates the matches, or an operator.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from hashlib import sha256
from hmac import compare_digest
from secrets import token_hex
from typing import Any, Protocol

import grpc
import msgspec

from referee.arena.dial_in.public_state import (
    described_event,
    pairings_message,
)
from referee.arena.dial_in.server_arena import ServerArena
from referee.arena.event_entries import (
    EntrantTokenIssued,
    EntrantWithdrawn,
    EventPaused,
    EventResumed,
    OfficialStep,
    ResultCorrected,
)
from referee.arena.event_export import as_json_lines
from referee.arena.official_steps import OfficialStepRefused, corrected_seats, entrant_number
from referee.server.access import is_token
from referee.server.api_keys import KeyRefused
from referee.server.quotas import Caller
from referee.wire.callers import CALLER
from referee.wire.guard import Context
from referee.wire.statuses import CallStatus, Code, Reason, Refuse, as_sentence, invalid
from referee_api.v1 import arena_pb2 as arena
from referee_client import RefereeError, aio

SECONDS_KEY_IS_KNOWN = 30.0
"""How long the role of a key is remembered; a key that was revoked may be used for this long."""
REASON_LENGTH = 200
CHUNK_BYTES = 1 << 18
PAGE, LARGEST_PAGE = 50, 200

NOT_THE_ORGANISER = CallStatus(
    Code.PERMISSION_DENIED,
    "This needs the API key of the organiser of the event, or of an operator.",
    Reason.ROLE_NOT_ALLOWED,
)
NO_SUCH_EVENT = CallStatus(
    Code.INVALID_ARGUMENT,
    "This arena has no event with this name; ListEvents lists them.",
    Reason.NO_SUCH_EVENT,
    "event",
)
EVENT_NOT_OVER = CallStatus(
    Code.PERMISSION_DENIED,
    "Until the event is over, this needs the API key of its organiser: the log has the seatings of open matches.",
    Reason.ROLE_NOT_ALLOWED,
)


class ArenaCaller(Caller, frozen=True):
    """A caller of the arena, with the API key that it sent, which only the referee can check."""

    key_text: str = ""


class KeyHolders:
    """Finds out whether a caller is the organiser, by asking the referee for the role of its key."""

    def __init__(self, referee: aio.Client, own_key: str) -> None:
        self._referee = referee
        self._own = sha256(own_key.encode()).digest() if own_key else b""
        self._operators: dict[bytes, float] = {}
        """Until when a key is known to be that of an operator."""

    def caller(self, address: str, key_text: str = "") -> Caller:
        """Return the caller. Its key is checked when it matters."""
        return ArenaCaller(address, None, key_text)

    async def check_organiser(self) -> str:
        """Return who calls, for the log; raise `Refuse` unless it is the organiser or an operator."""
        caller = CALLER.get()
        key = caller.key_text if isinstance(caller, ArenaCaller) else ""
        if not key:
            raise Refuse(NOT_THE_ORGANISER)
        given = sha256(key.encode()).digest()
        if self._own and compare_digest(given, self._own):
            return "organiser"
        if self._operators.get(given, 0.0) < time.monotonic():
            try:
                info = await self._referee.with_api_key(key).get_server_info()
            except RefereeError as error:
                if error.code is grpc.StatusCode.UNAUTHENTICATED:
                    raise KeyRefused from None
                raise
            if info.key_role != "operator":
                raise Refuse(NOT_THE_ORGANISER)
            self._operators = {given: time.monotonic() + SECONDS_KEY_IS_KNOWN}
        return "operator"


CreateEvent = Callable[[str], Awaitable[tuple[ServerArena, list[arena.EntrantToken]]]]
"""Registers an event from the text of its file, and returns it with the tokens of its entrants if it is new."""


class HasEvents(Protocol):
    """The events of an arena."""

    events: dict[str, ServerArena]
    create: CreateEvent


class EventCalls:
    """The calls; each takes a message and returns bytes."""

    def __init__(self, host: HasEvents, keys: KeyHolders) -> None:
        self._host = host
        self._keys = keys

    def calls(self) -> dict[str, tuple[Any, Callable[[Any], Awaitable[bytes]]]]:
        """Return the calls with one response, each with the message that it takes."""
        return {
            "CreateEvent": (arena.CreateEventRequest, self.create_event),
            "ListEvents": (arena.ListEventsRequest, self.list_events),
            "GetEvent": (arena.GetEventRequest, self.get_event),
            "GetStandings": (arena.GetStandingsRequest, self.get_standings),
            "GetPairings": (arena.GetPairingsRequest, self.get_pairings),
            "IssueEntrantToken": (arena.IssueEntrantTokenRequest, self.issue_token),
            "PauseEvent": (arena.PauseEventRequest, self.pause_event),
            "ResumeEvent": (arena.ResumeEventRequest, self.resume_event),
            "WithdrawEntrant": (arena.WithdrawEntrantRequest, self.withdraw_entrant),
            "CorrectResult": (arena.CorrectResultRequest, self.correct_result),
        }

    def _event(self, name: str) -> ServerArena:
        found = self._host.events.get(name)
        if found is None:
            raise Refuse(NO_SUCH_EVENT)
        return found

    # --- reading ---

    async def create_event(self, request: arena.CreateEventRequest) -> bytes:
        """Register an event and start it."""
        await self._keys.check_organiser()
        event, tokens = await self._host.create(request.file)
        return arena.CreateEventResponse(
            event=described_event(event.log.state), tokens=tokens
        ).SerializeToString()

    async def list_events(self, request: arena.ListEventsRequest) -> bytes:
        """List the events, by name."""
        names = sorted([name for name in self._host.events if name > request.page_token])
        size = min(request.page_size or PAGE, LARGEST_PAGE)
        page = names[:size]
        return arena.ListEventsResponse(
            events=[described_event(self._host.events[name].log.state) for name in page],
            next_page_token=page[-1] if len(names) > size else "",
        ).SerializeToString()

    async def get_event(self, request: arena.GetEventRequest) -> bytes:
        """Describe an event."""
        return arena.GetEventResponse(
            event=described_event(self._event(request.event).log.state)
        ).SerializeToString()

    async def get_standings(self, request: arena.GetStandingsRequest) -> bytes:
        """Return the standings."""
        return (await self._event(request.event).standings()).SerializeToString()

    async def get_pairings(self, request: arena.GetPairingsRequest) -> bytes:
        """Return the pairings of a round."""
        state = self._event(request.event).log.state
        number = request.round or state.last_round
        if request.round and request.round not in state.rounds:
            raise invalid(f"There is no round {request.round}; {state.last_round} are paired.", "round")
        return pairings_message(state, number).SerializeToString()

    async def export_event(self, request: arena.ExportEventRequest, context: Context) -> None:
        """Send the whole log."""
        event = self._event(request.event)
        if not event.log.state.finished:
            try:
                await self._keys.check_organiser()
            except Refuse:
                raise Refuse(EVENT_NOT_OVER) from None
        data = as_json_lines(event.log).encode()
        for start in range(0, len(data), CHUNK_BYTES):
            chunk = arena.ExportEventResponse(chunk=data[start : start + CHUNK_BYTES])
            await context.write(chunk.SerializeToString())

    # --- steps of the organiser ---

    async def issue_token(self, request: arena.IssueEntrantTokenRequest) -> bytes:
        """Give an entrant a new token."""
        event, by = self._event(request.event), await self._keys.check_organiser()
        if request.token and not is_token(request.token):
            raise invalid("A token is 32 to 128 letters, digits, - and _.", "token")
        token = request.token or token_hex(32)
        number = _entrant(event, request.entrant)
        _take(event, token_step(number, token, by, ""))
        return arena.IssueEntrantTokenResponse(token=token).SerializeToString()

    async def pause_event(self, request: arena.PauseEventRequest) -> bytes:
        """Pause an event."""
        event, by = self._event(request.event), await self._keys.check_organiser()
        _take(event, EventPaused(by=by, reason=_reason(request.reason)))
        return b""

    async def resume_event(self, request: arena.ResumeEventRequest) -> bytes:
        """Resume an event."""
        event, by = self._event(request.event), await self._keys.check_organiser()
        _take(event, EventResumed(by=by, reason=_reason(request.reason)))
        return b""

    async def withdraw_entrant(self, request: arena.WithdrawEntrantRequest) -> bytes:
        """Take an entrant out of an event."""
        event, by = self._event(request.event), await self._keys.check_organiser()
        number = _entrant(event, request.entrant)
        _take(event, EntrantWithdrawn(by=by, reason=_reason(request.reason), entrant=number))
        return b""

    async def correct_result(self, request: arena.CorrectResultRequest) -> bytes:
        """Replace a result."""
        event, by = self._event(request.event), await self._keys.check_organiser()
        reason = _reason(request.reason)
        try:
            seats = corrected_seats(event.log.state, request.match, list(request.places))
        except OfficialStepRefused as refused:
            field = "places" if request.match in event.log.state.matches else "match"
            raise invalid(as_sentence(str(refused)), field) from None
        _take(event, ResultCorrected(by=by, reason=reason, match=request.match, seats=seats))
        return b""


def token_step(number: int, token: str, by: str, reason: str) -> EntrantTokenIssued:
    """Return the step that gives an entrant a token, of which only the hash is kept."""
    hashed = sha256(token.encode()).hexdigest()
    return EntrantTokenIssued(by=by, reason=reason, entrant=number, token_hash=hashed)


def _entrant(event: ServerArena, name: str) -> int:
    try:
        return entrant_number(event.log.state, name)
    except OfficialStepRefused as refused:
        raise invalid(as_sentence(str(refused)), "entrant") from None


def _reason(text: str) -> str:
    if not text.strip() or not text.isprintable() or len(text) > REASON_LENGTH:
        raise invalid(f"A reason is printable text of 1 to {REASON_LENGTH} characters.", "reason")
    return text


def _take(event: ServerArena, step: OfficialStep) -> None:
    try:
        event.take_step(msgspec.structs.replace(step, request=token_hex(8)))
    except OfficialStepRefused as refused:
        status = CallStatus(Code.FAILED_PRECONDITION, as_sentence(str(refused)), Reason.EVENT_STEP_REFUSED)
        raise Refuse(status) from None
