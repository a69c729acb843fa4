"""A running referee with a disputed match: seats with tokens, an arbiter, and the match's audit log."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc

from referee.audit.chain import read_own
from referee.audit.entries import AuditEntry
from referee.log.memory import MemoryStore
from referee.log.store import Store
from referee.proof.keys import RefereeKeys
from referee_api.v1 import disputes_pb2 as api
from referee_api.v1 import referee_pb2 as base
from referee_api.v1.disputes_pb2_grpc import DisputesStub
from tests.disputes.recordings import KEYS
from tests.wire.serving import Table, asked, last_of, open_table, play_on, referee, status_of, watch

Code = grpc.StatusCode


class ServedMatch:
    """A running referee with one match, and calls about it in the name of its seats and the arbiter."""

    def __init__(self, store: Store, channel: Any, stub: Any, table: Table) -> None:
        self.store = store
        self.channel = channel
        self.referee = stub
        self.disputes: Any = DisputesStub(channel)  # type: ignore[no-untyped-call]
        self.table = table

    def about(self, who: int | str) -> dict[str, Any]:
        """Return the match and the token of a seat, of the arbiter, or the given one."""
        token = self.table.tokens[who] if isinstance(who, int) else who or self.table.arbiter
        return {"match_id": self.table.match, "token": token}

    def at(self, match: str) -> ServedMatch:
        """Return the same seats and arbiter at another match."""
        return ServedMatch(
            self.store, self.channel, self.referee, Table(match, self.table.tokens, self.table.arbiter)
        )

    @property
    def audit(self) -> list[AuditEntry]:
        """The entries of the match's audit log."""
        return [read_own(record.note.decode()) for record in self.store.audit(self.table.match)]

    @property
    def written(self) -> list[str]:
        """The kinds of entries in the audit log."""
        return [type(entry.body).__name__ for entry in self.audit]

    async def frames(self, seat: int) -> list[base.Frame]:
        """Return all frames of a seat so far."""
        look = await self.view(seat)
        found = []
        async for frame in watch(self.referee, self.table, self.table.tokens[seat]):
            found.append(frame)
            if frame.number == look.frame:
                break
        return found

    async def view(self, seat: int) -> base.GetViewResponse:
        found: base.GetViewResponse = await self.referee.GetView(base.GetViewRequest(**self.about(seat)))
        return found

    async def standing(self) -> base.Standing:
        """Return the public standing of the match."""
        return (await self.view(0)).match.standing

    async def place(self, seat: int, kind: str = "") -> api.FactPlace:
        """Return the place of the last fact, of a kind if one is given, in a seat's frames."""
        for frame in reversed(await self.frames(seat)):
            facts = getattr(frame.told, frame.told.WhichOneof("game") or "abyss").facts
            for place in range(len(facts), 0, -1):
                if not kind or facts[place - 1].WhichOneof("kind") == kind:
                    return api.FactPlace(in_frame=api.FramePlace(frame=frame.number, place=place))
        raise AssertionError(f"seat {seat} was told of no {kind}")

    async def open_case(self, who: int | str = 0, **about: Any) -> int:
        """Open a case about a fact, by default the last one the seat received."""
        given: dict[str, Any] = {"rule": "explore", "claim": "That is not how it reads.", **about}
        if "fact" not in given:
            given["fact"] = await self.place(who) if isinstance(who, int) else api.FactPlace(fact=1)
        response = await self.disputes.OpenCase(api.OpenCaseRequest(**self.about(who), **given))
        return int(response.number)

    async def rule(self, number: int = 1, **about: Any) -> str:
        """Rule on a case as the arbiter; return the successor, if there is one."""
        given: dict[str, Any] = {
            "finding": base.FINDING_OVERTURNED,
            "reason": "The book says so.",
            "rules": ["explore"],
            **about,
        }
        if not {"stands", "rewind", "replay_under", "award"} & set(given):
            given["stands"] = api.Stands()
        response = await self.disputes.RuleCase(api.RuleCaseRequest(**self.about(""), number=number, **given))
        return str(response.successor)

    async def appeal(self, who: int | str = 1, number: int = 1, reason: str = "Read on.") -> None:
        await self.disputes.AppealCase(api.AppealCaseRequest(**self.about(who), number=number, reason=reason))

    async def try_reading(self, who: int | str = "", **about: Any) -> api.TrialReport:
        """Try another reading; return the report."""
        response = await last_of(self.disputes.TryReading(api.TryReadingRequest(**self.about(who), **about)))
        report: api.TrialReport = response.report
        return report

    async def export(self, who: int | str = "") -> bytes:
        call = self.disputes.Export(api.ExportRequest(**self.about(who)))
        return b"".join([response.chunk async for response in call])

    async def play_on(self, answers: int) -> None:
        await play_on(self.referee, self.table, answers)

    async def answer_one(self, picks: list[int] | None = None) -> tuple[int, base.SubmitResponse]:
        """Answer an open question; return the seat that answered, and the reply."""
        seat, question = await asked(self.referee, self.table)
        answer = base.Answer(picks=question.default_picks if picks is None else picks)
        request = base.SubmitRequest(
            **self.about(seat), question=question.number, answer=answer, request_id="one"
        )
        return seat, await self.referee.Submit(request)


@asynccontextmanager
async def served_match(
    store: Store | None = None,
    table: Table | None = None,
    *,
    answers: int = 12,
    keys: RefereeKeys = KEYS,
    **about: Any,
) -> AsyncIterator[ServedMatch]:
    """Yield a referee with a match played for some answers, or a restarted one with a match from its store."""
    held = store or MemoryStore()
    async with referee(held, keys=keys) as (_, channel, stub):
        if table is None:
            table = await open_table(stub, **about)
            await play_on(stub, table, answers)
        yield ServedMatch(held, channel, stub, table)


async def play_to_the_end(served: ServedMatch) -> None:
    """Play a match to its end."""
    while not (await served.view(0)).HasField("outcome"):
        await served.play_on(1)


async def refusal(call: Any) -> tuple[grpc.StatusCode, str]:
    """Return the code and text with which a call is refused."""
    return await status_of(call)
