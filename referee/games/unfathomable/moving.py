"""Characters moving to spaces, the Brig and the Sick Bay."""

from __future__ import annotations

from referee.games.unfathomable.board import BRIG, SICK_BAY, Space
from referee.games.unfathomable.facts.moving import CharacterMoved
from referee.games.unfathomable.state import State
from referee.games.unfathomable.titles import lose_titles
from referee.kernel.facts import Seat
from referee.kernel.table import Table, rule


def move_to(table: Table[State], seat: Seat, space: Space) -> None:
    """Move a character to a space. The caller checks whether it may leave the Brig."""
    start = table.state.players[seat].space
    if start is not space:
        table.record(CharacterMoved(seat, start, space))


@rule("brig.titles_lost")
def send_to_brig(table: Table[State], seat: Seat, *, captaincy_to_lowest: bool = False) -> None:
    """Move a character to the Brig; a human loses all titles.

    A character that is already there stays, and a ruling may let it keep its titles. If a card says so, the title of
    Captain goes to the lowest in the line.
    """
    is_there = table.state.players[seat].space is BRIG
    if is_there and table.ruling("brig.moved_again") == "nothing":
        return
    move_to(table, seat, BRIG)
    lose_titles(table, seat, captaincy_to_lowest=captaincy_to_lowest)


def send_to_sick_bay(table: Table[State], seat: Seat) -> None:
    """Move a human to the Sick Bay."""
    if table.state.players[seat].space is BRIG:
        stay_in_brig(table, seat)
    else:
        move_to(table, seat, SICK_BAY)


@rule("brig.overpowered_stays")
def stay_in_brig(table: Table[State], seat: Seat) -> None:
    """Stay in the Brig, which nobody leaves by being defeated."""
