"""The picture of a table of Among Cultists."""

from __future__ import annotations

from rich.console import Console

from referee.cli.display.match_display import MatchDisplay
from referee.cli.display.pictures.among_cultists import drawings
from referee.games.among_cultists.cards import CharacterRole, Face, Side
from referee.games.among_cultists.state import Gift, PlayedTask, SeenPulse, SeenRoom, State
from referee.games.among_cultists.statements import Accused, Ground
from referee.kernel.facts import SPECTATOR
from referee.match.charters import new_charter, settle
from referee.match.match import Decided, Match
from tests.games.among_cultists.tables import table_of

NAMES = ["Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"]


def pictures(state: State, width: int = 130) -> list[str]:
    console = Console(width=width, file=None, force_terminal=False)
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
        "0 of 10 Victory Points, the Cultists need 3 dead",
        "Cultist 1",
    ):
        assert text in shown[0], text
    lengths = [each.count("\n") for each in shown]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] < lengths[0]


def test_what_both_sides_need_fits_80_columns() -> None:
    """Next to the round and the phase it was cut off."""
    shown = pictures(table_of().state, width=80)
    assert all("0 of 10 Victory Points, the Cultists need 3 dead" in each for each in shown)


def test_hidden_cards_are_counted_and_never_named() -> None:
    state = table_of(pulse={1: "dead dead dead"}).state
    for character in state.characters:
        character.role, character.side = CharacterRole.HIDDEN, Side.HIDDEN
        character.hand = [Face.HIDDEN] * 5
        character.pulse = [Face.HIDDEN] * 3
        character.route, character.start = "", Face.HIDDEN
    shown = pictures(state)[0]
    assert "5 cards" in shown
    assert "3 cards" in shown
    assert "Dead" not in shown


def test_start_cards_that_a_cultist_saw_are_drawn() -> None:
    """Section 13.1: Cultists know them from the first night, and nobody else does."""
    state = table_of(pulse={1: "dead"}).state
    for character in state.characters:
        character.pulse = [Face.HIDDEN]
    assert "start 1 Dead" in pictures(state)[0]
    for character in state.characters:
        character.start = Face.HIDDEN
    assert "start" not in pictures(state)[0]


def test_what_a_seat_did_and_saw_in_secret_is_drawn_at_its_seat() -> None:
    state = table_of().state
    bob = state.characters[1]
    bob.gifts = [Gift(2, 0, Face.ALIVE), Gift(3, -1, Face.DEAD)]
    bob.tasks = [
        PlayedTask(1, "green_room_south", Face.SUCCESS),
        PlayedTask(2, "", Face.SABOTAGE),
    ]
    bob.seen_pulses = [SeenPulse(2, 3, 4, 1)]
    bob.seen_rooms = [SeenRoom(3, "blue_room_west", (Face.SABOTAGE, Face.SUCCESS))]
    shown = pictures(state, width=300)[0]
    for text in (
        "gave   Alive to Ada; Dead to somebody",
        "played Success into Green Room South; Sabotage into the Unsafe Passage deck",
        "saw    Dan in round 2: 4 Alive, 1 Dead; Blue Room West in round 3: 1 Success and 1 Sabotage",
    ):
        assert shown.count(text) == 1, text
    assert shown.count("gave ") == 1


def test_the_university_is_drawn_too() -> None:
    table = table_of(board="university", places=dict.fromkeys(range(4), "foyer"))
    assert "Foyer [Ada, Bob, Cleo, Dan]" in pictures(table.state)[0]


def test_what_is_said_is_in_the_story_and_changes_no_picture() -> None:
    match = Match(settle(new_charter("among_cultists", 4, seed="said")))
    opened = match.begin()
    assert isinstance(opened, Decided)
    display = MatchDisplay(match.terms, NAMES[:4])
    display.apply(opened.frames[SPECTATOR])
    before = pictures(display.state)
    said = match.say(2, Accused(2, 0, Ground.ROUTE))
    assert isinstance(said, Decided)
    display.apply(said.frames[SPECTATOR])
    assert pictures(display.state) == before
    console = Console(width=130, height=60, file=None, force_terminal=False)
    with console.capture() as captured:
        console.print(display.picture())
    assert "Cleo accuses Ada of leaving the Route." in captured.get()
