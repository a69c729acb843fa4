"""Effects that strike several at the same time, and the order in which they are carried out."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.unfathomable.board import DECK, Space
from referee.games.unfathomable.choices import ChooseOption, ChooseSeat, ChooseSpace
from referee.games.unfathomable.defeat import defeat_all_passengers, defeat_character
from referee.games.unfathomable.facts.spoken import OrderChosen
from referee.games.unfathomable.questions import (
    ASK_DECK_ORDER,
    ASK_DEFEAT_FIRST,
    ASK_DEFEAT_ORDER,
    ASK_HUMAN_ORDER,
)
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule

CHARACTERS_FIRST, PASSENGERS_FIRST = ChooseOption(1), ChooseOption(2)


@rule("timing.conflict")
def humans_in_turn(table: Table[State]) -> Script[list[Seat]]:
    """Return all humans clockwise from the active player or, by another reading, in the order it chooses."""
    active = table.state.active
    humans = [seat for seat in (active, *table.others(active)) if table.state.players[seat].is_human]
    if len(humans) < 2 or table.ruling("timing.each_human") == "clockwise":
        return humans
    options = [ChooseSeat(seat) for seat in humans]
    order: tuple[ChooseSeat, ...] = yield ASK_HUMAN_ORDER.to(active, options)
    seats = [choice.seat for choice in order]
    table.record(OrderChosen(active, tuple(seats)))
    return seats


@rule("timing.conflict")
def defeat_each(table: Table[State], seats: Sequence[Seat]) -> Script[int]:
    """Defeat several characters in the order the active player chooses; return how many were defeated."""
    order = tuple([ChooseSeat(seat) for seat in seats])
    if len(order) > 1:
        order = yield ASK_DEFEAT_ORDER.to(table.state.active, order)
    defeated = 0
    for struck in order:
        defeated += yield from defeat_character(table, struck.seat)
    return defeated


def defeat_everyone(
    table: Table[State], space: Space, seats: Sequence[Seat], first: ChooseOption, *, by_traitor: bool
) -> Script[None]:
    """Defeat these characters and the passengers on a space, those first that the card names first."""
    if seats and table.state.passengers.get(space) and table.ruling("defeat.order") == "active_player":
        first = yield from choose_first(table)
    if first == PASSENGERS_FIRST:
        yield from _defeat_passengers(table, space, by_traitor=by_traitor)
    yield from defeat_each(table, seats)
    if first == CHARACTERS_FIRST:
        yield from _defeat_passengers(table, space, by_traitor=by_traitor)


def _defeat_passengers(table: Table[State], space: Space, *, by_traitor: bool) -> Script[None]:
    """Defeat the passengers on a space; by another reading, a human there protects them from a traitor."""
    if not (by_traitor and is_protected(table, space)):
        yield from defeat_all_passengers(table, space)


def defeat_passengers_on_deck(table: Table[State]) -> Script[None]:
    """Defeat every passenger on deck, one by one, in the order of spaces the active player chooses."""
    state = table.state
    order = tuple([ChooseSpace(space) for space in DECK if state.passengers.get(space)])
    if len(order) > 1:
        order = yield ASK_DECK_ORDER.to(state.active, order)
    for choice in order:
        yield from defeat_all_passengers(table, choice.space)


def is_protected(table: Table[State], space: Space) -> bool:
    """Return whether, by another reading, cards of revealed traitors cannot harm the passengers on a space."""
    return table.ruling("passenger.human_protects") == "from_cards" and bool(table.state.humans_on(space))


@rule("timing.conflict")
def choose_first(table: Table[State]) -> Script[ChooseOption]:
    """Ask the active player who is defeated first, which another reading allows."""
    options = (CHARACTERS_FIRST, PASSENGERS_FIRST)
    answer: ChooseOption = yield ASK_DEFEAT_FIRST.to(table.state.active, options)
    return answer
