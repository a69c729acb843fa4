"""The terminal of the stepper: keys in, screens out, and everything as before at the end, however it comes."""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rich.live import Live

from referee.cli.display.console import console
from referee.cli.stepping.page import page_for
from referee.cli.stepping.pressed_keys import Key, KeyDecoder
from referee.cli.stepping.stepped_match import SteppedMatch
from referee.cli.stepping.stepper import press, resize
from referee.cli.stepping.stepper_state import SPEEDS, StepperState
from referee.kernel.facts import Seat

_CHUNK = 1024
_ESCAPE_SECONDS = 0.05
"""How long an Escape may be the beginning of another key."""
_ENDING_SIGNALS = (signal.SIGTERM, signal.SIGHUP)


def step_through(match: SteppedMatch, viewer: Seat, first: int) -> None:
    """Show the table after each fact, from a fact on, until the person quits."""
    state = StepperState(console().width, console().height, first, viewer)
    with (
        _single_keys_and_signals() as wakes,
        Live(console=console(), auto_refresh=False, screen=True) as live,
    ):
        decoder = KeyDecoder()
        tick = 0.0
        while not state.has_quit:
            state = resize(match, state, console().width, console().height)
            live.update(page_for(match, state), refresh=True)
            if not state.is_playing:
                tick = 0.0
                keys = _read(decoder, wakes, None)
            else:
                tick = tick or time.monotonic() + 1 / SPEEDS[state.speed]
                keys = _read(decoder, wakes, tick - time.monotonic())
                if time.monotonic() >= tick:
                    keys.append(Key.TICK)
                    tick = 0.0
            for key in keys:
                state = press(match, state, key)


def _read(decoder: KeyDecoder, wakes: int, seconds: float | None) -> list[str]:
    """Return the keys that were pressed; none if the time is over or the terminal has another size."""
    terminal = sys.stdin.fileno()
    ready, _, _ = select.select([terminal, wakes], [], [], None if seconds is None else max(0.0, seconds))
    if wakes in ready:
        os.read(wakes, _CHUNK)
    if terminal not in ready:
        return []
    keys = decoder.decode(_received(terminal))
    while decoder.is_waiting:
        more, _, _ = select.select([terminal], [], [], _ESCAPE_SECONDS)
        if not more:
            return [*keys, *decoder.flush()]
        keys += decoder.decode(_received(terminal))
    return keys


def _received(terminal: int) -> bytes:
    """Read what was typed; Ctrl-D if the terminal is gone."""
    try:
        return os.read(terminal, _CHUNK) or b"\x04"
    except OSError:
        return b"\x04"


@contextmanager
def _single_keys_and_signals() -> Iterator[int]:
    """Deliver single keys without an echo. Yield a descriptor that becomes readable when the size changes.

    A signal that ends the process raises `SystemExit`, so that the terminal is restored like after any other end.
    """
    terminal = sys.stdin.fileno()
    modes = termios.tcgetattr(terminal)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGWINCH, *_ENDING_SIGNALS)}
    woken = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        # Its handler does nothing, but without one there would be no byte to wake up from.
        signal.signal(signal.SIGWINCH, lambda *_: None)
        for number in _ENDING_SIGNALS:
            signal.signal(number, _end)
        tty.setcbreak(terminal)
        yield reading
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, modes)
        signal.set_wakeup_fd(woken)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        os.close(reading)
        os.close(writing)


def _end(number: int, _: FrameType | None) -> None:
    raise SystemExit(128 + number)
