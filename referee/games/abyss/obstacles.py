"""The obstacles to a choice under the rules of Abyss.

Each guard in the rules returns a `Refused` or None. The same guard decides whether a choice is offered and
explains why not if a seat chooses it anyway.
"""

from __future__ import annotations

from enum import StrEnum

from referee.kernel.refusals import Refusal, Refused


class Obstacle(StrEnum):
    """The reason why a choice is not among the options."""

    PEARLS_SHORT = "pearls_short"
    COURT_FULL = "court_full"
    COURT_EMPTY = "court_empty"
    LORD_DECK_EMPTY = "lord_deck_empty"
    EXPLORATION_EXHAUSTED = "exploration_exhausted"
    STACK_EMPTY = "stack_empty"
    COUNCIL_EMPTY = "council_empty"
    LORD_NOT_AT_COURT = "lord_not_at_court"
    RACES_SHORT = "races_short"
    RACE_MISSING = "race_missing"
    VALUE_SHORT = "value_short"
    LORD_NOT_FREE = "lord_not_free"
    LORD_TURNED = "lord_turned"
    POWER_NOT_PER_TURN = "power_not_per_turn"
    POWER_USED = "power_used"
    JUST_RECRUITED = "just_recruited"
    HAND_EMPTY = "hand_empty"
    ACTION_DONE = "action_done"
    ACTION_OWED = "action_owed"
    ACTION_POSSIBLE = "action_possible"
    NOT_ON_OFFER = "not_on_offer"
    NOT_THIS_REWARD = "not_this_reward"
    TOKENS_SHORT = "tokens_short"
    NO_TOKENS = "no_tokens"
    SHIELDED = "shielded"
    NOT_THE_WEAKEST = "not_the_weakest"
    LOCATION_NOT_OPEN = "location_not_open"
    LOCATION_DECK_SHORT = "location_deck_short"
    FOUR_AT_MOST = "four_at_most"


def no(obstacle: Obstacle, rule: str) -> Refused:
    """Refuse a choice because of this obstacle, by this rule."""
    return Refused(Refusal.NOT_OFFERED, rule, obstacle.value)
