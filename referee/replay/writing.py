"""Write a match as a replay file (see `format`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from referee.kernel.asks import Choice
from referee.kernel.facts import Fact, Seat
from referee.kernel.table import Ended
from referee.log.chain import Linked
from referee.match.entries import Entry, decode_charter, encode, encode_lines, entropy_in
from referee.replay.format import (
    ANSWER_LINE,
    DRAW_LINE,
    ENTROPY_LINE,
    FACT_LINE,
    FORMAT,
    HASH_BYTES,
    HASH_DIGITS,
    KIND_FIELD,
    ReplayHeader,
    kind_before_fields,
)

_PLAIN_WORD = re.compile(r"[A-Za-z0-9_./?-]+")


class _StoredFact(msgspec.Struct, array_like=True):
    path: str
    fact: msgspec.Raw


class _StoredEntry(msgspec.Struct):
    """A stored entry; its answer, draws and facts are kept as the bytes they were stored in."""

    seq: int
    seat: int
    question: int
    asked: str
    by: str
    answer: list[msgspec.Raw]
    draws: list[msgspec.Raw]
    facts: list[_StoredFact]
    entropy: list[str] = []


class _LastFact(msgspec.Struct):
    facts: list[tuple[str, msgspec.Raw]] = []


_stored_entries = msgspec.json.Decoder(_StoredEntry)


def write_replay(
    stored: Sequence[Linked],
    *,
    names: Mapping[Seat, str] | None = None,
    clients: Mapping[Seat, str] | None = None,
) -> str:
    """Return a match as a replay, given its stored entries, the charter first."""
    header = header_text(ReplayHeader(decode_charter(stored[0].body), names or {}, clients or {}))
    entries = [_stored_entries.decode(entry.body) for entry in stored[1:]]
    hashes = [entry.hash for entry in stored[1:]]
    body = _entries_text(entries, hashes, _answer_lines, _stored_facts(entries))
    return header + body + trailer_text(len(stored), outcome_in(stored[-1].body), stored[-1].hash)


def header_text(header: ReplayHeader) -> str:
    """Return the header of a replay, without a line end after it."""
    charter = header.charter
    lines = [
        FORMAT,
        f"game {_word(charter.game)}",
        f"rules {charter.rules_version}",
        f"seats {charter.seats}",
        f"seed {_word(charter.seed)}",
        *[f"salt {_word(salt)}" for salt in (charter.salt,) if salt is not msgspec.UNSET],
        *["unrefereed yes" for mark in (charter.unrefereed,) if mark is True],
        f"edition {_word(charter.edition)}",
        *[f"ruling {_word(key)} {_word(reading)}" for key, reading in sorted(charter.rulings.items())],
        *[f"option {_word(key)} {_word(text)}" for key, text in sorted(charter.options.items())],
        *[f"talk {talk}" for talk in (charter.talk,) if talk is not msgspec.UNSET],
        *[f"name {seat} {_word(name)}" for seat, name in sorted(header.names.items())],
        *[f"client {seat} {_word(client)}" for seat, client in sorted(header.clients.items())],
    ]
    # The mark protects the names and clients, which are in no entry and so in no hash.
    mark = sha256("\n".join(lines).encode()).hexdigest()[:HASH_DIGITS]
    return "\n".join([*lines, f"mark {mark}"])


def trailer_text(entries: int, outcome: Ended | None, head: bytes) -> str:
    """Return the end of a replay. `entries` is the number of stored entries, the charter included."""
    if outcome is None:
        ending = "unfinished"
    else:
        winners, scores = encode(outcome.winners).decode(), encode(outcome.scores).decode()
        ending = f"{_word(outcome.ending)} winners {winners} scores {scores}"
    return f"\n\nend {entries} {ending}\nhead {head.hex()}\n"


def outcome_in(body: bytes) -> Ended | None:
    """Return how the match ended if this is the body of its last entry, else None."""
    facts = msgspec.json.decode(body, type=_LastFact).facts
    try:
        return msgspec.json.decode(facts[-1][1], type=Ended) if facts else None
    except msgspec.ValidationError:
        return None


def rerun_text(entries: Sequence[Entry], hashes: Sequence[bytes]) -> str:
    """Return the text of entries that a re-run has produced.

    Answers are cached and facts are encoded in one call, which is why this is not `write_replay` on encoded entries.
    """
    facts = encode_lines([recorded.fact for entry in entries for recorded in entry.facts])
    return _entries_text(entries, hashes, _cached_answer_lines, facts.decode().split("\n"))


def _word(text: str) -> str:
    """Return a text unchanged if it is one plain word, else as a JSON string."""
    return text if _PLAIN_WORD.fullmatch(text) else msgspec.json.encode(text).decode()


def _entries_text(
    entries: Sequence[Entry | _StoredEntry],
    hashes: Sequence[bytes],
    answer_lines: Callable[[Any], str],
    facts: Iterable[str],
) -> str:
    """Return the text of entries. `facts` holds all their facts in order, as JSON or as `_stored_facts` has them."""
    next_fact = iter(facts).__next__
    parts: list[str] = []
    add = parts.append
    for entry, hash_ in zip(entries, hashes, strict=True):
        if entry.by == "talk":
            add(f"\n\n{entry.seq} talk {entry.seat} {hash_[:HASH_BYTES].hex()}")
        else:
            add(
                f"\n\n{entry.seq} {entry.by} {entry.seat} {entry.asked} {entry.question} "
                f"{hash_[:HASH_BYTES].hex()}{answer_lines(entry.answer)}"
            )
        for draw in entry.draws:
            add(f"\n{DRAW_LINE}{encode(draw).decode()}")
        for recorded in entry.facts:
            start, skipped = _fact_start(type(recorded.fact))
            add(f"{start}{next_fact()[skipped:]} @ {recorded.path}")
    if entries and entries[0].by == "start":
        parts[0] = _opening_text(entries[0], hashes[0])
    return "".join(parts)


def _opening_text(entry: Entry | _StoredEntry, hash_: bytes) -> str:
    """Return the first lines of entry 1, which has no answer and may have entropy."""
    entropy = entry.entropy if isinstance(entry, _StoredEntry) else entropy_in(entry)
    lines = [f"\n{ENTROPY_LINE}{seat} {part or '-'}" for seat, part in enumerate(entropy)]
    return "".join([f"\n\n{entry.seq} start {hash_[:HASH_BYTES].hex()}", *lines])


def _answer_lines(answer: Sequence[Choice | msgspec.Raw]) -> str:
    return "".join([f"\n{ANSWER_LINE}{kind_before_fields(encode(choice).decode())}" for choice in answer])


_cached_answer_lines = lru_cache(maxsize=4096)(_answer_lines)
"""For answers as tuples of choices; the same answers are given many times in a match."""


def _stored_facts(entries: Sequence[_StoredEntry]) -> Iterator[str]:
    for entry in entries:
        for stored in entry.facts:
            yield kind_before_fields(encode(stored.fact).decode())


@cache
def _fact_start(kind: type[Fact | msgspec.Raw]) -> tuple[str, int]:
    """Return how the line of a kind of fact starts, and how many characters of its JSON that replaces."""
    if kind is msgspec.Raw:
        return f"\n{FACT_LINE}", 0
    config: Any = kind.__struct_config__
    json_start = f"{KIND_FIELD}{config.tag}" + ('",' if kind.__struct_fields__ else '"}')
    return f"\n{FACT_LINE}{kind_before_fields(json_start)}", len(json_start)
