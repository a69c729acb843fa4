"""The cache of sessions: matches are created, loaded on demand, looked after once a second, and evicted when idle.

A match that nobody uses leaves the memory after a while, and is loaded again by running its log: on demand, or when a
deadline comes (see `wakeups`). So a server that restarts has nothing to load.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import msgspec

from referee.kernel.game import Charter
from referee.log.chain import GENESIS, link
from referee.log.records import NO_SEAT, MatchOpened, MatchRow, Role, SeatTaken
from referee.log.store import Store, StoreDamaged, StoreError
from referee.log.writer import GroupCommit
from referee.match.charters import Settle
from referee.match.entries import encode
from referee.match.match import Match
from referee.replay.rerun import Mismatch
from referee.server.access import (
    NoAccess,
    new_match_id,
    new_salt,
    new_token,
    repeatable_match_id,
    token_hash,
)
from referee.server.auditing import Auditing, unrecorded_forfeits
from referee.server.clocks import WallTime, extra_seconds, now_ms, real_seconds
from referee.server.errors import RequestIdReused
from referee.server.joining import Joining
from referee.server.loading import load_match, new_loaded_match, read_stored_match
from referee.server.match_events import (
    CreatedEvent,
    LoadedEvent,
    NoteEvent,
    RecoveredEvent,
    UnloadableEvent,
)
from referee.server.published import all_viewers
from referee.server.receipts import ReceiptSigner
from referee.server.results import Created
from referee.server.session import Session
from referee.server.settings import Policy, ReportFault, SessionLimits, check_policy
from referee.server.slices import Slices
from referee.server.submitting import IntentWriter
from referee.server.subscriptions import Close
from referee.server.viewing import Viewing
from referee.server.wakeups import Wakeup, Wakeups, seconds_to_wait

_SWEEP_SECONDS = 1.0

_WAKEUPS_AT_ONCE = 64
"""Maximum number of matches that are being loaded because of a deadline; more of them wait for the next sweep."""

_OVERLOAD_SECONDS = 1.0
"""By how much a sweep must be late to count as overload, so that the time is credited to those who are asked."""

_RETRY_SECONDS = 60.0
"""Time after which a wake-up that failed is tried again."""


class Sessions:
    """The sessions of a server."""

    def __init__(
        self,
        store: Store,
        log: GroupCommit,
        writer: IntentWriter,
        auditing: Auditing,
        joining: Joining,
        viewing: Viewing,
        limits: SessionLimits,
        settle: Settle,
        signer: ReceiptSigner,
        report: ReportFault,
        note: NoteEvent,
        slices: Slices,
    ) -> None:
        self._store = store
        self._log = log
        self._writer = writer
        self._auditing = auditing
        self._joining = joining
        self._viewing = viewing
        self._limits = limits
        self._settle = settle
        self._signer = signer
        self._report = report
        self._note = note
        self._slices = slices
        self._loop = asyncio.get_running_loop()
        self.wall_time = WallTime(self._loop.time())
        """The time of day of deadlines."""
        self.cache: dict[str, Session] = {}
        """Sessions by match id."""
        self.on_closed: Callable[[str], object] = lambda match_id: None
        """Called with the id of a match that is over."""
        self._loading: dict[str, asyncio.Task[Session]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.wakeups = Wakeups()
        """The deadlines of matches that are not in memory."""
        self._waking: set[str] = set()
        self.start("", self._find_waiting())
        self._sweeper = self._loop.call_later(_SWEEP_SECONDS, self._sweep)
        self._swept = real_seconds()

    async def close(self) -> None:
        """End every subscription, and wait for the background tasks."""
        self._sweeper.cancel()
        for session in self.cache.values():
            for reader in session.all_readers():
                reader.end(Close.SHUT_DOWN)
        await asyncio.gather(*self._tasks, *self._loading.values(), return_exceptions=True)

    # --- matches that go on by themselves ---

    async def _find_waiting(self) -> None:
        """Schedule the matches that were being played when the server stopped; their seats get their full time."""
        waiting = await asyncio.to_thread(seconds_to_wait, self._store)
        now = self._loop.time()
        for match_id, seconds in waiting.items():
            if match_id not in self.cache and match_id not in self.wakeups:
                due = now + seconds
                self.wakeups.put(match_id, Wakeup(due, since=now, reveal_by=due))

    async def _wake(self, match_id: str) -> None:
        """Load a match because its deadline has come; the next sweep takes the consequences."""
        try:
            await self.get(match_id)
        except StoreDamaged:
            self.wakeups.take(match_id)
            raise
        except StoreError:
            wakeup = self.wakeups.take(match_id)
            if wakeup is not None:
                self.wakeups.put(match_id, wakeup._replace(due=self._loop.time() + _RETRY_SECONDS))
            raise
        finally:
            self._waking.discard(match_id)

    # --- create and load ---

    async def create(
        self, charter: Charter, policy: Policy, token: str = "", request_id: str = ""
    ) -> Created:
        """Create a match; raises a ValueError that says what is wrong with the charter.

        Whoever has the token is the arbiter of an unrefereed match, and the organiser of any other. The charter gets a
        salt, unless it has one, because its hash is public and the seed may be easy to guess, and the mark of an
        unrefereed match, so that every replay has it.
        """
        check_policy(policy)
        if charter.salt is msgspec.UNSET:
            charter = msgspec.structs.replace(charter, salt=new_salt())
        charter = msgspec.structs.replace(charter, unrefereed=policy.unrefereed or msgspec.UNSET)
        # Setting up a table takes milliseconds, and a caller can ask for many at once.
        await self._slices.next()
        terms = self._settle(charter)
        body = encode(terms.charter)
        match_id = repeatable_match_id(token, request_id) if request_id else new_match_id()
        token, at = token or new_token(), now_ms()
        row = MatchRow(match_id, at, charter.game, encode(policy), "open", 0, "")
        role: Role = "arbiter" if policy.unrefereed else "organiser"
        creator = SeatTaken(match_id, NO_SEAT, role, token_hash(token), "", at)
        opened = MatchOpened(match_id, at, row.game, body, link(GENESIS, body), row.policy)
        await self._log.put((opened, creator))
        session = self.cache[match_id] = Session(row, charter, [creator], self._signer, self.wall_time)
        match = Match(terms, viewers=all_viewers(charter.seats))
        session.load(new_loaded_match(match_id, match, self._signer, policy.clock))
        session.touched = self._loop.time()
        session.on_closed = self.on_closed
        self._note(CreatedEvent(match_id, charter.game, charter.seats))
        return Created(match_id, token, role)

    async def find_created(
        self, match_id: str, token: str, charter: Charter, policy: Policy
    ) -> Created | None:
        """Return the match that an earlier request with this id created, or None; raises `RequestIdReused`."""
        try:
            session = await self.get(match_id)
        except NoAccess:
            return None
        access = session.tokens.get(token_hash(token))
        created = session.charter
        given = msgspec.structs.replace(charter, salt=created.salt, unrefereed=created.unrefereed)
        if not policy.seed_given:
            given = msgspec.structs.replace(given, seed=created.seed)
        settings = msgspec.structs.replace(policy, owner=session.policy.owner)
        if access is None or given != created or settings != session.policy:
            raise RequestIdReused("this request id was used for another match; use a new one")
        return Created(match_id, token, access.role)

    def find(self, match_id: str) -> Session | None:
        """Return the session of a match, or None if the match has to be loaded first."""
        session = self.cache.get(match_id)
        return None if session is None or (session.match is None and not session.is_stopped) else session

    async def get(self, match_id: str) -> Session:
        """Return the session of a match, with the match in memory unless it was stopped.

        Raises `NoAccess` if there is no such match.
        """
        session = self.cache.get(match_id)
        if session is None or (session.match is None and not session.is_stopped):
            loading = self._loading.get(match_id)
            if loading is None:
                loading = self._loading[match_id] = self._loop.create_task(self._load(match_id))
                loading.add_done_callback(partial(self._loaded, match_id))
            session = await asyncio.shield(loading)
        session.touched = self._loop.time()
        return session

    async def _load(self, match_id: str) -> Session:
        """Load a match from the store, and bring everyone who waits for it up to date."""
        stored = await asyncio.to_thread(read_stored_match, self._store, match_id)
        if stored is None:
            raise NoAccess
        session = self.cache.get(match_id)
        if session is None:
            session = Session.of_stored(stored, self._signer, self.wall_time)
            session.on_closed = self.on_closed
            self.cache[match_id] = session
        try:
            loaded = await load_match(stored, session.charter.seats, self._settle, self._signer, self._slices)
        except Mismatch as mismatch:
            # Not stored: a referee with corrected rules may be able to continue the match.
            self._report(match_id, mismatch)
            self.wakeups.take(match_id)
            session.is_lost = False
            session.stop()
            self._note(UnloadableEvent(match_id, session.charter.game))
            return session
        kind = RecoveredEvent if session.is_lost else LoadedEvent
        session.load(loaded)
        answered = {seat: seen.last_entry for seat, seen in enumerate(loaded.seen)}
        session.clocks.extra = extra_seconds(session.audit_log.state.time_extensions, answered)
        self._note(kind(match_id, session.charter.game))
        session.started_at = stored.started_at
        undo = session.audit_log.state.undo
        if undo is not None and undo.entry != loaded.match.seq:
            session.drop_undo()
        session.restart_clocks(self._loop.time(), self.wakeups.take(match_id))
        self._joining.begin_if_ready(session)
        self._writer.play_opened(session)
        self._writer.start_orders(session)
        for reader in session.all_readers():
            await self._viewing.catch_up(session, reader)
        return session

    def _loaded(self, match_id: str, task: asyncio.Task[Session]) -> None:
        del self._loading[match_id]
        if not task.cancelled():
            # Retrieved, so that asyncio does not report it if the caller that waited for it has gone.
            task.exception()

    def start(self, match_id: str, work: Coroutine[Any, Any, object]) -> None:
        """Run work for a match in the background; a fault in it is reported."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(partial(self._finished, match_id))

    def _finished(self, match_id: str, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        fault = None if task.cancelled() else task.exception()
        if isinstance(fault, Exception):
            self._report(match_id, fault)

    # --- once a second ---

    def _sweep(self) -> None:
        """Look after every session, whatever fails in one of them."""
        now = self._loop.time()
        self._credit_overload(now)
        for session in list(self.cache.values()):
            try:
                self._look_after(session, now)
            except Exception as fault:  # noqa: BLE001 - the other sessions need their turn
                self._report(session.match_id, fault)
        for match_id in self.wakeups.due(now, _WAKEUPS_AT_ONCE - len(self._waking)):
            self._waking.add(match_id)
            self.start(match_id, self._wake(match_id))
        self._evict(now)
        self._sweeper = self._loop.call_later(_SWEEP_SECONDS, self._sweep)

    def _credit_overload(self, now: float) -> None:
        """Credit everyone who is asked with the time by which the server is late, because it was too busy."""
        swept, self._swept = self._swept, real_seconds()
        late = self._swept - swept - _SWEEP_SECONDS
        if late >= _OVERLOAD_SECONDS:
            for session in self.cache.values():
                session.clocks.credit_all(int(late * 1000), now)

    def _look_after(self, session: Session, now: float) -> None:
        """Time out seats, cut off readers that lag, and load a match that was lost."""
        for seat in session.clocks.expired(now):
            self._writer.time_out(session, seat)
        if session.reveal_by is not None and session.reveal_by <= now:
            self.start(session.match_id, self._joining.begin_without_entropy(session))
        # Not while a step is under way: it may be the one that ends the freeze.
        if session.is_frozen and not session.holds and session.is_freeze_over(now_ms()):
            self.start(session.match_id, self._auditing.end_freezes(session))
        if session.clocks.banks.out and not session.holds and unrecorded_forfeits(session):
            self.start(session.match_id, self._auditing.note_forfeits(session))
        for reader in session.all_readers():
            if reader.is_lagging(now, self._limits.lag_seconds):
                reader.end(Close.LAGGING)
        if session.is_lost:
            self.start(session.match_id, self.get(session.match_id))

    def _evict(self, now: float) -> None:
        """Drop idle matches from memory, and the least recently used ones if there are too many."""
        limits = self._limits
        idle = [session for session in self.cache.values() if now - session.touched >= limits.idle_seconds]
        too_many = len(self.cache) - limits.live_matches
        if too_many > len(idle):
            idle = sorted(self.cache.values(), key=lambda session: session.touched)[:too_many]
        for session in idle:
            if session.is_idle and session.match_id not in self._loading:
                wakeup = session.wakeup(now, now_ms())
                if wakeup is not None:
                    self.wakeups.put(session.match_id, wakeup)
                session.unload()
                if not session.all_readers():
                    del self.cache[session.match_id]
