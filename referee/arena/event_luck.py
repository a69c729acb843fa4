r"""The luck of an event, which nobody has chosen.

When the event is opened, the arena draws 64 secret bytes and publishes their SHA-256. Every entrant may then commit to
32 bytes of its own, as a seat of a match does, and reveals them before the first pairing. The seed of the event is made
of all of them, and the seed of each deal is HMAC-SHA-512(key=seed of the event, message=b"referee deal 1\n" + the name
of the deal in ASCII). The event's log has everything that is needed to check this.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256

from referee.kernel.chance import Chance, luck_seed


def commitment_to_secret(secret: bytes) -> bytes:
    """Return the commitment to the arena's part of the seed, which is published when the event is opened.

    >>> commitment_to_secret(bytes(64)).hex()[:16]
    '1596467c23d5cab2'
    """
    return sha256(b"referee event 1\n" + secret).digest()


def event_seed(secret: bytes, entropy: Sequence[bytes]) -> bytes:
    """Return the seed of an event, from the arena's secret and the entropy of each entrant, empty for none."""
    return luck_seed(secret, entropy) if any(entropy) else secret


def deal_seed(seed: bytes, deal: str) -> bytes:
    """Return the seed of a deal, which is the seed of each match in which it is played.

    >>> deal_seed(bytes(64), "1.2.1").hex()[:16]
    '56126b79977502e4'
    """
    return hmac.digest(seed, b"referee deal 1\n" + deal.encode("ascii"), "sha512")


def schedule_luck(seed: bytes) -> Chance:
    """Return the chance with which rounds are drawn; it tells nothing about the deals."""
    return Chance(hmac.digest(seed, b"referee schedule 1\n", "sha512"))
