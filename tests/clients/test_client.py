"""The plain client: the asyncio one without `await`, and a referee in a separate process that may be killed."""

import asyncio
import inspect
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import referee_client
from referee.games import GAMES
from referee.replay.format import Replay
from referee.replay.reading import read_replay
from referee_api.v1 import referee_pb2 as api
from referee_client import Client, Refused, Unreachable, aio, connect
from referee_client.bots import bot
from referee_client.client import InsideLoop
from tests.clients.servers import Notebook, referee_process, unsalted


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a referee in a separate process."""
    with referee_process(tmp_path_factory.mktemp("referee")) as (_, where):
        yield where


def test_both_clients_can_do_the_same() -> None:
    def abilities(client: type) -> dict[str, list[str]]:
        return {
            name: list(inspect.signature(method).parameters)
            for name, method in inspect.getmembers(client, inspect.isfunction)
            if not name.startswith("_")
        }

    assert abilities(Client) == abilities(aio.Client)


def unsigned(frame: api.Frame) -> api.Frame:
    """Return a frame without its receipt, which names the match."""
    frame.ClearField("receipt")
    return frame


def record(data: bytes, verified: api.Verification) -> tuple[Replay, api.Verification]:
    """Return a replay and the result of its verification without what depends on the salt of the match."""
    assert verified.head == read_replay(data).head
    verified.ClearField("head")
    return unsalted(data), verified


def test_both_clients_see_the_same(address: str, seed: str) -> None:
    def plain() -> list[object]:
        with connect(address) as referee:
            match = referee.create_match("abyss", 2, seed=seed, spectators=True).match.id
            bots = {referee.join_seat(match, name="a bot"): Notebook(f"{seed}/{seat}") for seat in range(2)}
            outcomes = referee.play(bots)
            frames = [unsigned(frame) for frame in referee.watch(match)]
            seat = next(iter(bots))
            return [
                list(outcomes.values()),
                [player.notes for player in bots.values()],
                frames,
                *record(referee.get_replay(match, seat.token), referee.verify(match, seat.token)),
                referee.list_games(),
                referee.describe_game("abyss"),
                referee.get_view(match).outcome,
            ]

    async def asynchronous() -> list[object]:
        async with aio.connect(address) as referee:
            match = (await referee.create_match("abyss", 2, seed=seed, spectators=True)).match.id
            bots = {
                await referee.join_seat(match, name="a bot"): Notebook(f"{seed}/{seat}") for seat in range(2)
            }
            outcomes = await referee.play(bots)
            frames = [unsigned(frame) async for frame in referee.watch(match)]
            seat = next(iter(bots))
            return [
                list(outcomes.values()),
                [player.notes for player in bots.values()],
                frames,
                *record(await referee.get_replay(match, seat.token), await referee.verify(match, seat.token)),
                await referee.list_games(),
                await referee.describe_game("abyss"),
                (await referee.get_view(match)).outcome,
            ]

    assert plain() == asyncio.run(asynchronous())


def test_watching_can_be_left_and_taken_up(address: str, seed: str) -> None:
    with connect(address) as referee:
        match = referee.create_match("abyss", 2, seed=seed, spectators=True).match.id
        referee.play({referee.join_seat(match): bot("random", "abyss", seed) for _ in range(2)})
        for frame in referee.watch(match):
            if frame.number == 5:
                break
        assert next(iter(referee.watch(match, after=5))).number == 6
        left_open = referee.watch(match)
        next(left_open)
    assert inspect.isgenerator(left_open)
    left_open.close()


def test_refusals_are_raised(address: str, seed: str) -> None:
    with connect(address) as referee:
        match = referee.create_match("abyss", 2, seed=seed).match.id
        seats = [referee.join_seat(match) for _ in range(2)]
        asked = {seat: referee.get_view(match, seat.token).question for seat in seats}
        seat = next(seat for seat, question in asked.items() if question.number)
        refused = referee.check(seat, asked[seat], [999])
        assert refused is not None
        assert refused.refusal == "out_of_range"
        with pytest.raises(Refused, match="out_of_range"):
            referee.submit(seat, asked[seat], 999)


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aio, "SECONDS_TO_CONNECT", 0.2)
    with (
        pytest.raises(Unreachable, match=r"no referee answers at 127.0.0.1:1; is it running"),
        connect("127.0.0.1:1"),
    ):
        pass


async def test_inside_an_event_loop_the_other_client_is_named() -> None:
    with pytest.raises(InsideLoop, match=r"use referee_client\.aio"):
        connect("127.0.0.1:1")


def test_what_the_package_offers_is_documented() -> None:
    for name in referee_client.__all__:
        assert inspect.getdoc(getattr(referee_client, name)), name


class Killer(Notebook):
    """A bot that kills the referee (kill -9) before it answers, restarts it, and answers as if nothing had happened."""

    def __init__(self, seed: str, kill: Callable[[], None]) -> None:
        super().__init__(seed, wants_view=True)
        self._kill = kill

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        if question.number in (5, 40):
            self._kill()
        return super().decide(view, question)


def test_killed_in_the_middle_of_a_match_nothing_is_lost(tmp_path: Path, seed: str) -> None:
    with ExitStack() as running:
        lives: list[tuple[subprocess.Popen[str], str]] = []

        def live() -> None:
            port = int(lives[-1][1].rpartition(":")[2]) if lives else 0
            lives.append(running.enter_context(referee_process(tmp_path, port)))

        def kill() -> None:
            lives[-1][0].kill()
            lives[-1][0].wait()
            live()

        live()
        players = [Killer(f"{seed}/0", kill), *[Notebook(f"{seed}/{seat}") for seat in range(1, 4)]]
        with connect(lives[0][1]) as referee:
            match = referee.create_match("abyss", 4, seed=seed).match.id
            seats = {referee.join_seat(match): player for player in players}
            outcomes = referee.play(seats)
            assert referee.verify(match, next(iter(seats)).token).fits
        assert len(lives) == 3
        assert len(outcomes) == 4
        assert all(player.asked == list(range(1, len(player.asked) + 1)) for player in players)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is needed to make a certificate")
def test_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    make = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=localhost",
    ]
    names = [
        "-addext",
        "subjectAltName=DNS:localhost,IP:127.0.0.1",
        "-keyout",
        str(key),
        "-out",
        str(certificate),
    ]
    subprocess.run([*make, *names], check=True, capture_output=True)
    with referee_process(tmp_path / "data", 0, "--tls-cert", str(certificate), "--tls-key", str(key)) as (
        _,
        address,
    ):
        with connect(address, ca_file=certificate) as referee:
            assert tuple([game.name for game in referee.list_games()]) == GAMES
        monkeypatch.setattr(aio, "SECONDS_TO_CONNECT", 0.5)
        with pytest.raises(Unreachable, match="it uses TLS; connect with --tls"), connect(address):
            pass


def test_the_sdk_describes_the_server(address: str) -> None:
    with connect(address) as referee:
        found = referee.get_server_info()
        assert "clocks" in found.features
        assert list(found.games) == referee.list_games()


def test_the_sdk_says_what_plays_and_how_long_a_freeze_lasts(address: str) -> None:
    with connect(address) as referee:
        created = referee.create_match("abyss", 2, spectators=True, seconds_frozen=90).match
        assert created.longest_freeze.seconds == 90
        referee.join_seat(created.id)
        mine = api.ClientInfo(name="mine", version="7", language="Python")
        referee.join_seat(created.id, client=mine)
        clients = referee.get_view(created.id).match.clients
        assert list(clients) == [aio.THIS_CLIENT, mine]
        assert clients[0].name == "referee-client"
        assert clients[0].language.startswith("Python 3.")


def test_a_signal_handler_may_end_a_call(address: str) -> None:
    """The call is ended before the exception goes on, so that the client can be closed."""

    def leave() -> None:
        raise SystemExit(143)

    with connect(address) as referee:
        match = referee.create_match("abyss", 2, spectators=True).match.id
        watching = referee.watch(match)
        referee._runner.get_loop().call_later(0.05, leave)
        with pytest.raises(SystemExit, match="143"):
            next(watching)
        assert referee.list_games(), "the client can still be used"
