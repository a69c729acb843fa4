"""Standing orders as messages."""

from __future__ import annotations

from collections.abc import Iterable

from referee.server.standing_orders import Order
from referee.wire.statuses import invalid
from referee_api.v1 import referee_pb2 as api

_ANSWERS = (api.ORDER_ANSWER_PASS, api.ORDER_ANSWER_DEFAULT)
_ENDS = (api.ORDER_UNTIL_CLEARED, api.ORDER_UNTIL_TURN)


def decode_orders(orders: Iterable[api.Order]) -> tuple[Order, ...]:
    """Decode the orders of a request, or refuse an unknown answer or end."""
    return tuple([_decode_order(order) for order in orders])


def _decode_order(order: api.Order) -> Order:
    if order.answer and order.answer not in _ANSWERS:
        raise invalid("The answer of an order is to pass, or the default.", "orders.answer")
    if order.until and order.until not in _ENDS:
        raise invalid("An order is in force until it is cleared, or until the next turn.", "orders.until")
    return Order(
        order.questions,
        "default" if order.answer == api.ORDER_ANSWER_DEFAULT else "pass",
        order.unless_concerned,
        "turn" if order.until == api.ORDER_UNTIL_TURN else "cleared",
    )


def order_message(order: Order) -> api.Order:
    """Return an order as a message."""
    return api.Order(
        questions=order.questions,
        answer=api.ORDER_ANSWER_DEFAULT if order.answer == "default" else api.ORDER_ANSWER_PASS,
        unless_concerned=order.unless_concerned,
        until=api.ORDER_UNTIL_TURN if order.until == "turn" else api.ORDER_UNTIL_CLEARED,
    )
