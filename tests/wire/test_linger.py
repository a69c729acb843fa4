"""News that nobody waits for lingers, longer on a busy server; what somebody waits for does not."""

from __future__ import annotations

import asyncio
import time

import pytest

from referee.wire import linger
from referee.wire.linger import LEAST_SECONDS, MOST_SECONDS, Linger
from referee.wire.open_streams import OpenStreams
from referee_api.v1 import referee_pb2 as api
from tests.wire.serving import asked, open_table, referee


async def test_news_linger_until_something_urgent_comes_or_a_moment_has_passed() -> None:
    sent: list[bytes] = []

    async def write(message: bytes) -> None:
        sent.append(message)

    streams = OpenStreams(age_seconds=60, patience_seconds=60)
    loop = asyncio.get_running_loop()
    with streams.open(write) as stream:
        began = loop.time()
        stream.wake_soon()
        assert not stream.is_due
        await stream.wait()
        assert stream.is_due
        assert loop.time() - began > LEAST_SECONDS * 0.9
        await stream.send(b"news")
        stream.wake_soon()
        stream.wake()
        assert stream.is_due
        await stream.send(b"news and a question")
        assert not stream.is_due
        # The batch has been sent, so nothing is due when its moment has passed.
        await asyncio.sleep(MOST_SECONDS * 1.5)
        assert not stream.is_due
    await streams.close()
    assert sent == [b"news", b"news and a question"]


@pytest.mark.parametrize(("worked", "least"), [(0.0, LEAST_SECONDS), (1000.0, MOST_SECONDS)])
async def test_the_busier_the_longer(monkeypatch: pytest.MonkeyPatch, worked: float, least: float) -> None:
    loop = asyncio.get_running_loop()
    planned: list[float] = []
    call_later = loop.call_later

    def noted(delay: float, *callback: object) -> asyncio.TimerHandle:
        planned.append(delay)
        return call_later(0, *callback)  # type: ignore[arg-type]

    begun = time.thread_time()
    monkeypatch.setattr(time, "thread_time", lambda: begun)
    lingering, woken = Linger(), asyncio.Event()
    monkeypatch.setattr(time, "thread_time", lambda: begun + worked)
    monkeypatch.setattr(loop, "call_later", noted)
    lingering.add(woken.set)
    lingering.add(lambda: None)
    await woken.wait()
    assert planned == [least]


async def test_acknowledgement_does_not_linger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linger, "LEAST_SECONDS", 600.0)
    monkeypatch.setattr(linger, "MOST_SECONDS", 600.0)
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        seat, question = await asked(stub, table)
        call = stub.Play()
        attach = api.Attach(handle=1, match_id=table.match, token=table.tokens[seat])
        await call.write(api.PlayRequest(attach=[attach]))
        asked_now = seat
        while asked_now == seat:
            intent = api.Intent(handle=1, question=question.number)
            intent.answer.picks.extend(question.default_picks)
            await call.write(api.PlayRequest(intents=[intent]))
            replied = False
            while not replied:
                response = await asyncio.wait_for(call.read(), 60)
                replied = any(reply.HasField("accepted") for reply in response.replies)
            asked_now, question = await asked(stub, table)
        call.cancel()
