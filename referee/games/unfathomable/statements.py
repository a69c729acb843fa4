"""The palette: what players may say, as the guidelines on secrecy in appendix III allow it.

Nothing here is checked against the table: nobody has to tell the truth, and a refusal that knew a hand would show it.
What the appendix forbids (names, types and values of cards, claiming revealed cards) cannot be said in these words. In
a match with free talk it can, and a judge rules on it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from referee.games.unfathomable.cards import Skill
from referee.kernel.facts import Public, Seat
from referee.kernel.talk import Statement


class Help(StrEnum):
    """How much somebody helps with a skill test."""

    LOT = "lot"
    LITTLE = "little"
    NONE = "none"


class Contribution(StrEnum):
    """How much the cards that somebody contributed help with a skill test."""

    LOT = "lot"
    MODERATE = "moderate"
    LITTLE = "little"


class CardCount(StrEnum):
    """How many cards somebody contributed to a skill test."""

    ONE = "one"
    TWO = "two"
    THREE = "three"
    FOUR = "four"
    MORE = "more"


class Quality(StrEnum):
    """What can be said about hidden cards: nothing between the extremes."""

    GOOD = "good"
    BAD = "bad"


class YesOrNo(StrEnum):
    """The reply to a question about hidden information."""

    YES = "yes"
    NO = "no"
    REFUSE = "refuse"


class Side(StrEnum):
    """A side that somebody can be said to be on."""

    HUMAN = "human"
    TRAITOR = "traitor"


class Task(StrEnum):
    """Something that cards in hand may help with."""

    SKILL_TEST = "skill_test"
    DICE = "dice"
    ATTACK = "attack"
    DAMAGE = "damage"
    MOVING = "moving"
    SPELLS = "spells"
    CARDS = "cards"


class KnownDeck(StrEnum):
    """A deck whose top card somebody may know."""

    MYTHOS = "mythos"
    WAYPOINT = "waypoint"
    ITEM = "item"
    SPELL = "spell"
    CHAOS = "chaos"
    SKILL = "skill"


class HelpOffered(Statement, frozen=True, tag="unfathomable.help_offered"):
    """A player said how much it could help with the skill test."""

    help: Public[Help]
    rule: ClassVar[str] = "secrecy.test.allowed.could_help"


class ContributionDescribed(Statement, frozen=True, tag="unfathomable.contribution_described"):
    """A player said how many cards it contributes to the skill test, and how much they help.

    One card that helps moderately is not among what may be said, because that shows its value.
    """

    cards: Public[CardCount]
    help: Public[Contribution]
    rule: ClassVar[str] = "secrecy.test.allowed.three_moderate"

    def allowing_rule(self) -> str:
        """Return the example in the appendix that is nearest."""
        if self.cards is CardCount.ONE and self.help is Contribution.LOT:
            return "secrecy.test.allowed.big_help_one_card"
        if self.help is Contribution.LITTLE:
            return "secrecy.test.allowed.four_low"
        return self.rule

    def forbidding_rule(self) -> str:
        """Return the rule against describing a single card as moderate."""
        is_telling = self.cards is CardCount.ONE and self.help is Contribution.MODERATE
        return "secrecy.test.forbidden.one_card_moderate" if is_telling else ""


class ContributionDenied(Statement, frozen=True, tag="unfathomable.contribution_denied"):
    """A player said that the revealed cards of this skill cannot be its own, because it does not draw that skill."""

    skill: Public[Skill]
    rule: ClassVar[str] = "secrecy.test.allowed.not_me"


class SoleSourceNoted(Statement, frozen=True, tag="unfathomable.sole_source_noted"):
    """A player said that only it can have contributed the revealed cards of this skill."""

    skill: Public[Skill]
    rule: ClassVar[str] = "secrecy.test.allowed.only_me"


class HandDescribed(Statement, frozen=True, tag="unfathomable.hand_described"):
    """A player said that its hand is good, or bad."""

    quality: Public[Quality]
    rule: ClassVar[str] = "secrecy.extremes_only"


class AbilityAskedFor(Statement, frozen=True, tag="unfathomable.ability_asked_for"):
    """A player asked another whether it has a card that helps with something."""

    asked: Public[Seat]
    task: Public[Task]
    rule: ClassVar[str] = "secrecy.hand.ask"
    seats_named: ClassVar[tuple[str, ...]] = ("asked",)


class TaskOffered(Statement, frozen=True, tag="unfathomable.task_offered"):
    """A player said that it can help with something."""

    task: Public[Task]
    rule: ClassVar[str] = "secrecy.hand.no_reading"


class Replied(Statement, frozen=True, tag="unfathomable.replied"):
    """A player replied to a question of another: yes, no, or that it will not say."""

    to: Public[Seat]
    reply: Public[YesOrNo]
    rule: ClassVar[str] = "secrecy.yes_no_questions"
    seats_named: ClassVar[tuple[str, ...]] = ("to",)


class Suspected(Statement, frozen=True, tag="unfathomable.suspected"):
    """A player said that it suspects another."""

    suspect: Public[Seat]
    rule: ClassVar[str] = "secrecy.no_direct_loyalty_question"
    seats_named: ClassVar[tuple[str, ...]] = ("suspect",)


class SideNamed(Statement, frozen=True, tag="unfathomable.side_named"):
    """A player called another a traitor, or a human, whether or not it has seen a loyalty card."""

    about: Public[Seat]
    side: Public[Side]
    rule: ClassVar[str] = "secrecy.loyalty.no_specifics"
    seats_named: ClassVar[tuple[str, ...]] = ("about",)


class TopCardDescribed(Statement, frozen=True, tag="unfathomable.top_card_described"):
    """A player said that the top card of a deck is good, or bad."""

    deck: Public[KnownDeck]
    quality: Public[Quality]
    rule: ClassVar[str] = "secrecy.top_card"


STATEMENTS: tuple[type[Statement], ...] = (
    HelpOffered,
    ContributionDescribed,
    ContributionDenied,
    SoleSourceNoted,
    HandDescribed,
    AbilityAskedFor,
    TaskOffered,
    Replied,
    Suspected,
    SideNamed,
    TopCardDescribed,
)
