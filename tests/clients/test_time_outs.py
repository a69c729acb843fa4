"""Time-outs on a Watch stream, as the SDK reports them."""

from __future__ import annotations

from collections.abc import AsyncIterator

from referee_api.v1 import referee_pb2 as api
from referee_client import aio

RESPONSES = (
    api.WatchResponse(
        frames=[api.Frame(number=1), api.Frame(number=2)], time_outs=[api.TimeOut(frame=2, seats=[1])]
    ),
    api.WatchResponse(
        frames=[api.Frame(number=3), api.Frame(number=4, outcome=api.Outcome())],
        time_outs=[api.TimeOut(frame=3, seats=[0]), api.TimeOut(frame=4, seats=[0, 2])],
    ),
)


class Stream:
    """A Watch stream with the responses above."""

    async def __aiter__(self) -> AsyncIterator[api.WatchResponse]:
        for response in RESPONSES:
            yield response

    def cancel(self) -> None:
        pass


class Stub:
    """A server that has one such stream."""

    def Watch(self, _: api.WatchRequest) -> Stream:  # noqa: N802
        return Stream()


async def test_a_time_out_is_reported_before_its_frame() -> None:
    heard: list[object] = []
    client = aio.Client("localhost:1")
    await client._channel.close()
    client._stub = Stub()
    async for frame in client.watch("m", on_time_out=lambda each: heard.append(list(each.seats))):
        heard.append(frame.number)  # noqa: PERF401 - the other callback adds to it in between
    assert heard == [1, [1], 2, [0], 3, [0, 2], 4]
