"""Which reading of each ruling a match is played under."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

import msgspec
import pytest

from referee.rulebook import CONSENSUS, Rule, Rulebook, Ruling, UnknownReading

BOOK = Rulebook(
    game="tea",
    editions={"de": "German edition", "en": "English edition"},
    rules={"pour": Rule("Pour the tea.")},
    rulings={
        "milk": Ruling(
            question="Does the milk go in first?",
            rules=("pour",),
            readings={"first": "Yes.", "last": "No."},
            default="last",
            reason="It is easier to judge.",
            editions={"en": "first"},
        ),
        "sugar": Ruling(
            question="How much sugar?",
            rules=("pour",),
            readings={"none": "None.", "one": "One.", "two": "Two."},
            default="one",
            reason="A middle way.",
            editions={"de": "two"},
            since=3,
            before="none",
        ),
    },
)


@pytest.mark.parametrize(
    ("edition", "chosen", "version", "readings"),
    [
        pytest.param("", {}, 3, {"milk": "last", "sugar": "one"}, id="no edition is our consensus"),
        pytest.param(CONSENSUS, {}, 3, {"milk": "last", "sugar": "one"}, id="the consensus by its name"),
        pytest.param(
            "en", {}, 3, {"milk": "first", "sugar": "one"}, id="an edition, and our default for the rest"
        ),
        pytest.param("de", {}, 3, {"milk": "last", "sugar": "two"}, id="another edition"),
        pytest.param(
            "en", {"milk": "last"}, 3, {"milk": "last", "sugar": "one"}, id="chosen against the edition"
        ),
        pytest.param(
            "", {"milk": "first", "sugar": "two"}, 3, {"milk": "first", "sugar": "two"}, id="all chosen"
        ),
        pytest.param("", {}, 4, {"milk": "last", "sugar": "one"}, id="later rules"),
        pytest.param("", {}, 2, {"milk": "last", "sugar": "none"}, id="older rules are played as they were"),
        pytest.param("de", {}, 1, {"milk": "last", "sugar": "none"}, id="older rules in an edition"),
        pytest.param(
            "", {"sugar": "two"}, 1, {"milk": "last", "sugar": "two"}, id="chosen under older rules"
        ),
    ],
)
def test_every_ruling_is_settled(
    edition: str, chosen: Mapping[str, str], version: int, readings: Mapping[str, str]
) -> None:
    assert BOOK.readings(edition, chosen, version) == readings


@pytest.mark.parametrize(
    ("edition", "chosen", "complaint"),
    [
        ("fr", {}, "unknown edition 'fr' of tea (choose from consensus, de, en)"),
        (
            "",
            {"lemon": "yes"},
            "unknown ruling 'lemon' of tea; see 'referee rules tea --rulings', or DescribeGame",
        ),
        ("", {"milk": "never"}, "unknown reading 'never' of milk (choose from first, last)"),
        ("", {"milk": ""}, "unknown reading '' of milk (choose from first, last)"),
        ("fr", {"milk": "never"}, "unknown edition 'fr'"),
    ],
)
def test_unknown_name_is_refused_with_what_there_is(
    edition: str, chosen: Mapping[str, str], complaint: str
) -> None:
    with pytest.raises(UnknownReading, match=re.escape(complaint)):
        BOOK.readings(edition, chosen, 3)


def test_settling_changes_nothing_that_was_given() -> None:
    chosen = {"milk": "first"}
    BOOK.readings("", chosen, 3)["milk"] = "last"
    assert chosen == {"milk": "first"}
    assert BOOK.readings("", {}, 3)["milk"] == "last"


TOML = """
game = "tea"

[editions]
de = "German edition"

[rules.pour]
statement = "Pour the tea."

[rulings.milk]
question = "Milk first?"
rules = ["pour"]
default = "no"
reason = "It is easier."
since = 1
[rulings.milk.readings]
yes = "Yes."
no = "No."
"""


def load(text: str) -> Rulebook:
    return msgspec.convert(tomllib.loads(text), Rulebook)


def test_rulebook_is_loaded_from_its_text() -> None:
    assert load(TOML).rules == {"pour": Rule("Pour the tea.")}
    assert load(TOML).readings("de", {}, 1) == {"milk": "no"}


@pytest.mark.parametrize(
    ("sound", "slip"),
    [
        pytest.param('question = "Milk first?"', "", id="something missing"),
        pytest.param("statement", "statment", id="a name misspelt"),
        pytest.param('"Pour the tea."', "1", id="a number for a sentence"),
        pytest.param("since = 1", 'since = "one"', id="a word for a number"),
        pytest.param('["pour"]', '"pour"', id="a word for a list"),
    ],
)
def test_slip_in_a_rulebook_is_found_when_it_is_loaded(sound: str, slip: str) -> None:
    assert sound in TOML
    with pytest.raises(msgspec.ValidationError):
        load(TOML.replace(sound, slip))
