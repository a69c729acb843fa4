"""The walk of an intent: how many functions one Submit passes through, and in which order."""

from __future__ import annotations

import random
import sys
from types import FrameType
from typing import Any

import pytest

from referee.games import GAMES
from tests.wire.serving import answer_to, asked, open_table, referee

MOST_FUNCTIONS = 45
"""Of our own, outside the rules of the games, from the handler of the call to its reply."""

BEFORE = 50
"""Answers before the walks: by then the log writes on the event loop, and everything made once is made."""

STEPS = [
    "referee.wire.service Service.submit",
    "referee.server.matches Matches.enter",
    "referee.server.submitting IntentWriter.submit",
    "referee.server.retries SeenIntents.recall",
    "referee.server.submitting IntentWriter._decide",
    "referee.match.match Match.submit",
    "referee.server.submitting IntentWriter._persist",
    "referee.log.writer GroupCommit.put_nowait",
    "referee.server.submitting IntentWriter._stored",
    "referee.server.submitting IntentWriter.publish",
    "referee.server.session Session.publish",
    "referee.server.submitting IntentWriter._reply",
]
"""Check retry, decide, persist, publish, reply."""


class Walk:
    """The functions of ours that are entered, in order, and how often."""

    def __init__(self) -> None:
        self.entered: dict[str, int] = {}
        self._frames: set[FrameType] = set()
        """Every frame that was entered: a coroutine that continues after waiting is not entered again."""

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        module, code = frame.f_globals.get("__name__", ""), frame.f_code
        is_ours = module.startswith("referee.") and not module.startswith("referee.games.")
        # A comprehension has a frame, but is not a function.
        is_function = not code.co_name.startswith("<")
        if event == "call" and is_ours and is_function and frame not in self._frames:
            self._frames.add(frame)
            name = f"{module} {code.co_qualname}"
            self.entered[name] = self.entered.get(name, 0) + 1


async def walks(stub: Any, game: str, seed: str) -> list[Walk]:
    """Submit answers in the middle of a match, one walk each."""
    table = await open_table(stub, game=game, seats=3, seed=seed)
    rng = random.Random(seed)
    found = []
    for _ in range(BEFORE + 10):
        seat, question = await asked(stub, table)
        walk = Walk()
        request = answer_to(table, seat, question, rng)
        sys.setprofile(walk)
        try:
            response = await stub.Submit(request)
        finally:
            sys.setprofile(None)
        assert response.HasField("accepted"), response
        found.append(walk)
    return found[BEFORE:]


@pytest.mark.parametrize("game", GAMES)
async def test_an_intent_passes_through_few_functions_and_enters_the_facade_once(
    game: str, seed: str
) -> None:
    async with referee() as (_, _, stub):
        found = await walks(stub, game, seed)
    for walk in found:
        facade = {
            name: count for name, count in walk.entered.items() if name.startswith("referee.server.matches ")
        }
        assert facade == {"referee.server.matches Matches.enter": 1}
        steps = [name for name in walk.entered if name in STEPS]
        assert steps == STEPS
    shortest = min(found, key=lambda walk: len(walk.entered))
    assert len(shortest.entered) <= MOST_FUNCTIONS, "\n".join(shortest.entered)
