"""Panels: head judges who rule on an appeal together, on a server that forgets everything between two steps."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from referee.audit.audit_state import AuditState
from referee.audit.entries import (
    Award,
    Body,
    CaseAppealed,
    CaseOpened,
    CaseRuled,
    Finding,
    OfficialAppointed,
    OfficialRole,
    OpinionGiven,
    PanelSet,
    Remedy,
    Rewind,
    Stands,
    TokenRevoked,
    Void,
)
from referee.audit.problems import CaseError, CaseProblem
from referee.disputes.cases.case_actions import DisputeActions, FactPlace
from referee.disputes.evidence.examination import examine
from referee.log.memory import MemoryStore
from referee.match.charters import new_charter
from referee.server.access import Access, NoAccess
from referee.server.errors import NotAllowed
from referee.server.matches import Matches
from referee.server.receipts import ReceiptSigner
from referee.server.retries import RequestTag
from referee.server.settings import Policy
from referee.wire.standing_messages import standing_message
from tests.disputes.recordings import KEYS, RandomRecording, difference, found_in
from tests.disputes.test_evidence import signed
from tests.server.running import Seats, play_on

HEADS = ["head_judge/2", "head_judge/3", "head_judge/4"]


class Court:
    """A match with a judge, four head judges and a panel of three; every step is taken on a new server."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.match = ""
        self.tokens: dict[str, str] = {}

    @asynccontextmanager
    async def reopened(self) -> AsyncIterator[tuple[Matches, DisputeActions]]:
        matches = Matches(self.store, signer=ReceiptSigner(KEYS))
        try:
            yield matches, DisputeActions(matches)
        finally:
            await matches.close()

    async def access(self, matches: Matches, who: str, match: str = "") -> Access:
        return await matches.authenticate(match or self.match, self.tokens[who])

    async def open(self) -> None:
        async with self.reopened() as (matches, actions):
            created = await matches.create(new_charter("abyss", 2, seed="panel"), Policy(unrefereed=False))
            self.match, self.tokens["organiser"] = created.match_id, created.token
            organiser = await self.access(matches, "organiser")
            roles: list[OfficialRole] = ["judge", "head_judge", "head_judge", "head_judge", "head_judge"]
            for role in roles:
                made = await matches.appoint(organiser, role, "Ada")
                self.tokens[made.party] = made.token
            for seat in range(2):
                joined = await matches.join(self.match, seat, f"player {seat}")
                self.tokens[f"seat/{seat}"] = joined.token
            seats = Seats(self.match, "", [self.tokens["seat/0"], self.tokens["seat/1"]])
            await play_on(matches, seats, "panel", 6)
            seat_access = await self.access(matches, "seat/0")
            place = FactPlace(frame=len(await matches.frames(seat_access)), place=1)
            await actions.open_case(seat_access, place, "explore.offer", "No.", False)

    async def rule(
        self,
        by: str,
        finding: Finding = "upheld",
        remedy: Remedy | None = None,
        request: RequestTag | None = None,
    ) -> str:
        async with self.reopened() as (matches, actions):
            access, done = await self.access(matches, by), Stands() if remedy is None else remedy
            reason = f"{by} says so."
            return await actions.rule(access, 1, finding, reason, ["explore"], done, False, request)

    async def withdraw(self, by: str) -> None:
        async with self.reopened() as (matches, actions):
            await actions.withdraw_opinion(await self.access(matches, by), 1)

    async def appeal(self, first: str = "judge/1", remedy: Remedy | None = None) -> None:
        await self.rule(first, "upheld" if remedy is None else "overturned", remedy)
        async with self.reopened() as (matches, actions):
            await actions.appeal(await self.access(matches, "seat/1"), 1, "Read on.")

    async def set_panel(self, members: list[str], needed: int, by: str = "organiser") -> None:
        async with self.reopened() as (matches, _):
            await matches.set_panel(await self.access(matches, by), needed, members)

    async def state(self, match: str = "") -> AuditState:
        async with self.reopened() as (matches, _):
            return (await matches.sessions.get(match or self.match)).audit_log.state

    async def standing(self) -> Any:
        async with self.reopened() as (matches, _):
            return standing_message((await matches.sessions.get(self.match)).standing)

    async def verify(self, match: str = "") -> None:
        async with self.reopened() as (matches, actions):
            text = await actions.export(await self.access(matches, "judge/1", match))
        evidence = examine(text.encode())
        assert evidence.ok, evidence.first_difference


async def with_panel() -> Court:
    """Return a match whose appeals need two of three head judges."""
    court = Court()
    await court.open()
    await court.set_panel(HEADS, 2)
    return court


async def test_the_ruling_takes_effect_when_enough_members_agree_and_not_before() -> None:
    court = await with_panel()
    await court.appeal(remedy=Award((0,)))
    assert await court.rule(HEADS[0], "overturned", Award((1,))) == ""
    state = await court.state()
    assert (state.cases[1].state, state.result) == ("appealed", Award((0,)))
    assert state.is_provisional
    standing = await court.standing()
    assert (standing.panel.needed, list(standing.panel.members)) == (2, HEADS)
    assert list(standing.cases[0].opinions) == HEADS[:1]
    assert "head_judge/2 says so." not in str(standing), "what it says is not public yet"
    await court.rule(HEADS[1], "overturned", Void())
    assert (await court.state()).cases[1].state == "appealed", "they disagree"
    await court.rule(HEADS[2], "overturned", Award((1,)))
    state = await court.state()
    ruling = state.cases[1].rulings[1]
    assert (state.cases[1].state, ruling.by, ruling.panel) == ("closed", "panel", (HEADS[0], HEADS[2]))
    assert (ruling.reason, state.result) == ("head_judge/2 says so.", Award((1,)))
    assert list((await court.standing()).cases[0].rulings[1].panel) == [HEADS[0], HEADS[2]]
    await court.verify()


async def test_a_panel_can_make_the_match_continue_elsewhere() -> None:
    court = await with_panel()
    await court.appeal()
    fact = (await court.state()).cases[1].fact
    tag = RequestTag(HEADS[1], "mine", "f" * 64)
    assert await court.rule(HEADS[0], "overturned", Rewind(fact)) == ""
    with pytest.raises(CaseError):
        await court.rule(HEADS[0], "overturned", Rewind(fact))
    fork = await court.rule(HEADS[1], "overturned", Rewind(fact), tag)
    assert fork
    assert await court.rule(HEADS[1], "overturned", Rewind(fact), tag) == fork, "a repeated call counts once"
    there = await court.state(fork)
    assert there.panel is not None
    assert (there.panel.needed, list(there.panel.members)) == (2, HEADS), "the fork has the panel, too"
    await court.verify()
    await court.verify(fork)


async def test_a_fork_keeps_only_members_in_office() -> None:
    court = await with_panel()
    await court.appeal()
    fact = (await court.state()).cases[1].fact
    await court.rule(HEADS[0], "overturned", Rewind(fact))
    async with court.reopened() as (matches, _):
        await matches.revoke_official(await court.access(matches, "organiser"), HEADS[2], "ill")
    fork = await court.rule(HEADS[1], "overturned", Rewind(fact))
    there = await court.state(fork)
    assert there.panel is not None
    assert (there.panel.needed, list(there.panel.members)) == (2, HEADS[:2])
    await court.verify(fork)


async def test_an_opinion_can_be_withdrawn_until_the_panel_has_ruled() -> None:
    court = await with_panel()
    await court.appeal()
    with pytest.raises(CaseError) as refused:
        await court.withdraw(HEADS[0])
    assert refused.value.problem is CaseProblem.NO_OPINION
    await court.rule(HEADS[0])
    await court.withdraw(HEADS[0])
    assert not (await court.standing()).cases[0].opinions
    await court.rule(HEADS[1])
    assert (await court.state()).cases[1].state == "appealed", "an opinion that was withdrawn does not count"
    await court.rule(HEADS[0], "no_effect")
    await court.rule(HEADS[2])
    ruling = (await court.state()).cases[1].rulings[1]
    assert ruling.panel == (HEADS[1], HEADS[2])
    with pytest.raises(CaseError):
        await court.withdraw(HEADS[1])
    await court.verify()


async def test_nobody_else_decides() -> None:
    court = await with_panel()
    await court.appeal(HEADS[0])
    before = len((await court.state()).officials), (await court.state()).last
    for who in ("judge/1", "head_judge/5", HEADS[0]):
        with pytest.raises(CaseError) as refused:
            await court.rule(who)
        assert refused.value.problem is CaseProblem.WRONG_OFFICIAL
    for who in ("seat/0", "organiser"):
        with pytest.raises((NotAllowed, NoAccess)):
            await court.rule(who)
        with pytest.raises((NotAllowed, NoAccess, CaseError)):
            await court.withdraw(who)
    for who in ("seat/0", "judge/1", HEADS[1]):
        with pytest.raises((NotAllowed, NoAccess)):
            await court.set_panel(HEADS, 2, who)
    assert (len((await court.state()).officials), (await court.state()).last) == before


async def test_the_panel_of_an_appeal_does_not_get_weaker() -> None:
    court = await with_panel()
    await court.appeal()
    for members, needed in (([], 0), (HEADS[:1], 1)):
        with pytest.raises(CaseError, match="at least 2 members must agree"):
            await court.set_panel(members, needed)
    await court.set_panel([*HEADS, "head_judge/5"], 3)
    for head in HEADS[:2]:
        await court.rule(head)
    assert (await court.state()).cases[1].state == "appealed"
    await court.rule("head_judge/5")
    assert (await court.state()).cases[1].state == "closed"


async def test_a_match_without_independent_officials_has_no_panel() -> None:
    court = Court()
    async with court.reopened() as (matches, _):
        created = await matches.create(new_charter("abyss", 2, seed="panel"), Policy(unrefereed=True))
        arbiter = await matches.authenticate(created.match_id, created.token)
        with pytest.raises(NotAllowed, match="unrefereed"):
            await matches.set_panel(arbiter, 1, ["head_judge/1"])


# --- offline, against a referee that signs what it should not ---


def of_bundle(*bodies: Body) -> str:
    """Return a bundle in which a key holder has written these entries, whether or not they are allowed."""
    text = RandomRecording(answers=8).text()
    for body in bodies:
        text = signed(text, body)
    return text


OFFICIALS: tuple[Body, ...] = (
    OfficialAppointed(1, "judge", "Grace", "k22222", "organiser"),
    OfficialAppointed(2, "head_judge", "Ada", "k33333", "organiser"),
    OfficialAppointed(3, "head_judge", "Joan", "k44444", "organiser"),
    OfficialAppointed(4, "head_judge", "Karen", "", "organiser"),
)
CLAIM = CaseOpened(1, "seat/0", 1, "explore", "No.", False)


def ruling(by: str, cites: int = 0, *panel: str) -> CaseRuled:
    return CaseRuled(1, "upheld", "So.", ("explore",), Stands(), False, cites, by, panel)


def opinion(by: str, finding: Finding = "upheld") -> OpinionGiven:
    return OpinionGiven(1, finding, "So.", ("explore",), Stands(), False, 7, by)


APPEAL = CaseAppealed(1, "seat/1", "Read on.", 7)
BEFORE: tuple[Body, ...] = (
    *OFFICIALS,
    PanelSet(2, tuple(HEADS), "organiser"),
    CLAIM,
    ruling("judge/1"),
    APPEAL,
)
TWO_AGREE: tuple[Body, ...] = (opinion(HEADS[0]), opinion(HEADS[1]))


def test_a_ruling_by_enough_distinct_keys_verifies() -> None:
    assert found_in(of_bundle(*BEFORE, *TWO_AGREE, ruling("panel", 7, *HEADS[:2]))).ok
    assert found_in(of_bundle(*BEFORE, *TWO_AGREE)).ok, "not yet ruled on"


@pytest.mark.parametrize(
    ("bodies", "found"),
    [
        ((opinion(HEADS[0]), ruling("panel", 7, HEADS[0])), "Not enough members of the panel agree"),
        ((opinion(HEADS[0]), ruling("panel", 7, *HEADS[:2])), "A ruling of the panel names the members"),
        ((opinion(HEADS[0]), opinion(HEADS[0])), "You have given your opinion"),
        (
            (opinion(HEADS[0]), opinion(HEADS[1], "no_effect"), ruling("panel", 7, *HEADS[:2])),
            "A ruling of the panel names the members",
        ),
        ((*TWO_AGREE, ruling("panel", 7, HEADS[0], HEADS[0])), "A ruling of the panel names the members"),
        ((ruling(HEADS[0], 7),), "A panel rules on the appeals"),
        ((opinion("judge/1"),), "Only a member of the panel"),
        ((PanelSet(1, (HEADS[0],), "organiser"),), "Case 1 waits for this panel"),
    ],
)
def test_a_ruling_without_enough_distinct_keys_is_found(bodies: tuple[Body, ...], found: str) -> None:
    broken = difference(of_bundle(*BEFORE, *bodies))
    assert broken.expected == "a step that is allowed there"
    assert broken.found.startswith(found)


@pytest.mark.parametrize("panel", [(), (PanelSet(2, tuple(HEADS), "organiser"),)], ids=["alone", "panel"])
def test_a_second_ruling_by_the_key_of_the_first_is_found(panel: tuple[PanelSet, ...]) -> None:
    """Control for the same key under another number: the official was dismissed and appointed again."""
    again = OfficialAppointed(5, "head_judge", "Grace", "k33333", "organiser")
    first = len(OFFICIALS) + len(panel) + 2
    before: tuple[Body, ...] = (
        *OFFICIALS,
        *panel,
        CLAIM,
        ruling(HEADS[0]),
        CaseAppealed(1, "seat/1", "Read on.", first),
    )
    own = ruling(HEADS[0], first)
    if panel:
        own_opinion = OpinionGiven(1, "upheld", "So.", ("explore",), Stands(), False, first, HEADS[0])
        assert difference(of_bundle(*before, own_opinion)).found.startswith("An appeal is not decided by")
        return
    assert difference(of_bundle(*before, own)).found.startswith("An appeal is not decided by whoever")
    renewed: tuple[Body, ...] = (
        *before,
        TokenRevoked(HEADS[0], "organiser", "left"),
        again,
        ruling("head_judge/5", first),
    )
    assert difference(of_bundle(*renewed)).found.startswith("An appeal is not decided by whoever")
    assert found_in(of_bundle(*before, ruling(HEADS[1], first))).ok, "another key may"
