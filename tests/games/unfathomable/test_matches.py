"""Whole matches: they end, they add up, every view agrees with the table, and questions tell nothing."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.game import GAME
from referee.games.unfathomable.options import Difficulty, ShipOptions
from tests.games.unfathomable.matches import (
    EDITIONS,
    Match,
    absent,
    check_asks,
    check_box,
    check_end_box,
    check_facts,
    check_views,
    random_match,
    random_readings,
    seasoned,
    with_providence,
)
from tests.games.unfathomable.twins import compare_twins

ALL_SEATS = pytest.mark.parametrize("seats", GAME.seats)
ALL_EDITIONS = pytest.mark.parametrize("edition", EDITIONS)


def check(match: Match) -> None:
    check_asks(match)
    check_facts(match)
    check_box(match.state)
    check_end_box(match)
    check_views(match)


def watched(match: Match) -> None:
    """Look at the box often, and at all views now and then."""
    with_providence(match)
    check_box(match.state)
    if len(match.asks) % 200 == 0:
        check_views(match)


@ALL_SEATS
@ALL_EDITIONS
def test_matches_at_random(seats: int, edition: str) -> None:
    """Every edition, every number of seats, the readings of the edition."""
    check(random_match(seats, f"random {seats} {edition}", edition=edition))


@ALL_SEATS
@ALL_EDITIONS
def test_long_matches(seats: int, edition: str) -> None:
    """Matches that come to arrivals, the Awakening and revealed traitors; any readings."""
    seed = f"long {seats} {edition}"
    check(Match(seats, seed, seasoned(seed), readings=random_readings(seed), watch=watched))


@ALL_SEATS
def test_matches_with_nobody_at_the_table_come_to_an_end(seats: int) -> None:
    """Every question has a default answer, and the defaults bring the match to its end."""
    for must_act in ("may_pass", "must_act"):
        check(Match(seats, "nobody", absent, readings={"turn.unused_actions": must_act}))


@pytest.mark.parametrize("difficulty", Difficulty)
@pytest.mark.parametrize("without_cultist", [False, True])
def test_matches_with_options(difficulty: Difficulty, without_cultist: bool) -> None:
    """variant.no_cultist, difficulty.agreed_before (App. I, App. II)."""
    options = ShipOptions(without_cultist=without_cultist, difficulty=difficulty)
    check(random_match(4, f"options {difficulty} {without_cultist}", options=options))


def test_the_same_answers_give_the_same_match() -> None:
    """Nothing but the seed and the answers decides."""
    one, other = [random_match(5, "twice").facts for _ in range(2)]
    assert one == other


@ALL_SEATS
def test_who_is_asked_tells_nothing_of_what_is_hidden(seats: int) -> None:
    """Hidden information: with other hands and loyalty cards the same seats are asked the same."""
    compared = [compare_twins(seats, f"twins {seats} {number}") for number in range(6)]
    assert sum(compared) > 50
