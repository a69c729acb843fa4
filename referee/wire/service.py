"""The service: what each call of `referee.api.v1.Referee` does. Every method takes a message and returns bytes."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

import grpc
import msgspec

from referee.kernel.chance import SEED_BYTES
from referee.kernel.refusals import Refused
from referee.match.charters import new_charter
from referee.match.entropy import COMMITMENT_BYTES, ENTROPY_BYTES
from referee.server.access import NoAccess, is_token
from referee.server.desk import Desk
from referee.server.forms import NAME_LENGTH
from referee.server.rooms import Policy
from referee.wire import describe, guard, streams
from referee.wire.calls import Calls
from referee.wire.codec import Codec, codec_of, encode_outcome
from referee.wire.guard import Code, Context, Refuse
from referee.wire.lines import Lines
from referee.wire.orders import order_message, read_orders
from referee.wire.structs import Malformed, content_head, delimited
from referee_api.v1 import referee_pb2 as api

NAME = api.DESCRIPTOR.services_by_name["Referee"].full_name

REPLAY_CHUNK = 1 << 18
MATCHES_REMEMBERED = 1 << 16
_ACCEPTED = api.SubmitResponse(accepted=api.Accepted()).SerializeToString()
_VIEW = api.GetViewResponse.DESCRIPTOR.fields_by_name
_WOULD_BE_ACCEPTED = api.CheckIntentResponse(accepted=api.Accepted()).SerializeToString()


class Limits(msgspec.Struct, frozen=True):
    """What one client may ask of a server."""

    message_bytes: int = 64 * 1024
    """The largest request."""
    send_bytes: int = 1024 * 1024
    """The largest message that is sent."""
    metadata_bytes: int = 8 * 1024
    """The metadata of a call; above this, calls begin to be refused, and at twice as much all are."""
    streams_a_connection: int = 100
    """Calls at once on one connection, the least HTTP/2 recommends; one Play stream carries thousands of matches."""
    unary_seconds: float = 30.0
    """The longest a unary call may take, whatever deadline the client sets."""
    stream_seconds: float = 3600.0
    """The age at which a stream is ended, to be resumed: who is gone without a word is not noticed otherwise."""
    connection_seconds: float = 7200.0
    """The age at which a connection is closed, with whatever was not ended in good order by then."""
    stuck_seconds: float = 30.0
    """How long a client may leave a message unread before its stream is cut."""
    ping_seconds: int = 10
    """A client that pings more often is disconnected."""
    keepalive_seconds: int = 60
    """How often we ping, to notice connections that are dead."""


class Service:
    """The calls of the service, on a desk."""

    def __init__(self, desk: Desk, limits: Limits) -> None:
        self._desk = desk
        self._limits = limits
        self._codecs: dict[str, Codec] = {}
        self.calls = Calls(limits.unary_seconds)
        self.lines = Lines(age_seconds=limits.stream_seconds, patience_seconds=limits.stuck_seconds)

    def handlers(self) -> grpc.GenericRpcHandler:
        """Return all calls, each with its guard. They give bytes, so there is nothing left to serialise."""
        unary: dict[str, tuple[Any, Callable[[Any], Any]]] = {
            "ListGames": (api.ListGamesRequest, self.list_games),
            "DescribeGame": (api.DescribeGameRequest, self.describe_game),
            "CreateMatch": (api.CreateMatchRequest, self.create_match),
            "JoinSeat": (api.JoinSeatRequest, self.join_seat),
            "RevealEntropy": (api.RevealEntropyRequest, self.reveal_entropy),
            "Submit": (api.SubmitRequest, self.submit),
            "CheckIntent": (api.CheckIntentRequest, self.check_intent),
            "SetOrders": (api.SetOrdersRequest, self.set_orders),
            "GetOrders": (api.GetOrdersRequest, self.get_orders),
            "GetReceipt": (api.GetReceiptRequest, self.get_receipt),
            "GetKeys": (api.GetKeysRequest, self.get_keys),
            "GetView": (api.GetViewRequest, self.get_view),
            "Verify": (api.VerifyRequest, self.verify),
        }
        handlers: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
            name: grpc.unary_unary_rpc_method_handler(
                guard.unary(name, behaviour, self.calls), guard.parse(kind)
            )
            for name, (kind, behaviour) in unary.items()
        }
        watch = guard.stream("Watch", partial(streams.watch, self._desk, self.lines))
        play = guard.stream("Play", partial(streams.play, self._desk, self.lines))
        replay = guard.stream("GetReplay", self.get_replay)
        handlers["Watch"] = grpc.unary_stream_rpc_method_handler(watch, guard.parse(api.WatchRequest))
        handlers["GetReplay"] = grpc.unary_stream_rpc_method_handler(
            replay, guard.parse(api.GetReplayRequest)
        )
        handlers["Play"] = grpc.stream_stream_rpc_method_handler(play, guard.parse(api.PlayRequest))
        return grpc.method_handlers_generic_handler(NAME, handlers)

    # --- games ---

    async def list_games(self, _: api.ListGamesRequest) -> bytes:
        """List the games."""
        return describe.list_games()

    async def describe_game(self, request: api.DescribeGameRequest) -> bytes:
        """Describe a game."""
        return describe.describe_game(request.game)

    # --- matches and seats ---

    async def create_match(self, request: api.CreateMatchRequest) -> bytes:
        """Open a match."""
        charter = new_charter(
            request.game,
            request.seats,
            seed=request.seed or secrets.token_bytes(SEED_BYTES),
            edition=request.edition,
            rulings=request.rulings,
            options=request.options,
        )
        policy = Policy(
            seconds_per_decision=request.seconds_per_decision,
            spectators=request.spectators,
            seconds_to_reveal=request.seconds_to_reveal or Policy().seconds_to_reveal,
        )
        created = await self._desk.create(charter, policy)
        match = describe.match_message(await self._desk.describe(created.match))
        return api.CreateMatchResponse(match=match, arbiter_token=created.arbiter_token).SerializeToString()

    async def join_seat(self, request: api.JoinSeatRequest) -> bytes:
        """Take a seat."""
        if not request.name.isprintable() or len(request.name) > NAME_LENGTH:
            raise Refuse(
                Code.INVALID_ARGUMENT, f"A name is printable text of up to {NAME_LENGTH} characters."
            )
        if request.token and not is_token(request.token):
            raise Refuse(Code.INVALID_ARGUMENT, "A token is 32 to 128 letters, digits, - and _.")
        commitment = request.entropy_commitment
        if len(commitment) not in (0, COMMITMENT_BYTES):
            raise Refuse(Code.INVALID_ARGUMENT, "A commitment to entropy is a SHA-256: 32 bytes, or none.")
        wanted = request.seat if request.HasField("seat") else None
        joined = await self._desk.join(request.match, wanted, request.name, request.token, commitment)
        match = describe.match_message(await self._desk.describe(request.match))
        return api.JoinSeatResponse(match=match, seat=joined.seat, token=joined.token).SerializeToString()

    async def reveal_entropy(self, request: api.RevealEntropyRequest) -> bytes:
        """Take what a seat committed to."""
        access = await self._desk.authenticate(request.match, request.token)
        if len(request.entropy) != ENTROPY_BYTES:
            raise Refuse(Code.INVALID_ARGUMENT, f"Entropy is {ENTROPY_BYTES} bytes.")
        await self._desk.reveal(access, request.entropy)
        return b""

    # --- answers ---

    async def submit(self, request: api.SubmitRequest) -> bytes:
        """Answer a question."""
        access = await self._desk.authenticate(request.match, request.token)
        codec = await self._codec(request.match)
        answer = _answer(codec, request.answer)
        reply = await self._desk.submit(access, request.question, answer, request.key)
        if reply.refused is None:
            if not request.with_receipt:
                return _ACCEPTED
            receipt = await self._desk.receipt(access)
            return api.SubmitResponse(accepted=api.Accepted(), receipt=receipt).SerializeToString()
        return api.SubmitResponse(refused=codec.refused(reply.refused)).SerializeToString()

    async def check_intent(self, request: api.CheckIntentRequest) -> bytes:
        """Say what Submit would."""
        access = await self._desk.authenticate(request.match, request.token)
        codec = await self._codec(request.match)
        found = await self._desk.check(access, request.question, _answer(codec, request.answer))
        if isinstance(found, Refused):
            return api.CheckIntentResponse(refused=codec.refused(found)).SerializeToString()
        return _WOULD_BE_ACCEPTED

    async def set_orders(self, request: api.SetOrdersRequest) -> bytes:
        """Leave standing orders."""
        access = await self._desk.authenticate(request.match, request.token)
        await self._desk.set_orders(access, read_orders(request.orders))
        return b""

    async def get_orders(self, request: api.GetOrdersRequest) -> bytes:
        """Say which standing orders hold."""
        access = await self._desk.authenticate(request.match, request.token)
        orders = await self._desk.orders(access)
        return api.GetOrdersResponse(orders=[order_message(order) for order in orders]).SerializeToString()

    # --- looking ---

    async def get_view(self, request: api.GetViewRequest) -> bytes:
        """Show the table as it is now."""
        access = await self._desk.authenticate(request.match, request.token)
        about = await self._desk.describe(request.match)
        look = await self._desk.look(access)
        game = about.charter.game
        codec = codec_of(game)
        parts = [
            api.GetViewResponse(
                match=describe.match_message(about), frame=look.number, waiting_for=look.waiting_for
            ).SerializeToString(),
            delimited(content_head(_VIEW[game]), codec.view(look.state)),
        ]
        if look.question is not None:
            parts.append(delimited(content_head(_VIEW["question"]), codec.question(look.question)))
        if look.outcome is not None:
            parts.append(delimited(content_head(_VIEW["outcome"]), encode_outcome(look.outcome)))
        return b"".join(parts)

    async def get_receipt(self, request: api.GetReceiptRequest) -> bytes:
        """Sign for what this viewer was told."""
        access = await self._desk.authenticate(request.match, request.token)
        return api.GetReceiptResponse(receipt=await self._desk.receipt(access)).SerializeToString()

    async def get_keys(self, request: api.GetKeysRequest) -> bytes:
        """Hand out the keys that are signed with."""
        return api.GetKeysResponse(keys=self._desk.published_keys).SerializeToString()

    async def get_replay(self, request: api.GetReplayRequest, context: Context) -> None:
        """Send the replay in pieces."""
        access = await self._desk.authenticate(request.match, request.token)
        if access.role == "spectator":
            raise NoAccess
        text = (await self._desk.replay(access)).encode()
        with self.lines.line(context.write) as line:
            for start in range(0, len(text), REPLAY_CHUNK):
                chunk = text[start : start + REPLAY_CHUNK]
                await line.send(api.GetReplayResponse(chunk=chunk).SerializeToString())

    async def verify(self, request: api.VerifyRequest) -> bytes:
        """Run a match again and compare it with its log."""
        access = await self._desk.authenticate(request.match, request.token)
        if access.role == "spectator":
            raise NoAccess
        verdict = await self._desk.verify(access)
        response = api.VerifyResponse(fits=verdict.ok, facts=verdict.facts, head=verdict.head)
        found = verdict.first_difference
        if found is not None:
            response.first_difference.MergeFrom(
                api.Difference(entry=found.entry, what=found.what, expected=found.expected, found=found.found)
            )
        return response.SerializeToString()

    async def _codec(self, match: str) -> Codec:
        """Return the codec of a match that is known to exist; its game never changes."""
        found = self._codecs.get(match)
        if found is None:
            if len(self._codecs) >= MATCHES_REMEMBERED:
                self._codecs.clear()
            found = self._codecs[match] = codec_of((await self._desk.describe(match)).charter.game)
        return found


def _answer(codec: Codec, answer: api.Answer) -> Any:
    """Read an answer; None stands for one that cannot be read, which the match refuses in its turn."""
    try:
        return codec.answer(answer)
    except Malformed:
        return None
