"""A charter that cannot be played is refused with a text that says what to do."""

from typing import Any

import msgspec
import pytest

from referee.games import UnknownGame
from referee.kernel.chance import SEED_BYTES, seed_from_text
from referee.kernel.game import Charter
from referee.match.charters import (
    BadSeed,
    CharterError,
    UnknownOption,
    UnknownRules,
    WrongSeatCount,
    new_charter,
    settle,
)
from referee.rulebook import UnknownReading
from tests.match import toy

REFUSED: list[tuple[dict[str, Any], type[ValueError], str]] = [
    ({"seats": 1}, WrongSeatCount, "2 to 4 seats, not 1"),
    ({"seats": 5}, WrongSeatCount, "2 to 4 seats, not 5"),
    ({"rules_version": 3}, UnknownRules, "up to version 2, not version 3; use a newer referee"),
    ({"rules_version": 0}, UnknownRules, "not version 0"),
    ({"seed": ""}, BadSeed, "128 hexadecimal digits"),
    ({"seed": "a" * 127}, BadSeed, "128 hexadecimal digits"),
    ({"seed": "A" * 128}, BadSeed, "in lower case"),
    ({"seed": "a" * 127 + "g"}, BadSeed, "128 hexadecimal digits"),
    ({"salt": ""}, BadSeed, "64 hexadecimal digits"),
    ({"unrefereed": False}, CharterError, "is left out of all other charters"),
    ({"salt": "a" * 63 + "g"}, BadSeed, "64 hexadecimal digits"),
    ({"salt": "A" * 64}, BadSeed, "in lower case"),
    ({"edition": "second"}, UnknownReading, "choose from consensus, first"),
    ({"rulings": {"tie": "all"}}, UnknownReading, "see 'referee rules toy --rulings'"),
    ({"rulings": {"ties": "some"}}, UnknownReading, "choose from all, none"),
    (
        {"options": {"round": "3"}},
        UnknownOption,
        r"no option 'round' \(choose from rounds, faulty_round, silent_round\)",
    ),
    ({"options": {"rounds": "three"}}, UnknownOption, r"rounds cannot be 'three' \(it is a number\)"),
    ({"options": {"rounds": ""}}, UnknownOption, "rounds cannot be ''"),
]


@pytest.mark.parametrize(("change", "error", "text"), REFUSED)
def test_refused(change: dict[str, Any], error: type[ValueError], text: str) -> None:
    with pytest.raises(error, match=text):
        toy.settle(msgspec.structs.replace(toy.charter(), **change))


def test_settled_as_it_says() -> None:
    charter = msgspec.structs.replace(toy.charter(2, rounds="7"), rulings={"ties": "none"}, edition="first")
    terms = toy.settle(charter)
    assert terms.setup.seats == 2
    assert terms.setup.options == toy.ToyOptions(rounds=7)
    assert terms.setup.readings == {"ties": "none"}
    assert terms.seed == seed_from_text("toy")


def test_older_rules_are_still_played() -> None:
    assert toy.settle(msgspec.structs.replace(toy.charter(), rules_version=1)).charter.rules_version == 1


def test_a_value_an_option_does_not_have() -> None:
    with pytest.raises(UnknownOption, match=r"cannot be 'hard' \(choose from standard, easier, harder\)"):
        settle(new_charter("unfathomable", 3, seed="x", options={"difficulty": "hard"}))


def test_unknown_game() -> None:
    with pytest.raises(UnknownGame, match=r"unknown game 'chess' \(choose from abyss"):
        new_charter("chess", 2, seed="x")


def test_seed_is_a_text_or_the_bytes_themselves() -> None:
    assert new_charter("abyss", 3, seed="x") == new_charter("abyss", 3, seed="x")
    assert new_charter("abyss", 3, seed="x") != new_charter("abyss", 3, seed="y")
    drawn = new_charter("abyss", 3, seed=bytes(range(SEED_BYTES)))
    assert drawn.seed == bytes(range(SEED_BYTES)).hex()
    assert isinstance(settle(drawn).charter, Charter)
    with pytest.raises(BadSeed):
        new_charter("abyss", 3, seed=bytes(range(SEED_BYTES - 1)))
