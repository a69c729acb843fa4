"""Expiry: matches that nobody fills are cancelled, and no others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.audit.chain import read_own
from referee.audit.entries import MatchCancelled
from referee.log.memory import MemoryStore
from referee.server.clocks import now_ms
from referee.server.errors import SeatNotFree
from referee.server.expiry import Expiry
from referee.server.matches import Matches
from referee.server.settings import Policy
from tests.match import toy
from tests.server.running import FailingStore, Faults, matches_on, pass_time, play_on, settle_down, take_seats

CHARTER = toy.charter(2, "expiry", rounds="1")
DAY = 24 * 60 * 60


async def sweep(matches: Matches, store: MemoryStore, later: int) -> None:
    """Look through the matches a number of seconds later."""
    now: Callable[[], int] = lambda: now_ms() + later * 1000  # noqa: E731 - short
    expiry = Expiry(store, matches.sessions, matches.officials, matches.quotas, matches._report, now=now)
    try:
        await expiry.sweep()
    finally:
        await expiry.close()


async def test_a_match_that_nobody_fills_is_cancelled_after_a_day() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        created = await matches.create(CHARTER)
        await matches.join(created.match_id, None, "early")
        await sweep(matches, store, DAY - 10)
        assert (await matches.describe(created.match_id)).state == "waiting"
        await sweep(matches, store, DAY + 10)
        about = await matches.describe(created.match_id)
        reason = "not every seat was taken within 86400 seconds"
        assert (about.state, about.closing_note) == ("cancelled", reason)
        (record,) = store.audit(created.match_id)
        assert read_own(record.note.decode()).body == MatchCancelled("server", reason)
        with pytest.raises(SeatNotFree):
            await matches.join(created.match_id, None, "late")
        await sweep(matches, store, 9 * DAY)


async def test_a_match_that_has_begun_or_has_no_limit_goes_on() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        patient = await matches.create(CHARTER, Policy(seconds_to_fill=0))
        hasty = await matches.create(CHARTER, Policy(seconds_to_fill=60))
        await sweep(matches, store, 100)
        assert [row.status for row in store.matches()] == ["open", "open", "cancelled"]
        await sweep(matches, store, 100 * DAY)
        assert (await matches.describe(patient.match_id)).state == "waiting"
        assert (await matches.describe(hasty.match_id)).state == "cancelled"
        assert await play_on(matches, seats, "goes on") > 0


async def test_a_match_that_left_the_memory_is_cancelled_too() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        created = await matches.create(CHARTER)
    async with matches_on(store) as matches:
        assert matches.sessions.cache == {}
        await sweep(matches, store, 2 * DAY)
        assert (await matches.describe(created.match_id)).state == "cancelled"


async def test_the_server_looks_once_a_minute_and_survives_a_fault() -> None:
    store, faults = FailingStore(), Faults()
    async with matches_on(store, faults=faults) as matches:
        created = await matches.create(CHARTER, Policy(seconds_to_fill=1))
        matches.expiry._now = lambda: now_ms() + 5000
        store.fails = lambda records: True
        await pass_time(61)
        await settle_down()
        assert [match for match, _ in faults] == [created.match_id]
        store.fails = lambda records: False
        await pass_time(61)
        await settle_down()
        assert (await matches.describe(created.match_id)).state == "cancelled"
