"""Withdrawal of a case by whoever opened it, as the service carries it out."""

from __future__ import annotations

import pytest

from referee.audit.problems import CaseError, CaseProblem
from referee.disputes.cases.case_actions import DisputeActions, FactPlace
from referee.log.memory import MemoryStore
from referee.match.charters import new_charter
from referee.server.access import NoAccess
from referee.server.matches import Matches
from referee.server.settings import Policy


async def test_a_seat_withdraws_its_own_case_and_nobody_else_can() -> None:
    matches = Matches(MemoryStore())
    actions = DisputeActions(matches)
    created = await matches.create(new_charter("abyss", 2, seed="withdrawal"), Policy(spectators=True))
    tokens = [(await matches.join(created.match_id, None, "Ann")).token for _ in range(2)]
    owner, other, arbiter, spectator = [
        await matches.authenticate(created.match_id, token) for token in (*tokens, created.token, "")
    ]
    number = await actions.open_case(owner, FactPlace(frame=1, place=1), "explore.offer", "No.", freeze=True)
    for access in (other, arbiter):
        with pytest.raises(CaseError) as refused:
            await actions.withdraw(access, number)
        assert refused.value.problem is CaseProblem.NOT_YOUR_CASE
    with pytest.raises(NoAccess):
        await actions.withdraw(spectator, number)
    session = await matches.sessions.get(created.match_id)
    assert session.is_frozen
    await actions.withdraw(owner, number)
    assert not session.is_frozen
    assert session.audit_log.state.cases[number].state == "withdrawn"
    await matches.close()
