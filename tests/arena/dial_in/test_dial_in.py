"""Events whose entrants dial in, from the first connection to the standings; and entrants that do something wrong."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import grpc
import pytest

from referee.arena.dial_in import enter_stream
from referee.arena.event_entries import EntrantWithdrawn, EventPaused, EventResumed
from referee.arena.event_export import as_json_lines
from referee.arena.event_record import EventRecord
from referee.log.sqlite_reader import SqliteReader
from referee.replay.writing import write_replay
from referee_api.v1 import arena_pb2 as arena
from referee_api.v1 import referee_pb2 as api
from referee_api.v1.arena_pb2_grpc import ArenaStub
from referee_client import RefereeError, aio
from referee_client.bots import bot
from referee_client.errors import error_of
from referee_client.luck import commitment_to
from tests.arena.dial_in.running import Running, Steady, arena_running, dial_in_text, token_of
from tests.clients.servers import Breaking
from tests.tidy.tree import ROOT

SOON = 60.0


def check_luck(folder: Path, log: EventRecord) -> str:
    """Check the luck of an event with the script that shares no code with the referee; return what it prints."""
    (folder / "event.jsonl").write_text(as_json_lines(log))
    store = SqliteReader(folder / "referee.db")
    for each in log.state.matches.values():
        assert each.recorded is not None
        replay = write_replay(store.entries(each.recorded.record))
        (folder / f"{each.match.id}.replay").write_text(replay)
    store.close()
    files = [str(path) for path in (folder / "event.jsonl", *sorted(folder.glob("*.replay")))]
    script = str(ROOT / "replays" / "check_draws.py")
    done = subprocess.run(
        [sys.executable, "-I", "-S", script, *files], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


async def test_matches_have_the_clock_of_the_event_file(tmp_path: Path) -> None:
    """Local bots at a server play with the clock of the event."""
    bots = ['bot = "random"', 'bot = "sensible"']
    more = 'clock = "fischer 5m+2s, zero resign"\nduplicate = false\n'
    asked: list[api.TimeControl | None] = []
    async with arena_running(tmp_path, dial_in_text(0, local=bots, more=more)) as running:
        create = running.referee.create_match

        async def create_match(*arguments: Any, **named: Any) -> api.CreateMatchResponse:
            created = await create(*arguments, **named)
            asked.append(created.match.time_control)
            return created

        running.referee.create_match = create_match  # type: ignore[method-assign]
        await running.play()
    assert [(control.bank.ToSeconds(), control.increment.ToSeconds()) for control in asked if control] == [
        (300, 2)
    ]
    assert running.event.log.state.finished


async def test_entrants_play_an_event_to_its_end(tmp_path: Path) -> None:
    text = dial_in_text(2, local=['bot = "random"'], seats=3)
    async with (
        arena_running(tmp_path, text) as running,
        aio.connect(running.address) as first,
        aio.connect(running.address) as second,
    ):
        _, lines, others = await asyncio.gather(
            running.play(),
            first.enter(token_of(0), Steady, build="abc"),
            second.enter(token_of(1), lambda: bot("random", "abyss", "1")),
        )
        # Whoever comes after the end is told so.
        assert await first.enter(token_of(0), Steady) == lines
    assert lines == others
    assert sorted([line.name for line in lines]) == ["D0", "D1", "L0"]
    state = running.event.log.state
    assert [line.played for line in lines] == [3, 3, 3]
    assert state.finished
    assert state.entropy is not None
    assert [bool(part) for part in state.entropy] == [True, True, False]
    assert all([each.recorded is not None and not each.failures for each in state.matches.values()])
    assert state.entered[0].name == "referee-client"
    assert state.entered[0].build in ("abc", "")
    assert "with the entropy of 2 entrants; 3 matches checked" in check_luck(tmp_path, running.event.log)


class Dialler:
    """An entrant that writes and reads the messages of its stream itself."""

    def __init__(self, call: Any) -> None:
        self._call = call

    async def send(self, **message: Any) -> None:
        await self._call.write(arena.EnterRequest(**message))

    async def read(self) -> arena.EnterResponse:
        """Return the next message; raise `RefereeError` if the stream has ended with an error."""
        try:
            response: Any = await asyncio.wait_for(self._call.read(), SOON)
        except grpc.aio.AioRpcError as error:
            raise error_of(error) from None
        if response is grpc.aio.EOF:
            raise error_of(
                grpc.aio.AioRpcError(
                    await self._call.code(),
                    await self._call.initial_metadata(),
                    await self._call.trailing_metadata(),
                    await self._call.details(),
                )
            )
        found: arena.EnterResponse = response
        return found

    async def until(self, kind: str) -> Any:
        """Return the next message of a kind."""
        while True:
            response = await self.read()
            if response.WhichOneof("kind") == kind:
                return getattr(response, kind)


@asynccontextmanager
async def dialled(running: Running, token: str = "", **hello: Any) -> AsyncIterator[Dialler]:
    """Open a stream, and write a hello if there is a token."""
    async with grpc.aio.insecure_channel(running.address) as channel:
        stub: Any = ArenaStub(channel)  # type: ignore[no-untyped-call]
        call = stub.Enter()
        dialler = Dialler(call)
        if token:
            await dialler.send(hello=arena.EnterHello(token=token, **hello))
        try:
            yield dialler
        finally:
            call.cancel()


@asynccontextmanager
async def playing(running: Running) -> AsyncIterator[asyncio.Task[None]]:
    """Play the event in a task, which is cancelled at the end of the block."""
    task = asyncio.create_task(running.play())
    try:
        yield task
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def refused(running: Running, token: str = "", **hello: Any) -> RefereeError:
    """Return the error with which a stream ends that begins with this hello."""
    async with dialled(running, token, **hello) as dialler:
        with pytest.raises(RefereeError) as caught:
            await dialler.read()
    return caught.value


QUICK = "seconds_to_enter = 0.5\nseconds_to_reveal = 0.5\nseconds_away = 0.5\nlate_answers = 2"


async def test_a_stream_that_begins_wrong_is_refused(tmp_path: Path) -> None:
    async with arena_running(tmp_path, dial_in_text(2)) as running:
        before = len(running.event.log.entries)
        wrong = await refused(running, "w" * 40)
        assert (wrong.code, wrong.reason) == (grpc.StatusCode.UNAUTHENTICATED, "ACCESS_DENIED")
        assert "the organiser can issue a new one" in str(wrong)
        for hello, field in (
            ({"build": "x" * 65}, "hello.build"),
            ({"client": api.ClientInfo(name="a\nb")}, "hello.client.name"),
            ({"entropy_commitment": b"short"}, "hello.entropy_commitment"),
        ):
            bad = await refused(running, token_of(0), **hello)
            assert (bad.reason, list(bad.fields)) == ("INVALID_FIELD", [field])
        async with dialled(running) as dialler:
            await dialler.send(standings_wanted=arena.StandingsWanted())
            with pytest.raises(RefereeError, match="is a hello") as caught:
                await dialler.read()
        assert list(caught.value.fields) == ["hello"]
        assert len(running.event.log.entries) == before


async def test_what_an_entrant_may_not_send_is_refused_and_the_stream_goes_on(tmp_path: Path) -> None:
    async with arena_running(tmp_path, dial_in_text(2)) as running:
        secret = bytes(32)
        async with dialled(running, token_of(0), entropy_commitment=commitment_to(secret)) as dialler:
            entered = await dialler.until("entered")
            assert (entered.event, entered.entrant, entered.game) == ("Cup", "D0", "abyss")
            assert entered.entropy_commitment == commitment_to(secret)
            for message, text in (
                ({"received": arena.SeatReceived(match_id="none")}, "no seat in a match"),
                ({"reveal": arena.EntropyReveal(entropy=b"x" * 32)}, "does not match the commitment"),
                ({"hello": arena.EnterHello(token=token_of(0))}, "only the first"),
            ):
                await dialler.send(**message)
                assert text in (await dialler.until("refused")).message
            await dialler.send(standings_wanted=arena.StandingsWanted())
            assert not (await dialler.until("standings")).lines
            for _ in range(enter_stream.MOST_REFUSED):
                await dialler.send(received=arena.SeatReceived(match_id="none"))
            with pytest.raises(RefereeError) as caught:
                await dialler.until("standings")
        assert caught.value.reason == "TOO_MANY_TROUBLES"


async def test_the_second_stream_of_an_entrant_replaces_the_first(tmp_path: Path) -> None:
    async with (
        arena_running(tmp_path, dial_in_text(2)) as running,
        dialled(running, token_of(0)) as first,
    ):
        await first.until("entered")
        async with dialled(running, token_of(0)) as second:
            await second.until("entered")
            with pytest.raises(RefereeError) as caught:
                await first.read()
            assert caught.value.reason == "ENTERED_ELSEWHERE"
            assert running.event.entrances.is_connected(0)


async def test_one_that_floods_loses_its_stream_and_nobody_else_notices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(enter_stream, "REQUESTS_PER_SECOND", 0.001)
    async with (
        arena_running(tmp_path, dial_in_text(2)) as running,
        dialled(running, token_of(0)) as other,
        dialled(running, token_of(1)) as flooding,
    ):
        await other.until("entered")
        await flooding.until("entered")
        with suppress(asyncio.InvalidStateError, grpc.aio.AioRpcError):
            for _ in range(enter_stream.MOST_REQUESTS_AT_ONCE + 1):
                await flooding.send(standings_wanted=arena.StandingsWanted())
        with pytest.raises(RefereeError) as caught:
            await flooding.until("refused")
        assert caught.value.reason == "TOO_MANY_REQUESTS"
        assert caught.value.retry_seconds == 5
        await other.send(standings_wanted=arena.StandingsWanted())
        await other.until("standings")


async def test_one_that_never_comes_is_a_no_show(tmp_path: Path) -> None:
    async with (
        arena_running(tmp_path, dial_in_text(1, local=['bot = "random"'], times=QUICK)) as running,
        playing(running) as task,
    ):
        await task
        state = running.event.log.state
        kinds = [[seat.kind for seat in result.seats] for _, result in state.results()]
        assert sorted(kinds) == [["no_show", "played"], ["played", "no_show"]]
        assert state.faults(0) == 2
        assert state.faults(1) == 0
        assert "did not take the seat within 0.5 seconds" in str(state.matches["1.1.1.1"].recorded)


async def test_one_that_is_cut_for_too_long_loses_its_seats_and_may_come_back(tmp_path: Path) -> None:
    text = dial_in_text(1, local=['bot = "random"'], times=QUICK, more='on_crash = "forfeit"\n')
    async with arena_running(tmp_path, text) as running, playing(running) as task:
        async with dialled(running, token_of(0)) as dialler:
            for _ in range(2):
                seat = await dialler.until("seat")
                await dialler.send(received=arena.SeatReceived(match_id=seat.match_id))
            await dialler.send(standings_wanted=arena.StandingsWanted())
            await dialler.until("standings")
        await task
        state = running.event.log.state
        kinds = [[seat.kind for seat in result.seats] for _, result in state.results()]
        assert sorted(kinds) == [["crash", "played"], ["played", "crash"]]
        assert state.faults(0) == 2
        assert "was away for more than 0.5 seconds" in str(state.matches["1.1.1.1"].recorded)


async def test_a_short_cut_costs_nothing(tmp_path: Path) -> None:
    async with (
        arena_running(tmp_path, dial_in_text(1, local=['bot = "random"'])) as running,
        playing(running) as task,
    ):
        async with dialled(running, token_of(0)) as dialler:
            given = [await dialler.until("seat") for _ in range(2)]
        async with dialled(running, token_of(0)) as dialler:
            again = [await dialler.until("seat") for _ in range(2)]
            assert given == again
        async with aio.connect(running.address) as client:
            lines = await client.enter(token_of(0), Steady)
        await task
        assert [line.faults for line in lines] == [0, 0]


async def test_lost_connections_are_resumed(tmp_path: Path, seed: str) -> None:
    """Both the connection to the arena and that to the referee break over and over."""
    text = dial_in_text(1, local=['bot = "random"'], more="deals = 2\n", times="seconds_away = 600")
    async with arena_running(tmp_path, text) as running, playing(running) as task:
        ports = [int(address.rpartition(":")[2]) for address in (running.address, running.referee.address)]
        async with (
            Breaking(ports[0], f"{seed}/arena", most_bytes=2500).open() as arena_side,
            Breaking(ports[1], f"{seed}/referee", most_bytes=4000).open() as referee_side,
        ):
            async with aio.connect(arena_side.address) as client:
                lines = await client.enter(token_of(0), Steady, referee=referee_side.address)
            assert referee_side.breaks
        await task
    assert {line.name: line.faults for line in lines} == {"D0": 0, "L0": 0}


class Sleeper(Steady):
    """A bot that never answers."""

    async def decide(self, view: Any, question: api.Question) -> Sequence[int]:  # type: ignore[override]
        return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]


async def test_one_that_sleeps_loses_its_seats_by_time(tmp_path: Path) -> None:
    more = 'on_crash = "forfeit"\nseconds_per_answer = 1\n'
    text = dial_in_text(2, times="seconds_to_reveal = 0.5\nlate_answers = 1", more=more)
    async with (
        arena_running(tmp_path, text) as running,
        playing(running) as task,
        aio.connect(running.address) as sleeping,
        aio.connect(running.address) as awake,
    ):
        lines, _ = await asyncio.gather(
            awake.enter(token_of(1), Steady), sleeping.enter(token_of(0), Sleeper), return_exceptions=True
        )
        await task
    assert not isinstance(lines, BaseException)
    assert {line.name: line.faults for line in lines} == {"D0": 2, "D1": 0}
    kinds = [[seat.kind for seat in result.seats] for _, result in running.event.log.state.results()]
    assert sorted(kinds) == [["played", "time"], ["time", "played"]]


async def test_an_event_is_paused_resumed_and_left(tmp_path: Path) -> None:
    text = dial_in_text(1, local=['bot = "random"'] * 2)
    async with arena_running(tmp_path, text) as running, playing(running) as task:
        running.event.take_step(EventPaused(by="organiser", reason="lunch"))
        async with dialled(running, token_of(0)) as dialler:
            entered = await dialler.until("entered")
            assert (entered.state.phase, entered.state.reason) == (arena.EVENT_PHASE_PAUSED, "lunch")
            running.event.take_step(EventResumed(by="organiser", reason="eaten"))
            assert (await dialler.until("state")).phase != arena.EVENT_PHASE_PAUSED
            if any([0 in pairing.entrants for pairing in running.event.log.state.rounds.get(1, ())]):
                await dialler.until("seat")
            running.event.take_step(EntrantWithdrawn(by="organiser", reason="ill", entrant=0))
            await task
            while (await dialler.until("state")).phase != arena.EVENT_PHASE_FINISHED:
                pass
    kinds = {
        seat.kind
        for match, result in running.event.log.state.results()
        for number, seat in zip(match.seating, result.seats, strict=True)
        if number == 0
    }
    assert kinds <= {"withdrawn"}


CRASHES = """
import os
from referee_client import Bot


class {name}(Bot):
    wants_view = False
    count = 0

    def decide(self, view, question):
        self.count += 1
        {act}
        return question.default_picks
"""
HARMFUL = {
    "crash": "if self.count == 3: raise ValueError('every third move')",
    "sleep": "if self.count == 2:\n            import time; time.sleep(3)",
    "illegal": "if self.count == 2: return [9999]",
}


async def test_local_bots_that_fail_harm_nobody_else(tmp_path: Path) -> None:
    for name, act in HARMFUL.items():
        (tmp_path / f"{name}.py").write_text(CRASHES.format(name="Harmful", act=act))
    local = [f'python = "{tmp_path / name}.py:Harmful"' for name in HARMFUL]
    more = 'on_crash = "forfeit"\nseconds_per_answer = 1\n'
    text = dial_in_text(1, local=local, seats=4, more=more)
    async with (
        arena_running(tmp_path, text) as running,
        playing(running) as task,
        aio.connect(running.address) as client,
    ):
        lines = await client.enter(token_of(0), Steady)
        await task
    assert {line.name: line.faults for line in lines} == {"D0": 0, "L0": 4, "L1": 4, "L2": 4}
    for match, result in running.event.log.state.results():
        by_entrant = {number: seat.kind for number, seat in zip(match.seating, result.seats, strict=True)}
        assert by_entrant == {0: "played", 1: "crash", 2: "time", 3: "crash"}
