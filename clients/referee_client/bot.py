"""The interface of a bot: facts and questions go in, answers come out. Nothing here uses the network.

Subclass `Bot` and answer with the number of an option:

>>> class First(Bot):
...     def decide(self, view, question):
...         return 0
>>> react(First(), api.Frame(number=1, question=api.Question(number=1, option_count=3, least=1, most=1)))
picks: 0
<BLANKLINE>

The same bot plays over the network (`referee_client.connect`) and inside the referee's process: it gets the same
messages.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

from google.protobuf.message import Message

from referee_api.v1 import referee_pb2 as api
from referee_api.v1.game_payload_pb2 import GamePayload
from referee_client.errors import Refused
from referee_client.orders import Orders
from referee_client.speech import NOT_NOW, Utterance, is_statement

Decision = int | Sequence[int] | Sequence[Message] | api.Answer
"""What a bot may decide: an option number, several numbers, the choices themselves, or an `Answer` message."""


class Bot:
    """A player of one seat in one match. Override `decide`; all other hooks are optional."""

    wants_view = True
    """Whether every question comes with the view of the table. A bot that does not need it plays faster without."""

    orders: Orders = ()
    """Standing orders: what the referee answers without calling `decide`. To change them, assign a new value.

    Over the network they take effect with a short delay, so `decide` may still be called for such a question.
    """

    unsaid: Sequence[Utterance] = ()
    """What the bot wants to say and has not yet been sent; `say` adds to it."""

    deadline: float | None = None
    """When the time to answer the current question is up, on the clock of `time.monotonic`; None for no limit."""

    bank_seconds: float | None = None
    """What was in the bank when the current question was asked, in seconds; None without a bank, or no question."""

    @property
    def seconds_left(self) -> float | None:
        """Time left to answer the current question, in seconds, below 0 if it is up; None for no limit."""
        return None if self.deadline is None else self.deadline - time.monotonic()

    def seated(self, match: api.Match, seat: int) -> None:
        """Receive the match and the number of the seat. Called before any other hook.

        Called again if an undo or a ruling continues the match as another one. Everything then starts from the
        beginning.
        """

    def told(self, facts: Sequence[Any]) -> None:
        """Receive what happened: `Fact` messages of the game, in order, each once. What is said goes to `hear`."""

    def hear(self, statement: Any) -> None:
        """Receive what somebody said, the bot itself included: a `Fact` message of the game."""

    def say(self, words: Utterance) -> None:
        """Say something to the whole table, soon: a statement of the game, or text if the match allows it.

        Call it from any hook. What is said in `decide` is said before the answer is given.
        """
        self.unsaid = (*self.unsaid, words)

    def not_said(self, words: Utterance, refused: Refused) -> None:
        """Learn that a statement was refused. By default, raise the refusal, unless the moment was wrong."""
        if refused.refusal not in NOT_NOW:
            raise refused

    def decide(self, view: Any, question: api.Question) -> Decision:
        """Answer a question. `view` is the `View` message of the game: the table as this seat knows it.

        May be an `async def`: the other matches on the stream continue while it waits.
        """
        raise NotImplementedError

    def refused(self, question: api.Question, refused: Refused) -> Decision:
        """Answer again after the referee refused an answer. By default, raise the refusal."""
        raise refused

    def ended(self, outcome: api.Outcome) -> None:
        """Receive the outcome of the match. If a ruling ended it, the ending is "awarded" or "void"."""

    def stands(self, standing: api.Standing) -> None:
        """Receive the standing of the match whenever it changes: cases, a freeze, a proposed undo.

        If another match continues this one, `seated` is called next, and everything starts from the beginning.
        """


def react(bot: Bot, frame: api.Frame) -> Any:
    """Pass a frame to a bot. Return its `Answer`, or None if the frame asks nothing.

    A question that a standing order has already answered counts as not asked, and so does one that is repeated because
    somebody said something. What the bot itself wants to say is in `bot.unsaid`. Bots whose `decide` is asynchronous
    are not supported; they need `Client.play`.
    """
    notify(bot, frame)
    if not frame.HasField("question") or frame.is_answered or is_talk(frame):
        return None
    return answer_message(frame.question, bot.decide(view_in(frame), frame.question))


def notify(bot: Bot, frame: api.Frame) -> None:
    """Pass the facts or the statement of a frame to a bot, its clock, and the outcome if it has one."""
    bot.deadline, bot.bank_seconds = deadline_in(frame), bank_in(frame)
    facts = facts_in(frame)
    if is_talk(frame):
        for fact in facts:
            bot.hear(fact)
    elif facts:
        bot.told(facts)
    if frame.HasField("outcome"):
        bot.ended(frame.outcome)


def facts_in(frame: api.Frame) -> Sequence[Any]:
    """Return the facts in a frame: `Fact` messages of the game."""
    payload = _payload(frame.told)
    return () if payload is None else payload.facts


def is_talk(frame: api.Frame) -> bool:
    """Return whether a frame tells only what somebody said. It then repeats a question that is still open."""
    return any([is_statement(fact) for fact in facts_in(frame)])


def take_unsaid(bot: Bot) -> Sequence[Utterance]:
    """Return what a bot wants to say, each once."""
    words, bot.unsaid = bot.unsaid, ()
    return words


def view_in(frame: api.Frame | api.GetViewResponse) -> Any:
    """Return the view in a frame, a `View` message of the game, or None."""
    payload = _payload(frame.view)
    return None if payload is None else payload.view


def deadline_in(message: api.Frame | api.GetViewResponse | api.Attached | api.WatchResponse) -> float | None:
    """Return when the time to answer is up, on the clock of `time.monotonic`; None for no limit, or no question.

    Call it when the message arrives. The time it took to arrive is not known, so answer a little earlier.
    """
    if not message.HasField("clock"):
        return None
    return time.monotonic() + message.clock.time_left.ToMilliseconds() / 1000


def bank_in(message: api.Frame | api.GetViewResponse | api.Attached | api.WatchResponse) -> float | None:
    """Return what is in the bank of the seat, in seconds; None without a bank, or no question."""
    has_bank = message.HasField("clock") and message.clock.HasField("bank")
    return message.clock.bank.ToMilliseconds() / 1000 if has_bank else None


def options_in(question: api.Question) -> Sequence[Any]:
    """Return the options of a question: `Choice` messages of the game."""
    payload = _payload(question.options)
    return () if payload is None else payload.choices


def _payload(payload: GamePayload) -> Any:
    """Return what is in a payload, in the words of whichever game it is of; None if it is empty."""
    game = payload.WhichOneof("game")
    return None if game is None else getattr(payload, game)


def answer_message(question: api.Question, decision: Decision | object) -> api.Answer:
    """Return a bot's decision as an `Answer` message; raise `TypeError` if it is something else."""
    if isinstance(decision, api.Answer):
        return decision
    if isinstance(decision, int):
        return api.Answer(picks=[decision])
    if not isinstance(decision, Iterable) or isinstance(decision, str):
        raise TypeError(
            f"the bot decided {decision!r}, which is not the number of an option, a list or an Answer"
        )
    answer = api.Answer()
    game = question.options.WhichOneof("game")
    for part in decision:
        if isinstance(part, Message):
            if game is None:
                raise ValueError(f"question {question.number} has no options")
            getattr(answer.choices, game).choices.add().CopyFrom(part)
        else:
            answer.picks.append(part)
    return answer
