"""Reports of trials as the audit log stores them, and whether a report agrees with a trial made now.

Wording is ignored in the comparison: sentences, names and paragraphs may be improved later without making an old report
wrong.
"""

from __future__ import annotations

import msgspec

from referee.disputes.explain.citations import Citation
from referee.disputes.explain.trial_result import (
    FactDifference,
    FactSide,
    QuestionDifference,
    QuestionSide,
    Stop,
    Trial,
)

_encoder = msgspec.json.Encoder(order="deterministic")


def report_of(trial: Trial) -> msgspec.Raw:
    """Return the report of a trial, as the audit log stores it."""
    return msgspec.Raw(_encoder.encode(trial))


def says_the_same(report: msgspec.Raw, trial: Trial) -> bool:
    """Return whether a report agrees with this trial, apart from wording."""
    try:
        reported = msgspec.json.decode(report, type=Trial)
    except msgspec.DecodeError:
        return False
    return _encoder.encode(_without_wording(reported)) == _encoder.encode(_without_wording(trial))


def _without_wording(trial: Trial) -> Trial:
    return msgspec.structs.replace(
        trial,
        question=trial.question and _question_without_wording(trial.question),
        fact=trial.fact and _fact_without_wording(trial.fact),
        stop=trial.stop and _stop_without_wording(trial.stop),
    )


def _fact_without_wording(fact: FactDifference) -> FactDifference:
    def side(reported: FactSide) -> FactSide:
        return msgspec.structs.replace(reported, sentence="", rule=_rule_without_wording(reported.rule))

    return msgspec.structs.replace(
        fact, record=fact.record and side(fact.record), tried=fact.tried and side(fact.tried)
    )


def _question_without_wording(question: QuestionDifference) -> QuestionDifference:
    def side(asked: QuestionSide) -> QuestionSide:
        rule = asked.rule and _rule_without_wording(asked.rule)
        alone = ("",) * len(asked.alone)
        return msgspec.structs.replace(asked, asked="", rule=rule, alone=alone)

    return msgspec.structs.replace(
        question,
        record=question.record and side(question.record),
        tried=question.tried and side(question.tried),
    )


def _stop_without_wording(stop: Stop) -> Stop:
    choices, rule = ("",) * len(stop.choices), stop.rule and _rule_without_wording(stop.rule)
    return msgspec.structs.replace(stop, asked="", choices=choices, why="", rule=rule)


def _rule_without_wording(rule: Citation) -> Citation:
    return Citation(rule.rule, "", {})
