"""Playing in an event: one stream to the arena, and one stream to the referee for each seat.

If the stream to the arena breaks, the seats are played on, and the arena gives those that are still open again. Only
the token and the entropy must survive, and both are chosen before the first stream.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc

from referee_api.v1 import arena_pb2 as arena
from referee_api.v1 import referee_pb2 as api
from referee_client.bot import Bot
from referee_client.errors import RefereeError, error_of
from referee_client.luck import commitment_to, new_entropy
from referee_client.patience import Patience
from referee_client.play import Seat

SECONDS_TO_END = 30.0
"""How long matches that are over may take to tell their bots so, after the event has ended."""

MakeBot = Callable[[], Bot]
"""Creates a bot for one seat, such as its class."""

PlaySeat = Callable[[Seat, Bot], Awaitable[Any]]
"""Plays a seat to the end of its match."""


class EventPlayer:
    """Takes part in an event until it is over."""

    def __init__(
        self,
        stub: Any,
        token: str,
        make_bot: MakeBot,
        patience: Patience,
        *,
        client: api.ClientInfo,
        build: str,
        with_entropy: bool,
        play_at: Callable[[str], PlaySeat],
    ) -> None:
        """`play_at` returns the function that plays seats at the referee with an address."""
        self._stub = stub
        self._make_bot = make_bot
        self._patience = patience
        self._play_at = play_at
        self._entropy = new_entropy() if with_entropy else b""
        commitment = commitment_to(self._entropy) if with_entropy else b""
        self._hello = arena.EnterHello(token=token, client=client, build=build, entropy_commitment=commitment)
        self._play: PlaySeat | None = None
        self._entered = arena.Entered()
        self._seats: dict[str, asyncio.Task[Any]] = {}
        """The seats that are played, by match."""
        self._requests: asyncio.Queue[arena.EnterRequest | None] = asyncio.Queue()
        self._is_over = False
        self._standings: list[arena.StandingLine] = []

    async def to_the_end(self) -> list[arena.StandingLine]:
        """Play until the event is over, and return its standings. If a bot raises an exception, stop and raise it."""
        try:
            while not self._is_over:
                try:
                    await self._one_stream()
                except grpc.aio.AioRpcError as broken:
                    await self._patience.wait_or_raise(error_of(broken))
                except RefereeError as error:
                    await self._patience.wait_or_raise(error)
            if self._seats:
                await asyncio.wait(self._seats.values(), timeout=SECONDS_TO_END)
        finally:
            for playing in self._seats.values():
                playing.cancel()
            await asyncio.gather(*self._seats.values(), return_exceptions=True)
        return self._standings

    async def _one_stream(self) -> None:
        """Take part on one stream until the event is over; raise an error if the stream ends before."""
        requests = self._requests = asyncio.Queue()
        requests.put_nowait(arena.EnterRequest(hello=self._hello))
        call = self._stub.Enter(_sent(requests))
        reading = asyncio.ensure_future(self._read(call))
        try:
            while not reading.done():
                await asyncio.wait({reading, *self._seats.values()}, return_when=asyncio.FIRST_COMPLETED)
                self._raise_faults()
            reading.result()
        finally:
            reading.cancel()
            requests.put_nowait(None)
            call.cancel()
        if not self._is_over:
            raise RefereeError(grpc.StatusCode.UNAVAILABLE, "the arena ended the stream")

    async def _read(self, call: Any) -> None:
        async for response in call:
            self._patience.reset()
            self._take(response)

    def _raise_faults(self) -> None:
        """Forget seats that are finished; raise what their bots raised."""
        for match, playing in list(self._seats.items()):
            if playing.done():
                del self._seats[match]
                if not playing.cancelled():
                    playing.result()

    def _take(self, response: arena.EnterResponse) -> None:
        match response.WhichOneof("kind"):
            case "entered":
                self._entered = response.entered
                if self._play is None:
                    self._play = self._play_at(response.entered.referee)
            case "seat":
                self._take_seat(response.seat)
            case "closed":
                self._take_closed(response.closed)
            case "entropy_awaited":
                # After a restart of this program, the commitment that counts is another one.
                if self._entropy and self._entered.entropy_commitment == self._hello.entropy_commitment:
                    self._send(arena.EnterRequest(reveal=arena.EntropyReveal(entropy=self._entropy)))
            case "standings":
                self._standings = list(response.standings.lines)
            case "state":
                self._is_over = response.state.phase == arena.EVENT_PHASE_FINISHED
            case _:
                # A refused acknowledgement of a seat that was closed meanwhile, or a kind that is newer than this SDK.
                pass

    def _take_seat(self, given: arena.EventSeat) -> None:
        """Acknowledge a seat, and begin to play it unless it was given before."""
        self._send(arena.EnterRequest(received=arena.SeatReceived(match_id=given.match_id)))
        if given.match_id not in self._seats and self._play is not None:
            seat = Seat(given.match_id, given.seat, given.token)
            self._seats[given.match_id] = asyncio.ensure_future(self._play(seat, self._make_bot()))

    def _take_closed(self, closed: arena.SeatClosed) -> None:
        """Stop to play a seat that was taken away. One whose match is over ends by itself."""
        playing = self._seats.get(closed.match_id)
        if playing is not None and closed.reason != arena.SEAT_CLOSING_OVER:
            playing.cancel()

    def _send(self, request: arena.EnterRequest) -> None:
        self._requests.put_nowait(request)


async def _sent(
    requests: asyncio.Queue[arena.EnterRequest | None],
) -> AsyncIterator[arena.EnterRequest]:
    """Yield requests until there is a None; otherwise grpc.aio would wait for them after the stream has ended."""
    while (request := await requests.get()) is not None:
        yield request
