"""The calls of the service `referee.api.v1.Referee`. Every method takes a message and returns bytes."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

import grpc
import msgspec

from referee.kernel.chance import SEED_BYTES
from referee.match.charters import new_charter
from referee.match.entropy import COMMITMENT_BYTES, ENTROPY_BYTES
from referee.server.access import NoAccess, is_token
from referee.server.matches import Matches
from referee.server.settings import NAME_LENGTH, Policy
from referee.wire import describe, guard
from referee.wire.codec import codec_of, encode_outcome
from referee.wire.deadlines import CallDeadlines
from referee.wire.guard import Code, Context, Refuse
from referee.wire.open_streams import OpenStreams
from referee.wire.order_messages import decode_orders, order_message
from referee.wire.streams import serve_play, serve_watch
from referee.wire.structs import content_head, delimited
from referee_api.v1 import referee_pb2 as api

NAME = api.DESCRIPTOR.services_by_name["Referee"].full_name

REPLAY_CHUNK = 1 << 18
"""Size of the pieces in which a replay is sent, in bytes."""
_ACCEPTED = api.SubmitResponse(accepted=api.Accepted()).SerializeToString()
_VIEW = api.GetViewResponse.DESCRIPTOR.fields_by_name
_WOULD_BE_ACCEPTED = api.CheckIntentResponse(accepted=api.Accepted()).SerializeToString()


class WireLimits(msgspec.Struct, frozen=True):
    """Limits on the calls of one client."""

    message_bytes: int = 64 * 1024
    """Maximum size of a request, in bytes."""
    send_bytes: int = 1024 * 1024
    """Maximum size of a response, in bytes."""
    metadata_bytes: int = 8 * 1024
    """Size of the metadata of a call above which some calls are refused, in bytes; at twice the size all are."""
    streams_per_connection: int = 100
    """Maximum number of concurrent calls per connection, the least HTTP/2 recommends. One Play stream carries thousands
    of matches."""
    unary_seconds: float = 30.0
    """Maximum duration of a unary call, whatever deadline the client sets."""
    stream_seconds: float = 3600.0
    """Age at which a stream is ended, to be resumed: a client that vanished silently is not noticed otherwise."""
    connection_seconds: float = 7200.0
    """Age at which a connection is closed, with whatever is still open on it."""
    stuck_seconds: float = 30.0
    """Seconds a client may leave a message unread before its stream is cut."""
    ping_seconds: int = 10
    """Minimum interval between pings of a client; one that pings more often is disconnected."""
    keepalive_seconds: int = 60
    """Interval between pings of the server, which detect dead connections."""


class Service:
    """The calls of the service."""

    def __init__(self, matches: Matches, limits: WireLimits) -> None:
        self._matches = matches
        self.deadlines = CallDeadlines(limits.unary_seconds)
        self.streams = OpenStreams(age_seconds=limits.stream_seconds, patience_seconds=limits.stuck_seconds)

    def handlers(self) -> grpc.GenericRpcHandler:
        """Return all calls, each with its guard. They return bytes, so gRPC has nothing to serialise."""
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
            name: guard.unary_handler(name, kind, behaviour, self.deadlines)
            for name, (kind, behaviour) in unary.items()
        }
        watch = partial(serve_watch, self._matches, self.streams)
        play = guard.stream("Play", partial(serve_play, self._matches, self.streams))
        handlers["Watch"] = guard.stream_handler("Watch", api.WatchRequest, watch)
        handlers["GetReplay"] = guard.stream_handler("GetReplay", api.GetReplayRequest, self.get_replay)
        handlers["Play"] = grpc.stream_stream_rpc_method_handler(play, guard.parser_of(api.PlayRequest))
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
        """Create a match."""
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
        created = await self._matches.create(charter, policy)
        match = describe.match_message(await self._matches.describe(created.match_id))
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
        joined = await self._matches.join(request.match, wanted, request.name, request.token, commitment)
        match = describe.match_message(await self._matches.describe(request.match))
        return api.JoinSeatResponse(match=match, seat=joined.seat, token=joined.token).SerializeToString()

    async def reveal_entropy(self, request: api.RevealEntropyRequest) -> bytes:
        """Reveal the entropy a seat committed to."""
        access = await self._matches.authenticate(request.match, request.token)
        if len(request.entropy) != ENTROPY_BYTES:
            raise Refuse(Code.INVALID_ARGUMENT, f"Entropy is {ENTROPY_BYTES} bytes.")
        await self._matches.reveal(access, request.entropy)
        return b""

    # --- answers ---

    async def submit(self, request: api.SubmitRequest) -> bytes:
        """Answer a question."""
        session, access = await self._matches.enter(request.match, request.token)
        codec = codec_of(session.charter.game)
        reply = await self._matches.writer.submit_and_wait(
            session, access, request.question, codec.answer(request.answer), request.key
        )
        if reply.refused is not None:
            return api.SubmitResponse(refused=codec.refused(reply.refused)).SerializeToString()
        if not request.with_receipt:
            return _ACCEPTED
        receipt = await self._matches.receipt(access)
        return api.SubmitResponse(accepted=api.Accepted(), receipt=receipt).SerializeToString()

    async def check_intent(self, request: api.CheckIntentRequest) -> bytes:
        """Return what Submit would, without any effect."""
        session, access = await self._matches.enter(request.match, request.token)
        codec = codec_of(session.charter.game)
        found = await self._matches.check(access, request.question, codec.answer(request.answer))
        if found is not None:
            return api.CheckIntentResponse(refused=codec.refused(found)).SerializeToString()
        return _WOULD_BE_ACCEPTED

    async def set_orders(self, request: api.SetOrdersRequest) -> bytes:
        """Replace the standing orders of a seat."""
        access = await self._matches.authenticate(request.match, request.token)
        await self._matches.set_orders(access, decode_orders(request.orders))
        return b""

    async def get_orders(self, request: api.GetOrdersRequest) -> bytes:
        """Return the standing orders of a seat that are in force."""
        access = await self._matches.authenticate(request.match, request.token)
        orders = await self._matches.orders(access)
        return api.GetOrdersResponse(orders=[order_message(order) for order in orders]).SerializeToString()

    # --- views and records ---

    async def get_view(self, request: api.GetViewRequest) -> bytes:
        """Return the table as the caller knows it now."""
        session, access = await self._matches.enter(request.match, request.token)
        match, game = describe.match_message(session.description), session.charter.game
        view, codec = await self._matches.view(access), codec_of(game)
        parts = [
            api.GetViewResponse(
                match=match, frame=view.number, waiting_for=view.waiting_for
            ).SerializeToString(),
            delimited(content_head(_VIEW[game]), codec.view(view.state)),
        ]
        if view.question is not None:
            parts.append(delimited(content_head(_VIEW["question"]), codec.question(view.question)))
        if view.outcome is not None:
            parts.append(delimited(content_head(_VIEW["outcome"]), encode_outcome(view.outcome)))
        return b"".join(parts)

    async def get_receipt(self, request: api.GetReceiptRequest) -> bytes:
        """Return a receipt for everything the caller was sent."""
        access = await self._matches.authenticate(request.match, request.token)
        return api.GetReceiptResponse(receipt=await self._matches.receipt(access)).SerializeToString()

    async def get_keys(self, request: api.GetKeysRequest) -> bytes:
        """Return the public keys of this referee."""
        return api.GetKeysResponse(keys=self._matches.keys.published).SerializeToString()

    async def get_replay(self, request: api.GetReplayRequest, context: Context) -> None:
        """Send the replay in pieces."""
        access = await self._matches.authenticate(request.match, request.token)
        if access.role == "spectator":
            raise NoAccess
        text = (await self._matches.records.replay(access)).encode()
        with self.streams.open(context.write) as stream:
            for start in range(0, len(text), REPLAY_CHUNK):
                chunk = text[start : start + REPLAY_CHUNK]
                await stream.send(api.GetReplayResponse(chunk=chunk).SerializeToString())

    async def verify(self, request: api.VerifyRequest) -> bytes:
        """Run a match again and compare it with its log."""
        access = await self._matches.authenticate(request.match, request.token)
        if access.role == "spectator":
            raise NoAccess
        verdict = await self._matches.records.verify(access)
        response = api.VerifyResponse(fits=verdict.ok, facts=verdict.facts, head=verdict.head)
        found = verdict.first_difference
        if found is not None:
            response.first_difference.MergeFrom(
                api.Difference(entry=found.entry, what=found.what, expected=found.expected, found=found.found)
            )
        return response.SerializeToString()
