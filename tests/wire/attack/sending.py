"""One attack: a request made of a recorded one, sent as bytes, and what the server answered."""

from __future__ import annotations

import asyncio
import random
from typing import Any, NamedTuple

import grpc
from google.rpc.status_pb2 import Status

from referee.wire.statuses import TRAILER
from referee_api.v1 import referee_pb2 as api
from tests.wire.attack.messages import MESSAGE_CHANGES, plausible
from tests.wire.attack.wire_bytes import BYTE_CHANGES, RARE_CHANGES
from tests.wire.attack.world import Call, Metadata, World

SECONDS = 60.0
"""Longest time that an answer may take."""
MOST_MESSAGES = 2_000
"""Number of messages of one stream that are read."""
LOST_STATUS = "Internal error from Core"
RETRIES = 20
ENDLESS = {"Watch"}
"""Streams that go on until the client leaves; only their first message is read."""


class Attack(NamedTuple):
    """A request, its metadata, and what was done to it."""

    call: Call
    requests: tuple[bytes, ...]
    metadata: Metadata
    changes: tuple[str, ...]

    def __str__(self) -> str:
        shown = " | ".join([request[:400].hex() for request in self.requests])
        return f"{self.call.path} {'+'.join(self.changes)} {dict(self.metadata)} {shown}"


class Answer(NamedTuple):
    """What came back."""

    code: grpc.StatusCode
    text: str
    details: bytes
    """The encoded google.rpc.Status, or nothing."""
    responses: tuple[bytes, ...]

    @property
    def is_accepted(self) -> bool:
        """Whether the call succeeded, or sent anything before it failed."""
        return self.code is grpc.StatusCode.OK or bool(self.responses)


def next_attack(world: World, luck: random.Random) -> Attack:
    """Choose a call, take a valid or plausible request of it, and change it at one or both levels."""
    call = luck.choice(world.calls)
    recorded = [each for each in world.recorded if each.path == call.path]
    changes: list[str] = []
    if recorded and luck.random() < 0.8:
        chosen = luck.choice(recorded)
        messages, metadata = [_copy(message) for message in chosen.messages], chosen.metadata
    else:
        messages, metadata = (
            [call.request() for _ in range(luck.randint(1, 3 if call.is_client_streaming else 1))],
            (),
        )
        for message in messages:
            plausible(message, luck, world.known)
        changes.append("plausible")
    if luck.random() < 0.75:
        for _ in range(luck.choice([1, 1, 1, 2, 3])):
            change = luck.choice(MESSAGE_CHANGES)
            change(luck.choice(messages), luck, world.known)
            changes.append(change.__name__)
    requests = [message.SerializeToString() for message in messages]
    if luck.random() < 0.35:
        at = luck.randrange(len(requests))
        spoil = luck.choice(RARE_CHANGES if luck.random() < 0.02 else BYTE_CHANGES)
        requests[at] = spoil(requests[at], luck)
        changes.append(spoil.__name__)
    if luck.random() < 0.25:
        metadata = luck.choice(world.credentials)
        changes.append("metadata")
    if call.is_client_streaming and luck.random() < 0.2:
        requests = requests * 2
        changes.append("again")
    return Attack(call, tuple(requests), metadata, tuple(changes))


def _copy(message: Any) -> Any:
    copied = type(message)()
    copied.CopyFrom(message)
    return copied


async def send(channel: grpc.aio.Channel, attack: Attack) -> Answer:
    """Send the bytes, and return how the call ended.

    If the server ends a stream while grpcio still writes to it, grpcio loses the status and makes up its own. Such an
    attack is shortened to its first message, and sent again.
    """
    answer = await _send_once(channel, attack)
    for _ in range(RETRIES):
        if answer.text != LOST_STATUS or not attack.call.is_client_streaming:
            break
        answer = await _send_once(channel, attack._replace(requests=attack.requests[:1]))
    return answer


async def _send_once(channel: grpc.aio.Channel, attack: Attack) -> Answer:
    call, responses = attack.call, []
    async with asyncio.timeout(SECONDS):
        try:
            if not call.is_server_streaming:
                unary: Any = channel.unary_unary(call.path)
                response = await unary(attack.requests[0], metadata=attack.metadata)
                return Answer(grpc.StatusCode.OK, "", b"", (response,))
            opened: Any
            if call.is_client_streaming:
                opened = channel.stream_stream(call.path)
                running = opened(iter(attack.requests), metadata=attack.metadata)
            else:
                opened = channel.unary_stream(call.path)
                running = opened(attack.requests[0], metadata=attack.metadata)
            async for response in running:
                responses.append(response)
                if call.name in ENDLESS or len(responses) >= MOST_MESSAGES:
                    running.cancel()
                    break
        except grpc.aio.AioRpcError as error:
            details = dict(error.trailing_metadata() or ()).get(TRAILER, b"")
            return Answer(error.code(), error.details() or "", bytes(details), tuple(responses))
    return Answer(grpc.StatusCode.OK, "", b"", tuple(responses))


def refusals_in(attack: Attack, answer: Answer) -> list[Status]:
    """Return the statuses in an answer: that of the call, and those of single requests on a Play stream."""
    found = []
    if answer.code is not grpc.StatusCode.OK:
        found.append(Status.FromString(answer.details) if answer.details else Status())
    if attack.call.request is api.PlayRequest:
        for response in answer.responses:
            found += [trouble.status for trouble in api.PlayResponse.FromString(response).troubles]
    return found


def may_have_changed(attack: Attack, answer: Answer) -> bool:
    """Return whether the server has accepted anything that may change a match."""
    if attack.call.request is api.PlayRequest:
        parts = [api.PlayResponse.FromString(response) for response in answer.responses]
        replies = [reply for part in parts for reply in (*part.replies, *part.said)]
        accepted = [reply for reply in replies if reply.HasField("accepted")]
        # An official who attaches looks at hidden information, and that is on record.
        return bool(accepted or [part for part in parts if part.ordered or part.attached])
    if not answer.is_accepted:
        return False
    if attack.call.request is api.SubmitRequest:
        return api.SubmitResponse.FromString(answer.responses[0]).HasField("accepted")
    if attack.call.request is api.SayRequest:
        return api.SayResponse.FromString(answer.responses[0]).HasField("accepted")
    return True
