"""Room Actions: fill a Room, collect books, use the camera and restart the power."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from referee.games.among_cultists.cards import TASK_FACES, Face, Side
from referee.games.among_cultists.choices import PlaceAnyCard, PlaceCard, RestartPower
from referee.games.among_cultists.encounters import is_dark
from referee.games.among_cultists.ending import watch_the_books
from referee.games.among_cultists.facts.actions import (
    BookCollected,
    RoomCardRevealed,
    RoomEmptied,
    RoomFilled,
    RoomViewed,
)
from referee.games.among_cultists.facts.events import PowerRestarted
from referee.games.among_cultists.obstacles import Obstacle, no
from referee.games.among_cultists.questions import ASK_TASK_CARD
from referee.games.among_cultists.sleeper import wake_sleeper
from referee.games.among_cultists.state import RoomState, State
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

PLACE_ANY_CARD = PlaceAnyCard()

_NO_BOOK_ROOM = no(Obstacle.NO_BOOK_ROOM, "action.fill")
_BOOKS_GONE = no(Obstacle.BOOKS_GONE, "action.fill")
_PORTAL_OPEN = no(Obstacle.PORTAL_OPEN, "event.portal")
_NO_TASK_CARD = no(Obstacle.NO_TASK_CARD, "action.fill")
_ROOM_NOT_ACTIVE = no(Obstacle.ROOM_NOT_ACTIVE, "action.collect")
_OFF_ROUTE = no(Obstacle.OFF_ROUTE, "route")
_NOT_IN_SECURITY_ROOM = no(Obstacle.NOT_IN_SECURITY_ROOM, "action.camera")
_NO_POWER = no(Obstacle.NO_POWER, "action.camera")
_TARGET_IN_THE_DARK = no(Obstacle.TARGET_IN_THE_DARK, "action.camera.dark")
_NOT_AT_THE_SWITCH = no(Obstacle.NOT_IN_SECURITY_ROOM, "action.restart_power")
_WRONG_ISLANDS = no(Obstacle.WRONG_ISLANDS, "action.restart_power")
_CARD_NOT_HELD = no(Obstacle.CARD_NOT_HELD, "action.fill")


@rule("route")
def is_off_route(table: Table[State], seat: Seat) -> bool:
    """Return whether a Route card keeps a Character from acting in its Room. It binds the Investigators' side only."""
    state = table.state
    character, colour = state.characters[seat], state.place_of(seat).colour
    if character.side is not Side.INVESTIGATORS:
        return False
    return colour not in state.layout.routes[character.route][state.round - 1]


def task_cards(state: State, seat: Seat) -> list[Face]:
    """Return the kinds of task cards that a player holds."""
    hand = state.characters[seat].hand
    return [face for face in TASK_FACES if face in hand]


def obstacle_in_room(table: Table[State], seat: Seat) -> Refused | None:
    """Return what keeps a Character from filling or searching the Room it is in, apart from its Route."""
    room = table.state.room(table.state.characters[seat].place)
    if room is None:
        return _NO_BOOK_ROOM
    if not room.books:
        return _BOOKS_GONE
    return _PORTAL_OPEN if room.has_portal else None


def obstacle_to_fill(table: Table[State], seat: Seat) -> Refused | None:
    """Return what keeps a Character from filling its Room."""
    obstacle = obstacle_in_room(table, seat)
    if obstacle is not None:
        return obstacle
    if not task_cards(table.state, seat):
        return _NO_TASK_CARD
    return _OFF_ROUTE if is_off_route(table, seat) else None


def obstacle_to_collect(table: Table[State], seat: Seat) -> Refused | None:
    """Return what keeps a Character from searching its Room."""
    obstacle = obstacle_in_room(table, seat)
    if obstacle is not None:
        return obstacle
    room = table.state.room(table.state.characters[seat].place)
    if room is None or len(room.cards) < table.state.layout.numbers.active_room_cards:
        return _ROOM_NOT_ACTIVE
    return _OFF_ROUTE if is_off_route(table, seat) else None


def obstacle_to_camera(table: Table[State], seat: Seat) -> Refused | None:
    """Return what keeps a Character from using the camera."""
    state = table.state
    if state.characters[seat].place != state.layout.security_room:
        return _NOT_IN_SECURITY_ROOM
    if is_dark(state, state.layout.security_room):
        return _NO_POWER
    return _OFF_ROUTE if is_off_route(table, seat) else None


def obstacle_to_view_room(table: Table[State], seat: Seat, room: str) -> Refused | None:
    """Return what keeps a Character from looking at a Room through the camera."""
    obstacle = obstacle_to_camera(table, seat)
    if obstacle is not None:
        return obstacle
    if table.state.room(room) is None:
        return _NO_BOOK_ROOM
    return _TARGET_IN_THE_DARK if is_dark(table.state, room) else None


def obstacle_to_restart(table: Table[State], seat: Seat, choice: RestartPower) -> Refused | None:
    """Return what keeps a Character from restarting the power like this."""
    state = table.state
    if state.characters[seat].place != state.layout.security_room:
        return _NOT_AT_THE_SWITCH
    if choice not in power_options(table):
        return _WRONG_ISLANDS
    return _OFF_ROUTE if is_off_route(table, seat) else None


def power_options(table: Table[State]) -> list[RestartPower]:
    """List the islands that may be left without power: two, or none if there is only one island."""
    is_up_to_two = table.ruling("power.islands") == "up_to_two"
    return _power_options(table.state.layout.islands, is_up_to_two)


@cache
def _power_options(islands: tuple[str, ...], is_up_to_two: bool) -> list[RestartPower]:
    if len(islands) == 1:
        return [RestartPower("", "")]
    pairs = [RestartPower(*pair) for pair in combinations(islands, 2)]
    if is_up_to_two:
        pairs += [RestartPower("", ""), *[RestartPower(island, "") for island in islands]]
    return pairs


@rule("action.fill")
def fill_room(table: Table[State], seat: Seat) -> Script[None]:
    """Put a task card face down into the Room."""
    room = table.state.characters[seat].place
    face = yield from choose_task_card(table, seat)
    table.record(RoomFilled(seat, room, face))


def choose_task_card(table: Table[State], seat: Seat) -> Script[Face]:
    """Ask for a task card; only the player knows which. If time runs out it is a Success or, without one, any card."""

    def why_not(choice: Choice) -> Refused | None:
        return _CARD_NOT_HELD if isinstance(choice, PlaceCard) else None

    held = task_cards(table.state, seat)
    options: list[Choice] = [PlaceCard(face) for face in held]
    default = 0
    if len(held) > 1 and Face.SUCCESS not in held:
        default = len(options)
        options.append(PLACE_ANY_CARD)
    answer: Choice = yield ASK_TASK_CARD.to(seat, options, default=default, why_not=why_not)
    return answer.face if isinstance(answer, PlaceCard) else any_task_card(table, seat)


@rule("action.any_card")
def any_task_card(table: Table[State], seat: Seat) -> Face:
    """Draw one of a player's task cards. Each seat has its own stream, so that no draw of another shifts this one."""
    cards = sorted([face for face in table.state.characters[seat].hand if face in TASK_FACES])
    return table.chance(f"task_card/{seat}").pick(cards)


@rule("action.collect")
def collect_books(table: Table[State], seat: Seat) -> Script[None]:
    """Reveal a card of the Room, or all of them under one ruling: a Success is a book, a Sabotage empties the Room."""
    room = table.state.room(table.state.characters[seat].place)
    assert room is not None
    cards = table.chance(f"room/{room.room}").shuffled(room.cards)
    if table.ruling("collect.cards") == "one":
        cards = cards[:1]
    for face in cards:
        is_first_sabotage = face is Face.SABOTAGE and not table.state.was_sabotage_seen
        table.record(RoomCardRevealed(seat, room.room, face))
        if face is Face.SABOTAGE:
            empty_room(table, room)
            if is_first_sabotage:
                wake_sleeper(table, seat)
            return
        if face is Face.SUCCESS and room.books:
            table.record(BookCollected(seat, room.room))
            yield from watch_the_books(table)


@rule("action.collect.sabotage")
def empty_room(table: Table[State], room: RoomState) -> None:
    """Discard all cards of a Room unseen."""
    table.record(RoomEmptied(room.room, tuple(room.cards)))


@rule("action.camera")
def view_room(table: Table[State], seat: Seat, room: str) -> None:
    """Look at all cards of a Room."""
    found = table.state.room(room)
    assert found is not None
    table.record(RoomViewed(seat, room, tuple(sorted(found.cards))))


@rule("action.restart_power")
def restart_power(table: Table[State], seat: Seat, choice: RestartPower) -> None:
    """Put the Blackout tokens on the chosen islands."""
    table.record(PowerRestarted(seat, tuple([island for island in (choice.one, choice.other) if island])))
