"""What the players choose before the first turn."""

from __future__ import annotations

from referee.games.unfathomable.cards import Character
from referee.kernel.asks import Choice


class ChooseCharacter(Choice, frozen=True, tag="unfathomable.choose_character"):
    """Play this character."""

    character: Character


CHOICES: tuple[type[Choice], ...] = (ChooseCharacter,)

QUESTIONS: dict[str, str] = {
    "unfathomable.character": "Which character do you play?",
    "unfathomable.first_cards": "Which three cards of your skill set do you draw?",
}
