"""`referee replay`: the facts of a replay as a viewer was told them, listed or step by step with a picture."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rich.console import RenderableType
from rich.live import Live
from rich.markup import escape
from rich.text import Text

from referee.audit.docket import Docket, fold_all
from referee.audit.entries import AuditEntry
from referee.cli.audit_log import audit_of
from referee.cli.display.case_report import looks, readings_in_words, show_case, standing
from referee.cli.display.cited_rules import heading, line, seat_named
from referee.cli.display.console import console, fact_line, print_json
from referee.cli.display.fact_sentences import outcome, scores_of
from referee.cli.display.keyboard import Key, keys
from referee.cli.display.match_display import Onlooker
from referee.cli.errors import Problem
from referee.cli.match_files import names_in, open_record
from referee.feeds.frames import Frame, as_told
from referee.games import game
from referee.games.sentences import count, listed
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Recorded, Seat
from referee.match.charters import settle
from referee.replay.format import Replay
from referee.rulebook import CONSENSUS

FEW = 3
"""So many readings that a match chose are named at its head."""
STEPS = {Key.ON: 1, Key.BACK: -1, Key.FAR_ON: 10, Key.FAR_BACK: -10}


class Told(NamedTuple):
    """A fact as the viewer was told it, with its number in the whole match."""

    seq: int
    recorded: Recorded


def run(args: argparse.Namespace) -> int:
    """Show a replay from somebody's eyes."""
    record = open_record(args.file)
    replay, (audit, docket) = record.replay, audit_of(args.file, record)
    names = names_in(replay)
    viewer = _viewer(args.viewer, names)
    told = list(_told(replay, viewer))
    first, last = args.first, args.last or (len(told) and told[-1].seq)
    if first < 1 or last < first:
        raise Problem(f"there is nothing from fact {first} to fact {last}; facts count from 1")
    if args.json:
        for each in _between(told, first, last):
            print_json(_line(each, docket if record.bundle else None))
    elif args.step:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise Problem("--step needs a terminal; leave it out to have the facts listed")
        _step(replay, viewer, names, told, first)
    else:
        if args.first == 1 and not args.last:
            _show_header(replay, names)
        _list(replay, viewer, names, _between(told, first, last), audit)
        _show_beside([*looks(audit, names), *standing(docket, names)])
    return 0


def _show_header(replay: Replay, names: Sequence[str]) -> None:
    """Print what was played, by whom, and what came of it."""
    charter = replay.charter
    edition = game(charter.game).rulebook.editions.get(charter.edition, CONSENSUS)
    chosen = charter.rulings
    readings = readings_in_words("", chosen) if len(chosen) <= FEW else f"{len(chosen)} readings of its own"
    by = f"{escape(edition)}, with {readings}" if readings else escape(edition)
    line(0, f"[bold]{game(charter.game).title}[/], {count(charter.seats, 'seat')}, played by: {by}", hang=2)
    line(0, listed([seat_named(names, seat) for seat in range(charter.seats)]), hang=2)
    result = outcome(charter.game, replay.outcome, names)
    scores = scores_of(replay.outcome.scores if replay.outcome else (), names)
    line(0, escape(f"{result} {scores}".rstrip()), hang=2)
    console().print()


def _show_beside(told: Sequence[str]) -> None:
    if told:
        heading("Beside the match")
    for each in told:
        line(2, each)


def _line(told: Told, docket: Docket | None) -> dict[str, Any]:
    """A fact as `--json` prints it; out of a bundle, with the cases about it."""
    found = fact_line(told.seq, told.recorded)
    if docket is not None:
        found["cases"] = [case.number for case in docket.cases.values() if case.fact == told.seq]
    return found


def _viewer(text: str, names: Sequence[str]) -> Seat:
    """Whose eyes are meant: what is no number and no other word is a player's name."""
    if text == "open":
        return OPEN_TABLE
    if text == "spectator":
        return SPECTATOR
    if text.isdecimal() and int(text) < len(names):
        return int(text)
    meant = [seat for seat, name in enumerate(names) if name.casefold() == text.casefold()]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise Problem(
            f"--as {text!r}: the seats {listed(list(map(str, meant)))} have this name; give a number"
        )
    raise Problem(
        f"--as {text!r}: there is open, spectator, and the seats 0 to {len(names) - 1}: {listed(names)}"
    )


def _told(replay: Replay, viewer: Seat) -> Iterator[Told]:
    seq = 0
    for entry in replay.entries:
        for recorded in entry.facts:
            seq += 1
            for seen in as_told((recorded,), viewer):
                yield Told(seq, seen)


def _between(told: Sequence[Told], first: int, last: int) -> list[Told]:
    return [each for each in told if first <= each.seq <= last]


def _onlooker(replay: Replay, viewer: Seat, names: Sequence[str]) -> Onlooker:
    return Onlooker(settle(replay.charter), names, viewer)


def _list(
    replay: Replay, viewer: Seat, names: Sequence[str], told: Sequence[Told], audit: Sequence[AuditEntry]
) -> None:
    """Print the facts, and below each the cases about it."""
    cases = fold_all(audit).cases
    onlooker = _onlooker(replay, viewer, names)
    width = len(str(told[-1].seq)) if told else 1
    for seq, recorded in told:
        line(
            0,
            f"[dim]{seq:>{width}}[/] {escape(onlooker.say(recorded))}  [dim]{recorded.rule}[/]",
            hang=width + 1,
        )
        for case in cases.values():
            if case.fact == seq:
                show_case(case, names, audit, indent=width + 1)


def _step(replay: Replay, viewer: Seat, names: Sequence[str], told: Sequence[Told], first: int) -> None:
    """Show the table after one fact after the other, forwards and backwards."""
    place = next((i for i, each in enumerate(told) if each.seq >= first), 0)
    with Live(console=console(), auto_refresh=False, screen=True) as live:
        live.update(_page(replay, viewer, names, told, place), refresh=True)
        for key in keys():
            if key is Key.QUIT:
                return
            place = max(0, min(len(told) - 1, place + STEPS[key]))
            live.update(_page(replay, viewer, names, told, place), refresh=True)


def _page(
    replay: Replay, viewer: Seat, names: Sequence[str], told: Sequence[Told], place: int
) -> RenderableType:
    """The table after a fact, and what the keys do."""
    keys_line = Text(
        f"fact {told[place].seq} of {told[-1].seq}   → on   ← back   ↓ ↑ ten at once   q quit",
        style="dim",
        no_wrap=True,
        overflow="ellipsis",
    )
    return _after(replay, viewer, names, told, place).picture(below=keys_line)


def _after(replay: Replay, viewer: Seat, names: Sequence[str], told: Sequence[Told], place: int) -> Onlooker:
    """The table after a fact: run from the start, which is quick enough to be simple."""
    onlooker = _onlooker(replay, viewer, names)
    for number, each in enumerate(told[: place + 1], start=1):
        onlooker.take(Frame(number, (each.recorded,), None, (), None))
    return onlooker
