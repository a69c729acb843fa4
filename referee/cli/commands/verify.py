"""`referee verify`: re-run matches and check everything that was recorded, announced or signed."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
from rich.markup import escape

from referee.cli.display.case_report import case_as_json, describe_remedy, look_lines, pause_lines, print_case
from referee.cli.display.console import console, print_json, print_line
from referee.cli.display.printable import printable
from referee.cli.display.progress_line import ProgressLine
from referee.cli.display.result_news import declared_sentence
from referee.cli.errors import CommandError, as_command_error
from referee.cli.key_files import read_key_file, read_receipt_files
from referee.cli.match_files import newer_format, read_file, windows_line_ends
from referee.disputes.evidence.bundles import is_bundle
from referee.disputes.evidence.examination import Evidence, KeysMissing, examine
from referee.disputes.evidence.receipt_checks import NamedReceipt
from referee.games.fact_sentences import outcome_sentence
from referee.games.sentences import count, listed
from referee.local.workers import count_workers, run_in_order
from referee.proof.merkle import HASH_BYTES
from referee.replay.differences import Difference
from referee.replay.format import (
    BREAKS_OFF,
    NEWER_FORMAT,
    NOT_A_REPLAY,
    REST_OF_REPLAY,
    WINDOWS_LINE_ENDS,
    seat_names,
)

NO_KEYS = (
    "signatures are by keys inside the bundle, which proves nothing about who signed; "
    "pass the published list: --keys FILE"
)
RETIRED_KEY = (
    "the signature has no date: it counts as older only if nobody kept a copy of the key; "
    "ask the official to export the match again"
)
NO_MATCH_ID = "is a replay, which does not contain the id of its match; --match needs receipts or a bundle"
_ID_GIVEN = re.compile(rb"referee(?: bundle [0-9]+\nmatch |/)(?P<id>[0-9A-Za-z._~-]+)")
"""The beginning of a bundle or of a receipt, with the id of the match."""
SUFFIXES = (".replay", ".bundle", ".zip")
"""Which files of a directory are checked."""
ZIP_FILE = b"PK\x03\x04"
"""The beginning of the bundle of an event."""
CONTEXT = 40
"""Number of characters shown on either side of the first difference."""
MAX_SHOWN_WHOLE = 250
"""Length, in characters, up to which a text is shown whole."""


class Expected(NamedTuple):
    """What files are checked against, and how the result is shown."""

    receipts: list[NamedReceipt]
    published: str
    match: str
    commitment: bytes
    is_json: bool


class CheckedFile(NamedTuple):
    """The result for one file."""

    path: str
    ok: bool
    lines: str
    """What to print about it, styled; empty with `--json`."""
    json: dict[str, Any]
    """The same with `--json`, otherwise empty."""
    problem: str = ""
    """Why the file could not be checked; empty if it was."""


class _Counts:
    """Numbers of files with each result."""

    def __init__(self, files: int) -> None:
        self.files = files
        self.verified = self.differing = self.unchecked = 0

    def add(self, checked: CheckedFile) -> None:
        if checked.problem:
            self.unchecked += 1
        elif checked.ok:
            self.verified += 1
        else:
            self.differing += 1

    @property
    def done(self) -> int:
        return self.verified + self.differing + self.unchecked

    def __str__(self) -> str:
        parts = [f"{self.verified} of {self.files} files verified"]
        parts += [f"{self.differing} not verified"] if self.differing else []
        parts += [f"{self.unchecked} could not be checked"] if self.unchecked else []
        parts += [f"{self.files - self.done} not reached"] if self.done < self.files else []
        return ", ".join(parts)


def run(args: argparse.Namespace) -> int:
    """Check every file; exit with 1 if one does not verify, or else with 2 if one could not be checked."""
    expected = Expected(
        read_receipt_files(args.receipt),
        read_key_file(args.keys),
        args.match,
        _commitment(args.commitment),
        args.json,
    )
    files = _list_files(args.files)
    if len(files) > 1 and (expected.receipts or expected.match or expected.commitment):
        raise CommandError(
            "--receipt, --match and --commitment belong to one match; verify one file at a time"
        )
    counts = _Counts(len(files))
    progress = ProgressLine(len(files), "files", is_quiet=args.quiet)
    try:
        for checked in run_in_order(partial(check_file, expected), files, count_workers(args.jobs)):
            counts.add(checked)
            progress.clear()
            _report(checked, is_quiet=args.quiet)
            progress.show(counts.done)
    finally:
        progress.clear()
        if len(files) > 1 and not (args.json or args.quiet):
            print_line(0, str(counts))
    if counts.differing:
        return 1
    return 2 if counts.unchecked else 0


def _list_files(paths: Sequence[str]) -> list[str]:
    """Return the files, each once, with the replays and bundles in a directory in place of it."""
    files: dict[Path, str] = {}
    for path in paths:
        inside = Path(path).rglob("*") if path and Path(path).is_dir() else ()
        # A directory without such files stays in the list, to be reported in its turn.
        for file in sorted([str(file) for file in inside if file.suffix in SUFFIXES]) or [path]:
            files.setdefault(Path(file).absolute() if file else Path(), file)
    return [*files.values()]


def check_file(expected: Expected, path: str) -> CheckedFile:
    """Check a file, and return what to print: that is less to send from a worker than the evidence."""
    if path and Path(path).is_dir():
        return _not_checked(
            path, f"there are no {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]} files in {path}", expected
        )
    try:
        data = read_file(path)
        if data.startswith(ZIP_FILE):
            return _check_event(expected, path)
        evidence = examine(
            data,
            receipts=expected.receipts,
            published=expected.published,
            match=_whole_id(data, expected),
            commitment=expected.commitment,
        )
    except (CommandError, KeysMissing) as problem:
        return _not_checked(path, str(problem), expected)
    difference = evidence.first_difference
    if difference is not None and difference.what == NEWER_FORMAT:
        return _not_checked(path, str(newer_format(path, difference)), expected)
    if expected.match and evidence.ok and evidence.sealed is None and not expected.receipts:
        return _not_checked(path, f"{path} {NO_MATCH_ID}", expected)
    if expected.is_json:
        return CheckedFile(path, evidence.ok, "", _as_json(path, evidence))
    with console().capture() as captured:
        _print_evidence(path, evidence)
    return CheckedFile(path, evidence.ok, captured.get(), {})


def _check_event(expected: Expected, path: str) -> CheckedFile:
    """Check the bundle of an event."""
    if expected.receipts or expected.match or expected.commitment:
        raise CommandError(
            f"{path} is the bundle of an event; --receipt, --match and --commitment belong to a match"
        )
    # Late, because it takes longer to import than to verify a replay.
    from referee.arena.event_examination import CannotRead, examine_event

    with as_command_error(CannotRead):
        found = examine_event(Path(path), expected.published)
    if expected.is_json:
        about = {"file": path, "ok": not found.problem, "event": found.name, "matches": found.matches}
        about |= {"entries": found.entries, "head": found.head, "signed_by": found.signed_by or None}
        about |= {"step_signers": found.step_signers, "unsigned_steps": found.unsigned_steps}
        return CheckedFile(path, not found.problem, "", about | {"problem": found.problem or None})
    with console().capture() as captured:
        if found.problem:
            print_line(0, f"[red]not verified[/] {escape(path)}: {escape(found.problem)}")
        else:
            matches = "1 match" if found.matches == 1 else f"{found.matches} matches"
            about_event = f"event {escape(found.name)}, {matches}"
            print_line(0, f"[green]verified[/] {escape(path)}: {about_event}, head {found.head[:16]}")
            signed = f"signed by {escape(found.signed_by)}" if found.signed_by else "nobody signed it"
            is_known = bool(expected.published) or not found.signed_by
            print_line(2, f"luck, schedule, results and standings are as committed and played; {signed}")
            signers = [f"{steps} by {escape(who)}" for who, steps in found.step_signers.items()]
            unsigned = [f"{found.unsigned_steps} unsigned"] if found.unsigned_steps else []
            if signers or unsigned:
                print_line(2, f"steps of officials: {', '.join([*signers, *unsigned])}")
            if not is_known:
                print_line(2, NO_KEYS)
    return CheckedFile(path, not found.problem, captured.get(), {})


def _whole_id(data: bytes, expected: Expected) -> str:
    """Return the id that the bundle or the receipts give if it begins with the `--match`, or else the `--match`."""
    if not expected.match:
        return ""
    notes = [receipt.note.encode() for receipt in expected.receipts]
    found = _ID_GIVEN.match(data if is_bundle(data) else b"".join(notes))
    given = found["id"].decode() if found else ""
    return given if given.startswith(expected.match) else expected.match


def _not_checked(path: str, problem: str, expected: Expected) -> CheckedFile:
    found = {
        "file": path,
        "ok": False,
        "game": None,
        "facts": 0,
        "first_difference": None,
        "problem": problem,
    }
    return CheckedFile(path, False, "", found if expected.is_json else {}, problem)


def _report(checked: CheckedFile, *, is_quiet: bool) -> None:
    """Print the result for a file, unless it verified and only what is wrong is wanted."""
    if checked.problem:
        print(f"referee verify: {printable(checked.problem)}", file=sys.stderr)
    if checked.json:
        print_json(checked.json)
    elif not (checked.ok and is_quiet):
        # Already filtered and styled.
        console().file.write(checked.lines)


def _commitment(text: str) -> bytes:
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b"?"
    if len(found) not in (0, HASH_BYTES):
        raise CommandError(f"--commitment {text!r} is not {2 * HASH_BYTES} hexadecimal digits")
    return found


# --- JSON ---


def _as_json(path: str, evidence: Evidence) -> dict[str, Any]:
    feeds = evidence.history.viewers if evidence.history else {}
    return {
        "file": path,
        "ok": evidence.ok,
        "game": evidence.game,
        "unrefereed": _is_unrefereed(evidence),
        "facts": evidence.facts,
        "first_difference": evidence.first_difference and msgspec.structs.asdict(evidence.first_difference),
        "match": evidence.match or None,
        "receipts": evidence.receipts,
        "feeds": {
            name: {"frames": len(feed.leaves), "root": feed.root.hex()} for name, feed in feeds.items()
        },
        "cases": [case_as_json(case) for case in evidence.audit_state.cases.values()],
        "provisional": evidence.audit_state.is_provisional,
        "result": _result(evidence),
        "keys": _keys(evidence),
        "signers": _signers(evidence),
    }


def _is_unrefereed(evidence: Evidence) -> bool:
    """Return whether the record says that the match had no independent officials."""
    return evidence.replay is not None and evidence.replay.charter.unrefereed is True


def _result(evidence: Evidence) -> dict[str, Any] | None:
    """Return the result of the match: what an official declared, or else that of the last ruling or of the rules."""
    declared = evidence.audit_state.declared
    if declared is not None:
        return {"by": declared.by, **msgspec.to_builtins(declared.award), "kinds": list(declared.kinds)}
    if evidence.audit_state.last_remedy is not None:
        return {"by": "ruling", **msgspec.to_builtins(evidence.audit_state.last_remedy)}
    return None if evidence.outcome is None else {"by": "rules", **msgspec.to_builtins(evidence.outcome)}


def _signers(evidence: Evidence) -> Literal["published", "retired", "unproven"] | None:
    """Return what is known about who signed: nothing without `--keys`, and little if the key is no longer in use."""
    if evidence.keys is None:
        return None
    if evidence.keys_from != "file":
        return "unproven"
    return "retired" if evidence.retired else "published"


def _keys(evidence: Evidence) -> dict[str, Any] | None:
    if evidence.keys is None:
        return None
    return {
        "from": evidence.keys_from,
        "good": [f"{key.name}+{key.id.hex()}" for key in evidence.keys.usable],
    }


# --- text ---


def _print_evidence(path: str, evidence: Evidence) -> None:
    difference = evidence.first_difference
    if difference is not None:
        _print_difference(path, difference, is_recorded=evidence.is_about_record)
        return
    match = f"match {escape(evidence.match)}, " if evidence.match else ""
    summary = f"{match}{evidence.game}, {evidence.facts} facts, head {evidence.head[:16]}"
    # A bundle shows its result below; for a replay this is the only sign that it was cut off.
    open_end = "; [yellow]the match is not over[/]" if not (evidence.sealed or evidence.outcome) else ""
    signers = "; [yellow]signers unproven[/]" if _signers(evidence) == "unproven" else ""
    unrefereed = "; [yellow]unrefereed[/]" if _is_unrefereed(evidence) else ""
    print_line(0, f"[green]verified[/] {escape(path)}: {summary}{open_end}{unrefereed}{signers}")
    if evidence.history is not None and evidence.replay is not None:
        names = seat_names(evidence.replay)
        print_line(2, f"seed       {_seed(evidence, evidence.history.heads[0].hex())}")
        print_line(2, f"receipts   {_receipts(evidence)}")
        if evidence.sealed is not None:
            print_line(2, f"audit      {_audit(evidence)}")
            for case in evidence.audit_state.cases.values():
                print_case(case, names, evidence.audit, indent=4)
            for line in [*look_lines(evidence.audit, names), *pause_lines(evidence.audit, names)]:
                print_line(4, line)
            print_line(2, f"result     {_describe_result(evidence, names)}")
        _print_keys(evidence)


def _seed(evidence: Evidence, commitment: str) -> str:
    if evidence.is_promised:
        return "opened; it matches the commitment made before anyone joined"
    return f"opened; compare its commitment with the one announced before the match: {commitment}"


def _receipts(evidence: Evidence) -> str:
    if not evidence.receipts:
        return "none, so only the record shows what the seats were told"
    return f"{evidence.receipts} of {evidence.receipts} match: nothing edited, nothing cut off, no split view"


def _audit(evidence: Evidence) -> str:
    audit_state = evidence.audit_state
    parts = [count(len(evidence.audit), "signed entry"), count(len(audit_state.cases), "case")]
    if audit_state.parent is not None:
        parts.append(
            f"continues match {escape(audit_state.parent.match)} from entry {audit_state.parent.entry}"
        )
    if audit_state.successor is not None:
        parts.append(f"continued as match {escape(audit_state.successor.match)}")
    return ", ".join(parts)


def _describe_result(evidence: Evidence, names: list[str]) -> str:
    audit_state, outcome = evidence.audit_state, evidence.outcome
    if audit_state.declared is not None:
        result = escape(declared_sentence(audit_state.declared, is_first=len(audit_state.results) == 1))
    elif audit_state.last_remedy is not None:
        result = f"by ruling: {describe_remedy(audit_state.last_remedy, names)}"
    elif audit_state.successor is not None:
        result = f"none: continued as match {escape(audit_state.successor.match)}"
    elif outcome is not None:
        result = f"by the rules: {escape(outcome_sentence(evidence.game, outcome, names))}"
    else:
        result = "the match is not over"
    waiting = [f"case {case.number}" for case in audit_state.cases.values() if case.is_unsettled]
    if not waiting:
        return result
    verb = "awaits" if len(waiting) == 1 else "await"
    return f"[yellow]provisional[/] while {listed(waiting)} {verb} a ruling; {result}"


def _print_keys(evidence: Evidence) -> None:
    if evidence.keys is None:
        return
    good = ", ".join([f"{key.name}+{key.id.hex()}" for key in evidence.keys.usable])
    match _signers(evidence):
        case "unproven":
            print_line(2, f"keys       {escape(good)}, [yellow]from the bundle itself[/]")
            print_line(13, NO_KEYS)
        case "retired":
            print_line(2, f"keys       {escape(good)}")
            for each in evidence.retired:
                who = escape(f"{each.key.name}+{each.key.id.hex()}")
                print_line(13, f"[yellow]signed with {who}, which was retired on {each.until}[/]")
            print_line(13, RETIRED_KEY)
        case _:
            print_line(2, f"keys       {escape(good)}, as published")


def _print_difference(path: str, difference: Difference, *, is_recorded: bool) -> None:
    """Print the first difference. The entry is named for a difference in the record, and otherwise if it is known."""
    if difference.what == NOT_A_REPLAY:
        print_line(0, f"[red]not a replay or a bundle[/]: {escape(path)}")
    elif difference.what == WINDOWS_LINE_ENDS:
        print_line(0, f"[red]differs[/] {escape(str(windows_line_ends(path)))}")
    elif difference.what == BREAKS_OFF:
        where = f"in entry {difference.entry}" if difference.entry else "in its header"
        if difference.expected == REST_OF_REPLAY:
            where = f"after entry {difference.entry - 1}"
        print_line(0, f"[red]incomplete[/] {escape(path)}: {BREAKS_OFF} {where}")
    else:
        entry = f"entry {difference.entry}, " if is_recorded or difference.entry else ""
        print_line(0, f"[red]differs[/] {escape(path)}: {entry}{escape(difference.what)}")
    expected, found = _around_difference(difference.expected, difference.found)
    print_line(2, f"expected  {escape(expected)}")
    print_line(2, f"found     {escape(found)}")


def _around_difference(expected: str, found: str) -> tuple[str, str]:
    """Shorten both texts to the part around the first character that differs."""
    if max(len(expected), len(found)) <= MAX_SHOWN_WHOLE:
        return expected, found
    common = 0
    while common < min(len(expected), len(found)) and expected[common] == found[common]:
        common += 1
    return _around(expected, common), _around(found, common)


def _around(text: str, place: int) -> str:
    start, end = max(0, place - CONTEXT), place + CONTEXT
    return f"{'…' if start else ''}{text[start:end]}{'…' if len(text) > end else ''}"
