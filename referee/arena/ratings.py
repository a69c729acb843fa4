"""Ratings of a finished or running event: one fit over all results, with intervals by resampling blocks.

**The model.** In a game without sides, the first place of a match goes to a seat with a probability proportional to
`exp(strength of its entrant + advantage of the seat)`, the second place to one of the others in the same way, and so on
(Plackett and Luce). In a game with sides, a side wins with a probability proportional to `exp(advantage of the side +
mean strength of its seats)`, where every entrant has a strength on each side: its overall strength, plus a difference
that is small unless the results show otherwise. A place that several share counts as one choice, divided among them.
How those in the last place did among themselves is not known and not used.

**The fit** maximises the posterior with a wide normal prior, so that whoever won everything has a finite rating.

**Intervals.** Matches of one deal are not independent, so whole blocks are drawn with replacement, the fit is repeated,
and the spread of the results gives the interval. It is never narrower than the curvature of the fit allows, which
matters for an entrant that lost everything: every selection of its matches says the same.

Ratings are on Elo's scale: 400 points are odds of ten to one in a match of two. The mean of all entrants is 1500.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log, sqrt
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from referee.arena.match_results import LOST_KINDS, MatchResult
from referee.arena.schedule import FILLER, ScheduledMatch

MEAN_RATING = 1500.0
ELO = 400 / log(10)
"""Rating points per unit of strength."""

PRIOR_STRENGTH = 2.0
"""Standard deviation of strengths under the prior, in units of strength: 350 points."""

PRIOR_TERM = 0.7
"""Standard deviation of the advantages of seats and of the differences between sides."""

RESAMPLES = 200
CHORD_STEPS = 6
"""Number of steps of a repeated fit, which starts at the first one and keeps its curvature."""

NORMAL_95 = 1.959964
"""Number of standard deviations on each side of a 95 % interval of a normal distribution."""

Vector = NDArray[np.float64]


class Interval(NamedTuple):
    """A value with its 95 % confidence interval."""

    value: float
    low: float
    high: float


class Ratings(msgspec.Struct, frozen=True):
    """The ratings of all entrants."""

    overall: dict[int, Interval]
    by_side: dict[tuple[int, str], Interval]
    """Ratings of entrants on each side, in a game with sides."""
    seats: dict[int, Interval]
    """Advantage of each seat, in rating points; empty in a game with sides."""
    sides: dict[str, Interval]
    """Advantage of each side between entrants of equal strength, in rating points."""


class _Columns:
    """The numbers of the parameters of a fit."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[str, Any], int] = {}

    def of(self, kind: str, key: Any) -> int:
        """Return the number of a parameter; a new one gets the next number."""
        return self.numbers.setdefault((kind, key), len(self.numbers))

    def spread(self) -> Vector:
        """Return the standard deviation of each parameter under the prior."""
        wide = {"entrant": PRIOR_STRENGTH, "side": PRIOR_STRENGTH}
        return np.array([wide.get(kind, PRIOR_TERM) for kind, _ in self.numbers])


class _Choice(NamedTuple):
    """One place of a match: who could have taken it, and who did."""

    alternatives: list[dict[int, float]]
    """The weights of the parameters in the value of each alternative."""
    taken: list[float]
    """The share of each alternative in the place; they add up to 1."""


def rate(
    results: Iterable[tuple[ScheduledMatch, MatchResult]], seed: int = 0, *, resamples: int = RESAMPLES
) -> Ratings:
    """Fit the ratings; `seed` decides which blocks are drawn for the intervals.

    With no `resamples`, intervals are as if all matches were independent, which takes a hundredth of the time.
    """
    columns = _Columns()
    choices: list[_Choice] = []
    blocks: list[str] = []
    for match, result in results:
        for choice in _choices(match, result, columns):
            choices.append(choice)
            blocks.append(match.deal)
    if not choices:
        return Ratings({}, {}, {}, {})
    fit = _Fit(choices, blocks, columns)
    estimate = fit.solve()
    samples = fit.resample(estimate, resamples, seed)
    return _read(columns, estimate, samples, fit.spread_at(estimate), quantile_95(fit.blocks))


def _choices(match: ScheduledMatch, result: MatchResult, columns: _Columns) -> list[_Choice]:
    """Return what a match says about strengths. A seat whose entrant failed counts as last.

    A match that was not played says nothing.
    """
    if any([seat.kind == "walkover" for seat in result.seats]):
        return []
    if any([seat.side for seat in result.seats]):
        return _side_choices(match, result, columns)
    last = len(result.seats) + 1
    places = [last if seat.kind in LOST_KINDS else seat.place for seat in result.seats]
    values = [_seat_value(match, seat, columns) for seat in range(len(places))]
    choices = []
    for place in sorted(set(places))[:-1]:
        left = [seat for seat, other in enumerate(places) if other >= place]
        share = 1 / places.count(place)
        taken = [share if places[seat] == place else 0.0 for seat in left]
        choices.append(_Choice([values[seat] for seat in left], taken))
    return choices


def _seat_value(match: ScheduledMatch, seat: int, columns: _Columns) -> dict[int, float]:
    return {columns.of("entrant", match.seating[seat]): 1.0, columns.of("seat", seat): 1.0}


def _side_choices(match: ScheduledMatch, result: MatchResult, columns: _Columns) -> list[_Choice]:
    """Return which of the sides won."""
    sides = sorted({seat.side for seat in result.seats})
    winners = {seat.side for seat in result.seats if seat.won}
    if len(sides) < 2 or not winners or len(winners) == len(sides):
        return []
    alternatives = []
    for side in sides:
        members = [match.seating[seat] for seat, each in enumerate(result.seats) if each.side == side]
        value = {columns.of("side", side): 1.0}
        for member in members:
            for column in (columns.of("entrant", member), columns.of("on side", (member, side))):
                value[column] = value.get(column, 0.0) + 1 / len(members)
        alternatives.append(value)
    return [_Choice(alternatives, [(side in winners) / len(winners) for side in sides])]


class _Fit:
    """A multinomial logit over all choices, as matrices."""

    def __init__(self, choices: Sequence[_Choice], blocks: Sequence[str], columns: _Columns) -> None:
        lengths = [len(choice.alternatives) for choice in choices]
        self._starts = np.cumsum([0, *lengths[:-1]])
        self._choice_of_row = np.repeat(np.arange(len(choices)), lengths)
        self._taken = np.array([share for choice in choices for share in choice.taken])
        self._rows = np.zeros((sum(lengths), len(columns.numbers)))
        place = 0
        for choice in choices:
            for value in choice.alternatives:
                for column, weight in value.items():
                    self._rows[place, column] = weight
                place += 1
        names = {name: number for number, name in enumerate(dict.fromkeys(blocks))}
        self.blocks = len(names)
        self._block_of_row = np.array([names[name] for name in blocks])[self._choice_of_row]
        self._precision = 1 / columns.spread() ** 2

    def _chances(self, values: Vector) -> Vector:
        """Return the probability of each alternative within its choice."""
        worth = self._rows @ values
        worth -= np.maximum.reduceat(worth, self._starts)[self._choice_of_row]
        weight = np.exp(worth)
        total: Vector = np.add.reduceat(weight, self._starts)[self._choice_of_row]
        return weight / total

    def _curvature(self, chances: Vector) -> Vector:
        weighted = self._rows * chances[:, None]
        means = np.add.reduceat(weighted, self._starts, axis=0)
        curvature: Vector = self._rows.T @ weighted - means.T @ means + np.diag(self._precision)
        return curvature

    def _slope(self, values: Vector, weights: Vector | None = None) -> Vector:
        missing = self._taken - self._chances(values)
        if weights is not None:
            missing *= weights[self._block_of_row]
        slope: Vector = self._rows.T @ missing - self._precision * values
        return slope

    def solve(self) -> Vector:
        """Return the most probable parameters, by Newton's method."""
        values: Vector = np.zeros(self._rows.shape[1])
        for _ in range(50):
            step = np.linalg.solve(self._curvature(self._chances(values)), self._slope(values))
            # A step of more than two units leaves the region in which the curvature is a good guide.
            values = values + step * min(1.0, 2.0 / max(2.0, float(np.abs(step).max())))
            if float(np.abs(step).max()) < 1e-9:
                break
        return values

    def spread_at(self, estimate: Vector) -> Vector:
        """Return the covariance of the parameters if all matches were independent."""
        return np.linalg.inv(self._curvature(self._chances(estimate))).astype(np.float64)

    def resample(self, estimate: Vector, times: int, seed: int) -> Vector:
        """Return the parameters for several random selections of blocks, a row for each."""
        inverse = self.spread_at(estimate)
        random = np.random.Generator(np.random.PCG64(seed))
        samples = []
        for _ in range(times):
            drawn = random.integers(0, self.blocks, self.blocks)
            weights = np.bincount(drawn, minlength=self.blocks).astype(np.float64)
            values = estimate
            for _ in range(CHORD_STEPS):
                values = values + inverse @ self._slope(values, weights)
            samples.append(values)
        return np.array(samples)


def _read(
    columns: _Columns, estimate: Vector, samples: Vector, covariance: Vector, quantile: float
) -> Ratings:
    """Return the parameters as ratings. Fillers are rated for the fit, but are no entrants."""
    entrants = sorted([key for kind, key in columns.numbers if kind == "entrant" and key != FILLER])
    sides = sorted([key for kind, key in columns.numbers if kind == "side"])
    mean = _combine([("entrant", entrant) for entrant in entrants], columns) / max(1, len(entrants))

    def interval(weights: Vector, base: float) -> Interval:
        value = base + ELO * float(weights @ estimate)
        resampled = quantile * float(np.std(samples @ weights, ddof=1)) if len(samples) else 0.0
        reach = ELO * max(resampled, NORMAL_95 * sqrt(float(weights @ covariance @ weights)))
        return Interval(value, value - reach, value + reach)

    overall, by_side = {}, {}
    for entrant in entrants:
        own = _combine([("entrant", entrant)], columns) - mean
        overall[entrant] = interval(own, MEAN_RATING)
        for side in sides:
            if ("on side", (entrant, side)) in columns.numbers:
                there = own + _combine([("on side", (entrant, side))], columns)
                by_side[entrant, side] = interval(there, MEAN_RATING)
    terms: dict[str, dict[Any, Interval]] = {}
    for kind in ("seat", "side"):
        keys = sorted([key for each, key in columns.numbers if each == kind])
        middle = _combine([(kind, key) for key in keys], columns) / max(1, len(keys))
        terms[kind] = {key: interval(_combine([(kind, key)], columns) - middle, 0.0) for key in keys}
    return Ratings(overall, by_side, terms["seat"], terms["side"])


def _combine(keys: Iterable[tuple[str, Any]], columns: _Columns) -> Vector:
    weights: Vector = np.zeros(len(columns.numbers))
    for key in keys:
        weights[columns.numbers[key]] += 1.0
    return weights


def quantile_95(blocks: int) -> float:
    """Return how many standard deviations of the resampled values make a 95 % interval, given the number of blocks.

    The first terms of Student's distribution, and a correction because a resampled spread is too small for few blocks.

    >>> round(quantile_95(20), 3), round(quantile_95(1000), 3)
    (2.147, 1.963)
    """
    freedom = max(1, blocks - 1)
    z = NORMAL_95
    student = z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    return student * sqrt(blocks / freedom)
