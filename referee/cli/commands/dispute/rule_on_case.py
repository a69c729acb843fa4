"""`referee dispute rule`: rule on a case."""

from __future__ import annotations

import argparse

from rich.markup import escape

from referee.audit.entries import Remedy, ReplayUnder
from referee.cli.bundle_editor import BundleEditor
from referee.cli.errors import CommandError, as_command_error
from referee.cli.outputs import STDOUT, check_output, write_output
from referee.disputes.cases.bundle_steps import AnswersShort, replayed
from referee.disputes.cases.ruling_texts import UnknownRemedy, parse_remedy, read_rules
from referee.disputes.explain.attempts import TrialFault
from referee.games.fact_sentences import outcome_sentence
from referee.replay.format import Replay, seat_names
from referee.replay.reading import read_replay
from referee.rulebook import UnknownReading


def run(args: argparse.Namespace) -> int:
    """Rule on a case of a bundle."""
    remedy = read_remedy(args.remedy)
    if args.write and not isinstance(remedy, ReplayUnder):
        raise CommandError("--write saves the replayed match; it requires --remedy replay:KEY=READING")
    if args.write == STDOUT:
        raise CommandError("stdout shows the case; name a file to --write the replayed match to")
    if args.write:
        check_output(args.write, force=args.force)
    bundle = BundleEditor(args.file, args.data_dir)
    again = _replayed_text(bundle.replay, remedy) if args.write else ""
    rules = read_rules(args.rules)
    bundle.rule(args.case, args.finding, args.reason, rules, remedy, is_precedent=args.precedent)
    if again:
        write_output(args.write, again, force=args.force)
    bundle.print_case(args.case, _replay_lines(again, args.write), as_json=args.json)
    return 0


def _replay_lines(again: str, file: str) -> list[str]:
    """Return lines with the outcome of the match replayed under the ruling and the file it was written to."""
    if not again:
        return []
    replay = read_replay(again.encode())
    result = outcome_sentence(replay.charter.game, replay.outcome, seat_names(replay))
    return [f"under the ruling: {escape(result)}", f"[green]wrote[/] {escape(file)}"]


def _replayed_text(replay: Replay, remedy: Remedy) -> str:
    """Return the match replayed under the ruling, if that is the remedy."""
    with as_command_error(UnknownReading, AnswersShort, TrialFault):
        return replayed(replay, remedy) if isinstance(remedy, ReplayUnder) else ""


def read_remedy(text: str) -> Remedy:
    """Parse a remedy."""
    with as_command_error(UnknownRemedy):
        return parse_remedy(text)
