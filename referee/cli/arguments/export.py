"""Arguments of `referee export`."""

from __future__ import annotations

from referee.cli.arguments.shared import CommandGroup, add_data_dir, add_json, add_output, add_server


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "export",
        "write a match and all its evidence to one file: a bundle, or a page for the browser",
        "referee export replays/unfathomable/arrived.replay --match finals-3 \\\n    -o finals-3.bundle",
        "referee export --match 3f09ab12 --data-dir ./matches -o 3f09ab12.bundle",
        "referee export --match ID --server localhost:8600 \\\n    --token-file my.token -o served.bundle",
        "referee export replays/abyss/2-seats.replay --html -o match.html",
        "referee export replays/abyss/2-seats.replay --html --as 1 -o seat-1.html",
        details="Reads a replay, the data directory of a service that is not running, or a server. The bundle holds "
        "the record, the commitments, the keys, receipts, refused intents, and every case, ruling and look. It is "
        "sealed with the key of the data directory. Exporting a match that is not over adds a look to its audit log."
        "\n\nWith --html, the file is a page that opens from disk in any browser, shows the match as 'referee inspect' "
        "does, and checks itself: the hashes, the draws, the signatures. It asks nobody for anything. It holds the "
        "whole record, or with --as only what one viewer was told. If the data directory has a key, the page is "
        "signed with it. A match that is not over is not written as a page.",
    )
    parser.add_argument(
        "file", nargs="?", default="", metavar="FILE", help="a replay, or a bundle to add receipts to"
    )
    parser.add_argument(
        "--match",
        default="",
        metavar="ID",
        help="id of the match; in a data directory or on a server, its first characters are enough",
    )
    parser.add_argument(
        "--receipt",
        action="append",
        default=[],
        metavar="F",
        help="file of receipts to include; may be repeated",
    )
    parser.add_argument(
        "--html", action="store_true", help="write a page for the browser instead of a bundle"
    )
    parser.add_argument(
        "--as",
        dest="viewer",
        default="open",
        metavar="WHO",
        help="with --html, write only what this viewer was told: spectator, a seat number or a player's name "
        "(default: open, which is everything)",
    )
    add_output(parser, "FILE", "file to write", is_required=True)
    add_data_dir(parser)
    add_server(parser, "export from the server at HOST:PORT")
    add_json(parser, "a JSON object that describes the file")
