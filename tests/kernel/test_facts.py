"""Facts and their audiences: what each viewer is shown, and that nothing is shown by omission."""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

import msgspec
import pytest

from referee.games import GAMES, game
from referee.kernel.facts import (
    EVERYONE,
    NOBODY,
    OPEN_TABLE,
    SPECTATOR,
    Audience,
    Fact,
    OwnerSees,
    Public,
    Seat,
    Secret,
    as_seen,
    audience_of,
    back_of,
    seen_by,
    visibility_of,
)
from referee.kernel.table import Ended


class Card(StrEnum):
    HIDDEN = "?"
    HYDRA = "hydra"
    DAGON = "dagon"


class Color(StrEnum):
    """An enum without a back."""

    RED = "red"


class DeckCut(Fact, frozen=True, tag="test.deck_cut"):
    """Everyone sees who cut, nobody the cards."""

    seat: Public[Seat]
    cards: Secret[tuple[Card, ...]]


class CardsDrawn(Fact, frozen=True, tag="test.cards_drawn"):
    """The others count the cards; each type of back is here."""

    seat: Public[Seat]
    cards: OwnerSees[tuple[Card, ...]]
    values: OwnerSees[tuple[int, ...]]
    best: OwnerSees[Card]
    total: OwnerSees[int]
    note: OwnerSees[str]


class CardPassed(Fact, frozen=True, tag="test.card_passed"):
    """Two seats see the card; which two is public."""

    giver: Public[Seat]
    taker: Public[Seat]
    card: Annotated[Card, seen_by("giver", "taker")]


class CardShownRound(Fact, frozen=True, tag="test.card_shown_round"):
    """The seats of a tuple see the card."""

    to: Public[tuple[Seat, ...]]
    card: Annotated[Card, seen_by("to")]


class LookTaken(Fact, frozen=True, tag="test.look_taken"):
    """The looker sees the card, its owner learns of the look, nobody else anything."""

    told_to: ClassVar[Audience] = seen_by("looker", "owner")

    looker: Public[Seat]
    owner: Public[Seat]
    card: Annotated[Card, seen_by("looker")]


class CardsSwapped(Fact, frozen=True, tag="test.cards_swapped"):
    """Each of two seats sees the card it gets."""

    left: Public[Seat]
    right: Public[Seat]
    to_left: Annotated[Card, seen_by("left")]
    to_right: Annotated[Card, seen_by("right")]


class FaceChanged(Fact, frozen=True, tag="test.face_changed"):
    """Nobody at the table learns of it."""

    told_to: ClassVar[Audience] = NOBODY

    seat: Public[Seat]


class SecretHolderNamed(Fact, frozen=True, tag="test.secret_holder_named"):
    """The seat that may see the card is itself a secret."""

    holder: Secret[Seat]
    card: Annotated[Card, seen_by("holder")]


HYDRA, DAGON, BACK = Card.HYDRA, Card.DAGON, Card.HIDDEN

DRAWN = CardsDrawn(1, (HYDRA, DAGON), (3, 0), HYDRA, 3, "mine")
DRAWN_FACE_DOWN = CardsDrawn(1, (BACK, BACK), (0, 0), BACK, 0, "")
PASSED, PASSED_FACE_DOWN = CardPassed(1, 2, HYDRA), CardPassed(1, 2, BACK)
SHOWN, SHOWN_FACE_DOWN = CardShownRound((0, 2), HYDRA), CardShownRound((0, 2), BACK)
LOOK, LOOK_FACE_DOWN = LookTaken(2, 0, HYDRA), LookTaken(2, 0, BACK)
ENDED = Ended("sunk", (0, 2), (3, 1, 3))


@pytest.mark.parametrize(
    ("fact", "by_seat", "by_spectator"),
    [
        pytest.param(ENDED, [ENDED] * 3, ENDED, id="all fields are public"),
        pytest.param(
            DeckCut(1, (HYDRA, DAGON)),
            [DeckCut(1, (BACK, BACK))] * 3,
            DeckCut(1, (BACK, BACK)),
            id="a secret is kept from the seat that is named, too",
        ),
        pytest.param(
            DRAWN,
            [DRAWN_FACE_DOWN, DRAWN, DRAWN_FACE_DOWN],
            DRAWN_FACE_DOWN,
            id="the owner sees, the others count",
        ),
        pytest.param(
            PASSED, [PASSED_FACE_DOWN, PASSED, PASSED], PASSED_FACE_DOWN, id="seats named by two fields see"
        ),
        pytest.param(SHOWN, [SHOWN, SHOWN_FACE_DOWN, SHOWN], SHOWN_FACE_DOWN, id="seats in a tuple see"),
        pytest.param(
            CardShownRound((), HYDRA), [CardShownRound((), BACK)] * 3, CardShownRound((), BACK), id="no seat"
        ),
        pytest.param(LOOK, [LOOK_FACE_DOWN, None, LOOK], None, id="told to two, seen by one"),
        pytest.param(FaceChanged(1), [None] * 3, None, id="told to nobody"),
        pytest.param(
            SecretHolderNamed(2, HYDRA),
            [SecretHolderNamed(0, BACK), SecretHolderNamed(0, BACK), SecretHolderNamed(0, HYDRA)],
            SecretHolderNamed(0, BACK),
            id="a hidden seat sees, and is not named",
        ),
    ],
)
def test_each_viewer_is_told_what_the_annotations_say(
    fact: Fact, by_seat: list[Fact | None], by_spectator: Fact | None
) -> None:
    assert [as_seen(fact, seat) for seat in range(3)] == by_seat
    assert as_seen(fact, SPECTATOR) == by_spectator
    assert as_seen(fact, OPEN_TABLE) == fact


def test_what_is_shown_whole_is_the_fact_itself() -> None:
    """Feeds rely on this: identity means that nothing was hidden."""
    assert as_seen(ENDED, SPECTATOR) is ENDED
    assert as_seen(DRAWN, 1) is DRAWN
    assert as_seen(DRAWN, OPEN_TABLE) is DRAWN


def test_hiding_leaves_the_fact_alone() -> None:
    as_seen(DRAWN, 0)
    assert CardsDrawn(1, (HYDRA, DAGON), (3, 0), HYDRA, 3, "mine") == DRAWN


@pytest.mark.parametrize("cards", [(), (HYDRA,), (HYDRA, HYDRA, DAGON)])
def test_as_many_backs_as_cards(cards: tuple[Card, ...]) -> None:
    assert as_seen(DeckCut(0, cards), 0) == DeckCut(0, (BACK,) * len(cards))


def test_two_hidden_cards_cannot_be_told_apart() -> None:
    """Non-interference in its smallest form: what an outside viewer gets depends on nothing hidden."""
    one, other = CardsDrawn(1, (HYDRA,), (3,), HYDRA, 3, "a"), CardsDrawn(1, (DAGON,), (9,), DAGON, 9, "b")
    assert msgspec.json.encode(as_seen(one, 0)) == msgspec.json.encode(as_seen(other, 0))
    assert as_seen(one, 1) != as_seen(other, 1)


# What a face-down thing looks like


@pytest.mark.parametrize(("kind", "back"), [(int, 0), (str, ""), (Card, Card.HIDDEN), (Seat, 0)])
def test_back_depends_on_the_type_alone(kind: type, back: object) -> None:
    assert back_of(kind) == back
    assert type(back_of(kind)) is type(back)


@pytest.mark.parametrize("kind", [Color, bool, bytes, list[int], Card | None, tuple[Card, ...], Fact])
def test_type_without_a_back_cannot_be_dealt_face_down(kind: Any) -> None:
    with pytest.raises(TypeError, match="has no back"):
        back_of(kind)


# Nothing is shown by omission


class Forgotten(Fact, frozen=True, tag="test.forgotten"):
    seat: Public[Seat]
    card: Card


class Contradictory(Fact, frozen=True, tag="test.contradictory"):
    seat: Public[Seat]
    card: Public[OwnerSees[Card]]


class BackLess(Fact, frozen=True, tag="test.back_less"):
    color: Secret[Color]


class TwoKinds(Fact, frozen=True, tag="test.two_kinds"):
    pair: Secret[tuple[Card, int]]


class Ownerless(Fact, frozen=True, tag="test.ownerless"):
    looker: Public[Seat]
    card: OwnerSees[Card]


class ToldToNoField(Fact, frozen=True, tag="test.told_to_no_field"):
    told_to: ClassVar[Audience] = seen_by("seat")

    looker: Public[Seat]


class Heir(Forgotten, frozen=True, tag="test.heir"):
    """A fact whose inherited fields count as well."""

    more: Public[int]


@pytest.mark.parametrize(
    ("fact", "complaint"),
    [
        (Forgotten(0, HYDRA), "Forgotten.card does not declare who may see it"),
        (Heir(0, HYDRA, 1), "Heir.card does not declare who may see it"),
        (Contradictory(0, HYDRA), "Contradictory.card does not declare who may see it"),
        (BackLess(Color.RED), "has no back"),
        (TwoKinds((HYDRA, 1)), r"cannot be hidden; write tuple\[Card, \.\.\.\]"),
        (Ownerless(0, HYDRA), "seats in 'seat', but has no such field"),
        (ToldToNoField(0), "seats in 'seat', but has no such field"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Fact) else "",
)
@pytest.mark.parametrize("viewer", [0, SPECTATOR, OPEN_TABLE])
def test_careless_fact_is_an_error_for_every_viewer(fact: Fact, complaint: str, viewer: Seat) -> None:
    """Even the open table refuses it, so that the first test that records it finds the fault."""
    with pytest.raises(TypeError, match=complaint):
        as_seen(fact, viewer)


@pytest.mark.parametrize(
    ("fact", "seats"),
    [
        (ENDED, ()),
        (DeckCut(1, (HYDRA,)), ()),
        (DRAWN, (1,)),
        (SHOWN, (0, 2)),
        (CardsSwapped(2, 1, HYDRA, DAGON), (2, 1)),
        (LOOK, (2, 0)),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Fact) else "",
)
def test_seats_that_see_more_than_the_public_view_are_found_by_every_audience(
    fact: Fact, seats: tuple[Seat, ...]
) -> None:
    assert visibility_of(type(fact)).entitled(fact) == seats


def test_visibility_is_derived_once_per_kind() -> None:
    """Visibility is needed for every fact and every viewer."""
    assert visibility_of(DeckCut) is visibility_of(DeckCut)


def test_audience_is_what_was_declared() -> None:
    assert audience_of(CardsDrawn, "seat") == EVERYONE
    assert audience_of(CardsDrawn, "cards") == seen_by("seat")
    assert audience_of(DeckCut, "cards") == NOBODY
    assert audience_of(CardPassed, "card") == seen_by("giver", "taker")


# Every registered game


def kinds_of(name: str) -> list[type[Fact]]:
    return [*game(name).facts, Ended]


OWN_KINDS: list[type[Fact]] = [
    DeckCut,
    CardsDrawn,
    CardPassed,
    CardShownRound,
    LookTaken,
    CardsSwapped,
    FaceChanged,
    SecretHolderNamed,
]
KINDS = [
    pytest.param(kind, id=kind.__name__)
    for kind in [*OWN_KINDS, *[kind for name in GAMES for kind in kinds_of(name)]]
]


def all_kinds_below(kind: type[Fact]) -> list[type[Fact]]:
    return [heir for child in kind.__subclasses__() for heir in (child, *all_kinds_below(child))]


@pytest.mark.parametrize("name", GAMES)
def test_game_lists_every_fact_it_defines(name: str) -> None:
    """Otherwise the tests below would skip the forgotten ones."""
    module = game(name).new_state.__module__.rpartition(".")[0]
    defined = {kind for kind in all_kinds_below(Fact) if kind.__module__.startswith(module)}
    assert defined
    assert defined == {*game(name).facts, *game(name).statements}


@pytest.mark.parametrize("name", GAMES)
def test_game_folds_every_fact_it_lists(name: str) -> None:
    assert set(game(name).folds) == set(game(name).facts)


@pytest.mark.parametrize("name", GAMES)
def test_stored_names_of_facts_and_choices_are_unique_and_carry_the_game(name: str) -> None:
    tags = [kind.__struct_config__.tag for kind in (*game(name).facts, *game(name).choices)]
    assert len(set(tags)) == len(tags)
    assert [tag for tag in tags if not str(tag).startswith(f"{name}.")] == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_has_an_audience(kind: type[Fact]) -> None:
    visibility_of(kind)
    for field in kind.__struct_fields__:
        assert isinstance(audience_of(kind, field), Audience)


def made_up(kind: Any) -> Any:
    """Return a value of this type that is not its back."""
    if get_origin(kind) is tuple:
        return (made_up(get_args(kind)[0]),) * 2
    if issubclass(kind, Enum):
        return list(kind)[-1]
    if issubclass(kind, msgspec.Struct):
        return kind(**{field: made_up(hint) for field, hint in get_type_hints(kind).items()})
    return {int: 7, str: "text", bool: True}[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_a_field_is_shown_to_its_audience_and_to_nobody_else(kind: type[Fact]) -> None:
    """Checked by an independent reading of the annotations, with a different seat in each field that names a viewer."""
    hints = {field: get_args(hint) for field, hint in get_type_hints(kind, include_extras=True).items()}
    values = {field: made_up(hints[field][0]) for field in kind.__struct_fields__}
    audiences = {field: hints[field][1] for field in kind.__struct_fields__}
    named = sorted({name for _, seats_in in (*audiences.values(), kind.told_to) for name in seats_in})
    seats = {name: seat for seat, name in enumerate(named, 1)}
    for name, seat in seats.items():
        values[name] = (seat,) if isinstance(values[name], tuple) else seat
    fact = kind(**values)

    def belongs(viewer: Seat, audience: Audience) -> bool:
        return audience.everyone or viewer in [seats[name] for name in audience.seats_in]

    for viewer in (*range(4), SPECTATOR):
        seen = as_seen(fact, viewer)
        assert (seen is not None) is belongs(viewer, kind.told_to)
        for field, audience in audiences.items() if seen else ():
            assert (getattr(seen, field) == values[field]) is belongs(viewer, audience), (field, viewer)
