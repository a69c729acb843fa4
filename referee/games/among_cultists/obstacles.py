"""The obstacles to a choice under the rules of Among Cultists.

A guard in the rules returns a `Refused` or None. The same guard decides whether a choice is offered and explains why
not if a seat chooses it anyway. It depends only on what that seat knows.
"""

from __future__ import annotations

from enum import StrEnum

from referee.kernel.refusals import Refusal, Refused


class Obstacle(StrEnum):
    """The reason why a choice is not among the options."""

    MOVEMENT_POINTS_SPENT = "movement_points_spent"
    NO_WAY = "no_way"
    BRIDGE_CLOSED = "bridge_closed"
    FISHMAN_IN_THE_WAY = "fishman_in_the_way"
    IS_A_BOAT = "is_a_boat"
    ABOARD = "aboard"
    BOAT_AWAY = "boat_away"
    BOAT_FULL = "boat_full"
    BOAT_NOT_READY = "boat_not_ready"
    NOT_ABOARD = "not_aboard"
    JUST_BOARDED = "just_boarded"
    NOT_AT_THE_DOCK = "not_at_the_dock"
    ROUTE_CLOSED = "route_closed"
    CARD_NOT_HELD = "card_not_held"
    PULSE_CARD_HELD = "pulse_card_held"
    NO_BOOK_ROOM = "no_book_room"
    BOOKS_GONE = "books_gone"
    PORTAL_OPEN = "portal_open"
    NO_TASK_CARD = "no_task_card"
    ROOM_NOT_ACTIVE = "room_not_active"
    OFF_ROUTE = "off_route"
    NOT_IN_SECURITY_ROOM = "not_in_security_room"
    NO_POWER = "no_power"
    TARGET_IN_THE_DARK = "target_in_the_dark"
    TARGET_IS_A_GHOST = "target_is_a_ghost"
    TARGET_IS_YOU = "target_is_you"
    TARGET_ELSEWHERE = "target_elsewhere"
    NO_SUCH_TARGET = "no_such_target"
    WRONG_ISLANDS = "wrong_islands"
    YOU_ARE_A_GHOST = "you_are_a_ghost"
    NOT_ON_A_CORRIDOR = "not_on_a_corridor"
    VOTE_HELD = "vote_held"
    VOTE_ELSEWHERE = "vote_elsewhere"
    NOBODY_FOUND_DEAD = "nobody_found_dead"
    NO_FISHMAN_NEAR = "no_fishman_near"
    NO_PORTAL_HERE = "no_portal_here"
    MUST_BE_TRUE = "must_be_true"


def no(obstacle: Obstacle, rule: str) -> Refused:
    """Refuse a choice because of this obstacle, by this rule."""
    return Refused(Refusal.NOT_OFFERED, rule, obstacle.value)
