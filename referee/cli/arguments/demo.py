"""Arguments of `referee demo`."""

from __future__ import annotations

from referee.cli.arguments.shared import CommandGroup, add_json


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "demo",
        "start a server, let bots play a match over gRPC, and verify it",
        "referee demo abyss --seats 3 --seed friday",
        "referee demo unfathomable --quiet",
        details="The server uses a free port and a temporary store, which is removed at the end.",
    )
    parser.add_argument("game", nargs="?", default="", metavar="GAME", help="game to play (default: abyss)")
    parser.add_argument(
        "--seats",
        type=int,
        default=None,
        metavar="N",
        help="number of seats (default: the most the game allows)",
    )
    parser.add_argument(
        "--seed",
        default="demo",
        metavar="S",
        help="any text; the same text gives the same match (default: demo)",
    )
    parser.add_argument(
        "--bots",
        default="sensible,random",
        metavar="NAMES",
        help="comma-separated bots, repeated over the seats (default: sensible,random)",
    )
    parser.add_argument(
        "--pace",
        type=float,
        default=None,
        metavar="S",
        help="seconds to wait before each decision (default: 0.02 on a terminal, else 0)",
    )
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="print only the result, and do not show the match"
    )
    add_json(parser, "the result as JSON")
