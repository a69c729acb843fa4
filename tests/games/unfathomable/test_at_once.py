"""What happens to several at once: the rule `timing.conflict`, the rulings `timing.each_human` and `defeat.order`."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.unfathomable.at_once import defeat_everyone, humans_in_turn
from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Item, Loyalty
from referee.games.unfathomable.choices import ChooseOption, ChooseSeat, ChooseSpace
from referee.games.unfathomable.facts.defeat import CharacterDefeated, PassengerDefeated
from referee.games.unfathomable.facts.spoken import OrderChosen
from referee.games.unfathomable.items import perform_item
from referee.games.unfathomable.reveal import reveal
from referee.games.unfathomable.spells import resolve_top_spell
from referee.kernel.facts import Fact
from tests.games.unfathomable.tables import Playing, Sailing, table_of

CHARACTERS, PASSENGERS = ChooseOption(1), ChooseOption(2)


def test_each_human_acts_clockwise() -> None:
    """timing.conflict (DE 18.16, FR 10.16, PL 50.16), reading clockwise: from the active player, traitors left out."""
    table = table_of(4, active=2, traitors={3: "hybrid"})
    assert Playing(table, humans_in_turn(table)).result == [2, 0, 1]


def test_by_another_reading_the_active_player_puts_the_humans_in_order() -> None:
    """timing.conflict, ruling timing.each_human."""
    table = table_of(4, active=2, traitors={3: "hybrid"}, readings={"timing.each_human": "active_player"})
    playing = Playing(table, humans_in_turn(table))
    assert (playing.ask.seat, playing.ask.name) == (2, "unfathomable.human_order")
    assert playing.options == [ChooseSeat(2), ChooseSeat(0), ChooseSeat(1)]
    playing.answer(ChooseSeat(1), ChooseSeat(2), ChooseSeat(0))
    assert playing.result == [1, 2, 0]
    assert playing.facts_of(OrderChosen) == [OrderChosen(2, (1, 2, 0))]


@pytest.mark.parametrize(("reading", "asked"), [("clockwise", [0, 1, 2]), ("active_player", [2, 1, 0])])
def test_a_spell_for_each_human(reading: str, asked: list[int]) -> None:
    """spell.cloud_memory: each human discards in turn."""
    table = table_of(
        3,
        hand={seat: "will/true_grit/5" if seat else "will/persistence/1" for seat in range(3)},
        tops="spell/cloud_memory",
        readings={"timing.each_human": reading},
    )
    playing = Sailing(table, resolve_top_spell(table, 0))
    if reading == "active_player":
        playing.answer(*reversed(playing.options))
    seats = []
    while not playing.done:
        seats.append(playing.ask.seat)
        playing.answer(playing.options[0])
    assert seats == asked


def test_one_human_needs_no_order_of_humans() -> None:
    """timing.conflict: nothing is asked if there is nothing to choose."""
    table = table_of(3, traitors={1: "hybrid", 2: "cultist"}, readings={"timing.each_human": "active_player"})
    assert Playing(table, humans_in_turn(table)).result == [0]


def rain_fire(readings: dict[str, str]) -> Sailing:
    table = table_of(
        3,
        characters="jamie keilani arjun",
        loyalty={0: "hybrid"},
        spaces={0: "deck_4", 1: "deck_4"},
        passengers={"deck_4": "nothing"},
        readings=readings,
    )
    return Sailing(table, reveal(table, 0, Loyalty.HYBRID))


def become_beast(readings: dict[str, str]) -> Sailing:
    table = table_of(
        3,
        spaces={0: "bridge"},
        deep_ones="deck_4",
        passengers={"deck_4": "nothing"},
        tops="spell/summon_the_beast_within",
        die=(1,),
        readings=readings,
    )
    playing = Sailing(table, resolve_top_spell(table, 0))
    playing.answer(ChooseSpace(Space.DECK_4))
    return playing


def throw_grenade(readings: dict[str, str]) -> Sailing:
    table = table_of(
        3,
        spaces={0: "deck_2", 1: "deck_4"},
        items={0: "jam_tin_grenade"},
        passengers={"deck_4": "nothing"},
        readings=readings,
    )
    playing = Sailing(table, perform_item(table, 0, Item.JAM_TIN_GRENADE))
    playing.answer(ChooseSpace(Space.DECK_4))
    return playing


def defeated(playing: Sailing) -> list[type[Fact]]:
    """Return the kinds of defeats, in order."""
    assert playing.done
    kinds = (CharacterDefeated, PassengerDefeated)
    return [type(fact) for fact in playing.facts if isinstance(fact, kinds)]


@pytest.mark.parametrize(
    ("blow", "named"),
    [
        (rain_fire, [CharacterDefeated, PassengerDefeated]),
        (become_beast, [CharacterDefeated, PassengerDefeated]),
        (throw_grenade, [PassengerDefeated, CharacterDefeated]),
    ],
)
def test_who_is_defeated_first(blow: Any, named: list[type[Fact]]) -> None:
    """timing.conflict, ruling defeat.order: those whom the card names first, or whom the active player chooses."""
    assert defeated(blow({})) == named
    for first, order in (
        (CHARACTERS, [CharacterDefeated, PassengerDefeated]),
        (PASSENGERS, [PassengerDefeated, CharacterDefeated]),
    ):
        playing = blow({"defeat.order": "active_player"})
        assert (playing.ask.seat, playing.ask.name) == (0, "unfathomable.defeat_first")
        playing.answer(first)
        assert defeated(playing) == order


@pytest.mark.parametrize(("seats", "passengers"), [([], "nothing"), ([1], "")])
def test_the_active_player_is_not_asked_without_a_choice(seats: list[int], passengers: str) -> None:
    """timing.conflict, ruling defeat.order: characters alone or passengers alone."""
    readings = {"defeat.order": "active_player"}
    table = table_of(3, passengers={"deck_4": passengers}, readings=readings)
    assert Sailing(table, defeat_everyone(table, Space.DECK_4, seats, CHARACTERS, by_traitor=False)).done
