"""Entries: the body of a log entry as canonical JSON.

Entry 0 of a match is its charter and entry 1 is what happened before anyone was asked. Every further entry is one
accepted answer, with the luck drawn and the facts recorded because of it, or one statement of a seat, which answers
nothing and causes nothing: its only fact is the statement. If a seat committed to entropy, entry 1 also holds what the
seats revealed. Fields have a fixed order and hold only integers and texts, so the same seed and intents always give the
same bytes. Times, keys and tokens differ from run to run and are stored outside the body.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, Union

import msgspec

from referee.kernel.asks import Choice
from referee.kernel.chance import Draw
from referee.kernel.facts import Fact, Recorded, Seat
from referee.kernel.game import Charter, Game
from referee.kernel.run import Step
from referee.kernel.table import Ended
from referee.kernel.talk import Said, Statement
from referee.log.chain import Linked

NOBODY = -1
"""The seat of entry 1, which no seat caused."""

By = Literal["start", "seat", "clock", "order", "talk"]
"""What an entry is: the start (entry 1), an answer by the seat, its clock that ran out or its order, or talk."""


class Entry(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One accepted answer and everything that happened because of it, or one statement."""

    seq: int
    seat: Seat
    question: int
    """The number of the question, counted per seat; 0 for the opening and for talk."""
    asked: str
    """The name of the question; empty for the opening and for talk."""
    by: By
    answer: tuple[Choice, ...]
    """The choices themselves, not option numbers: they keep their meaning when other options are offered."""
    draws: tuple[Draw, ...]
    facts: tuple[Recorded, ...]


class Opening(Entry, frozen=True, gc=False, forbid_unknown_fields=True):
    """Entry 1 of a match in which seats committed to entropy."""

    entropy: tuple[str, ...]
    """Each seat's entropy in hexadecimal; empty if it committed to none or did not reveal it."""


class RecordedAnswer(msgspec.Struct, frozen=True, gc=False):
    """The part of an entry that cannot be derived: who chose or said what."""

    seat: Seat
    by: By
    answer: tuple[Choice, ...]
    entropy: tuple[str, ...] = ()
    """Each seat's entropy, as in `Opening`; only in entry 1."""
    said: Statement | None = None
    """What was said; only in talk."""


def opening(step: Step, entropy: Sequence[bytes]) -> Entry:
    """Return entry 1, given its step and each seat's entropy, or () if no seat committed to any."""
    if not entropy:
        return Entry(1, NOBODY, 0, "", "start", (), step.draws, step.facts)
    revealed = tuple([part.hex() for part in entropy])
    return Opening(1, NOBODY, 0, "", "start", (), step.draws, step.facts, revealed)


def talk_entry(seq: int, statement: Statement) -> Entry:
    """Return the entry of a statement."""
    return Entry(seq, statement.seat, 0, "", "talk", (), (), (Recorded(statement.path, statement),))


def said_in(entry: Entry | RecordedAnswer) -> Statement | None:
    """Return what was said in an entry of talk; None if there is no statement in it."""
    if isinstance(entry, RecordedAnswer):
        return entry.said
    facts = [recorded.fact for recorded in entry.facts]
    return facts[0] if len(facts) == 1 and isinstance(facts[0], Statement) else None


def entropy_in(entry: Entry | RecordedAnswer) -> tuple[str, ...]:
    """Return each seat's entropy as entry 1 has it; () for any other entry, or if no seat committed to any."""
    return entry.entropy if isinstance(entry, Opening | RecordedAnswer) else ()


_encoder = msgspec.json.Encoder(order="deterministic")
encode = _encoder.encode
"""Returns the canonical bytes of a charter, an entry or a part of one."""
encode_lines = _encoder.encode_lines
"""Encodes several parts of entries, one per line."""

_charters = msgspec.json.Decoder(Charter)


def decode_charter(body: bytes) -> Charter:
    """Read the body of entry 0."""
    return _charters.decode(body)


class Reader:
    """Reads the entries of one game."""

    __slots__ = ("_answers", "_entries", "_recorded", "_said", "_statements")

    def __init__(
        self,
        choices: tuple[type[Choice], ...],
        facts: tuple[type[Fact], ...],
        statements: tuple[type[Statement], ...] = (),
    ) -> None:
        choice: Any = Union[choices]  # noqa: UP007 - made of a tuple
        fact: Any = Union[(*facts, *statements, Said, Ended)]
        statement: Any = Union[(*statements, Said)]
        said = msgspec.defstruct("TypedTalk", [("facts", tuple[tuple[str, statement]])])
        answer = ("answer", tuple[choice, ...])
        recorded = ("facts", tuple[tuple[str, fact], ...])
        entropy: Any = ("entropy", tuple[str, ...], ())
        recorded_answer = msgspec.defstruct("TypedAnswer", [answer], bases=(RecordedAnswer,), frozen=True)
        entry = msgspec.defstruct(
            "TypedEntry", [answer, recorded, entropy], bases=(Entry,), frozen=True, forbid_unknown_fields=True
        )
        self._answers: msgspec.json.Decoder[tuple[Choice, ...]] = msgspec.json.Decoder(tuple[choice, ...])
        self._recorded: msgspec.json.Decoder[RecordedAnswer] = msgspec.json.Decoder(recorded_answer)
        self._entries = msgspec.json.Decoder(entry)
        self._statements: msgspec.json.Decoder[Statement] = msgspec.json.Decoder(statement)
        self._said = msgspec.json.Decoder(said)

    def answer(self, answer: str) -> tuple[Choice, ...]:
        """Read an answer by itself."""
        return self._answers.decode(answer)

    def statement(self, statement: str) -> Statement:
        """Read a statement by itself."""
        return self._statements.decode(statement)

    def recorded_answer(self, body: bytes) -> RecordedAnswer:
        """Read who chose or said what, and skip the rest, which can be derived."""
        found = self._recorded.decode(body)
        if found.by != "talk":
            return found
        talk: Any = self._said.decode(body)
        ((_, said),) = talk.facts
        return RecordedAnswer(found.seat, found.by, (), said=said)

    def entry(self, body: bytes) -> Entry:
        """Read all of an entry."""
        found: Any = self._entries.decode(body)
        facts = tuple([Recorded(path, fact) for path, fact in found.facts])
        parts = found.seq, found.seat, found.question, found.asked, found.by, found.answer, found.draws, facts
        return Opening(*parts, found.entropy) if found.entropy else Entry(*parts)


def read_entries(game: Game, stored: Sequence[Linked]) -> list[Entry]:
    """Read the stored entries of a match, except for the charter at their head."""
    read = reader_for(game).entry
    return [read(entry.body) for entry in stored[1:]]


def reader_for(game: Game) -> Reader:
    """Return the reader of a game's entries."""
    return _reader(game.choices, game.facts, game.statements)


_reader = cache(Reader)
