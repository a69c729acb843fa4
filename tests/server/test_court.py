"""The court of the desk: a frozen match stands still, and what is not stored did not happen."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from referee.audit.checks import CaseError
from referee.audit.entries import CaseOpened, CaseRuled, Rewind, Stands
from referee.kernel.refusals import Refusal
from referee.log.records import AuditAppended, MatchClosed, Record
from referee.log.store import StoreFull
from referee.server.court import Fork
from referee.server.desk import Desk
from referee.server.orders import Order
from referee.server.rooms import Policy, Room
from tests.match import toy
from tests.server.desks import FailingStore, Seats, answer_to, desk_on, pass_time, settle_down, take_seats

CHARTER = toy.charter(3, "court", rounds="4")
RULE = next(iter(toy.settle(CHARTER).book.rules))
FREEZES = CaseOpened(1, "arbiter", 1, RULE, "No.", freeze=True)
RULED = CaseRuled(1, "upheld", "So.", (RULE,), Stands(), precedent=False, cites=0)


async def write(desk: Desk, room: Room, body: CaseOpened | CaseRuled) -> None:
    async with desk.court.session(room):
        await desk.court.write(room, body)


async def answered(desk: Desk, seats: Seats) -> int:
    """How many answers the match has."""
    return len(await desk.court.entries(await desk.room(seats.match))) - 2


async def test_no_clock_runs_while_a_match_is_frozen() -> None:
    """Freeze: no default is taken, however long it lasts; afterwards everyone has the whole time again."""
    store = FailingStore()
    async with desk_on(store) as desk:
        seats = await take_seats(desk, CHARTER, Policy(seconds_per_decision=20))
        room = await desk.room(seats.match)
        await write(desk, room, FREEZES)
        for _ in range(3):
            await pass_time(30)
            await asyncio.sleep(1.1)
        assert await answered(desk, seats) == 0
    async with desk_on(store) as desk:
        room = await desk.room(seats.match)
        assert room.is_frozen
        assert not room.deadlines
        await pass_time(30)
        await asyncio.sleep(1.1)
        assert await answered(desk, seats) == 0
        await write(desk, room, RULED)
        assert room.deadlines
        assert await answered(desk, seats) == 0
        await pass_time(30)
        await asyncio.sleep(1.1)
        await settle_down()
        assert await answered(desk, seats) > 0


async def test_no_order_is_obeyed_while_a_match_is_frozen() -> None:
    async with desk_on(FailingStore()) as desk:
        seats = await take_seats(desk, CHARTER)
        room = await desk.room(seats.match)
        await write(desk, room, FREEZES)
        for access in await seats.access(desk):
            await desk.set_orders(access, [Order("*", "default")])
        await settle_down()
        assert await answered(desk, seats) == 0
        await write(desk, room, RULED)
        await settle_down()
        assert await answered(desk, seats) > 0


async def test_an_answer_to_a_frozen_match_is_taken_later_under_the_same_key() -> None:
    async with desk_on(FailingStore()) as desk:
        seats = await take_seats(desk, CHARTER)
        room = await desk.room(seats.match)
        await write(desk, room, FREEZES)
        for access in await seats.access(desk):
            look = await desk.look(access)
            if look.question is not None:
                picks = answer_to(access, look.question)
                reply = await desk.submit(access, look.question.number, picks, "k")
                assert reply.refused is not None
                assert reply.refused.refusal is Refusal.MATCH_FROZEN
                break
        await write(desk, room, RULED)
        assert look.question is not None
        assert (await desk.submit(access, look.question.number, picks, "k")).refused is None


def is_audit(records: Sequence[Record]) -> bool:
    return any([isinstance(record, AuditAppended) for record in records])


async def test_what_could_not_be_stored_did_not_happen() -> None:
    """The ledger in memory is never ahead of the disk: the next step is the first one still."""
    store = FailingStore()
    async with desk_on(store) as desk:
        seats = await take_seats(desk, CHARTER)
        room = await desk.room(seats.match)
        store.fails = is_audit
        with pytest.raises(StoreFull):
            await write(desk, room, FREEZES)
        assert not room.is_frozen
        assert not room.ledger.docket.cases
        store.fails = lambda records: False
        await write(desk, room, FREEZES)
        assert room.is_frozen
        fork = Fork(room.charter, (await desk.court.entries(room))[1:], 1, "case 1")
        ruling = CaseRuled(1, "overturned", "So.", (RULE,), Rewind(1), precedent=False, cites=0)
        store.fails = lambda records: any([isinstance(each, MatchClosed) for each in records])
        with pytest.raises(StoreFull):
            async with desk.court.session(room), desk.court.halted(room):
                await desk.court.fork(room, fork, ruling)
        assert room.status == "open"
        assert room.is_frozen
        assert room.ledger.docket.cases[1].state == "open"
        assert len(store.matches()) == 1
        store.fails = lambda records: False
        async with desk.court.session(room), desk.court.halted(room):
            match = await desk.court.fork(room, fork, ruling)
        assert room.ledger.docket.successor is not None
        assert room.ledger.docket.successor.match == match
        assert [row.status for row in store.matches()] == ["superseded", "open"]
        assert (await desk.authenticate(match, seats.tokens[0])).seat == 0


async def test_a_step_that_is_refused_writes_nothing() -> None:
    store = FailingStore()
    async with desk_on(store) as desk:
        seats = await take_seats(desk, CHARTER)
        room = await desk.room(seats.match)
        with pytest.raises(CaseError, match="There is no case 1"):
            await write(desk, room, RULED)
        with pytest.raises(CaseError, match="There is no case 1"):
            await desk.court.check(room, RULED)
        assert store.audit(seats.match) == []
