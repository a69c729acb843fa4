"""Group commit: many waiting writes, one visit to the disk.

A durable commit costs the same for one record as for a hundred. One thread owns the writing side of a store;
while it commits, further writes gather, and the next commit takes all of them. The busier the server,
the larger the groups.

**What a failure means.** A write is acknowledged only after the commit it was part of. If that commit fails,
every write in it is told so and nothing of it is kept. The thread then goes on: later writes stand on their
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

_GATHER_SECONDS = 0.002
_LARGE_GROUP = 32
"""After a commit of several writes, but fewer than this, the next waits a moment for its own company.

A commit takes as much of the processor as deciding the moves in it. A lone writer never waits.
"""


class GroupCommit:
    """Writes to a store from an event loop, without blocking it. The store stays the caller's to close."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[_Put | None] = SimpleQueue()
        self._damage: StoreDamaged | None = None
        self._closed = False
        self._thread = Thread(target=self._work, name="referee-log", daemon=True)
        self._thread.start()

    def put_nowait(self, records: Sequence[Record], done: Done) -> None:
        """Have the records written, all or none, after everything put before; `done` hears of it."""
        if self._closed:
            raise StoreFailed("the log is closed; nothing was written")
        self._queue.put((records, done))

    async def put(self, records: Sequence[Record]) -> None:
        """Return when the records are durable, or raise the `StoreError` that kept them from being written.

        Cancelling the wait does not cancel the write.
        """
        outcome: asyncio.Future[None] = self._loop.create_future()
        self.put_nowait(records, partial(settle, outcome))
        await outcome

    async def close(self) -> None:
        """Finish everything that was put, tell everyone, and end the thread."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        open_ = True
        group: list[_Put] = []
        while open_:
            puts = [self._queue.get()]
            if 1 < len(group) < _LARGE_GROUP:
                # Others are about: let them come along.
                time.sleep(_GATHER_SECONDS)
            puts += [self._queue.get_nowait() for _ in range(self._queue.qsize())]
            group = [put for put in puts if put is not None]
            open_ = len(group) == len(puts)
            if group:
                self._tell(self._commit(group))

    def _commit(self, group: list[_Put]) -> list[tuple[Done, StoreError | None]]:
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

    def _tell(self, outcomes: list[tuple[Done, StoreError | None]]) -> None:
        try:
            self._loop.call_soon_threadsafe(self._tell_each, outcomes)
        except RuntimeError:
            # The loop was closed under us: what is written stays written, and nobody is left to tell.
            return

    def _tell_each(self, outcomes: list[tuple[Done, StoreError | None]]) -> None:
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
