"""Say, and statements on Play streams: in frames, receipts and descriptions, with refusals that programs can read."""

from __future__ import annotations

from typing import Any

import grpc
import pytest

from referee.games import game
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.talk import Said
from referee.wire.codec import codec_of
from referee_api.among_cultists.v1 import among_cultists_pb2 as cultists
from referee_api.unfathomable.v1 import unfathomable_pb2 as unf
from referee_api.v1 import referee_pb2 as api
from tests.wire.serving import Table, asked, open_table, play_on, referee, status_of

FREE, PALETTE = api.TALK_POLICY_FREE, api.TALK_POLICY_PALETTE
HELLO = api.Words(text="Hello.")


def words_of(**kinds: Any) -> api.Words:
    words = api.Words()
    words.statement.unfathomable.statement.CopyFrom(unf.Statement(**kinds))
    return words


def cultists_words(**kinds: Any) -> api.Words:
    words = api.Words()
    words.statement.among_cultists.statement.CopyFrom(cultists.Statement(**kinds))
    return words


async def say(stub: Any, table: Table, seat: int, words: api.Words, request_id: str = "") -> api.SayResponse:
    request = api.SayRequest(
        match_id=table.match, token=table.tokens[seat], words=words, request_id=request_id
    )
    response: api.SayResponse = await stub.Say(request)
    return response


async def frames_after(stub: Any, table: Table, token: str, after: int, count: int) -> list[api.Frame]:
    found: list[api.Frame] = []
    call = stub.Watch(api.WatchRequest(match_id=table.match, token=token, after=after))
    async for response in call:
        found += response.frames
        if len(found) >= count:
            break
    call.cancel()
    return found


async def test_what_is_said_is_in_the_frames_of_everyone() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, game="unfathomable", seats=3, talk=PALETTE, spectators=True)
        spoken = words_of(help_offered=unf.HelpOffered(help=unf.HELP_LOT))
        assert (await say(stub, table, 2, spoken)).HasField("accepted")
        look = api.GetViewRequest(match_id=table.match, token=table.tokens[0])
        newest = (await stub.GetView(look)).frame
        for token in ("", *table.tokens):
            (frame,) = await frames_after(stub, table, token, newest - 1, 1)
            (fact,) = frame.told.unfathomable.facts
            assert fact.path == "talk/secrecy.test.allowed.could_help"
            assert fact.help_offered == unf.HelpOffered(seat=2, help=unf.HELP_LOT)


async def test_an_open_question_is_repeated_with_its_number() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, talk=FREE)
        seat, question = await asked(stub, table)
        await say(stub, table, 1 - seat, HELLO)
        again = await asked(stub, table)
        assert again == (seat, question)
        (frame,) = await frames_after(stub, table, table.tokens[seat], 1, 1)
        assert frame.question == question
        (other,) = await frames_after(stub, table, table.tokens[1 - seat], 1, 1)
        assert not other.HasField("question")
        assert list(other.waiting_for) == [seat]


async def test_a_match_says_what_may_be_said() -> None:
    async with referee() as (_, _, stub):
        for given, shown in ((api.TALK_POLICY_UNSPECIFIED, api.TALK_POLICY_NONE), (FREE, FREE)):
            request = api.CreateMatchRequest(game="abyss", seat_count=2, talk=given, spectators=True)
            created = await stub.CreateMatch(request)
            assert created.match.talk == shown
        request = api.CreateMatchRequest(game="abyss", seat_count=2, talk=PALETTE)
        code, text = await status_of(stub.CreateMatch(request))
        assert code is grpc.StatusCode.INVALID_ARGUMENT
        assert "no statements" in text


@pytest.mark.parametrize(
    ("talk", "words", "refusal", "rule"),
    [
        (api.TALK_POLICY_NONE, HELLO, api.REFUSAL_NO_TALK, ""),
        (PALETTE, HELLO, api.REFUSAL_NOT_IN_PALETTE, ""),
        (PALETTE, api.Words(), api.REFUSAL_MALFORMED, ""),
        (PALETTE, words_of(), api.REFUSAL_MALFORMED, ""),
        (PALETTE, words_of(help_offered=unf.HelpOffered()), api.REFUSAL_MALFORMED, ""),
        (
            PALETTE,
            words_of(suspected=unf.Suspected(suspect=3)),
            api.REFUSAL_BAD_STATEMENT,
            "secrecy.no_direct_loyalty_question",
        ),
        (
            PALETTE,
            words_of(hand_described=unf.HandDescribed(seat=1, quality=unf.QUALITY_BAD)),
            api.REFUSAL_BAD_STATEMENT,
            "secrecy.extremes_only",
        ),
        (
            PALETTE,
            words_of(
                contribution_described=unf.ContributionDescribed(
                    cards=unf.CARD_COUNT_ONE, help=unf.CONTRIBUTION_MODERATE
                )
            ),
            api.REFUSAL_BAD_STATEMENT,
            "secrecy.test.forbidden.one_card_moderate",
        ),
        (FREE, api.Words(text="x" * 281), api.REFUSAL_TEXT_TOO_LONG, ""),
    ],
)
async def test_a_refusal_names_its_reason(talk: int, words: api.Words, refusal: int, rule: str) -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, game="unfathomable", seats=3, talk=talk)
        refused = (await say(stub, table, 2, words)).refused
        assert (refused.refusal, refused.rule) == (refusal, rule)
        assert refused.sentence


@pytest.mark.parametrize(
    ("words", "refusal", "rule"),
    [
        (HELLO, api.REFUSAL_NOT_IN_PALETTE, ""),
        (cultists_words(route_claimed=cultists.RouteClaimed()), api.REFUSAL_MALFORMED, ""),
        (cultists_words(role_claimed=cultists.RoleClaimed()), api.REFUSAL_MALFORMED, ""),
        (
            cultists_words(check_claimed=cultists.CheckClaimed(about=2, pulse=cultists.CLAIMED_PULSE_DEAD)),
            api.REFUSAL_BAD_STATEMENT,
            "action.check",
        ),
        (
            cultists_words(accused=cultists.Accused(suspect=4, ground=cultists.GROUND_LIE)),
            api.REFUSAL_BAD_STATEMENT,
            "talk.accusations",
        ),
        (
            cultists_words(abstention_announced=cultists.AbstentionAnnounced(seat=1)),
            api.REFUSAL_BAD_STATEMENT,
            "talk.votes",
        ),
    ],
)
async def test_among_cultists_refuses_by_its_rules(words: api.Words, refusal: int, rule: str) -> None:
    """In a match that chooses no talk policy, and so has the palette."""
    async with referee() as (_, _, stub):
        table = await open_table(stub, game="among_cultists", seats=4)
        assert (
            await stub.GetView(api.GetViewRequest(match_id=table.match, token=table.tokens[2]))
        ).match.talk == PALETTE
        refused = (await say(stub, table, 2, words)).refused
        assert (refused.refusal, refused.rule) == (refusal, rule)
        assert refused.sentence


async def test_the_speaker_may_be_named_or_left_out() -> None:
    words = unf.HandDescribed(quality=unf.QUALITY_BAD)
    codec = codec_of("unfathomable")
    for seat in (0, 2, 1):
        named = unf.HandDescribed(seat=2, quality=unf.QUALITY_BAD)
        assert codec.statement(words_of(hand_described=words), seat) == codec.statement(
            words_of(hand_described=unf.HandDescribed(seat=seat, quality=unf.QUALITY_BAD)), seat
        )
        found = codec.statement(words_of(hand_described=named), seat)
        assert found is not None
        assert found.seat == 2


async def test_statements_on_a_stream_come_before_the_answers_sent_with_them() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, talk=FREE)
        seat, question = await asked(stub, table)
        attach = api.Attach(handle=7, match_id=table.match, token=table.tokens[seat], after=1)
        intent = api.Intent(
            handle=7,
            question=question.number,
            answer=api.Answer(picks=question.default_picks),
            request_id="i",
        )
        statements = [
            api.SeatStatement(handle=7, words=HELLO, request_id="a"),
            api.SeatStatement(handle=7, words=HELLO, request_id="a"),
            api.SeatStatement(handle=7, words=api.Words(text=""), request_id="b"),
            api.SeatStatement(handle=8, words=HELLO, request_id="c"),
        ]
        request = api.PlayRequest(attach=[attach], intents=[intent], statements=statements)
        call = stub.Play(iter([request]))
        got = api.PlayResponse()
        async for response in call:
            got.MergeFrom(response)
        said = {reply.request_id: reply for reply in got.said}
        assert len(got.said) == 3
        assert said["a"].HasField("accepted")
        assert said["b"].refused.refusal == api.REFUSAL_BAD_STATEMENT
        (trouble,) = got.troubles
        assert trouble.statement.request_id == "c"
        first, second = [each.frame for each in got.frames][:2]
        assert first.told.abyss.facts[0].said.text == "Hello."
        assert first.question.number == question.number
        assert not second.told.abyss.facts[0].path.startswith("talk")


async def test_receipts_cover_what_was_said() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, talk=FREE)
        about: dict[str, Any] = {"match_id": table.match, "token": table.tokens[0]}
        before = (await stub.GetReceipt(api.GetReceiptRequest(**about))).receipt.split("\n")
        await say(stub, table, 1, HELLO)
        after = (await stub.GetReceipt(api.GetReceiptRequest(**about))).receipt.split("\n")
        assert int(after[1]) == int(before[1]) + 1
        assert after[2] != before[2]
        await play_on(stub, table, 3)


@pytest.mark.parametrize(("name", "messages"), [("unfathomable", unf), ("among_cultists", cultists)])
def test_every_statement_is_written_and_read_again(name: str, messages: Any) -> None:
    """The codec writes a statement as a fact and reads it as something to say; nothing is lost on the way."""
    codec, kinds = codec_of(name), game(name).statements
    assert codec.statement(HELLO, 1) == Said(1, "Hello.")
    names = [field.name for field in messages.Statement.DESCRIPTOR.fields]
    assert len(names) == len(kinds)
    for kind in names:
        words = api.Words()
        part = getattr(getattr(words.statement, name).statement, kind)
        part.SetInParent()
        for inner in part.DESCRIPTOR.fields:
            setattr(part, inner.name, 1)
        found = codec.statement(words, 1)
        assert found is not None
        assert type(found) in kinds


def test_a_refusal_of_talk_has_a_sentence() -> None:
    for name, number in api.Refusal.items():
        if number >= api.REFUSAL_NO_TALK:
            refusal = name.removeprefix("REFUSAL_").lower()
            assert codec_of("abyss").refused(Refused(Refusal(refusal))).refusal == number
