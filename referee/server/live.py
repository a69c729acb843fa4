"""A match as it is held in memory: the running script, what was told of it, and the intents it remembers.

All of it can be dropped at any time and built again from the log. Only what is durable counts as told: the match may
be ahead of the disk, the feeds and views never are.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from referee.feeds.frames import Frame, viewers_of
from referee.feeds.views import View
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.log.records import EntryAppended, IntentRejected, OrdersGiven
from referee.log.store import StoreError
from referee.match.charters import Settle
from referee.match.match import Decided, Match
from referee.replay.rerun import reopen
from referee.server.intents import Remembered, Reply
from referee.server.orders import AllStanding, end_at_turn, read_orders
from referee.server.receipts import Notary, Tally

TAIL = 12
"""How many frames of each viewer are kept to resume from; older ones are cut again from the log."""

_ENTRIES_A_SLICE = 64
"""After so many entries of a match that is run again, others get their turn."""

Answered = Callable[[Reply | StoreError], object]
"""Told once, on the event loop: the reply when it is durable, or what kept it from being so."""


def settle_reply(outcome: asyncio.Future[Reply], reply: Reply | StoreError) -> None:
    """Hand a reply to whoever still waits for it."""
    if outcome.cancelled():
        return
    if isinstance(reply, Reply):
        outcome.set_result(reply)
    else:
        outcome.set_exception(reply)


def feeds_of(seats: int) -> tuple[Seat, ...]:
    """Everybody the desk keeps a feed for: seats, the spectator, and the arbiter at the open table."""
    return (*viewers_of(seats), OPEN_TABLE)


class Pending:
    """A decision on its way to the disk, and everyone who waits for the reply."""

    __slots__ = ("decided", "first", "question", "seat", "waiting")

    def __init__(self, seat: Seat, question: int, decided: Decided, waiting: list[Answered]) -> None:
        self.seat = seat
        self.question = question
        self.decided = decided
        self.waiting = waiting
        self.first: Callable[[], object] = lambda: None
        """What is done when it is durable, before anybody is told."""


class Live:
    """One match in memory."""

    __slots__ = ("_tails", "_told", "_views", "match", "orders", "pending", "remembered", "tally")

    def __init__(self, match: Match, tally: Tally | None = None) -> None:
        self.match = match
        self.tally = tally
        """What the referee signs for, if it signs."""
        seats = match.charter.seats
        self.remembered = [Remembered() for _ in range(seats)]
        self.pending: dict[tuple[Seat, int], Pending] = {}
        """By seat and question, until durable."""
        self.orders: AllStanding = {}
        """What the match is to answer for seats that said so."""
        viewers = feeds_of(seats)
        self._told = dict.fromkeys(viewers, 0)
        self._tails: dict[Seat, deque[Frame]] = {viewer: deque(maxlen=TAIL) for viewer in viewers}
        self._views: dict[Seat, View] = {}

    def follow(self, entry: EntryAppended, decided: Decided) -> None:
        """Take the next logged entry, which is durable, and what it brought about."""
        if self.orders:
            self.heed(decided)
        self.tell(decided)
        if entry.seat >= 0:
            self.remembered[entry.seat].reload(entry)

    def heed(self, decided: Decided) -> None:
        """End the orders that were to hold until what is happening now."""
        end_at_turn(self.orders, decided.entry, self.match.game.turn_fact)

    def reload_orders(self, given: Sequence[OrdersGiven]) -> None:
        """Remember the orders of the log, before its entries are followed."""
        self.orders = read_orders(given)
        for each in given:
            self.remembered[each.seat].orders += 1

    def reload_refusals(self, rejections: Iterable[IntentRejected]) -> None:
        """Remember the refused intents of the log."""
        for rejected in rejections:
            if 0 <= rejected.seat < len(self.remembered):
                self.remembered[rejected.seat].reload_refusal(rejected)

    def tell(self, decided: Decided) -> None:
        """Note what the viewers are told now."""
        if self.tally is not None:
            self.tally.take(decided)
        views = self._views
        for viewer, frame in decided.frames.items():
            self._told[viewer] = frame.number
            self._tails[viewer].append(frame)
            if viewer in views:
                views[viewer].take(frame)

    def told(self, viewer: Seat) -> int:
        """The number of the last frame this viewer was told."""
        return self._told[viewer]

    def last_told(self, viewer: Seat) -> Frame | None:
        """The last frame this viewer was told, or None before the first."""
        tail = self._tails[viewer]
        return tail[-1] if tail else None

    @property
    def is_sealed(self) -> bool:
        """Say whether several seats are asked at once, or were before the last answer."""
        last = list(self._tails[OPEN_TABLE])[-2:]
        return any([len(frame.waiting_for) > 1 for frame in last])

    def tail(self, viewer: Seat, after: int) -> list[Frame] | None:
        """The frames told after number `after`, or None when some of them are no longer in memory."""
        missing = self._told[viewer] - after
        if missing <= 0:
            return []
        frames = self._tails[viewer]
        return list(frames)[-missing:] if missing <= len(frames) else None

    def view(self, viewer: Seat) -> View | None:
        """The view of this viewer, if one is kept."""
        return self._views.get(viewer)

    def keep_view(self, viewer: Seat, frames: Sequence[Frame]) -> View:
        """Fold a view from a whole feed and keep it up to date from now on."""
        view = self._views.get(viewer)
        if view is None:
            view = self._views[viewer] = View(self.match.game, self.match.terms.setup, viewer)
            for frame in frames:
                view.take(frame)
        return view


def new_live(match: Match, notary: Notary) -> Live:
    """Hold a match in memory, with a tally of what the referee signs for."""
    return Live(match, notary.tally(match.game, match.charter.seats))


async def rebuild_live(
    entries: Sequence[EntryAppended],
    orders: Sequence[OrdersGiven],
    seats: int,
    settle: Settle,
    notary: Notary,
) -> Live:
    """Build a match from its log. Raises `Mismatch` if the rules do not bring about what is logged."""
    rerun = reopen(entries[0], settle=settle, viewers=feeds_of(seats))
    live = new_live(rerun.match, notary)
    if live.tally is not None:
        # All of it comes by here once, and the seats are about to come back.
        for seat in range(seats):
            live.tally.keep(seat, ())
    live.reload_orders(orders)
    for entry in entries[1:]:
        live.follow(entry, rerun.follow(entry))
        if entry.seq % _ENTRIES_A_SLICE == 0:
            await asyncio.sleep(0)
    return live


async def cut_again(
    entries: Sequence[EntryAppended], viewer: Seat, after: int, to: int, settle: Settle
) -> list[Frame]:
    """Cut frames of one viewer that are no longer in memory, by running the match again."""
    rerun = reopen(entries[0], settle=settle, viewers=(viewer,))
    frames = []
    for entry in entries[1:]:
        frame = rerun.follow(entry).frames.get(viewer)
        if frame is not None and after < frame.number <= to:
            frames.append(frame)
        if entry.seq % _ENTRIES_A_SLICE == 0:
            await asyncio.sleep(0)
    return frames
