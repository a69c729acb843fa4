"""The audit log of a bundle, read and folded, with its signatures and its links checked by the bundle's own keys."""

from __future__ import annotations

from referee.audit.chain import BrokenAudit, read_all
from referee.audit.docket import Docket, fold_all
from referee.audit.entries import AuditEntry
from referee.cli.files import Record
from referee.cli.problems import Problem
from referee.proof.keys import KeyList


def audit_of(path: str, record: Record) -> tuple[list[AuditEntry], Docket]:
    """What is written beside a match; nothing, if it came as a replay by itself."""
    bundle = record.bundle
    if bundle is None:
        return [], Docket()
    try:
        entries = read_all(bundle.audit, bundle.match, KeyList.parse(bundle.keys))
        return entries, fold_all(entries)
    except (BrokenAudit, KeyError) as broken:
        raise Problem(f"{path} does not hold: {broken}; 'referee verify' tells more") from broken
