"""Pauses: a paused match stands still, costs nobody any time, and tells nobody who has answered."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.audit.audit_state import Pause
from referee.audit.chain import read_own
from referee.audit.entries import (
    Body,
    CaseOpened,
    CaseRuled,
    MatchPaused,
    MatchResumed,
    PauseAnswered,
    PauseProposed,
    PauseStep,
    Rewind,
    Stands,
)
from referee.audit.problems import CaseError, CaseProblem
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.talk import Said
from referee.log.memory import MemoryStore
from referee.log.sqlite import SqliteStore
from referee.log.store import Store, StoreFull
from referee.server.access import Access, NoAccess
from referee.server.auditing import ForkPlan
from referee.server.errors import NotAllowed
from referee.server.match_events import MatchEvent, PausedEvent, PauseProposedEvent, ResumedEvent
from referee.server.matches import Matches
from referee.server.settings import Policy, SessionLimits
from referee.server.standing_orders import Order
from referee.wire.standing_messages import standing_message
from referee_api.v1 import referee_pb2 as api
from tests.match import toy
from tests.server.running import (
    FailingStore,
    Seats,
    answer_to,
    matches_on,
    pass_time,
    play_on,
    read_all,
    settle_down,
    shape_of,
    take_seats,
)
from tests.server.test_expiry import DAY, sweep
from tests.server.test_officials import ADA, OPERATOR, REFEREED, all_seated, appointed
from tests.server.test_wakeups import pass_sweeps

CHARTER = toy.talking(3, "pauses", rounds="3")
RULE = next(iter(toy.settle(CHARTER).book.rules))
CLOCKED = Policy(seconds_per_decision=60)


def audit(store: Store, match_id: str) -> list[Body]:
    return [read_own(record.note.decode()).body for record in store.audit(match_id)]


async def arbiter_of(matches: Matches, seats: Seats) -> Access:
    return await matches.authenticate(seats.match, seats.arbiter)


async def pause(matches: Matches, seats: Seats, step: PauseStep = "pause") -> None:
    """Pause a match, or resume it, as its arbiter."""
    await matches.request_pause(await arbiter_of(matches, seats), step, "rain")


async def problem_of(call: Any) -> CaseProblem:
    with pytest.raises(CaseError) as refused:
        await call
    return refused.value.problem


async def answers(matches: Matches, seats: Seats) -> int:
    """Return the number of entries of the match, statements included."""
    return len(await matches.auditing.entries(await matches.sessions.get(seats.match))) - 2


async def bid(matches: Matches, access: Access, key: str = "k") -> Refused | None:
    """Answer the open question of a seat."""
    question = (await matches.view(access)).question
    assert question is not None
    return (await matches.submit(access, question.number, answer_to(access, question), key)).refused


# --- standing still ---


async def test_answers_are_refused_while_a_match_is_paused_and_taken_later_under_the_same_key() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        await pause(matches, seats)
        assert (await matches.describe(seats.match)).state == "paused"
        assert await bid(matches, access[0]) == Refused(Refusal.MATCH_PAUSED)
        question = (await matches.view(access[0])).question
        assert question is not None
        assert await matches.check(access[0], question.number, (0,)) == Refused(Refusal.MATCH_PAUSED)
        assert await answers(matches, seats) == 0
        await pause(matches, seats, "resume")
        assert (await matches.describe(seats.match)).state == "running"
        assert await bid(matches, access[0]) is None
        await play_on(matches, seats, "pauses")
        assert (await matches.records.verify(access[0])).ok


async def test_seats_may_talk_while_a_match_is_paused() -> None:
    """They agree on how to go on by talking; a statement changes nothing in the game."""
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        access = await seats.access(matches)
        await pause(matches, seats)
        assert (await matches.say(access[1], Said(1, "Lunch?"))).refused is None
        await pause(matches, seats, "resume")
        assert set((await matches.sessions.get(seats.match)).clocks) == {0, 1, 2}


async def test_no_order_is_obeyed_while_a_match_is_paused() -> None:
    """A match that plays itself stops, and goes on by itself when it is resumed."""
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        await pause(matches, seats)
        for access in await seats.access(matches):
            await matches.set_orders(access, [Order("*", "default")])
        await settle_down()
        assert await answers(matches, seats) == 0
        session, ended = await matches.sessions.get(seats.match), asyncio.Event()
        session.on_closed = lambda match_id: ended.set()
        await pause(matches, seats, "resume")
        async with asyncio.timeout(60):
            await ended.wait()
        assert session.status == "ended"


async def test_a_match_that_plays_itself_can_be_paused_at_any_moment() -> None:
    """An official who pauses between two answers of orders finds the match where it is resumed."""
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, toy.talking(3, "endless", rounds="300"))
        for access in await seats.access(matches):
            await matches.set_orders(access, [Order("*", "default")])
        await pause(matches, seats)
        before = await answers(matches, seats)
        await settle_down()
        assert await answers(matches, seats) == before
        assert (await matches.describe(seats.match)).state == "paused"


async def test_a_pause_that_could_not_be_stored_did_not_happen() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        session = await matches.sessions.get(seats.match)
        clocks = dict(session.clocks)
        store.fails = lambda records: True
        with pytest.raises(StoreFull):
            await pause(matches, seats)
        store.fails = lambda records: False
        assert (session.state, dict(session.clocks)) == ("running", clocks)
        assert await bid(matches, (await seats.access(matches))[0]) is None


async def test_a_paused_match_does_not_expire() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        await pause(matches, seats)
        await sweep(matches, store, 100 * DAY)
        assert (await matches.describe(seats.match)).state == "paused"


# --- clocks ---


async def test_clocks_stop_and_go_on_where_they_stopped() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        session = await matches.sessions.get(seats.match)
        loop = asyncio.get_running_loop()
        assert await bid(matches, (await seats.access(matches))[1]) is None
        await pass_time(20)
        await pause(matches, seats)
        assert not session.clocks
        body = audit(store, seats.match)[0]
        assert isinstance(body, MatchPaused)
        assert [clock.seat for clock in body.clocks] == [0, 2], "seat 1 has answered"
        assert all([20_000 < clock.left_ms <= 40_000 for clock in body.clocks])
        await pass_time(300)
        assert await answers(matches, seats) == 1
        await pause(matches, seats, "resume")
        assert set(session.clocks) == {0, 2}
        assert all([20 < end - loop.time() <= 40 for end in session.clocks.values()])


async def test_a_restart_during_a_pause_costs_nobody_any_time() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        await pass_time(20)
        await pause(matches, seats)
    async with matches_on(store) as matches:
        # The server looks for matches with a clock when it starts, and loads them when that would be up.
        await pass_sweeps(300)
        assert await answers(matches, seats) == 0
        session = await matches.sessions.get(seats.match)
        assert (session.state, dict(session.clocks)) == ("paused", {})
        await pause(matches, seats, "resume")
        loop = asyncio.get_running_loop()
        assert all([20 < end - loop.time() <= 40 for end in session.clocks.values()])
        assert len(session.clocks) == 3


async def test_a_paused_match_may_leave_the_memory() -> None:
    async with matches_on(MemoryStore(), limits=SessionLimits(idle_seconds=5)) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        await pass_time(20)
        await pause(matches, seats)
        await pass_sweeps(100)
        assert seats.match not in matches.sessions.cache
        assert seats.match not in matches.sessions.wakeups
        await pause(matches, seats, "resume")
        session, loop = await matches.sessions.get(seats.match), asyncio.get_running_loop()
        assert all([20 < end - loop.time() <= 40 for end in session.clocks.values()])


async def test_a_server_that_is_killed_during_a_pause_is_paused_when_it_is_back(tmp_path: Path) -> None:
    """The files as they are on disk, copied while the server runs, are what `kill -9` leaves."""
    live, left = tmp_path / "live", tmp_path / "left"
    live.mkdir()
    store = SqliteStore(live / "log.db")
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        access = await seats.access(matches)
        assert await bid(matches, access[1]) is None
        await pause(matches, seats)
        shutil.copytree(live, left)
    store.close()
    store = SqliteStore(left / "log.db")
    async with matches_on(store) as matches:
        assert (await matches.describe(seats.match)).state == "paused"
        assert await bid(matches, access[0]) == Refused(Refusal.MATCH_PAUSED)
        await pause(matches, seats, "resume")
        await play_on(matches, seats, "killed")
        assert (await matches.records.verify(access[0])).ok
    store.close()


async def test_a_match_can_be_frozen_and_paused_at_the_same_time() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        session = await matches.sessions.get(seats.match)
        opened = CaseOpened(1, "arbiter", 1, RULE, "No.", freeze=True)
        ruled = CaseRuled(1, "upheld", "So.", (RULE,), Stands(), precedent=False, cites=0)
        await pass_time(20)
        await pause(matches, seats)
        async with matches.auditing.step(session):
            await matches.auditing.write(session, opened)
        assert session.state == "paused"
        async with matches.auditing.step(session):
            await matches.auditing.write(session, ruled)
        assert (session.state, dict(session.clocks)) == ("paused", {}), "the ruling does not end the pause"
        async with matches.auditing.step(session):
            again = msgspec.structs.replace(opened, case=2, fact=2)
            await matches.auditing.write(session, again)
        await pause(matches, seats, "resume")
        assert (session.state, dict(session.clocks)) == ("frozen", {}), "the pause does not end the freeze"
        async with matches.auditing.step(session):
            await matches.auditing.write(session, msgspec.structs.replace(ruled, case=2))
        assert (session.state, len(session.clocks)) == ("running", 3)


# --- who may ---


async def test_officials_and_the_organiser_pause_at_once() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        created = await matches.create(CHARTER, REFEREED, ADA)
        _, judge = await appointed(matches, created)
        _, head = await appointed(matches, created, "head_judge", "Alan")
        await all_seated(matches, created)
        organiser = await matches.authenticate(created.match_id, "", ADA)
        operator = await matches.authenticate(created.match_id, "", OPERATOR)
        everyone = [judge, head, organiser, operator]
        for one, other in zip(everyone, [*everyone[1:], judge], strict=True):
            await matches.request_pause(one, "pause", "rain")
            assert (await matches.describe(created.match_id)).state == "paused"
            assert await problem_of(matches.request_pause(other, "pause", "x")) is CaseProblem.ALREADY_PAUSED
            await matches.request_pause(other, "resume", "sun")
            assert await problem_of(matches.request_pause(one, "resume", "x")) is CaseProblem.NOT_PAUSED
        written = [body.by for body in audit(store, created.match_id) if isinstance(body, MatchPaused)]
        assert written == ["judge/1", "head_judge/2", "organiser", "operator"]
        with pytest.raises(NotAllowed):
            await matches.answer_pause(judge, "pause", consents=True)


async def test_nobody_else_pauses_a_match() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER, Policy(spectators=True))
        spectator = Access(seats.match, "spectator")
        for call in (
            matches.request_pause(spectator, "pause", "rain"),
            matches.answer_pause(spectator, "pause", consents=True),
        ):
            with pytest.raises(NoAccess):
                await call
        assert audit(store, seats.match) == []


async def test_a_match_is_not_paused_before_it_begins_or_after_its_end() -> None:
    async with matches_on(MemoryStore()) as matches:
        created = await matches.create(CHARTER)
        arbiter = await matches.authenticate(created.match_id, created.token)
        assert await problem_of(matches.request_pause(arbiter, "pause", "x")) is CaseProblem.NOT_BEGUN
        seats = await take_seats(matches, CHARTER)
        await play_on(matches, seats, "over")
        assert await problem_of(pause(matches, seats)) is CaseProblem.MATCH_OVER


async def test_all_seats_together_pause_and_resume_a_match() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        for step in ("pause", "resume"):
            await matches.request_pause(access[1], step, "lunch")
            assert await problem_of(matches.request_pause(access[0], step, "x")) is CaseProblem.PAUSE_PENDING
            other: PauseStep = "resume" if step == "pause" else "pause"
            call = matches.answer_pause(access[0], other, consents=True)
            assert await problem_of(call) is CaseProblem.NO_PAUSE_PROPOSED
            await matches.answer_pause(access[0], step, consents=True)
            assert (await matches.describe(seats.match)).state == ("running" if step == "pause" else "paused")
            await matches.answer_pause(access[2], step, consents=True)
            assert (await matches.describe(seats.match)).state == ("paused" if step == "pause" else "running")
        agreed = [PauseAnswered(0, True), PauseAnswered(2, True)]
        assert audit(store, seats.match) == [
            PauseProposed(1, "pause", "lunch"),
            *agreed,
            MatchPaused("seats", "lunch", ()),
            PauseProposed(1, "resume", "lunch"),
            *agreed,
            MatchResumed("seats", "lunch"),
        ]


async def test_one_refusal_ends_a_proposal() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        for refuses in (0, 1):
            await matches.request_pause(access[1], "pause", "lunch")
            await matches.answer_pause(access[2], "pause", consents=True)
            await matches.answer_pause(access[refuses], "pause", consents=False)
            call = matches.answer_pause(access[0], "pause", consents=True)
            assert await problem_of(call) is CaseProblem.NO_PAUSE_PROPOSED
        assert (await matches.describe(seats.match)).state == "running"


async def test_seats_cannot_end_the_pause_of_an_official() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        await pause(matches, seats)
        call = matches.request_pause(access[0], "resume", "bored")
        assert await problem_of(call) is CaseProblem.WRONG_OFFICIAL


# --- forks, events, and what it tells ---


@pytest.mark.parametrize("by_seats", [True, False])
async def test_the_match_that_continues_a_paused_one_is_paused(by_seats: bool) -> None:
    """A ruling during a pause must not start clocks while nobody is at the table."""
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        session, access = await matches.sessions.get(seats.match), await seats.access(matches)
        for each in access:
            assert await bid(matches, each) is None
        if by_seats:
            await matches.request_pause(access[1], "pause", "lunch")
            for other in (0, 2):
                await matches.answer_pause(access[other], "pause", consents=True)
        else:
            await pause(matches, seats)
        opened = CaseOpened(1, "arbiter", 1, RULE, "No.", freeze=False)
        ruled = CaseRuled(1, "overturned", "So.", (RULE,), Rewind(1), precedent=False, cites=0)
        plan = ForkPlan(session.charter, (await matches.auditing.entries(session))[1:2], 1, "case 1")
        async with matches.auditing.step(session), matches.auditing.halted(session):
            await matches.auditing.write(session, opened)
            fork_id = await matches.auditing.fork(session, plan, ruled)
        fork = await matches.sessions.get(fork_id)
        assert (fork.state, dict(fork.clocks)) == ("paused", {})
        expected = MatchPaused("seats", "lunch", ()) if by_seats else MatchPaused("server", "rain", ())
        assert audit(store, fork_id)[1:] == [expected]
        assert (session.state, session.audit_log.state.is_paused) == ("superseded", False)
        arbiter = await matches.authenticate(fork_id, seats.arbiter)
        await matches.request_pause(arbiter, "resume", "go on")
        assert (fork.state, len(fork.clocks)) == ("running", 3)


async def test_the_log_of_the_server_has_the_events() -> None:
    noted: list[MatchEvent] = []
    async with matches_on(MemoryStore(), note=noted.append) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        noted.clear()
        await matches.request_pause(access[1], "pause", "secret")
        await pause(matches, seats)
        await pause(matches, seats, "resume")
    match, game = seats.match, CHARTER.game
    assert noted == [
        PauseProposedEvent(match, game, "pause"),
        PausedEvent(match, game, "arbiter"),
        ResumedEvent(match, game),
    ]


async def told_in_a_pause(has_answered: bool, monkeypatch: pytest.MonkeyPatch) -> tuple[list[object], Body]:
    """Return everything that seat 2 is told around pauses, and the signed entry.

    The seats bid sealed; seat 0 has answered before the pause, or has not.
    """
    monkeypatch.setattr("referee.server.auditing.now_ms", lambda: 1_700_000_000_000)
    store, told = MemoryStore(), list[object]()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, toy.salted(CHARTER), CLOCKED)
        access, session = await seats.access(matches), await matches.sessions.get(seats.match)
        reader, frames = await read_all(matches, access[2])

        async def note() -> None:
            await settle_down()
            told.append([shape_of(frame) for frame in frames])
            told.append([shape_of(delivery.frame) for delivery in reader.take()])
            told.append(standing_message(session.standing).SerializeToString(deterministic=True))
            told.append((session.audit_log.public, session.state))
            look = await matches.view(access[2])
            told.append((look.number, look.waiting_for, look.clock is None))

        await matches.request_pause(access[1], "pause", "lunch")
        if has_answered:
            assert await bid(matches, access[0]) is None
        await note()
        await matches.answer_pause(access[0], "pause", consents=True)
        await note()
        await matches.answer_pause(access[2], "pause", consents=True)
        await note()
        told.append(await bid(matches, access[2]))
        await pause(matches, seats, "resume")
        await note()
        return told, audit(store, seats.match)[3]


async def test_a_pause_tells_nobody_who_has_answered_a_sealed_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, signed = await told_in_a_pause(True, monkeypatch)
    other, signed_too = await told_in_a_pause(False, monkeypatch)
    assert one == other
    assert isinstance(signed, MatchPaused)
    assert isinstance(signed_too, MatchPaused)
    assert [clock.seat for clock in signed.clocks] == [1, 2]
    assert [clock.seat for clock in signed_too.clocks] == [0, 1, 2], "the control: the worlds do differ"


def leak_in_standing(pause: Pause) -> api.Pause:
    return api.Pause(by=f"{pause.by} {len(pause.clocks)}")


def leak_in_receipts(body: Body) -> dict[str, Any]:
    return {"body": msgspec.to_builtins(body)}


PLANTED = {
    "referee.wire.standing_messages._pause": leak_in_standing,
    "referee.audit.public_head._public_fields": leak_in_receipts,
}


@pytest.mark.parametrize("where", PLANTED)
async def test_a_planted_leak_is_found(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, PLANTED[where])
    worlds = [(await told_in_a_pause(has_answered, monkeypatch))[0] for has_answered in (True, False)]
    assert worlds[0] != worlds[1]
