"""An event whose entrants all run on this machine: its matches are played on all cores, and its log grows with them.

Everything that is not in the log is worked out again: killed at any moment and started again, an event ends with the
same schedule, results and standings, as long as its bots do the same with the same seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path

import msgspec

from referee.arena.admission import ARENA, not_admitted
from referee.arena.entrant_bots import check_entrant
from referee.arena.event_entries import (
    AttemptFailed,
    EventBegun,
    EventFinished,
    EventPaused,
    LoggedEntry,
    ResultRecorded,
    RoundPaired,
)
from referee.arena.event_record import EventLog
from referee.arena.local_play import MatchTask, PlayedMatchTask, failed_attempt, play_scheduled
from referee.arena.match_results import walkover_result
from referee.arena.rounds import RoundPlanner, duel_test
from referee.arena.schedule_check import check_schedule
from referee.audit.entries import ResultKind
from referee.local.class_bot import close_class_host
from referee.local.local_errors import LocalError
from referee.local.worker_processes import WorkerProcesses
from referee.log.records import Record
from referee.server.clocks import now_ms
from referee.wire.codec import codec_of


class LocalArena:
    """Plays an event to its end, until it is paused, or until `is_stopped` says so."""

    def __init__(
        self,
        log: EventLog,
        folder: Path,
        workers: int,
        *,
        on_entries: Callable[[], None] = lambda: None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """`on_entries` is called whenever the log has grown, and may append to it."""
        self._log = log
        self._folder = folder
        self._workers = workers
        self._on_entries = on_entries
        self._is_stopped = is_stopped

    @cached_property
    def _planner(self) -> RoundPlanner:
        """What pairs the rounds, once the luck is settled."""
        return RoundPlanner(self._log.luck)

    def run(self) -> None:
        """Play all matches. Every result is durable before the next one counts."""
        log = self._log
        if log.state.finished:
            return
        if log.state.event.clock:
            raise LocalError(
                "the event has a clock, which only a server keeps: give --server; "
                "on this machine, seconds_per_answer is the limit"
            )
        try:
            for entrant in log.state.event.entrants:
                check_entrant(log.state.event, entrant)
        finally:
            close_class_host()
        if log.state.entropy is None:
            if log.state.event.check_bots:
                self._append([*not_admitted(log.state.event, log.state.active)])
            self._append([EventBegun(settled_entropy(log))])
        check_schedule(log, self._planner)
        # Made before the workers, which then have it.
        codec_of(log.state.event.game)
        with _pool(self._workers) as play:
            while not (log.state.finished or log.state.paused or self._is_stopped()):
                tasks = self._tasks()
                if not tasks:
                    self._pair_or_finish()
                for played in play(tasks):
                    self._record(played)
                    if log.state.paused or self._is_stopped():
                        return
                    if log.state.stopped:
                        break

    def _tasks(self) -> list[MatchTask]:
        """Return the matches to play, after those that are won without playing have been recorded."""
        log, state = self._log, self._log.state
        if state.stopped:
            return []
        withdrawn = frozenset(state.withdrawn)
        for progress in state.unplayed():
            seating = progress.match.seating
            present = {entrant for entrant in seating if entrant not in withdrawn}
            if state.event.absent == "walkover" and len(present) <= 1:
                kinds: list[ResultKind | None] = [
                    "withdrawn" if each in withdrawn else None for each in seating
                ]
                attempt = len(progress.failures) + 1
                self._append([ResultRecorded(progress.match.id, attempt, walkover_result(kinds), "", "")])
        return [
            MatchTask(state.event, log.seed, each.match, withdrawn, self._folder) for each in state.unplayed()
        ]

    def _pair_or_finish(self) -> None:
        """Pair the next round, or finish the event and reveal its luck."""
        log, state = self._log, self._log.state
        pairings = self._planner.next_round(state)
        if pairings:
            self._append([RoundPaired(state.last_round + 1, tuple(pairings))])
            return
        reason = "all rounds are played"
        if state.stopped is not None:
            reason = f"stopped by {state.stopped.by}: {state.stopped.reason}"
        elif state.event.format == "duel":
            reason = f"the test has ended: {duel_test(state).decision}"
        self._append([EventFinished(log.secret.hex(), reason)])

    def _record(self, played: PlayedMatchTask) -> None:
        """Write a result together with its match, or that an attempt failed."""
        state = self._log.state
        name, attempt = played.match.id, len(state.matches[played.match.id].failures) + 1
        entries: list[LoggedEntry] = []
        if played.result is None:
            entries.append(AttemptFailed(name, attempt, played.problem))
            if attempt >= state.event.attempts:
                entries.append(
                    EventPaused(by=ARENA, reason=f"match {name} failed {attempt} times: {played.problem}")
                )
        else:
            entries.append(
                ResultRecorded(name, attempt, played.result, played.record, played.head, played.faults)
            )
        self._append(entries, [_dated(record, now_ms()) for record in played.records])
        self._stop_after_crashes(played)

    def _stop_after_crashes(self, played: PlayedMatchTask) -> None:
        """Pause the event if the program of an entrant has failed too often and the event file wants that."""
        state = self._log.state
        if state.event.on_crash != "stop" or not any(played.faults):
            return
        for seat, fault in enumerate(played.faults):
            number = played.match.seating[seat]
            if fault and number >= 0 and state.faults(number) >= state.event.crashes:
                name = state.event.entrants[number].name
                self._append(
                    [EventPaused(by=ARENA, reason=f"{name} has failed {state.faults(number)} times: {fault}")]
                )
                return

    def _append(self, entries: list[LoggedEntry], records: list[Record] | None = None) -> None:
        self._log.append(entries, records or [])
        self._on_entries()


def settled_entropy(log: EventLog) -> tuple[str, ...]:
    """Return the entropy of each entrant who has revealed it."""
    return tuple([log.state.revealed.get(number, "") for number in range(len(log.state.event.entrants))])


def _dated(record: Record, at: int) -> Record:
    return msgspec.structs.replace(record, at=at)


@contextmanager
def _pool(workers: int) -> Iterator[Callable[[list[MatchTask]], Iterator[PlayedMatchTask]]]:
    """Return a function that plays matches in worker processes, or here, and gives their results in order."""
    if workers <= 1:
        try:
            yield lambda tasks: map(play_scheduled, tasks)
        finally:
            close_class_host()
        return
    pool: WorkerProcesses[MatchTask, PlayedMatchTask] = WorkerProcesses(
        play_scheduled, workers, if_lost=partial(failed_attempt, problem="its worker process has ended")
    )
    try:
        yield pool.run
    finally:
        pool.close()
