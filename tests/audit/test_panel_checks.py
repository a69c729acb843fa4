"""Panels: who may belong to one, who gives opinions, when enough agree, and what a ruling of the panel must say."""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec
import pytest

from referee.audit.case_limits import MOST_OPINIONS, MOST_PANELS
from referee.audit.entries import (
    Award,
    Body,
    CaseRuled,
    Finding,
    ForkedFrom,
    OpinionGiven,
    OpinionWithdrawn,
    PanelSet,
    Remedy,
    Stands,
    TokenRevoked,
    Void,
)
from referee.audit.official_checks import is_ruling_approved
from referee.audit.panel_checks import is_divided, panel_ruling
from referee.audit.problems import CaseError, CaseProblem
from tests.audit.scenes import Log, appealed, opened, ruled
from tests.audit.test_official_checks import appointed, ruled_by

HEADS = tuple([f"head_judge/{number}" for number in range(2, 6)])
BENCH = (
    appointed(1, "judge", "Grace", "k22222"),
    appointed(2, "head_judge", "Ada"),
    appointed(3, "head_judge", "Joan", "k33333"),
    appointed(4, "head_judge", "Karen", "k44444"),
    appointed(5, "head_judge", "Frances"),
)
PANEL_OF_3 = PanelSet(2, HEADS[:3], "organiser")
FIRST_RULING = 8
"""Number of the audit entry with the first ruling, after five appointments, the panel and the case."""


def opinion(
    by: str,
    finding: Finding = "upheld",
    remedy: Remedy | None = None,
    *,
    reason: str = "The book says so.",
    rules: tuple[str, ...] = ("deal",),
    precedent: bool = False,
    cites: int = FIRST_RULING,
) -> OpinionGiven:
    done = Stands() if remedy is None else remedy
    return OpinionGiven(1, finding, reason, rules, done, precedent, cites, by)


def ruling_by(*members: str, finding: Finding = "upheld", reason: str = "The book says so.") -> CaseRuled:
    ruling = ruled(1, finding, cites=FIRST_RULING, reason=reason)
    return msgspec.structs.replace(ruling, by="panel", panel=members)


def appeal_with(*bodies: Body, first: str = "judge/1") -> Log:
    return Log(*BENCH, PANEL_OF_3, opened(), ruled_by(first), appealed(cites=FIRST_RULING), *bodies)


STAFFED = Log(*BENCH)
EMPTY_FORK = Log(ForkedFrom("m-0", 3, "ab" * 32, "undo"), *BENCH)
SET = Log(*BENCH, PANEL_OF_3)
APPEALED = appeal_with()
ONE = appeal_with(opinion(HEADS[0]))
TWO = appeal_with(opinion(HEADS[0]), opinion(HEADS[1], reason="I agree.", rules=("trick",)))
SPLIT = appeal_with(opinion(HEADS[0]), opinion(HEADS[1], "overturned"))
OF_HEAD = appeal_with(first=HEADS[0])
SAME_KEY = appeal_with(TokenRevoked("judge/1", "organiser", "promoted"))
SAME_KEY.write(appointed(6, "head_judge", "Grace", "k22222"))
SAME_KEY.write(PanelSet(2, (*HEADS[:2], "head_judge/6"), "organiser"))
LEFT = appeal_with(opinion(HEADS[0]), TokenRevoked(HEADS[0], "organiser", "ill"), opinion(HEADS[1]))
DECIDED = appeal_with(opinion(HEADS[0]), opinion(HEADS[1]), ruling_by(*HEADS[:2]))
NO_PANEL = Log(*BENCH, opened(), ruled_by("judge/1"), appealed(cites=7))
RULED_ONCE = Log(*BENCH, PANEL_OF_3, opened(), ruled_by("judge/1"))
OFTEN = Log(*BENCH, *[PANEL_OF_3] * MOST_PANELS)
AGAIN: tuple[Body, ...] = (opinion(HEADS[0]), OpinionWithdrawn(1, HEADS[0]))
BUSY = appeal_with(*[body for _ in range(MOST_OPINIONS) for body in AGAIN])

WRONG, BAD = CaseProblem.WRONG_OFFICIAL, CaseProblem.BAD_PANEL


class Row(NamedTuple):
    """A step, the log it is taken on, and why it is refused."""

    log: Log
    body: Body
    problem: CaseProblem
    says: str


IN_OFFICE = "head judges of this match, in office"
MAJORITY = "More than half"
ONLY_MEMBERS = "Only a member of the panel"
NAMES_MEMBERS = "names the members whose opinions agree"
REFUSED = [
    Row(STAFFED, PanelSet(2, HEADS[:3], "judge/1"), WRONG, "Only the organiser or the operator"),
    Row(STAFFED, PanelSet(2, HEADS[:3], "seat/1"), WRONG, "Only the organiser or the operator"),
    Row(STAFFED, PanelSet(2, HEADS[:3], "server"), WRONG, "Only the organiser or the operator"),
    Row(EMPTY_FORK, PanelSet(2, HEADS[:3], "seat/1"), WRONG, "Only the organiser or the operator"),
    Row(STAFFED, PanelSet(1, (), "organiser"), BAD, "Name 1 to 16 members"),
    Row(STAFFED, PanelSet(2, (HEADS[0], HEADS[0]), "organiser"), BAD, "each once"),
    Row(STAFFED, PanelSet(2, ("judge/1", HEADS[0]), "organiser"), BAD, IN_OFFICE),
    Row(STAFFED, PanelSet(1, ("head_judge/1",), "organiser"), BAD, IN_OFFICE),
    Row(STAFFED, PanelSet(1, ("seat/1",), "organiser"), BAD, IN_OFFICE),
    Row(STAFFED, PanelSet(2, HEADS, "organiser"), BAD, MAJORITY),
    Row(STAFFED, PanelSet(0, HEADS, "organiser"), BAD, MAJORITY),
    Row(STAFFED, PanelSet(4, HEADS[:3], "organiser"), BAD, MAJORITY),
    Row(STAFFED, PanelSet(0, (), "organiser"), CaseProblem.NO_PANEL, "has no panel"),
    Row(APPEALED, PanelSet(0, (), "organiser"), BAD, "at least 2 members must agree"),
    Row(APPEALED, PanelSet(1, HEADS[:1], "organiser"), BAD, "at least 2 members must agree"),
    Row(OFTEN, PANEL_OF_3, CaseProblem.TOO_MANY_OPINIONS, "was set 64 times"),
    Row(SET, opinion(HEADS[0]), CaseProblem.NO_SUCH_CASE, "There is no case 1"),
    Row(RULED_ONCE, opinion(HEADS[0]), CaseProblem.NOT_APPEALED, "not waiting for a panel"),
    Row(DECIDED, opinion(HEADS[2]), CaseProblem.NOT_APPEALED, "not waiting for a panel"),
    Row(NO_PANEL, opinion(HEADS[0], cites=7), CaseProblem.NO_PANEL, "has no panel"),
    Row(APPEALED, opinion(HEADS[3]), WRONG, ONLY_MEMBERS),
    Row(APPEALED, opinion("judge/1"), WRONG, ONLY_MEMBERS),
    Row(APPEALED, opinion("seat/1"), WRONG, ONLY_MEMBERS),
    Row(LEFT, opinion(HEADS[0]), WRONG, ONLY_MEMBERS),
    Row(OF_HEAD, opinion(HEADS[0]), WRONG, "not decided by whoever made the first ruling"),
    Row(SAME_KEY, opinion("head_judge/6"), WRONG, "not decided by whoever made the first ruling"),
    Row(ONE, opinion(HEADS[0]), CaseProblem.OPINION_GIVEN, "withdraw it before you give another"),
    Row(APPEALED, opinion(HEADS[0], reason=""), CaseProblem.BAD_TEXT, "The reason is missing"),
    Row(APPEALED, opinion(HEADS[0], rules=()), CaseProblem.UNKNOWN_RULE, "1 to 20 rules"),
    Row(APPEALED, opinion(HEADS[0], remedy=Void()), CaseProblem.REMEDY_NOT_ALLOWED, "nothing to remedy"),
    Row(APPEALED, opinion(HEADS[0], "overturned", Award((9,))), CaseProblem.BAD_WINNERS, "Winners must be"),
    Row(APPEALED, opinion(HEADS[0], cites=0), CaseProblem.WRONG_CITATION, "cite that"),
    Row(BUSY, opinion(HEADS[0]), CaseProblem.TOO_MANY_OPINIONS, "64 opinions on case 1"),
    Row(APPEALED, OpinionWithdrawn(1, HEADS[0]), CaseProblem.NO_OPINION, "given no opinion"),
    Row(ONE, OpinionWithdrawn(1, HEADS[1]), CaseProblem.NO_OPINION, "given no opinion"),
    Row(LEFT, OpinionWithdrawn(1, HEADS[0]), CaseProblem.NO_OPINION, "given no opinion"),
    Row(DECIDED, OpinionWithdrawn(1, HEADS[0]), CaseProblem.NOT_APPEALED, "not waiting for a panel"),
    Row(APPEALED, ruled_by(HEADS[0], FIRST_RULING), WRONG, "A panel rules on the appeals"),
    Row(APPEALED, ruled(cites=FIRST_RULING), WRONG, "A panel rules on the appeals"),
    Row(APPEALED, ruling_by(), WRONG, NAMES_MEMBERS),
    Row(APPEALED, ruling_by(*HEADS[:2]), WRONG, NAMES_MEMBERS),
    Row(ONE, ruling_by(HEADS[0]), WRONG, "Not enough members"),
    Row(ONE, ruling_by(*HEADS[:2]), WRONG, NAMES_MEMBERS),
    Row(ONE, ruling_by(HEADS[0], HEADS[0]), WRONG, NAMES_MEMBERS),
    Row(SPLIT, ruling_by(*HEADS[:2]), WRONG, NAMES_MEMBERS),
    Row(LEFT, ruling_by(*HEADS[:2]), WRONG, NAMES_MEMBERS),
    Row(TWO, ruling_by(HEADS[1], HEADS[0]), WRONG, NAMES_MEMBERS),
    Row(TWO, ruling_by(*HEADS[:2], finding="overturned"), WRONG, "as its members agree"),
    Row(TWO, ruling_by(*HEADS[:2], reason="I agree."), WRONG, "as its members agree"),
    Row(NO_PANEL, ruling_by(HEADS[0]), WRONG, NAMES_MEMBERS),
    Row(
        NO_PANEL,
        msgspec.structs.replace(ruled_by(HEADS[0], 7), panel=(HEADS[0],)),
        WRONG,
        "Only a ruling of the panel",
    ),
]
PROBLEMS = {row.problem for row in REFUSED}
TAKEN: list[tuple[Log, Body]] = [
    (STAFFED, PANEL_OF_3),
    (STAFFED, PanelSet(1, HEADS[:1], "operator")),
    (SET, PanelSet(0, (), "organiser")),
    (EMPTY_FORK, PanelSet(2, HEADS[:1], "server")),
    (APPEALED, PanelSet(3, HEADS, "organiser")),
    (APPEALED, opinion(HEADS[0])),
    (APPEALED, opinion(HEADS[2], "overturned", Void())),
    (OF_HEAD, opinion(HEADS[1])),
    (SAME_KEY, opinion(HEADS[0])),
    (ONE, OpinionWithdrawn(1, HEADS[0])),
    (TWO, ruling_by(*HEADS[:2])),
    (NO_PANEL, ruled_by(HEADS[0], 7)),
]


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: f"{type(row.body).__name__}: {row.says}")
def test_a_wrong_step_is_refused_and_nothing_is_written(row: Row) -> None:
    before = row.log.audit_state
    with pytest.raises(CaseError, match=re.escape(row.says)) as refused:
        row.log.write(row.body)
    assert refused.value.problem is row.problem
    assert row.log.audit_state is before


@pytest.mark.parametrize(("on", "body"), TAKEN, ids=lambda value: type(value).__name__)
def test_a_right_step_is_taken(on: Log, body: Body) -> None:
    """Control: the steps above are refused for their fault and for nothing else."""
    log = Log()
    log.audit_log = on.audit_log
    log.write(body)


def test_the_panel_rules_when_enough_members_agree_and_not_before() -> None:
    assert panel_ruling(APPEALED.audit_state, 1) is None
    assert panel_ruling(ONE.audit_state, 1) is None
    assert panel_ruling(SPLIT.audit_state, 1) is None
    assert panel_ruling(LEFT.audit_state, 1) is None, "the opinion of somebody who has left does not count"
    assert panel_ruling(TWO.audit_state, 1) == ruling_by(*HEADS[:2]), "with the reason of the first opinion"
    third = appeal_with(opinion(HEADS[0]), opinion(HEADS[1], "overturned"), opinion(HEADS[2]))
    assert panel_ruling(third.audit_state, 1) == ruling_by(HEADS[0], HEADS[2])
    case = DECIDED.audit_state.cases[1]
    assert (case.state, case.rulings[1].by, case.rulings[1].panel) == ("closed", "panel", HEADS[:2])


def test_members_who_disagree_leave_the_first_ruling_in_force() -> None:
    divided = appeal_with(
        opinion(HEADS[0]), opinion(HEADS[1], "overturned"), opinion(HEADS[2], "overturned", Void())
    )
    assert not is_divided(SPLIT.audit_state, 1), "somebody has not spoken yet"
    assert is_divided(divided.audit_state, 1)
    assert not is_divided(DECIDED.audit_state, 1)
    assert panel_ruling(divided.audit_state, 1) is None
    case = divided.audit_state.cases[1]
    assert (case.state, case.ruling) == ("appealed", case.rulings[0])
    divided.write(OpinionWithdrawn(1, HEADS[0]))
    divided.write(opinion(HEADS[0], "overturned"))
    assert panel_ruling(divided.audit_state, 1) == ruling_by(HEADS[1], HEADS[0], finding="overturned")


def test_opinions_of_former_members_are_dropped() -> None:
    log = appeal_with(opinion(HEADS[0]), PanelSet(2, HEADS[1:], "organiser"), opinion(HEADS[1]))
    assert list(log.audit_state.cases[1].opinions) == [HEADS[1]]
    assert panel_ruling(log.audit_state, 1) is None
    log.write(PANEL_OF_3)
    assert panel_ruling(log.audit_state, 1) is None, "also if they come back"
    assert log.audit_state.cases[1].opinions_given == 2


def test_a_ruling_of_a_panel_is_approved_if_all_who_agreed_are() -> None:
    with_token = ruling_by(*HEADS[:2])
    assert not is_ruling_approved(DECIDED.audit_state, with_token)
    by_key = appeal_with(opinion(HEADS[1]), opinion(HEADS[2]), ruling_by(*HEADS[1:3]))
    assert is_ruling_approved(by_key.audit_state, by_key.audit_state.cases[1].rulings[1])
