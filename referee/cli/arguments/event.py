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

_NULL = "With --server, a key that the arena does not tell is null"
_AT_ARENA = {
    "status": f"{_NULL}.",
    "standings": f"{_NULL}, and a match counts when all matches with the same deal are over.",
    "pairings": f"{_NULL}, and a match is listed when all matches with the same deal are over.",
    "export": "With --server, it writes JSON lines only, and needs the API key of the organiser until the event is "
    "over.",
}
"""What is different when an arena is asked."""


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
    _add_rulings(actions)


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
    start.add_argument(
        "--http",
        type=int,
        default=-1,
        metavar="PORT",
        help="show the event in the browser on this port while it is played, and then until Ctrl-C (0: any free port)",
    )
    start.add_argument(
        "--http-host",
        default="127.0.0.1",
        metavar="H",
        help="address for --http; the page holds nothing that players must not know (default: 127.0.0.1)",
    )
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
        parser = actions.add(
            name,
            summary,
            f"referee event {name} cup.toml",
            f"referee event {name} cup.toml --server localhost:8700",
            details=_AT_ARENA[name],
        )
        _add_file(parser)
        _add_place(parser)
        add_json(parser, what)
        if name == "standings":
            parser.add_argument(
                "--anytime",
                action="store_true",
                help="show the mean score per deal with an interval that stays valid however often it is looked at "
                "while the event runs; --json always has it, under 'anytime'",
            )
        if name == "pairings":
            parser.add_argument(
                "--round", type=int, default=0, metavar="N", help="round to print (default: the last one)"
            )
    penalties = actions.add(
        "penalties",
        "print all penalties, and what is suggested next for each entrant",
        "referee event penalties cup.toml",
    )
    _add_file(penalties)
    add_data_dir(penalties)
    add_json(penalties, "one JSON object per penalty")
    _add_hints(actions)
    _add_statistics(actions)
    export = actions.add(
        "export",
        "write all matches, results and corrections of an event to a file",
        "referee event export cup.toml --format csv -o cup.csv",
        "referee event export cup.toml --html -o cup.html",
        "referee event export cup.toml --format bundle -o cup.zip",
        "referee event export cup.toml --server localhost:8700 -o cup.jsonl",
        details=_AT_ARENA["export"],
    )
    _add_file(export)
    _add_place(export)
    formats = export.add_mutually_exclusive_group()
    formats.add_argument(
        "--html",
        action="store_true",
        help="one HTML file with standings, crosstable, pairings, ratings and decisions, which opens from disk and "
        "asks nobody for anything; it holds only what everyone may see now",
    )
    formats.add_argument(
        "--format",
        dest="export_format",
        choices=("jsonl", "csv", "penalties", "trf", "bundle"),
        default="jsonl",
        help="jsonl: one JSON object per entry of the log; csv: one line per seat of a match; penalties: one line per "
        "penalty, as CSV; trf: the tournament report file of chess, "
        "for tables of two; bundle: a zip file with the log, every match and the standings, "
        "which 'referee verify' checks (default: jsonl)",
    )
    add_output(export, "FILE", "file to write to (default: stdout)")


def _add_statistics(actions: CommandGroup) -> None:
    statistics = actions.add(
        "statistics",
        "print what each entrant decided: answers by question, and the kinds of choice taken",
        "referee event statistics cup.toml",
        details="These are facts from the records of the matches; they are no part of ratings. Only deals that were "
        "played in all their seatings count. Answers by the clock are default answers given because the time was up. "
        "Refused answers are not recorded.",
    )
    _add_file(statistics)
    add_data_dir(statistics)
    add_json(statistics, "one JSON object per entrant")


def _add_hints(actions: CommandGroup) -> None:
    hints = actions.add(
        "hints",
        "list pairs of entrants of whom one seems to help the other, for officials",
        "referee event hints cup.toml",
        details="Compares how an entrant does with another at its table and without it, with what ratings, seats and "
        "sides predict, over whole deals. 'by chance' is how often honest entrants would show as much in any pair of "
        "the event. These are hints, not verdicts; the pages for everyone do not show them.",
    )
    _add_file(hints)
    add_data_dir(hints)
    add_json(hints, "one JSON object per pair")
    hints.add_argument(
        "--level",
        type=float,
        default=0.05,
        metavar="P",
        help="list pairs that chance would show at most this often (default: 0.05)",
    )
    hints.add_argument(
        "--all", action="store_true", help="list the ten most remarkable pairs, whatever chance would show"
    )


def _add_steps(actions: CommandGroup) -> None:
    for name, summary, details in (
        ("pause", "begin no further match until the event is resumed", ""),
        ("resume", "go on with an event that was paused", ""),
        (
            "stop",
            "end an event before all its rounds are played, such as a ladder",
            "What has not been played is not played any more, and 'start' writes the end of the event.",
        ),
    ):
        parser = actions.add(
            name, summary, f'referee event {name} cup.toml --reason "lunch"', details=details
        )
        _add_file(parser)
        _add_official(parser, at_arena=name != "stop")
    withdraw = actions.add(
        "withdraw",
        "take an entrant out of an event",
        'referee event withdraw cup.toml Beta --reason "broken by an update"',
        details="It is not paired any more. Matches that are already scheduled are played with default answers for it.",
    )
    _add_file(withdraw)
    withdraw.add_argument("entrant", metavar="NAME", help="name of the entrant")
    _add_official(withdraw, at_arena=True)
    penalize = actions.add(
        "penalize",
        "impose a penalty on an entrant",
        'referee event penalize cup.toml Beta --reason "flooded the table" --rule talk.limit',
        details="Penalties are warning, loss_of_time, loss_of_match and expulsion, which also withdraws the entrant. "
        "Without one, the next after the last penalty of this entrant is imposed. A loss of match names the match, in "
        "which the entrant then has the last place; the old result stays on record. A loss of time needs a clock in "
        "the event file, and a judge carries it out: 'referee match extend' gives the other seats more time.",
    )
    _add_file(penalize)
    penalize.add_argument("entrant", metavar="NAME", help="name of the entrant")
    penalize.add_argument("penalty", nargs="?", default="", metavar="PENALTY", help="penalty to impose")
    penalize.add_argument(
        "--match", default="", metavar="MATCH", help="match that is lost by a loss_of_match"
    )
    penalize.add_argument("--rule", default="", metavar="RULE", help="rule that was broken")
    _add_official(penalize)
    correct = actions.add(
        "correct",
        "replace the result of a match",
        'referee event correct cup.toml 2.1.1.3 2,1,3,4 --reason "appeal upheld"',
        details="The old result stays on record. If the result was disputed, this is the ruling.",
    )
    _add_file(correct)
    correct.add_argument("match", metavar="MATCH", help="match, as 'referee event pairings' names it")
    correct.add_argument("places", metavar="PLACES", help="place of each seat, such as 2,1,3,4; 1 wins")
    _add_official(correct, at_arena=True)


def _add_rulings(actions: CommandGroup) -> None:
    pair = actions.add(
        "pair",
        "replace the pairings of the last round, or make those of the next one",
        'referee event pair cup.toml 3 "Ada,Bob,Cleo,Dan / Eve,Finn,Gus" --reason "siblings may not meet"',
        details="The event must be paused, and nothing of the round may have been played. Whoever is not named sits "
        "out. The order of the names is the order of the seats.",
    )
    _add_file(pair)
    pair.add_argument("round", type=int, metavar="ROUND", help="number of the round")
    pair.add_argument("tables", metavar="TABLES", help="entrants with commas, tables with slashes")
    _add_official(pair)
    for name, summary, details in (
        (
            "dispute",
            "note that a result is disputed, and provisional until somebody rules on it",
            "After a ruling it is an appeal, on which another official rules.",
        ),
        ("uphold", "rule that a disputed result stands", "'referee event correct' rules that it does not."),
    ):
        parser = actions.add(
            name,
            summary,
            f'referee event {name} cup.toml 2.1.1.3 --by Ada --reason "the clock was wrong"',
            details=details,
        )
        _add_file(parser)
        parser.add_argument("match", metavar="MATCH", help="match, as 'referee event pairings' names it")
        _add_official(parser)


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="EVENT.toml", help="event file")


def _add_official(parser: argparse.ArgumentParser, *, at_arena: bool = False) -> None:
    parser.add_argument("--reason", required=True, metavar="TEXT", help="why; everyone can read it")
    whose = "; with --server, the API key says who" if at_arena else ""
    parser.add_argument(
        "--by", default="organiser", metavar="NAME", help=f"who decides (default: organiser){whose}"
    )
    parser.add_argument(
        "--key-dir",
        default="",
        metavar="DIR",
        help="data directory with the key of the official, which signs the step (default: that of the event)",
    )
    if at_arena:
        _add_place(parser)
    else:
        add_data_dir(parser)


def _add_place(parser: argparse.ArgumentParser) -> None:
    """Add where the event is: in a data directory here, or at an arena."""
    place = parser.add_mutually_exclusive_group()
    add_data_dir(place)
    place.add_argument(
        "--server",
        default="",
        metavar="ADDR",
        help="ask the arena at this address, as 'arena listening on' names it; it needs no data directory, and "
        "EVENT.toml may be just the name of the event",
    )
    add_reaching(parser)
