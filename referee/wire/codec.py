"""The codec of a game: frames, questions and views to bytes, and answers from messages.

The parts of a message are encoded separately and joined: a frame is its number, the question, the seats waited for and
the facts. So the part that all viewers see is encoded once for all of them, and parts that recur (an option, a fact, a
path of rules) are cached.

Fields are in the order of their numbers, as protobuf itself writes them. So a client that parses a frame and serialises
it again has the bytes that were sent, and can check a receipt for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from importlib import import_module
from typing import Any

import msgspec
from google.protobuf.message import Message

from referee.feeds.frames import Frame
from referee.games import game as game_named
from referee.kernel.asks import (
    Choice,
    GroupRequired,
    GroupsAtMost,
    GroupsExactly,
    InOrder,
    Limit,
    NoneSpare,
    One,
    Some,
    TotalAtLeast,
    default_picks,
    pass_picks,
)
from referee.kernel.facts import Fact, Recorded, Seat
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Question
from referee.kernel.table import Ended
from referee.kernel.talk import Said, Statement
from referee.wire.shapes import Struct, kind_of, vocabulary
from referee.wire.structs import (
    Descriptor,
    EnumNumbers,
    Malformed,
    StructWriter,
    compile_reader,
    compile_writer,
    content_head,
    delimited,
    number_head,
    packed,
    remember,
    varint,
)
from referee_api.v1 import game_payload_pb2
from referee_api.v1 import referee_pb2 as api

_PAYLOAD = game_payload_pb2.GamePayload.DESCRIPTOR.fields_by_name
FRAME = api.Frame.DESCRIPTOR.fields_by_name
QUESTION = api.Question.DESCRIPTOR.fields_by_name
_FRAME_NUMBER = number_head(FRAME["number"])
_FRAME_QUESTION = content_head(FRAME["question"])
_FRAME_WAITING = content_head(FRAME["waiting_for"])
_FRAME_OUTCOME = content_head(FRAME["outcome"])
_FRAME_TOLD = content_head(FRAME["told"])
_FRAME_VIEW = content_head(FRAME["view"])
_QUESTION_NUMBER = number_head(QUESTION["number"])
_QUESTION_COUNT = number_head(QUESTION["option_count"])
_QUESTION_LEAST = number_head(QUESTION["least"])
_QUESTION_MOST = number_head(QUESTION["most"])
_QUESTION_DEFAULT = content_head(QUESTION["default_picks"])
_QUESTION_PASS = content_head(QUESTION["pass_answer"])
_QUESTION_OPTIONS = content_head(QUESTION["options"])
_QUESTION_CONCERNS = number_head(QUESTION["concerns_you"]) + varint(1)
_PASS_PICKS = content_head(api.PassAnswer.DESCRIPTOR.fields_by_name["picks"])

_KINDS: Mapping[type, api.QuestionKind] = {
    One: api.QUESTION_KIND_ONE,
    Some: api.QUESTION_KIND_SOME,
    InOrder: api.QUESTION_KIND_IN_ORDER,
}
REFUSALS: Mapping[Refusal, int] = {
    refusal: api.Refusal.Value(f"REFUSAL_{refusal.name}") for refusal in Refusal
}

STEPS_REMEMBERED = 1 << 9
"""Number of frames, and of steps with their news, whose encoding is kept for other viewers."""


class Codec:
    """Encodes the frames, questions and views of a game, and decodes answers."""

    def __init__(self, name: str) -> None:
        game = game_named(name)
        words = vocabulary(game)
        package = import_module(f"referee_api.{name}.v1.{name}_pb2")
        file = package.DESCRIPTOR
        messages: Mapping[str, Descriptor] = file.message_types_by_name
        numbers = {enum: _numbers(enum, file.enum_types_by_name[enum.__name__]) for enum in words.enums}
        self._sentences = {name: question.sentence for name, question in game.questions.items()}
        self._obstacles = game.wording.obstacles
        self._kinds_of_fact = _kind_writers(words.facts, messages, messages["Fact"], numbers)
        self._kinds_of_choice = _kind_writers(words.choices, messages, messages["Choice"], numbers)
        self._view = compile_writer(words.view, messages["View"], numbers)
        self._path_head = content_head(messages["Fact"].fields_by_name["path"])
        payload = messages["Payload"].fields_by_name
        self._fact_head = content_head(payload["facts"])
        self._choice_head = content_head(payload["choices"])
        self._view_head = content_head(payload["view"])
        self._payload_head = content_head(_PAYLOAD[name])
        self._game = name
        faces = {enum: _faces(enum, numbers[enum]) for enum in words.enums}
        self._readers = {kind_of(kind): compile_reader(kind, faces) for kind in words.choices}
        self._statements = {kind_of(kind): compile_reader(kind, faces) for kind in words.statements}
        self._known_facts: dict[Fact, bytes] = {}
        self._known_paths: dict[str, bytes] = {}
        self._known_options: dict[Choice, bytes] = {}
        self._known_limits: dict[Limit, bytes] = {}
        self._known_words: dict[tuple[str, str, type], tuple[bytes, bytes, bytes]] = {}
        # By identity, checked against the object kept with the bytes: comparing values costs more than encoding.
        self._known_frames: dict[int, tuple[Frame, bytes, bytes]] = {}
        self._known_news: dict[int, tuple[tuple[Recorded, ...], tuple[Seat, ...], bytes]] = {}

    def frame(self, frame: Frame, view: Any = None) -> bytes:
        """Encode a frame, with a view if one is given and the frame has a question."""
        encoded = self._frame(frame)[1]
        if view is None or frame.question is None:
            return encoded
        return encoded + delimited(_FRAME_VIEW, self.view(view))

    def leaf(self, frame: Frame) -> bytes:
        """Encode what a receipt covers of a frame: all but the sentence of its question, which may be reworded."""
        return self._frame(frame)[2]

    def _frame(self, frame: Frame) -> tuple[Frame, bytes, bytes]:
        """Encode a frame, once for all viewers who share it: as it is sent, and as a receipt covers it."""
        known = self._known_frames.get(id(frame))
        if known is not None and known[0] is frame:
            return known
        head = _FRAME_NUMBER + varint(frame.number)
        news = self._news(frame.facts, frame.waiting_for, frame.outcome)
        if frame.question is None:
            sent = covered = head + news
        else:
            worded, wordless = self._question(frame.question)
            sent = b"".join((head, _FRAME_QUESTION, varint(len(worded)), worded, news))
            covered = b"".join((head, _FRAME_QUESTION, varint(len(wordless)), wordless, news))
        if len(self._known_frames) >= STEPS_REMEMBERED:
            self._known_frames.clear()
        self._known_frames[id(frame)] = known = (frame, sent, covered)
        return known

    def _news(
        self, facts: tuple[Recorded, ...], waiting_for: tuple[Seat, ...], outcome: Ended | None
    ) -> bytes:
        """Encode the part of a frame that viewers share: all who see the same get the same tuple of facts."""
        known = self._known_news.get(id(facts))
        if known is not None and known[0] is facts and known[1] is waiting_for:
            return known[2]
        parts = []
        if waiting_for:
            parts.append(packed(_FRAME_WAITING, waiting_for))
        if outcome is not None:
            parts.append(delimited(_FRAME_OUTCOME, encode_outcome(outcome)))
        if facts:
            told = b"".join([self._fact(recorded) for recorded in facts])
            parts.append(delimited(_FRAME_TOLD, delimited(self._payload_head, told)))
        encoded = b"".join(parts)
        if facts:
            if len(self._known_news) >= STEPS_REMEMBERED:
                self._known_news.clear()
            self._known_news[id(facts)] = (facts, waiting_for, encoded)
        return encoded

    def view(self, state: Any) -> bytes:
        """Encode a view of the table, as a `GamePayload`."""
        return delimited(self._payload_head, delimited(self._view_head, self._view(state)))

    def question(self, question: Question) -> bytes:
        """Encode a question with its options."""
        return self._question(question)[0]

    def _question(self, question: Question) -> tuple[bytes, bytes]:
        """Encode a question with its sentence, for a frame, and without it, for the leaf of a receipt."""
        number = _QUESTION_NUMBER + varint(question.number)
        worded, wordless, rest = self._question_parts(question)
        return b"".join((number, worded, rest)), b"".join((number, wordless, rest))

    def _question_parts(self, question: Question) -> tuple[bytes, bytes, bytes]:
        ask = question.ask
        options = ask.options
        count = len(options)
        worded, wordless, path = self._words(ask.name, question.path, type(ask))
        parts = [_QUESTION_COUNT, varint(count)]
        if type(ask) is Some:
            least, most, limits = ask.least, ask.most, ask.limits
        else:
            least, limits = 1 if type(ask) is One else count, ()
            most = least
        if least:
            parts += (_QUESTION_LEAST, varint(least))
        if most:
            parts += (_QUESTION_MOST, varint(most))
        if limits:
            parts += [self._limit(limit) for limit in limits]
            weighed = api.Question(
                weights=[option.weight for option in options], groups=[option.group for option in options]
            )
            parts.append(weighed.SerializeToString())
        parts += (packed(_QUESTION_DEFAULT, default_picks(ask)), path)
        passes = pass_picks(ask)
        if passes is not None:
            parts.append(_pass_part(passes))
        if ask.concerns_seat:
            parts.append(_QUESTION_CONCERNS)
        known = self._known_options
        try:
            choices = b"".join([known[option] for option in options])
        except KeyError:
            choices = b"".join([self._option(option) for option in options])
        parts.append(delimited(_QUESTION_OPTIONS, delimited(self._payload_head, choices)))
        return worded, wordless, b"".join(parts)

    def answer(self, answer: Any) -> tuple[int, ...] | tuple[Choice, ...] | None:
        """Decode an answer, option numbers or choices; None if it is malformed, which the match refuses in its turn."""
        if not answer.HasField("choices"):
            return tuple(answer.picks)
        if answer.choices.WhichOneof("game") != self._game or answer.picks:
            return None
        try:
            return tuple([self._choice(message) for message in getattr(answer.choices, self._game).choices])
        except Malformed:
            return None

    def statement(self, words: api.Words, seat: Seat) -> Statement | None:
        """Decode what a seat says; None if it is malformed, which the match refuses in its turn.

        The speaker may be left out.
        """
        if words.WhichOneof("kind") == "text":
            return Said(seat, words.text)
        payload = words.statement
        if payload.WhichOneof("game") != self._game or not self._statements:
            return None
        message = getattr(payload, self._game).statement
        kind = message.WhichOneof("kind")
        if kind is None:
            return None
        try:
            statement: Statement = self._statements[kind](getattr(message, kind))
        except Malformed:
            return None
        return statement if statement.seat else msgspec.structs.replace(statement, seat=seat)

    def refused(self, refused: Refused) -> api.Refused:
        """Return a refusal as a message, with a sentence that explains it."""
        sentence = refused.refusal.meaning
        if refused.obstacle:
            sentence = f"{sentence} {self._obstacles[refused.obstacle]}"
        return api.Refused(
            refusal=REFUSALS[refused.refusal],  # type: ignore[arg-type] # the stubs name the enum, the runtime takes its number
            rule=refused.rule,
            obstacle=refused.obstacle,
            sentence=sentence,
        )

    def _choice(self, message: Message) -> Choice:
        kind = message.WhichOneof("kind")
        if kind is None:
            raise Malformed
        choice: Choice = self._readers[kind](getattr(message, kind))
        return choice

    def _fact(self, recorded: Recorded) -> bytes:
        path, fact = recorded.path, recorded.fact
        head = self._known_paths.get(path)
        if head is None:
            head = remember(self._known_paths, path, delimited(self._path_head, path.encode()))
        body = self._known_facts.get(fact)
        if body is None:
            kind_head, write = self._kinds_of_fact[type(fact)]
            body = remember(self._known_facts, fact, delimited(kind_head, write(fact)))
        return b"".join((self._fact_head, varint(len(head) + len(body)), head, body))

    def _option(self, choice: Choice) -> bytes:
        found = self._known_options.get(choice)
        if found is None:
            head, write = self._kinds_of_choice[type(choice)]
            content = delimited(self._choice_head, delimited(head, write(choice)))
            found = remember(self._known_options, choice, content)
        return found

    def _limit(self, limit: Limit) -> bytes:
        found = self._known_limits.get(limit)
        if found is None:
            content = api.Question(limits=[limit_message(limit)]).SerializeToString()
            found = remember(self._known_limits, limit, content)
        return found

    def _words(self, name: str, path: str, kind: type) -> tuple[bytes, bytes, bytes]:
        """Encode the constant parts of a question: with its sentence, without it, and the path of rules."""
        found = self._known_words.get((name, path, kind))
        if found is None:
            sentence = self._sentences.get(name, "")
            worded = api.Question(name=name, text=sentence, kind=_KINDS[kind]).SerializeToString()
            wordless = api.Question(name=name, kind=_KINDS[kind]).SerializeToString()
            rules = api.Question(path=path).SerializeToString()
            found = remember(self._known_words, (name, path, kind), (worded, wordless, rules))
        return found


@cache
def _pass_part(passes: tuple[int, ...]) -> bytes:
    """Encode the field of a question that says how to pass. Cached, because there are few."""
    return delimited(_QUESTION_PASS, packed(_PASS_PICKS, passes) if passes else b"")


@cache
def codec_of(name: str) -> Codec:
    """Return the codec of a game, made once."""
    return Codec(name)


def _numbers(enum: type[StrEnum], descriptor: Any) -> dict[str, int]:
    """Return the number of every member; 0 for what is face down."""
    prefix = descriptor.values_by_number[0].name.removesuffix("UNSPECIFIED")
    values = descriptor.values_by_name
    return {m: 0 if m.name == "HIDDEN" else values[f"{prefix}{m.name}"].number for m in enum}


def _faces(enum: type[StrEnum], numbers: Mapping[str, int]) -> list[StrEnum | None]:
    """Return the members by number, without those that are face down, which cannot be chosen."""
    faces: list[StrEnum | None] = [None] * (max(numbers.values()) + 1)
    for member in enum:
        if numbers[member]:
            faces[numbers[member]] = member
    return faces


def _kind_writers(
    kinds: Sequence[Struct],
    messages: Mapping[str, Descriptor],
    holder: Descriptor,
    numbers: EnumNumbers,
) -> dict[type, tuple[bytes, StructWriter]]:
    return {
        kind: (
            content_head(holder.fields_by_name[kind_of(kind)]),
            compile_writer(kind, messages[kind.__name__], numbers),
        )
        for kind in kinds
    }


# --- what is the same for every game ---


def limit_message(limit: Limit) -> api.Limit:
    """Return a limit as a message."""
    match limit:
        case TotalAtLeast():
            return api.Limit(rule=limit.rule, total_at_least=api.TotalAtLeast(total=limit.total))
        case GroupsExactly():
            return api.Limit(rule=limit.rule, groups_exactly=api.GroupsExactly(count=limit.count))
        case GroupsAtMost():
            return api.Limit(rule=limit.rule, groups_at_most=api.GroupsAtMost(count=limit.count))
        case GroupRequired():
            return api.Limit(rule=limit.rule, group_required=api.GroupRequired(group=limit.group))
        case NoneSpare():
            return api.Limit(rule=limit.rule, none_spare=api.NoneSpare(total=limit.total))
        case _:
            raise TypeError(f"{type(limit).__name__} cannot be sent to clients")


def encode_outcome(outcome: Ended) -> bytes:
    """Encode the outcome of a match."""
    message = api.Outcome(ending=outcome.ending, winners=outcome.winners, scores=outcome.scores)
    return message.SerializeToString()
