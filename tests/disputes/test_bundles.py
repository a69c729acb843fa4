"""Bundles: one file, one way to write it, and not a bit of it can be changed (TRUST.md A1)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from referee.disputes.evidence.bundles import (
    SECTIONS,
    BadBundle,
    Commitments,
    Sealed,
    is_bundle,
    read_bundle,
    take_apart,
    write_bundle,
)
from referee.disputes.evidence.examination import examine
from referee.proof.keys import KeyList
from referee.proof.notes import BadNote
from referee.replay.reading import read_replay
from tests.disputes.recordings import FOREIGN, KEYS, RandomRecording, disputed
from tests.proof.mutations import one_bit


@pytest.fixture(scope="module")
def text() -> str:
    """A small bundle with something in every section."""
    return disputed(RandomRecording(answers=0).text())


def test_what_is_written_is_read(text: str) -> None:
    """Reading a bundle and writing it again gives the same bytes."""
    bundle = read_bundle(text.encode())
    assert write_bundle(bundle, KEYS.signer) == text
    assert all([bundle.receipts, bundle.refusals, bundle.audit])
    assert is_bundle(text.encode())
    assert not is_bundle(bundle.replay.encode())


def test_the_replay_in_it_can_be_read_alone(text: str) -> None:
    """The replay in a bundle is the same text as in a replay file."""
    sealed = take_apart(text.encode())
    assert sealed.replay.decode() in text
    assert read_replay(sealed.replay).names == {0: "Ada", 1: "Bob", 2: "Cleo"}


def test_an_empty_bundle_has_all_sections() -> None:
    bundle = msgspec.structs.replace(RandomRecording(answers=0).bundle(), receipts=(), refusals=(), audit=())
    text = write_bundle(bundle, KEYS.signer)
    assert [line.split()[1] for line in text.split("\n") if line.startswith("=== ")] == [*SECTIONS, "seal"]
    assert read_bundle(text.encode()) == bundle


def test_only_the_active_key_of_its_own_list_seals_a_bundle() -> None:
    with pytest.raises(BadNote, match="is not the active key of the bundle"):
        write_bundle(RandomRecording(answers=0).bundle(), FOREIGN.signer)


@pytest.mark.parametrize("match", ["", "a b", "a\nb", "a/b", "x" * 129, "ä"])
def test_a_match_has_a_plain_id(match: str) -> None:
    bundle = msgspec.structs.replace(RandomRecording(answers=0).bundle(), match=match)
    with pytest.raises(BadBundle, match="the first lines"):
        write_bundle(bundle, KEYS.signer)


@pytest.mark.parametrize(
    "text",
    ["", "seat 0 " + "0" * 64 + "\n", "seed 00\n", "seed " + "0" * 64, "seed " + "A" * 64 + "\n",
     "seed " + "0" * 64 + "\n" + ("seat 1 " + "0" * 64 + "\n") * 2,
     "seed " + "0" * 64 + "\nseat 01 " + "0" * 64 + "\n"],
)  # fmt: skip
def test_commitments_are_read_strictly(text: str) -> None:
    with pytest.raises(ValueError, match="commitment"):
        Commitments.parse(text)


def test_commitments_of_seats_are_kept() -> None:
    made = Commitments(bytes(32), {2: b"\2" * 32, 0: b"\1" * 32})
    assert Commitments.parse(made.text()) == made
    assert [line.split()[:2] for line in made.text().splitlines()[1:]] == [["seat", "0"], ["seat", "2"]]


def refused(data: bytes) -> bool:
    """Return whether a file is refused by everything that reads bundles without running them."""
    if not is_bundle(data):
        return True
    try:
        read_bundle(data)
    except BadBundle:
        return True
    return False


def test_one_changed_bit_is_found(text: str, seed: str) -> None:
    """A1: a sample of all one-bit mutations; the campaign takes them all."""
    rng, data = Random(seed), text.encode()
    seal = data.index(b"=== seal")
    places = [*rng.sample(range(8 * seal), 2_500), *range(8 * seal, 8 * len(data), 3)]
    for place in places:
        changed = bytearray(data)
        changed[place // 8] ^= 1 << place % 8
        assert refused(bytes(changed)), place


def test_one_changed_bit_does_not_verify(text: str, seed: str) -> None:
    """A1: the same for everything that `referee verify` checks, and the fault is always named."""
    rng, data = Random(seed), text.encode()
    for place in rng.sample(range(8 * len(data)), 150):
        changed = bytearray(data)
        changed[place // 8] ^= 1 << place % 8
        found = examine(bytes(changed)).first_difference
        assert found is not None, place
        assert found.expected != found.found


@pytest.mark.campaign
@pytest.mark.parametrize("number", range(200))
def test_every_one_bit_mutation_of_a_bundle_is_refused(number: int, seed: str) -> None:
    """A1: all of them, for 200 bundles."""
    game = ("abyss", "unfathomable")[number % 2]
    recording = RandomRecording(game, f"{seed} {number}", answers=number % 4)
    data = disputed(recording.text(), game).encode()
    for place, changed in enumerate(one_bit(data)):
        assert refused(changed), place


def test_a_lax_reader_lets_a_changed_bit_through(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control for A1: with hashes and seal unchecked, a changed name in a section is not found."""
    monkeypatch.setattr(Sealed, "check", lambda self, keys: None)
    data = text.encode().replace(b"operator", b"operatos", 1).replace(b'{"seat":1,', b'{"seat":0,', 1)
    assert not refused(data)


MISPLACED: dict[str, tuple[Callable[[str], str], str]] = {
    "nothing after the first line": (lambda text: "referee bundle 1\n", "the first lines"),
    "a section gone": (lambda text: cut(text, "refusals"), "section refusals"),
    "two sections swapped": (lambda text: swapped(text, "receipts", "audit"), "section receipts"),
    "a section twice": (lambda text: text.replace("=== keys", part(text, "keys") + "=== keys"), "section receipts"),
    "a length too long": (lambda text: text.replace("=== keys 201", "=== keys 202"), "section keys"),
    "a length with a nought before it": (lambda text: text.replace("=== keys 201", "=== keys 0201"), "section keys"),
    "no seal": (lambda text: text[: text.index("=== seal")], "section audit"),
    "a seal of nobody": (lambda text: text[: text.index("— referee", text.index("=== seal"))], "seal"),
    "a line after the seal": (lambda text: text + "\n", "seal"),
    "a second seal line": (lambda text: text + text[text.rindex("— referee") :], "seal"),
}  # fmt: skip


def part(text: str, name: str) -> str:
    """Return a section with its heading."""
    start = text.index(f"=== {name} ")
    return text[start : text.index("\n=== ", start) + 1]


def cut(text: str, name: str) -> str:
    return text.replace(part(text, name), "")


def swapped(text: str, one: str, other: str) -> str:
    first, second = part(text, one), part(text, other)
    return text.replace(first, "\0").replace(second, first).replace("\0", second)


@pytest.mark.parametrize("case", MISPLACED)
def test_what_is_removed_swapped_or_added_is_named(case: str, text: str) -> None:
    """A bundle with anything removed, swapped or added is refused, and the error names the section."""
    change, where = MISPLACED[case]
    changed = change(text)
    assert changed != text
    with pytest.raises(BadBundle) as bad:
        read_bundle(changed.encode())
    assert bad.value.difference.what == where
    assert not examine(changed.encode()).ok


def test_the_list_of_keys_in_it_is_whole(text: str) -> None:
    sealed = take_apart(text.encode())
    assert sealed.keys == KeyList.parse(sealed.bundle.keys) == KEYS.keys
