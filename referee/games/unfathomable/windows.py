"""Windows: moments at which any player may use an ability.

Everyone who might use something, judging by public information, is asked; the answers are sealed until all are in.
`abilities` lists what may be used at each moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

from referee.games.unfathomable.cards import Character, Item
from referee.games.unfathomable.choices import PASS, ChooseSeat
from referee.games.unfathomable.facts.spoken import AbilitiesAnnounced, Declined, OrderChosen
from referee.games.unfathomable.questions import (
    ASK_WINDOW_AFTER_ROLL,
    ASK_WINDOW_AFTER_TOTAL,
    ASK_WINDOW_BEFORE_CARDS,
    ASK_WINDOW_BEFORE_ROLL,
    ASK_WINDOW_CHARACTER_WOULD_BE_DEFEATED,
    ASK_WINDOW_DEEP_ONE_WOULD_ENTER,
    ASK_WINDOW_MYTHOS_CHOICE,
    ASK_WINDOW_MYTHOS_DRAWN,
    ASK_WINDOW_ORDER,
    ASK_WINDOW_PASSENGER_WOULD_BE_DEFEATED,
)
from referee.games.unfathomable.state import State
from referee.kernel.asks import Choice, One, Together
from referee.kernel.facts import Seat
from referee.kernel.questions import OneOf
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

C = TypeVar("C", bound=Choice)


class Timing(StrEnum):
    """The moments at which abilities may be used out of turn."""

    BEFORE_ROLL = "before_roll"
    AFTER_ROLL = "after_roll"
    BEFORE_CARDS = "before_cards"
    AFTER_TOTAL = "after_total"
    CHARACTER_WOULD_BE_DEFEATED = "character_would_be_defeated"
    PASSENGER_WOULD_BE_DEFEATED = "passenger_would_be_defeated"
    MYTHOS_DRAWN = "mythos_drawn"
    MYTHOS_CHOICE = "mythos_choice"
    DEEP_ONE_WOULD_ENTER = "deep_one_would_enter"


class Reaction(msgspec.Struct, Generic[C], frozen=True):
    """An ability that may be used at some moment."""

    rule: str
    """The rule of the card or ability."""
    choice: type[C] | tuple[type[C], ...]
    """The kind of choice that uses it, or several kinds."""
    of: Character | Item | None
    """The character or item that brings it, or None if anybody might have it."""
    may_use: Callable[[Table[State], Seat], bool]
    """Returns whether this seat might use it now, judging by public information: if so, the seat is asked."""
    options: Callable[[Table[State], Seat], Sequence[C]]
    """Lists what the seat can really choose now, hand included. No two abilities of a moment share an option."""
    resolve: Callable[[Table[State], Seat, C], Script[None]]
    """Carries it out."""
    why_not: Callable[[Table[State], Seat, C], Refused | None] | None = None
    """Explains why such a choice is not among the options."""
    moment: Callable[[Table[State]], bool] | None = None
    """Returns whether anybody might use it now, judging by public information. It is called once for all seats, and
    only set if neither a character nor an item brings the ability."""


def guarded(
    rule_id: str,
    choice: type[C],
    of: Character,
    obstacle: Callable[[Table[State], Seat], Refused | None],
    options: Callable[[Table[State], Seat], Sequence[C]],
    resolve: Callable[[Table[State], Seat, C], Script[None]],
    why_not: Callable[[Table[State], Seat, C], Refused | None] | None = None,
) -> Reaction[C]:
    """Return a character's ability that is open unless a publicly known obstacle is in the way.

    `why_not` explains what else is wrong with a choice, such as a card that is not in the hand.
    """

    def explain(table: Table[State], seat: Seat, chosen: C) -> Refused | None:
        refused = obstacle(table, seat)
        return why_not(table, seat, chosen) if refused is None and why_not is not None else refused

    def may_use(table: Table[State], seat: Seat) -> bool:
        return obstacle(table, seat) is None

    return Reaction(rule_id, choice, of, may_use, options, resolve, explain)


QUESTION: dict[Timing, OneOf] = {
    Timing.BEFORE_ROLL: ASK_WINDOW_BEFORE_ROLL,
    Timing.AFTER_ROLL: ASK_WINDOW_AFTER_ROLL,
    Timing.BEFORE_CARDS: ASK_WINDOW_BEFORE_CARDS,
    Timing.AFTER_TOTAL: ASK_WINDOW_AFTER_TOTAL,
    Timing.CHARACTER_WOULD_BE_DEFEATED: ASK_WINDOW_CHARACTER_WOULD_BE_DEFEATED,
    Timing.PASSENGER_WOULD_BE_DEFEATED: ASK_WINDOW_PASSENGER_WOULD_BE_DEFEATED,
    Timing.MYTHOS_DRAWN: ASK_WINDOW_MYTHOS_DRAWN,
    Timing.MYTHOS_CHOICE: ASK_WINDOW_MYTHOS_CHOICE,
    Timing.DEEP_ONE_WOULD_ENTER: ASK_WINDOW_DEEP_ONE_WOULD_ENTER,
}


@cache
def reactions_at(timing: Timing) -> Sequence[Reaction[Any]]:
    """Return the abilities of a moment, in the order in which a seat is offered them.

    The table is imported late: its chapters open windows themselves, so they import this module.
    """
    from referee.games.unfathomable.abilities import REACTIONS

    return REACTIONS[timing]


def window(
    table: Table[State], timing: Timing, until: Callable[[Table[State]], bool] | None = None
) -> Script[None]:
    """Ask everyone who might use an ability at this moment, again and again until all pass or `until` holds.

    If several want to use something, the active player puts them in order.
    """
    while until is None or not until(table):
        asks = _asks(table, timing)
        if not asks:
            return
        answers: dict[Seat, Choice] = yield Together(asks)
        willing = [seat for seat, answer in answers.items() if answer is not PASS]
        if not willing:
            return
        if len(willing) == 1:
            yield from _use(table, timing, willing[0], answers[willing[0]])
        elif not (yield from _use_in_order(table, timing, willing, until)):
            return


@rule("timing.conflict.abilities")
def _use_in_order(
    table: Table[State],
    timing: Timing,
    willing: list[Seat],
    until: Callable[[Table[State]], bool] | None,
) -> Script[bool]:
    """Let the active player put several players in order; return whether any of them used something.

    Those who come later have seen more by then, and may decline.
    """
    table.record(AbilitiesAnnounced(tuple(willing)))
    order: tuple[ChooseSeat, ...] = yield ASK_WINDOW_ORDER.to(
        table.state.active, [ChooseSeat(seat) for seat in willing]
    )
    table.record(OrderChosen(table.state.active, tuple([chosen.seat for chosen in order])))
    used = False
    for chosen in order:
        if until is not None and until(table):
            break
        for ask in _asks(table, timing):
            if ask.seat == chosen.seat:
                used |= yield from _use_or_decline(table, timing, ask)
    return used


@rule("timing.conflict.decline")
def _use_or_decline(table: Table[State], timing: Timing, ask: One) -> Script[bool]:
    """Ask a player whose place in the order has come; return whether it used something."""
    answer = yield ask
    if answer == PASS:
        table.record(Declined(ask.seat))
        return False
    yield from _use(table, timing, ask.seat, answer)
    return True


def might_be_used(table: Table[State], timing: Timing) -> bool:
    """Return whether anybody might use an ability at this moment, judging by public information."""
    return bool(_asks(table, timing))


def _use(table: Table[State], timing: Timing, seat: Seat, choice: Choice) -> Script[None]:
    """Carry out what a seat chose."""
    for found in reactions_at(timing):
        if (
            isinstance(choice, found.choice)
            and found.may_use(table, seat)
            and choice in found.options(table, seat)
        ):
            yield from found.resolve(table, seat, choice)
            return


class _WhyNot(msgspec.Struct, frozen=True):
    """Explains why a choice is not open to a seat.

    Every question of a window has one; making a `partial` instead takes twice the time.
    """

    table: Table[State]
    timing: Timing
    seat: Seat

    def __call__(self, choice: Choice) -> Refused | None:
        for found in reactions_at(self.timing):
            if found.why_not is not None and isinstance(choice, found.choice):
                refused = found.why_not(self.table, self.seat, choice)
                if refused is not None:
                    return refused
        return None


def _asks(table: Table[State], timing: Timing) -> list[One]:
    """Return the questions to all seats that might use something at this moment, judging by public information."""
    asks: list[One] = []
    usable = [found for found in reactions_at(timing) if found.moment is None or found.moment(table)]
    if not usable:
        return asks
    question, at_stake = QUESTION[timing], concerned(table.state)
    for seat, player in enumerate(table.state.players):
        options: list[Choice] = []
        for found in usable:
            source = found.of
            has_it = source is None or source is player.character or source in player.items
            if has_it and found.may_use(table, seat):
                options = options or [PASS]
                options += found.options(table, seat)
        if options:
            why_not = _WhyNot(table, timing, seat)
            is_at_stake = seat in at_stake
            asks.append(question.to(seat, options, why_not=why_not, passes=0, concerns_seat=is_at_stake))
    return asks


def concerned(state: State) -> tuple[Seat, ...]:
    """Return the seats at stake: in peril; rolling or attacked; or tested, and the suspect of the test."""
    if state.peril is not None:
        return (state.peril.seat,)
    if state.roll is not None:
        return (state.roll.roller, state.roll.defender)
    return (state.active, state.suspect)
