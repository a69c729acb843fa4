"""`referee dispute rule`: rule on a case."""

from __future__ import annotations

import argparse

from rich.markup import escape

from referee.audit.entries import Award, CaseRuled, Remedy, ReplayUnder, Rewind, Stands, Void
from referee.audit.problems import CaseError
from referee.cli.bundle_editor import BundleEditor
from referee.cli.errors import CommandError, as_command_error
from referee.cli.outputs import STDOUT, check_output, write_output
from referee.disputes.cases.bundle_steps import AnswersShort, replayed
from referee.disputes.cases.remedies import entry_to_undo
from referee.disputes.explain.attempts import TrialFault
from referee.games.fact_sentences import outcome_sentence
from referee.replay.format import Replay, seat_names
from referee.replay.reading import read_replay
from referee.rulebook import UnknownReading

REMEDIES = "stands, void, award:0,2, rewind:132, replay:KEY=READING, replay:edition=E"


def run(args: argparse.Namespace) -> int:
    """Rule on a case of a bundle."""
    remedy = read_remedy(args.remedy)
    if args.write and not isinstance(remedy, ReplayUnder):
        raise CommandError("--write saves the replayed match; it requires --remedy replay:KEY=READING")
    if args.write == STDOUT:
        raise CommandError("stdout shows the case; name a file to --write the replayed match to")
    if args.write:
        check_output(args.write, force=args.force)
    bundle = BundleEditor(args)
    again = _carry_out(bundle.replay, remedy, is_replay_wanted=bool(args.write))
    rules = tuple([rule.strip() for rule in args.rules.split(",") if rule.strip()])
    cites = bundle.first_ruling(args.case)
    bundle.write(CaseRuled(args.case, args.finding, args.reason, rules, remedy, args.precedent, cites))
    if again:
        write_output(args.write, again, force=args.force)
    bundle.print_case(args.case, _replay_lines(again, args.write))
    return 0


def _replay_lines(again: str, file: str) -> list[str]:
    """Return lines with the outcome of the match replayed under the ruling and the file it was written to."""
    if not again:
        return []
    replay = read_replay(again.encode())
    result = outcome_sentence(replay.charter.game, replay.outcome, seat_names(replay))
    return [f"under the ruling: {escape(result)}", f"[green]wrote[/] {escape(file)}"]


def _carry_out(replay: Replay, remedy: Remedy, *, is_replay_wanted: bool) -> str:
    """Return the match replayed under the ruling, if it is wanted. A remedy that cannot be carried out is refused."""
    with as_command_error(UnknownReading, AnswersShort, CaseError, TrialFault):
        match remedy:
            case ReplayUnder() if is_replay_wanted:
                return replayed(replay, remedy)
            case Rewind(fact=fact) if 1 <= fact <= sum([len(entry.facts) for entry in replay.entries]):
                entry_to_undo(replay.entries, fact)
                return ""
            case _:
                return ""


def read_remedy(text: str) -> Remedy:
    """Parse a remedy.

    >>> read_remedy("award:0,2")
    Award(winners=(0, 2))
    >>> read_remedy("replay:edition=fr,travel.drift=per_step")
    ReplayUnder(edition='fr', rulings={'travel.drift': 'per_step'})
    """
    kind, _, rest = text.partition(":")
    parts = rest.split(",") if rest else []
    match kind:
        case "stands" if not rest:
            return Stands()
        case "void" if not rest:
            return Void()
        case "award" if parts and all(map(_is_number, parts)):
            return Award(tuple(map(int, parts)))
        case "rewind" if _is_number(rest):
            return Rewind(int(rest))
        case "replay" if parts and all("=" in part for part in parts):
            readings = dict([_pair(part) for part in parts])
            return ReplayUnder(readings.pop("edition", ""), readings)
        case _:
            raise CommandError(f"unknown remedy {text!r} (choose from {REMEDIES})")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


def _pair(part: str) -> tuple[str, str]:
    key, _, reading = part.partition("=")
    return key, reading
