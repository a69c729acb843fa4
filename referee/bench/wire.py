"""Intents per second over gRPC, made durable and sent to every seat, compared with a relay that decides nothing.

Each server runs in its own process under the same load: every seat of 64 matches on its own stream. The relay sends
what the referee would have sent, so that messages, sizes and fan-out are the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from statistics import median
from time import perf_counter
from typing import Any

import grpc

from referee.bench.comparison import Compared, Effort
from referee.bench.parts import Figures
from referee.bench.recording import HANDLE, Recording, intent_key, picks_for, record_match
from referee.bench.servers import PLAY, SUBMIT, in_own_process, serve_referee, serve_relay
from referee_api.v1 import referee_pb2 as api
from referee_api.v1.referee_pb2_grpc import RefereeStub

GAME = "abyss"
"""Default game."""

MATCHES = 64
CALLERS = 16
STREAMS_PER_CHANNEL = 64
SLICE_FACTOR = 7
"""How many times longer a slice is than in process, because streams need time to settle."""

Load = Callable[["Clients", float], Awaitable[float]]
"""Puts load on a server for some seconds and returns the accepted intents per second."""


def measure(effort: Effort, game: str = GAME) -> Figures:
    """Measure both servers alternately, with matches in which all seats are taken."""
    recordings = [record_match(game, f"wire/{number}") for number in range(MATCHES)]
    with in_own_process(serve_referee) as ours, in_own_process(serve_relay, recordings) as theirs:
        return asyncio.run(_measure(ours, theirs, recordings, effort))


async def _measure(ours: str, theirs: str, recordings: list[Recording], effort: Effort) -> Figures:
    seconds = effort.seconds * SLICE_FACTOR
    async with Clients(ours, recordings, is_referee=True) as real, Clients(theirs, recordings) as bare:
        play = await _compare(play_streams, real, bare, effort.slices, seconds)
        unary = await _compare(submit_calls, real, bare, effort.slices, seconds)
    return {
        "wire.intents_per_s": play.ours,
        "wire.echo_per_s": play.yardstick,
        "wire.ratio": play.ratio,
        "wire.unary_per_s": unary.ours,
        "wire.unary_echo_per_s": unary.yardstick,
        "wire.unary_ratio": unary.ratio,
    }


async def _compare(load: Load, real: Clients, bare: Clients, slices: int, seconds: float) -> Compared:
    pairs = [(await load(real, seconds), await load(bare, seconds)) for _ in range(slices)]
    return Compared(
        median(our for our, _ in pairs),
        median(their for _, their in pairs),
        median(our / their for our, their in pairs),
    )


class Clients:
    """The clients of one server. They send the same messages to either server."""

    def __init__(self, address: str, recordings: list[Recording], *, is_referee: bool = False) -> None:
        self.recordings = recordings
        self._is_referee = is_referee
        count = MATCHES * len(recordings[0].opening) // STREAMS_PER_CHANNEL
        options = [("grpc.use_local_subchannel_pool", 1)]
        self._channels = [grpc.aio.insecure_channel(address, options) for _ in range(count)]
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
        return await asyncio.gather(*[self._open_match(number) for number in range(count)])

    async def _open_match(self, number: int) -> tuple[str, list[str]]:
        recording = self.recordings[number]
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


async def play_streams(clients: Clients, seconds: float) -> float:
    """Play all matches at once with every seat on a Play stream; return the acknowledged answers per second."""
    matches = await clients.open_matches(MATCHES)
    counter = _Counter(enough=MATCHES)
    streams = [
        asyncio.create_task(_play_seat(clients.channel(number), match, token, counter))
        for number, (match, token) in enumerate(
            (match, token) for match, tokens in matches for token in tokens
        )
    ]
    await counter.is_warm.wait()
    before, start = counter.acknowledged, perf_counter()
    await asyncio.sleep(seconds)
    rate = (counter.acknowledged - before) / (perf_counter() - start)
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    return rate


class _Counter:
    """Count of acknowledgements over all streams."""

    def __init__(self, enough: int) -> None:
        self.acknowledged = 0
        self.is_warm = asyncio.Event()
        self._enough = enough

    def add(self, count: int) -> None:
        """Add acknowledgements; after enough of them the load is warm."""
        self.acknowledged += count
        if self.acknowledged >= self._enough:
            self.is_warm.set()


async def _play_seat(channel: grpc.aio.Channel, match: str, token: str, counter: _Counter) -> None:
    call: Any = channel.stream_stream(PLAY)()
    attach = api.Attach(handle=HANDLE, match_id=match, token=token)
    await call.write(api.PlayRequest(attach=[attach]).SerializeToString())
    async for message in call:
        response = api.PlayResponse.FromString(message)
        counter.add(len(response.replies))
        for delivered in response.frames:
            question = delivered.frame.question
            if question.number:
                await call.write(_intent(question))


def _intent(question: api.Question) -> bytes:
    picks = picks_for(question.number, question.kind, question.option_count, question.default_picks)
    intent = api.Intent(handle=HANDLE, question=question.number, request_id=intent_key(question.number))
    intent.answer.picks.extend(picks)
    return api.PlayRequest(intents=[intent]).SerializeToString()


async def submit_calls(clients: Clients, seconds: float) -> float:
    """Let each caller submit the moves of its own recorded match; return the intents per second.

    All callers stop when one of them reaches the end of its match, because fewer callers would change the load.
    """
    matches = await clients.open_matches(CALLERS)
    enough = asyncio.Event()
    start = perf_counter()
    asyncio.get_running_loop().call_later(seconds, enough.set)
    done = await asyncio.gather(
        *[
            _submit_moves(clients.channel(number), match, tokens, clients.recordings[number], enough)
            for number, (match, tokens) in enumerate(matches)
        ]
    )
    return sum(done) / (perf_counter() - start)


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
