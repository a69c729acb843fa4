"""The two titles: rules `title.*` (DE 49, FR 51, PL 38). Also what the Brig does to them."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Title
from referee.games.unfathomable.facts.titles import TitlePassed
from referee.games.unfathomable.moving import move_to, send_to_brig, send_to_sick_bay
from referee.games.unfathomable.titles import captain, give_titles, keeper, lose_titles, pass_title
from tests.games.unfathomable.tables import table_of

CREW = "jeanne edmund keilani svetlana"
"""In the line of the Captain 3, 7, 1, 5; in that of the Keeper 8, 4, 10, 6."""


def test_at_the_start_each_title_goes_to_the_highest_in_its_line() -> None:
    """title.start: DE 49.2, FR 51.2, PL 38.2."""
    table = table_of(characters=CREW)
    give_titles(table)
    assert (captain(table.state), keeper(table.state)) == (2, 1)


def test_a_lost_title_goes_to_the_highest_who_is_eligible() -> None:
    """title.succession: DE 49.4, FR 51.4, PL 38.4. The loser is not eligible while there are others."""
    table = table_of(characters=CREW, titles={"captain": 2})
    pass_title(table, Title.CAPTAIN)
    assert captain(table.state) == 0
    assert table.recorded[-1].fact == TitlePassed(Title.CAPTAIN, 2, 0)


@pytest.mark.parametrize(("reading", "heir"), [("highest", 2), ("next_below", 3)])
def test_a_higher_character_may_be_passed_over_by_a_ruling(reading: str, heir: int) -> None:
    """title.succession, in German the next in the line: DE 49.4, FR 51.4, PL 38.4."""
    table = table_of(characters=CREW, titles={"captain": 0}, readings={"title.succession": reading})
    pass_title(table, Title.CAPTAIN)
    assert captain(table.state) == heir


def test_below_the_last_the_line_begins_again() -> None:
    """title.succession by the reading next_below: DE 49.4."""
    table = table_of(characters=CREW, titles={"captain": 1}, edition="de", spaces={2: "brig"})
    pass_title(table, Title.CAPTAIN)
    assert captain(table.state) == 0


def test_traitors_and_prisoners_are_passed_over() -> None:
    """title.succession.ineligible: DE 49.4•1, FR 51.4•1, PL 38.4•1."""
    table = table_of(characters=CREW, titles={"captain": 0}, traitors={2: "hybrid"}, spaces={3: "brig"})
    pass_title(table, Title.CAPTAIN)
    assert captain(table.state) == 1


def test_the_loser_keeps_it_if_all_others_are_in_the_brig() -> None:
    """title.succession.loser: DE 49.4•2, FR 51.4•2, PL 38.4•2."""
    spaces = {1: "brig", 2: "brig", 3: "brig"}
    table = table_of(characters=CREW, titles={"captain": 0}, spaces=spaces)
    pass_title(table, Title.CAPTAIN)
    assert captain(table.state) == 0
    assert table.recorded == []


@pytest.mark.parametrize("edition", ["", "de", "fr", "pl"])
def test_with_all_humans_in_the_brig_the_highest_of_them_has_it(edition: str) -> None:
    """title.succession.all_in_brig: DE 49.4•3, FR 51.4•3, PL 38.4•3. The loser is one of them."""
    spaces = {1: "brig", 2: "brig", 3: "brig"}
    table = table_of(characters=CREW, titles={"captain": 0, "keeper": 3}, spaces=spaces, edition=edition)
    send_to_brig(table, 0)
    assert captain(table.state) == 2
    table.state.titles[Title.CAPTAIN] = 2
    lose_titles(table, 2)
    assert captain(table.state) == 2


def test_both_titles_are_lost_the_captaincy_first() -> None:
    """brig.titles_lost: DE 7.2, FR 9.2, PL 3.2."""
    table = table_of(characters=CREW, titles={"captain": 2, "keeper": 2})
    send_to_brig(table, 2)
    passed = [recorded.fact for recorded in table.recorded[1:]]
    assert passed == [TitlePassed(Title.CAPTAIN, 2, 0), TitlePassed(Title.KEEPER, 2, 1)]
    assert table.recorded[1].path == "brig.titles_lost/title.succession"
    assert table.state.players[2].space is Space.BRIG


def test_a_card_may_give_the_captaincy_to_the_lowest() -> None:
    """mythos.power_to_the_people: the title goes to the lowest in the line who is eligible, the Keeper's as usual."""
    table = table_of(characters=CREW, titles={"captain": 2, "keeper": 2})
    send_to_brig(table, 2, captaincy_to_lowest=True)
    assert (captain(table.state), keeper(table.state)) == (1, 1)


@pytest.mark.parametrize(("reading", "heir"), [("nothing", 2), ("titles_lost", 0)])
def test_being_moved_to_the_brig_again(reading: str, heir: int) -> None:
    """brig.moved_again: DE 7.2, FR 9.2, PL 3.2."""
    table = table_of(
        characters=CREW, titles={"captain": 2}, spaces={2: "brig"}, readings={"brig.moved_again": reading}
    )
    send_to_brig(table, 2)
    assert captain(table.state) == heir


def test_moving_to_the_own_space_is_no_move() -> None:
    """action.human.move: DE 1.3, FR 2.3, PL 1.3."""
    table = table_of(spaces={0: "galley"})
    move_to(table, 0, Space.GALLEY)
    assert table.recorded == []
    move_to(table, 0, Space.DECK_1)
    assert table.state.players[0].space is Space.DECK_1


def test_nobody_goes_from_the_brig_to_the_sick_bay() -> None:
    """brig.overpowered_stays: DE 7.8, FR 9.8, PL 3.8."""
    table = table_of(spaces={0: "brig", 1: "deck_2"})
    send_to_sick_bay(table, 0)
    send_to_sick_bay(table, 1)
    assert [player.space for player in table.state.players[:2]] == [Space.BRIG, Space.SICK_BAY]
