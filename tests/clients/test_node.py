"""The bot in Node: made from the .proto files alone, it joins, plays to the end, and reconnects after a cut."""

import asyncio
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.log.memory import MemoryStore
from referee.match.entropy import commitment_to
from referee.wire.grpc_server import serving
from referee_api.among_cultists.v1 import among_cultists_pb2 as cultists
from referee_api.v1 import referee_pb2 as api
from referee_client import aio
from referee_client.bots.random import RandomBot
from tests.clients.node import SOURCES, evaluate, needs_node, run
from tests.clients.servers import Breaking, connected

RESULT = re.compile(r"seat (\d) (won|lost): \w+, winners [\d ]+, scores ([\d ]+)\n\d+ valid receipts\n")

pytestmark = needs_node


async def test_it_plays_to_the_end_with_others(bot: Path, tmp_path: Path, seed: str) -> None:
    async with connected() as referee:
        match = (await referee.create_match("abyss", 3, seed=seed)).match.id
        ours = await referee.join_seat(match, seat=1)
        played, chosen, free = await asyncio.gather(
            referee.play({ours: RandomBot(seed)}),
            run(bot, tmp_path, referee.address, match, "2"),
            run(bot, tmp_path, referee.address, match),
        )
        outcome = played[ours]
        for seat, (code, out, complaints) in ((2, chosen), (0, free)):
            assert (code, complaints) == (0, "")
            found = RESULT.match(out)
            assert found, out
            scores = " ".join(map(str, outcome.scores))
            assert found.groups() == (str(seat), "won" if seat in outcome.winners else "lost", scores)
        clients = (await referee.get_view(match, ours.token)).match.clients
        assert clients[ours.number] == aio.THIS_CLIENT
        for seat in (0, 2):
            assert (clients[seat].name, clients[seat].version) == ("referee-bot", aio.VERSION)
            assert clients[seat].language.startswith("Node ")
        assert (await referee.verify(match, ours.token)).fits


class Talker(RandomBot):
    """A random player that talks all the time, so that questions are repeated."""

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        self.say(f"my answer {question.number}")
        return super().decide(view, question)

    def told(self, facts: Sequence[Any]) -> None:
        self.say("Hm.")


async def test_talk_does_not_disturb_it(bot: Path, tmp_path: Path, seed: str) -> None:
    """The bot knows nothing of talk. A question that is repeated gets a second answer, which comes too late."""
    async with connected() as referee:
        match = (await referee.create_match("abyss", 2, seed=seed, talk="free")).match.id
        ours = await referee.join_seat(match)
        played, (code, _, complaints) = await asyncio.gather(
            referee.play({ours: Talker(seed)}), run(bot, tmp_path, referee.address, match, "--check-replay")
        )
        assert (code, complaints) == (0, "")
        assert b" talk 0 " in await referee.get_replay(match, ours.token)
        assert played[ours].ending


class Accuser(RandomBot):
    """A random player that says something of the palette of Among Cultists with each answer."""

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        self.say(cultists.Accused(suspect=question.number % 4, ground=cultists.GROUND_HUNCH))
        return super().decide(view, question)


async def test_it_plays_among_cultists_with_its_palette(bot: Path, tmp_path: Path, seed: str) -> None:
    """A match that chooses no talk policy has the palette, and statements unknown to the bot change nothing for it."""
    async with connected() as referee:
        created = await referee.create_match("among_cultists", 4, seed=seed)
        assert created.match.talk == api.TALK_POLICY_PALETTE
        match = created.match.id
        ours = [await referee.join_seat(match, seat=seat) for seat in range(3)]
        _, (code, _, complaints) = await asyncio.gather(
            referee.play({seat: Accuser(f"{seed} {seat.number}") for seat in ours}),
            run(bot, tmp_path, referee.address, match, "--check-replay"),
        )
        assert (code, complaints) == (0, "")
        assert b"among_cultists.accused" in await referee.get_replay(match, ours[0].token)


async def test_it_comes_back_after_cuts(bot: Path, tmp_path: Path, seed: str) -> None:
    async with (
        serving(MemoryStore(), grace=0) as server,
        aio.connect(server.address) as referee,
        Breaking(server.port, seed, most_bytes=6000).open() as line,
    ):
        match = (await referee.create_match("abyss", 2, seed=seed)).match.id
        ours = await referee.join_seat(match)
        _, theirs = await asyncio.gather(
            referee.play({ours: RandomBot(seed)}), run(bot, tmp_path, line.address, match)
        )
        assert theirs[0] == 0, theirs
        assert line.breaks > 2
        assert (await referee.verify(match, ours.token)).fits


async def test_it_brings_entropy(bot: Path, tmp_path: Path, seed: str) -> None:
    """JoinSeatRequest.entropy_commitment, RevealEntropy: also when the replies to both calls are sometimes lost."""
    store = MemoryStore()
    async with (
        serving(store, grace=0) as server,
        aio.connect(server.address) as referee,
        Breaking(server.port, seed, most_bytes=2000).open() as line,
    ):
        match = (await referee.create_match("abyss", 3, seed=seed)).match.id
        ours = await referee.join_seat(match)
        _, one, other = await asyncio.gather(
            referee.play({ours: RandomBot(seed)}),
            run(bot, tmp_path, line.address, match),
            run(bot, tmp_path, line.address, match),
        )
        assert (one.code, one.complaints) == (other.code, other.complaints) == (0, "")
        given = {each.seat: each for each in store.entropy(match) if each.entropy}
        assert {seat: commitment_to(each.entropy) for seat, each in given.items()} == {
            seat: each.commitment for seat, each in given.items()
        }
        assert set(given) == {0, 1, 2} - {ours.number}
        assert (await referee.verify(match, ours.token)).fits


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "usage: node bot.js ADDRESS MATCH [SEAT] [--invite CODE] [--tls | --ca FILE] [--check-replay]"),
        (
            ["{address}", "a match", "first"],
            "usage: node bot.js ADDRESS MATCH [SEAT] [--invite CODE] [--tls | --ca FILE] [--check-replay]",
        ),
        (["{address}", "no such match"], ""),
    ],
)
async def test_what_it_cannot_do_it_says(
    bot: Path, tmp_path: Path, arguments: list[str], complaint: str
) -> None:
    async with connected() as referee:
        given = [argument.format(address=referee.address) for argument in arguments]
        code, out, complaints = await run(bot, tmp_path, *given)
        assert (code, out) == (2, "")
        assert complaints.count("\n") == 1
        assert complaint in complaints


@pytest.mark.parametrize(
    ("winners", "scores", "line"),
    [
        ([0], [31, 40], "seat 1 lost: queen, winners 0, scores 31 40"),
        ([0, 1], [], "seat 1 won: queen, winners 0 1"),
        ([], [], "seat 1 lost: queen, nobody won"),
    ],
)
def test_it_says_how_the_match_ended(winners: list[int], scores: list[int], line: str) -> None:
    """Possibly nobody has won, and not every game has scores."""
    outcome = {"ending": "queen", "winners": winners, "scores": scores}
    script = "import { describeOutcome } from './outcomes.js'; console.log(JSON.stringify(describeOutcome(1, given)))"
    assert evaluate(script, outcome) == line


def test_the_lock_file_names_no_registry() -> None:
    lock = json.loads((SOURCES / "package-lock.json").read_text())
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]
