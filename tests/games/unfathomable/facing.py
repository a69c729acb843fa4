"""The crisis of one mythos card, faced up to its effects in a few words.

play = face(Mythos.HULL_LEAK, total=8, die=(3,))      # the total of the test is 8
play = choose(Mythos.CLASS_STRUGGLE, 2)               # the chooser takes the lower option
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.games.unfathomable.cards import MYTHOS, SKILL_CARDS, Mythos, Resource, Skill, SkillCard
from referee.games.unfathomable.choices import ChooseCard, ChooseOption
from referee.games.unfathomable.mythos import FACING
from referee.games.unfathomable.mythos_deck import draw_mythos
from referee.games.unfathomable.state import State
from referee.kernel.asks import chosen_of, default_picks
from referee.kernel.facts import Seat
from referee.kernel.table import Table
from tests.games.unfathomable.tables import Sailing, table_of

__all__ = ["amounts", "by_default", "choose", "face", "fails", "other", "partly", "put", "succeeds"]

AGAINST = 2
"""What the chaos cards of these tests take off the total."""


def put(card: Mythos, **position: Any) -> Table[State]:
    """Return a position in which a card was just drawn, with hindering cards on top of the chaos deck."""
    tops = f"mythos/{card.value} {position.pop('tops', '')}"
    chaos = position.pop("chaos", "will/persistence/1 treachery/reinforcements/1 treachery/reinforcements/1")
    table = table_of(tops=tops, chaos=chaos, **position)
    draw_mythos(table, table.state.active)
    assert table.state.mythos_card is card
    return table


def face(
    card: Mythos,
    *,
    total: int | None = None,
    by: Seat = 3,
    watched: Sequence[str] = (),
    barricaded: bool = False,
    **position: Any,
) -> Sailing:
    """Face the crisis of a card. With a total, its test is chosen if need be and made with that total."""
    hands = dict(position.pop("hand", {}))
    skill = MYTHOS[card].skills[0] if MYTHOS[card].skills else Skill.WILL
    given = [] if total is None else adding_up(skill, total + AGAINST)
    if given:
        hands[by] = " ".join(given)
    table = put(card, hand=hands, **position)
    table.state.barricaded = barricaded
    play = Sailing(table, FACING[card](table, table.state.active, False), watched=watched)
    if total is not None:
        if play.asks[0].name == "unfathomable.crisis_or_test":
            play.answer(ChooseOption(1))
        while play.asks and play.asks[0].name == "unfathomable.contribute":
            cards = [ChooseCard(SkillCard(name)) for name in given] if play.ask.seat == by else []
            play.answer(*cards)
    return play


def succeeds(card: Mythos, *, over: int = 0, **position: Any) -> Sailing:
    """Let the test of a card succeed by this margin."""
    return face(card, total=MYTHOS[card].difficulty + over, **position)


def partly(card: Mythos, **position: Any) -> Sailing:
    """Let the test of a card succeed in part, with the highest total below the difficulty."""
    assert MYTHOS[card].partial
    return face(card, total=MYTHOS[card].difficulty - 1, **position)


def fails(card: Mythos, **position: Any) -> Sailing:
    """Let the test of a card fail, with the highest total that fails."""
    return face(card, total=(MYTHOS[card].partial or MYTHOS[card].difficulty) - 1, **position)


def choose(card: Mythos, option: int, **position: Any) -> Sailing:
    """Let the chooser take an option of the crisis of a card."""
    play = face(card, **position)
    play.answer(ChooseOption(option))
    return play


def other(card: Mythos, **position: Any) -> Sailing:
    """Let the chooser of a combination take the other option."""
    return choose(card, 2, **position)


def by_default(play: Sailing) -> Sailing:
    """Answer all open questions by default."""
    while not play.done:
        if len(play.asks) == 1 and not play.ask.name.startswith("unfathomable.window."):
            play.answer(*chosen_of(play.ask, default_picks(play.ask)))
        else:
            play.answer_together(*[chosen_of(ask, default_picks(ask)) for ask in play.asks])
    return play


def amounts(table: Table[State]) -> tuple[int, int, int, int]:
    """Return fuel, food, sanity and souls, which start at 8 by default."""
    found = table.state.resources
    return found[Resource.FUEL], found[Resource.FOOD], found[Resource.SANITY], found[Resource.SOULS]


def adding_up(skill: Skill, value: int) -> list[str]:
    """Return cards of one type with this total value."""
    chosen: list[str] = []
    for card in sorted(
        [card for card in SKILL_CARDS if card.skill is skill], key=lambda card: -card.strength
    ):
        if card.strength <= value:
            chosen.append(card.value)
            value -= card.strength
    assert value == 0
    return chosen
