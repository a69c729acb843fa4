"""Appeals: a second ruling takes the place of the first. Precedents: a ruling is found again by its rule."""

from __future__ import annotations

from referee.audit.entries import CaseOpened, CaseRuled
from referee.disputes.evidence.examination import examine
from referee.log.memory import MemoryStore
from referee_api.v1 import disputes_pb2 as api
from referee_api.v1 import referee_pb2 as base
from tests.disputes.courtroom import courtroom, play_to_the_end

# --- appeals ---


async def test_the_second_ruling_takes_the_place_of_the_first() -> None:
    """Appeal: a second ruling that cites the first. A fork made by the first is left; the match goes on in another."""
    store = MemoryStore()
    async with courtroom(store, answers=20) as court:
        await court.open_case(0)
        body = court.audit[0].body
        assert isinstance(body, CaseOpened)
        first = court.at(await court.rule(rewind=api.Rewind(fact=body.fact)))
        await first.play_on(3)
        assert not (await first.standing()).is_provisional
        await court.appeal(1)
        assert (await court.standing()).is_provisional
        assert (await first.standing()).is_provisional
    async with courtroom(store, court.table) as court:
        assert (await court.at(first.table.match).standing()).is_provisional
        second = court.at(await court.rule(finding=base.FINDING_UPHELD))
        ruling = court.audit[-2].body
        assert isinstance(ruling, CaseRuled)
        assert ruling.cites == 2
        assert second.table.match not in ("", first.table.match, court.table.match)
        first = court.at(first.table.match)
        assert (await first.standing()).successor == second.table.match
        assert not (await first.standing()).is_provisional
        assert (await court.standing()).successor == second.table.match
        assert await second.frames(0) == await court.frames(0)
        _, reply = await first.answer_one()
        assert reply.refused.refusal == base.REFUSAL_MATCH_SUPERSEDED
        await second.play_on(3)
        for each in (court, first, second):
            evidence = examine(await each.export())
            assert evidence.ok, evidence.first_difference


async def test_an_award_that_falls_on_appeal_lets_the_match_go_on() -> None:
    async with courtroom(answers=20) as court:
        await court.open_case(0)
        await court.rule(award=base.Award(is_void=True))
        await court.appeal(0)
        again = court.at(await court.rule(finding=base.FINDING_NO_EFFECT))
        assert await again.frames(1) == await court.frames(1)
        await again.play_on(2)


# --- precedents ---


async def test_precedents_are_found_by_rule_when_their_match_is_over() -> None:
    """A ruling may be kept as precedent; not one that was replaced, and not while its match goes on."""
    async with courtroom(answers=0) as court:
        await court.play_on(6)
        await court.open_case(0)
        await court.rule(is_precedent=True)
        await court.open_case("", rule="council")
        await court.rule(2, rules=["explore", "council"], is_precedent=True)
        request = api.FindPrecedentsRequest(rule="explore")
        assert not (await court.disputes.FindPrecedents(request)).precedents
        await court.appeal(1)
        await court.rule(finding=base.FINDING_UPHELD)
        await play_to_the_end(court)
        (found,) = (await court.disputes.FindPrecedents(request)).precedents
        assert (found.match, found.number, found.game) == (court.table.match, 2, "abyss")
        assert found.ruling.is_precedent
        assert found.note.startswith("referee audit 1\n")
        nothing = await court.disputes.FindPrecedents(api.FindPrecedentsRequest(rule="no.rule"))
        assert not nothing.precedents
