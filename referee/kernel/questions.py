"""Questions: what a game can ask, each declared once with its name, sentence and kinds of choice.

    ASK_OFFER = OneOf("abyss.offer", "Buy this Ally, or pass?", BuyAlly, PassOffer)

A script puts a question to a seat by yielding it with the options of the moment:

    answer = yield ASK_OFFER.to(seat, (BuyAlly(ally, price), PassOffer()), passes=1)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from referee.kernel.asks import Ask, Choice, InOrder, Limit, One, Some, WhyNot
from referee.kernel.facts import Seat


class DeclaredQuestion:
    """A question as a game declares it, before it is put to a seat."""

    __slots__ = ("choices", "name", "sentence")

    kind: ClassVar[type[Ask]]

    def __init__(self, name: str, sentence: str, *choices: type[Choice]) -> None:
        self.name = name
        """The name in records, written by hand: `abyss.offer`."""
        self.sentence = sentence
        """The sentence put to a person."""
        self.choices = choices
        """The kinds of choice that may be among the options."""

    def fits(self, ask: Ask) -> bool:
        """Return whether an ask puts this question with options of the declared kinds."""
        is_this = ask.name == self.name and type(ask) is self.kind
        return is_this and {type(option) for option in ask.options} <= set(self.choices)


class OneOf(DeclaredQuestion):
    """A question answered by choosing one of the options."""

    __slots__ = ()

    kind = One

    def to(
        self,
        seat: Seat,
        options: Sequence[Choice],
        *,
        default: int = 0,
        why_not: WhyNot | None = None,
        passes: int | None = None,
        concerns_seat: bool = True,
    ) -> One:
        """Return the ask for a seat; see `One` for the parameters."""
        return One(seat, self.name, options, default, why_not, passes, concerns_seat)


class SomeOf(DeclaredQuestion):
    """A question answered by choosing some of the options, within limits."""

    __slots__ = ()

    kind = Some

    def to(
        self,
        seat: Seat,
        options: Sequence[Choice],
        least: int,
        most: int,
        *,
        default: tuple[int, ...],
        limits: tuple[Limit, ...] = (),
        why_not: WhyNot | None = None,
        passes: tuple[int, ...] | None = None,
        concerns_seat: bool = True,
    ) -> Some:
        """Return the ask for a seat; see `Some` for the parameters."""
        return Some(seat, self.name, options, least, most, default, limits, why_not, passes, concerns_seat)


class OrderOf(DeclaredQuestion):
    """A question answered by putting all the options in order."""

    __slots__ = ()

    kind = InOrder

    def to(
        self,
        seat: Seat,
        options: Sequence[Choice],
        *,
        default: tuple[int, ...] | None = None,
        why_not: WhyNot | None = None,
        passes: tuple[int, ...] | None = None,
        concerns_seat: bool = True,
    ) -> InOrder:
        """Return the ask for a seat; see `InOrder` for the parameters."""
        return InOrder(seat, self.name, options, default, why_not, passes, concerns_seat)


def by_name(*questions: DeclaredQuestion) -> dict[str, DeclaredQuestion]:
    """Return a game's questions by name; raise ValueError if a name is declared twice."""
    named = {question.name: question for question in questions}
    if len(named) < len(questions):
        names = [question.name for question in questions]
        twice = sorted({name for name in names if names.count(name) > 1})
        raise ValueError(f"declared more than once: {', '.join(twice)}")
    return named
