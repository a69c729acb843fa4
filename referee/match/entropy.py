r"""Entropy: what seats bring to the luck of a match, so that nobody has chosen it alone.

The referee commits to its 64 secret bytes before anybody joins: the hash of entry 0, which holds them, is told to
whoever asks what the match is. A seat that joins may commit to 32 bytes of its own, by their SHA-256. Once every seat
is taken nobody can change anything any more, and those who committed reveal. The luck is made of all of it (see
`referee.kernel.chance`), so it was fixed before anyone, the referee included, could know it.

**A seat that does not reveal in time plays without**, and that is written beside the match for all to see. It knows
nothing of the referee's part, so it cannot tell which of the two lucks would be the better one: it gains nothing.
Only the referee and a seat together could choose between two lucks, one bit, and it shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

import msgspec

from referee.kernel.facts import Seat
from referee.log.records import EntropyGiven
from referee.match.differences import Difference

ENTROPY_BYTES = 32
COMMITMENT_BYTES = 32


class EntropyRefused(Exception):
    """Entropy that cannot be taken, or not now; the message says why."""


class WrongEntropy(EntropyRefused):
    """Bytes that are not those the seat committed to."""


class Pledge(msgspec.Struct, frozen=True):
    """What a seat is to bring to the luck: what it is bound to, and the thing itself once revealed."""

    commitment: bytes
    entropy: bytes = b""


Pledges = dict[Seat, Pledge]


def commitment_to(entropy: bytes) -> bytes:
    """What a seat gives when it joins, for 32 bytes that it keeps to itself.

    >>> commitment_to(bytes(32)).hex()[:16]
    'ce6fe192527cabe2'
    """
    return sha256(b"referee entropy 1\n" + entropy).digest()


def read_pledges(given: Iterable[EntropyGiven]) -> Pledges:
    """What the seats of a match are to bring, as the store has it."""
    return {each.seat: Pledge(each.commitment, each.entropy) for each in given}


def parts_of(pledges: Mapping[Seat, Pledge], seats: int) -> tuple[bytes, ...]:
    """What every seat brings to a match that begins now; nothing at all where none committed to any."""
    if not pledges:
        return ()
    return tuple([pledges[seat].entropy if seat in pledges else b"" for seat in range(seats)])


def read_entropy(texts: Sequence[str], seats: int) -> tuple[bytes, ...] | Difference:
    """What every seat brought, as entry 1 has it, or the first thing of it that cannot be."""
    if texts and len(texts) != seats:
        return Difference(1, "entropy", f"that of {seats} seats", f"that of {len(texts)}")
    for seat, text in enumerate(texts):
        if text and (len(text) != 2 * ENTROPY_BYTES or text.strip("0123456789abcdef")):
            expected = f"{2 * ENTROPY_BYTES} hexadecimal digits in lower case, or none"
            return Difference(1, f"entropy of seat {seat}", expected, text)
    return tuple([bytes.fromhex(text) for text in texts])


def first_broken(commitments: Mapping[Seat, bytes], texts: Sequence[str]) -> Difference | None:
    """The first seat whose entropy is not what it was bound to; one that revealed nothing has broken nothing."""
    for seat, text in enumerate(texts):
        if not text:
            continue
        committed = commitments.get(seat)
        found = commitment_to(bytes.fromhex(text))
        if found != committed:
            expected = (
                "none, for it committed to none" if committed is None else f"what makes {committed.hex()}"
            )
            return Difference(1, f"entropy of seat {seat}", expected, f"{text}, which makes {found.hex()}")
    return None
