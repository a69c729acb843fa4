"""The error that ends a command with exit code 2."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class CommandError(Exception):
    """A command that cannot be carried out; the text is one line that says what to do."""


@contextmanager
def as_command_error(*kinds: type[Exception]) -> Iterator[None]:
    """Turn exceptions of these kinds, whose texts are written for users, into `CommandError`."""
    try:
        yield
    except kinds as error:
        raise CommandError(str(error)) from error
