"""Asks: questions put to a seat, and what makes an answer valid.

The options of an ask are the legal moves. There are four ways to ask: choose `One`, choose `Some` within limits, put
things `InOrder`, and ask several seats `Together`, sealed until all have answered. Every ask has a default, the answer
taken when a seat's time runs out, so that a match never waits for one person for ever.

A script makes asks from the questions that its game declares (`questions`).

The limits of a `Some` can be checked by any client without knowing the game: each option has a weight and a group, and
a limit refers only to those.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, final

import msgspec

from referee.kernel.facts import Seat
from referee.kernel.refusals import Refusal, Refused


class Choice(msgspec.Struct, frozen=True, tag_field="kind", gc=False):
    """Something that a seat may choose, in the imperative."""

    @property
    def weight(self) -> int:
        """The amount that this choice adds to a total, for limits on totals."""
        return 0

    @property
    def group(self) -> str:
        """The group that this choice belongs to, for limits on groups."""
        return ""


class Limit(msgspec.Struct, frozen=True, tag_field="kind", gc=False):
    """A condition on the options chosen together."""

    rule: str
    """The rule that sets this limit."""
    name: ClassVar[str]

    def holds(self, chosen: Sequence[Choice]) -> bool:
        """Return whether these choices together keep the limit."""
        raise NotImplementedError


class TotalAtLeast(Limit, frozen=True, tag="total_at_least"):
    """The weights must add up to at least `total`."""

    total: int
    name: ClassVar[str] = "total_at_least"

    def holds(self, chosen: Sequence[Choice]) -> bool:
        return sum([choice.weight for choice in chosen]) >= self.total


class GroupsExactly(Limit, frozen=True, tag="groups_exactly"):
    """The choices must come from exactly `count` different groups."""

    count: int
    name: ClassVar[str] = "groups_exactly"

    def holds(self, chosen: Sequence[Choice]) -> bool:
        return len({choice.group for choice in chosen}) == self.count


class GroupsAtMost(Limit, frozen=True, tag="groups_at_most"):
    """The choices must come from at most `count` different groups."""

    count: int
    name: ClassVar[str] = "groups_at_most"

    def holds(self, chosen: Sequence[Choice]) -> bool:
        return len({choice.group for choice in chosen}) <= self.count


class GroupRequired(Limit, frozen=True, tag="group_required"):
    """At least one choice must belong to `group`."""

    group: str
    name: ClassVar[str] = "group_required"

    def holds(self, chosen: Sequence[Choice]) -> bool:
        return any(choice.group == self.group for choice in chosen)


class NoneSpare(Limit, frozen=True, tag="none_spare"):
    """No choice may be left out without losing a group or falling below `total`."""

    total: int
    name: ClassVar[str] = "none_spare"

    def holds(self, chosen: Sequence[Choice]) -> bool:
        surplus = sum([choice.weight for choice in chosen]) - self.total
        groups = [choice.group for choice in chosen]
        return not any([choice.weight <= surplus and groups.count(choice.group) > 1 for choice in chosen])


WhyNot = Callable[[Choice], Refused | None]
"""A function that returns the obstacle to a choice that is not among the options."""


class One(msgspec.Struct, frozen=True):
    """Ask a seat to choose one of the options."""

    seat: Seat
    name: str
    options: Sequence[Choice]
    default: int = 0
    why_not: WhyNot | None = None
    passes: int | None = None
    """The option that does nothing, if there is one; a standing order to pass chooses it."""
    concerns_seat: bool = True
    """Whether the question is about the seat itself: its turn, its actions, or an attack on it.

    A question that goes round the table is not, unless the seat is at stake. A standing order can leave questions that
    concern the seat to the seat.
    """


class Some(msgspec.Struct, frozen=True):
    """Ask a seat to choose some of the options, within limits."""

    seat: Seat
    name: str
    options: Sequence[Choice]
    least: int
    most: int
    default: tuple[int, ...]
    limits: tuple[Limit, ...] = ()
    why_not: WhyNot | None = None
    passes: tuple[int, ...] | None = None
    """The answer that does nothing, if there is one; `()` if choosing nothing is allowed."""
    concerns_seat: bool = True


class InOrder(msgspec.Struct, frozen=True):
    """Ask a seat to put all the options in order."""

    seat: Seat
    name: str
    options: Sequence[Choice]
    default: tuple[int, ...] | None = None
    """The order taken when time runs out; None for the order of the options."""
    why_not: WhyNot | None = None
    passes: tuple[int, ...] | None = None
    """The order for a seat that does not care, if the question can be passed."""
    concerns_seat: bool = True


Ask = One | Some | InOrder


@final
class Together(msgspec.Struct, frozen=True):
    """Ask several seats at once, each once; every answer is sealed until all are in.

    The script gets a dict of the answers by seat, in the order of the seats; an empty one if there are no asks.
    """

    asks: Sequence[Ask]


def default_picks(ask: Ask) -> tuple[int, ...]:
    """Return the answer taken for a seat whose time has run out."""
    match ask:
        case One():
            return (ask.default,)
        case Some():
            return ask.default
        case InOrder():
            return tuple(range(len(ask.options))) if ask.default is None else ask.default


def pass_picks(ask: Ask) -> tuple[int, ...] | None:
    """Return the answer that does nothing, or None if there is none."""
    match ask:
        case One():
            return None if ask.passes is None else (ask.passes,)
        case Some() | InOrder():
            return ask.passes


def chosen_of(ask: Ask, picks: Sequence[int]) -> tuple[Choice, ...]:
    """Return the options with these numbers."""
    options = ask.options
    return tuple([options[pick] for pick in picks])


def fault_in(ask: Ask, picks: Sequence[int]) -> Refused | None:
    """Return why these option numbers are not a valid answer, or None if they are."""
    size = len(ask.options)
    for pick in picks:
        if not 0 <= pick < size:
            return Refused(Refusal.OUT_OF_RANGE)
    if len(picks) > 1 and len(set(picks)) < len(picks):
        return Refused(Refusal.CHOSEN_TWICE)
    if isinstance(ask, One):
        least = most = 1
    elif isinstance(ask, Some):
        least, most = ask.least, ask.most
    else:
        least = most = size
    if len(picks) < least:
        return Refused(Refusal.TOO_FEW)
    if len(picks) > most:
        return Refused(Refusal.TOO_MANY)
    if isinstance(ask, Some):
        chosen = [ask.options[pick] for pick in picks]
        for limit in ask.limits:
            if not limit.holds(chosen):
                return Refused(Refusal.LIMIT_BROKEN, limit.rule, limit.name)
    return None


def picks_of(ask: Ask, choices: Sequence[Choice]) -> tuple[int, ...] | Refused:
    """Return the option numbers of these choices; equal options are taken in turn."""
    options = ask.options
    picks: list[int] = []
    try:
        for choice in choices:
            pick = options.index(choice)
            while pick in picks:
                pick = options.index(choice, pick + 1)
            picks.append(pick)
    except ValueError:
        return _not_found(ask, choices)
    return tuple(picks)


def _not_found(ask: Ask, choices: Sequence[Choice]) -> Refused:
    """Return why not all of these choices are options: one is not offered, or one is chosen too often."""
    for choice in choices:
        if choice not in ask.options:
            reason = ask.why_not(choice) if ask.why_not is not None else None
            return reason or Refused(Refusal.NOT_OFFERED)
    return Refused(Refusal.CHOSEN_TWICE)
