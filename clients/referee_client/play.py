"""Playing seats on one stream, each to its end, through any number of cuts.

What must survive a cut is small: per seat the number of the last frame, and the answer that is on its way. After a
cut the seat is attached again after that frame and the answer is sent again under the same key, so nothing is missed,
nothing is told twice, and no answer counts twice; also when the referee itself was restarted in between.
"""

from __future__ import annotations

import asyncio
import inspect
import secrets
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import Any, NamedTuple

import grpc

from referee_api.v1 import referee_pb2 as api
from referee_client.bot import Bot, Reply, answer_message, tell, view_in
from referee_client.errors import RefereeError, Refused
from referee_client.orders import Orders, order_messages
from referee_client.patience import Patience, status_of
from referee_client.receipts import Shelf

OVERTAKEN = {"stale_question", "not_asked", "match_over", "match_superseded"}
"""Refusals of an answer that came too late: the clock took the default, or the match goes on without it."""

SECONDS_HALTED = 0.2
"""After so long an answer is sent again that was refused because the match was halted."""

MESSAGE_BYTES = 32 * 1024
"""A message is sent when it has grown to this size; the referee reads none above 64 KiB."""


SEATS_A_STREAM = 4096
"""How many seats the referee lets one stream have."""

CODES = {code.value[0]: code for code in grpc.StatusCode}


class Seat(NamedTuple):
    """A seat of a match, and the token that proves it is yours. All a bot needs to come back to it later."""

    match: str
    number: int
    token: str
    entropy: bytes = b""
    """What it brings to the luck, to be revealed when every seat is taken; empty for nothing."""
    commitment: bytes = b""
    """What the referee was bound to when the seat was taken: `Match.commitment`."""


RevealEntropy = Callable[[Seat], Awaitable[None]]
"""Reveals what a seat brings to the luck."""


class Chair:
    """One seat on the stream: its bot, and how far it has come."""

    def __init__(self, handle: int, seat: Seat, bot: Bot, shelf: Shelf | None = None) -> None:
        self.first = seat
        """The seat that was asked for, whichever match it goes on in."""
        self.bot = bot
        self.shelf = shelf
        self._keys = (f"{prefix}-{number}" for prefix in [secrets.token_hex(8)] for number in count(1))
        self.thinking: asyncio.Task[None] | None = None
        self.outcome: api.Outcome | None = None
        self.sit(handle, seat)

    def sit(self, handle: int, seat: Seat) -> None:
        """Sit down in a match, with nothing told yet."""
        self.handle = handle
        self.seat = seat
        self.book = None if self.shelf is None else self.shelf.book(seat.match, seat.number)
        """The receipts of this seat, if they are kept."""
        self.standing = api.Standing()
        self.is_seated = False
        self.frame = 0
        """The number of the last frame taken."""
        self.question: api.Question | None = None
        self.view: Any = None
        """The view that came with the question."""
        self.is_waiting = False
        """The question is to be answered when the match is no longer frozen."""
        self.intent: api.Intent | None = None
        """The answer on its way, kept until the referee has replied."""
        self.orders: Orders = Bot.orders
        """The standing orders that were sent last."""
        self.is_ordering = False
        """They are on their way."""
        self.is_revealing = False
        """What it brings to the luck is on its way."""
        if self.thinking is not None:
            self.thinking.cancel()

    def attach(self) -> api.Attach:
        """Ask to be told what comes after the last frame."""
        seat = self.seat
        return api.Attach(
            handle=self.handle,
            match=seat.match,
            token=seat.token,
            after=self.frame,
            with_view=self.bot.wants_view,
        )

    def leave_orders(self) -> api.PlayRequest:
        """Leave the standing orders that the bot has now."""
        self.orders = self.bot.orders
        self.is_ordering = True
        orders = api.SeatOrders(handle=self.handle, orders=order_messages(self.orders))
        return api.PlayRequest(orders=[orders])

    def take(self, frame: api.Frame) -> None:
        """Take the next frame. It closes the question before it, whoever answered that."""
        if frame.number != self.frame + 1:
            text = f"frame {frame.number} of match {self.seat.match} came after frame {self.frame}"
            raise RefereeError(grpc.StatusCode.DATA_LOSS, text)
        self.frame = frame.number
        if self.book is not None:
            self.book.take(frame)
        self.intent = None
        self.is_waiting = False
        if self.thinking is not None:
            self.thinking.cancel()
        self.question = frame.question if frame.HasField("question") else None
        self.view = view_in(frame)
        if frame.HasField("outcome"):
            self.outcome = frame.outcome
        tell(self.bot, frame)

    def intend(self, question: api.Question, reply: Reply) -> api.Intent:
        """Make an intent of a reply. Its key is new, so that it is known again when it is sent again."""
        answer = answer_message(question, reply)
        self.intent = api.Intent(
            handle=self.handle,
            question=question.number,
            answer=answer,
            key=next(self._keys),
            with_receipt=self.book is not None,
        )
        return self.intent


class Outbox:
    """What is to be sent on one stream. What gathers while the stream is busy goes out together."""

    def __init__(self) -> None:
        self._waiting: deque[api.PlayRequest] = deque()
        self._is_due = asyncio.Event()
        self._is_closed = False

    def put(self, request: api.PlayRequest) -> None:
        """Send this as soon as the stream takes it."""
        self._waiting.append(request)
        self._is_due.set()

    def close(self) -> None:
        """Send nothing more. Of a stream that was cut, grpc.aio would wait for more for ever."""
        self._is_closed = True
        self._is_due.set()

    async def requests(self) -> AsyncIterator[api.PlayRequest]:
        """The messages of the stream."""
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


class Playing:
    """Seats being played on one stream."""

    def __init__(
        self,
        stub: Any,
        bots: Mapping[Seat, Bot],
        patience: Patience,
        reveal_entropy: RevealEntropy,
        shelf: Shelf | None = None,
    ) -> None:
        self._stub = stub
        self._patience = patience
        self._reveal_entropy = reveal_entropy
        self._handles = count()
        self._all = [Chair(next(self._handles), seat, bot, shelf) for seat, bot in bots.items()]
        self._chairs = {chair.handle: chair for chair in self._all}
        """By handle. Who goes on in another match has a new one, and what comes for the old one is too late."""
        self._outbox = Outbox()
        self._unfinished = len(self._chairs)
        self._minds = asyncio.TaskGroup()

    async def to_the_end(self) -> dict[Seat, api.Outcome]:
        """Play until every match is over. What a bot raises is raised here, and nothing more is played."""
        fault = None
        try:
            async with self._minds:
                while self._unfinished:
                    await self._try_to_the_end()
        except BaseExceptionGroup as several:
            # One is enough to say what went wrong, and what a bot raised should arrive as the bot raised it.
            fault = several.exceptions[0]
        if fault is not None:
            raise fault
        return {chair.first: chair.outcome for chair in self._all if chair.outcome is not None}

    async def _try_to_the_end(self) -> None:
        """Play on one stream; if it is cut, wait as long as is fitting before the next."""
        try:
            await self._one_stream()
        except grpc.aio.AioRpcError as cut:
            await self._patience.after(*status_of(cut))
        except RefereeError as trouble:
            await self._patience.after(trouble.code, str(trouble))

    async def _one_stream(self) -> None:
        """Attach what is unfinished, send again what has no reply, and play until all is finished."""
        outbox = self._outbox = Outbox()
        for chair in self._all:
            if chair.outcome is None:
                again = () if chair.intent is None else (chair.intent,)
                outbox.put(api.PlayRequest(attach=[chair.attach()], intents=again))
                if chair.is_ordering:
                    outbox.put(chair.leave_orders())
        call = self._stub.Play(outbox.requests())
        try:
            async for response in call:
                self._take(response)
                if not self._unfinished:
                    return
        finally:
            outbox.close()
            call.cancel()
        raise RefereeError(grpc.StatusCode.UNAVAILABLE, "the referee ended the stream")

    def _take(self, response: api.PlayResponse) -> None:
        """Take all that came at once, then answer what is still asked."""
        for attached in response.attached:
            if attached.handle in self._chairs:
                self._seat(self._chairs[attached.handle], attached)
        for about in response.standings:
            if about.handle in self._chairs:
                self._note(self._chairs[about.handle], about.standing)
        for trouble in response.troubles:
            if trouble.handle not in self._chairs:
                continue
            chair = self._chairs[trouble.handle]
            match = chair.seat.match
            code = CODES.get(trouble.code, grpc.StatusCode.UNKNOWN)
            if trouble.is_about_orders and code is grpc.StatusCode.FAILED_PRECONDITION:
                # The match ended meanwhile, or the bot changed its mind too often: it will be asked.
                chair.is_ordering = False
                continue
            raise RefereeError(code, f"{trouble.text} (match {match})")
        self._patience.renew()
        for handle in response.ordered:
            if handle in self._chairs:
                self._chairs[handle].is_ordering = False
        for reply in response.replies:
            if reply.handle in self._chairs:
                self._hear(self._chairs[reply.handle], reply)
        self._take_frames(response)

    def _take_frames(self, response: api.PlayResponse) -> None:
        asked: dict[int, api.Frame] = {}
        for told in response.frames:
            if told.handle in self._chairs and self._chairs[told.handle].outcome is None:
                self._chairs[told.handle].take(told.frame)
                asked[told.handle] = told.frame
        for handle, frame in asked.items():
            chair = self._chairs[handle]
            if chair.bot.orders is not chair.orders:
                self._outbox.put(chair.leave_orders())
            self._answer(chair, frame)

    def _seat(self, chair: Chair, attached: api.Attached) -> None:
        if not chair.is_seated:
            chair.is_seated = True
            chair.bot.seated(attached.match, attached.seat)
            if chair.bot.orders:
                self._outbox.put(chair.leave_orders())
        if attached.match.HasField("standing") and attached.match.standing != chair.standing:
            self._note(chair, attached.match.standing)

    def _note(self, chair: Chair, standing: api.Standing) -> None:
        """Note what stands beside a match: it may wait, be frozen, be decided by a ruling, or go on as another."""
        if chair.outcome is not None:
            return
        chair.standing = standing
        chair.bot.stands(standing)
        self._heed(chair, standing)
        if standing.successor:
            self._follow(chair, standing.successor)
        elif standing.HasField("award"):
            ending = "void" if standing.award.is_void else "awarded"
            chair.outcome = api.Outcome(ending=ending, winners=standing.award.winners)
            chair.bot.ended(chair.outcome)
            self._unfinished -= 1
        elif not standing.is_frozen:
            self._answer_again(chair)

    def _follow(self, chair: Chair, match: str) -> None:
        """Go on in the match that takes the place of this one, with the same token."""
        del self._chairs[chair.handle]
        chair.sit(next(self._handles), chair.seat._replace(match=match, entropy=b""))
        self._chairs[chair.handle] = chair
        self._outbox.put(api.PlayRequest(attach=[chair.attach()]))

    def _answer_again(self, chair: Chair) -> None:
        """Answer what could not be answered while the match was frozen."""
        question, view = chair.question, chair.view
        if chair.is_waiting and question is not None:
            chair.is_waiting = False
            self._decide(chair, question, lambda: chair.bot.decide(view, question))

    async def _wait_for_thaw(self, chair: Chair) -> None:
        """A match may also be halted for a moment only, of which nobody is told."""
        await asyncio.sleep(SECONDS_HALTED)
        if not chair.standing.is_frozen:
            self._answer_again(chair)

    def _heed(self, chair: Chair, standing: api.Standing) -> None:
        """Reveal what a seat brings to the luck, when the match waits for it."""
        seat = chair.seat
        if seat.entropy and seat.number in standing.reveals_awaited and not chair.is_revealing:
            chair.is_revealing = True
            self._minds.create_task(self._reveal(chair))

    async def _reveal(self, chair: Chair) -> None:
        try:
            await self._reveal_entropy(chair.seat)
        except RefereeError as error:
            # If it came too late, the match goes on without.
            if error.code is not grpc.StatusCode.FAILED_PRECONDITION:
                raise
        finally:
            chair.is_revealing = False

    def _hear(self, chair: Chair, reply: api.Reply) -> None:
        """Hear what became of an answer; a refused one may be followed by a better one."""
        if chair.intent is None or chair.intent.key != reply.key:
            return
        chair.intent = None
        if not reply.HasField("refused"):
            if chair.book is not None and reply.receipt:
                chair.book.keep(reply.receipt, answered=reply.question)
            return
        refused = Refused.read(reply.refused)
        if refused.refusal == "match_frozen":
            chair.is_waiting = True
            self._minds.create_task(self._wait_for_thaw(chair))
            return
        if refused.refusal == "match_stopped":
            raise refused
        if refused.refusal not in OVERTAKEN and chair.question is not None:
            question = chair.question
            self._decide(chair, question, lambda: chair.bot.refused(question, refused))

    def _answer(self, chair: Chair, frame: api.Frame) -> None:
        """Answer the question of the last frame, if it has one; take note of the end, if it has one."""
        if chair.outcome is not None:
            self._unfinished -= 1
        elif chair.question is not None and not frame.is_answered:
            question, view = chair.question, view_in(frame)
            # A view is sent with an open question only: without it, this is an old one.
            if view is not None or not chair.bot.wants_view:
                self._decide(chair, question, lambda: chair.bot.decide(view, question))

    def _decide(self, chair: Chair, question: api.Question, ask: Callable[[], Any]) -> None:
        """Have the bot decide, now or in its own time."""
        with noting(chair, question):
            reply = ask()
        if inspect.isawaitable(reply):
            chair.thinking = self._minds.create_task(self._think(chair, question, reply))
        else:
            self._send(chair, question, reply)

    async def _think(self, chair: Chair, question: api.Question, thought: Awaitable[Reply]) -> None:
        with noting(chair, question):
            reply = await thought
        self._send(chair, question, reply)

    def _send(self, chair: Chair, question: api.Question, reply: Reply) -> None:
        with noting(chair, question):
            intent = chair.intend(question, reply)
        self._outbox.put(api.PlayRequest(intents=[intent]))


@contextmanager
def noting(chair: Chair, question: api.Question) -> Iterator[None]:
    """Note on what a bot raises where that happened."""
    try:
        yield
    except Exception as fault:
        seat = chair.seat
        fault.add_note(
            f"at seat {seat.number} of match {seat.match}, question {question.number} ({question.name})"
        )
        raise
