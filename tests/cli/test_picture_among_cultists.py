"""The picture of a table of Among Cultists."""

from __future__ import annotations

from rich.console import Console

from referee.cli.display.pictures.among_cultists import drawings
from referee.games.among_cultists.cards import CharacterRole, Face, Side
from referee.games.among_cultists.state import State
from tests.games.among_cultists.tables import table_of

NAMES = ["Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"]


def pictures(state: State) -> list[str]:
    console = Console(width=130, file=None, force_terminal=False)
    shown = []
    for drawing in drawings(state, NAMES[: len(state.characters)]):
        with console.capture() as captured:
            console.print(drawing)
        shown.append(captured.get())
    return shown


def test_the_islands_show_who_and_what_is_where() -> None:
    table = table_of(
        places={1: "green_room_south", 2: "boat_1", 3: "wooden_bridge_north"},
        rooms={"green_room_south": "success failure"},
        portals=["blue_room_west"],
        fishmen=["wooden_bridge_east"],
        blocks=["boat_2"],
        blackouts=["south"],
        ghosts=[3],
    )
    shown = pictures(table.state)
    for text in (
        "South (dark)",
        "Green Room South 2 cards, 3 books [Bob]",
        "Blue Room West 0 cards, 3 books Portal",
        "Boat 1 at Dock East [Cleo]",
        "Boat 2 at Dock West (route closed)",
        "Wooden Bridge North [Dan]",
        "Fishman on Wooden Bridge East",
        "seat 3 Dan, a Ghost",
        "0 of 10 Victory Points",
        "Cultist 1",
    ):
        assert text in shown[0], text
    lengths = [each.count("\n") for each in shown]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] < lengths[0]


def test_hidden_cards_are_counted_and_never_named() -> None:
    state = table_of(pulse={1: "dead dead dead"}).state
    for character in state.characters:
        character.role, character.side = CharacterRole.HIDDEN, Side.HIDDEN
        character.hand = [Face.HIDDEN] * 5
        character.pulse = [Face.HIDDEN] * 3
        character.route = ""
    shown = pictures(state)[0]
    assert "5 cards" in shown
    assert "3 cards" in shown
    assert "Dead" not in shown


def test_the_university_is_drawn_too() -> None:
    table = table_of(board="university", places=dict.fromkeys(range(4), "foyer"))
    assert "Foyer [Ada, Bob, Cleo, Dan]" in pictures(table.state)[0]
