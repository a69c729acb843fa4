"""Compare receipts with a record: what the referee signed that a viewer was sent, and what the record says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.disputes.evidence.history import ViewerHistory
from referee.proof.checkpoints import Checkpoint
from referee.proof.keys import KeyList
from referee.proof.notes import BadNote
from referee.replay.differences import Difference


class NamedReceipt(NamedTuple):
    """A signed checkpoint, and how to refer to it in messages."""

    name: str
    note: str


class _Read(NamedTuple):
    name: str
    point: Checkpoint


def first_mismatch(
    receipts: Sequence[NamedReceipt], match: str, keys: KeyList, viewers: Mapping[str, ViewerHistory]
) -> Difference | None:
    """Return the first receipt that does not agree with the record, or None.

    If `match` is empty, because a replay does not name its match, the receipts must at least all be for the same one.
    """
    read: list[_Read] = []
    for receipt in receipts:
        try:
            point = Checkpoint.parse(keys.open(receipt.note, alone=True).text)
        except BadNote as bad:
            return Difference(0, receipt.name, "signed by a key of this referee", str(bad))
        match = match or point.match
        found = _wrong_match(receipt.name, point, match, viewers)
        if found is not None:
            return found
        read.append(_Read(receipt.name, point))
    return _split_view(read) or _contradicted(read, viewers)


def _wrong_match(
    name: str, point: Checkpoint, match: str, viewers: Mapping[str, ViewerHistory]
) -> Difference | None:
    """Return the difference if a receipt is for another match, or for a viewer that the match does not have."""
    if point.match != match:
        return Difference(0, name, f"a receipt of match {match}", f"one of match {point.match}")
    if point.viewer not in viewers:
        return Difference(0, name, f"a receipt of {', '.join(viewers)}", f"one of {point.viewer}")
    return None


def _split_view(read: Sequence[_Read]) -> Difference | None:
    """Return the first two receipts that give one viewer different frames."""
    known: dict[tuple[str, int], _Read] = {}
    for each in read:
        point = each.point
        other = known.setdefault((point.viewer, point.size), each)
        if other.point.root != point.root:
            what = f"{each.name}: frames of {point.viewer} up to {point.size}"
            expected = f"root {other.point.root.hex()}, as in {other.name}"
            return Difference(0, what, expected, f"root {point.root.hex()}: a split view")
    return None


def _contradicted(read: Sequence[_Read], viewers: Mapping[str, ViewerHistory]) -> Difference | None:
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
