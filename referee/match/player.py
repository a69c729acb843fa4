"""Matches played out in process, without server or store: for tests, the benchmark and `referee play`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from referee.kernel.asks import (
    Ask,
    GroupRequired,
    GroupsExactly,
    InOrder,
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

Player = Callable[[Question], Sequence[int]]
"""Given an open question, chooses option numbers."""

Witness = Callable[[Decided], object]
"""Told of every decision: its entry, and the frames of every viewer."""

_TRIES = 8
"""How often a choice within limits is drawn anew before the default is taken."""


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
            return (int(self._luck() * len(ask.options)),)
        return self._many(ask)

    def _many(self, ask: Ask) -> Sequence[int]:
        size = len(ask.options)
        match ask:
            case One():
                return (self._random.randrange(size),)
            case InOrder():
                return self._random.sample(range(size), size)
            case Some(limits=()):
                return self._random.sample(range(size), self._random.randint(ask.least, ask.most))
            case Some():
                return self._within_limits(ask)

    def _within_limits(self, ask: Some) -> Sequence[int]:
        """Draw until the limits hold; what is not found in a few tries is left to the default."""
        for _ in range(_TRIES):
            picks = self._near_limits(ask)
            if fault_in(ask, picks) is None:
                return picks
        return default_picks(ask)

    def _near_limits(self, ask: Some) -> list[int]:
        """Draw a choice that has a good chance to keep the limits: right groups, enough weight, nothing spare."""
        options = ask.options
        order = self._random.sample(range(len(options)), len(options))
        groups = _groups(ask, [options[place].group for place in order])
        allowed = order if groups is None else [place for place in order if options[place].group in groups]
        first = {options[place].group: place for place in reversed(allowed)}
        picks = [first[group] for group in first if groups is not None and group in groups]
        picks += [place for place in allowed if place not in picks and self._luck() < 0.5]
        enough = max([limit.total for limit in ask.limits if type(limit) is TotalAtLeast], default=0)
        for place in allowed:
            if sum([options[pick].weight for pick in picks]) >= enough and len(picks) >= ask.least:
                break
            if place not in picks:
                picks.append(place)
        for limit in ask.limits:
            if type(limit) is NoneSpare:
                picks = _without_spares(ask, picks, limit.total)
        return picks[: ask.most]


def _groups(ask: Some, there: Sequence[str]) -> list[str] | None:
    """The groups to choose from: those required, filled up in the order given. None where no limit names a number."""
    required = [limit.group for limit in ask.limits if type(limit) is GroupRequired]
    for limit in ask.limits:
        if type(limit) is GroupsExactly:
            return list(dict.fromkeys([*required, *there]))[: limit.count]
    return None


def _without_spares(ask: Some, picks: list[int], total: int) -> list[int]:
    """Leave out, one after the other, what can be left out."""
    options = ask.options
    kept = list(picks)
    surplus = sum([options[pick].weight for pick in picks]) - total
    members = Counter([options[pick].group for pick in picks])
    for pick in picks:
        choice = options[pick]
        if members[choice.group] > 1 and choice.weight <= surplus:
            kept.remove(pick)
            members[choice.group] -= 1
            surplus -= choice.weight
    return kept


def play_out(
    terms: Terms,
    players: Sequence[Player],
    *,
    witness: Witness | None = None,
    viewers: tuple[Seat, ...] | None = None,
) -> Match:
    """Play a match to its end, facts recorded, every feed cut, the chain made. One player for each seat."""
    match = Match(terms, viewers=viewers)
    decided = match.begin()
    while isinstance(decided, Decided):
        if witness is not None:
            witness(decided)
        if match.outcome is not None:
            return match
        # The seats that are asked answer in order; of sealed answers the order makes no difference.
        seat, question = next(iter(match.questions.items()))
        decided = match.submit(seat, question.number, players[seat](question))
    raise PlayedWrong(_why(decided)) from match.fault


def _why(refused: Refused) -> str:
    return f"{refused.refusal.meaning} ({refused.refusal}, {refused.rule or 'no rule'})"
