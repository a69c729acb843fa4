"""Characters moving from space to space."""

from __future__ import annotations

from referee.games.unfathomable.board import SICK_BAY, Space
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, Public, Seat


class CharacterMoved(Fact, frozen=True, tag="unfathomable.character_moved"):
    """A character moved or was moved from one space to another."""

    seat: Public[Seat]
    start: Public[Space]
    space: Public[Space]


@folds(CharacterMoved)
def _character_moved(state: State, fact: CharacterMoved) -> None:
    player = state.players[fact.seat]
    player.space = fact.space
    if fact.start is SICK_BAY and fact.seat != state.active:
        player.left_sick_bay = True


FACTS: tuple[type[Fact], ...] = (CharacterMoved,)
