"""The data files: every number, map, deck and route of the game, each row with a tag and its source.

A tag says how a value is known: `sourced` (printed or published), `deduced` (follows from what is) or `house` (ours).
Owners of the box may replace the files: the option `data` of a match holds the text of all of them, joined by
`join_files`, so that a replay carries what the match was played with. A fault is reported with its file and line.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, TypeVar

import msgspec

from referee.games.among_cultists.cards import (
    FIRST_SIDES,
    Board,
    CharacterRole,
    Colour,
    EventCard,
    PlaceKind,
    Side,
)
from referee.games.printed import table_text

E = TypeVar("E", bound=StrEnum)

SEAT_COUNTS = ("4", "5", "6", "7", "8")
TAGS = ("sourced", "deduced", "house")
ROUND_COLUMNS = tuple([str(number) for number in range(1, 11)])
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "numbers": ("name", "board", *SEAT_COUNTS, "tag", "source"),
    "places": ("board", "place", "kind", "seats", "island", "colour", "starts", "tag", "source"),
    "links": ("board", "one", "other", "seats", "tag", "source"),
    "docks": ("board", "dock", "boat", "rooms", "boat_starts", "tag", "source"),
    "islands": ("board", "island", "blackout_at_start", "tag", "source"),
    "tokens": ("board", "token", "closes", "island", "bridges", "tag", "source"),
    "routes": ("route", *ROUND_COLUMNS, "tag", "source"),
    "events": ("event", "cards", "tag", "source"),
    "roles": ("role", "side", "loyalty", "least_seats", "advised_seats", "excludes", "tag", "source"),
    "university_numbers": ("name", *SEAT_COUNTS, "tag", "source"),
}
"""The columns of each file."""
UNIVERSITY_NUMBERS = "university_numbers"
"""The file of numbers that differ in the University; data files without it have none."""

_HEADING = "== "
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SEATS = re.compile(r"([4-8])(?:-([4-8]))?")
_WHOLE_NUMBER = re.compile(r"[0-9]{1,3}")


MOST_KEPT = 256
"""Maximum number of parsed data and of layouts that are kept; anybody may bring data to a match."""


class DataFault(ValueError):
    """Data that cannot be played; the message names the file, the line and what is allowed."""

    def __init__(self, file: str, line: int, problem: str) -> None:
        place = f"{file}.csv, line {line}" if line else f"{file}.csv"
        super().__init__(f"{place}: {problem}")


class Row(NamedTuple):
    """A row of a data file."""

    file: str
    line: int
    cells: Mapping[str, str]

    def fault(self, problem: str) -> DataFault:
        """Return the fault with this row."""
        return DataFault(self.file, self.line, problem)

    def name(self, column: str) -> str:
        """Return a name of lower-case words joined by underscores."""
        text = self.cells[column]
        if not _NAME.fullmatch(text):
            raise self.fault(
                f"{column} cannot be {text!r} "
                "(a lower-case letter, then lower-case letters, digits and underscores, are allowed)"
            )
        return text

    def names(self, column: str) -> tuple[str, ...]:
        """Return names separated by spaces."""
        return tuple(self.cells[column].split())

    def number(self, column: str) -> int:
        """Return a whole number from 0 to 999."""
        text = self.cells[column]
        if not _WHOLE_NUMBER.fullmatch(text):
            raise self.fault(f"{column} cannot be {text!r} (a whole number from 0 to 999 is allowed)")
        return int(text)

    def one_of(self, column: str, kind: type[E], text: str | None = None) -> E:
        """Return a member of an enum."""
        text = self.cells[column] if text is None else text
        allowed = [member.value for member in kind if member.name != "HIDDEN"]
        if text not in allowed:
            raise self.fault(f"{column} cannot be {text!r} (choose from {', '.join(allowed)})")
        return kind(text)

    def is_yes(self, column: str) -> bool:
        """Return whether a cell says yes."""
        if self.cells[column] not in ("yes", "no"):
            raise self.fault(f"{column} cannot be {self.cells[column]!r} (choose from yes, no)")
        return self.cells[column] == "yes"

    def seats(self) -> range:
        """Return the seat counts that a row is for."""
        found = _SEATS.fullmatch(self.cells["seats"])
        if found is None or int(found[2] or found[1]) < int(found[1]):
            raise self.fault(
                f"seats cannot be {self.cells['seats']!r} (a count from 4 to 8, or a range like 4-6)"
            )
        return range(int(found[1]), int(found[2] or found[1]) + 1)

    def boards(self) -> tuple[Board, ...]:
        """Return the boards that a row is for."""
        return tuple(Board) if self.cells["board"] == "both" else (self.one_of("board", Board),)


class PlaceRow(NamedTuple):
    """A Location of a board."""

    row: Row
    board: Board
    place: str
    kind: PlaceKind
    seats: range
    island: str
    colour: Colour | None
    starts: tuple[int, ...]


class DockRow(NamedTuple):
    """A Dock, the Boat that lands there and the Rooms that it touches."""

    row: Row
    board: Board
    dock: str
    boat: str
    rooms: tuple[str, ...]
    has_boat: bool


class TokenRow(NamedTuple):
    """A Tentacle token with its three uses."""

    row: Row
    board: Board
    token: str
    closes: tuple[str, ...]
    island: str
    bridges: tuple[str, ...]


class RoleRow(NamedTuple):
    """A role that may be swapped in, and with how many seats."""

    row: Row
    role: CharacterRole
    side: Side
    loyalty: int
    least_seats: int
    advised_seats: int
    excludes: tuple[CharacterRole, ...]


class Box(msgspec.Struct, frozen=True, eq=False):
    """All data of the game, checked file by file; `layout` checks that they fit together."""

    digests: Mapping[Board, str]
    """SHA-256 of the joined files: of those that a board uses if they are the game's own, so that a change for one
    board leaves the records of the other alone; of all files if an owner brought them."""
    numbers: Mapping[tuple[Board, str], Row]
    places: tuple[PlaceRow, ...]
    links: tuple[tuple[Row, Board, str, str, range], ...]
    docks: tuple[DockRow, ...]
    islands: tuple[tuple[Row, Board, str, bool], ...]
    tokens: tuple[TokenRow, ...]
    routes: Mapping[str, tuple[tuple[Colour, ...], ...]]
    events: tuple[EventCard, ...]
    roles: Mapping[CharacterRole, RoleRow]


def own_files() -> dict[str, str]:
    """Return the text of the game's own data files by name."""
    return {file: table_text("among_cultists", file) for file in COLUMNS}


def join_files(files: Mapping[str, str]) -> str:
    """Join data files into the one text that a match carries; files that are missing are taken from the game.

    Other numbers are for both boards, unless there are also other numbers of the University.
    """
    known = {**own_files(), **files}
    if "numbers" in files and UNIVERSITY_NUMBERS not in files:
        del known[UNIVERSITY_NUMBERS]
    for file in known:
        if file not in COLUMNS:
            raise DataFault(file, 0, f"unknown file (choose from {', '.join(COLUMNS)})")
    return _joined(known)


def _joined(files: Mapping[str, str]) -> str:
    return "".join([f"{_HEADING}{file}\n{files[file].rstrip()}\n" for file in COLUMNS if file in files])


def own_text(board: Board) -> str:
    """Join the game's own data files that a board uses; only the University uses its numbers."""
    files = own_files()
    if board is not Board.UNIVERSITY:
        del files[UNIVERSITY_NUMBERS]
    return _joined(files)


def split_files(text: str) -> dict[str, str]:
    """Return the files in a joined text by name."""
    files: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith(_HEADING):
            file = line.removeprefix(_HEADING)
            if file not in COLUMNS or file in files:
                raise DataFault(file, 0, f"unknown or repeated file (choose from {', '.join(COLUMNS)})")
            lines = files[file] = []
        else:
            lines.append(line)
    missing = [file for file in COLUMNS if file not in files and file != UNIVERSITY_NUMBERS]
    if missing:
        raise DataFault(missing[0], 0, "the file is missing")
    for file, found in files.items():
        if not any(found):
            raise DataFault(file, 0, f"the file is empty (its first line is {','.join(COLUMNS[file])})")
    return {file: "\n".join(found) for file, found in files.items()}


@lru_cache(maxsize=MOST_KEPT)
def box_of(data: str) -> Box:
    """Parse the joined data files of a match; an empty text stands for the game's own. Raise `DataFault`."""
    text = data or join_files({})
    files = split_files(text)
    rows = {file: list(_rows(file, files.get(file, ""))) for file in COLUMNS}
    return Box(
        digests={board: hashlib.sha256((data or own_text(board)).encode()).hexdigest() for board in Board},
        numbers=_numbers(rows["numbers"]) | _university_numbers(rows),
        places=tuple([_place(row) for row in rows["places"]]),
        links=tuple(
            [
                (row, row.one_of("board", Board), row.name("one"), row.name("other"), row.seats())
                for row in rows["links"]
            ]
        ),
        docks=tuple([_dock(row) for row in _once(rows["docks"], "board", "dock")]),
        islands=tuple(
            [
                (row, row.one_of("board", Board), row.name("island"), row.is_yes("blackout_at_start"))
                for row in _once(rows["islands"], "board", "island")
            ]
        ),
        tokens=tuple([_token(row) for row in _once(rows["tokens"], "board", "token")]),
        routes=_routes(rows["routes"]),
        events=tuple(
            [
                card
                for row in _once(rows["events"], "event")
                for card in [row.one_of("event", EventCard)] * row.number("cards")
            ]
        ),
        roles=_roles(rows["roles"]),
    )


def _rows(file: str, text: str) -> Iterator[Row]:
    """Yield the rows of a file, each with a known tag and a source."""
    columns = COLUMNS[file]
    reader = csv.reader(text.splitlines(), strict=True)
    try:
        for cells in reader:
            line = reader.line_num
            if line == 1:
                if tuple(cells) != columns:
                    raise DataFault(
                        file, 1, f"the columns must be {','.join(columns)}, not {','.join(cells)}"
                    )
                continue
            if len(cells) != len(columns):
                raise DataFault(file, line, f"{len(cells)} cells instead of {len(columns)}")
            row = Row(file, line, dict(zip(columns, cells, strict=True)))
            if row.cells["tag"] not in TAGS:
                raise row.fault(f"tag cannot be {row.cells['tag']!r} (choose from {', '.join(TAGS)})")
            if not row.cells["source"]:
                raise row.fault("source cannot be empty")
            yield row
    except csv.Error as problem:
        raise DataFault(file, reader.line_num, f"not a CSV file: {problem}") from None


def _once(rows: list[Row], *columns: str) -> list[Row]:
    """Return the rows; refuse one that repeats these cells of an earlier one."""
    lines: dict[tuple[str, ...], int] = {}
    for row in rows:
        key = tuple([row.cells[column] for column in columns])
        if key in lines:
            raise row.fault(f"{' '.join(key)} is already on line {lines[key]}")
        lines[key] = row.line
    return rows


def _numbers(rows: list[Row]) -> dict[tuple[Board, str], Row]:
    found: dict[tuple[Board, str], Row] = {}
    for row in rows:
        for board in row.boards():
            key = board, row.name("name")
            if key in found:
                raise row.fault(f"{key[1]} of {board} is already on line {found[key].line}")
            found[key] = row
            for count in SEAT_COUNTS:
                if row.cells[count]:
                    row.number(count)
    return found


def _university_numbers(rows: Mapping[str, list[Row]]) -> dict[tuple[Board, str], Row]:
    """Return the numbers of the University that replace those for both boards."""
    found: dict[tuple[Board, str], Row] = {}
    for row in rows[UNIVERSITY_NUMBERS]:
        key = Board.UNIVERSITY, row.name("name")
        if key in found:
            raise row.fault(f"{key[1]} is already on line {found[key].line}")
        found[key] = row
        for count in SEAT_COUNTS:
            row.number(count)
    return found


def _place(row: Row) -> PlaceRow:
    kind = row.one_of("kind", PlaceKind)
    colour = row.one_of("colour", Colour) if kind is PlaceKind.ROOM or row.cells["colour"] else None
    starts = row.names("starts")
    for start in starts:
        if start not in "12345678" or len(start) != 1:
            raise row.fault(f"starts cannot contain {start!r} (Characters 1 to 8 are allowed)")
    return PlaceRow(
        row,
        row.one_of("board", Board),
        row.name("place"),
        kind,
        row.seats(),
        row.cells["island"],
        colour,
        tuple([int(start) for start in starts]),
    )


def _dock(row: Row) -> DockRow:
    return DockRow(
        row,
        row.one_of("board", Board),
        row.name("dock"),
        row.name("boat"),
        row.names("rooms"),
        row.is_yes("boat_starts"),
    )


def _token(row: Row) -> TokenRow:
    return TokenRow(
        row,
        row.one_of("board", Board),
        row.name("token"),
        row.names("closes"),
        row.name("island"),
        row.names("bridges"),
    )


def _routes(rows: list[Row]) -> dict[str, tuple[tuple[Colour, ...], ...]]:
    found: dict[str, tuple[tuple[Colour, ...], ...]] = {}
    for row in rows:
        route = row.cells["route"]
        if not route or route in found:
            raise row.fault(f"route cannot be {route!r} (a name that no other Route card has)")
        found[route] = tuple(
            [
                # An empty cell would keep an Investigator from every Room; `one_of` refuses it.
                tuple([row.one_of(column, Colour, text) for text in row.names(column) or ("",)])
                for column in ROUND_COLUMNS
            ]
        )
    return found


def _roles(rows: list[Row]) -> dict[CharacterRole, RoleRow]:
    found: dict[CharacterRole, RoleRow] = {}
    for row in rows:
        role = row.one_of("role", CharacterRole)
        if role in found or role in (CharacterRole.INVESTIGATOR, CharacterRole.CULTIST):
            raise row.fault(f"role cannot be {role.value!r} (each optional role once)")
        side = row.one_of("side", Side)
        if side is not FIRST_SIDES[role]:
            raise row.fault(
                f"side cannot be {side.value!r} ({role.value} starts as {FIRST_SIDES[role].value})"
            )
        found[role] = RoleRow(
            row,
            role,
            side,
            row.number("loyalty"),
            row.number("least_seats"),
            row.number("advised_seats"),
            tuple([row.one_of("excludes", CharacterRole, text) for text in row.names("excludes")]),
        )
    return found
