"""Pictures that change on a terminal, which is left as it was found at the end and while the command is stopped."""

from __future__ import annotations

import io
import os
import pty
import signal
import sys
import termios

import pytest
from rich.console import Console

from referee.cli.display import live_picture
from referee.cli.display.live_picture import LOCAL_MODES, LivePicture
from tests.cli.job import Job


def echoes(terminal: int) -> bool:
    return bool(termios.tcgetattr(terminal)[LOCAL_MODES] & termios.ECHO)


def test_what_is_typed_is_not_written_into_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """An echo of ^C would push the picture down by a line and leave its old top on the screen."""
    ours, its = pty.openpty()
    with os.fdopen(its) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert echoes(its)
        with LivePicture():
            assert not echoes(its)
        assert echoes(its)
    os.close(ours)


def test_without_a_terminal_nothing_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even a terminal behind another file descriptor."""
    ours, its = pty.openpty()
    before = termios.tcgetattr(its)
    changes: list[tuple[object, ...]] = []
    drawn = False
    with open(os.devnull) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(termios, "tcsetattr", lambda *change: changes.append(change))
        with LivePicture():
            drawn = True
            assert termios.tcgetattr(its) == before
    assert drawn
    assert changes == []
    os.close(its)
    os.close(ours)


@pytest.mark.parametrize("takes_keys", [False, True])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_ends_the_command_leaves_the_echo_on(
    number: signal.Signals,
    takes_keys: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a handler of the command, the signal would end the tests, so that is checked first."""
    ours, its = pty.openpty()
    handler = signal.getsignal(number)
    with os.fdopen(its) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)

        def run_and_end() -> None:
            with LivePicture(takes_keys=takes_keys):
                assert signal.getsignal(number) != handler, "the command does not take the signal"
                assert not echoes(its)
                signal.raise_signal(number)

        with pytest.raises(SystemExit) as left:
            run_and_end()
        assert left.value.code == 128 + number
        assert echoes(its)
    assert signal.getsignal(number) == handler
    os.close(ours)


def test_a_signal_that_is_ignored_stays_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """As SIGHUP under nohup."""
    ours, its = pty.openpty()
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with os.fdopen(its) as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            with LivePicture():
                signal.raise_signal(signal.SIGHUP)
                assert not echoes(its)
    finally:
        signal.signal(signal.SIGHUP, before)
    os.close(ours)


ALTERNATE_SCREEN, NORMAL_SCREEN, CURSOR, NO_CURSOR = "\x1b[?1049h", "\x1b[?1049l", "\x1b[?25h", "\x1b[?25l"
STEP = ("replay", "replays/abyss/2-seats.replay", "--step", "--from", "5")
DEMO = ("demo", "abyss", "--seats", "2", "--pace", "3")


@pytest.mark.parametrize(("command", "shown"), [(STEP, "fact 5 of"), (DEMO, "what happened")])
def test_ctrl_z_restores_the_terminal_and_fg_draws_again(command: tuple[str, ...], shown: str) -> None:
    with Job(*command) as job:
        job.wait_for(shown)
        assert not job.echoes()
        for _ in range(2):
            job.type("\x1a")
            assert job.report() == "stopped"
            assert job.echoes()
            left = job.read()
            assert left.rindex(CURSOR) > left.rindex(NO_CURSOR)
            assert (NORMAL_SCREEN in left) == (command == STEP)
            job.go_on()
            job.wait_for(shown)
            assert not job.echoes()
            assert (ALTERNATE_SCREEN in job.read()) == (command == STEP)
        job.type("q" if command == STEP else "\x03")
        assert job.report() == ("exit 0" if command == STEP else "exit 130")
        assert job.echoes()


def test_a_command_that_is_drawing_stops_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise, the end of what it draws would be written after it has gone on."""
    ours, its = pty.openpty()
    happened: list[str] = []
    with os.fdopen(its) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        out = Console(file=io.StringIO(), force_terminal=True)
        monkeypatch.setattr(live_picture, "console", lambda: out)
        monkeypatch.setattr(os, "kill", lambda *_: happened.append(f"stops, echo {echoes(its)}"))

        class Drawn:
            def __rich_console__(self, *_: object) -> list[str]:
                if not happened:
                    signal.raise_signal(signal.SIGTSTP)
                happened.append("drawn")
                return ["picture"]

        with LivePicture() as picture:
            picture.show(Drawn())
            assert not echoes(its)
    # It is also drawn while it is removed.
    assert list(dict.fromkeys(happened)) == ["drawn", "stops, echo True"]
    assert happened.count("stops, echo True") == 1
    assert happened[-1] == "drawn", "again after it has gone on"
    os.close(ours)
