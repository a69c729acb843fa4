"""What the skill cards do that are played at a certain moment, in anybody's turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from referee.games.unfathomable.cards import ORDINARY, SkillCard
from referee.games.unfathomable.choices.plain import ChooseSkill
from referee.games.unfathomable.choices.skills import PlayNow, PlayToChange
from referee.games.unfathomable.defeat import prevent_defeat
from referee.games.unfathomable.dice import add_to_roll, is_used_in_roll, reroll, use_in_roll
from referee.games.unfathomable.hand import finish_card, play_card
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.skill_test import (
    adjust_total,
    check_of,
    face_up,
    make_helpful,
    note_used,
    was_used,
    without_chaos,
)
from referee.games.unfathomable.state import State
from referee.games.unfathomable.windows import Reaction, Timing, reaction
from referee.kernel.asks import Choice, One
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

CHANGE = 2
"""By how much Keen Insight and Determination change a result."""

Moment = Callable[[Table[State]], bool]
Effect = Callable[[Table[State], Seat, Choice], Script[None]]
PlayOf = Callable[[SkillCard], tuple[Choice, ...]]

TITLES: dict[Timing, list[str]] = {timing: [] for timing in Timing}
"""The titles by the moment at which they are played."""


def _now(card: SkillCard) -> tuple[Choice, ...]:
    return (PlayNow(card),)


def _up_or_down(card: SkillCard) -> tuple[Choice, ...]:
    return (PlayToChange(card, CHANGE), PlayToChange(card, -CHANGE))


def _card(
    rule_id: str,
    timing: Timing,
    moment: Moment,
    plays: PlayOf = _now,
    may_have: Callable[[Table[State], Seat], bool] | None = None,
) -> Callable[[Effect], Effect]:
    """Register the cards of a title. `moment` says by what is public whether one could be played now."""
    title = rule_id.removeprefix("skill.")
    choices = {card: plays(card) for card in SkillCard if card.ability == title}

    def options(table: Table[State], seat: Seat) -> list[Choice]:
        hand = table.state.players[seat].hand
        return [play for card in dict.fromkeys(hand) if card in choices for play in choices[card]]

    def name_it(effect: Effect) -> Effect:
        @rule("skill_card.any_turn")
        @rule(rule_id)
        def resolve(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
            assert isinstance(choice, PlayNow | PlayToChange)
            play_card(table, seat, choice.card)
            yield from effect(table, seat, choice)
            finish_card(table, seat, choice.card)

        TITLES[timing].append(title)
        why_not = partial(_why_not, title, timing)
        of = frozenset(choices) if may_have is None else None
        reaction(Reaction(timing, rule_id, of, may_have, options, resolve, why_not, moment))
        return effect

    return name_it


def _why_not(title: str, timing: Timing, table: Table[State], seat: Seat, choice: Choice) -> Refused | None:
    """One must hold the card, and it must be of a title for this moment; each title answers for its own cards."""
    if not isinstance(choice, PlayNow | PlayToChange):
        return None
    if choice.card not in table.state.players[seat].hand:
        return no(Obstacle.NOT_IN_HAND, "skill_card.play")
    if choice.card.ability == title or choice.card.ability not in TITLES[timing]:
        return no(Obstacle.WRONG_TIME, "skill_card.play")
    return None


def _adds_up(table: Table[State]) -> bool:
    """Say whether several cards of a title may be played for the same roll or test."""
    return table.ruling("skill_card.stacking") == "adds_up"


def _is_open_in_test(table: Table[State], title: str) -> bool:
    """Say whether a title may be played, or once more, in the test that is being made."""
    return _adds_up(table) or not was_used(table.state, f"skill.{title}")


def _is_open_in_roll(table: Table[State], title: str) -> bool:
    return _adds_up(table) or not is_used_in_roll(table.state, f"skill.{title}")


@rule("skill_card.stacking")
def _spend_in_test(table: Table[State], seat: Seat, title: str) -> None:
    """Note the title where only one card of it may be played in a test."""
    if not _adds_up(table):
        note_used(table, seat, f"skill.{title}")


@rule("skill_card.stacking")
def _spend_in_roll(table: Table[State], seat: Seat, title: str) -> None:
    """Note the title where only one card of it may be played for a roll."""
    if not _adds_up(table):
        use_in_roll(table, seat, f"skill.{title}")


# Before cards are added to a skill test


def _may_open(table: Table[State]) -> bool:
    return table.state.check is not None and not table.state.check.face_up


@_card("skill.nothing_to_hide", Timing.BEFORE_CARDS, _may_open)
def nothing_to_hide(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Players add their cards face up; chaos cards stay face down."""
    face_up(table, seat)
    yield from ()


def _may_learn(table: Table[State]) -> bool:
    if table.state.check is None or not _is_open_in_test(table, "forced_learning"):
        return False
    return bool(_other_skills(table))


def _other_skills(table: Table[State]) -> list[ChooseSkill]:
    helpful = check_of(table).skills
    return [ChooseSkill(skill) for skill in ORDINARY if skill not in helpful]


@_card("skill.forced_learning", Timing.BEFORE_CARDS, _may_learn)
def forced_learning(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """An ordinary type of the player's choice helps."""
    _spend_in_test(table, seat, "forced_learning")
    chosen: ChooseSkill = yield One(seat, "unfathomable.forced_learning", _other_skills(table))
    make_helpful(table, seat, chosen.skill)


def _may_prepare(table: Table[State]) -> bool:
    return table.state.check is not None and not table.state.check.without_chaos


@_card("skill.preparation", Timing.BEFORE_CARDS, _may_prepare)
def preparation(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """No chaos cards are added."""
    without_chaos(table, seat)
    yield from ()


# After the total of a skill test is known


def _may_determine(table: Table[State]) -> bool:
    check = table.state.check
    return check is not None and check.is_counted and _is_open_in_test(table, "determination")


@_card("skill.determination", Timing.AFTER_TOTAL, _may_determine, _up_or_down)
def determination(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Raise or lower the total by 2."""
    assert isinstance(choice, PlayToChange)
    _spend_in_test(table, seat, "determination")
    adjust_total(table, seat, choice.amount)
    yield from ()


# Around a roll


def _may_see(table: Table[State]) -> bool:
    return table.state.roll is not None and _is_open_in_roll(table, "keen_insight")


@_card("skill.keen_insight", Timing.BEFORE_ROLL, _may_see, _up_or_down)
def keen_insight(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Raise or lower the result of the roll by 2."""
    assert isinstance(choice, PlayToChange)
    _spend_in_roll(table, seat, "keen_insight")
    add_to_roll(table, seat, choice.amount)
    yield from ()


def _may_train(table: Table[State]) -> bool:
    now = table.state.roll
    if now is None or not now.is_attack or now.is_fixed:
        return False
    return _is_open_in_roll(table, "combat_training")


@_card("skill.combat_training", Timing.AFTER_ROLL, _may_train)
def combat_training(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """The die of an attack is rolled again."""
    _spend_in_roll(table, seat, "combat_training")
    reroll(table, seat)
    yield from ()


# When one would be defeated


def _is_in_peril(table: Table[State], seat: Seat) -> bool:
    peril = table.state.peril
    return peril is not None and peril.seat == seat and bool(table.state.players[seat].hand)


def _is_anybody_in_peril(table: Table[State]) -> bool:
    return table.state.peril is not None


@_card(
    "skill.shrug_it_off",
    Timing.CHARACTER_WOULD_BE_DEFEATED,
    _is_anybody_in_peril,
    may_have=_is_in_peril,
)
def shrug_it_off(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """The player is not defeated."""
    prevent_defeat(table, seat)
    yield from ()
