"""The seal of a single file: the hashes of everything in it that is not code, signed by the referee that wrote it.

    referee page 1
    MATCH                   the id of the match, or - if its record does not have it
    record HASH             SHA-256 of each block of the file as it is written there; - if it has no such block
    answers HASH
    evidence HASH

A browser cannot run the rules, so it cannot tell whether pictures and reasons follow from the record. With the seal it
can tell whether they are those that a referee derived from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from referee.proof.keys import RefereeKeys

SEALED_BLOCKS = ("record", "answers", "evidence")


def page_seal(match: str, blocks: Mapping[str, str], keys: RefereeKeys | None) -> dict[str, str]:
    """Return the seal of these blocks and the list of keys to check it with; without keys, the text alone."""
    hashes = [f"{name} {_hash(blocks.get(name, ''))}\n" for name in SEALED_BLOCKS]
    text = f"referee page 1\n{match or '-'}\n{''.join(hashes)}"
    if keys is None:
        return {"note": text, "keys": ""}
    return {"note": keys.signer.sign(text), "keys": keys.published}


def _hash(block: str) -> str:
    return sha256(block.encode()).hexdigest() if block else "-"
