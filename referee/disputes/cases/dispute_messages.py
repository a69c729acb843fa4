"""Explanations, trials and precedents as messages and sentences."""

from __future__ import annotations

from collections.abc import Sequence

from referee.disputes.cases.case_actions import Precedent
from referee.disputes.explain.citations import Citation, InForce
from referee.disputes.explain.explanations import Explanation, Given, Luck, RefusalExplained, Shuffled
from referee.disputes.explain.trial_result import Trial
from referee.wire.standing_messages import ruling_message
from referee_api.v1 import disputes_pb2 as api
from referee_api.v1 import referee_pb2 as base

EFFECTS = {
    "none": api.TRIAL_EFFECT_NONE,
    "questions": api.TRIAL_EFFECT_QUESTIONS,
    "facts": api.TRIAL_EFFECT_FACTS,
    "outcome": api.TRIAL_EFFECT_OUTCOME,
    "unknown": api.TRIAL_EFFECT_UNKNOWN,
}
_SAID = {
    "none": "No effect: the same questions, facts and outcome.",
    "questions": "The same happens, but someone would have been asked or offered something else.",
    "facts": "Something else happens, with the same outcome.",
    "outcome": "The outcome changes.",
    "unknown": "The outcome is unknown: the recorded answers do not lead that far.",
}
_SAID_SO_FAR = {
    **_SAID,
    "none": "No effect so far: the same questions and facts.",
    "facts": "Something else happens; the match is not over.",
}
"""The sentences for a match that is not over."""
_HOW = {
    "seat": "answered",
    "clock": "ran out of time at",
    "order": "had left a standing order for",
}


def explanation_message(told: Explanation) -> api.ExplainResponse:
    """Return an explanation of a fact as a message."""
    answer = " ".join([_say_answer(given) for given in told.answers])
    draws = [_draw_message(luck, _say_draw(luck, told.number)) for luck in told.draws]
    draws += [_draw_message(each.luck, _say_shuffle(each)) for each in told.shuffles]
    return api.ExplainResponse(
        sentence=told.sentence,
        kind=told.kind,
        rules=_cited(told.path, told.rulings),
        answer=answer,
        draws=draws,
    )


def refusal_message(told: RefusalExplained) -> api.ExplainResponse:
    """Return an explanation of a refusal as a message."""
    path = [*told.path]
    if told.rule is not None and (not path or path[-1].rule != told.rule.rule):
        path.append(told.rule)
    return api.ExplainResponse(
        sentence="The rules take this answer." if told.is_allowed else told.why,
        kind=told.obstacle or told.refusal,
        rules=_cited(path, told.rulings),
        answer=" ".join(told.choices),
    )


def _cited(path: Sequence[Citation], rulings: Sequence[InForce]) -> list[api.CitedRule]:
    """Return every rule with the readings in force that apply to it."""
    return [
        api.CitedRule(
            rule=base.Rule(id=cited.rule, statement=cited.statement, paragraphs=cited.paragraphs),
            readings=[
                api.CitedReading(ruling=each.ruling, reading=each.reading, statement=each.says)
                for each in rulings
                if cited.rule in each.rules
            ],
        )
        for cited in path
    ]


def _say_answer(given: Given) -> str:
    chosen = " ".join(given.choices) or "Nothing."
    return f"Seat {given.seat} {_HOW[given.by]} “{given.asked}” {chosen}"


def _draw_message(luck: Luck, sentence: str) -> api.CitedDraw:
    return api.CitedDraw(
        stream=luck.label, word=luck.word, size=luck.size, result=luck.result, sentence=sentence
    )


def _say_draw(luck: Luck, number: int) -> str:
    if luck.fact == number:
        return "Drawn for this fact."
    return f"Drawn between the answer and this fact, before fact {luck.fact}."


def _say_shuffle(shuffled: Shuffled) -> str:
    places = ", ".join([str(place) for place in shuffled.places])
    if shuffled.is_taken:
        return f"The shuffle that put {shuffled.card} at place {places}, from where it was taken."
    return f"The shuffle that put a card of the name {shuffled.card} at place {places}."


def say_trial(trial: Trial) -> str:
    """Return the result of a trial in a few sentences."""
    said = [(_SAID_SO_FAR if trial.outcome is None else _SAID)[trial.effect]]
    fact, stop = trial.fact, trial.stop
    if fact is not None:
        said.append(f"The first fact that differs is {fact.number}.")
        said.append(f"As played: {fact.record.sentence if fact.record else 'the match is over.'}")
        said.append(f"As tried: {fact.tried.sentence if fact.tried else 'the match is over.'}")
    elif trial.question is not None:
        said.append(f"The first question that differs is asked after fact {trial.question.after}.")
    said.append(f"{trial.followed} of {trial.answers} answers could be followed.")
    if stop is not None and stop.reason == "not_allowed":
        said.append(f"The answer in entry {stop.entry} is not allowed there: {stop.why}")
    elif stop is not None and stop.reason == "not_on_record":
        said.append(
            f"After fact {stop.after}, seat {stop.seat} is asked a question that the record does not answer there."
        )
    return " ".join(said)


def precedent_message(kept: Precedent) -> api.Precedent:
    """Return a precedent as a message."""
    return api.Precedent(
        game=kept.game,
        match=kept.match,
        number=kept.case.number,
        claim=kept.case.claim,
        ruling=ruling_message(kept.ruling),
        note=kept.note,
    )
