"""Questions of the Skill step. Their options are shared ones."""

from __future__ import annotations

from referee.kernel.asks import Choice

CHOICES: tuple[type[Choice], ...] = ()

QUESTIONS: dict[str, str] = {
    "unfathomable.sick_bay_card": "Which card do you draw in the Sick Bay?",
    "unfathomable.full_skill_set": "Do you draw your skill set, since you have left the Sick Bay?",
    "unfathomable.forgo": "Which cards of your skill set do you forgo for Treachery cards?",
    "unfathomable.treachery_cards": "How many Treachery cards do you draw for the cards forgone?",
}
