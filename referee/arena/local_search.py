"""Late acceptance search: keep an exchange if the result is not worse than the state some steps ago.

It needs no temperature and no fractions, so that the same seed leads to the same schedule on every machine.
"""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from referee.kernel.chance import Stream

MEMORY = 25
"""Number of steps to look back when an exchange is judged."""


class SearchDice:
    """A quick source of numbers for a search, seeded from the chance of the event.

    `Random.random` gives the same numbers in every version of Python, which its other methods do not promise.
    """

    def __init__(self, luck: Stream) -> None:
        self._random = Random(luck.below(2**64)).random

    def below(self, bound: int) -> int:
        """Return a number from 0 up to, not including, `bound`."""
        return int(self._random() * bound)


class Search(Protocol):
    """A state that can be improved by exchanges."""

    cost: int
    """How far the state is from what is wanted."""
    goal: int
    """A cost that no state is below; the search ends when it is reached."""

    def exchange(self, dice: SearchDice, most: int) -> None:
        """Try a random exchange, and keep it if the cost is at most `most` afterwards."""

    def save(self) -> Any:
        """Return a copy of the state."""

    def restore(self, saved: Any) -> None:
        """Return to a saved state."""


def improve(search: Search, steps: int, dice: SearchDice) -> None:
    """Search for some steps, and leave the search in the best state that was found."""
    history = [search.cost] * MEMORY
    best, saved = search.cost, search.save()
    for step in range(steps):
        if best <= search.goal:
            break
        place = step % MEMORY
        search.exchange(dice, max(search.cost, history[place]))
        history[place] = search.cost
        if search.cost < best:
            best, saved = search.cost, search.save()
    search.restore(saved)
