"""Checks of declared results: who declares the result of a match, and who corrects one that it has.

A match that is not over is ended by the first result that is declared. Results are never removed: a correction is
another entry, and the newest result counts, whether it was declared or follows from a ruling.
"""

from __future__ import annotations

from referee.audit.audit_state import AuditState
from referee.audit.entries import ARBITER, ResultDeclared
from referee.audit.official_checks import LONGEST_WORDS, find_official
from referee.audit.problems import CaseError, CaseProblem


def check_result(state: AuditState, body: ResultDeclared, *, seats: int, is_over: bool) -> None:
    """Raise a CaseError if this official must not declare this result."""
    if state.cancelled is not None or state.successor is not None:
        raise CaseError(
            CaseProblem.MATCH_OVER,
            "The match was cancelled, or continues as another one; declare the result of that match",
        )
    official = find_official(state, body.by)
    role = ARBITER if body.by == ARBITER else "" if official is None else official.role
    if role not in (ARBITER, "scorekeeper", "head_judge"):
        raise CaseError(CaseProblem.WRONG_OFFICIAL, "Only a scorekeeper or a head judge declares a result")
    if role == "scorekeeper" and (is_over or state.result is not None):
        raise CaseError(
            CaseProblem.WRONG_OFFICIAL, "The match has a result; only a head judge corrects a result"
        )
    if not body.reason.strip() or not body.reason.isprintable() or len(body.reason) > LONGEST_WORDS:
        raise CaseError(
            CaseProblem.BAD_TEXT, f"A reason is printable text of 1 to {LONGEST_WORDS} characters"
        )
    if list(body.winners) != [seat for seat in range(seats) if seat in body.winners]:
        raise CaseError(
            CaseProblem.BAD_WINNERS,
            f"Winners must be seats of this match (0 to {seats - 1}), each named once, in order",
        )
    if body.is_void and body.winners:
        raise CaseError(CaseProblem.BAD_WINNERS, "A match that does not count has no winners")
    if len(body.kinds) != seats:
        raise CaseError(
            CaseProblem.BAD_RESULT, f"Say for each of the {seats} seats how its result came about"
        )
