"""What can happen in Among Cultists and who may see it, by chapter. Next to each fact is its fold into the state."""

from __future__ import annotations

from referee.games.among_cultists.facts import (
    actions,
    encounters,
    events,
    movement,
    roles,
    setup,
    turn,
    unsafe,
)
from referee.kernel.facts import Fact

_CHAPTERS = (setup, turn, movement, unsafe, encounters, events, actions, roles)

FACTS: tuple[type[Fact], ...] = tuple([kind for chapter in _CHAPTERS for kind in chapter.FACTS])

PLAIN: frozenset[type[Fact]] = frozenset(
    {
        turn.TurnBegan,
        turn.ActionBegan,
        movement.CharacterMoved,
        movement.BoatBoarded,
        movement.LandingChosen,
        movement.CharacterLanded,
        movement.MoveEnded,
        actions.ActionPassed,
        events.PowerRestarted,
        events.FishmanDrivenOff,
        events.PortalClosed,
    }
)
"""Facts that only move what everyone had seen; nothing that comes from a deck, a hand or a vote."""
