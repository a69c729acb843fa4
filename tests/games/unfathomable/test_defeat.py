"""Being defeated and what prevents it: the rules `overpower.*` and `passenger.overpower*`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Passenger, Resource, Title
from referee.games.unfathomable.choices import ACCEPT, PASS, Accept
from referee.games.unfathomable.defeat import (
    defeat_all_passengers,
    defeat_character,
    defeat_deep_one,
    defeat_passenger,
    defeat_passenger_of_supply,
    prevent_defeat,
)
from referee.games.unfathomable.facts.defeat import (
    CharacterDefeated,
    DefeatPrevented,
    PassengerDefeated,
    SupplyPassengerDefeated,
)
from referee.games.unfathomable.facts.resources import ResourceLost
from referee.games.unfathomable.state import NOBODY, Peril, State
from referee.games.unfathomable.windows import Reaction, Timing
from referee.kernel.facts import SPECTATOR, Seat
from referee.kernel.table import Script, Table
from tests.games.unfathomable.reacting import put_reactions
from tests.games.unfathomable.tables import Playing, table_of
from tests.games.unfathomable.views import Watching


def _prevent(table: Table[State], seat: Seat, _choice: Accept) -> Script[None]:
    yield from ()
    prevent_defeat(table, seat)


Saviour = Callable[[Seat], None]


@pytest.fixture(autouse=True)
def saviour(monkeypatch: pytest.MonkeyPatch) -> Saviour:
    """Nobody has an ability, unless a test names a saviour, who may always prevent a defeat."""
    timings = (Timing.CHARACTER_WOULD_BE_DEFEATED, Timing.PASSENGER_WOULD_BE_DEFEATED)
    put_reactions(monkeypatch, dict.fromkeys(timings, ()))

    def name(saviour: Seat) -> None:
        saving = Reaction(
            "x", Accept, None, lambda _table, seat: seat == saviour, lambda _t, _s: [ACCEPT], _prevent
        )
        put_reactions(monkeypatch, dict.fromkeys(timings, (saving,)))

    return name


def defeated(table: Table[State], seat: Seat) -> Playing:
    playing = Playing(table, defeat_character(table, seat))
    assert playing.done
    assert playing.result is True
    return playing


def test_a_human_goes_to_the_sick_bay() -> None:
    """overpower.human (DE 50.3, FR 54.3, PL 26.3): and keeps the title."""
    table = table_of(4, titles={"captain": 1})
    playing = defeated(table, 1)
    assert table.state.players[1].space is Space.SICK_BAY
    assert table.state.titles[Title.CAPTAIN] == 1
    assert playing.facts_of(CharacterDefeated) == [CharacterDefeated(1)]
    assert playing.paths[-1].startswith("overpower.who/overpower.human")


def test_a_revealed_traitor_goes_to_the_brig() -> None:
    """overpower.revealed_traitor (DE 50.4, FR 54.4, PL 26.4)."""
    table = table_of(4, traitors={1: "hybrid"})
    playing = defeated(table, 1)
    assert table.state.players[1].space is Space.BRIG
    assert "overpower.revealed_traitor" in playing.paths[-1]


def test_a_human_in_the_sick_bay_stays_there() -> None:
    """overpower.human_in_sick_bay (DE 50.3•1, FR 54.3•1, PL 26.3•1)."""
    table = table_of(4, spaces={1: "sick_bay"})
    playing = defeated(table, 1)
    assert table.state.players[1].space is Space.SICK_BAY
    assert playing.paths[-1].endswith("overpower.human_in_sick_bay")


def test_a_human_in_the_brig_stays_there() -> None:
    """brig.overpowered_stays (DE 7.8, FR 9.8, PL 3.8)."""
    table = table_of(4, spaces={1: "brig"})
    playing = defeated(table, 1)
    assert table.state.players[1].space is Space.BRIG
    assert playing.paths[-1].endswith("brig.overpowered_stays")


def test_a_traitor_in_the_brig_stays_there() -> None:
    """overpower.traitor_in_brig (DE 50.4•1, FR 54.4•1, PL 26.4•1)."""
    table = table_of(4, spaces={1: "brig"}, traitors={1: "cultist"})
    playing = defeated(table, 1)
    assert table.state.players[1].space is Space.BRIG
    assert playing.paths[-1].endswith("overpower.traitor_in_brig")


@pytest.mark.parametrize(("reading", "space"), [("to_brig", "brig"), ("stays", "sick_bay")])
def test_a_traitor_in_the_sick_bay(reading: str, space: str) -> None:
    """sick_bay.overpowered_stays (DE 29.3, FR 32.3, PL 18.3), ruling sick_bay.traitor_overpowered."""
    table = table_of(
        4,
        spaces={1: "sick_bay"},
        traitors={1: "hybrid"},
        readings={"sick_bay.traitor_overpowered": reading},
    )
    defeated(table, 1)
    assert table.state.players[1].space == space


def test_what_is_prevented_has_no_effect(saviour: Saviour) -> None:
    """overpower.prevented (DE 50.7, FR 54.7, PL 26.7)."""
    saviour(2)
    table = table_of(4)
    watching = Watching(table, 3)
    playing = Playing(table, defeat_character(table, 1))
    assert watching.state.peril == Peril(seat=1)
    assert [(ask.seat, ask.concerns_seat) for ask in playing.asks] == [(2, False)]
    playing.answer_together([ACCEPT])
    assert playing.result is False
    assert table.state.players[1].space is Space.BRIDGE
    assert playing.facts_of(DefeatPrevented) == [DefeatPrevented(2)]
    assert playing.facts_of(CharacterDefeated) == []
    assert table.state.peril is None
    assert watching.state.peril is None


def test_whoever_could_prevent_it_may_let_it_happen(saviour: Saviour) -> None:
    """ability.may (DE 18.4, FR 10.4, PL 50.4)."""
    saviour(1)
    table = table_of(4)
    playing = Playing(table, defeat_character(table, 1))
    assert playing.asks[0].concerns_seat
    playing.answer_together([PASS])
    assert playing.result is True


def test_a_deep_one_goes_back_to_the_supply() -> None:
    """overpower.deep_one (DE 50.5, FR 54.5, PL 26.5)."""
    table = table_of(4, deep_ones="deck_1 deck_1")
    defeat_deep_one(table, Space.DECK_1)
    assert table.state.deep_ones == {Space.DECK_1: 1}
    assert table.state.deep_one_supply == 19
    defeat_deep_one(table, Space.DECK_1)
    assert table.state.deep_ones == {}


@pytest.mark.parametrize(
    ("face", "souls", "sanity"),
    [("soul", 7, 8), ("two_souls", 6, 8), ("soul_and_sanity", 7, 7), ("nothing", 8, 8)],
)
def test_a_passenger_costs_what_it_shows(face: str, souls: int, sanity: int) -> None:
    """passenger.overpower, passenger.x_no_loss (DE 37.8, 37.10, FR 41.8, 41.10, PL 25.8, 25.10)."""
    table = table_of(4, passengers={"deck_3": f"nothing {face}"})
    playing = Playing(table, defeat_passenger(table, Space.DECK_3, 1))
    assert playing.result is True
    assert playing.facts_of(PassengerDefeated) == [PassengerDefeated(Space.DECK_3, 1, Passenger(face))]
    assert (table.state.resources[Resource.SOULS], table.state.resources[Resource.SANITY]) == (souls, sanity)
    assert table.state.passengers == {Space.DECK_3: [Passenger.NOTHING]}
    assert table.state.passengers_gone == [Passenger(face)]


def test_by_another_reading_each_dial_loses_one() -> None:
    """passenger.overpower (DE 37.8, FR 41.8, PL 25.8), ruling passenger.symbols."""
    table = table_of(4, passengers={"deck_3": "two_souls"}, readings={"passenger.symbols": "each_dial"})
    Playing(table, defeat_passenger(table, Space.DECK_3))
    assert table.state.resources[Resource.SOULS] == 7


def test_everyone_sees_the_token_once() -> None:
    """passenger.overpower, remove.from_game (DE 37.8, 12.0, FR 41.8, 47.0, PL 25.8, 43.0): seen, then gone."""
    table = table_of(4, passengers={"deck_3": "soul"})
    watching = Watching(table, SPECTATOR)
    Playing(table, defeat_passenger(table, Space.DECK_3))
    assert watching.state.resources[Resource.SOULS] == 7
    assert watching.state.passengers_gone == [Passenger.HIDDEN]


def test_a_passenger_of_the_supply() -> None:
    """passenger.overpower (DE 37.8, FR 41.8, PL 25.8): one by lot; there may be none."""
    table = table_of(4)
    playing = Playing(table, defeat_passenger_of_supply(table))
    assert playing.result is True
    [fact] = playing.facts_of(SupplyPassengerDefeated)
    assert table.state.passengers_gone == [fact.passenger]
    assert len(table.state.passenger_supply) == 8
    table.state.passenger_supply.clear()
    assert Playing(table, defeat_passenger_of_supply(table)).result is False


def test_a_passenger_of_the_supply_may_be_saved(saviour: Saviour) -> None:
    """overpower.prevented (DE 50.7, FR 54.7, PL 26.7): which one it would have been nobody knows."""
    saviour(2)
    table = table_of(4)
    playing = Playing(table, defeat_passenger_of_supply(table))
    assert table.state.peril == Peril(seat=NOBODY, space=Space.DEEP)
    playing.answer_together([ACCEPT])
    assert playing.result is False
    assert len(table.state.passenger_supply) == 9


def test_all_passengers_on_a_space_one_by_one(saviour: Saviour) -> None:
    """passenger.overpower (DE 37.8, FR 41.8, PL 25.8): a passenger that is saved stays."""
    saviour(2)
    table = table_of(4, passengers={"deck_3": "soul nothing two_souls"})
    playing = Playing(table, defeat_all_passengers(table, Space.DECK_3))
    playing.answer_together([PASS]).answer_together([ACCEPT]).answer_together([PASS])
    assert playing.done
    assert table.state.passengers == {Space.DECK_3: [Passenger.NOTHING]}
    assert table.state.resources[Resource.SOULS] == 5


def test_the_last_soul_ends_the_game() -> None:
    """passenger.overpower (DE 37.8, FR 41.8, PL 25.8): a dial at 0."""
    table = table_of(4, passengers={"deck_3": "two_souls"}, resources={"souls": 2})
    assert Playing(table, defeat_passenger(table, Space.DECK_3)).over


def test_a_card_in_play_may_act_when_a_passenger_is_defeated() -> None:
    """mythos.the_peacemaker: it follows when the loss is done."""
    table = table_of(4, passengers={"deck_3": "soul"}, mythos={1: "the_peacemaker"})
    playing = Playing(table, defeat_passenger(table, Space.DECK_3))
    assert [fact.resource for fact in playing.facts_of(ResourceLost)] == [Resource.SOULS, Resource.SANITY]
    assert table.state.players[1].mythos == []
