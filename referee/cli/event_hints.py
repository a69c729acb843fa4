"""What `referee event hints` prints: pairs of entrants of whom one seems to help the other."""

from __future__ import annotations

import argparse
import shlex

from rich.markup import escape
from rich.table import Table

from referee.arena.collusion_hints import CollusionHint, HintReport, find_hints
from referee.arena.event_record import EventRecord
from referee.arena.event_state import EventState
from referee.cli.display.console import console, print_json
from referee.cli.errors import CommandError
from referee.games.sentences import count

MOST_LISTED = 10
"""Number of pairs that are listed with --all."""
MOST_MATCHES = 6
"""Number of matches that are named for each pair."""


def print_hints(args: argparse.Namespace, record: EventRecord) -> None:
    """Print the hints of an event, or say why there are none."""
    if not 0 < args.level < 1:
        raise CommandError(f"--level {args.level:g} is not between 0 and 1")
    state = record.state
    if len(state.event.entrants) < 3:
        raise CommandError(
            "hints compare tables with and without an entrant, so they need at least 3 entrants"
        )
    report = find_hints(state)
    shown = [pair for pair in report.pairs if pair.probability <= args.level]
    if args.all:
        shown = list(report.pairs[: max(len(shown), MOST_LISTED)])
    if args.json:
        for pair in shown:
            print_json(_as_json(pair, state))
        return
    console().print(f"[bold]{escape(state.event.name)}[/]: {_summary(report, args.level)}")
    if shown:
        console().print(_table(shown, state))
        for pair in shown:
            _print_matches(pair, state)
        console().print(
            f"To look at them: referee inspect {shlex.quote(args.file)}, then /match/NAME. A hint says where to look; "
            "it is no verdict: two styles of play may fit by chance or by nature.",
            markup=False,
        )


def _summary(report: HintReport, level: float) -> str:
    found = sum([pair.probability <= level for pair in report.pairs])
    compared = f"{count(len(report.pairs), 'pair')} compared over {count(report.blocks, 'deal')}"
    left_out = f", {report.too_few} met too rarely or too often to compare" if report.too_few else ""
    if not report.pairs:
        return f"no pair can be compared yet{left_out}"
    hints = count(found, "hint") if found else "no hint"
    return f"{hints} at the level {level:g} ({compared}{left_out})"


def _table(shown: list[CollusionHint], state: EventState) -> Table:
    table = Table("who helps", "whom", box=None, header_style="bold", pad_edge=False)
    for title in ("deals together", "points", "expected", "deals apart", "points", "expected", "by chance"):
        table.add_column(title, justify="right")
    for pair in shown:
        table.add_row(
            escape(_name(state, pair.helper)),
            escape(_name(state, pair.helped)),
            str(pair.together),
            f"{pair.points:.2f}",
            f"{pair.expected:.2f}",
            str(pair.apart),
            f"{pair.points_apart:.2f}",
            f"{pair.expected_apart:.2f}",
            f"{pair.probability:.2g}",
        )
    return table


def _print_matches(pair: CollusionHint, state: EventState) -> None:
    names = f"{_name(state, pair.helper)} and {_name(state, pair.helped)}"
    more = len(pair.matches) - MOST_MATCHES
    tail = f" and {more} more" if more > 0 else ""
    console().print(f"{names} met in {', '.join(pair.matches[:MOST_MATCHES])}{tail}", markup=False)


def _as_json(pair: CollusionHint, state: EventState) -> dict[str, object]:
    return {
        "helper": _name(state, pair.helper),
        "helped": _name(state, pair.helped),
        "deals_together": pair.together,
        "points_together": round(pair.points, 4),
        "expected_together": round(pair.expected, 4),
        "deals_apart": pair.apart,
        "points_apart": round(pair.points_apart, 4),
        "expected_apart": round(pair.expected_apart, 4),
        "probability": round(pair.probability, 6),
        "matches": [{"match": name, "page": f"/match/{name}"} for name in pair.matches],
    }


def _name(state: EventState, entrant: int) -> str:
    return state.event.entrants[entrant].name
