#!/usr/bin/env python3
r"""Check the luck of a match: recompute every random draw in a replay or bundle from its seed.

    python3 check_draws.py FILE [--commitment HEX]
    python3 check_draws.py EVENT.jsonl [REPLAY ...] [--commitment HEX]
    python3 check_draws.py EVENT.zip [--commitment HEX]

Needs only Python 3.11 and shares no code with the referee. This is what it computes:

- The referee's part of the seed is 64 bytes and is in the header of the replay. The referee committed to it before
  anyone joined, by SHA-256(b"referee entry 1\n" + 32 zero bytes + the header as JSON). On a server the header also has
  a random salt, so that nobody could find the seed from the commitment by trying.
- Each seat may have contributed 32 bytes of entropy, in the `+` lines of entry 1. The seat committed to them when it
  joined, by SHA-256(b"referee entropy 1\n" + the bytes).
- The seed is the referee's part if there are no `+` lines. Otherwise it is SHA-512(b"referee luck 1\n" + the referee's
  part + for each seat one byte with the length of its entropy, followed by the entropy).
- A stream is named by a label. Its block number `i` is HMAC-SHA-512(key=seed, label + b"\x00" + `i` as 8 bytes), read
  as eight words of 64 bits. All numbers are big-endian.
- To draw a number below `n`, take the first word below the largest multiple of `n` that is at most 2**64, modulo `n`.
- To shuffle `n` things, swap position `i`, from the last down to the second, with a number drawn below `i + 1`.

An event (`referee event export`) has a seed of its own. The arena's part is 64 bytes, revealed at the end, to which it
committed in the first entry by SHA-256(b"referee event 1\n" + the bytes); entrants contribute entropy as seats do. The
seed of a match is HMAC-SHA-512(key=seed of the event, b"referee deal 1\n" + the name of its deal); for a match that was
played on a server, SHA-512(b"referee seed 1\n" + these bytes in hexadecimal). The deal of match 1.2.3.4 is 1.2.3. A
replay is found in the event by its last hash. The bundle of an event is a zip file with the export, event.jsonl, and
all replays.

Each stream must be used without gaps, from its first word on. The exit status is 0 if every draw matches, 1 if one does
not (the first is named), and 2 if the file cannot be read.
"""

import argparse
import hashlib
import json
import re
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

SHA512_BLOCK = 128
HEADING = re.compile(rb"=== ([a-z]+) ([0-9]+) [0-9a-f]{64}\n")
COMMITMENT = re.compile(r"(?:seed|seat ([0-9]+)) ([0-9a-f]{64})")
ENTROPY = re.compile(r"  \+ ([0-9]+) ([0-9a-f]{64}|-)")
HEADER = {"game": str, "rules": int, "seats": int, "seed": str, "edition": str}
SALT = re.compile(r"[0-9a-f]{64}")


class Unreadable(Exception):
    """The file is not a replay or a bundle."""


class Mismatch(Exception):
    """A draw or a commitment in the file is wrong."""


# --- chance ---


def luck_of(seed: bytes, entropy: Sequence[bytes]) -> bytes:
    """Return the seed of all streams, from the referee's part and the entropy of the seats."""
    if not entropy:
        return seed
    parts = b"".join(bytes([len(part)]) + part for part in entropy)
    return hashlib.sha512(b"referee luck 1\n" + seed + parts).digest()


def hmac_sha512(key: bytes, message: bytes) -> bytes:
    """Return the HMAC as in RFC 2104, for keys that are not longer than a block of the hash."""
    padded = key + bytes(SHA512_BLOCK - len(key))
    inner = bytes(byte ^ 0x36 for byte in padded)
    outer = bytes(byte ^ 0x5C for byte in padded)
    return hashlib.sha512(outer + hashlib.sha512(inner + message).digest()).digest()


def block_of(seed: bytes, label: str, number: int) -> bytes:
    """Return block `number` of a stream."""
    return hmac_sha512(seed, label.encode("utf-8") + bytes([0]) + number.to_bytes(8, byteorder="big"))


class Words:
    """The words of a stream from index `at` on. `at` advances as words are taken."""

    def __init__(self, seed: bytes, label: str, at: int = 0) -> None:
        self.at = at
        self._words = self._from(seed, label)

    def _from(self, seed: bytes, label: str) -> Iterator[int]:
        for number in count(self.at // 8):
            block = block_of(seed, label, number)
            words = [int(block[place : place + 8].hex(), 16) for place in range(0, 64, 8)]
            for word in words[self.at % 8 :]:
                self.at += 1
                yield word

    def __iter__(self) -> Iterator[int]:
        """Continue after the last word taken."""
        return self._words


def number_below(bound: int, words: Words) -> int:
    """Draw a number below `bound`, skipping words that would make it biased."""
    fair = (2**64 // bound) * bound
    return next(word for word in words if word < fair) % bound


def order_of(size: int, words: Words) -> list[int]:
    """Shuffle: return the old position of the thing at each new position."""
    places = list(range(size))
    place = size - 1
    while place >= 1:
        other = number_below(place + 1, words)
        places[place], places[other] = places[other], places[place]
        place -= 1
    return places


class Streams:
    """All streams of a match, and how far each has been used."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self.ends: dict[str, set[int]] = {}
        """The possible indexes of the next word of each stream."""

    def check(self, line: str) -> None:
        """Repeat a recorded draw. Raise `Mismatch` if the result differs."""
        label, word, size, found = _draw(line)
        begins = self.ends.get(label, {0})
        if word not in begins:
            where = " or ".join(map(str, sorted(begins)))
            raise Mismatch(f"stream {label!r} continues at word {where}, not at word {word}")
        words = Words(self._seed, label, word)
        is_order = len(found) != 1 or size == 1
        expected = order_of(size, words) if is_order else [number_below(size, words)]
        if found != expected:
            raise Mismatch(f"stream {label!r} from word {word} on gives {expected}, not {found}")
        # A shuffle of one thing uses no word and a number below 1 uses one, but both are recorded alike.
        self.ends[label] = {words.at, words.at + 1} if size == 1 else {words.at}


def _draw(line: str) -> tuple[str, int, int, list[int]]:
    try:
        label, word, size, found = json.loads(line)
    except (ValueError, TypeError, RecursionError):
        raise Unreadable(f"not a draw: {line}") from None
    numbers = [word, size, *found] if isinstance(found, list) else [None]
    is_draw = isinstance(label, str) and all(
        type(number) is int and 0 <= number <= 2**64 for number in numbers
    )
    if not is_draw or (len(found) != size and (len(found) != 1 or size == 0)):
        raise Unreadable(f"not a draw: {line}")
    return label, word, size, found


# --- the file ---


class Record(NamedTuple):
    """The parts of a replay that concern luck."""

    header: dict[str, object]
    """The header, as in entry 0 of the log."""
    entropy: list[bytes]
    """The entropy of each seat, in seat order; no items if no seat contributed any."""
    draws: list[tuple[str, str]]
    """The location and the recorded line of each draw."""
    head: str
    """The last hash, as the replay gives it."""

    @property
    def seed(self) -> bytes:
        """The referee's part of the seed."""
        return bytes.fromhex(str(self.header["seed"]))

    @property
    def commitment(self) -> str:
        """The commitment that the referee must have published before anyone joined."""
        body = json.dumps(self.header, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(b"referee entry 1\n" + bytes(32) + body.encode()).hexdigest()


def read_record(text: str) -> Record:
    """Read the parts of a replay that concern luck, and ignore the rest."""
    head, *blocks = text.removesuffix("\n").split("\n\n")
    draws, entropy = [], []
    for block in blocks:
        first, *lines = block.split("\n")
        entry = first.partition(" ")[0]
        if entry == "1":
            entropy = [_entropy(line, seat) for seat, line in enumerate(_of_sort("  + ", lines))]
        journal = enumerate(_of_sort("  ~ ", lines), 1)
        draws += [(f"entry {entry}, draw {place}", line[4:]) for place, line in journal]
    header = _header(head)
    if entropy and len(entropy) != header["seats"]:
        raise Unreadable("entry 1 does not have the entropy of every seat")
    last = text.removesuffix("\n").rpartition("\n")[2]
    return Record(header, entropy, draws, last.removeprefix("head "))


def _of_sort(sort: str, lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line.startswith(sort)]


def _entropy(line: str, seat: int) -> bytes:
    found = ENTROPY.fullmatch(line)
    if found is None or found[1] != str(seat):
        raise Unreadable(f"not the entropy of seat {seat}: {line}")
    return b"" if found[2] == "-" else bytes.fromhex(found[2])


def _header(text: str) -> dict[str, object]:
    first, *lines = text.split("\n")
    if first != "referee replay 1":
        raise Unreadable(f"not a replay: it must begin with 'referee replay 1', not {first[:80]!r}")
    found: dict[str, object] = {}
    salt: dict[str, str] = {}
    unrefereed: dict[str, bool] = {}
    talk: dict[str, str] = {}
    chosen: dict[str, dict[str, str]] = {"ruling": {}, "option": {}}
    try:
        for line in lines:
            key, _, rest = line.partition(" ")
            if key in HEADER:
                found["rules_version" if key == "rules" else key] = HEADER[key](_word(rest))
            elif key in chosen:
                name, _, value = rest.partition(" ")
                chosen[key][_word(name)] = _word(value)
            elif key == "salt":
                salt[key] = rest
            elif key == "unrefereed":
                unrefereed[key] = rest == "yes"
            elif key == "talk":
                talk[key] = rest
        bytes.fromhex(str(found["seed"]))
    except (KeyError, ValueError):
        raise Unreadable("the header cannot be read") from None
    if len(found) != len(HEADER) or len(str(found["seed"])) != 128:
        raise Unreadable("the header is incomplete")
    if any(SALT.fullmatch(text) is None for text in salt.values()):
        raise Unreadable("the salt in the header is not 64 hexadecimal digits")
    return {**found, "rulings": chosen["ruling"], "options": chosen["option"], **salt, **unrefereed, **talk}


def _word(text: str) -> str:
    return str(json.loads(text)) if text.startswith('"') else text


def sections_of(data: bytes) -> dict[str, str]:
    """Return the sections of a bundle by name. A replay is returned as the only section."""
    try:
        if not data.startswith(b"referee bundle 1\n"):
            return {"replay": data.decode()}
        found, place = {}, data.index(b"\n\n") + 2
        while heading := HEADING.match(data, place):
            place = heading.end() + int(heading[2])
            found[heading[1].decode()] = data[heading.end() : place].decode()
            place += 1
    except ValueError:
        raise Unreadable("neither a replay nor a bundle") from None
    if "replay" not in found:
        raise Unreadable("the bundle does not contain a replay")
    return found


def commitments_in(text: str) -> dict[str, str]:
    """Return the commitments of a bundle: that of the referee under "", that of a seat under its number."""
    lines = [COMMITMENT.fullmatch(line) for line in text.splitlines()]
    return {line[1] or "": line[2] for line in lines if line}


# --- checking ---


def check(record: Record, promised: Mapping[str, str]) -> str:
    """Check commitments and draws. Return a summary, or raise `Mismatch` at the first that is wrong.

    `promised` are the commitments: that of the referee under "", that of a seat under its number.
    """
    contributed = {str(seat): part for seat, part in enumerate(record.entropy) if part}
    kept = [seat for seat in promised if not seat or seat in contributed]
    for seat in kept:
        if seat:
            made = hashlib.sha256(b"referee entropy 1\n" + contributed[seat]).hexdigest()
            _compare(f"the entropy of seat {seat}", promised[seat], made)
        else:
            _compare("the seed, rules and options in the header", promised[seat], record.commitment)
    streams = Streams(luck_of(record.seed, record.entropy))
    for where, line in record.draws:
        try:
            streams.check(line)
        except Mismatch as mismatch:
            raise Mismatch(f"{where}: {mismatch}") from None
    seats = f" and the entropy of {len(contributed)} of {len(record.entropy)} seats" if record.entropy else ""
    held = f"; commitments kept: {len(kept)}" if promised else ""
    found = f"{len(record.draws)} draws from {len(streams.ends)} streams"
    return f"{found} match the referee's seed{seats}{held}"


def _compare(what: str, promised: str, found: str) -> None:
    if promised != found:
        raise Mismatch(f"{what}: the commitment is {promised}, but the hash is {found}")


# --- events ---


class Event(NamedTuple):
    """The parts of the log of an event that concern luck."""

    commitment: str
    secret: bytes
    pledges: dict[int, str]
    """The commitment of each entrant that made one."""
    revealed: dict[int, str]
    """What entrants revealed before the first pairing."""
    entropy: list[str]
    """The entropy that was used, of each entrant, empty for none."""
    matches: dict[str, str]
    """The name of each match by its last hash."""

    @property
    def seed(self) -> bytes:
        """The seed of the event."""
        parts = [bytes.fromhex(part) for part in self.entropy]
        return luck_of(self.secret, parts if any(parts) else [])


def read_event(text: str) -> Event:
    """Read an export of an event that is over."""
    pledges: dict[int, str] = {}
    revealed: dict[int, str] = {}
    found: dict[str, dict[str, object]] = {}
    matches = {}
    try:
        for number, line in enumerate(text.splitlines()):
            row = json.loads(line)
            entry, kind = row["entry"], row["entry"]["kind"]
            if row["seq"] != number:
                raise Unreadable(f"entry {number} of the event is missing")
            if kind == "entropy_committed" and "event_begun" not in found:
                pledges[entry["entrant"]] = entry["commitment"]
            elif kind == "entropy_revealed" and "event_begun" not in found:
                revealed[entry["entrant"]] = entry["entropy"]
            elif kind == "result_recorded":
                matches[entry["head"]] = entry["match"]
            elif kind in ("event_opened", "event_begun", "event_finished"):
                found.setdefault(kind, entry)
        if "event_finished" not in found:
            raise Unreadable("the event is not over, so its luck is still secret")
        commitment, secret = str(found["event_opened"]["commitment"]), str(found["event_finished"]["secret"])
        entropy = found["event_begun"]["entropy"]
        assert isinstance(entropy, list)
        event = Event(commitment, bytes.fromhex(secret), pledges, revealed, entropy, matches)
        bytes.fromhex("".join([*entropy, *revealed.values()]))
    except (AssertionError, KeyError, TypeError, ValueError):
        raise Unreadable("not an export of an event as JSON lines") from None
    return event


def check_event(event: Event, promised: str, replays: Sequence[Record]) -> str:
    """Check the luck of an event and of these matches. Return a summary, or raise `Mismatch`."""
    made = hashlib.sha256(b"referee event 1\n" + event.secret).hexdigest()
    _compare("the arena's part of the seed", event.commitment, made)
    if promised:
        _compare("the arena's part of the seed", promised, made)
    for entrant, part in enumerate(event.entropy):
        if part != event.revealed.get(entrant, ""):
            raise Mismatch(f"entrant {entrant}: the entropy that was used is not what it revealed")
        if part:
            made = hashlib.sha256(b"referee entropy 1\n" + bytes.fromhex(part)).hexdigest()
            _compare(f"the entropy of entrant {entrant}", event.pledges.get(entrant, "missing"), made)
    for record in replays:
        _check_deal(event, record)
    used = sum(1 for part in event.entropy if part)
    return f"the event's luck is as committed, with the entropy of {used} entrants; {len(replays)} matches checked"


def _check_deal(event: Event, record: Record) -> None:
    """Check that a match was dealt from the seed of the event, and all its draws."""
    name = event.matches.get(record.head)
    if name is None:
        raise Mismatch(f"no match of the event ends with the hash {record.head}")
    deal = name.rpartition(".")[0]
    dealt = hmac_sha512(event.seed, b"referee deal 1\n" + deal.encode())
    on_server = hashlib.sha512(b"referee seed 1\n" + dealt.hex().encode()).digest()
    if record.seed not in (dealt, on_server):
        raise Mismatch(f"match {name}: its seed is not that of deal {deal}")
    try:
        check(record, {})
    except Mismatch as mismatch:
        raise Mismatch(f"match {name}: {mismatch}") from None


def _unpacked(file: Path) -> tuple[str, list[str]]:
    """Return the export and the replays in the bundle of an event."""
    try:
        with zipfile.ZipFile(file) as bundle:
            names = [name for name in bundle.namelist() if name.endswith(".replay")]
            return bundle.read("event.jsonl").decode(), [bundle.read(name).decode() for name in names]
    except (zipfile.BadZipFile, KeyError, ValueError):
        raise Unreadable("not the bundle of an event") from None


def _check_files(file: Path, replays: Sequence[Path], commitment: str) -> str:
    data = file.read_bytes()
    if data.startswith(b"PK"):
        export, texts = _unpacked(file)
        return check_event(read_event(export), commitment, [read_record(text) for text in texts])
    if data.startswith(b"{"):
        records = [read_record(sections_of(path.read_bytes())["replay"]) for path in replays]
        return check_event(read_event(sections_of(data)["replay"]), commitment, records)
    if replays:
        raise Unreadable("only an export of an event is checked together with replays")
    sections = sections_of(data)
    promised = commitments_in(sections.get("commitments", ""))
    if commitment:
        promised[""] = commitment
    return check(read_record(sections["replay"]), promised)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check a file and print the result. Return the exit status."""
    parser = argparse.ArgumentParser(description="Recompute every draw in a replay or bundle from its seed.")
    parser.add_argument("file", type=Path, help="a replay, a bundle, or an export or a bundle of an event")
    parser.add_argument("replays", type=Path, nargs="*", help="matches of the event, as replays or bundles")
    parser.add_argument("--commitment", default="", metavar="HEX", help="the referee's commitment")
    options = parser.parse_args(arguments)
    try:
        sys.stdout.write(f"{_check_files(options.file, options.replays, options.commitment.lower())}\n")
    except (OSError, Unreadable) as problem:
        sys.stderr.write(f"{options.file}: {problem}\n")
        return 2
    except Mismatch as mismatch:
        sys.stdout.write(f"mismatch: {mismatch}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
