"""The terminal of the stepper: restored however the stepper ends."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
from collections.abc import Callable, Iterator

import pytest
from rich.console import Console, ConsoleDimensions

from referee.cli.display import live_picture
from referee.cli.match_files import open_replay
from referee.cli.stepping import terminal
from referee.cli.stepping.page import page_for
from referee.cli.stepping.stepped_match import SteppedMatch
from referee.cli.stepping.stepper_state import StepperState
from tests.cli.running import SECONDS
from tests.tidy.tree import ROOT

MATCH = SteppedMatch(open_replay(str(ROOT / "replays/abyss/2-seats.replay")))
ALTERNATE_SCREEN, NORMAL_SCREEN, CURSOR = b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[?25h"


class Pty:
    """A terminal whose other end the test holds."""

    def __init__(self) -> None:
        self.ours, self.its = pty.openpty()
        self.resize(80, 24)
        self.written = b""

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.its, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys: bytes) -> None:
        os.write(self.ours, keys)

    def read(self) -> bytes:
        """Read what was written so far, so that the terminal is never full."""
        while select.select([self.ours], [], [], 0)[0]:
            self.written += os.read(self.ours, 65536)
        return self.written

    def modes(self) -> list[object]:
        return list(termios.tcgetattr(self.its))


def give_up(*_: object) -> None:
    raise AssertionError("the stepper does not end")


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pty]:
    for name in ("COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    pair = Pty()
    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(SECONDS)
    with os.fdopen(pair.its, "r+b", buffering=0, closefd=False) as raw:
        stdin, stdout = os.fdopen(os.dup(raw.fileno())), os.fdopen(os.dup(raw.fileno()), "w")
        monkeypatch.setattr(sys, "stdin", stdin)
        out = Console(file=stdout, force_terminal=True)
        # Rich asks the standard streams of the process for the size; this is another terminal.
        monkeypatch.setattr(
            Console, "size", property(lambda _: ConsoleDimensions(*os.get_terminal_size(pair.its)))
        )
        for module in (terminal, live_picture):
            monkeypatch.setattr(module, "console", lambda: out)
        with stdin, stdout:
            yield pair
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
    os.close(pair.its)
    os.close(pair.ours)


def quit_by_key(screen: Pty) -> None:
    screen.type(b"q")


def close(screen: Pty) -> None:
    screen.type(b"\x04")


def interrupt(_: Pty) -> None:
    signal.raise_signal(signal.SIGINT)


def terminate(_: Pty) -> None:
    signal.raise_signal(signal.SIGTERM)


def hang_up(_: Pty) -> None:
    signal.raise_signal(signal.SIGHUP)


def fail(_: Pty) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("end", "raised"),
    [
        (quit_by_key, None),
        (close, None),
        (interrupt, KeyboardInterrupt),
        (terminate, SystemExit),
        (hang_up, SystemExit),
        (fail, ZeroDivisionError),
    ],
)
def test_the_terminal_is_restored_however_it_ends(
    end: Callable[[Pty], None],
    raised: type[BaseException] | None,
    screen: Pty,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, handlers = screen.modes(), [signal.getsignal(each) for each in signal.valid_signals()]
    drawn: list[list[object]] = []

    def draw_and_end(match: SteppedMatch, state: StepperState) -> object:
        screen.read()
        drawn.append(screen.modes())
        if len(drawn) == 1:
            screen.type(b"\x1b[C")
        else:
            end(screen)
        return page_for(match, state)

    monkeypatch.setattr(terminal, "page_for", draw_and_end)
    if raised is None:
        terminal.step_through(MATCH, -1, 5)
    else:
        with pytest.raises(raised):
            terminal.step_through(MATCH, -1, 5)
    assert screen.modes() == before
    assert drawn[0] != before, "keys were never delivered one by one"
    assert [signal.getsignal(each) for each in signal.valid_signals()] == handlers
    assert signal.set_wakeup_fd(-1) == -1
    written = screen.read()
    assert b"fact 5 of" in written
    assert written.index(ALTERNATE_SCREEN) < written.index(NORMAL_SCREEN)
    assert written.rindex(CURSOR) > written.index(ALTERNATE_SCREEN)


def test_a_terminal_of_another_size_is_drawn_again(screen: Pty, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[tuple[int, int]] = []

    def draw_and_resize(match: SteppedMatch, state: StepperState) -> object:
        screen.read()
        sizes.append((state.columns, state.rows))
        if len(sizes) == 1:
            screen.resize(40, 20)
            signal.raise_signal(signal.SIGWINCH)
        else:
            screen.type(b"q")
        return page_for(match, state)

    monkeypatch.setattr(terminal, "page_for", draw_and_resize)
    terminal.step_through(MATCH, -1, 5)
    assert sizes == [(80, 24), (40, 20)]


def test_it_plays_by_itself(screen: Pty, monkeypatch: pytest.MonkeyPatch) -> None:
    facts: list[int] = []

    def draw_and_count(match: SteppedMatch, state: StepperState) -> object:
        screen.read()
        facts.append(state.fact)
        if len(facts) == 1 or state.fact == 8:
            screen.type(b"q" if state.fact == 8 else b" ")
        return page_for(match, state)

    monkeypatch.setattr(terminal, "page_for", draw_and_count)
    monkeypatch.setattr(terminal, "SPEEDS", (1000.0,) * 6)
    terminal.step_through(MATCH, -1, 5)
    # It may be drawn more than once at a fact, and go on before the key arrives.
    assert list(dict.fromkeys(facts))[:4] == [5, 6, 7, 8]
