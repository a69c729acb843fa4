"""Arguments of `referee check-bot`."""

from __future__ import annotations

from referee.cli.arguments.shared import CommandGroup, add_json


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "check-bot",
        "find out what is wrong with a bot, and how to mend it",
        "referee check-bot sensible abyss",
        details="Plays the bot against itself and the reference bots: with answers refused, with the match started "
        "again from its first fact, with questions asked twice, with talk if the game has statements, and over a "
        "temporary server whose connection is cut. Prints one line per problem: what went wrong, where it was seen "
        "first, and what to do. A warning is not a problem. Exits with 1 if there are problems.\n\n"
        "A bot is random, sensible, a class of your own (mybot.py:MyBot) or a program of your own (cmd:node bot.js); "
        "clients/README.md describes both.",
    )
    parser.add_argument("bot", metavar="BOT", help="the bot, as for 'referee play --bots'")
    parser.add_argument("game", metavar="GAME", help="game to play")
    parser.add_argument(
        "--seats",
        type=int,
        default=None,
        metavar="N",
        help="number of seats (default: the fewest the game allows)",
    )
    parser.add_argument(
        "--matches",
        type=int,
        default=1,
        metavar="M",
        help="number of matches of each kind, each with another deal (default: 1)",
    )
    parser.add_argument(
        "--seed",
        default="check",
        metavar="S",
        help="any text; the same text gives the same deals (default: check)",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=10.0,
        metavar="S",
        help="time that the bot has for an answer, in seconds (default: 10, as in events)",
    )
    add_json(parser, "one JSON object with ok and problems")
