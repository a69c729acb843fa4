"""The state of an event, folded from the entries of its log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
    LoggedEntry,
    PenaltyGiven,
    ResultCorrected,
    ResultRecorded,
    RoundPaired,
    SeatLost,
)
from referee.arena.event_file import EventFile, read_event_file
from referee.arena.match_results import MatchResult
from referee.arena.schedule import Pairing, ScheduledMatch, scheduled_matches


class MatchProgress(msgspec.Struct):
    """A scheduled match and what is known of it."""

    match: ScheduledMatch
    recorded: ResultRecorded | None = None
    corrections: list[ResultCorrected] = []
    failures: list[AttemptFailed] = []
    lost: list[SeatLost] = []
    """Seats that entrants lost, in any attempt."""

    @property
    def attempt(self) -> int:
        """Number of the attempt that is the next or is being played, from 1."""
        return len(self.failures) + 1

    @property
    def result(self) -> MatchResult | None:
        """The result that counts: the last correction, or what was played; None if there is none."""
        if self.corrections:
            ending = "" if self.recorded is None else self.recorded.result.ending
            return MatchResult(ending, self.corrections[-1].seats)
        return None if self.recorded is None else self.recorded.result

    @property
    def is_provisional(self) -> bool:
        """Whether a dispute about the result is open."""
        return bool(self.corrections) and self.corrections[-1].is_provisional


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
        self.rounds: dict[int, tuple[Pairing, ...]] = {}
        self.matches: dict[str, MatchProgress] = {}
        """All matches of the rounds that are paired, in the order of the schedule."""
        self.withdrawn: dict[int, EntrantWithdrawn] = {}
        self.penalties: list[PenaltyGiven] = []
        self.paused: EventPaused | None = None
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
            case RoundPaired():
                self._pair(entry)
            case AttemptFailed():
                self.matches[entry.match].failures.append(entry)
            case ResultRecorded():
                self.matches[entry.match].recorded = entry
            case ResultCorrected():
                self.matches[entry.match].corrections.append(entry)
            case EntrantWithdrawn():
                self.withdrawn[entry.entrant] = entry
            case PenaltyGiven():
                self.penalties.append(entry)
                if entry.penalty == "expulsion":
                    left = EntrantWithdrawn(by=entry.by, reason=entry.reason, entrant=entry.entrant)
                    self.withdrawn.setdefault(entry.entrant, left)
            case EventPaused():
                self.paused = entry
            case EventResumed():
                self.paused = None
            case EventFinished():
                self.finished = entry

    def _pair(self, paired: RoundPaired) -> None:
        """Set the pairings of a round; an official may replace them as long as none of them was played."""
        for name in [name for name, state in self.matches.items() if state.match.round == paired.round]:
            del self.matches[name]
        self.rounds[paired.round] = paired.pairings
        for pairing in paired.pairings:
            for match in scheduled_matches(self.event, pairing):
                self.matches[match.id] = MatchProgress(match, corrections=[], failures=[], lost=[])

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
        played = [(state.match, state.recorded) for state in self.matches.values() if state.recorded]
        return sum(
            [
                bool(fault) and match.seating[seat] == entrant
                for match, recorded in played
                for seat, fault in enumerate(recorded.faults)
            ]
        )


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
