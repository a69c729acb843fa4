"""Arguments of `referee watch`."""

from __future__ import annotations

from referee.cli.arguments.shared import CommandGroup, add_address, add_connection, add_json
from referee.cli.command_parser import natural


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "watch",
        "follow a match on a server while it is played",
        "referee watch localhost:8600 MATCH",
        details="Without a token you see what a spectator sees; with the token of a seat, what that seat sees. "
        "What happened because the time of a seat ran out is marked (time ran out), and counted for each seat.",
    )
    add_address(parser)
    parser.add_argument("match", metavar="MATCH", help="id of the match, or its first characters")
    add_connection(parser)
    parser.add_argument(
        "--after", type=natural, default=0, metavar="N", help="start after this frame (default: 0)"
    )
    add_json(parser, "one JSON object per fact")
