"""What one may choose in an attack."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.kernel.asks import Choice


class ChooseDeepOne(Choice, frozen=True, tag="unfathomable.choose_deep_one"):
    """Choose a Deep One on this space."""

    space: Space


CHOICES: tuple[type[Choice], ...] = (ChooseDeepOne,)

QUESTIONS: dict[str, str] = {
    "unfathomable.defender": "Whom do you attack?",
}
