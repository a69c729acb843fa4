"""Keyrings on a given day, for the tests of keys and key lists."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from referee.proof.keys import KeyList, Keyring, ListedKey

DAY = "2026-03-01"


def on(day: str) -> Callable[[], date]:
    """Return a clock that shows this day."""
    return lambda: date.fromisoformat(day)


def ring(folder: Path, day: str = DAY) -> Keyring:
    """Open the keyring in a folder on this day."""
    return Keyring(folder / "keys", today=on(day))


def states(keyring: Keyring) -> list[str]:
    """Return the states of all keys, oldest first."""
    return [listed.state for listed in keyring.keys.keys]


def listing(*lines: ListedKey) -> KeyList:
    """Return a list of these keys."""
    return KeyList(lines)
