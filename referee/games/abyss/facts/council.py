"""Facts about the stacks of the Council."""

from __future__ import annotations

from referee.games.abyss.cards import Card, Race
from referee.games.abyss.state import State, folds
from referee.kernel.facts import Fact, OwnerSees, Public, Seat, Secret


class StackTaken(Fact, frozen=True, tag="abyss.stack_taken"):
    """A seat took a Council stack into its hand, unseen until then."""

    seat: Public[Seat]
    race: Public[Race]
    allies: OwnerSees[tuple[Card, ...]]


@folds(StackTaken)
def _stack_taken(state: State, fact: StackTaken) -> None:
    state.council[fact.race].clear()
    state.realms[fact.seat].hand.extend(fact.allies)


class StackDiscarded(Fact, frozen=True, tag="abyss.stack_discarded"):
    """A Council stack was discarded, face down as it lay."""

    race: Public[Race]
    allies: Secret[tuple[Card, ...]]


@folds(StackDiscarded)
def _stack_discarded(state: State, fact: StackDiscarded) -> None:
    state.council[fact.race].clear()
    state.discard.extend(fact.allies)


FACTS: tuple[type[Fact], ...] = (StackTaken, StackDiscarded)
