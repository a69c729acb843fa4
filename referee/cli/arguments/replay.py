"""Arguments of `referee replay`."""

from __future__ import annotations

from referee.cli.arguments.shared import CommandGroup, add_json


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "replay",
        "read a replay as any seat saw it",
        "referee replay replays/abyss/4-seats.replay --as 2 --from 40 --to 80",
        "referee replay replays/abyss/4-seats.replay --step --no-result",
        details="With --step, a picture of the table is shown after each fact: the arrows step forward and back (with "
        "Shift by decision, [ and ] by turn), g goes to a fact or turn by its number, and the number of a seat, o "
        "(open table) or s (spectator) shows the same moment through other eyes. / searches, f filters, w explains "
        "the fact, Space plays by itself, and ? lists all keys and the signs in the picture. Without a terminal, "
        "--step lists the facts.",
    )
    parser.add_argument("file", metavar="FILE", help="replay file or bundle")
    parser.add_argument(
        "--as",
        dest="viewer",
        default="open",
        metavar="WHO",
        help="viewer: open, spectator, a seat number or a player's name (default: open)",
    )
    parser.add_argument(
        "--from", dest="first", type=int, default=1, metavar="N", help="first fact to show (default: 1)"
    )
    parser.add_argument(
        "--to", dest="last", type=int, default=None, metavar="N", help="last fact to show (default: the last)"
    )
    parser.add_argument(
        "--step", action="store_true", help="step through the facts with a picture of the table"
    )
    parser.add_argument(
        "--no-result", action="store_true", help="keep the result out of the header and the list of facts"
    )
    parser.add_argument(
        "--times",
        action="store_true",
        help="print the time sheet instead of the facts: when each answer was asked for, delivered and received, "
        "and what it cost; with --json, one JSON object per answer",
    )
    add_json(parser, "one JSON object per fact")
