"""Characters going from space to space."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, Public, Seat


class CharacterMoved(Fact, frozen=True, tag="unfathomable.character_moved"):
    """A character went from one space to another, or was put there."""

    seat: Public[Seat]
    start: Public[Space]
    space: Public[Space]


@folds(CharacterMoved)
def _character_moved(state: State, fact: CharacterMoved) -> None:
    state.players[fact.seat].space = fact.space


FACTS: tuple[type[Fact], ...] = (CharacterMoved,)
