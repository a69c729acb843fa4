"""The audit log of a bundle, read and folded, with its signatures and its links checked."""

from __future__ import annotations

from referee.audit.chain import BrokenAudit, read_all
from referee.audit.docket import Docket, fold_all
from referee.audit.entries import AuditEntry
from referee.cli.errors import Problem
from referee.cli.match_files import Record
from referee.disputes.evidence.examination import EvidenceMismatch, newer_keys
from referee.proof.keys import KeyList


def audit_of(path: str, record: Record, published: str = "") -> tuple[list[AuditEntry], Docket]:
    """What is written beside a match; nothing, if it came as a replay by itself.

    It is checked by the keys that the official published, or else by the bundle's own.
    """
    bundle = record.bundle
    if bundle is None:
        return [], Docket()
    try:
        keys = newer_keys(KeyList.parse(published), bundle.keys) if published else KeyList.parse(bundle.keys)
        entries = read_all(bundle.audit, bundle.match, keys)
        return entries, fold_all(entries)
    except (BrokenAudit, KeyError, EvidenceMismatch) as broken:
        raise Problem(f"{path} does not hold: {broken}; 'referee verify' tells more") from broken
