"""Unfathomable in sentences for people: facts, choices, obstacles, endings and card texts.

    >>> from referee.games.unfathomable.cards import Resource
    >>> from referee.games.unfathomable.facts.resources import ResourceLost
    >>> say_fact(ResourceLost(Resource.FUEL, 2), ["Ann", "Ben", "Cleo"])
    'The ship loses 2 fuel.'

A fact is worded as its viewer was told it: face-down cards are counted, never named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from referee.games.printed import names_by_edition
from referee.games.sentences import sentence
from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import (
    CHARACTERS,
    Character,
    Damage,
    Item,
    Mythos,
    SkillCard,
    Spell,
    Waypoint,
)
from referee.games.unfathomable.ending import Ending
from referee.games.unfathomable.wording.card_facts import CARD_WORDS
from referee.games.unfathomable.wording.choices import CHOICE_WORDS
from referee.games.unfathomable.wording.names import Names, Words
from referee.games.unfathomable.wording.numbered_options import say_numbered
from referee.games.unfathomable.wording.obstacles import OBSTACLE_WORDS
from referee.games.unfathomable.wording.ship_facts import SHIP_WORDS
from referee.games.unfathomable.wording.statements import STATEMENT_WORDS
from referee.kernel.asks import Choice
from referee.kernel.facts import Fact
from referee.kernel.table import Ended
from referee.kernel.wording import Wording
from referee.rulebook import load_rulebook

ENDINGS: Mapping[Ending, str] = {
    Ending.ARRIVED: "The ship reaches port",
    Ending.FUEL_GONE: "The fuel is gone",
    Ending.FOOD_GONE: "The food is gone",
    Ending.SANITY_GONE: "Everyone aboard has gone mad",
    Ending.SOULS_GONE: "No soul is left aboard",
    Ending.SHIP_SUNK: "The ship sinks",
    Ending.OVERRUN: "Deep Ones overrun the ship",
}


def _ended(fact: Ended, names: Names) -> str:
    ending = ENDINGS[Ending(fact.ending)]
    if not fact.winners:
        return f"{ending}: nobody wins"
    side = "humans" if fact.ending == Ending.ARRIVED else "traitors"
    return f"{ending}, and the {side} win: {names.seats(fact.winners)}"


FACT_WORDS: Mapping[type[Fact], Words] = {**SHIP_WORDS, **CARD_WORDS, **STATEMENT_WORDS, Ended: _ended}


def say_fact(fact: Fact, seat_names: Sequence[str]) -> str:
    """Return a sentence for a fact, as its viewer was told it."""
    return sentence(FACT_WORDS[type(fact)](fact, Names(seat_names)), seat_names)


def say_choice(choice: Choice, seat_names: Sequence[str]) -> str:
    """Return a sentence for what a choice does."""
    return sentence(CHOICE_WORDS[type(choice)](choice, Names(seat_names)), ())


WORDING = Wording(
    say_fact=say_fact,
    say_choice=say_choice,
    say_numbered=say_numbered,
    obstacles=OBSTACLE_WORDS,
    endings={ending: sentence(words, ()) for ending, words in ENDINGS.items()},
    edition_names=names_by_edition("unfathomable"),
)


_KINDS: Mapping[type[StrEnum], str] = {
    Item: "item",
    Spell: "spell",
    Waypoint: "waypoint",
    Damage: "damage",
    Mythos: "mythos",
    Space: "room",
}


def rules_of(card: StrEnum) -> tuple[str, ...]:
    """Return the rules of a card or a room; for a character, of its ability, feat and reveal ability.

    >>> rules_of(SkillCard.KEEN_INSIGHT_3), rules_of(Damage.STRUCTURAL_WILL), rules_of(Mythos.HIDDEN)
    (('skill.keen_insight',), ('damage.structural',), ())
    """
    if card.name == "HIDDEN":
        return ()
    if isinstance(card, SkillCard):
        return (f"skill.{card.ability}",)
    if isinstance(card, Character):
        sheet = CHARACTERS[card]
        return (f"ability.{sheet.ability}", f"feat.{sheet.feat}", f"reveal_ability.{card}")
    if isinstance(card, Damage) and card.startswith("structural"):
        return ("damage.structural",)
    kind = _KINDS.get(type(card))
    return (f"{kind}.{card}",) if kind else ()


def say_card(card: StrEnum) -> str:
    """Return what a card or a room does, in the words of the rulebook; empty for a face-down card.

    >>> say_card(SkillCard.KEEN_INSIGHT_3)
    'Before a die is rolled: add 2 to the result or subtract 2 from it.'
    """
    rules = load_rulebook("referee.games.unfathomable").rules
    return " ".join([rules[rule_id].statement for rule_id in rules_of(card) if rule_id in rules])
