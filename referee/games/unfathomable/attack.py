"""Attacks, in seven steps."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Item
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


def attack_deep_one(
    table: Table[State],
    seat: Seat,
    space: Space,
    *,
    modifier: int = 0,
    item: Item = Item.HIDDEN,
    purpose: str = "attack.steps",
) -> Script[bool]:
    """A human attacks a Deep One; say whether it was defeated."""
    raise NotImplementedError
    yield


def attack_character(
    table: Table[State],
    seat: Seat,
    defender: Seat,
    *,
    modifier: int = 0,
    item: Item = Item.HIDDEN,
    purpose: str = "attack.steps",
) -> Script[bool]:
    """A player attacks a character; say whether it was defeated."""
    raise NotImplementedError
    yield


def deep_one_attacks(table: Table[State], space: Space, defender: Seat) -> Script[bool]:
    """A Deep One attacks a human; the active player rolls."""
    raise NotImplementedError
    yield


def choose_and_attack(
    table: Table[State],
    seat: Seat,
    space: Space,
    *,
    modifier: int = 0,
    item: Item = Item.HIDDEN,
    question: str = "unfathomable.defender",
    purpose: str = "attack.steps",
) -> Script[bool]:
    """Choose an enemy on a space and attack it."""
    raise NotImplementedError
    yield
