"""The palette of Unfathomable: what each statement says, the rule of appendix III that allows it, and refusals."""

from __future__ import annotations

import pytest

from referee.games.unfathomable import GAME
from referee.games.unfathomable.cards import Skill
from referee.games.unfathomable.statements import (
    AbilityAskedFor,
    CardCount,
    Contribution,
    ContributionDenied,
    ContributionDescribed,
    HandDescribed,
    Help,
    HelpOffered,
    KnownDeck,
    Quality,
    Replied,
    Side,
    SideNamed,
    SoleSourceNoted,
    Suspected,
    Task,
    TaskOffered,
    TopCardDescribed,
    YesOrNo,
)
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.talk import Statement, refusal_of
from referee.match.charters import new_charter

NAMES = ["Ann", "Bob", "Cleo"]
SEATS = len(NAMES)

SENTENCES: list[tuple[Statement, str, str]] = [
    (HelpOffered(0, Help.LOT), "says: I can help a lot", "secrecy.test.allowed.could_help"),
    (
        ContributionDescribed(0, CardCount.ONE, Contribution.LOT),
        "says: I contribute one card, which helps a lot",
        "secrecy.test.allowed.big_help_one_card",
    ),
    (
        ContributionDescribed(0, CardCount.FOUR, Contribution.LITTLE),
        "says: I contribute four cards, which help a little",
        "secrecy.test.allowed.four_low",
    ),
    (
        ContributionDescribed(0, CardCount.THREE, Contribution.MODERATE),
        "says: I contribute three cards, which help moderately",
        "secrecy.test.allowed.three_moderate",
    ),
    (
        ContributionDenied(0, Skill.LORE),
        "says: it cannot have been me, I draw no Lore cards",
        "secrecy.test.allowed.not_me",
    ),
    (
        SoleSourceNoted(0, Skill.LORE),
        "says: only I can have added those Lore cards",
        "secrecy.test.allowed.only_me",
    ),
    (HandDescribed(0, Quality.BAD), "says: my hand is bad", "secrecy.extremes_only"),
    (
        AbilityAskedFor(0, 1, Task.DICE),
        "asks whether Bob has a card that helps with a roll of dice",
        "secrecy.hand.ask",
    ),
    (TaskOffered(0, Task.MOVING), "says: I can help with moving", "secrecy.hand.no_reading"),
    (Replied(0, 1, YesOrNo.REFUSE), "will not answer Bob", "secrecy.yes_no_questions"),
    (Suspected(0, 1), "suspects Bob", "secrecy.no_direct_loyalty_question"),
    (SideNamed(0, 1, Side.TRAITOR), "says that Bob is a traitor", "secrecy.loyalty.no_specifics"),
    (
        TopCardDescribed(0, KnownDeck.MYTHOS, Quality.GOOD),
        "says: the top card of the mythos deck is good",
        "secrecy.top_card",
    ),
]

REFUSED: list[tuple[Statement, str]] = [
    (
        ContributionDescribed(0, CardCount.ONE, Contribution.MODERATE),
        "secrecy.test.forbidden.one_card_moderate",
    ),
    (AbilityAskedFor(0, SEATS, Task.DICE), "secrecy.hand.ask"),
    (Replied(0, -1, YesOrNo.NO), "secrecy.yes_no_questions"),
    (Suspected(0, SEATS), "secrecy.no_direct_loyalty_question"),
    (SideNamed(0, SEATS, Side.HUMAN), "secrecy.loyalty.no_specifics"),
    (HelpOffered(1, Help.LOT), "secrecy.test.allowed.could_help"),
]


def reply(statement: Statement) -> Refused | None:
    return refusal_of(statement, 0, SEATS, "palette", GAME.statements)


def test_match_is_played_without_talk_unless_it_chooses_otherwise() -> None:
    assert new_charter("unfathomable", 3, seed="x").talk_policy == "none"
    assert new_charter("unfathomable", 3, seed="x", talk="palette").talk_policy == "palette"


@pytest.mark.parametrize(("statement", "words", "rule"), SENTENCES)
def test_statement_of_the_appendix(statement: Statement, words: str, rule: str) -> None:
    """Appendix III: an example that is allowed, or a guideline under which the words are vague enough."""
    assert GAME.wording.say_fact(statement, NAMES) == f"Ann {words}."
    assert reply(statement) is None
    assert statement.allowing_rule() == rule
    assert rule in GAME.rulebook.rules


def test_all_statements_of_the_palette_are_in_the_table() -> None:
    assert {type(statement) for statement, _, _ in SENTENCES} == set(GAME.statements)


@pytest.mark.parametrize(("statement", "rule"), REFUSED)
def test_statement_that_the_palette_refuses(statement: Statement, rule: str) -> None:
    """A single card called moderate shows its value; nobody names an absent seat or speaks for another one."""
    assert reply(statement) == Refused(Refusal.BAD_STATEMENT, rule)
