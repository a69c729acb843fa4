"""Undo by consent over the wire: what prevents it, who must agree, and how the match continues."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc

from referee.audit.entries import UndoProposed
from referee.disputes.evidence.examination import examine
from referee.log.memory import MemoryStore
from referee_api.v1 import disputes_pb2 as api
from referee_api.v1 import referee_pb2 as base
from tests.disputes.served import Code, ServedMatch, refusal, served_match
from tests.wire.serving import asked

FAILED = Code.FAILED_PRECONDITION


def propose(served: ServedMatch, seat: int, request_id: str = "") -> Any:
    request = api.ProposeUndoRequest(**served.about(seat), request_id=request_id)
    return served.disputes.ProposeUndo(request)


def answer(served: ServedMatch, seat: int, consents: bool = True) -> Any:
    return served.disputes.AnswerUndo(api.AnswerUndoRequest(**served.about(seat), consents=consents))


async def outcome(call: Any) -> tuple[Any, str]:
    """Return the result of a call, or how it was refused."""
    try:
        return await call, ""
    except grpc.aio.AioRpcError as error:
        return None, error.details() or ""


async def play_until_undoable(served: ServedMatch, request_id: str = "") -> int:
    """Play on until a seat may take an answer back, and propose it; return the seat."""
    for _ in range(200):
        seat, reply = await served.answer_one()
        assert reply.HasField("accepted")
        _, refused = await outcome(propose(served, seat, request_id))
        if not refused:
            return seat
        assert "only a ruling can take" in refused
    raise AssertionError("nothing can be taken back in this match")


async def test_an_undo_by_consent_goes_on_in_a_fork() -> None:
    """Everybody consents, and the match continues from before the answer; the old one names its successor."""
    store = MemoryStore()
    async with served_match(store, answers=0, seats=3) as served:
        seat = await play_until_undoable(served)
        standing = await served.standing()
        others = [each for each in range(3) if each != seat]
        assert standing.undo.seat == seat
        assert list(standing.undo.waiting_for) == others
        frames = await served.frames(seat)
        assert not (await answer(served, others[0])).successor
    async with served_match(store, served.table) as served:
        assert list((await served.standing()).undo.waiting_for) == others[1:]
        stream = served.referee.Watch(base.WatchRequest(**served.about(seat), after=len(frames)))
        await stream.read()
        successor = (await answer(served, others[1])).successor
        assert (await stream.read()).standing.successor == successor
        fork = served.at(successor)
        again = await fork.frames(seat)
        assert again == frames[:-1]
        assert (await asked(fork.referee, fork.table))[0] == seat
        await fork.play_on(2)
        for each in (served, fork):
            evidence = examine(await each.export())
            assert evidence.ok, evidence.first_difference


async def test_what_bars_an_undo_is_told_and_nothing_is_written() -> None:
    """Refused with the reason: randomness drawn, something shown, another seat acted, frozen, over, proposed twice."""
    async with served_match(answers=0, seats=2) as served:
        none = "Nobody has answered anything yet; there is nothing to take back."
        assert await refusal(propose(served, 0)) == (FAILED, none)
        found: set[str] = set()
        for _ in range(40):
            seat, _ = await served.answer_one()
            before = served.written
            code, text = await refusal(propose(served, 1 - seat))
            assert code == FAILED
            found.add(text)
            assert served.written == before
            _, refused = await outcome(propose(served, seat))
            if refused:
                found.add(refused)
                assert served.written == before
            else:
                assert (await refusal(propose(served, seat)))[1].startswith(
                    "An undo of this answer is already proposed"
                )
                assert (await refusal(answer(served, seat)))[1].startswith("This seat has already agreed")
                assert not (await answer(served, 1 - seat, consents=False)).successor
                assert (await refusal(propose(served, seat)))[1].startswith("The other seats refused")
                assert (await refusal(answer(served, 1 - seat)))[1].startswith("No undo is proposed")
        assert "Only the last answer can be taken back, and only by the seat that gave it." in found
        shown = "Something was shown or brought about because of that answer; only a ruling can take it back."
        assert shown in found
        seat, _ = await served.answer_one()
        await served.open_case(0, freeze=True)
        frozen = "The match is frozen by a case; wait for the ruling."
        assert await refusal(propose(served, seat)) == (FAILED, frozen)
        await served.rule(award=base.Award(winners=[0]))
        over = "The match is no longer played; only a ruling can change it now."
        assert await refusal(propose(served, seat)) == (FAILED, over)


async def test_an_answer_by_the_clock_or_an_order_is_not_taken_back() -> None:
    """The seat itself learns the reason; another learns only that the answer was not its own."""
    async with served_match(answers=0, seats=2) as served:
        for seat in (0, 1):
            order = base.Order(
                questions="*", answer=base.ORDER_ANSWER_DEFAULT, until=base.ORDER_UNTIL_CLEARED
            )
            request = base.SetOrdersRequest(**served.about(seat), orders=[order] if seat == 0 else [])
            await served.referee.SetOrders(request)
        seen = set()
        for _ in range(30):
            last = served.store.entries(served.table.match)[-1]
            if last.seat == 0:
                seen.add((await refusal(propose(served, 0)))[1])
                seen.add((await refusal(propose(served, 1)))[1])
            await served.answer_one()
        given = "The last answer was given by a clock or a standing order; only a ruling can take it back."
        assert seen <= {
            given,
            "Only the last answer can be taken back, and only by the seat that gave it.",
        }
        assert seen


async def test_several_seats_asked_at_once_are_told_nothing_of_each_other() -> None:
    """Sealed answers: the proposer gets the same reply, whether or not it was the last to answer."""
    async with served_match(answers=0, game="unfathomable", seats=3, seed="sealed") as served:
        text = "Several seats are or were asked at once, and their answers stand; only a ruling can take one back."
        met = 0
        for _ in range(60):
            view = await served.view(0)
            seats = list(view.waiting_for)
            await served.answer_one()
            if len(seats) > 1:
                met += 1
                for seat in range(3):
                    assert await refusal(propose(served, seat)) == (FAILED, text)
        assert met


async def test_an_undo_lapses_when_the_match_goes_on() -> None:
    store = MemoryStore()
    async with served_match(store, answers=0, seats=3) as served:
        seat = await play_until_undoable(served)
        await served.answer_one()
        assert not (await served.standing()).HasField("undo")
    async with served_match(store, served.table) as served:
        assert not (await served.standing()).HasField("undo")
        gone = "No undo is proposed, or the match has gone on since; there is nothing to answer."
        assert await refusal(answer(served, (seat + 1) % 3)) == (FAILED, gone)


async def test_an_answer_and_the_last_consent_at_once() -> None:
    """Either the answer counts and the undo lapses, or the match continues in the fork without it; never both."""
    for number in range(6):
        async with served_match(answers=0, seats=2, seed=f"race {number}") as served:
            seat = await play_until_undoable(served)
            entries = len(served.store.entries(served.table.match))
            consent, (_, reply) = await asyncio.gather(
                _consented(served, 1 - seat), served.answer_one(), return_exceptions=False
            )
            stored = len(served.store.entries(served.table.match))
            if reply.HasField("accepted"):
                assert consent == ""
                assert stored == entries + 1
            else:
                assert consent
                assert stored == entries
                fork = served.store.entries(consent)
                assert len(fork) == entries - 1


async def _consented(served: ServedMatch, seat: int) -> str:
    response, refused = await outcome(answer(served, seat))
    assert not refused or "the match has gone on since" in refused
    return "" if refused else str(response.successor)


async def test_what_is_proposed_names_the_last_entry() -> None:
    """The audit log says which answer was to be taken back, and the entry confirms it."""
    async with served_match(answers=0, seats=2) as served:
        seat = await play_until_undoable(served)
        body = served.audit[-1].body
        entries = served.store.entries(served.table.match)
        assert body == UndoProposed(seat, entries[-1].seq)
