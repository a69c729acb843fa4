"""Setting up: the rule `setup`, "Inhalt und Spielaufbau, 1-9"."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.games.abyss import GAME
from referee.games.abyss.cards import EXPLORATION_DECK, LOCATIONS, LORDS, MONSTER_TOKENS
from referee.games.abyss.facts.court import LordsCalled
from referee.games.abyss.facts.decks import (
    ExplorationShuffled,
    LocationsShuffled,
    LordsShuffled,
    TokensShuffled,
)
from referee.games.abyss.facts.locations import LocationsOpened
from referee.games.abyss.facts.supply import PearlsGained
from referee.games.abyss.facts.turn import StartSeatDrawn, TurnBegan
from referee.games.abyss.setup import set_up
from referee.games.abyss.state import Realm, State
from referee.kernel.chance import Chance, seed_from_text
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, as_seen
from referee.kernel.run import Run
from referee.kernel.table import Table
from tests.games.abyss.matches import setup_for

ALL_SEATS = pytest.mark.parametrize("seats", GAME.seats)


def table_set_up(seats: int, seed: str = "setup") -> Table[State]:
    setup = setup_for(seats)
    state = GAME.new_state(setup, OPEN_TABLE)
    table: Table[State] = Table(state, seats, GAME.folds, Chance(seed_from_text(seed)), setup.readings, 1)
    set_up(table)
    return table


def test_two_to_four_seats_may_play() -> None:
    """Rule setup: the box is for two to four players."""
    assert list(GAME.seats) == [2, 3, 4]


@ALL_SEATS
def test_exploration_cards_are_shuffled_face_down(seats: int) -> None:
    """Rule setup, 2: all 71 exploration cards make the deck, in another order than they came out of the box."""
    deck = table_set_up(seats).state.deck
    assert Counter(deck) == Counter(EXPLORATION_DECK)
    assert deck != list(EXPLORATION_DECK)


@ALL_SEATS
def test_six_lords_come_to_court(seats: int) -> None:
    """Rule setup, 3: the top six Lords lie open at Court, the other 29 make the deck."""
    table = table_set_up(seats)
    (shuffled,) = [each.fact for each in table.recorded if isinstance(each.fact, LordsShuffled)]
    assert sorted(shuffled.lords) == sorted(LORDS)
    assert table.state.court == list(reversed(shuffled.lords[-6:]))
    assert table.state.lord_deck == list(shuffled.lords[:-6])


@ALL_SEATS
def test_one_location_is_opened(seats: int) -> None:
    """Rule setup, 4: the first of the 20 Locations in the pile is opened."""
    state = table_set_up(seats).state
    assert len(state.open_locations) == 1
    assert sorted(state.location_deck + state.open_locations) == sorted(LOCATIONS)


@ALL_SEATS
def test_tokens_keys_and_threat(seats: int) -> None:
    """Rule setup, 5-7: the Monster tokens are mixed, the threat token starts on the first space, nobody has a key."""
    state = table_set_up(seats).state
    assert Counter(state.token_pile) == Counter(MONSTER_TOKENS)
    assert state.threat == 1
    assert state.key_supply == 10
    assert [realm.key_tokens for realm in state.realms] == [0] * seats


@ALL_SEATS
def test_each_seat_has_a_pearl_and_nothing_else(seats: int) -> None:
    """Rule setup, 8: each seat gets one pearl, the others stay in the Treasury; hands and Council are empty."""
    state = table_set_up(seats).state
    assert state.realms == [Realm(pearls=1)] * seats
    assert state.treasury == 50 - seats
    assert not any(state.council.values())
    assert not state.track
    assert not state.discard


@ALL_SEATS
def test_start_seat_is_drawn_by_lot(seats: int) -> None:
    """Rule setup, 9: any seat may be the start seat."""
    starts = Counter([table_set_up(seats, f"start {number}").state.start for number in range(60)])
    assert sorted(starts) == list(range(seats))


@ALL_SEATS
def test_start_seat_has_the_first_turn(seats: int) -> None:
    """Rule setup, 9: the first turn is the start seat's."""
    for number in range(8):
        run = Run(GAME, setup_for(seats), seed_from_text(f"first turn {number}"))
        facts = [recorded.fact for recorded in run.begin().facts]
        assert facts[-1] == TurnBegan(run.table.state.start, 1)
        assert run.waiting_for == (run.table.state.start,)


def test_nobody_sees_the_piles() -> None:
    """Rule setup: the piles lie face down for every seat and for spectators; only their sizes are known."""
    recorded = table_set_up(3).recorded
    for viewer in (0, 1, 2, SPECTATOR):
        told = [as_seen(each.fact, viewer) for each in recorded]
        assert [
            str(name) for fact in told if isinstance(fact, ExplorationShuffled) for name in fact.cards
        ] == ["?"] * 71
        assert [str(name) for fact in told if isinstance(fact, LordsShuffled) for name in fact.lords] == [
            "?"
        ] * 35
        assert [
            str(name) for fact in told if isinstance(fact, LocationsShuffled) for name in fact.locations
        ] == ["?"] * 20
        assert [token for fact in told if isinstance(fact, TokensShuffled) for token in fact.tokens] == [
            0
        ] * 20


def test_setup_happens_in_the_order_of_the_book() -> None:
    """Rule setup, 1-9: cards, Lords, Locations, tokens, pearls, start seat; every fact cites this rule."""
    recorded = table_set_up(2).recorded
    assert [type(each.fact) for each in recorded] == [
        ExplorationShuffled,
        LordsShuffled,
        LordsCalled,
        LocationsShuffled,
        LocationsOpened,
        TokensShuffled,
        PearlsGained,
        PearlsGained,
        StartSeatDrawn,
    ]
    assert {each.path for each in recorded} == {"setup", "setup/supply.pearls"}
