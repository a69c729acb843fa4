"""`referee export`: write a match and its evidence to one file, from a replay, a data directory or a server."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.markup import escape

from referee.audit.audit_log import AuditLog
from referee.audit.entries import Looked
from referee.cli.data_dir import DATABASE, data_dir_path
from referee.cli.display.console import print_json, print_line, print_progress
from referee.cli.errors import CommandError, as_command_error
from referee.cli.key_files import open_keyring, read_receipt_files
from referee.cli.match_files import open_match_file, read_file
from referee.cli.outputs import STDOUT, check_output, refuse_mixture, write_output
from referee.cli.server_settings import api_key
from referee.disputes.evidence.bundles import (
    BadBundle,
    Bundle,
    Commitments,
    bundle_of,
    is_bundle,
    read_bundle,
    write_bundle,
)
from referee.disputes.evidence.examination import Evidence, examine
from referee.disputes.evidence.history import MatchHistory
from referee.games.sentences import count
from referee.log.chain import GENESIS, link
from referee.log.records import EntryAppended, MatchRow
from referee.log.sqlite import SqliteStore
from referee.log.store import Store, StoreError
from referee.match.charters import settle
from referee.match.entries import decode_charter, encode, read_entries
from referee.proof.keys import BadKeyring, KeyList, RefereeKeys
from referee.proof.notes import BadNote
from referee.server.clocks import now_ms
from referee.server.settings import read_client

EVERYTHING = "whole record, for a bundle"
"""What the operator looked at, as written to the audit log."""
MAX_IDS_SHOWN = 5
"""Number of match ids listed when the requested one does not exist."""


def run(args: argparse.Namespace) -> int:
    """Write a bundle or a page, unless it would not verify."""
    # Before a look is recorded for nothing.
    check_output(args.output, force=args.force)
    refuse_mixture(args.output, as_json=args.json)
    if args.viewer != "open" and not args.html:
        raise CommandError("--as is for --html; a bundle always holds the whole record")
    text = _text(args)
    evidence = examine(text.encode())
    if evidence.first_difference is not None:
        what = "record does" if args.html else "bundle would"
        raise CommandError(f"nothing was written, because the {what} not verify: {evidence.first_difference}")
    if args.html:
        from referee.cli.html_export import write_page

        return write_page(args, text, evidence)
    _refuse_loss(args.output, text)
    # The record of a match that is not over has its seed and everything that the seats do not know.
    write_output(args.output, text, force=args.force, is_private=evidence.outcome is None)
    _report(args, evidence, len(text.encode()))
    return 0


def _text(args: argparse.Namespace) -> str:
    """Return the text of the bundle to write; for a page, a replay is enough, and a bundle is kept as it is."""
    if args.server:
        return _from_server(args)
    if args.html and args.file and not args.match and not args.receipt:
        open_match_file(args.file)
        return read_file(args.file).decode()
    keys = open_keyring(args.data_dir)
    with as_command_error(BadKeyring, BadNote, StoreError):
        return _sealed(_from_file(args, keys) if args.file else _from_store(args, keys), args, keys)


def _refuse_loss(output: str, text: str) -> None:
    """Refuse to overwrite a bundle with signed entries (cases, looks, rulings) that the new one does not have."""
    if not Path(output).is_file() or not is_bundle(read_file(output)):
        return
    existing = open_match_file(output).bundle
    lost = set(existing.audit if existing else ()) - set(read_bundle(text.encode()).audit)
    if lost:
        raise CommandError(
            f"{output} is a bundle with {count(len(lost), 'signed entry')} that would be lost; "
            f"choose another file, or export the bundle itself: referee export {output} -o {output} --force"
        )


def _sealed(bundle: Bundle, args: argparse.Namespace, keys: RefereeKeys) -> str:
    """Return the text of the bundle, with the receipts of `--receipt` added and sealed."""
    more = [
        receipt.note for receipt in read_receipt_files(args.receipt) if receipt.note not in bundle.receipts
    ]
    try:
        return write_bundle(
            msgspec.structs.replace(bundle, receipts=(*bundle.receipts, *dict.fromkeys(more))), keys.signer
        )
    except BadBundle:
        raise CommandError(
            f"--match {args.match!r} is not a valid match id; use only letters, digits and . _ ~ -"
        ) from None


def _from_file(args: argparse.Namespace, keys: RefereeKeys) -> Bundle:
    """Return a new bundle for a replay, or an existing bundle to which receipts can be added."""
    replay, known = open_match_file(args.file)
    if known is None:
        if not args.match:
            raise CommandError("a replay does not contain the id of its match; give it: --match ID")
        commitments = Commitments(link(GENESIS, encode(replay.charter)))
        return Bundle(args.match, read_file(args.file).decode(), commitments, keys.published)
    if args.match not in ("", known.match):
        raise CommandError(f"{args.file} is a bundle of match {known.match}, not of {args.match}")
    if known.keys != keys.published:
        KeyList.parse(keys.published, trusted=KeyList.parse(known.keys))
    return msgspec.structs.replace(known, keys=keys.published)


# --- from a data directory ---


def still_played(match: str) -> str:
    """Return why a match that is not over is not written as a page."""
    name = f"match {match}" if match else "the match"
    return f"{name} is not over, and a page would show what is hidden; export it as a page when it is"


def _from_store(args: argparse.Namespace, keys: RefereeKeys) -> Bundle:
    if not args.match:
        raise CommandError("name what to export: a replay file, or --match ID with --data-dir or --server")
    file = data_dir_path(args.data_dir) / DATABASE
    if not file.exists():
        raise CommandError(f"no matches in {file.parent}; is it the right --data-dir?")
    store = SqliteStore(file)
    try:
        row = _match_named(store, args.match, file.parent)
        if args.html and row.status == "open":
            # Before a look is recorded for nothing.
            raise CommandError(still_played(row.match))
        return _stored(store, row, keys)
    finally:
        store.close()


def _match_named(store: Store, name: str, folder: Path) -> MatchRow:
    """Return the match with this id, or the only one whose id starts with it."""
    known = store.matches()
    found = [row for row in known if row.match == name] or [
        row for row in known if row.match.startswith(name)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise CommandError(f"several matches in {folder} start with {name}: {_some_ids(found)}")
    raise CommandError(f"no match {name} in {folder} (choose from {_some_ids(known)})")


def _some_ids(rows: Sequence[MatchRow]) -> str:
    """List the ids of the newest matches."""
    ids = [row.match for row in reversed(rows)]
    more = f" and {len(ids) - MAX_IDS_SHOWN} more" if len(ids) > MAX_IDS_SHOWN else ""
    return ", ".join(ids[:MAX_IDS_SHOWN]) + more


def _stored(store: Store, row: MatchRow, keys: RefereeKeys) -> Bundle:
    match = row.match
    entries = store.entries(match)
    if row.status == "open":
        _record_look(store, match, entries, keys)
    seats = [taken for taken in store.seats(match) if taken.role == "seat"]
    return bundle_of(
        match,
        entries,
        published=keys.published,
        names={taken.seat: taken.name for taken in seats},
        clients={taken.seat: str(read_client(taken.client)) for taken in seats if taken.client},
        audit=store.audit(match),
        rejections=store.rejections(match),
        entropy={given.seat: given.commitment for given in store.entropy(match)},
    )


def _record_look(store: Store, match: str, entries: list[EntryAppended], keys: RefereeKeys) -> None:
    """Record in the audit log that the operator is about to see hidden information."""
    terms = settle(decode_charter(entries[0].body))
    history = MatchHistory(terms, read_entries(terms.game, entries))
    audit_log, snapshot = (
        AuditLog.restored(match, store.audit(match)),
        history.snapshot_at(len(history.entries)),
    )
    look, head = Looked("operator", EVERYTHING), entries[-1].hash
    store.write([audit_log.write(look, snapshot, at=now_ms(), head=head, key=keys.signer)[1]])


# --- from a server ---


def _from_server(args: argparse.Namespace) -> str:
    from referee.cli.server_connection import connected, full_match_id

    if args.file or args.receipt:
        raise CommandError("a server exports its own record; omit FILE and --receipt")
    if not args.match or not (args.token or api_key(args)):
        raise CommandError("name the match and your token: --match ID --token-file F")
    try:
        with connected(args) as referee:
            return referee.export(full_match_id(referee, args.match), args.token).decode()
    except CommandError as error:
        raise CommandError(f"{args.server} did not export match {args.match}: {error}") from error


def _report(args: argparse.Namespace, evidence: Evidence, size: int) -> None:
    report = {
        "file": args.output,
        "match": evidence.match,
        "game": evidence.game,
        "facts": evidence.facts,
        "receipts": evidence.receipts,
        "cases": len(evidence.audit_state.cases),
        "bytes": size,
        "sealed": evidence.sealed is not None,
    }
    if args.json:
        print_json(report)
        return
    contents = ", ".join(
        [
            f"match {escape(evidence.match)}",
            f"{evidence.game}, {evidence.facts} facts",
            count(evidence.receipts, "receipt"),
            count(len(evidence.audit_state.cases), "case"),
        ]
    )
    if args.output == STDOUT:
        print_progress(f"wrote the bundle to stdout: {contents}; sealed and verified")
    else:
        print_line(0, f"[green]wrote[/] {escape(args.output)}: {contents}; sealed and verified")
