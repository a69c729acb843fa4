"""`referee verify`: run matches again and compare everything that somebody signed, promised or wrote down."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec
from rich.markup import escape

from referee.cli.display.case_report import case_line, looks, remedy_in_words, show_case
from referee.cli.display.cited_rules import line
from referee.cli.display.console import console, print_json
from referee.cli.display.fact_sentences import outcome as in_words
from referee.cli.errors import Problem, told_as_problem
from referee.cli.key_files import published_in, receipts_in
from referee.cli.match_files import names_in, read_file
from referee.disputes.evidence.examination import Evidence, KeysMissing, examine
from referee.games.sentences import count, listed
from referee.proof.merkle import HASH_BYTES
from referee.replay.differences import Difference
from referee.replay.format import BREAKS_OFF, NOT_A_REPLAY, REST_OF_REPLAY

CONTEXT = 40
"""Characters shown on either side of where two texts part."""
SENTENCE = 250
"""What is no longer than this is shown whole."""


def run(args: argparse.Namespace) -> int:
    """Check every file; exit with 1 if one does not fit."""
    receipts, published = receipts_in(args.receipt), published_in(args.keys)
    commitment = _commitment(args.commitment)
    if len(args.files) > 1 and (receipts or args.match or commitment):
        raise Problem("receipts, --match and --commitment belong to one match; verify one file at a time")
    everything_fits = True
    for path in args.files:
        with told_as_problem(KeysMissing):
            evidence = examine(
                read_file(path),
                receipts=receipts,
                published=published,
                match=args.match,
                commitment=commitment,
            )
        if args.match and evidence.ok and evidence.sealed is None and not receipts:
            raise Problem(
                f"{path} is a replay, which does not say which match it is; --match takes receipts or a bundle"
            )
        everything_fits = everything_fits and evidence.ok
        if args.json:
            print_json(_line(path, evidence))
        else:
            _show(path, evidence)
    return 0 if everything_fits else 1


def _commitment(text: str) -> bytes:
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b"?"
    if len(found) not in (0, HASH_BYTES):
        raise Problem(f"--commitment {text!r}: {2 * HASH_BYTES} hexadecimal digits, as the match told them")
    return found


# --- for programs ---


def _line(path: str, evidence: Evidence) -> dict[str, Any]:
    feeds = evidence.history.viewers if evidence.history else {}
    return {
        "file": path,
        "ok": evidence.ok,
        "game": evidence.game,
        "facts": evidence.facts,
        "first_difference": evidence.first_difference and msgspec.structs.asdict(evidence.first_difference),
        "match": evidence.match or None,
        "receipts": evidence.receipts,
        "feeds": {
            name: {"frames": len(feed.leaves), "root": feed.root.hex()} for name, feed in feeds.items()
        },
        "cases": [case_line(case) for case in evidence.docket.cases.values()],
        "provisional": evidence.docket.is_provisional,
        "result": _result(evidence),
        "keys": _keys(evidence),
    }


def _result(evidence: Evidence) -> dict[str, Any] | None:
    """What the match came to: by a ruling, which may send it back or have it played again, or else by the rules."""
    if evidence.docket.last_word is not None:
        return {"by": "ruling", **msgspec.to_builtins(evidence.docket.last_word)}
    return None if evidence.outcome is None else {"by": "rules", **msgspec.to_builtins(evidence.outcome)}


def _keys(evidence: Evidence) -> dict[str, Any] | None:
    if evidence.keys is None:
        return None
    return {
        "from": evidence.keys_from,
        "good": [f"{key.name}+{key.id.hex()}" for key in evidence.keys.usable],
    }


# --- for people ---


def _show(path: str, evidence: Evidence) -> None:
    difference = evidence.first_difference
    if difference is not None:
        _show_difference(path, difference, is_recorded=evidence.is_about_record)
        return
    match = f"match {escape(evidence.match)}, " if evidence.match else ""
    told = f"{match}{evidence.game}, {evidence.facts} facts, head {evidence.head[:16]}"
    # A bundle tells its result below; of a replay that was cut off, this is all there is to see.
    open_end = "; [yellow]the match is not over[/]" if not (evidence.sealed or evidence.outcome) else ""
    line(0, f"[green]fits[/] {escape(path)}: {told}{open_end}")
    if evidence.history is not None and evidence.replay is not None:
        names = names_in(evidence.replay)
        line(2, f"seed       {_seed(evidence, evidence.history.heads[0].hex())}")
        line(2, f"receipts   {_receipts(evidence)}")
        if evidence.sealed is not None:
            line(2, f"audit      {_audit(evidence)}")
            for case in evidence.docket.cases.values():
                show_case(case, names, evidence.audit, indent=4)
            for look in looks(evidence.audit, names):
                line(4, look)
            line(2, f"result     {_result_in_words(evidence, names)}")
        _show_keys(evidence)


def _seed(evidence: Evidence, commitment: str) -> str:
    if evidence.is_promised:
        return "opened; it is the one that was committed to before anybody sat down"
    return f"opened; its commitment, to be compared with what the match told at its start, is {commitment}"


def _receipts(evidence: Evidence) -> str:
    if not evidence.receipts:
        return "none, so what the seats were told rests on the record alone"
    return f"{evidence.receipts} of {evidence.receipts} fit: nothing edited, nothing cut off, no split view"


def _audit(evidence: Evidence) -> str:
    docket = evidence.docket
    parts = [count(len(evidence.audit), "signed entry"), count(len(docket.cases), "case")]
    if docket.parent is not None:
        parts.append(f"goes on from match {escape(docket.parent.match)}, entry {docket.parent.entry}")
    if docket.successor is not None:
        parts.append(f"goes on as match {escape(docket.successor.match)}")
    return ", ".join(parts)


def _result_in_words(evidence: Evidence, names: list[str]) -> str:
    docket, outcome = evidence.docket, evidence.outcome
    if docket.last_word is not None:
        told = f"by ruling: {remedy_in_words(docket.last_word, names)}"
    elif docket.successor is not None:
        told = f"none: it goes on as match {escape(docket.successor.match)}"
    elif outcome is not None:
        told = f"by the rules: {escape(in_words(evidence.game, outcome, names))}"
    else:
        told = "the match is not over"
    waiting = [f"case {case.number}" for case in docket.cases.values() if case.is_unsettled]
    waits = "waits" if len(waiting) == 1 else "wait"
    return f"[yellow]provisional[/] while {listed(waiting)} {waits} for a ruling; {told}" if waiting else told


def _show_keys(evidence: Evidence) -> None:
    if evidence.keys is None:
        return
    good = ", ".join([f"{key.name}+{key.id.hex()}" for key in evidence.keys.usable])
    if evidence.keys_from == "file":
        line(2, f"keys       {escape(good)}, as published")
        return
    line(2, f"keys       {escape(good)}, [yellow]from the bundle itself[/]")
    line(
        13,
        "they are only as good as where the bundle came from; --keys FILE compares with what was published",
    )


def _show_difference(path: str, difference: Difference, *, is_recorded: bool) -> None:
    """Print what does not fit; the entry is told of what is in the record, and else where it is known."""
    out = console()
    if difference.what == NOT_A_REPLAY:
        out.print(f"[red]not a replay[/], nor a bundle: {escape(path)}")
    elif difference.what == BREAKS_OFF:
        where = f"in entry {difference.entry}" if difference.entry else "in its header"
        if difference.expected == REST_OF_REPLAY:
            where = f"after entry {difference.entry - 1}"
        out.print(f"[red]incomplete[/] {escape(path)}: {BREAKS_OFF} {where}")
    else:
        entry = f"entry {difference.entry}, " if is_recorded or difference.entry else ""
        out.print(f"[red]differs[/] {escape(path)}: {entry}{escape(difference.what)}")
    expected, found = _where_they_part(difference.expected, difference.found)
    out.print(f"  expected  {expected}", markup=False)
    out.print(f"  found     {found}", markup=False)


def _where_they_part(expected: str, found: str) -> tuple[str, str]:
    """Both texts around the first character that differs, so that it can be seen."""
    if max(len(expected), len(found)) <= SENTENCE:
        return expected, found
    common = 0
    while common < min(len(expected), len(found)) and expected[common] == found[common]:
        common += 1
    return _around(expected, common), _around(found, common)


def _around(text: str, place: int) -> str:
    start, end = max(0, place - CONTEXT), place + CONTEXT
    return f"{'…' if start else ''}{text[start:end]}{'…' if len(text) > end else ''}"
