"""Hashes of rows that are in no chain: of matches, which have a status and a policy, and of seats, which have a role.

Damage to one of these columns could give a seat the record of a running match, so every row is stored with a hash and
checked when it is read. The hash is not keyed: it detects damage, but not a forger, who could compute it as well.
"""

from hashlib import sha256

from referee.log.records import NO_SEAT, ROLES, STATUSES, MatchRow, SeatTaken

_MATCH_PREFIX = b"referee match row 1\n"
_SEAT_PREFIX = b"referee seat row 1\n"


def match_hash(*values: object) -> bytes:
    """Return the hash of a match: of its name, time, game, policy, status, closing time and note."""
    return _hash(_MATCH_PREFIX, values)


def seat_hash(*values: object) -> bytes:
    """Return the hash of a seat: of its match, seat, role, token hash, name, time, and client if any."""
    return _hash(_SEAT_PREFIX, values)


def _hash(prefix: bytes, values: tuple[object, ...]) -> bytes:
    """Hash values of any type, because a damaged row may hold any; a text and its bytes give the same hash."""
    parts = [value if isinstance(value, bytes) else str(value).encode() for value in values]
    return sha256(prefix + b"".join([b"%d:%b," % (len(part), part) for part in parts])).digest()


def hash_of_match(row: MatchRow) -> bytes:
    """Return the hash that is stored with a match.

    >>> hash_of_match(MatchRow("m", 1, "abyss", b"{}", "open", 0, "")).hex()[:16]
    'f509607d88d22627'
    """
    return match_hash(row.match, row.at, row.game, row.policy, row.status, row.closed_at, row.note)


def hash_of_seat(taken: SeatTaken) -> bytes:
    """Return the hash that is stored with a seat. It leaves out an empty client, as older files do."""
    client = (taken.client,) if taken.client else ()
    return seat_hash(taken.match, taken.seat, taken.role, taken.token_hash, taken.name, taken.at, *client)


_NUMBERED = frozenset({"seat", "judge", "head_judge", "scorekeeper", "observer"})
"""Roles that several people have in a match, so that each has a number."""


def damage_of_match(row: MatchRow, stored: object) -> str:
    """Return what is wrong with a match, given the hash that is stored with it; empty if nothing is."""
    if stored != hash_of_match(row):
        return f"match {row.match!r}, its status or settings do not match their hash"
    if row.status not in STATUSES:
        return f"match {row.match!r}, its status is unknown"
    return ""


def damage_of_seat(taken: SeatTaken, stored: object) -> str:
    """Return what is wrong with a seat, given the hash that is stored with it; empty if nothing is."""
    if stored != hash_of_seat(taken):
        return f"match {taken.match!r}, a seat or its role does not match its hash"
    if taken.role not in ROLES or (taken.role in _NUMBERED) == (taken.seat == NO_SEAT):
        return f"match {taken.match!r}, the role of a seat is unknown"
    return ""
