"""Keys on a terminal."""

from __future__ import annotations

import os
import pty
import signal
import sys
import termios
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from referee.cli.display.keyboard import LOCAL_MODES, echo_disabled, single_keys


def echoes(terminal: int) -> bool:
    return bool(termios.tcgetattr(terminal)[LOCAL_MODES] & termios.ECHO)


def test_what_is_typed_is_not_written_into_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """An echo of ^C would push the picture down by a line and leave its old top on the screen."""
    ours, its = pty.openpty()
    with os.fdopen(its) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert echoes(its)
        with echo_disabled():
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
        with echo_disabled():
            drawn = True
            assert termios.tcgetattr(its) == before
    assert drawn
    assert changes == []
    os.close(its)
    os.close(ours)


@pytest.mark.parametrize("drawing", [echo_disabled, single_keys])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_ends_the_command_leaves_the_echo_on(
    number: signal.Signals,
    drawing: Callable[[], AbstractContextManager[None]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a handler of the command, the signal would end the tests, so that is checked first."""
    ours, its = pty.openpty()
    handler = signal.getsignal(number)
    with os.fdopen(its) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)

        def run_and_end() -> None:
            with drawing():
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
            with echo_disabled():
                signal.raise_signal(signal.SIGHUP)
                assert not echoes(its)
    finally:
        signal.signal(signal.SIGHUP, before)
    os.close(ours)
