"""What one may do with items."""

from __future__ import annotations

from referee.games.unfathomable.cards import Item, SkillCard
from referee.kernel.asks import Choice


class UseItem(Choice, frozen=True, tag="unfathomable.use_item"):
    """Use the ability of this item: its action, or what it does at this moment."""

    item: Item


class GiveUpItem(Choice, frozen=True, tag="unfathomable.give_up_item"):
    """Remove this item from the game for what it does at this moment."""

    item: Item


class ConsultAlmanac(Choice, frozen=True, tag="unfathomable.consult_almanac"):
    """Discard this card to add its value to the roll."""

    card: SkillCard

    @property
    def weight(self) -> int:
        return self.card.strength


CHOICES: tuple[type[Choice], ...] = (UseItem, GiveUpItem, ConsultAlmanac)

QUESTIONS: dict[str, str] = {
    "unfathomable.rifle_target": "Whom do you shoot at?",
    "unfathomable.book_of_dagon": "Where do the Deep Ones on your space go?",
    "unfathomable.grenade": "Where do you throw the grenade?",
    "unfathomable.plimsolls": "Where do you go?",
    "unfathomable.repeat_lore": "Do you use the Elder Sign Amulet to resolve the card once more?",
}
