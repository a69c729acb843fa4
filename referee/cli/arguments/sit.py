"""Arguments of `referee sit`."""

from __future__ import annotations

from referee.cli.arguments.shared import CommandGroup, add_address, add_connection, add_force
from referee.cli.command_parser import natural, path_name


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "sit",
        "play a seat of a match yourself",
        "referee sit localhost:8600 MATCH --name Ada",
        details="Takes a free seat, shows the table and asks you the questions of the match. Your token and the "
        "receipts of the referee are kept in a private directory, so if you leave or lose the connection, the same "
        "command continues. Without a terminal, it reads an answer per line and prints plain text.",
    )
    add_address(parser)
    parser.add_argument("match", metavar="MATCH", help="id of the match, or its first characters")
    parser.add_argument("--name", default="", metavar="NAME", help="your name, for the others at the table")
    parser.add_argument(
        "--seat",
        type=natural,
        default=None,
        metavar="N",
        help="number of the seat (default: the first free one)",
    )
    parser.add_argument(
        "--invite-file",
        default="",
        metavar="F",
        help="file with the invite code, if the match needs one (default: the code in $REFEREE_INVITE)",
    )
    parser.add_argument(
        "--entropy", action="store_true", help="contribute random bytes of your own to the seed of the match"
    )
    parser.add_argument(
        "--seats-dir",
        default="",
        metavar="D",
        help="where your seats are kept (default: ~/.local/state/referee/seats)",
    )
    parser.add_argument(
        "--wait",
        type=float,
        default=None,
        metavar="S",
        help="leave if nothing happens for this many seconds, and nothing is asked of you "
        "(default: 300 without a terminal, else no limit)",
    )
    parser.add_argument("--keys", default="", metavar="FILE", help="key file published by the official")
    parser.add_argument(
        "--save",
        type=path_name,
        metavar="FILE",
        help="when the match is over, download its replay and check the luck; no ruling can continue the match "
        "afterwards",
    )
    add_force(parser)
    add_connection(parser)
