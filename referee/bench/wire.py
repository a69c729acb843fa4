"""Intents over gRPC, made durable and sent to every seat, compared with a relay that decides and stores nothing.

Each server runs in its own process under the same load: every seat of 64 matches on its own stream. The relay sends
what the referee would have sent, combined in the same way, so that messages, sizes and fan-out are the same. Rates are
bound by the clients, which are in Python too; so the processor time of the server for each intent is compared as well.
Our own work, beyond what the relay does, is also given in moves of python-chess, because machines differ.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

import grpc

from referee.bench.comparison import QUICK, Effort, rate_of
from referee.bench.engine import games_of_chess
from referee.bench.parts import Figures, PartFailed
from referee.bench.recording import HANDLE, Recording, intent_key, picks_for, record_match
from referee.bench.servers import (
    PLAY,
    SUBMIT,
    WATCH,
    ServerProcess,
    Usage,
    in_own_process,
    serve_referee,
    serve_relay,
)
from referee_api.v1 import referee_pb2 as api
from referee_api.v1.referee_pb2_grpc import RefereeStub

GAME = "abyss"
"""Default game."""

MATCHES = 64
CROWDS = (256, 1024)
"""Numbers of matches at which the rate must not be lower."""
CALLERS = 16
STREAMS_PER_CHANNEL = 64
SLICE_FACTOR = 7
"""How many times longer a slice is than in process, because streams need time to settle."""


class Slice(NamedTuple):
    """What a server did under load."""

    per_second: float
    """Accepted intents per second."""
    cpu_us: float
    """Processor time of the server for each of them, in microseconds."""
    resident_kib: int
    """Memory of the server at the end, with all streams open."""


class Pair(NamedTuple):
    """The medians of both servers, and of the ratios between slices that followed each other."""

    ours: Slice
    relay: Slice
    ratio: float
    """By rate."""
    cpu_ratio: float
    """By processor time: that of the relay for each intent, divided by ours."""


Load = Callable[["Clients", float], Awaitable[Slice]]
"""Puts load on a server for some seconds."""


def measure(effort: Effort, game: str = GAME) -> Figures:
    """Measure both servers alternately, with matches in which all seats are taken."""
    recordings = [record_match(game, f"wire/{number}") for number in range(MATCHES)]
    with in_own_process(serve_referee) as ours, in_own_process(serve_relay, recordings) as theirs:
        return asyncio.run(_measure(ours, theirs, recordings, effort))


async def _measure(
    ours: ServerProcess, theirs: ServerProcess, recordings: list[Recording], effort: Effort
) -> Figures:
    figures: Figures = {}
    try:
        async with Clients(ours, recordings, is_referee=True) as real, Clients(theirs, recordings) as bare:
            play = await _compare(partial(play_streams, matches=MATCHES), real, bare, effort)
            figures |= _play_figures(play, effort)
            unary = await _compare(submit_calls, real, bare, effort)
            figures |= {
                "wire.unary_per_s": unary.ours.per_second,
                "wire.unary_echo_per_s": unary.relay.per_second,
                "wire.unary_ratio": unary.ratio,
            }
            watched = await _compare(partial(submit_calls, is_watched=True), real, bare, effort)
            figures |= {
                "wire.watched_unary_per_s": watched.ours.per_second,
                "wire.watched_unary_cpu_us": watched.ours.cpu_us,
                "wire.watched_unary_cpu_ratio": watched.cpu_ratio,
            }
        for crowd in CROWDS[:1] if effort is QUICK else CROWDS:
            figures[f"wire.growth_{crowd}"] = await _growth(ours, recordings, effort, crowd)
    except grpc.aio.AioRpcError as error:
        raise PartFailed(f"a call ended with {error.code().name}: {error.details()}", figures) from error
    return figures


def _play_figures(play: Pair, effort: Effort) -> Figures:
    own_us = play.ours.cpu_us - play.relay.cpu_us
    return {
        "wire.intents_per_s": play.ours.per_second,
        "wire.echo_per_s": play.relay.per_second,
        "wire.ratio": play.ratio,
        "wire.cpu_us": play.ours.cpu_us,
        "wire.echo_cpu_us": play.relay.cpu_us,
        "wire.cpu_ratio": play.cpu_ratio,
        "wire.own_cpu_us": own_us,
        "wire.own_moves": own_us / 1e6 * rate_of(games_of_chess(), 2 * effort.seconds, process_time),
    }


async def _compare(load: Load, real: Clients, bare: Clients, effort: Effort) -> Pair:
    seconds = effort.seconds * SLICE_FACTOR
    pairs = [(await load(real, seconds), await load(bare, seconds)) for _ in range(effort.slices)]
    return Pair(
        _median([our for our, _ in pairs]),
        _median([their for _, their in pairs]),
        median(our.per_second / their.per_second for our, their in pairs),
        median(their.cpu_us / our.cpu_us for our, their in pairs),
    )


def _median(slices: list[Slice]) -> Slice:
    return Slice(*[median(column) for column in zip(*slices, strict=True)])


async def _growth(server: ServerProcess, recordings: list[Recording], effort: Effort, crowd: int) -> float:
    """Return the rate with many matches at once, relative to the usual one."""
    seconds, slices = effort.seconds * SLICE_FACTOR, max(1, effort.slices // 3)
    ratios = []
    async with Clients(server, recordings, is_referee=True, matches=crowd) as clients:
        for _ in range(slices):
            usual = await play_streams(clients, seconds, matches=MATCHES)
            ratios.append((await play_streams(clients, seconds, matches=crowd)).per_second / usual.per_second)
    return median(ratios)


class Clients:
    """The clients of one server. They send the same messages to either server."""

    def __init__(
        self,
        server: ServerProcess,
        recordings: list[Recording],
        *,
        is_referee: bool = False,
        matches: int = MATCHES,
    ) -> None:
        self.server = server
        self.recordings = recordings
        self._is_referee = is_referee
        count = matches * len(recordings[0].opening) // STREAMS_PER_CHANNEL
        options = [("grpc.use_local_subchannel_pool", 1)]
        self._channels = [grpc.aio.insecure_channel(server.address, options) for _ in range(count)]
        self._rounds = 0

    async def __aenter__(self) -> Clients:
        await asyncio.gather(*[channel.channel_ready() for channel in self._channels])
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*[channel.close() for channel in self._channels])

    def channel(self, number: int) -> grpc.aio.Channel:
        """Return a connection, always the same for the same number."""
        return self._channels[number % len(self._channels)]

    async def open_matches(self, count: int) -> list[tuple[str, list[str]]]:
        """Open matches with the recorded seeds, take all seats, and return match ids with the tokens of the seats."""
        self._rounds += 1
        opened: list[tuple[str, list[str]]] = []
        # Some at a time, because the calls of one caller wait for each other, and a slow machine would give up on some.
        for first in range(0, count, MATCHES):
            numbers = range(first, min(first + MATCHES, count))
            opened += await asyncio.gather(*[self._open_match(number) for number in numbers])
        return opened

    async def _open_match(self, number: int) -> tuple[str, list[str]]:
        recording = self.recordings[number % len(self.recordings)]
        seats = len(recording.opening)
        if not self._is_referee:
            return f"round-{self._rounds}/{number}", [str(seat) for seat in range(seats)]
        stub: Any = RefereeStub(self.channel(number))  # type: ignore[no-untyped-call]
        request = api.CreateMatchRequest(game=recording.game, seat_count=seats, seed=recording.seed)
        created = await stub.CreateMatch(request)
        match = created.match.id
        joined = [
            await stub.JoinSeat(api.JoinSeatRequest(match_id=match, seat=seat)) for seat in range(seats)
        ]
        return match, [seat.token for seat in joined]


async def play_streams(clients: Clients, seconds: float, *, matches: int) -> Slice:
    """Play matches at once with every seat on a Play stream, and count the acknowledged answers.

    Measuring begins when every stream is open. Raises AioRpcError if one of them fails.
    """
    opened = await clients.open_matches(matches)
    seats = [(match, token) for match, tokens in opened for token in tokens]
    load = _Load(streams=len(seats), answers=matches)
    streams = [
        asyncio.create_task(_play_seat(clients.channel(number), match, token, load))
        for number, (match, token) in enumerate(seats)
    ]
    for stream in streams:
        stream.add_done_callback(load.stream_ended)
    try:
        await load.until_steady()
        before, used, start = load.acknowledged, clients.server.usage(), perf_counter()
        await asyncio.sleep(seconds)
        result = _slice(load.acknowledged - before, start, used, clients.server.usage())
        await load.until_steady()
    finally:
        await _cancel(streams)
    return result


def _slice(intents: int, start: float, before: Usage, after: Usage) -> Slice:
    cpu_seconds = after.cpu_seconds - before.cpu_seconds
    return Slice(intents / (perf_counter() - start), 1e6 * cpu_seconds / max(1, intents), after.resident_kib)


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class _Load:
    """What the streams of a slice have received."""

    def __init__(self, streams: int, answers: int) -> None:
        self.acknowledged = 0
        self._closed = streams
        """Number of streams that are not open yet."""
        self._awaited = answers
        """Number of acknowledgements that make the load steady, once all streams are open."""
        self._failure: BaseException | None = None
        self._is_ready = asyncio.Event()

    async def until_steady(self) -> None:
        """Wait until the load is steady; raises what a stream has failed with, also later."""
        await self._is_ready.wait()
        if self._failure is not None:
            raise self._failure

    def stream_opened(self) -> None:
        """Count a stream on which the first message has arrived."""
        self._closed -= 1

    def stream_ended(self, stream: asyncio.Task[None]) -> None:
        """Note a stream that has failed."""
        failure = None if stream.cancelled() else stream.exception()
        if failure is not None:
            self._failure = failure
            self._is_ready.set()

    def add(self, count: int) -> None:
        """Add acknowledgements."""
        self.acknowledged += count
        if self._closed == 0 and self.acknowledged >= self._awaited:
            self._is_ready.set()


async def _play_seat(channel: grpc.aio.Channel, match: str, token: str, load: _Load) -> None:
    call: Any = channel.stream_stream(PLAY)()
    attach = api.Attach(handle=HANDLE, match_id=match, token=token)
    await call.write(api.PlayRequest(attach=[attach]).SerializeToString())
    is_open = False
    async for message in call:
        if not is_open:
            is_open = True
            load.stream_opened()
        response = api.PlayResponse.FromString(message)
        load.add(len(response.replies))
        for delivered in response.frames:
            question = delivered.frame.question
            if question.number:
                await call.write(_intent(question))


def _intent(question: api.Question) -> bytes:
    picks = picks_for(question.number, question.kind, question.option_count, question.default_picks)
    intent = api.Intent(handle=HANDLE, question=question.number, request_id=intent_key(question.number))
    intent.answer.picks.extend(picks)
    return api.PlayRequest(intents=[intent]).SerializeToString()


async def submit_calls(clients: Clients, seconds: float, *, is_watched: bool = False) -> Slice:
    """Let each caller submit the moves of its own recorded match, possibly while every seat is watched.

    All callers stop when one of them reaches the end of its match, because fewer callers would change the load.
    """
    matches = await clients.open_matches(CALLERS)
    async with _watching(clients, matches if is_watched else []):
        enough = asyncio.Event()
        used, start = clients.server.usage(), perf_counter()
        asyncio.get_running_loop().call_later(seconds, enough.set)
        done = await asyncio.gather(
            *[
                _submit_moves(clients.channel(number), match, tokens, clients.recordings[number], enough)
                for number, (match, tokens) in enumerate(matches)
            ]
        )
        return _slice(sum(done), start, used, clients.server.usage())


@asynccontextmanager
async def _watching(clients: Clients, matches: list[tuple[str, list[str]]]) -> AsyncIterator[None]:
    """Watch every seat of these matches, from the opening on."""
    opened = [asyncio.Event() for _, tokens in matches for _ in tokens]

    async def watch(number: int, match: str, token: str) -> None:
        call: Any = clients.channel(number).unary_stream(WATCH)
        request = api.WatchRequest(match_id=match, token=token).SerializeToString()
        async for _ in call(request):
            opened[number].set()

    seats = [(match, token) for match, tokens in matches for token in tokens]
    streams = [
        asyncio.create_task(watch(number, match, token)) for number, (match, token) in enumerate(seats)
    ]
    try:
        await asyncio.gather(*[each.wait() for each in opened])
        yield
    finally:
        await _cancel(streams)


async def _submit_moves(
    channel: grpc.aio.Channel, match: str, tokens: list[str], recording: Recording, enough: asyncio.Event
) -> int:
    submit: Any = channel.unary_unary(SUBMIT)
    done = 0
    for move in recording.moves:
        request = api.SubmitRequest(
            match_id=match,
            token=tokens[move.seat],
            question=move.question,
            answer=api.Answer(picks=move.picks),
            request_id=intent_key(move.question),
        )
        await submit(request.SerializeToString())
        done += 1
        if enough.is_set():
            return done
    enough.set()
    return done
