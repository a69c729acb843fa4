"""Arguments of `referee export`."""

from __future__ import annotations

from referee.cli.arguments.shared import CommandGroup, add_data_dir, add_json, add_output, add_server


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "export",
        "write a match and all its evidence to one file, a bundle",
        "referee export game.replay --match friday-1 --receipt ada.receipts \\\n    -o friday-1.bundle",
        "referee export --match 3f09ab12 --data-dir ./matches -o 3f09ab12.bundle",
        "referee export --match ID --server localhost:8600 \\\n    --token-file my.token -o friday-1.bundle",
        details="Reads a replay, the data directory of a service that is not running, or a server. The bundle holds "
        "the record, the commitments, the keys, receipts, refused intents, and every case, ruling and look. It is "
        "sealed with the key of the data directory. Exporting a match that is not over adds a look to its audit log.",
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
    add_output(parser, "BUNDLE", "file to write", is_required=True)
    add_data_dir(parser)
    add_server(parser, "export from the server at HOST:PORT")
    add_json(parser, "a JSON object that describes the bundle")
