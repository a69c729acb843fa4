"""The client for asyncio: `async with aio.connect("localhost:8600") as referee: ...`"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Set
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc
from google.protobuf.message import Message

from referee_api.v1 import referee_pb2 as api
from referee_api.v1.disputes_pb2_grpc import DisputesStub
from referee_api.v1.referee_pb2_grpc import RefereeStub
from referee_client.bot import Bot, Reply, answer_message
from referee_client.disputes import Disputing
from referee_client.errors import RefereeError, Refused, Unreachable
from referee_client.luck import check_promises, commitment_to, new_entropy
from referee_client.orders import Orders, order_messages
from referee_client.patience import Patience, status_of
from referee_client.play import SEATS_A_STREAM, Playing, Seat
from referee_client.receipts import Shelf

T = TypeVar("T")

CHANNEL_OPTIONS = (
    # A bot should be back soon after the referee is.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 3000),
    # A connection that died without a word is found out in half a minute.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
)
SECONDS_TO_CONNECT = 10.0
SECONDS_A_CALL = 20.0
SECONDS_TO_ANSWER = 2.0
"""How long calls that were given up may take when the connection is closed."""
SECONDS_TO_CANCEL = 0.5
"""How long gRPC may take to cancel streams; all of it while another client of this event loop has some."""


class Client(Disputing):
    """A connection to a referee. To be used in an `async with`, or closed."""

    def __init__(
        self, address: str, *, ca_file: str | Path | None = None, tls: bool = False, patience: float = 60.0
    ) -> None:
        """Prepare a connection to `HOST:PORT`.

        `tls` encrypts it, trusting the authorities of this machine; `ca_file` encrypts it too, and trusts the
        certificate in that file instead. `patience` says for how many seconds to go on without an answer.
        """
        self.address = address
        self._patience = patience
        if tls or ca_file is not None:
            trusted = None if ca_file is None else Path(ca_file).read_bytes()
            credentials = grpc.ssl_channel_credentials(trusted)
            self._channel = grpc.aio.secure_channel(address, credentials, CHANNEL_OPTIONS)
        else:
            self._channel = grpc.aio.insecure_channel(address, CHANNEL_OPTIONS)
        self._stub: Any = RefereeStub(self._channel)  # type: ignore[no-untyped-call]
        self._disputes: Any = DisputesStub(self._channel)  # type: ignore[no-untyped-call]
        self._calls: set[asyncio.Future[Any]] = set()

    async def __aenter__(self) -> Self:
        """Wait until the referee can be reached."""
        try:
            await asyncio.wait_for(self._channel.channel_ready(), SECONDS_TO_CONNECT)
        except TimeoutError:
            await self.close()
            advice = "is it running there (`referee serve`), and with TLS or without?"
            text = f"no referee answers at {self.address}; {advice}"
            raise Unreachable(grpc.StatusCode.UNAVAILABLE, text) from None
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Let the connection go, when gRPC is done with what was under way on it.

        gRPC has one queue for all event loops of a process: what arrives there for a loop that is closed by then is
        raised in the next one, which may have to wait for its own because of it.
        """
        await _wait_for(self._calls, SECONDS_TO_ANSWER)
        await self._channel.close()
        await _wait_for({task for task in asyncio.all_tasks() if _awaits_status(task)}, SECONDS_TO_CANCEL)

    # --- games, matches and seats ---

    async def list_games(self) -> list[api.GameSummary]:
        """List the games the referee knows."""
        response: api.ListGamesResponse = await self._ask(self._stub.ListGames, api.ListGamesRequest())
        return list(response.games)

    async def describe_game(self, game: str) -> api.DescribeGameResponse:
        """Describe a game: questions, choices, rulings, options, and what is printed on its cards."""
        return await self._ask(self._stub.DescribeGame, api.DescribeGameRequest(game=game))

    async def create_match(
        self,
        game: str,
        seats: int,
        *,
        seed: str = "",
        edition: str = "",
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
        seconds_per_decision: int = 0,
        spectators: bool = False,
        seconds_to_reveal: int = 0,
    ) -> api.CreateMatchResponse:
        """Open a match; it begins when every seat is taken.

        Not tried again by itself: a lost reply is no proof that no match was opened.
        """
        request = api.CreateMatchRequest(
            game=game,
            seats=seats,
            seed=seed,
            edition=edition,
            rulings=rulings,
            options=options,
            seconds_per_decision=seconds_per_decision,
            spectators=spectators,
            seconds_to_reveal=seconds_to_reveal,
        )
        return await self._ask_once(self._stub.CreateMatch, request)

    async def join_seat(
        self, match: str, seat: int | None = None, name: str = "", *, entropy: bool = False
    ) -> Seat:
        """Take a seat, or the first free one. It brings its own token, so a lost reply does not lose the seat.

        With `entropy` it also brings 32 random bytes to the luck. They stay in the `Seat` that is returned, and `play`
        reveals them when every seat is taken; who answers by hand calls `reveal_entropy`.
        """
        token, secret = secrets.token_hex(32), new_entropy() if entropy else b""
        request = api.JoinSeatRequest(
            match=match,
            seat=seat,
            name=name,
            token=token,
            entropy_commitment=commitment_to(secret) if entropy else b"",
        )
        response: api.JoinSeatResponse = await self._ask(self._stub.JoinSeat, request)
        return Seat(match, response.seat, response.token, secret, response.match.commitment)

    async def reveal_entropy(self, seat: Seat) -> None:
        """Reveal what a seat brings to the luck, for those who do not `play`: once `Standing` says it is awaited."""
        request = api.RevealEntropyRequest(match=seat.match, token=seat.token, entropy=seat.entropy)
        await self._ask(self._stub.RevealEntropy, request)

    async def check_luck(self, seat: Seat) -> None:
        """See in the replay that the referee and this seat kept what they had committed to; or `BrokenPromise`.

        Only when the match is over for good: whoever has the replay knows all, so no ruling can take a match back then.
        """
        replay = await self.get_replay(seat.match, seat.token)
        check_promises(replay, seat=seat.number, entropy=seat.entropy, commitment=seat.commitment)

    # --- playing ---

    async def play(
        self, bots: Mapping[Seat, Bot], *, receipts: str | Path | None = None, keys: str = ""
    ) -> dict[Seat, api.Outcome]:
        """Play any number of seats, of any number of matches, on as few streams as can be, until all are over.

        With a directory for `receipts` the referee signs for every answer and for what it tells; each receipt is
        checked and kept there, as MATCH.seat-N.receipts. They must be signed with the referee's `keys`, as the official
        publishes them; without any, those are trusted that the referee gave the first time. Raises ReceiptMismatch.

        Where an undo or a ruling lets another match go on in a seat's place, it is played there.
        """
        shelf = None if receipts is None else Shelf.opened(receipts, await self.get_keys(), keys)
        seats = list(bots)
        parts = [seats[start : start + SEATS_A_STREAM] for start in range(0, len(seats), SEATS_A_STREAM)]
        streams = [
            Playing(
                self._stub,
                {seat: bots[seat] for seat in part},
                Patience(self._patience),
                self.reveal_entropy,
                shelf,
            ).to_the_end()
            for part in parts
        ]
        outcomes: dict[Seat, api.Outcome] = {}
        for finished in await asyncio.gather(*streams):
            outcomes |= finished
        if shelf is not None and shelf.unread:
            shelf.renew(await self.get_keys())
        return outcomes

    async def submit(self, seat: Seat, question: api.Question, reply: Reply, key: str = "") -> None:
        """Answer a question by hand; raises `Refused` if the rules do not allow it.

        However often it must be sent, it counts once. A caller that wants to send it again itself gives a `key`.
        """
        request = api.SubmitRequest(
            match=seat.match,
            token=seat.token,
            question=question.number,
            answer=answer_message(question, reply),
            key=key or secrets.token_hex(8),
        )
        response: api.SubmitResponse = await self._ask(self._stub.Submit, request)
        if response.HasField("refused"):
            raise Refused.read(response.refused)

    async def check(self, seat: Seat, question: api.Question, reply: Reply) -> Refused | None:
        """Say why an answer would be refused, or None if it would be taken. Nothing changes."""
        request = api.CheckIntentRequest(
            match=seat.match,
            token=seat.token,
            question=question.number,
            answer=answer_message(question, reply),
        )
        response: api.CheckIntentResponse = await self._ask(self._stub.CheckIntent, request)
        return Refused.read(response.refused) if response.HasField("refused") else None

    async def set_orders(self, seat: Seat, orders: Orders) -> None:
        """Leave standing orders in place of all that were left before; none clears them. Nobody else learns of it.

        An order is made by `order(...)`; the name of a question stands for the order to pass on it.
        """
        request = api.SetOrdersRequest(match=seat.match, token=seat.token, orders=order_messages(orders))
        await self._ask(self._stub.SetOrders, request)

    async def get_orders(self, seat: Seat) -> list[api.Order]:
        """Read the standing orders of a seat that hold now."""
        request = api.GetOrdersRequest(match=seat.match, token=seat.token)
        response: api.GetOrdersResponse = await self._ask(self._stub.GetOrders, request)
        return list(response.orders)

    # --- looking ---

    async def watch(
        self,
        match: str,
        token: str = "",
        *,
        after: int = 0,
        with_view: bool = False,
        on_standing: Callable[[api.Standing], object] = lambda standing: None,
    ) -> AsyncGenerator[api.Frame, None]:
        """Follow a match to its end, frame by frame, through any number of cuts. Without a token, as a spectator.

        A ruling may end it too; `on_standing` is told what stands beside the match whenever that changes.
        """
        is_decided = False
        patience = Patience(self._patience)
        while True:
            call = self._stub.Watch(
                api.WatchRequest(match=match, token=token, after=after, with_view=with_view)
            )
            try:
                async for response in call:
                    patience.renew()
                    for standing in _standings_in(response):
                        on_standing(standing)
                        is_decided = standing.HasField("award")
                    for frame in response.frames:
                        after = frame.number
                        yield frame
                        if frame.HasField("outcome"):
                            return
            except grpc.aio.AioRpcError as cut:
                await patience.after(*status_of(cut))
            else:
                if is_decided:
                    return
                await patience.after(grpc.StatusCode.UNAVAILABLE, "the referee ended the stream")
            finally:
                call.cancel()

    async def get_view(self, match: str, token: str = "") -> api.GetViewResponse:
        """Look at the table as it is now."""
        return await self._ask(self._stub.GetView, api.GetViewRequest(match=match, token=token))

    async def get_receipt(self, match: str, token: str = "") -> str:
        """Have the referee sign for all that a seat, or a spectator, was told so far."""
        request = api.GetReceiptRequest(match=match, token=token)
        response: api.GetReceiptResponse = await self._ask(self._stub.GetReceipt, request)
        return response.receipt

    async def get_keys(self) -> str:
        """Get the keys that the referee signs with: a signed list of them."""
        response: api.GetKeysResponse = await self._ask(self._stub.GetKeys, api.GetKeysRequest())
        return response.keys

    async def get_replay(self, match: str, token: str) -> bytes:
        """Get the replay of a match: after its end, or with the arbiter's token."""
        return await self._download(self._stub.GetReplay, api.GetReplayRequest(match=match, token=token))

    async def verify(self, match: str, token: str) -> api.VerifyResponse:
        """Have the referee run a match again and compare it with its log."""
        return await self._ask(self._stub.Verify, api.VerifyRequest(match=match, token=token))

    async def _ask(self, method: Callable[..., Awaitable[T]], request: Message) -> T:
        """Make a call that may be made twice, until there is an answer."""
        patience = Patience(self._patience)
        while True:
            try:
                return await self._call(method, request)
            except grpc.aio.AioRpcError as error:
                await patience.after(*status_of(error))

    async def _ask_once(self, method: Callable[..., Awaitable[T]], request: Message) -> T:
        try:
            return await self._call(method, request)
        except grpc.aio.AioRpcError as error:
            raise RefereeError(*status_of(error)) from None

    async def _download(self, method: Callable[..., Any], request: Message) -> bytes:
        """Get a file that comes in pieces."""
        try:
            return b"".join([response.chunk async for response in method(request, timeout=SECONDS_A_CALL)])
        except grpc.aio.AioRpcError as error:
            raise RefereeError(*status_of(error)) from None

    async def _call(self, method: Callable[..., Awaitable[T]], request: Message) -> T:
        """Make a call. If the caller gives up waiting, it ends by itself, or when the connection is closed."""
        call = asyncio.ensure_future(method(request, timeout=SECONDS_A_CALL))
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        return await asyncio.shield(call)


def _standings_in(response: api.WatchResponse) -> list[api.Standing]:
    """What a response tells of what stands beside the match."""
    found = [response.match.standing] if response.match.HasField("standing") else []
    return [*found, *([response.standing] if response.HasField("standing") else [])]


async def _wait_for(work: Set[asyncio.Future[Any]], seconds: float) -> None:
    if work:
        await asyncio.wait(work, timeout=seconds)


def _awaits_status(task: asyncio.Task[Any]) -> bool:
    """Say whether gRPC waits here for the status of a stream, as it does for a while after it was cancelled."""
    return "_handle_status_once_received" in getattr(task.get_coro(), "__qualname__", "")


connect = Client
