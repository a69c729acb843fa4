"""Standing orders: answers that the referee gives in place of a seat.

>>> order("abyss.offer")
questions: "abyss.offer"
answer: ORDER_ANSWER_PASS
until: ORDER_UNTIL_CLEARED
<BLANKLINE>

Common orders: `order("unfathomable.window.*")` passes on all windows, `order("*", until="turn")` passes on everything
until the seat's next turn, and `order("*", unless_concerned=True)` passes unless it is the seat's own turn or the
question is about the seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from referee_api.v1 import referee_pb2 as api

Orders = Sequence[api.Order | str] | str
"""One or more orders. The name of a question stands for the order to pass on it."""


def order(
    questions: str,
    answer: Literal["pass", "default"] = "pass",
    *,
    unless_concerned: bool = False,
    until: Literal["cleared", "turn"] = "cleared",
) -> api.Order:
    """Return an order for the question named `questions`, or for all that begin with it if it ends with `*`.

    "pass" gives the answer that does nothing; a question without one is put to the seat. "default" gives the answer
    that is used when time runs out.
    """
    return api.Order(
        questions=questions,
        answer=api.ORDER_ANSWER_PASS if answer == "pass" else api.ORDER_ANSWER_DEFAULT,
        unless_concerned=unless_concerned,
        until=api.ORDER_UNTIL_CLEARED if until == "cleared" else api.ORDER_UNTIL_TURN,
    )


def order_messages(orders: Orders) -> list[api.Order]:
    """Return orders as messages."""
    several = [orders] if isinstance(orders, str) else orders
    return [order(each) if isinstance(each, str) else each for each in several]
