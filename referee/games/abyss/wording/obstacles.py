"""The obstacles of Abyss in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.abyss.obstacles import Obstacle

OBSTACLE_WORDS: Mapping[str, str] = {
    Obstacle.PEARLS_SHORT: "You do not have enough pearls.",
    Obstacle.COURT_FULL: "The Court has no free space.",
    Obstacle.COURT_EMPTY: "There is no Lord at Court.",
    Obstacle.LORD_DECK_EMPTY: "The Lord deck is empty.",
    Obstacle.EXPLORATION_EXHAUSTED: "No exploration card is left, in the deck or in the discard pile.",
    Obstacle.STACK_EMPTY: "That Council stack is empty.",
    Obstacle.COUNCIL_EMPTY: "The Council is empty.",
    Obstacle.LORD_NOT_AT_COURT: "That Lord is not at Court.",
    Obstacle.RACES_SHORT: "You hold Allies of too few races.",
    Obstacle.RACE_MISSING: "You hold no Ally of the race this Lord requires.",
    Obstacle.VALUE_SHORT: "Your Allies and pearls together do not reach the cost.",
    Obstacle.LORD_NOT_FREE: "That Lord is not among the free Lords to choose from.",
    Obstacle.LORD_TURNED: "That Lord is turned; only its influence points are left.",
    Obstacle.POWER_NOT_PER_TURN: "That Lord has no once-per-turn power.",
    Obstacle.POWER_USED: "The power of that Lord was already used this turn.",
    Obstacle.JUST_RECRUITED: "That Lord was recruited this turn; its power can be used from your next turn on.",
    Obstacle.HAND_EMPTY: "You hold no Ally.",
    Obstacle.ACTION_DONE: "You have already carried out your action this turn.",
    Obstacle.ACTION_OWED: "You must carry out an action before you end your turn.",
    Obstacle.ACTION_POSSIBLE: "You can carry out an action, so you must.",
    Obstacle.NOT_ON_OFFER: "That is not the Ally on offer, or not its price.",
    Obstacle.NOT_THIS_REWARD: "The threat track does not show that reward here.",
    Obstacle.TOKENS_SHORT: "There are not enough Monster tokens left for that reward.",
    Obstacle.NO_TOKENS: "That seat has no Monster token.",
    Obstacle.SHIELDED: "A Shaman shields that seat from Soldiers.",
    Obstacle.NOT_THE_WEAKEST: "Only the weakest of the Allies handed in may join you.",
    Obstacle.LOCATION_NOT_OPEN: "That Location is not face up.",
    Obstacle.LOCATION_DECK_SHORT: "The Location deck does not hold that many.",
    Obstacle.FOUR_AT_MOST: "One to four Locations may be drawn.",
    "total_at_least": "The Allies handed in and your pearls together do not reach the cost.",
    "groups_exactly": "The Allies handed in must be of exactly as many races as the Lord shows.",
    "group_required": "The race this Lord requires must be among the Allies handed in.",
    "none_spare": "One of the Allies handed in is not needed for the cost.",
}
"""Sentences for obstacles and for limits of a payment, by name."""
