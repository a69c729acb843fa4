"""Sentences of Abyss for people: what happened, what may be chosen, and why something may not.

    >>> from referee.games.abyss.cards import Card
    >>> from referee.games.abyss.facts.explore import AllyBought
    >>> from referee.games.abyss.facts.supply import TokensDrawn
    >>> say_fact(AllyBought(seat=1, seller=0, ally=Card.CRAB_3, price=2), ["Ann", "Ben"])
    'Ben buys Crab 3 from Ann for 2 pearls.'
    >>> say_fact(TokensDrawn(seat=0, tokens=(0, 0)), ["Ann", "Ben"])
    'Ann draws 2 Monster tokens.'

A fact is worded as its viewer was told it: what lies face down is counted, never named. The sentences are English;
`language` chooses the names of cards, if we know those of that edition.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.abyss.wording.choices import CHOICE_WORDS
from referee.games.abyss.wording.facts import ENDINGS, FACT_WORDS
from referee.games.abyss.wording.names import EDITION_NAMES, Language, Names
from referee.games.abyss.wording.obstacles import OBSTACLE_WORDS
from referee.games.sentences import sentence
from referee.kernel.asks import Choice
from referee.kernel.facts import Fact
from referee.kernel.wording import Wording


def say_fact(fact: Fact, seat_names: Sequence[str], language: Language = "en") -> str:
    """Return the sentence for a fact as its viewer was told it."""
    return sentence(FACT_WORDS[type(fact)](fact, Names(seat_names, language)), seat_names)


def say_choice(choice: Choice, seat_names: Sequence[str], language: Language = "en") -> str:
    """Return the sentence for what a choice would do."""
    return sentence(CHOICE_WORDS[type(choice)](choice, Names(seat_names, language)), ())


WORDING = Wording(
    say_fact=say_fact,
    say_choice=say_choice,
    obstacles=OBSTACLE_WORDS,
    endings={ending: sentence(f"a seat {words}", ()) for ending, words in ENDINGS.items()},
    edition_names=EDITION_NAMES,
)
