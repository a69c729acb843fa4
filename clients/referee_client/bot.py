"""A bot: what is told and asked goes in, answers come out. Nothing here knows a network.

Subclass `Bot` and answer with the number of an option:

>>> class First(Bot):
...     def decide(self, view, question):
...         return 0
>>> react(First(), api.Frame(number=1, question=api.Question(number=1, option_count=3, least=1, most=1)))
picks: 0
<BLANKLINE>

The same bot plays over a stream (`referee_client.connect`) and in the referee's own process, which hands it the same
messages.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from google.protobuf.message import Message

from referee_api.v1 import referee_pb2 as api
from referee_client.errors import Refused
from referee_client.orders import Orders

Reply = int | Sequence[int] | Sequence[Message] | api.Answer
"""What a bot may answer: an option's number, several, the choices themselves, or the message that says so."""


class Bot:
    """Plays one seat of one match. All hooks but `decide` may be left as they are."""

    wants_view = True
    """Whether the view of the table is to come with every question. Without it a stream is lighter."""

    orders: Orders = ()
    """Standing orders: what the referee is to answer in place of `decide`. May be set anew at any time, as a whole.

    Over a stream they take a moment to arrive, so `decide` may still be asked such a question.
    """

    def seated(self, match: api.Match, seat: int) -> None:
        """Learn which match this is, and which seat is yours. Called before anything is told.

        Called again where an undo or a ruling lets another match go on in its place: then everything begins anew.
        """

    def told(self, facts: Sequence[Any]) -> None:
        """Learn what happened: `Fact` messages of the game, in order, each once."""

    def decide(self, view: Any, question: api.Question) -> Reply:
        """Answer a question. `view` is the `View` message of the game: the table as this seat knows it.

        Whoever must wait for something writes `async def decide`: the other matches on the stream go on meanwhile.
        """
        raise NotImplementedError

    def refused(self, question: api.Question, refused: Refused) -> Reply:
        """Answer again after the referee refused an answer. Left as it is, the refusal is raised."""
        raise refused

    def ended(self, outcome: api.Outcome) -> None:
        """Learn how the match ended; by a ruling, if the ending is "awarded" or "void"."""

    def stands(self, standing: api.Standing) -> None:
        """Learn what stands beside the match now: cases, a freeze, an undo that waits for consent.

        Where another match goes on in this one's place the bot is seated there, and told everything from the beginning.
        """


def react(bot: Bot, frame: api.Frame) -> Any:
    """Let a bot take a frame: what is told, the end, the question. Gives its `Answer`, or None when not asked.

    A question that a standing order has answered is not asked.

    Only for bots that decide at once; a stream can wait for the others.
    """
    tell(bot, frame)
    if not frame.HasField("question") or frame.is_answered:
        return None
    return answer_message(frame.question, bot.decide(view_in(frame), frame.question))


def tell(bot: Bot, frame: api.Frame) -> None:
    """Tell a bot what happened in a frame, and how the match ended if it has."""
    facts = facts_in(frame)
    if facts:
        bot.told(facts)
    if frame.HasField("outcome"):
        bot.ended(frame.outcome)


def facts_in(frame: api.Frame) -> Sequence[Any]:
    """The facts a frame tells; of a game without a package here, the one message that holds them."""
    game = frame.WhichOneof("told")
    if game is None:
        return ()
    told = getattr(frame, game)
    return (told,) if game == "other_told" else told.facts


def view_in(frame: api.Frame | api.GetViewResponse) -> Any:
    """The view that comes with a frame, or None."""
    field = frame.WhichOneof("view")
    return None if field is None else getattr(frame, field)


def options_in(question: api.Question) -> Sequence[Any]:
    """The options of a question: `Choice` messages of the game."""
    game = question.WhichOneof("options")
    return () if game is None else getattr(question, game).choices


def answer_message(question: api.Question, reply: Reply) -> api.Answer:
    """Put what a bot answered into a message."""
    if isinstance(reply, api.Answer):
        return reply
    if isinstance(reply, int):
        return api.Answer(picks=[reply])
    answer = api.Answer()
    for part in reply:
        if isinstance(part, Message):
            getattr(answer, question.WhichOneof("options") or "other").choices.add().CopyFrom(part)
        else:
            answer.picks.append(part)
    return answer
