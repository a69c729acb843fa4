"""Choices and questions about mythos cards and their crises."""

from __future__ import annotations

from referee.kernel.asks import Choice


class BarricadeHatches(Choice, frozen=True, tag="unfathomable.barricade_hatches"):
    """Discard Barricade the Hatches: no Deep One moves into an interior space for the rest of the turn."""


class SacrificeDeepOne(Choice, frozen=True, tag="unfathomable.sacrifice_deep_one"):
    """Try to sacrifice a Deep One on your space, by the mythos card in your play area."""


class RememberTheDeep(Choice, frozen=True, tag="unfathomable.remember_the_deep"):
    """Make the test of Memory of the Deep again, to be rid of the card."""


CHOICES: tuple[type[Choice], ...] = (BarricadeHatches, SacrificeDeepOne, RememberTheDeep)

QUESTIONS: dict[str, str] = {
    "unfathomable.one_of_two": "Which of the two mythos cards do you resolve?",
    "unfathomable.crisis": "Which option of the crisis do you choose?",
    "unfathomable.crisis_or_test": "Do you choose the skill test or the other option of the crisis?",
}
