"""The Movement phase: on foot, over bridges and by Boat."""

from __future__ import annotations

from referee.games.among_cultists.cards import Board, Face
from referee.games.among_cultists.choices import BoardBoat, EndMove, LandIn, SailNow, StepOff, StepTo
from referee.games.among_cultists.facts.movement import (
    BoatBoarded,
    BoatHeld,
    BoatSailed,
    CharacterLanded,
    CharacterMoved,
    LandingChosen,
    MoveEnded,
)
from referee.games.among_cultists.facts.turn import TurnBegan
from referee.games.among_cultists.obstacles import Obstacle, no
from referee.games.among_cultists.questions import ASK_LANDING, ASK_MOVE
from referee.games.among_cultists.state import State
from referee.games.among_cultists.unsafe import reveal_unsafe_card
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

END_MOVE = EndMove()
SAIL_NOW = SailNow()

_SPENT = no(Obstacle.MOVEMENT_POINTS_SPENT, "move")
_NO_WAY = no(Obstacle.NO_WAY, "move.step")
_IS_A_BOAT = no(Obstacle.IS_A_BOAT, "boat.board")
_ABOARD = no(Obstacle.ABOARD, "boat.step_off")
_CLOSED = no(Obstacle.BRIDGE_CLOSED, "unsafe.blocks")
_FISHMAN = no(Obstacle.FISHMAN_IN_THE_WAY, "event.fishman.effect")
_AWAY = no(Obstacle.BOAT_AWAY, "dock")
_FULL = no(Obstacle.BOAT_FULL, "boat.places")
_NOT_READY = no(Obstacle.BOAT_NOT_READY, "dock")
_NOT_ABOARD = no(Obstacle.NOT_ABOARD, "boat.sail")
_JUST_BOARDED = no(Obstacle.JUST_BOARDED, "boat.step_off")
_NOT_AT_THE_DOCK = no(Obstacle.NOT_AT_THE_DOCK, "boat.step_off")
_ROUTE_CLOSED = no(Obstacle.ROUTE_CLOSED, "boat.blocked")


class CharacterMove:
    """The move of one Character while it lasts."""

    __slots__ = ("has_boarded", "is_over", "points", "seat")

    def __init__(self, seat: Seat, points: int) -> None:
        self.seat = seat
        self.points = points
        """The movement points left."""
        self.has_boarded = False
        """Whether it boarded the Boat it is on in this move."""
        self.is_over = False


@rule("move")
def take_move(table: Table[State], seat: Seat) -> Script[None]:
    """Let a Character move: up to three movement points, and it may stop at any time."""
    table.record(TurnBegan(seat))
    move = CharacterMove(seat, table.state.layout.numbers.movement_points)

    def why_not(choice: Choice) -> Refused | None:
        return obstacle_to_move(table, move, choice)

    while not move.is_over:
        options = move_options(table, move)
        if len(options) == 1:
            break
        answer: Choice = yield ASK_MOVE.to(seat, options, why_not=why_not, passes=0)
        match answer:
            case StepTo():
                step_to(table, move, answer.place)
            case BoardBoat():
                yield from board_boat(table, move, answer.boat)
            case StepOff():
                step_off(table, move, answer.room)
            case SailNow():
                yield from sail_now(table, move)
            case _:
                break
    table.record(MoveEnded(seat))


def move_options(table: Table[State], move: CharacterMove) -> list[Choice]:
    """List what a Character may do next in its move."""
    state = table.state
    layout, place = state.layout, state.characters[move.seat].place
    tried: list[Choice] = []
    if place in layout.boats:
        tried = [SAIL_NOW, *[StepOff(room) for room in layout.docks[state.boat(place).dock]]]
    elif move.points:
        tried = [StepTo(other) for other in layout.steps[place]]
        tried += [BoardBoat(each.boat) for each in state.boats if place in layout.docks[each.dock]]
    return [END_MOVE, *[choice for choice in tried if obstacle_to_move(table, move, choice) is None]]


def obstacle_to_move(table: Table[State], move: CharacterMove, choice: Choice) -> Refused | None:
    """Return what stands in the way of a step, of boarding, of leaving the Boat or of sailing."""
    match choice:
        case StepTo():
            return obstacle_to_step(table, move, choice.place)
        case BoardBoat():
            return obstacle_to_board(table, move, choice.boat)
        case StepOff():
            return obstacle_to_step_off(table, move, choice.room)
        case SailNow():
            return obstacle_to_sail(table, move)
        case _:
            return None


def obstacle_to_step(table: Table[State], move: CharacterMove, place: str) -> Refused | None:
    """Return what stands in the way of a step to a Location."""
    state = table.state
    here = state.characters[move.seat].place
    if place in state.layout.boats:
        return _IS_A_BOAT
    if here in state.layout.boats:
        return _ABOARD
    if place not in state.layout.steps[here]:
        return _NO_WAY
    if place in state.blocks:
        return _CLOSED
    if place in state.fishmen:
        return _FISHMAN
    return None if move.points else _SPENT


def obstacle_to_board(table: Table[State], move: CharacterMove, boat: str) -> Refused | None:
    """Return what stands in the way of boarding a Boat. A closed route matters only under one ruling."""
    state = table.state
    layout = state.layout
    if boat not in layout.boats:
        return _AWAY
    if state.characters[move.seat].place not in layout.docks[state.boat(boat).dock]:
        return _AWAY
    if len(state.at(boat)) >= layout.numbers.boat_places:
        return _FULL
    if boat in state.blocks and table.ruling("boat.ready") == "route_open":
        return _NOT_READY
    return None if move.points >= layout.numbers.boarding_cost else _SPENT


def obstacle_to_step_off(table: Table[State], move: CharacterMove, room: str) -> Refused | None:
    """Return what stands in the way of leaving a Boat that does not sail."""
    state = table.state
    here = state.characters[move.seat].place
    if here not in state.layout.boats:
        return _NOT_ABOARD
    if room not in state.layout.docks[state.boat(here).dock]:
        return _NOT_AT_THE_DOCK
    if move.has_boarded:
        return _JUST_BOARDED
    return None if move.points else _SPENT


def obstacle_to_sail(table: Table[State], move: CharacterMove) -> Refused | None:
    """Return what stands in the way of sailing now."""
    state = table.state
    here = state.characters[move.seat].place
    if here not in state.layout.boats:
        return _NOT_ABOARD
    return _ROUTE_CLOSED if here in state.blocks else None


@rule("move.step")
def step_to(table: Table[State], move: CharacterMove, place: str) -> None:
    """Take a step; an Outer Bridge or an unsafe corridor reveals a card of the Unsafe Passage deck."""
    move.points -= 1
    table.record(CharacterMoved(move.seat, place))
    layout = table.state.layout
    if layout.places[place].is_unsafe:
        face = reveal_unsafe_card(table, move.seat)
        if layout.board is Board.UNIVERSITY and face is not Face.SUCCESS:
            move.is_over = True


@rule("boat.board")
def board_boat(table: Table[State], move: CharacterMove, boat: str) -> Script[None]:
    """Board a Boat; under one ruling the Room to land in is chosen now."""
    state = table.state
    move.points -= state.layout.numbers.boarding_cost
    move.has_boarded = True
    table.record(BoatBoarded(move.seat, boat))
    if table.ruling("dock.choice") == "on_boarding":
        rooms = state.layout.docks[state.layout.far_dock(boat, state.boat(boat).dock)]
        if len(rooms) > 1:
            room = yield from choose_landing(table, move.seat, rooms)
            table.record(LandingChosen(move.seat, room))


@rule("boat.step_off")
def step_off(table: Table[State], move: CharacterMove, room: str) -> None:
    """Leave a Boat that has not sailed."""
    move.points -= 1
    table.record(CharacterLanded(move.seat, room))


@rule("boat.sail")
def sail_now(table: Table[State], move: CharacterMove) -> Script[None]:
    """Sail during the Movement phase; if the card closes the route, the Boat stays and the move is over."""
    state = table.state
    boat = state.characters[move.seat].place
    reveal_unsafe_card(table, move.seat)
    if boat in state.blocks:
        hold_boat(table, boat)
        move.is_over = True
        return
    others = [seat for seat in state.in_order() if seat != move.seat and state.characters[seat].place == boat]
    yield from cross(table, boat, [move.seat, *others])
    move.has_boarded = False


@rule("boat.blocked")
def hold_boat(table: Table[State], boat: str) -> None:
    """Keep a Boat with its passengers at its Dock."""
    table.record(BoatHeld(boat))


@rule("boat.landing")
def cross(table: Table[State], boat: str, passengers: list[Seat]) -> Script[None]:
    """Let a Boat cross; everybody aboard lands, for free, in a Room that touches the Dock."""
    state = table.state
    layout = state.layout
    dock = layout.far_dock(boat, state.boat(boat).dock)
    table.record(BoatSailed(boat, dock))
    rooms = layout.docks[dock]
    for seat in passengers:
        room = state.characters[seat].bound_for
        if room not in rooms:
            room = rooms[0]
            if len(rooms) > 1:
                room = yield from choose_landing(table, seat, rooms)
        table.record(CharacterLanded(seat, room))


@rule("dock.rooms")
def choose_landing(table: Table[State], seat: Seat, rooms: tuple[str, ...]) -> Script[str]:
    """Let a passenger choose among the Rooms that touch the Dock."""
    answer: LandIn = yield ASK_LANDING.to(seat, [LandIn(room) for room in rooms])
    return answer.room


@rule("boat.departure")
def depart(table: Table[State]) -> Script[None]:
    """After the Movement phase, every Boat with somebody aboard leaves, unless its route is closed."""
    state = table.state
    for boat in state.layout.boats:
        aboard = [seat for seat in state.in_order() if state.characters[seat].place == boat]
        if not aboard:
            continue
        if boat not in state.blocks and table.ruling("boat.departure_card") == "revealed":
            reveal_unsafe_card(table, aboard[0])
        if boat in state.blocks:
            hold_boat(table, boat)
        else:
            yield from cross(table, boat, aboard)
