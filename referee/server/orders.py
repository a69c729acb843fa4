"""Standing orders: answers that a seat leaves with the match, so that it need not be asked.

An order names questions, says which answer to give, and until when it holds:

- pass on such windows: `Order("unfathomable.window.*")`
- pass until my turn: `Order("*", until="turn")`
- pass unless it is my turn, or I am attacked: `Order("*", unless_concerned=True)`

A question says itself which answer passes and whether it concerns the seat; one that cannot be passed is put to the
seat whatever it ordered. An answer given by order is an entry of the log like any other, so the match can be run again
without the orders, and nobody can tell from what they are told who answered and who ordered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from referee.kernel.asks import Ask, default_picks, fault_in, pass_picks
from referee.kernel.facts import Fact, Seat
from referee.kernel.game import Game
from referee.log.records import OrdersGiven
from referee.match.entries import Entry, encode

ORDERS_A_SEAT = 32
"""How many orders a seat may have at once."""

CHANGES_KEPT = 4096
"""How often a seat may change its orders in one match; each change is stored."""


class BadOrder(ValueError):
    """An order that cannot be followed; the message says why."""


class NothingToAnswer(Exception):
    """The match is over, or was stopped: there is nothing left to order."""


class TooManyChanges(Exception):
    """The seat has changed its orders too often."""


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat wants answered for it."""

    questions: str
    """The name of a question; with a `*` at its end, all questions whose names begin so."""
    answer: Literal["pass", "default"] = "pass"
    """The answer that does nothing, where the question has one; or the one taken when time runs out."""
    unless_concerned: bool = False
    """Leave to the seat what concerns it."""
    until: Literal["cleared", "turn"] = "cleared"
    """Whether it ends by itself when the next turn of the seat begins."""

    def names(self, question: str) -> bool:
        """Say whether it is about a question of this name."""
        questions = self.questions
        return question.startswith(questions[:-1]) if questions.endswith("*") else question == questions

    def answer_to(self, ask: Ask) -> tuple[int, ...] | None:
        """The answer it gives, or None where it gives none."""
        if not self.names(ask.name) or (self.unless_concerned and ask.concerns_seat):
            return None
        picks = default_picks(ask) if self.answer == "default" else pass_picks(ask)
        return None if picks is None or fault_in(ask, picks) is not None else picks


class Standing:
    """The orders of one seat."""

    __slots__ = ("is_durable", "orders", "since")

    def __init__(self, orders: Sequence[Order], since: int, *, is_durable: bool) -> None:
        self.orders = tuple(orders)
        self.since = since
        """The last entry of the match when they were given."""
        self.is_durable = is_durable
        """Until they are, nothing is answered by them."""

    def answer_to(self, ask: Ask) -> tuple[int, ...] | None:
        """The answer of the first order that gives one."""
        if not self.is_durable:
            return None
        for order in self.orders:
            picks = order.answer_to(ask)
            if picks is not None:
                return picks
        return None


AllStanding = dict[Seat, Standing]
"""The orders of a match: only of seats that have some."""


def check_orders(game: Game, orders: Sequence[Order]) -> None:
    """Raise `BadOrder` for orders that no question of the game could ever meet, or that are too many."""
    if len(orders) > ORDERS_A_SEAT:
        raise BadOrder(f"a seat may have {ORDERS_A_SEAT} orders at once, not {len(orders)}")
    for order in orders:
        if not any([order.names(name) for name in game.questions]):
            raise BadOrder(
                f"{game.title} asks no question {order.questions[:64]!r}; name one as DescribeGame does, "
                "or the beginning of some and a *"
            )


def orders_body(orders: Sequence[Order]) -> bytes:
    """Orders as they are stored."""
    return encode(orders)


def read_orders(given: Sequence[OrdersGiven]) -> AllStanding:
    """The orders that were given last, by seat; which of them have ended since, the entries tell."""
    standing: AllStanding = {}
    for each in given:
        orders = msgspec.json.decode(each.body, type=tuple[Order, ...])
        standing[each.seat] = Standing(orders, each.seq, is_durable=True)
    return {seat: each for seat, each in standing.items() if each.orders}


def end_at_turn(standing: AllStanding, entry: Entry, turn_fact: type[Fact]) -> None:
    """Drop the orders that were to hold until a turn that began with this entry.

    Where the fact that begins a turn names no seat, the turn is everybody's.
    """
    for recorded in entry.facts:
        if type(recorded.fact) is turn_fact:
            whose: Seat | None = getattr(recorded.fact, "seat", None)
            for seat in list(standing) if whose is None else [whose]:
                _begin_turn(standing, seat, entry.seq)


def _begin_turn(standing: AllStanding, seat: Seat, seq: int) -> None:
    had = standing.get(seat)
    if had is None or seq <= had.since:
        return
    had.orders = tuple([order for order in had.orders if order.until != "turn"])
    if not had.orders:
        del standing[seat]
