"""Replay files: written in one way, read back exactly, and no changed byte goes unnoticed."""

import random
from functools import cache
from itertools import accumulate
from pathlib import Path

import msgspec
import pytest

from referee.kernel.asks import default_picks
from referee.match.match import Decided
from referee.match.player import play_out
from referee.replay import verification
from referee.replay.reading import read_replay
from referee.replay.verification import Verification, verify_entries, verify_replay
from referee.replay.writing import write_replay
from tests.match import toy
from tests.match.played import log_of, logged, played, unmarked

SEED = "replay"
GOLDEN = Path(__file__).with_name("toy.replay")
NAMES = {0: "Ada", 1: 'Bob "the king" Smith, of Ely'}


@cache
def replay() -> bytes:
    """Return a short match in which every answer is the default."""
    decisions: list[Decided] = []
    defaults = [lambda question: default_picks(question.ask)] * 2
    match = play_out(toy.terms(2, SEED, rounds="1"), defaults, witness=decisions.append)
    return write_replay(logged(match, decisions), names=NAMES).encode()


def verify(data: bytes) -> Verification:
    return verify_replay(data, settle=toy.settle)


@pytest.mark.parametrize(
    "name", ["Bob\nof Ely", "Bob\x1b[2K", "Bob\x9b2K", "Bob\x7f", "\u202eboB"], ids=ascii
)
def test_a_name_that_is_not_printable_is_refused(name: str) -> None:
    """As JoinSeat refuses it; it could control the terminal of a reader."""
    log = log_of(toy.terms(2, SEED, rounds="1"), SEED)
    written = write_replay(log, names={0: "Ada", 1: name}).encode()
    difference = verify(written).first_difference
    assert difference is not None
    assert (difference.entry, difference.what) == (0, "line 9")
    assert difference.expected == "a text of printable characters"
    with pytest.raises(ValueError, match="a text of printable characters"):
        read_replay(written, settle=toy.settle)
    assert verify(write_replay(log, names={0: "Ada", 1: "Bob, de l’Île 🦑"}).encode()).ok


def test_a_replay_fits(seed: str) -> None:
    terms = toy.terms(4, seed, rounds="5")
    log = log_of(terms, seed)
    match, _ = played(terms, seed)
    verdict = verify(write_replay(log, names=NAMES).encode())
    assert verdict == Verification(True, "toy", match.facts, match.head.hex(), match.outcome, None)
    assert verify_entries(log, settle=toy.settle) == verdict


def test_a_replay_is_read_back_exactly(seed: str) -> None:
    terms = toy.terms(4, seed, rounds="5")
    match, decisions = played(terms, seed)
    log = log_of(terms, seed)
    found = read_replay(write_replay(log, names=NAMES).encode(), settle=toy.settle)
    assert found.charter == terms.charter
    assert found.names == NAMES
    assert list(found.entries) == [decided.entry for decided in decisions]
    assert (found.head, found.outcome) == (match.head.hex(), match.outcome)


def test_clients_follow_the_names_and_are_read_back() -> None:
    log, names = log_of(toy.terms(2, SEED, rounds="1"), SEED), {0: "Ada", 1: "Bob"}
    text = write_replay(log, names=names, clients={1: "my-bot 1.2 (rust)"})
    assert '\nname 1 Bob\nclient 1 "my-bot 1.2 (rust)"\nmark ' in text
    found = read_replay(text.encode(), settle=toy.settle)
    assert (found.names, found.clients) == (names, {1: "my-bot 1.2 (rust)"})
    assert verify(text.encode()).ok
    assert not verify(text.replace("rust", "java").encode()).ok, "the mark covers it"
    forged = verify(write_replay(log, names=names, clients={0: "bot\x1b[2K"}).encode()).first_difference
    assert forged is not None
    assert (forged.what, forged.expected) == ("line 10", "a text of printable characters")


def test_salt_of_a_match_on_a_server_is_written_after_the_seed() -> None:
    terms = toy.settle(toy.salted(toy.charter(2, SEED, rounds="1")))
    data = write_replay(log_of(terms, SEED)).encode()
    assert f"\nseed {terms.charter.seed}\nsalt {'5a' * 32}\nedition".encode() in data
    assert read_replay(data, settle=toy.settle).charter == terms.charter
    assert verify(data).ok
    for changed in (b"salt 5b", b"salt 5", b'salt "5a', b"salt\nsalt 5a"):
        assert not verify(data.replace(b"salt 5a", changed, 1)).ok
    lost = data.replace(f"salt {'5a' * 32}\n".encode(), b"", 1)
    assert not verify(lost).ok


def test_mark_of_an_unrefereed_match_is_written_and_covered_by_every_hash() -> None:
    plain = toy.settle(toy.salted(toy.charter(2, SEED, rounds="1")))
    terms = toy.settle(msgspec.structs.replace(plain.charter, unrefereed=True))
    text, other = [write_replay(log_of(each, SEED)) for each in (terms, plain)]
    assert f"\nsalt {'5a' * 32}\nunrefereed yes\nedition" in text
    assert "unrefereed" not in other
    assert read_replay(text.encode(), settle=toy.settle).charter == terms.charter
    assert verify(text.encode()).ok
    removed = verify(unmarked(text).encode())
    assert removed.first_difference is not None
    assert (removed.first_difference.entry, removed.first_difference.what) == (1, "hash")
    added = other.replace("\nedition", "\nunrefereed yes\nedition", 1)
    header = text.split("\n\n", 1)[0]
    for forged in (added, f"{header}\n\n{other.split(chr(10) * 2, 1)[1]}"):
        assert not verify(forged.encode()).ok
    for wrong in ("unrefereed no", "unrefereed", "unrefereed yes\nunrefereed yes"):
        assert not verify(text.replace("unrefereed yes", wrong, 1).encode()).ok


def test_what_a_replay_looks_like() -> None:
    """Files are kept permanently: a change here needs a new version, and the old one must still be read."""
    assert replay() == GOLDEN.read_bytes()


def test_a_match_that_goes_on_has_a_replay_too() -> None:
    log = log_of(toy.terms(2, SEED), SEED)
    for cut in range(1, len(log) + 1):
        data = write_replay(log[:cut]).encode()
        assert verify(data).ok
        assert read_replay(data, settle=toy.settle).head == log[cut - 1].hash.hex()


# --- damage ---


def blocks() -> list[bytes]:
    return replay().split(b"\n\n")


def block_at(position: int) -> set[int]:
    """Return the entries that a byte of the file may belong to; between two, both."""
    ends = list(accumulate([len(block) + 2 for block in blocks()]))
    place = next(place for place, end in enumerate(ends) if position < end)
    is_between = position >= ends[place] - 2
    return {place, place + 1} if is_between else {place}


def damaged(data: bytes) -> int:
    """Check that damage is found by reading and by running alike; return the entry."""
    verdict = verify(data)
    assert not verdict.ok
    assert verdict.first_difference is not None
    with pytest.raises(ValueError):  # noqa: PT011 - a bad replay, or a charter that asks for a game there is not
        read_replay(data, settle=toy.settle)
    return verdict.first_difference.entry


@pytest.mark.parametrize(("flip", "every"), [(0x01, 1), (0x02, 7), (0x20, 7), (0x80, 7)])
def test_every_changed_byte_is_found_and_its_entry_named(flip: int, every: int) -> None:
    data = replay()
    for position in range(0, len(data), every):
        changed = bytearray(data)
        changed[position] ^= flip
        assert damaged(bytes(changed)) in block_at(position), (position, bytes(changed))


def test_lost_bytes_are_found() -> None:
    data = replay()
    for position in range(0, len(data), 3):
        entry = damaged(data[:position] + data[position + 1 :])
        assert entry in block_at(position), position


def test_truncations_are_found() -> None:
    data = replay()
    header = data.index(b"\n\n")
    for length in (*range(0, len(data), 7), *range(header, header + 3), *range(len(data) - 80, len(data))):
        damaged(data[:length])


@pytest.mark.parametrize(
    "extra", [b"\n", b" ", b"x", b"\n\n", b"\x00", b"\n17 seat 0 toy.bid 9 0000000000000000\n"]
)
def test_what_stands_after_the_end_is_found(extra: bytes) -> None:
    assert damaged(replay() + extra) == len(blocks()) - 1
    damaged(extra + replay())


def rejoined(parts: list[bytes]) -> bytes:
    return b"\n\n".join(parts)


def test_every_entry_left_out_doubled_or_swapped_is_found() -> None:
    parts = blocks()
    for place in range(1, len(parts) - 1):
        assert damaged(rejoined(parts[:place] + parts[place + 1 :])) == place
        assert damaged(rejoined(parts[:place] + parts[place - 1 :])) == place
        swapped = [*parts[:place], parts[place + 1], parts[place], *parts[place + 2 :]]
        assert damaged(rejoined(swapped)) == place


def test_every_line_left_out_or_doubled_is_found() -> None:
    lines = replay().split(b"\n")
    for place in range(len(lines) - 1):
        damaged(b"\n".join(lines[:place] + lines[place + 1 :]))
        damaged(b"\n".join([*lines[:place], lines[place], *lines[place:]]))


CHANGES = [
    (b'- toy.bid {"seat":0', b'- toy.bid {"seat":1', 3, "fact 1: seat", "0", "1"),
    (b'~ ["deck",0,30,[9,4', b'~ ["deck",0,30,[4,9', 1, "draw 1", None, None),
    (b"@ play/round/payment", b"@ play/round", 4, "fact 1", None, None),
    (b'> toy.listen {"do":false}', b'> toy.listen {"do":true}', 6, "fact 1", None, None),
    (b'> toy.listen {"do":false}', b'> toy.listen {"do":null}', 6, "form", "an entry of this game", None),
    (b'> toy.listen {"do":false}', b"> toy.listen", 6, "form", "an entry of this game", None),
    (
        b'> toy.place_bid {"amount":0}',
        b'> toy.place_bid {"amount":4}',
        2,
        "answer",
        "one the rules allow",
        None,
    ),
    (b"4 seat 0 toy.pay", b"4 clock 0 toy.pay", 4, "hash", None, "0c3a2f65c1831517"),
    (b"4 seat 0 toy.pay", b"4 seat 0 toy.bid", 4, "asked", '"toy.pay"', '"toy.bid"'),
    (b"0c3a2f65c1831517", b"0c3a2f65c1831518", 4, "hash", "0c3a2f65c1831517", "0c3a2f65c1831518"),
    (b"\n5 seat 0", b"\n6 seat 0", 5, "line 33", "a line of entry 5", None),
    (b"\nname 0 Ada", b"\nname 0 Eva", 0, "line 10", None, "mark 66ddd7d2cd3f89bb"),
    (b"\nseats 2", b"\nseats 3", 0, "line 10", None, "mark 66ddd7d2cd3f89bb"),
    (b"\nseats 2", b"\nseats two", 0, "line 1", None, None),
    (b"\nend 7", b"\nend 8", 7, "line 40", None, None),
    (b"\nhead 9", b"\nhead 8", 7, "line 41", None, None),
    (
        b"referee replay 1",
        b"referee replay 2",
        0,
        "written by a newer referee",
        "referee replay 1",
        "referee replay 2",
    ),
]


@pytest.mark.parametrize(("old", "new", "entry", "what", "expected", "found"), CHANGES)
def test_what_was_changed_is_told(
    old: bytes, new: bytes, entry: int, what: str, expected: str | None, found: str | None
) -> None:
    assert replay().count(old) >= 1
    difference = verify(replay().replace(old, new, 1)).first_difference
    assert difference is not None
    assert (difference.entry, difference.what) == (entry, what), difference
    assert expected in (None, difference.expected)
    assert found in (None, difference.found)


SAID_OTHERWISE = [
    (b'> toy.listen {"do":false}', b'> toy.listen {"do": false}'),
    (b'> toy.listen {"do":false}', b'> toy.listen {"do":true,"do":false}'),
    (b'> toy.listen {"do":false}', b'> toy.listen {"do":false,"x":"\\n  - toy.bid {}"}'),
    (b'> toy.listen {"do":false}', b'> toy.listen {"do":false} {'),
    (b'> toy.listen {"do":false}', b'> toy.listen","do":false}'),
    (b'> toy.place_bid {"amount":0}', b'> toy.place_bid {"amount":0e0}'),
    (b'> toy.place_bid {"amount":0}', b'> toy.place_bid {"amount":0},{"kind":"toy.place_bid","amount":0}'),
    (b"4 seat 0 toy.pay", b"4 seat 00 toy.pay"),
    (b"4 seat 0 toy.pay 2", b"4 seat 0 toy.pay 02"),
    (b"4 seat 0 toy.pay 2", b"4 seat 0 toy.pay 2" + b"0" * 5000),
    (b"4 seat 0 toy.pay", b"4 seat " + b"9" * 5000 + b" toy.pay"),
    (b"4 seat 0 toy.pay", "4 seat \u0660 toy.pay".encode()),
]


@pytest.mark.parametrize(("old", "new"), SAID_OTHERWISE)
def test_the_same_answer_said_otherwise_is_found(old: bytes, new: bytes) -> None:
    """A lenient reader would take most of these for the same answer, but there is one way to write it."""
    assert old in replay()
    damaged(replay().replace(old, new, 1))


def test_a_replay_as_it_is_written_is_not_searched(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    """Searching it for a difference would be correct as well, but slow."""
    monkeypatch.setattr(verification, "_find_difference", None)
    assert verify(replay()).ok
    assert verify(write_replay(log_of(toy.terms(4, seed, rounds="5"), seed), names=NAMES).encode()).ok


TWO_IN_ONE = [
    (b"}\n  > toy.pay {", b'},{"kind":"toy.pay",'),
    (b"} @ play\n  - toy.shuffled {", b'} @ play"],["play/round",{"kind":"toy.shuffled",'),
    (
        b'"amount":0} @ play/round/bidding\n  - toy.bid {',
        b'"amount":0}],["play/round/bidding",{"kind":"toy.bid",',
    ),
    (b'toy.bid {"seat":0', b'toy.bid","seat":0,"x {"y":1'),
]


@pytest.mark.parametrize(("old", "new"), TWO_IN_ONE)
def test_two_pieces_on_one_line_are_found(old: bytes, new: bytes) -> None:
    """Joined, these would give the logged bytes, but there is one way to write them."""
    assert old in replay()
    damaged(replay().replace(old, new, 1))


@pytest.mark.parametrize("data", [b"", b"\n", b"\xff\xfe", b"hello", b"referee replay 1", b"{}", b"\n\n\n\n"])
def test_what_is_no_replay_is_said_to_be_none(data: bytes) -> None:
    verdict = verify(data)
    assert (verdict.ok, verdict.game, verdict.facts) == (False, "", 0)
    assert verdict.first_difference is not None
    assert verdict.first_difference.entry == 0


def test_a_game_that_is_not_known_is_said_to_be_unknown() -> None:
    verdict = verify_replay(replay())
    assert verdict.first_difference is not None
    assert "unknown game 'toy'" in verdict.first_difference.found


@pytest.mark.campaign
def test_random_edits_are_found(seed: str) -> None:
    """Promise A2: 10,000 random edits of a longer file."""
    luck = random.Random(seed)
    log = log_of(toy.terms(4, seed, rounds="5"), seed)
    data = write_replay(log, names=NAMES).encode()
    for _ in range(10_000):
        start = luck.randrange(len(data))
        length = luck.choice([0, 1, 1, 2, 5, 40])
        edited = data[:start] + luck.randbytes(luck.choice([0, 1, 2, 5])) + data[start + length :]
        if edited != data:
            damaged(edited)
