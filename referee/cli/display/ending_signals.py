"""Signals that end a command in order: the terminal is restored and temporary files are removed."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDING_SIGNALS = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def orderly_end() -> Iterator[None]:
    """Raise `SystemExit` at a signal that ends the process, so that everything is left as after any other end.

    A second signal ends the process at once. A signal that is ignored, such as SIGHUP under `nohup`, stays ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        # Only the main thread can receive signals.
        yield
        return
    handlers = {number: signal.getsignal(number) for number in ENDING_SIGNALS}
    try:
        for number, handler in handlers.items():
            if handler != signal.SIG_IGN:
                signal.signal(number, _end)
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _end(number: int, _: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL)
    raise SystemExit(128 + number)
