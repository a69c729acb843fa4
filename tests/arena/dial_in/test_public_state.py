"""What everyone may read of an event: nothing about a deal that is still being played."""

from __future__ import annotations

from referee.arena.dial_in.public_state import pairings_message, published_state
from referee.arena.event_entries import (
    EventOpened,
    LoggedEntry,
    PenaltyGiven,
    ResultDisputed,
    ResultRecorded,
    RoundPaired,
)
from referee.arena.event_state import fold_event
from referee.arena.match_results import MatchResult, SeatResult
from referee.arena.schedule import Pairing
from tests.arena.dial_in.running import dial_in_text

WON, LOST = SeatResult(1, True), SeatResult(2, False)


def entries(first: tuple[int, int], *, played: int, won: bool) -> list[LoggedEntry]:
    """Return the log of an event with one table, of which some matches are over."""
    seats = (WON, LOST) if won else (LOST, WON)
    return [
        EventOpened(dial_in_text(2), "00" * 32),
        RoundPaired(1, (Pairing(1, 1, first),)),
        *[
            ResultRecorded(f"1.1.1.{number}", 1, MatchResult("end", seats), "r", "h")
            for number in range(1, played + 1)
        ],
    ]


def test_pairings_show_no_seating_before_the_deal_is_over() -> None:
    one, two = [
        pairings_message(fold_event(entries(first, played=1, won=won)), 1)
        for first, won in (((0, 1), True), ((1, 0), False))
    ]
    assert one == two
    assert (list(one.tables[0].entrants), one.tables[0].matches_done, len(one.matches)) == (
        ["D0", "D1"],
        0,
        0,
    )
    over = pairings_message(fold_event(entries((1, 0), played=2, won=True)), 1)
    assert over.tables[0].matches_done == 2
    assert [list(match.seating) for match in over.matches] == [["D1", "D0"], ["D0", "D1"]]


def test_a_match_is_lost_by_a_penalty_when_the_deal_is_over() -> None:
    lost = PenaltyGiven(
        by="judge", reason="x", entrant=0, penalty="loss_of_match", match="1.1.1.1", seats=(LOST, WON)
    )
    open_deal = published_state([*entries((0, 1), played=1, won=True), lost])
    assert (list(open_deal.results()), open_deal.penalties) == ([], [])
    over = published_state([*entries((0, 1), played=2, won=True), lost])
    assert [result.seats for _, result in over.results()] == [(LOST, WON), (WON, LOST)]


def test_results_count_when_the_deal_is_over() -> None:
    disputed = ResultDisputed(by="judge", reason="x", match="1.1.1.1")
    open_deal = published_state([*entries((0, 1), played=1, won=True), disputed])
    assert not list(open_deal.results())
    assert not open_deal.matches["1.1.1.1"].is_provisional
    assert len(list(published_state(entries((0, 1), played=2, won=True)).results())) == 2
