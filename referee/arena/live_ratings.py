"""Ratings while an event is played: each match moves the ratings of those who played it.

This is the update of Weng and Lin for rankings by the model of Plackett and Luce ("A Bayesian Approximation Method for
Online Ranking", algorithm 4), with the usual constants: a strength has a mean of 25 and a deviation of 25/3 at first.
The ten thousandth match costs no more than the first, unlike with a fit over all matches. Seats, sides and blocks play
no part in it, so live ratings are provisional: they decide who meets whom on a ladder, and no rank at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from referee.arena.event_state import EventState
from referee.arena.match_results import LOST_KINDS, MatchResult
from referee.arena.ratings import ELO, MEAN_RATING, NORMAL_95, Interval
from referee.arena.schedule import FILLER, ScheduledMatch

MEAN = 25.0
DEVIATION = MEAN / 3
LUCK = MEAN / 6
"""Deviation of what a player shows in one match (beta)."""

DRIFT = MEAN / 300
"""Deviation that is added before each match, because nobody stays the same (tau)."""

LEAST_SHARE = 1e-4
"""The share of its variance that a strength keeps at least (kappa)."""

POINTS = ELO / (LUCK * sqrt(2))
"""Rating points per unit of strength, between two players whose strengths are known."""


class LiveRating:
    """What is believed of the strength of one entrant."""

    def __init__(self, mean: float = MEAN, deviation: float = DEVIATION) -> None:
        self.mean = mean
        self.deviation = deviation

    @property
    def interval(self) -> Interval:
        """The rating on Elo's scale, with its 95 % interval."""
        value, reach = MEAN_RATING + POINTS * (self.mean - MEAN), POINTS * NORMAL_95 * self.deviation
        return Interval(value, value - reach, value + reach)


class LiveRatings:
    """The live ratings of an event."""

    def __init__(self) -> None:
        self._ratings: dict[int, LiveRating] = {}
        self._taken: list[tuple[str, MatchResult]] = []
        """The matches that have been counted, with the result that was."""

    def follow(self, state: EventState) -> dict[int, Interval]:
        """Count the results that are new, in the order of the schedule, and return all ratings.

        If an earlier result has changed meanwhile, all are counted again.
        """
        found = list(state.results())
        known = len(self._taken)
        if [(match.id, result) for match, result in found[:known]] != self._taken:
            self._ratings, self._taken, known = {}, [], 0
        for match, result in found[known:]:
            self._take(match, result)
            self._taken.append((match.id, result))
        return {entrant: rating.interval for entrant, rating in self._ratings.items() if entrant != FILLER}

    def _take(self, match: ScheduledMatch, result: MatchResult) -> None:
        if any([seat.kind == "walkover" for seat in result.seats]):
            return
        last = len(result.seats) + 1
        places = [last if seat.kind in LOST_KINDS else seat.place for seat in result.seats]
        # An entrant that holds several seats of a duel moves by the mean of them.
        players = [self._ratings.setdefault(entrant, LiveRating()) for entrant in match.seating]
        moved = updated([(player.mean, player.deviation) for player in players], places)
        for entrant in set(match.seating):
            own = [new for new, other in zip(moved, match.seating, strict=True) if other == entrant]
            self._ratings[entrant] = LiveRating(
                sum([mean for mean, _ in own]) / len(own), sum([deviation for _, deviation in own]) / len(own)
            )


def updated(players: Sequence[tuple[float, float]], places: Sequence[int]) -> list[tuple[float, float]]:
    """Return the mean and deviation of each player after a match, given those before it and the places.

    >>> [f"{mean:.4f} {deviation:.4f}" for mean, deviation in updated([(25.0, 25 / 3)] * 2, [1, 2])]
    ['27.6354 8.0659', '22.3646 8.0659']
    """
    spread = [sqrt(deviation**2 + DRIFT**2) for _, deviation in players]
    scale = sqrt(sum([deviation**2 + LUCK**2 for deviation in spread]))
    weights = [exp(mean / scale) for mean, _ in players]
    # For each player: how many share the place, and the weight of all who were still to be placed.
    shared = [places.count(place) for place in places]
    left = [
        sum([weight for weight, other in zip(weights, places, strict=True) if other >= place])
        for place in places
    ]
    moved = []
    for seat, (mean, _) in enumerate(players):
        step, certainty = 0.0, 0.0
        for rival, place in enumerate(places):
            if place <= places[seat]:
                chance = weights[seat] / left[rival]
                step += ((rival == seat) - chance) / shared[rival]
                certainty += chance * (1 - chance) / shared[rival]
        ratio = spread[seat] / scale
        share = max(1 - certainty * ratio**2 * ratio, LEAST_SHARE)
        moved.append((mean + step * spread[seat] * ratio, spread[seat] * sqrt(share)))
    return moved
