"""The order in which a player's discards go onto their piles, of which only the tops are seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from referee.games.unfathomable.questions import ASK_DISCARD_ORDER
from referee.games.unfathomable.state import State
from referee.kernel.asks import Choice, InOrder
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule

Card = TypeVar("Card", bound=Choice)


@rule("public.discard_top")
def put_in_order(table: Table[State], seat: Seat, cards: Sequence[Card]) -> Script[tuple[Card, ...]]:
    """Let the owner put discards in order, the last on top."""
    ask = ask_for_order(table, seat, cards)
    if ask is None:
        return tuple(cards)
    order: tuple[Card, ...] = yield ask
    return order


def ask_for_order(table: Table[State], seat: Seat, cards: Sequence[Card]) -> InOrder | None:
    """Return the question for the order of discards; None for a single card and, by another reading, for any.

    Nobody else knows in advance how many cards go to which pile, so the total decides whether to ask.
    """
    if len(cards) < 2 or table.ruling("discard.order") == "as_held":
        return None
    as_they_are = tuple(range(len(cards)))
    return ASK_DISCARD_ORDER.to(seat, cards, passes=as_they_are, concerns_seat=False)
