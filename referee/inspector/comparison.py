"""Comparisons: a match as it was played and under other readings, step by step.

A comparison shows what every seat held, so it is only for the open table. The match under the other readings is an
`OpenedMatch` of its own, so that the page gets its facts and pictures like those of any match.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from threading import Lock
from typing import Literal, NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from referee.disputes.cases.trial_sentences import say_trial
from referee.disputes.explain.trial_result import Trial
from referee.disputes.explain.trials import TrialRun, run_trial
from referee.inspector.opened_match import MatchRecord, OpenedMatch
from referee.kernel.facts import Recorded
from referee.match.charters import Terms
from referee.replay.format import Replay
from referee.rulebook import CONSENSUS

MOST_KEPT = 4
"""Number of comparisons of one match that are kept in memory."""
MOST_WAITING = 4
"""Number of requests that may wait for a trial; one trial runs at a time."""
MOST_READINGS = 50
"""Number of readings that one comparison may change."""
EDITION = "edition"
"""The name that stands for the edition where readings are written as text."""

_PAIR = re.compile(r"([a-z0-9_.]{1,100}):([A-Za-z0-9_.-]{1,100})", re.ASCII)


class BadReadings(ValueError):
    """Readings that cannot be tried; the text says why."""


class TrialsBusy(Exception):
    """Too many trials are waiting."""


class OtherReadings(NamedTuple):
    """An edition, rulings, or both, in place of those of a match."""

    edition: str
    rulings: tuple[tuple[str, str], ...]


def read_readings(text: str) -> OtherReadings:
    """Parse readings as a link has them.

    >>> read_readings("travel.drift:block,edition:fr")
    OtherReadings(edition='fr', rulings=(('travel.drift', 'block'),))
    """
    found: dict[str, str] = {}
    for part in text.split(",")[: MOST_READINGS + 1]:
        pair = _PAIR.fullmatch(part)
        if pair is None or pair[1] in found or len(found) == MOST_READINGS:
            raise BadReadings(
                f"name what to compare with as RULING:READING or edition:NAME, separated by commas, not {text[:100]!r}"
            )
        found[pair[1]] = pair[2]
    return OtherReadings(found.pop(EDITION, ""), tuple(sorted(found.items())))


class ComparedStep(msgspec.Struct, frozen=True, array_like=True):
    """A step of two stories that are read together."""

    played: int
    """The number of the last fact so far as played; 0 if there is none."""
    tried: int
    """The number of the last fact so far as tried; 0 if there is none."""
    kind: Literal["same", "different", "played", "tried"]
    """What the step adds: the same fact on both sides, different facts, or a fact on one side alone."""


class ComparisonReport(msgspec.Struct, frozen=True):
    """What the page is told about a comparison."""

    trial: Trial
    sentence: str
    """The result in a few sentences."""
    outcome: str
    """How the match ended as played."""
    outcome_tried: str
    """How it ended as tried."""
    first: int | None
    """The index of the step at which the sides begin to differ; None if they do not."""
    steps: list[ComparedStep]


class Comparison(NamedTuple):
    """A match under other readings, and how it differs from the match as it was played."""

    report: ComparisonReport
    tried: OpenedMatch


class Comparisons:
    """Makes comparisons, one at a time, and keeps the latest ones of every match."""

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[OpenedMatch, OrderedDict[OtherReadings, Comparison]] = (
            WeakKeyDictionary()
        )
        self._running = Lock()
        self._lock = Lock()
        self.waiting = 0
        """Number of requests for a comparison that is not made yet, the running one included."""

    def of(self, match: OpenedMatch, readings: OtherReadings) -> Comparison:
        """Compare a match with itself under other readings.

        Raise `BadReadings`, `TrialsBusy`, and what `run_trial` raises.
        """
        found = self._find(match, readings)
        if found is not None:
            return found
        with self._lock:
            if self.waiting >= MOST_WAITING:
                raise TrialsBusy("Other readings are being tried already; try again in a moment.")
            self.waiting += 1
        try:
            with self._running:
                found = self._find(match, readings) or compared(match, readings)
                with self._lock:
                    kept = self._kept.setdefault(match, OrderedDict())
                    kept[readings] = found
                    while len(kept) > MOST_KEPT:
                        kept.popitem(last=False)
                return found
        finally:
            with self._lock:
                self.waiting -= 1

    def _find(self, match: OpenedMatch, readings: OtherReadings) -> Comparison | None:
        with self._lock:
            kept = self._kept.get(match, OrderedDict())
            if readings in kept:
                kept.move_to_end(readings)
            return kept.get(readings)


def compared(match: OpenedMatch, readings: OtherReadings) -> Comparison:
    """Run a match again under other readings and compare the two; raise `BadReadings` if they are its own."""
    replay = match.replay
    run = run_trial(
        replay.charter, replay.entries, readings.edition, dict(readings.rulings), names=match.names
    )
    trial = run.trial
    if not trial.readings:
        raise BadReadings("The match was played under these readings already; choose others.")
    tried = _tried_match(replay, run)
    steps = list(_steps(run))
    report = ComparisonReport(
        trial=trial,
        sentence=say_trial(trial),
        outcome=match.result,
        outcome_tried=tried.result,
        first=_first_difference(steps, trial),
        steps=steps,
    )
    return Comparison(report, tried)


def _tried_match(replay: Replay, run: TrialRun) -> OpenedMatch:
    trace = run.attempt.trace
    outcome = trace.match.outcome
    return OpenedMatch(
        MatchRecord(Replay(run.charter, replay.names, replay.clients, tuple(trace.entries), "", outcome))
    )


def _first_difference(steps: Sequence[ComparedStep], trial: Trial) -> int | None:
    if trial.fact is None and trial.question is None:
        return None
    after = trial.question.after if trial.question is not None else len(steps)
    differs = [index for index, step in enumerate(steps) if step.kind != "same"]
    return min([*differs[:1], max(after - 1, 0)])


def _steps(run: TrialRun) -> Iterator[ComparedStep]:
    """Pair the facts of both runs, entry by entry: an entry of the trial belongs to the one that it repeats."""
    played = tried = 0
    for ours, theirs in _paired_entries(run):
        for kind, more, more_tried in paired(ours, theirs):
            played, tried = played + more, tried + more_tried
            yield ComparedStep(played, tried, kind)


def _paired_entries(run: TrialRun) -> Iterator[tuple[Sequence[Recorded], Sequence[Recorded]]]:
    """Yield the facts of each entry on both sides. Where the trial has another order, an entry stands alone."""
    record, reached = run.record.entries, 0
    for entry, repeated in zip(run.attempt.trace.entries, run.attempt.repeats, strict=True):
        if repeated <= reached:
            yield (), entry.facts
            continue
        for alone in record[reached : repeated - 1]:
            yield alone.facts, ()
        reached = repeated
        yield record[reached - 1].facts, entry.facts
    for alone in record[reached:]:
        yield alone.facts, ()


Paired = tuple[Literal["same", "different", "played", "tried"], int, int]
"""What a step adds, and the number of facts by which each side goes on."""


def paired(ours: Sequence[Recorded], theirs: Sequence[Recorded]) -> Iterator[Paired]:
    """Pair the facts of two sides: equal ones with each other, and the others in their order."""
    if tuple(ours) == tuple(theirs):
        for _ in ours:
            yield "same", 1, 1
        return
    matcher = SequenceMatcher(None, list(map(repr, ours)), list(map(repr, theirs)), autojunk=False)
    for kind, our_start, our_end, their_start, their_end in matcher.get_opcodes():
        both = zip_longest(range(our_start, our_end), range(their_start, their_end))
        for our, their in both:
            if kind == "equal":
                yield "same", 1, 1
            elif our is None:
                yield "tried", 0, 1
            elif their is None:
                yield "played", 1, 0
            else:
                yield "different", 1, 1


class ReadRuling(msgspec.Struct, frozen=True):
    """A ruling of the rulebook with its readings."""

    ruling: str
    question: str
    rules: tuple[str, ...]
    reading: str
    """The reading of the match."""
    readings: dict[str, str]
    """What each reading says."""
    editions: dict[str, str]
    """The reading of each edition that has its own."""
    default: str


class ReadEdition(msgspec.Struct, frozen=True):
    """An edition of the rulebook, and how its readings differ from those of the match."""

    edition: str
    name: str
    changes: int
    """The number of rulings that are read differently."""


class Readings(msgspec.Struct, frozen=True):
    """Everything that a match can be compared with."""

    rulings: list[ReadRuling]
    editions: list[ReadEdition]


def readings_of(terms: Terms) -> Readings:
    """Return the rulings and the editions of a match."""
    book, charter, own = terms.game.rulebook, terms.charter, terms.setup.readings
    rulings = [
        ReadRuling(key, each.question, each.rules, own[key], each.readings, each.editions, each.default)
        for key, each in book.rulings.items()
    ]
    editions = []
    for edition, name in {CONSENSUS: "Consensus", **book.editions}.items():
        other = book.readings(edition, charter.rulings, charter.rules_version)
        editions.append(ReadEdition(edition, name, _changes(own, other)))
    return Readings(rulings, editions)


def _changes(own: Mapping[str, str], other: Mapping[str, str]) -> int:
    return sum([own[key] != other[key] for key in own])
