"""Setting up: rules `setup.*` (the expansion's "Preparazione dell'area di gioco", and house rules)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from referee.games.among_cultists.cards import CULTIST_ROLES, CharacterRole, Face
from referee.games.among_cultists.facts.setup import (
    DrawPileShuffled,
    EventDeckShuffled,
    NightPassed,
    PacketDealt,
    RoomStocked,
    UnsafeDeckShuffled,
)
from referee.games.among_cultists.setup import set_up
from referee.games.among_cultists.state import State
from referee.kernel.facts import SPECTATOR, as_seen
from referee.kernel.table import Table
from tests.games.among_cultists.tables import table_of


def set_table(seats: int, seed: str = "setup", **options: Any) -> Table[State]:
    """Return a table that is set up."""
    table = table_of(seats, seed=seed, **options)
    table.state.roles = [CharacterRole(name) for name in options]
    set_up(table)
    return table


def night_of(table: Table[State], seat: int) -> NightPassed:
    """Return what a seat saw in the night."""
    nights = [each.fact for each in table.recorded if isinstance(each.fact, NightPassed)]
    return next(night for night in nights if night.seat == seat)


@pytest.mark.parametrize("seats", range(4, 9))
def test_everybody_gets_a_packet(seats: int) -> None:
    """Rule setup.packets: one or two Cultists who start alive, one Route card each, equal hands."""
    table = set_table(seats)
    characters = table.state.characters
    cultists = [each for each in characters if each.role in CULTIST_ROLES]
    assert len(cultists) == (1 if seats < 7 else 2)
    assert [each.start for each in cultists] == [Face.ALIVE] * len(cultists)
    assert sorted([each.number for each in cultists]) == list(range(1, len(cultists) + 1))
    assert len({each.route for each in characters}) == seats
    assert len({len(each.hand) for each in characters}) == 1
    assert [each.pulse for each in characters] == [[each.start] for each in characters]


@pytest.mark.parametrize(
    ("seats", "expected"), [(4, {0, 1, 2}), (5, {0, 1}), (6, {1, 2}), (7, {1}), (8, {0, 1, 2, 3})]
)
def test_how_many_start_dead(seats: int, expected: set[int]) -> None:
    """House rule data.start_dead: with six seats the range that a review gives, with the others what is balanced."""
    dead: Counter[int] = Counter()
    for number in range(60):
        characters = set_table(seats, f"start {number}").state.characters
        dead[len([each for each in characters if each.start is Face.DEAD])] += 1
    assert set(dead) == expected


def test_only_the_owner_sees_a_packet_and_nobody_the_start_card() -> None:
    """Rule setup.packets; being dead is hidden from everybody, the owner included."""
    dealt = PacketDealt(1, CharacterRole.SEER, 0, "A", (Face.ALIVE,), Face.DEAD)
    assert as_seen(dealt, 1) == PacketDealt(1, CharacterRole.SEER, 0, "A", (Face.ALIVE,), Face.HIDDEN)
    hidden = PacketDealt(1, CharacterRole.HIDDEN, 0, "", (Face.HIDDEN,), Face.HIDDEN)
    assert [as_seen(dealt, viewer) for viewer in (0, SPECTATOR)] == [hidden, hidden]


def test_cultists_see_each_other_the_dead_and_the_snitch() -> None:
    """Rule setup.night (Nuovi ruoli: Talpa)."""
    table = set_table(8, snitch=True)
    characters = table.state.characters
    roles = [each.role for each in characters]
    snitch = roles.index(CharacterRole.SNITCH)
    for seat, character in enumerate(characters):
        night = night_of(table, seat)
        others = [night.roles[other] for other in range(8) if other != seat]
        if character.role in CULTIST_ROLES:
            assert night.starts == tuple([each.start for each in characters])
            assert night.roles[snitch] is CharacterRole.SNITCH
            assert night.numbers[snitch] == 0
            assert others.count(CharacterRole.CULTIST) == 1
        else:
            assert set(others) == {CharacterRole.HIDDEN}
            assert set(night.starts) == {Face.HIDDEN}


def test_seer_sees_the_cultists_without_numbers() -> None:
    """House rule role.seer."""
    table = set_table(8, seer=True)
    roles = [each.role for each in table.state.characters]
    seer = roles.index(CharacterRole.SEER)
    night = night_of(table, seer)
    seen = [seat for seat, role in enumerate(night.roles) if role is CharacterRole.CULTIST]
    assert seen == [seat for seat, role in enumerate(roles) if role is CharacterRole.CULTIST]
    assert set(night.numbers) == {0}
    assert set(night.starts) == {Face.HIDDEN}


def test_every_seat_gets_one_night_message_and_others_see_nothing_in_it() -> None:
    """Section 13: messages of the night have the same form for all."""
    table = set_table(7, snitch=True)
    nights = [each.fact for each in table.recorded if isinstance(each.fact, NightPassed)]
    assert [night.seat for night in nights] == list(range(7))
    for night in nights:
        seen = as_seen(night, SPECTATOR)
        assert seen == NightPassed(night.seat, (CharacterRole.HIDDEN,) * 7, (0,) * 7, (Face.HIDDEN,) * 7)


def test_partners_do_not_see_which_cultist_is_the_firestarter() -> None:
    """House rule role.firestarter."""
    table = set_table(8, firestarter=True)
    roles = [each.role for each in table.state.characters]
    plain, fire = roles.index(CharacterRole.CULTIST), roles.index(CharacterRole.FIRESTARTER)
    assert night_of(table, plain).roles[fire] is CharacterRole.CULTIST
    assert night_of(table, fire).roles[fire] is CharacterRole.FIRESTARTER
    assert sorted([table.state.characters[seat].number for seat in (plain, fire)]) == [1, 2]


def test_poltergeist_has_two_other_cards() -> None:
    """Rule role.poltergeist.deck (Nuovi ruoli: Poltergeist): 2 Success become 1 Failure and 1 Sabotage."""
    characters = set_table(7, poltergeist=True).state.characters
    ghost = next(each for each in characters if each.role is CharacterRole.POLTERGEIST)
    plain = next(each for each in characters if each.role is CharacterRole.INVESTIGATOR)
    change = Counter(ghost.hand)
    change.subtract(plain.hand)
    assert {face: count for face, count in change.items() if count} == {
        Face.SUCCESS: -2,
        Face.FAILURE: 1,
        Face.SABOTAGE: 1,
    }


def test_characters_boats_and_blackouts_are_placed() -> None:
    """Rule setup.map (Preparazione dell'area di gioco, 1-3)."""
    state = set_table(8).state
    ways = [character.place.removeprefix("wooden_bridge_") for character in state.characters]
    assert ways == ["north", "east", "south", "west"] * 2
    assert {boat.boat: boat.dock for boat in state.boats} == {"boat_1": "dock_east", "boat_2": "dock_west"}
    assert sorted(state.blackouts) == ["east", "west"]


@pytest.mark.parametrize(("seats", "rooms", "cards"), [(4, 6, 3), (5, 6, 2), (6, 6, 1), (7, 7, 1), (8, 8, 1)])
def test_rooms_start_with_books_and_cards(seats: int, rooms: int, cards: int) -> None:
    """Rule setup.rooms (house values data.room_cards and data.room_books): nobody sees the cards."""
    table = set_table(seats)
    stocked = [each.fact for each in table.recorded if isinstance(each.fact, RoomStocked)]
    assert [(fact.books, len(fact.cards)) for fact in stocked] == [(3, cards)] * rooms
    assert [fact.room for fact in stocked] == [room.room for room in table.state.rooms]
    assert {face for fact in stocked for face in fact.cards} <= {Face.SUCCESS, Face.FAILURE}
    for fact in stocked:
        assert as_seen(fact, 0) == RoomStocked(fact.room, 3, (Face.HIDDEN,) * cards)


def test_decks_are_shuffled_face_down() -> None:
    """House rule setup.decks: the cards of table 1, in an order that depends on the seed."""
    orders = []
    for seed in ("one", "two"):
        table = set_table(7, seed)
        state = table.state
        assert Counter(state.unsafe) == {Face.SUCCESS: 7, Face.FAILURE: 3, Face.SABOTAGE: 1}
        assert Counter(state.draw_pile) == {Face.ALIVE: 5, Face.SUCCESS: 5}
        assert Counter([card.value for card in state.events]) == {
            "lightning": 3,
            "fishman": 3,
            "portal": 2,
            "quiet": 2,
        }
        orders.append((list(state.unsafe), list(state.draw_pile), list(state.events)))
        for each in table.recorded:
            if isinstance(each.fact, UnsafeDeckShuffled | DrawPileShuffled | EventDeckShuffled):
                seen = as_seen(each.fact, 0)
                assert {card.value for card in seen.cards} == {"?"}  # type: ignore[union-attr]
    assert orders[0] != orders[1]
