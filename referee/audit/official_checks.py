"""Checks of the audit entries about officials, tokens and cancelled matches: each returns a sentence, or nothing.

The sentences may reach anyone who has access to the match, so they name no fact and no hidden value.
"""

from __future__ import annotations

import re

from referee.audit.audit_state import AuditState, Case, CaseRuling, Official
from referee.audit.entries import (
    ARBITER,
    JUDGES,
    OPERATOR,
    ORGANISER,
    SERVER,
    CaseRuled,
    MatchCancelled,
    OfficialAppointed,
    TokenRevoked,
    TokenRotated,
    official_of,
    seat_of,
)

MOST_OFFICIALS = 16
"""Most officials that a match may ever have, because each appointment is stored."""
MOST_ROTATIONS = 256
"""Most tokens of a match that may be replaced, because each replacement is stored."""

LONGEST_WORDS = 200
"""Longest name or reason, in characters."""

_KEY_ID = re.compile(r"[a-z0-9]{1,16}", re.ASCII)


def find_official(state: AuditState, party: str) -> Official | None:
    """Return the official with this name who is still in office, or None."""
    official = state.officials.get(official_of(party) or 0)
    return official if official is not None and official.party == party and not official.is_revoked else None


def find_judge(state: AuditState, party: str) -> Official | None:
    """Return the judge or head judge with this name who is still in office, or None."""
    official = find_official(state, party)
    return official if official is not None and official.role in JUDGES else None


def is_approved(state: AuditState, party: str) -> bool:
    """Return whether the operator has approved the official with this name, in office or not.

    An official is approved who was appointed by the id of an API key: the operator issues those, and the holder rules
    with it. Anyone may be appointed by token.
    """
    official = state.officials.get(official_of(party) or 0)
    return official is not None and official.party == party and bool(official.key)


def is_ruling_approved(state: AuditState, ruling: CaseRuled | CaseRuling) -> bool:
    """Return whether the operator has approved the official who ruled; all members who agreed, for a panel."""
    return all([is_approved(state, party) for party in ruling.panel or (ruling.by,)])


def is_official(state: AuditState, party: str) -> bool:
    """Return whether this is the name of someone who may look at hidden information or at the whole record."""
    return party in (ARBITER, OPERATOR, ORGANISER) or find_judge(state, party) is not None


def fault_in_office(
    state: AuditState,
    body: OfficialAppointed | TokenRotated | TokenRevoked | MatchCancelled,
    *,
    seats: int,
    entry: int,
    is_over: bool,
) -> str:
    """Return why one of these entries must not be written, or ""."""
    match body:
        case OfficialAppointed():
            return _fault_in_appointment(state, body)
        case TokenRotated():
            return _fault_in_rotation(state, body, seats)
        case TokenRevoked():
            return _fault_in_revocation(state, body)
        case MatchCancelled():
            return _fault_in_cancellation(state, body, entry=entry, is_over=is_over)


def fault_in_words(body: OfficialAppointed | TokenRotated | TokenRevoked | MatchCancelled) -> str:
    """Return what is wrong with the name or the reason in one of these entries, or ""."""
    match body:
        case OfficialAppointed():
            text, what = body.name, "name"
        case TokenRevoked() | MatchCancelled():
            text, what = body.reason, "reason"
        case TokenRotated():
            return ""
    if not text.strip() or not text.isprintable() or len(text) > LONGEST_WORDS:
        return f"A {what} is printable text of 1 to {LONGEST_WORDS} characters"
    return ""


def _fault_in_appointment(state: AuditState, body: OfficialAppointed) -> str:
    """Return why an official cannot be appointed, or ""."""
    if body.key and _KEY_ID.fullmatch(body.key) is None:
        return "An API key has an id of up to 16 letters and digits"
    if body.by not in (ORGANISER, OPERATOR):
        return "Only the organiser or the operator appoints officials"
    if body.official != len(state.officials) + 1:
        return f"The next official of this match is number {len(state.officials) + 1}"
    if len(state.officials) >= MOST_OFFICIALS:
        return f"A match has at most {MOST_OFFICIALS} officials"
    in_office = [each for each in state.officials.values() if not each.is_revoked]
    if body.key and any([each.key == body.key for each in in_office]):
        return "The holder of this API key is an official of this match already"
    return ""


def _fault_in_rotation(state: AuditState, body: TokenRotated, seats: int) -> str:
    """Return why a token cannot be replaced, or ""."""
    seat = seat_of(body.who)
    is_known = body.who in (ARBITER, ORGANISER) or (seat is not None and seat < seats)
    if not is_known and find_official(state, body.who) is None:
        return "There is no such token in this match"
    if body.by != body.who:
        return "A token is replaced only by its bearer"
    if state.rotations >= MOST_ROTATIONS:
        return "The tokens of this match were replaced too often"
    return ""


def _fault_in_revocation(state: AuditState, body: TokenRevoked) -> str:
    """Return why an official cannot be dismissed, or ""."""
    if find_official(state, body.who) is None:
        return "There is no such official in this match"
    if body.by not in (ORGANISER, OPERATOR, body.who):
        return "Only the organiser or the operator dismisses an official"
    return ""


def _fault_in_cancellation(state: AuditState, body: MatchCancelled, *, entry: int, is_over: bool) -> str:
    """Return why a match cannot be cancelled, or ""."""
    if body.by not in (ORGANISER, ARBITER, OPERATOR, SERVER):
        return "Only the organiser or the operator cancels a match"
    if is_over or state.cancelled is not None:
        return "The match is over already"
    if entry > 0:
        return "The match has begun; only a ruling can end it now"
    return ""


def is_same_official(state: AuditState, case: Case, party: str) -> bool:
    """Return whether this official made the first ruling on a case, or has the key that it was made with."""
    official = state.officials.get(official_of(party) or 0)
    first = case.rulings[0].by if case.rulings else ""
    earlier = state.officials.get(official_of(first) or 0)
    if official is None or earlier is None:
        return False
    return official.number == earlier.number or official.credential == earlier.credential


def is_first_of_fork(state: AuditState) -> bool:
    """Return whether a fork has no audit entries yet, other than those that it takes over from its parent."""
    officials = state.officials.values()
    taken_over = 1 + len(officials) + sum([each.is_revoked for each in officials]) + state.panels
    return state.parent is not None and state.last == taken_over


def fault_in_ruler(state: AuditState, case: Case, body: CaseRuled) -> str:
    """Return why this official may not rule on this case, or "".

    The arbiter of an unrefereed match is not named and decides alone, on appeals too.
    """
    official = find_judge(state, body.by) if body.by else None
    if body.by and official is None:
        return "There is no such official in this match"
    if body.panel:
        return "Only a ruling of the panel names members who agree"
    if case.state != "appealed" or not case.rulings or not case.rulings[0].by:
        return ""
    if official is None or official.role != "head_judge":
        return "A head judge rules on an appeal"
    if is_same_official(state, case, body.by):
        return "An appeal is not decided by whoever made the first ruling; another head judge must rule"
    return ""
