"""Standing orders: answers that a seat leaves with the server, so that it need not be asked.

An order names questions, says which answer to give, and how long it is in force:

- pass in these windows: `Order("unfathomable.window.*")`
- pass until my turn: `Order("*", until="turn")`
- pass unless it is my turn, or I am attacked: `Order("*", unless_concerned=True)`

A question declares which answer passes and whether it concerns the seat. A question that cannot be passed is put to the
seat whatever its orders say. An answer given by an order is an ordinary log entry, so the match can be run again
without the orders, and no viewer can tell from its frames which answers were given by orders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from referee.kernel.asks import Ask, default_picks, fault_in, pass_picks
from referee.kernel.facts import Fact, Seat
from referee.kernel.game import Game
from referee.kernel.run import Question
from referee.log.records import OrdersGiven
from referee.match.entries import Entry, encode
from referee.server.stored_seals import is_seal

ORDERS_PER_SEAT = 32
"""Maximum number of orders a seat may have at once."""

CHANGES_PER_SEAT = 4096
"""Maximum number of times a seat may change its orders in one match; each change is stored."""


class BadOrder(ValueError):
    """An order that cannot be followed; the message says why."""


class NothingToAnswer(Exception):
    """The match is over or was stopped, so orders have no effect."""


class TooManyChanges(Exception):
    """The seat has changed its orders too often."""


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One standing order of a seat."""

    questions: str
    """Name of a question, or the beginning of a name followed by `*` for all questions that begin so."""
    answer: Literal["pass", "default"] = "pass"
    """The answer that does nothing, if the question has one; or the one taken when time runs out."""
    unless_concerned: bool = False
    """Whether questions that concern the seat are left to the seat."""
    until: Literal["cleared", "turn"] = "cleared"
    """Whether the order ends by itself when the seat's next turn begins."""

    def names(self, question: str) -> bool:
        """Return whether the order applies to a question of this name."""
        questions = self.questions
        return question.startswith(questions[:-1]) if questions.endswith("*") else question == questions

    def answer_to(self, ask: Ask) -> tuple[int, ...] | None:
        """Return the answer the order gives, or None if it gives none."""
        if not self.names(ask.name) or (self.unless_concerned and ask.concerns_seat):
            return None
        picks = default_picks(ask) if self.answer == "default" else pass_picks(ask)
        return None if picks is None or fault_in(ask, picks) is not None else picks


class SeatOrders:
    """The orders of one seat."""

    __slots__ = ("is_durable", "orders", "since")

    def __init__(self, orders: Sequence[Order], since: int, *, is_durable: bool) -> None:
        self.orders = tuple(orders)
        self.since = since
        """Number of the last entry of the match when the orders were given."""
        self.is_durable = is_durable
        """Whether the orders are stored; until then they give no answers."""

    def answer_to(self, ask: Ask) -> tuple[int, ...] | None:
        """Return the answer of the first order that gives one."""
        if not self.is_durable:
            return None
        for order in self.orders:
            picks = order.answer_to(ask)
            if picks is not None:
                return picks
        return None


OrdersBySeat = dict[Seat, SeatOrders]
"""The orders of a match, for the seats that have any."""


class OrderedAnswer(NamedTuple):
    """An answer that an order gives to an open question."""

    seat: Seat
    question: int
    picks: tuple[int, ...]


def next_ordered_answer(orders: OrdersBySeat, questions: Mapping[Seat, Question]) -> OrderedAnswer | None:
    """Return the first answer that orders give to the open questions, if any."""
    for seat, seat_orders in orders.items():
        question = questions.get(seat)
        if question is not None:
            picks = seat_orders.answer_to(question.ask)
            if picks is not None:
                return OrderedAnswer(seat, question.number, picks)
    return None


def check_orders(game: Game, orders: Sequence[Order]) -> None:
    """Raise `BadOrder` for too many orders, or for an order that applies to no question of the game."""
    if len(orders) > ORDERS_PER_SEAT:
        raise BadOrder(f"a seat may have {ORDERS_PER_SEAT} orders at once, not {len(orders)}")
    for order in orders:
        if not any([order.names(name) for name in game.questions]):
            raise BadOrder(
                f"{game.title} has no question {order.questions[:64]!r}; use a name from DescribeGame, "
                "or the beginning of one followed by *"
            )


def encode_orders(orders: Sequence[Order]) -> bytes:
    """Encode orders as they are stored."""
    return encode(orders)


def restore_orders(given: Sequence[OrdersGiven]) -> OrdersBySeat:
    """Return the most recent orders of each seat; the entries that follow decide which have ended."""
    found: OrdersBySeat = {}
    for each in given:
        if is_seal(each):
            continue
        orders = msgspec.json.decode(each.body, type=tuple[Order, ...])
        found[each.seat] = SeatOrders(orders, each.seq, is_durable=True)
    return {seat: each for seat, each in found.items() if each.orders}


def end_at_turn(orders: OrdersBySeat, entry: Entry, turn_fact: type[Fact]) -> None:
    """Remove the orders that end with a turn that began in this entry.

    If the fact that begins a turn names no seat, the turn belongs to every seat.
    """
    for recorded in entry.facts:
        if type(recorded.fact) is turn_fact:
            whose: Seat | None = getattr(recorded.fact, "seat", None)
            for seat in list(orders) if whose is None else [whose]:
                _begin_turn(orders, seat, entry.seq)


def _begin_turn(orders: OrdersBySeat, seat: Seat, seq: int) -> None:
    had = orders.get(seat)
    if had is None or seq <= had.since:
        return
    had.orders = tuple([order for order in had.orders if order.until != "turn"])
    if not had.orders:
        del orders[seat]
