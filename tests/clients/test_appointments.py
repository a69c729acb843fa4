"""Officials with the calls of the SDK: appointed, at work, dismissed."""

from __future__ import annotations

import grpc
import pytest

from referee_api.v1 import referee_pb2 as api
from referee_client import RefereeError
from tests.clients.servers import connected


async def test_an_appointed_official_has_a_token_until_dismissed() -> None:
    async with connected() as referee:
        created = await referee.create_match("abyss", 2, seconds_per_decision=600)
        match, organiser = created.match.id, created.token
        judge = await referee.appoint_official(match, organiser, "Grace")
        head = await referee.appoint_official(match, organiser, "Alan", role="head_judge")
        assert (judge.party, head.party) == ("judge/1", "head_judge/2")
        assert judge.token != head.token
        for _ in range(2):
            await referee.join_seat(match)
        for official in (judge, head):
            await referee.extend_time(match, official.token, 1, 60, "The line was down.")
        described = await referee.get_match(match, organiser)
        assert [(each.party, each.role, each.name) for each in described.officials] == [
            ("judge/1", api.OFFICIAL_ROLE_JUDGE, "Grace"),
            ("head_judge/2", api.OFFICIAL_ROLE_HEAD_JUDGE, "Alan"),
        ]
        await referee.dismiss_official(match, organiser, "judge/1", "Ill.")
        await referee.dismiss_official(match, head.token, "head_judge/2", "Resigned.")
        for official in (judge, head):
            with pytest.raises(RefereeError) as refused:
                await referee.extend_time(match, official.token, 1, 60, "The line was down.")
            assert refused.value.code is grpc.StatusCode.UNAUTHENTICATED
        assert not (await referee.get_match(match, organiser)).officials


async def test_an_official_with_an_unknown_key_is_refused() -> None:
    async with connected() as referee:
        created = await referee.create_match("abyss", 2)
        with pytest.raises(RefereeError):
            await referee.appoint_official(created.match.id, created.token, "Grace", key_id="k00000")
        assert not (await referee.get_match(created.match.id, created.token)).officials
