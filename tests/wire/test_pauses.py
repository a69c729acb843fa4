"""Pauses over the wire: who may, what everyone is told, and what is refused."""

from __future__ import annotations

from typing import Any

import grpc

from referee_api.v1 import referee_pb2 as api
from referee_client.bots.random import RandomBot
from tests.wire.serving import Table, answer_to, asked, details_of, open_table, play_on, reason_of, referee


def about(table: Table, who: int | str) -> dict[str, Any]:
    return {"match_id": table.match, "token": table.tokens[who] if isinstance(who, int) else who}


async def standing(stub: Any, table: Table) -> api.Standing:
    response: api.GetMatchResponse = await stub.GetMatch(api.GetMatchRequest(**about(table, 0)))
    return response.match.standing


async def test_an_official_pauses_and_resumes_a_match() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, spectators=True, time_per_decision={"seconds": 600})
        watching = stub.Watch(api.WatchRequest(match_id=table.match))
        await watching.read()
        await stub.PauseMatch(api.PauseMatchRequest(**about(table, table.arbiter), reason="Fire alarm."))
        told = (await watching.read()).standing
        assert (told.pause.by, told.pause.reason) == ("arbiter", "Fire alarm.")
        assert told.pause.pause_time.seconds > 1_700_000_000
        assert not told.is_frozen
        seat, question = await asked(stub, table)
        refused = (await stub.Submit(answer_to(table, seat, question, RandomBot("x")))).refused
        assert refused.refusal == api.REFUSAL_MATCH_PAUSED
        assert refused.sentence == "This match is paused; its standing says why. Answer when it is resumed."
        look = await stub.GetView(api.GetViewRequest(**about(table, seat)))
        assert look.match.status == api.MATCH_STATUS_PAUSED
        assert not look.HasField("clock")
        listed = await stub.ListMatches(api.ListMatchesRequest(status=api.MATCH_STATUS_PAUSED))
        assert [match.id for match in listed.matches] == [table.match]
        await stub.ResumeMatch(api.ResumeMatchRequest(**about(table, table.arbiter), reason="A drill."))
        assert not (await watching.read()).standing.HasField("pause")
        look = await stub.GetView(api.GetViewRequest(**about(table, seat)))
        assert (look.match.status, look.HasField("clock")) == (api.MATCH_STATUS_RUNNING, True)
        await play_on(stub, table, 2)
        watching.cancel()


async def test_seats_pause_by_consent() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        await stub.PauseMatch(api.PauseMatchRequest(**about(table, 0), reason="Lunch."))
        proposal = (await standing(stub, table)).pause_proposal
        assert (proposal.seat, proposal.step, proposal.reason) == (0, api.PAUSE_STEP_PAUSE, "Lunch.")
        assert list(proposal.waiting_for) == [1]
        await stub.PauseMatch(api.PauseMatchRequest(**about(table, 1), consents=True))
        found = await standing(stub, table)
        assert (found.pause.by, found.HasField("pause_proposal")) == ("seats", False)
        await stub.ResumeMatch(api.ResumeMatchRequest(**about(table, 1), reason="Full."))
        assert (await standing(stub, table)).pause_proposal.step == api.PAUSE_STEP_RESUME
        await stub.ResumeMatch(api.ResumeMatchRequest(**about(table, 0), consents=False))
        found = await standing(stub, table)
        assert (found.HasField("pause"), found.HasField("pause_proposal")) == (True, False)


async def test_what_is_refused_says_why() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, spectators=True)
        waiting = await open_table(stub, taken=1)

        async def refusal(call: Any, who: int | str, where: Table = table, **more: Any) -> tuple[int, str]:
            kind = api.PauseMatchRequest if call is stub.PauseMatch else api.ResumeMatchRequest
            details = await details_of(call(kind(**about(where, who), **more)))
            return details.code, reason_of(details)

        failed, invalid = [
            code.value[0] for code in (grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.INVALID_ARGUMENT)
        ]
        reason: dict[str, Any] = {"reason": "x"}
        pause, resume, arbiter = stub.PauseMatch, stub.ResumeMatch, table.arbiter
        assert await refusal(resume, arbiter, **reason) == (failed, "NOT_PAUSED")
        assert await refusal(pause, waiting.arbiter, waiting, **reason) == (failed, "NOT_BEGUN")
        assert await refusal(pause, 0, consents=True) == (failed, "NO_PAUSE_PROPOSED")
        assert (await refusal(pause, arbiter, consents=True))[1] == "ROLE_NOT_ALLOWED"
        assert (await refusal(pause, "", **reason))[1] == "ACCESS_DENIED"
        assert await refusal(pause, 0, consents=True, **reason) == (invalid, "INVALID_FIELD")
        assert await refusal(pause, arbiter, reason="") == (invalid, "BAD_TEXT")
        await pause(api.PauseMatchRequest(**about(table, arbiter), **reason))
        assert await refusal(pause, 0, **reason) == (failed, "ALREADY_PAUSED")
        assert await refusal(resume, 0, **reason) == (failed, "WRONG_OFFICIAL")
