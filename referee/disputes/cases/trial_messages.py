"""Trials as messages of the API, and back."""

from __future__ import annotations

from typing import Any, Literal, Union

import msgspec

from referee.disputes.cases.trial_sentences import say_trial
from referee.disputes.explain.citations import Citation
from referee.disputes.explain.phrasing import plain
from referee.disputes.explain.trial_result import (
    FactDifference,
    FactSide,
    QuestionDifference,
    QuestionSide,
    Stop,
    Trial,
    TrialEffect,
)
from referee.feeds.frames import Frame
from referee.games import game as game_named
from referee.kernel.facts import Recorded
from referee.kernel.refusals import Refusal
from referee.kernel.table import Ended
from referee.wire.codec import REFUSALS, codec_of
from referee.wire.decoding import fact_decoder
from referee_api.v1 import disputes_pb2 as api
from referee_api.v1 import referee_pb2 as base

StopReason = Literal["not_allowed", "not_on_record", "record_ends"]

_EFFECTS: dict[TrialEffect, api.TrialEffect] = {
    "none": api.TRIAL_EFFECT_NONE,
    "questions": api.TRIAL_EFFECT_QUESTIONS,
    "facts": api.TRIAL_EFFECT_FACTS,
    "outcome": api.TRIAL_EFFECT_OUTCOME,
    "unknown": api.TRIAL_EFFECT_UNKNOWN,
}
_REASONS: dict[StopReason, api.TrialStopReason] = {
    "not_allowed": api.TRIAL_STOP_REASON_NOT_ALLOWED,
    "not_on_record": api.TRIAL_STOP_REASON_NOT_ON_RECORD,
    "record_ends": api.TRIAL_STOP_REASON_RECORD_ENDS,
}
_EFFECTS_BY_NUMBER = {number: effect for effect, number in _EFFECTS.items()}
_REASONS_BY_NUMBER = {number: reason for reason, number in _REASONS.items()}
_REFUSALS_BY_NUMBER = {number: refusal for refusal, number in REFUSALS.items()}


# --- to messages ---


def trial_message(trial: Trial, game: str) -> api.TrialReport:
    """Return a trial of a match of this game as a message."""
    fact, question, stop = trial.fact, trial.question, trial.stop
    return api.TrialReport(
        sentence=say_trial(trial),
        effect=_EFFECTS[trial.effect],
        edition=trial.edition,
        readings=[
            api.TriedReading(ruling=key, played=played, tried=tried)
            for key, (played, tried) in trial.readings.items()
        ],
        first_question=None if question is None else _question_difference(question),
        first_fact=None if fact is None else _fact_difference(fact, game),
        answers=trial.answers,
        followed=trial.followed,
        passed_over=trial.passed_over,
        stop=None if stop is None else _stop(stop),
        facts=trial.facts,
        facts_tried=trial.facts_tried,
        outcome=_outcome(trial.outcome),
        outcome_tried=_outcome(trial.outcome_tried),
    )


def _fact_difference(fact: FactDifference, game: str) -> api.FactDifference:
    return api.FactDifference(
        number=fact.number,
        entry=fact.entry,
        played=_fact(fact.record, game),
        tried=_fact(fact.tried, game),
        fields=fact.fields,
        rulings=fact.rulings,
    )


def _fact(side: FactSide | None, game: str) -> api.TrialFact | None:
    if side is None:
        return None
    kinds: Any = Union[(*game_named(game).facts, Ended)]
    fact = msgspec.convert({"kind": side.kind, **side.fact}, kinds)
    frame = Frame(1, (Recorded("/".join(side.path), fact),), None, (), None)
    told = base.Frame.FromString(codec_of(game).frame(frame)).told
    return api.TrialFact(fact=told, sentence=side.sentence, rule=_rule(side.rule))


def _question_difference(question: QuestionDifference) -> api.QuestionDifference:
    return api.QuestionDifference(
        after=question.after,
        played=_question(question.record),
        tried=_question(question.tried),
        rulings=question.rulings,
    )


def _question(side: QuestionSide | None) -> api.TrialQuestion | None:
    if side is None:
        return None
    return api.TrialQuestion(
        seat=side.seat,
        name=side.name,
        text=side.asked,
        path="/".join(side.path),
        rule=_rule(side.rule),
        option_count=side.options,
        least=side.least,
        most=side.most,
        limits=[_limit(**limit) for limit in side.limits],
        only_here=side.alone,
    )


def _limit(kind: str, rule: str, **values: Any) -> base.Limit:
    limit = base.Limit(rule=rule)
    getattr(limit, kind).SetInParent()
    for name, value in values.items():
        setattr(getattr(limit, kind), name, value)
    return limit


def _stop(stop: Stop) -> api.TrialStop:
    refusal: Any = REFUSALS[Refusal(stop.refusal)] if stop.refusal else 0
    return api.TrialStop(
        reason=_REASONS[stop.reason],
        entry=stop.entry,
        after=stop.after,
        seat=stop.seat,
        name=stop.name,
        text=stop.asked,
        choices=stop.choices,
        refusal=refusal,
        why=stop.why,
        rule=_rule(stop.rule),
    )


def _rule(cited: Citation | None) -> base.Rule | None:
    if cited is None:
        return None
    return base.Rule(
        id=cited.rule,
        statement=cited.statement,
        paragraphs=cited.paragraphs,
        is_printed=cited.is_printed,
        source=cited.source,
        house=cited.house,
    )


def _outcome(ended: Ended | None) -> base.Outcome | None:
    if ended is None:
        return None
    return base.Outcome(ending=ended.ending, winners=ended.winners, scores=ended.scores)


# --- from messages ---


def read_trial(report: api.TrialReport) -> Trial:
    """Return the trial that a report describes; raises ValueError for one that this version does not know."""
    if report.effect not in _EFFECTS_BY_NUMBER:
        raise ValueError("the report has an effect that this version does not know")
    return Trial(
        edition=report.edition,
        readings={each.ruling: (each.played, each.tried) for each in report.readings},
        effect=_EFFECTS_BY_NUMBER[report.effect],
        question=_read_question_difference(report.first_question)
        if report.HasField("first_question")
        else None,
        fact=_read_fact_difference(report.first_fact) if report.HasField("first_fact") else None,
        answers=report.answers,
        followed=report.followed,
        passed_over=report.passed_over,
        stop=_read_stop(report.stop) if report.HasField("stop") else None,
        facts=report.facts,
        facts_tried=report.facts_tried,
        outcome=_read_outcome(report.outcome) if report.HasField("outcome") else None,
        outcome_tried=_read_outcome(report.outcome_tried) if report.HasField("outcome_tried") else None,
    )


def _read_fact_difference(found: api.FactDifference) -> FactDifference:
    return FactDifference(
        number=found.number,
        entry=found.entry,
        record=_read_fact(found.played) if found.HasField("played") else None,
        tried=_read_fact(found.tried) if found.HasField("tried") else None,
        fields=tuple(found.fields),
        rulings=tuple(found.rulings),
    )


def _read_fact(side: api.TrialFact) -> FactSide:
    game = side.fact.WhichOneof("game")
    if game is None:
        raise ValueError("the report has a fact of a game that this version does not know")
    (recorded,) = fact_decoder(game).facts(base.Frame(told=side.fact))
    fact = plain(recorded.fact)
    return FactSide(
        fact.pop("kind"), side.sentence, fact, tuple(recorded.path.split("/")), _read_rule(side.rule)
    )


def _read_question_difference(found: api.QuestionDifference) -> QuestionDifference:
    return QuestionDifference(
        after=found.after,
        record=_read_question(found.played) if found.HasField("played") else None,
        tried=_read_question(found.tried) if found.HasField("tried") else None,
        rulings=tuple(found.rulings),
    )


def _read_question(side: api.TrialQuestion) -> QuestionSide:
    return QuestionSide(
        seat=side.seat,
        name=side.name,
        asked=side.text,
        path=tuple([rule for rule in side.path.split("/") if rule]),
        rule=_read_rule(side.rule) if side.HasField("rule") else None,
        options=side.option_count,
        least=side.least,
        most=side.most,
        limits=tuple([_read_limit(limit) for limit in side.limits]),
        alone=tuple(side.only_here),
    )


def _read_limit(limit: base.Limit) -> dict[str, Any]:
    kind = limit.WhichOneof("kind") or ""
    values = getattr(limit, kind) if kind else limit
    fields = values.DESCRIPTOR.fields if kind else ()
    return {"kind": kind, "rule": limit.rule, **{each.name: getattr(values, each.name) for each in fields}}


def _read_stop(stop: api.TrialStop) -> Stop:
    if stop.reason not in _REASONS_BY_NUMBER:
        raise ValueError("the report has a reason to stop that this version does not know")
    refusal = _REFUSALS_BY_NUMBER.get(stop.refusal)
    return Stop(
        reason=_REASONS_BY_NUMBER[stop.reason],
        entry=stop.entry,
        after=stop.after,
        seat=stop.seat,
        name=stop.name,
        asked=stop.text,
        choices=tuple(stop.choices),
        refusal="" if refusal is None else refusal,
        why=stop.why,
        rule=_read_rule(stop.rule) if stop.HasField("rule") else None,
    )


def _read_rule(rule: base.Rule) -> Citation:
    return Citation(rule.id, rule.statement, dict(rule.paragraphs), rule.is_printed, rule.source, rule.house)


def _read_outcome(outcome: base.Outcome) -> Ended:
    return Ended(outcome.ending, tuple(outcome.winners), tuple(outcome.scores))
