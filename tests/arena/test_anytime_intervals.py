"""Anytime-valid intervals: they cover the mean under continuous looking, and an interval for one look does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from referee.arena.anytime_intervals import (
    ERROR,
    AnytimeInterval,
    ConfidenceSequence,
    anytime_intervals,
    block_scores,
)
from referee.arena.event_entries import EventOpened, ResultCorrected, ResultRecorded, RoundPaired
from referee.arena.event_state import EventState
from referee.arena.match_results import MatchResult, SeatResult
from referee.arena.ratings import NORMAL_95
from referee.arena.schedule import Pairing
from tests.arena.events import event_text
from tests.cli.running import inside

Looks = Callable[[Sequence[float]], Iterator[tuple[float, float]]]
"""Yields the interval after each score."""


def anytime(scores: Sequence[float]) -> Iterator[tuple[float, float]]:
    sequence = ConfidenceSequence()
    for score in scores:
        sequence.add(score)
        yield sequence.interval.low, sequence.interval.high


def for_one_look(scores: Sequence[float]) -> Iterator[tuple[float, float]]:
    """The planted fault: the interval of a fixed number of blocks, looked at after every block."""
    total = squares = 0.0
    for blocks, score in enumerate(scores, start=1):
        total, squares = total + score, squares + score**2
        mean = total / blocks
        # Not below the variance that a block could hide while there are few of them.
        reach = NORMAL_95 * sqrt(max(squares / blocks - mean**2, 0.01) / blocks)
        yield mean - reach, mean + reach


def scores_and_means(kind: int, blocks: int, random: np.random.Generator) -> tuple[list[float], list[float]]:
    """Return scores of blocks, and what could be expected of each when its table was paired."""
    if kind == 0:
        # All four matches of a deal won, or none: the greatest variance.
        means = np.full(blocks, 0.25)
        return list((random.random(blocks) < means).astype(float)), list(means)
    if kind == 1:
        # Four seatings of a deal, against opponents who become stronger.
        means = np.linspace(0.6, 0.2, blocks)
        return list(random.binomial(4, means) / 4), list(means)
    # Whoever did well is paired with stronger opponents.
    scores: list[float] = []
    expected: list[float] = []
    for _ in range(blocks):
        expected.append(0.35 if sum(scores) > 0.5 * len(scores) else 0.65)
        scores.append(float(random.binomial(2, expected[-1]) / 2))
    return scores, expected


def is_ever_wrong(looks: Looks, scores: Sequence[float], expected: Sequence[float]) -> bool:
    """Return whether any of the intervals lacks the mean of what was to be expected so far."""
    truth = np.cumsum(expected) / np.arange(1, len(expected) + 1)
    found = zip(looks(scores), truth, strict=True)
    return any([not low <= mean <= high for (low, high), mean in found])


def share_wrong(looks: Looks, events: int, blocks: int, seed: int) -> float:
    random = np.random.default_rng(seed)
    return float(
        np.mean(
            [is_ever_wrong(looks, *scores_and_means(event % 3, blocks, random)) for event in range(events)]
        )
    )


def most_by_chance(events: int) -> float:
    return ERROR + 3 * sqrt(ERROR * (1 - ERROR) / events)


def test_looking_after_every_block_is_safe(seed: str) -> None:
    random = int.from_bytes(seed.encode()[-4:])
    assert share_wrong(anytime, 45, 120, random) <= most_by_chance(45)


def test_an_interval_for_one_look_is_caught() -> None:
    assert share_wrong(for_one_look, 45, 120, 1) > 2 * most_by_chance(45)


@pytest.mark.campaign
def test_looking_after_every_block_of_many_events() -> None:
    found = share_wrong(anytime, 1200, 300, 2)
    print(f"ever wrong in {found:.4f} of 1,200 events with 300 looks each")  # noqa: T201
    assert found <= most_by_chance(1200)


def test_intervals_shrink_and_are_narrow_enough_to_be_useful() -> None:
    random = np.random.default_rng(3)
    scores = list(random.binomial(4, 0.25, 4000) / 4)
    found = [ConfidenceSequence(scores[:blocks]).interval for blocks in (10, 40, 160, 640, 4000)]
    widths = [each.high - each.low for each in found]
    assert all([later < 0.7 * earlier for earlier, later in pairwise(widths)])
    *_, (low, high) = for_one_look(scores)
    assert 1.3 < widths[-1] / (high - low) < 2.2


def test_no_block_one_block_and_equal_scores() -> None:
    assert ConfidenceSequence().interval == AnytimeInterval(0, None, 0.0, 1.0)
    for score in (0.0, 0.4, 1.0):
        assert ConfidenceSequence([score]).interval == AnytimeInterval(1, score, 0.0, 1.0)
    for score in (0.0, 1.0):
        found = ConfidenceSequence([score] * 200).interval
        assert found.mean == score
        assert found.low <= score <= found.high
        assert 0 < found.high - found.low < 0.05
    mirrored = ConfidenceSequence([1 - score for score in (0.1, 0.9, 0.3) * 40]).interval
    straight = ConfidenceSequence((0.1, 0.9, 0.3) * 40).interval
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((straight.low, straight.high))


@pytest.mark.parametrize("score", [-0.1, 1.1, float("nan")])
def test_a_score_outside_its_bounds_is_refused(score: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        ConfidenceSequence([score])


def result(*places: int) -> MatchResult:
    return MatchResult("", tuple([SeatResult(place, place == 1) for place in places]))


def test_a_deal_counts_when_it_and_all_earlier_ones_are_over() -> None:
    state = EventState(EventOpened(event_text("random", "random", more="deals = 3\n"), ""))
    state.apply(RoundPaired(1, (Pairing(1, 1, (0, 1)),)))
    # The seatings are (E0, E1) and (E1, E0). The second deal is over first.
    state.apply(ResultRecorded("1.1.2.1", 1, result(1, 2), "", ""))
    state.apply(ResultRecorded("1.1.2.2", 1, result(1, 1), "", ""))
    state.apply(ResultRecorded("1.1.1.1", 1, result(1, 2), "", ""))
    assert block_scores(state) == {}
    assert [each.blocks for each in anytime_intervals(state)] == [0, 0]
    state.apply(ResultRecorded("1.1.1.2", 1, result(2, 1), "", ""))
    assert block_scores(state) == {0: [1.0, 0.75], 1: [0.0, 0.25]}
    ruled = result(2, 1).seats
    state.apply(ResultCorrected(by="Ada", reason="appeal", match="1.1.1.1", seats=ruled))
    assert block_scores(state) == {0: [0.5, 0.75], 1: [0.5, 0.25]}


def test_the_standings_show_them(tmp_path: Path) -> None:
    file, data = tmp_path / "cup.toml", ["--data-dir", str(tmp_path / "data")]
    file.write_text(event_text("random", "random"))
    inside("event", "start", str(file), "--quiet", *data)
    rows = inside("event", "standings", str(file), "--json", *data).lines
    assert {row["anytime"]["deals"] for row in rows} == {1}
    assert sum([row["anytime"]["mean"] for row in rows]) == 1
    shown = inside("event", "standings", str(file), "--anytime", *data).out
    assert "mean score (anytime)" in shown
    assert "(0.000 to 1.000)" in shown
    assert "as valid now as after any other deal" in " ".join(shown.split())
    assert "anytime" not in inside("event", "standings", str(file), *data).out


def test_the_arena_is_not_asked_for_them(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(event_text("random", "random"))
    ran = inside("event", "standings", str(file), "--anytime", "--server", "localhost:1")
    assert (ran.code, ran.out) == (2, "")
    assert "--anytime reads the log of the event" in ran.err
