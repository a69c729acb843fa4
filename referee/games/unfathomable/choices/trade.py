"""What a player may choose in an exchange of items."""

from __future__ import annotations

from referee.games.unfathomable.cards import Item
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat


class Trade(Choice, frozen=True, tag="unfathomable.trade"):
    """Enable an exchange of items among the players on the own space."""


class HandOver(Choice, frozen=True, tag="unfathomable.hand_over"):
    """Put on the list that this item goes from one player to another."""

    item: Item
    giver: Seat
    taker: Seat


CHOICES: tuple[type[Choice], ...] = (Trade, HandOver)

QUESTIONS: dict[str, str] = {
    "unfathomable.propose_exchange": "Which item changes hands in the exchange you propose?",
    "unfathomable.agree_to_exchange": "Do you agree to the exchange?",
    "unfathomable.upgrade": "Which upgrade do you make the active one?",
}
