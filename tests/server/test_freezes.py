"""A seat can freeze a match, but not for ever."""

from __future__ import annotations

import asyncio

import pytest

from referee.audit.audit_log import AuditLog
from referee.audit.entries import Award, CaseOpened, CaseRuled, Stands
from referee.audit.problems import CaseError, CaseProblem
from referee.log.memory import MemoryStore
from referee.server.matches import Matches
from referee.server.session import Session
from referee.server.settings import Policy
from referee.server.standing_orders import Order
from tests.match import toy
from tests.server.running import Seats, matches_on, newest_question, settle_down, take_seats

CHARTER = toy.charter(3, "freezes", rounds="4")
RULE = next(iter(toy.settle(CHARTER).book.rules))
BRIEF = Policy(seconds_frozen=1)


async def open_case(matches: Matches, session: Session, number: int, by: str, *, freeze: bool) -> None:
    async with matches.auditing.step(session):
        await matches.auditing.write(session, CaseOpened(number, by, number, RULE, "No.", freeze))


async def sweep() -> None:
    """Wait until a freeze of a second is over, and the server has looked after its sessions since."""
    await asyncio.sleep(2.3)
    await settle_down()


async def is_going_on(matches: Matches, seats: Seats) -> bool:
    """Return whether an answer is accepted."""
    for access in await seats.access(matches):
        question = await newest_question(matches, access)
        if question is not None:
            return (await matches.submit(access, question.number, (0,), "k")).refused is None
    return False


async def test_match_goes_on_when_the_time_of_a_freeze_has_passed_and_the_case_stays_open() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER, BRIEF)
        session = await matches.sessions.get(seats.match)
        await open_case(matches, session, 1, "seat/0", freeze=True)
        assert not await is_going_on(matches, seats)
        await sweep()
        assert await is_going_on(matches, seats)
        assert session.audit_log.state.cases[1].state == "open"
        last = (await matches.auditing.audit_entries(seats.match))[-1]
        assert b'{"kind":"audit.freeze_ended","case":1}' in last.note
        await open_case(matches, session, 2, "seat/1", freeze=True)
        assert not await is_going_on(matches, seats), "another seat may freeze it once more"


async def freeze_for_ever(policy: Policy, by: str) -> bool:
    """Return whether a match is still frozen after the sweep."""
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER, policy)
        session = await matches.sessions.get(seats.match)
        await open_case(matches, session, 1, by, freeze=True)
        await sweep()
        return session.is_frozen


async def test_only_a_freeze_by_a_seat_has_a_limit() -> None:
    assert not await freeze_for_ever(BRIEF, "seat/0")
    assert await freeze_for_ever(Policy(), "seat/0"), "not before the time is over"
    assert await freeze_for_ever(BRIEF, "arbiter")


async def test_a_server_that_forgets_the_limit_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: nobody ends the freeze."""
    monkeypatch.setattr(Session, "is_freeze_over", lambda self, now: False)
    assert await freeze_for_ever(BRIEF, "seat/0")


async def test_time_of_a_freeze_goes_on_while_the_server_is_down() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER, BRIEF)
        await open_case(matches, await matches.sessions.get(seats.match), 1, "seat/0", freeze=True)
    async with matches_on(store) as matches:
        session = await matches.sessions.get(seats.match)
        assert session.is_frozen
        await sweep()
        assert not session.is_frozen
    assert AuditLog.restored(seats.match, store.audit(seats.match)).state == session.audit_log.state


async def test_clocks_start_again_when_a_freeze_ends() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER, Policy(seconds_per_decision=60, seconds_frozen=1))
        session = await matches.sessions.get(seats.match)
        await open_case(matches, session, 1, "seat/0", freeze=True)
        assert not session.clocks
        await sweep()
        assert session.clocks


async def test_a_ruling_at_the_last_moment_is_not_followed_by_an_end_of_the_freeze() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        session = await matches.sessions.get(seats.match)
        session.policy = Policy(seconds_frozen=0)
        await open_case(matches, session, 1, "seat/0", freeze=True)
        async with matches.auditing.step(session):
            ending = asyncio.ensure_future(matches.auditing.end_freezes(session))
            await asyncio.sleep(0)
            ruled = CaseRuled(1, "upheld", "So.", (RULE,), Stands(), precedent=False, cites=0)
            await matches.auditing.write(session, ruled)
        await ending
        assert len(await matches.auditing.audit_entries(seats.match)) == 2


async def test_no_order_answers_when_a_ruling_ends_a_frozen_match() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        session = await matches.sessions.get(seats.match)
        await open_case(matches, session, 1, "arbiter", freeze=True)
        for access in await seats.access(matches):
            await matches.set_orders(access, [Order("toy.bid")])
        before = store.entries(seats.match)
        ruled = CaseRuled(1, "overturned", "So.", (RULE,), Award((0,)), precedent=False, cites=0)
        async with matches.auditing.step(session), matches.auditing.halted(session):
            await matches.auditing.end_match(session, ruled)
        await settle_down()
        assert store.entries(seats.match) == before
        assert session.is_stopped


async def test_a_seat_freezes_a_match_once() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        session = await matches.sessions.get(seats.match)
        await open_case(matches, session, 1, "seat/0", freeze=True)
        await matches.auditing.withdraw(session, "seat/0", 1)
        with pytest.raises(CaseError) as refused:
            await open_case(matches, session, 2, "seat/0", freeze=True)
        assert refused.value.problem is CaseProblem.FREEZE_USED
        await open_case(matches, session, 2, "seat/0", freeze=False)
        assert not session.is_frozen


async def test_a_seat_withdraws_its_own_case_and_the_match_goes_on() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        session = await matches.sessions.get(seats.match)
        await open_case(matches, session, 1, "seat/0", freeze=True)
        for other in ("seat/1", "arbiter"):
            with pytest.raises(CaseError) as refused:
                await matches.auditing.withdraw(session, other, 1)
            assert refused.value.problem is CaseProblem.NOT_YOUR_CASE
        assert session.is_frozen
        await matches.auditing.withdraw(session, "seat/0", 1)
        assert await is_going_on(matches, seats)
