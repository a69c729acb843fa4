"""Pending answers: what was decided in memory and waits for the disk, with everyone who waits for the reply."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from referee.kernel.facts import Seat
from referee.log.store import StoreError
from referee.match.match import Decided, Match
from referee.server.retries import Reply

OnReply = Callable[[Reply | StoreError], object]
"""Called once, on the event loop: with the reply when it is durable, or with the error that prevented that."""


class Waiter(NamedTuple):
    """A caller that waits for the reply to an intent."""

    on_reply: OnReply
    with_receipt: bool = False


class PendingAnswer(msgspec.Struct):
    """An accepted answer or statement that is not durable yet."""

    match: Match
    """The match that accepted it. If the session has lost that match since, the answer is not published."""
    seat: Seat
    question: int
    """The number of the question; for a statement, minus the number of its entry."""
    decided: Decided
    waiters: list[Waiter]
    """Everyone who waits for the reply: the first submission and its retries."""
    slice_begun: float | None = None
    """For the last answer of a full slice by standing orders: when the slice was begun. The orders go on after it."""
