"""Merkle trees: known answers of Certificate Transparency, a second implementation, and no wrong proofs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.proof.merkle import (
    EMPTY_ROOT,
    Tree,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    is_included,
    leaf_hash,
    node_hash,
    root_of,
)
from tests.proof import second_merkle
from tests.proof.mutations import one_bit

# The eight inputs, roots, paths and proofs of merkle_tree_test.cc, the reference tests of Certificate Transparency.
INPUTS = [
    bytes.fromhex(text)
    for text in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]  # fmt: skip
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
LEAF_1 = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
LEAF_4 = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
NODE_2_3 = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
NODE_4_5 = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
NODE_6_7 = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
NODE_4_TO_7 = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
PATHS = [
    (0, 1, []),
    (0, 8, [LEAF_1, NODE_2_3, NODE_4_TO_7]),
    (5, 8, [LEAF_4, NODE_6_7, ROOTS[4]]),
    (2, 3, [ROOTS[2]]),
    (1, 5, [ROOTS[1], NODE_2_3, LEAF_4]),
]
PROOFS = [
    (1, 1, []),
    (1, 8, [LEAF_1, NODE_2_3, NODE_4_TO_7]),
    (6, 8, [NODE_4_5, NODE_6_7, ROOTS[4]]),
    (2, 5, [NODE_2_3, LEAF_4]),
]

Included = Callable[[bytes, int, int, bytes, Sequence[bytes]], bool]
Consistent = Callable[[int, bytes, int, bytes, Sequence[bytes]], bool]

inputs_of = st.lists(st.binary(max_size=8), min_size=1, max_size=70)


def leaves_of(inputs: Sequence[bytes]) -> list[bytes]:
    return [leaf_hash(data) for data in inputs]


def numbered(size: int) -> list[bytes]:
    return [leaf_hash(number.to_bytes(4, "big")) for number in range(size)]


@pytest.mark.parametrize("size", range(9))
def test_roots_of_certificate_transparency(size: int) -> None:
    """RFC 6962, 2.1."""
    leaves = leaves_of(INPUTS[:size])
    tree = Tree()
    for leaf in leaves:
        tree.add(leaf)
    assert (tree.size, tree.root().hex()) == (size, ROOTS[size])
    assert root_of(leaves).hex() == ROOTS[size]


@pytest.mark.parametrize(("index", "size", "wanted"), PATHS)
def test_paths_of_certificate_transparency(index: int, size: int, wanted: list[str]) -> None:
    """RFC 6962, 2.1.1."""
    leaves = leaves_of(INPUTS[:size])
    proof = inclusion_proof(leaves, index)
    assert [node.hex() for node in proof] == wanted
    assert is_included(bytes.fromhex(ROOTS[size]), size, index, leaves[index], proof)


@pytest.mark.parametrize(("old", "new", "wanted"), PROOFS)
def test_proofs_of_certificate_transparency(old: int, new: int, wanted: list[str]) -> None:
    """RFC 6962, 2.1.2."""
    proof = consistency_proof(leaves_of(INPUTS[:new]), old)
    assert [node.hex() for node in proof] == wanted
    assert is_consistent(old, bytes.fromhex(ROOTS[old]), new, bytes.fromhex(ROOTS[new]), proof)


@given(inputs_of, st.data())
def test_the_rfc_word_for_word_agrees(inputs: list[bytes], data: st.DataObject) -> None:
    """RFC 6962, 2.1 to 2.1.2, against the recursive definitions."""
    leaves = leaves_of(inputs)
    index = data.draw(st.integers(0, len(inputs) - 1))
    old = data.draw(st.integers(1, len(inputs)))
    root, old_root = second_merkle.mth(inputs), second_merkle.mth(inputs[:old])
    path, proof = second_merkle.path(index, inputs), second_merkle.proof(old, inputs)
    assert (root_of(leaves), root_of(leaves[:old])) == (root, old_root)
    assert (inclusion_proof(leaves, index), consistency_proof(leaves, old)) == (path, proof)
    assert is_included(root, len(leaves), index, leaves[index], path)
    assert is_consistent(old, old_root, len(leaves), root, proof)


def test_every_leaf_and_every_beginning_of_small_trees() -> None:
    """RFC 9162, 2.1.3.2 and 2.1.4.2: proofs hold, and hold for no other leaf, place or prefix."""
    leaves = numbered(33)
    roots = [root_of(leaves[:size]) for size in range(34)]
    for size in range(1, 34):
        for index in range(size):
            proof = inclusion_proof(leaves[:size], index)
            holds = [
                other
                for other in range(-1, size + 1)
                if is_included(roots[size], size, other, leaves[index], proof)
            ]
            assert holds == [index]
            assert not is_included(roots[size], size, index, leaves[size % 33], proof) or size % 33 == index
        for old in range(size + 1):
            proof = consistency_proof(leaves[:size], old)
            holds = [
                other for other in range(34) if is_consistent(other, roots[old], size, roots[size], proof)
            ]
            assert holds == [old]


def test_frontier_stays_small_and_a_copy_grows_on_its_own() -> None:
    """The tree of a long feed takes log n hashes; what is added to a copy is not in the original."""
    tree = Tree()
    for leaf in numbered(1000):
        tree.add(leaf)
    before = tree.root()
    twin = tree.copy()
    twin.add(leaf_hash(b"more"))
    assert (tree.size, tree.root(), twin.size) == (1000, before, 1001)
    assert twin.root() == root_of([*numbered(1000), leaf_hash(b"more")])
    assert len(tree._full) == (1000).bit_count()


def test_what_cannot_be_asked_is_refused() -> None:
    """Indexes outside the tree have no proof, and only hashes are leaves."""
    leaves = numbered(3)
    for index in (-1, 3):
        with pytest.raises(IndexError):
            inclusion_proof(leaves, index)
    for old in (-1, 4):
        with pytest.raises(IndexError):
            consistency_proof(leaves, old)
    with pytest.raises(ValueError, match="32 bytes"):
        Tree().add(b"short")


def test_nothing_is_the_beginning_of_everything_and_has_one_root() -> None:
    """RFC 9162, 2.1.4: an empty tree needs no proof, but its root is fixed."""
    root = root_of(numbered(3))
    assert consistency_proof(numbered(3), 0) == []
    assert is_consistent(0, EMPTY_ROOT, 3, root, [])
    assert is_consistent(0, EMPTY_ROOT, 0, EMPTY_ROOT, [])
    assert not is_consistent(0, root, 3, root, [])
    assert not is_consistent(0, root, 0, root, [])
    assert not is_consistent(0, EMPTY_ROOT, 3, root, [root])
    assert not is_consistent(3, root, 3, root, [root])
    assert not is_consistent(3, root, 2, root, [])
    assert not is_consistent(3, root, 4, root, [])


def mutated(root: bytes, leaf: bytes, proof: list[bytes]) -> Iterator[tuple[bytes, bytes, list[bytes]]]:
    """Yield proofs that differ by one bit, a hash too many or too few, swapped hashes, or hashes split differently."""
    for changed in one_bit(root):
        yield changed, leaf, proof
    for changed in one_bit(leaf):
        yield root, changed, proof
    for place, node in enumerate(proof):
        for changed in one_bit(node):
            yield root, leaf, [*proof[:place], changed, *proof[place + 1 :]]
        yield root, leaf, [*proof[:place], *proof[place + 1 :]]
        yield root, leaf, [*proof[:place], node, *proof[place:]]
        if place and proof[place - 1] != node:
            yield root, leaf, [*proof[: place - 1], node, proof[place - 1], *proof[place + 1 :]]
    if len(proof) > 1:
        together = b"".join(proof)
        yield root, leaf, [together[:31], together[31:64], *proof[2:]]
    for more in (b"", root, leaf, EMPTY_ROOT):
        yield root, leaf, [*proof, more]
        yield root, leaf, [more, *proof]


def inclusions_let_through(check: Included, sizes: Sequence[int], luck: random.Random) -> list[str]:
    """Return the mutated inclusion proofs that a check accepts."""
    through = []
    for size in sizes:
        leaves = numbered(size)
        index = luck.randrange(size)
        root, proof = root_of(leaves), inclusion_proof(leaves, index)
        assert check(root, size, index, leaves[index], proof)
        for bad_root, bad_leaf, bad_proof in mutated(root, leaves[index], proof):
            if check(bad_root, size, index, bad_leaf, bad_proof):
                through.append(f"leaf {index} of {size}")
    return through


def consistencies_let_through(check: Consistent, sizes: Sequence[int], luck: random.Random) -> list[str]:
    """Return the mutated consistency proofs that a check accepts."""
    through = []
    for size in sizes:
        leaves = numbered(size)
        old = luck.randint(1, size)
        old_root, root, proof = root_of(leaves[:old]), root_of(leaves), consistency_proof(leaves, old)
        assert check(old, old_root, size, root, proof)
        for bad_root, bad_old, bad_proof in mutated(root, old_root, proof):
            if check(old, bad_old, size, bad_root, bad_proof):
                through.append(f"{old} of {size}")
    return through


MANY = pytest.mark.parametrize(
    "times", [pytest.param(20, id="some"), pytest.param(400, id="many", marks=pytest.mark.campaign)]
)


@MANY
def test_no_mutated_proof_is_accepted(times: int, seed: str) -> None:
    """A1: every one-bit mutation, and every hash too many, too few or misplaced."""
    luck = random.Random(seed)
    sizes = [luck.randint(1, 200) for _ in range(times)]
    assert inclusions_let_through(is_included, sizes, luck) == []
    assert consistencies_let_through(is_consistent, sizes, luck) == []


def lax_inclusion(root: bytes, size: int, index: int, leaf: bytes, proof: Sequence[bytes]) -> bool:
    """Control: follow the proof as far as it goes, without checking that it ends where the tree does."""
    place, last, found = index, size - 1, leaf
    for beside in proof:
        if last == 0:
            break
        if place & 1 or place == last:
            found = node_hash(beside, found)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, beside)
        place, last = place >> 1, last >> 1
    return found == root


def lax_consistency(
    old_size: int, old_root: bytes, new_size: int, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Control: take the older root from the proof."""
    right = consistency_proof(numbered(new_size), old_size)
    return list(proof) == right and new_root == root_of(numbered(new_size))


def test_lax_checks_are_caught(seed: str) -> None:
    """Control for A1."""
    luck = random.Random(seed)
    assert inclusions_let_through(lax_inclusion, [5, 9], luck)
    assert consistencies_let_through(lax_consistency, [5, 9], luck)
