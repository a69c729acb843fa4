"""The one place where a recorded match is run again.

Verifying replays and bundles, rebuilding a live match from its log, cutting a feed again, explaining a fact and trying
another reading all give recorded answers to a `Rerun`. An `Observer` sees what the record does not hold: between which
facts luck was drawn, which readings the rules looked up, and what each question offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from referee.kernel.chance import Draw, Rig
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.run import Question
from referee.log.chain import Linked
from referee.match.charters import Settle, Terms, settle
from referee.match.entries import (
    Entry,
    RecordedAnswer,
    decode_charter,
    encode,
    entropy_in,
    reader_for,
    said_in,
)
from referee.match.match import Decided, Match
from referee.replay.differences import (
    Difference,
    fault_at,
    first_difference,
    given_by_nobody,
    not_allowed,
    not_readable,
    not_sayable,
    says_nothing,
)
from referee.replay.entropy_checks import read_entropy


class Mismatch(ValueError):
    """A recorded entry that is not what the rules produce."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference

    def __reduce__(self) -> tuple[type[Mismatch], tuple[Difference]]:
        """Keep the difference when it comes from another process."""
        return Mismatch, (self.difference,)


class Moment(NamedTuple):
    """A point in a re-run."""

    entry: int
    """The number of the entry being produced; 0 while the table is set up, before anything happens."""
    facts: int
    """The number of facts of the match recorded so far."""


class Observer:
    """Receives what happens during a re-run. Every method does nothing unless it is overridden."""

    def on_reading(self, at: Moment, ruling: str) -> None:
        """Called when the rules look up which reading of a ruling is in force."""

    def on_draw(self, at: Moment, draw: Draw) -> None:
        """Called when luck is drawn."""

    def on_answer(self, at: Moment, seat: Seat, question: Question, *, is_sealed: bool) -> None:
        """Called before a question is answered; `is_sealed` if other seats have yet to answer theirs."""


class _ObservedReadings(dict[str, str]):
    """The readings of a match; reports each lookup to the re-run."""

    def __init__(self, readings: Mapping[str, str], rerun: Rerun, observer: Observer) -> None:
        super().__init__(readings)
        self._rerun = rerun
        self._observer = observer

    def __getitem__(self, ruling: str) -> str:
        self._observer.on_reading(self._rerun.moment, ruling)
        return super().__getitem__(ruling)


class Rerun:
    """A recorded match that is run again, one entry after the other.

    `match` is the match as far as it has been run; it can be played on from there. `viewers` are the viewers whose
    frames are cut. `batch` is the number of entries that the match encodes at a time.
    """

    __slots__ = ("_is_set_up", "_observer", "_read_answer", "match", "terms")

    def __init__(
        self,
        terms: Terms,
        *,
        viewers: tuple[Seat, ...] | None = (),
        observer: Observer | None = None,
        batch: int = 1,
    ) -> None:
        self.terms = terms
        self._observer = observer
        self._read_answer = reader_for(terms.game).recorded_answer
        self._is_set_up = False
        rig: Rig | None = None
        if observer is not None:
            readings = _ObservedReadings(terms.setup.readings, self, observer)
            terms = msgspec.structs.replace(
                terms, setup=msgspec.structs.replace(terms.setup, readings=readings)
            )
            rig = self._observe_draw
        self.match = Match(terms, viewers=viewers, rig=rig, batch=batch)
        self._is_set_up = True

    @property
    def moment(self) -> Moment:
        """The point that the re-run has reached."""
        if not self._is_set_up:
            return Moment(0, 0)
        return Moment(self.match.seq + 1, self.match.facts + len(self.match.table.recorded))

    def _observe_answer(self, observer: Observer, seat: Seat) -> None:
        questions = self.match.questions
        if seat in questions:
            observer.on_answer(self.moment, seat, questions[seat], is_sealed=len(questions) > 1)

    def _observe_draw(self, draw: Draw) -> tuple[int, ...]:
        """Report a draw, and return its result unchanged."""
        if self._observer is not None:
            self._observer.on_draw(self.moment, draw)
        return draw.result

    def run(self, recorded: Iterable[RecordedAnswer | Entry]) -> Iterator[Entry]:
        """Give the match its recorded answers and talk, starting it with the first; yield the entries they produce.

        Raise `Mismatch` at the first that the rules do not allow. The entries are not compared with the record, and the
        match does not publish them. Which question an answer is to follows from the rules.
        """
        match, observer = self.match, self._observer
        for each in recorded:
            if match.seq == 0:
                entropy = read_entropy(entropy_in(each), self.terms.setup.seats)
                if isinstance(entropy, Difference):
                    raise Mismatch(entropy)
                entry = match.start(entropy)
            elif each.by == "start":
                raise Mismatch(given_by_nobody(match.seq + 1))
            elif each.by == "talk":
                entry = self._say_again(each)
            else:
                if observer is not None:
                    self._observe_answer(observer, each.seat)
                entry = match.advance(each.seat, None, each.answer, each.by)
            if type(entry) is Refused:
                raise self._mismatch(each, entry) from match.fault
            yield entry

    def _say_again(self, recorded: RecordedAnswer | Entry) -> Entry | Refused:
        statement = said_in(recorded)
        if statement is None:
            raise Mismatch(says_nothing(self.match.seq + 1))
        refused = self.match.check_statement(recorded.seat, statement)
        if refused is not None:
            raise Mismatch(not_sayable(self.match.seq + 1, statement, refused))
        return self.match.utter(recorded.seat, statement)

    def repeat(self, recorded: RecordedAnswer | Entry) -> Decided:
        """Give the match one recorded answer, as `run` does, and publish the entry."""
        decided = self.match.complete(next(self.run((recorded,))))
        if type(decided) is Refused:
            raise self._mismatch(recorded, decided) from self.match.fault
        return decided

    def _mismatch(self, recorded: RecordedAnswer | Entry, refused: Refused) -> Mismatch:
        entry, fault = self.match.seq + 1, self.match.fault
        return Mismatch(fault_at(entry, fault) if fault else not_allowed(entry, recorded.answer, refused))

    def follow(self, stored: Linked) -> Decided:
        """Run the next stored entry again; raise `Mismatch` if the result differs from it in a byte or in its hash."""
        entry = self._check_sequence(stored.seq)
        try:
            intent = self._read_answer(stored.body)
        except msgspec.MsgspecError as problem:
            raise Mismatch(not_readable(entry, problem)) from None
        decided = self.repeat(intent)
        if decided.body != stored.body:
            raise Mismatch(first_difference(entry, decided.body, stored.body))
        if decided.hash != stored.hash:
            raise Mismatch(Difference(entry, "hash", decided.hash.hex(), stored.hash.hex()))
        return decided

    def follow_entry(self, recorded: Entry) -> Decided:
        """Run the next entry of a record again; raise `Mismatch` if the result differs from it."""
        entry = self._check_sequence(recorded.seq)
        decided = self.repeat(recorded)
        if decided.entry != recorded:
            raise Mismatch(first_difference(entry, encode(decided.entry), encode(recorded)))
        return decided

    def _check_sequence(self, seq: int) -> int:
        expected = self.match.seq + 1
        if seq != expected:
            raise Mismatch(Difference(expected, "sequence", str(expected), str(seq)))
        return expected


def reopen(first: Linked, *, settle: Settle = settle, viewers: tuple[Seat, ...] | None = ()) -> Rerun:
    """Start a re-run from the stored charter of a match; raise `Mismatch` if the charter is not a valid entry 0."""
    if first.seq != 0:
        raise Mismatch(Difference(0, "sequence", "0", str(first.seq)))
    try:
        terms = settle(decode_charter(first.body))
    except (msgspec.MsgspecError, ValueError) as problem:
        raise Mismatch(Difference(0, "charter", "one that can be played", str(problem))) from None
    rerun = Rerun(terms, viewers=viewers)
    charter = rerun.match.charter_entry
    if first.body != charter.body:
        raise Mismatch(first_difference(0, charter.body, first.body))
    if first.hash != charter.hash:
        raise Mismatch(Difference(0, "hash", charter.hash.hex(), first.hash.hex()))
    return rerun


def rebuild(
    stored: Sequence[Linked], *, settle: Settle = settle, viewers: tuple[Seat, ...] | None = None
) -> Match:
    """Run a match again over its stored entries, the charter first; raise `Mismatch` at the first difference."""
    rerun = reopen(stored[0], settle=settle, viewers=viewers)
    for entry in stored[1:]:
        rerun.follow(entry)
    return rerun.match
