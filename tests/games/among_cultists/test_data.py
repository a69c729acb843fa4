"""The data files: what they hold, and how a fault in them is reported."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256

import pytest

from referee.games.among_cultists import GAME
from referee.games.among_cultists.cards import Board, Colour, Face
from referee.games.among_cultists.data import (
    COLUMNS,
    SEAT_COUNTS,
    TAGS,
    UNIVERSITY_NUMBERS,
    DataFault,
    box_of,
    join_files,
    own_files,
    own_text,
)
from referee.games.among_cultists.layout import layout_of
from referee.games.printed import read_table


def changed(file: str, old: str, new: str) -> str:
    """Return the data with one text replaced in one file."""
    text = own_files()[file]
    assert old in text, f"{file}.csv has no {old!r}"
    return join_files({file: text.replace(old, new, 1)})


@pytest.mark.parametrize("file", COLUMNS)
def test_every_row_has_a_tag_and_a_source(file: str) -> None:
    rows = read_table("among_cultists", file)
    assert rows
    assert {row["tag"] for row in rows} <= set(TAGS)
    assert all(row["source"] for row in rows)


def test_every_house_value_is_a_house_rule() -> None:
    """`referee rules among_cultists --house` lists the house values; each statement gives the values of its row."""
    book = GAME.rulebook
    expected = set()
    university = [{**row, "board": "university"} for row in read_table("among_cultists", UNIVERSITY_NUMBERS)]
    for row in [*read_table("among_cultists", "numbers"), *university]:
        if row["tag"] == "house":
            rule_id = f"data.{row['name']}" + ("" if row["board"] == "both" else f"_{row['board']}")
            expected.add(rule_id)
            values = [row[count] for count in SEAT_COUNTS]
            assert f"{', '.join(values[:-1])} and {values[-1]} with" in book.rules[rule_id].statement
    expected |= {
        f"data.{file}"
        for file in COLUMNS
        if file not in ("numbers", UNIVERSITY_NUMBERS)
        and any(row["tag"] == "house" for row in read_table("among_cultists", file))
    }
    listed = {rule_id for rule_id in book.rules if rule_id.startswith("data.")}
    assert listed == expected
    assert all(book.is_house_rule(rule_id) for rule_id in listed)


VICTORY_TABLE = [(4, 1, 10, 3), (5, 1, 10, 3), (6, 1, 11, 4), (7, 2, 11, 4), (8, 2, 12, 5)]


@pytest.mark.parametrize(("seats", "cultists", "points", "kills"), VICTORY_TABLE)
def test_victory_table_is_that_of_the_expansion(seats: int, cultists: int, points: int, kills: int) -> None:
    """Expansion rulebook, victory table (lines 95-97 of the Italian text)."""
    numbers = layout_of("", Board.ISLANDS, seats).numbers
    assert (numbers.cultists, numbers.victory_points, numbers.kills) == (cultists, points, kills)


@pytest.mark.parametrize(("seats", "rooms"), [(4, 6), (5, 6), (6, 6), (7, 7), (8, 8)])
def test_there_are_three_maps_of_the_islands(seats: int, rooms: int) -> None:
    """Expansion rulebook, setup: maps for 4 to 6, 7 and 8 players; every Room but the red one has books."""
    layout = layout_of("", Board.ISLANDS, seats)
    assert len(layout.book_rooms) == rooms
    assert layout.places[layout.security_room].island == "centre"
    assert layout.starts[:4] == tuple([f"wooden_bridge_{way}" for way in ("north", "east", "south", "west")])
    assert layout.starts[4:] == layout.starts[: seats - 4]
    assert layout.blackouts == ("east", "west")
    assert [
        layout.places[room].colour for dock in ("dock_east", "dock_west") for room in layout.docks[dock]
    ] == [
        Colour.ORANGE,
        Colour.PURPLE,
        Colour.ORANGE,
        Colour.BLUE,
    ]


UNIVERSITY = """
    corridor_1 corridor_2, corridor_2 corridor_3, corridor_3 corridor_4, corridor_4 corridor_5, corridor_5 corridor_6,
    corridor_6 corridor_1, foyer corridor_1, foyer corridor_3, foyer corridor_5, security_room corridor_1,
    orange_room corridor_2, blue_room corridor_3, purple_room corridor_4, light_blue_room corridor_5,
    green_room corridor_6
"""


@pytest.mark.parametrize(
    ("seats", "more"),
    [
        (4, []),
        (6, []),
        (7, ["second_purple_room corridor_2"]),
        (8, ["second_purple_room corridor_2", "second_blue_room corridor_5"]),
    ],
)
def test_map_of_the_university(seats: int, more: list[str]) -> None:
    """House, appendix B: a ring of corridors, every second one unsafe, and everybody starts in the Foyer."""
    layout = layout_of("", Board.UNIVERSITY, seats)
    links = [link.split() for link in [*UNIVERSITY.split(","), *more]]
    steps = {(one, other) for pair in links for one, other in (pair, pair[::-1])}
    assert {(one, other) for one, others in layout.steps.items() for other in others} == steps
    unsafe = [place for place, each in layout.places.items() if each.is_unsafe]
    assert unsafe == ["corridor_2", "corridor_4", "corridor_6"]
    assert set(layout.starts) == {"foyer"}
    assert (layout.boats, layout.tokens, layout.blackouts) == ({}, {}, ())


@pytest.mark.parametrize(("seats", "points"), [(4, 11), (5, 11), (6, 12), (7, 12), (8, 13)])
def test_victory_points_in_the_university(seats: int, points: int) -> None:
    """Appendix B; 12 with six seats is in a review, the others are house."""
    assert layout_of("", Board.UNIVERSITY, seats).numbers.victory_points == points


@pytest.mark.parametrize("seats", range(4, 9))
def test_decks_of_both_sides_have_the_same_size(seats: int) -> None:
    """House: public counts of spent cards must not tell a Cultist from an Investigator."""
    numbers = layout_of("", Board.ISLANDS, seats).numbers
    families = [
        Counter([face in (Face.ALIVE, Face.DEAD) for face in deck])
        for deck in (numbers.investigator_deck(), numbers.cultist_deck())
    ]
    assert families[0] == families[1]


def test_routes_are_balanced() -> None:
    """House: in every round each colour is on 3 or 4 of the 8 Route cards, and each cell has 2 or 3 colours."""
    routes = layout_of("", Board.ISLANDS, 8).routes
    assert len(routes) == 8
    for cells in zip(*routes.values(), strict=True):
        assert {len(cell) for cell in cells} <= {2, 3}
        counts = Counter([colour for cell in cells for colour in cell])
        assert set(counts.values()) <= {3, 4}
        assert set(counts) == set(Colour)


FAULTS = [
    (
        "places",
        "blue_room_west,room,4-8",
        "blue_room_west,rooom,4-8",
        "places.csv, line 4: kind cannot be 'rooom'",
    ),
    (
        "places",
        "4-8,west,orange",
        "4-8,west,pink",
        "places.csv, line 3: colour cannot be 'pink' (choose from red",
    ),
    ("places", "4-8,west,orange", "4-8,atlantis,orange", "places.csv, line 3: island cannot be 'atlantis'"),
    ("places", "4-8,west,orange", "8-4,west,orange", "places.csv, line 3: seats cannot be '8-4'"),
    ("places", "security_room,room,4-8,centre,red", "security_room,room,4-8,centre,blue", "0 red Rooms"),
    ("places", ",1 5,", ",5,", "Character 1 has no start"),
    ("places", ",1 5,", ",1 9,", "starts cannot contain '9'"),
    (
        "places",
        "islands,green_room_south,",
        "islands,Green Room,",
        "places.csv, line 8: place cannot be 'Green Room'",
    ),
    ("places", "islands,green_room_south,", "islands,blue_room_west,", "blue_room_west is already on line 4"),
    (
        "links",
        "orange_room_west,blue_room_west",
        "orange_room_west,moon",
        "links.csv, line 10: a link cannot lead to 'moon' with 4 seats (choose from security_room, orange",
    ),
    (
        "links",
        "orange_room_west,blue_room_west",
        "orange_room_west,wooden_bridge_west",
        "line 10: orange_room_west and wooden_bridge_west are already linked (each link once)",
    ),
    ("links", "orange_room_west,blue_room_west", "orange_room_west,orange_room_west", "linked to itself"),
    ("docks", "dock_north,boat_1", "dock_north,boat_3", "boat_1 needs two Docks"),
    (
        "docks",
        "light_blue_room_north",
        "outer_bridge_west",
        "docks.csv, line 3: rooms cannot contain 'outer_bridge_west' (choose from security_room, orange",
    ),
    ("docks", "dock_north,boat_1", "dock_east,boat_1", "line 3: islands dock_east is already on line 2"),
    ("islands", "islands,north,no", "islands,centre,yes", "line 3: islands centre is already on line 2"),
    ("docks", "light_blue_room_north,no", "light_blue_room_north,maybe", "boat_starts cannot be 'maybe'"),
    ("tokens", "north,boat_1", "north,boat_9", "tokens.csv, line 2: closes cannot contain 'boat_9'"),
    ("tokens", "wooden_bridge_north,", "outer_bridge_west,", "tokens.csv, line 2: bridges cannot contain"),
    ("tokens", "boat_1,north,", "boat_1,mars,", "tokens.csv, line 2: island cannot be 'mars'"),
    (
        "tokens",
        "boat_1,north,",
        "boat_1,east,",
        "tokens.csv, line 3: island cannot be 'east', as on line 2 (each token has another island)",
    ),
    ("tokens", "islands,east,", "islands,north,", "line 3: islands north is already on line 2"),
    (
        "tokens",
        "token,closes",
        "closes,token",
        "token,closes,island,bridges,tag,source, not board,closes,token",
    ),
    (
        "routes",
        "A,red blue",
        "A,red mauve",
        "routes.csv, line 2: 1 cannot be 'mauve' (choose from red, orange",
    ),
    (
        "routes",
        "A,red blue light_blue,",
        "A,,",
        "routes.csv, line 2: 1 cannot be '' (choose from red, orange",
    ),
    ("routes", "\nB,", "\nA,", "routes.csv, line 3: route cannot be 'A'"),
    ("events", "lightning,3", "lightning,x", "events.csv, line 2: cards cannot be 'x'"),
    ("events", "lightning,3", "lightning,1", "events.csv: only 8 cards for 10 rounds"),
    ("events", "quiet,2", "lightning,2", "events.csv, line 5: lightning is already on line 2"),
    ("events", "lightning,3", "earthquake,3", "events.csv, line 2: event cannot be 'earthquake'"),
    (
        "roles",
        "snitch,investigators",
        "snitch,cultists",
        "roles.csv, line 2: side cannot be 'cultists' (snitch starts as investigators)",
    ),
    ("roles", "snitch,investigators", "snatch,investigators", "roles.csv, line 2: role cannot be 'snatch'"),
    ("numbers", "cultists,both,1", "cultists,both,4", "line 2: 4 Cultists with 4 seats (choose from 1 to 2)"),
    ("numbers", "kills,both,3", "kils,both,3", "numbers.csv, line 5: unknown name 'kils'"),
    ("numbers", "kills,both,3", "kills,both,", "numbers.csv: no kills of islands for 4 seats"),
    ("numbers", "kills,both,3", "kills,both,-3", "numbers.csv, line 5: 4 cannot be '-3'"),
    (
        "numbers",
        "cultist_dead,both,3",
        "cultist_dead,both,4",
        "a Cultist has 6 pulse cards with 4 seats (both need the same number; an Investigator has 5)",
    ),
    (
        "numbers",
        "cultist_sabotage,both,2",
        "cultist_sabotage,both,1",
        "7 task cards with 4 seats (both need the same number, at least 2; an Investigator has 8)",
    ),
    (
        "numbers",
        "start_alive,both,4",
        "start_alive,both,0",
        "only 2 start cards with 4 seats (at least 3)",
    ),
    ("numbers", "room_success,both,12", "room_success,both,1", "of 18 cards for the Rooms"),
    (
        "numbers",
        "victory_points,islands,10",
        "victory_points,islands,99",
        "99 Victory Points cannot be reached with 4 seats (choose from 1 to 18, the number of books)",
    ),
    ("numbers", "rounds,both,10", "rounds,both,11", "11 rounds with 4 seats (choose from 1 to 10"),
    ("numbers", "kills,both,3", "kills,both,0", "line 5: kills cannot be 0 with 4 seats (at least 1)"),
    ("numbers", "boarding_cost,both,1", "boarding_cost,both,0", "boarding_cost cannot be 0 with 4 seats"),
    (
        "numbers",
        ",sourced,",
        ",guessed,",
        "numbers.csv, line 2: tag cannot be 'guessed' (choose from sourced",
    ),
    ("numbers", "publisher FAQ and two reviews", "", "numbers.csv, line 6: source cannot be empty"),
    ("numbers", "name,board", "board,name", "numbers.csv, line 1: the columns must be name,board"),
    ("islands", "islands,north,no,", "islands,north,", "islands.csv, line 3: 4 cells instead of 5"),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), FAULTS)
def test_fault_is_reported_with_file_line_and_what_is_allowed(
    file: str, old: str, new: str, message: str
) -> None:
    with pytest.raises(DataFault, match=re.escape(message)):
        layout_of(changed(file, old, new), Board.ISLANDS, 4)


def test_room_that_cannot_be_reached_is_refused() -> None:
    data = changed(
        "links", "islands,orange_room_west,blue_room_west,4-8", "islands,orange_room_west,blue_room_west,8"
    )
    data = data.replace(
        "islands,blue_room_west,outer_bridge_west,4-8", "islands,blue_room_west,outer_bridge_west,8"
    )
    data = data.replace("orange_room_west blue_room_west,yes", "orange_room_west,yes")
    with pytest.raises(
        DataFault, match=re.escape("places.csv, line 4: blue_room_west cannot be reached with 4 seats (every")
    ):
        layout_of(data, Board.ISLANDS, 4)


def test_map_without_what_its_events_need_is_refused() -> None:
    """Lightning reveals two tokens, and a Fishman appears on a Wooden Bridge or in a corridor."""
    no_tokens = own_files()["tokens"].splitlines()[0]
    with pytest.raises(DataFault, match=re.escape("tokens.csv: 0 tokens of islands (at least 2 are needed")):
        layout_of(join_files({"tokens": no_tokens}), Board.ISLANDS, 4)
    places = re.sub("(unsafe_)?corridor,4-8", "foyer,4-8", own_files()["places"])
    with pytest.raises(
        DataFault, match=re.escape("places.csv: no place for a Fishman with 4 seats (kind is")
    ):
        layout_of(join_files({"places": places}), Board.UNIVERSITY, 4)


def test_seat_count_without_a_map_is_refused() -> None:
    places = re.sub(r"(?m)^islands,(.*?),4-8,", r"islands,\1,5-8,", own_files()["places"])
    refused = "places.csv: no map of islands for 4 seats (there is one for 5, 6, 7, 8)"
    with pytest.raises(DataFault, match=re.escape(refused)):
        layout_of(join_files({"places": places}), Board.ISLANDS, 4)
    islands_only = "\n".join([line for line in places.splitlines() if not line.startswith("university")])
    with pytest.raises(DataFault, match=re.escape("university for 4 seats (there is none at all)")):
        layout_of(join_files({"places": islands_only}), Board.UNIVERSITY, 4)


def test_unknown_missing_and_broken_files_are_refused() -> None:
    with pytest.raises(DataFault, match="unknown file"):
        join_files({"secrets": ""})
    with pytest.raises(DataFault, match=re.escape("numbers.csv: the file is missing")):
        box_of("== places\n")
    with pytest.raises(DataFault, match="unknown or repeated file"):
        box_of("== places\n== places\n")
    with pytest.raises(
        DataFault, match=re.escape("islands.csv: the file is empty (its first line is board,")
    ):
        box_of(join_files({"islands": ""}))
    with pytest.raises(DataFault, match=re.escape("events.csv, line 2: not a CSV file")):
        box_of(join_files({"events": 'event,cards,tag,source\n"lightning,3'}))


def test_other_data_have_another_digest() -> None:
    data = changed("events", "quiet,2", "quiet,3")
    assert box_of(data).digests == dict.fromkeys(Board, sha256(data.encode()).hexdigest())
    assert not set(box_of(data).digests.values()) & set(box_of("").digests.values())


def test_numbers_of_the_university_leave_records_of_the_islands_alone() -> None:
    """The digest of the game's own files covers those that a board uses."""
    used = {
        board: [line for line in own_text(board).splitlines() if line.startswith("==")] for board in Board
    }
    assert used[Board.UNIVERSITY] == [*used[Board.ISLANDS], f"== {UNIVERSITY_NUMBERS}"]
    assert own_text(Board.UNIVERSITY) == join_files({})
    assert box_of("").digests == {board: sha256(own_text(board).encode()).hexdigest() for board in Board}


def test_numbers_of_the_university_replace_those_of_both_boards() -> None:
    """House: Rooms are farther apart, and nearly every way leads through an unsafe corridor."""
    for seats in GAME.seats:
        islands, university = (layout_of("", board, seats).numbers for board in Board)
        assert university.room_cards > islands.room_cards
        assert university.unsafe_success > islands.unsafe_success
        assert university.unsafe_failure == islands.unsafe_failure


def test_data_without_the_numbers_of_the_university_are_complete() -> None:
    numbers = layout_of(own_text(Board.ISLANDS), Board.UNIVERSITY, 6).numbers
    assert numbers.room_cards == layout_of("", Board.ISLANDS, 6).numbers.room_cards
    assert numbers.victory_points == 12


def test_numbers_of_an_owner_are_for_both_boards() -> None:
    data = changed("numbers", "\nroom_cards,both,3", "\nroom_cards,both,2")
    assert [layout_of(data, board, 4).numbers.room_cards for board in Board] == [2, 2]
    own = own_files()
    both = {"numbers": own["numbers"], UNIVERSITY_NUMBERS: own[UNIVERSITY_NUMBERS]}
    assert layout_of(join_files(both), Board.UNIVERSITY, 4).numbers.room_cards == 4


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("room_cards,", "rooms,", "line 2: unknown name 'rooms' (choose from cultists,"),
        ("room_success,", "room_cards,", "line 3: room_cards is already on line 2"),
        ("room_cards,4", "room_cards,", "line 2: 4 cannot be '' (a whole number"),
        ("room_cards,4", "room_cards,9", "line 3: only 25 of 45 cards for the Rooms"),
        ("name,4", "name,board,4", "line 1: the columns must be name,4,5"),
    ],
)
def test_faults_in_the_numbers_of_the_university(old: str, new: str, message: str) -> None:
    with pytest.raises(DataFault, match=re.escape(f"university_numbers.csv, {message}")):
        layout_of(changed(UNIVERSITY_NUMBERS, old, new), Board.UNIVERSITY, 4)
