"""Standing orders in the SDK: by hand, by a bot when it is seated, changed during play, and across reconnects."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import grpc
import pytest

from referee.local.local_match import LocalMatch
from referee.log.memory import MemoryStore
from referee.match.charters import new_charter, settle
from referee.match.entries import reader_for
from referee.wire.grpc_server import serving
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, Orders, RefereeError, aio, connect, order
from referee_client.bots.random import RandomBot
from tests.clients.servers import Breaking, Notebook, connected, referee_process, seat_all


class Quiet(RandomBot):
    """A bot that never buys, and counts what it is asked."""

    orders: Orders = ("abyss.offer",)

    def __init__(self, seed: str, *, wants_view: bool = False) -> None:
        super().__init__(seed)
        self.wants_view = wants_view
        self.asked: list[str] = []

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        self.asked.append(question.name)
        return super().decide(view, question)


def test_the_usual_orders() -> None:
    passing, cleared = api.ORDER_ANSWER_PASS, api.ORDER_UNTIL_CLEARED
    assert order("a.*") == api.Order(questions="a.*", answer=passing, until=cleared)
    assert order("*", until="turn") == api.Order(questions="*", answer=passing, until=api.ORDER_UNTIL_TURN)
    assert order("*", "default", unless_concerned=True) == api.Order(
        questions="*", answer=api.ORDER_ANSWER_DEFAULT, unless_concerned=True, until=cleared
    )


def test_plain_client(tmp_path: Path) -> None:
    with referee_process(tmp_path) as (_, address), connect(address) as referee:
        match = referee.create_match("abyss", 2).match.id
        mine, _ = referee.join_seat(match), referee.join_seat(match)
        until_turn = order("abyss.*", until="turn")
        referee.set_orders(mine, ["abyss.offer", until_turn])
        assert referee.get_orders(mine) == [order("abyss.offer"), until_turn]
        referee.set_orders(mine, [])
        assert referee.get_orders(mine) == []
        with pytest.raises(RefereeError, match="has no question 'offer'"):
            referee.set_orders(mine, ["offer"])
        with pytest.raises(RefereeError) as wrong:
            referee.set_orders(mine._replace(token="x" * 43), ["abyss.offer"])
        assert wrong.value.code is grpc.StatusCode.UNAUTHENTICATED


def test_orders_survive_a_kill(tmp_path: Path, seed: str) -> None:
    with referee_process(tmp_path) as (process, address), connect(address) as referee:
        match = referee.create_match("abyss", 2, seed=seed).match.id
        seats = [referee.join_seat(match) for _ in range(2)]
        for seat in seats:
            referee.set_orders(seat, ["abyss.offer"])
        referee.set_orders(seats[0], [])
        process.kill()
        process.wait()
    with referee_process(tmp_path) as (_, address), connect(address) as referee:
        assert [referee.get_orders(seat) for seat in seats] == [[], [order("abyss.offer")]]
        quiet = Quiet(seed)
        quiet.orders = ()
        referee.play({seats[0]: Notebook(seed), seats[1]: quiet})
        assert "abyss.offer" not in quiet.asked
        assert referee.verify(match, seats[0].token).fits


@pytest.mark.parametrize("wants_view", [False, True])
async def test_a_bot_is_not_asked_what_it_ordered(seed: str, wants_view: bool) -> None:
    async with connected() as referee:
        quiet = Quiet(seed, wants_view=wants_view)
        other = Notebook(seed)
        players = await seat_all(referee, [other, quiet, Notebook(f"{seed}/2")], seed)
        outcomes = await referee.play(players)
        seat = next(iter(outcomes))
        replay = (await referee.get_replay(seat.match, seat.token)).decode()
        assert quiet.asked
        # The orders may have arrived a moment after the first question.
        assert quiet.asked.count("abyss.offer") <= 1
        assert replay.count("order") > 3
        assert other.outcome is not None
        assert (await referee.verify(seat.match, seat.token)).fits


def test_orders_hold_without_a_server_too(seed: str) -> None:
    quiet = Quiet(seed)
    bots = [quiet, Fickle(f"{seed}/1"), Notebook(f"{seed}/2")]
    table = LocalMatch(settle(new_charter("abyss", 3, seed=seed)), bots)
    table.play()
    reader = reader_for(table.match.game)
    given = [reader.entry(each.body) for each in table.entries[1:]]
    assert {(each.asked, each.by) for each in given if each.seat == 0 and each.asked == "abyss.offer"} == {
        ("abyss.offer", "order")
    }
    assert "abyss.offer" not in quiet.asked
    assert {each.by for each in given if each.seat == 1} == {"seat", "order"}
    assert {each.by for each in given if each.seat == 2} == {"seat"}


class Fickle(Quiet):
    """A bot that changes its orders now and then."""

    orders: Orders = ()

    def told(self, facts: Sequence[Any]) -> None:
        if len(self.asked) % 4 == 0:
            self.orders = [order("abyss.*", "default", until="turn")] * (1 + len(self.asked) % 3)
        elif len(self.asked) % 4 == 2:
            self.orders = ()


async def test_orders_changed_on_the_way_through_cuts(seed: str) -> None:
    async with (
        serving(MemoryStore(), grace=0) as server,
        aio.connect(server.address) as direct,
        Breaking(server.port, seed, most_bytes=6000).open() as line,
    ):
        bots: list[Bot] = [Fickle(seed), Quiet(seed), Notebook(seed)]
        players = await seat_all(direct, bots, seed)
        async with aio.connect(line.address) as referee:
            outcomes = await referee.play(players)
        assert len(outcomes) == 3
        seat = next(iter(players))
        assert (await direct.verify(seat.match, seat.token)).fits


async def test_a_bot_that_orders_nonsense_is_told(seed: str) -> None:
    class Confused(Quiet):
        orders: Orders = "chess.move"

    async with connected() as referee:
        players = await seat_all(referee, [Confused(seed), Notebook(seed)], seed)
        with pytest.raises(RefereeError, match=r"Abyss has no question 'chess\.move'"):
            await referee.play(players)
