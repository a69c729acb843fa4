"""Choices and questions about mythos cards and their crises."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.kernel.asks import Choice


class BarricadeHatches(Choice, frozen=True, tag="unfathomable.barricade_hatches"):
    """Discard Barricade the Hatches: no Deep One moves into an interior space for the rest of the turn."""


class SacrificeDeepOne(Choice, frozen=True, tag="unfathomable.sacrifice_deep_one"):
    """Try to sacrifice a Deep One on your space, by the mythos card in your play area."""


class RememberTheDeep(Choice, frozen=True, tag="unfathomable.remember_the_deep"):
    """Make the test of Memory of the Deep again, to be rid of the card."""


class MoveDeepOne(Choice, frozen=True, tag="unfathomable.move_deep_one"):
    """Move a Deep One from this space to that one."""

    start: Space
    end: Space


CHOICES: tuple[type[Choice], ...] = (BarricadeHatches, SacrificeDeepOne, RememberTheDeep, MoveDeepOne)

QUESTIONS: dict[str, str] = {
    "unfathomable.one_of_two": "Which of the two mythos cards do you resolve?",
    "unfathomable.crisis": "Which option of the crisis do you choose?",
    "unfathomable.crisis_or_test": "Do you choose the skill test or the other option of the crisis?",
    "unfathomable.crisis_discard": "Which cards do you discard?",
    "unfathomable.crisis_lore": "Which lore card do you discard?",
    "unfathomable.accusation": "Whom do you send to the Brig?",
    "unfathomable.adrift_fishing_boat": "Do you risk one more passenger to gain 1 food?",
    "unfathomable.criminal_activity_keep": "Which of your items do you keep?",
    "unfathomable.criminal_activity_remove": "Which of your items do you remove from the game?",
    "unfathomable.move_each_deep_one": "Which Deep One do you move next, and where? Each one moves once.",
    "unfathomable.may_move_deep_ones": "Which Deep One do you move next, and where? Pass to move no more.",
    "unfathomable.identity_crisis": "Which card of your skill set do you draw?",
    "unfathomable.jail_break": "To which space do you go from the Brig?",
    "unfathomable.missing_munitions": "On which space do you defeat a Deep One?",
    "unfathomable.rat_infestation": "Do you lose 1 sanity to gain 1 food?",
    "unfathomable.the_captains_banquet": "Do you move to the Galley?",
    "unfathomable.volunteer_army": "How many passengers do you risk?",
    "unfathomable.volunteer_army_defeat": "On which space do you defeat a Deep One?",
    "unfathomable.history_repeats": "Whom do you send to the Brig, if anyone?",
    "unfathomable.the_game_is_afoot": "On which space do you defeat all Deep Ones?",
    "unfathomable.family_ties": "To which space do the Deep Ones come?",
}
