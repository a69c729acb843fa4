"""Bursts: a thousand calls at once on one connection all succeed."""

import asyncio

import pytest

from referee_api.v1 import referee_pb2 as api
from tests.wire.serving import open_table, referee


@pytest.mark.parametrize("calls", [90, 300, 1000])
async def test_calls_at_once_on_one_connection_all_succeed(calls: int) -> None:
    """GRPC refuses calls above the maximum number of concurrent streams, so it must be well above any burst."""
    async with referee() as (_, _, stub):
        request = api.CreateMatchRequest(game="abyss", seat_count=2)
        created = await asyncio.gather(*[stub.CreateMatch(request) for _ in range(calls)])
        assert len({each.match.id for each in created}) == calls


async def test_eighty_watchers_leave_room_for_answers() -> None:
    async with referee() as (_, _, stub):
        tables = [await open_table(stub, spectators=True) for _ in range(8)]
        watching = [stub.Watch(api.WatchRequest(match_id=table.match)) for table in tables for _ in range(10)]
        assert all([(await call.read()).match.id for call in watching])
        views = [
            stub.GetView(api.GetViewRequest(match_id=table.match)) for table in tables for _ in range(40)
        ]
        assert len(await asyncio.gather(*views)) == 320
        for call in watching:
            call.cancel()
