"""Arguments of `referee verify`."""

from __future__ import annotations

from referee.cli.arguments.shared import CommandGroup, add_jobs, add_json, add_key_file, add_quiet


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "verify",
        "check replays and bundles by re-running them",
        "referee verify replays/abyss/*.replay",
        "referee verify finals-3.bundle --keys keys.txt",
        details="Works offline. Checks every entry, every random draw, every fact, the hash chain and the result; with "
        "receipts, every frame that a seat received; in a bundle, also every case, trial, ruling and look, and the "
        "seal.\n\n"
        "Exits with 1 if any file does not verify, and names the first difference. A file that cannot be read is "
        "reported, and the others are checked; if these verify, the exit code is 2.",
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="replay files, bundles, or directories of them"
    )
    add_jobs(parser, "files")
    parser.add_argument(
        "--receipt",
        action="append",
        default=[],
        metavar="F",
        help="file of receipts that a player kept; may be repeated",
    )
    add_key_file(parser)
    parser.add_argument(
        "--match", default="", metavar="ID", help="expected id of the match, or its first characters"
    )
    parser.add_argument(
        "--commitment",
        default="",
        metavar="HEX",
        help="commitment to the seed that was announced before the match",
    )
    add_quiet(parser)
    add_json(parser, "one JSON object per file")
