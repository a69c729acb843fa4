"""`referee replay`: the facts of a replay as a viewer saw them, as a list or step by step with a picture."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.live import Live
from rich.markup import escape
from rich.text import Text

from referee.audit.audit_state import AuditState, fold_all
from referee.audit.entries import AuditEntry
from referee.cli.display.case_report import describe_readings, look_lines, print_case, standing_lines
from referee.cli.display.cited_rules import seat_label
from referee.cli.display.console import console, fact_as_json, print_heading, print_json, print_line
from referee.cli.display.keyboard import StepKey, read_step_keys
from referee.cli.display.match_display import MatchDisplay
from referee.cli.display.paging import paged
from referee.cli.errors import CommandError
from referee.cli.match_files import open_match_file, read_audit_log
from referee.feeds.frames import Frame
from referee.games import game
from referee.games.fact_sentences import fact_sentence, outcome_sentence, score_list
from referee.games.sentences import count, listed
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from referee.match.charters import settle
from referee.replay.format import Replay, seat_names
from referee.replay.visible_facts import VisibleFact, visible_facts
from referee.rulebook import CONSENSUS

MAX_READINGS_NAMED = 3
"""Number of chosen readings up to which the header names them."""
UNREFEREED = "unrefereed: whoever created the match could see everything and decided alone"
TIME_RAN_OUT = "time ran out"
STEPS = {StepKey.FORWARD: 1, StepKey.BACK: -1, StepKey.TEN_FORWARD: 10, StepKey.TEN_BACK: -10}


def run(args: argparse.Namespace) -> int:
    """Show a replay as one viewer saw it."""
    file = open_match_file(args.file)
    replay, (audit, audit_state) = file.replay, read_audit_log(args.file, file)
    names = seat_names(replay)
    viewer = _viewer(args.viewer, names)
    facts = list(visible_facts(replay, viewer))
    first, last = args.first, args.last or (len(facts) and facts[-1].seq)
    if first < 1 or last < first:
        raise CommandError(f"no facts from {first} to {last}; facts are numbered from 1")
    if args.json:
        for fact in _between(facts, first, last):
            print_json(_as_json(replay, names, fact, audit_state if file.bundle else None))
    elif args.step:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise CommandError("--step needs a terminal; omit it to list the facts")
        if console().is_dumb_terminal:
            raise CommandError("--step cannot draw on this terminal (TERM=dumb); omit it to list the facts")
        _step(replay, viewer, names, facts, first)
    else:
        with paged():
            if args.first == 1 and not args.last:
                _print_header(replay, viewer, names)
            _print_facts(replay, viewer, names, _between(facts, first, last), audit)
            _print_audit([*look_lines(audit, names), *standing_lines(audit_state, names)])
    return 0


def _print_header(replay: Replay, viewer: Seat, names: Sequence[str]) -> None:
    """Print the game, the players, the result and who ran out of time, as far as the viewer was told."""
    charter = replay.charter
    edition = game(charter.game).rulebook.editions.get(charter.edition, CONSENSUS)
    chosen = charter.rulings
    few = len(chosen) <= MAX_READINGS_NAMED
    readings = describe_readings("", chosen) if few else f"{len(chosen)} chosen readings"
    rules = f"{escape(edition)}, with {readings}" if readings else escape(edition)
    title = f"[bold]{game(charter.game).title}[/], {count(charter.seats, 'seat')}"
    print_line(0, f"{title}, rules: {rules}", hang=2)
    if charter.unrefereed is True:
        print_line(0, f"[yellow]{UNREFEREED}[/]", hang=2)
    print_line(0, listed([seat_label(names, seat) for seat in range(charter.seats)]), hang=2)
    result = outcome_sentence(charter.game, replay.outcome, names)
    scores = score_list(replay.outcome.scores if replay.outcome else (), names)
    print_line(0, escape(f"{result} {scores}".rstrip()), hang=2)
    for seat in range(charter.seats):
        late = sum([entry.by == "clock" and entry.seat == seat for entry in replay.entries])
        if late and viewer in (OPEN_TABLE, seat):
            print_line(
                0, f"[yellow]{seat_label(names, seat)} ran out of time {count(late, 'time')}[/]", hang=2
            )
    console().print()


def _print_audit(lines: Sequence[str]) -> None:
    if lines:
        print_heading("Audit log")
    for line in lines:
        print_line(2, line)


def _as_json(
    replay: Replay, names: Sequence[str], fact: VisibleFact, audit_state: AuditState | None
) -> dict[str, Any]:
    """Return a fact as `--json` prints it; from a bundle, with the cases about it. The mark of a match is on each."""
    found = {
        **fact_as_json(fact.seq, fact.recorded),
        "sentence": fact_sentence(replay.charter.game, fact.recorded.fact, names),
        "turn": fact.turn,
        "entry": fact.entry,
        "by": fact.by,
        # A record has the order of things, not their times.
        "at": None,
    }
    if replay.charter.unrefereed is True:
        found["unrefereed"] = True
    if audit_state is not None:
        found["cases"] = [case.number for case in audit_state.cases.values() if case.fact == fact.seq]
    return found


def _viewer(text: str, names: Sequence[str]) -> Seat:
    """Return the viewer that `--as` names: open, spectator, a seat number or the name of a player."""
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
        raise CommandError(
            f"--as {text!r} is the name of the seats {listed(list(map(str, meant)))}; give a number"
        )
    raise CommandError(
        f"unknown viewer --as {text!r} (choose from open, spectator, the seats 0 to {len(names) - 1}, "
        f"or a name: {', '.join(names)})"
    )


def _between(facts: Sequence[VisibleFact], first: int, last: int) -> list[VisibleFact]:
    return [fact for fact in facts if first <= fact.seq <= last]


def _display(replay: Replay, viewer: Seat, names: Sequence[str]) -> MatchDisplay:
    return MatchDisplay(settle(replay.charter), names, viewer)


def _print_facts(
    replay: Replay,
    viewer: Seat,
    names: Sequence[str],
    facts: Sequence[VisibleFact],
    audit: Sequence[AuditEntry],
) -> None:
    """Print the facts, each followed by the cases about it."""
    cases = fold_all(audit).cases
    display = _display(replay, viewer, names)
    width = len(str(facts[-1].seq)) if facts else 1
    for fact in facts:
        seq, recorded = fact.seq, fact.recorded
        sentence = escape(display.sentence(recorded))
        late = f"[yellow]({TIME_RAN_OUT})[/] " if fact.is_late else ""
        print_line(0, f"[dim]{seq:>{width}}[/] {late}{sentence}  [dim]{recorded.rule}[/]", hang=width + 1)
        for case in cases.values():
            if case.fact == seq:
                print_case(case, names, audit, indent=width + 1)


def _step(
    replay: Replay, viewer: Seat, names: Sequence[str], facts: Sequence[VisibleFact], first: int
) -> None:
    """Show the table after each fact, moving by key presses, through the eyes of any viewer."""
    place = next((i for i, fact in enumerate(facts) if fact.seq >= first), 0)
    with Live(console=console(), auto_refresh=False, screen=True) as live:
        live.update(_page(replay, viewer, names, facts, place), refresh=True)
        for key in read_step_keys():
            if key is StepKey.QUIT:
                return
            if key is StepKey.EYES:
                seq, viewer = facts[place].seq, next_viewer(viewer, len(names))
                facts = list(visible_facts(replay, viewer))
                place = max([i for i, fact in enumerate(facts) if fact.seq <= seq], default=0)
            else:
                place = place_after(replay.charter.game, facts, place, key)
            live.update(_page(replay, viewer, names, facts, place), refresh=True)


def next_viewer(viewer: Seat, seats: int) -> Seat:
    """Return whose eyes come next: the open table, a spectator, then each seat."""
    around: list[Seat] = [OPEN_TABLE, SPECTATOR, *range(seats)]
    return around[(around.index(viewer) + 1) % len(around)]


def place_after(name: str, facts: Sequence[VisibleFact], place: int, key: StepKey) -> int:
    """Return the place to which a key leads."""
    last = len(facts) - 1
    if key in STEPS:
        return max(0, min(last, place + STEPS[key]))
    if key in (StepKey.FIRST, StepKey.LAST):
        return 0 if key is StepKey.FIRST else last
    turn = game(name).turn_fact
    turns = [i for i, fact in enumerate(facts) if type(fact.recorded.fact) is turn]
    if key is StepKey.NEXT_TURN:
        return next((i for i in turns if i > place), last)
    return next((i for i in reversed(turns) if i < place), 0)


def _page(
    replay: Replay, viewer: Seat, names: Sequence[str], facts: Sequence[VisibleFact], place: int
) -> RenderableType:
    """Return the table after a fact, and a line that explains the keys."""
    footer = Text(
        f"{eyes_of(viewer, names)}, fact {facts[place].seq} of {facts[-1].seq}   "
        "→ ← step   ↓ ↑ by ten   n p turn   g G ends   e eyes   q quit",
        style="dim",
        no_wrap=True,
        overflow="ellipsis",
    )
    return _display_after(replay, viewer, names, facts, place).picture(footer)


def eyes_of(viewer: Seat, names: Sequence[str]) -> str:
    """Return through whose eyes the table is shown."""
    if viewer == OPEN_TABLE:
        return "everything open"
    return "as a spectator" if viewer == SPECTATOR else f"as {names[viewer]}"


def _display_after(
    replay: Replay, viewer: Seat, names: Sequence[str], facts: Sequence[VisibleFact], place: int
) -> MatchDisplay:
    """Return the display after a fact. It is always folded from the start, which is fast enough."""
    display = _display(replay, viewer, names)
    for number, fact in enumerate(facts[: place + 1], start=1):
        display.apply(Frame(number, (fact.recorded,), None, (), None))
    return display
