"""Choices about loyalty cards: revealing as a traitor and passing cards on."""

from __future__ import annotations

from referee.games.unfathomable.cards import Loyalty
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat


class Reveal(Choice, frozen=True, tag="unfathomable.reveal"):
    """Reveal as a traitor, with this loyalty card of yours."""

    loyalty: Loyalty


class GiveLoyalty(Choice, frozen=True, tag="unfathomable.give_loyalty"):
    """Give this loyalty card of yours to a player."""

    loyalty: Loyalty
    seat: Seat


CHOICES: tuple[type[Choice], ...] = (Reveal, GiveLoyalty)

QUESTIONS: dict[str, str] = {
    "unfathomable.reveal_recipient": "Who gets your other loyalty cards?",
    "unfathomable.reveal_split": "Who gets this loyalty card of yours?",
    "unfathomable.reveal_exchange": "Which skill cards do you exchange for Treachery cards?",
    "unfathomable.awakening_recipient": "Who gets your new loyalty card?",
}
