"""Standing orders over the wire: set, read, followed, and invisible to everyone else to the byte."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import grpc
import pytest

from referee.games.abyss.choices import Decline
from referee.kernel.asks import InOrder, One, Some
from referee.kernel.run import Question
from referee.server.standing_orders import Order
from referee.server.submitting import ANSWERS_PER_SLICE
from referee.wire.codec import codec_of
from referee.wire.order_messages import decode_orders, order_message
from referee.wire.statuses import Refuse
from referee_api.v1 import referee_pb2 as api
from referee_client.bots.random import RandomBot
from tests.wire.serving import Table, answer_to, last_of, open_table, play_on, referee, status_of, watch

Code = grpc.StatusCode
OFFERS = api.Order(questions="abyss.offer")
OPTIONS = (Decline(), Decline(), Decline())


# --- messages ---


@pytest.mark.parametrize(
    "order",
    [
        Order("*"),
        Order("abyss.*", "default"),
        Order("abyss.offer", unless_concerned=True),
        Order("abyss.offer", "default", True, "turn"),
    ],
    ids=str,
)
def test_orders_there_and_back(order: Order) -> None:
    assert decode_orders([order_message(order)]) == (order,)


def test_what_is_not_said_is_to_pass_until_cleared() -> None:
    assert decode_orders([OFFERS]) == (Order("abyss.offer", "pass", False, "cleared"),)


@pytest.mark.parametrize("field", ["answer", "until"])
def test_an_order_of_a_newer_kind_is_not_guessed_at(field: str) -> None:
    order: Any = api.Order(questions="*")
    setattr(order, field, 9)
    with pytest.raises(Refuse):
        decode_orders([order])


@pytest.mark.parametrize(
    ("ask", "passes", "concerns"),
    [
        (One(0, "abyss.offer", OPTIONS, concerns_seat=False), None, False),
        (One(0, "abyss.offer", OPTIONS, passes=2, concerns_seat=False), [2], False),
        (One(0, "abyss.offer", OPTIONS, passes=0), [0], True),
        (Some(0, "abyss.offer", OPTIONS, 0, 2, (1,), passes=(), concerns_seat=False), [], False),
        (Some(0, "abyss.offer", OPTIONS, 0, 2, (1,)), None, True),
        (InOrder(0, "abyss.offer", OPTIONS), None, True),
    ],
    ids=str,
)
def test_question_says_which_answer_passes(
    ask: One | Some | InOrder, passes: list[int] | None, concerns: bool
) -> None:
    found = api.Question.FromString(codec_of("abyss").question(Question(1, ask, "turn")))
    assert (list(found.pass_answer.picks) if found.HasField("pass_answer") else None) == passes
    assert found.concerns_you == concerns


# --- unary calls ---


def orders_of(table: Table, seat: int, *orders: api.Order) -> api.SetOrdersRequest:
    return api.SetOrdersRequest(match_id=table.match, token=table.tokens[seat], orders=orders)


async def held(stub: Any, table: Table, seat: int) -> Sequence[api.Order]:
    found = await stub.GetOrders(api.GetOrdersRequest(match_id=table.match, token=table.tokens[seat]))
    return list(found.orders)


async def test_orders_are_set_read_and_cleared() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        await stub.SetOrders(orders_of(table, 1, OFFERS))
        assert await held(stub, table, 1) == [order_message(Order("abyss.offer"))]
        assert await held(stub, table, 0) == []
        await stub.SetOrders(orders_of(table, 1))
        assert await held(stub, table, 1) == []


async def test_orders_that_cannot_be_taken() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, spectators=True)
        unknown = stub.SetOrders(orders_of(table, 0, api.Order(questions="abyss.offers")))
        advice = "use a name from DescribeGame, or the beginning of one followed by *."
        text = f"Abyss has no question 'abyss.offers'; {advice}"
        assert await status_of(unknown) == (Code.INVALID_ARGUMENT, text)
        many = stub.SetOrders(orders_of(table, 0, *[OFFERS] * 33))
        assert await status_of(many) == (
            Code.INVALID_ARGUMENT,
            "A seat may have 32 orders at once, not 33.",
        )
        newer = api.Order(questions="*", answer=9)  # type: ignore[arg-type] # what a newer client might send
        assert (await status_of(stub.SetOrders(orders_of(table, 0, newer))))[0] is Code.INVALID_ARGUMENT
        denied = {
            "": Code.UNAUTHENTICATED,
            "x" * 43: Code.UNAUTHENTICATED,
            table.arbiter: Code.PERMISSION_DENIED,
        }
        for token, code in denied.items():
            request = api.SetOrdersRequest(match_id=table.match, token=token, orders=[OFFERS])
            read = api.GetOrdersRequest(match_id=table.match, token=token)
            assert (await status_of(stub.SetOrders(request)))[0] is code
            assert (await status_of(stub.GetOrders(read)))[0] is code
        assert await held(stub, table, 0) == []


# --- indistinguishable ---


async def played(*, by_order: bool, seed: str) -> dict[str, list[bytes]]:
    """Play a match in which seat 1 never buys, by hand or by order; return the feeds of everyone else."""
    async with referee() as (_, _, stub):
        table = await open_table(stub, seats=3, seed=seed, spectators=True)
        if by_order:
            await stub.SetOrders(orders_of(table, 1, OFFERS))
        await asyncio.gather(*[play_seat(stub, table, seat) for seat in range(3)])
        tokens = {
            "seat 0": table.tokens[0],
            "seat 2": table.tokens[2],
            "arbiter": table.arbiter,
            "anyone": "",
        }
        return {
            who: [frame.SerializeToString(deterministic=True) async for frame in watch(stub, table, token)]
            for who, token in tokens.items()
        }


async def play_seat(stub: Any, table: Table, seat: int) -> None:
    async for frame in watch(stub, table, table.tokens[seat]):
        question = frame.question
        if not frame.HasField("question") or frame.is_answered:
            continue
        # Depends on the question alone, so that an answer by order does not shift the others.
        request = answer_to(
            table, seat, question, RandomBot(f"{seat}/{question.path}/{question.option_count}")
        )
        if seat == 1 and question.name == "abyss.offer":
            request.answer.picks[:] = question.pass_answer.picks
        response = await stub.Submit(request)
        is_late = response.refused.refusal == api.REFUSAL_STALE_QUESTION
        assert response.HasField("accepted") or (seat == 1 and is_late), response


async def test_the_bytes_of_others_are_the_same_with_orders_and_without(seed: str) -> None:
    assert await played(by_order=True, seed=seed) == await played(by_order=False, seed=seed)


async def test_a_frame_says_that_an_order_has_answered() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        for seat in range(2):
            await stub.SetOrders(
                orders_of(table, seat, api.Order(questions="*", answer=api.ORDER_ANSWER_DEFAULT))
            )
        asked = marked = 0
        async for frame in watch(stub, table, table.tokens[0]):
            asked += frame.HasField("question")
            marked += frame.is_answered
            assert frame.is_answered <= frame.HasField("question")
        # The question after each slice of answers is sent before the order answers it.
        assert 0 < asked - marked <= asked / ANSWERS_PER_SLICE + 1
        request = api.VerifyRequest(match_id=table.match, token=table.tokens[0])
        assert (await last_of(stub.Verify(request))).verification.fits


# --- Play ---


async def test_orders_on_a_stream() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        call = stub.Play()
        attach = [
            api.Attach(handle=7, match_id=table.match, token=table.tokens[0]),
            api.Attach(handle=8, match_id=table.match, token=table.arbiter),
        ]
        bad = api.Order(questions="chess.move")
        orders = [
            api.SeatOrders(handle=7, orders=[OFFERS]),
            api.SeatOrders(handle=7, orders=[bad]),
            api.SeatOrders(handle=8, orders=[OFFERS]),
            api.SeatOrders(handle=9, orders=[OFFERS]),
        ]
        await call.write(api.PlayRequest(attach=attach, orders=orders))
        await call.done_writing()
        ordered: list[int] = []
        troubles: dict[int, list[int]] = {}
        async for response in call:
            ordered += response.ordered
            for trouble in response.troubles:
                assert trouble.HasField("orders")
                troubles.setdefault(trouble.handle, []).append(trouble.status.code)
        assert ordered == [7]
        assert troubles == {
            7: [Code.INVALID_ARGUMENT.value[0]],
            8: [Code.PERMISSION_DENIED.value[0]],
            9: [Code.INVALID_ARGUMENT.value[0]],
        }
        assert await held(stub, table, 0) == [order_message(Order("abyss.offer"))]
        await play_on(stub, table, 5)
