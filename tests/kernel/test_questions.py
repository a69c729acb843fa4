"""Declared questions: how they are presented to a seat, and which asks fit them."""

from __future__ import annotations

import re

import pytest

from referee.kernel.asks import InOrder, One, Some, TotalAtLeast
from referee.kernel.questions import OneOf, OrderOf, SomeOf, by_name
from referee.kernel.refusals import Refused
from tests.kernel.scripts import NO, YES, Pay, Say

ASK_WORD = OneOf("word", "Which word?", Say)
ASK_COINS = SomeOf("coins", "Which coins?", Pay, Say)
ASK_ORDER = OrderOf("order", "In which order?", Say)

COINS = (Pay("gold/3"), Pay("silver/2"))
LIMITS = (TotalAtLeast("rule", 2),)


def why_not(_: object) -> Refused | None:
    return None


def test_one_of_puts_a_choice_of_one() -> None:
    assert ASK_WORD.to(2, (YES, NO)) == One(2, "word", (YES, NO))
    asked = ASK_WORD.to(2, (YES, NO), default=1, why_not=why_not, passes=0, concerns_seat=False)
    assert asked == One(2, "word", (YES, NO), default=1, why_not=why_not, passes=0, concerns_seat=False)


def test_some_of_puts_a_choice_of_some() -> None:
    assert ASK_COINS.to(1, COINS, 0, 2, default=(1,)) == Some(1, "coins", COINS, 0, 2, (1,))
    asked = ASK_COINS.to(
        1, COINS, 0, 2, default=(), limits=LIMITS, why_not=why_not, passes=(), concerns_seat=False
    )
    assert asked == Some(1, "coins", COINS, 0, 2, (), LIMITS, why_not, passes=(), concerns_seat=False)


def test_order_of_puts_all_in_order() -> None:
    assert ASK_ORDER.to(0, (YES, NO)) == InOrder(0, "order", (YES, NO))
    asked = ASK_ORDER.to(0, (YES, NO), default=(1, 0), why_not=why_not, passes=(0, 1), concerns_seat=False)
    assert asked == InOrder(0, "order", (YES, NO), (1, 0), why_not, passes=(0, 1), concerns_seat=False)


def test_an_ask_fits_the_question_of_its_name_and_kind_with_its_choices() -> None:
    mixed = (YES, Pay("gold/3"))
    assert ASK_COINS.fits(Some(0, "coins", mixed, 0, 1, ()))
    assert not ASK_COINS.fits(Some(0, "word", mixed, 0, 1, ()))
    assert not ASK_COINS.fits(One(0, "coins", mixed))
    assert ASK_WORD.fits(One(0, "word", (YES, NO)))
    assert not ASK_WORD.fits(One(0, "word", mixed))


def test_questions_are_found_by_name() -> None:
    assert by_name(ASK_WORD, ASK_ORDER) == {"word": ASK_WORD, "order": ASK_ORDER}


def test_a_name_is_declared_once() -> None:
    with pytest.raises(ValueError, match=re.escape("declared more than once: word")):
        by_name(ASK_WORD, ASK_ORDER, OneOf("word", "Another?", Pay))
