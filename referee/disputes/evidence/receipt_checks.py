"""Compare receipts with a record: what the referee signed that a viewer was sent, and what the record says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.disputes.evidence.history import ViewerHistory
from referee.proof.checkpoints import AuditHead, Checkpoint
from referee.proof.keys import KeyList
from referee.proof.notes import BadNote
from referee.replay.differences import Difference


class NamedReceipt(NamedTuple):
    """A signed checkpoint, and how to refer to it in messages."""

    name: str
    note: str


class ReadReceipt(NamedTuple):
    """The checkpoint in a receipt whose signature was checked."""

    name: str
    point: Checkpoint


def read_signed(receipts: Sequence[NamedReceipt], keys: KeyList) -> list[ReadReceipt] | Difference:
    """Return the checkpoints in receipts, or the first that none of these keys has signed."""
    read: list[ReadReceipt] = []
    for receipt in receipts:
        try:
            point = Checkpoint.parse(keys.open(receipt.note, alone=True).text)
        except BadNote as bad:
            return Difference(0, receipt.name, "signed by a key of this referee", str(bad))
        read.append(ReadReceipt(receipt.name, point))
    return read


def first_mismatch(
    read: Sequence[ReadReceipt], match: str, viewers: Mapping[str, ViewerHistory]
) -> Difference | None:
    """Return the first receipt that does not agree with the record, or None.

    If `match` is empty, because a replay does not name its match, the receipts must at least all be for the same one.
    """
    for name, point in read:
        match = match or point.match
        found = _wrong_match(name, point, match, viewers)
        if found is not None:
            return found
    return _split_view(read) or _split_audit(read) or _contradicted(read, viewers)


def first_missing_audit(read: Sequence[ReadReceipt], heads: Sequence[AuditHead]) -> Difference | None:
    """Return the first receipt that covers audit entries which the audit log does not have, or None.

    `heads` has the public head of the audit log after each number of public entries.
    """
    for name, point in sorted(read, key=_audit_size):
        audit = point.audit
        if audit is None:
            continue
        expected = f"an audit log with the {audit.size} public entries that the receipt covers"
        if audit.size >= len(heads):
            return Difference(0, name, expected, f"{len(heads) - 1}: the audit log was cut")
        if audit != heads[audit.size]:
            return Difference(0, name, expected, "other entries: the audit log is not what was signed")
    return None


def _audit_size(read: ReadReceipt) -> int:
    return 0 if read.point.audit is None else read.point.audit.size


def _wrong_match(
    name: str, point: Checkpoint, match: str, viewers: Mapping[str, ViewerHistory]
) -> Difference | None:
    """Return the difference if a receipt is for another match, or for a viewer that the match does not have."""
    if point.match != match:
        return Difference(0, name, f"a receipt of match {match}", f"one of match {point.match}")
    if point.viewer not in viewers:
        return Difference(0, name, f"a receipt of {', '.join(viewers)}", f"one of {point.viewer}")
    return None


def _split_view(read: Sequence[ReadReceipt]) -> Difference | None:
    """Return the first two receipts that give one viewer different frames."""
    known: dict[tuple[str, int], ReadReceipt] = {}
    for each in read:
        point = each.point
        other = known.setdefault((point.viewer, point.size), each)
        if other.point.root != point.root:
            what = f"{each.name}: frames of {point.viewer} up to {point.size}"
            expected = f"root {other.point.root.hex()}, as in {other.name}"
            return Difference(0, what, expected, f"root {point.root.hex()}: a split view")
    return None


def _split_audit(read: Sequence[ReadReceipt]) -> Difference | None:
    """Return the first two receipts, of any viewers, that cover different audit logs of the same length."""
    known: dict[int, tuple[str, AuditHead]] = {}
    for name, point in read:
        if point.audit is None:
            continue
        other, audit = known.setdefault(point.audit.size, (name, point.audit))
        if audit != point.audit:
            what = f"{name}: the first {audit.size} public audit entries"
            expected = f"hash {audit.hash.hex()}, as in {other}"
            return Difference(0, what, expected, f"hash {point.audit.hash.hex()}: a split view")
    return None


def _contradicted(read: Sequence[ReadReceipt], viewers: Mapping[str, ViewerHistory]) -> Difference | None:
    """Return the first receipt that the record contradicts, starting with the one that covers the least."""
    sizes: dict[str, list[int]] = {viewer: [] for viewer in viewers}
    for each in read:
        sizes[each.point.viewer].append(each.point.size)
    roots = {viewer: viewers[viewer].roots(wanted) for viewer, wanted in sizes.items()}
    for name, point in sorted(read, key=lambda each: each.point.size):
        sent, size = viewers[point.viewer], point.size
        last = sent.entries[min(size, len(sent.entries)) - 1] if size and sent.entries else 0
        if size > len(sent.leaves):
            expected = f"{size} frames of {point.viewer}"
            return Difference(last, name, expected, f"{len(sent.leaves)}: the record was cut")
        if point.answered > sent.answered:
            expected = f"{point.answered} answers of {point.viewer}"
            return Difference(last, name, expected, f"{sent.answered}: the record was cut")
        root = roots[point.viewer][size]
        if point.root != root:
            expected = f"root {point.root.hex()} of {size} frames of {point.viewer}"
            return Difference(last, name, expected, f"root {root.hex()}: the record is not what was told")
        if (size, point.answered) not in sent.states:
            expected = f"{point.answered} answers of {point.viewer} with frame {size}"
            return Difference(
                last, name, expected, "another number of answers: the record is not what was told"
            )
    return None
