"""Reports of trials as they are written beside a match, and whether one is still what a trial comes to.

A report is compared without its wording: sentences, names and paragraphs may be put better one day, and what was
reported stays true.
"""

from __future__ import annotations

import msgspec

from referee.disputes.explain.citations import Citation
from referee.disputes.explain.trials import (
    FactDifference,
    FactSide,
    QuestionDifference,
    QuestionSide,
    Stop,
    Trial,
)

_encoder = msgspec.json.Encoder(order="deterministic")


def report_of(trial: Trial) -> msgspec.Raw:
    """The report of a trial, as the audit log keeps it."""
    return msgspec.Raw(_encoder.encode(trial))


def says_the_same(report: msgspec.Raw, trial: Trial) -> bool:
    """Whether a report says what this trial says, in whatever words."""
    try:
        told = msgspec.json.decode(report, type=Trial)
    except msgspec.DecodeError:
        return False
    return _encoder.encode(_plain(told)) == _encoder.encode(_plain(trial))


def _plain(trial: Trial) -> Trial:
    return msgspec.structs.replace(
        trial,
        question=trial.question and _plain_question(trial.question),
        fact=trial.fact and _plain_fact(trial.fact),
        stop=trial.stop and _plain_stop(trial.stop),
    )


def _plain_fact(fact: FactDifference) -> FactDifference:
    def side(told: FactSide) -> FactSide:
        return msgspec.structs.replace(told, sentence="", rule=_plain_rule(told.rule))

    return msgspec.structs.replace(
        fact, record=fact.record and side(fact.record), tried=fact.tried and side(fact.tried)
    )


def _plain_question(question: QuestionDifference) -> QuestionDifference:
    def side(asked: QuestionSide) -> QuestionSide:
        rule = asked.rule and _plain_rule(asked.rule)
        alone = ("",) * len(asked.alone)
        return msgspec.structs.replace(asked, asked="", rule=rule, alone=alone)

    return msgspec.structs.replace(
        question,
        record=question.record and side(question.record),
        tried=question.tried and side(question.tried),
    )


def _plain_stop(stop: Stop) -> Stop:
    choices, rule = ("",) * len(stop.choices), stop.rule and _plain_rule(stop.rule)
    return msgspec.structs.replace(stop, asked="", choices=choices, why="", rule=rule)


def _plain_rule(rule: Citation) -> Citation:
    return Citation(rule.rule, "", {})
