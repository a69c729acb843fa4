"""Bursts: a thousand calls at once on one connection all succeed, and thousands on several."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import grpc
import pytest

from referee.wire.wire_limits import WireLimits
from referee_api.v1 import referee_pb2 as api
from tests.wire.serving import SERVICE, Table, asked, open_table, referee


@pytest.mark.parametrize("calls", [90, 300, 1000])
async def test_calls_at_once_on_one_connection_all_succeed(calls: int) -> None:
    """GRPC refuses calls above the maximum number of concurrent streams, so it must be well above any burst."""
    async with referee() as (_, _, stub):
        request = api.CreateMatchRequest(game="abyss", seat_count=2)
        created = await asyncio.gather(*[stub.CreateMatch(request) for _ in range(calls)])
        assert len({each.match.id for each in created}) == calls


@pytest.mark.parametrize(
    ("limits", "some_are_cancelled"),
    [
        (WireLimits(), False),
        # The default of gRPC, with which the players of 1,024 matches could not open their streams together.
        (WireLimits(waiting_calls=1000), True),
        (WireLimits(waiting_seconds=0), True),
    ],
)
async def test_calls_wait_until_the_event_loop_accepts_them(
    limits: WireLimits, some_are_cancelled: bool
) -> None:
    """GRPC ends calls that wait too long, or behind too many others, with a status that says nothing."""
    async with referee(limits=limits) as (server, _, _), AsyncExitStack() as stack:
        own_connection = [("grpc.use_local_subchannel_pool", 1)]
        channels = [
            await stack.enter_async_context(grpc.aio.insecure_channel(server.address, own_connection))
            for _ in range(4)
        ]
        await asyncio.gather(*[channel.channel_ready() for channel in channels])
        methods: list[Any] = [channel.unary_unary(f"{SERVICE}/GetKeys") for channel in channels]
        calls = [method(b"") for method in methods for _ in range(600)]
        codes = Counter([await call.code() for call in calls])
        assert set(codes) <= {grpc.StatusCode.OK, grpc.StatusCode.CANCELLED}
        assert (codes[grpc.StatusCode.CANCELLED] > 0) is some_are_cancelled


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


async def test_play_and_watch_streams_and_answers_burst_together() -> None:
    """Of a thousand concurrent calls on one connection, a third play, a third watch, and a third answer."""
    async with referee() as (_, _, stub):
        tables = [await open_table(stub, spectators=True) for _ in range(20)]
        watching = [stub.Watch(api.WatchRequest(match_id=table.match)) for table in tables for _ in range(16)]
        playing = [play_seat(stub, table, seat) for table in tables for seat in range(2) for _ in range(8)]
        found = await asyncio.gather(*[call.read() for call in watching + playing])
        assert [each for each in found if each is grpc.aio.EOF] == []
        questions = [(table, *await asked(stub, table)) for table in tables]
        answers = [answer(stub, *each, number) for each in questions for number in range(16)]
        verdicts = await asyncio.gather(*answers)
        assert sum(verdicts) == len(tables), "one answer to each match is accepted"
        for call in watching + playing:
            call.cancel()


def play_seat(stub: Any, table: Table, seat: int) -> Any:
    attach = api.Attach(handle=1, match_id=table.match, token=table.tokens[seat])
    return stub.Play(endless(api.PlayRequest(attach=[attach])))


async def endless(request: api.PlayRequest) -> AsyncIterator[api.PlayRequest]:
    """Send a request, and leave the stream open."""
    yield request
    await asyncio.Event().wait()


async def answer(stub: Any, table: Table, seat: int, question: api.Question, number: int) -> bool:
    """Answer a question that others answer at the same time; only the first of them succeeds."""
    request = api.SubmitRequest(
        match_id=table.match,
        token=table.tokens[seat],
        question=question.number,
        answer=api.Answer(picks=question.default_picks),
        request_id=f"{number}",
    )
    return bool((await stub.Submit(request)).HasField("accepted"))
