"""The rolls that many spells ask for."""

from __future__ import annotations

from referee.games.unfathomable.cards import DIE_FACES, Resource, Spell
from referee.games.unfathomable.dice import roll
from referee.games.unfathomable.resources import lose
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table

BAD_UP_TO = 4
"""A result up to this costs sanity after most spells."""


def strain(table: Table[State], seat: Seat, spell: Spell) -> Script[None]:
    """Roll: with 4 or less lose a sanity."""
    result = yield from roll(table, seat, f"spell.{spell.value}")
    if result <= BAD_UP_TO:
        lose(table, Resource.SANITY, 1)


def is_low(table: Table[State], seat: Seat, spell: Spell, number: int, *, at_most: bool) -> Script[bool]:
    """Roll, and say whether the result is no higher than a number; by another reading, lower.

    By a reading of `spell.compared_roll` the die rests where no result could change anything.
    """
    highest = number if at_most else number - 1
    is_settled = not 1 <= highest < DIE_FACES
    if is_settled and table.ruling("spell.compared_roll") == "if_it_matters":
        return highest >= DIE_FACES
    return (yield from roll(table, seat, f"spell.{spell.value}")) <= highest
