"""What a person sees on terminals of several sizes."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from referee.cli.display.match_display import MatchDisplay
from referee.cli.sitting import screens
from referee.cli.sitting.person import HELP
from referee.cli.sitting.screens import NOTHING_ASKED, PlainScreen, TerminalScreen
from referee.match.charters import new_charter, settle
from referee.people.asked_question import AskedQuestion
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


def test_the_bank_is_next_to_the_time_left(capsys: pytest.CaptureFixture[str]) -> None:
    asked = AskedQuestion("abyss", api.Question(text="Which?", kind=api.QUESTION_KIND_ONE), ["Ada"])
    screen = TerminalScreen("A match")
    screen.ask(asked, 59.0, 61.0)
    assert screen._footer("", 59.0).plain.endswith("0:59 (bank 1:01) > ▏")
    screen.ask(asked, 59.0)
    assert screen._footer("", 59.0).plain.endswith("0:59 > ▏")
    PlainScreen().ask(asked, 59.0, 61.0)
    PlainScreen().ask(asked, 59.0)
    assert [line.rpartition(" (")[2] for line in capsys.readouterr().out.splitlines() if "left" in line] == [
        "0:59 left, bank 1:01)",
        "0:59 left)",
    ]


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


def pages_of(screen: TerminalScreen, out: Console) -> list[str]:
    """Return a text page by page, without the line that is typed."""
    pages = []
    while screen._lines:
        with out.capture() as drawn:
            out.print(screen._page(screen._footer("", None)))
        pages.append(drawn.get())
        screen.turn_page()
    return pages


def test_help_is_not_wrapped_on_80_columns_and_aligned_on_40(monkeypatch: pytest.MonkeyPatch) -> None:
    for width in (80, 40):
        out = Console(width=width, height=80, file=io.StringIO(), force_terminal=True, color_system=None)
        monkeypatch.setattr(screens, "console", lambda out=out: out)
        screen = TerminalScreen("A match")
        screen.show_lines(HELP)
        assert max(map(len, screen._lines)) < width
        if width == 80:
            assert screen._lines == list(HELP)
        else:
            assert "  none         choose nothing, if you\n               may\n" in "\n".join(
                [line.rstrip() for line in screen._lines]
            )


def test_the_whole_table_can_be_seen_on_a_small_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Console(width=40, height=12, file=io.StringIO(), force_terminal=True, color_system=None)
    monkeypatch.setattr(screens, "console", lambda: out)
    screen = TerminalScreen("A match")
    screen.show_board(None)
    assert screen._remark == "The match has not begun."
    screen.show_board(
        MatchDisplay(settle(new_charter("abyss", 4, seed="board")), ["Ada", "Bob", "Cleo", "Dan"])
    )
    shown = "".join(pages_of(screen, out))
    assert len(shown.splitlines()) > 12
    assert all([name in shown for name in ("Court", "Threat", "Piles", "Ada", "Dan")])


def test_a_question_removes_the_remark_that_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Console(width=80, height=24, file=io.StringIO(), force_terminal=True, color_system=None)
    monkeypatch.setattr(screens, "console", lambda: out)
    screen = TerminalScreen("A match")
    screen.remark(NOTHING_ASKED)
    assert screen._footer("", None).plain.count(NOTHING_ASKED) == 1
    asked = AskedQuestion("abyss", api.Question(text="Which?", kind=api.QUESTION_KIND_ONE), ["Ada"])
    screen.ask(asked, None)
    assert NOTHING_ASKED not in screen._footer("", None).plain
    screen.remark("Your time ran out.")
    screen.ask(asked, None)
    assert "Your time ran out." in screen._footer("", None).plain
