"""The clerk of the desk: answers for seats that do not answer themselves, by their orders or because time ran out.

Answers by order are given as soon as the question is asked, and stored and told like all others. A long row of them
is given in slices, each when the one before it is durable, so that other matches have their turn and no queue grows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from referee.kernel.facts import Seat
from referee.log.records import MatchClosed, OrdersGiven, Record
from referee.log.store import StoreError, StoreFailed
from referee.match.match import Decided
from referee.server.live import Live, Pending
from referee.server.orders import (
    CHANGES_KEPT,
    NothingToAnswer,
    Order,
    Standing,
    TooManyChanges,
    check_orders,
    orders_body,
)
from referee.server.rooms import Room, now_ms

ANSWERS_A_SLICE = 32
"""So many answers are given by order before others get their turn."""

Stored = Callable[[StoreError | None], object]
"""Told once, on the event loop: None when it is durable, or what kept it from being so."""

Put = Callable[[list[Record], Stored], None]
StoreAnswer = Callable[[Room, Live, Pending, str], None]
Stop = Callable[[Room, Live], MatchClosed]


class Clerk:
    """Answers for seats. The judge gives it the means to store."""

    def __init__(self, put: Put, store_answer: StoreAnswer, stop: Stop) -> None:
        self._put = put
        self._store_answer = store_answer
        self._stop = stop

    async def take_orders(self, room: Room, seat: Seat, orders: Sequence[Order]) -> None:
        """Take the orders of a seat in place of those it had; returns when they are durable.

        From now on the old ones no longer hold. The new ones hold when they are durable, also for what is asked then.
        """
        live = room.live
        if live is None or room.is_stopped or live.match.outcome is not None:
            raise NothingToAnswer("the match is over or was stopped; there is nothing left to order")
        check_orders(live.match.game, orders)
        had = live.orders.get(seat)
        if had is not None and had.is_durable and had.orders == tuple(orders):
            return
        remembered = live.remembered[seat]
        if remembered.orders >= CHANGES_KEPT and (orders or had is None):
            raise TooManyChanges(
                f"this seat has changed its orders {CHANGES_KEPT} times; now it can only clear them"
            )
        remembered.orders += 1
        given = Standing(orders, live.match.seq, is_durable=False)
        live.orders.pop(seat, None)
        if orders:
            live.orders[seat] = given
        room.pins += 1
        record = OrdersGiven(room.match, seat, given.since, now_ms(), orders_body(orders))
        stored: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        self._put([record], partial(self._orders_stored, room, live, given, stored))
        error = await stored
        if error is not None:
            raise error

    def _orders_stored(
        self,
        room: Room,
        live: Live,
        given: Standing,
        stored: asyncio.Future[StoreError | None],
        error: StoreError | None,
    ) -> None:
        room.pins -= 1
        if error is not None and room.live is live:
            room.lose_live()
        elif error is None and room.live is not live:
            # The match is being read from the store, perhaps from before this.
            error = StoreFailed("the match left the memory meanwhile; leave the orders again")
        if not stored.cancelled():
            stored.set_result(error)
        if error is None:
            given.is_durable = True
            self.obey(room, live)

    def obey(self, room: Room, live: Live) -> None:
        """Answer what is asked of seats that left an order for it."""
        pending = None
        for _ in range(ANSWERS_A_SLICE):
            if room.live is not live or room.is_stopped or room.is_frozen:
                return
            pending = self._next(live)
            if pending is None:
                break
            live.remembered[pending.seat].accept_default()
            self._store_answer(room, live, pending, "")
        if pending is not None:
            # Before its frames are told: they say whether the question in them is answered.
            pending.first = partial(self.obey, room, live)
        elif live.match.fault is not None:
            self._put([self._stop(room, live)], lambda error: None)

    def _next(self, live: Live) -> Pending | None:
        """Give the next answer by order, if there is one to give."""
        for seat, standing in live.orders.items():
            question = live.match.questions.get(seat)
            picks = None if question is None else standing.answer_to(question.ask)
            if question is not None and picks is not None:
                decided = live.match.submit(seat, question.number, picks, "order")
                return Pending(seat, question.number, decided, []) if isinstance(decided, Decided) else None
        return None

    def run_out(self, room: Room, seat: Seat) -> None:
        """Give the default answer for a seat whose time has run out; of a match that is halted, when it goes on."""
        if room.is_frozen:
            return
        del room.deadlines[seat]
        live = room.live
        question = None if live is None else live.match.questions.get(seat)
        if live is None or question is None or room.is_stopped:
            return
        decided = live.match.submit_default(seat, "clock")
        if isinstance(decided, Decided):
            live.remembered[seat].accept_default()
            self._store_answer(room, live, Pending(seat, question.number, decided, []), "")
            self.obey(room, live)
        else:
            self._put([self._stop(room, live)], lambda error: None)
