"""Group commit: many pending writes in one durable commit.

A durable commit takes as long for a hundred records as for one. So while several matches are active, a write waits a
moment for others and is committed together with them. If only one match is active, its writes never wait.

**Which thread commits.** On a fast disk a commit is quicker than handing the records to another thread, so the event
loop commits itself. A slow disk must not block the loop: then a thread commits, and new writes collect for the next
commit. The disk is considered slow until measured, and again for a while after every slow commit.

**Failures.** A write is acknowledged only after its commit. If the commit fails, every write in it fails and nothing of
it is kept. Later writes are still accepted, but the store refuses an entry whose predecessor was lost. So records that
belong together, such as the last entry and the closing of a match, go into one write, and the caller of a failed write
rebuilds its match from the store. Two failures are special:

- `StoreConflict`, or an unexpected exception, concerns one write. The writes of its group are then committed one by
  one, and only the faulty one fails.
- `StoreDamaged` ends all writing, because a damaged file must not be overwritten.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue
from threading import Thread

from referee.log.records import Record
from referee.log.store import Store, StoreBusy, StoreConflict, StoreDamaged, StoreError, StoreFailed

OnCommit = Callable[[int, float], object]
"""Called after a commit, in any thread, with the number of writes in it and the seconds that it took."""

Done = Callable[[StoreError | None], object]
"""Called once, on the event loop: with None when the write is durable, otherwise with the error."""

_Put = tuple[Sequence[Record], Done]
_Outcomes = list[tuple[Done, StoreError | None]]

_GATHER_SECONDS = 0.004
"""Longest time a write waits for others."""
_LARGE_GROUP = 32
"""Number of pending writes that are committed without further waiting."""
_QUICK_SECONDS = 0.002
"""A commit that takes longer counts as slow."""
_THREAD_COMMITS = 32
"""Number of commits made by the thread after a slow one, before the event loop commits itself again."""


class GroupCommit:
    """Writes to a store from an event loop without blocking it. The caller closes the store."""

    def __init__(self, store: Store, on_commit: OnCommit | None = None) -> None:
        self._store = store
        self._on_commit = on_commit
        self._loop = asyncio.get_running_loop()
        self._waiting: list[_Put] = []
        self._planned: asyncio.Handle | None = None
        """The planned commit of the waiting writes."""
        self._committed_at = 0.0
        """Time of the last commit, by `time.monotonic`: the clock of the loop may stand still during a commit."""
        self._recent: tuple[set[str], set[str]] = (set(), set())
        """The matches in the last two commits."""
        self._enough = 0
        """Number of waiting writes at which the commit starts at once."""
        self._left_to_thread = _THREAD_COMMITS
        """Number of commits still to be made by the thread."""
        self._thread_is_busy = False
        self._groups: SimpleQueue[list[_Put] | None] = SimpleQueue()
        self._damage: StoreDamaged | None = None
        self._closed = False
        self._thread = Thread(target=self._work, name="referee-log", daemon=True)
        self._thread.start()

    def put_nowait(self, records: Sequence[Record], done: Done) -> None:
        """Queue the records to be written, all or none, after everything queued before, and then call `done`."""
        if self._closed:
            done(StoreFailed("the log is closed; nothing was written"))
            return
        self._waiting.append((records, done))
        if self._thread_is_busy:
            return
        if self._planned is None:
            self._plan()
        elif len(self._waiting) == self._enough:
            self._planned.cancel()
            self._planned = self._loop.call_soon(self._start)

    async def put(self, records: Sequence[Record]) -> None:
        """Write the records and return when they are durable. Raise a `StoreError` if they were not written.

        Cancelling the call does not cancel the write.
        """
        outcome: asyncio.Future[None] = self._loop.create_future()
        self.put_nowait(records, partial(resolve, outcome))
        await outcome

    async def close(self) -> None:
        """Commit everything that is queued, call every `done`, and end the thread."""
        self._closed = True
        if self._planned is not None:
            self._planned.cancel()
        await asyncio.to_thread(self._finish)

    def _finish(self) -> None:
        self._groups.put(None)
        self._thread.join()
        rest, self._waiting = self._waiting, []
        if rest:
            self._report(self._commit(rest))

    def _plan(self) -> None:
        """Plan the next commit: at once, or in a moment if recently active matches may join it."""
        if time.monotonic() - self._committed_at > 2 * _GATHER_SECONDS:
            self._recent = set(), set()
        self._enough = min(len(set.union(*self._recent)), _LARGE_GROUP)
        if len(self._waiting) >= self._enough:
            self._planned = self._loop.call_soon(self._start)
        else:
            self._planned = self._loop.call_later(_GATHER_SECONDS, self._start)

    def _start(self) -> None:
        """Commit all waiting writes, here or in the thread if the disk may be slow."""
        group, self._waiting, self._planned = self._waiting, [], None
        self._recent = self._recent[1], {records[0].match for records, _ in group if records}
        if self._left_to_thread > 0:
            self._left_to_thread -= 1
            self._thread_is_busy = True
            self._groups.put(group)
            return
        began = time.monotonic()
        outcomes = self._commit(group)
        self._committed_at = time.monotonic()
        if self._committed_at - began > _QUICK_SECONDS:
            self._left_to_thread = _THREAD_COMMITS
        if self._on_commit is not None:
            self._on_commit(len(group), self._committed_at - began)
        self._call_back(outcomes)

    def _work(self) -> None:
        while (group := self._groups.get()) is not None:
            began = time.monotonic()
            outcomes = self._commit(group)
            if self._on_commit is not None:
                self._on_commit(len(group), time.monotonic() - began)
            self._report(outcomes)

    def _commit(self, group: list[_Put]) -> _Outcomes:
        """Write a group and return the outcome for each of its callbacks."""
        error: StoreError | None = self._damage
        if error is None:
            try:
                self._store.write([record for records, _ in group for record in records])
            except StoreDamaged as damage:
                error = self._damage = damage
            except (StoreBusy, StoreFailed) as failure:
                error = failure
            except Exception as fault:  # noqa: BLE001 - every callback must be called, whatever happened
                if len(group) > 1:
                    return [outcome for put in group for outcome in self._commit([put])]
                error = fault if isinstance(fault, StoreConflict) else _unexpected(fault)
        return [(done, error) for _, done in group]

    def _report(self, outcomes: _Outcomes) -> None:
        """Hand the outcomes of a commit from the thread to the event loop."""
        try:
            self._loop.call_soon_threadsafe(self._take_back, outcomes)
        except RuntimeError:
            # The loop was closed: what is written stays written, and there is nothing left to call.
            return

    def _take_back(self, outcomes: _Outcomes) -> None:
        """Continue on the event loop after a commit by the thread."""
        self._thread_is_busy = False
        self._committed_at = time.monotonic()
        self._call_back(outcomes)
        if self._waiting and self._planned is None and not self._closed:
            self._plan()

    def _call_back(self, outcomes: _Outcomes) -> None:
        for done, error in outcomes:
            try:
                done(error)
            except Exception as fault:  # noqa: BLE001 - a failing callback must not keep the others from being called
                self._loop.call_exception_handler({"message": "a log callback failed", "exception": fault})


def _unexpected(fault: Exception) -> StoreFailed:
    error = StoreFailed(f"unexpected error in the store: {fault!r}")
    error.__cause__ = fault
    return error


def resolve(outcome: asyncio.Future[None], error: Exception | None) -> None:
    """Set the result of a future, or its exception, unless it was cancelled."""
    if outcome.cancelled():
        return
    if error is None:
        outcome.set_result(None)
    else:
        outcome.set_exception(error)
