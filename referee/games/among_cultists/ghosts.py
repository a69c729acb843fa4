"""Becoming a Ghost."""

from __future__ import annotations

from referee.games.among_cultists.cards import Cause, CharacterRole, Side
from referee.games.among_cultists.ending import watch_the_cultists
from referee.games.among_cultists.facts.roles import GhostAppeared, RoleRevealed, SideNoted
from referee.games.among_cultists.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule


@rule("ghost")
def become_ghost(table: Table[State], seat: Seat, cause: Cause) -> Script[None]:
    """Make a Character a Ghost; its role stays hidden, and it is told its side in the words that every Ghost hears."""
    character = table.state.characters[seat]
    table.record(GhostAppeared(seat, cause))
    if character.role is CharacterRole.GENTLE_SOUL:
        reveal_gentle_soul(table, seat)
    elif cause is Cause.VOTED_OUT and table.ruling("ghost.role") == "shown":
        table.record(RoleRevealed(seat, character.role, character.number))
    tell_side(table, seat, cause)
    yield from watch_the_cultists(table)


@rule("role.gentle_soul")
def reveal_gentle_soul(table: Table[State], seat: Seat) -> None:
    """Publish the Gentle Soul, near whose Ghost nobody meets any more."""
    table.record(RoleRevealed(seat, CharacterRole.GENTLE_SOUL, 0))


@rule("ghost.note")
def tell_side(table: Table[State], seat: Seat, cause: Cause) -> None:
    """Tell a new Ghost its side; only the Poltergeist and a Yellow Traitor who is found dead change it."""
    character = table.state.characters[seat]
    if character.role is CharacterRole.POLTERGEIST:
        haunt(table, seat)
    elif character.role is CharacterRole.YELLOW_TRAITOR and cause is not Cause.VOTED_OUT:
        join_investigators(table, seat)
    else:
        table.record(SideNoted(seat, character.side))


@rule("role.poltergeist")
def haunt(table: Table[State], seat: Seat) -> None:
    """Tell the Poltergeist that it is on the side of the Cultists from now on."""
    table.record(SideNoted(seat, Side.CULTISTS))


@rule("role.yellow_traitor")
def join_investigators(table: Table[State], seat: Seat) -> None:
    """Tell a Yellow Traitor who was found dead that it may win with the Investigators."""
    table.record(SideNoted(seat, Side.INVESTIGATORS))
