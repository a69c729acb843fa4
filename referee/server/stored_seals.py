"""Sealed answers as the store keeps them: among the standing orders of a seat, as an object and not a list."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from referee.kernel.facts import Seat
from referee.log.records import OrdersGiven


class StoredSeal(msgspec.Struct, frozen=True):
    """An answer that a seat has sealed."""

    question: int
    salt: str
    picks: tuple[int, ...]


def is_seal(given: OrdersGiven) -> bool:
    """Return whether a stored record is a sealed answer, and no standing orders."""
    return given.body.startswith(b"{")


def read_seals(given: Iterable[OrdersGiven]) -> dict[Seat, StoredSeal]:
    """Return the last answer that each seat has sealed."""
    return {each.seat: msgspec.json.decode(each.body, type=StoredSeal) for each in given if is_seal(each)}
