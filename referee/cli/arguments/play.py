"""Arguments of `referee play`."""

from __future__ import annotations

import argparse

from referee.cli.arguments.shared import CommandGroup, add_clock, add_jobs, add_json, add_server
from referee.cli.command_parser import path_name


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "play",
        "play matches between bots, in this process or on a server",
        "referee play abyss --seats 3 --matches 100 --seed monday \\\n"
        "    --bots sensible,random --rotate --save replays/monday",
        "referee play abyss --human",
        details="Match k of seed S uses the seed S/k, so the same command always gives the same matches, on any number "
        "of processor cores. On a server without --seed, the server draws a secret seed for each match.\n\n"
        "A bot is random, sensible, a class of your own (mybot.py:MyBot) or a program of your own (cmd:node bot.js); "
        "clients/README.md describes both.",
    )
    parser.add_argument("game", metavar="GAME", help="game to play")
    parser.add_argument(
        "--seats",
        type=int,
        default=None,
        metavar="N",
        help="number of seats",
    )
    _add_human(parser)
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
        "--rotate", action="store_true", help="move every bot to the next seat after each match"
    )
    add_jobs(parser, "matches")
    parser.add_argument(
        "--save", type=path_name, metavar="DIR", help="write one replay file per match to this directory"
    )
    parser.add_argument("--force", action="store_true", help="overwrite replays that exist")
    add_server(parser, "play on the server at HOST:PORT")
    parser.add_argument(
        "--spectators",
        action="store_true",
        help="with --server, let anyone who knows the id of a match watch it",
    )
    add_clock(parser, "with --server: ")
    _add_rules(parser)
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="print only the tally at the end, and no progress"
    )
    add_json(parser, "one JSON object per match")


def _add_human(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--human",
        action="store_true",
        help="play a seat yourself, in the browser, against the bots; by default with the fewest seats",
    )
    parser.add_argument(
        "--name",
        default="Human",
        metavar="NAME",
        help="with --human, your name in the match (default: Human)",
    )
    parser.add_argument(
        "--no-browser", dest="browser", action="store_false", help="with --human, only print the address"
    )


def _add_rules(parser: argparse.ArgumentParser) -> None:
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
