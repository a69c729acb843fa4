"""The Captain and the Keeper of the Tome, and their succession."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.unfathomable.board import BRIG
from referee.games.unfathomable.cards import CHARACTERS, Title
from referee.games.unfathomable.facts.titles import TitleGiven, TitlePassed
from referee.games.unfathomable.state import NOBODY, State
from referee.kernel.facts import Seat
from referee.kernel.table import Table, rule


def captain(state: State) -> Seat:
    """Return the Captain's seat."""
    return state.titles[Title.CAPTAIN]


def keeper(state: State) -> Seat:
    """Return the seat of the Keeper of the Tome."""
    return state.titles[Title.KEEPER]


def rank(state: State, seat: Seat, title: Title) -> int:
    """Return the rank of a player's character in the line of a title; 1 is the highest."""
    sheet = CHARACTERS[state.players[seat].character]
    return sheet.captain_rank if title is Title.CAPTAIN else sheet.keeper_rank


def in_line(state: State, seats: Iterable[Seat], title: Title) -> list[Seat]:
    """Return players in the order of the line of a title, the highest first."""
    return sorted(seats, key=lambda seat: rank(state, seat, title))


@rule("title.start")
def give_titles(table: Table[State]) -> None:
    """Give each title to the highest in its line."""
    for title in Title:
        table.record(TitleGiven(title, in_line(table.state, range(table.seats), title)[0]))


def lose_titles(table: Table[State], seat: Seat, *, captaincy_to_lowest: bool = False) -> None:
    """Take all titles from a player, that of Captain first; each goes to the next in line."""
    for title in Title:
        if table.state.titles[title] == seat:
            pass_title(table, title, to_lowest=captaincy_to_lowest and title is Title.CAPTAIN)


@rule("title.succession")
def pass_title(table: Table[State], title: Title, *, to_lowest: bool = False) -> None:
    """Pass a title from its holder to the highest eligible human in the line or, if a card says so, to the lowest.

    By another reading it goes to the next below the loser and, after the end of the line, on from the top; among
    prisoners it is always the highest.
    """
    state = table.state
    loser = state.titles[title]
    heirs = eligible(table, loser)
    if not heirs:
        return
    by_rank = in_line(state, heirs, title)
    are_free = state.players[heirs[0]].space is not BRIG
    if to_lowest:
        heir = by_rank[-1]
    elif table.ruling("title.succession") == "next_below" and loser != NOBODY and are_free:
        below = [seat for seat in by_rank if rank(state, seat, title) > rank(state, loser, title)]
        heir = (below or by_rank)[0]
    else:
        heir = by_rank[0]
    if heir != loser:
        table.record(TitlePassed(title, loser, heir))


@rule("title.succession.ineligible")
def eligible(table: Table[State], loser: Seat) -> list[Seat]:
    """Return the humans outside the Brig, the loser only if there are no others; otherwise the humans in the Brig."""
    state = table.state
    free = [seat for seat in state.humans() if state.players[seat].space is not BRIG]
    others = [seat for seat in free if seat != loser]
    return others or only_the_loser(table, free) or all_prisoners(table)


@rule("title.succession.loser")
def only_the_loser(table: Table[State], free: list[Seat]) -> list[Seat]:
    """Let the loser keep the title if nobody else is free."""
    return free


@rule("title.succession.all_in_brig")
def all_prisoners(table: Table[State]) -> list[Seat]:
    """Let any human have the title if all are in the Brig."""
    return table.state.humans()
