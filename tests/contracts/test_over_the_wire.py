"""Non-interference over the wire: frames, replies, errors, resumed streams and the server's own log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zlib import crc32

import msgspec
import pytest
import structlog

from referee.audit.audit_log import AuditLog
from referee.disputes.cases.case_actions import DisputeActions
from referee.games import GAMES
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.match.match import Decided, Match
from referee.proof.checkpoints import AuditHead
from referee.server import viewing
from referee.server.access import Access
from referee.server.clocks import ClockReading
from referee.server.loading import cut_again
from referee.server.match_events import (
    BeganEvent,
    CreatedEvent,
    JoinedEvent,
    RefusedEvent,
    event_name,
)
from referee.server.match_records import Records
from referee.server.matches import Matches
from referee.server.results import Description
from referee.server.session import Session
from referee.server.submitting import IntentWriter
from referee.wire import guard
from referee.wire.statuses import CallStatus, Code, Reason
from tests.contracts.declarations import declaration
from tests.contracts.over_the_wire import compare_over_the_wire
from tests.contracts.worlds import Interference

log = structlog.get_logger("planted")

LOGGED = {event_name(kind) for kind in (CreatedEvent, JoinedEvent, BeganEvent, RefusedEvent)}
"""Lines that the log of every run has."""

SKIPPED = {"clock_by_hidden_cards": 2, "log_the_entry": 2, "open_the_log_too_early": 1, "tell_exceptions": 2}
"""How many matches to skip that do not show a leak, to save time. A wrong number only costs time."""


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_told_over_the_wire_what_it_cannot_know(
    game: str, seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = compare_over_the_wire(declaration(game), seed, 2, monkeypatch)
    assert compared.answers > 30, "proves little"
    assert compared.events >= LOGGED, "the server's log proves little"


@pytest.mark.campaign
@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_told_over_the_wire_what_it_cannot_know_in_many_worlds(
    game: str, seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare_over_the_wire(declaration(game), seed, 1000, monkeypatch)


# Planted


def secrets_of(one: Matches, match_id: str) -> Any:
    """Return the open table of a match, which nobody may receive."""
    match = one.sessions.cache[match_id].match
    assert match is not None
    return match.table.state


def fail_with_a_secret(patch: pytest.MonkeyPatch) -> None:
    """Raise an internal error whose text holds the open table."""

    async def check(self: Matches, access: Access, question: int, answer: Any) -> None:
        raise KeyError(str(secrets_of(self, access.match_id)))

    patch.setattr(Matches, "check", check)


def tell_exceptions(patch: pytest.MonkeyPatch) -> None:
    """Put the text of the exception into errors."""
    fail_with_a_secret(patch)
    patch.setattr(
        guard,
        "status_of",
        lambda error, method, match="": CallStatus(Code.INTERNAL, str(error)[-4000:], Reason.INTERNAL_FAULT),
    )


def open_the_log_too_early(patch: pytest.MonkeyPatch) -> None:
    """Let Verify give the head and the number of facts while the match is running."""

    async def let_everyone_in(self: Records, session: Session, access: Access) -> None:
        pass

    patch.setattr(Records, "check_open", let_everyone_in)


def resume_unfiltered(patch: pytest.MonkeyPatch) -> None:
    """Rebuild old frames from the log for the wrong viewer."""

    async def cut_for_all(entries: Any, viewer: Seat, *rest: Any) -> Any:
        return await cut_again(entries, OPEN_TABLE, *rest)

    patch.setattr(viewing, "cut_again", cut_for_all)


def tell_the_seed(patch: pytest.MonkeyPatch) -> None:
    """Put the seed into the public information about a match."""
    honest = vars(Session)["description"].fget

    def description(self: Session) -> Description:
        about: Description = honest(self)
        return about._replace(names={**about.names, 0: self.charter.seed})

    patch.setattr(Session, "description", property(description))


def cover_the_whole_audit_log(patch: pytest.MonkeyPatch) -> None:
    """Let receipts cover the hash of the last audit entry, which names hidden facts and the hash of an entry."""
    honest = AuditLog.write

    def write(self: AuditLog, *given: Any, **named: Any) -> Any:
        written, record = honest(self, *given, **named)
        public = AuditHead(written.state.last, written.last_hash)
        return msgspec.structs.replace(written, public=public), record

    patch.setattr(AuditLog, "write", write)


def log_a_secret(patch: pytest.MonkeyPatch) -> None:
    """Write a hidden value to the server's own log, at its normal level."""
    honest = Matches.check

    async def check(self: Matches, access: Access, question: int, answer: Any) -> Any:
        log.info("checked", table=str(secrets_of(self, access.match_id)))
        return await honest(self, access, question, answer)

    patch.setattr(Matches, "check", check)


def clock_by_hidden_cards(patch: pytest.MonkeyPatch) -> None:
    """Tell a time left that depends on the open table."""

    def clock(self: Session, viewer: Seat, now: float) -> ClockReading | None:
        if self.match is None:
            return None
        return ClockReading(0, crc32(repr(self.match.table.state).encode()), 0)

    patch.setattr(Session, "clock", clock)


def log_why_it_was_refused(patch: pytest.MonkeyPatch) -> None:
    """Say in the line of a refusal what the table looked like."""
    honest = IntentWriter._refuse

    def refuse(self: IntentWriter, session: Session, match: Match, seat: Seat, *rest: Any) -> None:
        log.info("answer refused", table=repr(match.table.state))
        honest(self, session, match, seat, *rest)

    patch.setattr(IntentWriter, "_refuse", refuse)


def log_the_entry(patch: pytest.MonkeyPatch) -> None:
    """Write a line for every answer, with what happened because of it."""
    honest = IntentWriter.publish

    def publish(self: IntentWriter, session: Session, match: Match, decided: Decided, **more: bool) -> None:
        log.info("published", entry=repr(decided.entry))
        honest(self, session, match, decided, **more)

    patch.setattr(IntentWriter, "publish", publish)


def explain_to_all(patch: pytest.MonkeyPatch) -> None:
    """Let Explain tell a seat of a running match what it tells the arbiter."""

    async def everyone(self: DisputeActions, session: Session, access: Access) -> bool:
        return True

    async def read(self: Records, access: Access, purpose: str) -> Any:
        session = await self._sessions.get(access.match_id)
        return session, await self._auditing.entries(session)

    patch.setattr(DisputeActions, "_is_open_to", everyone)
    patch.setattr(Records, "read", read)


@pytest.mark.parametrize(
    "plant",
    [
        tell_exceptions,
        open_the_log_too_early,
        pytest.param(resume_unfiltered, marks=pytest.mark.campaign),
        tell_the_seed,
        pytest.param(cover_the_whole_audit_log, marks=pytest.mark.campaign),
        log_a_secret,
        log_why_it_was_refused,
        log_the_entry,
        explain_to_all,
        clock_by_hidden_cards,
    ],
)
def test_planted_leak_on_the_wire_is_caught(
    plant: Callable[[pytest.MonkeyPatch], None], seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(Interference):
        compare_over_the_wire(
            declaration("abyss"), seed, 60, monkeypatch, skipped=SKIPPED.get(plant.__name__, 0)
        )


def test_a_fault_with_a_secret_in_its_text_is_not_told(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_with_a_secret(monkeypatch)
    compare_over_the_wire(declaration("abyss"), seed, 2, monkeypatch)
