"""Hints at pairs that help each other: rare among honest entrants, as often as stated, and there if two collude."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from referee.arena.collusion_hints import CAUTION, FEWEST_BLOCKS, HintReport, compare_pairs, expected_points
from referee.arena.event_file import Points
from referee.arena.match_results import MatchResult, SeatResult
from referee.arena.ratings import ELO, Interval, Ratings
from referee.arena.schedule import ScheduledMatch, cyclic_seatings
from tests.arena.test_ratings import SEAT_ADVANTAGES, Results, places_by_luck, simulated_sides

FIELD, TABLE = 12, 4
ROUNDS = 33
HELPER, HELPED = 3, 8
LEVEL = 0.05


def honest(
    random: np.random.Generator, rounds: int = ROUNDS, *, spread: float = 0.6, boost: float = 0.0
) -> Results:
    """Play rounds at random tables: strengths, seats and deals differ, and with a boost one entrant helps another."""
    strengths = random.normal(0, spread, FIELD)
    results: Results = []
    for round_ in range(rounds):
        order = random.permutation(FIELD)
        for number in range(FIELD // TABLE):
            table = tuple(int(each) for each in order[number * TABLE : (number + 1) * TABLE])
            # A deal favours some seats, in all its seatings.
            deal = random.normal(0, 0.8, TABLE)
            for place, seating in enumerate(cyclic_seatings(table)):
                values = strengths[list(seating)] + np.array(SEAT_ADVANTAGES) + deal
                if HELPER in seating and HELPED in seating:
                    values[seating.index(HELPED)] += boost
                    values[seating.index(HELPER)] -= boost
                places = places_by_luck(values, random)
                seats = tuple([SeatResult(each, each == 1) for each in places])
                name = f"{round_}.{number}.1"
                results.append(
                    (ScheduledMatch(f"{name}.{place}", name, round_, seating), MatchResult("", seats))
                )
    return results


def false_alarms(events: int, seed: int, points: Points, spread: float) -> int:
    """Return how many events between honest entrants have a hint."""
    random = np.random.default_rng(seed)
    found = [
        compare_pairs(honest(random, spread=spread), FIELD, points, number).pairs for number in range(events)
    ]
    return sum([bool(pairs) and pairs[0].probability <= LEVEL for pairs in found])


def most_by_chance(events: int) -> int:
    """Return how many alarms a test at the level has at most, except for one run in ten thousand."""
    random = np.random.default_rng(0)
    return int(np.quantile(random.binomial(events, LEVEL, 200_000), 0.9999))


def test_the_expected_points_are_those_of_the_model() -> None:
    """Many drawn matches give the points that ratings and seats predict."""
    random = np.random.default_rng(3)
    strengths = np.array([0.8, 0.0, -0.3, -0.5])
    overall = {each: _interval(1500 + ELO * strength) for each, strength in enumerate(strengths)}
    seats = {seat: _interval(ELO * advantage) for seat, advantage in enumerate(SEAT_ADVANTAGES)}
    match = ScheduledMatch("1.1.1.1", "1.1.1", 1, (2, 0, 3, 1))
    values = strengths[list(match.seating)] + np.array(SEAT_ADVANTAGES)
    drawn = np.array([places_by_luck(values, random) for _ in range(20_000)])
    result = MatchResult("", tuple([SeatResult(1, True)] * 4))
    known = Ratings(overall, {}, seats, {})
    for points, made in (("wins", drawn == 1), ("places", (4 - drawn) / 3)):
        expected = expected_points(match, result, known, points)  # type: ignore[arg-type]
        assert np.allclose(np.mean(made, axis=0), expected, atol=0.015)


def _interval(value: float) -> Interval:
    return Interval(value, value, value)


def test_honest_entrants_have_a_hint_in_one_event_of_twenty(seed: str) -> None:
    assert false_alarms(12, int.from_bytes(seed.encode()[-4:]), "wins", 0.6) <= most_by_chance(12)


@pytest.mark.campaign
@pytest.mark.parametrize("spread", [0.0, 0.6, 1.5])
@pytest.mark.parametrize("points", ["wins", "places"])
def test_many_events_of_honest_entrants(points: Points, spread: float) -> None:
    assert false_alarms(500, 11, points, spread) <= most_by_chance(500)


def test_a_planted_pair_is_found_and_nobody_is_named_instead() -> None:
    random = np.random.default_rng(5)
    for number in range(4):
        pairs = compare_pairs(honest(random, 66, boost=2.0), FIELD, "wins", number).pairs
        assert pairs[0].probability <= LEVEL
        assert {(pair.helper, pair.helped) for pair in pairs[:1]} == {(HELPER, HELPED)}
        assert pairs[0].points > pairs[0].expected
        assert pairs[0].together >= FEWEST_BLOCKS
        assert len(pairs[0].matches) == TABLE * pairs[0].together


def test_without_the_correction_for_all_entrants_there_are_more_alarms() -> None:
    """The planted fault: each entrant is tested by itself, at the level of the whole event."""
    random = np.random.default_rng(7)
    found = [compare_pairs(honest(random), FIELD, "wins", number).pairs for number in range(6)]
    least = [pairs[0].probability for pairs in found]
    assert sum([each <= LEVEL for each in least]) <= 1
    assert sum([each / CAUTION / FIELD <= LEVEL for each in least]) >= 3


def test_too_few_deals_and_failures_are_left_out() -> None:
    random = np.random.default_rng(9)
    few = compare_pairs(honest(random, 8), FIELD, "wins")
    assert few.pairs == ()
    assert few.too_few > 0
    results = honest(random, ROUNDS)
    failed = [
        (match, MatchResult("", (msgspec.structs.replace(result.seats[0], kind="crash"), *result.seats[1:])))
        for match, result in results
    ]
    assert compare_pairs(failed, FIELD, "wins") == HintReport((), 0, 0)


def test_a_game_with_sides_is_compared_by_what_its_sides_predict() -> None:
    random = np.random.default_rng(2)
    strengths = random.normal(0, 0.5, 8)
    pairs = compare_pairs(simulated_sides(strengths, -strengths, 60, random), 8, "wins").pairs
    assert pairs
    assert all([0 < pair.expected < 1 for pair in pairs])
    assert pairs[0].probability > 0.001
