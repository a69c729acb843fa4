"""Declared results: who declares and who corrects them, what they say, and which one counts."""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec
import pytest

from referee.audit.audit_state import AuditState
from referee.audit.case_limits import MOST_RESULTS
from referee.audit.checks import MatchSnapshot
from referee.audit.entries import (
    Award,
    Body,
    CaseOpened,
    Looked,
    MatchCancelled,
    MatchPaused,
    ResultDeclared,
    Rewind,
    Superseded,
    TimeExtended,
    Void,
)
from referee.audit.problems import CaseError, CaseProblem
from tests.audit.scenes import SNAPSHOT, Log, appealed, opened, ruled, snapshot
from tests.audit.test_official_checks import appointed, ruled_by

RESULT = ResultDeclared("scorekeeper/2", "Had to leave.", (1,), False, ("resignation", "walkover", "played"))
BENCH = (
    appointed(1, "judge", "Grace"),
    appointed(2, "scorekeeper", "Sue"),
    appointed(3, "head_judge", "Ada"),
    appointed(4, "observer", "Olga"),
)
NEW, OVER = snapshot(entry=0, facts=0), snapshot(is_over=True)


def result(by: str = "head_judge/3", *winners: int, **changes: object) -> ResultDeclared:
    return msgspec.structs.replace(RESULT, by=by, winners=winners or (1,), **changes)


STAFFED = Log(*BENCH)
DECLARED = Log(*BENCH, RESULT)
AWARDED = Log(*BENCH, opened(), ruled(remedy=Award((0,))))
CANCELLED = Log()
CANCELLED.write(MatchCancelled("server", "nobody came"), NEW)
LEFT = Log(opened(), ruled(remedy=Rewind(5)), Superseded("m-2", 3, "case 1"))
FULL = Log(*BENCH, *[result()] * MOST_RESULTS)


class Row(NamedTuple):
    """A step, the log it is taken on, and why it is refused."""

    log: Log
    body: Body
    problem: CaseProblem
    says: str
    snapshot: MatchSnapshot = SNAPSHOT


WRONG, ONLY = CaseProblem.WRONG_OFFICIAL, "Only a scorekeeper or a head judge"
REFUSED = [
    *[
        Row(STAFFED, result(by), WRONG, ONLY)
        for by in ("judge/1", "observer/4", "seat/1", "organiser", "operator", "scorekeeper/3", "nobody")
    ],
    Row(DECLARED, RESULT, WRONG, "only a head judge corrects"),
    Row(AWARDED, RESULT, WRONG, "only a head judge corrects"),
    Row(STAFFED, RESULT, WRONG, "only a head judge corrects", OVER),
    Row(CANCELLED, result("arbiter"), CaseProblem.MATCH_OVER, "was cancelled", NEW),
    Row(LEFT, result("arbiter"), CaseProblem.MATCH_OVER, "continues as another one"),
    Row(STAFFED, result(reason=""), CaseProblem.BAD_TEXT, "A reason is"),
    Row(STAFFED, result(reason="a\nb"), CaseProblem.BAD_TEXT, "A reason is"),
    Row(STAFFED, result(reason="x" * 201), CaseProblem.BAD_TEXT, "A reason is"),
    Row(STAFFED, result("head_judge/3", 3), CaseProblem.BAD_WINNERS, "Winners must be seats"),
    Row(STAFFED, result("head_judge/3", 1, 0), CaseProblem.BAD_WINNERS, "in order"),
    Row(STAFFED, result(is_void=True), CaseProblem.BAD_WINNERS, "has no winners"),
    Row(STAFFED, result(kinds=("ruling",) * 2), CaseProblem.BAD_RESULT, "each of the 3 seats"),
    Row(FULL, result(), CaseProblem.TOO_MANY_RESULTS, "16 results"),
]
PROBLEMS = {row.problem for row in REFUSED}
TAKEN: list[tuple[Log, Body, MatchSnapshot]] = [
    (STAFFED, RESULT, SNAPSHOT),
    (STAFFED, RESULT, NEW),
    (STAFFED, result(), SNAPSHOT),
    (STAFFED, result("arbiter"), SNAPSHOT),
    (STAFFED, result(), OVER),
    (DECLARED, result(), SNAPSHOT),
    (AWARDED, result(), OVER),
    (STAFFED, msgspec.structs.replace(RESULT, winners=(), is_void=True), SNAPSHOT),
    (STAFFED, msgspec.structs.replace(RESULT, winners=()), SNAPSHOT),
]


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: row.says)
def test_a_wrong_result_is_refused_and_nothing_is_written(row: Row) -> None:
    before = row.log.audit_state
    with pytest.raises(CaseError, match=re.escape(row.says)) as refused:
        row.log.write(row.body, row.snapshot)
    assert refused.value.problem is row.problem
    assert row.log.audit_state is before


@pytest.mark.parametrize(("on", "body", "at"), TAKEN)
def test_a_right_result_is_taken(on: Log, body: Body, at: MatchSnapshot) -> None:
    """Control: the results above are refused for their fault and for nothing else."""
    log = Log()
    log.audit_log = on.audit_log
    log.write(body, at)


def counting(state: AuditState) -> object:
    return state.result


def test_the_newest_result_counts_and_all_stay_on_record() -> None:
    log = Log(*BENCH)
    assert counting(log.audit_state) is None
    log.write(RESULT)
    assert counting(log.audit_state) == Award((1,))
    log.write(result("head_judge/3", 0))
    assert counting(log.audit_state) == Award((0,))
    assert [(each.by, each.award) for each in log.audit_state.results] == [
        ("scorekeeper/2", Award((1,))),
        ("head_judge/3", Award((0,))),
    ]
    log.write(opened(), OVER)
    log.write(ruled_by("judge/1"), OVER)
    assert counting(log.audit_state) == Award((0,)), "a ruling that sets no result leaves it"
    log.write(appealed(cites=log.audit_state.last), OVER)
    assert log.audit_state.is_provisional
    second = msgspec.structs.replace(ruled(remedy=Void(), cites=log.audit_state.last - 1), by="head_judge/3")
    log.write(second, OVER)
    assert (counting(log.audit_state), log.audit_state.declared) == (Void(), None), "the ruling is newer"
    log.write(result("head_judge/3", 2), OVER)
    assert counting(log.audit_state) == Award((2,))


def test_a_ruling_that_falls_leaves_the_result_that_was_declared_before() -> None:
    log = Log(*BENCH, RESULT)
    for body in (opened(), ruled_by("judge/1")):
        log.write(body, OVER)
    assert counting(log.audit_state) == Award((1,))


@pytest.mark.parametrize("by", ["scorekeeper/2", "observer/4"])
@pytest.mark.parametrize(
    "body",
    [
        CaseOpened(1, "", 5, "deal", "No.", freeze=False),
        MatchPaused("", "Rain.", ()),
        TimeExtended("", 1, 60, "Late."),
        ruled(),
    ],
    ids=lambda body: type(body).__name__,
)
def test_a_scorekeeper_and_an_observer_do_nothing_else(by: str, body: Body) -> None:
    log = Log(*BENCH, opened()) if not isinstance(body, CaseOpened) else Log(*BENCH)
    with pytest.raises(CaseError):
        log.write(msgspec.structs.replace(body, by=by))


@pytest.mark.parametrize("by", ["scorekeeper/2", "observer/4"])
def test_they_never_look_at_hidden_information(by: str) -> None:
    with pytest.raises(CaseError, match="no such official"):
        Log(*BENCH).write(Looked(by, "view"))
