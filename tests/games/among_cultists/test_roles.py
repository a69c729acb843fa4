"""Roles: rules `role.*` ("Nuovi ruoli"), and the house rules of the Seer and the Firestarter."""

from __future__ import annotations

import pytest

from referee.games.among_cultists.cards import Cause, CharacterRole, Face, Side
from referee.games.among_cultists.choices import BurnRoom, NameSeer, StaySilent
from referee.games.among_cultists.cleanup import can_burn, clean_up, reveal_snitch
from referee.games.among_cultists.ending import Ending, count_kills, investigators_win
from referee.games.among_cultists.facts.actions import RoomBurned
from referee.games.among_cultists.facts.roles import (
    CardsDrawn,
    GhostAppeared,
    HandsSwapped,
    PulseOpened,
    RoleRevealed,
    SeerGuessed,
    SideNoted,
)
from referee.games.among_cultists.facts.setup import NightPassed
from referee.games.among_cultists.ghosts import become_ghost
from referee.games.among_cultists.sleeper import wake_sleeper
from referee.games.among_cultists.state import State
from referee.games.among_cultists.unsafe import reveal_unsafe_card
from referee.kernel.facts import SPECTATOR, as_seen
from referee.kernel.table import Table
from tests.games.among_cultists.tables import Playing, cards, table_of

TWO = {0: "cultist", 1: "cultist"}


def facts(table: Table[State], kind: type) -> list[object]:
    """Return the facts of a kind."""
    return [each.fact for each in table.recorded if isinstance(each.fact, kind)]


# Snitch


def test_living_snitch_learns_the_cultist_with_its_number() -> None:
    """Rules role.snitch, role.snitch.night (Talpa): everybody gets a message of the same form (trap 11)."""
    table = table_of(7, roles={**TWO, 2: "snitch"}, round_=8)
    table.state.characters[2].number = 2
    Playing(table, reveal_snitch(table))
    assert facts(table, RoleRevealed) == [RoleRevealed(2, CharacterRole.SNITCH, 2)]
    assert facts(table, PulseOpened) == [PulseOpened(2, (Face.ALIVE,))]
    nights = facts(table, NightPassed)
    assert [night.seat for night in nights] == list(range(7))  # type: ignore[attr-defined]
    assert nights[2].roles[:2] == (CharacterRole.HIDDEN, CharacterRole.CULTIST)  # type: ignore[attr-defined]
    assert {night.roles[1] for night in nights[3:]} == {CharacterRole.HIDDEN}  # type: ignore[attr-defined]


def test_dead_snitch_becomes_a_ghost_and_learns_nothing() -> None:
    """House: a Dead card in the opened deck makes it a Ghost."""
    table = table_of(7, roles={**TWO, 2: "snitch"}, pulse={2: "dead alive"}, round_=8)
    Playing(table, reveal_snitch(table))
    assert facts(table, PulseOpened) == [PulseOpened(2, (Face.ALIVE, Face.DEAD))]
    assert facts(table, GhostAppeared) == [GhostAppeared(2, Cause.PULSE_OPENED)]
    assert facts(table, NightPassed) == []


def test_snitch_who_is_a_ghost_is_only_published() -> None:
    """Section 12: role and deck, nothing more."""
    table = table_of(7, roles={**TWO, 2: "snitch"}, ghosts=[2], round_=8)
    Playing(table, reveal_snitch(table))
    assert len(facts(table, RoleRevealed)) == len(facts(table, PulseOpened)) == 1
    assert facts(table, NightPassed) == facts(table, GhostAppeared) == []


@pytest.mark.parametrize(("edition", "public"), [("it", 0), ("pt", 1), ("el", 1), ("", 1)])
def test_number_of_the_snitch_is_spoken_or_shown(edition: str, public: int) -> None:
    """Ruling snitch.number: the Italian edition has it shown to the Cultist (200), the others spoken (380, 560)."""
    table = table_of(7, roles={**TWO, 2: "snitch"}, edition=edition, round_=8)
    Playing(table, reveal_snitch(table))
    assert facts(table, RoleRevealed)[0].number == public  # type: ignore[attr-defined]
    nights = facts(table, NightPassed)
    assert nights[0].numbers[2] == 1  # type: ignore[attr-defined]
    assert nights[1].numbers[2] == 0  # type: ignore[attr-defined]


def test_snitch_comes_at_the_end_of_round_eight_only() -> None:
    """Rule role.snitch (Al termine del round 8)."""
    for number, count in ((7, 0), (8, 1), (9, 0)):
        table = table_of(7, roles={**TWO, 2: "snitch"}, round_=number)
        Playing(table, clean_up(table))
        assert len(facts(table, RoleRevealed)) == count


# Gentle Soul, Poltergeist, Yellow Traitor


@pytest.mark.parametrize("cause", [Cause.FOUND_DEAD, Cause.VOTED_OUT])
def test_gentle_soul_is_published_as_a_ghost(cause: Cause) -> None:
    """Rule role.gentle_soul (561)."""
    table = table_of(7, roles={**TWO, 2: "gentle_soul"})
    Playing(table, become_ghost(table, 2, cause))
    assert facts(table, RoleRevealed) == [RoleRevealed(2, CharacterRole.GENTLE_SOUL, 0)]


def test_poltergeist_haunts_for_the_cultists_and_is_not_one_of_them() -> None:
    """Rule role.poltergeist (202, 382): it changes sides in secret, and is no eliminated Cultist."""
    table = table_of(7, roles={**TWO, 2: "poltergeist"})
    ghost = Playing(table, become_ghost(table, 2, Cause.FOUND_DEAD))
    assert ghost.done
    assert not ghost.over
    assert table.state.characters[2].side is Side.CULTISTS
    assert facts(table, RoleRevealed) == []
    assert count_kills(table) == 1


def test_yellow_traitor_found_dead_becomes_an_investigator() -> None:
    """Rule role.yellow_traitor (204)."""
    table = table_of(7, roles={**TWO, 2: "yellow_traitor"}, pulse={2: "dead"})
    assert count_kills(table) == 0
    Playing(table, become_ghost(table, 2, Cause.FOUND_DEAD))
    assert table.state.characters[2].side is Side.INVESTIGATORS
    assert count_kills(table) == 1


# Sleeper


@pytest.mark.parametrize(("active", "side"), [(0, Side.CULTISTS), (3, Side.INVESTIGATORS)])
def test_sleeper_swaps_hands_and_may_turn(active: int, side: Side) -> None:
    """Rule role.sleeper (383, 563): trap 10, the same facts whether it turned or not."""
    table = table_of(7, roles={**TWO, 2: "sleeper"}, hand={2: "alive", active: "success failure"})
    wake_sleeper(table, active)
    assert [type(each.fact) for each in table.recorded] == [
        RoleRevealed,
        HandsSwapped,
        CardsDrawn,
        SideNoted,
        SideNoted,
    ]
    assert table.state.characters[2].hand == cards("success failure")
    assert table.state.characters[active].hand == cards("alive success alive success alive success")
    assert table.state.characters[2].side is side
    assert [note.seat for note in facts(table, SideNoted)] == [2, active]  # type: ignore[attr-defined]


def test_swapped_hands_are_seen_by_their_new_owners() -> None:
    """Section 13.1."""
    swapped = HandsSwapped(2, 0, (Face.DEAD,), (Face.ALIVE, Face.SUCCESS))
    hidden = HandsSwapped(2, 0, (Face.HIDDEN,), (Face.HIDDEN, Face.HIDDEN))
    assert as_seen(swapped, 2) == HandsSwapped(2, 0, (Face.DEAD,), (Face.HIDDEN, Face.HIDDEN))
    assert as_seen(swapped, 0) == HandsSwapped(2, 0, (Face.HIDDEN,), (Face.ALIVE, Face.SUCCESS))
    assert as_seen(swapped, SPECTATOR) == hidden


def test_sleeper_who_reveals_the_sabotage_is_only_published() -> None:
    """House: it cannot swap with itself."""
    table = table_of(7, roles={**TWO, 2: "sleeper"})
    wake_sleeper(table, 2)
    assert [type(each.fact) for each in table.recorded] == [RoleRevealed]


def test_only_the_first_sabotage_wakes_the_sleeper() -> None:
    """Rule role.sleeper: for the first time, from any deck."""
    table = table_of(7, roles={**TWO, 2: "sleeper"}, unsafe="sabotage sabotage")
    reveal_unsafe_card(table, 3)
    reveal_unsafe_card(table, 4)
    assert len(facts(table, HandsSwapped)) == 1


def test_short_draw_pile_gives_what_it_has() -> None:
    """Section 15."""
    table = table_of(7, roles={**TWO, 2: "sleeper"}, draw_pile="alive success")
    wake_sleeper(table, 3)
    assert facts(table, CardsDrawn) == [CardsDrawn(3, (Face.ALIVE, Face.SUCCESS))]


def test_turned_sleeper_is_a_third_cultist() -> None:
    """Rule end.eliminated: three Cultists must be Ghosts instead of two."""
    table = table_of(7, roles={**TWO, 2: "sleeper"}, ghosts=[0])
    table.state.characters[2].side = Side.CULTISTS
    assert not Playing(table, become_ghost(table, 1, Cause.VOTED_OUT)).over
    assert Playing(table, become_ghost(table, 2, Cause.VOTED_OUT)).over
    assert table.outcome is not None
    assert table.outcome.ending == Ending.CULTISTS_ELIMINATED


# Firestarter and Seer


@pytest.mark.parametrize(("number", "is_time"), [(4, False), (5, True), (6, True), (7, False)])
def test_fire_is_possible_in_rounds_five_and_six(number: int, is_time: bool) -> None:
    """House rule role.firestarter; the rounds are in the publisher's FAQ."""
    table = table_of(6, roles={0: "firestarter"}, round_=number)
    assert can_burn(table.state) is is_time
    table.state.was_room_burned = True
    assert not can_burn(table.state)


def test_everybody_is_asked_for_fire_and_the_firestarter_decides() -> None:
    """House rule role.firestarter: the same sealed question to all seats, an anonymous effect."""
    table = table_of(6, roles={0: "firestarter"}, round_=5, rooms={"green_room_south": "success failure"})
    cleaning = Playing(table, clean_up(table))
    assert [ask.seat for ask in cleaning.asks] == list(range(6))
    assert len({str(ask.options) for ask in cleaning.asks}) == 1
    burn, silent = [BurnRoom("green_room_south")], [StaySilent()]
    cleaning.answer_together(burn, [BurnRoom("blue_room_west")], silent, silent, silent, silent)
    burned = RoomBurned("green_room_south", (Face.SUCCESS, Face.FAILURE))
    assert facts(table, RoomBurned) == [burned]
    assert as_seen(burned, 0) == RoomBurned("green_room_south", (Face.HIDDEN, Face.HIDDEN))
    silent_table = table_of(6, roles={0: "firestarter"}, round_=5)
    Playing(silent_table, clean_up(silent_table)).answer_together(
        silent, burn, silent, silent, silent, silent
    )
    assert facts(silent_table, RoomBurned) == []


@pytest.mark.parametrize(
    ("target", "ending", "winners"),
    [(3, Ending.SEER_NAMED, (0, 1)), (4, Ending.BOOKS_COLLECTED, (2, 3, 4, 5, 6))],
)
def test_cultists_win_if_they_name_the_seer(target: int, ending: Ending, winners: tuple[int, ...]) -> None:
    """House rule role.seer: all are asked, and the Cultist with the lowest number decides."""
    table = table_of(7, roles={**TWO, 3: "seer"})
    end = Playing(table, investigators_win(table, Ending.BOOKS_COLLECTED))
    assert [ask.seat for ask in end.asks] == list(range(7))
    end.answer_together([NameSeer(target)], *[[NameSeer(3)]] * 6)
    assert facts(table, SeerGuessed) == [SeerGuessed(target)]
    assert table.outcome is not None
    assert (table.outcome.ending, table.outcome.winners) == (ending.value, winners)
