"""Arguments of `referee why`."""

from __future__ import annotations

from referee.cli.arguments.shared import CommandGroup, add_json


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "why",
        "explain why something happened, or why an answer is refused",
        "referee why replays/unfathomable/arrived.replay 53",
        "referee why replays/abyss/4-seats.replay --seat 2 --question 14 \\\n    --answer abyss.end_turn",
        "referee why replays/unfathomable/disputed.bundle --refused",
        details="For a fact, given by its number in 'referee replay', it shows the answers that led to it, the path of "
        "rules with their paragraph in every edition, the rulings on these rules with the reading in force, and the "
        "random draws, down to the shuffle that put a card in its place. For an answer to a seat's question, it shows "
        "the rule that forbids it.\n\n"
        "A bundle also holds refused intents: --refused lists them, --refused 2 explains the second one.",
    )
    parser.add_argument("file", metavar="FILE", help="replay file or bundle")
    parser.add_argument("fact", nargs="?", type=int, default=None, metavar="N", help="number of a fact")
    parser.add_argument("--seat", type=int, default=None, metavar="S", help="seat that was asked")
    parser.add_argument(
        "--question", type=int, default=None, metavar="Q", help="number of the question, counted per seat"
    )
    parser.add_argument(
        "--answer",
        default=None,
        metavar="JSON",
        help="option numbers ([0,2]), or choices as written in a replay",
    )
    parser.add_argument(
        "--after",
        type=int,
        default=None,
        metavar="ENTRY",
        help="judge the answer as of this entry (default: when the question was open)",
    )
    parser.add_argument(
        "--refused",
        type=int,
        nargs="?",
        const=0,
        default=None,
        metavar="K",
        help="explain refused intent K of a bundle; without K, list them",
    )
    add_json(parser, "the explanation as JSON")
