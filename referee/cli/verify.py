"""`referee verify`: run replays again and compare everything."""

from __future__ import annotations

import argparse

import msgspec

from referee.cli.files import read_file
from referee.cli.output import console, print_json
from referee.match.replays import verify_replay
from referee.match.verdicts import Verdict


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
    out.print(f"  expected  {difference.expected}", markup=False)
    out.print(f"  found     {difference.found}", markup=False)
