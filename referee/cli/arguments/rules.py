"""Arguments of `referee rules`."""

from __future__ import annotations

from referee.cli.arguments.shared import CommandGroup, add_json


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "rules",
        "look up rules and rulings",
        "referee rules abyss explore.offer",
        "referee rules abyss commander --rulings",
        "referee rules unfathomable 24.7 --edition de",
        "referee rules among_cultists --talk",
        details="The query is an id, the beginning of an id, a paragraph number of an edition, or words.",
    )
    parser.add_argument("game", metavar="GAME", help="game whose rulebook to search")
    parser.add_argument(
        "query", nargs="?", default="", metavar="QUERY", help="what to look for (default: everything)"
    )
    parser.add_argument(
        "--edition", default="", metavar="E", help="search the paragraph numbers of this edition"
    )
    parser.add_argument(
        "--house",
        action="store_true",
        help="show only what is our own decision: house rules, and house parts of other rules",
    )
    parser.add_argument(
        "--talk", action="store_true", help="show what may be said at the table, with the rule that allows it"
    )
    parser.add_argument("--rulings", action="store_true", help="show only rulings, with their readings")
    add_json(parser, "one JSON object per rule")
