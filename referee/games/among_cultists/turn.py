"""A round, from the first move to the cleanup, and the order of rounds until the end."""

from __future__ import annotations

from referee.games.among_cultists.actions import take_action
from referee.games.among_cultists.cards import Phase
from referee.games.among_cultists.cleanup import clean_up
from referee.games.among_cultists.encounters import meet
from referee.games.among_cultists.events import resolve_event
from referee.games.among_cultists.facts.turn import MovementEnded, PhaseBegan, RoundBegan
from referee.games.among_cultists.movement import depart, take_move
from referee.games.among_cultists.setup import set_up
from referee.games.among_cultists.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule


def play(table: Table[State]) -> Script[None]:
    """Play a whole match: the setup, then rounds until somebody wins."""
    set_up(table)
    while True:
        yield from play_round(table, table.state.round + 1)


@rule("round")
def play_round(table: Table[State], number: int) -> Script[None]:
    """Play a round: move, meet, sail, the event, act, clean up."""
    table.record(RoundBegan(number, first_seat(table, number)))
    yield from move_all(table)
    yield from meet_and_sail(table)
    table.record(PhaseBegan(Phase.EVENT))
    yield from resolve_event(table)
    table.record(PhaseBegan(Phase.ACT))
    for seat in table.state.in_order():
        yield from take_action(table, seat)
    table.record(PhaseBegan(Phase.CLEANUP))
    yield from clean_up(table)


@rule("round.first_seat")
def first_seat(table: Table[State], number: int) -> Seat:
    """Return the seat that begins a round: it moves on clockwise, unless another ruling is played."""
    return (number - 1) % table.seats if table.ruling("round.first_seat") == "rotates" else 0


@rule("round.movement")
def move_all(table: Table[State]) -> Script[None]:
    """Let all Characters move, one after another."""
    table.record(PhaseBegan(Phase.MOVE))
    state = table.state
    is_at_once = table.ruling("encounter.timing") == "at_once"
    for seat in state.in_order():
        yield from take_move(table, seat)
        if is_at_once:
            yield from meet(table, [state.characters[seat].place])
    table.record(MovementEnded())


@rule("round.meetings")
def meet_and_sail(table: Table[State]) -> Script[None]:
    """Hold the Encounters before the Boats leave, or after it under one ruling."""
    if table.ruling("encounter.timing") == "end_of_movement":
        table.record(PhaseBegan(Phase.MEET))
        yield from meet(table, shared_places(table.state))
    if table.state.boats:
        table.record(PhaseBegan(Phase.SAIL))
        yield from depart(table)
    if table.ruling("encounter.timing") == "after_sailing":
        table.record(PhaseBegan(Phase.MEET))
        yield from meet(table, shared_places(table.state))


def shared_places(state: State) -> list[str]:
    """Return the Locations with several Characters, in the order of the map."""
    taken = [character.place for character in state.characters]
    return [place for place in state.layout.places if taken.count(place) > 1]
