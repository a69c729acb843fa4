"""A picture on the terminal that changes while a command runs, and a terminal that is left as it was found."""

from __future__ import annotations

import os
import signal
import sys
import termios
import threading
import tty
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import TracebackType
from typing import Any, Self

from rich.console import RenderableType
from rich.live import Live

from referee.cli.display.console import console
from referee.cli.display.ending_signals import orderly_end

LOCAL_MODES = 3
"""Index of the local modes in the attributes of a terminal."""


class LivePicture:
    """A picture that is drawn again and again, with the echo of the terminal switched off.

    The terminal is restored however the command ends, and while it is stopped (Ctrl-Z, SIGTSTP); when the command goes
    on, the picture is drawn again.
    """

    def __init__(self, *, fills_screen: bool = False, takes_keys: bool = False) -> None:
        self._fills_screen = fills_screen
        """Whether the picture fills the terminal, which shows what it did before at the end."""
        self._takes_keys = takes_keys
        """Whether keys are delivered as they are pressed."""
        self._live = self._new_live()
        self._shown: RenderableType = ""
        self._is_drawing = False
        self._is_stop_due = False
        """Whether the command was told to stop while it was drawing."""
        self._modes: list[Any] | None = None
        """The modes of the terminal at the start; None if the input is not a terminal."""
        self._cleanup = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as entered:
            entered.enter_context(orderly_end())
            if sys.stdin is not None and sys.stdin.isatty():
                self._modes = termios.tcgetattr(sys.stdin.fileno())
            entered.callback(self._restore_modes)
            self._set_modes()
            entered.enter_context(self._stop_signal())
            with self._drawing():
                self._live.start()
            entered.callback(self._hide)
            self._cleanup = entered.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._cleanup.close()
        if self._is_stop_due:
            os.kill(os.getpid(), signal.SIGTSTP)

    def show(self, picture: RenderableType) -> None:
        """Draw a picture in place of the last one."""
        self._shown = picture
        with self._drawing():
            self._live.update(picture, refresh=True)
        if self._is_stop_due:
            self._stop()

    def _hide(self) -> None:
        """End the picture: it is removed if it fills the screen, or else stays where it is."""
        with self._drawing():
            self._live.stop()

    @contextmanager
    def _drawing(self) -> Iterator[None]:
        self._is_drawing = True
        try:
            yield
        finally:
            self._is_drawing = False

    def _new_live(self) -> Live:
        return Live(console=console(), auto_refresh=False, screen=self._fills_screen)

    # --- the modes of the terminal ---

    def _set_modes(self) -> None:
        """Switch the echo off, which would write ^C into the picture; and the editing of lines, if keys are taken."""
        if self._modes is None:
            return
        terminal = sys.stdin.fileno()
        if self._takes_keys:
            tty.setcbreak(terminal, termios.TCSADRAIN)
        else:
            quiet = termios.tcgetattr(terminal)
            quiet[LOCAL_MODES] &= ~termios.ECHO
            termios.tcsetattr(terminal, termios.TCSADRAIN, quiet)

    def _restore_modes(self) -> None:
        if self._modes is None:
            return
        # It fails if the terminal is gone.
        with suppress(termios.error):
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._modes)

    # --- stopping ---

    @contextmanager
    def _stop_signal(self) -> Iterator[None]:
        """Take the signal that stops the process, unless it is ignored or this is not the main thread."""
        handler = signal.getsignal(signal.SIGTSTP)
        if handler == signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
            yield
            return
        try:
            signal.signal(signal.SIGTSTP, self._take_stop)
            yield
        finally:
            signal.signal(signal.SIGTSTP, handler)

    def _take_stop(self, *_: object) -> None:
        """Stop now or, while something is drawn, right after it: what is left of it would come too late."""
        if self._is_drawing:
            self._is_stop_due = True
        else:
            self._stop()

    def _stop(self) -> None:
        """Restore the terminal and stop the process. When it goes on, draw the picture again below what is there."""
        self._is_stop_due = False
        self._hide()
        self._restore_modes()
        with self._default_stop():
            # The process stops here. Nothing happens if no shell could make it go on.
            os.kill(os.getpid(), signal.SIGTSTP)
        self._set_modes()
        self._live = self._new_live()
        with self._drawing():
            self._live.start()
        self.show(self._shown)

    @contextmanager
    def _default_stop(self) -> Iterator[None]:
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        try:
            yield
        finally:
            signal.signal(signal.SIGTSTP, self._take_stop)
