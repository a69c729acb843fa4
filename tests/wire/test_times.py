"""Times and durations in messages, and the clock of a question on the wire."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration

from referee.server.clocks import ClockReading
from referee.wire.clock_messages import clock_message
from referee.wire.times import duration, milliseconds, timestamp
from referee_api.v1 import referee_pb2 as api
from referee_client.bots.random import RandomBot
from tests.wire.serving import Table, answer_to, asked, open_table, play_on, referee

HOUR = Duration(seconds=3600)


def test_a_clock_as_a_message() -> None:
    message = clock_message(ClockReading(1_800_000_002_500, 2_499, 1_800_000_000_001))
    assert message is not None
    assert milliseconds(message.deadline) == 1_800_000_002_500
    assert message.time_left == duration(2.499)
    assert message.server_time == timestamp(1_800_000_000_001)
    assert clock_message(None) is None


async def first_of(stub: Any, table: Table, seat: int, after: int = 0) -> api.WatchResponse:
    """Return the first messages of a Watch stream, merged up to the last frame that there is now."""
    about: dict[str, Any] = {"match_id": table.match, "token": table.tokens[seat] if seat >= 0 else ""}
    newest = (await stub.GetView(api.GetViewRequest(**about))).frame
    call = stub.Watch(api.WatchRequest(**about, after=after))
    merged = api.WatchResponse()
    while not merged.match.id or len(merged.frames) < newest - after:
        merged.MergeFrom(await call.read())
    call.cancel()
    return merged


async def attached(stub: Any, table: Table, seat: int, after: int) -> api.Attached:
    """Attach a seat to a new Play stream."""
    call = stub.Play()
    attach = api.Attach(handle=1, match_id=table.match, token=table.tokens[seat], after=after)
    await call.write(api.PlayRequest(attach=[attach]))
    response = await call.read()
    call.cancel()
    found: api.Attached = response.attached[0]
    return found


async def test_every_way_to_see_a_question_has_the_same_deadline() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, time_per_decision=HOUR, spectators=True)
        await play_on(stub, table, 5)
        seat, question = await asked(stub, table)
        view = await stub.GetView(api.GetViewRequest(match_id=table.match, token=table.tokens[seat]))
        watched = await first_of(stub, table, seat)
        with_clock = [frame for frame in watched.frames if frame.HasField("clock")]
        assert [frame.question.number for frame in with_clock] == [question.number], "only the open one"
        resumed = await first_of(stub, table, seat, after=view.frame)
        assert not resumed.frames
        on_play = await attached(stub, table, seat, after=view.frame)
        found = [view.clock, with_clock[0].clock, watched.clock, resumed.clock, on_play.clock]
        assert len({milliseconds(clock.deadline) for clock in found}) == 1
        for clock in found:
            left = milliseconds(clock.deadline) - milliseconds(clock.server_time)
            assert clock.time_left.ToMilliseconds() == left
            assert 3_500_000 < left <= 3_600_000


async def test_only_the_seat_that_is_asked_is_told_a_clock() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, time_per_decision=HOUR, spectators=True)
        await play_on(stub, table, 5)
        seat, _ = await asked(stub, table)
        for other in (1 - seat, -1):
            watched = await first_of(stub, table, other)
            assert not watched.HasField("clock")
            assert [frame for frame in watched.frames if frame.HasField("clock")] == []
        assert not (await attached(stub, table, 1 - seat, 0)).HasField("clock")
        token = table.tokens[1 - seat]
        view = await stub.GetView(api.GetViewRequest(match_id=table.match, token=token))
        assert not view.HasField("clock")


@pytest.mark.parametrize("limit", [None, HOUR])
async def test_the_next_question_comes_with_a_new_clock_on_an_open_stream(limit: Duration | None) -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, time_per_decision=limit)
        bot = RandomBot("x")
        clocks: list[int] = []
        seat, _ = await asked(stub, table)
        call = stub.Watch(api.WatchRequest(match_id=table.match, token=table.tokens[seat]))
        while len(clocks) < 3:
            for frame in (await call.read()).frames:
                assert frame.HasField("clock") == (frame.HasField("question") and limit is not None)
                if frame.HasField("question"):
                    clocks.append(milliseconds(frame.clock.deadline))
                    await stub.Submit(answer_to(table, seat, frame.question, bot))
            await play_others(stub, table, seat)
        call.cancel()
        assert clocks == sorted(clocks)


async def play_others(stub: Any, table: Table, seat: int) -> None:
    """Answer for the other seat until this one is asked again."""
    bot = RandomBot("others")
    while True:
        who, question = await asked(stub, table)
        if who == seat:
            return
        await stub.Submit(answer_to(table, who, question, bot))


async def test_a_time_out_is_told_with_the_frame_that_it_led_to() -> None:
    """To everyone, because the table waited for that seat alone; also to those who read the match later."""
    async with referee() as (server, _, stub):
        table = await open_table(stub, spectators=True)
        await play_on(stub, table, 5)
        seat, _ = await asked(stub, table)
        before = await first_of(stub, table, -1)
        call = stub.Watch(api.WatchRequest(match_id=table.match, after=len(before.frames)))
        sessions = server._service._matches.sessions
        sessions._writer.time_out(sessions.cache[table.match], seat)
        live = api.WatchResponse()
        while not live.frames:
            live.MergeFrom(await call.read())
        call.cancel()
        assert not before.time_outs
        assert [list(each.seats) for each in live.time_outs] == [[seat]]
        assert live.time_outs[0].frame == live.frames[0].number
        await play_on(stub, table, 40)
        for viewer in (-1, 0, 1):
            (later,) = (await first_of(stub, table, viewer)).time_outs
            assert list(later.seats) == [seat]
            if viewer == -1:
                assert later == live.time_outs[0]
