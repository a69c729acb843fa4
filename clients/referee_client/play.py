"""Playing seats to the end of their matches on one stream, through any number of lost connections.

Little must survive a lost connection: for each seat the number of its last frame, and the answer that was sent without
a reply so far. Then the seat is attached again after that frame and the answer is sent again with the same key. So no
frame is missed or repeated and no answer counts twice, even if the referee was restarted in between.
"""

from __future__ import annotations

import asyncio
import inspect
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import Any, NamedTuple

import grpc

from referee_api.v1 import referee_pb2 as api
from referee_client.bot import (
    Bot,
    Decision,
    answer_message,
    bank_in,
    deadline_in,
    notify,
    take_unsaid,
    view_in,
)
from referee_client.errors import RefereeError, Refused, error_of
from referee_client.orders import Orders, order_messages
from referee_client.patience import Patience
from referee_client.receipts import ReceiptDirectory
from referee_client.speech import Utterance, words_message

TOO_LATE = {"stale_question", "not_asked", "match_over", "match_superseded"}
"""Refusals of an answer that came too late: the default was used, or the match has gone on without it."""

NOT_YET = {"match_frozen", "match_paused"}
"""Refusals of an answer that is to be sent again when the match goes on."""

SECONDS_HALTED = 0.2
"""Wait before an answer is sent again that was refused because the match was halted."""

MESSAGE_BYTES = 32 * 1024
"""Size at which a message is sent. The referee accepts at most 64 KiB."""


SEATS_PER_STREAM = 4096
"""Most seats that the referee allows on one stream."""

CODES = {code.value[0]: code for code in grpc.StatusCode}


class Seat(NamedTuple):
    """A seat in a match, with the token that proves it is yours: all that is needed to continue playing it later."""

    match: str
    number: int
    token: str
    entropy: bytes = b""
    """The seat's entropy, to be revealed when every seat is taken; empty for none."""
    commitment: bytes = b""
    """The referee's commitment when the seat was taken: `Match.commitment`."""

    def __repr__(self) -> str:
        """Return the match and the number of the seat. The token and the entropy are secret, and logs are not."""
        return f"Seat(match={self.match!r}, number={self.number}, token=..., entropy=...)"


RevealEntropy = Callable[[Seat], Awaitable[None]]
"""Reveals the entropy of a seat."""


class PlayedSeat:
    """A seat on the stream, with its bot and its progress."""

    def __init__(self, handle: int, seat: Seat, bot: Bot, receipts: ReceiptDirectory | None = None) -> None:
        self.first = seat
        """The seat as requested, even if the match continues as another one."""
        self.bot = bot
        self._receipts = receipts
        self._keys = (f"{prefix}-{number}" for prefix in [secrets.token_hex(8)] for number in count(1))
        self.deciding: asyncio.Task[None] | None = None
        """The asynchronous `decide` that is running, if any."""
        self.outcome: api.Outcome | None = None
        self.enter(handle, seat)

    def enter(self, handle: int, seat: Seat) -> None:
        """Start to play a match from its first frame."""
        self.handle = handle
        self.seat = seat
        self.receipts = None if self._receipts is None else self._receipts.of_seat(seat.match, seat.number)
        """The receipts of this seat, if they are kept."""
        self.standing = api.Standing()
        self.seconds_per_decision = 0.0
        """Time limit of a decision, in seconds; 0 for none."""
        self.is_seated = False
        self.frame = 0
        """Number of the last frame received."""
        self.question: api.Question | None = None
        self.view: Any = None
        """The view that came with the question."""
        self.is_waiting = False
        """Whether the question is to be answered when the match goes on."""
        self.seconds_at_pause: float | None = None
        """Time that the seat has left when a pause ends, in seconds; None if that is not known."""
        self.intent: api.Intent | None = None
        """The answer that was sent and has no reply yet."""
        self.considered = 0
        """Number of the last question that the bot was asked to decide. Talk repeats a question that is open."""
        self.said: dict[str, tuple[Utterance, api.SeatStatement]] = {}
        """Statements that were sent and have no reply yet, by request id."""
        self.orders: Orders = Bot.orders
        """The standing orders sent last."""
        self.is_ordering = False
        """Whether the orders have no reply yet."""
        self.is_revealing = False
        """Whether the entropy is being revealed."""
        if self.deciding is not None:
            self.deciding.cancel()

    def attach(self) -> api.Attach:
        """Return the request for all frames after the last one received."""
        seat = self.seat
        return api.Attach(
            handle=self.handle,
            match_id=seat.match,
            token=seat.token,
            after=self.frame,
            with_view=self.bot.wants_view,
        )

    def order_request(self) -> api.PlayRequest:
        """Return the request that sets the bot's current standing orders."""
        self.orders = self.bot.orders
        self.is_ordering = True
        orders = api.SeatOrders(handle=self.handle, orders=order_messages(self.orders))
        return api.PlayRequest(orders=[orders])

    def take(self, frame: api.Frame) -> None:
        """Receive the next frame. It closes the previous question, whoever answered that, unless it repeats it."""
        if frame.number != self.frame + 1:
            text = f"match {self.seat.match}: received frame {frame.number} after frame {self.frame}"
            raise RefereeError(grpc.StatusCode.DATA_LOSS, text)
        self.frame = frame.number
        if self.receipts is not None:
            self.receipts.take(frame)
        if self.question is None or self.question.number != frame.question.number:
            self.intent = None
            self.is_waiting = False
            if self.deciding is not None:
                self.deciding.cancel()
        self.question = frame.question if frame.HasField("question") else None
        self.view = view_in(frame)
        if frame.HasField("outcome"):
            self.outcome = frame.outcome
        notify(self.bot, frame)

    def new_intent(self, question: api.Question, decision: Decision) -> api.Intent:
        """Return the intent for a decision, with a new key, so that it can be sent again."""
        answer = answer_message(question, decision)
        self.intent = api.Intent(
            handle=self.handle,
            question=question.number,
            answer=answer,
            request_id=next(self._keys),
            with_receipt=self.receipts is not None,
        )
        return self.intent

    def new_statements(self) -> list[api.SeatStatement]:
        """Return what the bot wants to say, each with a new key, so that it can be sent again."""
        statements = []
        for words in take_unsaid(self.bot):
            statement = api.SeatStatement(
                handle=self.handle, words=words_message(words), request_id=next(self._keys)
            )
            self.said[statement.request_id] = words, statement
            statements.append(statement)
        return statements


class RequestQueue:
    """Requests to be sent on one stream. Those that collect while the stream is busy are sent in one message."""

    def __init__(self) -> None:
        self._waiting: deque[api.PlayRequest] = deque()
        self._is_due = asyncio.Event()
        self._is_closed = False

    def put(self, request: api.PlayRequest) -> None:
        """Send a request as soon as the stream accepts it."""
        self._waiting.append(request)
        self._is_due.set()

    def close(self) -> None:
        """Send nothing more. Otherwise grpc.aio would wait for requests forever after the stream has ended."""
        self._is_closed = True
        self._is_due.set()

    async def requests(self) -> AsyncIterator[api.PlayRequest]:
        """Yield the messages of the stream."""
        while True:
            await self._is_due.wait()
            if self._is_closed:
                return
            together = api.PlayRequest()
            while self._waiting and together.ByteSize() < MESSAGE_BYTES:
                together.MergeFrom(self._waiting.popleft())
            if not self._waiting:
                self._is_due.clear()
            yield together


class StreamPlayer:
    """Plays several seats on one stream, and on a new one whenever the connection is lost."""

    def __init__(
        self,
        stub: Any,
        bots: Mapping[Seat, Bot],
        patience: Patience,
        reveal_entropy: RevealEntropy,
        receipts: ReceiptDirectory | None = None,
    ) -> None:
        self._stub = stub
        self._patience = patience
        self._reveal_entropy = reveal_entropy
        self._handles = count()
        self._all = [PlayedSeat(next(self._handles), seat, bot, receipts) for seat, bot in bots.items()]
        self._played = {played.handle: played for played in self._all}
        """Seats by handle. A seat that continues in another match has a new handle; the old one is ignored."""
        self._queue = RequestQueue()
        self._unfinished = len(self._played)
        self._tasks = asyncio.TaskGroup()

    async def to_the_end(self) -> dict[Seat, api.Outcome]:
        """Play until every match is over. If a bot raises an exception, stop and raise it here."""
        fault = None
        try:
            async with self._tasks:
                while self._unfinished:
                    await self._try_to_the_end()
        except BaseExceptionGroup as several:
            # The first one is enough, and it should arrive as the bot raised it.
            fault = several.exceptions[0]
        if fault is not None:
            raise fault
        return {played.first: played.outcome for played in self._all if played.outcome is not None}

    async def _try_to_the_end(self) -> None:
        """Play on one stream. If it breaks, wait before the next one."""
        try:
            await self._one_stream()
        except grpc.aio.AioRpcError as broken:
            await self._patience.wait_or_raise(error_of(broken))
        except RefereeError as error:
            await self._patience.wait_or_raise(error)

    async def _one_stream(self) -> None:
        """Attach the unfinished seats, repeat requests without a reply, and play until all seats are finished."""
        queue = self._queue = RequestQueue()
        for played in self._all:
            if played.outcome is None:
                repeated = () if played.intent is None else (played.intent,)
                said = [statement for _, statement in played.said.values()]
                queue.put(api.PlayRequest(attach=[played.attach()], intents=repeated, statements=said))
                if played.is_ordering:
                    queue.put(played.order_request())
        call = self._stub.Play(queue.requests())
        try:
            async for response in call:
                self._take(response)
                if not self._unfinished:
                    return
        finally:
            queue.close()
            call.cancel()
        raise RefereeError(grpc.StatusCode.UNAVAILABLE, "the referee ended the stream")

    def _take(self, response: api.PlayResponse) -> None:
        """Process everything in a response, then answer the questions that are still open."""
        for attached in response.attached:
            if attached.handle in self._played:
                self._take_attached(self._played[attached.handle], attached)
        for about in response.standings:
            if about.handle in self._played:
                self._take_standing(self._played[about.handle], about.standing)
        for trouble in response.troubles:
            if trouble.handle not in self._played:
                continue
            played = self._played[trouble.handle]
            match = played.seat.match
            status = trouble.status
            code = CODES.get(status.code, grpc.StatusCode.UNKNOWN)
            if trouble.HasField("orders") and code is grpc.StatusCode.FAILED_PRECONDITION:
                # The match has ended, or the orders were changed too often. The bot will be asked instead.
                played.is_ordering = False
                continue
            raise RefereeError(code, f"{status.message} (match {match})", status)
        self._patience.reset()
        for handle in response.ordered:
            if handle in self._played:
                self._played[handle].is_ordering = False
        for reply in response.replies:
            if reply.handle in self._played:
                self._take_reply(self._played[reply.handle], reply)
        for said in response.said:
            if said.handle in self._played:
                self._take_said(self._played[said.handle], said)
        self._take_frames(response)

    def _take_frames(self, response: api.PlayResponse) -> None:
        last: dict[int, api.Frame] = {}
        for received in response.frames:
            if received.handle in self._played and self._played[received.handle].outcome is None:
                self._played[received.handle].take(received.frame)
                last[received.handle] = received.frame
        for handle, frame in last.items():
            played = self._played[handle]
            if played.bot.orders is not played.orders:
                self._queue.put(played.order_request())
            self._speak(played)
            self._answer(played, frame)

    def _take_attached(self, played: PlayedSeat, attached: api.Attached) -> None:
        played.bot.deadline, played.bot.bank_seconds = deadline_in(attached), bank_in(attached)
        played.seconds_per_decision = attached.match.time_per_decision.ToMilliseconds() / 1000
        if not played.is_seated:
            played.is_seated = True
            played.bot.seated(attached.match, attached.seat)
            self._speak(played)
            if played.bot.orders:
                self._queue.put(played.order_request())
        if attached.match.HasField("standing") and attached.match.standing != played.standing:
            self._take_standing(played, attached.match.standing)

    def _take_standing(self, played: PlayedSeat, standing: api.Standing) -> None:
        """React to the standing of a match: it may be held up, be decided by a ruling, or continue as another."""
        if played.outcome is not None:
            return
        before, played.standing = played.standing, standing
        set_deadline(played, before)
        played.bot.stands(standing)
        self._reveal_if_awaited(played, standing)
        if standing.successor:
            self._continue_in(played, standing.successor)
        elif standing.HasField("award"):
            ending = "void" if standing.award.is_void else "awarded"
            played.outcome = api.Outcome(ending=ending, winners=standing.award.winners)
            played.bot.ended(played.outcome)
            self._unfinished -= 1
        elif not is_held(standing):
            self._answer_again(played)

    def _continue_in(self, played: PlayedSeat, match: str) -> None:
        """Play on in the match that continues this one, with the same token."""
        del self._played[played.handle]
        played.enter(next(self._handles), played.seat._replace(match=match, entropy=b""))
        self._played[played.handle] = played
        self._queue.put(api.PlayRequest(attach=[played.attach()]))

    def _answer_again(self, played: PlayedSeat) -> None:
        """Answer the question that could not be answered while the match was frozen or paused."""
        question, view = played.question, played.view
        if played.is_waiting and question is not None:
            played.is_waiting = False
            self._decide(played, question, lambda: played.bot.decide(view, question))

    async def _answer_after_halt(self, played: PlayedSeat) -> None:
        """Answer again after a moment: a match may be halted briefly, without a change of its standing."""
        await asyncio.sleep(SECONDS_HALTED)
        if not is_held(played.standing):
            self._answer_again(played)

    def _reveal_if_awaited(self, played: PlayedSeat, standing: api.Standing) -> None:
        """Reveal the entropy of a seat when the match waits for it."""
        seat = played.seat
        if seat.entropy and seat.number in standing.reveals_awaited and not played.is_revealing:
            played.is_revealing = True
            self._tasks.create_task(self._reveal(played))

    async def _reveal(self, played: PlayedSeat) -> None:
        try:
            await self._reveal_entropy(played.seat)
        except RefereeError as error:
            # If it came too late, the match is played without it.
            if error.code is not grpc.StatusCode.FAILED_PRECONDITION:
                raise
        finally:
            played.is_revealing = False

    def _take_reply(self, played: PlayedSeat, reply: api.Reply) -> None:
        """Process the reply to an answer. After a refusal the bot may answer again."""
        if played.intent is None or played.intent.request_id != reply.request_id:
            return
        played.intent = None
        if not reply.HasField("refused"):
            if played.receipts is not None and reply.receipt:
                played.receipts.keep(reply.receipt, answered=reply.question)
            return
        refused = Refused.read(reply.refused)
        if refused.refusal in NOT_YET:
            played.is_waiting = True
            self._tasks.create_task(self._answer_after_halt(played))
            return
        if refused.refusal == "match_stopped":
            raise refused
        if refused.refusal not in TOO_LATE and played.question is not None:
            question = played.question
            self._decide(played, question, lambda: played.bot.refused(question, refused))

    def _speak(self, played: PlayedSeat) -> None:
        """Send what the bot wants to say."""
        if played.bot.unsaid:
            self._queue.put(api.PlayRequest(statements=played.new_statements()))

    def _take_said(self, played: PlayedSeat, reply: api.StatementReply) -> None:
        """Process the reply to a statement."""
        words, _ = played.said.pop(reply.request_id, (None, None))
        if words is not None and reply.HasField("refused"):
            played.bot.not_said(words, Refused.read(reply.refused))
            self._speak(played)

    def _answer(self, played: PlayedSeat, frame: api.Frame) -> None:
        """Answer the question of the last frame, if it has one, or finish the seat if the match is over."""
        if played.outcome is not None:
            self._unfinished -= 1
        elif played.question is not None and not frame.is_answered:
            question, view = played.question, view_in(frame)
            # A view comes only with an open question: without one, this question is closed already.
            is_open = view is not None or not played.bot.wants_view
            if is_open and question.number != played.considered:
                played.considered = question.number
                self._decide(played, question, lambda: played.bot.decide(view, question))

    def _decide(self, played: PlayedSeat, question: api.Question, ask: Callable[[], Any]) -> None:
        """Let the bot decide, at once or asynchronously, and send the answer."""
        with add_context(played, question):
            decision = ask()
        if inspect.isawaitable(decision):
            played.deciding = self._tasks.create_task(self._send_later(played, question, decision))
        else:
            self._send(played, question, decision)

    async def _send_later(
        self, played: PlayedSeat, question: api.Question, decision: Awaitable[Decision]
    ) -> None:
        with add_context(played, question):
            decided = await decision
        self._send(played, question, decided)

    def _send(self, played: PlayedSeat, question: api.Question, decision: Decision) -> None:
        with add_context(played, question):
            statements = played.new_statements()
            intent = played.new_intent(question, decision)
        self._queue.put(api.PlayRequest(intents=[intent], statements=statements))


def is_held(standing: api.Standing) -> bool:
    """Return whether a match accepts no answers for now: it is frozen or paused."""
    return standing.is_frozen or standing.HasField("pause")


def set_deadline(played: PlayedSeat, before: api.Standing) -> None:
    """Stop the clock of a bot whose match is frozen or paused, start it again when the match goes on, and add time."""
    standing, seconds_left = played.standing, played.bot.seconds_left
    given = standing.time_extensions[len(before.time_extensions) :]
    extra = sum([each.time.ToSeconds() for each in given if each.seat == played.seat.number])
    if played.bot.deadline is not None:
        played.bot.deadline += extra
    elif before.HasField("pause") and played.seconds_at_pause is not None:
        played.seconds_at_pause += extra
    if standing.HasField("pause") and not before.HasField("pause"):
        # A freeze has stopped the clock already, and gives the full time again.
        played.seconds_at_pause = played.seconds_per_decision if before.is_frozen else seconds_left
    if is_held(standing):
        played.bot.deadline = None
    elif is_held(before) and played.seconds_per_decision and played.question is not None:
        # A pause leaves a seat the time that it had; a freeze gives it the full time again.
        seconds = played.seconds_at_pause if before.HasField("pause") else played.seconds_per_decision
        played.bot.deadline = None if seconds is None else time.monotonic() + seconds


@contextmanager
def add_context(played: PlayedSeat, question: api.Question) -> Iterator[None]:
    """Add the seat, the match, the question and the class of the bot as a note to any exception of a bot."""
    try:
        yield
    except Exception as fault:
        seat = played.seat
        fault.add_note(
            f"at seat {seat.number} of match {seat.match}, question {question.number} ({question.name}), "
            f"bot {type(played.bot).__name__}"
        )
        raise
