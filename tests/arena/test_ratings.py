"""Ratings: known strengths are found again, within the intervals as often as they claim."""

from __future__ import annotations

import numpy as np
import pytest

from referee.arena.match_results import MatchResult, SeatResult
from referee.arena.ratings import ELO, Ratings, quantile_95, rate
from referee.arena.schedule import FILLER, ScheduledMatch, cyclic_seatings

Results = list[tuple[ScheduledMatch, MatchResult]]
SEAT_ADVANTAGES = (0.4, 0.1, -0.1, -0.4)


def played(block: int, number: int, seating: tuple[int, ...], places: list[int]) -> Results:
    seats = tuple([SeatResult(place, place == 1) for place in places])
    return [(ScheduledMatch(f"{block}.{number}", str(block), 1, seating), MatchResult("", seats))]


def places_by_luck(values: np.ndarray, random: np.random.Generator) -> list[int]:
    """Draw an order by the model of Plackett and Luce."""
    order = np.argsort(-(values + random.gumbel(size=len(values))))
    places = [0] * len(values)
    for place, seat in enumerate(order, start=1):
        places[seat] = place
    return places


def simulated(strengths: np.ndarray, blocks: int, random: np.random.Generator) -> Results:
    """Play deals between four of the entrants in all seatings, with advantages of the seats."""
    results: Results = []
    for block in range(blocks):
        table = tuple(int(each) for each in random.choice(len(strengths), 4, replace=False))
        for number, seating in enumerate(cyclic_seatings(table)):
            values = strengths[list(seating)] + np.array(SEAT_ADVANTAGES)
            results += played(block, number, seating, places_by_luck(values, random))
    return results


def simulated_sides(
    humans: np.ndarray, traitors: np.ndarray, blocks: int, random: np.random.Generator
) -> Results:
    """Play matches of one traitor against three humans, in which the humans have an advantage."""
    results: Results = []
    for block in range(blocks):
        table = tuple(int(each) for each in random.choice(len(humans), 4, replace=False))
        for number, seating in enumerate(cyclic_seatings(table)):
            ahead = 0.5 + humans[list(seating[1:])].mean() - traitors[seating[0]]
            won = random.random() < 1 / (1 + np.exp(-ahead))
            seats = tuple(
                [
                    SeatResult(
                        1 if (seat > 0) == won else 2, (seat > 0) == won, side="human" if seat else "traitor"
                    )
                    for seat in range(4)
                ]
            )
            match = ScheduledMatch(f"{block}.{number}", str(block), 1, seating)
            results.append((match, MatchResult("", seats)))
    return results


def coverage(simulations: int, blocks: int, seed: int) -> float:
    """Return how often the interval of an entrant contains its true rating."""
    random = np.random.default_rng(seed)
    hits = []
    for number in range(simulations):
        strengths = random.normal(0, 0.6, 8)
        strengths -= strengths.mean()
        ratings = rate(simulated(strengths, blocks, random), number)
        hits += [
            low <= 1500 + ELO * strengths[each] <= high for each, (_, low, high) in ratings.overall.items()
        ]
    return float(np.mean(hits))


def test_intervals_contain_the_truth_as_often_as_they_claim() -> None:
    assert 0.90 <= coverage(25, 30, 7) <= 1.0


@pytest.mark.campaign
def test_coverage_over_500_simulations() -> None:
    found = coverage(500, 40, 11)
    print(f"coverage {found:.3f}")  # noqa: T201
    assert 0.93 <= found <= 0.97


def test_strengths_and_advantages_are_found_again() -> None:
    random = np.random.default_rng(3)
    strengths = np.array([-0.9, -0.3, 0.0, 0.2, 0.4, 0.6])
    ratings = rate(simulated(strengths, 600, random))
    for entrant, truth in enumerate(strengths - strengths.mean()):
        assert ratings.overall[entrant].value == pytest.approx(1500 + ELO * truth, abs=30)
    for seat, truth in enumerate(SEAT_ADVANTAGES):
        assert ratings.seats[seat].value == pytest.approx(ELO * truth, abs=25)


def test_strengths_on_each_side_are_found_again() -> None:
    random = np.random.default_rng(4)
    humans = np.array([-0.6, -0.2, 0.0, 0.2, 0.6])
    traitors = np.array([0.5, 0.0, 0.0, 0.0, -0.5])
    ratings = rate(simulated_sides(humans, traitors, 800, random))
    assert ratings.by_side[0, "traitor"].value > ratings.by_side[4, "traitor"].value + 60
    assert ratings.by_side[4, "human"].value > ratings.by_side[0, "human"].value + 60
    assert ratings.sides["human"].value > ratings.sides["traitor"].value


def test_the_fit_agrees_with_an_independent_library() -> None:
    """With the seats balanced by rotation, and almost no prior, both are the fit of Plackett and Luce."""
    # It imports SciPy, which takes longer than the rest of this file, in every process that collects tests.
    import choix

    random = np.random.default_rng(5)
    strengths = np.array([-0.5, 0.0, 0.2, 0.3])
    results: Results = []
    for block in range(60):
        for number, seating in enumerate(cyclic_seatings((0, 1, 2, 3))):
            places = places_by_luck(strengths[list(seating)], random)
            results += played(block, number, seating, places)
    rankings = [
        tuple([match.seating[seat] for seat in np.argsort([each.place for each in result.seats])])
        for match, result in results
    ]
    theirs = choix.opt_rankings(4, rankings, alpha=1e-9)
    ours = rate(results).overall
    for entrant in range(4):
        assert ours[entrant].value == pytest.approx(1500 + ELO * (theirs - theirs.mean())[entrant], abs=8)


def test_an_entrant_that_lost_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    results: Results = []
    for block in range(20):
        for number, seating in enumerate(cyclic_seatings((0, 1))):
            results += played(block, number, seating, [1 if each == 0 else 2 for each in seating])
    ratings = rate(results)
    assert 1500 < ratings.overall[0].value < 3000
    assert ratings.overall[0].high - ratings.overall[0].low > 100


def test_fillers_and_failures() -> None:
    """A filler is not rated as an entrant, and whoever failed counts as last."""
    seats = (SeatResult(1, True, kind="crash"), SeatResult(2, False), SeatResult(3, False))
    match = ScheduledMatch("1", "1", 1, (0, 1, FILLER))
    ratings = rate([(match, MatchResult("", seats))] * 5)
    assert set(ratings.overall) == {0, 1}
    assert ratings.overall[1].value > ratings.overall[0].value


def test_without_results_there_are_no_ratings() -> None:
    assert rate([]) == Ratings({}, {}, {}, {})


def test_the_seed_decides_the_intervals_only() -> None:
    results = simulated(np.zeros(4), 10, np.random.default_rng(1))
    one, other = rate(results, 1), rate(results, 2)
    assert [each.value for each in one.overall.values()] == [each.value for each in other.overall.values()]
    assert rate(results, 1) == one


def test_few_blocks_make_wide_intervals() -> None:
    assert quantile_95(3) > quantile_95(10) > quantile_95(100) > 1.96
