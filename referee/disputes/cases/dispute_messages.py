"""Explanations, precedents and remedies as messages and sentences."""

from __future__ import annotations

from collections.abc import Sequence

from referee.audit.entries import Award, Remedy, ReplayUnder, Rewind, Stands, Void
from referee.disputes.cases.precedents import Precedent
from referee.disputes.explain.citations import Citation, InForce
from referee.disputes.explain.explanations import Explanation, Given, Luck, RefusalExplained, Shuffled
from referee.wire.standing_messages import ruling_message
from referee.wire.times import timestamp
from referee_api.v1 import disputes_pb2 as api
from referee_api.v1 import referee_pb2 as base

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


def precedent_message(kept: Precedent) -> api.Precedent:
    """Return a precedent as a message."""
    return api.Precedent(
        game=kept.game,
        match_id=kept.match,
        number=kept.case.number,
        claim=kept.case.claim,
        ruling=ruling_message(kept.case, kept.ruling),
        note=kept.note,
        official_name=kept.official,
        is_approved=kept.is_approved,
        rule_time=timestamp(kept.ruling.at),
    )


def remedy_message(remedy: Remedy) -> api.Stands | api.Rewind | api.ReplayUnder | base.Award:
    """Return a remedy as the message that a ruling is made with."""
    match remedy:
        case Stands():
            return api.Stands()
        case Rewind(fact=fact):
            return api.Rewind(fact=fact)
        case ReplayUnder(edition=edition, rulings=rulings):
            return api.ReplayUnder(edition=edition, rulings=rulings)
        case Award(winners=winners):
            return base.Award(winners=winners)
        case Void():
            return base.Award(is_void=True)
