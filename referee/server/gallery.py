"""The readers' side of the desk: feeds from any frame on, and the table as a viewer knows it."""

from __future__ import annotations

import asyncio

from referee.feeds.frames import Frame
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from referee.log.store import Store
from referee.match.charters import Settle
from referee.server.access import Access
from referee.server.forms import Limits, Look, NoSuchFrame, NotOpenYet, TooManyReaders
from referee.server.live import Live, cut_again
from referee.server.rooms import Room
from referee.server.subscriptions import Close, Subscription, Wake


class Gallery:
    """Shows every room to those who read its feeds, with the store where the memory does not reach back."""

    def __init__(self, store: Store, limits: Limits, settle: Settle) -> None:
        self._store = store
        self._limits = limits
        self._settle = settle
        self._loop = asyncio.get_running_loop()

    async def subscribe(self, room: Room, viewer: Seat, after: int, wake: Wake) -> Subscription:
        """Read a feed from frame `after` + 1 on. Call `leave` on the subscription when done with it.

        Raises `NoSuchFrame` if `after` was never told, `TooManyReaders` when the feed has too many.
        """
        readers = room.readers.setdefault(viewer, [])
        if len(readers) >= (self._limits.spectators if viewer == SPECTATOR else self._limits.readers):
            raise TooManyReaders(f"this feed has {len(readers)} readers already; end one of them first")
        if room.live is not None:
            _check_told(room.live, viewer, after)
        reader = Subscription(viewer, after, self._limits.lag_frames, wake, room.leave)
        readers.append(reader)
        try:
            await self.catch_up(room, reader)
        except BaseException:
            reader.leave()
            raise
        return reader

    async def frames(self, room: Room, viewer: Seat, after: int) -> list[Frame]:
        """The frames told after number `after`, up to now."""
        if room.live is None:
            return []
        _check_told(room.live, viewer, after)
        return await self._feed(room.match, room.live, viewer, after)

    async def look(self, room: Room, access: Access) -> Look:
        """The table as this viewer knows it now."""
        found = glance(room, access)
        if found is None:
            live = room.live
            if live is None:
                raise NotOpenYet("this match was stopped and cannot be shown; ask the official")
            live.keep_view(access.viewer, await self._feed(room.match, live, access.viewer, 0))
            found = _look(live, access)
        return found

    async def catch_up(self, room: Room, reader: Subscription) -> None:
        """Bring a reader to what was told last; if the match leaves the memory meanwhile, its return will do so."""
        live = room.live
        if live is not None:
            await self.keep_tally(room, reader.viewer)
            frames = await self._feed(room.match, live, reader.viewer, reader.number)
            if room.live is not live:
                return
            reader.catch_up(frames, self._loop.time())
            last = live.last_told(reader.viewer)
            if last is not None and last.outcome is not None:
                reader.end(Close.MATCH_OVER)
        if room.is_stopped:
            reader.end(room.closing)

    async def keep_tally(self, room: Room, viewer: Seat) -> None:
        """Have receipts for a viewer at hand from now on; the open table gets none."""
        while (live := room.live) is not None:
            tally = live.tally
            if tally is None or viewer == OPEN_TABLE or tally.has(viewer):
                return
            tally.keep(viewer, await self._feed(room.match, live, viewer, 0))

    async def _feed(self, match: str, live: Live, viewer: Seat, after: int) -> list[Frame]:
        """All frames told after number `after`. Nothing is awaited after the last look, so nothing is missing."""
        frames: list[Frame] = []
        while (rest := live.tail(viewer, after)) is None:
            entries = await asyncio.to_thread(self._store.entries, match)
            frames += await cut_again(entries, viewer, after, live.told(viewer), self._settle)
            after = frames[-1].number
        return frames + rest


def glance(room: Room, access: Access) -> Look | None:
    """The table as this viewer knows it, or None where it has to be read from the log first."""
    live = room.live
    return None if live is None or live.view(access.viewer) is None else _look(live, access)


def _check_told(live: Live, viewer: Seat, after: int) -> None:
    told = live.told(viewer)
    if not 0 <= after <= told:
        raise NoSuchFrame(f"this feed has {told} frames so far; resume after one of them, or after 0 for all")


def _look(live: Live, access: Access) -> Look:
    view = live.view(access.viewer)
    last = live.last_told(access.viewer)
    assert view is not None
    if last is None:
        return Look(0, view.state, None, (), None)
    question = last.question
    if question is not None and live.remembered[access.seat].answered >= question.number:
        question = None
    return Look(last.number, view.state, question, last.waiting_for, last.outcome)
