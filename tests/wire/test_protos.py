"""The protos match the Structs, and no field number is ever reused."""

import shutil
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

import msgspec
import pytest
from google.protobuf import descriptor_pb2 as pb

from referee.games import GAMES
from referee.games import game as game_named
from referee.kernel.asks import Choice
from referee.kernel.facts import Fact, OwnerSees, Public, Seat
from referee.kernel.refusals import Refusal
from referee.wire import protos
from referee.wire.shapes import Vocabulary, field_notes, shapes_of, vocabulary
from referee_api.v1 import referee_pb2 as api
from referee_api.v1.game_payload_pb2 import GamePayload


def test_protos_are_fresh() -> None:
    assert protos.differences(protos.ROOT) == []


def test_stale_file_is_named(tmp_path: Path) -> None:
    for part in ("proto", "clients/referee_api"):
        shutil.copytree(protos.ROOT / part, tmp_path / part)
    stale = tmp_path / "proto/referee/api/abyss/v1/abyss.proto"
    stale.write_text(stale.read_text().replace("// A seat's turn began.", "// A turn began."))
    (tmp_path / "clients/referee_api/v1/forgotten_pb2.py").write_text("")
    changed, forgotten = protos.differences(tmp_path)
    assert "abyss.proto" in changed
    assert "+// A seat's turn began." in changed
    assert forgotten == "clients/referee_api/v1/forgotten_pb2.py is no longer generated"
    assert protos.write(tmp_path) == [
        "proto/referee/api/abyss/v1/abyss.proto",
        "clients/referee_api/v1/forgotten_pb2.py",
    ]
    assert protos.differences(tmp_path) == []


# --- numbering ---


class Suit(StrEnum):
    """Suits."""

    HIDDEN = "?"
    CUPS = "cups"
    SWORDS = "swords"


class Dealt(Fact, frozen=True, tag="toy.dealt"):
    """A card was dealt."""

    seat: Public[Seat]
    suit: OwnerSees[Suit]
    """What is on it."""
    value: Public[int]


class Shuffled(Fact, frozen=True, tag="toy.shuffled"):
    """The deck was shuffled."""


class Pass(Choice, frozen=True, tag="toy.pass"):
    """Pass."""


class Table(msgspec.Struct):
    """The table."""

    piles: dict[Suit, list[int]]
    tops: dict[Suit, int]


class Bare(msgspec.Struct):
    """The table, cleared."""


def words(facts: tuple[type[Fact], ...], enums: tuple[type[StrEnum], ...] = (Suit,)) -> Vocabulary:
    return Vocabulary("toy", enums, facts, (Pass,), (), Table, ())


def numbers_in(text: str, tmp_path: Path) -> dict[str, protos.FieldNumbers]:
    """Compile a proto and return every number in it."""
    path = tmp_path / "toy.proto"
    path.write_text(text)
    return protos.read_numbers(path, tmp_path)


def a_year_later() -> Vocabulary:
    """Return the same game with a fact and a suit removed, others added, and everything in another order."""

    class Suit(StrEnum):
        """Suits."""

        HIDDEN = "?"
        STARS = "stars"
        SWORDS = "swords"

    class Dealt(Fact, frozen=True, tag="toy.dealt"):
        """A card was dealt."""

        to: Public[Seat]
        value: Public[int]
        seat: Public[Seat]

    return Vocabulary("toy", (Suit,), (Shuffled, Dealt), (Pass,), (), Bare, ())


@pytest.fixture
def first(tmp_path: Path) -> dict[str, protos.FieldNumbers]:
    return numbers_in(protos.write_game(words((Dealt, Shuffled)), {}), tmp_path)


def test_first_numbers(first: dict[str, protos.FieldNumbers]) -> None:
    assert first["referee.api.toy.v1.Dealt"].given == {"seat": 1, "suit": 2, "value": 3}
    assert first["referee.api.toy.v1.Fact"].given == {"path": 1, "dealt": 2, "shuffled": 3}
    assert first["referee.api.toy.v1.Suit"].given == {"SUIT_UNSPECIFIED": 0, "SUIT_CUPS": 1, "SUIT_SWORDS": 2}
    assert first["referee.api.toy.v1.View.PilesEntry"].given == {"key": 1, "values": 2}
    assert first["referee.api.toy.v1.View.TopsEntry"].given == {"key": 1, "value": 2}


def test_number_once_given_stays(first: dict[str, protos.FieldNumbers], tmp_path: Path) -> None:
    text = protos.write_game(a_year_later(), first)
    found = numbers_in(text, tmp_path)
    assert found["referee.api.toy.v1.Dealt"] == protos.FieldNumbers(
        {"seat": 1, "value": 3, "to": 4}, (2,), ("suit",)
    )
    assert found["referee.api.toy.v1.Fact"].given == {"path": 1, "dealt": 2, "shuffled": 3}
    suit = protos.FieldNumbers(
        {"SUIT_UNSPECIFIED": 0, "SUIT_SWORDS": 2, "SUIT_STARS": 3}, (1,), ("SUIT_CUPS",)
    )
    assert found["referee.api.toy.v1.Suit"] == suit
    # Again, with nothing changed: the same text, and reserved numbers stay reserved.
    assert protos.write_game(a_year_later(), found) == text


def test_name_that_comes_back_gets_a_new_number() -> None:
    gone = protos.FieldNumbers({"seat": 1, "suit": 2}).extended(["seat"])
    assert gone.extended(["seat", "suit"]) == protos.FieldNumbers({"seat": 1, "suit": 3}, (2,), ())


def test_control_without_the_ledger_numbers_move(tmp_path: Path) -> None:
    found = numbers_in(protos.write_game(a_year_later(), {}), tmp_path)
    assert found["referee.api.toy.v1.Dealt"].given["seat"] == 3
    assert found["referee.api.toy.v1.Fact"].given["shuffled"] == 2


def test_two_types_of_one_name_are_refused() -> None:
    later = a_year_later()
    with pytest.raises(protos.StaleProtos, match="several types named Dealt"):
        protos.write_game(later._replace(facts=(*later.facts, Dealt)), {})


def test_audience_and_notes_become_comments() -> None:
    text = protos.write_game(words((Dealt,)), {})
    assert "  // What is on it. Face up only for the seat in `seat`.\n  Suit suit = 2;" in text


def test_type_without_a_form_on_the_wire_is_refused() -> None:
    class Odd(msgspec.Struct):
        ratio: float

    with pytest.raises(TypeError, match="ratio"):
        shapes_of(Odd)


def test_unsent_fields_have_no_shape() -> None:
    """The rules of Among Cultists need the text of the data files; clients get its hash."""
    names = [shape.name for shape in shapes_of(game_named("among_cultists").state)]
    assert "data" in names
    assert "data_text" not in names


def test_struct_in_several_places_of_a_view_is_one_message() -> None:
    class Hand(msgspec.Struct):
        suits: list[Suit]

    class Spread(msgspec.Struct):
        mine: Hand | None
        others: list[Hand]

    Spread.__annotations__ = {"mine": Hand | None, "others": list[Hand]}
    Hand.__annotations__ = {"suits": list[Suit]}
    assert vocabulary(msgspec.structs.replace(game_named("abyss"), state=Spread)).parts == (Hand,)


def test_field_notes_of_a_plain_struct() -> None:
    assert field_notes(Dealt) == {"suit": "What is on it."}


# --- the service, written by hand ---


def test_refusals_mirror_the_kernel() -> None:
    assert {f"REFUSAL_{refusal.name}" for refusal in Refusal} | {"REFUSAL_UNSPECIFIED"} == set(
        api.Refusal.keys()
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_in_the_service(game: str) -> None:
    field = GamePayload.DESCRIPTOR.oneofs_by_name["game"].containing_type.fields_by_name[game]
    assert field.number == GAMES.index(game) + 1, "a released number never changes; add new games last"
    assert field.message_type is not None
    assert field.message_type.full_name == f"referee.api.{game}.v1.Payload"


def test_everything_in_the_service_is_explained(tmp_path: Path) -> None:
    include, found = protos.ROOT / "proto", tmp_path / "descriptors"
    service = include / "referee/api/v1/referee.proto"
    protos.run_protoc(include, [f"--descriptor_set_out={found}", "--include_source_info"], [service])
    (file,) = pb.FileDescriptorSet.FromString(found.read_bytes()).file
    explained = {tuple(place.path) for place in file.source_code_info.location if place.leading_comments}
    assert [name for path, name in things_in(file) if path not in explained] == []


def things_in(file: pb.FileDescriptorProto) -> Iterator[tuple[tuple[int, ...], str]]:
    """Return the path in the descriptor of everything that needs a comment."""
    for i, message in enumerate(file.message_type):
        yield (4, i), message.name
        yield from (((4, i, 2, j), f"{message.name}.{field.name}") for j, field in enumerate(message.field))
    for i, enum in enumerate(file.enum_type):
        yield (5, i), enum.name
        yield from (((5, i, 2, j), value.name) for j, value in enumerate(enum.value))
    for i, service in enumerate(file.service):
        yield (6, i), service.name
        yield from (((6, i, 2, j), method.name) for j, method in enumerate(service.method))
