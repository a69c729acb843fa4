"""Every change to a chain is found, at the entry where it was made."""

import random

import msgspec
import pytest

from referee.log.chain import GENESIS, ChainBreak, first_chain_break, link
from referee.log.records import EntryAppended
from tests.log.courses import Course


def chain_of(length: int) -> list[EntryAppended]:
    course = Course()
    course.more(length - 1)
    return course.entries


def renumbered(chain: list[EntryAppended]) -> list[EntryAppended]:
    """Hide a gap or an insertion from a reader that only counts."""
    return [msgspec.structs.replace(entry, seq=seq) for seq, entry in enumerate(chain)]


def edited(entry: EntryAppended, chance: random.Random) -> EntryAppended:
    """Change one bit of the body or of the hash."""
    field = chance.choice(["body", "hash"])
    changed = bytearray(getattr(entry, field))
    changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return msgspec.structs.replace(entry, **{field: bytes(changed)})


def test_known_answers() -> None:
    """Fixed values, so that anybody can recompute the chain from the description alone."""
    first = link(GENESIS, b'{"game":"parlour"}')
    assert first.hex() == "4fe31b04789aaaf769954eaf43a9e3251cd3003a491c775bfd6d1476baaaef0c"
    assert link(first, b"{}").hex() == "71e676b039fbccf4f3585e4279080291e0929eae851ea627325eae0a9dce01f6"


def test_a_whole_chain_holds() -> None:
    chain = chain_of(9)
    assert first_chain_break(chain) is None
    assert first_chain_break(chain, head=chain[-1].hash) is None
    assert first_chain_break([], head=GENESIS) is None


def test_a_chain_is_followed_from_the_middle() -> None:
    chain = chain_of(9)
    assert first_chain_break(chain[4:], start=4, previous=chain[3].hash) is None
    assert first_chain_break(chain[4:], start=4, previous=chain[2].hash) == ChainBreak(
        4, "hash", link(chain[2].hash, chain[4].body).hex(), chain[4].hash.hex()
    )


def test_times_and_keys_are_not_part_of_the_chain() -> None:
    chain = [msgspec.structs.replace(entry, at=0, key="other", seat=3) for entry in chain_of(5)]
    assert first_chain_break(chain) is None


@pytest.mark.parametrize("seq", [0, 3, 8])
def test_an_edit_is_found_at_its_entry(seq: int, seed: str) -> None:
    chain = chain_of(9)
    chain[seq] = edited(chain[seq], random.Random(seed))
    broken = first_chain_break(chain)
    assert broken is not None
    assert (broken.entry, broken.what) == (seq, "hash")


@pytest.mark.parametrize("seq", [0, 3, 7])
def test_a_deletion_is_found_at_the_entry_that_is_gone(seq: int) -> None:
    chain = chain_of(9)
    del chain[seq]
    assert first_chain_break(chain) == ChainBreak(seq, "sequence", str(seq), str(seq + 1))
    hidden = first_chain_break(renumbered(chain))
    assert hidden is not None
    assert (hidden.entry, hidden.what) == (seq, "hash")


@pytest.mark.parametrize("seq", [0, 3, 7])
def test_a_swap_is_found_at_the_first_of_the_two(seq: int) -> None:
    chain = chain_of(9)
    chain[seq], chain[seq + 1] = chain[seq + 1], chain[seq]
    assert first_chain_break(chain) == ChainBreak(seq, "sequence", str(seq), str(seq + 1))
    hidden = first_chain_break(renumbered(chain))
    assert hidden is not None
    assert (hidden.entry, hidden.what) == (seq, "hash")


@pytest.mark.parametrize("seq", [1, 4, 8])
def test_an_insertion_is_found_where_it_was_made(seq: int) -> None:
    chain = chain_of(9)
    forged = b'{"n":"forged"}'
    # The best forgery: it follows from the entries before it, so that only later ones reveal it.
    fitting = msgspec.structs.replace(chain[seq], body=forged, hash=link(chain[seq - 1].hash, forged))
    broken = first_chain_break(renumbered([*chain[:seq], fitting, *chain[seq:]]))
    assert broken is not None
    assert (broken.entry, broken.what) == (seq + 1, "hash")
    repeated = first_chain_break([*chain[:seq], chain[seq - 1], *chain[seq:]])
    assert repeated == ChainBreak(seq, "sequence", str(seq), str(seq - 1))


def test_a_truncation_is_found_by_whoever_knows_the_head() -> None:
    chain = chain_of(9)
    cut = chain[:6]
    assert first_chain_break(cut) is None
    assert first_chain_break(cut, head=chain[-1].hash) == ChainBreak(
        6, "head", chain[-1].hash.hex(), cut[-1].hash.hex()
    )


def test_a_chain_made_anew_is_found_by_whoever_knows_the_head() -> None:
    course, forged = Course(), Course()
    course.more(5)
    forged.more(5, size=1)
    assert first_chain_break(forged.entries) is None
    broken = first_chain_break(forged.entries, head=course.entries[-1].hash)
    assert broken is not None
    assert broken.what == "head"


def test_a_break_says_what_was_expected() -> None:
    assert str(ChainBreak(3, "sequence", "3", "4")) == "entry 3: sequence should be 3 but is 4"


def damaged(chain: list[EntryAppended], chance: random.Random) -> tuple[list[EntryAppended], int]:
    """Damage a chain in a random way; return the first entry that is wrong."""
    at = chance.randrange(len(chain) - 1)
    match chance.choice(["edit", "delete", "swap", "insert", "cut"]):
        case "edit":
            return [*chain[:at], edited(chain[at], chance), *chain[at + 1 :]], at
        case "delete":
            return [*chain[:at], *chain[at + 1 :]], at
        case "swap":
            other = chance.randrange(at + 1, len(chain))
            swapped = list(chain)
            swapped[at], swapped[other] = swapped[other], swapped[at]
            return swapped, at
        case "insert":
            stray = chance.choice([entry for entry in chain if entry.seq != at])
            return [*chain[:at], stray, *chain[at:]], at
        case _:
            return chain[:at], at


@pytest.mark.parametrize(
    "times", [pytest.param(500, id="some"), pytest.param(10_000, id="many", marks=pytest.mark.campaign)]
)
def test_no_damage_goes_unseen(times: int, seed: str) -> None:
    """Promise A2: every edit, deletion, swap, insertion or truncation is detected at its entry."""
    chance = random.Random(seed)
    for _ in range(times):
        chain = chain_of(chance.randrange(2, 30))
        wrong, at = damaged(chain, chance)
        for version in (wrong, renumbered(wrong)):
            broken = first_chain_break(version, head=chain[-1].hash)
            assert broken is not None
            assert broken.entry == at
