"""What is asked in a skill test."""

from __future__ import annotations

from referee.kernel.asks import Choice

CHOICES: tuple[type[Choice], ...] = ()

QUESTIONS = {
    "unfathomable.contribute": "Which cards do you add to the skill test?",
}
