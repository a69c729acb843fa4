"""One match in memory: an answer or a statement goes in, a log entry and frames for the viewers come out.

Nothing here reads a clock or a disk. The same charter and the same answers always give the same bytes, so
`referee.replay.rerun` can rebuild a match from its log.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from referee.feeds.frames import Feeds, Frame, facts_seen_by, time_outs_known_to, viewers_of
from referee.kernel.asks import Choice, default_picks
from referee.kernel.chance import Rig
from referee.kernel.facts import SPECTATOR, Seat
from referee.kernel.game import Charter, Game
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Answer, Question, Run, Step
from referee.kernel.table import Ended, Table
from referee.kernel.talk import STATEMENTS_BETWEEN_NEWS, Statement, refusal_of
from referee.log.chain import GENESIS, chain, link
from referee.match.charters import Terms
from referee.match.entries import By, Entry, encode, opening, talk_entry

ON_DEMAND = sys.maxsize
"""The batch size with which entries are encoded only when one of them is needed."""


class Chained(NamedTuple):
    """An entry as it is stored, with its number and hash."""

    seq: int
    body: bytes
    hash: bytes


class EntryBatch:
    """Consecutive entries that are encoded and hashed together, when the batch is full or one of them is needed.

    Playing a match in batches of 32 takes 12 % less CPU time than encoding and hashing each entry by itself.
    """

    __slots__ = ("_bodies", "_first", "_hashes", "entries")

    def __init__(self, first: int, previous: bytes) -> None:
        self.entries: list[Entry] = []
        self._first = first
        self._bodies: list[bytes] = []
        self._hashes = [previous]
        """The hash before the first entry, then one for each entry encoded so far."""

    def body(self, seq: int) -> bytes:
        """Return an entry as it is stored."""
        self.encode()
        return self._bodies[seq - self._first]

    def hash(self, seq: int) -> bytes:
        """Return the hash of an entry in the chain."""
        self.encode()
        return self._hashes[seq - self._first + 1]

    def chained(self, seq: int) -> Chained:
        """Return an entry as it is stored, with its number and hash."""
        self.encode()
        place = seq - self._first
        return Chained(seq, self._bodies[place], self._hashes[place + 1])

    def encode(self) -> bytes:
        """Encode and hash the entries that are not yet, and return the hash of the last."""
        entries, encoded = self.entries, self._bodies
        if len(encoded) < len(entries):
            bodies = [*map(encode, entries[len(encoded) :])]
            encoded += bodies
            self._hashes += chain(self._hashes[-1], bodies)
        return self._hashes[-1]


class Decided(msgspec.Struct, frozen=True, gc=False):
    """An accepted answer or statement: its log entry, and the frames to send once that entry is durable."""

    entry: Entry
    frames: dict[Seat, Frame]
    batch: EntryBatch
    """The batch that holds the entry, encoded and hashed."""

    @property
    def seq(self) -> int:
        """The number of the entry in the log."""
        return self.entry.seq

    @property
    def body(self) -> bytes:
        """The entry as it is stored."""
        return self.batch.body(self.entry.seq)

    @property
    def hash(self) -> bytes:
        """The hash of the entry in the chain."""
        return self.batch.hash(self.entry.seq)


class Match:
    """One match, from its charter on.

    `viewers` are the viewers whose frames are cut, by default all of them. Entries are encoded and hashed `batch` at a
    time, or as soon as one of them is needed.
    """

    __slots__ = (
        "_asked",
        "_batch",
        "_batch_size",
        "_closed",
        "_feeds",
        "_late",
        "_run",
        "_spoken",
        "_statements",
        "charter_body",
        "facts",
        "fault",
        "seq",
        "table",
        "terms",
    )

    def __init__(
        self,
        terms: Terms,
        *,
        viewers: tuple[Seat, ...] | None = None,
        rig: Rig | None = None,
        batch: int = 1,
    ) -> None:
        self.terms = terms
        self._run = Run(terms.game, terms.setup, terms.seed, rig)
        self.table: Table[Any] = self._run.table
        """The open table, with everything that is hidden from the seats."""
        self._feeds = Feeds(viewers_of(terms.setup.seats) if viewers is None else viewers)
        self.charter_body = encode(terms.charter)
        self._batch = EntryBatch(1, link(GENESIS, self.charter_body))
        self._batch_size = batch
        self.seq = 0
        """The number of the last entry."""
        self.facts = 0
        """The number of facts published so far."""
        self.fault: Exception | None = None
        """The error in the rules that stopped the match, if one did."""
        self._closed: Refused | None = Refused(Refusal.MATCH_NOT_STARTED)
        """Why no answer is accepted at all: the match has not begun, or it was stopped."""
        self._asked: tuple[Seat, ...] = ()
        """The seats that were asked when the last answer came."""
        self._late: tuple[Seat, ...] = ()
        """Seats whose time ran out and that nobody has been told about yet."""
        self._statements = 0
        """The number of statements so far."""
        self._spoken: dict[Seat, int] = {}
        """The number of statements of each seat since something else happened that everyone was told of."""

    @property
    def charter_entry(self) -> Chained:
        """Entry 0 of the log: the charter."""
        return Chained(0, self.charter_body, link(GENESIS, self.charter_body))

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.terms.game

    @property
    def charter(self) -> Charter:
        """The charter of the match."""
        return self.terms.charter

    @property
    def head(self) -> bytes:
        """The hash of the last entry."""
        return self._batch.encode()

    @property
    def decisions(self) -> int:
        """The number of accepted answers: all entries after the charter and the opening, without talk."""
        return max(0, self.seq - 1 - self._statements)

    @property
    def outcome(self) -> Ended | None:
        """How the match ended, or None while it is being played."""
        return self.table.outcome

    @property
    def questions(self) -> dict[Seat, Question]:
        """The open questions, by seat."""
        return self._run.open

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats the last question was put to, including those that have given a sealed answer."""
        return self._run.waiting_for

    def newest(self, viewer: Seat) -> int:
        """Return the number of this viewer's last frame, 0 before the first."""
        return self._feeds.newest(viewer)

    def begin(self, entropy: Sequence[bytes] = ()) -> Decided | Refused:
        """Run to the first question. All seats must be taken, because they are sent what happens.

        `entropy` holds each seat's contribution to the luck, or nothing if no seat committed to any.
        """
        entry = self.start(entropy)
        return entry if type(entry) is Refused else self.complete(entry)

    def check(self, seat: Seat, number: int | None, answer: Answer | None) -> tuple[Choice, ...] | Refused:
        """Return the options an answer would choose, or why it would be refused. Change nothing."""
        return self._closed or self._run.read(seat, number, answer)

    def submit(
        self, seat: Seat, number: int | None, answer: Answer | None, by: By = "seat"
    ) -> Decided | Refused:
        """Accept an answer and run to the next question, or refuse it and change nothing.

        Without a number the answer is to whatever question is open for the seat.
        """
        entry = self.advance(seat, number, answer, by)
        return entry if type(entry) is Refused else self.complete(entry)

    def submit_default(self, seat: Seat, by: By) -> Decided | Refused:
        """Submit the default answer for a seat that does not answer itself."""
        question = self._run.open.get(seat)
        if question is None:
            return Refused(Refusal.NOT_ASKED)
        return self.submit(seat, question.number, default_picks(question.ask), by)

    def say(self, seat: Seat, statement: Statement) -> Decided | Refused:
        """Accept a statement of a seat, or refuse it and change nothing. Everyone is told of it at once."""
        entry = self.utter(seat, statement)
        return entry if type(entry) is Refused else self.complete(entry)

    def check_statement(self, seat: Seat, statement: Statement) -> Refused | None:
        """Return why a statement would be refused, or None if it would be accepted. Change nothing."""
        if self._closed is not None:
            return self._closed
        if self.table.outcome is not None:
            return Refused(Refusal.MATCH_OVER)
        terms, game = self.terms, self.terms.game
        refused = refusal_of(statement, seat, terms.setup.seats, terms.charter.talk_policy, game.statements)
        if refused is not None:
            return refused
        silenced = game.silencing_rule(self.table.state, seat)
        if silenced:
            return Refused(Refusal.SILENCED, silenced)
        is_too_much = self._spoken.get(seat, 0) >= STATEMENTS_BETWEEN_NEWS
        return Refused(Refusal.TOO_MUCH_TALK) if is_too_much else None

    # --- in two steps, for a re-run that may not need the second ---

    def start(self, entropy: Sequence[bytes]) -> Entry | Refused:
        """Run to the first question, and return the entry for `complete`."""
        if self.seq > 0:
            raise ValueError("the match has begun")
        try:
            entry = opening(self._run.begin(entropy), entropy)
        except Exception as fault:  # noqa: BLE001 - any error in the rules stops the match
            return self._stop(fault)
        self._closed = None
        self.seq = 1
        return entry

    def advance(self, seat: Seat, number: int | None, answer: Answer | None, by: By) -> Entry | Refused:
        """Accept an answer and run to the next question, as `submit` does, and return the entry for `complete`."""
        run = self._run
        chosen = self._closed or run.read(seat, number, answer)
        if type(chosen) is Refused:
            return chosen
        question, waited_for = run.open[seat], run.waiting_for
        self._asked = waited_for
        try:
            step = run.answer(seat, chosen)
        except Exception as fault:  # noqa: BLE001 - any error in the rules stops the match
            return self._stop(fault)
        if self._spoken and (run.waiting_for != waited_for or _is_news(step)):
            self._spoken.clear()
        self.seq = seq = self.seq + 1
        return Entry(seq, seat, question.number, question.ask.name, by, chosen, step.draws, step.facts)

    def utter(self, seat: Seat, statement: Statement) -> Entry | Refused:
        """Accept a statement, as `say` does, and return the entry for `complete`."""
        refused = self.check_statement(seat, statement)
        if refused is not None:
            return refused
        self._spoken[seat] = self._spoken.get(seat, 0) + 1
        self._statements += 1
        self.seq = seq = self.seq + 1
        return talk_entry(seq, statement)

    def complete(self, entry: Entry) -> Decided | Refused:
        """Cut the frames of the entry that was just returned, and add the entry to the chain."""
        run = self._run
        # A sealed answer tells nobody anything until the last of the others is given. What is said is told at once.
        is_sealed = len(run.open) < len(run.waiting_for) and entry.by != "talk"
        frames: dict[Seat, Frame] = {}
        if entry.by == "clock":
            self._late = (*self._late, entry.seat)
        if not is_sealed:
            try:
                frames = self._feeds.cut(entry.facts, run.open, run.waiting_for, run.table.outcome)
            except Exception as fault:  # noqa: BLE001 - a fact that cannot be told stops the match
                self.seq = entry.seq - 1
                return self._stop(fault)
            if self._late and entry.by != "talk":
                frames = self._with_time_outs(frames)
        self.facts += len(entry.facts)
        batch = self._batch
        entries = batch.entries
        entries.append(entry)
        if len(entries) == self._batch_size:
            self._batch = EntryBatch(entry.seq + 1, batch.encode())
        return Decided(entry, frames, batch)

    def _with_time_outs(self, frames: dict[Seat, Frame]) -> dict[Seat, Frame]:
        """Return the frames of an answer that closes a question, with the time-outs that each viewer may know."""
        late, self._late = self._late, ()
        return {
            viewer: msgspec.structs.replace(frame, late=time_outs_known_to(viewer, late, self._asked))
            for viewer, frame in frames.items()
        }

    def _stop(self, fault: Exception) -> Refused:
        self.fault = fault
        self._closed = Refused(Refusal.MATCH_STOPPED)
        return self._closed


def _is_news(step: Step) -> bool:
    """Return whether everyone is told of something that a step caused."""
    return bool(facts_seen_by(step.facts, SPECTATOR))
