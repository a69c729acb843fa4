"""A server to test, in process: a store that fails on command, and clients that answer."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from referee.feeds.frames import Frame
from referee.kernel.game import Charter
from referee.kernel.run import Question
from referee.log.memory import MemoryStore
from referee.log.records import Record
from referee.log.store import Store, StoreFull
from referee.match.player import RandomPlayer
from referee.server.access import Access
from referee.server.match_events import NoteEvent
from referee.server.matches import Matches
from referee.server.settings import Policy, SessionLimits
from referee.server.subscriptions import Subscription
from tests.loop import Loop
from tests.match import toy


async def pass_time(seconds: float) -> None:
    """Advance the clock, and let everything due by then happen."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Loop)
    loop.ahead += seconds
    await settle_down()


async def settle_down() -> None:
    """Give pending writes, the log thread and everything they wake time to finish."""
    for _ in range(8):
        await asyncio.sleep(0.002)


class FailingStore(MemoryStore):
    """A store that can be made to fail."""

    def __init__(self) -> None:
        super().__init__()
        self.fails: Callable[[Sequence[Record]], bool] = lambda records: False

    def write(self, records: Sequence[Record]) -> None:
        if self.fails(records):
            raise StoreFull("no room left; make some")
        super().write(records)


class Faults(list[tuple[str, Exception]]):
    """Faults that the server reported."""

    def __call__(self, match: str, fault: Exception) -> None:
        self.append((match, fault))


@asynccontextmanager
async def matches_on(
    store: Store,
    *,
    limits: SessionLimits | None = None,
    faults: Faults | None = None,
    note: NoteEvent = lambda event: None,
) -> AsyncIterator[Matches]:
    """Yield the matches of a store, and close them at the end. A fault fails the test unless `faults` collects it."""
    unasked = Faults()
    matches = Matches(
        store,
        limits=limits or SessionLimits(),
        settle=toy.settle,
        report=unasked if faults is None else faults,
        note=note,
    )
    try:
        yield matches
    finally:
        await matches.close()
    assert unasked == []


class Seats:
    """A match with all its seats taken."""

    def __init__(self, match: str, arbiter: str, tokens: Sequence[str]) -> None:
        self.match = match
        self.arbiter = arbiter
        self.tokens = list(tokens)

    async def access(self, matches: Matches) -> list[Access]:
        return [await matches.authenticate(self.match, token) for token in self.tokens]


async def take_seats(matches: Matches, charter: Charter, policy: Policy = Policy()) -> Seats:  # noqa: B008 - frozen
    created = await matches.create(charter, policy)
    joined = [await matches.join(created.match_id, None, f"player {seat}") for seat in range(charter.seats)]
    return Seats(created.match_id, created.token, [each.token for each in joined])


def shape_of(frame: Frame) -> object:
    """Return everything a client gets from a frame, in a form that can be compared."""
    asked = frame.question
    question = None if asked is None else (asked.number, asked.path, asked.ask.name, asked.ask.options)
    return frame.number, frame.facts, question, frame.waiting_for, frame.outcome


async def newest_question(matches: Matches, access: Access) -> Question | None:
    return (await matches.view(access)).question


async def play_on(matches: Matches, seats: Seats, seed: str, decisions: int = 10_000) -> int:
    """Answer at random for every seat that is asked, up to this many times or to the end; return the count."""
    luck = random.Random(seed)
    access = await seats.access(matches)
    # A player's answer depends on the question alone, so that an interrupted match continues in the same way.
    for count in range(decisions):
        asked = [
            (seat, question)
            for seat in access
            if (question := await newest_question(matches, seat)) is not None
        ]
        if not asked:
            return count
        seat, question = luck.choice(asked)
        picks = answer_to(seat, question)
        reply = await matches.submit(seat, question.number, picks, f"{seat.seat}-{question.number}")
        assert reply.refused is None, reply
    return decisions


def answer_to(access: Access, question: Question) -> Sequence[int]:
    return RandomPlayer(f"{access.seat}/{question.number}/{question.path}")(question)


def frames_in(reader: Subscription) -> list[Frame]:
    """Return the frames of a subscription."""
    return [delivery.frame for delivery in reader.take()]


async def read_all(matches: Matches, access: Access) -> tuple[Subscription, list[Frame]]:
    reader = await matches.subscribe(access, 0, lambda: None)
    return reader, frames_in(reader)
