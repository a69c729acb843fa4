"""One client that asks for as much as it can: every way in which a single caller could slow a server down.

    python -m tests.wire.floods ADDRESS KEY NAME SECONDS

The client has an API key of its own, as an organiser has. It prints `ready` when it begins, and the number of calls
and refusals at the end. It runs with less priority than the server, as if it were on another machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import grpc

from referee_api.v1 import disputes_pb2 as disputes
from referee_api.v1 import referee_pb2 as api
from referee_api.v1.disputes_pb2_grpc import DisputesStub
from referee_api.v1.referee_pb2_grpc import RefereeStub
from referee_client import aio, bots
from referee_client.key_metadata import with_api_key

AT_ONCE = 16
"""Number of calls in progress at a time."""
NICENESS = 10
EMPTY_ORDERS = api.PlayRequest(orders=[api.SeatOrders()] * 30_000).SerializeToString()
EMPTY_INTENTS = api.PlayRequest(intents=[api.Intent()] * 30_000).SerializeToString()


class Target(NamedTuple):
    """A server, and the matches of the client on it."""

    referee: Any
    disputes: Any
    play: Any
    """Play with messages that are encoded already."""
    finished: str
    token: str
    """Token of the arbiter of the finished match."""
    running: str
    seat_token: str

    @property
    def about(self) -> dict[str, Any]:
        """The finished match, in the name of its arbiter."""
        return {"match_id": self.finished, "token": self.token}

    @property
    def seat(self) -> dict[str, Any]:
        """The running match, in the name of a seat."""
        return {"match_id": self.running, "token": self.seat_token}


async def _read_all(call: Any) -> None:
    async for _ in call:
        pass


async def _play(target: Target, message: bytes) -> None:
    call = target.play()
    await call.write(message)
    await call.done_writing()
    await _read_all(call)


async def _empty_orders(target: Target) -> None:
    await _play(target, EMPTY_ORDERS)


async def _empty_intents(target: Target) -> None:
    await _play(target, EMPTY_INTENTS)


async def _thousand_attaches(target: Target) -> None:
    attach = [api.Attach(handle=handle, match_id=target.running) for handle in range(1_000)]
    await _play(target, api.PlayRequest(attach=attach).SerializeToString())


async def _watch_finished(target: Target) -> None:
    await _read_all(target.referee.Watch(api.WatchRequest(match_id=target.finished)))


async def _create(target: Target) -> None:
    await target.referee.CreateMatch(api.CreateMatchRequest(game="unfathomable", seat_count=6))


async def _verify(target: Target) -> None:
    await _read_all(target.referee.Verify(api.VerifyRequest(**target.about)))


async def _try_reading(target: Target) -> None:
    rulings = {"pearls.visibility": "cupped"}
    await _read_all(target.disputes.TryReading(disputes.TryReadingRequest(**target.about, rulings=rulings)))


async def _get_replay(target: Target) -> None:
    await _read_all(target.referee.GetReplay(api.GetReplayRequest(**target.about)))


async def _export(target: Target) -> None:
    await _read_all(target.disputes.Export(disputes.ExportRequest(**target.about)))


async def _get_view(target: Target) -> None:
    await target.referee.GetView(api.GetViewRequest(**target.about))


async def _check_intent(target: Target) -> None:
    await target.referee.CheckIntent(api.CheckIntentRequest(**target.seat, question=1))


async def _explain(target: Target) -> None:
    fact = disputes.FactPlace(fact=100)
    await target.disputes.Explain(disputes.ExplainRequest(**target.about, fact=fact))


async def _explain_refusal(target: Target) -> None:
    refused = disputes.RefusedAnswer(question=1)
    await target.disputes.Explain(disputes.ExplainRequest(**target.seat, refused=refused))


async def _autoplay(target: Target) -> None:
    created = await target.referee.CreateMatch(api.CreateMatchRequest(game="abyss", seat_count=2))
    match = created.match.id
    orders = [api.Order(questions="*", answer=api.ORDER_ANSWER_DEFAULT)]
    for _ in range(2):
        joined = await target.referee.JoinSeat(api.JoinSeatRequest(match_id=match))
        await target.referee.SetOrders(
            api.SetOrdersRequest(match_id=match, token=joined.token, orders=orders)
        )


FLOODS: dict[str, Callable[[Target], Awaitable[None]]] = {
    "empty orders": _empty_orders,
    "empty intents": _empty_intents,
    "1,000 attaches": _thousand_attaches,
    "Watch, finished": _watch_finished,
    "CreateMatch": _create,
    "Verify": _verify,
    "TryReading": _try_reading,
    "GetReplay": _get_replay,
    "Export": _export,
    "GetView": _get_view,
    "CheckIntent": _check_intent,
    "Explain": _explain,
    "Explain, refusal": _explain_refusal,
    "autoplay": _autoplay,
}


@asynccontextmanager
async def _target(address: str, key: str) -> AsyncIterator[Target]:
    """Play one match to its end, begin another, and connect."""
    async with aio.connect(address, api_key=key) as client:
        finished = await client.create_match("abyss", 2, unrefereed=True, spectators=True)
        seats = [await client.join_seat(finished.match.id) for _ in range(2)]
        await client.play({seat: bots.bot("random", "abyss", seed="1") for seat in seats})
        running = await client.create_match("abyss", 2, unrefereed=True, spectators=True)
        seated = [await client.join_seat(running.match.id) for _ in range(2)]
        channel = grpc.aio.insecure_channel(address, interceptors=with_api_key(key))
        async with channel:
            yield Target(
                RefereeStub(channel),  # type: ignore[no-untyped-call]
                DisputesStub(channel),  # type: ignore[no-untyped-call]
                channel.stream_stream("/referee.api.v1.Referee/Play"),
                finished.match.id,
                finished.token,
                running.match.id,
                seated[0].token,
            )


async def flood(address: str, key: str, name: str, seconds: float) -> None:
    """Flood a server for some seconds."""
    counts = {"done": 0, "refused": 0}
    until = 0.0

    async def repeat(target: Target) -> None:
        while time.monotonic() < until:
            try:
                await FLOODS[name](target)
                counts["done"] += 1
            except grpc.aio.AioRpcError:
                counts["refused"] += 1
            # A client that is refused does not wait, but it does not spin without any network either.
            await asyncio.sleep(0)

    async with _target(address, key) as target:
        print("ready", flush=True)  # noqa: T201 - for the process that started this one
        until = time.monotonic() + seconds
        tasks = [asyncio.create_task(repeat(target)) for _ in range(AT_ONCE)]
        await asyncio.wait(tasks, timeout=seconds + 10)
        for task in tasks:
            task.cancel()
    print(json.dumps(counts), flush=True)  # noqa: T201


if __name__ == "__main__":
    os.nice(NICENESS)
    asyncio.run(flood(sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4])))
