"""Intents a second over the wire, made durable and told to every seat, against relays that do neither.

Both servers run in a process of their own and are given the same load: every seat of 64 matches on a stream of its own.
The relay sends what the referee would have sent, so messages, sizes and fan-out are the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from statistics import median
from time import perf_counter
from typing import Any

import grpc

from referee.bench.measure import Compared, Effort
from referee.bench.parts import Figures
from referee.bench.recording import HANDLE, Recording, key_of, picks_for, record
from referee.bench.servers import PLAY, SUBMIT, apart, referee, relay
from referee_api.v1 import referee_pb2 as api
from referee_api.v1.referee_pb2_grpc import RefereeStub

GAME = "abyss"
"""What is played unless something else is asked for."""

MATCHES = 64
CALLERS = 16
STREAMS_A_CHANNEL = 64
LONGER = 7
"""A slice over the wire takes so many times longer than one in process: streams need a while to settle."""

Load = Callable[["Clients", float], Awaitable[float]]
"""Puts load on a server for some seconds and says how many intents a second it took."""


def measure(effort: Effort, game: str = GAME) -> Figures:
    """Measure both servers in turns, with matches of a game that has all its seats taken."""
    recordings = [record(game, f"wire/{number}") for number in range(MATCHES)]
    with apart(referee) as ours, apart(relay, recordings) as theirs:
        return asyncio.run(_measure(ours, theirs, recordings, effort))


async def _measure(ours: str, theirs: str, recordings: list[Recording], effort: Effort) -> Figures:
    seconds = effort.seconds * LONGER
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
    """The clients of one server. What they send does not depend on which server it is."""

    def __init__(self, address: str, recordings: list[Recording], *, is_referee: bool = False) -> None:
        self.recordings = recordings
        self._is_referee = is_referee
        count = MATCHES * len(recordings[0].opening) // STREAMS_A_CHANNEL
        options = [("grpc.use_local_subchannel_pool", 1)]
        self._channels = [grpc.aio.insecure_channel(address, options) for _ in range(count)]
        self._rounds = 0

    async def __aenter__(self) -> Clients:
        await asyncio.gather(*[channel.channel_ready() for channel in self._channels])
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*[channel.close() for channel in self._channels])

    def channel(self, number: int) -> grpc.aio.Channel:
        """A connection, the same for the same number."""
        return self._channels[number % len(self._channels)]

    async def tables(self, count: int) -> list[tuple[str, list[str]]]:
        """Open matches with the recorded seeds and take all seats: match ids with the tokens of their seats."""
        self._rounds += 1
        return await asyncio.gather(*[self._table(number) for number in range(count)])

    async def _table(self, number: int) -> tuple[str, list[str]]:
        recording = self.recordings[number]
        seats = len(recording.opening)
        if not self._is_referee:
            return f"round-{self._rounds}/{number}", [str(seat) for seat in range(seats)]
        stub: Any = RefereeStub(self.channel(number))  # type: ignore[no-untyped-call]
        request = api.CreateMatchRequest(game=recording.game, seats=seats, seed=recording.seed)
        created = await stub.CreateMatch(request)
        match = created.match.id
        joined = [await stub.JoinSeat(api.JoinSeatRequest(match=match, seat=seat)) for seat in range(seats)]
        return match, [seat.token for seat in joined]


async def play_streams(clients: Clients, seconds: float) -> float:
    """Every seat on a Play stream, all matches at once; counts answers that were acknowledged."""
    tables = await clients.tables(MATCHES)
    counter = _Counter(enough=MATCHES)
    streams = [
        asyncio.create_task(_play_seat(clients.channel(number), match, token, counter))
        for number, (match, token) in enumerate(
            (match, token) for match, tokens in tables for token in tokens
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
    """Counts acknowledgements of all streams."""

    def __init__(self, enough: int) -> None:
        self.acknowledged = 0
        self.is_warm = asyncio.Event()
        self._enough = enough

    def add(self, count: int) -> None:
        """Count some, and notice when things are under way."""
        self.acknowledged += count
        if self.acknowledged >= self._enough:
            self.is_warm.set()


async def _play_seat(channel: grpc.aio.Channel, match: str, token: str, counter: _Counter) -> None:
    call: Any = channel.stream_stream(PLAY)()
    attach = api.Attach(handle=HANDLE, match=match, token=token)
    await call.write(api.PlayRequest(attach=[attach]).SerializeToString())
    async for message in call:
        response = api.PlayResponse.FromString(message)
        counter.add(len(response.replies))
        for told in response.frames:
            question = told.frame.question
            if question.number:
                await call.write(_intent(question))


def _intent(question: api.Question) -> bytes:
    picks = picks_for(question.number, question.kind, question.option_count, question.default_picks)
    intent = api.Intent(handle=HANDLE, question=question.number, key=key_of(question.number))
    intent.answer.picks.extend(picks)
    return api.PlayRequest(intents=[intent]).SerializeToString()


async def submit_calls(clients: Clients, seconds: float) -> float:
    """Callers that submit the moves of a recorded match one by one, each its own match.

    All stop when one of them is at the end of its match, for fewer callers would be another load.
    """
    tables = await clients.tables(CALLERS)
    enough = asyncio.Event()
    start = perf_counter()
    asyncio.get_running_loop().call_later(seconds, enough.set)
    done = await asyncio.gather(
        *[
            _submit_moves(clients.channel(number), match, tokens, clients.recordings[number], enough)
            for number, (match, tokens) in enumerate(tables)
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
            match=match,
            token=tokens[move.seat],
            question=move.question,
            answer=api.Answer(picks=move.picks),
            key=key_of(move.question),
        )
        await submit(request.SerializeToString())
        done += 1
        if enough.is_set():
            return done
    enough.set()
    return done
