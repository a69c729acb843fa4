"""Receipts over the wire: a client that keeps its frames can check what the referee signs."""

import asyncio
from typing import Any

import grpc
import pytest

from referee.proof.checkpoints import Checkpoint
from referee.proof.keys import MemoryKey
from referee.proof.merkle import Tree, leaf_hash
from referee.proof.notes import BadNote, SigningKey, open_note
from referee.server.published import TAIL, PublishedFeeds
from referee_api.v1 import referee_pb2 as api
from referee_client.bots.random import RandomBot
from tests.wire.serving import Table, asked, open_table, play_on, referee

KEY = SigningKey.from_seed("referee", bytes(range(32)))


class Keeper:
    """A client that checks every receipt against its frames, using nothing but the messages themselves."""

    def __init__(self, match: str, viewer: str) -> None:
        self.match = match
        self.viewer = viewer
        self.tree = Tree()
        self.checked = 0

    def take(self, frame: api.Frame) -> None:
        receipt = frame.receipt
        bare = api.Frame()
        bare.CopyFrom(frame)
        for field in ("receipt", "is_answered", "view", "clock"):
            bare.ClearField(field)
        if bare.HasField("question"):
            bare.question.ClearField("text")
        self.tree.add(leaf_hash(bare.SerializeToString(deterministic=True)))
        if receipt:
            self.check(receipt)

    def check(self, receipt: str) -> Checkpoint:
        found = Checkpoint.parse(open_note(receipt, [KEY.public]).text)
        assert (found.match, found.viewer) == (self.match, self.viewer)
        assert (found.size, found.root) == (self.tree.size, self.tree.root())
        self.checked += 1
        return found


async def keep(stub: Any, table: Table, token: str, keeper: Keeper, *, with_view: bool = False) -> None:
    request = api.WatchRequest(match_id=table.match, token=token, with_view=with_view)
    bot = RandomBot("keep")
    async for response in stub.Watch(request):
        for frame in response.frames:
            keeper.take(frame)
            if frame.HasField("question"):
                answer = api.Answer(picks=bot.decide(None, frame.question))
                await stub.Submit(
                    api.SubmitRequest(
                        match_id=table.match, token=token, question=frame.question.number, answer=answer
                    )
                )


async def test_receipts_come_with_frames_and_fit_them() -> None:
    async with referee(keys=MemoryKey(KEY)) as (_, _, stub):
        table = await open_table(stub, spectators=True)
        keepers = [Keeper(table.match, f"seat/{seat}") for seat in range(2)]
        watcher = Keeper(table.match, "spectator")
        await asyncio.gather(
            keep(stub, table, table.tokens[0], keepers[0]),
            keep(stub, table, table.tokens[1], keepers[1], with_view=True),
            keep(stub, table, "", watcher),
        )
        assert all([each.checked >= 2 for each in (*keepers, watcher)])
        for token, keeper in zip((*table.tokens, ""), (*keepers, watcher), strict=True):
            told = await stub.GetReceipt(api.GetReceiptRequest(match_id=table.match, token=token))
            keeper.check(told.receipt)


async def test_an_acknowledgement_counts_the_answer() -> None:
    async with referee(keys=MemoryKey(KEY)) as (_, _, stub):
        table = await open_table(stub)
        await play_on(stub, table, 5)
        seat, question = await asked(stub, table)
        request = api.SubmitRequest(
            match_id=table.match,
            token=table.tokens[seat],
            question=question.number,
            answer=api.Answer(picks=question.default_picks),
            with_receipt=True,
        )
        reply = await stub.Submit(request)
        found = Checkpoint.parse(open_note(reply.receipt, [KEY.public]).text)
        assert found.viewer == f"seat/{seat}"
        assert found.answered == question.number
        request.question += 90
        refused = await stub.Submit(request)
        assert refused.HasField("refused")
        assert not refused.receipt


async def test_who_never_read_a_feed_gets_a_receipt_for_all_of_it() -> None:
    async with referee(keys=MemoryKey(KEY)) as (_, _, stub):
        table = await open_table(stub)
        await play_on(stub, table, 2 * TAIL)
        request = api.GetReceiptRequest(match_id=table.match, token=table.tokens[0])
        receipt = (await stub.GetReceipt(request)).receipt
        size = Checkpoint.parse(open_note(receipt, [KEY.public]).text).size
        assert size > TAIL
        keeper = Keeper(table.match, "seat/0")
        async for response in stub.Watch(api.WatchRequest(match_id=table.match, token=table.tokens[0])):
            for frame in response.frames:
                keeper.take(frame)
            if keeper.tree.size == size:
                break
        keeper.check(receipt)


async def test_control_a_frame_that_was_never_told_is_noticed() -> None:
    async with referee(keys=MemoryKey(KEY)) as (_, _, stub):
        table = await open_table(stub)
        await play_on(stub, table, 5)
        keeper = Keeper(table.match, "seat/0")
        request = api.WatchRequest(match_id=table.match, token=table.tokens[0])
        async for response in stub.Watch(request):
            for frame in response.frames:
                frame.waiting_for.append(1)
                keeper.take(frame)
            if keeper.tree.size:
                break
        told = await stub.GetReceipt(api.GetReceiptRequest(match_id=table.match, token=table.tokens[0]))
        with pytest.raises(AssertionError):
            keeper.check(told.receipt)
        with pytest.raises(BadNote):
            open_note(told.receipt, [SigningKey.generate("referee").public])


async def test_the_arbiter_gets_no_receipt() -> None:
    async with referee(keys=MemoryKey(KEY)) as (_, _, stub):
        table = await open_table(stub)
        with pytest.raises(grpc.aio.AioRpcError, match="Receipts are available to seats"):
            await stub.GetReceipt(api.GetReceiptRequest(match_id=table.match, token=table.arbiter))


async def test_an_answer_whose_receipt_fails_is_accepted_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: PublishedFeeds, viewer: int) -> str:
        raise RuntimeError("the key cannot be read")

    async with referee(keys=MemoryKey(KEY)) as (_, _, stub):
        table = await open_table(stub)
        seat, question = await asked(stub, table)
        monkeypatch.setattr(PublishedFeeds, "receipt", fail)
        request = api.SubmitRequest(
            match_id=table.match,
            token=table.tokens[seat],
            question=question.number,
            answer=api.Answer(picks=RandomBot("x").decide(None, question)),
            request_id="k",
            with_receipt=True,
        )
        for _ in range(2):
            reply = await stub.Submit(request)
            assert reply.HasField("accepted")
            assert reply.receipt == ""
