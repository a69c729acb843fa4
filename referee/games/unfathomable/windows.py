"""Windows: moments at which any player may use an ability, asked together and sealed, by what is public alone."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial

import msgspec

from referee.games.unfathomable.cards import Character
from referee.games.unfathomable.choices.plain import PASS, ChooseSeat
from referee.games.unfathomable.facts.spoken import AbilitiesAnnounced, Declined, OrderChosen
from referee.games.unfathomable.state import State
from referee.kernel.asks import Choice, InOrder, One, Together
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule


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


class Reaction(msgspec.Struct, frozen=True):
    """An ability that may be used at some moment."""

    timing: Timing
    rule: str
    """The rule of the card or ability, which is also what limits it."""
    may_have: Callable[[Table[State], Seat], bool]
    """Whether, by what everyone can see, this seat might use it now. A card in hand: the hand is not empty."""
    options: Callable[[Table[State], Seat], list[Choice]]
    """What the seat can really choose now. May look at the hand; no two abilities of a moment share an option."""
    resolve: Callable[[Table[State], Seat, Choice], Script[None]]
    """Carry it out."""
    why_not: Callable[[Table[State], Seat, Choice], Refused | None] | None = None
    """Why a choice is not open now, for one who chooses it all the same; None for choices of other abilities."""
    of: Character | None = None
    """The one character whose ability it is: nobody else might have it."""
    moment: Callable[[Table[State]], bool] | None = None
    """Whether, by what everyone can see, anybody might use it now; None where it depends on the seat alone."""


REACTIONS: dict[Timing, list[Reaction]] = {timing: [] for timing in Timing}
"""The abilities by the moment at which they may be used."""

QUESTION: dict[Timing, str] = {timing: f"unfathomable.window.{timing.value}" for timing in Timing}
ORDER = "unfathomable.window_order"


def reaction(found: Reaction) -> None:
    """Register an ability; the chapters do it when they are loaded."""
    REACTIONS[found.timing].append(found)


def window(
    table: Table[State], timing: Timing, until: Callable[[Table[State]], bool] | None = None
) -> Script[None]:
    """Ask everyone who might use an ability at this moment, again and again until all pass or `until` holds.

    All are asked together and sealed; several who want to use something are put in order by the active player.
    """
    while until is None or not until(table):
        usable, at_stake = _usable(table, timing), concerned(table.state)
        asks = []
        for seat in range(table.seats) if usable else ():
            ask = _ask(table, timing, seat, usable, at_stake)
            if ask is not None:
                asks.append(ask)
        if not asks:
            return
        answers: dict[Seat, Choice] = yield Together(asks)
        willing = [seat for seat, answer in answers.items() if answer != PASS]
        if not willing:
            return
        if len(willing) == 1:
            yield from _use(table, timing, willing[0], answers[willing[0]])
        else:
            yield from _use_in_order(table, timing, willing, answers, until)


@rule("timing.conflict.abilities")
def _use_in_order(
    table: Table[State],
    timing: Timing,
    willing: list[Seat],
    answers: dict[Seat, Choice],
    until: Callable[[Table[State]], bool] | None,
) -> Script[None]:
    """The active player says who comes first. Whoever comes later has seen more by then, and may decline."""
    table.record(AbilitiesAnnounced(tuple(willing)))
    order: tuple[ChooseSeat, ...] = yield InOrder(
        table.state.active, ORDER, [ChooseSeat(seat) for seat in willing]
    )
    table.record(OrderChosen(table.state.active, tuple([chosen.seat for chosen in order])))
    yield from _use(table, timing, order[0].seat, answers[order[0].seat])
    for chosen in order[1:]:
        if until is not None and until(table):
            return
        ask = _ask(table, timing, chosen.seat, _usable(table, timing), concerned(table.state))
        if ask is not None:
            yield from _use_or_decline(table, timing, ask)


@rule("timing.conflict.decline")
def _use_or_decline(table: Table[State], timing: Timing, ask: One) -> Script[None]:
    answer = yield ask
    if answer == PASS:
        table.record(Declined(ask.seat))
    else:
        yield from _use(table, timing, ask.seat, answer)


def might_be_used(table: Table[State], timing: Timing) -> bool:
    """Whether, by what everyone can see, anybody might use an ability at this moment."""
    usable = _usable(table, timing)
    return any([_ask(table, timing, seat, usable, ()) is not None for seat in range(table.seats)])


def _use(table: Table[State], timing: Timing, seat: Seat, choice: Choice) -> Script[None]:
    """Carry out what a seat chose."""
    for found in _usable(table, timing):
        if found.may_have(table, seat) and choice in found.options(table, seat):
            yield from found.resolve(table, seat, choice)
            return


def _usable(table: Table[State], timing: Timing) -> list[Reaction]:
    """The abilities that, by what everyone can see, somebody might use at this moment."""
    return [found for found in REACTIONS[timing] if found.moment is None or found.moment(table)]


def _ask(
    table: Table[State], timing: Timing, seat: Seat, usable: list[Reaction], at_stake: tuple[Seat, ...]
) -> One | None:
    """The question to a seat, or None if everyone can see that it has nothing to use."""
    options: list[Choice] | None = None
    character = table.state.players[seat].character
    for found in usable:
        if (found.of is None or found.of is character) and found.may_have(table, seat):
            options = options or [PASS]
            options += found.options(table, seat)
    if options is None:
        return None
    return One(
        seat,
        QUESTION[timing],
        options,
        why_not=partial(_why_not, table, timing, seat),
        passes=0,
        concerns_seat=seat in at_stake,
    )


def _why_not(table: Table[State], timing: Timing, seat: Seat, choice: Choice) -> Refused | None:
    for found in REACTIONS[timing]:
        refused = found.why_not(table, seat, choice) if found.why_not is not None else None
        if refused is not None:
            return refused
    return None


def concerned(state: State) -> tuple[Seat, ...]:
    """The seats that are at stake: who would be defeated, who rolls and who is attacked."""
    if state.peril is not None:
        return (state.peril.seat,)
    if state.roll is not None:
        return (state.roll.roller, state.roll.defender)
    return (state.active,)
