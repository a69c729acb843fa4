"""Expiry: matches that nobody fills are cancelled, so that they do not count as open for ever.

Once a minute the open matches of the store are looked through. The first time also counts those that were created with
an API key before the server was started.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import msgspec

from referee.audit.entries import SERVER
from referee.audit.problems import CaseError
from referee.log.records import MatchPlace, MatchRow
from referee.log.store import Store
from referee.server.clocks import now_ms
from referee.server.officials import Officials
from referee.server.quotas import Quotas
from referee.server.sessions import Sessions
from referee.server.settings import Policy, ReportFault

_SWEEP_SECONDS = 60.0
_ROWS_PER_SLICE = 256
"""Number of matches that are read at once."""


class Expiry:
    """Cancels the matches of a server that did not begin in time."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        officials: Officials,
        quotas: Quotas,
        report: ReportFault,
        *,
        now: Callable[[], int] = now_ms,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._officials = officials
        self._quotas = quotas
        self._report = report
        self._now = now
        self._begun: set[str] = set()
        """Matches that have begun, so that their entries are looked at only once."""
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(_SWEEP_SECONDS, self._start)
        self._task: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Stop looking, and finish what has begun."""
        self._timer.cancel()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    def _start(self) -> None:
        self._timer = self._loop.call_later(_SWEEP_SECONDS, self._start)
        if self._task is None or self._task.done():
            self._task = self._loop.create_task(self._sweep_and_report())

    async def _sweep_and_report(self) -> None:
        try:
            await self.sweep()
        except Exception as fault:  # noqa: BLE001 - the next sweep tries again
            self._report("", fault)

    async def sweep(self) -> None:
        """Cancel every match that did not begin in time."""
        seen: set[str] = set()
        before: MatchPlace | None = None
        is_last = False
        while not is_last:
            newest = partial(self._store.newest_matches, _ROWS_PER_SLICE, before=before, status="open")
            rows = await asyncio.to_thread(newest)
            is_last = len(rows) < _ROWS_PER_SLICE
            for row in rows:
                before = MatchPlace(row.at, row.match)
                seen.add(row.match)
                await self._sweep_one(row)
        self._begun &= seen

    async def _sweep_one(self, row: MatchRow) -> None:
        policy = msgspec.json.decode(row.policy, type=Policy)
        if policy.owner:
            self._quotas.match_opened(row.match, f"key {policy.owner}")
        if row.match not in self._begun and self._is_late(row, policy):
            await self._look_at(row, policy)

    def _is_late(self, row: MatchRow, policy: Policy) -> bool:
        return bool(policy.seconds_to_fill) and row.at + policy.seconds_to_fill * 1000 <= self._now()

    async def _look_at(self, row: MatchRow, policy: Policy) -> None:
        """Cancel a match unless it has begun."""
        if await asyncio.to_thread(partial(self._store.entries, row.match, after=0)):
            self._begun.add(row.match)
            return
        try:
            session = await self._sessions.get(row.match)
            reason = f"not every seat was taken within {policy.seconds_to_fill} seconds"
            await self._officials.cancel(session, SERVER, reason)
        except CaseError:
            # It began, or was cancelled, in the meantime.
            return
        except Exception as fault:  # noqa: BLE001 - the other matches need their turn
            self._report(row.match, fault)
