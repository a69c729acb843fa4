"""Merkle trees as in RFC 6962, section 2.1, with SHA-256: one hash that commits to a growing list.

    leaf_hash(data)       SHA-256(0x00 + data)
    node_hash(l, r)       SHA-256(0x01 + l + r)
    root of no leaves     SHA-256 of nothing
    root of one leaf      its leaf hash
    root of n leaves      node_hash(root of the first k, root of the rest), k the largest power of two below n

All functions take leaves as leaf hashes. An inclusion proof lists the sibling hashes on the path from a leaf to the
root, lowest first. A consistency proof shows that an older tree is a prefix of a newer one. Both are verified as in
RFC 9162, sections 2.1.3.2 and 2.1.4.2. A proof is only valid for a root and a size that belong together, which is why
a checkpoint signs both.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

EMPTY_ROOT = sha256().digest()
"""The root of a tree without leaves."""

HASH_BYTES = 32


def leaf_hash(data: bytes) -> bytes:
    """Return the leaf hash of the data.

    >>> leaf_hash(b"").hex()[:16]
    '6e340b9cffb37a98'
    """
    return sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of the parent of two nodes."""
    return sha256(b"\1" + left + right).digest()


class Tree:
    r"""An append-only tree. It stores only the roots of its full subtrees, largest first: log n hashes for n leaves.

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
            raise ValueError(f"a leaf hash has {HASH_BYTES} bytes, not {len(leaf)}")
        place = self.size
        while place & 1:
            leaf = node_hash(self._full.pop(), leaf)
            place >>= 1
        self._full.append(leaf)
        self.size += 1

    def root(self) -> bytes:
        """Return the root of all leaves added so far."""
        if not self._full:
            return EMPTY_ROOT
        root = self._full[-1]
        for full in reversed(self._full[:-1]):
            root = node_hash(full, root)
        return root

    def copy(self) -> Tree:
        """Return an independent copy."""
        twin = Tree()
        twin.size, twin._full = self.size, self._full.copy()
        return twin


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Return the root of the tree with these leaf hashes."""
    tree = Tree()
    for leaf in leaves:
        tree.add(leaf)
    return tree.root()


def inclusion_proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Return the inclusion proof of leaf `index`, counted from 0, in the tree of all leaves."""
    if not 0 <= index < len(leaves):
        raise IndexError(f"leaf {index} is out of range: the tree has {len(leaves)} leaves")
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
    """Return whether the proof shows that the tree with this root and size has `leaf` at `index`."""
    if not 0 <= index < size or not _are_hashes(root, leaf, *proof):
        return False
    place, last, found = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node_hash(sibling, found)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and found == root


def consistency_proof(leaves: Sequence[bytes], old: int) -> list[bytes]:
    """Return the proof that the tree of the first `old` leaves is a prefix of the tree of all leaves."""
    if not 0 <= old <= len(leaves):
        raise IndexError(f"old size {old} is out of range: the tree has {len(leaves)} leaves")
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
    """Return whether the proof shows that the older tree is a prefix of the newer one."""
    if not 0 <= old_size <= new_size or not _are_hashes(old_root, new_root, *proof):
        return False
    if old_size == new_size:
        return not proof and old_root == new_root and (old_size > 0 or old_root == EMPTY_ROOT)
    if old_size == 0:
        return not proof and old_root == EMPTY_ROOT
    path = list(proof)
    if old_size & (old_size - 1) == 0:
        path.insert(0, old_root)
    if not path:
        return False
    place, last = old_size - 1, new_size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    old = new = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            new = node_hash(new, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and old == old_root and new == new_root


def _left_size(size: int) -> int:
    """Return the size of the left subtree of `size` >= 2 leaves: the largest power of two below `size`."""
    return 1 << ((size - 1).bit_length() - 1)


def _are_hashes(*values: bytes) -> bool:
    return all([len(value) == HASH_BYTES for value in values])
