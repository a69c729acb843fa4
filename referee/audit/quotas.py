"""Quotas: limits on the audit entries of a match that are written from now on.

Unlike `checks`, they are not applied to a record that is verified: one that an older referee wrote may exceed them.
"""

from __future__ import annotations

from referee.audit.audit_state import AuditState
from referee.audit.entries import Body, CaseOpened, seat_of
from referee.audit.problems import CaseError, CaseProblem


def check_quotas(state: AuditState, body: Body) -> None:
    """Raise a CaseError if this would be more than is allowed."""
    match body:
        case CaseOpened():
            _check_freeze(state, body)
        case _:
            pass


def _check_freeze(state: AuditState, body: CaseOpened) -> None:
    """Allow a seat to freeze a match once, because every freeze stops it for a while."""
    if body.freeze and seat_of(body.by) is not None:
        for case in state.cases.values():
            if case.freeze and case.by == body.by:
                raise CaseError(
                    CaseProblem.FREEZE_USED,
                    "This seat has frozen the match before; open the case without freezing it",
                )
