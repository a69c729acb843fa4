"""Time extensions: for the open question or the next one, kept through restarts, and telling nobody which."""

from __future__ import annotations

import asyncio

import pytest

from referee.audit.entries import CaseOpened, CaseWithdrawn, TimeExtended
from referee.log.memory import MemoryStore
from referee.log.store import StoreFull
from referee.server.access import Access
from referee.server.errors import NotAllowed, NoTimeLimit
from referee.server.match_events import MatchEvent, TimeExtendedEvent
from referee.server.matches import Matches
from referee.server.session import Session
from referee.server.settings import SessionLimits
from referee.wire.standing_messages import standing_message
from tests.match import toy
from tests.server.running import (
    FailingStore,
    Seats,
    matches_on,
    pass_time,
    read_all,
    settle_down,
    shape_of,
    take_seats,
)
from tests.server.test_officials import REFEREED, all_seated, appointed, organiser
from tests.server.test_pausing import CHARTER, CLOCKED, RULE, answers, arbiter_of, audit, bid, pause
from tests.server.test_wakeups import pass_sweeps


async def extend(matches: Matches, seats: Seats, seat: int, seconds: int = 100) -> None:
    await matches.extend_time(await arbiter_of(matches, seats), seat, seconds, "late")


def left(session: Session) -> dict[int, float]:
    """Return the time left of each seat, rounded up to 20 seconds."""
    now = asyncio.get_running_loop().time()
    return {seat: -(-(end - now) // 20) * 20 for seat, end in sorted(session.clocks.items())}


async def test_a_seat_that_is_asked_gets_more_time_for_that_question_only() -> None:
    store, noted = MemoryStore(), list[MatchEvent]()
    async with matches_on(store, note=noted.append) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        session, access = await matches.sessions.get(seats.match), await seats.access(matches)
        await extend(matches, seats, 0)
        assert left(session) == {0: 160, 1: 60, 2: 60}
        assert audit(store, seats.match) == [TimeExtended("arbiter", 0, 100, "late")]
        assert noted[-1] == TimeExtendedEvent(seats.match, CHARTER.game, "arbiter", 100)
        await pass_sweeps(70)
        await settle_down()
        assert await answers(matches, seats) == 2, "the clock has answered for the other two"
        assert await bid(matches, access[0]) is None
        assert session.clocks.extra == {}
        assert set(left(session).values()) == {60}, "the next question has the usual time"


async def test_a_seat_that_is_not_asked_gets_more_time_for_its_next_question() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        session, access = await matches.sessions.get(seats.match), await seats.access(matches)
        for seat in (0, 1):
            assert await bid(matches, access[seat]) is None
        for seat in range(3):
            await extend(matches, seats, seat)
        assert left(session) == {2: 160}
        assert await bid(matches, access[2]) is None
        await settle_down()
        ((winner, seconds),) = left(session).items()
        assert seconds == (60 if winner == 2 else 160), "seat 2 has used its extension"


@pytest.mark.parametrize("kind", ["restart", "eviction", "freeze", "pause", "during a pause"])
async def test_an_extension_outlives_an_interruption(kind: str) -> None:
    store = MemoryStore()
    limits = SessionLimits(idle_seconds=5 if kind == "eviction" else 3600)
    async with matches_on(store, limits=limits) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        session = await matches.sessions.get(seats.match)
        assert await bid(matches, (await seats.access(matches))[1]) is None
        if kind != "during a pause":
            await extend(matches, seats, 0)
            await extend(matches, seats, 1)
        if kind == "freeze":
            for body in (CaseOpened(1, "arbiter", 1, RULE, "No.", True), CaseWithdrawn(1, "arbiter")):
                async with matches.auditing.step(session):
                    await matches.auditing.write(session, body)
        if "pause" in kind:
            await pause(matches, seats)
            if kind == "during a pause":
                await extend(matches, seats, 0)
                await extend(matches, seats, 1)
            await pause(matches, seats, "resume")
        if kind == "eviction":
            await pass_sweeps(10)
            assert seats.match not in matches.sessions.cache
        if kind != "restart":
            session = await matches.sessions.get(seats.match)
            assert session.clocks.extra == {0: 100, 1: 100}
            assert left(session) == {0: 160, 2: 60}
            return
    async with matches_on(store) as matches:
        await settle_down()
        # The match is loaded because time has run out for seat 2, and not for seat 0.
        await pass_sweeps(62)
        session = await matches.sessions.get(seats.match)
        assert session.clocks.extra == {0: 100, 1: 100}
        assert left(session) == {0: 100}


async def test_who_may_and_when() -> None:
    async with matches_on(MemoryStore()) as matches:
        created = await matches.create(CHARTER, REFEREED)
        _, judge = await appointed(matches, created)
        seats = await all_seated(matches, created)
        for access in (await organiser(matches, created), *await seats.access(matches)):
            with pytest.raises(NotAllowed):
                await matches.extend_time(access, 0, 60, "late")
        with pytest.raises(NoTimeLimit):
            await matches.extend_time(judge, 0, 60, "late")


async def test_an_extension_that_could_not_be_stored_did_not_happen() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        session = await matches.sessions.get(seats.match)
        clocks = dict(session.clocks)
        store.fails = lambda records: True
        with pytest.raises(StoreFull):
            await extend(matches, seats, 0)
        store.fails = lambda records: False
        assert (dict(session.clocks), session.clocks.extra) == (clocks, {})


async def told_of_an_extension(has_answered: bool, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return what seat 2 is told when seat 0, which has answered a sealed question or has not, gets more time."""
    monkeypatch.setattr("referee.server.auditing.now_ms", lambda: 1_700_000_000_000)
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, toy.salted(CHARTER), CLOCKED)
        access, session = await seats.access(matches), await matches.sessions.get(seats.match)
        reader, frames = await read_all(matches, access[2])
        if has_answered:
            assert await bid(matches, access[0]) is None
        await extend(matches, seats, 0)
        await pass_time(1)
        look = await matches.view(access[2])
        return [
            [shape_of(frame) for frame in frames],
            [shape_of(delivery.frame) for delivery in reader.take()],
            standing_message(session.standing).SerializeToString(deterministic=True),
            session.audit_log.public,
            (look.number, look.waiting_for),
            own_clock(session, access[2]),
        ]


def own_clock(session: Session, access: Access) -> float:
    return left(session)[access.seat]


async def test_an_extension_tells_nobody_who_has_answered_a_sealed_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = await told_of_an_extension(True, monkeypatch)
    assert one == await told_of_an_extension(False, monkeypatch)
