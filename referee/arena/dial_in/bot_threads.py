"""Local bots in matches on a server: each has a thread of its own, so that a slow one delays nobody else."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue
from typing import Any

from referee.arena.dial_in.entrances import Loss
from referee.arena.entrant_bots import GuardedBot
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, Refused
from referee_client.bot import take_unsaid

SECONDS_MORE = 1.0
"""Seconds for which a thread is waited for after the time limit of the bot, which may notice that itself."""

NEARLY = 0.9
"""Share of the time limit after which a question that is closed without an answer was closed by the clock."""

HookCall = tuple[Callable[[], Any], "asyncio.Future[Any] | None"]


class BotThread(Bot):
    """Passes everything on to a guarded bot in its thread, in order. One that hangs is left behind."""

    def __init__(self, bot: GuardedBot, seconds: float, on_fault: Callable[[Loss], None]) -> None:
        """`on_fault` is called once when the bot has failed."""
        self._bot = bot
        self._seconds = seconds
        self._on_fault = on_fault
        self._has_reported = False
        self._hangs = False
        self._loop = asyncio.get_running_loop()
        self._work: SimpleQueue[HookCall | None] = SimpleQueue()
        self.wants_view = bot.wants_view
        # It must not keep the process alive if the bot never returns.
        threading.Thread(target=self._run, name="bot", daemon=True).start()

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            act, done = work
            try:
                result = act()
            except Exception as fault:  # noqa: BLE001 - a fault of ours, which ends the attempt
                self._finish(done, partial(_fail, fault))
            else:
                self._finish(done, partial(_succeed, result))
        self._bot.close()

    def _finish(
        self, done: asyncio.Future[Any] | None, settle: Callable[[asyncio.Future[Any]], None]
    ) -> None:
        if done is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(settle, done)

    def _tell(self, act: Callable[[], Any]) -> None:
        if not self._hangs:
            self._work.put((act, None))

    async def _ask(self, question: api.Question, act: Callable[[], api.Answer]) -> api.Answer:
        """Return what the bot answers, or the default answer if it has failed."""
        if not self._hangs:
            done: asyncio.Future[api.Answer] = self._loop.create_future()
            began = self._loop.time()
            self._work.put((act, done))
            try:
                answer = await asyncio.wait_for(done, self._seconds + SECONDS_MORE)
            except TimeoutError:
                self._leave_behind()
            except asyncio.CancelledError:
                # The clock of the referee was faster than ours.
                if self._loop.time() - began > NEARLY * self._seconds:
                    self._leave_behind()
                raise
            else:
                for words in take_unsaid(self._bot):
                    self.say(words)
                self.orders = self._bot.orders
                if self._bot.fault:
                    self._report(Loss(self._bot.kind, self._bot.fault))
                return answer
        return api.Answer(picks=question.default_picks)

    def _leave_behind(self) -> None:
        """Ask the bot nothing more. It belongs to its thread, which closes it when it comes back."""
        self._hangs = True
        self._report(Loss("time", f"no answer within {self._seconds:g} seconds"))

    def _report(self, loss: Loss) -> None:
        if not self._has_reported:
            self._has_reported = True
            self._on_fault(loss)

    def seated(self, match: api.Match, seat: int) -> None:
        """Pass it on."""
        self._tell(lambda: self._bot.seated(match, seat))

    def told(self, facts: Sequence[Any]) -> None:
        """Pass it on."""
        self._tell(lambda: self._bot.told(facts))

    def hear(self, statement: Any) -> None:
        """Pass it on."""
        self._tell(lambda: self._bot.hear(statement))

    def not_said(self, words: Any, refused: Refused) -> None:
        """Pass it on."""
        self._tell(lambda: self._bot.not_said(words, refused))

    def ended(self, outcome: api.Outcome) -> None:
        """Pass it on."""
        self._tell(lambda: self._bot.ended(outcome))

    async def decide(  # type: ignore[override]
        self, view: Any, question: api.Question
    ) -> api.Answer:
        """Let the bot answer in its thread."""
        return await self._ask(question, lambda: self._bot.decide(view, question))

    def refused(self, question: api.Question, refused: Refused) -> Any:
        """Let the bot answer again in its thread."""
        return self._ask(question, lambda: self._bot.refused(question, refused))

    def close(self) -> None:
        """End the thread when the bot has finished what it does, and close the bot."""
        self._work.put(None)


def _fail(fault: Exception, done: asyncio.Future[Any]) -> None:
    if not done.done():
        done.set_exception(fault)


def _succeed(result: Any, done: asyncio.Future[Any]) -> None:
    if not done.done():
        done.set_result(result)


class StandIn(Bot):
    """Gives the default answers in the seat of an entrant that is away, too slow, or has left the event."""

    wants_view = False

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        """Return the default answer."""
        return question.default_picks
