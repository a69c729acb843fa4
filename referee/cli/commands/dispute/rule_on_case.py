"""`referee dispute rule`: the arbiter rules on a case."""

from __future__ import annotations

import argparse

from rich.markup import escape

from referee.audit.checks import CaseError
from referee.audit.entries import Award, CaseRuled, Remedy, ReplayUnder, Rewind, Stands, Void
from referee.cli.bundle_editor import Casebook
from referee.cli.display.fact_sentences import outcome
from referee.cli.errors import Problem, told_as_problem
from referee.cli.match_files import names_in, write_file
from referee.disputes.cases.bundle_steps import AnswersShort, replayed
from referee.disputes.cases.remedies import entry_to_undo
from referee.disputes.explain.trials import TrialFault
from referee.replay.format import Replay
from referee.replay.reading import read_replay
from referee.rulebook import UnknownReading

REMEDIES = "stands, void, award:0,2, rewind:132, or replay:KEY=READING (several with commas, edition=E for an edition)"


def run(args: argparse.Namespace) -> int:
    """Rule on a case of a bundle."""
    remedy = read_remedy(args.remedy)
    if args.write and not isinstance(remedy, ReplayUnder):
        raise Problem("--write keeps the match as it is replayed; it goes with --remedy replay:KEY=READING")
    book = Casebook(args)
    again = _carried_out(book.replay, remedy, is_wanted=bool(args.write))
    rules = tuple([rule.strip() for rule in args.rules.split(",") if rule.strip()])
    cites = book.first_ruling(args.case)
    book.write(CaseRuled(args.case, args.finding, args.reason, rules, remedy, args.precedent, cites))
    if again:
        write_file(args.write, again)
    book.show(args.case, _told_of(again, args.write))
    return 0


def _told_of(again: str, file: str) -> list[str]:
    """Who wins a match that was replayed under the ruling, and where it is now."""
    if not again:
        return []
    replay = read_replay(again.encode())
    result = outcome(replay.charter.game, replay.outcome, names_in(replay))
    return [f"under the ruling: {escape(result)}", f"[green]wrote[/] {escape(file)}"]


def _carried_out(replay: Replay, remedy: Remedy, *, is_wanted: bool) -> str:
    """The match replayed under the ruling, if that is wanted. What cannot be carried out is not ruled either."""
    with told_as_problem(UnknownReading, AnswersShort, CaseError, TrialFault):
        match remedy:
            case ReplayUnder() if is_wanted:
                return replayed(replay, remedy)
            case Rewind(fact=fact) if 1 <= fact <= sum([len(entry.facts) for entry in replay.entries]):
                entry_to_undo(replay.entries, fact)
                return ""
            case _:
                return ""


def read_remedy(text: str) -> Remedy:
    """Read what is to follow from a ruling.

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
            raise Problem(f"--remedy {text!r} is none; there is {REMEDIES}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


def _pair(part: str) -> tuple[str, str]:
    key, _, reading = part.partition("=")
    return key, reading
