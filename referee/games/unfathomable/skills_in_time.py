"""The skill cards that are played at a certain moment, in anybody's turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from referee.games.unfathomable.cards import ORDINARY, SkillCard
from referee.games.unfathomable.choices import ChooseSkill, PlayNow, PlayToChange
from referee.games.unfathomable.defeat import prevent_defeat
from referee.games.unfathomable.dice import add_to_roll, is_used_in_roll, reroll, use_in_roll
from referee.games.unfathomable.hand import finish_card, play_card
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.questions import ASK_FORCED_LEARNING
from referee.games.unfathomable.skill_test import (
    adjust_total,
    current_test,
    face_up,
    make_helpful,
    note_used,
    was_used,
    without_chaos,
)
from referee.games.unfathomable.state import State
from referee.games.unfathomable.windows import Reaction
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

CHANGE = 2
"""The amount by which Keen Insight and Determination change a result."""

Played = TypeVar("Played", PlayNow, PlayToChange)


def _now(card: SkillCard) -> tuple[PlayNow, ...]:
    return (PlayNow(card),)


def _up_or_down(card: SkillCard) -> tuple[PlayToChange, ...]:
    return (PlayToChange(card, CHANGE), PlayToChange(card, -CHANGE))


def _holds_cards(table: Table[State], seat: Seat) -> bool:
    return bool(table.state.players[seat].hand)


def _card(
    rule_id: str,
    effect: Callable[[Table[State], Seat, Played], Script[None]],
    plays_of: Callable[[SkillCard], tuple[Played, ...]],
    moment: Callable[[Table[State]], bool],
    may_use: Callable[[Table[State], Seat], bool] = _holds_cards,
) -> Reaction[Any]:
    """Return the ability of the cards of a title. `moment` tells from public information whether it is open."""
    title = rule_id.removeprefix("skill.")
    plays = {card: plays_of(card) for card in SkillCard if card.ability == title}
    cards = frozenset(plays)

    def options(table: Table[State], seat: Seat) -> Sequence[Played]:
        hand = table.state.players[seat].hand
        if cards.isdisjoint(hand):
            return ()
        return [play for card in dict.fromkeys(hand) if card in cards for play in plays[card]]

    @rule("skill_card.any_turn")
    @rule(rule_id)
    def resolve(table: Table[State], seat: Seat, choice: Played) -> Script[None]:
        play_card(table, seat, choice.card)
        yield from effect(table, seat, choice)
        finish_card(table, seat, choice.card)

    return Reaction(
        rule_id,
        (PlayNow, PlayToChange),
        of=None,
        may_use=may_use,
        options=options,
        resolve=resolve,
        why_not=_why_not,
        moment=moment,
    )


def _why_not(table: Table[State], seat: Seat, choice: PlayNow | PlayToChange) -> Refused | None:
    """Refuse a card that is not in the hand, or not of a title for this moment."""
    if choice.card in table.state.players[seat].hand:
        return no(Obstacle.WRONG_TIME, "skill_card.play")
    return no(Obstacle.NOT_IN_HAND, "skill_card.play")


def _adds_up(table: Table[State]) -> bool:
    """Return whether several cards of a title may be played for the same roll or test."""
    return table.ruling("skill_card.stacking") == "adds_up"


def _is_open_in_test(table: Table[State], title: str) -> bool:
    """Return whether a title may be played in the current test."""
    return _adds_up(table) or not was_used(table.state, f"skill.{title}")


def _is_open_in_roll(table: Table[State], title: str) -> bool:
    return _adds_up(table) or not is_used_in_roll(table.state, f"skill.{title}")


@rule("skill_card.stacking")
def _spend_in_test(table: Table[State], seat: Seat, title: str) -> None:
    """Note the title if only one card of it may be played in a test."""
    if not _adds_up(table):
        note_used(table, seat, f"skill.{title}")


@rule("skill_card.stacking")
def _spend_in_roll(table: Table[State], seat: Seat, title: str) -> None:
    """Note the title if only one card of it may be played for a roll."""
    if not _adds_up(table):
        use_in_roll(table, seat, f"skill.{title}")


# Before cards are added to a skill test


def _may_open(table: Table[State]) -> bool:
    return table.state.skill_test is not None and not table.state.skill_test.face_up


def nothing_to_hide(table: Table[State], seat: Seat, _choice: PlayNow) -> Script[None]:
    """Have players add their cards face up; chaos cards stay face down."""
    face_up(table, seat)
    yield from ()


NOTHING_TO_HIDE = _card("skill.nothing_to_hide", nothing_to_hide, _now, _may_open)


def _may_learn(table: Table[State]) -> bool:
    if table.state.skill_test is None or not _is_open_in_test(table, "forced_learning"):
        return False
    return bool(_other_skills(table))


def _other_skills(table: Table[State]) -> list[ChooseSkill]:
    helpful = current_test(table).skills
    return [ChooseSkill(skill) for skill in ORDINARY if skill not in helpful]


def forced_learning(table: Table[State], seat: Seat, _choice: PlayNow) -> Script[None]:
    """Make an ordinary type of the player's choice helpful."""
    _spend_in_test(table, seat, "forced_learning")
    chosen: ChooseSkill = yield ASK_FORCED_LEARNING.to(seat, _other_skills(table))
    make_helpful(table, seat, chosen.skill)


FORCED_LEARNING = _card("skill.forced_learning", forced_learning, _now, _may_learn)


def _may_prepare(table: Table[State]) -> bool:
    return table.state.skill_test is not None and not table.state.skill_test.without_chaos


def preparation(table: Table[State], seat: Seat, _choice: PlayNow) -> Script[None]:
    """Keep chaos cards out of the test."""
    without_chaos(table, seat)
    yield from ()


PREPARATION = _card("skill.preparation", preparation, _now, _may_prepare)


# After the total of a skill test is known


def _may_determine(table: Table[State]) -> bool:
    test = table.state.skill_test
    return test is not None and test.is_counted and _is_open_in_test(table, "determination")


def determination(table: Table[State], seat: Seat, choice: PlayToChange) -> Script[None]:
    """Raise or lower the total by 2."""
    _spend_in_test(table, seat, "determination")
    adjust_total(table, seat, choice.amount)
    yield from ()


DETERMINATION = _card("skill.determination", determination, _up_or_down, _may_determine)


# Around a roll


def _may_see(table: Table[State]) -> bool:
    return table.state.roll is not None and _is_open_in_roll(table, "keen_insight")


def keen_insight(table: Table[State], seat: Seat, choice: PlayToChange) -> Script[None]:
    """Raise or lower the result of the roll by 2."""
    _spend_in_roll(table, seat, "keen_insight")
    add_to_roll(table, seat, choice.amount)
    yield from ()


KEEN_INSIGHT = _card("skill.keen_insight", keen_insight, _up_or_down, _may_see)


def _may_train(table: Table[State]) -> bool:
    now = table.state.roll
    if now is None or not now.is_attack or now.is_fixed:
        return False
    return _is_open_in_roll(table, "combat_training")


def combat_training(table: Table[State], seat: Seat, _choice: PlayNow) -> Script[None]:
    """Have the die of an attack rolled again."""
    _spend_in_roll(table, seat, "combat_training")
    reroll(table, seat)
    yield from ()


COMBAT_TRAINING = _card("skill.combat_training", combat_training, _now, _may_train)


# When one would be defeated


def _is_in_peril(table: Table[State], seat: Seat) -> bool:
    peril = table.state.peril
    return peril is not None and peril.seat == seat and bool(table.state.players[seat].hand)


def _is_anybody_in_peril(table: Table[State]) -> bool:
    return table.state.peril is not None


def shrug_it_off(table: Table[State], seat: Seat, _choice: PlayNow) -> Script[None]:
    """Prevent the player's own defeat."""
    prevent_defeat(table, seat)
    yield from ()


SHRUG_IT_OFF = _card("skill.shrug_it_off", shrug_it_off, _now, _is_anybody_in_peril, may_use=_is_in_peril)
