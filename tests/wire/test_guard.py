"""S1 and S3 on the wire: no bytes from a client do harm, and no internal text reaches one."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import grpc
import pytest
import structlog

from referee.log.store import StoreFull
from referee.server.auditing import Auditing
from referee.server.match_records import Records
from referee.server.matches import Matches
from referee.server.quotas import Quotas, QuotaSettings
from referee.server.sessions import Sessions
from referee.server.submitting import IntentWriter
from referee.server.viewing import Viewing
from referee.wire import guard
from referee.wire.statuses import FAULT, MALFORMED, NOT_STORED, TOO_SLOW
from referee.wire.wire_limits import WireLimits
from referee_api.v1 import disputes_pb2 as disputes
from referee_api.v1 import referee_pb2 as api
from tests.wire.serving import SERVICE, Referee, asked, open_table, play_on, referee, status_of

Code = grpc.StatusCode
SECRET = "secret-card-17"

UNARY = ("ListGames", "DescribeGame", "CreateMatch", "JoinSeat", "Submit", "CheckIntent", "GetView")
STREAMED = ("Watch", "GetReplay", "Export")
GARBAGE = b"\x0a\xff\xff\xff\xff\xff"


def raw_call(channel: Any, method: str, *messages: bytes, service: str = SERVICE) -> Any:
    """Call a method with raw bytes."""
    path = f"{service}/{method}"
    if method == "Play":

        async def said() -> Any:
            for message in messages:
                yield message

        return channel.stream_stream(path)(said())
    if method in STREAMED:
        return channel.unary_stream(path)(messages[0])
    return channel.unary_unary(path)(messages[0])


@pytest.mark.parametrize("method", [*UNARY, "Watch", "GetReplay", "Play"])
async def test_garbage_is_an_invalid_argument(method: str) -> None:
    async with referee() as (_, channel, _):
        assert await status_of(raw_call(channel, method, GARBAGE)) == MALFORMED[:2]


@pytest.mark.parametrize("method", [*UNARY, "Watch", "GetReplay", "Play"])
async def test_message_that_is_too_large_is_refused(method: str) -> None:
    async with referee() as (_, channel, _):
        # An unknown field of 64 KiB: nothing is wrong with it but its size.
        large = b"\xfa\x07\x80\x80\x04" + bytes(1 << 16)
        code, _ = await status_of(raw_call(channel, method, large))
        assert code == Code.RESOURCE_EXHAUSTED


async def test_metadata_that_is_too_large_is_refused() -> None:
    async with referee() as (_, _, stub):
        call = stub.ListGames(api.ListGamesRequest(), metadata=(("x", "y" * 20_000),))
        code, _ = await status_of(call)
        assert code == Code.RESOURCE_EXHAUSTED


async def test_unknown_method() -> None:
    async with referee() as service:
        channel: Any = service.channel
        assert (await status_of(channel.unary_unary(f"{SERVICE}/Cheat")(b"")))[0] == Code.UNIMPLEMENTED


async def test_compressed_requests_are_not_unpacked() -> None:
    async with referee() as (_, _, stub):
        call = stub.ListGames(api.ListGamesRequest(), compression=grpc.Compression.Gzip)
        assert (await status_of(call))[0] == Code.UNIMPLEMENTED


# --- unexpected exceptions ---


def requests_to(match: str, token: str) -> dict[str, Any]:
    """Return a request to every method that reaches the server."""
    return {
        "CreateMatch": api.CreateMatchRequest(game="abyss", seat_count=2),
        "JoinSeat": api.JoinSeatRequest(match_id=match),
        "Submit": api.SubmitRequest(match_id=match, token=token, question=1),
        "CheckIntent": api.CheckIntentRequest(match_id=match, token=token, question=1),
        "GetView": api.GetViewRequest(match_id=match, token=token),
        "Verify": api.VerifyRequest(match_id=match, token=token),
        "Watch": api.WatchRequest(match_id=match, token=token, with_view=True),
        "GetReplay": api.GetReplayRequest(match_id=match, token=token),
    }


# What each method needs: each of these is made to fail.
NEEDS: dict[str, list[tuple[type, str]]] = {
    "CreateMatch": [(Matches, "create"), (Matches, "describe")],
    "JoinSeat": [(Matches, "join"), (Sessions, "get")],
    "Submit": [(Matches, "enter"), (IntentWriter, "submit_and_wait")],
    "CheckIntent": [(Matches, "enter"), (Matches, "check")],
    "GetView": [(Matches, "enter"), (Matches, "view")],
    "Verify": [(Matches, "authenticate"), (Records, "verify")],
    "Watch": [(Matches, "enter"), (Matches, "subscribe"), (Viewing, "catch_up"), (Viewing, "_feed")],
    "GetReplay": [(Matches, "authenticate"), (Records, "replay")],
    "Play": [(Matches, "enter"), (Matches, "subscribe"), (Viewing, "catch_up")],
}
FAULTS: list[Exception] = [
    KeyError(SECRET),
    ValueError(SECRET),
    RuntimeError(SECRET),
    AssertionError(SECRET),
    OSError(SECRET),
    UnicodeDecodeError("utf-8", SECRET.encode(), 0, 1, SECRET),
    LookupError(SECRET),
    RecursionError(SECRET),
    StopAsyncIteration(SECRET),
    ExceptionGroup(SECRET, [ValueError(SECRET)]),
]


async def told_of_faults(service: Referee, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, str]]:
    """Let everything that a method needs fail in every way, and return the errors that the client receives."""
    _, channel, stub = service
    table = await open_table(stub)
    seat, _ = await asked(stub, table)
    told = []
    for method, needed in NEEDS.items():
        for owner, name in needed:
            for fault in FAULTS:

                async def fail(*_: Any, fault: Exception = fault, **__: Any) -> None:
                    raise fault

                with monkeypatch.context() as patch:
                    patch.setattr(owner, name, fail)
                    if method == "Play":
                        told.append(await trouble_with(stub, table.match, table.tokens[seat]))
                    else:
                        request = requests_to(table.match, table.tokens[seat])[method]
                        told.append(await status_of(raw_call(channel, method, request.SerializeToString())))
    return told


DISPUTED: dict[str, Any] = {
    "Explain": disputes.ExplainRequest(fact={"fact": 1}),
    "OpenCase": disputes.OpenCaseRequest(fact={"fact": 1}, rule="explore", claim="No."),
    "TryReading": disputes.TryReadingRequest(rulings={"pearls.visibility": "cupped"}),
    "RuleCase": disputes.RuleCaseRequest(number=1, finding="FINDING_UPHELD", stands={}),
    "AppealCase": disputes.AppealCaseRequest(number=1, reason="So."),
    "FindPrecedents": disputes.FindPrecedentsRequest(rule="explore"),
    "ProposeUndo": disputes.ProposeUndoRequest(),
    "AnswerUndo": disputes.AnswerUndoRequest(),
    "Export": disputes.ExportRequest(),
}
"""A request to every method of the dispute service."""


@pytest.mark.parametrize("method", DISPUTED)
async def test_no_internal_text_of_a_dispute_reaches_a_client(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:

    async def told() -> None:
        async with referee() as (_, channel, stub):
            table = await open_table(stub)
            request = DISPUTED[method]
            for fault in FAULTS:

                async def fail(*_: Any, fault: Exception = fault, **__: Any) -> None:
                    raise fault

                if method != "FindPrecedents":
                    request.match_id, request.token = table.match, table.arbiter
                with monkeypatch.context() as patch:
                    patch.setattr(Auditing, "entries", fail)
                    patch.setattr(Auditing, "read", fail)
                    patch.setattr(Records, "read", fail)
                    if method in ("ProposeUndo", "AnswerUndo"):
                        request.token = table.tokens[0]
                    call = raw_call(
                        channel, method, request.SerializeToString(), service="/referee.api.v1.Disputes"
                    )
                    assert await status_of(call) == FAULT[:2]

    with structlog.testing.capture_logs() as noted:
        await told()
    assert all([SECRET not in str(entry) for entry in noted if entry["log_level"] != "debug"])


async def trouble_with(stub: Any, match: str, token: str) -> tuple[Any, str]:
    """Return the trouble that a Play stream reports for a seat that cannot be attached."""
    call = stub.Play()
    await call.write(api.PlayRequest(attach=[api.Attach(handle=7, match_id=match, token=token)]))
    (trouble,) = (await call.read()).troubles
    await call.done_writing()
    assert trouble.handle == 7
    return next(code for code in Code if code.value[0] == trouble.status.code), trouble.status.message


async def test_no_internal_text_reaches_a_client(monkeypatch: pytest.MonkeyPatch) -> None:
    with structlog.testing.capture_logs() as noted:
        async with referee() as service:
            answers = await told_of_faults(service, monkeypatch)
    assert len(answers) >= 200
    assert set(answers) == {FAULT[:2]}
    faults = [entry for entry in noted if entry["event"] == "fault"]
    assert len(faults) == len(answers)
    assert all([SECRET not in str(entry) for entry in noted if entry["log_level"] != "debug"])
    assert {entry["kind"] for entry in faults} >= {"KeyError", "OSError"}


async def test_control_without_the_guard_the_text_gets_through(monkeypatch: pytest.MonkeyPatch) -> None:
    def unguarded(_: str, behaviour: Any, deadlines: Any, callers: Any) -> Any:
        async def bare(request: Any, context: Any) -> Any:
            return await behaviour(request)

        return bare

    async def fail(*_: Any) -> None:
        raise KeyError(SECRET)

    monkeypatch.setattr(guard, "unary", unguarded)
    monkeypatch.setattr(Matches, "view", fail)
    async with referee() as (_, _, stub):
        table = await open_table(stub, taken=1)
        call = stub.GetView(api.GetViewRequest(match_id=table.match, token=table.tokens[0]))
        _, text = await status_of(call)
        assert SECRET in text


async def test_store_that_fails_says_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> None:
        raise StoreFull("the disk is full")

    monkeypatch.setattr(IntentWriter, "submit_and_wait", fail)
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        request = api.SubmitRequest(match_id=table.match, token=table.tokens[0], question=1)
        assert await status_of(stub.Submit(request)) == NOT_STORED[:2]


# --- time ---


async def test_call_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async def dawdle(*_: Any) -> None:
        await asyncio.sleep(30)

    monkeypatch.setattr(Matches, "view", dawdle)
    async with referee(limits=WireLimits(unary_seconds=0.05)) as (_, _, stub):
        table = await open_table(stub)
        request = api.GetViewRequest(match_id=table.match, token=table.tokens[0])
        assert await status_of(stub.GetView(request)) == TOO_SLOW[:2]
        # The client's own deadline applies where it is shorter.
        assert (await status_of(stub.GetView(request, timeout=0.01)))[0] == Code.DEADLINE_EXCEEDED


async def test_only_calls_that_begin_something_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """While two creations of a caller are in progress, a third waits, and everything else goes on."""
    begun, release = 0, asyncio.Event()
    create = Matches.create

    async def slowly(self: Matches, *given: Any, **named: Any) -> Any:
        nonlocal begun
        begun += 1
        await release.wait()
        return await create(self, *given, **named)

    async with referee(quotas=Quotas(QuotaSettings(changes_at_once=2))) as (_, _, stub):
        table = await open_table(stub)
        monkeypatch.setattr(Matches, "create", slowly)
        request = api.CreateMatchRequest(game="abyss", seat_count=2)
        calls = [asyncio.ensure_future(stub.CreateMatch(request)) for _ in range(3)]
        await stub.GetView(api.GetViewRequest(match_id=table.match, token=table.tokens[0]))
        while begun < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        await stub.GetView(api.GetViewRequest(match_id=table.match, token=table.tokens[0]))
        assert begun == 2
        release.set()
        created = await asyncio.gather(*calls)
    assert len({each.match.id for each in created}) == 3


async def test_submission_that_is_given_up_still_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client cancels while the answer is being stored; its retry gets the reply, and the answer counted once."""
    submit = IntentWriter.submit_and_wait
    stored: list[asyncio.Event] = []

    async def slowly(self: IntentWriter, *args: Any) -> Any:
        reply = await submit(self, *args)
        stored[0].set()
        await asyncio.sleep(30)
        return reply

    stored.append(asyncio.Event())
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        seat, question = await asked(stub, table)
        request = api.SubmitRequest(
            match_id=table.match,
            token=table.tokens[seat],
            question=question.number,
            request_id="k",
            answer={"picks": [0]},
        )
        with monkeypatch.context() as patch:
            patch.setattr(IntentWriter, "submit_and_wait", slowly)
            call = stub.Submit(request)
            sent = asyncio.create_task(status_of(call))
            await stored[0].wait()
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await sent
        assert (await stub.Submit(request)).HasField("accepted")
        frames = (
            await stub.GetView(api.GetViewRequest(match_id=table.match, token=table.tokens[seat]))
        ).frame
        assert (await stub.Submit(request)).HasField("accepted")
        again = (await stub.GetView(api.GetViewRequest(match_id=table.match, token=table.tokens[seat]))).frame
        assert frames == again


# --- fuzz ---


def mutated(message: bytes, rng: random.Random) -> bytes:
    """Change, drop or add a few bytes."""
    data = bytearray(message)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(data) + 1)
        match rng.randrange(3):
            case 0 if place < len(data):
                data[place] = rng.randrange(256)
            case 1 if place < len(data):
                del data[place]
            case _:
                data.insert(place, rng.randrange(256))
    return bytes(data)


async def fuzz(seed: str, rounds: int) -> None:
    """Send mutated intents to a running match: each gets a reply, and refused ones change nothing."""
    rng = random.Random(seed)
    async with referee() as (_, channel, stub):
        submit: Any = channel.unary_unary(f"{SERVICE}/Submit")
        table = await open_table(stub, seed=seed)
        await play_on(stub, table, rng.randrange(30))
        seat, question = await asked(stub, table)
        look = api.GetViewRequest(match_id=table.match, token=table.tokens[seat])
        before = await stub.GetView(look)
        for _ in range(rounds):
            request = api.SubmitRequest(
                match_id=table.match, token=table.tokens[seat], question=question.number
            )
            request.answer.choices.CopyFrom(question.options)
            try:
                reply = api.SubmitResponse.FromString(await submit(mutated(request.SerializeToString(), rng)))
            except grpc.aio.AioRpcError as error:
                if error.code() not in (Code.INVALID_ARGUMENT, Code.UNAUTHENTICATED):
                    raise
            else:
                if reply.HasField("accepted"):
                    break
            assert await stub.GetView(look) == before


async def test_mutated_intents_do_no_harm(seed: str) -> None:
    for part in range(4):
        await fuzz(f"{seed} {part}", 50)


@pytest.mark.campaign
async def test_many_mutated_intents_do_no_harm(seed: str) -> None:
    for part in range(1_000):
        await fuzz(f"{seed} {part}", 100)


# --- what the service documents about itself ---


@pytest.mark.parametrize("service", ["Referee", "Disputes"])
async def test_every_method_of_the_proto_is_served(service: str) -> None:
    protos = {"Referee": api.DESCRIPTOR, "Disputes": disputes.DESCRIPTOR}
    async with referee() as (_, channel, _):
        found = protos[service].services_by_name[service]
        for method in found.methods:
            call = raw_call(channel, method.name, GARBAGE, service=f"/{found.full_name}")
            assert await status_of(call) == MALFORMED[:2], method.name
