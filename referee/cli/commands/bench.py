"""`referee bench`: measure, print the figures with their bars, and exit with 1 if a bar is missed or a part fails."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import msgspec
from rich.table import Table

from referee import __version__
from referee.bench.comparison import QUICK, THOROUGH
from referee.bench.parts import BARS, PARTS, Figures, PartFailed, measure_part
from referee.cli.display.console import console, print_json, print_progress
from referee.cli.display.printable import printable
from referee.cli.errors import CommandError, as_command_error
from referee.cli.outputs import check_output, write_output
from referee.games import UnknownGame, game

RATIOS_EXPLAINED = "Values are medians. A ratio is the median of ratios, not the quotient of two medians."


def run(args: argparse.Namespace) -> int:
    """Measure the requested parts."""
    unknown = [name for name in args.only if name not in PARTS]
    if unknown:
        raise CommandError(f"unknown part {unknown[0]!r} (choose from {', '.join(PARTS)})")
    with as_command_error(UnknownGame):
        game(args.game)
    before = _read(args.against) if args.against else {}
    if args.save:
        check_output(args.save, force=args.force)
    figures, failed = _measure(args)
    missed = [key for key, bar in BARS.items() if key in figures and not bar.holds(figures[key])]
    rounded = {key: round(figure, 4) for key, figure in figures.items()}
    if args.json:
        print_json(rounded)
    elif missed or not args.quiet:
        shown = {key: figures[key] for key in missed} if args.quiet else figures
        console().print(_table(shown, missed, before))
    if args.save:
        saved = json.dumps({"version": __version__, "figures": rounded}, indent=2)
        write_output(args.save, f"{saved}\n", force=args.force)
    return 1 if missed or failed else 0


def _measure(args: argparse.Namespace) -> tuple[Figures, list[str]]:
    """Return the figures of the requested parts, and the parts that failed, each of which is reported in a line."""
    figures: Figures = {}
    failed: list[str] = []
    parts = args.only or PARTS
    for number, part in enumerate(parts, 1):
        if not args.quiet:
            print_progress(f"{number} of {len(parts)}, {part}: {PARTS[part]}")
        try:
            figures |= measure_part(part, QUICK if args.quick else THOROUGH, args.game)
        except ModuleNotFoundError as missing:
            raise CommandError(
                f"{missing.name} is not installed; install the development dependencies: pip install '.[dev]'"
            ) from missing
        except PartFailed as failure:
            figures |= failure.measured
            failed.append(part)
            print(printable(f"{part} could not be measured to its end: {failure}"), file=sys.stderr)
    return figures, failed


def _read(path: str) -> Figures:
    """Return the figures of an earlier run."""
    try:
        return msgspec.json.decode(Path(path).read_bytes(), type=_Saved).figures
    except OSError as problem:
        raise CommandError(f"cannot read {path}: {problem.strerror}") from problem
    except msgspec.MsgspecError:
        raise CommandError(f"{path} was not written by `referee bench --save`") from None


class _Saved(msgspec.Struct):
    """A file with the figures of a run."""

    version: str
    figures: Figures


def _table(figures: Figures, missed: list[str], before: Figures) -> Table:
    """Return the figures with their bars and, if there are any, with those of an earlier run."""
    columns = ["figure", "value", *(["before", "change"] if before else []), "bar", ""]
    table = Table(*columns, box=None, header_style="bold", caption=RATIOS_EXPLAINED, caption_justify="left")
    for column in table.columns[1:-2]:
        column.justify = "right"
    for key, figure in figures.items():
        bar = BARS.get(key)
        verdict = "" if bar is None else "[red]missed[/]" if key in missed else "[green]met[/]"
        earlier = before.get(key)
        compared = ["", ""] if earlier is None else [_shown(earlier), _change(figure, earlier)]
        table.add_row(key, _shown(figure), *(compared if before else []), str(bar or ""), verdict)
    return table


def _shown(figure: float) -> str:
    return f"{figure:,.2f}" if figure < 100 else f"{figure:,.0f}"


def _change(figure: float, earlier: float) -> str:
    return f"{100 * (figure / earlier - 1):+.0f} %" if earlier else ""
