"""The layout of one match: the numbers, the map and the decks for one board and one number of seats."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from referee.games.among_cultists.cards import (
    CORRIDOR_KINDS,
    FISHMAN_KINDS,
    UNSAFE_KINDS,
    Board,
    Colour,
    EventCard,
    Face,
    PlaceKind,
)
from referee.games.among_cultists.data import MOST_KEPT, Box, DataFault, DockRow, PlaceRow, TokenRow, box_of


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers for one board and one number of seats."""

    cultists: int
    victory_points: int
    kills: int
    rounds: int
    movement_points: int
    active_room_cards: int
    boat_places: int
    boarding_cost: int
    tentacle_blocks: int
    investigator_alive: int
    investigator_success: int
    cultist_alive: int
    cultist_dead: int
    cultist_success: int
    cultist_failure: int
    cultist_sabotage: int
    start_alive: int
    start_dead: int
    room_books: int
    room_cards: int
    room_success: int
    room_failure: int
    unsafe_success: int
    unsafe_failure: int
    unsafe_sabotage: int
    draw_alive: int
    draw_success: int
    sleeper_cards: int
    snitch_round: int
    fire_from: int
    fire_until: int

    def investigator_deck(self) -> list[Face]:
        """Return the deck of an Investigator."""
        return [Face.ALIVE] * self.investigator_alive + [Face.SUCCESS] * self.investigator_success

    def cultist_deck(self) -> list[Face]:
        """Return the deck of a Cultist."""
        return [
            *[Face.ALIVE] * self.cultist_alive,
            *[Face.DEAD] * self.cultist_dead,
            *[Face.SUCCESS] * self.cultist_success,
            *[Face.FAILURE] * self.cultist_failure,
            *[Face.SABOTAGE] * self.cultist_sabotage,
        ]

    def start_deck(self) -> list[Face]:
        """Return the start cards of the Investigator side."""
        return [Face.ALIVE] * self.start_alive + [Face.DEAD] * self.start_dead

    def room_deck(self) -> list[Face]:
        """Return the cards that the Rooms start with, and perhaps some more."""
        return [Face.SUCCESS] * self.room_success + [Face.FAILURE] * self.room_failure

    def unsafe_deck(self) -> list[Face]:
        """Return the Unsafe Passage deck."""
        return [
            *[Face.SUCCESS] * self.unsafe_success,
            *[Face.FAILURE] * self.unsafe_failure,
            *[Face.SABOTAGE] * self.unsafe_sabotage,
        ]

    def draw_deck(self) -> list[Face]:
        """Return the Draw pile."""
        return [Face.ALIVE] * self.draw_alive + [Face.SUCCESS] * self.draw_success


class Place(msgspec.Struct, frozen=True):
    """A Location."""

    kind: PlaceKind
    island: str
    """The island it can be dark with; empty for bridges and Boats, which are never dark."""
    colour: Colour | None
    is_room: bool
    is_unsafe: bool
    """Whether entering it reveals a card of the Unsafe Passage deck."""
    is_corridor: bool
    """Whether a corridor can be secured from here."""


class Layout(msgspec.Struct, frozen=True, eq=False):
    """Everything about a match that the data files decide."""

    board: Board
    seats: int
    digest: str
    numbers: Numbers
    places: Mapping[str, Place]
    steps: Mapping[str, tuple[str, ...]]
    """The Locations one step away from each."""
    docks: Mapping[str, tuple[str, ...]]
    """The Rooms that each Dock touches."""
    boats: Mapping[str, tuple[str, str]]
    """The two Docks of each Boat, the one where it starts first."""
    starts: tuple[str, ...]
    """Where each seat's Character starts."""
    islands: tuple[str, ...]
    blackouts: tuple[str, ...]
    """The islands without power at the start."""
    tokens: Mapping[str, TokenRow]
    routes: Mapping[str, tuple[tuple[Colour, ...], ...]]
    events: tuple[EventCard, ...]
    book_rooms: tuple[str, ...]
    security_room: str
    fishman_places: tuple[str, ...]

    def far_dock(self, boat: str, dock: str) -> str:
        """Return the Dock at the other end of a Boat's route."""
        one, other = self.boats[boat]
        return other if dock == one else one


AT_LEAST_ONE = ("kills", "boat_places", "movement_points", "boarding_cost")
"""Numbers that cannot be 0. If boarding cost nothing, a Character could sail back and forth without an end."""


@lru_cache(maxsize=MOST_KEPT)
def layout_of(data: str, board: Board, seats: int) -> Layout:
    """Return the layout of a match; raise `DataFault` if the data do not fit together."""
    return _fit(box_of(data), board, seats)


def _fit(box: Box, board: Board, seats: int) -> Layout:
    numbers = _numbers_for(box, board, seats)
    rows = {row.place: row for row in box.places if row.board is board and seats in row.seats}
    if not rows:
        counts = sorted({str(count) for row in box.places if row.board is board for count in row.seats})
        known = f"there is one for {', '.join(counts)}" if counts else "there is none at all"
        raise DataFault("places", 0, f"no map of {board} for {seats} seats ({known})")
    _check_places(box, board, seats)
    islands = {island: is_dark for _, of, island, is_dark in box.islands if of is board}
    for row in rows.values():
        if row.island and row.island not in islands:
            raise row.row.fault(f"island cannot be {row.island!r} (choose from {', '.join(islands)})")
    docks = {row.dock: row for row in box.docks if row.board is board}
    boats = _boats(docks, rows)
    steps = _steps(box, board, seats, rows)
    tokens = {row.token: row for row in box.tokens if row.board is board}
    _check_tokens(board, tokens, rows, islands)
    layout = Layout(
        board=board,
        seats=seats,
        digest=box.digests[board],
        numbers=numbers,
        places={name: _placed(row) for name, row in rows.items()},
        steps=steps,
        docks={name: row.rooms for name, row in docks.items()},
        boats=boats,
        starts=_starts(rows, seats),
        islands=tuple(islands),
        blackouts=tuple([island for island, is_dark in islands.items() if is_dark]),
        tokens=tokens,
        routes=box.routes,
        events=box.events,
        book_rooms=tuple(
            [
                name
                for name, row in rows.items()
                if row.kind is PlaceKind.ROOM and row.colour is not Colour.RED
            ]
        ),
        security_room=_security_room(rows),
        fishman_places=tuple([name for name, row in rows.items() if row.kind in FISHMAN_KINDS]),
    )
    _check_reach(layout, rows)
    _check_decks(box, layout)
    return layout


def _placed(row: PlaceRow) -> Place:
    is_room = row.kind is PlaceKind.ROOM
    return Place(
        row.kind, row.island, row.colour, is_room, row.kind in UNSAFE_KINDS, row.kind in CORRIDOR_KINDS
    )


def _numbers_for(box: Box, board: Board, seats: int) -> Numbers:
    known = Numbers.__struct_fields__
    found: dict[str, int] = {}
    for (of, name), row in box.numbers.items():
        if name not in known:
            raise row.fault(f"unknown name {name!r} (choose from {', '.join(known)})")
        if of is board and row.cells[str(seats)]:
            found[name] = row.number(str(seats))
    for name in known:
        if name not in found:
            raise DataFault(
                "numbers",
                0,
                f"no {name} of {board} for {seats} seats (a row with a number in column {seats} is needed)",
            )
    return Numbers(**found)


def _check_places(box: Box, board: Board, seats: int) -> None:
    seen: dict[str, int] = {}
    for row in box.places:
        if row.board is board and seats in row.seats:
            if row.place in seen:
                raise row.row.fault(f"{row.place} is already on line {seen[row.place]}")
            seen[row.place] = row.row.line


def _boats(docks: Mapping[str, DockRow], rows: Mapping[str, PlaceRow]) -> dict[str, tuple[str, str]]:
    boats: dict[str, tuple[str, str]] = {}
    for name, place in rows.items():
        if place.kind is PlaceKind.BOAT:
            ends = [row for row in docks.values() if row.boat == name]
            if sorted([row.has_boat for row in ends]) != [False, True]:
                raise place.row.fault(f"{name} needs two Docks in docks.csv, and must start at one of them")
            first, second = sorted(ends, key=lambda row: not row.has_boat)
            boats[name] = first.dock, second.dock
    for row in docks.values():
        if row.boat not in boats:
            raise row.row.fault(f"boat cannot be {row.boat!r} (choose from {', '.join(boats) or 'none'})")
        if not row.rooms:
            raise row.row.fault("rooms cannot be empty")
        known = [name for name, place in rows.items() if place.kind is PlaceKind.ROOM]
        for room in row.rooms:
            if room not in known:
                raise row.row.fault(f"rooms cannot contain {room!r} (choose from {', '.join(known)})")
    return boats


def _steps(box: Box, board: Board, seats: int, rows: Mapping[str, PlaceRow]) -> dict[str, tuple[str, ...]]:
    steps: dict[str, list[str]] = {name: [] for name in rows}
    for row, of, one, other, counts in box.links:
        if of is not board or seats not in counts:
            continue
        for name in (one, other):
            if name not in rows or rows[name].kind is PlaceKind.BOAT:
                known = ", ".join([each for each, place in rows.items() if place.kind is not PlaceKind.BOAT])
                raise row.fault(f"a link cannot lead to {name!r} with {seats} seats (choose from {known})")
        if one == other:
            raise row.fault(f"{one} cannot be linked to itself (choose another Location)")
        if other in steps[one]:
            raise row.fault(f"{one} and {other} are already linked (each link once)")
        steps[one].append(other)
        steps[other].append(one)
    return {name: tuple(found) for name, found in steps.items()}


def _starts(rows: Mapping[str, PlaceRow], seats: int) -> tuple[str, ...]:
    starts: dict[int, str] = {}
    for name, row in rows.items():
        for number in row.starts:
            if number in starts or row.kind is PlaceKind.BOAT:
                raise row.row.fault(f"Character {number} cannot start at {name}")
            starts[number] = name
    missing = [number for number in range(1, seats + 1) if number not in starts]
    if missing:
        raise DataFault("places", 0, f"Character {missing[0]} has no start with {seats} seats")
    return tuple([starts[number] for number in range(1, seats + 1)])


def _security_room(rows: Mapping[str, PlaceRow]) -> str:
    red = [name for name, row in rows.items() if row.colour is Colour.RED]
    if len(red) != 1:
        raise DataFault("places", 0, f"{len(red)} red Rooms (a map has one, the Security Room)")
    return red[0]


def _check_tokens(
    board: Board, tokens: Mapping[str, TokenRow], rows: Mapping[str, PlaceRow], islands: Mapping[str, bool]
) -> None:
    closable = [name for name, row in rows.items() if row.kind in (PlaceKind.BOAT, PlaceKind.OUTER_BRIDGE)]
    wooden = [name for name, row in rows.items() if row.kind is PlaceKind.WOODEN_BRIDGE]
    if board is Board.ISLANDS and len(tokens) < 2:
        found = f"{len(tokens)} tokens of {board}"
        raise DataFault("tokens", 0, f"{found} (at least 2 are needed: Sabotage and Lightning reveal two)")
    for row in tokens.values():
        for name in row.closes:
            if name not in closable:
                raise row.row.fault(f"closes cannot contain {name!r} (choose from {', '.join(closable)})")
        for name in row.bridges:
            if name not in wooden:
                raise row.row.fault(f"bridges cannot contain {name!r} (choose from {', '.join(wooden)})")
        if not row.bridges:
            raise row.row.fault("bridges cannot be empty")
        if row.island not in islands:
            raise row.row.fault(f"island cannot be {row.island!r} (choose from {', '.join(islands)})")
    lines: dict[str, int] = {}
    for row in tokens.values():
        if row.island in lines:
            first = f"as on line {lines[row.island]}"
            raise row.row.fault(f"island cannot be {row.island!r}, {first} (each token has another island)")
        lines[row.island] = row.row.line


def _check_reach(layout: Layout, rows: Mapping[str, PlaceRow]) -> None:
    """Refuse a map with a Location that cannot be reached on foot or by Boat from where the Characters start."""
    ways = {name: list(found) for name, found in layout.steps.items()}
    for boat, ends in layout.boats.items():
        rooms = [room for dock in ends for room in layout.docks[dock]]
        ways[boat] = rooms
        for room in rooms:
            ways[room].append(boat)
    reached, waiting = [layout.starts[0]], [layout.starts[0]]
    while waiting:
        for name in ways[waiting.pop()]:
            if name not in reached:
                reached.append(name)
                waiting.append(name)
    for name, row in rows.items():
        if name not in reached:
            raise row.row.fault(
                f"{name} cannot be reached with {layout.seats} seats "
                "(every Location needs a way from the starts, in links.csv or docks.csv)"
            )


def _check_decks(box: Box, layout: Layout) -> None:
    """Refuse decks that cannot be dealt, or whose sizes would tell a Cultist from an Investigator."""
    numbers, seats = layout.numbers, layout.seats

    def fault(name: str, problem: str, allowed: str = "") -> DataFault:
        return box.numbers[layout.board, name].fault(
            f"{problem} with {seats} seats{allowed and f' ({allowed})'}"
        )

    if not 1 <= numbers.cultists < seats - 1:
        raise fault("cultists", f"{numbers.cultists} Cultists", f"choose from 1 to {seats - 2}")
    pulse = numbers.cultist_alive + numbers.cultist_dead
    if pulse != numbers.investigator_alive:
        equal = f"both need the same number; an Investigator has {numbers.investigator_alive}"
        raise fault("cultist_alive", f"a Cultist has {pulse} pulse cards", equal)
    tasks = numbers.cultist_success + numbers.cultist_failure + numbers.cultist_sabotage
    if tasks != numbers.investigator_success or tasks < 2:
        equal = f"both need the same number, at least 2; an Investigator has {numbers.investigator_success}"
        raise fault("cultist_success", f"a Cultist has {tasks} task cards", equal)
    if len(numbers.start_deck()) < seats - numbers.cultists:
        least = seats - numbers.cultists
        raise fault("start_alive", f"only {len(numbers.start_deck())} start cards", f"at least {least}")
    needed = numbers.room_cards * len(layout.book_rooms)
    if len(numbers.room_deck()) < needed:
        raise fault("room_success", f"only {len(numbers.room_deck())} of {needed} cards for the Rooms")
    books = numbers.room_books * len(layout.book_rooms)
    if not 1 <= numbers.victory_points <= books:
        points = f"{numbers.victory_points} Victory Points cannot be reached"
        raise fault("victory_points", points, f"choose from 1 to {books}, the number of books")
    if not 1 <= numbers.rounds <= 10:
        raise fault("rounds", f"{numbers.rounds} rounds", "choose from 1 to 10, as on a Route card")
    for name in AT_LEAST_ONE:
        if getattr(numbers, name) < 1:
            raise fault(name, f"{name} cannot be 0", "at least 1")
    if len(layout.routes) < seats:
        raise DataFault("routes", 0, f"only {len(layout.routes)} Route cards for {seats} seats")
    if len(layout.events) < numbers.rounds:
        raise DataFault("events", 0, f"only {len(layout.events)} cards for {numbers.rounds} rounds")
    if EventCard.FISHMAN in layout.events and not layout.fishman_places:
        kinds = ", ".join([kind.value for kind in FISHMAN_KINDS])
        raise DataFault("places", 0, f"no place for a Fishman with {seats} seats (kind is one of {kinds})")
