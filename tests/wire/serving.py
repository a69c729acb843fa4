"""A referee on a free port with a client, and matches played over it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import grpc
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status

from referee.audit.problems import CaseProblem
from referee.disputes.cases.dispute_service import DISPUTES
from referee.log.memory import MemoryStore
from referee.log.store import Store
from referee.proof.keys import RefereeKeys
from referee.server.jobs import Jobs
from referee.server.quotas import Quotas
from referee.server.settings import SessionLimits
from referee.wire.grpc_server import Server, serving
from referee.wire.statuses import DOMAIN, TRAILER, Reason
from referee.wire.wire_limits import WireLimits
from referee_api.v1 import referee_pb2 as api
from referee_api.v1 import referee_pb2_grpc as rpc
from referee_client.bots.random import RandomBot

SERVICE = "/referee.api.v1.Referee"


class Referee(NamedTuple):
    """A listening referee, and a client of it."""

    server: Server
    channel: grpc.aio.Channel
    stub: Any


@asynccontextmanager
async def referee(
    store: Store | None = None,
    *,
    limits: WireLimits = WireLimits(),  # noqa: B008
    session_limits: SessionLimits = SessionLimits(),  # noqa: B008
    keys: RefereeKeys | None = None,
    jobs: Jobs | None = None,
    quotas: Quotas | None = None,
    grace: float = 2.0,
) -> AsyncIterator[Referee]:
    held = store or MemoryStore()
    async with (
        serving(
            held,
            limits=limits,
            session_limits=session_limits,
            keys=keys,
            jobs=jobs,
            quotas=quotas,
            grace=grace,
            extra_services=(DISPUTES,),
        ) as server,
        connected(server.address) as found,
    ):
        yield Referee(server, *found)


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[tuple[grpc.aio.Channel, Any]]:
    async with grpc.aio.insecure_channel(address) as channel:
        yield channel, rpc.RefereeStub(channel)  # type: ignore[no-untyped-call]


class Table(NamedTuple):
    """A match with all its tokens."""

    match: str
    tokens: list[str]
    arbiter: str


async def open_table(stub: Any, *, seats: int = 2, taken: int | None = None, **about: Any) -> Table:
    """Open a match and take its seats, or only some of them."""
    given: dict[str, Any] = {"game": "abyss", "seed": "tests of the wire", "unrefereed": True, **about}
    request = api.CreateMatchRequest(seat_count=seats, **given)
    created = await stub.CreateMatch(request)
    tokens = []
    for seat in range(seats if taken is None else taken):
        joined = await stub.JoinSeat(
            api.JoinSeatRequest(match_id=created.match.id, seat=seat, name=f"bot {seat}")
        )
        tokens.append(joined.token)
    return Table(created.match.id, tokens, created.token)


async def watch(
    stub: Any, table: Table, token: str = "", after: int = 0, with_view: bool = False
) -> AsyncIterator[api.Frame]:
    """Yield the frames of a match one by one, without the receipts, whose signatures cover the match id."""
    request = api.WatchRequest(match_id=table.match, token=token, after=after, with_view=with_view)
    async for response in stub.Watch(request):
        for frame in response.frames:
            frame.ClearField("receipt")
            yield frame


async def play_by_watch(stub: Any, table: Table, seat: int, most: int = 10**9) -> list[api.Frame]:
    """Play a seat with Watch and Submit, up to a number of answers or to the end; return its frames."""
    bot = RandomBot(f"{seat}")
    frames = []
    newest = (await stub.GetView(api.GetViewRequest(match_id=table.match, token=table.tokens[seat]))).frame
    async for frame in watch(stub, table, table.tokens[seat]):
        frames.append(frame)
        if frame.HasField("question") and frame.number >= newest:
            if not most:
                break
            most -= 1
            response = await stub.Submit(answer_to(table, seat, frame.question, bot))
            assert response.HasField("accepted"), response
    return frames


def answer_to(table: Table, seat: int, question: api.Question, bot: RandomBot) -> api.SubmitRequest:
    return api.SubmitRequest(
        match_id=table.match,
        token=table.tokens[seat],
        question=question.number,
        answer=api.Answer(picks=bot.decide(None, question)),
        request_id=f"question-{question.number}",
    )


async def play_on(stub: Any, table: Table, decisions: int) -> None:
    """Answer a number of questions, whichever seats are asked."""
    bot = RandomBot(table.match)
    for _ in range(decisions):
        seat, question = await asked(stub, table)
        response = await stub.Submit(answer_to(table, seat, question, bot))
        assert response.HasField("accepted"), response


async def asked(stub: Any, table: Table) -> tuple[int, api.Question]:
    """Return a seat that is asked something."""
    for seat, token in enumerate(table.tokens):
        found = await stub.GetView(api.GetViewRequest(match_id=table.match, token=token))
        if found.HasField("question"):
            return seat, found.question
    raise AssertionError("nobody is asked")


async def last_of(call: Any) -> Any:
    """Return the last message of a stream: the result, after the progress."""
    return [message async for message in call][-1]


async def status_of(call: Any) -> tuple[grpc.StatusCode, str]:
    """Return how a call fails, which must not succeed; it may be unary or a stream. Its details must agree."""
    status = await details_of(call)
    return next(code for code in grpc.StatusCode if code.value[0] == status.code), status.message


async def details_of(call: Any) -> Any:
    """Return the google.rpc.Status with which a call fails, or one without details if gRPC itself refused it."""
    try:
        if not hasattr(call, "read"):
            raise AssertionError(f"the call succeeded: {await call}")
        while await call.read() is not grpc.aio.EOF:
            pass
    except grpc.aio.AioRpcError as error:
        code, text, trailers = error.code(), error.details() or "", error.trailing_metadata()
    else:
        code, text, trailers = await call.code(), await call.details(), await call.trailing_metadata()
    assert code != grpc.StatusCode.OK, "the call succeeded"
    number: int = code.value[0]
    encoded = dict(trailers or ()).get(TRAILER)
    if encoded is None:
        return Status(code=number, message=text)
    status = Status.FromString(encoded)
    assert (status.code, status.message) == (number, text)
    assert reason_of(status) in {*Reason.__members__, *CaseProblem.__members__}
    return status


def reason_of(status: Any) -> str:
    """Return the reason in the details of a status."""
    info = ErrorInfo()
    assert [detail for detail in status.details if detail.Unpack(info)], "a status without a reason"
    assert info.domain == DOMAIN
    return str(info.reason)
