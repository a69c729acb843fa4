"""The screen of the stepper."""

from __future__ import annotations

import re
from functools import cache

import pytest
from msgspec.structs import replace
from rich.console import Console

from referee.cli.display.pictures import legend_for
from referee.cli.match_files import open_replay
from referee.cli.stepping.page import page_for
from referee.cli.stepping.pressed_keys import Key
from referee.cli.stepping.stepped_match import SteppedMatch
from referee.cli.stepping.stepper import press
from referee.cli.stepping.stepper_state import StepperState
from tests.cli.running import inside
from tests.tidy.tree import ROOT

TABLES = ("abyss/4-seats", "unfathomable/6-seats", "among_cultists/8-seats")
SIZES = ((120, 40), (80, 24), (40, 20))


@cache
def stepped(table: str) -> SteppedMatch:
    return SteppedMatch(open_replay(str(ROOT / f"replays/{table}.replay")))


def screen(match: SteppedMatch, state: StepperState) -> list[str]:
    console = Console(width=state.columns, height=state.rows, force_terminal=True, color_system=None)
    with console.capture() as captured:
        console.print(page_for(match, state))
    return [line.rstrip() for line in captured.get().rstrip("\n").split("\n")]


def pressed(match: SteppedMatch, state: StepperState, *keys: str) -> StepperState:
    for key in keys:
        state = press(match, state, key)
    return state


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_the_screen_says_whose_eyes_and_which_fact(table: str, columns: int, rows: int) -> None:
    match = stepped(table)
    state = StepperState(columns, rows, fact=300, viewer=1)
    lines = screen(match, state)
    assert len(lines) <= rows
    assert max(map(len, lines)) <= columns
    last = match.last_fact
    assert lines[0].startswith("as Bob (seat 1) · fact 300")
    assert f"fact 300 of {last}" in lines[0] or (columns == 40 and f"fact 300/{last}" in lines[0])
    assert lines[-1].startswith("? help · q quit")
    assert any(["│ 300 " in line for line in lines])
    assert screen(match, replace(state, viewer=-1))[0].startswith("open table · fact 300")
    assert screen(match, replace(state, viewer=-2))[0].startswith("as a spectator · fact 300")


@pytest.mark.parametrize("table", TABLES)
def test_seats_that_do_not_fit_are_counted(table: str) -> None:
    """And the seat whose turn it is stays."""
    match = stepped(table)
    seats = len(match.names)
    for fact in (150, 400):
        text = "\n".join(screen(match, StepperState(40, 14, fact=fact)))
        shown = sum([f"seat {seat} {name}" in text for seat, name in enumerate(match.names)])
        missing = seats - shown
        assert missing
        assert f"+{missing} seat" in text
        assert ("▶ seat" in text) == ("▶ seat" in "\n".join(screen(match, StepperState(200, 60, fact=fact))))


def test_a_filter_is_in_the_header() -> None:
    match = stepped(TABLES[0])
    state = pressed(match, StepperState(120, 40, fact=1), "f", *"rule=council seat=1", Key.ENTER)
    number = len(match.selected(state.viewer, state.chosen))
    assert screen(match, state)[0].endswith(f"only seat=1 rule=council ({number} facts)")


def test_the_bottom_line_shows_what_is_typed_and_what_is_wrong() -> None:
    match, state = stepped(TABLES[0]), StepperState(40, 20, fact=1)
    assert screen(match, pressed(match, state, "g", "9", "9"))[-1] == "go to fact (t12: turn 12): 99▏"
    long = screen(match, pressed(match, state, "/", *"x" * 60, "y"))[-1]
    assert long == "…" + "x" * 37 + "y▏"
    assert screen(match, pressed(match, state, "g", "x", Key.ENTER))[-1].startswith("'x' is not the number")
    assert "2 facts per second" in screen(match, pressed(match, state, " "))[-1]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_the_help_has_the_keys_the_eyes_and_the_signs(table: str, columns: int, rows: int) -> None:
    match = stepped(table)
    state = pressed(match, StepperState(columns, rows, fact=1), "?")
    pages = screen(match, state)
    while (after := pressed(match, state, Key.PAGE_DOWN)) != state:
        state = after
        lines = screen(match, state)
        assert len(lines) == rows
        pages += lines
    text = "\n".join(pages)
    assert max(map(len, pages)) <= columns
    assert "previous turn" in text
    assert re.search(r"1 +Bob \(seat 1\)", text)
    for sign, _ in legend_for(match.replay.charter.game):
        assert sign in text


@pytest.mark.parametrize("table", TABLES)
def test_signs_of_the_legend_are_in_the_drawings(table: str) -> None:
    """Those that are a single sign; the others are examples."""
    match = stepped(table)
    text = "\n".join(["\n".join(screen(match, StepperState(160, 60, fact, 0))) for fact in (50, 200, 400)])
    signs = [sign for sign, _ in legend_for(match.replay.charter.game) if len(sign) == 1]
    # Pearls are open unless a ruling says otherwise.
    assert [sign for sign in signs if sign not in text and (table, sign) != ("abyss/4-seats", "?")] == []


def test_why_is_what_the_command_prints() -> None:
    match = stepped(TABLES[0])
    state = pressed(match, StepperState(400, 60, fact=133), "w")
    shown = [line for line in screen(match, state)[1:-1] if line]
    printed = inside("why", str(ROOT / f"replays/{TABLES[0]}.replay"), "133").out.splitlines()
    assert shown == [line.rstrip() for line in printed if line.strip()]
    seat = screen(match, replace(state, viewer=1))
    assert "more than this viewer saw" in seat[1]


def test_a_forged_replay_is_not_explained() -> None:
    replay = stepped("abyss/4-seats").replay
    entries = [*replay.entries]
    entries[5] = replace(entries[5], facts=entries[6].facts)
    forged = SteppedMatch(replace(replay, entries=tuple(entries)))
    state = pressed(forged, StepperState(80, 24, fact=forged.last_fact), "w")
    assert "does not follow from the rules" in "\n".join(screen(forged, state))
