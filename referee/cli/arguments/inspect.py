"""Arguments of `referee inspect`."""

from __future__ import annotations

from referee.cli.arguments.shared import CommandGroup, add_data_dir, add_key_file, add_reaching


def add_to(commands: CommandGroup) -> None:
    """Add the command."""
    parser = commands.add(
        "inspect",
        "look at matches and events in the browser",
        "referee inspect replays/abyss/4-seats.replay",
        "referee inspect localhost:8600",
        "referee inspect cup.toml",
        "referee inspect finals-3.bundle --sign",
        details="Prints 'inspector on http://HOST:PORT/', opens it in the browser, and serves it until Ctrl-C. The "
        "page shows the table as any seat saw it after every fact, and why each thing happened. Whoever reaches the "
        "port can see everything in the files, so it listens on this machine only, unless --host says otherwise.\n\n"
        "With the address of a server, the pages list its matches. You follow one as a spectator, take a seat and "
        "play, or create a match against bots, which play as long as this command runs.\n\n"
        "With an event file, or the directory that holds the log of an event, the page shows its standings, "
        "crosstable, rounds, entrants, ratings and matches, also while it is played. It shows nothing of a deal that "
        "is still to be played in another seating.\n\n"
        "With --sign, the page opens, tries, rules on, appeals and withdraws cases of a bundle as 'referee dispute' "
        "does. Only a browser that opened the printed address can do so.",
    )
    parser.add_argument(
        "file",
        metavar="FILE|DIR|ADDR",
        help="replay file, bundle, directory of them, event file or directory of an event, or the address of a server "
        "(HOST:PORT)",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="H", help="address to listen on (default: 127.0.0.1)"
    )
    parser.add_argument(
        "--port", type=int, default=0, metavar="P", help="port (default: 0, which picks a free one)"
    )
    parser.add_argument(
        "--sign",
        action="store_true",
        help="let the page take steps of disputes, signed with the key of --data-dir",
    )
    parser.add_argument(
        "--remote-signing", action="store_true", help="with --sign: accept steps from other machines, too"
    )
    add_data_dir(parser)
    add_key_file(parser)
    parser.add_argument(
        "--no-browser", dest="browser", action="store_false", help="only print the address; open no browser"
    )
    parser.add_argument(
        "--delay",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="with a server, show spectators nothing newer than this (default: 0)",
    )
    parser.add_argument(
        "--notes",
        default="",
        metavar="FILE",
        help="keep the notes of reviewers in this file; without it, they last as long as this command",
    )
    add_reaching(parser)
