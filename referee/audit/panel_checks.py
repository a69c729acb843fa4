"""Checks of panels: head judges who rule on appeals together, of whom a number must agree.

Each member gives its opinion as a signed entry. When enough of them agree on the finding, the remedy and whether it is
a precedent, the ruling is made in the name of the panel, with the reason and the rules of the first of these opinions.
Until then nothing takes effect. Members who disagree may take their opinions back and give others, or the organiser may
appoint more members; the first ruling stands meanwhile.

The keys behind the opinions that count are distinct, and none of them made the first ruling.
"""

from __future__ import annotations

from referee.audit.audit_state import AuditState, Case, Opinion
from referee.audit.entries import (
    OPERATOR,
    ORGANISER,
    PANEL,
    SERVER,
    CaseRuled,
    OpinionGiven,
    OpinionWithdrawn,
    PanelSet,
)
from referee.audit.official_checks import MOST_OFFICIALS, find_official, is_first_of_fork, is_same_official
from referee.audit.problems import CaseError, CaseProblem


def check_panel(state: AuditState, body: PanelSet) -> None:
    """Raise a CaseError if the panel of a match must not be set like this."""
    if body.by == SERVER and is_first_of_fork(state):
        # A fork takes the panel of its parent over, without the members who are no longer in office.
        return
    if body.by not in (ORGANISER, OPERATOR):
        raise CaseError(CaseProblem.WRONG_OFFICIAL, "Only the organiser or the operator sets the panel")
    appealed = [case for case in state.cases.values() if case.state == "appealed"]
    least = state.panel.needed if state.panel is not None and appealed else 0
    if body.needed < least:
        raise CaseError(
            CaseProblem.BAD_PANEL,
            f"Case {appealed[0].number} waits for this panel, so at least {least} members must agree",
        )
    if not body.needed and not body.members:
        if state.panel is None:
            raise CaseError(
                CaseProblem.NO_PANEL, "This match has no panel; one head judge rules on an appeal"
            )
        return
    _check_members(state, body)


def _check_members(state: AuditState, body: PanelSet) -> None:
    members = body.members
    if len(set(members)) != len(members) or not 1 <= len(members) <= MOST_OFFICIALS:
        raise CaseError(CaseProblem.BAD_PANEL, f"Name 1 to {MOST_OFFICIALS} members of the panel, each once")
    for member in members:
        official = find_official(state, member)
        if official is None or official.role != "head_judge":
            raise CaseError(
                CaseProblem.BAD_PANEL, "The members of a panel are head judges of this match, in office"
            )
    if not len(members) < 2 * body.needed <= 2 * len(members):
        raise CaseError(
            CaseProblem.BAD_PANEL,
            f"More than half of the {len(members)} members must agree, and no more than there are",
        )


def check_opinion(state: AuditState, case: Case, body: OpinionGiven) -> None:
    """Raise a CaseError if this member must not give an opinion on a case. What it says is checked elsewhere."""
    panel = _panel_for(state, case)
    if body.by not in panel or find_official(state, body.by) is None:
        raise CaseError(
            CaseProblem.WRONG_OFFICIAL, "Only a member of the panel gives an opinion on an appeal"
        )
    if is_same_official(state, case, body.by):
        raise CaseError(
            CaseProblem.WRONG_OFFICIAL,
            "An appeal is not decided by whoever made the first ruling; the other members must agree",
        )
    if body.by in case.opinions:
        raise CaseError(
            CaseProblem.OPINION_GIVEN,
            f"You have given your opinion on case {case.number}; withdraw it before you give another",
        )


def check_opinion_withdrawn(state: AuditState, case: Case, body: OpinionWithdrawn) -> None:
    """Raise a CaseError if there is no opinion to take back, or the panel has ruled."""
    _panel_for(state, case)
    if body.by not in case.opinions or find_official(state, body.by) is None:
        raise CaseError(CaseProblem.NO_OPINION, f"You have given no opinion on case {case.number}")


def _panel_for(state: AuditState, case: Case) -> tuple[str, ...]:
    """Return the members of the panel that decides on a case; raise a CaseError if none does."""
    if case.state != "appealed":
        raise CaseError(CaseProblem.NOT_APPEALED, f"Case {case.number} is not waiting for a panel")
    if state.panel is None:
        raise CaseError(CaseProblem.NO_PANEL, "This match has no panel; one head judge rules on an appeal")
    return state.panel.members


def fault_in_panel_ruling(state: AuditState, case: Case, body: CaseRuled) -> str:
    """Return why the panel has not decided on this appeal like this, or ""."""
    if body.by != PANEL:
        return "A panel rules on the appeals of this match: its members give opinions, until enough agree"
    agreed = [case.opinions[member] for member in body.panel if member in case.opinions]
    if not agreed or tuple([each.by for each in agreeing(state, case, agreed[0])]) != body.panel:
        return "A ruling of the panel names the members whose opinions agree, in the order they gave them"
    if state.panel is None or len(agreed) < state.panel.needed:
        return "Not enough members of the panel agree; wait for more opinions"
    if decision_of(body) != decision_of(agreed[0]):
        return "The panel rules as its members agree, with the reason and the rules of the first opinion"
    return ""


def decision_of(said: CaseRuled | OpinionGiven | Opinion) -> tuple[object, ...]:
    """Return what a ruling and the opinion that it follows must have in common."""
    return said.finding, said.reason, said.rules, said.remedy, said.precedent


def agreeing(state: AuditState, case: Case, opinion: Opinion) -> list[Opinion]:
    """Return the opinions on a case that count and agree with this one, oldest first, each by another key."""
    found: list[Opinion] = []
    keys: set[str] = set()
    members = () if state.panel is None else state.panel.members
    for each in case.opinions.values():
        official = find_official(state, each.by)
        if official is None or each.by not in members or is_same_official(state, case, each.by):
            continue
        if opinion.is_agreed_with(each) and official.credential not in keys:
            keys.add(official.credential)
            found.append(each)
    return found


def panel_ruling(state: AuditState, number: int) -> CaseRuled | None:
    """Return the ruling on an appeal for which enough members of the panel agree, or None if too few do."""
    case = state.cases[number]
    for opinion in case.opinions.values():
        agreed = agreeing(state, case, opinion)
        if state.panel is not None and agreed and len(agreed) >= state.panel.needed:
            first = agreed[0]
            return CaseRuled(
                number,
                first.finding,
                first.reason,
                first.rules,
                first.remedy,
                first.precedent,
                case.rulings[0].seq,
                PANEL,
                tuple([each.by for each in agreed]),
            )
    return None


def is_divided(state: AuditState, number: int) -> bool:
    """Return whether all members of the panel who may decide on an appeal have given opinions, and too few agree."""
    case, panel = state.cases[number], state.panel
    if panel is None or case.state != "appealed" or panel_ruling(state, number) is not None:
        return False
    return all(
        [
            member in case.opinions
            for member in panel.members
            if find_official(state, member) is not None and not is_same_official(state, case, member)
        ]
    )
