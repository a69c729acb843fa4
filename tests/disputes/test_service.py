"""The dispute service: what each caller sees, what is refused and how, and the consequences of a ruling."""

from __future__ import annotations

import asyncio
import random
from itertools import pairwise
from typing import Any

import grpc
import pytest

from referee.audit.entries import CaseOpened, Looked, ReadingTried, RecordOpened
from referee.disputes.cases.dispute_service import DISPUTES
from referee.disputes.cases.trial_messages import read_trial
from referee.disputes.evidence.examination import examine
from referee.disputes.explain.trial_reports import report_of
from referee.log.memory import MemoryStore
from referee.server.access import NoAccess
from referee_api.v1 import disputes_pb2 as api
from referee_api.v1 import referee_pb2 as base
from tests.disputes.served import Code, ServedMatch, play_to_the_end, refusal, served_match
from tests.wire.serving import Table, last_of
from tests.wire.test_guard import mutated

NO_ACCESS = (Code.UNAUTHENTICATED, str(NoAccess()))
NOT_ALLOWED = (Code.PERMISSION_DENIED, "This token does not allow that")


# --- explanations ---


async def test_a_seat_is_told_the_rules_and_its_own_answer_and_no_luck() -> None:
    """A seat of a running match names a fact in its own frames, and is shown no draw."""
    async with served_match(answers=10) as served:
        seen = 0
        for seat in (0, 1):
            frames = await served.frames(seat)
            for before, frame in pairwise(frames):
                if not frame.told.abyss.facts:
                    continue
                place = api.FramePlace(frame=frame.number, place=1)
                told = await served.disputes.Explain(
                    api.ExplainRequest(**served.about(seat), fact=api.FactPlace(in_frame=place))
                )
                assert told.kind == f"abyss.{frame.told.abyss.facts[0].WhichOneof('kind')}"
                assert [cited.rule.id for cited in told.rules] == frame.told.abyss.facts[0].path.split("/")
                assert all([cited.rule.statement for cited in told.rules])
                assert not told.draws
                assert bool(told.answer) == before.HasField("question")
                seen += bool(told.answer)
        assert seen > 2
        assert served.written == []


async def test_the_arbiter_is_told_everything_and_every_look_is_written() -> None:
    async with served_match(answers=12) as served:
        told = await served.disputes.Explain(
            api.ExplainRequest(**served.about(""), fact=api.FactPlace(fact=1))
        )
        assert told.draws
        assert told.draws[0].sentence == "Drawn for this fact."
        assert served.audit[-1].body == Looked("arbiter", "explanation of fact 1")
        tried = await served.try_reading("", rulings={"pearls.visibility": "cupped"})
        assert "the same end" not in tried.sentence, "the match has not ended"
        assert served.audit[-1].body == Looked("arbiter", "trial")
        await served.export()
        assert served.audit[-1].body == Looked("arbiter", "export")
        await last_of(served.referee.Verify(base.VerifyRequest(**served.about(""))))
        assert served.audit[-1].body == Looked("arbiter", "verdict")
        place = api.FactPlace(in_frame=api.FramePlace(frame=1, place=1))
        again = await served.disputes.Explain(api.ExplainRequest(**served.about(""), fact=place))
        assert again == told


async def test_why_an_answer_is_refused() -> None:
    """For any refused intent: the rule that forbids it, last."""
    async with served_match(answers=5) as served:
        seat, question = await _asked(served)
        answer = base.Answer(picks=[question.option_count + 7])
        about = api.RefusedAnswer(question=question.number, answer=answer)
        told = await served.disputes.Explain(api.ExplainRequest(**served.about(seat), refused=about))
        assert told.kind == "out_of_range"
        assert told.rules
        fine = api.RefusedAnswer(question=question.number, answer=base.Answer(picks=[0]))
        told = await served.disputes.Explain(api.ExplainRequest(**served.about(seat), refused=fine))
        assert told.sentence == "The rules take this answer."
        unasked = api.RefusedAnswer(question=500, answer=answer)
        code, text = await refusal(
            served.disputes.Explain(api.ExplainRequest(**served.about(seat), refused=unasked))
        )
        assert code == Code.INVALID_ARGUMENT
        assert "was never asked its question 500" in text


async def _asked(served: ServedMatch) -> tuple[int, base.Question]:
    for seat in range(len(served.table.tokens)):
        view = await served.view(seat)
        if view.HasField("question"):
            return seat, view.question
    raise AssertionError("nobody is asked")


# --- refusals ---


def open_case(served: ServedMatch, who: int | str, **about: Any) -> Any:
    given: dict[str, Any] = {"rule": "explore", "claim": "No.", "fact": api.FactPlace(fact=1), **about}
    return served.disputes.OpenCase(api.OpenCaseRequest(**served.about(who), **given))


def rule_case(served: ServedMatch, who: int | str = "", **about: Any) -> Any:
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
    return served.disputes.RuleCase(api.RuleCaseRequest(**served.about(who), **given))


def in_frame(place: int) -> api.FactPlace:
    """Return the place of a fact in the first frame."""
    return api.FactPlace(in_frame=api.FramePlace(frame=1, place=place))


IN_FRAME = in_frame(1)
NO_SUCH_FACT = "There is no such fact in this match; name one that has happened"
NEVER_TOLD = "You were told no such fact; name one by a frame of yours and its place in it, from 1"
BY_FRAME = "While the match goes on, name a fact by a frame of yours and its place in it."


def bad_cases(served: ServedMatch) -> list[tuple[Any, Code, str]]:
    """Return cases that cannot be opened, with the error text."""
    invalid, failed = Code.INVALID_ARGUMENT, Code.FAILED_PRECONDITION
    elsewhere = served.at("no-such-match")
    deep = api.FactPlace(in_frame=api.FramePlace(frame=1, place=5000))
    return [
        (open_case(elsewhere, 0), *NO_ACCESS),
        (open_case(served, "a token of nobody"), *NO_ACCESS),
        (open_case(served, 0), invalid, BY_FRAME),
        (open_case(served, "", fact=api.FactPlace(fact=100_000)), invalid, NO_SUCH_FACT),
        (open_case(served, "", fact=api.FactPlace(fact=0)), invalid, NO_SUCH_FACT),
        (open_case(served, 0, fact=api.FactPlace(in_frame=api.FramePlace(frame=900, place=1))), invalid, NEVER_TOLD),
        (open_case(served, 0, fact=deep), invalid, NEVER_TOLD),
        (
            open_case(served, 0, fact=api.FactPlace()),
            invalid,
            "Name a fact, by its number or by its place in a frame of yours.",
        ),
        (
            open_case(served, 0, fact=IN_FRAME, rule="no.rule"),
            invalid,
            "There is no rule or ruling 'no.rule' in abyss; see 'referee rules abyss', or DescribeGame",
        ),
        (open_case(served, 0, fact=IN_FRAME, claim=" "), invalid, "The claim is missing; write a sentence"),
        (
            open_case(served, 1, fact=IN_FRAME),
            failed,
            "Case 1 is about the same fact; follow that case or appeal its ruling",
        ),
        (open_case(served, ""), failed, "Case 1 is about the same fact; "),
    ]  # fmt: skip


def bad_steps(served: ServedMatch) -> list[tuple[Any, Code, str]]:
    """Return trials, rulings and appeals that are impossible, with the error text."""
    invalid, failed = Code.INVALID_ARGUMENT, Code.FAILED_PRECONDITION
    going_on = "The match is not over; its replay is available when it has ended"

    def trial(who: int | str = "", number: int = 1, edition: str = "", **rulings: str) -> Any:
        named = {key.replace("_", "."): reading for key, reading in rulings.items()}
        return served.disputes.TryReading(
            api.TryReadingRequest(**served.about(who), number=number, edition=edition, rulings=named)
        )

    def appeal(who: int | str = 0, number: int = 1, reason: str = "Read on.") -> Any:
        return served.disputes.AppealCase(
            api.AppealCaseRequest(**served.about(who), number=number, reason=reason)
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
        (trial(edition="xx"), invalid, "Unknown edition 'xx' of abyss (choose from consensus, "),
        (trial(pearls_visibility="no"), invalid, "Unknown reading 'no' of pearls.visibility (choose from "),
        (rule_case(served, 0), *NOT_ALLOWED),
        (rule_case(served, number=2), invalid, "There is no case 2 in this match; its cases are numbered from 1"),
        (rule_case(served, finding=0), invalid, "Give the finding: upheld, overturned, or no effect."),
        (
            rule_case(served, stands=None),
            invalid,
            "Give the remedy: everything stands, rewind, replay under other readings, or award.",
        ),
        (rule_case(served, rules=["no.rule"]), invalid, "There is no rule or ruling 'no.rule' in abyss"),
        (rule_case(served, rules=[]), invalid, "A ruling must cite 1 to 20 rules, each once"),
        (rule_case(served, reason=""), invalid, "The reason is missing; write a sentence"),
        (rule_case(served, rewind=api.Rewind(fact=100_000)), invalid, NO_SUCH_FACT),
        (rule_case(served, rewind=api.Rewind(fact=1)), invalid, "That fact is part of the setup"),
        (rule_case(served, replay_under=api.ReplayUnder(edition="xx")), invalid, "Unknown edition 'xx'"),
        (rule_case(served, award=base.Award(winners=[5])), invalid, "Winners must be seats of this match (0 to 1)"),
        (
            rule_case(served, finding=base.FINDING_UPHELD, award=base.Award(is_void=True)),
            invalid,
            "There is nothing to remedy unless the claim is right",
        ),
        (appeal(), failed, "Case 1 has no ruling yet; wait for it"),
        (appeal(number=9), invalid, "There is no case 9 in this match"),
        (appeal("guess"), *NO_ACCESS),
        (served.disputes.Export(api.ExportRequest(**served.about(0))), failed, going_on),
        (served.disputes.Export(api.ExportRequest(**served.about("guess"))), *NO_ACCESS),
    ]  # fmt: skip


@pytest.mark.parametrize("calls", [bad_cases, bad_steps], ids=["cases", "steps"])
async def test_what_cannot_be_is_refused_with_its_reason_and_nothing_is_written(calls: Any) -> None:
    """Each is refused with a clear reason, and nothing is written."""
    async with served_match(answers=6) as served:
        await served.open_case(0, fact=IN_FRAME)
        before = served.store.audit(served.table.match)
        view = await served.view(0)
        for call, code, text in calls(served):
            found = await refusal(call)
            assert found[0] == code, found
            assert text in found[1]
            assert served.store.audit(served.table.match) == before
        assert await served.view(0) == view


async def test_a_spectator_asks_in_vain() -> None:
    """Seats may ask for explanations; spectators may not."""
    async with served_match(answers=4, spectators=True) as served:
        for call in (
            served.disputes.Explain(api.ExplainRequest(match_id=served.table.match, fact=IN_FRAME)),
            served.disputes.OpenCase(api.OpenCaseRequest(match_id=served.table.match, fact=IN_FRAME)),
            served.disputes.TryReading(api.TryReadingRequest(match_id=served.table.match, edition="fr")),
            served.disputes.AppealCase(api.AppealCaseRequest(match_id=served.table.match, number=1)),
            served.disputes.ProposeUndo(api.ProposeUndoRequest(match_id=served.table.match)),
            served.disputes.AnswerUndo(api.AnswerUndoRequest(match_id=served.table.match)),
            served.disputes.Export(api.ExportRequest(match_id=served.table.match)),
        ):
            assert await refusal(call) == NO_ACCESS
        assert served.written == []


# --- freeze ---


async def test_a_frozen_match_stands_still_and_goes_on_when_it_is_ruled_on() -> None:
    """A case can freeze a running match; the same answer, under the same key, is accepted afterwards."""
    async with served_match(answers=6) as served:
        assert await served.open_case(1, freeze=True) == 1
        standing = await served.standing()
        assert standing.is_frozen
        assert standing.is_provisional
        assert [case.by for case in standing.cases] == ["seat/1"]
        seat, reply = await served.answer_one()
        assert reply.refused.refusal == base.REFUSAL_MATCH_FROZEN
        checked = await served.referee.CheckIntent(
            base.CheckIntentRequest(**served.about(seat), question=1, answer=base.Answer(picks=[0]))
        )
        assert checked.refused.refusal == base.REFUSAL_MATCH_FROZEN
        assert await served.rule(finding=base.FINDING_UPHELD) == ""
        assert not (await served.standing()).is_frozen
        assert not (await served.standing()).is_provisional
        _, reply = await served.answer_one()
        assert reply.HasField("accepted")


# --- a whole dispute ---


DISPUTED: dict[str, Any] = {
    "game": "unfathomable",
    "seats": 3,
    "seed": "a dispute",
    "rulings": {"travel.drift": "block"},
}


async def opened_by_a_seat(store: MemoryStore) -> ServedMatch:
    """Let a seat dispute the last fact it received, and freeze the match."""
    async with served_match(store, answers=60, **DISPUTED) as served:
        place = await served.place(2)
        assert await served.open_case(2, fact=place, rule="travel.drift", freeze=True) == 1
        assert served.written == ["CaseOpened"]
    return served


async def tried_by_the_arbiter(store: MemoryStore, table: Table) -> None:
    """Try the other reading; the result is recorded."""
    async with served_match(store, table) as served:
        assert (await served.standing()).is_frozen
        _, reply = await served.answer_one()
        assert reply.refused.refusal == base.REFUSAL_MATCH_FROZEN
        trial = await served.try_reading("", number=1, rulings={"travel.drift": "per_step"})
        assert trial.effect != api.TRIAL_EFFECT_UNSPECIFIED
        assert served.written == ["CaseOpened", "Looked", "ReadingTried"]
        body = served.audit[-1].body
        assert isinstance(body, ReadingTried)
        assert body.report == report_of(read_trial(trial))


async def rewound(store: MemoryStore, table: Table) -> ServedMatch:
    """Rule that the match continues from before the answer, in a fork that has the same frames up to there."""
    async with served_match(store, table) as served:
        body = served.audit[0].body
        assert isinstance(body, CaseOpened)
        frames = await served.frames(0)
        successor = await served.rule(rules=["travel.drift"], rewind=api.Rewind(fact=body.fact))
        assert served.written == ["CaseOpened", "Looked", "ReadingTried", "CaseRuled", "Superseded"]
        standing = await served.standing()
        assert standing.successor == successor
        assert not standing.is_frozen
        _, text = await refusal(served.referee.Watch(base.WatchRequest(**served.about(0))))
        assert text == "This match continues as another match; its standing names it."
        fork = served.at(successor)
        assert (await fork.standing()).parent == served.table.match
        shared = await fork.frames(0)
        assert len(shared) < len(frames)
        assert shared == frames[: len(shared)]
    return fork


async def proved(store: MemoryStore, table: Table) -> None:
    """Play on, and verify both matches offline."""
    async with served_match(store, table) as served:
        await served.play_on(30)
        assert served.written == ["ForkedFrom"]
        evidence = examine(await served.export())
        assert evidence.ok, evidence.first_difference
        assert evidence.receipts == 3
        parent = served.at((await served.standing()).parent)
        evidence = examine(await parent.export())
        assert evidence.ok, evidence.first_difference
        assert evidence.audit_state.successor is not None


async def test_a_dispute_from_claim_to_proof() -> None:
    """A seat claims, the match freezes, a reading is tried, the ruling rewinds, play continues, and all is proved.

    Between any two steps the referee is restarted from its store.
    """
    store = MemoryStore()
    served = await opened_by_a_seat(store)
    await tried_by_the_arbiter(store, served.table)
    fork = await rewound(store, served.table)
    await proved(store, fork.table)


async def test_luck_that_is_known_in_one_match_is_known_in_all_that_share_it() -> None:
    """A party that got the record of the parent match cannot have its fork rewound."""
    async with served_match(answers=20) as served:
        await served.open_case(0)
        body = served.audit[0].body
        assert isinstance(body, CaseOpened)
        fork = served.at(await served.rule(rewind=api.Rewind(fact=body.fact)))
        await play_to_the_end(fork)
        await served.export(0)
        assert RecordOpened("seat/0") in [entry.body for entry in served.audit]
        await fork.open_case(1)
        before = fork.written
        facts = sum([len(frame.told.abyss.facts) for frame in await fork.frames(0)])
        code, text = await refusal(rule_case(fork, rewind=api.Rewind(fact=facts - 2)))
        assert code == Code.FAILED_PRECONDITION
        assert "or of one it shares its luck with, was opened" in text
        assert fork.written == before


async def test_when_a_match_is_over_everything_is_open_and_that_is_written() -> None:
    """After the end Explain, TryReading and Export are open to every seat, and nothing can be rewound."""
    async with served_match(answers=0) as served:
        await play_to_the_end(served)
        told = await served.disputes.Explain(
            api.ExplainRequest(**served.about(1), fact=api.FactPlace(fact=1))
        )
        assert told.draws
        trial = await served.try_reading(1, rulings={"pearls.visibility": "cupped"})
        assert trial.outcome.ending
        assert [entry.body for entry in served.audit] == [RecordOpened("seat/1")]
        evidence = examine(await served.export(0))
        assert evidence.ok, evidence.first_difference
        assert [entry.body for entry in served.audit] == [RecordOpened("seat/1"), RecordOpened("seat/0")]
        await served.open_case(0, fact=api.FactPlace(fact=40))
        assert (await served.standing()).is_provisional
        code, text = await refusal(rule_case(served, rewind=api.Rewind(fact=40)))
        assert code == Code.FAILED_PRECONDITION
        assert "its luck is known" in text


async def test_a_match_is_replayed_under_another_reading() -> None:
    """The fork is played under the other reading, with the recorded answers as far as they fit, and continues live."""
    async with served_match(answers=30) as served:
        await served.open_case(0)
        under = api.ReplayUnder(rulings={"pearls.visibility": "cupped"})
        successor = await served.rule(replay_under=under)
        fork = served.at(successor)
        assert dict((await fork.view(0)).match.rulings) == {"pearls.visibility": "cupped"}
        await fork.play_on(5)
        for each in (fork, served):
            evidence = examine(await each.export())
            assert evidence.ok, evidence.first_difference


async def test_an_award_ends_a_match_that_was_going_on() -> None:
    """No further answers are accepted, streams end, and everything is open."""
    store = MemoryStore()
    async with served_match(store, answers=6) as served:
        await served.open_case(0, freeze=True)
        stream = served.referee.Watch(base.WatchRequest(**served.about(1)))
        assert await served.rule(award=base.Award(winners=[1])) == ""
        said = base.WatchResponse()
        async for response in stream:
            said.MergeFrom(response)
        assert said.standing.award.winners == [1]
    async with served_match(store, served.table) as served:
        view = await served.view(0)
        assert view.match.status == base.MATCH_STATUS_ENDED
        assert view.match.standing.award.winners == [1]
        _, reply = await served.answer_one()
        assert reply.refused.refusal == base.REFUSAL_MATCH_OVER
        assert (
            await (await _read(served.referee.Watch(base.WatchRequest(**served.about(1))))).code() == Code.OK
        )
        evidence = examine(await served.export(1))
        assert evidence.ok, evidence.first_difference


async def _read(call: Any) -> Any:
    async for _ in call:
        pass
    return call


# --- concurrent calls ---


async def test_two_cases_at_once_get_two_numbers() -> None:
    async with served_match(answers=8) as served:
        places = [await served.place(0), in_frame(2)]
        numbers = await asyncio.gather(
            served.open_case(0, fact=places[0]), served.open_case(1, fact=places[1])
        )
        assert sorted(numbers) == [1, 2]
        same = [open_case(served, seat, fact=IN_FRAME) for seat in (0, 1)]
        found = await asyncio.gather(*same, return_exceptions=True)
        assert sum([isinstance(each, grpc.aio.AioRpcError) for each in found]) == 1


async def test_a_call_that_is_given_up_is_carried_to_its_end() -> None:
    """A caller that gives up waiting does not leave the audit log behind the match log."""
    async with served_match(answers=8) as served:
        for number in range(4):
            call = open_case(served, 0, fact=in_frame(number + 1))
            await asyncio.sleep(0.001 * number)
            call.cancel()
        await asyncio.sleep(0.2)
        opened = len(served.written)
        assert await served.open_case(1) == opened + 1


async def test_mutated_requests_do_no_harm(seed: str) -> None:
    """S1: whatever bytes arrive, each call gets a reply that is not an internal error, and the match continues."""
    rng = random.Random(seed)
    async with served_match(answers=10) as served:
        await served.open_case(0, fact=IN_FRAME)
        requests: dict[str, Any] = {
            "Explain": api.ExplainRequest(**served.about(0), fact=IN_FRAME),
            "OpenCase": api.OpenCaseRequest(**served.about(1), fact=IN_FRAME, rule="council", claim="No."),
            "TryReading": api.TryReadingRequest(**served.about(""), number=1, edition="de"),
            "RuleCase": api.RuleCaseRequest(
                **served.about(""), number=1, finding="FINDING_UPHELD", reason="So.", rules=["explore"]
            ),
            "AppealCase": api.AppealCaseRequest(**served.about(1), number=1, reason="So."),
            "ProposeUndo": api.ProposeUndoRequest(**served.about(0)),
            "AnswerUndo": api.AnswerUndoRequest(**served.about(1), consents=False),
            "FindPrecedents": api.FindPrecedentsRequest(rule="explore"),
        }
        told = {Code.INVALID_ARGUMENT, Code.UNAUTHENTICATED, Code.FAILED_PRECONDITION}
        for method, request in requests.items():
            # The same bytes come back from a call with one response as from a stream of them.
            call = served.channel.unary_stream(f"/{DISPUTES.name}/{method}")
            for _ in range(25):
                try:
                    await last_of(call(mutated(request.SerializeToString(), rng)))
                except grpc.aio.AioRpcError as error:
                    if error.code() not in told:
                        raise
        evidence = examine(await served.export())
        assert evidence.ok, evidence.first_difference
