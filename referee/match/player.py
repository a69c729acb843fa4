"""Matches played out in process, without server or store: for tests, the benchmark and `referee play`."""

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
        """Given an open question, choose option numbers."""


Witness = Callable[[Decided], object]
"""Told of every decision: its entry, and the frames of every viewer."""

_TRIES = 8
"""How often a choice within limits is drawn anew before the default is taken."""


_BATCH = 32
"""How many entries are written at a time: nobody waits for one."""


class PlayedWrong(Exception):
    """A player gave an answer that is none, or the rules went wrong."""


class RandomPlayer:
    """Chooses uniformly among the options; where limits apply, among choices made to fit them."""

    __slots__ = ("_luck", "_random")

    def __init__(self, seed: str) -> None:
        # Not the luck of a match: any generator will do, as long as the same seed plays the same way.
        self._random = random.Random(seed)
        self._luck = self._random.random

    def __call__(self, question: Question) -> Sequence[int]:
        """Answer a question."""
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
        """Draw until the limits hold; what is not found in a few tries is left to the default."""
        weights = [option.weight for option in ask.options]
        groups = [option.group for option in ask.options]
        for _ in range(_TRIES):
            picks = self._near_limits(ask, weights, groups)
            if fault_in(ask, picks) is None:
                return picks
        return default_picks(ask)

    def _near_limits(self, ask: Some, weights: list[int], groups: list[str]) -> list[int]:
        """Draw a choice that has a good chance to keep the limits: right groups, enough weight, nothing spare."""
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
    """The groups to choose from, None for all of them, and those of which one must be there.

    Where a limit names a number, those required are filled up in the order given.
    """
    required = [limit.group for limit in ask.limits if type(limit) is GroupRequired]
    for limit in ask.limits:
        if type(limit) is GroupsExactly or type(limit) is GroupsAtMost:
            wanted = list(dict.fromkeys([*required, *there]))[: limit.count]
            return wanted, wanted if type(limit) is GroupsExactly else required
    return None, []


def _without_spares(picks: list[int], weights: list[int], groups: list[str], total: int) -> list[int]:
    """Leave out, one after the other, what can be left out."""
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
    """Play a match to its end, facts recorded, every feed cut, the chain made. One player for each seat."""
    match = Match(terms, viewers=viewers, batch=_BATCH)
    questions = match.questions
    # Python calls a method at once, and an object that can be called by a detour.
    answers = [player.__call__ for player in players]
    decided = match.begin(entropy)
    while isinstance(decided, Decided):
        if witness is not None:
            witness(decided)
        # The seats that are asked answer in order; of sealed answers the order makes no difference.
        for seat, question in questions.items():
            decided = match.submit(seat, question.number, answers[seat](question))
            break
        else:
            return match
    raise PlayedWrong(_why(decided)) from match.fault


def _why(refused: Refused) -> str:
    return f"{refused.refusal.meaning} ({refused.refusal}, {refused.rule or 'no rule'})"
