"""The end of the game and who has won: rules `game_end.*`, `objective.*`, `loyalty.*`."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.cards import Loyalty, Waypoint
from referee.games.unfathomable.ending import Ending, distance_counted, distance_travelled, end_game
from referee.games.unfathomable.facts.loyalty import LoyaltyTurnedOver
from referee.games.unfathomable.state import State
from referee.kernel.table import GameOver, Table
from tests.games.unfathomable.tables import table_of

FAR = "deep_one_city fog_bank maelstrom rainstorm"
DEEP_ENDINGS = [ending for ending in Ending if ending is not Ending.ARRIVED]


def winners(table: Table[State], ending: Ending) -> tuple[int, ...]:
    with pytest.raises(GameOver):
        end_game(table, ending)
    assert table.outcome is not None
    assert table.outcome.ending == ending
    assert table.outcome.scores == ()
    return table.outcome.winners


def test_the_end_turns_over_all_loyalty_cards() -> None:
    """game_end.reveal_loyalties: DE 11.1, FR 28.1, PL 48.1."""
    table = table_of(3, loyalty={0: "human", 1: "hybrid human", 2: ""}, traitors={2: "cultist"})
    winners(table, Ending.ARRIVED)
    assert [recorded.fact for recorded in table.recorded[:-1]] == [
        LoyaltyTurnedOver(0, (Loyalty.HUMAN,)),
        LoyaltyTurnedOver(1, (Loyalty.HYBRID, Loyalty.HUMAN)),
    ]
    assert table.recorded[-1].path == "game_end.immediate/game_end.human_win"


def test_in_port_those_with_only_human_cards_win() -> None:
    """game_end.human_win, objective.human: DE 11.1•1, FR 28.1•1, PL 48.1•1."""
    table = table_of(
        5, loyalty={0: "human human", 1: "human hybrid", 2: "cultist human"}, traitors={3: "hybrid"}
    )
    assert winners(table, Ending.ARRIVED) == (0, 4)


@pytest.mark.parametrize("ending", DEEP_ENDINGS)
def test_otherwise_whoever_has_a_hybrid_card_wins(ending: Ending) -> None:
    """game_end.hybrid_win, loyalty.hybrid: DE 11.1•2, FR 28.1•2, PL 48.1•2. Revealed or not, alone or not."""
    table = table_of(5, loyalty={0: "human hybrid", 1: "human human"}, traitors={2: "hybrid"})
    assert winners(table, ending) == (0, 2)


def test_the_cultist_loses_before_twelve_distance() -> None:
    """objective.cultist.loses, loyalty.cultist: DE 45.12, FR 8.12, PL 5.12."""
    table = table_of(loyalty={0: "cultist human", 1: "hybrid"}, waypoints="deep_one_city fog_bank maelstrom")
    assert distance_travelled(table.state) == 9
    assert winners(table, Ending.SHIP_SUNK) == (1,)


def test_the_cultist_wins_with_the_hybrids_after_twelve_distance() -> None:
    """game_end.cultist_win: DE 11.1•2-1, FR 28.1•2-1, PL 48.1•2-1."""
    table = table_of(loyalty={0: "cultist human", 1: "hybrid"}, waypoints=FAR)
    assert distance_travelled(table.state) == 12
    assert winners(table, Ending.OVERRUN) == (0, 1)


@pytest.mark.parametrize("edition", ["de", "fr", "pl"])
def test_the_waypoint_being_resolved_counts_for_the_cultist(edition: str) -> None:
    """game_end.cultist_win: DE 11.1•2-1, FR 28.1•2-1, PL 48.1•2-1. Whatever the ruling waypoint.counted says."""
    table = table_of(edition=edition, loyalty={0: "cultist"}, waypoints=FAR)
    table.state.arriving = Waypoint.RAINSTORM
    assert winners(table, Ending.FUEL_GONE) == (0,)


@pytest.mark.parametrize(("waypoints", "expected"), [("", (0,)), (FAR, (0,))])
def test_hybrid_and_cultist_together_win_as_a_hybrid(waypoints: str, expected: tuple[int, ...]) -> None:
    """game_end.hybrid_plus_cultist: DE 11.1•2-2, FR 28.1•2-2, PL 48.1•2-2."""
    table = table_of(loyalty={0: "cultist hybrid"}, waypoints=waypoints)
    assert winners(table, Ending.FOOD_GONE) == expected


@pytest.mark.parametrize("waypoints", ["", FAR])
def test_the_cultist_loses_when_the_ship_is_in_port(waypoints: str) -> None:
    """objective.cultist.loses: DE 45.12, FR 8.12, PL 5.12."""
    table = table_of(3, loyalty={0: "cultist human"}, waypoints=waypoints)
    assert winners(table, Ending.ARRIVED) == (1, 2)


@pytest.mark.parametrize(("reading", "distance"), [("when_placed", 12), ("when_resolved", 9)])
def test_from_when_a_waypoint_counts(reading: str, distance: int) -> None:
    """The ruling waypoint.counted: DE 24.8•2-1, FR 44.8•2-1, PL 36.8•2-1."""
    table = table_of(readings={"waypoint.counted": reading}, waypoints=FAR)
    table.state.arriving = Waypoint.RAINSTORM
    assert distance_counted(table) == distance
    table.state.arriving = Waypoint.HIDDEN
    assert distance_counted(table) == 12
