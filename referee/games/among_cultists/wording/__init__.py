"""Sentences of Among Cultists for people: what happened, what may be chosen, and why something may not.

    >>> from referee.games.among_cultists.cards import Face
    >>> from referee.games.among_cultists.facts.actions import RoomFilled
    >>> say_fact(RoomFilled(seat=1, room="green_room_south", face=Face.HIDDEN), ["Ann", "Ben"])
    'Ben puts a task card into Green Room South.'

A fact is worded as its viewer was told it: what lies face down is counted, never named. The sentences are English;
`language` chooses the names of cards, roles and events as that rulebook has them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.games.among_cultists.wording.choices import CHOICE_WORDS
from referee.games.among_cultists.wording.facts import ENDINGS, FACT_WORDS
from referee.games.among_cultists.wording.names import EDITION_NAMES, Language, Names, Words
from referee.games.among_cultists.wording.obstacles import OBSTACLE_WORDS
from referee.games.among_cultists.wording.statements import STATEMENT_WORDS
from referee.games.sentences import sentence
from referee.kernel.asks import Choice
from referee.kernel.facts import Fact
from referee.kernel.wording import Wording

_WORDS: Mapping[type[Fact], Words] = {**FACT_WORDS, **STATEMENT_WORDS}


def say_fact(fact: Fact, seat_names: Sequence[str], language: Language = "en") -> str:
    """Return the sentence for a fact, or for what somebody said, as its viewer was told it."""
    return sentence(_WORDS[type(fact)](fact, Names(seat_names, language)), seat_names)


def say_choice(choice: Choice, seat_names: Sequence[str], language: Language = "en") -> str:
    """Return the sentence for what a choice would do."""
    return sentence(CHOICE_WORDS[type(choice)](choice, Names(seat_names, language)), ())


WORDING = Wording(
    say_fact=say_fact,
    say_choice=say_choice,
    obstacles=OBSTACLE_WORDS,
    endings={ending: sentence(words, ()) for ending, words in ENDINGS.items()},
    edition_names=EDITION_NAMES,
)
