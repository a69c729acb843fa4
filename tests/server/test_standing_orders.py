"""Standing orders: what they answer, how long they last, and that only their own seat can tell."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from referee.games.abyss import GAME as ABYSS
from referee.games.abyss.facts.turn import TurnBegan
from referee.kernel.asks import Ask, InOrder, One, Some
from referee.kernel.facts import Fact, Recorded
from referee.kernel.refusals import Refusal, Refused
from referee.log.memory import MemoryStore
from referee.log.records import EntryAppended, OrdersGiven, Record
from referee.log.store import Store, StoreError
from referee.match.entries import NOBODY, Entry, reader_for
from referee.server import ordering, submitting
from referee.server.access import NoAccess
from referee.server.errors import NotAllowed
from referee.server.matches import Matches
from referee.server.retries import Reply
from referee.server.session import Session
from referee.server.settings import Policy
from referee.server.standing_orders import (
    ORDERS_PER_SEAT,
    BadOrder,
    NothingToAnswer,
    Order,
    SeatOrders,
    TooManyChanges,
    check_orders,
    encode_orders,
    end_at_turn,
    restore_orders,
)
from referee.server.submitting import IntentWriter
from tests.match import toy
from tests.server.running import (
    FailingStore,
    Faults,
    Seats,
    answer_to,
    matches_on,
    pass_time,
    settle_down,
    shape_of,
    take_seats,
)

CHARTER = toy.salted(toy.charter(3, "orders", rounds="4"))
BIDS = toy.PlaceBid(0), toy.PlaceBid(1)

# --- what an order answers ---


def test_order_names_a_question_or_the_beginning_of_some() -> None:
    assert Order("toy.bid").names("toy.bid")
    assert not Order("toy.bid").names("toy.bidding")
    assert Order("toy.*").names("toy.bid")
    assert Order("*").names("toy.bid")
    assert not Order("toy.b*").names("toy.pay")
    assert not Order("toy.*d").names("toy.bid")


WINDOW = One(0, "toy.bid", BIDS, default=1, passes=0, concerns_seat=False)
ATTACK = One(0, "toy.bid", BIDS, default=1, passes=0)
WITHOUT_PASS = One(0, "toy.bid", BIDS, default=1)
SOME = Some(0, "toy.bid", BIDS, 0, 2, (1,), passes=())
WRONG_PASS = One(0, "toy.bid", BIDS, passes=2)
IN_ORDER = InOrder(0, "toy.bid", BIDS, default=(1, 0))


@pytest.mark.parametrize(
    ("order", "ask", "answer"),
    [
        (Order("toy.bid"), WINDOW, (0,)),
        (Order("toy.bid"), ATTACK, (0,)),
        (Order("toy.bid"), SOME, ()),
        (Order("toy.bid"), WITHOUT_PASS, None),
        (Order("toy.bid"), WRONG_PASS, None),
        (Order("toy.bid"), IN_ORDER, None),
        (Order("toy.pay"), WINDOW, None),
        (Order("toy.bid", answer="default"), WINDOW, (1,)),
        (Order("toy.bid", answer="default"), WITHOUT_PASS, (1,)),
        (Order("toy.bid", answer="default"), SOME, (1,)),
        (Order("toy.bid", answer="default"), IN_ORDER, (1, 0)),
        (Order("*", unless_concerned=True), WINDOW, (0,)),
        (Order("*", unless_concerned=True), ATTACK, None),
        (Order("*", answer="default", unless_concerned=True), ATTACK, None),
    ],
    ids=str,
)
def test_order_answers_what_it_names(order: Order, ask: Ask, answer: tuple[int, ...] | None) -> None:
    assert order.answer_to(ask) == answer


def test_the_first_order_that_has_an_answer_gives_it() -> None:
    orders = (Order("toy.pay"), Order("toy.bid", unless_concerned=True), Order("*", answer="default"))
    seat_orders = SeatOrders(orders, 0, is_durable=True)
    assert (seat_orders.answer_to(WINDOW), seat_orders.answer_to(ATTACK)) == ((0,), (1,))
    assert SeatOrders(orders, 0, is_durable=False).answer_to(WINDOW) is None


# --- which orders are accepted ---


@pytest.mark.parametrize("questions", ["toy.bid", "toy.*", "*", "toy.bi*"])
def test_orders_for_questions_there_are(questions: str) -> None:
    check_orders(toy.GAME, [Order(questions)] * ORDERS_PER_SEAT)


@pytest.mark.parametrize("questions", ["", "bid", "toy", "toy.bids", "toy.bid.*", "abyss.*", "**", "*.bid"])
def test_orders_for_questions_there_are_not(questions: str) -> None:
    with pytest.raises(BadOrder, match=r"Toy has no question '.*'; use a name from DescribeGame"):
        check_orders(toy.GAME, [Order("*"), Order(questions)])


def test_too_many_orders() -> None:
    with pytest.raises(BadOrder, match="may have 32 orders at once, not 33"):
        check_orders(toy.GAME, [Order("*")] * 33)


# --- how long they last ---

UNTIL_TURN = Order("*", until="turn")
FOR_GOOD = Order("toy.bid")


def entry(seq: int, *facts: Fact) -> Entry:
    return Entry(seq, NOBODY, 0, "", "start", (), (), tuple([Recorded("play", fact) for fact in facts]))


def left_after(turn_fact: type[Fact], begun: Entry) -> dict[int, tuple[Order, ...]]:
    seat_orders = {
        0: SeatOrders((UNTIL_TURN,), 4, is_durable=True),
        1: SeatOrders((UNTIL_TURN, FOR_GOOD), 4, is_durable=True),
        2: SeatOrders((UNTIL_TURN,), 5, is_durable=True),
    }
    end_at_turn(seat_orders, begun, turn_fact)
    return {seat: each.orders for seat, each in seat_orders.items()}


def test_orders_until_a_turn_end_when_it_begins() -> None:
    kept = {0: (UNTIL_TURN,), 1: (UNTIL_TURN, FOR_GOOD), 2: (UNTIL_TURN,)}
    assert left_after(TurnBegan, entry(5)) == kept
    assert left_after(TurnBegan, entry(5, TurnBegan(0, 1))) == {seat: kept[seat] for seat in (1, 2)}
    assert left_after(TurnBegan, entry(5, TurnBegan(1, 1))) == kept | {1: (FOR_GOOD,)}
    assert left_after(TurnBegan, entry(4, TurnBegan(0, 1))) == kept, (
        "that turn began before the order was given"
    )
    assert left_after(TurnBegan, entry(9, TurnBegan(3, 1))) == kept, "no orders of that seat"


def test_a_turn_of_nobody_is_everybodys() -> None:
    assert left_after(toy.RoundBegan, entry(5, toy.RoundBegan(1))) == {1: (FOR_GOOD,), 2: (UNTIL_TURN,)}


def test_the_orders_given_last_are_read_back() -> None:
    given = [
        OrdersGiven("m", 0, 1, 0, encode_orders([FOR_GOOD])),
        OrdersGiven("m", 1, 1, 0, encode_orders([FOR_GOOD])),
        OrdersGiven("m", 0, 5, 0, encode_orders([UNTIL_TURN, FOR_GOOD])),
        OrdersGiven("m", 1, 7, 0, encode_orders([])),
    ]
    [(seat, seat_orders)] = restore_orders(given).items()
    assert (seat, seat_orders.orders, seat_orders.since) == (0, (UNTIL_TURN, FOR_GOOD), 5)
    assert seat_orders.is_durable


# --- on the server ---


def entries_of(store: Store, match: str) -> list[Entry]:
    reader = reader_for(toy.GAME)
    return [reader.entry(logged.body) for logged in store.entries(match)[1:]]


async def play_by(
    matches: Matches,
    seats: Seats,
    by_hand: Sequence[Order] = (),
    seat_1: bool = True,
    decisions: int = 10_000,
) -> int:
    """Answer for every seat that is asked, to the end; for seat 1 as these orders would, where they apply."""
    access = await seats.access(matches)
    seat_orders = SeatOrders(by_hand, 0, is_durable=True)
    for count in range(decisions):
        for seat in access if seat_1 else [access[0], access[2]]:
            question = (await matches.view(seat)).question
            if question is not None:
                picks: Sequence[int] | None = None
                if seat.seat == 1:
                    picks = seat_orders.answer_to(question.ask)
                if picks is None:
                    picks = answer_to(seat, question)
                reply = await matches.submit(seat, question.number, picks, f"k{question.number}")
                assert reply in (Reply(question.number), Reply(question.number, STALE)), reply
                break
        else:
            return count
    return decisions


STALE = Refused(Refusal.STALE_QUESTION)


async def frames_of_all(matches: Matches, seats: Seats) -> dict[str, list[object]]:
    access = {f"seat {each.seat}": each for each in await seats.access(matches)}
    access["spectator"] = await matches.authenticate(seats.match, "")
    access["arbiter"] = await matches.authenticate(seats.match, seats.arbiter)
    return {who: [shape_of(frame) for frame in await matches.frames(each)] for who, each in access.items()}


SETS_OF_ORDERS = [
    (Order("toy.bid"),),
    (Order("toy.listen", unless_concerned=True),),
    (Order("*", answer="default"),),
    (Order("toy.pay", answer="default"), Order("toy.*")),
]


@pytest.mark.parametrize("orders", SETS_OF_ORDERS, ids=str)
async def test_nobody_can_tell_an_order_from_an_answer(orders: tuple[Order, ...], seed: str) -> None:
    """Every viewer, including the seat itself, gets the same frames, split the same way, whoever gave the answers."""
    charter = toy.charter(3, seed, rounds="4")

    async def by_order() -> tuple[dict[str, list[object]], list[Entry]]:
        store = MemoryStore()
        async with matches_on(store) as matches:
            seats = await take_seats(matches, charter)
            access = await seats.access(matches)
            await matches.set_orders(access[1], orders)
            await play_by(matches, seats)
            return await frames_of_all(matches, seats), entries_of(store, seats.match)

    async def by_hand() -> tuple[dict[str, list[object]], list[Entry]]:
        store = MemoryStore()
        async with matches_on(store) as matches:
            seats = await take_seats(matches, charter)
            await play_by(matches, seats, by_hand=orders)
            return await frames_of_all(matches, seats), entries_of(store, seats.match)

    (ordered, entries), (answered, others) = await by_order(), await by_hand()
    assert ordered == answered
    assert {each.by for each in entries} == {"start", "seat", "order"}
    assert {(each.by, each.seat) for each in entries if each.by == "order"} == {("order", 1)}
    assert [each.facts for each in entries if each.facts] == [each.facts for each in others if each.facts]


async def test_the_table_waits_for_a_seat_whose_order_has_answered() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        before = await frames_of_all(matches, seats)
        await matches.set_orders(access[1], [FOR_GOOD])
        assert await frames_of_all(matches, seats) == before
        assert (await matches.view(access[0])).waiting_for == (0, 1, 2)
        assert (await matches.view(access[1])).question is None, "its own seat knows better"
        assert await matches.submit(access[1], 1, (2,), "late") == Reply(1, STALE)


async def test_orders_may_be_left_before_the_match_begins() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        match = (await matches.create(CHARTER)).match_id
        first = await matches.authenticate(match, (await matches.join(match, 0, "a")).token)
        await matches.set_orders(first, [FOR_GOOD])
        for name in "bc":
            await matches.join(match, None, name)
        await settle_down()
        assert [(each.seat, each.by) for each in entries_of(store, match)] == [
            (NOBODY, "start"),
            (0, "order"),
        ]


async def test_orders_can_be_read_changed_and_cleared() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        mine, other, _ = await seats.access(matches)
        assert await matches.orders(mine) == ()
        listen = Order("toy.listen")
        await matches.set_orders(mine, [listen])
        await matches.set_orders(mine, [listen])
        assert await matches.orders(mine) == (listen,)
        assert await matches.orders(other) == ()
        assert len(store.orders(seats.match)) == 1, "repeating the orders changes nothing"
        await matches.set_orders(mine, [])
        assert await matches.orders(mine) == ()
        assert [each.body for each in store.orders(seats.match)] == [encode_orders([listen]), b"[]"]
        assert (await matches.view(mine)).question is not None


async def test_orders_until_the_turn_answer_until_then_and_no_longer() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        await matches.set_orders(access[1], [Order("toy.bid", until="turn")])
        await play_by(matches, seats, seat_1=False)
        entries = entries_of(store, seats.match)
        assert [each.asked for each in entries if each.by == "order"] == ["toy.bid"]
        assert await matches.orders(access[1]) == ()
        assert (await matches.view(access[1])).question is not None


# --- orders are durable ---


@pytest.mark.parametrize("orders", [*SETS_OF_ORDERS, (Order("*", answer="default", until="turn"),)], ids=str)
async def test_killed_after_every_answer_the_match_ends_the_same(orders: tuple[Order, ...]) -> None:
    """Each answer is decided by a new server, which knows nothing but the store."""

    async def killed(decisions: int) -> bytes:
        store = MemoryStore()
        async with matches_on(store) as matches:
            seats = await take_seats(matches, CHARTER)
            await matches.set_orders((await seats.access(matches))[1], orders)
        while True:
            async with matches_on(store) as matches:
                if not await play_by(matches, seats, decisions=decisions):
                    return store.entries(seats.match)[-1].hash

    assert await killed(1) == await killed(10_000)


async def test_an_answer_that_was_not_stored_is_given_again() -> None:
    """The order and the question are durable, the answer is lost: reloading the match finds the answer due."""
    store = FailingStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)

        def fails(records: Sequence[Record]) -> bool:
            return any(isinstance(each, EntryAppended) for each in records)

        store.fails = fails
        await matches.set_orders(access[1], [FOR_GOOD])
        await settle_down()
        assert len(store.entries(seats.match)) == 2
        store.fails = lambda records: False
        assert (await matches.view(access[1])).question is None
        await settle_down()
        assert [each.by for each in entries_of(store, seats.match)] == ["start", "order"]


async def test_orders_that_were_not_stored_do_not_hold() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        store.fails = lambda records: any(isinstance(each, OrdersGiven) for each in records)
        with pytest.raises(StoreError):
            await matches.set_orders(access[1], [FOR_GOOD])
        assert await matches.orders(access[1]) == ()
        assert (await matches.view(access[1])).question is not None
        assert len(store.entries(seats.match)) == 2


async def test_a_match_that_is_all_orders_ends_and_lets_others_have_their_turn() -> None:
    store, turns, is_over = MemoryStore(), 0, False

    async def live_on() -> None:
        nonlocal turns
        while not is_over:
            turns += 1
            await asyncio.sleep(0)

    async with matches_on(store) as matches:
        seats = await take_seats(matches, toy.charter(3, "long", rounds="500"))
        access = await seats.access(matches)
        other = asyncio.create_task(live_on())
        for each in access:
            await matches.set_orders(each, [Order("*", answer="default")])
        over = asyncio.Event()
        reader = await matches.subscribe(access[0], 0, over.set)
        while reader.closed is None:
            await over.wait()
            over.clear()
            reader.take()
        is_over = True
        await other
        answers = len(entries_of(store, seats.match)) - 1
        assert (await matches.records.verify(await matches.authenticate(seats.match, seats.arbiter))).ok
    assert answers == 500 * 6
    assert turns > answers / submitting.ANSWERS_PER_SLICE


async def test_many_matches_that_are_all_orders_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them end, but one goes on at a time from the first answer on: others need the time to play by hand."""
    waited = at_once = 0
    honest = IntentWriter._answer_by_orders

    def counted(self: IntentWriter, session: Session) -> None:
        nonlocal waited, at_once
        waited = max(waited, len(self._waiting))
        honest(self, session)
        at_once = max(at_once, self._slices)

    monkeypatch.setattr(IntentWriter, "_answer_by_orders", counted)
    async with matches_on(MemoryStore()) as matches:
        opened = [await take_seats(matches, toy.charter(2, f"m{each}", rounds="40")) for each in range(12)]
        access = [each for seats in opened for each in await seats.access(matches)]
        await asyncio.gather(*[matches.set_orders(each, [Order("*", answer="default")]) for each in access])
        for seats in opened:
            session = await matches.sessions.get(seats.match)
            async with asyncio.timeout(20):
                while not session.is_over:  # noqa: ASYNC110
                    await asyncio.sleep(0.002)
    assert waited > 0
    assert at_once == 1


async def test_orders_of_a_match_whose_rules_go_wrong() -> None:
    store, faults = MemoryStore(), Faults()
    async with matches_on(store, faults=faults) as matches:
        seats = await take_seats(matches, toy.charter(2, "x", faulty_round="1"))
        access = await seats.access(matches)
        for each in access:
            await matches.set_orders(each, [FOR_GOOD])
        await settle_down()
        row = store.match(seats.match)
        assert row is not None
        assert row.status == "faulted"
        assert len(faults) == 1
        with pytest.raises(NothingToAnswer):
            await matches.set_orders(access[0], [])


async def test_orders_need_no_clock() -> None:
    """A question that an order has answered starts no clock, and the next question has its own clock."""
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER, Policy(seconds_per_decision=60))
        access = await seats.access(matches)
        await matches.set_orders(access[1], [FOR_GOOD])
        await play_by(matches, seats, decisions=40, seat_1=False)
        asked = {seat for seat, each in enumerate(access) if (await matches.view(each)).question is not None}
        assert set(matches.sessions.cache[seats.match].clocks) == asked
        await pass_time(61)
        await pass_time(1)
        by = [each.by for each in entries_of(store, seats.match) if each.seat == 1]
        assert set(by) <= {"order", "clock"}


# --- who may order what ---


async def test_only_a_seat_may_order_and_only_for_itself() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        for token, denied in (("", NoAccess), (seats.arbiter, NotAllowed)):
            other = await matches.authenticate(seats.match, token)
            with pytest.raises(denied):
                await matches.set_orders(other, [FOR_GOOD])
            with pytest.raises(denied):
                await matches.orders(other)
        with pytest.raises(BadOrder, match=r"has no question 'toy\.bids'"):
            await matches.set_orders(access[0], [Order("toy.bids")])
        assert await matches.orders(access[0]) == ()


async def test_there_is_nothing_to_order_after_the_end() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        await play_by(matches, seats)
        with pytest.raises(NothingToAnswer, match="the match is over"):
            await matches.set_orders((await seats.access(matches))[0], [FOR_GOOD])


async def test_a_seat_that_changes_its_mind_too_often_can_only_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ordering, "CHANGES_PER_SEAT", 4)
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
    for number in range(4):
        async with matches_on(store) as matches:
            mine = (await seats.access(matches))[0]
            await matches.set_orders(mine, [Order("toy.listen")] * (number + 1))
    async with matches_on(store) as matches:
        mine, other, _ = await seats.access(matches)
        with pytest.raises(TooManyChanges):
            await matches.set_orders(mine, [FOR_GOOD])
        await matches.set_orders(mine, [])
        with pytest.raises(TooManyChanges):
            await matches.set_orders(mine, [])
        await matches.set_orders(other, [FOR_GOOD])
        assert len(store.orders(seats.match)) == 6


def test_every_turn_of_abyss_has_a_seat() -> None:
    assert "seat" in ABYSS.turn_fact.__struct_fields__
