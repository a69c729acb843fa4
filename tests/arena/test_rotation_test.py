"""The test for recognised deals: it finds a bot that plays better the second time, and accuses few others."""

from __future__ import annotations

import numpy as np

from referee.arena.event_entries import EventOpened, ResultRecorded
from referee.arena.event_state import EventState, MatchProgress
from referee.arena.match_results import MatchResult, SeatResult
from referee.arena.rotation_test import FEWEST_BLOCKS, rotation_tests
from referee.arena.schedule import ScheduledMatch, cyclic_seatings
from tests.arena.events import event_text


def simulated(blocks: int, random: np.random.Generator, gain: float = 0.0) -> EventState:
    """Play blocks between four entrants, of whom number 0 is stronger in all seatings but the first."""
    state = EventState(EventOpened(event_text(*["random"] * 4, seats=4), ""))
    advantages = np.array([0.6, 0.2, -0.2, -0.6])
    for block in range(1, blocks + 1):
        deal = f"1.{block}.1"
        table = tuple([int(each) for each in random.permutation(4)])
        for number, seating in enumerate(cyclic_seatings(table), start=1):
            strength = np.array([gain if each == 0 and number > 1 else 0.0 for each in seating])
            winner = int(np.argmax(advantages + strength + random.gumbel(size=4)))
            seats = tuple([SeatResult(1 if seat == winner else 2, seat == winner) for seat in range(4)])
            match = ScheduledMatch(f"{deal}.{number}", deal, 1, seating)
            recorded = ResultRecorded(match.id, 1, MatchResult("", seats), "", "")
            state.matches[match.id] = MatchProgress(match, recorded)
    return state


def test_a_bot_that_recognises_deals_is_named() -> None:
    first, *_ = rotation_tests(simulated(150, np.random.default_rng(1), gain=1.2))
    assert first.entrant == 0
    assert first.is_suspicious
    assert first.gain > 0.1


def test_honest_bots_are_not_named_more_often_than_it_says() -> None:
    random = np.random.default_rng(2)
    named = [any([test.is_suspicious for test in rotation_tests(simulated(40, random))]) for _ in range(60)]
    # One per cent is expected; four of sixty would be a chance of one in a thousand.
    assert sum(named) <= 3


def test_few_blocks_say_nothing() -> None:
    assert rotation_tests(simulated(FEWEST_BLOCKS - 1, np.random.default_rng(3))) == []
    assert len(rotation_tests(simulated(FEWEST_BLOCKS, np.random.default_rng(3)))) == 4
