"""Checks of the audit entries about time: who may pause or resume a match, in which order, and who gets more time.

A pause ends before the next one begins, nothing is decided in between, and the seats pause or resume a match only if
all of them agree. An official's pause is ended by an official. A fork whose parent is paused is paused too, by one of
its first audit entries.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.audit.audit_state import AuditState
from referee.audit.entries import (
    ARBITER,
    OPERATOR,
    ORGANISER,
    SEATS,
    SERVER,
    AnswerSealed,
    MatchPaused,
    MatchResumed,
    PauseAnswered,
    PauseProposed,
    PauseStep,
    SeatForfeited,
    StoppedClock,
    TimeExtended,
)
from referee.audit.official_checks import LONGEST_WORDS, find_judge, is_first_of_fork
from referee.audit.problems import CaseError, CaseProblem
from referee.audit.seals import check_sealed
from referee.kernel.facts import Seat

LONGEST_EXTENSION = 7 * 24 * 3600
"""Most seconds that a seat can get at once."""


def check_pause(
    state: AuditState,
    body: PauseProposed | PauseAnswered | MatchPaused | MatchResumed,
    *,
    seats: int,
    entry: int,
    last_answer: int,
    is_over: bool,
) -> None:
    """Raise a CaseError if this must not be the next audit entry.

    `entry` is the number of the match's last entry, and `last_answer` that of the last one that is no statement.
    """
    _check_is_played(state, entry=entry, is_over=is_over)
    match body:
        case PauseProposed():
            _check_proposed(state, body, seats)
        case PauseAnswered():
            _check_answered(state, body, seats)
        case MatchPaused():
            _check_paused(state, body, seats)
        case MatchResumed():
            _check_resumed(state, body, seats)
            check_rested(state, last_answer)


def check_seal_allowed(
    state: AuditState, body: AnswerSealed, *, seats: int, entry: int, is_over: bool
) -> None:
    """Raise a CaseError if a seat cannot seal an answer now. `entry` is the number of the match's last entry."""
    _check_is_played(state, entry=entry, is_over=is_over)
    _check_seat(body.seat, seats)
    _check_step(state, "pause")
    check_sealed(body)


def check_extension(state: AuditState, body: TimeExtended, *, seats: int, entry: int, is_over: bool) -> None:
    """Raise a CaseError if a seat cannot get this time. `entry` is the number of the match's last entry."""
    _check_is_played(state, entry=entry, is_over=is_over)
    _check_seat(body.seat, seats)
    _check_reason(body.reason)
    if not 1 <= body.seconds <= LONGEST_EXTENSION:
        raise CaseError(
            CaseProblem.BAD_TIME, f"A time extension is 1 to {LONGEST_EXTENSION:,} seconds, in whole seconds"
        )
    if body.by != ARBITER and find_judge(state, body.by) is None:
        raise CaseError(CaseProblem.WRONG_OFFICIAL, "Only a judge or the arbiter gives a seat more time")


def check_forfeit(state: AuditState, body: SeatForfeited, *, seats: int) -> None:
    """Raise a CaseError if it cannot be recorded that a seat is out of the match."""
    _check_seat(body.seat, seats)
    if body.seat in state.forfeits:
        raise CaseError(CaseProblem.ALREADY_FORFEITED, "It is already recorded that this seat is out")


def check_rested(state: AuditState, last_answer: int) -> None:
    """Raise a CaseError if the match went on although it is paused."""
    if state.pause is not None and last_answer > state.pause.entry:
        raise CaseError(CaseProblem.PLAYED_WHILE_PAUSED, "The match went on while it was paused")


def _check_is_played(state: AuditState, *, entry: int, is_over: bool) -> None:
    if is_over or state.successor is not None:
        raise CaseError(
            CaseProblem.MATCH_OVER, "The match is no longer played; there is nothing to pause or extend"
        )
    if entry == 0:
        raise CaseError(CaseProblem.NOT_BEGUN, "The match has not begun; wait until every seat is taken")


def _check_proposed(state: AuditState, body: PauseProposed, seats: int) -> None:
    _check_seat(body.seat, seats)
    _check_reason(body.reason)
    _check_step(state, body.step)
    if state.pause is not None and state.pause.by != SEATS:
        raise CaseError(
            CaseProblem.WRONG_OFFICIAL, "An official has paused the match; only an official can resume it"
        )
    if state.pause_proposal is not None:
        raise CaseError(
            CaseProblem.PAUSE_PENDING, f"To {body.step} the match is already proposed; agree to it, or refuse"
        )


def _check_answered(state: AuditState, body: PauseAnswered, seats: int) -> None:
    _check_seat(body.seat, seats)
    proposal = state.pause_proposal
    if proposal is None:
        raise CaseError(
            CaseProblem.NO_PAUSE_PROPOSED, "Nobody has proposed to pause or resume the match; propose it"
        )
    has_agreed = body.seat == proposal.seat or body.seat in proposal.consents
    if has_agreed and body.consents:
        raise CaseError(
            CaseProblem.ALREADY_ANSWERED, "This seat has already agreed; wait for the other seats"
        )


def _check_paused(state: AuditState, body: MatchPaused, seats: int) -> None:
    _check_reason(body.reason)
    step: PauseStep = "adjourn" if body.adjourned else "pause"
    _check_step(state, step)
    _check_clocks(body.clocks, seats)
    if not (is_first_of_fork(state) and body.by in (SEATS, SERVER)):
        _check_by(state, body.by, step, body.reason, seats)


def _check_resumed(state: AuditState, body: MatchResumed, seats: int) -> None:
    _check_reason(body.reason)
    _check_step(state, "resume")
    _check_by(state, body.by, "resume", body.reason, seats)


def _check_by(state: AuditState, by: str, step: PauseStep, reason: str, seats: int) -> None:
    """Check that this is an official in office, or that all seats have agreed to this step."""
    proposal = state.pause_proposal
    if by == SEATS:
        if proposal is None or proposal.step != step or proposal.waits_for(seats):
            raise CaseError(
                CaseProblem.NO_PAUSE_PROPOSED, f"Not all seats have agreed to {step} the match; wait for them"
            )
        if proposal.reason != reason:
            raise CaseError(CaseProblem.BAD_TEXT, "The reason is not the one that the seats have agreed to")
    elif by not in (ARBITER, ORGANISER, OPERATOR) and find_judge(state, by) is None:
        raise CaseError(
            CaseProblem.WRONG_OFFICIAL,
            f"Only an official, the organiser or all seats together {step} a match",
        )


def _check_step(state: AuditState, step: PauseStep) -> None:
    if step != "resume" and state.pause is not None:
        raise CaseError(CaseProblem.ALREADY_PAUSED, "The match is paused already; resume it first")
    if step == "resume" and state.pause is None:
        raise CaseError(CaseProblem.NOT_PAUSED, "The match is not paused; there is nothing to resume")


def _check_clocks(clocks: Sequence[StoppedClock], seats: int) -> None:
    stopped = [clock.seat for clock in clocks]
    is_in_order = stopped == [seat for seat in range(seats) if seat in stopped]
    if not is_in_order or any([clock.left_ms < 0 for clock in clocks]):
        raise CaseError(
            CaseProblem.BAD_CLOCKS, "Name the seats whose clocks were stopped, each once, in order"
        )


def _check_seat(seat: Seat, seats: int) -> None:
    if not 0 <= seat < seats:
        raise CaseError(
            CaseProblem.NOT_AT_TABLE,
            f"There is no such seat in this match; its seats are 0 to {seats - 1}",
        )


def _check_reason(reason: str) -> None:
    if not reason.strip() or not reason.isprintable() or len(reason) > LONGEST_WORDS:
        raise CaseError(
            CaseProblem.BAD_TEXT, f"A reason is printable text of 1 to {LONGEST_WORDS} characters"
        )
