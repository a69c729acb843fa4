"""Known designs and searched schedules: every two entrants meet as equally often as possible."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from referee.arena import balancing
from referee.arena.balancing import MeetingSearch, balanced_rounds, imbalance, least_squares
from referee.arena.designs import Round, known_design
from referee.arena.local_search import SearchDice
from referee.arena.rotation import rotated_design
from referee.arena.table_sizes import RoundShape, TooFewEntrants, shape_of_round
from referee.kernel.chance import Chance, Stream, seed_from_text

KNOWN = [
    (3, 1),
    (4, 2),
    (10, 2),
    (9, 3),
    (27, 3),
    (15, 3),
    (16, 4),
    (64, 4),
    (25, 5),
    (49, 7),
    (64, 8),
    (8, 4),
    (6, 6),
]

# Entrants, seats and rounds, with the largest number of meetings of a pair that the best known schedule has. Where the
# number of pairs allows it, no two entrants meet twice (the "social golfer problem"); a search need not find all.
SMALL_CASES = {
    (8, 2, 7): 1,
    (9, 3, 4): 1,
    (15, 3, 7): 1,
    (16, 4, 5): 1,
    (20, 4, 5): 1,
    (24, 4, 5): 1,
    (25, 5, 6): 1,
    (28, 4, 7): 1,
    (32, 4, 8): 1,
    (12, 4, 11): 3,
    (13, 4, 13): 3,
    (12, 3, 11): 2,
    (8, 4, 7): 3,
    (6, 3, 10): 4,
}


def luck(text: str) -> Stream:
    return Chance(seed_from_text(text)).stream("rounds")


def meetings(rounds: list[Round]) -> Counter[tuple[int, int]]:
    return Counter([pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)])


@pytest.mark.parametrize(("entrants", "seats"), KNOWN)
def test_a_known_design_seats_everybody_and_is_balanced(entrants: int, seats: int) -> None:
    design = known_design(entrants, seats)
    for tables in design:
        assert sorted([each for table in tables for each in table]) == list(range(entrants))
        assert {len(table) for table in tables} == {seats}
    found = meetings(design)
    assert seats == 1 or len(found) == entrants * (entrants - 1) // 2
    assert len(set(found.values())) <= 1


@pytest.mark.parametrize(("entrants", "seats"), [(5, 2), (12, 4), (10, 5), (3, 4), (36, 6)])
def test_no_design_is_known_for_other_numbers(entrants: int, seats: int) -> None:
    assert known_design(entrants, seats) == []


@pytest.mark.parametrize(("case", "most"), SMALL_CASES.items(), ids=str)
def test_small_schedules_are_as_even_as_the_best_known(case: tuple[int, int, int], most: int) -> None:
    entrants, seats, rounds = case
    shape = shape_of_round(entrants, seats, seats, "low")
    found = imbalance(balanced_rounds(entrants, shape, rounds, luck("small cases")), entrants)
    assert found.most_meetings == most
    assert found.most_meetings - found.fewest_meetings <= 1
    assert found.most_byes - found.fewest_byes <= 1
    assert found.most_in_seat - found.fewest_in_seat <= 2


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_number_of_entrants_gets_a_schedule(
    seats: int, seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sizes 2 to 40: everybody sits once in each round, and the meetings are within a few of an even number."""
    monkeypatch.setattr(balancing, "MOST_STEPS", 2000)
    monkeypatch.setattr(balancing, "TRIES", 1)
    draws = luck(f"{seed} {seats}")
    for entrants in (2, 3, 5, 8, 13, 21, 40):
        fewest = 1 + draws.below(seats)
        if entrants < max(2, fewest):
            continue
        shape = shape_of_round(entrants, seats, max(2, fewest), draws.pick(("low", "high", "bye")))
        rounds = balanced_rounds(entrants, shape, 2, draws)
        for tables in rounds:
            sitting = [each for table in tables for each in table]
            assert len(sitting) == len(set(sitting)) == entrants - shape.byes
            assert tuple(sorted([len(table) for table in tables], reverse=True)) == shape.sizes
        found = imbalance(rounds, entrants)
        assert found.most_byes - found.fewest_byes <= 1
        if entrants > 2 * seats:
            assert found.most_meetings <= 3


@pytest.mark.campaign
@pytest.mark.parametrize("seats", range(2, 9))
def test_every_size_from_two_to_forty(seats: int, seed: str) -> None:
    """With the whole search: byes are even, and meetings nearly; few rounds often allow no even spread at all."""
    draws = luck(f"{seed} {seats}")
    worst = 0
    for entrants in range(2, 41):
        shape = shape_of_round(entrants, seats, 2, draws.pick(("low", "high", "bye")))
        rounds = balanced_rounds(entrants, shape, 3, draws)
        for tables in rounds:
            sitting = [each for table in tables for each in table]
            assert len(sitting) == len(set(sitting)) == entrants - shape.byes
            assert tuple(sorted([len(table) for table in tables], reverse=True)) == shape.sizes
        found = imbalance(rounds, entrants)
        assert found.most_byes - found.fewest_byes <= 1
        pairs = 3 * sum([size * (size - 1) // 2 for size in shape.sizes])
        least = -(-pairs // (entrants * (entrants - 1) // 2))
        worst = max(worst, found.most_meetings - least)
    print(f"tables of {seats}: at most {worst} meetings more than the least possible")  # noqa: T201
    assert worst <= 2


def test_a_search_counts_as_a_fresh_count_does(seed: str) -> None:
    """The running cost, which decides every exchange, equals the cost of the tables as they stand."""
    search = MeetingSearch(11, RoundShape((4, 3, 3), 1), 6)
    dice = SearchDice(luck(seed))
    for _ in range(500):
        search.exchange(dice, search.cost + 6)
    running = search.cost
    search.restore(search.save())
    assert search.cost == running
    assert search.cost >= search.goal


def test_the_same_luck_gives_the_same_schedule() -> None:
    shape = shape_of_round(9, 4, 2, "low")
    first = balanced_rounds(9, shape, 2, luck("same"))
    assert balanced_rounds(9, shape, 2, luck("same")) == first
    assert balanced_rounds(9, shape, 2, luck("other")) != first


def test_rotation_needs_at_most_one_bye() -> None:
    assert rotated_design(10, RoundShape((4, 4), 2), SearchDice(luck("rotation"))) == []


@pytest.mark.parametrize(("total", "places", "least"), [(0, 3, 0), (6, 3, 12), (7, 3, 17), (5, 0, 0)])
def test_least_squares(total: int, places: int, least: int) -> None:
    assert least_squares(total, places) == least


@pytest.mark.parametrize(
    ("entrants", "seats", "fewest", "policy", "shape"),
    [
        (8, 4, 2, "low", ((4, 4), 0)),
        (9, 4, 2, "low", ((3, 3, 3), 0)),
        (9, 4, 4, "low", ((4, 4), 1)),
        (9, 4, 2, "bye", ((4, 4), 1)),
        (3, 4, 2, "low", ((3,), 0)),
        (11, 3, 3, "high", ((3, 3, 3), 2)),
        (7, 2, 2, "low", ((2, 2, 2), 1)),
    ],
)
def test_shapes(
    entrants: int, seats: int, fewest: int, policy: str, shape: tuple[tuple[int, ...], int]
) -> None:
    assert shape_of_round(entrants, seats, fewest, policy) == shape  # type: ignore[arg-type]


def test_too_few_entrants_are_refused() -> None:
    with pytest.raises(TooFewEntrants, match="3 entrants are too few for a table of at least 4 seats"):
        shape_of_round(3, 5, 4, "low")
