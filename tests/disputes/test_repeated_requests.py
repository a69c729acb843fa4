"""Calls about cases and undos that are repeated because a reply was lost: they count once, also after a restart."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest

from referee.log.memory import MemoryStore
from referee_api.v1 import disputes_pb2 as api
from referee_api.v1 import referee_pb2 as base
from tests.disputes.served import ServedMatch, served_match
from tests.disputes.test_undo import play_until_undoable
from tests.wire.serving import details_of, reason_of

IN_FRAME = api.FactPlace(in_frame=api.FramePlace(frame=1, place=1))
RULED: dict[str, Any] = {
    "finding": base.FINDING_OVERTURNED,
    "reason": "The book says so.",
    "rules": ["explore"],
    "number": 1,
}

Prepare = Callable[[ServedMatch], Any]


async def nothing(served: ServedMatch) -> None:
    """Prepare nothing."""


async def case(served: ServedMatch) -> None:
    """Open the case that the call is about."""
    await served.open_case(0, fact=IN_FRAME)


async def ruling(served: ServedMatch) -> None:
    """Open a case and rule on it."""
    await case(served)
    await served.rule(1)


CALLS: dict[str, tuple[Prepare, int | str, Any, dict[str, Any]]] = {
    "open": (nothing, 0, api.OpenCaseRequest(fact=IN_FRAME, rule="explore", claim="No."), {"claim": "Yes."}),
    "freeze": (
        nothing,
        0,
        api.OpenCaseRequest(fact=IN_FRAME, rule="explore", claim="No.", freeze=True),
        {"claim": "x"},
    ),
    "withdraw": (case, 0, api.WithdrawCaseRequest(number=1), {"number": 2}),
    "try": (
        case,
        "",
        api.TryReadingRequest(number=1, rulings={"pearls.visibility": "cupped"}),
        {"edition": "de"},
    ),
    "stands": (case, "", api.RuleCaseRequest(**RULED, stands=api.Stands()), {"reason": "Other."}),
    "award": (case, "", api.RuleCaseRequest(**RULED, award=base.Award(winners=[1])), {"reason": "Other."}),
    "rewind": (case, "", api.RuleCaseRequest(**RULED, rewind=api.Rewind(fact=25)), {"reason": "Other."}),
    "appeal": (ruling, 1, api.AppealCaseRequest(number=1, reason="Read on."), {"reason": "Other."}),
}


def sent(served: ServedMatch, who: int | str, request: Any, **change: Any) -> Any:
    """Send a request in the name of a seat or the arbiter."""
    full = type(request)(**served.about(who))
    full.MergeFrom(request)
    full.MergeFrom(type(request)(**{"request_id": "mine", **change}))
    method = type(request).__name__.removesuffix("Request")
    return getattr(served.disputes, method)(full)


async def answered(call: Any) -> Any:
    """Return the response of a call, or the report at the end of a stream with progress."""
    if isinstance(call, grpc.aio.UnaryStreamCall):
        return [response.report async for response in call if response.HasField("report")]
    return await call


def counted(served: ServedMatch) -> list[str]:
    """Return the kinds of audit entries, without looks, each of which is recorded."""
    return [kind for kind in served.written if kind != "Looked"]


@asynccontextmanager
async def restarted(store: MemoryStore, served: ServedMatch) -> AsyncIterator[ServedMatch]:
    async with served_match(store, served.table) as again:
        yield again


@pytest.mark.parametrize("name", CALLS)
async def test_a_repeated_call_counts_once_and_gets_the_first_response(name: str) -> None:
    prepare, who, request, change = CALLS[name]
    store = MemoryStore()
    async with served_match(store) as served:
        await prepare(served)
        first = await answered(sent(served, who, request))
        written, matches = counted(served), len(store.matches())
        assert await answered(sent(served, who, request)) == first
        assert reason_of(await details_of(sent(served, who, request, **change))) == "REQUEST_ID_REUSED"
    async with restarted(store, served) as served:
        assert await answered(sent(served, who, request)) == first, "also after a restart"
        assert reason_of(await details_of(sent(served, who, request, **change))) == "REQUEST_ID_REUSED"
        assert counted(served) == written
        assert len(store.matches()) == matches
        if name not in ("try", "rewind", "award"):
            with pytest.raises(grpc.aio.AioRpcError):
                await sent(served, who, request, request_id="another")


async def test_a_trial_is_repeated_on_the_match_as_it_was() -> None:
    _, who, request, _ = CALLS["try"]
    async with served_match() as served:
        await case(served)
        first = await answered(sent(served, who, request))
        await served.play_on(6)
        assert await answered(sent(served, who, request)) == first
        assert counted(served).count("ReadingTried") == 1
        later = await answered(sent(served, who, request, request_id="another"))
        assert later != first, "the match has gone on"


async def test_a_trial_is_repeated_although_the_case_is_closed_to_trials() -> None:
    _, who, request, _ = CALLS["try"]
    async with served_match() as served:
        await case(served)
        first = await answered(sent(served, who, request))
        await served.rule(1)
        await served.appeal()
        await served.rule(1)
        assert await answered(sent(served, who, request)) == first


async def test_a_request_that_was_refused_is_decided_again() -> None:
    async with served_match() as served:
        await case(served)
        appeal = api.AppealCaseRequest(number=1, reason="Read on.")
        assert reason_of(await details_of(sent(served, 1, appeal))) == "NOT_RULED"
        await served.rule(1)
        await sent(served, 1, appeal)
        assert counted(served)[-1] == "CaseAppealed"


async def test_the_ids_of_seats_are_their_own() -> None:
    async with served_match() as served:
        request = api.OpenCaseRequest(fact=IN_FRAME, rule="explore", claim="No.")
        await sent(served, 0, request)
        other = api.OpenCaseRequest(fact=await served.place(1), rule="explore", claim="Mine.")
        assert (await sent(served, 1, other)).number == 2
        assert (await sent(served, 0, request)).number == 1


async def test_an_undo_that_is_repeated_leads_to_the_same_match() -> None:
    store = MemoryStore()
    async with served_match(store, answers=0, seats=3) as served:
        seat = await play_until_undoable(served)
        entry = len(store.entries(served.table.match))
        first, last = [other for other in range(3) if other != seat]
        # Proposed without an id already, so that this is refused; the id is still free for the answers.
        assert reason_of(await details_of(sent(served, seat, api.ProposeUndoRequest()))) == "UNDO_PENDING"
        consent = api.AnswerUndoRequest(consents=True)
        for _ in range(2):
            assert (await sent(served, first, consent)).successor == ""
        successor = (await sent(served, last, consent)).successor
        assert successor
        for who, expected in ((first, ""), (last, successor)):
            assert (await sent(served, who, consent)).successor == expected
        assert reason_of(await details_of(sent(served, last, api.AnswerUndoRequest()))) == "REQUEST_ID_REUSED"
    async with restarted(store, served) as served:
        for who, expected in ((first, ""), (last, successor)):
            assert (await sent(served, who, consent)).successor == expected
        assert len(store.entries(served.table.match)) == entry
        assert len(store.matches()) == 2


async def test_a_proposal_of_an_undo_is_repeated() -> None:
    async with served_match(answers=0) as served:
        seat = await play_until_undoable(served, request_id="mine")
        for _ in range(2):
            await sent(served, seat, api.ProposeUndoRequest())
        assert counted(served) == ["UndoProposed"]


@pytest.mark.parametrize("request_id", ["x" * 65, "a b", "ä", "a\n"])
async def test_a_bad_request_id_is_refused_and_nothing_is_written(request_id: str) -> None:
    async with served_match() as served:
        for _, who, request, _ in CALLS.values():
            status = await details_of(sent(served, who, request, request_id=request_id))
            assert reason_of(status) == "INVALID_FIELD"
            assert "request_id" in str(status.details)
        assert served.written == []
