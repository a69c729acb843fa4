"""The state of an event, folded from the entries of its log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import msgspec

from referee.arena.event_entries import (
    AttemptFailed,
    EntrantEntered,
    EntrantTokenIssued,
    EntrantWithdrawn,
    EntropyCommitted,
    EntropyRevealed,
    EventBegun,
    EventFinished,
    EventOpened,
    EventPaused,
    EventResumed,
    EventStopped,
    LoggedEntry,
    PenaltyGiven,
    ResultCorrected,
    ResultDisputed,
    ResultRecorded,
    ResultUpheld,
    RoundChanged,
    RoundPaired,
    SeatLost,
)
from referee.arena.event_file import EventFile, read_event_file
from referee.arena.match_results import MatchResult
from referee.arena.schedule import Pairing, ScheduledMatch, scheduled_matches

RulingStep = ResultDisputed | ResultUpheld | ResultCorrected
"""A step in the dispute about a result."""


def match_concerned(entry: LoggedEntry) -> str:
    """Return the match whose result an entry gives, disputes or changes; empty if it does none of this."""
    match entry:
        case ResultRecorded() | ResultDisputed() | ResultUpheld() | ResultCorrected():
            return entry.match
        case PenaltyGiven(correction=ResultCorrected(match=match)):
            return match
        case _:
            return ""


class MatchProgress(msgspec.Struct):
    """A scheduled match and what is known of it."""

    match: ScheduledMatch
    recorded: ResultRecorded | None = None
    rulings: list[RulingStep] = []
    """What was disputed and ruled about the result, in order."""
    failures: list[AttemptFailed] = []
    """The attempts that led to no result."""
    lost: list[SeatLost] = []
    """Seats that entrants lost, in any attempt."""

    @property
    def attempt(self) -> int:
        """Number of the attempt that is the next or is being played, from 1."""
        return len(self.failures) + 1

    @property
    def corrections(self) -> list[ResultCorrected]:
        """The results that officials put in place of the one that was played."""
        return [step for step in self.rulings if isinstance(step, ResultCorrected)]

    @property
    def result(self) -> MatchResult | None:
        """The result that counts: the last correction, or what was played; None if there is none."""
        if self.rulings and (corrections := self.corrections):
            ending = "" if self.recorded is None else self.recorded.result.ending
            return MatchResult(ending, corrections[-1].seats)
        return None if self.recorded is None else self.recorded.result

    @property
    def is_provisional(self) -> bool:
        """Whether a dispute about the result is open."""
        return bool(self.rulings) and isinstance(self.rulings[-1], ResultDisputed)

    @property
    def rulers(self) -> list[str]:
        """Those who have ruled on a dispute about the result; an appeal is ruled on by somebody else."""
        return [ruling.by for ruling in self.settled]

    @property
    def settled(self) -> list[RulingStep]:
        """The rulings on disputes about the result."""
        pairs = pairwise(self.rulings)
        return [
            ruling
            for before, ruling in pairs
            if isinstance(before, ResultDisputed) and not isinstance(ruling, ResultDisputed)
        ]


class EventState:
    """Everything that is known of an event. `apply` is the only way to change it."""

    def __init__(self, opened: EventOpened) -> None:
        self.event: EventFile = read_event_file(opened.file)
        self.commitment = opened.commitment
        self.pledges: dict[int, EntropyCommitted] = {}
        self.revealed: dict[int, str] = {}
        self.entered: dict[int, EntrantEntered] = {}
        """The programs of the entrants that have dialled in."""
        self.token_hashes: dict[int, str] = {}
        """The hash of the token of each entrant that has one."""
        self.entropy: tuple[str, ...] | None = None
        """The entropy of each entrant; None until the luck is settled."""
        self.admitted: tuple[int, ...] = ()
        """The entrants who took part when the luck was settled."""
        self.rounds: dict[int, tuple[Pairing, ...]] = {}
        self.changed_rounds: dict[int, RoundChanged] = {}
        """The rounds whose pairings an official replaced."""
        self.byes: dict[int, tuple[int, ...]] = {}
        """Those who sit out each round, although they are in the event."""
        self.matches: dict[str, MatchProgress] = {}
        """All matches of the rounds that are paired, in the order of the schedule."""
        self.done = 0
        """Number of matches that have a result."""
        self.rulings = 0
        """Number of entries that changed a result after it had counted."""
        self._faults: Counter[int] = Counter()
        self.withdrawn: dict[int, EntrantWithdrawn] = {}
        self.penalties: list[PenaltyGiven] = []
        self.paused: EventPaused | None = None
        self.stopped: EventStopped | None = None
        self.finished: EventFinished | None = None

    def apply(self, entry: LoggedEntry) -> None:
        """Fold an entry."""
        match entry:
            case EventOpened():
                raise ValueError("an event is opened once")
            case EntropyCommitted():
                self.pledges[entry.entrant] = entry
            case EntropyRevealed():
                self.revealed[entry.entrant] = entry.entropy
            case EntrantEntered():
                self.entered[entry.entrant] = entry
            case EntrantTokenIssued():
                self.token_hashes[entry.entrant] = entry.token_hash
            case SeatLost():
                self.matches[entry.match].lost.append(entry)
            case EventBegun():
                self.entropy = entry.entropy
                self.admitted = tuple(self.active)
            case RoundPaired():
                self._pair(entry)
            case RoundChanged():
                self.changed_rounds[entry.round] = entry
                self._pair(entry)
            case AttemptFailed():
                self.matches[entry.match].failures.append(entry)
            case ResultRecorded():
                self._record(entry)
            case ResultDisputed() | ResultUpheld():
                self.matches[entry.match].rulings.append(entry)
            case ResultCorrected():
                self._correct(entry)
            case EntrantWithdrawn():
                self.withdrawn[entry.entrant] = entry
            case PenaltyGiven():
                self.penalties.append(entry)
                if (correction := entry.correction) is not None:
                    self._correct(correction)
                if entry.penalty == "expulsion":
                    left = EntrantWithdrawn(by=entry.by, reason=entry.reason, entrant=entry.entrant)
                    self.withdrawn.setdefault(entry.entrant, left)
            case EventPaused():
                self.paused = entry
            case EventResumed():
                self.paused = None
            case EventStopped():
                self.stopped = entry
            case EventFinished():
                self.finished = entry

    def _record(self, entry: ResultRecorded) -> None:
        progress = self.matches[entry.match]
        # A correction may have come before the match was over.
        self.done += progress.result is None
        progress.recorded = entry
        self._faults.update(
            [progress.match.seating[seat] for seat, fault in enumerate(entry.faults) if fault]
        )

    def _correct(self, entry: ResultCorrected) -> None:
        progress = self.matches[entry.match]
        self.done += progress.result is None
        self.rulings += 1
        progress.rulings.append(entry)

    def _pair(self, paired: RoundPaired | RoundChanged) -> None:
        """Set the pairings of a round; an official may replace them as long as none of them was played."""
        for name in [name for name, state in self.matches.items() if state.match.round == paired.round]:
            del self.matches[name]
        self.rounds[paired.round] = paired.pairings
        sitting = {entrant for pairing in paired.pairings for entrant in pairing.entrants}
        self.byes[paired.round] = tuple([each for each in self.active if each not in sitting])
        for pairing in paired.pairings:
            for match in scheduled_matches(self.event, pairing):
                self.matches[match.id] = MatchProgress(match, rulings=[], failures=[], lost=[])

    @property
    def active(self) -> list[int]:
        """The entrants who have not withdrawn."""
        return [number for number in range(len(self.event.entrants)) if number not in self.withdrawn]

    @property
    def last_round(self) -> int:
        """Number of the last round that is paired, or 0."""
        return max(self.rounds, default=0)

    def unplayed(self) -> list[MatchProgress]:
        """Return the matches without a result, in the order of the schedule."""
        return [state for state in self.matches.values() if state.result is None]

    def results(self) -> Iterator[tuple[ScheduledMatch, MatchResult]]:
        """Yield the matches that have a result, with the one that counts."""
        for state in self.matches.values():
            if state.result is not None:
                yield state.match, state.result

    def faults(self, entrant: int) -> int:
        """Return how often the program of an entrant failed."""
        return self._faults[entrant]


def fold_event(entries: Iterable[LoggedEntry]) -> EventState:
    """Return the state after these entries, of which the first opens the event."""
    rest: Any = iter(entries)
    first = next(rest)
    if not isinstance(first, EventOpened):
        raise ValueError("the log of an event begins with its opening")
    state = EventState(first)
    for entry in rest:
        state.apply(entry)
    return state
