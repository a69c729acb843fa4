"""Replays: a match as a text that a person can read and a program can prove.

    referee replay 1
    game abyss
    rules 1
    seats 2
    seed 6d1f...                    all the luck of the match
    edition ""
    ruling pearls.visibility open   a reading chosen for this match
    name 0 Ada
    name 1 Bob
    mark 77aa0f0c52d3b2a1           of the lines above

    1 start d2b8a6f0c1e94877        what happened before anyone was asked
      ~ deck/lords 0 35 [4 17 ...]
      - abyss.lords_shuffled lords=[...] @ game/setup

    2 seat 1 abyss.turn 1 0b9d3c51aa7e2f46
      > abyss.explore
      - abyss.card_revealed card=crab/3 space=1 @ game/turn/explore

    end 351 seventh_lord winners=[0] scores=[75 48]
    head 15e4...

An entry says who answered (the `seat`, its `clock` that ran out, or a standing `order`), which question, and the
first digits of its hash in the log. Below it `>` is what was chosen, `~` luck that was drawn, and `-` what happened,
each with the rules it followed from, outermost first. There is one way to write a match: a file that differs from it
in one byte is found out, and the place is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from itertools import zip_longest
from typing import Any, Union

import msgspec

from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.kernel.table import Ended
from referee.log.chain import GENESIS, Linked, link
from referee.match.charters import Settle, settle
from referee.match.differences import Difference
from referee.match.entries import NOBODY, Entry, Intent, Reader, decode_charter, encode, reader_for
from referee.match.lines import Unreadable, draw, read_tagged, read_values, tagged, value, word
from referee.match.match import Match, Mismatch
from referee.match.verdicts import Verdict

FORMAT = "referee replay 1"

_DIGITS = 16
"""How many digits of a hash are enough to show that something was changed."""

_ANSWER, _DRAW, _FACT = "  > ", "  ~ ", "  - "
_PARTS = {_ANSWER: "answer", _DRAW: "draw", _FACT: "fact", "mark": "mark of the lines above"}


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


# --- writing ---


def write_replay(
    entries: Sequence[Linked], *, names: Mapping[Seat, str] | None = None, settle: Settle = settle
) -> str:
    """Write a match as a replay, from its logged entries, the charter first."""
    charter = decode_charter(entries[0].body)
    reader = reader_for(settle(charter).game)
    blocks = [_header(charter, names or {})]
    outcome = None
    for logged in entries[1:]:
        entry = reader.entry(logged.body)
        blocks.append(_block(entry, logged.hash))
        outcome = _outcome(entry)
    blocks.append(_trailer(len(entries), outcome, entries[-1].hash))
    return "\n\n".join(blocks) + "\n"


def _header(charter: Charter, names: Mapping[Seat, str]) -> str:
    lines = [
        FORMAT,
        f"game {word(charter.game)}",
        f"rules {charter.rules_version}",
        f"seats {charter.seats}",
        f"seed {charter.seed}",
        f"edition {word(charter.edition)}",
        *[f"ruling {word(key)} {word(reading)}" for key, reading in sorted(charter.rulings.items())],
        *[f"option {word(key)} {word(text)}" for key, text in sorted(charter.options.items())],
        *[f"name {seat} {word(name)}" for seat, name in sorted(names.items())],
    ]
    return "\n".join([*lines, _mark(lines)])


def _mark(lines: Sequence[str]) -> str:
    """What pins the lines of the header, some of which are in no entry."""
    return "mark " + sha256("\n".join(lines).encode()).hexdigest()[:_DIGITS]


def _block(entry: Entry, chained: bytes) -> str:
    digits = chained.hex()[:_DIGITS]
    if entry.by == "start":
        lines = [f"{entry.seq} start {digits}"]
    else:
        lines = [f"{entry.seq} {entry.by} {entry.seat} {word(entry.asked)} {entry.question} {digits}"]
    lines += [_ANSWER + tagged(choice) for choice in entry.answer]
    lines += [_DRAW + draw(drawn) for drawn in entry.draws]
    lines += [f"{_FACT}{tagged(recorded.fact)} @ {word(recorded.path)}" for recorded in entry.facts]
    return "\n".join(lines)


def _trailer(entries: int, outcome: Ended | None, head: bytes) -> str:
    if outcome is None:
        ending = "unfinished"
    else:
        ending = f"{word(outcome.ending)} winners={value(outcome.winners)} scores={value(outcome.scores)}"
    return f"end {entries} {ending}\nhead {head.hex()}"


def _outcome(entry: Entry) -> Ended | None:
    last = entry.facts[-1].fact if entry.facts else None
    return last if isinstance(last, Ended) else None


# --- reading ---


class _File:
    """A replay file, cut where its blank lines are; what is wrong is told with its line."""

    def __init__(self, data: bytes) -> None:
        try:
            text = data.decode()
        except UnicodeDecodeError as problem:
            entry, line = data.count(b"\n\n", 0, problem.start), data.count(b"\n", 0, problem.start) + 1
            found = f"byte {data[problem.start]:#x}"
            raise BadReplay(Difference(entry, f"line {line}", "a text in UTF-8", found)) from None
        self.blocks = text.removesuffix("\n").split("\n\n")
        self.is_closed = text.endswith("\n")

    def line(self, block: int, line: int) -> int:
        """The number of a line of a block in the file, both counted from 0 there and from 1 here."""
        return sum([text.count("\n") + 2 for text in self.blocks[:block]]) + line + 1

    @property
    def entries(self) -> list[str]:
        """The blocks between the header and the end."""
        return self.blocks[1:-1]

    def compare(self, entry: int, place: int, expected: str) -> None:
        """See that a block is what it should be, or name the first line that differs."""
        found = self.blocks[place] if place < len(self.blocks) else ""
        if found == expected:
            return
        ours, theirs = expected.split("\n"), found.split("\n")
        pairs = list(enumerate(zip_longest(ours, theirs, fillvalue="nothing")))
        # The first line of an entry holds its hash, which differs whenever anything does: it is told last.
        is_moved = ours[0].split(" ")[0] != theirs[0].split(" ")[0]
        for number, (our, their) in pairs if is_moved or place == 0 else [*pairs[1:], *pairs[:1]]:
            if our != their:
                what = f"line {self.line(place, number)}"
                part = _PARTS.get(our[:4]) or _PARTS.get(their[:4])
                raise BadReplay(Difference(entry, f"{what}, {part}" if part else what, our, their))

    def unreadable(self, entry: int, place: int, expected: str) -> BadReplay:
        """Say that a block is not what can stand there."""
        first = self.blocks[place].split("\n")[0] if place < len(self.blocks) else "nothing"
        return BadReplay(Difference(entry, f"line {self.line(place, 0)}", expected, first))

    def header(self) -> tuple[Charter, dict[Seat, str]]:
        """Read the header, which must be exactly as it would be written."""
        try:
            charter, names = _read_header(self.blocks[0])
        except (Unreadable, msgspec.ValidationError):
            raise self.unreadable(0, 0, f"the header of a replay, from {FORMAT!r} to its mark") from None
        self.compare(0, 0, _header(charter, names))
        return charter, names

    def check_end(self, entries: int, outcome: Ended | None, head: bytes) -> None:
        """See that the file ends as it should, where it should."""
        self.compare(
            entries, len(self.blocks) - 1 if len(self.blocks) > 1 else 1, _trailer(entries, outcome, head)
        )
        if not self.is_closed:
            raise BadReplay(Difference(entries, "end of file", "a line end", "nothing"))


def _read_header(block: str) -> tuple[Charter, dict[Seat, str]]:
    fields: dict[str, Any] = {"rulings": {}, "options": {}}
    names: dict[Seat, str] = {}
    for line in block.split("\n")[1:-1]:
        key, _, rest = line.partition(" ")
        values = [rest] if key == "seed" else read_values(rest)
        match key, values:
            case (("game" | "rules" | "seats" | "seed" | "edition"), [single]):
                fields["rules_version" if key == "rules" else key] = single
            case (("ruling" | "option"), [str(name), text]):
                fields[f"{key}s"][name] = text
            case "name", [int(seat), str(name)]:
                names[seat] = name
            case _:
                raise Unreadable(line)
    return msgspec.convert(fields, Charter), names


def _read_intent(block: str, choice: Callable[[str], Choice]) -> Intent:
    """Read who answered what; the rest of the block is derived."""
    first, *lines = block.split("\n")
    match first.split(" "):
        case [seq, "start", _]:
            return Intent(int(seq), NOBODY, 0, "start", ())
        case [seq, ("seat" | "clock" | "order") as by, seat, _, question, _]:
            answer = [choice(line[len(_ANSWER) :]) for line in lines if line.startswith(_ANSWER)]
            return Intent(int(seq), int(seat), int(question), by, tuple(answer))
        case _:
            raise Unreadable(first)


@cache
def _choice_reader(choices: tuple[type[Choice], ...]) -> Callable[[str], Choice]:
    """A reader of choices that remembers: in a match the same few are made over and over."""
    kinds: Any = Union[choices]  # noqa: UP007 - made of a tuple

    @lru_cache(maxsize=4096)
    def read(text: str) -> Choice:
        found: Choice = msgspec.convert(read_tagged(text), kinds)
        return found

    return read


def _read_entry(block: str, reader: Reader) -> Entry:
    """Read a whole entry, without asking the rules."""
    first, *lines = block.split("\n")
    parts: dict[str, list[Any]] = {_ANSWER: [], _DRAW: [], _FACT: []}
    for line in lines:
        prefix, rest = line[:4], line[4:]
        if prefix == _FACT:
            fact, at, path = rest.rpartition(" @ ")
            if not at:
                raise Unreadable(line)
            parts[_FACT].append([read_values(path)[0], read_tagged(fact)])
        elif prefix in parts:
            parts[prefix].append(read_tagged(rest) if prefix == _ANSWER else read_values(rest))
        else:
            raise Unreadable(line)
    match read_values(first.rpartition(" ")[0]):
        case [seq, "start"]:
            intent = {"seq": seq, "seat": NOBODY, "question": 0, "asked": "", "by": "start"}
        case [seq, by, seat, asked, question]:
            intent = {"seq": seq, "seat": seat, "question": question, "asked": asked, "by": by}
        case _:
            raise Unreadable(first)
    derived = {"answer": parts[_ANSWER], "draws": parts[_DRAW], "facts": parts[_FACT]}
    return reader.entry(msgspec.json.encode(intent | derived))


def read_replay(data: bytes, *, settle: Settle = settle) -> Replay:
    """Read a replay strictly, its chain included; raises `BadReplay` naming the first line that is not as written.

    The rules are not asked: `verify_replay` does that. A game this referee does not know is a plain `ValueError`.
    """
    file = _File(data)
    charter, names = file.header()
    reader = reader_for(settle(charter).game)
    head = link(GENESIS, encode(charter))
    entries: list[Entry] = []
    for place, block in enumerate(file.entries, 1):
        try:
            entry = _read_entry(block, reader)
        except (Unreadable, msgspec.MsgspecError):
            raise file.unreadable(place, place, f"entry {place}") from None
        head = link(head, encode(entry))
        file.compare(place, place, _block(msgspec.structs.replace(entry, seq=place), head))
        entries.append(entry)
    outcome = _outcome(entries[-1]) if entries else None
    file.check_end(len(entries) + 1, outcome, head)
    return Replay(charter, names, tuple(entries), head.hex(), outcome)


# --- proving ---


def verify_replay(data: bytes, *, settle: Settle = settle) -> Verdict:
    """Run the match of a replay again and compare every byte of the file with what comes of it."""
    match: Match | None = None
    difference = None
    try:
        file = _File(data)
        charter, _ = file.header()
        match = Match(_settled(charter, settle), viewers=())
        for entry, expected in _run_again(file, match):
            file.compare(entry, entry, expected)
        file.check_end(match.seq + 1, match.outcome, match.head)
    except (BadReplay, Mismatch) as problem:
        difference = problem.difference
    if match is None:
        return Verdict(False, "", 0, "", None, difference)
    return Verdict(
        difference is None, match.game.name, match.facts, match.head.hex(), match.outcome, difference
    )


def _settled(charter: Charter, settle: Settle) -> Any:
    try:
        return settle(charter)
    except ValueError as problem:
        raise BadReplay(Difference(0, "charter", "one that can be played", str(problem))) from None


def _run_again(file: _File, match: Match) -> Iterator[tuple[int, str]]:
    """Bring about each entry again, and write it as it should stand in the file."""
    choice = _choice_reader(match.game.choices)
    for place, block in enumerate(file.entries, 1):
        try:
            intent = _read_intent(block, choice)
        except (ValueError, msgspec.MsgspecError):
            raise file.unreadable(place, place, f"entry {place}") from None
        decided = match.repeat(intent)
        yield place, _block(decided.entry, decided.hash)
