"""Passengers: the rules `passenger.*`."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import PASSENGERS, Passenger
from referee.games.unfathomable.facts.defeat import PassengerRescued, PassengerRisked
from referee.games.unfathomable.facts.dice import RollBegan
from referee.games.unfathomable.passengers import rescue, risk
from referee.kernel.facts import SPECTATOR, as_seen
from tests.games.unfathomable.tables import Sailing, table_of
from tests.games.unfathomable.views import Watching


def test_each_passenger_has_a_roll() -> None:
    """passenger.risk (DE 37.4, FR 41.4, PL 25.4): onto the deck space with the number rolled."""
    table = table_of(4, die=(3, 8))
    playing = Sailing(table, risk(table, 2, 2))
    assert playing.result == 2
    assert {space: len(there) for space, there in table.state.passengers.items()} == {
        Space.DECK_3: 1,
        Space.DECK_8: 1,
    }
    assert len(table.state.passenger_supply) == 7
    assert [(fact.seat, fact.purpose) for fact in playing.facts_of(RollBegan)] == [(2, "passenger.risk")] * 2


def test_by_another_reading_one_roll_is_for_all() -> None:
    """passenger.risk (DE 37.4, FR 41.4, PL 25.4), ruling passenger.risk_rolls."""
    table = table_of(4, die=(3, 8), readings={"passenger.risk_rolls": "once"})
    playing = Sailing(table, risk(table, 2, 2))
    assert len(table.state.passengers[Space.DECK_3]) == 2
    assert len(playing.facts_of(RollBegan)) == 1


@pytest.mark.parametrize("reading", ["each", "once"])
def test_no_more_than_there_are(reading: str) -> None:
    """passenger.risk.short_supply (DE 37.5, FR 41.5, PL 25.5)."""
    table = table_of(4, readings={"passenger.risk_rolls": reading})
    del table.state.passenger_supply[1:]
    assert Sailing(table, risk(table, 0, 3)).result == 1
    assert Sailing(table, risk(table, 0, 3)).result == 0


def test_tokens_are_drawn_by_lot() -> None:
    """passenger.risk (DE 37.4, FR 41.4, PL 25.4): any of them may be the one."""
    found = set()
    for seed in "abcdefghijklmnopqrstuvwxyz":
        table = table_of(4, seed=seed)
        [fact] = Sailing(table, risk(table, 0, 1)).facts_of(PassengerRisked)
        found.add(fact.passenger)
    assert found == set(PASSENGERS)


def test_nobody_sees_a_token_that_is_risked_or_rescued() -> None:
    """passenger.face_down, passenger.rescue (DE 37.2, 37.7, FR 41.2, 41.7, PL 25.2, 25.7)."""
    table = table_of(4, die=(1,), passengers={"deck_5": "soul two_souls"})
    table.state.passenger_supply[:] = [Passenger.NOTHING]
    playing = Sailing(table, risk(table, 0, 1))
    rescue(table, Space.DECK_5, 1)
    assert table.state.passengers == {Space.DECK_5: [Passenger.SOUL], Space.DECK_1: [Passenger.NOTHING]}
    assert table.state.passenger_supply == [Passenger.TWO_SOULS]
    for viewer in (0, 1, SPECTATOR):
        for fact in playing.facts:
            if isinstance(fact, PassengerRisked | PassengerRescued):
                seen = as_seen(fact, viewer)
                assert isinstance(seen, PassengerRisked | PassengerRescued)
                assert seen.passenger is Passenger.HIDDEN


def test_a_view_counts_them_all_the_same() -> None:
    """public.supply_counts (DE 36.3, FR 33.3, PL 8.3): how many are in the supply and on deck is public."""
    table = table_of(4, die=(1,), passengers={"deck_5": "soul"})
    watching = Watching(table, 1)
    Sailing(table, risk(table, 0, 1))
    rescue(table, Space.DECK_5)
    view = watching.state
    assert view.passengers == {Space.DECK_1: [Passenger.HIDDEN]}
    assert view.passenger_supply == [Passenger.HIDDEN] * 8
