"""Lists of keys that the thief of a retired key could publish. No reader of key lists may accept one of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from referee.proof.keys import KeyList, ListedKey, handover_text
from referee.proof.notes import SigningKey

ONE, TWO, THREE = (SigningKey.from_seed("referee", bytes([number]) * 32) for number in (1, 2, 3))

RETIRED = ListedKey(ONE.public, "retired", "2026-01-01", "2026-02-01")
ACTIVE = ListedKey(TWO.public, "active", "2026-02-01")
GOOD = KeyList((RETIRED, ACTIVE))
HANDOVER = ONE.sign(handover_text(ONE.public, TWO.public))
PUBLISHED = f"{TWO.sign(GOOD.text())}\n{HANDOVER}"
"""The list of the referee: key one was replaced by key two."""

_FRESH = ListedKey(THREE.public, "active", "2026-03-01")
_AGAIN = ListedKey(ONE.public, "active", "2026-01-01")
FORGED = {
    "revoking the active key": (RETIRED, ACTIVE.ended("revoked", "2026-03-01"), _FRESH),
    "retiring the active key": (RETIRED, ACTIVE.ended("retired", "2026-03-01"), _FRESH),
    "leaving the active key out": (RETIRED, _FRESH),
    "making itself active again": (_AGAIN,),
    "moving behind the active key": (ACTIVE.ended("retired", "2026-03-01"), _AGAIN),
    "with a later end for itself": (msgspec.structs.replace(RETIRED, until="2027-01-01"), ACTIVE),
}


def forgeries(lines: tuple[ListedKey, ...]) -> Iterator[str]:
    """Yield the list signed with every key that the thief of key one has, and with all handovers they could add."""
    text, keys = KeyList(lines).text(), [listed.key for listed in lines]
    own = [ONE.sign(handover_text(old, new)) for old, new in pairwise(keys)]
    for signer in (ONE, THREE):
        for handovers in ([], [HANDOVER], own[:1], own, [HANDOVER, *own[1:]]):
            yield "\n".join([signer.sign(text), *handovers])
