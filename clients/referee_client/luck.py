"""Luck that nobody chose alone: what a seat brings to it, and the check that it was worked in.

The referee commits to its part of the seed before anybody joins (`Match.commitment`), a seat to its own when it joins,
and reveals it when every seat is taken. When the match is over its replay opens everything. That every draw follows
from these parts is for `replays/check_draws.py` to say, or `referee verify`; whether the parts are those that were
promised, is checked here.
"""

from __future__ import annotations

import json
import re
import secrets
from hashlib import sha256

ENTROPY_BYTES = 32

_BROUGHT = re.compile(r"^  \+ (\d+) (\S+)$", re.MULTILINE)


class BrokenPromise(Exception):
    """The record of a match does not hold what was promised before its luck was known."""


def new_entropy() -> bytes:
    """What a seat keeps to itself until every seat is taken."""
    return secrets.token_bytes(ENTROPY_BYTES)


def commitment_to(entropy: bytes) -> bytes:
    """What a seat gives when it joins.

    >>> commitment_to(bytes(32)).hex()[:16]
    'ce6fe192527cabe2'
    """
    return sha256(b"referee entropy 1\n" + entropy).digest()


def check_promises(replay: bytes, *, seat: int, entropy: bytes, commitment: bytes) -> None:
    """See that a replay has the seed the referee was bound to, and what this seat brought; or `BrokenPromise`.

    What is empty is not looked for.
    """
    header, *blocks = replay.decode().split("\n\n")
    if commitment and commitment_in(header) != commitment:
        raise BrokenPromise("the seed, the rules or the options are not those that the referee committed to")
    brought = dict(_BROUGHT.findall(blocks[0]) if blocks else ())
    found = brought.get(str(seat), "-")
    if entropy and found != entropy.hex():
        what = "nothing" if found == "-" else "something else"
        raise BrokenPromise(
            f"seat {seat} brought entropy to the luck, but the record has {what} in its place"
        )


def commitment_in(header: str) -> bytes:
    r"""The commitment that belongs to the header of a replay: the hash of the first entry of its log.

    That entry is the header as JSON, and its hash SHA-256(b"referee entry 1\n" + 32 zero bytes + that).
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
        entry = {
            "game": _word(found["game"]),
            "rules_version": int(found["rules"]),
            "seats": int(found["seats"]),
            "seed": _word(found["seed"]),
            "edition": _word(found["edition"]),
            "rulings": chosen["ruling"],
            "options": chosen["option"],
        }
    except (KeyError, ValueError):
        raise BrokenPromise("this is no replay, or the header of it is damaged") from None
    body = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
    return sha256(b"referee entry 1\n" + bytes(32) + body.encode()).digest()


def _word(text: str) -> str:
    return str(json.loads(text)) if text.startswith('"') else text
