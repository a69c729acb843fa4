"""Seats that a person has taken, kept on disk so that the match can be continued later.

Each seat has a directory that only its owner can read, with its token and the receipts of the referee.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from referee.cli.errors import CommandError
from referee.proof.atomic_files import replace_file
from referee.proof.private_files import PRIVATE_FILE, make_private_directory
from referee_client import Seat

_FILE = "seat.json"


class KeptSeat(msgspec.Struct, frozen=True):
    """The content of the file of a seat."""

    match: str
    seat: int
    token: str
    entropy: str = ""
    """In hexadecimal."""
    commitment: str = ""
    """In hexadecimal."""

    def taken(self) -> Seat:
        """Return the seat as the SDK plays it."""
        return Seat(
            self.match, self.seat, self.token, bytes.fromhex(self.entropy), bytes.fromhex(self.commitment)
        )


class KeptSeats:
    """The seats in a directory."""

    def __init__(self, option: str = "") -> None:
        state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
        self._folder = Path(option) if option else Path(state).expanduser() / "referee" / "seats"

    def folder_of(self, seat: Seat) -> Path:
        """Return the directory of a seat."""
        return self._folder / f"{seat.match}.seat-{seat.number}"

    def keep(self, seat: Seat) -> None:
        """Write a seat to its file, which only its owner can read."""
        kept = KeptSeat(seat.match, seat.number, seat.token, seat.entropy.hex(), seat.commitment.hex())
        folder = self.folder_of(seat)
        try:
            make_private_directory(folder)
            replace_file(folder / _FILE, msgspec.json.encode(kept) + b"\n", PRIVATE_FILE)
        except OSError as error:
            raise CommandError(
                f"cannot keep the seat in {folder}: {error.strerror}; use --seats-dir"
            ) from error

    def check_writable(self) -> None:
        """Refuse a directory in which no seat could be kept, before one is taken."""
        try:
            make_private_directory(self._folder)
        except OSError as error:
            raise CommandError(
                f"cannot keep a seat in {self._folder}: {error.strerror}; use --seats-dir"
            ) from error
        if not os.access(self._folder, os.W_OK | os.X_OK):
            raise CommandError(f"cannot keep a seat in {self._folder}: it is not writable; use --seats-dir")

    def find(self, match: str, number: int | None) -> Seat | None:
        """Return the kept seat in a match whose id begins with these characters; None if there is none."""
        found = [
            kept.taken()
            for file in sorted(self._folder.glob(f"{match}*/{_FILE}"))
            if (kept := _read(file)).match.startswith(match) and number in (None, kept.seat)
        ]
        if len({seat.match for seat in found}) > 1:
            raise CommandError(
                f"you have seats in several matches that begin with {match!r}; give more of the id"
            )
        if len(found) > 1:
            numbers = ", ".join([str(seat.number) for seat in found])
            raise CommandError(f"you have the seats {numbers} in this match; choose one with --seat")
        return found[0] if found else None


def _read(file: Path) -> KeptSeat:
    try:
        return msgspec.json.decode(file.read_bytes(), type=KeptSeat)
    except (OSError, msgspec.MsgspecError, ValueError) as error:
        raise CommandError(f"cannot read the seat in {file}: {error}") from error
