"""Values and lines of a replay: every value has one form, and reads back to itself."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.asks import Choice
from referee.kernel.chance import Draw
from referee.kernel.facts import Fact
from referee.match.lines import Unreadable, draw, read_tagged, read_values, tagged, value
from tests.match import toy

values = st.recursive(
    st.integers(-(2**53), 2**53) | st.text(max_size=8) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=8,
)


@given(st.lists(values, max_size=5))
def test_values_read_back_to_themselves(things: list[Any]) -> None:
    line = " ".join([value(thing) for thing in things])
    assert "\n" not in line
    assert read_values(line) == things


WRITTEN = [
    (0, "0"),
    (-12, "-12"),
    ("crab/3", "crab/3"),
    ("?", "?"),
    ("", '""'),
    ("12", '"12"'),
    ("null", '"null"'),
    ("two words", '"two words"'),
    ('"', r'"\""'),
    ("a\nb", r'"a\nb"'),
    (None, "null"),
    (True, "true"),
    ((), "[]"),
    ((1, ("a", "b c")), '[1 [a "b c"]]'),
]


@pytest.mark.parametrize(("thing", "text"), WRITTEN)
def test_how_a_value_is_written(thing: object, text: str) -> None:
    assert value(thing) == text


UNREADABLE = [
    "",
    " ",
    "a  b",
    "a ",
    " a",
    "[1 2",
    "1]",
    "[1  2]",
    "[ 1]",
    "{",
    '"x',
    "-",
    "+1",
    "=",
    "ä",
    "[" * 99,
]


@pytest.mark.parametrize("text", UNREADABLE[1:])
def test_what_is_no_value_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        read_values(text)


@pytest.mark.parametrize(
    "text", [*UNREADABLE, "toy.bid seat", "toy.bid seat=", "toy.bid  seat=1", "toy.bid =1"]
)
def test_what_is_no_fact_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        read_tagged(text)


LINES = [
    (toy.RoundBegan(3), "toy.round_began number=3"),
    (toy.Bid(0, -1), "toy.bid seat=0 amount=-1"),
    (toy.Dealt(1, ()), "toy.dealt seat=1 cards=[]"),
    (toy.Dealt(1, (toy.Card.RED_1, toy.Card.HIDDEN)), "toy.dealt seat=1 cards=[red/1 ?]"),
    (toy.Paid(1, (toy.Card.RED_1,), "die 4"), 'toy.paid seat=1 cards=[red/1] note="die 4"'),
    (toy.Whispered(0, toy.Card.BLUE_3), "toy.whispered seat=0 card=blue/3"),
    (toy.Shuffled((toy.Card.RED_2,)), "toy.shuffled cards=[red/2]"),
    (toy.Listen(do=True), "toy.listen do=true"),
]


@pytest.mark.parametrize(("thing", "line"), LINES)
def test_how_a_fact_or_choice_is_written(thing: Fact | Choice, line: str) -> None:
    assert tagged(thing) == line
    assert tagged(thing) == line, "from the second time on a writer is at hand"


def test_how_a_draw_is_written() -> None:
    assert draw(Draw("start seat", 8, 4, (2,))) == '"start seat" 8 4 [2]'
