"""What the page of a match asks about its review: notes, and the room that somebody leads."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.inspector.review.note_book import NoteBook, NotesFile, ReviewedMatch
from referee.inspector.review.review_rooms import ReviewRooms

LARGEST_REVIEW = 2 * 1024 * 1024
"""Largest request, in bytes: a file with notes may be in it."""


class ReviewBase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Base class of the requests."""


class ReadNotes(ReviewBase, frozen=True, tag="notes"):
    """Return the notes."""


class AddNote(ReviewBase, frozen=True, tag="add"):
    """Add a note to a fact."""

    fact: int
    by: str
    text: str


class RemoveNote(ReviewBase, frozen=True, tag="remove"):
    """Remove a note."""

    id: str


class ExportNotes(ReviewBase, frozen=True, tag="export"):
    """Return the notes as a file."""


class ImportNotes(ReviewBase, frozen=True, tag="import"):
    """Add the notes of a file."""

    file: NotesFile


class OpenRoom(ReviewBase, frozen=True, tag="open"):
    """Open a room at a fact, and lead it."""

    fact: int


class MoveRoom(ReviewBase, frozen=True, tag="move"):
    """Go to a fact, with everyone who follows."""

    room: str
    lead: str
    fact: int


class FollowRoom(ReviewBase, frozen=True, tag="follow"):
    """Return where the leader is, when that is newer than what was seen."""

    room: str
    seen: int = 0


class CloseRoom(ReviewBase, frozen=True, tag="close"):
    """End a room."""

    room: str
    lead: str


ReviewRequest = (
    ReadNotes
    | AddNote
    | RemoveNote
    | ExportNotes
    | ImportNotes
    | OpenRoom
    | MoveRoom
    | FollowRoom
    | CloseRoom
)
"""A request about a review."""


class Review:
    """The notes and rooms of one inspector."""

    def __init__(self, book: NoteBook | None = None) -> None:
        self._book = book or NoteBook()
        self._rooms = ReviewRooms()

    async def answer(self, match: ReviewedMatch, eyes: str, asked: ReviewRequest) -> Any:
        """Answer a request of whoever looks at a match through these eyes.

        Raise `NoteRefused`, `NoSuchRoom` or `RoomFull`.
        """
        about = match.name
        match asked:
            case OpenRoom(fact=fact):
                return self._rooms.open(about, _bounded(fact, match))
            case MoveRoom(room=room, lead=lead, fact=fact):
                return self._rooms.move(about, room, lead, _bounded(fact, match))
            case FollowRoom(room=room, seen=seen):
                return await self._rooms.follow(about, room, seen)
            case CloseRoom(room=room, lead=lead):
                self._rooms.close(about, room, lead)
                return {"done": True}
            case ExportNotes():
                return self._book.export(match, eyes)
            case ReadNotes() | AddNote() | RemoveNote() | ImportNotes():
                found = self._noted(match, eyes, asked)
                if not isinstance(asked, ReadNotes):
                    self._rooms.poke(about)
                return {"notes": self._book.seen_by(about, eyes), "new": found}

    def _noted(
        self, match: ReviewedMatch, eyes: str, asked: ReadNotes | AddNote | RemoveNote | ImportNotes
    ) -> int:
        """Change the notes, and return how many are new."""
        match asked:
            case AddNote():
                self._book.add(match, eyes, asked.fact, asked.by, asked.text)
                return 1
            case RemoveNote():
                self._book.remove(match.name, eyes, asked.id)
            case ImportNotes():
                return self._book.bring(match, eyes, asked.file)
            case ReadNotes():
                pass
        return 0


def _bounded(fact: int, match: ReviewedMatch) -> int:
    return max(1, min(fact, match.facts))
