"""What a person sees on terminals of several sizes."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from referee.cli.sitting import screens
from referee.cli.sitting.asked_question import AskedQuestion
from referee.cli.sitting.screens import TerminalScreen
from referee_api.v1 import referee_pb2 as api


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 20), (40, 12)])
def test_all_options_can_be_reached(width: int, height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    out = Console(width=width, height=height, file=io.StringIO(), force_terminal=True, color_system=None)
    monkeypatch.setattr(screens, "console", lambda: out)
    asked = AskedQuestion("abyss", api.Question(text="Which?", kind=api.QUESTION_KIND_ONE), ["Ada"])
    asked.options = [f"Do thing {number} with a sentence that is rather long" for number in range(1, 31)]
    screen = TerminalScreen("A match")
    screen.ask(asked, None)
    seen = set()
    for _ in range(30):
        footer = screen._footer("4", 9.0).plain
        lines = footer.split("\n")
        assert max(map(len, lines)) < width
        assert len(lines) <= max(height - screens.PICTURE_ROWS + 1, 8)
        assert lines[-1] == "0:09 > 4▏"
        seen |= {number for number in range(1, 31) if f"\n{number:>2} Do thing {number} " in footer}
        screen.turn_page()
    assert seen == set(range(1, 31))


def test_a_long_text_has_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Console(width=40, height=10, file=io.StringIO(), force_terminal=True, color_system=None)
    monkeypatch.setattr(screens, "console", lambda: out)
    screen = TerminalScreen("A match")
    screen.show_lines([f"line {number}" for number in range(8)])
    pages = []
    for _ in range(3):
        with out.capture() as drawn:
            out.print(screen._page(screen._footer("", None)))
        pages.append(drawn.get())
        screen.turn_page()
    assert "line 5" in pages[0]
    assert "Enter for more" in pages[0]
    assert "line 6" in pages[1]
    assert "Enter for the table" in pages[1]
    assert "A match" in pages[2]
