"""Appeals: a second ruling replaces the first. Precedents: a ruling can be found by its rule."""

from __future__ import annotations

from typing import Any

import grpc
import pytest

from referee.audit.entries import CaseOpened, CaseRuled
from referee.disputes.evidence.examination import examine
from referee.log.memory import MemoryStore
from referee_api.v1 import disputes_pb2 as api
from referee_api.v1 import referee_pb2 as base
from tests.disputes.served import Code, play_to_the_end, served_match

# --- appeals ---


async def test_the_second_ruling_takes_the_place_of_the_first() -> None:
    """A second ruling cites the first. The fork made by the first is abandoned; the match continues in another."""
    store = MemoryStore()
    async with served_match(store, answers=20) as served:
        await served.open_case(0)
        body = served.audit[0].body
        assert isinstance(body, CaseOpened)
        first = served.at(await served.rule(rewind=api.Rewind(fact=body.fact)))
        await first.play_on(3)
        assert not (await first.standing()).is_provisional
        await served.appeal(1)
        assert (await served.standing()).is_provisional
        assert (await first.standing()).is_provisional
    async with served_match(store, served.table) as served:
        assert (await served.at(first.table.match).standing()).is_provisional
        second = served.at(await served.rule(finding=base.FINDING_UPHELD))
        ruling = served.audit[-2].body
        assert isinstance(ruling, CaseRuled)
        assert ruling.cites == 2
        assert second.table.match not in ("", first.table.match, served.table.match)
        first = served.at(first.table.match)
        assert (await first.standing()).successor == second.table.match
        assert not (await first.standing()).is_provisional
        assert (await served.standing()).successor == second.table.match
        assert await second.frames(0) == await served.frames(0)
        _, reply = await first.answer_one()
        assert reply.refused.refusal == base.REFUSAL_MATCH_SUPERSEDED
        await second.play_on(3)
        for each in (served, first, second):
            evidence = examine(await each.export())
            assert evidence.ok, evidence.first_difference


async def test_an_award_that_falls_on_appeal_lets_the_match_go_on() -> None:
    async with served_match(answers=20) as served:
        await served.open_case(0)
        await served.rule(award=base.Award(is_void=True))
        await served.appeal(0)
        again = served.at(await served.rule(finding=base.FINDING_NO_EFFECT))
        assert await again.frames(1) == await served.frames(1)
        await again.play_on(2)


# --- precedents ---


async def test_precedents_are_found_by_rule_when_their_match_is_over() -> None:
    """A ruling may be kept as precedent, but not if it was replaced, and not while its match is running."""
    async with served_match(answers=0) as served:
        await served.play_on(6)
        await served.open_case(0)
        await served.rule(is_precedent=True)
        await served.open_case("", rule="council")
        await served.rule(2, rules=["explore", "council"], is_precedent=True)
        request = api.FindPrecedentsRequest(rule="explore", include_unapproved=True)
        assert not (await served.disputes.FindPrecedents(request)).precedents
        await served.appeal(1)
        await served.rule(finding=base.FINDING_UPHELD)
        await play_to_the_end(served)
        (found,) = (await served.disputes.FindPrecedents(request)).precedents
        assert (found.match_id, found.number, found.game) == (served.table.match, 2, "abyss")
        assert found.ruling.is_precedent
        assert found.note.startswith("referee audit 1\n")
        assert (found.ruling.by, found.official_name, found.is_approved) == ("arbiter", "", False)
        assert found.rule_time.ToMilliseconds() == served.audit[3].at
        approved = api.FindPrecedentsRequest(rule="explore")
        assert not (await served.disputes.FindPrecedents(approved)).precedents, (
            "nobody has approved the arbiter"
        )
        other = api.FindPrecedentsRequest(rule="explore", include_unapproved=True, game="unfathomable")
        assert not (await served.disputes.FindPrecedents(other)).precedents
        nothing = await served.disputes.FindPrecedents(api.FindPrecedentsRequest(rule="no.rule"))
        assert not nothing.precedents


async def test_an_arbiter_who_rules_twice_says_so() -> None:
    """Nobody else can: another head judge rules on an appeal."""
    async with served_match() as served:
        await served.open_case(0)
        await served.rule()
        await served.appeal(1)
        await served.rule(finding=base.FINDING_UPHELD)
        (case,) = (await served.standing()).cases
        assert [(ruling.by, ruling.is_by_same_official) for ruling in case.rulings] == [
            ("arbiter", False),
            ("arbiter", True),
        ]


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (api.FindPrecedentsRequest(), "rule"),
        (api.FindPrecedentsRequest(rule="explore", page_token="17"), "page_token"),
        (api.FindPrecedentsRequest(rule="explore", page_token="17.m/1.1"), "page_token"),
    ],
)
async def test_a_bad_search_for_precedents_is_refused(request_: Any, field: str) -> None:
    async with served_match(answers=0) as served:
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await served.disputes.FindPrecedents(request_)
        assert refused.value.code() is Code.INVALID_ARGUMENT
        assert field in str(dict(refused.value.trailing_metadata() or ()))
