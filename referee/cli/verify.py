"""`referee verify`: run replays again and compare everything."""

from __future__ import annotations

import argparse

import msgspec

from referee.cli.files import read_file
from referee.cli.output import console, print_json
from referee.match.replays import verify_replay
from referee.match.verdicts import Verdict

CONTEXT = 40
"""Characters shown on either side of where two texts part."""


def run(args: argparse.Namespace) -> int:
    """Check every file; exit with 1 if one does not fit."""
    everything_fits = True
    for path in args.files:
        verdict = verify_replay(read_file(path))
        everything_fits = everything_fits and verdict.ok
        if args.json:
            print_json(
                {
                    "file": path,
                    "ok": verdict.ok,
                    "game": verdict.game,
                    "facts": verdict.facts,
                    "first_difference": _difference(verdict),
                }
            )
        else:
            _show(path, verdict)
    return 0 if everything_fits else 1


def _difference(verdict: Verdict) -> dict[str, object] | None:
    found = verdict.first_difference
    return None if found is None else msgspec.structs.asdict(found)


def _show(path: str, verdict: Verdict) -> None:
    out = console()
    difference = verdict.first_difference
    if difference is None:
        out.print(f"[green]fits[/] {path}: {verdict.game}, {verdict.facts} facts, head {verdict.head[:16]}")
        return
    out.print(f"[red]differs[/] {path}: entry {difference.entry}, {difference.what}")
    expected, found = _where_they_part(difference.expected, difference.found)
    out.print(f"  expected  {expected}", markup=False)
    out.print(f"  found     {found}", markup=False)


def _where_they_part(expected: str, found: str) -> tuple[str, str]:
    """Both texts around the first character that differs, so that it can be seen."""
    common = 0
    while common < min(len(expected), len(found)) and expected[common] == found[common]:
        common += 1
    return _around(expected, common), _around(found, common)


def _around(text: str, place: int) -> str:
    start, end = max(0, place - CONTEXT), place + CONTEXT
    return f"{'…' if start else ''}{text[start:end]}{'…' if len(text) > end else ''}"
