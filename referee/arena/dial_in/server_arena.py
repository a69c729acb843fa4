"""An event whose matches are played at a referee, by entrants that dial in, local bots, or both.

The log is the only state. Everything else is found again after a restart: who has a seat follows from the matches that
are not over, and the matches from the secret of the event.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from referee.arena.admission import not_admitted
from referee.arena.dial_in.entrances import Entrances
from referee.arena.dial_in.public_state import read_standings, state_message
from referee.arena.dial_in.server_match import MatchAttempt, ServerMatch
from referee.arena.entrant_bots import check_entrant
from referee.arena.event_entries import (
    EntrantEntered,
    EntropyCommitted,
    EntropyRevealed,
    EventBegun,
    LoggedEntry,
    OfficialStep,
)
from referee.arena.event_record import EventLog
from referee.arena.local_arena import LocalArena, settled_entropy
from referee.arena.local_play import MatchTask
from referee.arena.official_steps import take_official_step, take_requests
from referee.arena.schedule_check import check_schedule
from referee.local.class_bot import close_class_host
from referee.log.records import Record
from referee.match.entropy import WrongEntropy, commitment_to
from referee.wire.codec import codec_of
from referee.wire.times import duration
from referee_api.v1 import arena_pb2 as arena
from referee_client import aio

SECONDS_BETWEEN_REQUESTS = 0.25
"""How often the folder is searched for steps of officials."""


class ServerArena(LocalArena):
    """Plays an event to its end. Use it on one event loop."""

    def __init__(
        self,
        log: EventLog,
        database: Path,
        referee: aio.Client,
        matches_at_once: int,
        *,
        on_entries: Callable[[], None] = lambda: None,
    ) -> None:
        """`database` is that of the event; requests of officials are left next to it."""
        super().__init__(log, database.parent / "bots", 1, on_entries=on_entries)
        self.log = log
        self.database = database
        self.entrances = Entrances(log.state.event)
        self._requests = database.parent
        self._referee = referee
        self._turns = asyncio.Semaphore(matches_at_once)
        self._changed = asyncio.Event()
        self._told = state_message(log.state)
        self._awaits_entropy = False
        """Whether the entrants are to reveal their entropy."""

    # --- what others read and do ---

    async def standings(self) -> arena.GetStandingsResponse:
        """Return the standings as everyone may see them, worked out in a thread from the stored log."""
        if self.log.state.entropy is None:
            return arena.GetStandingsResponse()
        return await asyncio.to_thread(read_standings, self.database)

    def entrant_with(self, token: str) -> int | None:
        """Return the number of the entrant with this token, or None."""
        given = sha256(token.encode()).hexdigest()
        found = [
            number
            for number, stored in self.log.state.token_hashes.items()
            if hmac.compare_digest(stored, given)
        ]
        return found[0] if found else None

    def enter(self, number: int, hello: arena.EnterHello) -> None:
        """Note which program has entered, and its commitment to entropy if it is the first one and not too late."""
        state, entries = self.log.state, list[LoggedEntry]()
        client = hello.client
        entered = EntrantEntered(number, client.name, client.version, hello.build, client.language)
        if state.entered.get(number) != entered:
            entries.append(entered)
        if hello.entropy_commitment and number not in state.pledges and state.entropy is None:
            entries.append(EntropyCommitted(number, hello.entropy_commitment.hex()))
        if entries:
            self._append(entries)

    def awaits_entropy_of(self, number: int) -> bool:
        """Return whether an entrant is to reveal its entropy now."""
        return self._awaits_entropy and self.log.state.entropy is None and number in self._silent()

    def entropy_request(self) -> arena.EnterResponse:
        """Return the message that asks for entropy."""
        seconds = self.log.state.event.dial_in.seconds_to_reveal
        return arena.EnterResponse(entropy_awaited=arena.EntropyAwaited(time=duration(seconds)))

    def reveal(self, number: int, entropy: bytes) -> bool:
        """Store the entropy of an entrant; return False if it is not awaited now. Raise `WrongEntropy`."""
        state = self.log.state
        pledge = state.pledges.get(number)
        if pledge is None or state.entropy is not None:
            return False
        if commitment_to(entropy).hex() != pledge.commitment:
            raise WrongEntropy("the entropy does not match the commitment of this entrant")
        if number not in state.revealed:
            self._append([EntropyRevealed(number, entropy.hex())])
        return True

    def take_step(self, step: OfficialStep) -> None:
        """Check a step of an official and write it; raise `OfficialStepRefused`."""
        take_official_step(self.log, step)
        self._note_change()

    # --- the event ---

    async def play(self) -> None:
        """Play the event to its end. While it is paused, wait until it is resumed."""
        event = self.log.state.event
        for entrant in event.entrants:
            if not entrant.dial_in:
                check_entrant(event, entrant)
        self._folder.mkdir(mode=0o700, exist_ok=True)
        codec_of(event.game)
        helpers = [
            asyncio.create_task(self.entrances.check_presence()),
            asyncio.create_task(self._take_requests()),
        ]
        try:
            if self.log.state.entropy is None:
                await self._settle_luck()
            check_schedule(self.log, self._planner)
            while not self.log.state.finished:
                if self.log.state.paused:
                    await self._until(lambda: not self.log.state.paused)
                elif tasks := self._tasks():
                    await self._play_together(tasks)
                else:
                    self._pair_or_finish()
            self.entrances.tell_all(arena.EnterResponse(standings=await self.standings()))
            self.entrances.tell_all(arena.EnterResponse(state=state_message(self.log.state)))
        finally:
            for helper in helpers:
                helper.cancel()
            await asyncio.gather(*helpers, return_exceptions=True)
            close_class_host()

    async def _settle_luck(self) -> None:
        """Wait for the entrants, then for the entropy that they committed to, and begin the event."""
        times = self.log.state.event.dial_in
        await self._until(self._all_have_entered, times.seconds_to_enter)
        for number in self._silent():
            self.entrances.tell(number, self.entropy_request())
        self._awaits_entropy = True
        await self._until(lambda: not self._silent(), times.seconds_to_reveal)
        await self._until(lambda: not self.log.state.paused)
        if self.log.state.event.check_bots:
            state = self.log.state
            self._append([*await asyncio.to_thread(not_admitted, state.event, state.active)])
        self._append([EventBegun(settled_entropy(self.log))])

    def _all_have_entered(self) -> bool:
        state = self.log.state
        return all(
            [number in state.entered or number in state.withdrawn for number in self.entrances.numbers]
        )

    def _silent(self) -> list[int]:
        """Return the entrants that have not revealed the entropy they committed to."""
        state = self.log.state
        return [number for number in state.pledges if number not in state.revealed]

    async def _until(self, holds: Callable[[], bool], seconds: float | None = None) -> None:
        """Wait until something holds, or for this long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not holds():
                    self._changed.clear()
                    await self._changed.wait()

    async def _play_together(self, tasks: Sequence[MatchTask]) -> None:
        """Play matches at the same time, as many as may be, in an order that tells nothing about the deals."""
        order = sorted(tasks, key=lambda task: hmac.digest(self.log.secret, task.match.id.encode(), "sha256"))
        async with asyncio.TaskGroup() as group:
            for task in order:
                group.create_task(self._play_in_turn(task))

    async def _play_in_turn(self, task: MatchTask) -> None:
        async with self._turns:
            state = self.log.state
            if state.paused or state.stopped or state.finished:
                return
            progress = state.matches[task.match.id]
            if progress.result is not None:
                return
            lost = [each for each in progress.lost if each.attempt == progress.attempt]
            withdrawn = task._replace(withdrawn=frozenset(state.withdrawn))
            attempt = MatchAttempt(withdrawn, progress.attempt, self.log.secret, lost)
            match = ServerMatch(self._referee, attempt, self.entrances, lambda loss: self._append([loss]))
            self._record(await match.play())

    async def _take_requests(self) -> None:
        """Carry out what officials leave in the folder, until cancelled."""
        while True:
            before = len(self.log.entries)
            take_requests(self.log, self._requests)
            if len(self.log.entries) > before:
                self._note_change()
            await asyncio.sleep(SECONDS_BETWEEN_REQUESTS)

    def _append(self, entries: list[LoggedEntry], records: list[Record] | None = None) -> None:
        super()._append(entries, records)
        self._note_change()

    def _note_change(self) -> None:
        """Tell everyone who waits for something, and the entrants whom it concerns."""
        self._changed.set()
        for number, left in self.log.state.withdrawn.items():
            self.entrances.withdraw(number, left.reason)
        state = state_message(self.log.state)
        # The end is told together with the standings.
        if state != self._told and not self.log.state.finished:
            self._told = state
            self.entrances.tell_all(arena.EnterResponse(state=state))
