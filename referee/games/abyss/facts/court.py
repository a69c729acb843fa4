"""Facts about the Lords at Court."""

from __future__ import annotations

from referee.games.abyss.cards import Lord
from referee.games.abyss.state import State, folds
from referee.kernel.facts import Fact, Public


class LordsCalled(Fact, frozen=True, tag="abyss.lords_called"):
    """Lords came from the deck to the Court."""

    lords: Public[tuple[Lord, ...]]


@folds(LordsCalled)
def _lords_called(state: State, fact: LordsCalled) -> None:
    del state.lord_deck[len(state.lord_deck) - len(fact.lords) :]
    state.court.extend(fact.lords)


class LordReplaced(Fact, frozen=True, tag="abyss.lord_replaced"):
    """A Lord at Court was discarded and the top Lord of the deck took its place."""

    lord: Public[Lord]
    successor: Public[Lord]


@folds(LordReplaced)
def _lord_replaced(state: State, fact: LordReplaced) -> None:
    state.lord_deck.pop()
    state.court[state.court.index(fact.lord)] = fact.successor
    state.lords_gone.append(fact.lord)


class LordDismissed(Fact, frozen=True, tag="abyss.lord_dismissed"):
    """A Lord at Court was discarded, and the deck had no Lord left to take its place."""

    lord: Public[Lord]


@folds(LordDismissed)
def _lord_dismissed(state: State, fact: LordDismissed) -> None:
    state.court.remove(fact.lord)
    state.lords_gone.append(fact.lord)


FACTS: tuple[type[Fact], ...] = (LordsCalled, LordReplaced, LordDismissed)
