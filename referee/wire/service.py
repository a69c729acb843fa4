"""The calls of the service `referee.api.v1.Referee`. Every method takes a message and returns bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import grpc

from referee.match.entropy import ENTROPY_BYTES
from referee.replay.verification import Verification
from referee.server.access import denial
from referee.server.matches import Matches
from referee.server.quotas import Activity
from referee.wire import describe, guard
from referee.wire.callers import CALLER, Callers
from referee.wire.clock_messages import clock_message, seat_clocks_message
from referee.wire.codec import codec_of, encode_outcome
from referee.wire.deadlines import CallDeadlines
from referee.wire.downloads import chunks_of
from referee.wire.guard import Context
from referee.wire.match_calls import NO_DEFAULTS, MatchCalls, OptionDefaults
from referee.wire.open_streams import OpenStreams
from referee.wire.order_messages import decode_orders, order_message
from referee.wire.progress_streams import send_progress
from referee.wire.request_ids import tag_of
from referee.wire.statuses import invalid
from referee.wire.streams import serve_play, serve_watch
from referee.wire.structs import content_head, delimited
from referee.wire.wire_limits import WireLimits
from referee_api.v1 import referee_pb2 as api

NAME = api.DESCRIPTOR.services_by_name["Referee"].full_name

_ACCEPTED = api.SubmitResponse(accepted=api.Accepted()).SerializeToString()
_SAID = api.SayResponse(accepted=api.Accepted()).SerializeToString()
_VIEW = api.GetViewResponse.DESCRIPTOR.fields_by_name
_WOULD_BE_ACCEPTED = api.CheckIntentResponse(accepted=api.Accepted()).SerializeToString()


class Service:
    """The calls of the service."""

    def __init__(
        self,
        matches: Matches,
        limits: WireLimits,
        services: Sequence[str] = (),
        default_options: OptionDefaults = NO_DEFAULTS,
    ) -> None:
        self._matches = matches
        self._limits = limits
        self._services = services
        self._default_options = default_options
        self.deadlines = CallDeadlines(limits.unary_seconds)
        self.streams = OpenStreams(age_seconds=limits.stream_seconds, patience_seconds=limits.stuck_seconds)

    def handlers(self) -> grpc.GenericRpcHandler:
        """Return all calls, each with its guard. They return bytes, so gRPC has nothing to serialise."""
        unary: dict[str, tuple[Any, Callable[[Any], Any]]] = {
            "DescribeGame": (api.DescribeGameRequest, self.describe_game),
            "RevealEntropy": (api.RevealEntropyRequest, self.reveal_entropy),
            "Submit": (api.SubmitRequest, self.submit),
            "SealAnswer": (api.SealAnswerRequest, self.seal_answer),
            "CheckIntent": (api.CheckIntentRequest, self.check_intent),
            "Say": (api.SayRequest, self.say),
            "SetOrders": (api.SetOrdersRequest, self.set_orders),
            "GetOrders": (api.GetOrdersRequest, self.get_orders),
            "GetReceipt": (api.GetReceiptRequest, self.get_receipt),
            "GetKeys": (api.GetKeysRequest, self.get_keys),
            "GetView": (api.GetViewRequest, self.get_view),
            **MatchCalls(self._matches, self._limits, self._services, self._default_options).calls(),
        }
        callers = Callers(self._matches)
        handlers: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
            name: guard.unary_handler(name, kind, behaviour, self.deadlines, callers)
            for name, (kind, behaviour) in unary.items()
        }
        watch = partial(serve_watch, self._matches, self.streams)
        play = guard.stream("Play", partial(serve_play, self._matches, self.streams), callers)
        handlers["Watch"] = guard.stream_handler("Watch", api.WatchRequest, watch, callers)
        handlers["GetReplay"] = guard.stream_handler(
            "GetReplay", api.GetReplayRequest, self.get_replay, callers
        )
        handlers["Verify"] = guard.stream_handler("Verify", api.VerifyRequest, self.verify, callers)
        handlers["Play"] = grpc.stream_stream_rpc_method_handler(play, guard.parser_of(api.PlayRequest))
        return grpc.method_handlers_generic_handler(NAME, handlers)

    # --- games ---

    async def describe_game(self, request: api.DescribeGameRequest) -> bytes:
        """Describe a game."""
        return describe.describe_game(request.game)

    # --- entropy ---

    async def reveal_entropy(self, request: api.RevealEntropyRequest) -> bytes:
        """Reveal the entropy a seat committed to."""
        access = await self._matches.authenticate(request.match_id, request.token, CALLER.get())
        if len(request.entropy) != ENTROPY_BYTES:
            raise invalid(f"Entropy is {ENTROPY_BYTES} bytes.", "entropy")
        await self._matches.reveal(access, request.entropy)
        return b""

    # --- answers ---

    async def submit(self, request: api.SubmitRequest) -> bytes:
        """Answer a question."""
        session, access = await self._matches.enter(request.match_id, request.token, CALLER.get())
        codec = codec_of(session.charter.game)
        reply = await self._matches.writer.submit_and_wait(
            session, access, request.question, codec.answer(request.answer), request.request_id
        )
        if reply.refused is not None:
            return api.SubmitResponse(refused=codec.refused(reply.refused)).SerializeToString()
        if not request.with_receipt:
            return _ACCEPTED
        receipt = await self._matches.receipt_after_answer(access)
        return api.SubmitResponse(accepted=api.Accepted(), receipt=receipt).SerializeToString()

    async def check_intent(self, request: api.CheckIntentRequest) -> bytes:
        """Return what Submit would, without any effect."""
        session, access = await self._matches.enter(request.match_id, request.token, CALLER.get())
        codec = codec_of(session.charter.game)
        found = await self._matches.check(access, request.question, codec.answer(request.answer))
        if found is not None:
            return api.CheckIntentResponse(refused=codec.refused(found)).SerializeToString()
        return _WOULD_BE_ACCEPTED

    async def seal_answer(self, request: api.SealAnswerRequest) -> bytes:
        """Seal the answer of a seat for an adjournment."""
        session, access = await self._matches.enter(request.match_id, request.token, CALLER.get())
        codec = codec_of(session.charter.game)
        answer = codec.answer(request.answer)
        tag = tag_of(request, access)
        refused = await self._matches.seal_answer(access, request.question, answer, tag)
        if refused is None:
            return b""
        return api.SealAnswerResponse(refused=codec.refused(refused)).SerializeToString()

    async def say(self, request: api.SayRequest) -> bytes:
        """Say something to the whole table."""
        session, access = await self._matches.enter(request.match_id, request.token, CALLER.get())
        codec = codec_of(session.charter.game)
        statement = codec.statement(request.words, access.seat)
        reply = await self._matches.writer.say_and_wait(session, access, statement, request.request_id)
        if reply.refused is not None:
            return api.SayResponse(refused=codec.refused(reply.refused)).SerializeToString()
        return _SAID

    async def set_orders(self, request: api.SetOrdersRequest) -> bytes:
        """Replace the standing orders of a seat."""
        access = await self._matches.authenticate(request.match_id, request.token, CALLER.get())
        await self._matches.set_orders(access, decode_orders(request.orders))
        return b""

    async def get_orders(self, request: api.GetOrdersRequest) -> bytes:
        """Return the standing orders of a seat that are in force."""
        access = await self._matches.authenticate(request.match_id, request.token, CALLER.get())
        orders = await self._matches.orders(access)
        return api.GetOrdersResponse(orders=[order_message(order) for order in orders]).SerializeToString()

    # --- views and records ---

    async def get_view(self, request: api.GetViewRequest) -> bytes:
        """Return the table as the caller knows it now."""
        session, access = await self._matches.enter(request.match_id, request.token, CALLER.get())
        match, game = describe.match_message(session.description), session.charter.game
        view, codec = await self._matches.view(access), codec_of(game)
        parts = [
            api.GetViewResponse(
                match=match,
                frame=view.number,
                waiting_for=view.waiting_for,
                clock=clock_message(view.clock),
                clocks=seat_clocks_message(session.public_clocks(), view.number),
            ).SerializeToString(),
        ]
        if view.question is not None:
            parts.append(delimited(content_head(_VIEW["question"]), codec.question(view.question)))
        if view.outcome is not None:
            parts.append(delimited(content_head(_VIEW["outcome"]), encode_outcome(view.outcome)))
        parts.append(delimited(content_head(_VIEW["view"]), codec.view(view.state)))
        return b"".join(parts)

    async def get_receipt(self, request: api.GetReceiptRequest) -> bytes:
        """Return a receipt for everything the caller was sent."""
        access = await self._matches.authenticate(request.match_id, request.token, CALLER.get())
        return api.GetReceiptResponse(receipt=await self._matches.receipt(access)).SerializeToString()

    async def get_keys(self, request: api.GetKeysRequest) -> bytes:
        """Return the public keys of this referee."""
        return api.GetKeysResponse(keys=self._matches.keys.published).SerializeToString()

    async def get_replay(self, request: api.GetReplayRequest, context: Context) -> None:
        """Send the replay in pieces."""
        access = await self._matches.authenticate(request.match_id, request.token, CALLER.get())
        if access.role == "spectator":
            raise denial(access)
        with self._matches.quotas.holding(CALLER.get(), Activity.HEAVY):
            text = (await self._matches.records.replay(access)).encode()
        with self.streams.open(context.write) as stream:
            for chunk, file in chunks_of(text):
                await stream.send(api.GetReplayResponse(chunk=chunk, file=file).SerializeToString())

    async def verify(self, request: api.VerifyRequest, context: Context) -> None:
        """Run a match again and compare it with its log."""
        access = await self._matches.authenticate(request.match_id, request.token, CALLER.get())
        if access.role == "spectator":
            raise denial(access)
        with (
            self._matches.quotas.holding(CALLER.get(), Activity.HEAVY),
            self.streams.open(context.write) as stream,
        ):
            verdict = await send_progress(
                stream,
                lambda note: self._matches.records.verify(access, note),
                lambda progress: api.VerifyResponse(progress=progress).SerializeToString(),
            )
            await stream.send(
                api.VerifyResponse(verification=_verification_message(verdict)).SerializeToString()
            )


def _verification_message(verdict: Verification) -> api.Verification:
    message = api.Verification(fits=verdict.ok, facts=verdict.facts, head=verdict.head)
    found = verdict.first_difference
    if found is not None:
        message.first_difference.MergeFrom(
            api.Difference(entry=found.entry, what=found.what, expected=found.expected, found=found.found)
        )
    return message
