"""The path of an intent: how many functions one Submit passes through, and in which order."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from referee.games import GAMES
from referee.games import game as game_named
from referee.kernel.asks import default_picks
from referee.wire.service import Service
from referee_api.v1 import referee_pb2 as api
from tests.wire.serving import Referee, open_table, referee

MOST_FUNCTIONS = 45
"""Maximum number of our functions, outside the rules of the games, from the handler of the call to its reply."""

BEFORE = 50
"""Answers before the measurement: by then the log writes on the event loop, and all one-time setup is done."""

STEPS = [
    "referee.wire.guard unary.<locals>.guarded",
    "referee.wire.callers Callers.admit",
    "referee.wire.deadlines CallDeadlines.bounded",
    "referee.wire.service Service.submit",
    "referee.server.matches Matches.enter",
    "referee.server.sessions Sessions.get",
    "referee.wire.codec Codec.answer",
    "referee.server.submitting IntentWriter.submit_and_wait",
    "referee.server.submitting IntentWriter.submit",
    "referee.server.retries SeenIntents.recall",
    "referee.server.submitting IntentWriter._decide",
    "referee.match.match Match.submit",
    "referee.kernel.run Run.read",
    "referee.kernel.run Run.answer",
    "referee.feeds.frames Feeds.cut",
    "referee.server.submitting IntentWriter._persist",
    "referee.log.writer GroupCommit.put_nowait",
    "referee.server.submitting IntentWriter._stored",
    "referee.server.submitting IntentWriter.publish",
    "referee.server.session Session.publish",
    "referee.server.published PublishedFeeds.add",
    "referee.server.submitting _resolve",
]
"""The functions in the table of ARCHITECTURE.md, "The path of an intent", in the order in which they are entered.

Without the commit itself, which a thread makes after a slow one.
"""


class Walk:
    """The functions of ours that are entered, in order, and how often."""

    def __init__(self) -> None:
        self.entered: dict[str, int] = {}
        self._frames: set[FrameType] = set()
        """Every frame that was entered; a coroutine that resumes after waiting is not counted again."""

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and _is_counted(frame) and frame not in self._frames:
            self._frames.add(frame)
            name = f"{frame.f_globals['__name__']} {frame.f_code.co_qualname}"
            self.entered[name] = self.entered.get(name, 0) + 1


def _is_counted(frame: FrameType) -> bool:
    """Return whether a frame is a function of ours outside the games, and not a comprehension."""
    module, name = frame.f_globals.get("__name__", ""), frame.f_code.co_name
    is_ours = module.startswith("referee.") and not module.startswith("referee.games.")
    # The parser runs before the handler.
    return is_ours and not name.startswith("<") and (module, name) != ("referee.wire.guard", "read")


async def walks(served: Referee, game: str, seed: str) -> list[Walk]:
    """Submit answers in the middle of a match, one walk each; return the walks that recorded a fact."""
    stub, cache = served.stub, served.server._service._matches.sessions.cache
    table = await open_table(stub, game=game, seats=max(3, game_named(game).seats[0]), seed=seed)
    match = cache[table.match].match
    assert match is not None
    found = []
    for number in range(BEFORE + 20):
        seat, question = next(iter(match.questions.items()))
        request = api.SubmitRequest(
            match_id=table.match,
            token=table.tokens[seat],
            question=question.number,
            answer=api.Answer(picks=default_picks(question.ask)),
            request_id=f"question-{question.number}",
        )
        walk, facts = Walk(), match.facts
        sys.setprofile(walk)
        try:
            response = await stub.Submit(request)
        finally:
            sys.setprofile(None)
        assert response.HasField("accepted"), response
        if number >= BEFORE and match.facts > facts:
            found.append(walk)
    return found


@pytest.mark.parametrize("game", GAMES)
async def test_an_intent_passes_through_few_functions_and_enters_the_facade_once(
    game: str, seed: str
) -> None:
    async with referee() as found:
        walked = await walks(found, game, seed)
    assert walked, "proves nothing"
    for walk in walked:
        facade = {name: count for name, count in walk.entered.items() if ".matches " in name}
        assert facade == {"referee.server.matches Matches.enter": 1}
        assert [name for name in walk.entered if name in STEPS] == STEPS
    ordinary = min([walk.entered for walk in walked], key=len)
    assert len(ordinary) <= MOST_FUNCTIONS, "\n".join(ordinary)


async def test_a_second_visit_to_the_facade_is_noticed(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    """Control: the facade is entered twice."""
    honest = Service.submit

    async def twice(self: Service, request: api.SubmitRequest) -> bytes:
        await self._matches.describe(request.match_id)
        return await honest(self, request)

    monkeypatch.setattr(Service, "submit", twice)
    async with referee() as found:
        for walk in await walks(found, "abyss", seed):
            assert "referee.server.matches Matches.describe" in walk.entered
