"""Keys on a terminal."""

from __future__ import annotations

import os
import pty
import sys
import termios

import pytest

from referee.cli.display.keyboard import LOCAL_MODES, unseen


def echoes(terminal: int) -> bool:
    return bool(termios.tcgetattr(terminal)[LOCAL_MODES] & termios.ECHO)


def test_what_is_typed_is_not_written_into_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """An echo of Ctrl-C would push the picture down a line, and the top of it would stay where it was."""
    ours, its = pty.openpty()
    with os.fdopen(its) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert echoes(its)
        with unseen():
            assert not echoes(its)
        assert echoes(its)
    os.close(ours)


def test_without_a_terminal_nothing_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    with open(os.devnull) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with unseen():
            pass
