"""Every action, and every ability that may be used out of turn."""

from __future__ import annotations

from typing import Any

from referee.games.unfathomable import (
    basic_actions,
    characters,
    feats,
    item_reactions,
    items,
    reveal,
    rooms,
    skills,
    skills_in_time,
    spell_effects,
    spells,
    trade,
)
from referee.games.unfathomable.actions import Action
from referee.games.unfathomable.crises import a_to_d, green, s_to_v
from referee.games.unfathomable.windows import Reaction, Timing

ACTIONS: tuple[Action[Any], ...] = (
    basic_actions.MOVE,
    basic_actions.ATTACK,
    basic_actions.RESCUE,
    basic_actions.DEFEAT_PASSENGER,
    items.USE_ITEM,
    rooms.USE_ROOM,
    rooms.REPAIR_ROOM,
    spells.CAST_SPELL,
    characters.DECK_CHIEF,
    characters.QUICK_DRAW,
    characters.OCCULT_TRAINING,
    characters.FIRST_OATH_OF_DAGON,
    characters.SCAVENGER,
    green.REMEMBER_THE_DEEP,
    s_to_v.SACRIFICE,
    feats.FULL_STEAM_AHEAD,
    feats.ARREST_ORDER,
    feats.QUICK_CAST,
    feats.DEEP_ONE_ANCESTRY,
    reveal.REVEAL,
    skills.PLAY_SKILL,
    trade.TRADE,
)
"""All actions, in the order in which a player is offered them."""

REACTIONS: dict[Timing, tuple[Reaction[Any], ...]] = {
    Timing.BEFORE_ROLL: (
        feats.PERFECT_NUMBER,
        item_reactions.ALMANAC,
        skills_in_time.KEEN_INSIGHT,
    ),
    Timing.AFTER_ROLL: (
        characters.FORTUNATE_SON,
        item_reactions.POCKET_PISTOL,
        skills_in_time.COMBAT_TRAINING,
    ),
    Timing.BEFORE_CARDS: (
        feats.SELF_SACRIFICE,
        skills_in_time.NOTHING_TO_HIDE,
        skills_in_time.FORCED_LEARNING,
        skills_in_time.PREPARATION,
    ),
    Timing.AFTER_TOTAL: (
        characters.EXPERIENCED,
        feats.WELL_EQUIPPED,
        item_reactions.LUCKY_RING,
        skills_in_time.DETERMINATION,
        spell_effects.CONSULT_SCRIPT,
    ),
    Timing.CHARACTER_WOULD_BE_DEFEATED: (
        characters.HEALING_WORDS,
        feats.MEDICAL_INTERVENTION,
        item_reactions.STARBUCK,
        skills_in_time.SHRUG_IT_OFF,
    ),
    Timing.PASSENGER_WOULD_BE_DEFEATED: (
        feats.MEDICAL_INTERVENTION,
        item_reactions.TRAVEL_PHARMACY,
    ),
    Timing.MYTHOS_DRAWN: (feats.UNCANNY_FORTUNE,),
    Timing.MYTHOS_CHOICE: (feats.UNCONVENTIONAL_LEADER,),
    Timing.DEEP_ONE_WOULD_ENTER: (a_to_d.BARRICADE,),
}
"""The abilities of each moment, in the order in which a player is offered them."""
