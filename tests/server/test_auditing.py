"""Auditing: a frozen match does not advance, and what is not stored did not happen."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from referee.audit.entries import CaseOpened, CaseRuled, Rewind, Stands
from referee.audit.problems import CaseError
from referee.kernel.refusals import Refusal
from referee.log.records import AuditAppended, MatchClosed, Record
from referee.log.store import StoreFull
from referee.server.auditing import ForkPlan
from referee.server.matches import Matches
from referee.server.session import Session
from referee.server.settings import Policy
from referee.server.standing_orders import Order
from tests.match import toy
from tests.server.running import (
    FailingStore,
    Seats,
    answer_to,
    matches_on,
    pass_time,
    settle_down,
    take_seats,
)

CHARTER = toy.charter(3, "auditing", rounds="4")
RULE = next(iter(toy.settle(CHARTER).book.rules))
FREEZES = CaseOpened(1, "arbiter", 1, RULE, "No.", freeze=True)
RULED = CaseRuled(1, "upheld", "So.", (RULE,), Stands(), precedent=False, cites=0)


async def write(matches: Matches, session: Session, body: CaseOpened | CaseRuled) -> None:
    async with matches.auditing.step(session):
        await matches.auditing.write(session, body)


async def answered(matches: Matches, seats: Seats) -> int:
    """Return the number of answers in the match."""
    return len(await matches.auditing.entries(await matches.sessions.get(seats.match))) - 2


async def test_no_clock_runs_while_a_match_is_frozen() -> None:
    """While a match is frozen no default is taken; afterwards every seat has its full time again."""
    store = FailingStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER, Policy(seconds_per_decision=20))
        session = await matches.sessions.get(seats.match)
        await write(matches, session, FREEZES)
        for _ in range(3):
            await pass_time(30)
            await asyncio.sleep(1.1)
        assert await answered(matches, seats) == 0
    async with matches_on(store) as matches:
        session = await matches.sessions.get(seats.match)
        assert session.is_frozen
        assert not session.clocks
        await pass_time(30)
        await asyncio.sleep(1.1)
        assert await answered(matches, seats) == 0
        await write(matches, session, RULED)
        assert session.clocks
        assert await answered(matches, seats) == 0
        await pass_time(30)
        await asyncio.sleep(1.1)
        await settle_down()
        assert await answered(matches, seats) > 0


async def test_no_order_is_obeyed_while_a_match_is_frozen() -> None:
    async with matches_on(FailingStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        session = await matches.sessions.get(seats.match)
        await write(matches, session, FREEZES)
        for access in await seats.access(matches):
            await matches.set_orders(access, [Order("*", "default")])
        await settle_down()
        assert await answered(matches, seats) == 0
        await write(matches, session, RULED)
        await settle_down()
        assert await answered(matches, seats) > 0


async def test_an_answer_to_a_frozen_match_is_taken_later_under_the_same_key() -> None:
    async with matches_on(FailingStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        session = await matches.sessions.get(seats.match)
        await write(matches, session, FREEZES)
        for access in await seats.access(matches):
            look = await matches.view(access)
            if look.question is not None:
                picks = answer_to(access, look.question)
                reply = await matches.submit(access, look.question.number, picks, "k")
                assert reply.refused is not None
                assert reply.refused.refusal is Refusal.MATCH_FROZEN
                break
        await write(matches, session, RULED)
        assert look.question is not None
        assert (await matches.submit(access, look.question.number, picks, "k")).refused is None


def is_audit(records: Sequence[Record]) -> bool:
    return any([isinstance(record, AuditAppended) for record in records])


async def test_what_could_not_be_stored_did_not_happen() -> None:
    """The audit log in memory is never ahead of the disk: the next step is still the first one."""
    store = FailingStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        session = await matches.sessions.get(seats.match)
        store.fails = is_audit
        with pytest.raises(StoreFull):
            await write(matches, session, FREEZES)
        assert not session.is_frozen
        assert not session.audit_log.state.cases
        store.fails = lambda records: False
        await write(matches, session, FREEZES)
        assert session.is_frozen
        fork = ForkPlan(session.charter, (await matches.auditing.entries(session))[1:], 1, "case 1")
        ruling = CaseRuled(1, "overturned", "So.", (RULE,), Rewind(1), precedent=False, cites=0)
        store.fails = lambda records: any([isinstance(each, MatchClosed) for each in records])
        with pytest.raises(StoreFull):
            async with matches.auditing.step(session), matches.auditing.halted(session):
                await matches.auditing.fork(session, fork, ruling)
        assert session.status == "open"
        assert session.is_frozen
        assert session.audit_log.state.cases[1].state == "open"
        assert len(store.matches()) == 1
        store.fails = lambda records: False
        async with matches.auditing.step(session), matches.auditing.halted(session):
            match = await matches.auditing.fork(session, fork, ruling)
        assert session.audit_log.state.successor is not None
        assert session.audit_log.state.successor.match == match
        assert [row.status for row in store.matches()] == ["superseded", "open"]
        assert (await matches.authenticate(match, seats.tokens[0])).seat == 0


async def test_a_step_that_is_refused_writes_nothing() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        session = await matches.sessions.get(seats.match)
        with pytest.raises(CaseError, match="There is no case 1"):
            await write(matches, session, RULED)
        with pytest.raises(CaseError, match="There is no case 1"):
            await matches.auditing.check(session, RULED)
        assert store.audit(seats.match) == []
