"""Live ratings: the same numbers as the library openskill, and a ladder that follows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.arena.event_entries import (
    EventBegun,
    EventFinished,
    EventOpened,
    EventStopped,
    ResultCorrected,
    ResultRecorded,
)
from referee.arena.event_luck import schedule_luck
from referee.arena.event_state import EventState, MatchProgress
from referee.arena.live_ratings import LiveRatings, updated
from referee.arena.local_arena import LocalArena
from referee.arena.match_results import MatchResult, SeatResult
from referee.arena.official_steps import corrected_seats, take_official_step
from referee.arena.rounds import RoundPlanner
from referee.arena.schedule import ScheduledMatch
from tests.arena.events import event_text, opened, played_event

# From openskill 6.2.0: PlackettLuce().rate([[r], ...], ranks=ranks), to four digits.
BY_OPENSKILL = [
    ([(25, 25 / 3)] * 2, [1, 2], [(27.6354, 8.0659), (22.3646, 8.0659)]),
    (
        [(25, 25 / 3), (30, 5), (20, 3), (27, 1)],
        [1, 2, 3, 4],
        [(29.0442, 8.1442), (30.4161, 4.9361), (20.1803, 2.9918), (26.9044, 1.0033)],
    ),
    (
        [(25, 25 / 3), (30, 5), (20, 3), (27, 1)],
        [2, 1, 2, 4],
        [(24.5621, 7.8953), (31.2533, 4.9701), (20.0689, 2.9956), (26.9482, 1.0034)],
    ),
    ([(25, 8), (30, 5), (20, 3)], [1, 1, 3], [(25.9635, 7.7561), (30.0518, 4.9581), (19.8457, 2.9975)]),
]


@pytest.mark.parametrize(("players", "places", "expected"), BY_OPENSKILL)
def test_an_update_agrees_with_openskill(
    players: list[tuple[float, float]], places: list[int], expected: list[tuple[float, float]]
) -> None:
    found = [(round(mean, 4), round(deviation, 4)) for mean, deviation in updated(players, places)]
    assert found == expected


def test_a_ladder_runs_until_it_is_stopped_and_pairs_by_rating(tmp_path: Path) -> None:
    text = event_text(*["sensible", "random"] * 4, more='format = "ladder"\nduplicate = false\n')
    log = opened(tmp_path, text)

    def stop() -> None:
        if log.state.last_round == 7 and not log.state.stopped:
            take_official_step(log, EventStopped(by="organiser", reason="enough"))

    LocalArena(log, tmp_path, 1, on_entries=stop).run()
    log.close()
    finished = log.entries[-1]
    assert isinstance(finished, EventFinished)
    assert finished.reason == "stopped by organiser: enough"
    assert log.state.done == 6 * 4
    ratings = LiveRatings().follow(log.state)
    assert len(ratings) == 8
    assert all([each.low < each.value < each.high for each in ratings.values()])
    # Number 0, 2, 4 and 6 are the better bots.
    assert sum([ratings[each].value for each in (0, 2, 4, 6)]) > 6000


def test_a_ladder_seats_neighbours_together() -> None:
    """With ratings that are known, nobody meets anyone who is far away."""
    opened_with = EventOpened(event_text(*["random"] * 8, more='format = "ladder"\n'), "")
    state = EventState(opened_with)
    state.apply(EventBegun(("",) * 8))
    results: list[str] = []
    for winner, loser in [(one, other) for one in range(8) for other in range(one + 1, 8)] * 5:
        seats = (SeatResult(1, True), SeatResult(2, False))
        name = f"1.{len(results) + 1}.1.1"
        match = ScheduledMatch(name, name, 1, (winner, loser))
        recorded = ResultRecorded(name, 1, MatchResult("", seats), "", "")
        state.matches[name] = MatchProgress(match, recorded)
        results.append(name)
    tables = RoundPlanner(schedule_luck(bytes(64))).next_round(state)
    assert sorted([tuple(sorted(pairing.entrants)) for pairing in tables]) == [(0, 1), (2, 3), (4, 5), (6, 7)]


def test_a_correction_is_counted_from_the_beginning(tmp_path: Path) -> None:
    log = played_event(tmp_path, event_text("random", "random", more="deals = 2\n"))
    live = LiveRatings()
    before = live.follow(log.state)
    (name, first), *_ = log.state.matches.items()
    assert first.result is not None
    turned = corrected_seats(log.state, name, [seat.place for seat in first.result.seats][::-1])
    log.state.apply(ResultCorrected(by="judge", reason="appeal", match=name, seats=turned))
    assert live.follow(log.state) == LiveRatings().follow(log.state) != before


def test_a_walkover_says_nothing_about_strength() -> None:
    seats = (SeatResult(1, True, kind="walkover"), SeatResult(2, False, kind="no_show"))
    live = LiveRatings()
    live._take(ScheduledMatch("1.1.1.1", "1.1.1", 1, (0, 1)), MatchResult("", seats))
    assert live._ratings == {}
