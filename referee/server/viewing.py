"""Viewing: feeds from any frame on, the table as a viewer knows it, and receipts for what a viewer was sent."""

from __future__ import annotations

import asyncio

from referee.feeds.frames import Frame
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from referee.log.store import Store
from referee.match.charters import Settle
from referee.server.access import Access
from referee.server.clocks import ClockReading
from referee.server.errors import NoSuchFrame, NotOpenYet, TooManyReaders
from referee.server.feed_cache import FinishedFeeds
from referee.server.loading import cut_again
from referee.server.results import TableView
from referee.server.session import Session
from referee.server.settings import SessionLimits
from referee.server.slices import Slices
from referee.server.subscriptions import Close, Subscription, Wake


class Viewing:
    """Serves the readers of all sessions; frames that are no longer in memory are cut again from the log."""

    def __init__(self, store: Store, limits: SessionLimits, settle: Settle, slices: Slices) -> None:
        self._store = store
        self._limits = limits
        self._settle = settle
        self._slices = slices
        self._finished = FinishedFeeds(limits.feed_bytes)
        self._loop = asyncio.get_running_loop()

    async def subscribe(
        self, session: Session, viewer: Seat, after: int, wake: Wake, *, with_view: bool = False
    ) -> Subscription:
        """Read a feed from frame `after` + 1 on. Call `leave` on the subscription when done.

        Raises `NoSuchFrame` if there is no frame `after` yet, and `TooManyReaders` if the feed has too many.
        """
        self.check_readable(session, viewer, after)
        reader = Subscription(
            viewer, after, self._limits.lag_frames, wake, session.leave, with_view=with_view
        )
        session.readers.setdefault(viewer, []).append(reader)
        if session.clocks.is_on and viewer >= 0:
            session.clocks.banks.welcome_back(viewer)
            session.clocks.connect(viewer, self._loop.time(), is_present=True)
        try:
            await self.catch_up(session, reader)
        except BaseException:
            reader.leave()
            raise
        return reader

    def check_readable(self, session: Session, viewer: Seat, after: int) -> None:
        """Raise `NoSuchFrame` or `TooManyReaders` if a viewer cannot read its feed from this frame on."""
        readers = session.readers.get(viewer, ())
        if len(readers) >= (self._limits.spectators if viewer == SPECTATOR else self._limits.readers):
            raise TooManyReaders(f"this feed has {len(readers)} readers already; close one of them first")
        _check_exists(session, viewer, after)

    async def catch_up(self, session: Session, reader: Subscription) -> None:
        """Bring a reader up to date. If the match leaves the memory meanwhile, loading it again does so."""
        match, viewer = session.match, reader.viewer
        if match is not None:
            await self.keep_trees(session, viewer)
            if reader.with_view:
                await self._keep_view(session, viewer)
            frames = await self._feed(session, viewer, reader.number)
            if session.match is not match:
                return
            now = self._loop.time()
            reader.catch_up([session.delivery(viewer, frame, now) for frame in frames], now)
            last = session.feeds.last(viewer)
            if last is not None and last.outcome is not None:
                reader.end(Close.MATCH_OVER)
        if session.is_stopped:
            reader.end(session.closing)

    async def frames(self, session: Session, viewer: Seat, after: int) -> list[Frame]:
        """Return the frames after number `after`, up to now."""
        _check_exists(session, viewer, after)
        return await self._feed(session, viewer, after)

    async def view(self, session: Session, access: Access) -> TableView:
        """Return the table as this viewer knows it now."""
        viewer = access.viewer
        await self._keep_view(session, viewer)
        feeds = session.feeds
        view = feeds.view(viewer)
        if view is None:
            raise NotOpenYet("this match was stopped and cannot be shown; ask the official")
        last = feeds.last(viewer)
        if last is None:
            return TableView(0, view.state, None, (), None)
        question = last.question
        if question is not None and session.seen[access.seat].answered >= question.number:
            question = None
        clock = None if question is None else self.clock(session, viewer)
        return TableView(last.number, view.state, question, last.waiting_for, last.outcome, clock)

    def clock(self, session: Session, viewer: Seat) -> ClockReading | None:
        """Return the clock of the question that a seat is asked now; None if there is none, or no time limit."""
        return session.clock(viewer, self._loop.time())

    async def receipt(self, session: Session, viewer: Seat) -> str:
        """Sign for everything this viewer was sent so far; empty if there are no receipts for it."""
        await self.keep_trees(session, viewer)
        return session.feeds.receipt(viewer, session.audit_log.public)

    async def keep_trees(self, session: Session, viewer: Seat) -> None:
        """Keep the tree of a viewer from now on, for its receipts; there are none for the open table."""
        while session.match is not None:
            trees = session.feeds.trees
            if trees is None or viewer == OPEN_TABLE or trees.has(viewer):
                return
            trees.keep(viewer, await self._feed(session, viewer, 0))

    async def _keep_view(self, session: Session, viewer: Seat) -> None:
        """Keep the view of a viewer from now on."""
        while (match := session.match) is not None and session.feeds.view(viewer) is None:
            frames = await self._feed(session, viewer, 0)
            if session.match is match:
                session.feeds.keep_view(match, viewer, frames)

    async def _feed(self, session: Session, viewer: Seat, after: int) -> list[Frame]:
        """Return all frames after number `after`. Nothing is awaited after the last check, so none is missing."""
        feeds, frames = session.feeds, list[Frame]()
        if session.match is None:
            return frames
        while (rest := feeds.tail(viewer, after)) is None:
            frames += await self._earlier(session, viewer, after, feeds.newest(viewer))
            after = frames[-1].number
        return frames + rest

    async def _earlier(self, session: Session, viewer: Seat, after: int, to: int) -> list[Frame]:
        """Return frames that are no longer in memory; the feed of a finished match is kept, because it is complete."""
        key = (session.match_id, viewer)
        kept = self._finished.get(key)
        if kept is None:
            entries = await asyncio.to_thread(self._store.entries, session.match_id)
            if not session.is_over:
                return await cut_again(entries, viewer, after, to, self._settle, self._slices)
            kept = await cut_again(entries, viewer, 0, to, self._settle, self._slices)
            self._finished.keep(key, kept, sum([len(entry.body) for entry in entries]))
        return kept[after:to]


def _check_exists(session: Session, viewer: Seat, after: int) -> None:
    if session.match is not None:
        newest = session.feeds.newest(viewer)
        if not 0 <= after <= newest:
            raise NoSuchFrame(
                f"this feed has {newest} frames so far; resume after one of them, or after 0 for all"
            )
