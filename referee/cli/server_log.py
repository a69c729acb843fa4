"""The log of the server process, on stderr."""

from __future__ import annotations

import sys

import structlog


def configure_log(form: str) -> None:
    """Configure the log as `pretty`, `json` or `off`; with no form, pretty on a terminal and JSON elsewhere."""
    if form == "off":
        structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
        return
    pretty = form == "pretty" or (not form and sys.stderr.isatty())
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer() if pretty else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger("info"),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
