"""The Captain and the Keeper of the Tome, and who follows them."""

from __future__ import annotations

from referee.games.unfathomable.cards import Title
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Table


def captain(state: State) -> Seat:
    """Who is Captain now."""
    raise NotImplementedError


def keeper(state: State) -> Seat:
    """Who is Keeper of the Tome now."""
    raise NotImplementedError


def lose_titles(table: Table[State], seat: Seat) -> None:
    """A player loses all titles, the Captaincy first; each goes to the next in line."""
    raise NotImplementedError


def pass_title(table: Table[State], title: Title, *, to_lowest: bool = False) -> None:
    """The holder loses a title; it goes to whoever is eligible and highest in the line, or lowest where a card says so."""
    raise NotImplementedError
