"""Arguments of `referee event` and its actions."""

from __future__ import annotations

import argparse

from referee.cli.arguments.shared import (
    CommandGroup,
    add_data_dir,
    add_jobs,
    add_json,
    add_output,
    add_quiet,
    add_reaching,
)


def add_to(commands: CommandGroup) -> None:
    """Add the command and its actions."""
    parser = commands.add(
        "event",
        "run a tournament: schedule, matches, standings, ratings",
        "referee event example -o cup.toml",
        "referee event start cup.toml",
        "referee event standings cup.toml",
        details="An event is a file and a log. The log is in the data directory, under the name of the event; 'start' "
        "goes on where it stopped. 'referee event ACTION --help' explains an action.",
    )
    actions = CommandGroup(
        parser.add_subparsers(title="actions", dest="action", metavar="ACTION", required=True)
    )
    example = actions.add(
        "example", "print a small event file to begin with", "referee event example -o cup.toml"
    )
    add_output(example, "FILE", "file to write to (default: stdout)")
    check = actions.add(
        "check",
        "check an event file, and print the number of matches and how even the schedule is",
        "referee event check cup.toml",
    )
    add_json(check, "one JSON object")
    _add_file(check)
    _add_start(actions)
    _add_readers(actions)
    _add_steps(actions)


def _add_start(actions: CommandGroup) -> None:
    start = actions.add(
        "start",
        "play an event, or go on with it",
        "referee event start cup.toml -j 4",
        details="Every result is stored before the next one counts, so an event that was interrupted goes on where it "
        "stopped, with the same schedule.",
    )
    _add_file(start)
    add_data_dir(start)
    add_jobs(start, "matches")
    add_quiet(start)
    add_json(start, "the standings at the end, one JSON object per entrant")
    _add_arena(start)
    serve = actions.add(
        "serve",
        "host events that are registered over the API",
        "referee event serve --server localhost:8600 --listen 8700",
        details="The events are in the data directory, and go on where they stopped. Whoever has the API key of this "
        "arena registers them (Arena.CreateEvent), and gets the tokens of the entrants.",
    )
    add_data_dir(serve)
    add_jobs(serve, "matches")
    _add_arena(serve)
    tokens = actions.add(
        "tokens",
        "print a token for each entrant that dials in, once",
        "referee event tokens cup.toml",
        "referee event tokens cup.toml Alder",
        details="Only their hashes are kept. A new token replaces the old one of the entrant.",
    )
    _add_file(tokens)
    tokens.add_argument(
        "entrants", nargs="*", metavar="NAME", help="entrants (default: those that have no token yet)"
    )
    add_data_dir(tokens)
    add_json(tokens, "one JSON object per token")


def _add_arena(parser: argparse.ArgumentParser) -> None:
    """Add where the matches are played, and where entrants dial in."""
    parser.add_argument(
        "--server",
        default="",
        metavar="ADDR",
        help="play the matches at this server, and let entrants dial in",
    )
    add_reaching(parser)
    parser.add_argument(
        "--listen",
        type=int,
        default=0,
        metavar="PORT",
        help="port on which entrants dial in (default: a free one)",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="H", help="address to listen on (default: 127.0.0.1)"
    )
    parser.add_argument("--tls-cert", default="", metavar="F", help="certificate chain of the arena, in PEM")
    parser.add_argument("--tls-key", default="", metavar="F", help="its private key, in PEM")
    parser.add_argument(
        "--referee-address",
        default="",
        metavar="ADDR",
        help="address of the server as entrants reach it (default: that of --server)",
    )


def _add_readers(actions: CommandGroup) -> None:
    for name, summary, what in (
        ("status", "print how far an event is", "one JSON object"),
        ("standings", "print the standings, with ratings and their intervals", "one JSON object per entrant"),
        ("pairings", "print the pairings and results of a round", "one JSON object per match"),
    ):
        parser = actions.add(name, summary, f"referee event {name} cup.toml")
        _add_file(parser)
        add_data_dir(parser)
        add_json(parser, what)
        if name == "pairings":
            parser.add_argument(
                "--round", type=int, default=0, metavar="N", help="round to print (default: the last one)"
            )
    export = actions.add(
        "export",
        "write all matches, results and corrections of an event to a file",
        "referee event export cup.toml --format csv -o cup.csv",
    )
    _add_file(export)
    add_data_dir(export)
    export.add_argument(
        "--format",
        dest="export_format",
        choices=("jsonl", "csv"),
        default="jsonl",
        help="one JSON object per entry of the log, or one line per seat of a match (default: jsonl)",
    )
    add_output(export, "FILE", "file to write to (default: stdout)")


def _add_steps(actions: CommandGroup) -> None:
    for name, summary in (
        ("pause", "begin no further match until the event is resumed"),
        ("resume", "go on with an event that was paused"),
    ):
        parser = actions.add(name, summary, f'referee event {name} cup.toml --reason "lunch"')
        _add_file(parser)
        _add_official(parser)
    withdraw = actions.add(
        "withdraw",
        "take an entrant out of an event",
        'referee event withdraw cup.toml Beta --reason "broken by an update"',
        details="It is not paired any more. Matches that are already scheduled are played with default answers for it.",
    )
    _add_file(withdraw)
    withdraw.add_argument("entrant", metavar="NAME", help="name of the entrant")
    _add_official(withdraw)
    penalize = actions.add(
        "penalize",
        "impose a penalty on an entrant",
        'referee event penalize cup.toml Beta --reason "flooded the table" --rule talk.limit',
        details="Penalties are warning, loss_of_time, loss_of_match and expulsion, which also withdraws the entrant. "
        "Without one, the next after the last penalty of this entrant is imposed. A lost match is not corrected by "
        "itself: 'referee event correct' does that.",
    )
    _add_file(penalize)
    penalize.add_argument("entrant", metavar="NAME", help="name of the entrant")
    penalize.add_argument("penalty", nargs="?", default="", metavar="PENALTY", help="penalty to impose")
    penalize.add_argument("--rule", default="", metavar="RULE", help="rule that was broken")
    _add_official(penalize)
    correct = actions.add(
        "correct",
        "replace the result of a match",
        'referee event correct cup.toml 2.1.1.3 2,1,3,4 --reason "appeal upheld"',
        details="The old result stays on record.",
    )
    _add_file(correct)
    correct.add_argument("match", metavar="MATCH", help="match, as 'referee event pairings' names it")
    correct.add_argument("places", metavar="PLACES", help="place of each seat, such as 2,1,3,4; 1 wins")
    _add_official(correct)


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="EVENT.toml", help="event file")


def _add_official(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--reason", required=True, metavar="TEXT", help="why; everyone can read it")
    parser.add_argument("--by", default="organiser", metavar="NAME", help="who decides (default: organiser)")
    add_data_dir(parser)
