"""The error for bots and workers that cannot be used."""

from __future__ import annotations


class LocalError(Exception):
    """Bots or worker processes that cannot be used; the text is one line that says what to do."""
