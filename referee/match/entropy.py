r"""Entropy: what seats contribute to the luck of a match, so that nobody has chosen it alone.

The referee commits to its 64 secret bytes before anyone joins: the hash of entry 0, which contains them, is public. A
seat that joins may commit to 32 bytes of its own by their SHA-256. Once every seat is taken nothing can be changed any
more, and the seats that committed reveal their bytes. The luck is made of all of it (see `referee.kernel.chance`), so
it was fixed before anyone, the referee included, could know it.

**A seat that does not reveal in time plays without its entropy**, and a public audit entry says so. The seat gains
nothing by that: it does not know the referee's bytes, so it cannot tell which of the two possible lucks is better for
it. Only the referee and a seat together could choose between two lucks, and the audit entry would show it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256

import msgspec

from referee.kernel.facts import Seat
from referee.log.records import EntropyGiven

ENTROPY_BYTES = 32
COMMITMENT_BYTES = 32


class EntropyRefused(Exception):
    """Entropy that cannot be accepted, or not now; the message says why."""


class WrongEntropy(EntropyRefused):
    """Bytes that are not those the seat committed to."""


class Pledge(msgspec.Struct, frozen=True):
    """A seat's commitment to entropy, and the entropy itself once it is revealed."""

    commitment: bytes
    entropy: bytes = b""


Pledges = dict[Seat, Pledge]


def commitment_to(entropy: bytes) -> bytes:
    """Return the commitment that a seat gives when it joins, for 32 bytes that it keeps secret.

    >>> commitment_to(bytes(32)).hex()[:16]
    'ce6fe192527cabe2'
    """
    return sha256(b"referee entropy 1\n" + entropy).digest()


def read_pledges(given: Iterable[EntropyGiven]) -> Pledges:
    """Return the pledges of a match from their stored records."""
    return {each.seat: Pledge(each.commitment, each.entropy) for each in given}


def parts_of(pledges: Mapping[Seat, Pledge], seats: int) -> tuple[bytes, ...]:
    """Return every seat's entropy for a match that begins now, or () if no seat committed to any."""
    if not pledges:
        return ()
    return tuple([pledges[seat].entropy if seat in pledges else b"" for seat in range(seats)])
