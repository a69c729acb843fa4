"""The check of an event's bundle: its log, its luck, its schedule, every match and the standings, all from the file."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path

import msgspec

from referee.arena.admission import ARENA
from referee.arena.event_bundle import KEYS, LOG, MATCHES, NOTE, STANDINGS, head_text
from referee.arena.event_entries import (
    EventBegun,
    EventFinished,
    EventOpened,
    LoggedEntry,
    OfficialStep,
    PenaltyGiven,
    ResultCorrected,
    ResultUpheld,
    decode_entry,
    encode_entry,
)
from referee.arena.event_file import EventFileError, charter_of
from referee.arena.event_luck import commitment_to_secret, deal_seed, event_seed, schedule_luck
from referee.arena.event_state import EventState, MatchProgress, match_concerned
from referee.arena.match_results import result_of
from referee.arena.official_steps import OfficialStepRefused, check_ruler
from referee.arena.ratings import rate
from referee.arena.rounds import RoundPlanner
from referee.arena.schedule_check import ScheduleEdited, check_rounds
from referee.arena.standings import standings_of
from referee.arena.step_signatures import check_step_signature
from referee.log.chain import GENESIS, link
from referee.match.charters import settle
from referee.match.entropy import commitment_to
from referee.proof.keys import KeyList
from referee.proof.notes import BadNote
from referee.replay.format import BadReplay
from referee.replay.reading import read_replay
from referee.replay.rerun import Mismatch, Rerun

MOST_BYTES = 1 << 30
"""Size of a file in a bundle, unpacked, above which it is not read."""


class EventMismatch(Exception):
    """The first thing in a bundle that is not as it should be."""


class CannotRead(Exception):
    """A file that is not the bundle of an event."""


class _Line(msgspec.Struct):
    seq: int
    at: int
    entry: msgspec.Raw


class EventEvidence(msgspec.Struct):
    """What has been checked of an event."""

    name: str = ""
    head: str = ""
    entries: int = 0
    matches: int = 0
    """Number of matches that were run again."""
    step_signers: dict[str, int] = {}
    """Number of official steps that each key has signed."""
    unsigned_steps: int = 0
    """Number of official steps that nobody has signed; the arena's own are not counted."""
    signed_by: str = ""
    """The key that signed the log; empty if nobody did."""
    problem: str = ""
    """The first thing that is wrong; empty if nothing is."""


def examine_event(path: Path, published: str = "") -> EventEvidence:
    """Check the bundle of an event; `published` is the list of keys that the organiser published.

    Raise `CannotRead` for anything that is not a bundle.
    """
    found = EventEvidence()
    try:
        with zipfile.ZipFile(path) as bundle:
            files = _Files(bundle)
            _examine(files, found, published)
    except (zipfile.BadZipFile, KeyError) as problem:
        raise CannotRead(f"{path} is not the bundle of an event: {problem}") from None
    except EventMismatch as mismatch:
        found.problem = str(mismatch)
    return found


class _Files:
    """The files in a bundle."""

    def __init__(self, bundle: zipfile.ZipFile) -> None:
        self._bundle = bundle
        self.names = set(bundle.namelist())
        if len(self.names) != len(bundle.namelist()):
            raise EventMismatch("two files in the bundle have the same name")

    def read(self, name: str) -> bytes:
        """Return the content of a file; raise `KeyError`."""
        if self._bundle.getinfo(name).file_size > MOST_BYTES:
            raise EventMismatch(f"{name} is larger than {MOST_BYTES} bytes")
        try:
            return self._bundle.read(name)
        except zipfile.BadZipFile as damaged:
            raise EventMismatch(f"{name} is damaged: {damaged}") from None


def _examine(files: _Files, found: EventEvidence, published: str) -> None:
    entries = _read_log(files.read(LOG), found)
    step_keys = _check_steps(entries, found)
    _check_signature(files, found, published, step_keys)
    seed = _check_luck(entries)
    try:
        state = check_rounds(entries, RoundPlanner(schedule_luck(seed)))
    except ScheduleEdited as edited:
        raise EventMismatch(str(edited)) from None
    except (KeyError, ValueError, IndexError) as problem:
        raise EventMismatch(f"the log does not fit itself: {problem!r}") from None
    _check_rulers(entries)
    found.name = state.event.name
    wanted = {f"{MATCHES}{name}.replay": name for name, each in state.matches.items() if _was_played(each)}
    there = {name for name in files.names if name.startswith(MATCHES)}
    for name in sorted(there ^ wanted.keys()):
        raise EventMismatch(f"{name} is {'not a match of the event' if name in there else 'missing'}")
    for file, name in wanted.items():
        _check_match(files.read(file), state, state.matches[name], seed)
        found.matches += 1
    _check_standings(files.read(STANDINGS), state, seed)


def _read_log(data: bytes, found: EventEvidence) -> list[LoggedEntry]:
    """Return the entries of the log, of which `found` gets the last hash."""
    entries: list[LoggedEntry] = []
    head = GENESIS
    for seq, line in enumerate(data.splitlines()):
        try:
            read = msgspec.json.decode(line, type=_Line)
            entry = decode_entry(bytes(read.entry))
        except msgspec.MsgspecError as problem:
            raise EventMismatch(f"entry {seq} of the log cannot be read: {problem}") from None
        if read.seq != seq:
            raise EventMismatch(f"entry {seq} of the log is missing")
        if encode_entry(entry) != bytes(read.entry):
            raise EventMismatch(f"entry {seq} of the log is not written as the arena writes it")
        head = link(head, bytes(read.entry))
        entries.append(entry)
    found.entries, found.head = len(entries), head.hex()
    return entries


def _check_steps(entries: list[LoggedEntry], found: EventEvidence) -> set[str]:
    """Check the signature of every official step, and return the keys."""
    used, earlier, step_keys = set[str](), set[str](), set[str]()
    head = GENESIS
    for seq, entry in enumerate(entries):
        if isinstance(entry, OfficialStep):
            try:
                key = check_step_signature(entry, earlier)
            except BadNote as bad:
                raise EventMismatch(f"entry {seq} of the log, a step by {entry.by}: {bad}") from None
            if key is None:
                found.unsigned_steps += entry.by != ARENA
            else:
                if entry.request in used:
                    raise EventMismatch(f"entry {seq} of the log, a step by {entry.by}, is there twice")
                used.add(entry.request)
                step_keys.add(key.text)
                who = f"{key.name}+{key.id.hex()}"
                found.step_signers[who] = found.step_signers.get(who, 0) + 1
        head = link(head, encode_entry(entry))
        earlier.add(head.hex())
    return step_keys


def _check_rulers(entries: list[LoggedEntry]) -> None:
    """Check that appeals were ruled on by others, with other keys, than the rulings before."""
    assert isinstance(entries[0], EventOpened)
    state = EventState(entries[0])
    for seq, entry in enumerate(entries[1:], start=1):
        if isinstance(entry, ResultCorrected | ResultUpheld | PenaltyGiven) and (
            match := match_concerned(entry)
        ):
            try:
                check_ruler(state.matches[match], entry)
            except OfficialStepRefused as refused:
                raise EventMismatch(f"entry {seq} of the log: {refused}") from None
        state.apply(entry)


def _check_signature(files: _Files, found: EventEvidence, published: str, step_keys: set[str]) -> None:
    """Check who signed the log, if anybody did; with a published list of keys, somebody on it must have."""
    if NOTE not in files.names:
        if published:
            raise EventMismatch("the log is not signed")
        return
    try:
        keys = KeyList.parse(published or files.read(KEYS).decode())
        opened = keys.open(files.read(NOTE).decode())
    except (BadNote, UnicodeDecodeError) as bad:
        raise EventMismatch(f"the signature of the log is not valid: {bad}") from None
    if opened.text != head_text(found.head):
        raise EventMismatch(f"the log was changed after it was signed: its last hash is {found.head}")
    for key in keys.revoked:
        if key.text in step_keys:
            raise EventMismatch(f"steps are signed by {key.name}+{key.id.hex()}, which was revoked")
    found.signed_by = ", ".join([signer.name for signer in opened.signers])


def _check_luck(entries: list[LoggedEntry]) -> bytes:
    """Check the commitments of the arena and the entrants; return the seed of the event."""
    opened = entries[0] if entries else None
    begun = [entry for entry in entries if isinstance(entry, EventBegun)]
    finished = [entry for entry in entries if isinstance(entry, EventFinished)]
    if not isinstance(opened, EventOpened) or len(begun) != 1 or len(finished) != 1:
        raise EventMismatch("the log does not open, begin and finish the event once")
    try:
        state = EventState(opened)
        secret = bytes.fromhex(finished[0].secret)
        parts = [bytes.fromhex(part) for part in begun[0].entropy]
    except (EventFileError, ValueError) as problem:
        raise EventMismatch(f"the log has no valid event: {problem}") from None
    if commitment_to_secret(secret).hex() != opened.commitment:
        raise EventMismatch("the arena's part of the luck is not what it committed to in entry 0")
    for entry in entries[1 : entries.index(begun[0])]:
        state.apply(entry)
    for number, part in enumerate(parts):
        pledge = state.pledges.get(number)
        if part and (pledge is None or commitment_to(part).hex() != pledge.commitment):
            name = state.event.entrants[number].name
            raise EventMismatch(f"the entropy of {name} is not what it committed to")
    return event_seed(secret, parts)


def _was_played(progress: MatchProgress) -> bool:
    return progress.recorded is not None and bool(progress.recorded.head)


def _check_match(data: bytes, state: EventState, progress: MatchProgress, seed: bytes) -> None:
    """Run a match again, and compare its deal and its result with the log."""
    name, recorded = progress.match.id, progress.recorded
    assert recorded is not None
    try:
        replay = read_replay(data)
        terms = settle(replay.charter)
        rerun = Rerun(terms)
        for entry in replay.entries:
            rerun.follow_entry(entry)
    except (BadReplay, Mismatch, ValueError) as wrong:
        raise EventMismatch(f"match {name}: {wrong}") from None
    if replay.head != recorded.head:
        raise EventMismatch(
            f"match {name}: it ends with the hash {replay.head}, not {recorded.head} as in the log"
        )
    expected = charter_of(state.event, deal_seed(seed, progress.match.deal), len(progress.match.seating))
    if msgspec.structs.replace(replay.charter, salt=expected.salt) != expected:
        raise EventMismatch(
            f"match {name}: it was not played by the event file with deal {progress.match.deal}"
        )
    outcome = rerun.match.outcome
    if outcome is None:
        raise EventMismatch(f"match {name}: it is not over")
    kinds = [seat.kind for seat in recorded.result.seats]
    if result_of(outcome, terms.game.sides(rerun.match.table.state), kinds) != recorded.result:
        raise EventMismatch(f"match {name}: the result in the log is not that of the match")


def _check_standings(data: bytes, state: EventState, seed: bytes) -> None:
    """Add up the points again. Ratings differ in their last digits between machines, and are not compared."""
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    expected = standings_of(state, rate(state.results()), schedule_luck(seed))
    if len(rows) != len(expected):
        raise EventMismatch(f"the standings have {len(rows)} entrants, not {len(expected)}")
    for row, right in zip(rows, expected, strict=True):
        name = state.event.entrants[right.record.entrant].name
        points = f"{float(right.record.points):.6g}"
        found = (row.get("rank"), row.get("entrant"), row.get("points"))
        if found != (str(right.rank), name, points):
            raise EventMismatch(
                f"the standings have {found}, but the results give {(right.rank, name, points)}"
            )
