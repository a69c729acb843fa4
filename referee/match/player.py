"""Play whole matches in process, without a server or a store: for tests, benchmarks and `referee play`."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol

from referee.kernel.asks import (
    Ask,
    GroupRequired,
    GroupsAtMost,
    GroupsExactly,
    NoneSpare,
    One,
    Some,
    TotalAtLeast,
    default_picks,
    fault_in,
)
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.run import Question
from referee.match.charters import Terms
from referee.match.match import Decided, Match


class Player(Protocol):
    """Plays a seat."""

    def __call__(self, question: Question, /) -> Sequence[int]:
        """Return the option numbers to answer an open question with."""


Witness = Callable[[Decided], object]
"""Called with every decision."""

_TRIES = 8
"""How many random choices are tried against the limits of a question before the default is used."""


_BATCH = 32
"""The number of entries encoded at a time."""


class PlayedWrong(Exception):
    """A player gave an invalid answer, or there was an error in the rules."""


class RandomPlayer:
    """Chooses uniformly among the options; if limits apply, among choices that are made to fit them."""

    __slots__ = ("_luck", "_random")

    def __init__(self, seed: str) -> None:
        # This is not the luck of a match. Any generator will do if the same seed always plays the same way.
        self._random = random.Random(seed)
        self._luck = self._random.random

    def __call__(self, question: Question) -> Sequence[int]:
        """Return the option numbers to answer a question with."""
        ask = question.ask
        if type(ask) is One:
            luck = self._luck
            return (int(luck() * len(ask.options)),)
        return self._many(ask)

    def _many(self, ask: Ask) -> Sequence[int]:
        if type(ask) is Some and ask.limits:
            return self._within_limits(ask)
        size = len(ask.options)
        count = self._random.randint(ask.least, ask.most) if type(ask) is Some else size
        return self._random.sample(range(size), count)

    def _within_limits(self, ask: Some) -> Sequence[int]:
        """Draw until the limits hold, and after a few tries use the default."""
        weights = [option.weight for option in ask.options]
        groups = [option.group for option in ask.options]
        for _ in range(_TRIES):
            picks = self._near_limits(ask, weights, groups)
            if fault_in(ask, picks) is None:
                return picks
        return default_picks(ask)

    def _near_limits(self, ask: Some, weights: list[int], groups: list[str]) -> list[int]:
        """Draw a choice that probably keeps the limits: the right groups, enough weight, nothing to spare."""
        luck = self._luck
        order = sorted(range(len(groups)), key=lambda _: luck())
        wanted, required = _groups(ask, [groups[place] for place in order])
        picks, left, missing = [], [], set(required)
        for place in order:
            group = groups[place]
            if group in missing or (luck() < 0.5 and (wanted is None or group in wanted)):
                missing.discard(group)
                picks.append(place)
            elif wanted is None or group in wanted:
                left.append(place)
        enough = max([limit.total for limit in ask.limits if type(limit) is TotalAtLeast], default=0)
        total = sum([weights[place] for place in picks])
        while left and (total < enough or len(picks) < ask.least):
            picks.append(left.pop())
            total += weights[picks[-1]]
        for limit in ask.limits:
            if type(limit) is NoneSpare:
                picks = _without_spares(picks, weights, groups, limit.total)
        return picks[: ask.most]


def _groups(ask: Some, there: Sequence[str]) -> tuple[list[str] | None, list[str]]:
    """Return the groups to choose from, or None for all, and the groups that must be represented.

    If a limit gives a number of groups, the required ones are filled up in the order of `there`.
    """
    required = [limit.group for limit in ask.limits if type(limit) is GroupRequired]
    for limit in ask.limits:
        if type(limit) is GroupsExactly or type(limit) is GroupsAtMost:
            wanted = list(dict.fromkeys([*required, *there]))[: limit.count]
            return wanted, wanted if type(limit) is GroupsExactly else required
    return None, []


def _without_spares(picks: list[int], weights: list[int], groups: list[str], total: int) -> list[int]:
    """Return the picks without those that can be spared, tried one after the other."""
    kept = list(picks)
    surplus = sum([weights[pick] for pick in picks]) - total
    for pick in picks:
        if weights[pick] <= surplus and [groups[other] for other in kept].count(groups[pick]) > 1:
            surplus -= weights[pick]
            kept.remove(pick)
    return kept


def play_out(
    terms: Terms,
    players: Sequence[Player],
    *,
    witness: Witness | None = None,
    viewers: tuple[Seat, ...] | None = None,
    entropy: Sequence[bytes] = (),
) -> Match:
    """Play a match to its end, with one player per seat; record the facts, cut the feeds and chain the entries."""
    match = Match(terms, viewers=viewers, batch=_BATCH)
    questions = match.questions
    # Calling a bound method is faster than calling an object that has `__call__`.
    answers = [player.__call__ for player in players]
    decided = match.begin(entropy)
    while isinstance(decided, Decided):
        if witness is not None:
            witness(decided)
        # The seats answer in order; for sealed answers the order makes no difference.
        for seat, question in questions.items():
            decided = match.submit(seat, question.number, answers[seat](question))
            break
        else:
            return match
    raise PlayedWrong(_why(decided)) from match.fault


def _why(refused: Refused) -> str:
    return f"{refused.refusal.meaning} ({refused.refusal}, {refused.rule or 'no rule'})"
