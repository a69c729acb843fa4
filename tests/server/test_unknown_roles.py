"""A role or status that is not known gives no access: everything is allowed by a list, nothing by default."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from referee.log.memory import MemoryStore
from referee.log.store import StoreDamaged
from referee.server.access import Access, NoAccess
from referee.server.errors import NotOpenYet
from referee.server.matches import Matches
from tests.match import toy
from tests.server.running import Seats, matches_on, settle_down, take_seats

CHARTER = toy.charter(2, "roles", rounds="2")
UNKNOWN: Any = "umpire"


async def test_a_role_that_is_not_known_sees_and_does_nothing() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        stranger = Access(seats.match, UNKNOWN, 0)
        session = matches.sessions.cache[seats.match]
        for attempt in (
            lambda: matches.records.check_open(session, stranger),
            lambda: matches.records.replay(stranger),
            lambda: matches.records.verify(stranger),
            lambda: matches.view(stranger),
            lambda: matches.frames(stranger),
            lambda: matches.receipt(stranger),
            lambda: matches.subscribe(stranger, 0, lambda: None),
            lambda: matches.submit(stranger, 1, (0,)),
            lambda: matches.check(stranger, 1, (0,)),
            lambda: matches.orders(stranger),
        ):
            with pytest.raises(NoAccess):
                await attempt()


async def test_a_token_with_a_role_that_is_not_known_is_not_admitted() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        session = matches.sessions.cache[seats.match]
        (taken, *_) = matches.sessions._store.seats(seats.match)
        session.admit(msgspec.structs.replace(taken, role=UNKNOWN, token_hash=b"u" * 32))
        assert b"u" * 32 not in session.tokens


@pytest.mark.parametrize("status", ["opem", "", "ENDED"])
async def test_a_status_that_is_not_known_opens_no_record(status: Any) -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        matches.sessions.cache[seats.match].status = status
        with pytest.raises(NotOpenYet):
            await matches.records.replay((await seats.access(matches))[0])


async def loaded_again(store: MemoryStore, seats: Seats) -> Matches:
    """Read a match as a server does that has just started."""
    async with matches_on(store) as matches:
        await matches.enter(seats.match, seats.tokens[0])
        return matches


async def test_a_damaged_row_is_named_and_the_match_stays_shut() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        await settle_down()
    await loaded_again(store, seats)
    row = store._matches[seats.match]
    for change in ({"status": "ended"}, {"status": "opeo"}, {"policy": b'{"spectators":false}'}):
        store._matches[seats.match] = msgspec.structs.replace(row, **change)
        with pytest.raises(StoreDamaged, match=seats.match):
            await loaded_again(store, seats)
    store._matches[seats.match] = row
    taken, hash_ = store._seats[seats.match][1]
    store._seats[seats.match][1] = (msgspec.structs.replace(taken, role="arbiter"), hash_)
    with pytest.raises(StoreDamaged, match=seats.match):
        await loaded_again(store, seats)
