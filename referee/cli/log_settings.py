"""The words for the log of the server, apart from it so that `referee --help` need not load it."""

from __future__ import annotations

LOG_FORMS = ("pretty", "json", "off")
"""The formats of the log."""

LOG_LEVELS = ("debug", "info", "warning", "error")
"""The levels of the log, from everything to errors only."""
