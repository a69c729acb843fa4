"""Progress of a re-run: how much of a record has been run again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

OnProgress = Callable[[int, int], object]
"""Called with the number of entries that have been run again, and with their total number."""

_ENTRIES_PER_REPORT = 64


def unreported(done: int, total: int) -> None:
    """Report nothing: the default of every re-run."""


def counted(items: Iterable[T], on_progress: OnProgress, *, total: int, before: int = 0) -> Iterator[T]:
    """Yield the items, and report now and then how many are done; `before` is what was done before them."""
    for done, item in enumerate(items, before):
        if done % _ENTRIES_PER_REPORT == 0:
            on_progress(done, total)
        yield item
