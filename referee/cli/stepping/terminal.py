"""The terminal of the stepper: keys in, screens out."""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from referee.cli.display.console import console
from referee.cli.display.live_picture import LivePicture
from referee.cli.stepping.page import page_for
from referee.cli.stepping.pressed_keys import Key, KeyDecoder
from referee.cli.stepping.stepped_match import SteppedMatch
from referee.cli.stepping.stepper import press, resize
from referee.cli.stepping.stepper_state import SPEEDS, StepperState
from referee.kernel.facts import Seat

_CHUNK = 1024
_ESCAPE_SECONDS = 0.05
"""How long an Escape may be the beginning of another key."""


def step_through(match: SteppedMatch, viewer: Seat, first: int) -> None:
    """Show the table after each fact, from a fact on, until the person quits."""
    state = StepperState(console().width, console().height, first, viewer)
    with _wakes() as wakes, LivePicture(fills_screen=True, takes_keys=True) as picture:
        decoder = KeyDecoder()
        tick = 0.0
        while not state.has_quit:
            state = resize(match, state, console().width, console().height)
            picture.show(page_for(match, state))
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
    """Return the keys that were pressed; none if the time is over or the screen must be drawn again."""
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
def _wakes() -> Iterator[int]:
    """Yield a descriptor that becomes readable when the size of the terminal changes or the process goes on."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    handler = signal.getsignal(signal.SIGWINCH)
    woken = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        # Its handler does nothing, but without one there would be no byte to wake up from.
        signal.signal(signal.SIGWINCH, lambda *_: None)
        yield reading
    finally:
        signal.signal(signal.SIGWINCH, handler)
        signal.set_wakeup_fd(woken)
        os.close(reading)
        os.close(writing)
