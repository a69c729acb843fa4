"""The markers of the two progress tracks."""

from __future__ import annotations

from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, Public


class TravelMoved(Fact, frozen=True, tag="unfathomable.travel_moved"):
    """The travel marker moved to a space of its track; 0 is the start."""

    start: Public[int]
    place: Public[int]


@folds(TravelMoved)
def _travel_moved(state: State, fact: TravelMoved) -> None:
    state.travel = fact.place


class RitualMoved(Fact, frozen=True, tag="unfathomable.ritual_moved"):
    """The ritual marker moved to a space of its track; 0 is the start."""

    start: Public[int]
    place: Public[int]


@folds(RitualMoved)
def _ritual_moved(state: State, fact: RitualMoved) -> None:
    state.ritual = fact.place


FACTS: tuple[type[Fact], ...] = (TravelMoved, RitualMoved)
