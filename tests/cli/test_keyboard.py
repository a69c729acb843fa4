"""Keys on a terminal."""

from __future__ import annotations

import os
import pty
import sys
import termios

import pytest

from referee.cli.display.keyboard import LOCAL_MODES, echo_disabled


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
