"""Entropy in a match: it determines the draws, is stored in entry 1, and faults in it are named. Promise F1."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

import msgspec
import pytest

from referee.disputes.explain.attempts import attempted
from referee.disputes.explain.trace import Trace, trace_of
from referee.kernel.chance import luck_seed
from referee.log.chain import GENESIS, link
from referee.log.records import EntryAppended
from referee.match.entries import Opening, encode, entropy_in, reader_for
from referee.match.entropy import commitment_to
from referee.match.match import Match
from referee.replay.entropy_checks import first_broken, read_entropy
from referee.replay.format import BadReplay
from referee.replay.reading import read_replay
from referee.replay.rerun import Mismatch, rebuild
from referee.replay.verification import verify_entries, verify_replay
from referee.replay.writing import write_replay
from tests.match import toy
from tests.match.played import log_of, played

TERMS = toy.terms(3, "entropy", rounds="2")
PARTS = (b"a" * 32, b"", bytes(range(32)))
HEX = tuple([part.hex() for part in PARTS])


@cache
def log() -> list[EntryAppended]:
    return log_of(TERMS, "entropy", PARTS)


@cache
def replay() -> str:
    return write_replay(log())


def rewritten(body: bytes) -> list[EntryAppended]:
    """Return the log with another entry 1 and a matching chain, so that only a re-run can detect it."""
    forged, head = [log()[0]], log()[0].hash
    for entry in log()[1:]:
        new = body if entry.seq == 1 else entry.body
        head = link(head, new)
        forged.append(msgspec.structs.replace(entry, body=new, hash=head))
    return forged


def with_entropy(texts: object) -> list[EntryAppended]:
    body = msgspec.json.decode(log()[1].body)
    return rewritten(msgspec.json.encode({**body, "entropy": texts}))


def test_luck_is_that_of_referee_and_seats() -> None:
    _, decisions = played(TERMS, "entropy", PARTS)
    opening = decisions[0].entry
    assert isinstance(opening, Opening)
    assert opening.entropy == HEX
    luck = luck_seed(TERMS.seed, PARTS)
    other = msgspec.structs.replace(TERMS.charter, seed=luck.hex())
    _, same = played(toy.settle(other), "entropy")
    assert [each.entry.draws for each in decisions] == [each.entry.draws for each in same]
    assert [each.entry.facts for each in decisions] == [each.entry.facts for each in same]


def test_every_part_and_its_place_counts() -> None:
    arrangements = [PARTS, PARTS[::-1], (b"", b"", b""), (PARTS[0], b"", b""), ()]
    openings = [played(TERMS, "entropy", parts)[1][0].entry.draws for parts in arrangements]
    assert len({encode(draws) for draws in openings}) == len(arrangements)


def test_match_without_entropy_keeps_its_bytes() -> None:
    """Goldens and logs from before there was entropy still fit."""
    body = log_of(TERMS, "entropy")[1].body
    assert list(msgspec.json.decode(body)) == [
        "seq",
        "seat",
        "question",
        "asked",
        "by",
        "answer",
        "draws",
        "facts",
    ]


def test_log_with_entropy_is_followed_and_verified() -> None:
    match, _ = played(TERMS, "entropy", PARTS)
    assert rebuild(log(), settle=toy.settle).head == match.head
    verdict = verify_entries(log(), settle=toy.settle)
    assert (verdict.ok, verdict.head) == (True, match.head.hex())
    entries = [reader_for(TERMS.game).entry(entry.body) for entry in log()[1:]]
    trace = trace_of(TERMS, entries)
    assert entropy_in(trace.entries[0]) == HEX
    assert trace.entries == entries


def test_replay_with_entropy_fits_and_is_read_back_exactly() -> None:
    lines = replay().split("\n")
    start = next(place for place, line in enumerate(lines) if line.startswith("1 start "))
    assert lines[start + 1 : start + 4] == [f"  + 0 {HEX[0]}", "  + 1 -", f"  + 2 {HEX[2]}"]
    found = read_replay(replay().encode(), settle=toy.settle)
    assert entropy_in(found.entries[0]) == HEX
    assert [encode(entry) for entry in found.entries] == [entry.body for entry in log()[1:]]
    assert verify_replay(replay().encode(), settle=toy.settle).ok


def test_replay_in_which_everyone_held_entropy_back_says_so() -> None:
    """Nobody revealed, and yet it differs from a match in which nobody committed."""
    data = write_replay(log_of(TERMS, "entropy", (b"", b"", b""))).encode()
    assert b"\n  + 0 -\n  + 1 -\n  + 2 -\n" in data
    assert verify_replay(data, settle=toy.settle).ok


@pytest.mark.parametrize(
    ("texts", "what"),
    [
        pytest.param([HEX[0], "", ""], "draw 1", id="a part left out"),
        pytest.param([HEX[2], "", HEX[0]], "draw 1", id="parts swapped"),
        pytest.param([HEX[0], ""], "entropy", id="a seat missing"),
        pytest.param([*HEX, ""], "entropy", id="a seat too many"),
        pytest.param([HEX[0], "77", HEX[2]], "entropy of seat 1", id="too short"),
        pytest.param([HEX[0], "", HEX[2] * 2], "entropy of seat 2", id="too long"),
        pytest.param([HEX[0], "", HEX[2].upper()], "entropy of seat 2", id="capitals"),
        pytest.param([f"{HEX[0][:-2]} 1", "", HEX[2]], "entropy of seat 0", id="a space"),
        pytest.param([], "draw 1", id="none, but said"),
        pytest.param([7], "form", id="numbers"),
    ],
)
def test_forged_entropy_is_found_and_named(texts: list[object], what: str) -> None:
    forged = with_entropy(texts)
    verdict = verify_entries(forged, settle=toy.settle)
    assert not verdict.ok
    assert verdict.first_difference is not None
    assert (verdict.first_difference.entry, verdict.first_difference.what) == (1, what)
    with pytest.raises(Mismatch) as mismatch:
        rebuild(forged, settle=toy.settle)
    assert mismatch.value.difference == verdict.first_difference


def test_entropy_in_a_later_entry_is_found() -> None:
    forged = list(log())
    body = msgspec.json.encode({**msgspec.json.decode(log()[2].body), "entropy": list(HEX)})
    forged[2] = msgspec.structs.replace(forged[2], body=body, hash=link(forged[1].hash, body))
    verdict = verify_entries(forged[:3], settle=toy.settle)
    assert verdict.first_difference is not None
    assert (verdict.first_difference.entry, verdict.first_difference.what) == (2, "form")


def test_record_with_other_entropy_is_no_ground_for_an_explanation() -> None:
    entries = [reader_for(TERMS.game).entry(entry.body) for entry in with_entropy([HEX[0], "", ""])[1:]]
    with pytest.raises(Mismatch, match="entry 1, draw 1"):
        trace_of(TERMS, entries)
    entries = [reader_for(TERMS.game).entry(entry.body) for entry in with_entropy([HEX[0]])[1:]]
    with pytest.raises(Mismatch, match="entry 1, entropy: expected that of 3 seats, found that of 1"):
        trace_of(TERMS, entries)


def test_trial_of_another_reading_keeps_the_luck() -> None:
    """The same answers under the same readings give the same match, including the entropy."""
    entries = [reader_for(TERMS.game).entry(entry.body) for entry in log()[1:]]
    record = trace_of(TERMS, entries)
    assert attempted(record, Trace(TERMS)).trace.entries == entries
    rerun = Match(TERMS)
    rerun.begin()
    assert encode(rerun.table.state) != encode(record.match.table.state), (
        "without the entropy it would be another match"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(f"  + 0 {HEX[0]}\n", "", id="a line left out"),
        pytest.param("  + 1 -\n", "", id="nothing left out"),
        pytest.param("  + 1 -\n", "  + 1\n", id="nothing said"),
        pytest.param("  + 1 -\n", "  + 1 \n", id="an empty part"),
        pytest.param("  + 1 -\n", "  + 01 -\n", id="a seat in two digits"),
        pytest.param("  + 1 -\n", "  + 2 -\n", id="a seat twice"),
        pytest.param("  + 1 -\n", "  + 1 --\n", id="two dashes"),
        pytest.param(f"  + 2 {HEX[2]}\n", f"  + 2 {HEX[2]}\n  + 3 -\n", id="a seat too many"),
        pytest.param(f"  + 2 {HEX[2]}\n", f"  + 2 {HEX[2].upper()}\n", id="capitals"),
        pytest.param(f"  + 2 {HEX[2]}\n", f"  + 2 {HEX[2]} \n", id="a space at the end"),
        pytest.param(f"  + 2 {HEX[2]}\n", f"  + 2 {HEX[0]}\n", id="another part"),
        pytest.param("\n\n2 seat", "\n  + 0 -\n\n2 seat", id="behind the facts"),
    ],
)
def test_entropy_has_one_way_to_be_written(old: str, new: str) -> None:
    assert replay().count(old) >= 1
    data = replay().replace(old, new, 1).encode()
    verdict = verify_replay(data, settle=toy.settle)
    assert verdict.first_difference is not None
    assert verdict.first_difference.entry == 1
    with pytest.raises(BadReplay):
        read_replay(data, settle=toy.settle)


def test_entropy_stands_in_the_first_block_only() -> None:
    lines = replay().split("\n")
    second = next(place for place, line in enumerate(lines) if line.startswith("2 "))
    data = "\n".join([*lines[: second + 1], "  + 0 -", *lines[second + 1 :]]).encode()
    verdict = verify_replay(data, settle=toy.settle)
    assert verdict.first_difference is not None
    assert (verdict.first_difference.entry, verdict.first_difference.found) == (2, "  + 0 -")


def test_commitment_is_what_the_api_says() -> None:
    """The text "referee entropy 1" with a line feed, then the bytes: see JoinSeatRequest."""
    assert commitment_to(PARTS[2]) == sha256(b"referee entropy 1\n" + PARTS[2]).digest()


@pytest.mark.parametrize(
    ("commitments", "texts", "what"),
    [
        ({0: PARTS[0], 2: PARTS[2]}, HEX, ""),
        ({0: PARTS[0], 1: b"b" * 32, 2: PARTS[2]}, HEX, ""),
        ({0: PARTS[2], 2: PARTS[2]}, HEX, "entropy of seat 0"),
        ({0: PARTS[0]}, HEX, "entropy of seat 2"),
        ({0: PARTS[0]}, (), ""),
    ],
)
def test_promise_that_was_broken_is_named(
    commitments: dict[int, bytes], texts: tuple[str, ...], what: str
) -> None:
    """A seat that revealed nothing has broken nothing; one that revealed something it had not committed to has."""
    found = first_broken({seat: commitment_to(part) for seat, part in commitments.items()}, texts)
    assert ("" if found is None else found.what) == what


def test_entropy_is_read_as_it_is_written() -> None:
    assert read_entropy(HEX, 3) == PARTS
    assert read_entropy((), 3) == ()


def test_charter_is_the_commitment_of_the_referee() -> None:
    """Entry 0 holds only the referee's part, so its hash can be published before anybody joins."""
    assert log()[0].hash == link(GENESIS, encode(TERMS.charter))
    assert log_of(TERMS, "entropy")[0] == log()[0]
