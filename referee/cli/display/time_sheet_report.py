"""The time sheet of a match in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.markup import escape
from rich.table import Table

from referee.cli.display.cited_rules import seat_label
from referee.cli.display.console import console, print_heading, print_line
from referee.games.sentences import count
from referee.replay.time_sheet import TimeSheet
from referee.replay.time_words import GIVEN, away_text, credits_text, seconds_text, time_of_day


def print_time_sheet(sheet: TimeSheet, names: Sequence[str]) -> None:
    """Print every answer with its times, in seconds."""
    print_heading(f"Time sheet: {escape(sheet.clock)}")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading, justify in (
        ("entry", "right"),
        ("seat", "left"),
        ("asked", "left"),
        ("delivered", "right"),
        ("received", "right"),
        ("used", "right"),
        ("charged", "right"),
        ("bank", "right"),
        ("", "left"),
    ):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type] # one of the two
    for each in sheet.decisions:
        notes = [GIVEN.get(each.by, each.by), away_text(each), credits_text(each)]
        table.add_row(
            str(each.entry),
            seat_label(names, each.seat),
            time_of_day(each.asked_at),
            f"+{seconds_text(each.delivered_at - each.asked_at)}" if each.delivered_at else "",
            f"+{seconds_text(each.received_at - each.asked_at)}",
            seconds_text(each.used_ms),
            seconds_text(each.charged_ms),
            seconds_text(each.bank_ms),
            escape("; ".join([note for note in notes if note])),
        )
    console().print(table)


def print_time_summary(sheet: TimeSheet, names: Sequence[str]) -> None:
    """Print how much time each seat used."""
    print_heading("Time")
    print_line(2, f"clock: {escape(sheet.clock)}; --times lists every answer")
    for seat, _ in enumerate(names):
        own = [each for each in sheet.decisions if each.seat == seat]
        used = seconds_text(sum([each.used_ms for each in own]))
        late = sum([each.by == "clock" for each in own])
        parts = [f"{used} s for {count(len(own), 'answer')}", count(late, "time-out") if late else ""]
        told = ", ".join([part for part in parts if part])
        print_line(2, f"{seat_label(names, seat)}: {told}")
