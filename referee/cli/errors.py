"""What a command could not do, told in one line that says what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Problem(Exception):
    """Bad input, or something missing: the command cannot be carried out."""


@contextmanager
def told_as_problem(*kinds: type[Exception]) -> Iterator[None]:
    """Turn errors of these kinds, whose text is meant for people, into problems of the command line."""
    try:
        yield
    except kinds as error:
        raise Problem(str(error)) from error
