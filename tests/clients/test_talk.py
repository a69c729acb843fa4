"""Bots that talk: over the network, through lost connections, and in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from referee.local.local_match import LocalMatch
from referee.log.memory import MemoryStore
from referee.match.charters import new_charter, settle
from referee.match.entries import read_entries, said_in
from referee.wire.grpc_server import serving
from referee_api.abyss.v1 import abyss_pb2 as abyss
from referee_api.unfathomable.v1 import unfathomable_pb2 as unf
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, Refused, Utterance, aio, bots, connect, speaker_of
from referee_client.bots.random import RandomBot
from referee_client.speech import words_message
from tests.clients.servers import Breaking, connected, seat_all


class Talker(RandomBot):
    """A random player that says something with each of its first answers, and notes what it hears."""

    def __init__(self, seed: str, *, wants_view: bool = False, most: int = 20) -> None:
        super().__init__(seed)
        self.wants_view = wants_view
        self.seat = -1
        self.most = most
        self.said: list[str] = []
        self.heard: list[tuple[int, str]] = []
        self.asked: list[int] = []
        self.refusals: list[str] = []
        self.told_of_talk = 0

    def seated(self, match: api.Match, seat: int) -> None:
        self.seat = seat

    def told(self, facts: Sequence[Any]) -> None:
        self.told_of_talk += sum([fact.HasField("said") for fact in facts])

    def hear(self, statement: Any) -> None:
        self.heard.append((speaker_of(statement), statement.said.text))

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        self.asked.append(question.number)
        if len(self.said) < self.most:
            self.said.append(f"{self.seat}: my answer {question.number}")
            self.say(self.said[-1])
        return super().decide(view, question)

    def not_said(self, words: Utterance, refused: Refused) -> None:
        self.refusals.append(refused.refusal)


def check_talk(talkers: Sequence[Talker]) -> None:
    """Check that everyone heard everything that was said, once, in the same order, and answered each question once."""
    heard = talkers[0].heard
    for talker in talkers:
        assert talker.heard == heard
        assert [text for seat, text in heard if seat == talker.seat] == talker.said
        assert talker.asked == list(range(1, len(talker.asked) + 1))
        assert (talker.told_of_talk, talker.refusals) == (0, [])
    assert len({talker.seat for talker in talkers}) == len(talkers)


@pytest.mark.parametrize("wants_view", [False, True])
async def test_bots_hear_everything_once_in_order(wants_view: bool, seed: str) -> None:
    talkers = [Talker(f"{seed} {number}", wants_view=wants_view) for number in range(3)]
    async with connected() as referee:
        players = await seat_all(referee, talkers, seed, talk="free")
        outcomes = await referee.play(players)
        assert len(outcomes) == 3
        check_talk(talkers)
        seat = next(iter(players))
        assert (await referee.verify(seat.match, seat.token)).fits


async def test_talk_survives_lost_connections(seed: str) -> None:
    talkers = [Talker(f"{seed} {number}", most=8) for number in range(2)]
    async with serving(MemoryStore(), grace=0) as server:
        port = int(server.address.rpartition(":")[2])
        async with Breaking(port, seed, most_bytes=4000).open() as broken:
            async with aio.connect(broken.address) as referee:
                players = await seat_all(referee, talkers, seed, talk="free")
                await asyncio.wait_for(referee.play(players), 60)
            assert broken.breaks
    check_talk(talkers)


class Slow(Talker):
    """A player that thinks for a moment, so that talk arrives while it decides."""

    async def decide(self, view: Any, question: api.Question) -> Sequence[int]:  # type: ignore[override]
        picks = super().decide(view, question)
        await asyncio.sleep(0.001)
        return picks


async def test_talk_does_not_disturb_a_bot_that_thinks(seed: str) -> None:
    talkers = [Slow(f"{seed} {number}") for number in range(3)]
    async with connected() as referee:
        await referee.play(await seat_all(referee, talkers, seed, talk="free"))
    check_talk(talkers)


async def test_a_refused_statement_is_raised_unless_the_bot_accepts_it(seed: str) -> None:
    class Loud(RandomBot):
        def decide(self, view: Any, question: api.Question) -> Sequence[int]:
            self.say("Hello.")
            return super().decide(view, question)

        not_said = Bot.not_said

    async with connected() as referee:
        players = await seat_all(referee, [Loud(seed), RandomBot(seed)], seed)
        with pytest.raises(Refused, match="no_talk"):
            await referee.play(players)


async def test_say_is_a_call_as_well(seed: str) -> None:
    async with connected() as referee:
        players = await seat_all(referee, [RandomBot(seed), RandomBot(seed)], seed, talk="free")
        seat = next(iter(players))
        await referee.say(seat, "Hello.", key="one")
        await referee.say(seat, "Hello.", key="one")
        with pytest.raises(Refused, match="request_id_reused"):
            await referee.say(seat, "Other.", key="one")
        frames = [frame async for frame in _first(referee, seat.match, seat.token, 2)]
        assert frames[1].told.abyss.facts[0].said == abyss.Said(seat=seat.number, text="Hello.")


async def _first(referee: aio.Client, match: str, token: str, count: int) -> Any:
    frames = referee.watch(match, token)
    async for frame in frames:
        yield frame
        if frame.number == count:
            await frames.aclose()
            return


def test_what_a_bot_may_say() -> None:
    offer = unf.HelpOffered(help=unf.HELP_LOT)
    by_kind = words_message(offer)
    assert by_kind == words_message(unf.Statement(help_offered=offer)) == words_message(by_kind)
    assert by_kind.statement.unfathomable.statement.help_offered == offer
    assert words_message(unf.Suspected()).statement.unfathomable.statement.HasField("suspected")
    for wrong in (unf.DialSet(), api.Match(), abyss.Said()):
        with pytest.raises(ValueError, match="not a statement"):
            words_message(wrong)


@pytest.mark.parametrize(
    ("game", "talk"),
    [
        ("abyss", "free"),
        ("unfathomable", "palette"),
        ("unfathomable", "free"),
        ("among_cultists", "palette"),
        ("among_cultists", "free"),
    ],
)
@pytest.mark.parametrize("kind", ["random", "sensible"])
def test_built_in_bots_talk_where_they_may(game: str, talk: Any, kind: str, seed: str) -> None:
    def play(policy: Any) -> LocalMatch:
        seats = 5 if game == "among_cultists" else 3
        charter = new_charter(game, seats, seed=seed, talk=policy)
        table = LocalMatch(settle(charter), [bots.bot(kind, game, f"{seed} {seat}") for seat in range(seats)])
        table.play()
        return table

    table = play(talk)
    entries = read_entries(table.match.game, table.entries)
    said = [statement for entry in entries if (statement := said_in(entry)) is not None]
    if (game, kind) != ("abyss", "sensible"):
        assert said
    if kind == "random":
        quiet = read_entries(table.match.game, play("none").entries)
        answers = [entry.answer for entry in entries if entry.by != "talk"]
        assert answers == [entry.answer for entry in quiet], (
            "they choose the same whether or not they may talk"
        )


def test_random_bots_say_everything_in_among_cultists(seed: str) -> None:
    """A match that chooses no talk policy has the palette, and random talk uses all of it; the seats named exist."""
    kinds = set()
    for number in range(12):
        terms = settle(new_charter("among_cultists", 8, seed=f"{seed} {number}"))
        table = LocalMatch(
            terms, [bots.bot("random", "among_cultists", f"{seed} {number} {seat}") for seat in range(8)]
        )
        table.play()
        entries = read_entries(table.match.game, table.entries)
        kinds |= {type(statement) for entry in entries if (statement := said_in(entry)) is not None}
    assert kinds == set(terms.game.statements)


def test_the_synchronous_client_says_things() -> None:
    assert connect.say.__doc__ == aio.Client.say.__doc__
