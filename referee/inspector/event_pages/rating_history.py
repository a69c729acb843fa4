"""How the ratings of an event developed from round to round."""

from __future__ import annotations

from typing import NamedTuple

from referee.arena.event_state import EventState
from referee.arena.ratings import RESAMPLES, Interval, rate

MOST_POINTS = 24
"""Number of rounds after which ratings are shown; of more rounds, every second one or fewer."""


MOST_WORK = 40_000
"""Matches times resamples of one fit of a history, which has many."""
FEWEST_RESAMPLES = 20
"""Number of resamples below which their spread says little."""


def resamples_for(matches: int, most_work: int) -> int:
    """Return how often the blocks of a fit are drawn again; 0 if there are too many matches for it.

    >>> resamples_for(100, 40_000), resamples_for(1000, 40_000), resamples_for(10_000, 40_000)
    (200, 40, 0)
    """
    affordable = min(RESAMPLES, most_work // max(1, matches))
    return affordable if affordable >= FEWEST_RESAMPLES else 0


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
            if key not in self._fits:
                self._fits[key] = rate(known, resamples=resamples_for(len(known), MOST_WORK)).overall
            fits[key] = self._fits[key]
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
