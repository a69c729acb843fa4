"""Standing orders: answers to questions that a seat does not want to be asked.

>>> order("abyss.offer")
questions: "abyss.offer"
answer: ORDER_ANSWER_PASS
until: ORDER_UNTIL_CLEARED
<BLANKLINE>

The usual ones: `order("unfathomable.window.*")` passes on such windows, `order("*", until="turn")` until the next turn
of the seat, `order("*", unless_concerned=True)` unless it is the seat's own turn, or the seat itself is at stake.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from referee_api.v1 import referee_pb2 as api

Orders = Sequence[api.Order | str] | str
"""Orders, or one; the name of a question stands for the order to pass on it."""


def order(
    questions: str,
    answer: Literal["pass", "default"] = "pass",
    *,
    unless_concerned: bool = False,
    until: Literal["cleared", "turn"] = "cleared",
) -> api.Order:
    """Order an answer to a question, or to all whose names begin as `questions` does before its `*`.

    `pass` is the answer that does nothing; a question that has none is asked. `default` is the answer taken when time
    runs out.
    """
    return api.Order(
        questions=questions,
        answer=api.ORDER_ANSWER_PASS if answer == "pass" else api.ORDER_ANSWER_DEFAULT,
        unless_concerned=unless_concerned,
        until=api.ORDER_UNTIL_CLEARED if until == "cleared" else api.ORDER_UNTIL_TURN,
    )


def order_messages(orders: Orders) -> list[api.Order]:
    """Put orders into messages."""
    several = [orders] if isinstance(orders, str) else orders
    return [order(each) if isinstance(each, str) else each for each in several]
