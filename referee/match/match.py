"""One match in memory: an answer goes in, an entry of the log and frames for the viewers come out.

There is no clock here, no disk and nothing to wait for. Given the same charter and the same answers a match gives
the same bytes, so it is rebuilt by following its logged entries, each compared with what the rules bring about now.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from referee.feeds.frames import Feeds, Frame, viewers_of
from referee.kernel.asks import Choice, default_picks
from referee.kernel.chance import Rig
from referee.kernel.facts import Seat
from referee.kernel.game import Charter, Game
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import SEALED, Answer, Question, Run
from referee.kernel.table import Ended, Table
from referee.log.chain import GENESIS, Linked, chain, link
from referee.match.charters import Settle, Terms, settle
from referee.match.differences import (
    Difference,
    fault_at,
    first_difference,
    given_by_nobody,
    not_allowed,
    not_readable,
)
from referee.match.entries import By, Entry, Intent, decode_charter, encode, opening, reader_for
from referee.match.entropy import read_entropy


class Chained(NamedTuple):
    """A place in the chain with what is stored there."""

    seq: int
    body: bytes
    hash: bytes


class Sheaf:
    """Entries that are written and chained together: as soon as there are enough of them, or somebody looks at one.

    To encode many and then to hash many is a good deal faster than both in turns with playing.
    """

    __slots__ = ("_bodies", "_first", "_hashes", "entries")

    def __init__(self, first: int, previous: bytes) -> None:
        self.entries: list[Entry] = []
        self._first = first
        self._bodies: list[bytes] = []
        self._hashes = [previous]
        """The link before the first entry, and those of the entries that are written."""

    @property
    def head(self) -> bytes:
        """The link of the last entry."""
        self._write()
        return self._hashes[-1]

    def body(self, seq: int) -> bytes:
        """An entry as it is stored."""
        self._write()
        return self._bodies[seq - self._first]

    def hash(self, seq: int) -> bytes:
        """An entry's link in the chain."""
        self._write()
        return self._hashes[seq - self._first + 1]

    def chained(self, seq: int) -> Chained:
        """An entry as it is stored, with its link."""
        self._write()
        place = seq - self._first
        return Chained(seq, self._bodies[place], self._hashes[place + 1])

    def _write(self) -> None:
        entries, written = self.entries, self._bodies
        if len(written) < len(entries):
            bodies = [*map(encode, entries[len(written) :])]
            written += bodies
            self._hashes += chain(self._hashes[-1], bodies)


class Decided(msgspec.Struct, frozen=True, gc=False):
    """An answer that was taken: its entry for the log, and what to tell whom once that is durable."""

    entry: Entry
    frames: dict[Seat, Frame]
    _sheaf: Sheaf

    @property
    def seq(self) -> int:
        """The place of the entry in the log."""
        return self.entry.seq

    @property
    def body(self) -> bytes:
        """The entry as it is stored."""
        return self._sheaf.body(self.entry.seq)

    @property
    def hash(self) -> bytes:
        """The entry's link in the chain."""
        return self._sheaf.hash(self.entry.seq)

    @property
    def chained(self) -> Chained:
        """The entry as it is stored, with its number and hash."""
        return self._sheaf.chained(self.entry.seq)


class Mismatch(Exception):
    """A logged entry is not what the rules bring about."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


class Match:
    """One match, from its charter on.

    `viewers` are those whose feeds are cut; all, unless told otherwise. Entries are written and chained `sheaf` at a
    time, or when somebody looks at one.
    """

    __slots__ = (
        "_closed",
        "_feeds",
        "_reader",
        "_run",
        "_sheaf",
        "_size",
        "charter_body",
        "facts",
        "fault",
        "seq",
        "terms",
    )

    def __init__(
        self,
        terms: Terms,
        *,
        viewers: tuple[Seat, ...] | None = None,
        rig: Rig | None = None,
        sheaf: int = 1,
    ) -> None:
        self.terms = terms
        self._run = Run(terms.game, terms.setup, terms.seed, rig)
        self._reader = reader_for(terms.game)
        self._feeds = Feeds(viewers_of(terms.setup.seats) if viewers is None else viewers)
        self.charter_body = encode(terms.charter)
        self._sheaf = Sheaf(1, link(GENESIS, self.charter_body))
        self._size = sheaf
        self.seq = 0
        """The number of the last entry."""
        self.facts = 0
        self.fault: Exception | None = None
        """What went wrong in the rules; from then on the match is stopped."""
        self._closed: Refused | None = Refused(Refusal.MATCH_NOT_STARTED)
        """Why no answer is taken at all: it has not begun, or it was stopped."""

    @property
    def opening(self) -> Chained:
        """Entry 0 of the log: the charter."""
        return Chained(0, self.charter_body, link(GENESIS, self.charter_body))

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.terms.game

    @property
    def charter(self) -> Charter:
        """What the match is."""
        return self.terms.charter

    @property
    def head(self) -> bytes:
        """The hash of the last entry."""
        return self._sheaf.head

    @property
    def decisions(self) -> int:
        """How many answers were taken: the entries after the charter and the opening."""
        return max(0, self.seq - 1)

    @property
    def outcome(self) -> Ended | None:
        """How the match ended, or None while it goes on."""
        return self._run.table.outcome

    @property
    def questions(self) -> dict[Seat, Question]:
        """The questions that are open, by seat."""
        return self._run.open

    @property
    def run(self) -> Run:
        """The script being run, for those who look at the open table."""
        return self._run

    @property
    def table(self) -> Table[Any]:
        """The open table, with everything that is hidden."""
        return self._run.table

    def newest(self, viewer: Seat) -> int:
        """The number of this viewer's last frame, 0 before the first."""
        return self._feeds.newest(viewer)

    def begin(self, entropy: Sequence[bytes] = ()) -> Decided | Refused:
        """Run to the first question. All seats must be taken by then, for they are told what happens.

        `entropy` is what each seat brings to the luck, if any of them was to bring some.
        """
        if self.seq > 0:
            raise ValueError("the match has begun")
        try:
            entry = opening(self._run.begin(entropy), entropy)
            self._closed = None
            return self._enter(entry, is_sealed=False)
        except Exception as fault:  # noqa: BLE001 - whatever it was, the match stops and says so
            return self._stop(fault)

    def check(self, seat: Seat, number: int, answer: Answer | None) -> tuple[Choice, ...] | Refused:
        """Say whether an answer would be taken: the options chosen, or the refusal. Changes nothing."""
        return self._closed or self._run.read(seat, number, answer)

    def submit(
        self, seat: Seat, number: int | None, answer: Answer | None, by: By = "seat"
    ) -> Decided | Refused:
        """Take an answer and run on to the next question, or refuse it with nothing changed.

        Without a number it is taken for an answer to whatever the seat is asked.
        """
        run = self._run
        chosen = self._closed or run.read(seat, number, answer)
        if type(chosen) is Refused:
            return chosen
        question = run.open[seat]
        try:
            step = run.answer(seat, chosen)
            entry = Entry(
                self.seq + 1, seat, question.number, question.ask.name, by, chosen, step.draws, step.facts
            )
            return self._enter(entry, step is SEALED)
        except Exception as fault:  # noqa: BLE001 - whatever it was, the match stops and says so
            return self._stop(fault)

    def submit_default(self, seat: Seat, by: By) -> Decided | Refused:
        """Give the answer that is taken for a seat that does not answer itself."""
        question = self._run.open.get(seat)
        if question is None:
            return Refused(Refusal.NOT_ASKED)
        return self.submit(seat, question.number, default_picks(question.ask), by)

    def follow(self, logged: Linked) -> Decided:
        """Bring about the next logged entry again; raises `Mismatch` where it is not what the log says."""
        entry = self.seq + 1
        if logged.seq != entry:
            raise Mismatch(Difference(entry, "sequence", str(entry), str(logged.seq)))
        try:
            intent = self._reader.intent(logged.body)
        except msgspec.MsgspecError as problem:
            raise Mismatch(not_readable(entry, problem)) from None
        decided = self._repeat(intent)
        if decided.body != logged.body:
            raise Mismatch(first_difference(entry, decided.body, logged.body))
        if decided.hash != logged.hash:
            raise Mismatch(Difference(entry, "hash", decided.hash.hex(), logged.hash.hex()))
        return decided

    def _repeat(self, intent: Intent) -> Decided:
        if self.seq == 0:
            entropy = read_entropy(intent.entropy, self.terms.setup.seats)
            if isinstance(entropy, Difference):
                raise Mismatch(entropy)
            decided = self.begin(entropy)
        elif intent.by == "start":
            raise Mismatch(given_by_nobody(self.seq + 1))
        else:
            # To which question follows from the rules; if the log says another, that is a difference.
            decided = self.submit(intent.seat, None, intent.answer, intent.by)
        if isinstance(decided, Refused):
            entry = self.seq + 1
            fault = self.fault
            raise Mismatch(fault_at(entry, fault) if fault else not_allowed(entry, intent.answer, decided))
        return decided

    def _enter(self, entry: Entry, is_sealed: bool) -> Decided:
        """Write an entry, and cut the feeds from it."""
        frames: dict[Seat, Frame] = {}
        if not is_sealed:
            run, facts = self._run, entry.facts
            frames = self._feeds.cut(facts, run.open, run.waiting_for, run.table.outcome)
            self.facts += len(facts)
        self.seq = entry.seq
        sheaf = self._sheaf
        entries = sheaf.entries
        entries.append(entry)
        if len(entries) == self._size:
            self._sheaf = Sheaf(self.seq + 1, sheaf.head)
        return Decided(entry, frames, sheaf)

    def _stop(self, fault: Exception) -> Refused:
        self.fault = fault
        self._closed = Refused(Refusal.MATCH_STOPPED)
        return self._closed


def rebuild(
    entries: Sequence[Linked], *, settle: Settle = settle, viewers: tuple[Seat, ...] | None = None
) -> Match:
    """Run a match again over its logged entries, the charter first; raises `Mismatch` at the first difference."""
    match = opened(entries[0], settle=settle, viewers=viewers)
    for entry in entries[1:]:
        match.follow(entry)
    return match


def opened(first: Linked, *, settle: Settle = settle, viewers: tuple[Seat, ...] | None = None) -> Match:
    """Make a match from its logged charter, with nothing of it played yet."""
    if first.seq != 0:
        raise Mismatch(Difference(0, "sequence", "0", str(first.seq)))
    try:
        terms = settle(decode_charter(first.body))
    except (msgspec.MsgspecError, ValueError) as problem:
        raise Mismatch(Difference(0, "charter", "one that can be played", str(problem))) from None
    match = Match(terms, viewers=viewers)
    if first.body != match.charter_body:
        raise Mismatch(first_difference(0, match.charter_body, first.body))
    if first.hash != match.head:
        raise Mismatch(Difference(0, "hash", match.head.hex(), first.hash.hex()))
    return match
