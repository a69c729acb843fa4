"""Choices for the abilities of the characters, and for what they do on revealing."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Item, Monarch, SkillCard
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat


class AddWithExperience(Choice, frozen=True, tag="unfathomable.add_with_experience"):
    """Experienced: add this card to the skill test."""

    card: SkillCard

    @property
    def weight(self) -> int:
        return self.card.strength


class CommandDeck(Choice, frozen=True, tag="unfathomable.command_deck"):
    """Deck Chief: go to this deck space, then act."""

    space: Space


class HealWithWords(Choice, frozen=True, tag="unfathomable.heal_with_words"):
    """Healing Words: discard this card to prevent the defeat."""

    card: SkillCard


class DrawQuickly(Choice, frozen=True, tag="unfathomable.draw_quickly"):
    """Quick Draw: attack with this weapon, then act."""

    item: Item


class TrainInTheOccult(Choice, frozen=True, tag="unfathomable.train_in_the_occult"):
    """Occult Training: look at the top spell, then act."""


class SwearFirstOath(Choice, frozen=True, tag="unfathomable.swear_first_oath"):
    """First Oath of Dagon: discard this card to send a monarch away."""

    monarch: Monarch
    card: SkillCard


class TryFortune(Choice, frozen=True, tag="unfathomable.try_fortune"):
    """Fortunate Son: discard this card to have the die rolled again."""

    card: SkillCard


class Scavenge(Choice, frozen=True, tag="unfathomable.scavenge"):
    """Scavenger: draw an item."""


class GiveItem(Choice, frozen=True, tag="unfathomable.give_item"):
    """Give this item of yours to a player."""

    item: Item
    seat: Seat


class TakeItem(Choice, frozen=True, tag="unfathomable.take_item"):
    """Take this item of a player."""

    item: Item
    seat: Seat


class PutOnTop(Choice, frozen=True, tag="unfathomable.put_on_top"):
    """Put it back on top of the deck."""


class PutOnBottom(Choice, frozen=True, tag="unfathomable.put_on_bottom"):
    """Put it on the bottom of the deck."""


class ChooseSupply(Choice, frozen=True, tag="unfathomable.choose_supply"):
    """Choose a passenger of the supply, at random, in place of one on deck."""


CHOICES: tuple[type[Choice], ...] = (
    AddWithExperience,
    CommandDeck,
    HealWithWords,
    DrawQuickly,
    TrainInTheOccult,
    SwearFirstOath,
    TryFortune,
    Scavenge,
    GiveItem,
    TakeItem,
    PutOnTop,
    PutOnBottom,
    ChooseSupply,
)

QUESTIONS: dict[str, str] = {
    "unfathomable.jury_rigger": "Do you damage the ship to advance one space further?",
    "unfathomable.occult_training": "Where do you put the spell?",
    "unfathomable.first_oath": "Where do you move the monarch?",
    "unfathomable.scavenger": "Do you give an item to somebody on your space?",
    "unfathomable.malpractice": "Which passenger is defeated?",
    "unfathomable.sabotage": "Which room do you damage?",
    "unfathomable.disrupt_ritual": "How far does the ritual marker go?",
    "unfathomable.divide_and_conquer": "Onto which four water spaces do Deep Ones come?",
    "unfathomable.pickpocket": "Which item do you take?",
}
