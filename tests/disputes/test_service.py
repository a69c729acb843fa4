"""The service of disputes: what is told to whom, what is refused and how, and what comes of a ruling."""

from __future__ import annotations

import asyncio
import random
from itertools import pairwise
from typing import Any

import grpc
import pytest

from referee.audit.entries import CaseOpened, Looked, Opened, ReadingTried
from referee.disputes.cases.dispute_service import DISPUTES
from referee.disputes.evidence.examination import examine
from referee.log.memory import MemoryStore
from referee_api.v1 import disputes_pb2 as api
from referee_api.v1 import referee_pb2 as base
from tests.disputes.courtroom import Code, Courtroom, courtroom, play_to_the_end, refusal
from tests.wire.serving import Table
from tests.wire.test_guard import mutated

NO_ACCESS = (Code.UNAUTHENTICATED, "There is no such match, or the token is not valid for it.")


# --- why ---


async def test_a_seat_is_told_the_rules_and_its_own_answer_and_no_luck() -> None:
    """Explain: a seat of a match that goes on names its own frame, and is shown no draw."""
    async with courtroom(answers=10) as court:
        seen = 0
        for seat in (0, 1):
            frames = await court.frames(seat)
            for before, frame in pairwise(frames):
                if not frame.abyss.facts:
                    continue
                place = api.FramePlace(frame=frame.number, place=1)
                told = await court.disputes.Explain(
                    api.ExplainRequest(**court.about(seat), fact=api.FactPlace(in_frame=place))
                )
                assert told.kind == f"abyss.{frame.abyss.facts[0].WhichOneof('kind')}"
                assert [cited.rule.id for cited in told.rules] == frame.abyss.facts[0].path.split("/")
                assert all([cited.rule.statement for cited in told.rules])
                assert not told.draws
                assert bool(told.answer) == before.HasField("question")
                seen += bool(told.answer)
        assert seen > 2
        assert court.written == []


async def test_the_arbiter_is_told_everything_and_every_look_is_written() -> None:
    async with courtroom(answers=12) as court:
        told = await court.disputes.Explain(api.ExplainRequest(**court.about(""), fact=api.FactPlace(fact=1)))
        assert told.draws
        assert told.draws[0].sentence == "Drawn for this fact."
        assert court.audit[-1].body == Looked("arbiter", "explanation of fact 1")
        tried = await court.disputes.TryReading(
            api.TryReadingRequest(**court.about(""), rulings={"pearls.visibility": "cupped"})
        )
        assert "the same end" not in tried.sentence, "the match has come to none"
        assert court.audit[-1].body == Looked("arbiter", "trial")
        await court.export()
        assert court.audit[-1].body == Looked("arbiter", "export")
        await court.referee.Verify(base.VerifyRequest(**court.about("")))
        assert court.audit[-1].body == Looked("arbiter", "verdict")
        place = api.FactPlace(in_frame=api.FramePlace(frame=1, place=1))
        again = await court.disputes.Explain(api.ExplainRequest(**court.about(""), fact=place))
        assert again == told


async def test_why_an_answer_is_refused() -> None:
    """For any refused intent: the rule that forbids it, last."""
    async with courtroom(answers=5) as court:
        seat, question = await _asked(court)
        answer = base.Answer(picks=[question.option_count + 7])
        about = api.RefusedAnswer(question=question.number, answer=answer)
        told = await court.disputes.Explain(api.ExplainRequest(**court.about(seat), refused=about))
        assert told.kind == "out_of_range"
        assert told.rules
        fine = api.RefusedAnswer(question=question.number, answer=base.Answer(picks=[0]))
        told = await court.disputes.Explain(api.ExplainRequest(**court.about(seat), refused=fine))
        assert told.sentence == "The rules take this answer."
        unasked = api.RefusedAnswer(question=500, answer=answer)
        code, text = await refusal(
            court.disputes.Explain(api.ExplainRequest(**court.about(seat), refused=unasked))
        )
        assert code == Code.INVALID_ARGUMENT
        assert "was never asked its question 500" in text


async def _asked(court: Courtroom) -> tuple[int, base.Question]:
    for seat in range(len(court.table.tokens)):
        view = await court.view(seat)
        if view.HasField("question"):
            return seat, view.question
    raise AssertionError("nobody is asked")


# --- what is refused ---


def open_case(court: Courtroom, who: int | str, **about: Any) -> Any:
    given: dict[str, Any] = {"rule": "explore", "claim": "No.", "fact": api.FactPlace(fact=1), **about}
    return court.disputes.OpenCase(api.OpenCaseRequest(**court.about(who), **given))


def rule_case(court: Courtroom, who: int | str = "", **about: Any) -> Any:
    given: dict[str, Any] = {
        "number": 1,
        "finding": base.FINDING_OVERTURNED,
        "reason": "So.",
        "rules": ["explore"],
        **about,
    }
    if not {"stands", "rewind", "replay_under", "award"} & set(given):
        given["stands"] = api.Stands()
    if given.get("stands", ...) is None:
        del given["stands"]
    return court.disputes.RuleCase(api.RuleCaseRequest(**court.about(who), **given))


def in_frame(place: int) -> api.FactPlace:
    """A fact of the first frame."""
    return api.FactPlace(in_frame=api.FramePlace(frame=1, place=place))


IN_FRAME = in_frame(1)
NO_SUCH_FACT = "There is no such fact in this match; name one that has happened"
NEVER_TOLD = "You were told no such fact; name one by a frame of yours and its place in it, from 1"
BY_FRAME = "While the match goes on, name a fact by a frame of yours and its place in it."


def bad_cases(court: Courtroom) -> list[tuple[Any, Code, str]]:
    """Cases that cannot be opened, with what is told."""
    invalid, failed = Code.INVALID_ARGUMENT, Code.FAILED_PRECONDITION
    elsewhere = court.at("no-such-match")
    deep = api.FactPlace(in_frame=api.FramePlace(frame=1, place=5000))
    return [
        (open_case(elsewhere, 0), *NO_ACCESS),
        (open_case(court, "a token of nobody"), *NO_ACCESS),
        (open_case(court, 0), invalid, BY_FRAME),
        (open_case(court, "", fact=api.FactPlace(fact=100_000)), invalid, NO_SUCH_FACT),
        (open_case(court, "", fact=api.FactPlace(fact=0)), invalid, NO_SUCH_FACT),
        (open_case(court, 0, fact=api.FactPlace(in_frame=api.FramePlace(frame=900, place=1))), invalid, NEVER_TOLD),
        (open_case(court, 0, fact=deep), invalid, NEVER_TOLD),
        (
            open_case(court, 0, fact=api.FactPlace()),
            invalid,
            "Name a fact, by its number or by its place in a frame of yours.",
        ),
        (
            open_case(court, 0, fact=IN_FRAME, rule="no.rule"),
            invalid,
            "There is no rule or ruling 'no.rule' in abyss; see 'referee rules abyss', or DescribeGame",
        ),
        (open_case(court, 0, fact=IN_FRAME, claim=" "), invalid, "The claim is missing; write a sentence"),
        (
            open_case(court, 1, fact=IN_FRAME),
            failed,
            "Case 1 is about the same fact; follow that case or appeal its ruling",
        ),
        (open_case(court, ""), failed, "Case 1 is about the same fact; "),
    ]  # fmt: skip


def bad_steps(court: Courtroom) -> list[tuple[Any, Code, str]]:
    """Trials, rulings and appeals that cannot be, with what is told."""
    invalid, failed = Code.INVALID_ARGUMENT, Code.FAILED_PRECONDITION
    going_on = "the match is not over; its replay is available when it has ended"

    def trial(who: int | str = "", number: int = 1, edition: str = "", **rulings: str) -> Any:
        named = {key.replace("_", "."): reading for key, reading in rulings.items()}
        return court.disputes.TryReading(
            api.TryReadingRequest(**court.about(who), number=number, edition=edition, rulings=named)
        )

    def appeal(who: int | str = 0, number: int = 1, reason: str = "Read on.") -> Any:
        return court.disputes.AppealCase(
            api.AppealCaseRequest(**court.about(who), number=number, reason=reason)
        )

    return [
        (trial(0, edition="fr"), failed, going_on),
        (trial("guess", edition="fr"), *NO_ACCESS),
        (trial(number=7, edition="fr"), invalid, "There is no case 7 in this match; its cases are numbered from 1"),
        (
            trial(),
            invalid,
            "The match was played under these readings; name at least one other reading",
        ),
        (
            trial(number=0),
            invalid,
            "The match was played under these readings; name at least one other reading",
        ),
        (trial(edition="xx"), invalid, "no edition 'xx' of abyss; there is consensus, "),
        (trial(pearls_visibility="no"), invalid, "no reading 'no' of pearls.visibility; there is "),
        (rule_case(court, 0), *NO_ACCESS),
        (rule_case(court, number=2), invalid, "There is no case 2 in this match; its cases are numbered from 1"),
        (rule_case(court, finding=0), invalid, "Give the finding: upheld, overturned, or no effect."),
        (
            rule_case(court, stands=None),
            invalid,
            "Give the remedy: everything stands, rewind, replay under other readings, or award.",
        ),
        (rule_case(court, rules=["no.rule"]), invalid, "There is no rule or ruling 'no.rule' in abyss"),
        (rule_case(court, rules=[]), invalid, "A ruling must cite 1 to 20 rules, each once"),
        (rule_case(court, reason=""), invalid, "The reason is missing; write a sentence"),
        (rule_case(court, rewind=api.Rewind(fact=100_000)), invalid, NO_SUCH_FACT),
        (rule_case(court, rewind=api.Rewind(fact=1)), invalid, "That fact is part of the setup"),
        (rule_case(court, replay_under=api.ReplayUnder(edition="xx")), invalid, "no edition 'xx'"),
        (rule_case(court, award=base.Award(winners=[5])), invalid, "Winners must be seats of this match (0 to 1)"),
        (
            rule_case(court, finding=base.FINDING_UPHELD, award=base.Award(is_void=True)),
            invalid,
            "There is nothing to remedy unless the claim is right",
        ),
        (appeal(), failed, "Case 1 has no ruling yet; wait for it"),
        (appeal(number=9), invalid, "There is no case 9 in this match"),
        (appeal("guess"), *NO_ACCESS),
        (court.disputes.Export(api.ExportRequest(**court.about(0))), failed, going_on),
        (court.disputes.Export(api.ExportRequest(**court.about("guess"))), *NO_ACCESS),
    ]  # fmt: skip


@pytest.mark.parametrize("calls", [bad_cases, bad_steps], ids=["cases", "steps"])
async def test_what_cannot_be_is_refused_with_its_reason_and_nothing_is_written(calls: Any) -> None:
    """Bad input: each refused with a clear reason, and nothing written."""
    async with courtroom(answers=6) as court:
        await court.open_case(0, fact=IN_FRAME)
        before = court.store.audit(court.table.match)
        view = await court.view(0)
        for call, code, text in calls(court):
            found = await refusal(call)
            assert found[0] == code, found
            assert text in found[1]
            assert court.store.audit(court.table.match) == before
        assert await court.view(0) == view


async def test_a_spectator_asks_in_vain() -> None:
    """Whoever sits at the table may ask why; whoever watches may not."""
    async with courtroom(answers=4, spectators=True) as court:
        for call in (
            court.disputes.Explain(api.ExplainRequest(match=court.table.match, fact=IN_FRAME)),
            court.disputes.OpenCase(api.OpenCaseRequest(match=court.table.match, fact=IN_FRAME)),
            court.disputes.TryReading(api.TryReadingRequest(match=court.table.match, edition="fr")),
            court.disputes.AppealCase(api.AppealCaseRequest(match=court.table.match, number=1)),
            court.disputes.ProposeUndo(api.ProposeUndoRequest(match=court.table.match)),
            court.disputes.AnswerUndo(api.AnswerUndoRequest(match=court.table.match)),
            court.disputes.Export(api.ExportRequest(match=court.table.match)),
        ):
            assert await refusal(call) == NO_ACCESS
        assert court.written == []


# --- freeze ---


async def test_a_frozen_match_stands_still_and_goes_on_when_it_is_ruled_on() -> None:
    """A case can freeze a running match; the same answer, under the same key, is taken afterwards."""
    async with courtroom(answers=6) as court:
        assert await court.open_case(1, freeze=True) == 1
        standing = await court.standing()
        assert standing.is_frozen
        assert standing.is_provisional
        assert [case.by for case in standing.cases] == ["seat/1"]
        seat, reply = await court.answer_one()
        assert reply.refused.refusal == base.REFUSAL_MATCH_FROZEN
        checked = await court.referee.CheckIntent(
            base.CheckIntentRequest(**court.about(seat), question=1, answer=base.Answer(picks=[0]))
        )
        assert checked.refused.refusal == base.REFUSAL_MATCH_FROZEN
        assert await court.rule(finding=base.FINDING_UPHELD) == ""
        assert not (await court.standing()).is_frozen
        assert not (await court.standing()).is_provisional
        _, reply = await court.answer_one()
        assert reply.HasField("accepted")


# --- a whole dispute ---


DISPUTED: dict[str, Any] = {
    "game": "unfathomable",
    "seats": 3,
    "seed": "a dispute",
    "rulings": {"travel.drift": "block"},
}


async def opened_by_a_seat(store: MemoryStore) -> Courtroom:
    """A seat claims something about the last fact it was told, and the match waits."""
    async with courtroom(store, answers=60, **DISPUTED) as court:
        place = await court.place(2)
        assert await court.open_case(2, fact=place, rule="travel.drift", freeze=True) == 1
        assert court.written == ["CaseOpened"]
    return court


async def tried_by_the_arbiter(store: MemoryStore, table: Table) -> None:
    """The other reading is tried, and what came of it is noted."""
    async with courtroom(store, table) as court:
        assert (await court.standing()).is_frozen
        _, reply = await court.answer_one()
        assert reply.refused.refusal == base.REFUSAL_MATCH_FROZEN
        request = api.TryReadingRequest(**court.about(""), number=1, rulings={"travel.drift": "per_step"})
        trial = await court.disputes.TryReading(request)
        assert trial.effect != api.TRIAL_EFFECT_UNSPECIFIED
        assert court.written == ["CaseOpened", "Looked", "ReadingTried"]
        body = court.audit[-1].body
        assert isinstance(body, ReadingTried)
        assert bytes(body.report).decode() == trial.report


async def rewound(store: MemoryStore, table: Table) -> Courtroom:
    """The ruling lets the match go on from before the answer, as a fork that has the same frames up to there."""
    async with courtroom(store, table) as court:
        body = court.audit[0].body
        assert isinstance(body, CaseOpened)
        frames = await court.frames(0)
        successor = await court.rule(rules=["travel.drift"], rewind=api.Rewind(fact=body.fact))
        assert court.written == ["CaseOpened", "Looked", "ReadingTried", "CaseRuled", "Superseded"]
        standing = await court.standing()
        assert standing.successor == successor
        assert not standing.is_frozen
        _, text = await refusal(court.referee.Watch(base.WatchRequest(**court.about(0))))
        assert text == "This match continues as another match; its standing names it."
        fork = court.at(successor)
        assert (await fork.standing()).parent == court.table.match
        shared = await fork.frames(0)
        assert len(shared) < len(frames)
        assert shared == frames[: len(shared)]
    return fork


async def proved(store: MemoryStore, table: Table) -> None:
    """Everyone goes on, and both matches verify offline."""
    async with courtroom(store, table) as court:
        await court.play_on(30)
        assert court.written == ["ForkedFrom"]
        evidence = examine(await court.export())
        assert evidence.ok, evidence.first_difference
        assert evidence.receipts == 3
        parent = court.at((await court.standing()).parent)
        evidence = examine(await parent.export())
        assert evidence.ok, evidence.first_difference
        assert evidence.docket.successor is not None


async def test_a_dispute_from_claim_to_proof() -> None:
    """A seat claims, the match freezes, a reading is tried, the ruling rewinds, all go on, and it can be proved.

    Between any two steps the referee is started anew on what it has stored.
    """
    store = MemoryStore()
    court = await opened_by_a_seat(store)
    await tried_by_the_arbiter(store, court.table)
    fork = await rewound(store, court.table)
    await proved(store, fork.table)


async def test_luck_that_is_known_in_one_match_is_known_in_all_that_share_it() -> None:
    """Who got the record of the match before cannot have its fork go back."""
    async with courtroom(answers=20) as court:
        await court.open_case(0)
        body = court.audit[0].body
        assert isinstance(body, CaseOpened)
        fork = court.at(await court.rule(rewind=api.Rewind(fact=body.fact)))
        await play_to_the_end(fork)
        await court.export(0)
        assert Opened("seat/0") in [entry.body for entry in court.audit]
        await fork.open_case(1)
        before = fork.written
        facts = sum([len(frame.abyss.facts) for frame in await fork.frames(0)])
        code, text = await refusal(rule_case(fork, rewind=api.Rewind(fact=facts - 2)))
        assert code == Code.FAILED_PRECONDITION
        assert "or of one it shares its luck with, was opened" in text
        assert fork.written == before


async def test_when_a_match_is_over_everything_is_open_and_that_is_written() -> None:
    """Over: Explain, TryReading and Export for everyone who sat there; once the luck is known nothing is rewound."""
    async with courtroom(answers=0) as court:
        await play_to_the_end(court)
        told = await court.disputes.Explain(api.ExplainRequest(**court.about(1), fact=api.FactPlace(fact=1)))
        assert told.draws
        trial = await court.disputes.TryReading(
            api.TryReadingRequest(**court.about(1), rulings={"pearls.visibility": "cupped"})
        )
        assert trial.report
        assert [entry.body for entry in court.audit] == [Opened("seat/1")]
        evidence = examine(await court.export(0))
        assert evidence.ok, evidence.first_difference
        assert [entry.body for entry in court.audit] == [Opened("seat/1"), Opened("seat/0")]
        await court.open_case(0, fact=api.FactPlace(fact=40))
        assert (await court.standing()).is_provisional
        code, text = await refusal(rule_case(court, rewind=api.Rewind(fact=40)))
        assert code == Code.FAILED_PRECONDITION
        assert "its luck is known" in text


async def test_a_match_is_replayed_under_another_reading() -> None:
    """The fork is played by the other reading, with the recorded answers as far as they fit, and goes on live."""
    async with courtroom(answers=30) as court:
        await court.open_case(0)
        under = api.ReplayUnder(rulings={"pearls.visibility": "cupped"})
        successor = await court.rule(replay_under=under)
        fork = court.at(successor)
        assert dict((await fork.view(0)).match.rulings) == {"pearls.visibility": "cupped"}
        await fork.play_on(5)
        for each in (fork, court):
            evidence = examine(await each.export())
            assert evidence.ok, evidence.first_difference


async def test_an_award_ends_a_match_that_was_going_on() -> None:
    """Award: nothing more is answered, streams end, and everything is open."""
    store = MemoryStore()
    async with courtroom(store, answers=6) as court:
        await court.open_case(0, freeze=True)
        stream = court.referee.Watch(base.WatchRequest(**court.about(1)))
        assert await court.rule(award=base.Award(winners=[1])) == ""
        said = base.WatchResponse()
        async for response in stream:
            said.MergeFrom(response)
        assert said.standing.award.winners == [1]
    async with courtroom(store, court.table) as court:
        view = await court.view(0)
        assert view.match.status == base.MATCH_STATUS_ENDED
        assert view.match.standing.award.winners == [1]
        _, reply = await court.answer_one()
        assert reply.refused.refusal == base.REFUSAL_MATCH_OVER
        assert await (await _read(court.referee.Watch(base.WatchRequest(**court.about(1))))).code() == Code.OK
        evidence = examine(await court.export(1))
        assert evidence.ok, evidence.first_difference


async def _read(call: Any) -> Any:
    async for _ in call:
        pass
    return call


# --- at the same time ---


async def test_two_cases_at_once_get_two_numbers() -> None:
    async with courtroom(answers=8) as court:
        places = [await court.place(0), in_frame(2)]
        numbers = await asyncio.gather(court.open_case(0, fact=places[0]), court.open_case(1, fact=places[1]))
        assert sorted(numbers) == [1, 2]
        same = [open_case(court, seat, fact=IN_FRAME) for seat in (0, 1)]
        found = await asyncio.gather(*same, return_exceptions=True)
        assert sum([isinstance(each, grpc.aio.AioRpcError) for each in found]) == 1


async def test_a_call_that_is_given_up_is_carried_to_its_end() -> None:
    """Half a step is worse than none: who gives up waiting does not leave the ledger behind the log."""
    async with courtroom(answers=8) as court:
        for number in range(4):
            call = open_case(court, 0, fact=in_frame(number + 1))
            await asyncio.sleep(0.001 * number)
            call.cancel()
        await asyncio.sleep(0.2)
        opened = len(court.written)
        assert await court.open_case(1) == opened + 1


async def test_mutated_requests_do_no_harm(seed: str) -> None:
    """S1: whatever bytes come, each call gets an answer that is no fault of ours, and the match goes on."""
    rng = random.Random(seed)
    async with courtroom(answers=10) as court:
        await court.open_case(0, fact=IN_FRAME)
        requests: dict[str, Any] = {
            "Explain": api.ExplainRequest(**court.about(0), fact=IN_FRAME),
            "OpenCase": api.OpenCaseRequest(**court.about(1), fact=IN_FRAME, rule="council", claim="No."),
            "TryReading": api.TryReadingRequest(**court.about(""), number=1, edition="de"),
            "RuleCase": api.RuleCaseRequest(
                **court.about(""), number=1, finding="FINDING_UPHELD", reason="So.", rules=["explore"]
            ),
            "AppealCase": api.AppealCaseRequest(**court.about(1), number=1, reason="So."),
            "ProposeUndo": api.ProposeUndoRequest(**court.about(0)),
            "AnswerUndo": api.AnswerUndoRequest(**court.about(1), consents=False),
            "FindPrecedents": api.FindPrecedentsRequest(rule="explore"),
        }
        told = {Code.INVALID_ARGUMENT, Code.UNAUTHENTICATED, Code.FAILED_PRECONDITION}
        for method, request in requests.items():
            call = court.channel.unary_unary(f"/{DISPUTES.name}/{method}")
            for _ in range(25):
                try:
                    await call(mutated(request.SerializeToString(), rng))
                except grpc.aio.AioRpcError as error:
                    if error.code() not in told:
                        raise
        evidence = examine(await court.export())
        assert evidence.ok, evidence.first_difference
