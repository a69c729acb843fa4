"""`referee replay`: the facts of a replay as a viewer saw them, as a list or step by step with a picture."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from rich.markup import escape

from referee.audit.audit_state import AuditState, fold_all
from referee.audit.entries import AuditEntry
from referee.cli.display.case_report import (
    describe_readings,
    look_lines,
    pause_lines,
    print_case,
    standing_lines,
)
from referee.cli.display.cited_rules import seat_label, time_out_lines
from referee.cli.display.console import (
    TIME_RAN_OUT,
    console,
    fact_as_json,
    print_heading,
    print_json,
    print_line,
)
from referee.cli.display.paging import paged
from referee.cli.display.time_sheet_report import print_time_sheet, print_time_summary
from referee.cli.errors import CommandError
from referee.cli.match_files import open_match_file, read_audit_log
from referee.cli.stepping.stepped_match import SteppedMatch
from referee.cli.stepping.terminal import step_through
from referee.cli.stepping.viewers import viewer_named
from referee.games import game
from referee.games.fact_sentences import fact_sentence, outcome_sentence, score_list
from referee.games.sentences import count, listed
from referee.kernel.facts import Seat
from referee.kernel.table import Ended
from referee.replay.format import Replay, seat_names
from referee.replay.visible_facts import VisibleFact, known_time_outs, visible_facts
from referee.rulebook import CONSENSUS

MAX_READINGS_NAMED = 3
"""Number of chosen readings up to which the header names them."""
UNREFEREED = "unrefereed: whoever created the match could see everything and decided alone"


def run(args: argparse.Namespace) -> int:
    """Show a replay as one viewer saw it."""
    file = open_match_file(args.file)
    replay, (audit, audit_state) = file.replay, read_audit_log(args.file, file)
    names = seat_names(replay)
    viewer = viewer_named(args.viewer, names)
    facts = list(visible_facts(replay, viewer))
    if args.times:
        _print_times(args, replay, names)
        return 0
    first = args.first
    last = (facts[-1].seq if facts else 0) if args.last is None else args.last
    if first < 1 or last < first:
        raise CommandError(f"no facts from {first} to {last}; facts are numbered from 1")
    if args.step and not args.json and facts and _can_step():
        step_through(SteppedMatch(replay), viewer, first)
        return 0
    shown = [fact for fact in facts if first <= fact.seq <= last]
    if args.no_result:
        shown = [fact for fact in shown if not isinstance(fact.recorded.fact, Ended)]
    if args.json:
        for fact in shown:
            print_json(_as_json(replay, names, fact, audit_state if file.bundle else None))
        return 0
    with paged():
        if args.first == 1 and args.last is None:
            _print_header(replay, viewer, names, with_result=not args.no_result)
        _print_facts(replay, names, shown, audit)
        if replay.time_sheet is not None and args.viewer == "open":
            print_time_summary(replay.time_sheet, names)
        standing = [] if args.no_result else standing_lines(audit_state, names)
        _print_audit([*look_lines(audit, names), *pause_lines(audit, names), *standing])
    return 0


def _print_times(args: argparse.Namespace, replay: Replay, names: Sequence[str]) -> None:
    """Print the time sheet instead of the facts. It shows who ran out of time, so only the open table has it."""
    if args.viewer != "open":
        raise CommandError("--times shows what not every seat was told; leave --as out")
    sheet = replay.time_sheet
    if sheet is None:
        raise CommandError(f"{args.file} has no time sheet: the match had no clock, or was not on a server")
    if args.json:
        for each in sheet.decisions:
            print_json(msgspec.to_builtins(each))
        return
    with paged():
        print_time_sheet(sheet, names)


def _can_step() -> bool:
    """Return whether pictures can be drawn here. If not, say that the facts are listed instead."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        why = "not a terminal"
    elif console().is_dumb_terminal:
        why = "a terminal without pictures (TERM=dumb)"
    else:
        return True
    print(f"referee replay: this is {why}, so --step lists the facts", file=sys.stderr)
    return False


def _print_header(replay: Replay, viewer: Seat, names: Sequence[str], *, with_result: bool) -> None:
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
    if with_result:
        result = outcome_sentence(charter.game, replay.outcome, names)
        scores = score_list(replay.outcome.scores if replay.outcome else (), names)
        print_line(0, escape(f"{result} {scores}".rstrip()), hang=2)
    known = known_time_outs(replay, viewer)
    late = Counter([entry.seat for entry in replay.entries if entry.seq in known])
    for line in time_out_lines(late, names):
        print_line(0, f"[yellow]{line}[/]", hang=2)
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
    times = {each.entry: each.decided_at for each in replay.time_sheet.decisions} if replay.time_sheet else {}
    found = {
        **fact_as_json(fact.seq, fact.recorded),
        "sentence": fact_sentence(replay.charter.game, fact.recorded.fact, names),
        "turn": fact.turn,
        "entry": fact.entry,
        "by": fact.by,
        # Only a time sheet has times; a record has the order of things.
        "at": times.get(fact.entry),
    }
    if replay.charter.unrefereed is True:
        found["unrefereed"] = True
    if audit_state is not None:
        found["cases"] = [case.number for case in audit_state.cases.values() if case.fact == fact.seq]
    return found


def _print_facts(
    replay: Replay, names: Sequence[str], facts: Sequence[VisibleFact], audit: Sequence[AuditEntry]
) -> None:
    """Print the facts, each followed by the cases about it."""
    cases = fold_all(audit).cases
    width = len(str(facts[-1].seq)) if facts else 1
    for fact in facts:
        seq, recorded = fact.seq, fact.recorded
        sentence = escape(fact_sentence(replay.charter.game, recorded.fact, names))
        late = f"[yellow]{TIME_RAN_OUT}[/] " if fact.is_late else ""
        print_line(0, f"[dim]{seq:>{width}}[/] {late}{sentence}  [dim]{recorded.rule}[/]", hang=width + 1)
        for case in cases.values():
            if case.fact == seq:
                print_case(case, names, audit, indent=width + 1)
