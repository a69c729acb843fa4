"""Ordering: a seat changes its standing orders."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from referee.kernel.facts import Seat
from referee.log.records import OrdersGiven
from referee.log.store import StoreError, StoreFailed
from referee.log.writer import GroupCommit
from referee.match.match import Match
from referee.server.clocks import now_ms
from referee.server.session import Session
from referee.server.standing_orders import (
    CHANGES_PER_SEAT,
    NothingToAnswer,
    Order,
    SeatOrders,
    TooManyChanges,
    check_orders,
    encode_orders,
)
from referee.server.submitting import IntentWriter


class Ordering:
    """Accepts the standing orders of seats."""

    def __init__(self, log: GroupCommit, writer: IntentWriter) -> None:
        self._log = log
        self._writer = writer

    async def set_orders(self, session: Session, seat: Seat, orders: Sequence[Order]) -> None:
        """Replace the standing orders of a seat; returns when the new ones are durable.

        The old orders end at once. The new ones are in force when they are durable, also for questions that are open
        by then.
        """
        match = session.match
        if match is None or session.is_stopped or match.outcome is not None:
            raise NothingToAnswer("the match is over or was stopped; orders have no effect any more")
        check_orders(match.game, orders)
        had = session.orders.get(seat)
        if had is not None and had.is_durable and had.orders == tuple(orders):
            return
        seen = session.seen[seat]
        if seen.order_changes >= CHANGES_PER_SEAT and (orders or had is None):
            raise TooManyChanges(
                f"this seat has changed its orders {CHANGES_PER_SEAT} times; now it can only clear them"
            )
        seen.order_changes += 1
        given = SeatOrders(orders, match.seq, is_durable=False)
        session.orders.pop(seat, None)
        if orders:
            session.orders[seat] = given
        session.holds += 1
        record = OrdersGiven(session.match_id, seat, given.since, now_ms(), encode_orders(orders))
        stored: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        self._log.put_nowait([record], partial(self._stored, session, match, given, stored))
        error = await stored
        if error is not None:
            raise error

    def _stored(
        self,
        session: Session,
        match: Match,
        given: SeatOrders,
        stored: asyncio.Future[StoreError | None],
        error: StoreError | None,
    ) -> None:
        session.holds -= 1
        if error is not None and session.match is match:
            session.lose_match()
        elif error is None and session.match is not match:
            # The match is being loaded from the store, possibly as it was before this.
            error = StoreFailed("the match left the memory meanwhile; set the orders again")
        if not stored.cancelled():
            stored.set_result(error)
        if error is None:
            given.is_durable = True
            self._writer.start_orders(session)
