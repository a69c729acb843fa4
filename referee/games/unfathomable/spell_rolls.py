"""The rolls that many spells ask for."""

from __future__ import annotations

from referee.games.unfathomable.cards import DIE_FACES, Resource, Spell
from referee.games.unfathomable.dice import roll
from referee.games.unfathomable.resources import lose
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table

BAD_UP_TO = 4
"""The highest result that costs sanity after most spells."""


def strain(table: Table[State], seat: Seat, spell: Spell) -> Script[None]:
    """Roll: 4 or less costs 1 sanity."""
    result = yield from roll(table, seat, f"spell.{spell.value}")
    if result <= BAD_UP_TO:
        lose(table, Resource.SANITY, 1)


def is_low(table: Table[State], seat: Seat, spell: Spell, number: int, *, at_most: bool) -> Script[bool]:
    """Roll; return whether the result is at most a number or, by another reading, below it.

    By a reading of `spell.compared_roll` the die is not rolled if no result could change anything.
    """
    highest = number if at_most else number - 1
    is_settled = not 1 <= highest < DIE_FACES
    if is_settled and table.ruling("spell.compared_roll") == "if_it_matters":
        return highest >= DIE_FACES
    return (yield from roll(table, seat, f"spell.{spell.value}")) <= highest
