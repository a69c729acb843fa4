"""Quotas: limits on the audit entries of a match that are written from now on.

Everyone is sent all cases of a match with its standing, so their number and their texts are limited: a standing has
less than 200,000 bytes. Unlike `checks`, quotas are not applied to a record that is verified, because one that an older
referee wrote may exceed them.
"""

from __future__ import annotations

from referee.audit.audit_state import AuditState
from referee.audit.entries import (
    AnswerSealed,
    Body,
    CaseAppealed,
    CaseOpened,
    CaseRuled,
    MatchPaused,
    OpinionGiven,
    PanelSet,
    PauseProposed,
    ResultDeclared,
    TimeExtended,
    seat_of,
)
from referee.audit.problems import CaseError, CaseProblem

LONGEST_BYTES = 2_000
"""Longest claim or reason, in bytes of UTF-8."""
MOST_CASES = 24
"""Most cases of a match."""
MOST_CASES_OF_SEATS = 20
"""Most cases that all seats together can open; the others are left to the arbiter."""
MOST_CASES_OF_A_SEAT = 8
"""Most cases that one seat can open, so that it cannot use up those of the others."""
MOST_PANELS = 64
"""Most times that the panel of a match can be set, because each is stored."""
MOST_OPINIONS = 64
"""Most opinions on one case, because each is stored."""
MOST_SEALS = 64
"""Most answers that one seat can seal, because each is stored."""
MOST_RESULTS = 16
"""Most results that can be declared for a match, because everyone is sent all of them with its standing."""
MOST_PAUSES = 256
"""Most pauses of a match, because each is stored."""
MOST_PAUSE_PROPOSALS = 16
"""Most pauses and resumptions that one seat can propose, because everyone is told of each."""
MOST_EXTENSIONS = 64
"""Most time extensions of a match, because everyone is sent all of them with its standing."""


def check_quotas(state: AuditState, body: Body) -> None:
    """Raise a CaseError if this would be more than is allowed."""
    match body:
        case CaseOpened():
            _check_bytes(body.claim, "The claim")
            _check_cases(state, body)
            _check_freeze(state, body)
        case CaseRuled() | CaseAppealed():
            _check_bytes(body.reason, "The reason")
        case PanelSet():
            _check_panels(state)
        case OpinionGiven():
            _check_bytes(body.reason, "The reason")
            _check_opinions(state, body)
        case PauseProposed():
            _check_pause_proposals(state, body)
        case MatchPaused():
            _check_pauses(state)
        case AnswerSealed():
            _check_seals(state, body)
        case ResultDeclared():
            _check_results(state)
        case TimeExtended():
            _check_extensions(state)
        case _:
            pass


def _check_bytes(text: str, what: str) -> None:
    if len(text.encode()) > LONGEST_BYTES:
        raise CaseError(
            CaseProblem.BAD_TEXT, f"{what} is longer than {LONGEST_BYTES:,} bytes in UTF-8; shorten it"
        )


def _check_cases(state: AuditState, body: CaseOpened) -> None:
    of_seats = [case for case in state.cases.values() if seat_of(case.by) is not None]
    if len(state.cases) >= MOST_CASES:
        raise CaseError(
            CaseProblem.TOO_MANY_CASES, f"This match has {MOST_CASES} cases, the most it can have"
        )
    if seat_of(body.by) is None:
        return
    if len([case for case in of_seats if case.by == body.by]) >= MOST_CASES_OF_A_SEAT:
        raise CaseError(
            CaseProblem.TOO_MANY_CASES,
            f"This seat has opened {MOST_CASES_OF_A_SEAT} cases, the most it can open; ask the arbiter",
        )
    if len(of_seats) >= MOST_CASES_OF_SEATS:
        raise CaseError(
            CaseProblem.TOO_MANY_CASES,
            f"The seats have opened {MOST_CASES_OF_SEATS} cases, the most they can open; ask the arbiter",
        )


def _check_freeze(state: AuditState, body: CaseOpened) -> None:
    """Allow a seat to freeze a match once, because every freeze stops it for a while."""
    if body.freeze and seat_of(body.by) is not None:
        for case in state.cases.values():
            if case.freeze and case.by == body.by:
                raise CaseError(
                    CaseProblem.FREEZE_USED,
                    "This seat has frozen the match before; open the case without freezing it",
                )


def _check_panels(state: AuditState) -> None:
    if state.panels >= MOST_PANELS:
        raise CaseError(
            CaseProblem.TOO_MANY_OPINIONS,
            f"The panel of this match was set {MOST_PANELS} times, the most it can be",
        )


def _check_opinions(state: AuditState, body: OpinionGiven) -> None:
    case = state.cases.get(body.case)
    if case is not None and case.opinions_given >= MOST_OPINIONS:
        raise CaseError(
            CaseProblem.TOO_MANY_OPINIONS,
            f"{MOST_OPINIONS} opinions on case {case.number} are recorded, the most there can be",
        )


def _check_seals(state: AuditState, body: AnswerSealed) -> None:
    if state.seals.get(body.seat, 0) >= MOST_SEALS:
        raise CaseError(
            CaseProblem.TOO_MANY_SEALS,
            f"This seat has sealed {MOST_SEALS} answers, the most it can; answer when the match is resumed",
        )


def _check_results(state: AuditState) -> None:
    if len(state.results) >= MOST_RESULTS:
        raise CaseError(
            CaseProblem.TOO_MANY_RESULTS,
            f"{MOST_RESULTS} results of this match were declared, the most there can be",
        )


def _check_pause_proposals(state: AuditState, body: PauseProposed) -> None:
    if state.pause_proposals.get(body.seat, 0) >= MOST_PAUSE_PROPOSALS:
        raise CaseError(
            CaseProblem.TOO_MANY_PAUSES,
            f"This seat has made {MOST_PAUSE_PROPOSALS} proposals, the most it can make; ask an official",
        )


def _check_pauses(state: AuditState) -> None:
    if state.pauses >= MOST_PAUSES:
        raise CaseError(
            CaseProblem.TOO_MANY_PAUSES, f"This match was paused {MOST_PAUSES} times, the most it can be"
        )


def _check_extensions(state: AuditState) -> None:
    if len(state.time_extensions) >= MOST_EXTENSIONS:
        raise CaseError(
            CaseProblem.TOO_MANY_EXTENSIONS,
            f"This match has {MOST_EXTENSIONS} time extensions, the most it can have",
        )
