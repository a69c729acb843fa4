"""Write a match as a page: one HTML file."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape

from referee.cli.commands.export import still_played
from referee.cli.commands.inspect import match_record
from referee.cli.data_dir import KEYS_FOLDER, data_dir_path
from referee.cli.display.console import print_json, print_line, print_progress
from referee.cli.errors import CommandError, as_command_error
from referee.cli.key_files import open_keyring
from referee.cli.match_files import parse_match_file, read_file
from referee.cli.outputs import STDOUT, write_output
from referee.cli.stepping.viewers import viewer_named
from referee.disputes.evidence.bundles import is_bundle
from referee.disputes.evidence.examination import Evidence
from referee.inspector.one_file.html_file import SavedMatch, html_file
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from referee.proof.keys import BadKeyring, Keyring
from referee.replay.format import seat_names


def write_page(args: argparse.Namespace, text: str, evidence: Evidence) -> int:
    """Write a page of a match that verifies, from the text of its replay or bundle; return the exit code."""
    state = evidence.audit_state
    # A match that a ruling ended, or that an error stopped, has no outcome either.
    if evidence.outcome is None and state.result is None and not (state.forks or state.opened):
        raise CommandError(still_played(evidence.match))
    if Path(args.output).is_file() and is_bundle(read_file(args.output)):
        raise CommandError(f"{args.output} is a bundle, which a page would replace; choose another file")
    name = args.file or "the bundle"
    file = parse_match_file(name, text.encode())
    names = seat_names(file.replay)
    viewer = viewer_named(args.viewer, names)
    with as_command_error(BadKeyring):
        keys = _keys(args.data_dir)
        page = html_file(SavedMatch(match_record(name, file), text, viewer), keys)
    write_output(args.output, page, force=args.force)
    is_sealed = keys is not None
    if args.json:
        report = {"file": args.output, "match": evidence.match, "facts": evidence.facts, "sealed": is_sealed}
        print_json(report)
        return 0
    match = f"match {escape(evidence.match)}, " if evidence.match else ""
    eyes = "" if viewer == OPEN_TABLE else f"as {escape(_who(viewer, names))} was told it, "
    sealed = "signed" if is_sealed else "not signed, because there is no key ('referee keys' creates one)"
    told = f"{match}{evidence.game}, {evidence.facts} facts, {eyes}{len(page.encode()) // 1024} KB; {sealed}"
    if args.output == STDOUT:
        print_progress(f"wrote the page to stdout: {told}")
    else:
        print_line(0, f"[green]wrote[/] {escape(args.output)}: {told}")
    return 0


def _who(viewer: Seat, names: Sequence[str]) -> str:
    return "a spectator" if viewer == SPECTATOR else names[viewer]


def _keys(data_dir: str | None) -> Keyring | None:
    """Return the keys to sign with: those of the named data directory, or of the usual one if it has some."""
    folder = data_dir_path(data_dir) / KEYS_FOLDER
    return open_keyring(data_dir) if data_dir or folder.exists() else None
