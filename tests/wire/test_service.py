"""Every call of the service: what it does, and how it fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib import import_module
from typing import Any

import grpc
import pytest

from referee.games import GAMES, game
from referee.kernel.refusals import Refusal
from referee.server.access import NoAccess
from referee.server.settings import SessionLimits
from referee.wire.describe import describe_game
from referee.wire.shapes import kind_of
from referee_api.abyss.v1 import abyss_pb2 as abyss
from referee_api.v1 import referee_pb2 as api
from referee_client.bots.random import RandomBot
from tests.wire.serving import (
    SERVICE,
    Table,
    answer_to,
    asked,
    last_of,
    open_table,
    play_by_watch,
    play_on,
    referee,
    status_of,
    watch,
)

Code = grpc.StatusCode


# --- games ---


async def test_games_are_listed() -> None:
    async with referee() as (_, _, stub):
        listed = await stub.ListGames(api.ListGamesRequest())
        assert [found.name for found in listed.games] == list(GAMES)
        assert [found.title for found in listed.games] == [game(name).title for name in GAMES]


@pytest.mark.parametrize("name", GAMES)
async def test_game_is_described(name: str) -> None:
    async with referee() as (_, _, stub):
        found = await stub.DescribeGame(api.DescribeGameRequest(game=name))
        known, book = game(name), game(name).rulebook
        assert (found.summary.least_seats, found.summary.most_seats) == (known.seats[0], known.seats[-1])
        assert {term.name: term.meaning for term in found.questions} == {
            name: question.sentence for name, question in known.questions.items()
        }
        assert len(found.choices) == len(known.choices)
        assert [form.name for form in found.forms] == [term.name for term in found.questions]
        assert all([form.kind for form in found.forms])
        assert {choice for form in found.forms for choice in form.choices} == {
            term.name for term in found.choices
        }
        assert len(found.facts) == len(known.facts) + len(known.statements) + 2
        assert [form.name for form in found.statements] == [kind_of(kind) for kind in known.statements]
        assert all([form.meaning and form.rule in book.rules for form in found.statements])
        assert len(found.talk_policies) == len(known.talk_policies)
        usual = {"among_cultists": api.TALK_POLICY_PALETTE}
        assert found.default_talk == usual.get(name, api.TALK_POLICY_NONE)
        assert all([term.meaning for term in [*found.choices, *found.facts, *found.editions]])
        assert {term.name for term in found.obstacles} >= {obstacle.value for obstacle in known.obstacles}
        assert [term.name for term in found.endings] == [ending.value for ending in known.endings]
        assert all([term.meaning.endswith(".") for term in [*found.obstacles, *found.endings]])
        assert {ruling.key for ruling in found.rulings} == set(book.rulings)
        assert all([len(ruling.readings) > 1 and ruling.reason for ruling in found.rulings])
        assert {rule.id for rule in found.rules} == set(book.rules)
        assert found.tables
        assert all([len(row.cells) == len(table.columns) for table in found.tables for row in table.rows])


def cards_in(found: api.DescribeGameResponse) -> list[api.CardTable]:
    """Return the tables of cards, without data files and words."""
    return [table for table in found.tables if not {"tag", "en"} & set(table.columns)]


def test_reconstruction_is_described_with_its_data_and_sources() -> None:
    """A reconstructed game says so, gives its data files with tags, and names the source of a reconstructed rule."""
    found = api.DescribeGameResponse.FromString(describe_game("among_cultists"))
    assert found.note.startswith("A declared reconstruction")
    tables = {table.name: table for table in found.tables}
    assert {"numbers", "places", "links", "routes", "names"} <= tables.keys()
    assert {row.cells[-2] for row in tables["numbers"].rows} == {"sourced", "house"}
    sources = {rule.id: rule.source for rule in found.rules}
    assert sources["encounter.who"] == "two reviews"
    assert sources["boat.board"] == sources["unsafe.empty"] == ""
    assert api.DescribeGameResponse.FromString(describe_game("abyss")).note == ""


@pytest.mark.parametrize("name", GAMES)
def test_first_cell_of_a_row_is_the_name_of_the_card(name: str) -> None:
    """In capitals, after the heading of its column, it is the enum value."""
    api_of_game = import_module(f"referee_api.{name}.v1.{name}_pb2")
    for table in cards_in(api.DescribeGameResponse.FromString(describe_game(name))):
        kind = table.columns[0].upper()
        (values,) = [
            [value.name for value in enum.values]
            for enum in api_of_game.DESCRIPTOR.enum_types_by_name.values()
            if enum.values[0].name == f"{kind}_UNSPECIFIED"
        ]
        names = [f"{kind}_{row.cells[0].upper()}" for row in table.rows]
        assert len(set(names)) == len(names)
        assert set(names) <= set(values[1:]), table.name


@pytest.mark.parametrize("name", GAMES)
def test_what_a_card_does_is_told_by_its_row_or_by_a_rule(name: str) -> None:
    found = api.DescribeGameResponse.FromString(describe_game(name))
    rules = {rule.id for rule in found.rules}
    for table in cards_in(found):
        rows = [dict(zip(table.columns, row.cells, strict=True)) for row in table.rows]
        assert {"power", "scores", "rule"} & set(table.columns), table.name
        for row in rows:
            is_plain = row.get("kind") in ("water", "deck")
            assert is_plain == (row.get("rule", "...") == "")
            assert is_plain or row.get("rule") in (None, *rules), row
            for heading in row.keys() & {"ability", "feat"}:
                assert f"{heading}.{row[heading]}" in rules


# --- a whole match ---


async def test_match_from_the_first_seat_to_the_replay() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, seats=3, spectators=True)
        spectator = asyncio.create_task(collected(stub, table))
        feeds = await asyncio.gather(*[play_by_watch(stub, table, seat) for seat in range(3)])
        assert await spectator
        for frames in feeds:
            assert [frame.number for frame in frames] == list(range(1, len(frames) + 1))
            assert frames[-1].outcome == feeds[0][-1].outcome
            assert frames[-1].outcome.ending in [ending.value for ending in game("abyss").endings]
        for token in (table.tokens[0], table.arbiter):
            verified = (
                await last_of(stub.Verify(api.VerifyRequest(match_id=table.match, token=token)))
            ).verification
            assert verified.fits
            assert verified.facts > 100
            assert len(verified.head) == 64
        replay = b"".join([piece.chunk async for piece in stub.GetReplay(replay_of(table, table.tokens[1]))])
        assert b"abyss" in replay
        view = await stub.GetView(api.GetViewRequest(match_id=table.match, token=table.tokens[2]))
        assert view.outcome == feeds[2][-1].outcome
        assert view.frame == len(feeds[2])
        assert view.match.status == api.MATCH_STATUS_ENDED
        assert list(view.match.names) == ["bot 0", "bot 1", "bot 2"]


async def collected(stub: Any, table: Table, token: str = "", **how: Any) -> list[api.Frame]:
    return [frame async for frame in watch(stub, table, token, **how)]


def replay_of(table: Table, token: str) -> api.GetReplayRequest:
    return api.GetReplayRequest(match_id=table.match, token=token)


async def test_same_seed_gives_the_same_match_and_another_seed_another() -> None:
    async with referee() as (_, _, stub):
        feeds = []
        for seed in ("a", "a", "b"):
            table = await open_table(stub, seed=seed)
            frames, _ = await asyncio.gather(*[play_by_watch(stub, table, seat) for seat in range(2)])
            feeds.append([frame.SerializeToString(deterministic=True) for frame in frames])
        assert feeds[0] == feeds[1]
        assert feeds[0] != feeds[2]


async def test_view_comes_with_an_open_question_if_asked_for() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        await play_on(stub, table, 10)
        seat, question = await asked(stub, table)
        async for frame in watch(stub, table, table.tokens[seat], with_view=True):
            has_open_question = frame.question.number == question.number
            assert frame.HasField("view") is has_open_question
            if has_open_question:
                found = await stub.GetView(api.GetViewRequest(match_id=table.match, token=table.tokens[seat]))
                assert frame.view == found.view
                assert frame.view.abyss.view.viewer == seat
                break


async def test_arbiter_sees_what_is_hidden_and_the_spectator_does_not() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, spectators=True)
        decks = []
        for token in (table.arbiter, "", table.tokens[0]):
            found = await stub.GetView(api.GetViewRequest(match_id=table.match, token=token))
            decks.append(set(found.view.abyss.view.deck))
        assert abyss.CARD_UNSPECIFIED not in decks[0]
        assert decks[1] == decks[2] == {abyss.CARD_UNSPECIFIED}


# --- answers ---


async def test_answer_by_choice_counts_like_one_by_number() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        seat, question = await asked(stub, table)
        request = answer_to(table, seat, question, RandomBot("1"))
        request.answer.Clear()
        request.answer.choices.abyss.choices.append(question.options.abyss.choices[0])
        check = api.CheckIntentRequest(
            match_id=table.match, token=table.tokens[seat], question=question.number, answer=request.answer
        )
        assert (await stub.CheckIntent(check)).HasField("accepted")
        assert (await stub.Submit(request)).HasField("accepted")
        refused = (await stub.CheckIntent(check)).refused
        assert refused.refusal in (api.REFUSAL_STALE_QUESTION, api.REFUSAL_NOT_ASKED)


async def test_retry_gets_the_first_reply_and_counts_once() -> None:
    async with referee() as (_, channel, stub):
        submit: Any = channel.unary_unary(f"{SERVICE}/Submit")
        table = await open_table(stub)
        seat, question = await asked(stub, table)
        request = answer_to(table, seat, question, RandomBot("1"))
        replies = [await submit(request.SerializeToString()) for _ in range(3)]
        assert len(set(replies)) == 1
        assert api.SubmitResponse.FromString(replies[0]).HasField("accepted")
        other = api.SubmitRequest()
        other.CopyFrom(request)
        other.answer.picks[:] = [request.answer.picks[0] + 1]
        assert (await stub.Submit(other)).refused.refusal == api.REFUSAL_REQUEST_ID_REUSED


Change = Callable[[api.SubmitRequest, api.Question], None]


def _set_question(number: int) -> Change:
    def change(request: api.SubmitRequest, _: api.Question) -> None:
        request.question = number

    return change


def _set_picks(*picks: int) -> Change:
    def change(request: api.SubmitRequest, _: api.Question) -> None:
        request.answer.picks[:] = picks

    return change


def _no_kind(request: api.SubmitRequest, _: api.Question) -> None:
    request.answer.CopyFrom(api.Answer(choices={"abyss": abyss.Payload(choices=[abyss.Choice()])}))


def _long_key(request: api.SubmitRequest, _: api.Question) -> None:
    request.request_id = "k" * 1000


def _not_offered(request: api.SubmitRequest, _: api.Question) -> None:
    choice = abyss.Choice(turn_lord=abyss.TurnLord(owner=4711, lord=abyss.LORD_HUNTER))
    request.answer.CopyFrom(api.Answer(choices={"abyss": abyss.Payload(choices=[choice])}))


# Each with its refusal, for a seat that must choose one of several options.
REFUSED: list[tuple[Change, Refusal]] = [
    (_set_question(0), Refusal.STALE_QUESTION),
    (_set_question(4711), Refusal.STALE_QUESTION),
    (_set_picks(), Refusal.TOO_FEW),
    (_set_picks(4711), Refusal.OUT_OF_RANGE),
    (_set_picks(2**32 - 1), Refusal.OUT_OF_RANGE),
    (_set_picks(0, 0), Refusal.CHOSEN_TWICE),
    (_set_picks(0, 1), Refusal.TOO_MANY),
    (_no_kind, Refusal.MALFORMED),
    (_long_key, Refusal.BAD_REQUEST_ID),
    (_not_offered, Refusal.NOT_OFFERED),
]


@pytest.mark.parametrize(("change", "refusal"), REFUSED)
async def test_refusal_is_an_answer_and_changes_nothing(change: Change, refusal: Refusal) -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        seat, question = await asked(stub, table)
        while question.kind != api.QUESTION_KIND_ONE or question.option_count < 2:
            await play_on(stub, table, 1)
            seat, question = await asked(stub, table)
        request = answer_to(table, seat, question, RandomBot("1"))
        change(request, question)
        before = await stub.GetView(api.GetViewRequest(match_id=table.match, token=table.tokens[seat]))
        refused = (await stub.Submit(request)).refused
        assert api.Refusal.Name(refused.refusal) == f"REFUSAL_{refusal.name}"
        assert refused.sentence.startswith(refusal.meaning)
        after = await stub.GetView(api.GetViewRequest(match_id=table.match, token=table.tokens[seat]))
        assert before == after


async def test_refused_before_the_match_began_and_out_of_turn_and_after_its_end() -> None:
    async with referee() as (_, _, stub):
        waiting = await open_table(stub, seats=2, taken=1)
        request = api.SubmitRequest(match_id=waiting.match, token=waiting.tokens[0], question=1)
        assert (await stub.Submit(request)).refused.refusal == api.REFUSAL_MATCH_NOT_STARTED
        table = await open_table(stub)
        seat, question = await asked(stub, table)
        request = answer_to(table, 1 - seat, question, RandomBot("1"))
        request.request_id = "too-early"
        assert (await stub.Submit(request)).refused.refusal == api.REFUSAL_NOT_ASKED
        await asyncio.gather(*[play_by_watch(stub, table, each) for each in range(2)])
        request.question = 4711
        assert (await stub.Submit(request)).refused.refusal == api.REFUSAL_MATCH_OVER


# --- how calls fail ---


async def test_every_failed_authentication_looks_the_same() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        other = await open_table(stub)
        strangers = [
            (table.match, "wrong"),
            (table.match, ""),
            (table.match, other.tokens[0]),
            (table.match, other.arbiter),
            ("unknown", table.tokens[0]),
            ("unknown", ""),
            ("", ""),
            ("\N{SNOWMAN}" * 1000, "\N{SNOWMAN}" * 1000),
        ]
        found = set()
        for match, token in strangers:
            found |= {
                await status_of(stub.Submit(api.SubmitRequest(match_id=match, token=token, question=1))),
                await status_of(stub.CheckIntent(api.CheckIntentRequest(match_id=match, token=token))),
                await status_of(stub.GetView(api.GetViewRequest(match_id=match, token=token))),
                await status_of(stub.Verify(api.VerifyRequest(match_id=match, token=token))),
                await status_of(stub.Watch(api.WatchRequest(match_id=match, token=token))),
                await status_of(stub.GetReplay(api.GetReplayRequest(match_id=match, token=token))),
            }
        found.add(await status_of(stub.JoinSeat(api.JoinSeatRequest(match_id="unknown"))))
        assert found == {(Code.UNAUTHENTICATED, str(NoAccess()))}


CREATE = {
    "unknown game": ({"game": "chess"}, "chess"),
    "no game": ({"game": ""}, "choose from abyss"),
    "too many seats": ({"seat_count": 5}, "2 to 4 seats"),
    "too few seats": ({"seat_count": 0}, "2 to 4 seats"),
    "a great many seats": ({"seat_count": 2**32 - 1}, "2 to 4 seats"),
    "unknown option": ({"options": {"x": "y"}}, "no option 'x'"),
    "unknown edition": ({"edition": "1066"}, "1066"),
    "unknown ruling": (
        {"rulings": {"x": "y"}},
        "Unknown ruling 'x' of abyss; see 'referee rules abyss --rulings', or DescribeGame",
    ),
    "unknown reading": ({"rulings": {"pearls.visibility": "y"}}, "Unknown reading 'y'"),
    "a long name": ({"game": "x" * 50_000}, "Unknown game"),
}


@pytest.mark.parametrize(("about", "text"), CREATE.values(), ids=CREATE.keys())
async def test_match_that_cannot_be_is_refused(about: dict[str, Any], text: str) -> None:
    async with referee() as (_, _, stub):
        request = api.CreateMatchRequest(**{"game": "abyss", "seat_count": 2, **about})
        code, found = await status_of(stub.CreateMatch(request))
        assert code == Code.INVALID_ARGUMENT
        assert text in found
        assert len(found) <= 400


async def test_unknown_game_is_not_described() -> None:
    async with referee() as (_, _, stub):
        code, text = await status_of(stub.DescribeGame(api.DescribeGameRequest(game="chess")))
        assert (code, text) == (
            Code.INVALID_ARGUMENT,
            f"Unknown game 'chess' (choose from {', '.join(GAMES)}).",
        )


async def test_seat_that_cannot_be_taken() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, taken=1)
        code, text = await status_of(stub.JoinSeat(api.JoinSeatRequest(match_id=table.match, seat=0)))
        assert (code, text) == (Code.FAILED_PRECONDITION, "Seat 0 is not free; free: 1.")
        code, text = await status_of(stub.JoinSeat(api.JoinSeatRequest(match_id=table.match, seat=7)))
        assert (code, text) == (
            Code.INVALID_ARGUMENT,
            "There is no seat 7; this match has seats 0 to 1.",
        )
        for name in ("a\x1b[31m", "n" * 65):
            bad_name = api.JoinSeatRequest(match_id=table.match, name=name)
            code, text = await status_of(stub.JoinSeat(bad_name))
            assert code == Code.INVALID_ARGUMENT
            assert "up to 64 characters" in text
        for token in ("short", "t" * 129, "a token with spaces in it, " * 2):
            weak = api.JoinSeatRequest(match_id=table.match, token=token)
            assert (await status_of(stub.JoinSeat(weak)))[0] == Code.INVALID_ARGUMENT
        own = api.JoinSeatRequest(match_id=table.match, token="t" * 32)
        for _ in range(2):
            assert (await stub.JoinSeat(own)).seat == 1
        code, text = await status_of(stub.JoinSeat(api.JoinSeatRequest(match_id=table.match)))
        assert (code, text) == (Code.FAILED_PRECONDITION, "Every seat of this match is taken.")


async def test_replay_is_closed_while_the_match_goes_on() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, spectators=True)
        code, _ = await status_of(stub.GetReplay(replay_of(table, table.tokens[0])))
        assert code == Code.FAILED_PRECONDITION
        code, _ = await status_of(stub.Verify(api.VerifyRequest(match_id=table.match, token=table.tokens[0])))
        assert code == Code.FAILED_PRECONDITION
        assert (await status_of(stub.GetReplay(replay_of(table, ""))))[0] == Code.UNAUTHENTICATED
        assert [piece async for piece in stub.GetReplay(replay_of(table, table.arbiter))]


async def test_frame_that_was_never_told_cannot_be_resumed_after() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        request = api.WatchRequest(match_id=table.match, token=table.tokens[0], after=4711)
        assert (await status_of(stub.Watch(request)))[0] == Code.INVALID_ARGUMENT


async def test_too_many_streams_for_one_seat() -> None:
    async with referee(session_limits=SessionLimits(readers=2)) as (_, _, stub):
        table = await open_table(stub)
        request = api.WatchRequest(match_id=table.match, token=table.tokens[0])
        calls = [stub.Watch(request) for _ in range(2)]
        for call in calls:
            await call.read()
        assert (await status_of(stub.Watch(request)))[0] == Code.RESOURCE_EXHAUSTED
        # The other seat has its own, and a stream that has ended makes room.
        assert await stub.Watch(api.WatchRequest(match_id=table.match, token=table.tokens[1])).read()
        calls[0].cancel()
        await asyncio.sleep(0.1)
        assert await stub.Watch(request).read()


async def test_time_that_runs_out_brings_the_default() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, time_per_decision={"seconds": 1})
        seat, question = await asked(stub, table)
        async for frame in watch(stub, table, table.tokens[seat]):
            if frame.number > 1:
                break
        late = answer_to(table, seat, question, RandomBot("1"))
        assert (await stub.Submit(late)).refused.refusal in (
            api.REFUSAL_STALE_QUESTION,
            api.REFUSAL_NOT_ASKED,
        )
