"""Watch and Play: resumed without gap or repeat, many matches on one stream, and an end that says why."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import grpc
import pytest

from referee.feeds.frames import Frame
from referee.wire import outbox, streams
from referee.wire.codec import Codec
from referee.wire.open_streams import OpenStreams
from referee.wire.statuses import FAULT, LAGGING, TOO_OLD
from referee.wire.wire_limits import WireLimits
from referee_api.v1 import referee_pb2 as api
from referee_client.bots.random import RandomBot
from tests.wire.serving import (
    Table,
    asked,
    details_of,
    open_table,
    play_by_watch,
    play_on,
    reason_of,
    referee,
    status_of,
    watch,
)

Code = grpc.StatusCode


# --- Watch ---


async def resumed_after_cuts(
    stub: Any, table: Table, token: str, rng: random.Random, skip: int = 0
) -> list[bytes]:
    """Follow a match with a stream that is cut again and again; `skip` is a fault to plant."""
    frames: list[bytes] = []
    while True:
        patience = rng.choice([0, 1, 2, 3, 10, 50])
        call = stub.Watch(api.WatchRequest(match_id=table.match, token=token, after=len(frames) + skip))
        async for response in call:
            for frame in response.frames:
                frame.ClearField("receipt")
                frames.append(frame.SerializeToString(deterministic=True))
                if frame.HasField("outcome"):
                    return frames
            if len(response.frames) >= patience:
                break
            patience -= len(response.frames)
        call.cancel()


async def test_cut_stream_resumes_without_gap_or_repeat(seed: str) -> None:
    rng = random.Random(seed)
    async with referee() as (_, _, stub):
        table = await open_table(stub, seats=3, spectators=True)
        cut = [
            asyncio.create_task(resumed_after_cuts(stub, table, token, rng))
            for token in (table.tokens[0], "")
        ]
        feeds = await asyncio.gather(*[play_by_watch(stub, table, each) for each in range(3)])
        seat, spectator = await asyncio.gather(*cut)
        assert seat == [frame.SerializeToString(deterministic=True) for frame in feeds[0]]
        # Again after the end, from frames that may have to be rebuilt from the log.
        assert await resumed_after_cuts(stub, table, table.tokens[0], rng) == seat
        assert await resumed_after_cuts(stub, table, "", rng) == spectator


async def test_control_off_by_one_is_seen() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        frames, _ = await asyncio.gather(*[play_by_watch(stub, table, each) for each in range(2)])
        rng = random.Random(1)
        whole = [frame.SerializeToString(deterministic=True) for frame in frames]
        assert await resumed_after_cuts(stub, table, table.tokens[0], rng, skip=1) != whole


async def test_watch_says_first_what_the_match_is() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(
            stub, taken=1, time_per_decision={"seconds": 90}, rulings={"pearls.visibility": "cupped"}
        )
        call = stub.Watch(api.WatchRequest(match_id=table.match, token=table.tokens[0]))
        first = await call.read()
        assert (first.match.id, first.match.game, first.match.seat_count) == (table.match, "abyss", 2)
        assert first.match.time_per_decision.seconds == 90
        assert dict(first.match.rulings) == {"pearls.visibility": "cupped"}
        assert list(first.match.names) == ["bot 0", ""]
        # The match begins when the last seat is taken, and the stream continues by itself.
        await stub.JoinSeat(api.JoinSeatRequest(match_id=table.match))
        assert (await call.read()).frames[0].number == 1
        call.cancel()


# --- Play ---


class Player:
    """A client of Play that keeps everything it received, by handle."""

    def __init__(self, stub: Any) -> None:
        self.call = stub.Play()
        self.frames: dict[int, list[api.Frame]] = {}
        self.replies: list[api.Reply] = []
        self.attached: list[api.Attached] = []
        self.troubles: list[api.Trouble] = []
        self.messages = 0

    async def say(self, **said: Any) -> None:
        await self.call.write(api.PlayRequest(**said))

    async def hear(self) -> bool:
        """Read the next message; return False when the stream has ended."""
        response = await self.call.read()
        if response is grpc.aio.EOF:
            return False
        self.messages += 1
        self.attached += response.attached
        self.replies += response.replies
        self.troubles += response.troubles
        for each in response.frames:
            each.frame.ClearField("receipt")
            self.frames.setdefault(each.handle, []).append(each.frame)
        return True

    async def hear_until(self, kind: str, count: int = 1) -> list[Any]:
        while len(found := getattr(self, kind)) < count:
            assert await self.hear(), f"the stream ended before there were {kind}"
        return list(found)

    async def answer_all(self, bot: RandomBot) -> None:
        """Answer every question of every match until all are over."""
        done: dict[int, int] = {}
        while not all([frames[-1].HasField("outcome") for frames in self.frames.values()]) or not self.frames:
            intents = []
            for handle, frames in self.frames.items():
                for frame in frames[done.get(handle, 0) :]:
                    if frame.HasField("question"):
                        picks = bot.decide(None, frame.question)
                        number = frame.question.number
                        intents.append(
                            api.Intent(
                                handle=handle,
                                question=number,
                                answer={"picks": picks},
                                request_id=f"k{number}",
                            )
                        )
                done[handle] = len(frames)
            if intents:
                await self.say(intents=intents)
            assert await self.hear()


def attaches(tables: list[Table]) -> list[api.Attach]:
    """Return an attach request for every seat of every match, with consecutive handles."""
    seats = [(table.match, token) for table in tables for token in table.tokens]
    return [
        api.Attach(handle=place, match_id=match, token=token) for place, (match, token) in enumerate(seats)
    ]


async def test_many_matches_on_one_stream(seed: str) -> None:
    async with referee() as (_, _, stub):
        tables = [await open_table(stub, seats=2 + place % 3, seed=f"{place}") for place in range(6)]
        player = Player(stub)
        await player.say(attach=attaches(tables))
        await player.hear_until("attached", sum([len(table.tokens) for table in tables]))
        await player.answer_all(RandomBot(seed))
        assert not player.troubles
        assert all([reply.HasField("accepted") for reply in player.replies])
        handle = 0
        for table in tables:
            for token in table.tokens:
                whole = [frame async for frame in watch(stub, table, token)]
                assert player.frames[handle] == whole
                handle += 1
        # Messages that gather while one is being sent go out together.
        assert player.messages < len(player.replies) + sum([len(frames) for frames in player.frames.values()])
        await player.call.done_writing()
        assert not await player.hear()
        assert await player.call.code() == Code.OK


async def test_intents_sent_before_the_end_are_replied_to_after_it() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        seat, question = await asked(stub, table)
        player = Player(stub)
        await player.say(
            attach=[api.Attach(handle=3, match_id=table.match, token=table.tokens[seat])],
            intents=[
                api.Intent(handle=3, question=question.number, answer={"picks": [0]}, request_id="last")
            ],
        )
        await player.call.done_writing()
        while await player.hear():
            pass
        (reply,) = player.replies
        assert (reply.handle, reply.question, reply.request_id) == (3, question.number, "last")
        assert reply.HasField("accepted")


async def test_refusals_and_malformed_answers_on_a_stream() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        seat, question = await asked(stub, table)
        player = Player(stub)
        await player.say(attach=[api.Attach(handle=1, match_id=table.match, token=table.tokens[seat])])
        both = api.Answer(picks=[0], choices=question.options)
        await player.say(
            intents=[
                api.Intent(handle=1, question=question.number, answer={"picks": [99]}),
                api.Intent(handle=1, question=question.number + 7, answer={"picks": [0]}),
                api.Intent(handle=1, question=question.number, answer=both),
            ]
        )
        replies = await player.hear_until("replies", 3)
        assert sorted([reply.refused.refusal for reply in replies]) == [
            api.REFUSAL_STALE_QUESTION,
            api.REFUSAL_MALFORMED,
            api.REFUSAL_OUT_OF_RANGE,
        ]
        player.call.cancel()


async def test_troubles_of_one_seat_are_not_those_of_the_others() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, spectators=True)
        player = Player(stub)
        good = api.Attach(handle=1, match_id=table.match, token=table.tokens[0])
        await player.say(
            attach=[
                good,
                api.Attach(handle=2, match_id=table.match, token="wrong"),
                api.Attach(handle=3, match_id="unknown", token=table.tokens[0]),
                api.Attach(handle=4, match_id=table.match, token=table.tokens[0], after=4711),
                api.Attach(handle=5, match_id=table.match),
            ],
            intents=[
                api.Intent(handle=2, question=1, request_id="a"),
                api.Intent(handle=5, question=1, request_id="b"),
            ],
            acks=[api.Ack(handle=99, frame=1)],
            detach=[99],
        )
        troubles = await player.hear_until("troubles", 5)
        found = [
            (each.handle, each.status.code, each.intent.question, each.intent.request_id) for each in troubles
        ]
        denied, invalid = Code.UNAUTHENTICATED.value[0], Code.INVALID_ARGUMENT.value[0]
        assert found == [
            (2, denied, 0, ""),
            (3, denied, 0, ""),
            (4, invalid, 0, ""),
            (2, invalid, 1, "a"),
            (5, denied, 1, "b"),
        ]
        assert troubles[0].status == troubles[1].status
        assert [each.handle for each in player.attached] == [1, 5]
        assert player.attached[0].seat == 0
        assert not player.attached[1].HasField("seat")
        assert [each.is_detached for each in troubles] == [True, True, True, True, False]
        player.call.cancel()


async def test_a_viewer_is_attached_once(seed: str) -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        again = [api.Attach(handle=n, match_id=table.match, token=table.tokens[0]) for n in (1, 2)]
        player = Player(stub)
        await player.say(attach=again)
        (trouble,) = await player.hear_until("troubles")
        assert (trouble.handle, trouble.is_detached, reason_of(trouble.status)) == (2, True, "ATTACHED_TWICE")
        await player.say(detach=[1], attach=[])
        await player.say(attach=[again[1]])
        assert [each.handle for each in await player.hear_until("attached", 2)] == [1, 2]
        player.call.cancel()


FLOODS: dict[str, dict[str, Any]] = {
    "attaches": {"attach": [api.Attach(handle=1)] * 1000},
    "intents": {"intents": [api.Intent(handle=1)] * 1000},
    "orders": {"orders": [api.SeatOrders(handle=1)] * 1000},
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS.keys())
async def test_a_stream_of_nothing_but_troubles_is_ended(flood: dict[str, Any]) -> None:
    async with referee() as (_, _, stub):
        player = Player(stub)
        await player.say(**flood)
        status = await details_of(player.call)
        assert reason_of(status) == "TOO_MANY_TROUBLES"


async def test_a_success_among_troubles_keeps_a_stream_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "TROUBLES_IN_A_ROW", 3)
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        player = Player(stub)
        good = api.Attach(handle=1, match_id=table.match, token=table.tokens[0])
        bad = api.Attach(handle=2, match_id=table.match, token="x" * 32)
        for _ in range(4):
            await player.say(attach=[bad, bad, good])
            await player.say(detach=[1])
        await player.hear_until("attached", 4)
        assert len(await player.hear_until("troubles", 8)) == 8
        player.call.cancel()


async def test_a_long_message_lets_others_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of items in one message are read in slices, and while there is much to send they wait."""
    monkeypatch.setattr(streams, "ITEMS_IN_A_ROW", 8)
    monkeypatch.setattr(outbox, "MESSAGE_BYTES", 2000)
    async with referee() as (_, _, stub):
        tables = [await open_table(stub) for _ in range(20)]
        player = Player(stub)
        await player.say(attach=attaches(tables))
        assert len(await player.hear_until("attached", 40)) == 40
        assert player.messages > 5
        player.call.cancel()


async def test_a_second_attach_and_a_bad_intent_leave_a_healthy_seat_attached() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        seat, question = await asked(stub, table)
        player = Player(stub)
        good = api.Attach(handle=1, match_id=table.match, token=table.tokens[seat])
        watching = api.Attach(handle=2, match_id=table.match, token=table.arbiter)
        await player.say(attach=[good, watching])
        await player.hear_until("attached", 2)
        await player.say(attach=[good], intents=[api.Intent(handle=2, question=0, request_id="nothing")])
        second, unasked = await player.hear_until("troubles", 2)
        assert (second.WhichOneof("about"), reason_of(second.status)) == ("attach", "HANDLE_IN_USE")
        assert (unasked.WhichOneof("about"), reason_of(unasked.status)) == ("intent", "ROLE_NOT_ALLOWED")
        assert not second.is_detached
        assert not unasked.is_detached
        await player.say(intents=[api.Intent(handle=1, question=question.number, answer={"picks": [0]})])
        (reply,) = await player.hear_until("replies")
        assert reply.HasField("accepted")
        player.call.cancel()


async def test_detached_seat_can_be_attached_again_and_resumes() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, spectators=True)
        player = Player(stub)
        await player.say(attach=[api.Attach(handle=1, match_id=table.match)])
        while not player.frames:
            await player.hear()
        await player.say(detach=[1])
        await play_on(stub, table, 5)
        await player.say(attach=[api.Attach(handle=1, match_id=table.match, after=1)])
        await player.hear_until("attached", 2)
        while player.frames[1][-1].number < 4:
            await player.hear()
        numbers = [frame.number for frame in player.frames[1]]
        assert numbers == list(range(1, len(numbers) + 1))
        player.call.cancel()


async def test_too_many_handles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "SEATS_PER_STREAM", 3)
    async with referee() as (_, _, stub):
        table = await open_table(stub, spectators=True)
        player = Player(stub)
        tokens = ["", table.arbiter, *table.tokens]
        await player.say(
            attach=[api.Attach(handle=n, match_id=table.match, token=token) for n, token in enumerate(tokens)]
        )
        (trouble,) = await player.hear_until("troubles")
        assert (trouble.handle, trouble.status.code) == (3, Code.RESOURCE_EXHAUSTED.value[0])
        player.call.cancel()


async def test_client_that_acknowledges_is_not_sent_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "ACK_WINDOW", 4)
    async with referee() as (_, _, stub):
        table = await open_table(stub, spectators=True)
        player = Player(stub)
        own: dict[str, Any] = {"match_id": table.match, "token": table.tokens[0]}
        await player.say(attach=[api.Attach(handle=1, match_id=table.match), api.Attach(handle=2, **own)])
        await player.say(acks=[api.Ack(handle=1, frame=1)])
        await player.hear_until("attached", 2)
        await play_on(stub, table, 40)
        # The one that fell silent is cut off; the one that never acknowledged, but reads, is not.
        (trouble,) = await player.hear_until("troubles")
        assert (trouble.handle, trouble.status, trouble.is_detached) == (1, LAGGING.message(), True)
        newest = (await stub.GetView(api.GetViewRequest(**own))).frame
        while player.frames[2][-1].number < newest:
            await player.hear()
        assert len(player.frames[1]) < 10
        player.call.cancel()


async def test_fault_of_the_rules_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.kernel.run import Run

    def fail(*_: Any) -> None:
        raise KeyError("secret-card-17")

    async with referee() as (_, _, stub):
        table = await open_table(stub)
        seat, question = await asked(stub, table)
        player = Player(stub)
        await player.say(attach=attaches([table]))
        await player.hear_until("attached", 2)
        monkeypatch.setattr(Run, "answer", fail)
        await player.say(intents=[api.Intent(handle=seat, question=question.number, answer={"picks": [0]})])
        (reply,) = await player.hear_until("replies")
        assert reply.refused.refusal == api.REFUSAL_MATCH_STOPPED
        troubles = await player.hear_until("troubles", 2)
        assert {trouble.status.code for trouble in troubles} == {Code.INTERNAL.value[0]}
        assert "secret" not in str(troubles)
        code, text = await status_of(
            stub.Watch(api.WatchRequest(match_id=table.match, token=table.tokens[0]))
        )
        assert (code, text) == (Code.INTERNAL, troubles[0].status.message)
        player.call.cancel()


async def test_fault_on_one_stream_leaves_the_others_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    frame_of = Codec.frame

    def fail(self: Codec, frame: Frame, view: Any = None) -> bytes:
        if frame.number > 3 and view is not None:
            raise KeyError("secret-card-17")
        return frame_of(self, frame, view)

    monkeypatch.setattr(Codec, "frame", fail)
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        faulty = [
            asyncio.create_task(status_of(stub.Watch(watch_with_view(table, token))))
            for token in table.tokens
        ]
        player = Player(stub)
        await player.say(attach=attaches([table]))
        await player.answer_all(RandomBot("1"))
        assert await asyncio.gather(*faulty) == [FAULT[:2], FAULT[:2]]
        assert not player.troubles
        player.call.cancel()


def watch_with_view(table: Table, token: str) -> api.WatchRequest:
    return api.WatchRequest(match_id=table.match, token=token, with_view=True)


async def test_reply_that_cannot_be_put_into_words_is_a_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise KeyError("secret-card-17")

    monkeypatch.setattr(Codec, "refused", fail)
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        player = Player(stub)
        await player.say(attach=attaches([table]))
        await player.say(intents=[api.Intent(handle=1, question=99, request_id="k")])
        (trouble,) = await player.hear_until("troubles")
        assert (trouble.handle, trouble.intent.question, trouble.intent.request_id) == (1, 99, "k")
        assert (trouble.status, trouble.is_detached) == (FAULT.message(), False)
        player.call.cancel()


# --- the end of streams ---


async def test_old_stream_is_ended_to_be_resumed() -> None:
    async with referee(limits=WireLimits(stream_seconds=0.2)) as (_, _, stub):
        table = await open_table(stub)
        player = Player(stub)
        await player.say(attach=attaches([table]))
        request = api.WatchRequest(match_id=table.match, token=table.tokens[0])
        assert await status_of(stub.Watch(request)) == TOO_OLD[:2]
        assert await status_of(player.call) == TOO_OLD[:2]


async def test_line_whose_write_hangs_is_cut() -> None:
    async def hang(_: bytes) -> None:
        await asyncio.sleep(60)

    open_streams = OpenStreams(age_seconds=60, patience_seconds=0.1)

    async def serve() -> None:
        with open_streams.open(hang) as stream:
            await stream.send(b"")

    with pytest.raises(asyncio.CancelledError):
        await asyncio.create_task(serve())
    assert not open_streams
    await open_streams.close()


async def test_line_ends_with_the_first_reason_it_is_given() -> None:
    async def write(_: bytes) -> None:
        return

    open_streams = OpenStreams(age_seconds=60, patience_seconds=60)
    with open_streams.open(write) as stream:
        stream.end(TOO_OLD)
        stream.end(LAGGING)
        assert stream.status is TOO_OLD
    await open_streams.close()


async def test_client_that_vanishes_leaves_nothing_behind() -> None:
    async with referee() as (server, _, stub):
        table = await open_table(stub)
        for _ in range(3):
            watching = stub.Watch(api.WatchRequest(match_id=table.match, token=table.tokens[0]))
            player = Player(stub)
            await player.say(attach=attaches([table]))
            await watching.read()
            await player.hear()
            watching.cancel()
            player.call.cancel()
        open_streams = server._service.streams
        for _ in range(100):
            if not len(open_streams):
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"{len(open_streams)} streams are still open")


async def test_much_to_catch_up_on_comes_in_several_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, spectators=True)
        await play_on(stub, table, 30)
        newest = (await stub.GetView(api.GetViewRequest(match_id=table.match))).frame
        monkeypatch.setattr(outbox, "MESSAGE_BYTES", 500)
        player = Player(stub)
        arbiters = api.Attach(handle=2, match_id=table.match, token=table.arbiter)
        await player.say(attach=[api.Attach(handle=1, match_id=table.match), arbiters])
        while [len(frames) for frames in player.frames.values()] != [newest, newest]:
            await player.hear()
        assert [frame.number for frame in player.frames[1]] == list(range(1, newest + 1))
        assert [frame.number for frame in player.frames[2]] == list(range(1, newest + 1))
        assert player.messages > 5
        player.call.cancel()
        call = stub.Watch(api.WatchRequest(match_id=table.match))
        watched: list[api.Frame] = []
        while len(watched) < newest:
            watched += (await call.read()).frames
        assert watched == player.frames[1]
        call.cancel()


async def test_many_replies_come_in_several_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "MESSAGE_BYTES", 150)
    monkeypatch.setattr(outbox, "SEND_BYTES", 300)
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        player = Player(stub)
        await player.say(attach=[api.Attach(handle=1, match_id=table.match, token=table.tokens[0])])
        for _ in range(4):
            await player.say(
                intents=[api.Intent(handle=1, question=99, request_id=f"{n}") for n in range(10)]
            )
        await player.hear_until("replies", 40)
        assert player.messages > 12
        player.call.cancel()
