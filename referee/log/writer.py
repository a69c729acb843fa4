"""Group commit: many waiting writes, one visit to the disk.

A durable commit costs the same for one record as for a hundred. So while others are about, a write waits a moment for
their company, and all go together. A lone writer never waits.

**Who goes to the disk.** A visit to a quick disk is shorter than handing the records to another thread and hearing
of it, so the event loop goes itself. A slow disk must not hold it up: then a thread goes, and whatever is put meanwhile
gathers for the next visit. A disk is taken to be slow until it has been tried, and again whenever it was seen to be.

**What a failure means.** A write is acknowledged only after the commit it was part of. If that commit fails,
every write in it is told so and nothing of it is kept. Writing then goes on: later writes stand on their
own, and the store refuses an entry whose forerunner was lost. So what belongs together (a last entry and the
closing of the match) goes into one write, and whoever is told of a failure rebuilds the match from the store.
Two failures are special:

- `Misfit`, or a fault of ours, is about one write, so the writes of its group are then made one by one and
  only the one at fault is refused;
- `StoreDamaged` ends all writing: what is damaged must not be written over.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue
from threading import Thread

from referee.log.records import Record
from referee.log.store import Misfit, Store, StoreBusy, StoreDamaged, StoreError, StoreFailed

Done = Callable[[StoreError | None], object]
"""Told once, on the event loop: None when the write is durable, else why nothing was written."""

_Put = tuple[Sequence[Record], Done]
_Outcomes = list[tuple[Done, StoreError | None]]

_GATHER_SECONDS = 0.004
"""The longest that a write waits for company."""
_LARGE_GROUP = 32
"""So many need no more company."""
_QUICK_SECONDS = 0.002
"""A disk that takes longer is slow."""
_SPELL = 32
"""So many visits are made by the thread before the loop tries the disk itself."""


class GroupCommit:
    """Writes to a store from an event loop, without holding it up. The store stays the caller's to close."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._waiting: list[_Put] = []
        self._visit: asyncio.Handle | None = None
        """The visit that is planned for those who wait."""
        self._visited = 0.0
        """When; by a clock that goes on while the loop is at the disk, which the loop's own may not."""
        self._company: tuple[set[str], set[str]] = (set(), set())
        """The matches of the last two visits."""
        self._enough = 0
        """So many need not wait any longer."""
        self._left_to_thread = _SPELL
        self._is_away = False
        """Whether the thread is at the disk."""
        self._groups: SimpleQueue[list[_Put] | None] = SimpleQueue()
        self._damage: StoreDamaged | None = None
        self._closed = False
        self._thread = Thread(target=self._work, name="referee-log", daemon=True)
        self._thread.start()

    def put_nowait(self, records: Sequence[Record], done: Done) -> None:
        """Have the records written, all or none, after everything put before; `done` hears of it."""
        if self._closed:
            raise StoreFailed("the log is closed; nothing was written")
        self._waiting.append((records, done))
        if self._is_away:
            return
        if self._visit is None:
            self._plan()
        elif len(self._waiting) == self._enough:
            self._visit.cancel()
            self._visit = self._loop.call_soon(self._go)

    async def put(self, records: Sequence[Record]) -> None:
        """Return when the records are durable, or raise the `StoreError` that kept them from being written.

        Cancelling the wait does not cancel the write.
        """
        outcome: asyncio.Future[None] = self._loop.create_future()
        self.put_nowait(records, partial(settle, outcome))
        await outcome

    async def close(self) -> None:
        """Finish everything that was put, tell everyone, and end the thread."""
        self._closed = True
        if self._visit is not None:
            self._visit.cancel()
        await asyncio.to_thread(self._finish)

    def _finish(self) -> None:
        self._groups.put(None)
        self._thread.join()
        rest, self._waiting = self._waiting, []
        if rest:
            self._tell(self._commit(rest))

    def _plan(self) -> None:
        """Plan the next visit: at once, or in a moment where others who were there lately may come along."""
        if time.monotonic() - self._visited > 2 * _GATHER_SECONDS:
            self._company = set(), set()
        self._enough = min(len(set.union(*self._company)), _LARGE_GROUP)
        if len(self._waiting) >= self._enough:
            self._visit = self._loop.call_soon(self._go)
        else:
            self._visit = self._loop.call_later(_GATHER_SECONDS, self._go)

    def _go(self) -> None:
        """Have all who wait written: here, or by the thread where the disk may be slow."""
        group, self._waiting, self._visit = self._waiting, [], None
        self._company = self._company[1], {records[0].match for records, _ in group if records}
        if self._left_to_thread > 0:
            self._left_to_thread -= 1
            self._is_away = True
            self._groups.put(group)
            return
        began = time.monotonic()
        outcomes = self._commit(group)
        self._visited = time.monotonic()
        if self._visited - began > _QUICK_SECONDS:
            self._left_to_thread = _SPELL
        self._tell_each(outcomes)

    def _work(self) -> None:
        while (group := self._groups.get()) is not None:
            self._tell(self._commit(group))

    def _commit(self, group: list[_Put]) -> _Outcomes:
        """Write a group and pair everyone who waits for it with the outcome."""
        error: StoreError | None = self._damage
        if error is None:
            try:
                self._store.write([record for records, _ in group for record in records])
            except StoreDamaged as damage:
                error = self._damage = damage
            except (StoreBusy, StoreFailed) as failure:
                error = failure
            except Exception as fault:  # noqa: BLE001 - whoever waits must be told, whatever it was
                if len(group) > 1:
                    return [outcome for put in group for outcome in self._commit([put])]
                error = fault if isinstance(fault, Misfit) else _fault_of_ours(fault)
        return [(done, error) for _, done in group]

    def _tell(self, outcomes: _Outcomes) -> None:
        try:
            self._loop.call_soon_threadsafe(self._back, outcomes)
        except RuntimeError:
            # The loop was closed under us: what is written stays written, and nobody is left to tell.
            return

    def _back(self, outcomes: _Outcomes) -> None:
        """The thread is back from the disk."""
        self._is_away = False
        self._visited = time.monotonic()
        self._tell_each(outcomes)
        if self._waiting and self._visit is None and not self._closed:
            self._plan()

    def _tell_each(self, outcomes: _Outcomes) -> None:
        for done, error in outcomes:
            try:
                done(error)
            except Exception as fault:  # noqa: BLE001 - one listener's fault must not leave the others untold
                self._loop.call_exception_handler(
                    {"message": "a listener of the log failed", "exception": fault}
                )


def _fault_of_ours(fault: Exception) -> StoreFailed:
    error = StoreFailed(f"a fault of ours: {fault!r}")
    error.__cause__ = fault
    return error


def settle(outcome: asyncio.Future[None], error: Exception | None) -> None:
    """Tell whoever still waits that something is done, or what kept it from being so."""
    if outcome.cancelled():
        return
    if error is None:
        outcome.set_result(None)
    else:
        outcome.set_exception(error)
