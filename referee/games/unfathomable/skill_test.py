"""Skill tests, in seven steps.

Everyone knows how many cards a player adds; only that player knows which. The pile is shuffled before it is revealed,
so that nothing leads back to whoever added a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from referee.games.unfathomable.board import BRIG
from referee.games.unfathomable.cards import TREACHERY, Skill, SkillCard
from referee.games.unfathomable.chaos import add_chaos_cards, rebuild_chaos, shuffle_treachery
from referee.games.unfathomable.choices import ChooseCard
from referee.games.unfathomable.facts.skill_test import (
    CardsContributed,
    CardsContributedOpenly,
    ChaosBarred,
    HandCardAdded,
    PileRevealed,
    PileShuffled,
    ResultChosen,
    SkillMadeHelpful,
    SkillTestAnnounced,
    SkillTestCleared,
    SkillTestCounted,
    SkillTestDecided,
    SkillTestOpened,
    TopCardAdded,
    TotalAdjusted,
    UsedInTest,
    is_helpful,
)
from referee.games.unfathomable.hand import refill_deck
from referee.games.unfathomable.kept_mythos import (
    add_family_ties_to_test,
    add_memory_to_contribution,
    add_memory_to_test,
)
from referee.games.unfathomable.obstacles import Obstacle, refuse
from referee.games.unfathomable.questions import ASK_CONTRIBUTE
from referee.games.unfathomable.state import SkillTest, State
from referee.games.unfathomable.windows import Timing, concerned, window
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule

__all__ = [
    "Result",
    "Verdict",
    "add_card_to_test",
    "add_top_card_to_test",
    "adjust_total",
    "choose_result",
    "clear_test",
    "current_test",
    "face_up",
    "is_helpful",
    "make_helpful",
    "note_used",
    "skill_test",
    "was_used",
    "without_chaos",
    "would_be",
]


class Result(StrEnum):
    """The results of a skill test."""

    SUCCESS = "success"
    PARTIAL = "partial"
    FAILURE = "failure"


class Verdict(NamedTuple):
    """The outcome of a skill test."""

    result: Result
    total: int
    """The total of the cards; the difficulty, if the result was chosen without a test."""


@rule("test.steps")
def skill_test(
    table: Table[State],
    difficulty: int,
    skills: Sequence[Skill],
    *,
    partial: int = 0,
    is_mythos: bool = False,
) -> Script[Verdict]:
    """Make a skill test up to its result. The caller resolves the effects and then calls `clear_test`."""
    announce(table, difficulty, skills, partial, is_mythos=is_mythos)
    yield from before_cards(table)
    chosen = current_test(table).result
    if chosen:
        return Verdict(Result(chosen), difficulty)
    if not current_test(table).without_chaos:
        add_chaos_cards(table)
    add_memory_to_test(table)
    add_family_ties_to_test(table)
    yield from contribute_in_turn(table)
    shuffle_pile(table)
    reveal_pile(table)
    count_up(table)
    yield from window(table, Timing.AFTER_TOTAL)
    return conclude(table)


def current_test(table: Table[State]) -> SkillTest:
    """Return the test that is being made."""
    assert table.state.skill_test is not None, "no skill test is being made"
    return table.state.skill_test


@rule("test.step1")
def announce(
    table: Table[State], difficulty: int, skills: Sequence[Skill], partial: int, *, is_mythos: bool
) -> None:
    """Step 1: announce the difficulty and the helpful skills."""
    table.record(SkillTestAnnounced(difficulty, partial, tuple(skills), is_mythos))


@rule("test.step1.before_abilities")
@rule("timing.skill_test")
def before_cards(table: Table[State]) -> Script[None]:
    """Let everyone use abilities before cards are added, until somebody chooses the result."""
    yield from window(table, Timing.BEFORE_CARDS, lambda table: bool(current_test(table).result))


@rule("test.step3")
def contribute_in_turn(table: Table[State]) -> Script[None]:
    """Step 3: clockwise from the left of the active player, who is last, each player may once add cards."""
    active = table.state.active
    for seat in (*table.others(active), active):
        player = table.state.players[seat]
        if player.space is BRIG:
            yield from _contribute_from_brig(table, seat, 1)
        elif player.is_traitor:
            yield from _contribute_as_traitor(table, seat, 1)
        else:
            yield from _contribute_freely(table, seat, len(player.hand))


def contribute(table: Table[State], seat: Seat, most: int) -> Script[None]:
    """Let a player add some cards, or none. With an empty hand it is not asked."""
    cards: tuple[SkillCard, ...] = ()
    if table.state.players[seat].hand:
        cards = yield from _choose_cards(table, seat, most)
    if current_test(table).face_up:
        table.record(CardsContributedOpenly(seat, cards))
    else:
        table.record(CardsContributed(seat, cards))
    if cards:
        add_memory_to_contribution(table, seat)


_contribute_freely = rule("test.step3.optional")(contribute)
_contribute_from_brig = rule("brig.one_card_per_test")(contribute)
_contribute_as_traitor = rule("traitor.revealed.one_card_per_test")(contribute)


def _choose_cards(table: Table[State], seat: Seat, most: int) -> Script[tuple[SkillCard, ...]]:
    options = [ChooseCard(card) for card in table.state.players[seat].hand]

    chosen: tuple[ChooseCard, ...] = yield ASK_CONTRIBUTE.to(
        seat,
        options,
        0,
        most,
        default=(),
        why_not=refuse(ChooseCard, Obstacle.NOT_IN_HAND, "test.step3"),
        passes=(),
        concerns_seat=seat in concerned(table.state),
    )
    return tuple([choice.card for choice in chosen])


@rule("test.step4")
def shuffle_pile(table: Table[State]) -> None:
    """Step 4: shuffle the pile."""
    table.record(PileShuffled(table.chance("test").shuffled(_cards(table))))


@rule("test.step5")
def reveal_pile(table: Table[State]) -> None:
    """Step 5: reveal the cards."""
    table.record(PileRevealed(tuple(_cards(table))))


@rule("test.step6")
def count_up(table: Table[State]) -> None:
    """Step 6: count helpful minus hindering cards; by a ruling, the total is at least 0."""
    total = what_helps(table) - what_hinders(table) - treachery_in(table)
    if table.ruling("test.below_zero") == "zero":
        total = max(0, total)
    table.record(SkillTestCounted(total))


@rule("test.helpful.add")
def what_helps(table: Table[State]) -> int:
    """Return the value of the helpful cards."""
    test = current_test(table)
    return sum([card.strength for card in _cards(table) if is_helpful(test, card)])


@rule("test.hindering.subtract")
def what_hinders(table: Table[State]) -> int:
    """Return the value of the hindering cards that are not Treachery."""
    test = current_test(table)
    hindering = [card for card in _cards(table) if not is_helpful(test, card)]
    return sum([card.strength for card in hindering if card.skill is not TREACHERY])


@rule("treachery.always_hindering")
def treachery_in(table: Table[State]) -> int:
    """Return the value of the Treachery cards, which hinder in every test."""
    return sum([card.strength for card in _cards(table) if card.skill is TREACHERY])


@rule("test.difficulty")
def conclude(table: Table[State]) -> Verdict:
    """Compare the total with the numbers of the test, and settle the result."""
    total = current_test(table).total
    result = would_be(current_test(table), total)
    _VERDICTS[result](table, total)
    _pay_for_lucky_ring(table, result)
    return Verdict(result, total)


@rule("item.lucky_ring")
def _pay_for_lucky_ring(table: Table[State], result: Result) -> None:
    """Shuffle two Treachery cards into the chaos deck if a test was passed in which the Lucky Ring was used."""
    if result is Result.SUCCESS and was_used(table.state, "item.lucky_ring"):
        shuffle_treachery(table, 2)


def would_be(test: SkillTest, total: int) -> Result:
    """Return the result for this total."""
    if total >= test.difficulty:
        return Result.SUCCESS
    return Result.PARTIAL if test.partial and total >= test.partial else Result.FAILURE


@rule("test.step6.success")
def succeed(table: Table[State], total: int) -> None:
    """Settle a success: the total reaches the difficulty."""
    table.record(SkillTestDecided(Result.SUCCESS.value, total))


@rule("test.step6.partial")
@rule("test.step6.partial.resolve")
def succeed_in_part(table: Table[State], total: int) -> None:
    """Settle a partial success: the total reaches only the number for that."""
    table.record(SkillTestDecided(Result.PARTIAL.value, total))


@rule("test.step6.failure")
def fail(table: Table[State], total: int) -> None:
    """Settle a failure."""
    table.record(SkillTestDecided(Result.FAILURE.value, total))


_VERDICTS = {Result.SUCCESS: succeed, Result.PARTIAL: succeed_in_part, Result.FAILURE: fail}


@rule("test.step7")
def clear_test(table: Table[State]) -> None:
    """Step 7: discard all cards of the test, after its effects."""
    emptied_chaos = current_test(table).emptied_chaos
    table.record(SkillTestCleared())
    if emptied_chaos:
        rebuild_chaos(table)


def _cards(table: Table[State]) -> list[SkillCard]:
    return table.state.pile[current_test(table).start :]


def make_helpful(table: Table[State], seat: Seat, skill: Skill) -> None:
    """Make a type of card helpful in the test."""
    table.record(SkillMadeHelpful(seat, skill))


def without_chaos(table: Table[State], seat: Seat) -> None:
    """Keep chaos cards out of the test."""
    table.record(ChaosBarred(seat))


def face_up(table: Table[State], seat: Seat) -> None:
    """Have the cards of the test added face up."""
    table.record(SkillTestOpened(seat))


def choose_result(table: Table[State], seat: Seat, result: Result) -> None:
    """Choose the result of the test instead of making it. Possible before cards are added."""
    table.record(ResultChosen(seat, result.value))


def adjust_total(table: Table[State], seat: Seat, amount: int) -> None:
    """Raise or lower the total of a test that is counted."""
    table.record(TotalAdjusted(seat, amount))


def add_card_to_test(table: Table[State], seat: Seat, card: SkillCard) -> None:
    """Add a card from a hand to a test that is counted."""
    table.record(HandCardAdded(seat, card))


def add_top_card_to_test(table: Table[State], skill: Skill) -> SkillCard | None:
    """Add the top card of a skill deck to a test that is counted; return it, or None if there was none."""
    if not refill_deck(table, skill):
        return None
    card = table.state.decks[skill][-1]
    table.record(TopCardAdded(skill, card))
    refill_deck(table, skill)
    return card


def was_used(state: State, ability: str) -> bool:
    """Return whether an ability that may be used once per test was used in this one."""
    return state.skill_test is not None and ability in state.skill_test.used


def note_used(table: Table[State], seat: Seat, ability: str) -> None:
    """Note that an ability that may be used once per test was used."""
    table.record(UsedInTest(seat, ability))
