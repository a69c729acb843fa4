"""Arguments of `referee play`."""

from __future__ import annotations

from referee.cli.arguments.shared import CommandGroup, add_json, add_server


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "play",
        "play matches between bots, in this process or on a server",
        "referee play abyss --seats 3 --matches 100 --seed monday \\\n"
        "    --bots sensible,random --save replays/monday",
        details="Match k of seed S uses the seed S/k, so the same command always gives the same matches. "
        "On a server without --seed, the server draws a secret seed for each match.",
    )
    parser.add_argument("game", metavar="GAME", help="game to play")
    parser.add_argument("--seats", type=int, required=True, metavar="N", help="number of seats")
    parser.add_argument("--matches", type=int, default=1, metavar="M", help="number of matches (default: 1)")
    parser.add_argument(
        "--seed",
        default="",
        metavar="S",
        help="any text; the same text gives the same matches (default: referee; with --server: drawn there)",
    )
    parser.add_argument(
        "--bots",
        default="random",
        metavar="NAMES",
        help="comma-separated bots, repeated over the seats (default: random)",
    )
    parser.add_argument(
        "--save", default="", metavar="DIR", help="write one replay file per match to this directory"
    )
    add_server(parser, "play on the server at HOST:PORT")
    parser.add_argument(
        "--spectators",
        action="store_true",
        help="with --server, let anyone who knows the id of a match watch it",
    )
    parser.add_argument("--edition", default="", metavar="E", help="edition of the rulebook to play by")
    parser.add_argument(
        "--ruling",
        action="append",
        default=[],
        metavar="KEY=READING",
        help="choose a reading of a rule; may be repeated",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="choose a variant of the game; may be repeated. data=@DIR plays with the data files in a directory, "
        "if the game has any",
    )
    parser.add_argument(
        "--talk",
        choices=("none", "palette", "free"),
        help="what the bots may say: nothing, the statements of the game, or free text as well "
        "(default: what is usual for the game)",
    )
    add_json(parser, "one JSON object per match")
