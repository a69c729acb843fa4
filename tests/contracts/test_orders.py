"""A standing order is indistinguishable from an answer given by hand: every game, every viewer, every byte."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import pytest

from referee.kernel.chance import seed_from_text
from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.kernel.refusals import Refused
from referee.kernel.run import Question
from referee.log.memory import MemoryStore
from referee.match.entries import By, Entry, encode, reader_for
from referee.match.match import Decided, Match
from referee.match.player import RandomPlayer
from referee.server.matches import Matches
from referee.server.standing_orders import Order, SeatOrders
from tests.contracts.declarations import Declaration, declaration
from tests.contracts.worlds import told

ENTRIES = 500
"""Maximum number of entries played in a match."""

ORDERS = {
    "pass": (Order("*"),),
    "default": (Order("*", "default"),),
    "concerned": (Order("*", "default", unless_concerned=True),),
}


class Feed(NamedTuple):
    """What one viewer received."""

    viewer: str
    frames: list[bytes]


class Course(NamedTuple):
    """A match as its viewers saw it, and who gave the answers of the seat with the orders."""

    feeds: list[Feed]
    given_by: list[By]


def answer(seat: Seat, question: Question) -> Sequence[int]:
    """Return an answer that depends on the question alone, so that an answer by order does not shift the others."""
    return RandomPlayer(f"{seat}/{question.number}")(question)


async def play(
    subject: Declaration, seed: str, orderer: Seat, orders: tuple[Order, ...], *, by_hand: bool
) -> Course:
    """Play a match in which one seat answers as these orders say: by the orders themselves, or by hand."""
    store, seats = MemoryStore(), max(subject.game.seats)
    game = subject.game
    charter = Charter(game.name, game.rules_version, seats, seed_from_text(seed).hex())
    matches = Matches(store, settle=subject.settle)
    created = await matches.create(charter)
    tokens = [(await matches.join(created.match_id, seat, f"{seat}")).token for seat in range(seats)]
    access = [await matches.authenticate(created.match_id, token) for token in tokens]
    seat_orders = SeatOrders(orders, 0, is_durable=True)
    if not by_hand:
        await matches.set_orders(access[orderer], orders)
    match = matches.sessions.cache[created.match_id].match
    assert match is not None
    while match.outcome is None and match.seq < ENTRIES:
        asked = next(iter(match.questions.items()), None)
        if asked is None:
            break
        seat, question = asked
        picks: Sequence[int] | None = seat_orders.answer_to(question.ask) if seat == orderer else None
        if picks is not None and not by_hand:
            await asyncio.sleep(0)  # The next batch of answers by order is on its way.
            continue
        if picks is None:
            picks = answer(seat, question)
        reply = await matches.submit(access[seat], question.number, picks)
        assert reply.refused is None, reply
    await matches._log.put(())
    viewers = {f"seat {seat}": each for seat, each in enumerate(access)}
    viewers["spectator"] = await matches.authenticate(created.match_id, "")
    viewers["arbiter"] = await matches.authenticate(created.match_id, created.arbiter_token)
    feeds = [
        Feed(viewer, [encode(told(frame)) for frame in await matches.frames(each)])
        for viewer, each in viewers.items()
    ]
    await matches.close()
    reader = reader_for(game)
    intents = [reader.recorded_answer(logged.body) for logged in store.entries(created.match_id)[1:]]
    return Course(feeds, [intent.by for intent in intents if intent.seat == orderer])


def differences(one: Course, other: Course) -> list[str]:
    """Return the viewers that could tell the two apart. A match that was cut short may differ by a few last frames."""
    found = []
    for mine, its in zip(one.feeds, other.feeds, strict=True):
        both = min(len(mine.frames), len(its.frames))
        if not both or mine.frames[:both] != its.frames[:both]:
            found.append(mine.viewer)
    return found


async def both_ways(
    subject: Declaration, seed: str, orderer: Seat, orders: tuple[Order, ...]
) -> tuple[Course, Course]:
    by_order = await play(subject, seed, orderer, orders, by_hand=False)
    return by_order, await play(subject, seed, orderer, orders, by_hand=True)


@pytest.mark.parametrize("kind", ORDERS)
async def test_nobody_can_tell_an_order_from_an_answer(subject: Declaration, kind: str, seed: str) -> None:
    by_order, by_hand = await both_ways(subject, seed, 1, ORDERS[kind])
    assert "order" in by_order.given_by
    assert set(by_hand.given_by) == {"seat"}
    assert differences(by_order, by_hand) == []


def left_alone(subject: Declaration, seed: str) -> set[str]:
    """Return the questions in a match that do not concern the seats asked; an order may pass on all of these."""
    seats = max(subject.game.seats)
    charter = Charter(subject.game.name, subject.game.rules_version, seats, seed_from_text(seed).hex())
    match, found = Match(subject.settle(charter), viewers=()), set()
    match.begin()
    while match.questions and match.seq < 4 * ENTRIES:
        found.update([each.ask.name for each in match.questions.values() if not each.ask.concerns_seat])
        seat, question = next(iter(match.questions.items()))
        match.submit(seat, question.number, answer(seat, question))
    return found


def test_what_is_left_alone_is_declared(subject: Declaration, seed: str) -> None:
    """No order that exempts what concerns the seat gives its turn away."""
    declared = [Order(questions) for questions in subject.in_passing]
    found = left_alone(subject, seed)
    assert [name for name in sorted(found) if not any([order.names(name) for order in declared])] == []
    assert [order.questions for order in declared if not any([order.names(name) for name in found])] == []


async def test_control_a_sealed_answer_by_order_that_is_told(
    monkeypatch: pytest.MonkeyPatch, seed: str
) -> None:
    complete = Match.complete

    def tell(self: Match, entry: Entry) -> Decided | Refused:
        decided = complete(self, entry)
        if isinstance(decided, Refused) or decided.frames or entry.by != "order":
            return decided
        frames = self._feeds.cut(entry.facts, self.questions, self.waiting_for, self.outcome)
        return msgspec.structs.replace(decided, frames=frames)

    monkeypatch.setattr(Match, "complete", tell)
    assert differences(*await both_ways(declaration("parlour"), seed, 1, ORDERS["pass"])) != []
