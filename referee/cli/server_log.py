"""The log of the server process, on stderr."""

from __future__ import annotations

import sys
from typing import TextIO, cast

import structlog
from structlog.typing import EventDict, WrappedLogger

from referee.cli.display.printable import FilteredStream, printable


def configure_log(form: str, level: str = "info") -> None:
    """Configure the log as `pretty`, `json` or `off`; with no form, pretty on a terminal and JSON elsewhere.

    Lines below the level are left out.
    """
    if form == "off":
        structlog.configure(processors=[], logger_factory=structlog.ReturnLoggerFactory())
        return
    pretty = form == "pretty" or (not form and sys.stderr.isatty())
    stream = cast("TextIO", _LossyStream(_styled_stderr() if pretty else sys.stderr))
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *(
                [_filter_values, structlog.dev.ConsoleRenderer()]
                if pretty
                else [structlog.processors.JSONRenderer()]
            ),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(stream),
    )


class _LossyStream:
    """A stream for the log: a line that cannot be written is lost, because matches must not stop for it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except (OSError, ValueError):
            return 0

    def flush(self) -> None:
        try:
            self._stream.flush()
        except (OSError, ValueError):
            return


def _styled_stderr() -> TextIO:
    """Return the stream behind the output filter, which would escape the colours of the log."""
    stream = sys.stderr
    return cast("TextIO", stream.stream) if isinstance(stream, FilteredStream) else stream


def _filter_values(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Make every text of a log line printable before it gets colours. Other values are shown by their repr."""
    return {key: printable(value) if isinstance(value, str) else value for key, value in event.items()}
