"""What can happen in Unfathomable and who may see it, by chapter. Next to each fact is its fold into the state."""

from __future__ import annotations

from referee.games.unfathomable.facts import (
    actions,
    attack,
    chaos,
    damage,
    defeat,
    dice,
    hand,
    items,
    loyalty,
    moving,
    mythos,
    resources,
    reveal,
    rooms,
    setup,
    skill_test,
    spawning,
    spells,
    spoken,
    titles,
    tracks,
    trade,
    turn,
    waypoints,
)
from referee.kernel.facts import Fact

_CHAPTERS = (
    setup,
    turn,
    actions,
    hand,
    moving,
    spoken,
    attack,
    dice,
    defeat,
    spawning,
    damage,
    resources,
    tracks,
    waypoints,
    chaos,
    skill_test,
    mythos,
    items,
    trade,
    rooms,
    spells,
    loyalty,
    titles,
    reveal,
)

FACTS: tuple[type[Fact], ...] = tuple([kind for chapter in _CHAPTERS for kind in chapter.FACTS])

PLAIN: frozenset[type[Fact]] = frozenset(
    {
        turn.TurnBegan,
        turn.StepBegan,
        turn.ActionSpent,
        actions.ActionPassed,
        actions.AbilityUsed,
        moving.CharacterMoved,
        trade.ExchangeProposed,
        trade.ExchangeDeclined,
        items.ItemGiven,
        titles.TitlePassed,
        spawning.DeepOnesMoved,
        spawning.DeepOnesReturned,
        spawning.MonarchMoved,
        spawning.RoomThreatened,
        spoken.Declined,
        spoken.PlayerChosen,
        spoken.OrderChosen,
        spoken.DeepOnesCalled,
        spoken.DeepOneChosen,
        spoken.MonarchChosen,
        spoken.SuspectNamed,
        spoken.NumberChosen,
        spoken.ResultNamed,
        damage.DamageAimed,
    }
)
"""Facts that only move what everyone had seen; nothing that comes from a deck, a hand or a roll."""
