"""Rulings by appointed officials: a judge rules, and another head judge decides on the appeal."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest

from referee.audit.entries import Stands
from referee.audit.problems import CaseError
from referee.disputes.cases.case_actions import DisputeActions, FactPlace
from referee.log.memory import MemoryStore
from referee.match.charters import new_charter
from referee.server.access import Access, NoAccess
from referee.server.errors import NotAllowed
from referee.server.matches import Matches
from referee.server.settings import Policy


class Bench(NamedTuple):
    """A match that has begun, with its officials."""

    matches: Matches
    actions: DisputeActions
    match_id: str
    organiser: Access
    judge: Access
    head: Access
    other_head: Access
    seat: Access

    async def rule(self, access: Access) -> None:
        await self.actions.rule(access, 1, "upheld", "As the book says.", ["explore.offer"], Stands(), False)


@asynccontextmanager
async def refereed() -> AsyncIterator[Bench]:
    matches = Matches(MemoryStore())
    try:
        created = await matches.create(new_charter("abyss", 2, seed="officials"), Policy(unrefereed=False))
        organiser = await matches.authenticate(created.match_id, created.token)
        officials: list[Access] = []
        for role, name in (("judge", "Grace"), ("head_judge", "Ada"), ("head_judge", "Joan")):
            found = await matches.appoint(organiser, "judge" if role == "judge" else "head_judge", name)
            officials.append(await matches.authenticate(created.match_id, found.token))
        joined = [await matches.join(created.match_id, None, name) for name in ("one", "two")]
        seat = await matches.authenticate(created.match_id, joined[0].token)
        actions = DisputeActions(matches)
        judge, head, other_head = officials
        bench = Bench(matches, actions, created.match_id, organiser, judge, head, other_head, seat)
        await actions.open_case(seat, FactPlace(frame=1, place=1), "explore.offer", "No.", False)
        yield bench
    finally:
        await matches.close()


async def test_an_appeal_is_decided_by_another_head_judge() -> None:
    async with refereed() as bench:
        await bench.rule(bench.judge)
        await bench.actions.appeal(bench.seat, 1, "Read on.")
        with pytest.raises(CaseError, match="A head judge rules on an appeal"):
            await bench.rule(bench.judge)
        await bench.rule(bench.head)
        case = (await bench.matches.sessions.get(bench.match_id)).audit_log.state.cases[1]
        assert (case.state, [ruling.by for ruling in case.rulings]) == ("closed", ["judge/1", "head_judge/2"])


async def test_a_head_judge_does_not_decide_on_an_appeal_of_its_own_ruling() -> None:
    async with refereed() as bench:
        await bench.rule(bench.head)
        await bench.actions.appeal(bench.seat, 1, "Read on.")
        with pytest.raises(CaseError, match="not decided by whoever made the first ruling"):
            await bench.rule(bench.head)
        await bench.rule(bench.other_head)


async def test_only_officials_in_office_rule() -> None:
    async with refereed() as bench:
        await bench.matches.revoke_official(bench.organiser, "judge/1", "ill")
        for access in (bench.judge, bench.organiser, bench.seat, Access(bench.match_id, "spectator")):
            with pytest.raises((NoAccess, NotAllowed)):
                await bench.rule(access)
        await bench.rule(bench.head)


async def test_the_organiser_is_told_nothing_hidden_by_a_dispute() -> None:
    async with refereed() as bench:
        for refused in (
            bench.actions.explain(bench.organiser, FactPlace(fact=1)),
            bench.actions.open_case(bench.organiser, FactPlace(fact=1), "explore.offer", "No.", False),
            bench.actions.appeal(bench.organiser, 1, "No."),
        ):
            with pytest.raises((NoAccess, NotAllowed)):
                await refused
        assert (await bench.actions.explain(bench.judge, FactPlace(fact=1))).sentence
