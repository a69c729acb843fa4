"""The hall: all rooms that are in memory, how they come and go, and what becomes due in them.

A match nobody speaks of is dropped after a while and rebuilt on demand, by running its script over its log, so a
restart has nothing to load.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from referee.log.store import Store
from referee.match.charters import Settle
from referee.match.entries import decode_charter
from referee.replay.rerun import Mismatch
from referee.server.access import NoAccess
from referee.server.forms import Limits, Report
from referee.server.gallery import Gallery
from referee.server.live import rebuild_live
from referee.server.receipts import Notary
from referee.server.rooms import Room, read_stored
from referee.server.subscriptions import Close
from referee.server.usher import Usher

_SWEEP_SECONDS = 1.0


class Hall:
    """The rooms of a server. What comes back from the store is caught up by the clerk and the gallery."""

    def __init__(
        self,
        store: Store,
        usher: Usher,
        gallery: Gallery,
        limits: Limits,
        settle: Settle,
        notary: Notary,
        report: Report,
        begin_without: Callable[[Room], Coroutine[Any, Any, object]],
    ) -> None:
        self._store = store
        self._usher = usher
        self._clerk = usher.clerk
        self._gallery = gallery
        self._limits = limits
        self._settle = settle
        self._notary = notary
        self._report = report
        self._begin_without = begin_without
        """What is done with a match in which seats did not reveal their entropy in time."""
        self._loop = asyncio.get_running_loop()
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._sweeper = self._loop.call_later(_SWEEP_SECONDS, self._sweep)

    async def close(self) -> None:
        """End every stream, and wait for what is being done."""
        self._sweeper.cancel()
        for room in self.rooms.values():
            for reader in room.all_readers():
                reader.end(Close.SHUT_DOWN)
        await asyncio.gather(*self._tasks, *self._loading.values(), return_exceptions=True)

    def found(self, match: str) -> Room | None:
        """The room of a match, or None where it has to be built from the store first."""
        room = self.rooms.get(match)
        return None if room is None or (room.live is None and not room.is_stopped) else room

    async def room(self, match: str) -> Room:
        """The room of a match, with the match in memory unless it cannot be played on."""
        room = self.found(match)
        if room is None:
            loading = self._loading.get(match)
            if loading is None:
                loading = self._loading[match] = self._loop.create_task(self._load(match))
                loading.add_done_callback(partial(self._loaded, match))
            room = await asyncio.shield(loading)
        room.touched = self._loop.time()
        return room

    async def _load(self, match: str) -> Room:
        """Build a match from the store. Every fact and draw is compared with the log on the way."""
        stored = await asyncio.to_thread(read_stored, self._store, match)
        if stored is None:
            raise NoAccess
        room = self.rooms.get(match)
        if room is None:
            charter = decode_charter(stored.entries[0].body)
            room = self.rooms[match] = Room(stored.row, charter, stored.seats, stored.audit, stored.entropy)
            room.is_doubted = stored.is_doubted
        try:
            live = await rebuild_live(
                stored.entries, stored.orders, room.charter.seats, self._settle, self._notary
            )
        except Mismatch as mismatch:
            # Not written down: a referee whose rules are mended may be able to go on.
            self._report(match, mismatch)
            room.is_lost = False
            room.stop()
            return room
        live.reload_refusals(stored.rejections)
        room.live = live
        room.is_lost = False
        undo = room.ledger.docket.undo
        if undo is not None and undo.entry != live.match.seq:
            room.lapse()
        room.start_clocks(live.match.questions, self._loop.time())
        self._usher.resume(room)
        self._clerk.obey(room, live)
        for reader in room.all_readers():
            await self._gallery.catch_up(room, reader)
        return room

    def _loaded(self, match: str, task: asyncio.Task[Room]) -> None:
        del self._loading[match]
        if not task.cancelled():
            # Looked at, so that it is not reported as forgotten when whoever waited for it has gone.
            task.exception()

    def start(self, match: str, work: Coroutine[Any, Any, object]) -> None:
        """Do something for a match that nobody waits for."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(partial(self._finished, match))

    def _finished(self, match: str, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        fault = None if task.cancelled() else task.exception()
        if isinstance(fault, Exception):
            self._report(match, fault)

    def thaw(self, room: Room) -> None:
        """Go on with a match that was frozen: clocks start anew, and orders are obeyed again."""
        live = room.live
        if live is not None and not room.is_stopped:
            room.start_clocks(live.match.questions, self._loop.time())
            self._clerk.obey(room, live)

    def obey(self, room: Room) -> None:
        """Answer what standing orders could not answer while the match was halted."""
        if room.live is not None:
            self._clerk.obey(room, room.live)

    # --- once a second ---

    def _sweep(self) -> None:
        """Look after every room once a second, whatever goes wrong with one of them."""
        now = self._loop.time()
        for room in list(self.rooms.values()):
            try:
                self._look_after(room, now)
            except Exception as fault:  # noqa: BLE001 - the other rooms are to be looked after too
                self._report(room.match, fault)
        self._let_go(now)
        self._sweeper = self._loop.call_later(_SWEEP_SECONDS, self._sweep)

    def _look_after(self, room: Room, now: float) -> None:
        """Go on without seats whose time ran out, cut off readers that lag, bring back a match that was lost."""
        for seat in [seat for seat, end in room.deadlines.items() if end <= now]:
            self._clerk.run_out(room, seat)
        if room.reveal_by is not None and room.reveal_by <= now:
            self.start(room.match, self._begin_without(room))
        for reader in room.all_readers():
            if reader.is_lagging(now, self._limits.lag_seconds):
                reader.end(Close.LAGGING)
        if room.is_lost:
            self.start(room.match, self.room(room.match))

    def _let_go(self, now: float) -> None:
        """Drop matches from memory that nobody speaks of, or that are too many."""
        limits = self._limits
        idle = [room for room in self.rooms.values() if now - room.touched >= limits.idle_seconds]
        too_many = len(self.rooms) - limits.live_matches
        if too_many > len(idle):
            idle = sorted(self.rooms.values(), key=lambda room: room.touched)[:too_many]
        for room in idle:
            if room.is_idle and room.match not in self._loading:
                room.drop_live()
                if not room.all_readers():
                    del self.rooms[room.match]
