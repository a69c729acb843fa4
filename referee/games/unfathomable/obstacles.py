"""The obstacles to a choice under the rules of Unfathomable.

Each guard in the rules returns a `Refused` or None. The same guard decides whether a choice is offered and explains
why it is not.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from referee.kernel.asks import Choice, WhyNot
from referee.kernel.refusals import Refusal, Refused


class Obstacle(StrEnum):
    """The reasons for which a choice is not open."""

    IN_THE_BRIG = "in_the_brig"
    NOT_A_SHIP_SPACE = "not_a_ship_space"
    NOT_BY_CHOICE = "not_by_choice"
    ALREADY_THERE = "already_there"
    NO_ENEMY_HERE = "no_enemy_here"
    ENEMY_HERE = "enemy_here"
    SPACE_DAMAGED = "space_damaged"
    SPACE_NOT_DAMAGED = "space_not_damaged"
    USED_THIS_TURN = "used_this_turn"
    NOT_IN_HAND = "not_in_hand"
    NOT_IN_PLAY_AREA = "not_in_play_area"
    NOT_FOR_HUMANS = "not_for_humans"
    NOT_FOR_TRAITORS = "not_for_traitors"
    NO_PASSENGER_HERE = "no_passenger_here"
    NO_PASSENGER_LEFT = "no_passenger_left"
    HUMAN_HERE = "human_here"
    NOT_A_TRAITOR = "not_a_traitor"
    VALUE_SHORT = "value_short"
    WRONG_SKILL = "wrong_skill"
    DECK_EMPTY = "deck_empty"
    WRONG_TIME = "wrong_time"
    FEAT_USED = "feat_used"
    NOT_THE_HOLDER = "not_the_holder"
    MUST_ACT = "must_act"
    NO_ATTACKS_HERE = "no_attacks_here"
    CANNOT_ATTACK = "cannot_attack"
    USED_THIS_ROLL = "used_this_roll"
    CONFINED = "confined"
    NO_DEEP_ONE_HERE = "no_deep_one_here"
    NO_ACTION_ON_IT = "no_action_on_it"
    CHARACTER_TAKEN = "character_taken"
    NOBODY_HERE = "nobody_here"
    NO_ITEM_HERE = "no_item_here"
    NOT_A_TRADE = "not_a_trade"
    NO_HUMAN_HERE = "no_human_here"
    NOT_YOUR_CHARACTER = "not_your_character"
    NO_MONARCH_THERE = "no_monarch_there"
    TOO_MANY_ITEMS = "too_many_items"
    WRONG_SPACE = "wrong_space"
    USED_THIS_TEST = "used_this_test"
    NOT_ANOTHER = "not_another"
    NO_ENEMY_ANYWHERE = "no_enemy_anywhere"
    NO_DEEP_ONE_ANYWHERE = "no_deep_one_anywhere"


@cache
def no(obstacle: Obstacle, rule: str) -> Refused:
    """Return the refusal of a choice because of this obstacle, by this rule."""
    return Refused(Refusal.NOT_OFFERED, rule, obstacle.value)


@cache
def refuse(kind: type[Choice], obstacle: Obstacle, rule: str) -> WhyNot:
    """Return a check that refuses every choice of a kind that is not among the options."""
    refused = no(obstacle, rule)
    return lambda choice: refused if isinstance(choice, kind) else None
