"""Read a replay file strictly: every byte must be as `writing` writes it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import zip_longest
from typing import Any, cast

import msgspec

from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.kernel.table import Ended
from referee.kernel.talk import is_plain
from referee.log.chain import GENESIS, link
from referee.match.charters import Settle, settle
from referee.match.entries import NOBODY, By, Entry, Reader, RecordedAnswer, encode, reader_for
from referee.replay.differences import Difference, first_difference, not_readable
from referee.replay.format import (
    ANSWER_LINE,
    BREAKS_OFF,
    DRAW_LINE,
    ENTROPY_LINE,
    FACT_LINE,
    FORMAT,
    HASH_BYTES,
    HASH_DIGITS,
    KIND_FIELD,
    LINE_STARTS,
    NEWER_FORMAT,
    NOT_A_REPLAY,
    PLAIN_TEXT,
    REST_OF_REPLAY,
    WINDOWS_LINE_ENDS,
    BadReplay,
    Replay,
    ReplayHeader,
    kind_among_fields,
)
from referee.replay.time_sheet import BadTimeSheet, TimeSheet, divide, read_time_sheet
from referee.replay.writing import header_text, outcome_in, trailer_text

_ENTROPY = re.compile(r"(?:0|[1-9][0-9]?) ([0-9a-f]{64}|-)")
_ANSWERS = re.compile(r"\n\n[0-9]++ ((?:seat|clock|order) [0-9]{1,9}) .*+((?:\n  > .*+)*+)")
"""Finds who answered, and the lines of the answer. The quantifiers are possessive because that is faster."""
_ANSWERS_AND_TALK = re.compile(
    r"\n\n[0-9]++ (?:((?:seat|clock|order) [0-9]{1,9}) .*+((?:\n  > .*+)*+)|(talk [0-9]{1,9}) .*+\n  - (.*+))"
)
"""The same, and finds who said something, and the line of what was said. It is slower."""
_OPENING = re.compile(r"\n\n.*+((?:\n  \+ .*+)*+)")
"""Finds the entropy lines of entry 1."""


class _Unreadable(ValueError):
    """A line that is not allowed where it is; the message is the line."""


def read_replay(data: bytes, *, settle: Settle = settle) -> Replay:
    """Read a replay and check its chain; raise `BadReplay` naming the first thing that is not as it was written.

    The match is not run again: `verify_replay` does that. Raise a plain `ValueError` for an unknown game.
    """
    file = ReplayFile(data)
    header = file.header()
    charter = header.charter
    reader = reader_for(settle(charter).game)
    head = link(GENESIS, encode(charter))
    entries: list[Entry] = []
    bodies, problem = file.bodies()
    for seq, (body, digits) in enumerate(bodies, 1):
        try:
            entry = reader.entry(body)
        except msgspec.MsgspecError as unfit:
            raise BadReplay(not_readable(seq, unfit)) from None
        if encode(entry) != body:
            raise BadReplay(first_difference(seq, encode(entry), body))
        head = link(head, body)
        expected = head[:HASH_BYTES].hex()
        if digits != expected:
            raise BadReplay(Difference(seq, "hash", expected, digits))
        entries.append(entry)
    if problem is not None:
        raise BadReplay(problem)
    outcome = outcome_in(bodies[-1][0]) if bodies else None
    file.check_end(len(entries) + 1, outcome, head)
    sheet = file.read_time_sheet(head.hex(), entries)
    names, clients = dict(header.names), dict(header.clients)
    return Replay(charter, names, clients, tuple(entries), head.hex(), outcome, sheet)


_FIRST_LINE = re.compile(rb"referee (?P<kind>replay|bundle) (?P<version>[1-9][0-9]{0,8})(?P<return>\r?)\n")
"""The first line of a replay or a bundle, of any version and with any line end."""


class ReplayFile:
    """The text of a replay file. Every `BadReplay` it raises names a line of the file."""

    def __init__(self, data: bytes) -> None:
        _check_first_line(data)
        try:
            self.text, self.time_sheet = divide(data.decode())
        except UnicodeDecodeError as problem:
            found = f"byte {data[problem.start]:#x}"
            if not data.startswith(f"{FORMAT}\n".encode()):
                raise _not_a_replay(found) from None
            entry, line = data.count(b"\n\n", 0, problem.start), data.count(b"\n", 0, problem.start) + 1
            raise BadReplay(Difference(entry, f"line {line}", "a text in UTF-8", found)) from None

    @cached_property
    def _blocks(self) -> list[str]:
        """The header, the entries and the end of the file."""
        return self.text.removesuffix("\n").split("\n\n")

    def _line_name(self, block: int, line: int) -> str:
        """Return the name of a line of a block: its number in the file."""
        return f"line {sum([text.count(chr(10)) + 2 for text in self._blocks[:block]]) + line + 1}"

    def _compare(self, entry: int, block: int, expected: str) -> None:
        """Raise `BadReplay` naming the first line of a block that is not as expected."""
        found = self._blocks[block] if block < len(self._blocks) else ""
        if found == expected:
            return
        lines = zip_longest(expected.split("\n"), found.split("\n"), fillvalue="nothing")
        for number, (our, their) in enumerate(lines):
            if our != their:
                raise BadReplay(Difference(entry, self._line_name(block, number), our, their or "nothing"))

    def header(self) -> ReplayHeader:
        """Read the header, which must be exactly as it would be written."""
        try:
            found = self.text.partition("\n\n")[0]
            header = _read_header(found)
        except (_Unreadable, msgspec.ValidationError):
            first = self._blocks[0].split("\n")[0]
            if not self.text.startswith(f"{FORMAT}\n"):
                raise _not_a_replay(first or "nothing") from None
            if "\n\n" not in self.text:
                raise _breaks_off(0, "the rest of the header") from None
            expected = f"the header of a replay, from {FORMAT!r} to its mark"
            raise BadReplay(Difference(0, "line 1", expected, first)) from None
        expected = header_text(header)
        if found != expected:
            self._compare(0, 0, expected)
        texts = {"name": header.names, "client": header.clients}
        for number, line in enumerate(found.split("\n")):
            kind, _, rest = line.partition(" ")
            if kind in texts and not is_plain(texts[kind][int(rest.partition(" ")[0])]):
                raise BadReplay(Difference(0, self._line_name(0, number), PLAIN_TEXT, line))
        return header

    def answers(self, reader: Reader) -> list[RecordedAnswer]:
        """Read the entropy, the answers and the talk, and nothing else; return none of them if one cannot be read.

        This is fast and not strict: use it only where the whole file is compared afterwards.
        """
        opening = _OPENING.search(self.text)
        if opening is None:
            return []
        entropy = [line.rpartition(" ")[2].strip("-") for line in opening[1].split("\n")[1:]]
        start = RecordedAnswer(NOBODY, "start", (), tuple(entropy))
        if "\ntalk " in self.text[: opening.start()]:
            return self._answers_and_talk(reader, start)
        found = _ANSWERS.findall(self.text)
        try:
            choices = {lines: _choices(lines, reader) for lines in {lines for _, lines in found}}
        except msgspec.MsgspecError:
            return []
        given = {who: _given_by(who) for who in {who for who, _ in found}}
        return [start, *[RecordedAnswer(*given[who], choices[lines]) for who, lines in found]]

    def _answers_and_talk(self, reader: Reader, start: RecordedAnswer) -> list[RecordedAnswer]:
        """Read as `answers` does, in a match whose seats may talk."""
        found = [start]
        try:
            for who, lines, speaker, line in _ANSWERS_AND_TALK.findall(self.text):
                if speaker:
                    said = reader.statement(kind_among_fields(line.rpartition(" @ ")[0]))
                    found.append(RecordedAnswer(*_given_by(speaker), (), said=said))
                else:
                    found.append(RecordedAnswer(*_given_by(who), _choices(lines, reader)))
        except msgspec.MsgspecError:
            return []
        return found

    def bodies(self) -> tuple[list[tuple[bytes, str]], Difference | None]:
        """Return the body of each entry as it was stored, with the digits of its hash.

        Stop at an entry that cannot be read, and return what is wrong with it last: an earlier entry may prove wrong
        when it is run again, and that must be reported first.
        """
        found = []
        for seq in range(1, len(self._blocks) - 1):
            block = self._blocks[seq]
            try:
                found.append(_join_entry(block, str(seq)))
            except _Unreadable as problem:
                line = self._line_name(seq, block.split("\n").index(str(problem)))
                return found, Difference(seq, line, f"a line of entry {seq}", str(problem))
        return found, None

    def check_end(self, entries: int, outcome: Ended | None, head: bytes) -> None:
        """Raise `BadReplay` unless the file ends as it should. `entries` counts the charter."""
        block, expected = max(1, len(self._blocks) - 1), trailer_text(entries, outcome, head).strip("\n")
        found = self._blocks[block] if block < len(self._blocks) else ""
        if found != expected and expected.startswith(found):
            raise _breaks_off(entries, REST_OF_REPLAY)
        if str(entries).startswith(found.split(" ")[0]):
            raise _breaks_off(entries, "the rest of the entry")
        self._compare(entries, block, expected)
        if not self.text.endswith("\n"):
            raise BadReplay(Difference(entries, "end of file", "a line end", "nothing"))

    def read_time_sheet(self, head: str, entries: Sequence[Entry]) -> TimeSheet | None:
        """Read the time sheet, if the file has one; raise `BadReplay` unless it fits the record."""
        if not self.time_sheet:
            return None
        try:
            return read_time_sheet(self.time_sheet, head, entries)
        except BadTimeSheet as bad:
            raise BadReplay(Difference(0, "time sheet", "one that fits the record", str(bad))) from None


def _check_first_line(data: bytes) -> None:
    """Raise `BadReplay` for a replay or a bundle that was converted, or that has a newer format."""
    found = _FIRST_LINE.match(data)
    if found is None:
        return
    if found["return"]:
        lines = r"lines that end with LF (\n)", r"lines that end with CRLF (\r\n)"
        raise BadReplay(Difference(0, WINDOWS_LINE_ENDS, *lines))
    if int(found["version"]) > 1:
        kind = found["kind"].decode()
        lines = f"referee {kind} 1", f"referee {kind} {found['version'].decode()}"
        raise BadReplay(Difference(0, NEWER_FORMAT, *lines))


def _not_a_replay(found: str) -> BadReplay:
    return BadReplay(Difference(0, NOT_A_REPLAY, f"a file that begins with {FORMAT!r}", found))


def _breaks_off(entry: int, expected: str) -> BadReplay:
    return BadReplay(Difference(entry, BREAKS_OFF, expected, "the end of the file"))


def _given_by(who: str) -> tuple[Seat, By]:
    """Return the seat of an answer, and how it was given.

    >>> _given_by("clock 3")
    (3, 'clock')
    """
    by, _, seat = who.partition(" ")
    return int(seat), cast("By", by)


@lru_cache(maxsize=8192)
def _choices(lines: str, reader: Reader) -> tuple[Choice, ...]:
    """Return the choices on the lines of an answer. Cached because many answers are given again and again."""
    choices = [kind_among_fields(line) for line in lines.split(f"\n{ANSWER_LINE}")[1:]]
    return reader.answer(f"[{','.join(choices)}]")


def _read_header(block: str) -> ReplayHeader:
    fields: dict[str, Any] = {"rulings": {}, "options": {}}
    about_seats: dict[str, dict[Seat, str]] = {"name": {}, "client": {}}
    for line in block.split("\n")[1:-1]:
        key, _, rest = line.partition(" ")
        first, _, second = rest.partition(" ")
        match key:
            case "game" | "seed" | "salt" | "edition" | "talk":
                fields[key] = _unquoted(rest)
            case "unrefereed":
                fields[key] = True
            case "rules" | "seats":
                fields["rules_version" if key == "rules" else key] = _number(rest)
            case "ruling" | "option":
                fields[f"{key}s"][_unquoted(first)] = _unquoted(second)
            case "name" | "client":
                about_seats[key][_number(first)] = _unquoted(second)
            case _:
                raise _Unreadable(line)
    return ReplayHeader(msgspec.convert(fields, Charter), about_seats["name"], about_seats["client"])


def _unquoted(text: str) -> str:
    try:
        return msgspec.json.decode(text, type=str) if text.startswith('"') else text
    except msgspec.DecodeError:
        raise _Unreadable(text) from None


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise _Unreadable(text)
    return int(text)


_check_json = msgspec.json.Decoder(msgspec.Raw).decode
"""Raises DecodeError for anything but exactly one JSON value."""


def _join_entry(block: str, seq: str) -> tuple[bytes, str]:
    """Join the lines of an entry into the body that was stored; also return the digits of its hash.

    Every line must be one whole piece in its place, so that no two texts give the same body.
    """
    first, *lines = block.split("\n")
    words = first.split(" ")
    if len(words) == 6 and words[1] not in ("start", "talk"):
        number, by, seat, asked, question, digits = words
    elif len(words) == 3 and words[1] == "start":
        number, by, seat, asked, question, digits = words[0], "start", "-1", "", "0", words[2]
    elif len(words) == 4 and words[1] == "talk":
        number, by, seat, asked, question, digits = words[0], "talk", words[2], "", "0", words[3]
    else:
        raise _Unreadable(first)
    if number != seq or len(digits) != HASH_DIGITS or '"' in first or "\\" in first:
        raise _Unreadable(first)
    pieces: tuple[list[str], ...] = ([], [], [], [])
    last = 0
    for kind, piece in map(_read_line, lines):
        if kind < last:
            raise _Unreadable(lines[sum(map(len, pieces))])
        last = kind
        pieces[kind].append(piece)
    for place, line in enumerate(lines[: len(pieces[0])]):
        if by != "start" or not line.startswith(f"{ENTROPY_LINE}{place} "):
            raise _Unreadable(line)
    entropy, answer, draws, facts = map(",".join, pieces)
    entropy_field = f',"entropy":[{entropy}]' if entropy else ""
    return (
        f'{{"seq":{seq},"seat":{seat},"question":{question},"asked":"{asked}","by":"{by}",'
        f'"answer":[{answer}],"draws":[{draws}],"facts":[{facts}]{entropy_field}}}'
    ).encode(), digits


@lru_cache(maxsize=8192)
def _read_line(line: str) -> tuple[int, str]:
    """Return the kind of a line, by its place in `LINE_STARTS`, and the JSON it was. Cached: many lines recur."""
    start, text, path = line[:4], line[4:], ""
    if start == ENTROPY_LINE:
        return 0, _read_entropy_line(line, text)
    if start == FACT_LINE:
        text, _, path = text.rpartition(" @ ")
    elif start not in LINE_STARTS:
        raise _Unreadable(line)
    json = text
    if start != DRAW_LINE:
        kind, space, rest = text.partition(" ")
        if '"' in kind or '"' in path or (space and not rest.startswith("{")):
            raise _Unreadable(line)
        json = f'{KIND_FIELD}{kind}",{rest[1:]}' if rest else f'{KIND_FIELD}{kind}"}}'
        if start == FACT_LINE:
            json = f'["{path}",{json}]'
    try:
        _check_json(json)
    except msgspec.DecodeError:
        raise _Unreadable(line) from None
    return LINE_STARTS.index(start), json


def _read_entropy_line(line: str, text: str) -> str:
    found = _ENTROPY.fullmatch(text)
    if found is None:
        raise _Unreadable(line)
    return '""' if found[1] == "-" else f'"{found[1]}"'
