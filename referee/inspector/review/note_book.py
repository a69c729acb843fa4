"""Notes of reviewers, each bound to a fact, in memory and, if a file was named, in that file.

A note belongs to the eyes through which it was written. It is shown through those eyes and at the open table; a note of
a spectator, who knows nothing hidden, is shown to everyone. So no seat is shown what somebody wrote who saw more.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from referee.proof.atomic_files import replace_file

MOST_NOTES = 500
"""Number of notes on one match."""
MOST_MATCHES = 200
"""Number of matches with notes."""
LONGEST_NOTE = 1000
LONGEST_NAME = 60
LARGEST_FILE = 64 * 1024 * 1024

FORMAT = "referee notes 1"
OPEN_EYES, PUBLIC_EYES = "open", "spectator"
_EYES = re.compile(r"open|spectator|[0-9]")
_ID = re.compile(r"[0-9a-f]{16}")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Characters that a note cannot have; a line feed is allowed."""


class NoteRefused(Exception):
    """A note or a file that is not accepted; the text says why. Nothing was changed."""


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a reviewer wrote about a fact."""

    id: str
    fact: int
    """Number of the fact in the whole match."""
    eyes: str
    """Through whose eyes the match was seen: `open`, `spectator` or the number of a seat."""
    by: str
    text: str
    at: int
    """In milliseconds since the Unix epoch."""


class MatchNotes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notes on one match."""

    game: str
    seats: int
    notes: list[Note]


class NotesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file with notes, by the names of the matches."""

    matches: dict[str, MatchNotes]
    format: str = FORMAT


class ReviewedMatch(msgspec.Struct, frozen=True):
    """What a book must know about a match."""

    name: str
    game: str
    seats: int
    facts: int
    """Number of facts so far."""


class NoteBook:
    """The notes on all matches of one inspector."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the file, if it exists. Raise `NoteRefused` if it cannot be used."""
        self._path = path
        self._matches: dict[str, MatchNotes] = {}
        self.version = 0
        """Number of changes; increments with every one."""
        if path is not None and path.exists():
            self._matches = read_notes(path.read_bytes()).matches

    def seen_by(self, name: str, eyes: str) -> list[Note]:
        """Return the notes on a match that may be shown through these eyes, in the order of the match."""
        kept = self._matches.get(name)
        seen = [note for note in kept.notes if is_shown(note, eyes)] if kept else []
        return sorted(seen, key=lambda note: (note.fact, note.at, note.id))

    def add(self, match: ReviewedMatch, eyes: str, fact: int, by: str, text: str) -> Note:
        """Add a note, and write the file. Raise `NoteRefused`."""
        note = Note(secrets.token_hex(8), fact, eyes, by.strip(), text.strip(), time.time_ns() // 1_000_000)
        self._add_all(match, [note])
        return note

    def remove(self, name: str, eyes: str, note_id: str) -> None:
        """Remove a note that is shown through these eyes, and write the file. Raise `NoteRefused`."""
        if note_id not in [note.id for note in self.seen_by(name, eyes)]:
            raise NoteRefused("There is no such note; somebody may have removed it.")
        kept = self._matches[name]
        self._keep(name, kept, [note for note in kept.notes if note.id != note_id])

    def bring(self, match: ReviewedMatch, eyes: str, file: NotesFile) -> int:
        """Add the notes of a file that these eyes may see, and return how many are new. Raise `NoteRefused`."""
        check_format(file)
        found = file.matches.get(match.name)
        if found is None and len(file.matches) == 1:
            (found,) = file.matches.values()
        if found is None:
            raise NoteRefused(
                f"The file has notes on {len(file.matches)} matches, and none is called {match.name!r}."
            )
        if (found.game, found.seats) != (match.game, match.seats):
            raise NoteRefused(f"These notes are about another match: {found.game} with {found.seats} seats.")
        known = {note.id for note in self._notes(match.name)}
        new = [note for note in found.notes if note.id not in known and is_shown(note, eyes)]
        self._add_all(match, list({note.id: note for note in new}.values()))
        return len({note.id for note in new})

    def export(self, match: ReviewedMatch, eyes: str) -> NotesFile:
        """Return the notes on a match that may be shown through these eyes, as a file."""
        return NotesFile({match.name: MatchNotes(match.game, match.seats, self.seen_by(match.name, eyes))})

    def _notes(self, name: str) -> Sequence[Note]:
        kept = self._matches.get(name)
        return kept.notes if kept else ()

    def _add_all(self, match: ReviewedMatch, new: Sequence[Note]) -> None:
        for note in new:
            check_note(note, match.facts)
        if match.name not in self._matches and len(self._matches) >= MOST_MATCHES:
            raise NoteRefused(f"There are notes on {MOST_MATCHES} matches already, which is the limit.")
        notes = [*self._notes(match.name), *new]
        if len(notes) > MOST_NOTES:
            raise NoteRefused(f"A match can have {MOST_NOTES} notes; remove some first.")
        if new:
            self._keep(match.name, MatchNotes(match.game, match.seats, []), notes)

    def _keep(self, name: str, about: MatchNotes, notes: list[Note]) -> None:
        """Keep notes after they have been written, so that nothing is shown that could be lost."""
        matches = {**self._matches, name: msgspec.structs.replace(about, notes=notes)}
        if not notes:
            del matches[name]
        if self._path is not None:
            try:
                replace_file(self._path, write_notes(NotesFile(matches)), 0o600)
            except OSError as error:
                raise NoteRefused(
                    f"The notes cannot be written: {error.strerror}. Nothing was changed."
                ) from error
        self._matches = matches
        self.version += 1


def is_shown(note: Note, eyes: str) -> bool:
    """Return whether a note may be shown through these eyes."""
    return eyes == OPEN_EYES or note.eyes in (eyes, PUBLIC_EYES)


def check_note(note: Note, facts: int) -> None:
    """Raise `NoteRefused` unless a note can be kept for a match with this number of facts."""
    if not 1 <= note.fact <= facts:
        raise NoteRefused(f"A note is bound to one of the facts 1 to {facts}, not {note.fact}.")
    if not note.text or len(note.text) > LONGEST_NOTE:
        raise NoteRefused(f"A note has 1 to {LONGEST_NOTE} characters.")
    if not note.by or len(note.by) > LONGEST_NAME:
        raise NoteRefused(f"Give your name, up to {LONGEST_NAME} characters.")
    if _CONTROL.search(note.text) or _CONTROL.search(note.by) or "\n" in note.by:
        raise NoteRefused("A note is plain text, without control characters.")
    if not _EYES.fullmatch(note.eyes) or not _ID.fullmatch(note.id):
        raise NoteRefused("This is not a note of the inspector.")


def read_notes(data: bytes) -> NotesFile:
    """Read a file with notes. Raise `NoteRefused`."""
    if len(data) > LARGEST_FILE:
        raise NoteRefused("The file is too large for notes.")
    try:
        found = msgspec.json.decode(data, type=NotesFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NoteRefused(f"This is not a file with notes: {error}.") from None
    check_format(found)
    return found


def check_format(file: NotesFile) -> None:
    """Raise `NoteRefused` if a file has another format than this version reads."""
    if file.format != FORMAT:
        raise NoteRefused(f"The notes have the format {file.format!r}, and this version reads {FORMAT!r}.")


def write_notes(file: NotesFile) -> bytes:
    """Return the bytes of a file with notes."""
    return msgspec.json.format(msgspec.json.encode(file), indent=2) + b"\n"
