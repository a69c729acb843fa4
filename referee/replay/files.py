"""Replays: a match as a text that a person can read and a program can prove.

    referee replay 1
    game abyss
    rules 1
    seats 2
    seed 6d1f...                    the referee's part of the luck; all of it where seats brought none
    edition ""
    ruling pearls.visibility open   a reading chosen for this match
    name 0 Ada
    name 1 Bob
    mark 77aa0f0c52d3b2a1           of the lines above

    1 start d2b8a6f0c1e94877        what happened before anyone was asked
      + 0 91c4...                   what seat 0 brought to the luck
      + 1 -                         seat 1 brought nothing
      ~ ["deck/lords",0,35,[4,17,...]]
      - abyss.lords_shuffled {"lords":[...]} @ game/setup

    2 seat 1 abyss.turn 1 0b9d3c51aa7e2f46
      > abyss.explore
      - abyss.card_revealed {"card":"crab/3","space":1} @ game/turn/explore

    end 351 seventh_lord winners [0] scores [75,48]
    head 15e4...

An entry says who answered (the `seat`, its `clock` that ran out, or a standing `order`), which question, and the
first digits of its hash in the log. Below it `+` is entropy that a seat brought to the luck (a line for each seat, if
any was to bring some), `>` is what was chosen, `~` luck that was drawn (from which stream, from which word of it on,
among how many, with what result), and `-` what happened, each with the rules it followed from, outermost first.

The lines are the very pieces of the logged entry, only laid out: values are JSON, and the pieces put together again
give the bytes that were hashed. There is one way to write a match. A file that differs from it in one byte is found
out, and the place is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from itertools import zip_longest
from typing import Any, cast

import msgspec

from referee.kernel.asks import Choice
from referee.kernel.facts import Fact, Seat
from referee.kernel.game import Charter
from referee.kernel.table import Ended
from referee.log.chain import GENESIS, Linked, chain, link
from referee.match.charters import Settle, Terms, settle
from referee.match.differences import Difference, first_difference
from referee.match.entries import (
    By,
    Entry,
    Reader,
    decode_charter,
    encode,
    encode_lines,
    entropy_in,
    reader_for,
)
from referee.replay.verifying import Answered, Verdict, run_again, unplayable, verify_bodies

FORMAT = "referee replay 1"
NOT_A_REPLAY = "not a replay"
BREAKS_OFF = "the file breaks off"
REST_OF_REPLAY = "the rest of the replay"
"""What is told of a file as a whole, in place of the part of an entry that differs."""

_BYTES = 8
_DIGITS = 2 * _BYTES
"""How many digits of a hash are enough to show that something was changed."""

_SHEAF = 128
"""How many entries are written at a time to be compared: a whole match as one text would be new memory every time."""

_SORTS = _BROUGHT, _ANSWER, _DRAW, _FACT = "  + ", "  > ", "  ~ ", "  - "
"""How the lines of an entry begin, in the order in which they stand."""
_KIND = '{"kind":"'
_ENTROPY = re.compile(r"(?:0|[1-9][0-9]?) ([0-9a-f]{64}|-)")
_ANSWERS = re.compile(r"\n\n[0-9]++ ((?:seat|clock|order) [0-9]{1,9}) .*+((?:\n  > .*+)*+)")
"""Finds who answered, and the lines of the answer; without a second thought, for speed."""
_OPENING = re.compile(r"\n\n.*+((?:\n  \+ .*+)*+)")
"""Finds what the seats brought to the luck."""
_WORD = re.compile(r"[A-Za-z0-9_./?-]+")


class Replay(msgspec.Struct, frozen=True):
    """A match as its replay tells it. Read, not run: `verify_replay` says whether the rules agree."""

    charter: Charter
    names: dict[Seat, str]
    entries: tuple[Entry, ...]
    head: str
    outcome: Ended | None


class BadReplay(ValueError):
    """A file that is not a replay, or that was changed since it was written."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


class _Unreadable(ValueError):
    """A piece of text that cannot stand where it stands."""


# --- writing ---


class _Told(msgspec.Struct, array_like=True):
    path: str
    fact: msgspec.Raw


class _Pieces(msgspec.Struct):
    """An entry as its pieces, each in the bytes it was logged in."""

    seq: int
    seat: int
    question: int
    asked: str
    by: str
    answer: list[msgspec.Raw]
    draws: list[msgspec.Raw]
    facts: list[_Told]
    entropy: list[str] = []


_pieces = msgspec.json.Decoder(_Pieces)


def write_replay(entries: Sequence[Linked], *, names: Mapping[Seat, str] | None = None) -> str:
    """Write a match as a replay, from its logged entries, the charter first."""
    logged = entries[1:]
    header = _header(decode_charter(entries[0].body), names or {})
    pieces, hashes = [_pieces.decode(entry.body) for entry in logged], [entry.hash for entry in logged]
    ending = _trailer(len(entries), _outcome(entries[-1].body), entries[-1].hash)
    return header + _laid_out(pieces, hashes, _answer_lines, _logged(pieces)) + ending


def _header(charter: Charter, names: Mapping[Seat, str]) -> str:
    lines = [
        FORMAT,
        f"game {_word(charter.game)}",
        f"rules {charter.rules_version}",
        f"seats {charter.seats}",
        f"seed {_word(charter.seed)}",
        f"edition {_word(charter.edition)}",
        *[f"ruling {_word(key)} {_word(reading)}" for key, reading in sorted(charter.rulings.items())],
        *[f"option {_word(key)} {_word(text)}" for key, text in sorted(charter.options.items())],
        *[f"name {seat} {_word(name)}" for seat, name in sorted(names.items())],
    ]
    return "\n".join([*lines, _mark(lines)])


def _mark(lines: Sequence[str]) -> str:
    """What pins the lines of the header, some of which are in no entry."""
    return "mark " + sha256("\n".join(lines).encode()).hexdigest()[:_DIGITS]


def _word(text: str) -> str:
    """A text as it is where it is one plain word, else in quotes."""
    return text if _WORD.fullmatch(text) else msgspec.json.encode(text).decode()


def _laid_out(
    entries: Sequence[Entry | _Pieces],
    hashes: Sequence[bytes],
    answer_lines: Callable[[Any], str],
    facts: Iterable[str],
) -> str:
    """The text of entries, as they were logged or as the rules brought them about; `facts` are all of theirs."""
    following = iter(facts).__next__
    parts: list[str] = []
    add = parts.append
    for entry, chained in zip(entries, hashes, strict=True):
        add(
            f"\n\n{entry.seq} {entry.by} {entry.seat} {entry.asked} {entry.question} {chained[:_BYTES].hex()}"
            f"{answer_lines(entry.answer)}"
        )
        for draw in entry.draws:
            add(f"\n{_DRAW}{encode(draw).decode()}")
        for told in entry.facts:
            begin, cut = _begins(type(told.fact))
            add(f"{begin}{following()[cut:]} @ {told.path}")
    if entries and entries[0].by == "start":
        parts[0] = _beginning(entries[0], hashes[0])
    return "".join(parts)


def _beginning(entry: Entry | _Pieces, chained: bytes) -> str:
    """The first lines of what happened before anyone was asked."""
    brought = entry.entropy if isinstance(entry, _Pieces) else entropy_in(entry)
    lines = [f"\n{_BROUGHT}{seat} {part or '-'}" for seat, part in enumerate(brought)]
    return "".join([f"\n\n{entry.seq} start {chained[:_BYTES].hex()}", *lines])


def _answer_lines(answer: Sequence[Choice | msgspec.Raw]) -> str:
    """The lines of an answer as it was logged."""
    return "".join([f"\n{_ANSWER}{_untagged(encode(choice).decode())}" for choice in answer])


_remembered_lines = lru_cache(maxsize=4096)(_answer_lines)
"""The same for choices as the rules have them: most of what is answered is answered over and over."""


def _logged(entries: Sequence[_Pieces]) -> Iterator[str]:
    """The facts of entries as they were logged, the kind before the fields."""
    for entry in entries:
        for told in entry.facts:
            yield _untagged(encode(told.fact).decode())


def _brought_about(entries: Sequence[Entry]) -> list[str]:
    """The same for facts as the rules have them, all encoded at once: `_begins` puts the kind before the fields."""
    return encode_lines([told.fact for entry in entries for told in entry.facts]).decode().split("\n")


@cache
def _begins(kind: type[Fact | msgspec.Raw]) -> tuple[str, int]:
    """How the line of a kind of fact begins, and in place of how much of its text."""
    if kind is msgspec.Raw:
        return f"\n{_FACT}", 0
    config: Any = kind.__struct_config__
    tagged = f"{_KIND}{config.tag}" + ('",' if kind.__struct_fields__ else '"}')
    return f"\n{_FACT}{_untagged(tagged)}", len(tagged)


def _untagged(tagged: str) -> str:
    """Put the kind of a fact or choice before its fields.

    >>> _untagged('{"kind":"a","b":1}'), _untagged('{"kind":"a"}')
    ('a {"b":1}', 'a')
    """
    kind, has_fields, fields = tagged[len(_KIND) :].partition('",')
    return f"{kind} {{{fields}" if has_fields else kind[:-2]


def _tagged(laid_out: str) -> str:
    """Put the kind of a fact or choice among its fields again."""
    return _KIND + (laid_out.replace(" {", '",', 1) if " {" in laid_out else f'{laid_out}"}}')


def _trailer(entries: int, outcome: Ended | None, head: bytes) -> str:
    if outcome is None:
        ending = "unfinished"
    else:
        winners, scores = encode(outcome.winners).decode(), encode(outcome.scores).decode()
        ending = f"{_word(outcome.ending)} winners {winners} scores {scores}"
    return f"\n\nend {entries} {ending}\nhead {head.hex()}\n"


class _Last(msgspec.Struct):
    facts: list[tuple[str, msgspec.Raw]] = []


def _outcome(body: bytes) -> Ended | None:
    """How a match ended, if this is its last entry."""
    facts = msgspec.json.decode(body, type=_Last).facts
    try:
        return msgspec.json.decode(facts[-1][1], type=Ended) if facts else None
    except msgspec.ValidationError:
        return None


# --- reading ---


class _File:
    """A replay file, cut where its blank lines are; what is wrong is told with its line."""

    def __init__(self, data: bytes) -> None:
        try:
            text = data.decode()
        except UnicodeDecodeError as problem:
            entry, line = data.count(b"\n\n", 0, problem.start), data.count(b"\n", 0, problem.start) + 1
            found = f"byte {data[problem.start]:#x}"
            if not data.startswith(f"{FORMAT}\n".encode()):
                raise _not_a_replay(found) from None
            raise BadReplay(Difference(entry, f"line {line}", "a text in UTF-8", found)) from None
        self.text = text

    @cached_property
    def blocks(self) -> list[str]:
        """The header, the entries and the end. Cut only to search them: a file as it is written is compared whole."""
        return self.text.removesuffix("\n").split("\n\n")

    def line(self, block: int, line: int) -> str:
        """Name a line of a block by its place in the file."""
        return f"line {sum([text.count(chr(10)) + 2 for text in self.blocks[:block]]) + line + 1}"

    def compare(self, entry: int, place: int, expected: str) -> None:
        """See that a block is what it should be, or name the first line that differs."""
        found = self.blocks[place] if place < len(self.blocks) else ""
        if found == expected:
            return
        lines = zip_longest(expected.split("\n"), found.split("\n"), fillvalue="nothing")
        for number, (our, their) in enumerate(lines):
            if our != their:
                raise BadReplay(Difference(entry, self.line(place, number), our, their or "nothing"))

    def header(self) -> tuple[Charter, dict[Seat, str]]:
        """Read the header, which must be exactly as it would be written."""
        try:
            header = self.text.partition("\n\n")[0]
            charter, names = _read_header(header)
        except (_Unreadable, msgspec.ValidationError):
            first = self.blocks[0].split("\n")[0]
            if not self.text.startswith(f"{FORMAT}\n"):
                raise _not_a_replay(first or "nothing") from None
            if "\n\n" not in self.text:
                raise _broken_off(0, "the rest of the header") from None
            expected = f"the header of a replay, from {FORMAT!r} to its mark"
            raise BadReplay(Difference(0, "line 1", expected, first)) from None
        if header != _header(charter, names):
            self.compare(0, 0, _header(charter, names))
        return charter, names

    def bodies(self) -> tuple[list[tuple[bytes, str]], BadReplay | None]:
        """Put the pieces of each entry together again, each with the digits of its hash.

        Stops at an entry that cannot be read, and gives what is wrong with it last: what is wrong with an earlier
        one may show only when it is run, and that must be told first.
        """
        found = []
        for place in range(1, len(self.blocks) - 1):
            block = self.blocks[place]
            try:
                found.append(_joined(block, str(place)))
            except _Unreadable as problem:
                where = self.line(place, block.split("\n").index(str(problem)))
                return found, BadReplay(Difference(place, where, f"a line of entry {place}", str(problem)))
        return found, None

    def answers(self, reader: Reader) -> list[Answered]:
        """Who answered what, read without a look at anything else; none where one of them cannot be read."""
        found = _ANSWERS.findall(self.text)
        try:
            chosen = {lines: _chosen(lines, reader) for lines in {lines for _, lines in found}}
        except msgspec.MsgspecError:
            return []
        given = {who: _given_by(who) for who in {who for who, _ in found}}
        return [(given[who], chosen[lines]) for who, lines in found]

    def check_end(self, entries: int, outcome: Ended | None, head: bytes) -> None:
        """See that the file ends as it should, where it should."""
        place, expected = max(1, len(self.blocks) - 1), _trailer(entries, outcome, head).strip("\n")
        found = self.blocks[place] if place < len(self.blocks) else ""
        if found != expected and expected.startswith(found):
            raise _broken_off(entries, REST_OF_REPLAY)
        if str(entries).startswith(found.split(" ")[0]):
            raise _broken_off(entries, "the rest of the entry")
        self.compare(entries, place, expected)
        if not self.text.endswith("\n"):
            raise BadReplay(Difference(entries, "end of file", "a line end", "nothing"))


def _not_a_replay(found: str) -> BadReplay:
    return BadReplay(Difference(0, NOT_A_REPLAY, f"a file that begins with {FORMAT!r}", found))


def _broken_off(entry: int, expected: str) -> BadReplay:
    return BadReplay(Difference(entry, BREAKS_OFF, expected, "the end of the file"))


def _given_by(who: str) -> tuple[By, Seat]:
    """Who gave an answer, and for which seat.

    >>> _given_by("clock 3")
    ('clock', 3)
    """
    by, _, seat = who.partition(" ")
    return cast("By", by), int(seat)


@lru_cache(maxsize=8192)
def _chosen(lines: str, reader: Reader) -> tuple[Choice, ...]:
    """What the lines of an answer choose. Remembered: much is answered over and over."""
    tagged = [_tagged(line) for line in lines.split(f"\n{_ANSWER}")[1:]]
    return reader.answer(f"[{','.join(tagged)}]")


def _read_header(block: str) -> tuple[Charter, dict[Seat, str]]:
    fields: dict[str, Any] = {"rulings": {}, "options": {}}
    names: dict[Seat, str] = {}
    for line in block.split("\n")[1:-1]:
        key, _, rest = line.partition(" ")
        first, _, second = rest.partition(" ")
        match key:
            case "game" | "seed" | "edition":
                fields[key] = _unword(rest)
            case "rules" | "seats":
                fields["rules_version" if key == "rules" else key] = _number(rest)
            case "ruling" | "option":
                fields[f"{key}s"][_unword(first)] = _unword(second)
            case "name":
                names[_number(first)] = _unword(second)
            case _:
                raise _Unreadable(line)
    return msgspec.convert(fields, Charter), names


def _unword(text: str) -> str:
    try:
        return msgspec.json.decode(text, type=str) if text.startswith('"') else text
    except msgspec.DecodeError:
        raise _Unreadable(text) from None


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise _Unreadable(text)
    return int(text)


_whole = msgspec.json.Decoder(msgspec.Raw).decode
"""Refuses what is not exactly one JSON value."""


def _joined(block: str, place: str) -> tuple[bytes, str]:
    """Put the lines of an entry together to the body that was logged; with the digits of its hash.

    Every line must be one whole piece in its place, so that two texts never give one body.
    """
    first, *lines = block.split("\n")
    parts = first.split(" ")
    if len(parts) == 6:
        seq, by, seat, asked, question, digits = parts
    elif len(parts) == 3 and parts[1] == "start":
        seq, by, seat, asked, question, digits = parts[0], "start", "-1", "", "0", parts[2]
    else:
        raise _Unreadable(first)
    if seq != place or len(digits) != _DIGITS or '"' in first or "\\" in first:
        raise _Unreadable(first)
    sorted_out: tuple[list[str], ...] = ([], [], [], [])
    last = 0
    for sort, piece in map(_piece, lines):
        if sort < last:
            raise _Unreadable(lines[sum(map(len, sorted_out))])
        last = sort
        sorted_out[sort].append(piece)
    for number, line in enumerate(lines[: len(sorted_out[0])]):
        if by != "start" or not line.startswith(f"{_BROUGHT}{number} "):
            raise _Unreadable(line)
    entropy, answer, draws, facts = map(",".join, sorted_out)
    brought = f',"entropy":[{entropy}]' if entropy else ""
    return (
        f'{{"seq":{seq},"seat":{seat},"question":{question},"asked":"{asked}","by":"{by}",'
        f'"answer":[{answer}],"draws":[{draws}],"facts":[{facts}]{brought}}}'
    ).encode(), digits


@lru_cache(maxsize=8192)
def _piece(line: str) -> tuple[int, str]:
    """One line as the piece of JSON it was, and its sort. Remembered: in a match much is said over and over."""
    sort, text, path = line[:4], line[4:], ""
    if sort == _BROUGHT:
        return 0, _entropy(line, text)
    if sort == _FACT:
        text, _, path = text.rpartition(" @ ")
    elif sort not in _SORTS:
        raise _Unreadable(line)
    piece = text
    if sort != _DRAW:
        kind, space, rest = text.partition(" ")
        if '"' in kind or '"' in path or (space and not rest.startswith("{")):
            raise _Unreadable(line)
        piece = f'{_KIND}{kind}",{rest[1:]}' if rest else f'{_KIND}{kind}"}}'
        if sort == _FACT:
            piece = f'["{path}",{piece}]'
    try:
        _whole(piece)
    except msgspec.DecodeError:
        raise _Unreadable(line) from None
    return _SORTS.index(sort), piece


def _entropy(line: str, text: str) -> str:
    found = _ENTROPY.fullmatch(text)
    if found is None:
        raise _Unreadable(line)
    return '""' if found[1] == "-" else f'"{found[1]}"'


def read_replay(data: bytes, *, settle: Settle = settle) -> Replay:
    """Read a replay strictly, its chain included; raises `BadReplay` naming the first thing that is not as written.

    The rules are not asked: `verify_replay` does that. A game this referee does not know is a plain `ValueError`.
    """
    file = _File(data)
    charter, names = file.header()
    reader = reader_for(settle(charter).game)
    head = link(GENESIS, encode(charter))
    entries: list[Entry] = []
    bodies, problem = file.bodies()
    for place, (body, digits) in enumerate(bodies, 1):
        try:
            entry = reader.entry(body)
        except msgspec.MsgspecError as unfit:
            raise BadReplay(Difference(place, "form", "an entry of this game", str(unfit))) from None
        if encode(entry) != body:
            raise BadReplay(first_difference(place, encode(entry), body))
        head = link(head, body)
        _check_digits(place, digits, head)
        entries.append(entry)
    if problem is not None:
        raise problem
    outcome = _outcome(bodies[-1][0]) if bodies else None
    file.check_end(len(entries) + 1, outcome, head)
    return Replay(charter, names, tuple(entries), head.hex(), outcome)


def _check_digits(entry: int, digits: str, head: bytes) -> None:
    expected = head[:_BYTES].hex()
    if digits != expected:
        raise BadReplay(Difference(entry, "hash", expected, digits))


# --- proving ---


def verify_replay(data: bytes, *, settle: Settle = settle) -> Verdict:
    """Run the match of a replay again and compare every byte of the file with what comes of it."""
    try:
        file = _File(data)
        charter, _ = file.header()
        terms = _settled(charter, settle)
    except BadReplay as bad:
        return unplayable(bad.difference)
    return _found_as_written(file, terms) or _searched(file, terms)


def _found_as_written(file: _File, terms: Terms) -> Verdict | None:
    """The verdict on a file that is, byte for byte, what the rules bring about and how it is written; else None.

    Only the answers are read from it. However they are read, only a file that tells this very match can fit.
    """
    text = file.text
    place = text.find("\n\n")
    opening = _OPENING.match(text, max(place, 0))
    brought = [line.rpartition(" ")[2].strip("-") for line in opening[1].split("\n")[1:]] if opening else []
    entries, outcome, unfit = run_again(terms, brought, file.answers(reader_for(terms.game)))
    if unfit is not None:
        return None
    head = link(GENESIS, encode(terms.charter))
    for start in range(0, len(entries), _SHEAF):
        sheaf = entries[start : start + _SHEAF]
        hashes = chain(head, map(encode, sheaf))
        head = hashes[-1]
        written = _laid_out(sheaf, hashes, _remembered_lines, _brought_about(sheaf))
        if not text.startswith(written, place):
            return None
        place += len(written)
    if text[place:] != _trailer(len(entries) + 1, outcome, head):
        return None
    facts = sum([len(entry.facts) for entry in entries])
    return Verdict(True, terms.game.name, facts, head.hex(), outcome, None)


def _searched(file: _File, terms: Terms) -> Verdict:
    """The verdict on a file in which something is not as it is written: what, and where."""
    bodies, problem = file.bodies()
    verdict = verify_bodies(terms, bodies, problem.difference if problem else None)
    if verdict.ok:
        try:
            file.check_end(len(bodies) + 1, verdict.outcome, bytes.fromhex(verdict.head))
        except BadReplay as bad:
            return msgspec.structs.replace(verdict, ok=False, first_difference=bad.difference)
    return verdict


def _settled(charter: Charter, settle: Settle) -> Terms:
    try:
        return settle(charter)
    except ValueError as problem:
        raise BadReplay(Difference(0, "charter", "one that can be played", str(problem))) from None
