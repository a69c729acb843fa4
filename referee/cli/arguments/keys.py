"""Arguments of `referee keys`."""

from __future__ import annotations

from referee.cli.arguments.shared import CommandGroup, add_data_dir, add_json, add_output


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "keys",
        "show, rotate, revoke or publish the keys that sign receipts and rulings",
        "referee keys",
        "referee keys rotate",
        "referee keys revoke 3f09ab12",
        "referee keys publish -o keys.txt",
        details="The first use creates a key. Signatures of a retired key stay valid; signatures of a revoked key do "
        "not. The published list is signed by every valid key, so anyone who trusts one of them can trust the next.",
    )
    parser.add_argument(
        "action",
        nargs="?",
        default="show",
        choices=("show", "publish", "rotate", "revoke"),
        metavar="ACTION",
        help="show, publish, rotate or revoke (default: show)",
    )
    parser.add_argument("id", nargs="?", default="", metavar="ID", help="key to revoke, 8 hex digits")
    add_data_dir(parser)
    parser.add_argument(
        "--name",
        default="",
        metavar="NAME",
        help="name of the first key, kept by all later ones (default: referee)",
    )
    add_output(parser, "FILE", "file to publish to (default: stdout)")
    add_json(parser, "one JSON object per key")
