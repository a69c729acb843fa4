"""Pictures: named elements, and what turns one picture into the next."""

import msgspec

from referee.inspector.pictures import Element, PictureChanges, changes, fixed_layout, picture_of
from referee.inspector.pictures.plain import picture as plain_picture
from referee.kernel.facts import OPEN_TABLE
from tests.match import toy

ONE, TWO = Element("pearls", "Pearls: 1", 1), Element("pearls", "Pearls: 2", 2)


def test_changes_turn_one_picture_into_the_next() -> None:
    before, after = {"a": ONE, "b": ONE, "c": ONE}, {"c": ONE, "a": TWO, "d": ONE}
    found = changes(before, after)
    assert found == PictureChanges({"a": TWO, "d": ONE}, ("b",))
    assert {key: each for key, each in (before | found.set).items() if key not in found.gone} == after


def test_equal_pictures_have_no_changes() -> None:
    assert msgspec.json.encode(changes({"a": ONE}, {"a": Element("pearls", "Pearls: 1", 1)})) == b"{}"


def test_an_element_is_sent_without_what_is_not_said() -> None:
    assert msgspec.json.encode(Element("deck", "Lords: 3")) == b'{"kind":"deck","name":"Lords: 3"}'


def test_a_game_without_a_picture_of_its_own_gets_the_plain_one() -> None:
    assert picture_of("no_such_game") is plain_picture
    assert fixed_layout("no_such_game", toy.terms(3).setup) == {}


def test_the_plain_picture_shows_every_value_once() -> None:
    setup = toy.terms(3).setup
    state = toy.GAME.new_state(setup, OPEN_TABLE)
    found = plain_picture({"turn": 2, "decks": [{"cards": ["a", "b"]}, {"cards": []}]}, setup, OPEN_TABLE)
    assert found == {
        "turn": Element("value", "turn: 2", 2, ""),
        "decks/0/cards": Element("value", "cards: a, b", "a, b", "decks/0"),
        "decks/1/cards": Element("value", "cards: ", "", "decks/1"),
    }
    assert plain_picture(state, setup, OPEN_TABLE)
