"""Attempts: give the recorded answers of a match to another run of it.

Each recorded answer is given to the next question of the same name put to its seat in the same turn. Answers to
questions that are no longer asked are skipped. If a question has no recorded answer, or one that is not allowed there,
the attempt stops, because what would have happened next cannot be known. What was said is said again between the same
answers.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.disputes.explain.trace import Trace, TracedQuestion
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.match.entries import Entry, said_in
from referee.replay.progress import OnProgress, unreported


class TrialFault(Exception):
    """An error in the rules under the other reading: a fault of the referee."""


def attempted(record: Trace, trace: Trace, on_progress: OnProgress = unreported) -> Attempt:
    """Give the answers of a record to another run, as far as they fit; raise `TrialFault`."""
    try:
        return Attempt(record, trace, on_progress)
    except Exception as error:
        fault = trace.match.fault or error
        why = f"the rules fail under this reading after fact {len(trace.facts)}: {fault!r}"
        raise TrialFault(why) from error


class _Answers:
    """The recorded answers; each is given at most once, in its turn."""

    def __init__(self, record: Trace) -> None:
        self._left: dict[Seat, list[tuple[int, Entry]]] = {}
        for asked in record.questions:
            self._left.setdefault(asked.seat, []).append((asked.turn, record.entries[asked.entry - 1]))
        self.passed_over = 0

    def find(self, seat: Seat, name: str, turn: int) -> Entry | None:
        """Return the next answer of a seat to a question of this name in this turn, or None."""
        for when, entry in self._left.get(seat, ()):
            if when > turn:
                break
            if when == turn and entry.asked == name:
                return entry
        return None

    def take(self, entry: Entry) -> None:
        """Mark an answer as given, and the earlier ones of its seat as skipped."""
        left = self._left[entry.seat]
        place = [each for _, each in left].index(entry)
        self.passed_over += place
        del left[: place + 1]

    @property
    def left(self) -> int:
        """The number of answers that have been neither given nor skipped."""
        return sum([len(left) for left in self._left.values()])


class Attempt:
    """The answers of a record, given to the questions of another run as far as they fit."""

    def __init__(self, record: Trace, trace: Trace, on_progress: OnProgress = unreported) -> None:
        self.trace = trace
        self.answers = _Answers(record)
        self.stopped_by: tuple[Entry | None, Refused | None] | None = None
        """Why it stopped before an outcome: the recorded answer, if any, and its refusal."""
        self.left_open: list[TracedQuestion] = []
        """The questions that were open when it stopped; the one it stopped at comes first."""
        self.repeats: list[int] = []
        """For each entry of this run, the number of the entry of the record that it repeats."""
        self._unsaid = [entry for entry in record.entries if entry.by == "talk"]
        """What was said in the record, and not yet in the other run."""
        self._run(record.entries, on_progress)

    def _run(self, recorded: Sequence[Entry], on_progress: OnProgress) -> None:
        trace, played = self.trace, len(recorded)
        self._repeat(recorded[0])
        questions = trace.match.questions
        while questions:
            on_progress(min(played + len(trace.entries), 2 * played), 2 * played)
            known = {
                seat: self.answers.find(seat, question.ask.name, trace.turn)
                for seat, question in questions.items()
            }
            # In the order of the record. Seats without an answer come last, so that all sealed answers are given.
            order = sorted(known, key=lambda seat: (known[seat] is None, _seq(known[seat]), seat))
            entry = known[order[0]]
            refused = None
            if entry is not None:
                chosen = trace.match.check(entry.seat, None, entry.answer)
                refused = chosen if isinstance(chosen, Refused) else None
            is_at_end = entry is None and self.answers.left == 0
            self._say_again(before=played + 1 if is_at_end else _seq(entry))
            if entry is None or refused is not None:
                self.stopped_by = entry, refused
                self.left_open = trace.open_questions(order)
                return
            self.answers.take(entry)
            self._repeat(entry)

    def _say_again(self, before: int) -> None:
        """Say what was said before an entry of the record, except for what may not be said here."""
        while self._unsaid and self._unsaid[0].seq < before:
            talk = self._unsaid.pop(0)
            statement = said_in(talk)
            if statement is not None and self.trace.match.check_statement(talk.seat, statement) is None:
                self._repeat(talk)

    def _repeat(self, recorded: Entry) -> None:
        self.trace.repeat(recorded)
        self.repeats.append(recorded.seq)


def _seq(entry: Entry | None) -> int:
    return 0 if entry is None else entry.seq
