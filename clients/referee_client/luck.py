"""Shared randomness: the entropy of a seat, and the check that it was used.

The referee commits to its part of the seed before anyone joins (`Match.commitment`). A seat commits to its own part
when it joins and reveals it when every seat is taken. After the match, the replay contains all parts. This module
checks that they are the ones committed to; `referee verify` and `replays/check_draws.py` check that every draw follows
from them.
"""

from __future__ import annotations

import json
import re
import secrets
from hashlib import sha256

ENTROPY_BYTES = 32

_ENTROPY = re.compile(r"^  \+ (\d+) (\S+)$", re.MULTILINE)


class CommitmentMismatch(Exception):
    """The replay of a match does not contain what the referee or the seat had committed to."""


def new_entropy() -> bytes:
    """Return 32 random bytes, which a seat keeps secret until every seat is taken."""
    return secrets.token_bytes(ENTROPY_BYTES)


def commitment_to(entropy: bytes) -> bytes:
    """Return the commitment to entropy that a seat sends when it joins.

    >>> commitment_to(bytes(32)).hex()[:16]
    'ce6fe192527cabe2'
    """
    return sha256(b"referee entropy 1\n" + entropy).digest()


def check_commitments(replay: bytes, *, seat: int, entropy: bytes, commitment: bytes) -> None:
    """Check that a replay has the seed the referee committed to and the entropy of this seat.

    An empty `entropy` or `commitment` is not checked. Raise `CommitmentMismatch` if something differs.
    """
    header, *blocks = replay.decode().split("\n\n")
    if commitment and commitment_in(header) != commitment:
        raise CommitmentMismatch(
            "the seed, the rules or the options are not those that the referee committed to"
        )
    contributed = dict(_ENTROPY.findall(blocks[0]) if blocks else ())
    found = contributed.get(str(seat), "-")
    if entropy and found != entropy.hex():
        what = "no" if found == "-" else "different"
        raise CommitmentMismatch(f"the replay has {what} entropy of seat {seat}")


def commitment_in(header: str) -> bytes:
    r"""Return the commitment that matches the header of a replay: the hash of the first entry of the log.

    That entry is the header as JSON; its hash is SHA-256(b"referee entry 1\n" + 32 zero bytes + the JSON).
    """
    found: dict[str, str] = {}
    chosen: dict[str, dict[str, str]] = {"ruling": {}, "option": {}}
    for line in header.split("\n")[1:]:
        key, _, rest = line.partition(" ")
        if key in chosen:
            name, _, value = rest.partition(" ")
            chosen[key][_word(name)] = _word(value)
        else:
            found[key] = rest
    try:
        entry: dict[str, object] = {
            "game": _word(found["game"]),
            "rules_version": int(found["rules"]),
            "seats": int(found["seats"]),
            "seed": _word(found["seed"]),
            "edition": _word(found["edition"]),
            "rulings": chosen["ruling"],
            "options": chosen["option"],
        }
        if "salt" in found:
            entry["salt"] = _word(found["salt"])
        if "unrefereed" in found:
            entry["unrefereed"] = found["unrefereed"] == "yes"
        if "talk" in found:
            entry["talk"] = found["talk"]
    except (KeyError, ValueError):
        raise CommitmentMismatch("not a replay, or its header is damaged") from None
    body = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
    return sha256(b"referee entry 1\n" + bytes(32) + body.encode()).digest()


def _word(text: str) -> str:
    return str(json.loads(text)) if text.startswith('"') else text
