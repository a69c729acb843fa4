"""The obstacles of Among Cultists in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.among_cultists.obstacles import Obstacle

OBSTACLE_WORDS: Mapping[str, str] = {
    Obstacle.MOVEMENT_POINTS_SPENT: "You have too few movement points left.",
    Obstacle.NO_WAY: "That Location is not one step away.",
    Obstacle.BRIDGE_CLOSED: "Tentacles close that bridge in this round.",
    Obstacle.FISHMAN_IN_THE_WAY: "A Fishman is in the way.",
    Obstacle.IS_A_BOAT: "One boards a Boat; one does not step onto it.",
    Obstacle.ABOARD: "You are aboard a Boat; leave it first.",
    Obstacle.BOAT_AWAY: "That Boat is not at a Dock of your Room.",
    Obstacle.BOAT_FULL: "That Boat is full.",
    Obstacle.BOAT_NOT_READY: "The route of that Boat is closed, so it is not ready.",
    Obstacle.NOT_ABOARD: "You are not aboard a Boat.",
    Obstacle.JUST_BOARDED: "You boarded the Boat in this move; sail, or stay aboard.",
    Obstacle.NOT_AT_THE_DOCK: "That Room does not touch the Dock where the Boat is.",
    Obstacle.ROUTE_CLOSED: "Tentacles close the route of the Boat in this round.",
    Obstacle.CARD_NOT_HELD: "You do not hold that card.",
    Obstacle.PULSE_CARD_HELD: "You hold a pulse card, so you must give one.",
    Obstacle.NO_BOOK_ROOM: "That is not a Room with books.",
    Obstacle.BOOKS_GONE: "The Room has no books left.",
    Obstacle.PORTAL_OPEN: "A Portal is open in the Room.",
    Obstacle.NO_TASK_CARD: "You hold no task card.",
    Obstacle.ROOM_NOT_ACTIVE: "The Room has too few cards to be active.",
    Obstacle.OFF_ROUTE: "The colour of the Room is not on your Route card for this round.",
    Obstacle.NOT_IN_SECURITY_ROOM: "You are not in the Security Room.",
    Obstacle.NO_POWER: "The camera has no power.",
    Obstacle.TARGET_IN_THE_DARK: "The camera sees nothing where the power is out.",
    Obstacle.TARGET_IS_A_GHOST: "That Character is a Ghost.",
    Obstacle.TARGET_IS_YOU: "That is your own Character.",
    Obstacle.TARGET_ELSEWHERE: "That Character is not at your Location.",
    Obstacle.NO_SUCH_TARGET: "There is no such seat.",
    Obstacle.WRONG_ISLANDS: "The power cannot be out on these islands; choose two different ones.",
    Obstacle.YOU_ARE_A_GHOST: "A Ghost cannot do that.",
    Obstacle.NOT_ON_A_CORRIDOR: "You did not end your movement on a bridge, a corridor or a Boat.",
    Obstacle.VOTE_HELD: "A vote was already held in this round.",
    Obstacle.VOTE_ELSEWHERE: "A vote can be called only in the Security Room.",
    Obstacle.NOBODY_FOUND_DEAD: "A vote can be called only after somebody was found dead.",
    Obstacle.NO_FISHMAN_NEAR: "There is no Fishman near you at that Location.",
    Obstacle.NO_PORTAL_HERE: "There is no Portal here.",
    Obstacle.MUST_BE_TRUE: "You must say what you saw.",
}
