"""`referee export`: a match with all its evidence in one file, from a replay, a data directory or a server."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.markup import escape

from referee.audit.entries import Looked
from referee.audit.ledger import Ledger
from referee.cli.commands.keys import data_dir
from referee.cli.display.cited_rules import line
from referee.cli.display.console import print_json
from referee.cli.errors import Problem, told_as_problem
from referee.cli.key_files import keyring_in, receipts_in
from referee.cli.match_files import open_record, read_file, write_file
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
from referee.proof.keys import BadKeyring, KeyList, Keys
from referee.proof.notes import BadNote
from referee.server.rooms import now_ms

EVERYTHING = "whole record, for a bundle"
"""What the operator looked at, as the audit log has it."""
SECONDS = 60
"""How long a server may take."""
IDS_SHOWN = 5
"""So many ids are told to whoever names a match that is not there."""


def run(args: argparse.Namespace) -> int:
    """Write a bundle; one that would not verify is not written."""
    if args.server:
        text = _from_server(args)
    else:
        keys = keyring_in(args.data_dir)
        with told_as_problem(BadKeyring, BadNote, StoreError):
            bundle = _from_file(args, keys) if args.file else _from_store(args, keys)
            text = _sealed(bundle, args, keys)
    evidence = examine(text.encode())
    if evidence.first_difference is not None:
        raise Problem(f"nothing is written, for it would not verify: {evidence.first_difference}")
    _keep_what_was_signed(args.output, text)
    write_file(args.output, text)
    _tell(args, evidence, len(text.encode()))
    return 0


def _keep_what_was_signed(output: str, text: str) -> None:
    """Refuse to write over a bundle with cases, looks or rulings that the new one does not have."""
    if not Path(output).is_file() or not is_bundle(read_file(output)):
        return
    there = open_record(output).bundle
    lost = set(there.audit if there else ()) - set(read_bundle(text.encode()).audit)
    if lost:
        raise Problem(
            f"{output} is a bundle with {count(len(lost), 'signed entry')} that would be lost, cases or looks; "
            f"choose another file, or export the bundle itself: referee export {output} -o {output}"
        )


def _sealed(bundle: Bundle, args: argparse.Namespace, keys: Keys) -> str:
    """The bundle with the receipts that were handed in."""
    more = [receipt.note for receipt in receipts_in(args.receipt) if receipt.note not in bundle.receipts]
    try:
        return write_bundle(
            msgspec.structs.replace(bundle, receipts=(*bundle.receipts, *dict.fromkeys(more))), keys.signer
        )
    except BadBundle:
        raise Problem(
            f"--match {args.match!r} cannot be the id of a match: letters, digits and . _ ~ - only"
        ) from None


def _from_file(args: argparse.Namespace, keys: Keys) -> Bundle:
    """A bundle of a replay; or a bundle once more, for more receipts."""
    replay, known = open_record(args.file)
    if known is None:
        if not args.match:
            raise Problem("a replay does not say which match it is; name it: --match ID")
        commitments = Commitments(link(GENESIS, encode(replay.charter)))
        return Bundle(args.match, read_file(args.file).decode(), commitments, keys.published)
    if args.match not in ("", known.match):
        raise Problem(f"{args.file} is the bundle of match {known.match}, not of {args.match}")
    if known.keys != keys.published:
        KeyList.parse(keys.published, trusted=KeyList.parse(known.keys))
    return msgspec.structs.replace(known, keys=keys.published)


# --- from a data directory ---


def _from_store(args: argparse.Namespace, keys: Keys) -> Bundle:
    from referee.cli.commands.serve import DATABASE

    if not args.match:
        raise Problem("name what to export: a replay file, or --match ID out of --data-dir or --server")
    file = data_dir(args.data_dir) / DATABASE
    if not file.exists():
        raise Problem(f"there are no matches in {file.parent}; is it the right --data-dir?")
    store = SqliteStore(file)
    try:
        return _stored(store, _match_named(store, args.match, file.parent), keys)
    finally:
        store.close()


def _match_named(store: Store, name: str, folder: Path) -> MatchRow:
    """The match of this id, or the one whose id begins so."""
    known = store.matches()
    found = [row for row in known if row.match == name] or [
        row for row in known if row.match.startswith(name)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise Problem(f"several matches in {folder} begin with {name}: {_some(found)}")
    raise Problem(f"there is no match {name} in {folder}; there is {_some(known) or 'none'}")


def _some(rows: Sequence[MatchRow]) -> str:
    """The ids of some matches, the newest first."""
    ids = [row.match for row in reversed(rows)]
    more = f" and {len(ids) - IDS_SHOWN} more" if len(ids) > IDS_SHOWN else ""
    return ", ".join(ids[:IDS_SHOWN]) + more


def _stored(store: Store, row: MatchRow, keys: Keys) -> Bundle:
    match = row.match
    entries = store.entries(match)
    if row.status == "open":
        _note_look(store, match, entries, keys)
    return bundle_of(
        match,
        entries,
        published=keys.published,
        names={taken.seat: taken.name for taken in store.seats(match) if taken.role == "seat"},
        audit=store.audit(match),
        rejections=store.rejections(match),
        entropy={given.seat: given.commitment for given in store.entropy(match)},
    )


def _note_look(store: Store, match: str, entries: list[EntryAppended], keys: Keys) -> None:
    """Write down that the operator is about to see what is hidden from everyone."""
    terms = settle(decode_charter(entries[0].body))
    history = MatchHistory(terms, read_entries(terms.game, entries))
    ledger, table = Ledger.restored(match, store.audit(match)), history.table_at(len(history.entries))
    look, head = Looked("operator", EVERYTHING), entries[-1].hash
    store.write([ledger.write(look, table, at=now_ms(), head=head, key=keys.signer)[1]])


# --- from a server ---


def _from_server(args: argparse.Namespace) -> str:
    import grpc

    from referee_api.v1 import disputes_pb2 as api
    from referee_api.v1 import disputes_pb2_grpc as rpc

    if args.file or args.receipt:
        raise Problem("a server exports what it has; leave FILE and --receipt out")
    if not args.match or not args.token:
        raise Problem("name the match and your token: --match ID --token T")
    with grpc.insecure_channel(args.server) as channel:
        stub: Any = rpc.DisputesStub(channel)  # type: ignore[no-untyped-call] # generated without types
        request = api.ExportRequest(match=args.match, token=args.token)
        try:
            return b"".join([piece.chunk for piece in stub.Export(request, timeout=SECONDS)]).decode()
        except grpc.RpcError as error:
            raise Problem(f"{args.server} does not export match {args.match}: {error.details()}") from error


def _tell(args: argparse.Namespace, evidence: Evidence, size: int) -> None:
    told = {
        "file": args.output,
        "match": evidence.match,
        "game": evidence.game,
        "facts": evidence.facts,
        "receipts": evidence.receipts,
        "cases": len(evidence.docket.cases),
        "bytes": size,
    }
    if args.json:
        print_json(told)
        return
    what = ", ".join(
        [
            f"match {escape(evidence.match)}",
            f"{evidence.game}, {evidence.facts} facts",
            count(evidence.receipts, "receipt"),
            count(len(evidence.docket.cases), "case"),
        ]
    )
    line(0, f"[green]wrote[/] {escape(args.output)}: {what}; sealed, and it verifies")
