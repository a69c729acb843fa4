"""Requesting support from the Council: the rule `council`, "Unterstützung vom Rat erbitten"."""

from __future__ import annotations

import pytest

from referee.games.abyss.cards import RACES, Card, Race
from referee.games.abyss.choices import TakeStack
from referee.games.abyss.council import ask_the_council
from referee.games.abyss.facts.council import StackTaken
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.turn import take_turn
from referee.kernel.facts import SPECTATOR, as_seen
from tests.games.abyss.tables import Playing, cards, table_of


def test_all_cards_of_one_stack_go_to_the_hand() -> None:
    """Rule council (Unterstützung vom Rat erbitten): the whole stack of one race, and no other cards."""
    table = table_of(council="crab/1 crab/5 squid/2", hand={0: "jellyfish/1"})
    playing = Playing(table, ask_the_council(table, 0, Race.CRAB))
    assert playing.done
    assert table.state.realms[0].hand == cards("jellyfish/1 crab/1 crab/5")
    assert table.state.council[Race.CRAB] == []
    assert table.state.council[Race.SQUID] == cards("squid/2")
    assert playing.paths == ["council"]


@pytest.mark.parametrize("race", RACES)
def test_every_race_has_its_stack(race: Race) -> None:
    """Rule council: five stacks, each taken by the name of its race."""
    table = table_of(council=" ".join(f"{each}/1" for each in RACES))
    playing = Playing(table, take_turn(table, 0))
    assert [option for option in playing.options if isinstance(option, TakeStack)] == list(
        map(TakeStack, RACES)
    )
    assert playing.answer(TakeStack(race)).done
    assert table.state.realms[0].hand == [Card(f"{race}/1")]


def test_empty_stack_cannot_be_taken() -> None:
    """Rule council: there must be a card to take."""
    table = table_of(council="crab/1")
    playing = Playing(table, take_turn(table, 0))
    assert TakeStack(Race.SQUID) not in playing.options
    assert playing.refusal(TakeStack(Race.SQUID)) == no(Obstacle.STACK_EMPTY, "council")


def test_only_the_new_owner_sees_the_cards() -> None:
    """Rule council: the cards are taken without looking at them first; the others only count them."""
    taken = StackTaken(1, Race.CRAB, (Card.CRAB_1, Card.CRAB_5))
    backs = StackTaken(1, Race.CRAB, (Card.HIDDEN, Card.HIDDEN))
    assert as_seen(taken, 1) == taken
    assert [as_seen(taken, viewer) for viewer in (0, 2, SPECTATOR)] == [backs] * 3


def test_options_do_not_tell_what_lies_in_a_stack() -> None:
    """Rule council: a stack is chosen by its race, so two Councils of the same sizes look the same."""
    one = table_of(council="crab/1 squid/5")
    other = table_of(council="crab/4 squid/2")
    assert Playing(one, take_turn(one, 0)).options == Playing(other, take_turn(other, 0)).options
