"""How the ratings of an event developed from round to round."""

from __future__ import annotations

from typing import NamedTuple

from referee.arena.event_state import EventState
from referee.arena.ratings import Interval, rate

MOST_POINTS = 24
"""Number of rounds after which ratings are shown; of more rounds, every second one or fewer."""


class RatingHistory(NamedTuple):
    """Ratings after some rounds."""

    after: list[int]
    """The rounds after which the ratings are."""
    ratings: list[dict[int, Interval]]
    """The ratings of the entrants after each of them."""


class RatingHistories:
    """Makes histories of a growing event; fits of earlier rounds are kept."""

    def __init__(self) -> None:
        self._fits: dict[tuple[int, int, int], dict[int, Interval]] = {}

    def history(self, state: EventState) -> RatingHistory:
        """Return the history up to the last round with a result."""
        results = list(state.results())
        corrections = state.rulings
        after = shown_rounds(max([match.round for match, _ in results], default=0))
        fits: dict[tuple[int, int, int], dict[int, Interval]] = {}
        for last in after:
            known = [(match, result) for match, result in results if match.round <= last]
            key = last, len(known), corrections
            fits[key] = self._fits[key] if key in self._fits else rate(known).overall
        self._fits = fits
        return RatingHistory(after, list(fits.values()))


def shown_rounds(last: int) -> list[int]:
    """Return the rounds after which ratings are shown. While an event grows, most of them stay the same.

    >>> shown_rounds(3), shown_rounds(0)
    ([1, 2, 3], [])
    >>> shown_rounds(50)
    [4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 50]
    """
    step = 1
    while last // step > MOST_POINTS:
        step *= 2
    rounds = list(range(step, last + 1, step))
    return rounds if last % step == 0 else [*rounds, last]
