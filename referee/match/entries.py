"""Entries: the body of a log entry as canonical JSON.

Entry 0 of a match is its charter, entry 1 what happened before anyone was asked, and every further entry one
accepted answer with the luck drawn and the facts recorded because of it. Where a seat committed to entropy for
the luck, entry 1 also holds what the seats revealed. Fields stand in a fixed order and
hold integers and texts only, so the same seed and intents always give the same bytes. Times, keys and tokens differ
from run to run and are kept beside the body.
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
from referee.log.chain import Linked

NOBODY = -1
"""The seat of the opening, which no seat brought about."""

By = Literal["start", "seat", "clock", "order"]
"""Who gave an answer: nobody (the opening), the seat, its clock that ran out, or its standing order."""


class Entry(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One accepted answer and all that it brought about."""

    seq: int
    seat: Seat
    question: int
    """The seat's number of the question."""
    asked: str
    """The name of the question."""
    by: By
    answer: tuple[Choice, ...]
    """The choices themselves, never their numbers: they mean the same where other options are offered."""
    draws: tuple[Draw, ...]
    facts: tuple[Recorded, ...]


class Opening(Entry, frozen=True, gc=False, forbid_unknown_fields=True):
    """What happened before anyone was asked, in a match to whose luck seats were to bring something."""

    entropy: tuple[str, ...]
    """Of each seat its entropy in hexadecimal, empty where it committed to none or did not reveal it."""


class Intent(msgspec.Struct, frozen=True, gc=False):
    """The part of an entry that was not derived: who chose what."""

    seat: Seat
    by: By
    answer: tuple[Choice, ...]
    entropy: tuple[str, ...] = ()
    """What the seats brought to the luck; in entry 1 alone."""


def opening(step: Step, entropy: Sequence[bytes]) -> Entry:
    """Entry 1: what came of beginning, and the entropy it began with, if any seat was to bring some."""
    if not entropy:
        return Entry(1, NOBODY, 0, "", "start", (), step.draws, step.facts)
    brought = tuple([part.hex() for part in entropy])
    return Opening(1, NOBODY, 0, "", "start", (), step.draws, step.facts, brought)


def entropy_in(entry: Entry | Intent) -> tuple[str, ...]:
    """What the seats brought to the luck, by entry 1; nothing at all where none committed to any."""
    return entry.entropy if isinstance(entry, Opening | Intent) else ()


_encoder = msgspec.json.Encoder(order="deterministic")
encode = _encoder.encode
"""The canonical bytes of a charter or an entry."""
encode_lines = _encoder.encode_lines
"""The canonical bytes of parts of entries, each on a line of its own."""

_charters = msgspec.json.Decoder(Charter)


def decode_charter(body: bytes) -> Charter:
    """Read the body of entry 0."""
    return _charters.decode(body)


class Reader:
    """Reads the entries of one game."""

    __slots__ = ("_answers", "_entries", "_intents")

    def __init__(self, choices: tuple[type[Choice], ...], facts: tuple[type[Fact], ...]) -> None:
        choice: Any = Union[choices]  # noqa: UP007 - made of a tuple
        fact: Any = Union[(*facts, Ended)]
        answer = ("answer", tuple[choice, ...])
        told = ("facts", tuple[tuple[str, fact], ...])
        brought: Any = ("entropy", tuple[str, ...], ())
        intent = msgspec.defstruct("TypedIntent", [answer], bases=(Intent,), frozen=True)
        entry = msgspec.defstruct(
            "TypedEntry", [answer, told, brought], bases=(Entry,), frozen=True, forbid_unknown_fields=True
        )
        self._answers: msgspec.json.Decoder[tuple[Choice, ...]] = msgspec.json.Decoder(tuple[choice, ...])
        self._intents: msgspec.json.Decoder[Intent] = msgspec.json.Decoder(intent)
        self._entries = msgspec.json.Decoder(entry)

    def answer(self, answer: str) -> tuple[Choice, ...]:
        """Read an answer by itself."""
        return self._answers.decode(answer)

    def intent(self, body: bytes) -> Intent:
        """Read who chose what; the rest is passed over, for it can be derived."""
        return self._intents.decode(body)

    def entry(self, body: bytes) -> Entry:
        """Read all of an entry."""
        found: Any = self._entries.decode(body)
        facts = tuple([Recorded(path, fact) for path, fact in found.facts])
        parts = found.seq, found.seat, found.question, found.asked, found.by, found.answer, found.draws, facts
        return Opening(*parts, found.entropy) if found.entropy else Entry(*parts)


def read_entries(game: Game, stored: Sequence[Linked]) -> list[Entry]:
    """Read what is stored of a match after its charter, which stands first."""
    read = reader_for(game).entry
    return [read(entry.body) for entry in stored[1:]]


def reader_for(game: Game) -> Reader:
    """The reader of a game's entries."""
    return _reader(game.choices, game.facts)


_reader = cache(Reader)
