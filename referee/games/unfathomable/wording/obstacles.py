"""The obstacles of Unfathomable in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.unfathomable.obstacles import Obstacle

OBSTACLE_WORDS: Mapping[str, str] = {
    Obstacle.IN_THE_BRIG: "Nobody in the Brig can do that.",
    Obstacle.NOT_A_SHIP_SPACE: "Characters move only on the ship, not in the water.",
    Obstacle.NOT_BY_CHOICE: "Nobody moves to the Brig or the Sick Bay by choice.",
    Obstacle.ALREADY_THERE: "It is already there.",
    Obstacle.NO_ENEMY_HERE: "There is no enemy here.",
    Obstacle.ENEMY_HERE: "A Deep One or a revealed traitor on the space prevents that.",
    Obstacle.SPACE_DAMAGED: "The space is damaged.",
    Obstacle.SPACE_NOT_DAMAGED: "The space is not damaged.",
    Obstacle.USED_THIS_TURN: "That has already been used this turn.",
    Obstacle.NOT_IN_HAND: "That card is not in your hand.",
    Obstacle.NOT_IN_PLAY_AREA: "That is not in your play area.",
    Obstacle.NOT_FOR_HUMANS: "Humans cannot do that.",
    Obstacle.NOT_FOR_TRAITORS: "Revealed traitors cannot do that.",
    Obstacle.NO_PASSENGER_HERE: "There is no passenger here.",
    Obstacle.NO_PASSENGER_LEFT: "There is no passenger left in the supply.",
    Obstacle.HUMAN_HERE: "A human on the space protects the passengers there.",
    Obstacle.NOT_A_TRAITOR: "You have no card with which to reveal as a traitor.",
    Obstacle.VALUE_SHORT: "The cards do not add up to enough.",
    Obstacle.WRONG_SKILL: "That card is of the wrong type.",
    Obstacle.DECK_EMPTY: "That deck is empty.",
    Obstacle.WRONG_TIME: "That cannot be done now.",
    Obstacle.FEAT_USED: "Your feat has already been used.",
    Obstacle.NOT_THE_HOLDER: "You do not have the title or the card for that.",
    Obstacle.MUST_ACT: "You must perform an action.",
    Obstacle.NO_ATTACKS_HERE: "Attacks are not possible here.",
    Obstacle.CANNOT_ATTACK: "You cannot attack.",
    Obstacle.CONFINED: "You cannot do that while you are confined here.",
    Obstacle.NO_DEEP_ONE_HERE: "There is no Deep One here.",
    Obstacle.NO_ACTION_ON_IT: "That has no action.",
    Obstacle.CHARACTER_TAKEN: "Somebody else plays that character.",
    Obstacle.NOBODY_HERE: "There is nobody else here.",
    Obstacle.NO_ITEM_HERE: "Nobody here has an item.",
    Obstacle.NOT_A_TRADE: "That item cannot change hands that way.",
    Obstacle.NO_HUMAN_HERE: "There is no human here.",
    Obstacle.NOT_YOUR_CHARACTER: "That is an ability of another character.",
    Obstacle.NO_MONARCH_THERE: "The monarch is not on the board.",
    Obstacle.TOO_MANY_ITEMS: "You have too many items for that.",
    Obstacle.WRONG_SPACE: "That cannot be done on this space.",
    Obstacle.USED_THIS_ROLL: "That has already been used for this roll.",
    Obstacle.USED_THIS_TEST: "That has already been used in this test.",
    Obstacle.NOT_ANOTHER: "It must be a different player.",
    Obstacle.NO_ENEMY_ANYWHERE: "There is no enemy on the board.",
    Obstacle.NO_DEEP_ONE_ANYWHERE: "There is no Deep One on the board.",
    "total_at_least": "The values of the cards do not add up to enough.",
}
"""Sentences by the name of an obstacle, or of a limit that an answer breaks."""
