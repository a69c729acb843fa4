"""Arguments of `referee inspect`."""

from __future__ import annotations

from referee.cli.arguments.shared import CommandGroup


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "inspect",
        "look at matches in the browser",
        "referee inspect replays/abyss/4-seats.replay",
        details="Prints 'inspector on http://HOST:PORT/', opens it in the browser, and serves it until Ctrl-C. The "
        "page shows the table as any seat saw it after every fact, and why each thing happened. Whoever reaches the "
        "port can see everything in the files, so it listens on this machine only, unless --host says otherwise.",
    )
    parser.add_argument("file", metavar="FILE|DIR", help="replay file, bundle, or directory of them")
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="H", help="address to listen on (default: 127.0.0.1)"
    )
    parser.add_argument(
        "--port", type=int, default=0, metavar="P", help="port (default: 0, which picks a free one)"
    )
    parser.add_argument(
        "--no-browser", dest="browser", action="store_false", help="only print the address; open no browser"
    )
