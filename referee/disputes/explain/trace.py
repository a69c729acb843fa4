"""The course of a match: run once more, with a note of everything on the way that a record does not tell.

A record has the luck of an entry and the facts of an entry. A course also knows between which facts the luck was
drawn, which readings the rules asked for, and what every question looked like when it was answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from referee.kernel.asks import Choice
from referee.kernel.chance import Draw
from referee.kernel.facts import Recorded, Seat
from referee.kernel.refusals import Refused
from referee.kernel.run import Question, Run
from referee.match.charters import Terms
from referee.match.differences import Difference, fault_at, first_difference, not_allowed
from referee.match.entries import By, Entry, encode, entropy_in, opening
from referee.match.entropy import read_entropy


class RecordDiffers(ValueError):
    """A record is not what the rules bring about, so nothing can be concluded from it."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


class Drawn(msgspec.Struct, frozen=True):
    """A draw, and after how many facts of the match it was made."""

    entry: int
    after: int
    draw: Draw


class Consulted(msgspec.Struct, frozen=True, gc=False):
    """A ruling that the rules asked about, and after how many facts of the match."""

    entry: int
    """The entry it had a part in; 0 for a game that asks before anything has happened, to lay the table."""
    after: int
    ruling: str


class Asked(msgspec.Struct, frozen=True):
    """A question, and where in the match it was put."""

    entry: int
    """The entry that answered it."""
    after: int
    """How many facts there were before."""
    turn: int
    """How many turns had begun."""
    seat: Seat
    question: Question
    is_sealed: bool
    """Whether others had still to answer before anything happened."""


class _Readings(dict[str, str]):
    """The readings of a match; tells which of them the rules ask for."""

    def __init__(self, readings: Mapping[str, str], note: Callable[[str], object]) -> None:
        super().__init__(readings)
        self._note = note

    def __getitem__(self, key: str) -> str:
        self._note(key)
        return super().__getitem__(key)


class Course:
    """A match on its way, from its beginning as far as its answers go."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.entries: list[Entry] = []
        self.facts: list[Recorded] = []
        self.draws: list[Drawn] = []
        self.asked: list[Asked] = []
        self.turn = 0
        self.consulted: list[Consulted] = []
        self._is_laid = False
        readings = _Readings(terms.setup.readings, self._note_reading)
        setup = msgspec.structs.replace(terms.setup, readings=readings)
        self.run = Run(terms.game, setup, terms.seed, self._note_draw)
        self._is_laid = True

    def begin(self, entropy: Sequence[bytes] = ()) -> Entry:
        """Run to the first question, with what the seats bring to the luck."""
        return self._keep(opening(self.run.begin(entropy), entropy))

    @property
    def entropy(self) -> tuple[bytes, ...]:
        """What the seats brought to the luck of a match that has begun."""
        return tuple([bytes.fromhex(part) for part in entropy_in(self.entries[0])])

    def answer(self, seat: Seat, chosen: tuple[Choice, ...], by: By) -> Entry:
        """Give a seat's question an answer that `run.read` has found valid."""
        question = self.run.open[seat]
        is_sealed = len(self.run.open) > 1
        self.asked.append(Asked(self._next, len(self.facts), self.turn, seat, question, is_sealed))
        step = self.run.answer(seat, chosen)
        asked = question.number, question.ask.name
        return self._keep(Entry(self._next, seat, *asked, by, chosen, step.draws, step.facts))

    def follow(self, entry: Entry) -> None:
        """Bring about an entry of the record once more; raises `RecordDiffers` where it is not what the rules make."""
        try:
            made = self._repeated(entry)
        except RecordDiffers:
            raise
        except Exception as fault:
            raise RecordDiffers(fault_at(self._next, fault)) from fault
        if made != entry:
            raise RecordDiffers(first_difference(entry.seq, encode(made), encode(entry)))

    @property
    def _next(self) -> int:
        return len(self.entries) + 1

    def _repeated(self, entry: Entry) -> Entry:
        if entry.seq != self._next:
            raise RecordDiffers(Difference(self._next, "sequence", str(self._next), str(entry.seq)))
        if not self.entries:
            entropy = read_entropy(entropy_in(entry), self.terms.setup.seats)
            if isinstance(entropy, Difference):
                raise RecordDiffers(entropy)
            return self.begin(entropy)
        is_seat = 0 <= entry.seat < self.terms.setup.seats
        if not is_seat:
            raise RecordDiffers(Difference(entry.seq, "seat", "one at the table", str(entry.seat)))
        chosen = self.run.read(entry.seat, None, entry.answer)
        if isinstance(chosen, Refused):
            raise RecordDiffers(not_allowed(entry.seq, entry.answer, chosen))
        return self.answer(entry.seat, chosen, entry.by)

    def _keep(self, entry: Entry) -> Entry:
        self.entries.append(entry)
        self.facts += entry.facts
        turn_fact = self.terms.game.turn_fact
        self.turn += sum([type(recorded.fact) is turn_fact for recorded in entry.facts])
        return entry

    def _note_draw(self, draw: Draw) -> tuple[int, ...]:
        """Chance tells here of every draw, and is given back the result it had."""
        self.draws.append(Drawn(self._next, self._facts_by_now, draw))
        return draw.result

    def _note_reading(self, key: str) -> None:
        if self._is_laid:
            self.consulted.append(Consulted(self._next, self._facts_by_now, key))
        else:
            self.consulted.append(Consulted(0, 0, key))

    @property
    def _facts_by_now(self) -> int:
        return len(self.facts) + len(self.run.table.recorded)


def course_of(terms: Terms, entries: Sequence[Entry]) -> Course:
    """Follow a record to its end."""
    course = Course(terms)
    for entry in entries:
        course.follow(entry)
    return course
