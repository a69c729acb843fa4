"""The client for asyncio: `async with aio.connect("localhost:8600") as referee: ...`"""

from __future__ import annotations

import asyncio
import platform
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence, Set
from copy import copy
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self, TypeVar

import grpc
from google.protobuf.message import Message

from referee_api.v1 import referee_pb2 as api
from referee_api.v1.arena_pb2_grpc import ArenaStub
from referee_api.v1.disputes_pb2_grpc import DisputesStub
from referee_api.v1.referee_pb2_grpc import RefereeStub
from referee_client.arena_calls import ArenaCalls
from referee_client.bot import Bot, Decision, answer_message
from referee_client.disputes import DisputeCalls, ProgressReport, new_request_id
from referee_client.errors import RefereeError, Refused, Unreachable, error_of
from referee_client.key_metadata import KeyedChannel, with_api_key
from referee_client.luck import check_commitments, commitment_to, new_entropy
from referee_client.official_calls import OfficialCalls, duration_message
from referee_client.orders import Orders, order_messages
from referee_client.patience import Patience
from referee_client.play import SEATS_PER_STREAM, Seat, StreamPlayer
from referee_client.receipts import ReceiptDirectory
from referee_client.speech import Utterance, words_message
from referee_client.unreachable import advice_for

T = TypeVar("T")

VERSION = "0.1.0"
"""Version of this SDK."""

THIS_CLIENT = api.ClientInfo(
    name="referee-client", version=VERSION, language=f"Python {platform.python_version()}"
)
"""This SDK, as it describes itself when it takes a seat."""

TALK_POLICIES: Mapping[str, api.TalkPolicy] = {
    "": api.TALK_POLICY_UNSPECIFIED,
    "none": api.TALK_POLICY_NONE,
    "palette": api.TALK_POLICY_PALETTE,
    "free": api.TALK_POLICY_FREE,
}

CHANNEL_OPTIONS = (
    # Reconnect soon after the referee is back.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 3000),
    # Detect a dead connection within half a minute.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
)
SECONDS_TO_CONNECT = 10.0
SECONDS_PER_CALL = 20.0
SECONDS_TO_FINISH = 2.0
"""How long `close` waits for abandoned calls to finish."""
SECONDS_TO_CANCEL = 0.5
"""How long `close` waits for gRPC to cancel streams; always all of it if another client on this loop has some."""


def _read_file(path: str | Path | None) -> bytes | None:
    return None if path is None else Path(path).read_bytes()


class Client(OfficialCalls, DisputeCalls, ArenaCalls):
    """A connection to a referee. Use it in an `async with` statement, or call `close`."""

    _this_client = THIS_CLIENT

    def __init__(
        self,
        address: str,
        *,
        ca_file: str | Path | None = None,
        tls: bool = False,
        client_certificate: str | Path | None = None,
        client_key: str | Path | None = None,
        api_key: str = "",
        patience: float = 60.0,
    ) -> None:
        """Prepare a connection to `HOST:PORT`.

        `tls` encrypts it and trusts the certificate authorities of this machine. `ca_file` also encrypts it, but
        trusts the certificate in that file instead. A referee may require a certificate of the client: give the files
        of its chain and its private key, in PEM. `api_key` identifies an organiser, official or operator; none is
        needed to play. `patience` limits retries without an answer, in seconds.
        """
        if (client_certificate is None) != (client_key is None):
            raise ValueError("client_certificate and client_key go together; give both or neither")
        self.address = address
        self._patience = patience
        self._uses_tls = tls or ca_file is not None or client_key is not None
        self._ca_file = ca_file
        self._has_certificate = client_certificate is not None
        if self._uses_tls:
            credentials = grpc.ssl_channel_credentials(
                _read_file(ca_file), _read_file(client_key), _read_file(client_certificate)
            )
            self._channel = grpc.aio.secure_channel(
                address, credentials, CHANNEL_OPTIONS, interceptors=with_api_key(api_key)
            )
        else:
            self._channel = grpc.aio.insecure_channel(
                address, CHANNEL_OPTIONS, interceptors=with_api_key(api_key)
            )
        self._stub: Any = RefereeStub(self._channel)  # type: ignore[no-untyped-call]
        self._disputes: Any = DisputesStub(self._channel)  # type: ignore[no-untyped-call]
        self._arena: Any = ArenaStub(self._channel)  # type: ignore[no-untyped-call]
        self._connect_alike: Callable[[str], Client] = lambda other: Client(
            other,
            ca_file=ca_file,
            tls=tls,
            client_certificate=client_certificate,
            client_key=client_key,
            patience=patience,
        )
        self._calls: set[asyncio.Future[Any]] = set()

    def with_api_key(self, api_key: str) -> Client:
        """Return a client that shares this connection, and sends another API key. Close only this one."""
        keyed = copy(self)
        channel = KeyedChannel(self._channel, api_key)
        keyed._stub = RefereeStub(channel)  # type: ignore[no-untyped-call]
        keyed._disputes = DisputesStub(channel)  # type: ignore[no-untyped-call]
        keyed._arena = ArenaStub(channel)  # type: ignore[no-untyped-call]
        return keyed

    async def __aenter__(self) -> Self:
        """Wait until the referee can be reached."""
        try:
            await asyncio.wait_for(self._channel.channel_ready(), SECONDS_TO_CONNECT)
        except TimeoutError:
            await self.close()
            advice = await asyncio.to_thread(
                advice_for,
                self.address,
                uses_tls=self._uses_tls,
                ca_file=self._ca_file,
                has_certificate=self._has_certificate,
            )
            text = f"no referee answers at {self.address}; {advice}"
            raise Unreachable(grpc.StatusCode.UNAVAILABLE, text) from None
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection after gRPC has finished the calls on it.

        gRPC has one event queue for all event loops of a process. An event for a loop that has been closed is raised
        in the next loop, and may delay its events.
        """
        await _wait_for(self._calls, SECONDS_TO_FINISH)
        await self._channel.close()
        await _wait_for({task for task in asyncio.all_tasks() if _awaits_status(task)}, SECONDS_TO_CANCEL)

    # --- games, matches and seats ---

    async def list_games(self) -> list[api.GameSummary]:
        """Return the games that the referee supports."""
        games: list[api.GameSummary] = []
        page = api.ListGamesResponse()
        while not games or page.next_page_token:
            request = api.ListGamesRequest(page_token=page.next_page_token)
            page = await self._ask(self._stub.ListGames, request)
            games += page.games
        return games

    async def get_server_info(self) -> api.GetServerInfoResponse:
        """Return the version, the games, the features and the limits of the server."""
        return await self._ask(self._stub.GetServerInfo, api.GetServerInfoRequest())

    async def describe_game(self, game: str) -> api.DescribeGameResponse:
        """Return the description of a game: questions, choices, rulings, options, and the text of its cards."""
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
        seconds_per_decision: float = 0,
        spectators: bool = False,
        seconds_to_reveal: float = 0,
        unrefereed: bool = False,
        with_invite: bool = False,
        seconds_frozen: float = 0,
        talk: Literal["", "none", "palette", "free"] = "",
        token: str = "",
        request_id: str = "",
        time_control: api.TimeControl | None = None,
    ) -> api.CreateMatchResponse:
        """Open a match. It begins when every seat is taken.

        The response has the token of the organiser, who appoints judges and sees nothing hidden; or of the arbiter of
        an `unrefereed` match, who sees everything. The client chooses the token, so a lost reply loses nothing.
        `seconds_frozen` is the longest time for which a seat can freeze the match with a case; 0 for ten minutes.
        `talk` says what the seats may say; empty for what is usual for the game. `time_control` is made by a function
        of `time_controls`, such as `time_controls.fischer`; leave `seconds_per_decision` out then. Give a `token` and
        a `request_id` of your own if a program that is started again is to find the same match.
        """
        request = api.CreateMatchRequest(
            game=game,
            seat_count=seats,
            seed=seed,
            edition=edition,
            rulings=rulings,
            options=options,
            time_per_decision=duration_message(seconds_per_decision),
            spectators=spectators,
            time_to_reveal=duration_message(seconds_to_reveal),
            unrefereed=unrefereed,
            with_invite=with_invite,
            longest_freeze=duration_message(seconds_frozen),
            talk=TALK_POLICIES[talk],
            time_control=time_control,
            token=token or secrets.token_hex(32),
            request_id=request_id or secrets.token_hex(8),
        )
        return await self._ask(self._stub.CreateMatch, request)

    async def list_matches(
        self, *, game: str = "", status: api.MatchStatus | None = None, player: str = "", limit: int = 50
    ) -> list[api.Match]:
        """Return up to `limit` matches that you may see, newest first, from as many pages as needed; 0 for all."""
        found: list[api.Match] = []
        request = api.ListMatchesRequest(game=game, status=status, player=player)
        while not limit or len(found) < limit:
            request.page_size = limit - len(found) if limit else 0
            page: api.ListMatchesResponse = await self._ask(self._stub.ListMatches, request)
            found += page.matches
            request.page_token = page.next_page_token
            if not request.page_token:
                break
        return found

    async def list_match_page(
        self, *, status: api.MatchStatus | None = None, page_size: int = 50, page_token: str = ""
    ) -> api.ListMatchesResponse:
        """Return a page of the matches that you may see, newest first."""
        request = api.ListMatchesRequest(status=status, page_size=page_size, page_token=page_token)
        return await self._ask(self._stub.ListMatches, request)

    async def list_match_events(
        self, *, match: str = "", kinds: Sequence[str] = (), page_size: int = 50, page_token: str = ""
    ) -> api.ListMatchEventsResponse:
        """Return a page of what happened in all matches, newest first. Needs the API key of an operator."""
        request = api.ListMatchEventsRequest(
            match_id=match, kinds=kinds, page_size=page_size, page_token=page_token
        )
        return await self._ask(self._stub.ListMatchEvents, request)

    async def join_seat(
        self,
        match: str,
        seat: int | None = None,
        name: str = "",
        *,
        entropy: bool = False,
        invite_code: str = "",
        client: api.ClientInfo = THIS_CLIENT,
        token: str = "",
    ) -> Seat:
        """Take a seat, by default the first free one. The client chooses the token, so a lost reply loses nothing.

        With `entropy`, the seat contributes 32 random bytes to the seed. They are kept in the returned `Seat`, and
        `play` reveals them when every seat is taken. If you do not use `play`, call `reveal_entropy`.

        `invite_code` is needed if `Match.needs_invite` is set; the organiser has it from `create_match`.

        `client` describes the program that plays, for lists and exports; by default, this SDK. Give a `token` of your
        own to take the same seat again after a restart.
        """
        token, secret = token or secrets.token_hex(32), new_entropy() if entropy else b""
        request = api.JoinSeatRequest(
            match_id=match,
            seat=seat,
            name=name,
            token=token,
            entropy_commitment=commitment_to(secret) if entropy else b"",
            invite_code=invite_code,
            client=client,
        )
        response: api.JoinSeatResponse = await self._ask(self._stub.JoinSeat, request)
        return Seat(match, response.seat, response.token, secret, response.match.commitment)

    async def reveal_entropy(self, seat: Seat) -> None:
        """Reveal the entropy of a seat once `Standing.reveals_awaited` names it. `play` does this for you."""
        request = api.RevealEntropyRequest(match_id=seat.match, token=seat.token, entropy=seat.entropy)
        await self._ask(self._stub.RevealEntropy, request)

    async def check_luck(self, seat: Seat) -> None:
        """Check in the replay that the seed is the one that the referee and this seat committed to.

        Raise `CommitmentMismatch` if it is not. Call this only when no dispute is left: once a seat has the replay,
        the luck is known, and no ruling can continue the match.
        """
        replay = await self.get_replay(seat.match, seat.token)
        check_commitments(replay, seat=seat.number, entropy=seat.entropy, commitment=seat.commitment)

    # --- playing ---

    async def play(
        self, bots: Mapping[Seat, Bot], *, receipts: str | Path | None = None, keys: str = ""
    ) -> dict[Seat, api.Outcome]:
        """Play any number of seats in any number of matches, until all matches are over. Return their outcomes.

        If `receipts` names a directory, the referee signs a receipt for every answer. Each receipt is checked and
        stored there, as MATCH.seat-N.receipts; `ReceiptMismatch` is raised if one does not fit. `keys` is the
        referee's published key list; without it, the keys seen first in that directory are trusted.

        If an undo or a ruling continues a match as another one, the seat is played there.
        """
        directory = (
            None if receipts is None else ReceiptDirectory.opened(receipts, await self.get_keys(), keys)
        )
        seats = list(bots)
        parts = [seats[start : start + SEATS_PER_STREAM] for start in range(0, len(seats), SEATS_PER_STREAM)]
        streams = [
            StreamPlayer(
                self._stub,
                {seat: bots[seat] for seat in part},
                Patience(self._patience),
                self.reveal_entropy,
                directory,
            ).to_the_end()
            for part in parts
        ]
        outcomes: dict[Seat, api.Outcome] = {}
        for finished in await asyncio.gather(*streams):
            outcomes |= finished
        if directory is not None and directory.unchecked:
            directory.renew(await self.get_keys())
        return outcomes

    async def submit(self, seat: Seat, question: api.Question, decision: Decision, key: str = "") -> None:
        """Answer a question. Raise `Refused` if the answer is not allowed.

        The call is retried until there is a reply, and the answer counts once. Pass a `key` of your own if you may
        call this again with the same answer.
        """
        request = api.SubmitRequest(
            match_id=seat.match,
            token=seat.token,
            question=question.number,
            answer=answer_message(question, decision),
            request_id=key or secrets.token_hex(8),
        )
        response: api.SubmitResponse = await self._ask(self._stub.Submit, request)
        if response.HasField("refused"):
            raise Refused.read(response.refused)

    async def say(self, seat: Seat, words: Utterance, key: str = "") -> None:
        """Say something to the whole table: a statement of the game, or text. Raise `Refused` if it is not allowed.

        The call is retried until there is a reply, and it is said once. Pass a `key` of your own if you may call this
        again with the same words.
        """
        request = api.SayRequest(
            match_id=seat.match,
            token=seat.token,
            words=words_message(words),
            request_id=key or secrets.token_hex(8),
        )
        response: api.SayResponse = await self._ask(self._stub.Say, request)
        if response.HasField("refused"):
            raise Refused.read(response.refused)

    async def check(self, seat: Seat, question: api.Question, decision: Decision) -> Refused | None:
        """Return why an answer would be refused, or None if it would be accepted. Nothing changes."""
        request = api.CheckIntentRequest(
            match_id=seat.match,
            token=seat.token,
            question=question.number,
            answer=answer_message(question, decision),
        )
        response: api.CheckIntentResponse = await self._ask(self._stub.CheckIntent, request)
        return Refused.read(response.refused) if response.HasField("refused") else None

    async def seal_answer(self, seat: Seat, question: api.Question, decision: Decision) -> None:
        """Seal an answer for an adjournment: it is played when the match is resumed, and nobody is told before.

        Raise `Refused` if the rules do not allow the answer.
        """
        request = api.SealAnswerRequest(
            match_id=seat.match,
            token=seat.token,
            question=question.number,
            answer=answer_message(question, decision),
            request_id=new_request_id(),
        )
        response: api.SealAnswerResponse = await self._ask(self._stub.SealAnswer, request)
        if response.HasField("refused"):
            raise Refused.read(response.refused)

    async def set_orders(self, seat: Seat, orders: Orders) -> None:
        """Replace the standing orders of a seat; an empty list clears them. No other player can notice.

        Create orders with `order(...)`. The name of a question stands for the order to pass on it.
        """
        request = api.SetOrdersRequest(match_id=seat.match, token=seat.token, orders=order_messages(orders))
        await self._ask(self._stub.SetOrders, request)

    async def get_orders(self, seat: Seat) -> list[api.Order]:
        """Return the standing orders of a seat that are in force."""
        request = api.GetOrdersRequest(match_id=seat.match, token=seat.token)
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
        on_time_out: Callable[[api.TimeOut], object] = lambda time_out: None,
        on_clocks: Callable[[api.SeatClocks], object] = lambda clocks: None,
    ) -> AsyncGenerator[api.Frame, None]:
        """Yield the frames of a match until it is over, through any number of lost connections.

        Without a token, watch as a spectator. `on_standing` is called with the standing of the match whenever it
        changes; a ruling may also end the match. `on_time_out` is called before the frame that a time-out led to, and
        `on_clocks` with the clocks of all seats before the frames that they belong to.
        """
        is_decided = False
        patience = Patience(self._patience)
        while True:
            call = self._stub.Watch(
                api.WatchRequest(match_id=match, token=token, after=after, with_view=with_view)
            )
            try:
                async for response in call:
                    patience.reset()
                    for standing in _standings_in(response):
                        on_standing(standing)
                        is_decided = standing.HasField("award")
                    for clocks in response.clocks:
                        on_clocks(clocks)
                    time_outs = {each.frame: each for each in response.time_outs}
                    for frame in response.frames:
                        after = frame.number
                        if after in time_outs:
                            on_time_out(time_outs[after])
                        yield frame
                        if frame.HasField("outcome"):
                            return
            except grpc.aio.AioRpcError as broken:
                await patience.wait_or_raise(error_of(broken))
            else:
                if is_decided:
                    return
                await patience.wait_or_raise(
                    RefereeError(grpc.StatusCode.UNAVAILABLE, "the referee ended the stream")
                )
            finally:
                call.cancel()

    async def get_match(self, match: str, token: str = "") -> api.Match:
        """Describe a match, with its options in full. Without a token, the match must allow spectators."""
        return (await self.enter_match(match, token)).match

    async def enter_match(self, match: str, token: str = "") -> api.GetMatchResponse:
        """Describe a match as `get_match` does, and say who you are in it: `party` is "judge/1", for example."""
        return await self._ask(self._stub.GetMatch, api.GetMatchRequest(match_id=match, token=token))

    async def get_view(self, match: str, token: str = "") -> api.GetViewResponse:
        """Return the current view of the table. Without a token, that of a spectator."""
        return await self._ask(self._stub.GetView, api.GetViewRequest(match_id=match, token=token))

    async def get_receipt(self, match: str, token: str = "") -> str:
        """Return a receipt: the referee's signature over everything that a seat or a spectator was sent so far."""
        request = api.GetReceiptRequest(match_id=match, token=token)
        response: api.GetReceiptResponse = await self._ask(self._stub.GetReceipt, request)
        return response.receipt

    async def get_keys(self) -> str:
        """Return the referee's key list, as a signed note."""
        response: api.GetKeysResponse = await self._ask(self._stub.GetKeys, api.GetKeysRequest())
        return response.keys

    async def get_replay(self, match: str, token: str) -> bytes:
        """Return the replay of a match. Before the end of the match, only the arbiter's token gets it."""
        return await self._download(self._stub.GetReplay, api.GetReplayRequest(match_id=match, token=token))

    async def verify(
        self, match: str, token: str, *, on_progress: ProgressReport | None = None
    ) -> api.Verification:
        """Let the referee re-run a match and compare it with its log."""
        request, patience = api.VerifyRequest(match_id=match, token=token), Patience(self._patience)
        while True:
            try:
                (response,) = await self._collect(self._stub.Verify, request, on_progress)
            except RefereeError as error:
                await patience.wait_or_raise(error)
            else:
                verification: api.Verification = response.verification
                return verification

    async def _ask(self, method: Callable[..., Awaitable[T]], request: Message) -> T:
        """Make an idempotent call, and retry it until there is an answer."""
        patience = Patience(self._patience)
        while True:
            try:
                return await self._call(method, request)
            except grpc.aio.AioRpcError as error:
                await patience.wait_or_raise(error_of(error))

    async def _download(
        self, method: Callable[..., Any], request: Message, on_progress: ProgressReport | None = None
    ) -> bytes:
        """Return a file that is streamed in chunks. Raise `RefereeError` if it is not what the first chunk promises."""
        responses = await self._collect(method, request, on_progress)
        data = b"".join([response.chunk for response in responses])
        promised = responses[0].file if responses else api.FileSummary()
        if (promised.size, promised.sha256) != (len(data), sha256(data).digest()):
            raise RefereeError(grpc.StatusCode.DATA_LOSS, "the file was changed or cut on its way; try again")
        return data

    async def _collect(
        self, method: Callable[..., Any], request: Message, on_progress: ProgressReport | None = None
    ) -> list[Any]:
        """Return all responses of a stream but those with progress, which may come for minutes."""
        call = method(request)
        found = []
        try:
            while (response := await _next(call)) is not grpc.aio.EOF:
                if "progress" not in response.DESCRIPTOR.fields_by_name or not response.HasField("progress"):
                    found.append(response)
                elif on_progress is not None:
                    on_progress(response.progress.done, response.progress.total)
        except grpc.aio.AioRpcError as error:
            raise error_of(error) from None
        finally:
            call.cancel()
        return found

    async def _call(self, method: Callable[..., Awaitable[T]], request: Message) -> T:
        """Make a call. If the caller is cancelled, the call still runs to its end or until `close`."""
        call = asyncio.ensure_future(method(request, timeout=SECONDS_PER_CALL))
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        return await asyncio.shield(call)


async def _next(call: Any) -> Any:
    """Return the next response of a stream; raises `Unreachable` if none comes for as long as a call may take."""
    try:
        return await asyncio.wait_for(call.read(), SECONDS_PER_CALL)
    except TimeoutError:
        raise Unreachable(
            grpc.StatusCode.UNAVAILABLE, "the referee has stopped answering; try again"
        ) from None


def _standings_in(response: api.WatchResponse) -> list[api.Standing]:
    """Return the standings in a response, oldest first."""
    found = [response.match.standing] if response.match.HasField("standing") else []
    return [*found, *([response.standing] if response.HasField("standing") else [])]


async def _wait_for(work: Set[asyncio.Future[Any]], seconds: float) -> None:
    if work:
        await asyncio.wait(work, timeout=seconds)


def _awaits_status(task: asyncio.Task[Any]) -> bool:
    """Return whether this is a task of gRPC that waits for the status of a stream, as it does after cancelling one."""
    return "_handle_status_once_received" in getattr(task.get_coro(), "__qualname__", "")


connect = Client
