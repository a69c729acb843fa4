"""The picture of a table in terminals of all sizes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from referee.cli.display.match_display import MatchDisplay
from referee.cli.match_files import open_replay
from referee.feeds.frames import Frame
from referee.match.charters import settle
from referee.replay.format import seat_names

REPLAYS = Path(__file__).parents[2] / "replays"
TABLES = ("abyss/2-seats", "abyss/4-seats", "unfathomable/3-seats", "unfathomable/6-seats")
SIZES = ((80, 24), (60, 24), (100, 30), (140, 50), (40, 12))
BELOW = "q quit"


def at_times(table: str) -> Iterator[tuple[MatchDisplay, str]]:
    """Yield displays at intervals through a replay, each with the sentence of its last fact."""
    replay = open_replay(str(REPLAYS / f"{table}.replay"))
    display = MatchDisplay(settle(replay.charter), seat_names(replay))
    recorded = [each for entry in replay.entries for each in entry.facts]
    for number, each in enumerate(recorded, start=1):
        display.apply(Frame(number, (each,), None, (), None))
        if number % 97 == 0 or number == len(recorded):
            yield display, display.sentence(each)


def shown(display: MatchDisplay, width: int, height: int) -> list[str]:
    console = Console(width=width, height=height, force_terminal=True, color_system=None)
    with console.capture() as captured:
        console.print(display.picture(Text(BELOW)))
    return captured.get().rstrip("\n").split("\n")


@pytest.mark.parametrize("table", TABLES)
def test_what_happened_and_the_line_below_are_seen_in_every_terminal(table: str) -> None:
    for display, last in at_times(table):
        for width, height in SIZES:
            lines = shown(display, width, height)
            assert len(lines) <= height, (width, height)
            assert lines[-1].strip() == BELOW
            assert lines[-3].strip("│ …").startswith(last[: width // 2]) or last[: width // 2] in "".join(
                lines
            )
            assert sum("what happened" in line for line in lines) == 1


@pytest.mark.parametrize("table", TABLES)
def test_every_seat_is_seen_in_a_small_terminal(table: str) -> None:
    for display, _ in at_times(table):
        text = "\n".join(shown(display, 80, 24))
        assert all(f"seat {seat} {name}" in text for seat, name in enumerate(display.names))


def test_a_large_terminal_has_the_whole_table() -> None:
    for display, _ in at_times("unfathomable/6-seats"):
        text = "\n".join(shown(display, 140, 50))
        assert "Decks" in text
        assert text.count("loyal ") == 6


def test_a_picture_can_be_shown_again() -> None:
    display, _ = next(at_times("abyss/2-seats"))
    console = Console(width=80, height=24, force_terminal=True, color_system=None)
    picture = display.picture()
    with console.capture() as once:
        console.print(picture)
    with console.capture() as again:
        console.print(picture)
    assert "Court" in once.get()
    assert once.get() == again.get()
