"""Merkle trees as in RFC 6962, section 2.1, with SHA-256: one hash that stands for a growing list.

    leaf_hash(data)       SHA-256(0x00 + data)
    node_hash(l, r)       SHA-256(0x01 + l + r)
    root of no leaves     SHA-256 of nothing
    root of one leaf      its leaf hash
    root of n leaves      node_hash(root of the first k, root of the others), k the largest power of two below n

Leaves are given as leaf hashes everywhere. An inclusion proof leads from one leaf to the root: the hashes beside its
way, the lowest first. A consistency proof shows that an older tree is the beginning of a newer one. Both are checked as
RFC 9162 lays down in sections 2.1.3.2 and 2.1.4.2. A proof speaks of a root *and* a size; who takes them from different
places proves nothing, and that is why a checkpoint signs both.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

EMPTY_ROOT = sha256().digest()
"""The root of a tree without leaves."""

HASH_BYTES = 32


def leaf_hash(data: bytes) -> bytes:
    """The leaf that stands for these bytes.

    >>> leaf_hash(b"").hex()[:16]
    '6e340b9cffb37a98'
    """
    return sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The node above two others."""
    return sha256(b"\1" + left + right).digest()


class Tree:
    r"""A tree that only grows. It keeps the roots of its full subtrees, largest first: log n hashes for n leaves.

    >>> tree = Tree()
    >>> tree.add(leaf_hash(b""))
    >>> tree.add(leaf_hash(b"\0"))
    >>> tree.size, tree.root().hex()[:16]
    (2, 'fac54203e7cc696c')
    """

    __slots__ = ("_full", "size")

    def __init__(self) -> None:
        self.size = 0
        self._full: list[bytes] = []

    def add(self, leaf: bytes) -> None:
        """Append a leaf hash."""
        if len(leaf) != HASH_BYTES:
            raise ValueError(f"a leaf is a hash of {HASH_BYTES} bytes, not {len(leaf)}")
        place = self.size
        while place & 1:
            leaf = node_hash(self._full.pop(), leaf)
            place >>= 1
        self._full.append(leaf)
        self.size += 1

    def root(self) -> bytes:
        """The hash that stands for all leaves so far."""
        if not self._full:
            return EMPTY_ROOT
        root = self._full[-1]
        for full in reversed(self._full[:-1]):
            root = node_hash(full, root)
        return root

    def copy(self) -> Tree:
        """A tree that grows on its own from here."""
        twin = Tree()
        twin.size, twin._full = self.size, self._full.copy()
        return twin


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root of a tree with these leaf hashes."""
    tree = Tree()
    for leaf in leaves:
        tree.add(leaf)
    return tree.root()


def inclusion_proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The way from leaf `index`, counted from 0, to the root of all leaves."""
    if not 0 <= index < len(leaves):
        raise IndexError(f"there is no leaf {index} among {len(leaves)}")
    proof = []
    start, end = 0, len(leaves)
    while end - start > 1:
        middle = start + _left_size(end - start)
        if index < middle:
            proof.append(root_of(leaves[middle:end]))
            end = middle
        else:
            proof.append(root_of(leaves[start:middle]))
            start = middle
    return proof[::-1]


def is_included(root: bytes, size: int, index: int, leaf: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the tree of this root and size has the leaf hash at `index`, as the proof claims."""
    if not 0 <= index < size or not _are_hashes(root, leaf, *proof):
        return False
    place, last, found = index, size - 1, leaf
    for beside in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node_hash(beside, found)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, beside)
        place, last = place >> 1, last >> 1
    return last == 0 and found == root


def consistency_proof(leaves: Sequence[bytes], old: int) -> list[bytes]:
    """The proof that the tree of the first `old` leaves is the beginning of the tree of all."""
    if not 0 <= old <= len(leaves):
        raise IndexError(f"there were never {old} leaves among {len(leaves)}")
    if old == 0:
        return []
    proof = []
    start, end = 0, len(leaves)
    while end != old:
        middle = start + _left_size(end - start)
        if old <= middle:
            proof.append(root_of(leaves[middle:end]))
            end = middle
        else:
            proof.append(root_of(leaves[start:middle]))
            start = middle
    if start:
        proof.append(root_of(leaves[start:old]))
    return proof[::-1]


def is_consistent(
    old_size: int, old_root: bytes, new_size: int, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether the older tree is the beginning of the newer one, as the proof claims."""
    if not 0 <= old_size <= new_size or not _are_hashes(old_root, new_root, *proof):
        return False
    if old_size == new_size:
        return not proof and old_root == new_root and (old_size > 0 or old_root == EMPTY_ROOT)
    if old_size == 0:
        return not proof and old_root == EMPTY_ROOT
    way = list(proof)
    if old_size & (old_size - 1) == 0:
        way.insert(0, old_root)
    if not way:
        return False
    place, last = old_size - 1, new_size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    old = new = way[0]
    for beside in way[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            old, new = node_hash(beside, old), node_hash(beside, new)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            new = node_hash(new, beside)
        place, last = place >> 1, last >> 1
    return last == 0 and old == old_root and new == new_root


def _left_size(size: int) -> int:
    """How many of `size` leaves, two or more, stand on the left: the largest power of two below `size`."""
    return 1 << ((size - 1).bit_length() - 1)


def _are_hashes(*values: bytes) -> bool:
    return all([len(value) == HASH_BYTES for value in values])
