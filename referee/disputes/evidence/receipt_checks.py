"""Receipts against a record: what the referee signed that a viewer was told, and what the record says it was told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.disputes.evidence.history import Feed
from referee.match.differences import Difference
from referee.proof.checkpoints import Checkpoint
from referee.proof.keys import KeyList
from referee.proof.notes import BadNote


class Receipt(NamedTuple):
    """A signed checkpoint, and what it is called where it is told of."""

    name: str
    note: str


class _Read(NamedTuple):
    name: str
    point: Checkpoint


def first_misfit(
    receipts: Sequence[Receipt], match: str, keys: KeyList, feeds: Mapping[str, Feed]
) -> Difference | None:
    """Name the first receipt that the record does not bear out, or None if it bears out all.

    Where no match is named, as a replay by itself names none, the receipts must at least be of one and the same.
    """
    read: list[_Read] = []
    for receipt in receipts:
        try:
            point = Checkpoint.parse(keys.open(receipt.note, alone=True).text)
        except BadNote as bad:
            return Difference(0, receipt.name, "signed by a key of this referee", str(bad))
        match = match or point.match
        found = _stranger(receipt.name, point, match, feeds)
        if found is not None:
            return found
        read.append(_Read(receipt.name, point))
    return _split(read) or _untrue(read, feeds)


def _stranger(name: str, point: Checkpoint, match: str, feeds: Mapping[str, Feed]) -> Difference | None:
    """A receipt of another match, or of somebody who was not there."""
    if point.match != match:
        return Difference(0, name, f"a receipt of match {match}", f"one of match {point.match}")
    if point.viewer not in feeds:
        return Difference(0, name, f"a receipt of {', '.join(feeds)}", f"one of {point.viewer}")
    return None


def _split(read: Sequence[_Read]) -> Difference | None:
    """Two stories told to one viewer."""
    known: dict[tuple[str, int], _Read] = {}
    for each in read:
        point = each.point
        other = known.setdefault((point.viewer, point.size), each)
        if other.point.root != point.root:
            what = f"{each.name}: frames of {point.viewer} up to {point.size}"
            expected = f"root {other.point.root.hex()}, as in {other.name}"
            return Difference(0, what, expected, f"root {point.root.hex()}: a split view")
    return None


def _untrue(read: Sequence[_Read], feeds: Mapping[str, Feed]) -> Difference | None:
    """A receipt of something that the record does not have, or not so: the one that covers least comes first."""
    sizes: dict[str, list[int]] = {viewer: [] for viewer in feeds}
    for each in read:
        sizes[each.point.viewer].append(each.point.size)
    roots = {viewer: feeds[viewer].roots(wanted) for viewer, wanted in sizes.items()}
    for name, point in sorted(read, key=lambda each: each.point.size):
        feed, size = feeds[point.viewer], point.size
        last = feed.told_in[min(size, len(feed.told_in)) - 1] if size and feed.told_in else 0
        if size > len(feed.leaves):
            expected = f"{size} frames of {point.viewer}"
            return Difference(last, name, expected, f"{len(feed.leaves)}: the record was cut")
        if point.answered > feed.answered:
            expected = f"{point.answered} answers of {point.viewer}"
            return Difference(last, name, expected, f"{feed.answered}: the record was cut")
        root = roots[point.viewer][size]
        if point.root != root:
            expected = f"root {point.root.hex()} of {size} frames of {point.viewer}"
            return Difference(last, name, expected, f"root {root.hex()}: the record is not what was told")
        if (size, point.answered) not in feed.moments:
            expected = f"{point.answered} answers of {point.viewer} with frame {size}"
            return Difference(
                last, name, expected, "another number of answers: the record is not what was told"
            )
    return None
