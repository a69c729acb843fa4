"""Sealed answers in the audit log: who may seal when, and what is opened at a resumption."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from referee.audit.case_limits import MOST_SEALS
from referee.audit.checks import MatchSnapshot
from referee.audit.entries import AnswerSealed, Body, MatchPaused, MatchResumed, OpenedAnswer
from referee.audit.problems import CaseError, CaseProblem
from referee.audit.seals import seal_commitment
from tests.audit.scenes import SNAPSHOT, Log, snapshot

SALT, OTHER = "ab" * 32, "cd" * 32
SEALED = AnswerSealed(1, 3, seal_commitment(SALT, 3, ("red",)))
ADJOURNED = MatchPaused("arbiter", "Night.", (), adjourned=True)
PAUSED = MatchPaused("arbiter", "Rain.", ())


def resumed(*opened: OpenedAnswer) -> MatchResumed:
    return MatchResumed("arbiter", "Day.", opened)


OPENED = OpenedAnswer(1, 3, SALT)
EMPTY = Log()
NIGHT = Log(SEALED, ADJOURNED)
PLAIN = Log(SEALED, PAUSED)
FULL = Log(*[SEALED] * MOST_SEALS)


class Row(NamedTuple):
    """A step, the log it is taken on, and why it is refused."""

    log: Log
    body: Body
    problem: CaseProblem
    says: str
    snapshot: MatchSnapshot = SNAPSHOT


BAD = CaseProblem.BAD_SEAL
ONLY_SEALED = "Only answers that were sealed"
REFUSED = [
    Row(EMPTY, AnswerSealed(3, 1, SALT), CaseProblem.NOT_AT_TABLE, "no such seat"),
    Row(EMPTY, AnswerSealed(1, 0, SALT), BAD, "names its question"),
    Row(EMPTY, AnswerSealed(1, 1, "x"), BAD, "names its question"),
    Row(EMPTY, AnswerSealed(1, 1, SALT.upper()), BAD, "names its question"),
    Row(NIGHT, SEALED, CaseProblem.ALREADY_PAUSED, "is paused already"),
    Row(PLAIN, SEALED, CaseProblem.ALREADY_PAUSED, "is paused already"),
    Row(EMPTY, SEALED, CaseProblem.NOT_BEGUN, "has not begun", snapshot(entry=0, facts=0)),
    Row(EMPTY, SEALED, CaseProblem.MATCH_OVER, "no longer played", snapshot(is_over=True)),
    Row(FULL, SEALED, CaseProblem.TOO_MANY_SEALS, "64 answers"),
    Row(PLAIN, resumed(OPENED), BAD, ONLY_SEALED),
    Row(NIGHT, resumed(OpenedAnswer(0, 3, SALT)), BAD, ONLY_SEALED),
    Row(NIGHT, resumed(OpenedAnswer(1, 4, SALT)), BAD, ONLY_SEALED),
    Row(NIGHT, resumed(OpenedAnswer(1, 3, "salt")), BAD, ONLY_SEALED),
    Row(NIGHT, resumed(OPENED, OPENED), BAD, ONLY_SEALED),
    Row(NIGHT, ADJOURNED, CaseProblem.ALREADY_PAUSED, "is paused already"),
    Row(EMPTY, MatchPaused("seats", "x", (), adjourned=True), CaseProblem.NO_PAUSE_PROPOSED, "to adjourn"),
]
PROBLEMS = {row.problem for row in REFUSED}


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: row.says)
def test_a_wrong_step_is_refused_and_nothing_is_written(row: Row) -> None:
    before = row.log.audit_state
    with pytest.raises(CaseError, match=re.escape(row.says)) as refused:
        row.log.write(row.body, row.snapshot)
    assert refused.value.problem is row.problem
    assert row.log.audit_state is before


def test_an_adjournment_opens_what_was_sealed_and_a_pause_does_not() -> None:
    log = Log(SEALED, PAUSED, resumed())
    assert log.audit_state.sealed == {1: SEALED}
    log.write(ADJOURNED)
    log.write(resumed(OPENED))
    assert (log.audit_state.sealed, log.audit_state.opened_answers) == ({}, (OPENED,))
    log.write(ADJOURNED)
    log.write(resumed())
    assert log.audit_state.opened_answers == ()


def test_a_commitment_binds_the_answer_the_question_and_the_salt() -> None:
    found = {
        seal_commitment(salt, question, answer)
        for salt in (SALT, OTHER)
        for question in (1, 2)
        for answer in ((), ("red",), ("blue",), ("red", "blue"))
    }
    assert len(found) == 16
