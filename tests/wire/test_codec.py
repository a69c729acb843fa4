"""The bytes we write are what protobuf reads, and what comes in is read strictly."""

import random
from collections.abc import Mapping
from enum import StrEnum
from importlib import import_module
from typing import Any

import msgspec
import pytest
from google.protobuf.message import Message

from referee.feeds.frames import Frame, facts_seen_by
from referee.games import GAMES, game
from referee.games.abyss.cards import Card, Race
from referee.games.abyss.choices import BuyAlly, HandIn, TurnLord
from referee.games.abyss.facts.council import StackTaken
from referee.games.abyss.facts.decks import ExplorationShuffled
from referee.games.abyss.facts.supply import PearlsGained, TokensDrawn, TokenStolen
from referee.kernel.asks import (
    Ask,
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
)
from referee.kernel.facts import SPECTATOR, Fact, Recorded
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Question
from referee.kernel.table import Ended
from referee.wire.codec import Codec, codec_of, limit_message
from referee.wire.shapes import Struct, kind_of, shapes_of, vocabulary
from referee.wire.structs import packed, varint
from referee_api.abyss.v1 import abyss_pb2 as abyss
from referee_api.v1 import referee_pb2 as api
from referee_api.v1.game_payload_pb2 import GamePayload
from tests.wire.things import random_struct, steps_of_a_match

WORDS = {name: vocabulary(game(name)) for name in GAMES}
FACTS = [(name, kind) for name, words in WORDS.items() for kind in words.facts]
CHOICES = [(name, kind) for name, words in WORDS.items() for kind in words.choices]
ENUMS = [(name, enum) for name, words in WORDS.items() for enum in words.enums]


def package_of(name: str) -> Any:
    return import_module(f"referee_api.{name}.v1.{name}_pb2")


def plain(value: Any) -> Any:
    """Return a Struct as its message should read: enums by name, texts and numbers unchanged."""
    if isinstance(value, msgspec.Struct):
        return {shape.name: plain(getattr(value, shape.name)) for shape in shapes_of(type(value))}
    if isinstance(value, StrEnum):
        words = "".join(f"_{c}" if c.isupper() else c for c in type(value).__name__).lstrip("_").upper()
        return f"{words}_{'UNSPECIFIED' if value.name == 'HIDDEN' else value.name}"
    if isinstance(value, Mapping):
        return [
            {"key": plain(key), "values" if isinstance(held, list | tuple) else "value": plain(held)}
            for key, held in value.items()
        ]
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def read(message: Message) -> Any:
    """Return a message as plain values, including defaults; unset optional fields as None."""
    return {field.name: _read_field(field, message) for field in message.DESCRIPTOR.fields}


def _read_field(field: Any, message: Message) -> Any:
    if field.has_presence and not message.HasField(field.name):
        return None
    value = getattr(message, field.name)
    if field.is_repeated:
        return [_read_item(field, item) for item in value]
    return _read_item(field, value)


def _read_item(field: Any, value: Any) -> Any:
    if field.message_type is not None:
        return read(value)
    if field.enum_type is not None:
        return field.enum_type.values_by_number[value].name
    return value


def told(codec: Codec, *facts: Fact) -> bytes:
    return codec.frame(Frame(1, tuple([Recorded("turn/explore", fact) for fact in facts]), None, (), None))


@pytest.mark.parametrize(("name", "kind"), FACTS)
def test_every_fact_reads_as_it_was(name: str, kind: type[Fact], seed: str) -> None:
    rng = random.Random(seed)
    codec = codec_of(name)
    for _ in range(20):
        fact = random_struct(kind, rng)
        for encoded in (told(codec, fact), told(codec, fact)):  # Encoded once, then cached.
            (found,) = getattr(api.Frame.FromString(encoded).told, name).facts
            assert found.path == "turn/explore"
            assert found.WhichOneof("kind") == kind_of(kind)
            assert read(getattr(found, kind_of(kind))) == plain(fact)


@pytest.mark.parametrize(("name", "kind"), CHOICES)
def test_every_choice_goes_out_and_comes_back(name: str, kind: type[Choice], seed: str) -> None:
    rng = random.Random(seed)
    codec = codec_of(name)
    offered: list[Choice] = [random_struct(kind, rng) for _ in range(20)]
    question = api.Question.FromString(codec.question(Question(1, One(0, "x", offered), "turn")))
    found = getattr(question.options, name)
    assert [read(getattr(choice, kind_of(kind))) for choice in found.choices] == plain(offered)
    for choice, message in zip(offered, found.choices, strict=True):
        answer = api.Answer(choices={name: package_of(name).Payload(choices=[message])})
        face_down = any([getattr(value, "name", "") == "HIDDEN" for value in msgspec.structs.astuple(choice)])
        if face_down:
            assert codec.answer(answer) is None
        else:
            assert codec.answer(answer) == (choice,)


@pytest.mark.parametrize(("name", "enum"), ENUMS)
def test_every_enum_starts_face_down(name: str, enum: type[StrEnum]) -> None:
    values = package_of(name).DESCRIPTOR.enum_types_by_name[enum.__name__].values_by_number
    assert values[0].name.endswith("_UNSPECIFIED")
    assert len(values) == 1 + len([member for member in enum if member.name != "HIDDEN"])


@pytest.mark.parametrize("name", GAMES)
def test_random_views_read_as_they_were(name: str, seed: str) -> None:
    rng = random.Random(seed)
    codec = Codec(name)
    kind: Struct = WORDS[name].view
    for _ in range(20):
        state = random_struct(kind, rng)
        assert read(getattr(GamePayload.FromString(codec.view(state)), name).view) == plain(state)


@pytest.mark.parametrize("name", GAMES)
def test_frames_of_a_match(name: str, seed: str) -> None:
    """Every frame of a match, assembled from parts, is the message it stands for."""
    codec = Codec(name)
    seats = game(name).seats[-1]
    for frames, views in steps_of_a_match(name, seats, seed):
        for viewer, frame in frames.items():
            found = api.Frame.FromString(codec.frame(frame, views[viewer].state))
            assert found.number == frame.number
            assert tuple(found.waiting_for) == frame.waiting_for
            facts = getattr(found.told, name).facts
            assert [fact.path for fact in facts] == [recorded.path for recorded in frame.facts]
            for message, recorded in zip(facts, frame.facts, strict=True):
                assert read(getattr(message, kind_of(type(recorded.fact)))) == plain(recorded.fact)
            if frame.question is None:
                assert not found.HasField("question")
                assert not found.HasField("view")
            else:
                assert found.question.number == frame.question.number
                assert found.question.text == game(name).questions[found.question.name].sentence
                assert read(getattr(found.view, name).view) == plain(views[viewer].state)
                picks_and_choices(codec, name, found.question, frame.question.ask)
            if frame.outcome is not None:
                assert found.outcome.ending == frame.outcome.ending
                assert tuple(found.outcome.winners) == frame.outcome.winners
                assert tuple(found.outcome.scores) == frame.outcome.scores


@pytest.mark.parametrize("name", GAMES)
def test_frames_are_written_as_protobuf_would(name: str, seed: str) -> None:
    """Parsing a frame and serialising it gives the bytes that were sent; a receipt covers all but the sentences."""
    codec = Codec(name)
    questions = 0
    for frames, _ in steps_of_a_match(name, game(name).seats[0], seed):
        for frame in frames.values():
            sent = codec.frame(frame)
            found = api.Frame.FromString(sent)
            assert found.SerializeToString(deterministic=True) == sent
            if found.HasField("question"):
                assert found.question.text
                found.question.ClearField("text")
                questions += 1
            assert found.SerializeToString(deterministic=True) == codec.leaf(frame)
    assert questions


@pytest.mark.parametrize(("name", "kind"), FACTS)
def test_every_fact_is_written_as_protobuf_would(name: str, kind: type[Fact], seed: str) -> None:
    rng = random.Random(seed)
    codec = codec_of(name)
    for _ in range(5):
        sent = told(codec, random_struct(kind, rng))
        assert api.Frame.FromString(sent).SerializeToString(deterministic=True) == sent


def picks_and_choices(codec: Codec, name: str, question: api.Question, ask: Ask) -> None:
    """Answer with offered options, by number and by choice."""
    everything = tuple(range(question.option_count))
    assert codec.answer(api.Answer(picks=everything)) == everything
    assert codec.answer(api.Answer(choices=question.options)) == tuple(ask.options)


# --- questions ---

HAND = (HandIn(Card.CRAB_3), HandIn(Card.SQUID_1), HandIn(Card.CRAB_3))
LIMITS: tuple[Limit, ...] = (
    TotalAtLeast("recruit.cost", 8),
    GroupsExactly("recruit.races", 2),
    GroupsAtMost("recruit.races", 3),
    GroupRequired("recruit.race", "crab"),
    NoneSpare("recruit.spare", 8),
)


def test_question_of_some_within_limits() -> None:
    ask = Some(1, "abyss.payment", HAND, 1, 3, (0, 1), LIMITS)
    found = api.Question.FromString(codec_of("abyss").question(Question(7, ask, "turn/recruit")))
    assert (found.number, found.name, found.kind) == (7, "abyss.payment", api.QUESTION_KIND_SOME)
    assert (found.option_count, found.least, found.most) == (3, 1, 3)
    assert list(found.weights) == [3, 1, 3]
    assert list(found.groups) == ["crab", "squid", "crab"]
    assert list(found.default_picks) == [0, 1]
    assert found.path == "turn/recruit"
    assert [limit.WhichOneof("kind") for limit in found.limits] == [limit.name for limit in LIMITS]
    assert [limit.rule for limit in found.limits] == [limit.rule for limit in LIMITS]
    assert found.limits[0].total_at_least.total == 8
    assert found.limits[1].groups_exactly.count == 2
    assert found.limits[2].groups_at_most.count == 3
    assert found.limits[3].group_required.group == "crab"
    assert found.limits[4].none_spare.total == 8


def test_every_limit_of_the_kernel_has_a_form() -> None:
    assert {type(limit) for limit in LIMITS} == set(Limit.__subclasses__())
    kinds = {limit_message(limit).WhichOneof("kind") for limit in LIMITS}
    assert kinds == {field.name for field in api.Limit.DESCRIPTOR.oneofs_by_name["kind"].fields}


@pytest.mark.parametrize(
    ("ask", "kind", "least", "most", "default"),
    [
        (One(0, "abyss.offer", HAND, 2), api.QUESTION_KIND_ONE, 1, 1, [2]),
        (Some(0, "abyss.offer", HAND, 0, 2, ()), api.QUESTION_KIND_SOME, 0, 2, []),
        (InOrder(0, "abyss.offer", HAND), api.QUESTION_KIND_IN_ORDER, 3, 3, [0, 1, 2]),
    ],
)
def test_kinds_of_question(ask: Ask, kind: int, least: int, most: int, default: list[int]) -> None:
    found = api.Question.FromString(codec_of("abyss").question(Question(1, ask, "")))
    assert (found.kind, found.least, found.most, list(found.default_picks)) == (kind, least, most, default)
    assert not found.weights
    assert not found.groups


# --- what is hidden ---

SECRETS: list[tuple[Fact, int]] = [
    (ExplorationShuffled((Card.CRAB_5, Card.MONSTER, Card.SQUID_2)), 0),
    (TokensDrawn(1, (3, 4)), 1),
    (TokenStolen(1, 2, 4), 1),
    (StackTaken(1, Race.CRAB, (Card.CRAB_4, Card.CRAB_5)), 1),
]


@pytest.mark.parametrize(("fact", "owner"), SECRETS)
@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_hidden_values_are_zero_on_the_wire(fact: Fact, owner: int, viewer: int) -> None:
    codec = Codec("abyss")
    open_bytes = codec.frame(Frame(1, (Recorded("", fact),), None, (), None))
    hidden_bytes = codec.frame(Frame(1, facts_seen_by((Recorded("", fact),), viewer), None, (), None))
    found = api.Frame.FromString(hidden_bytes).told.abyss.facts[0]
    message = getattr(found, kind_of(type(fact)))
    field = fact.__struct_fields__[-1]
    hidden = getattr(message, field)
    if isinstance(hidden, int):
        assert hidden == 0
    else:
        assert list(hidden) == [0] * len(getattr(fact, field))
    # Control: shown to everyone, the same bytes differ.
    assert open_bytes != hidden_bytes


def test_two_worlds_of_hidden_things_give_the_same_bytes() -> None:
    worlds = [(Card.CRAB_5, Card.MONSTER), (Card.JELLYFISH_1, Card.SQUID_5)]
    told_of = [
        Frame(1, facts_seen_by((Recorded("", ExplorationShuffled(cards)),), 0), None, (), None)
        for cards in worlds
    ]
    assert codec_of("abyss").frame(told_of[0]) == codec_of("abyss").frame(told_of[1])


def test_memory_never_mixes_matches_up() -> None:
    """Facts with equal content but another kind or path are kept apart."""
    codec = Codec("abyss")
    gained, other = Recorded("a", PearlsGained(1, 2)), Recorded("b", PearlsGained(1, 2))
    for recorded in (gained, other, gained):
        (fact,) = api.Frame.FromString(codec.frame(Frame(1, (recorded,), None, (), None))).told.abyss.facts
        assert fact.path == recorded.path


# --- malformed answers ---

BUY = abyss.Choice(buy_ally=abyss.BuyAlly(ally=abyss.CARD_CRAB_3, price=2))
MALFORMED = {
    "numbers and choices at once": api.Answer(picks=[0], choices={"abyss": abyss.Payload(choices=[BUY])}),
    "a choice without a kind": api.Answer(choices={"abyss": abyss.Payload(choices=[abyss.Choice()])}),
    "a card that does not exist": api.Answer(
        choices={"abyss": abyss.Payload(choices=[abyss.Choice(buy_ally=abyss.BuyAlly(ally=4711))])}  # type: ignore[arg-type]
    ),
    "a card below zero": api.Answer(
        choices={"abyss": abyss.Payload(choices=[abyss.Choice(buy_ally=abyss.BuyAlly(ally=-1))])}  # type: ignore[arg-type]
    ),
    "a card face down": api.Answer(
        choices={
            "abyss": abyss.Payload(
                choices=[abyss.Choice(buy_ally=abyss.BuyAlly(ally=abyss.CARD_UNSPECIFIED))]
            )
        }
    ),
}


@pytest.mark.parametrize("answer", MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_answer_is_not_read(answer: api.Answer) -> None:
    assert codec_of("abyss").answer(answer) is None


def test_well_formed_answers_are_read() -> None:
    codec = codec_of("abyss")
    assert codec.answer(api.Answer()) == ()
    assert codec.answer(api.Answer(picks=[2, 0])) == (2, 0)
    assert codec.answer(api.Answer(choices={"abyss": abyss.Payload(choices=[BUY])})) == (
        BuyAlly(Card.CRAB_3, 2),
    )
    turned = abyss.Choice(turn_lord=abyss.TurnLord(owner=1, lord=abyss.LORD_HUNTER))
    decoded = codec.answer(api.Answer(choices={"abyss": abyss.Payload(choices=[turned])}))
    assert decoded is not None
    (choice,) = decoded
    assert isinstance(choice, TurnLord)


# --- the rest ---


@pytest.mark.parametrize("refusal", Refusal)
def test_every_refusal_has_its_message(refusal: Refusal) -> None:
    found = codec_of("abyss").refused(Refused(refusal, "recruit.cost", "value_short"))
    assert api.Refusal.Name(found.refusal) == f"REFUSAL_{refusal.name}"
    assert (found.rule, found.obstacle) == ("recruit.cost", "value_short")
    assert found.sentence == f"{refusal.meaning} {game('abyss').wording.obstacles['value_short']}"
    assert codec_of("abyss").refused(Refused(refusal)).sentence == refusal.meaning


def test_outcome() -> None:
    ended = Ended("seventh_lord", (1, 3), (40, 91, 62, 91))
    encoded = codec_of("abyss").frame(Frame(9, (Recorded("end", ended),), None, (), ended))
    found = api.Frame.FromString(encoded)
    assert found.outcome.ending == "seventh_lord"
    assert list(found.outcome.winners) == [1, 3]
    assert found.told.abyss.facts[0].ended.scores[1] == 91


@pytest.mark.parametrize("number", [0, 1, 127, 128, 16_383, 16_384, 2**31, 2**63, -1, -(2**31)])
def test_varint_is_protobufs(number: int) -> None:
    message = api.Outcome(scores=[number]) if -(2**31) <= number < 2**31 else None
    if message is not None:
        assert packed(b"\x1a", [number]) == message.SerializeToString()
    assert len(varint(number)) <= 10
