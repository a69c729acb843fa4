"""Standing orders on the wire."""

from __future__ import annotations

from collections.abc import Iterable

from referee.server.orders import Order
from referee.wire.structs import Malformed
from referee_api.v1 import referee_pb2 as api


def read_orders(orders: Iterable[api.Order]) -> tuple[Order, ...]:
    """Read the orders of a request. Raises `Malformed` for an answer or an end that is not known here."""
    return tuple([_read(order) for order in orders])


def _read(order: api.Order) -> Order:
    answers, ends = (
        (api.ORDER_ANSWER_PASS, api.ORDER_ANSWER_DEFAULT),
        (api.ORDER_UNTIL_CLEARED, api.ORDER_UNTIL_TURN),
    )
    if (order.answer and order.answer not in answers) or (order.until and order.until not in ends):
        raise Malformed
    return Order(
        order.questions,
        "default" if order.answer == api.ORDER_ANSWER_DEFAULT else "pass",
        order.unless_concerned,
        "turn" if order.until == api.ORDER_UNTIL_TURN else "cleared",
    )


def order_message(order: Order) -> api.Order:
    """Turn an order into its message."""
    return api.Order(
        questions=order.questions,
        answer=api.ORDER_ANSWER_DEFAULT if order.answer == "default" else api.ORDER_ANSWER_PASS,
        unless_concerned=order.unless_concerned,
        until=api.ORDER_UNTIL_TURN if order.until == "turn" else api.ORDER_UNTIL_CLEARED,
    )
