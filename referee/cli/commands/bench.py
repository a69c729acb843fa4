"""`referee bench`: measure, print the figures with their bars, and exit with 1 if a bar is missed."""

from __future__ import annotations

import argparse

from rich.table import Table

from referee.bench.comparison import QUICK, THOROUGH
from referee.bench.parts import BARS, PARTS, Figures, measure_part
from referee.cli.display.console import console, print_json, print_progress
from referee.cli.errors import CommandError, as_command_error
from referee.games import UnknownGame, game


def run(args: argparse.Namespace) -> int:
    """Measure the requested parts."""
    unknown = [name for name in args.only if name not in PARTS]
    if unknown:
        raise CommandError(f"unknown part {unknown[0]!r} (choose from {', '.join(PARTS)})")
    with as_command_error(UnknownGame):
        game(args.game)
    figures: Figures = {}
    try:
        for part in args.only or PARTS:
            print_progress(f"{part}: {PARTS[part]}")
            figures |= measure_part(part, QUICK if args.quick else THOROUGH, args.game)
    except ModuleNotFoundError as missing:
        raise CommandError(
            f"{missing.name} is not installed; install the development dependencies: pip install '.[dev]'"
        ) from missing
    missed = [key for key, bar in BARS.items() if key in figures and not bar.holds(figures[key])]
    if args.json:
        print_json({key: round(figure, 4) for key, figure in figures.items()})
    else:
        console().print(_table(figures, missed))
    return 1 if missed else 0


def _table(figures: Figures, missed: list[str]) -> Table:
    table = Table("figure", "value", "bar", "", box=None, header_style="bold")
    table.columns[1].justify = "right"
    for key, figure in figures.items():
        bar = BARS.get(key)
        verdict = "" if bar is None else "[red]missed[/]" if key in missed else "[green]met[/]"
        table.add_row(key, f"{figure:,.2f}" if figure < 100 else f"{figure:,.0f}", str(bar or ""), verdict)
    return table
