"""The bot in Node: made from the .proto files alone, it joins, plays to the end, and comes back after a cut."""

import asyncio
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from referee.log.memory import MemoryStore
from referee.wire.server import serving
from referee_client import aio
from referee_client.bots.random import RandomBot
from tests.clients.servers import Breaking, connected

ROOT = Path(__file__).parents[2]
NO_NETWORK = re.compile(r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED")
RESULT = re.compile(r"seat (\d) (won|lost): \w+, winners [\d ]+, scores [\d ]+\n")

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or shutil.which("npm") is None, reason="node and npm are not installed"
)


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the bot apart from the repository, with nothing but what a bot author has: its files and the protos."""
    folder = tmp_path_factory.mktemp("bot")
    kept = shutil.ignore_patterns("node_modules")
    shutil.copytree(ROOT / "clients/node", folder / "clients/node", ignore=kept)
    shutil.copytree(ROOT / "proto", folder / "proto")
    installed = subprocess.run(
        ["npm", "ci"], cwd=folder / "clients/node", capture_output=True, text=True, check=False
    )
    if installed.returncode and NO_NETWORK.search(installed.stderr):
        pytest.skip("npm cannot reach its registry, so the bot in Node cannot be installed")
    assert installed.returncode == 0, installed.stderr
    return folder / "clients/node/bot.js"


async def run(bot: Path, *arguments: str) -> tuple[int | None, str, str]:
    """Run the bot to its end; gives its exit code, its output and its complaints."""
    # A proxy of this machine is none of a local server's business.
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    pipe = asyncio.subprocess.PIPE
    node = await asyncio.create_subprocess_exec(
        "node", str(bot), *arguments, stdout=pipe, stderr=pipe, env=environment
    )
    out, complaints = await asyncio.wait_for(node.communicate(), 120)
    return node.returncode, out.decode(), complaints.decode()


def test_it_plays_to_the_end_with_others(bot: Path, seed: str) -> None:
    async def scene() -> None:
        async with connected() as referee:
            match = (await referee.create_match("abyss", 3, seed=seed)).match.id
            ours = await referee.join_seat(match, seat=1)
            played, chosen, free = await asyncio.gather(
                referee.play({ours: RandomBot(seed)}),
                run(bot, referee.address, match, "2"),
                run(bot, referee.address, match),
            )
            outcome = played[ours]
            for seat, (code, out, complaints) in ((2, chosen), (0, free)):
                assert (code, complaints) == (0, "")
                found = RESULT.fullmatch(out)
                assert found, out
                assert found.groups() == (str(seat), "won" if seat in outcome.winners else "lost")
                assert out.endswith("scores {}\n".format(" ".join(map(str, outcome.scores))))
            assert (await referee.verify(match, ours.token)).fits

    asyncio.run(scene())


def test_it_comes_back_after_cuts(bot: Path, seed: str) -> None:
    async def scene() -> None:
        async with (
            serving(MemoryStore(), grace=0) as server,
            aio.connect(server.address) as referee,
            Breaking(server.port, seed, most_bytes=6000).open() as line,
        ):
            match = (await referee.create_match("abyss", 2, seed=seed)).match.id
            ours = await referee.join_seat(match)
            _, theirs = await asyncio.gather(
                referee.play({ours: RandomBot(seed)}), run(bot, line.address, match)
            )
            assert theirs[0] == 0, theirs
            assert line.breaks > 2
            assert (await referee.verify(match, ours.token)).fits

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "usage: node bot.js ADDRESS MATCH [SEAT]"),
        (["{address}", "a match", "first"], "usage: node bot.js ADDRESS MATCH [SEAT]"),
        (["{address}", "no such match"], ""),
    ],
)
def test_what_it_cannot_do_it_says(bot: Path, arguments: list[str], complaint: str) -> None:
    async def scene() -> None:
        async with connected() as referee:
            given = [argument.format(address=referee.address) for argument in arguments]
            code, out, complaints = await run(bot, *given)
            assert (code, out) == (2, "")
            assert complaints.count("\n") == 1
            assert complaint in complaints

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("winners", "scores", "line"),
    [
        ([0], [31, 40], "seat 1 lost: queen, winners 0, scores 31 40"),
        ([0, 1], [], "seat 1 won: queen, winners 0 1"),
        ([], [], "seat 1 lost: queen, nobody won"),
    ],
)
def test_it_says_how_the_match_ended(winners: list[int], scores: list[int], line: str) -> None:
    """Nobody may have won, and not every game has scores."""
    outcome = json.dumps({"ending": "queen", "winners": winners, "scores": scores})
    module = (ROOT / "clients/node/outcomes.js").as_uri()
    script = f"import {{ tellOutcome }} from '{module}'; console.log(tellOutcome(1, {outcome}))"
    told = subprocess.run(
        ["node", "--input-type=module", "-e", script], capture_output=True, text=True, check=True
    )
    assert told.stdout == f"{line}\n"


def test_the_lock_file_names_no_registry() -> None:
    lock = json.loads((ROOT / "clients/node/package-lock.json").read_text())
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]
