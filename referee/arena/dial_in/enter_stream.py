"""The stream of an entrant: `Arena.Enter`.

It carries few and small messages: seats, and what an entrant sends about them. The matches themselves are played at the
referee. An entrant that sends too much or reads too slowly loses its stream, and nobody else notices.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import Protocol

from referee.arena.dial_in.public_state import state_message
from referee.arena.dial_in.server_arena import ServerArena
from referee.arena.event_file import EntrantLine
from referee.match.entropy import COMMITMENT_BYTES, WrongEntropy
from referee.server.settings import CLIENT_LENGTH
from referee.wire.callers import Callers
from referee.wire.guard import Context, status_of
from referee.wire.open_streams import OpenStream, OpenStreams
from referee.wire.statuses import MALFORMED, CallStatus, Code, Reason, Refuse, invalid
from referee.wire.structs import Malformed
from referee.wire.times import duration
from referee_api.v1 import arena_pb2 as arena

SECONDS_TO_HELLO = 10.0
"""Time in which the first message must arrive."""
REQUESTS_PER_SECOND = 10.0
MOST_REQUESTS_AT_ONCE = 300
"""Number of messages that may follow each other at once: after a restart, all seats are acknowledged together."""
MOST_REFUSED = 16
"""Number of refused messages after which the stream ends."""

WRONG_TOKEN = CallStatus(
    Code.UNAUTHENTICATED,
    "No event of this arena has an entrant with this token; the organiser can issue a new one.",
    Reason.ACCESS_DENIED,
)
NO_HELLO = CallStatus(
    Code.INVALID_ARGUMENT,
    f"The first message of the stream, within {SECONDS_TO_HELLO:g} seconds, is a hello, and only the first.",
    Reason.INVALID_FIELD,
    "hello",
)
REPLACED = CallStatus(
    Code.FAILED_PRECONDITION,
    "This entrant has opened another stream; an entrant has one at a time.",
    Reason.ENTERED_ELSEWHERE,
)
TOO_MANY = CallStatus(
    Code.RESOURCE_EXHAUSTED,
    f"This stream carries at most {REQUESTS_PER_SECOND:g} messages per second; open it again, and send fewer.",
    Reason.TOO_MANY_REQUESTS,
    retry_seconds=5,
)
TOO_MANY_REFUSED = CallStatus(
    Code.RESOURCE_EXHAUSTED,
    "Too many messages of this stream were refused; correct the client before it opens another.",
    Reason.TOO_MANY_TROUBLES,
    retry_seconds=10,
)
NO_SUCH_SEAT = CallStatus(
    Code.INVALID_ARGUMENT,
    "The entrant has no seat in a match with this id.",
    Reason.INVALID_FIELD,
    "received.match_id",
)
WRONG_ENTROPY = CallStatus(
    Code.INVALID_ARGUMENT,
    "The entropy does not match the commitment of this entrant.",
    Reason.WRONG_ENTROPY,
    "reveal.entropy",
)
NOT_AWAITED = CallStatus(
    Code.FAILED_PRECONDITION,
    "The entrant committed to no entropy, or the luck of the event is settled.",
    Reason.ENTROPY_NOT_AWAITED,
)


class FindsEntrants(Protocol):
    """The events of an arena."""

    def find_entrant(self, token: str) -> tuple[ServerArena, int] | None:
        """Return the event and the number of the entrant with a token."""

    @property
    def referee_address(self) -> str:
        """The address at which entrants reach the referee."""


class EnterStream:
    """One open stream of an entrant."""

    def __init__(self, stream: OpenStream) -> None:
        self._stream = stream
        self._waiting: deque[arena.EnterResponse] = deque()
        self.is_over = False
        """Whether the stream ends as it should: the event is over, or the entrant has closed its side."""

    def put(self, message: arena.EnterResponse) -> None:
        """Send a message soon."""
        self._waiting.append(message)
        if message.state.phase == arena.EVENT_PHASE_FINISHED:
            self.is_over = True
        self._stream.wake()

    def replace(self) -> None:
        """End the stream because the same entrant has opened another one."""
        self._stream.end(REPLACED)

    def finish(self) -> None:
        """End the stream when everything is sent."""
        self.is_over = True
        self._stream.wake()

    async def send_all(self) -> None:
        """Send messages until the stream ends; raise `Refuse` with its status unless it ends as it should."""
        while True:
            while self._waiting and self._stream.status is None:
                await self._stream.send(self._waiting.popleft().SerializeToString())
            if self._stream.status is not None:
                raise Refuse(self._stream.status)
            if self.is_over:
                return
            if not self._stream.is_due:
                await self._stream.wait()
            self._stream.is_due = False


class MessageLimit:
    """How many messages a stream may carry, as a bucket that fills again."""

    def __init__(self) -> None:
        self._level = float(MOST_REQUESTS_AT_ONCE)
        self._loop = asyncio.get_running_loop()
        self._at = self._loop.time()

    def count(self) -> None:
        """Count a message; raise `Refuse` if it is one too many."""
        now = self._loop.time()
        self._level = min(MOST_REQUESTS_AT_ONCE, self._level + (now - self._at) * REQUESTS_PER_SECOND)
        self._at = now
        if self._level < 1:
            raise Refuse(TOO_MANY)
        self._level -= 1


class EnterService:
    """Serves the streams of entrants."""

    def __init__(self, events: FindsEntrants, streams: OpenStreams, callers: Callers) -> None:
        self._events = events
        self._streams = streams
        self._callers = callers

    async def enter(self, requests: AsyncIterator[arena.EnterRequest | None], context: Context) -> None:
        """Serve a stream to its end."""
        with self._callers.holding_stream(), self._streams.open(context.write) as opened:
            hello = await _first(requests)
            found = self._events.find_entrant(hello.token)
            if found is None:
                self._callers.denied()
                raise Refuse(WRONG_TOKEN)
            event, number = found
            check_hello(hello)
            event.enter(number, hello)
            stream = EnterStream(opened)
            event.entrances.connect(number, stream, self._entered(event, number))
            if event.awaits_entropy_of(number):
                stream.put(event.entropy_request())
            if event.log.state.finished:
                stream.put(arena.EnterResponse(standings=await event.standings()))
                stream.put(arena.EnterResponse(state=state_message(event.log.state)))
            reading = asyncio.create_task(self._read(requests, event, number, stream, opened))
            try:
                await stream.send_all()
            finally:
                event.entrances.disconnect(number, stream)
                reading.cancel()

    async def _read(
        self,
        requests: AsyncIterator[arena.EnterRequest | None],
        event: ServerArena,
        number: int,
        stream: EnterStream,
        opened: OpenStream,
    ) -> None:
        """Take what the entrant sends. A message that is refused does not end the stream, unless there are many."""
        limit, refused = MessageLimit(), 0
        try:
            async for request in requests:
                limit.count()
                try:
                    await self._take(request, event, number, stream)
                except Refuse as error:
                    refused += 1
                    if refused >= MOST_REFUSED:
                        raise Refuse(TOO_MANY_REFUSED) from None
                    stream.put(arena.EnterResponse(refused=error.status.message()))
            stream.finish()
        except Refuse as error:
            opened.end(error.status)
        except Malformed:
            opened.end(MALFORMED)
        except Exception as fault:  # noqa: BLE001 - the stream ends with a text that tells nothing
            opened.end(status_of(fault, "Enter"))

    async def _take(
        self, request: arena.EnterRequest | None, event: ServerArena, number: int, stream: EnterStream
    ) -> None:
        if request is None:
            raise Malformed
        match request.WhichOneof("kind"):
            case "received":
                if not event.entrances.receive(number, request.received.match_id):
                    raise Refuse(NO_SUCH_SEAT)
            case "reveal":
                self._reveal(event, number, request.reveal.entropy)
            case "standings_wanted":
                stream.put(arena.EnterResponse(standings=await event.standings()))
            case "hello":
                raise Refuse(NO_HELLO)
            case _:
                raise Malformed

    def _reveal(self, event: ServerArena, number: int, entropy: bytes) -> None:
        try:
            is_awaited = event.reveal(number, entropy)
        except WrongEntropy:
            raise Refuse(WRONG_ENTROPY) from None
        if not is_awaited:
            raise Refuse(NOT_AWAITED)

    def _entered(self, event: ServerArena, number: int) -> arena.EnterResponse:
        state, file = event.log.state, event.log.state.event
        entrant: EntrantLine = file.entrants[number]
        pledge = state.pledges.get(number)
        entered = arena.Entered(
            event=file.name,
            entrant=entrant.name,
            game=file.game,
            referee=self._events.referee_address,
            time_per_decision=duration(file.seconds_per_answer),
            time_away=duration(file.dial_in.seconds_away),
            commitment=bytes.fromhex(state.commitment),
            entropy_commitment=bytes.fromhex(pledge.commitment) if pledge else b"",
            state=state_message(state),
        )
        return arena.EnterResponse(entered=entered)


async def _first(requests: AsyncIterator[arena.EnterRequest | None]) -> arena.EnterHello:
    """Return the hello with which a stream begins."""
    try:
        async with asyncio.timeout(SECONDS_TO_HELLO):
            request = await anext(requests)
    except (TimeoutError, StopAsyncIteration):
        raise Refuse(NO_HELLO) from None
    if request is None:
        raise Malformed
    if request.WhichOneof("kind") != "hello":
        raise Refuse(NO_HELLO)
    return request.hello


def check_hello(hello: arena.EnterHello) -> None:
    """Refuse a hello with fields that cannot be stored."""
    client = hello.client
    texts = {"name": client.name, "version": client.version, "language": client.language}
    for field, text in {
        **{f"client.{key}": value for key, value in texts.items()},
        "build": hello.build,
    }.items():
        if not text.isprintable() or len(text) > CLIENT_LENGTH:
            raise invalid(
                f"A program describes itself with printable texts of up to {CLIENT_LENGTH} characters.",
                f"hello.{field}",
            )
    if len(hello.entropy_commitment) not in (0, COMMITMENT_BYTES):
        raise invalid("A commitment to entropy is a SHA-256: 32 bytes, or none.", "hello.entropy_commitment")
