"""A bot for every game that chooses uniformly among the options."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from referee_api.v1 import referee_pb2 as api
from referee_client.bot import Bot
from referee_client.bots.chatter import random_words
from referee_client.errors import Refused
from referee_client.limits import fault_in
from referee_client.speech import Utterance

TRIES = 16
"""Number of attempts to find a random choice within the limits before the default is used."""


QUESTIONS_PER_STATEMENT = 8
"""Average number of questions between two statements."""


class RandomBot(Bot):
    """A bot that chooses at random, and talks at random if it may. The same seed makes the same choices."""

    wants_view = False

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)
        # Another generator, so that a bot chooses the same whether or not it may talk.
        self._chatter = random.Random(f"{seed} chatter")
        self._match = api.Match()

    def seated(self, match: api.Match, seat: int) -> None:
        """Learn what may be said."""
        self._match = match

    def not_said(self, words: Utterance, refused: Refused) -> None:
        """Accept that a random statement may be one that the rules forbid."""

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        """Choose a random answer, and now and then say something."""
        if self._match.talk and self._chatter.randrange(QUESTIONS_PER_STATEMENT) == 0:
            words = random_words(self._match, self._chatter)
            if words is not None:
                self.say(words)
        count = question.option_count
        if question.kind == api.QUESTION_KIND_ONE:
            return [self._random.randrange(count)]
        if question.kind == api.QUESTION_KIND_IN_ORDER:
            return self._random.sample(range(count), count)
        for _ in range(TRIES):
            order = self._random.sample(range(count), count)
            picks = fitting(question, order, self._random.randint(question.least, question.most))
            if fault_in(question, picks) is None:
                return picks
        return question.default_picks


def fitting(question: api.Question, order: Sequence[int], wanted: int) -> list[int]:
    """Choose options in this order so that they are likely to satisfy the limits.

    First choose one option of each required group, then more of these groups until the total is reached, or `wanted`
    are chosen if there is no total. Finally drop the superfluous ones.
    """
    limits = question.limits
    required = [limit.group_required.group for limit in limits if limit.HasField("group_required")]
    counts = [limit.groups_exactly.count for limit in limits if limit.HasField("groups_exactly")]
    bounds = [limit.groups_at_most.count for limit in limits if limit.HasField("groups_at_most")]
    totals = [limit.total_at_least.total for limit in limits if limit.HasField("total_at_least")]
    groups, weights = question.groups, question.weights
    if counts or bounds:
        in_order = dict.fromkeys([*required, *[groups[place] for place in order]])
        allowed = list(in_order)[: max(min(counts + bounds), len(required))]
        order = [place for place in order if groups[place] in allowed]
        required = allowed if counts else required
    firsts = {groups[place]: place for place in reversed(order)} if required else {}
    picks = [firsts[group] for group in required if group in firsts]
    for place in order:
        reached = sum(weights[pick] for pick in picks) >= max(totals) if totals else len(picks) >= wanted
        if reached and len(picks) >= question.least:
            break
        if place not in picks:
            picks.append(place)
    return without_spares(question, picks)


def without_spares(question: api.Question, picks: list[int]) -> list[int]:
    """Drop the options that a `none_spare` limit forbids, the last chosen first."""
    kept = picks
    for limit in question.limits:
        if limit.HasField("none_spare"):
            surplus = sum(question.weights[pick] for pick in kept) - limit.none_spare.total
            members = Counter(question.groups[pick] for pick in kept)
            for pick in reversed(picks):
                group, weight = question.groups[pick], question.weights[pick]
                if members[group] > 1 and weight <= surplus:
                    kept = [other for other in kept if other != pick]
                    members[group] -= 1
                    surplus -= weight
    return kept
