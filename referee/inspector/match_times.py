"""The time sheet of a match as the page shows it: every answer with its times, and the time that each seat used."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from referee.inspector.plots import LinePlot, PlotLine
from referee.kernel.facts import Seat
from referee.match.entries import Entry
from referee.replay.time_sheet import TimedDecision, TimeSheet
from referee.replay.time_words import GIVEN, away_text, credits_text, seconds_text, time_of_day


class ShownDecision(msgspec.Struct, frozen=True):
    """The times of one answer in words; times without a date are in seconds."""

    entry: int
    fact: int
    """The number of the first fact that followed from the answer, or of the last one before it."""
    seat: Seat
    question: int
    question_name: str
    asked: str
    """Time of day in UTC."""
    delivered: str
    """Time from then until the client acknowledged the question; empty if it did not before the answer."""
    received: str
    """Time from then until the answer arrived, or until the time was up."""
    used: str
    charged: str
    bank: str
    credited: str
    """What was credited, and why."""
    connection: str
    given: str
    """`time out` or `order`; empty if the player answered."""
    is_time_out: bool


class SeatTimes(msgspec.Struct, frozen=True):
    """The time that a seat used in the whole match, in seconds."""

    seat: Seat
    answers: int
    time_outs: int
    used: str
    charged: str
    longest: str
    """The time that the slowest answer used."""
    credited: str
    away: str
    """What the away budget has paid."""


class MatchTimes(msgspec.Struct, frozen=True):
    """The time sheet of a match. Only for the open table, because it shows who ran out of time."""

    clock: str
    """The time control, as people write it."""
    day: str
    """The date of the first answer, in UTC; empty if there is none."""
    has_bank: bool
    seats: list[SeatTimes]
    decisions: list[ShownDecision]
    plots: list[LinePlot]


def match_times(sheet: TimeSheet, entries: Sequence[Entry], seats: int, ends: Sequence[int]) -> MatchTimes:
    """Return a time sheet for the page. `ends` are the numbers of facts up to each entry, from 0 on."""
    decisions = sheet.decisions
    facts = [max(1, min(ends[each.entry - 1] + 1, ends[each.entry])) for each in decisions]
    has_bank = any([each.bank_ms for each in decisions])
    first = datetime.fromtimestamp(decisions[0].asked_at // 1000, UTC) if decisions else None
    return MatchTimes(
        clock=sheet.clock,
        day=f"{first:%Y-%m-%d}" if first else "",
        has_bank=has_bank,
        seats=[_of_seat(seat, decisions) for seat in range(seats)],
        decisions=[
            _shown(each, entries[each.entry - 1].asked, fact)
            for each, fact in zip(decisions, facts, strict=True)
        ],
        plots=_plots(decisions, facts, seats, has_bank=has_bank),
    )


def _shown(decision: TimedDecision, name: str, fact: int) -> ShownDecision:
    delivered = decision.delivered_at
    return ShownDecision(
        entry=decision.entry,
        fact=fact,
        seat=decision.seat,
        question=decision.question,
        question_name=name,
        asked=time_of_day(decision.asked_at),
        delivered=f"+{_since(decision.asked_at, delivered)}" if delivered else "",
        received=f"+{_since(decision.asked_at, decision.received_at)}",
        used=seconds_text(decision.used_ms),
        charged=seconds_text(decision.charged_ms),
        bank=seconds_text(decision.bank_ms),
        credited=credits_text(decision),
        connection=away_text(decision) or "connected",
        given=GIVEN.get(decision.by, decision.by),
        is_time_out=decision.by == "clock",
    )


def _since(start_ms: int, end_ms: int) -> str:
    # The time of day may have been set back in between.
    return seconds_text(max(0, end_ms - start_ms))


def _of_seat(seat: Seat, decisions: Sequence[TimedDecision]) -> SeatTimes:
    own = [each for each in decisions if each.seat == seat]
    return SeatTimes(
        seat=seat,
        answers=len(own),
        time_outs=sum([each.by == "clock" for each in own]),
        used=seconds_text(sum([each.used_ms for each in own])),
        charged=seconds_text(sum([each.charged_ms for each in own])),
        longest=seconds_text(max([each.used_ms for each in own], default=0)),
        credited=seconds_text(sum([sum(each.credits.values()) for each in own])),
        away=seconds_text(sum([each.away_ms for each in own])),
    )


def _plots(
    decisions: Sequence[TimedDecision], facts: Sequence[int], seats: int, *, has_bank: bool
) -> list[LinePlot]:
    """Return plots of the time that each seat has used so far and of its bank, in whole seconds."""
    used: list[PlotLine] = []
    banks: list[PlotLine] = []
    for seat in range(seats):
        total = 0
        so_far: dict[int, int] = {0: 0}
        left: dict[int, int] = {}
        for each, fact in zip(decisions, facts, strict=True):
            if each.seat == seat:
                total += each.used_ms
                so_far[fact], left[fact] = total // 1000, each.bank_ms // 1000
        used.append(PlotLine(f"seat/{seat}/time_used", list(so_far.items()), seat))
        if left:
            banks.append(PlotLine(f"seat/{seat}/bank", list(left.items()), seat))
    plots = [LinePlot("time used, in seconds", used)]
    return [*plots, LinePlot("bank, in seconds", banks)] if has_bank else plots
