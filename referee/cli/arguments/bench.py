"""Arguments of `referee bench`."""

from __future__ import annotations

from referee.cli.arguments.shared import CommandGroup, add_force, add_json, add_quiet
from referee.cli.command_parser import path_name


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "bench",
        "measure how fast the referee is, relative to yardsticks of the same run",
        "referee bench --quick",
        "referee bench --only wire --game unfathomable",
        "referee bench --save today.json --against yesterday.json",
        details="Requires the development dependencies (one of the yardsticks is python-chess). Both sides of a "
        "comparison are measured alternately, and a ratio is the median of the ratios of slices that followed each "
        "other, so it is not exactly the quotient of the rates shown. On a busy machine, compare ratios and processor "
        "time, not rates. Exits with 1 if a bar is missed or a part cannot be measured.",
    )
    parser.add_argument("--quick", action="store_true", help="take fewer and shorter slices")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="PART",
        help="measure only this part; may be repeated (engine, rerun, log, wire, restore, memory, "
        "command, inspector, arena, cores)",
    )
    parser.add_argument(
        "--game", default="abyss", metavar="GAME", help="game to play over the wire (default: abyss)"
    )
    parser.add_argument("--save", type=path_name, metavar="FILE", help="write the figures to a file, as JSON")
    add_force(parser)
    parser.add_argument("--against", metavar="FILE", help="show the figures of an earlier run beside these")
    add_quiet(parser)
    add_json(parser, "all figures as one JSON object")
