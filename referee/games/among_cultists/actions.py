"""The Action phase: one action for each Character, in Rooms or anywhere."""

from __future__ import annotations

from referee.games.among_cultists.choices import (
    CallVote,
    CheckPulse,
    ClosePortal,
    CollectBooks,
    DriveOff,
    FillRoom,
    PassAction,
    RestartPower,
    SecureCorridor,
    ViewCharacter,
    ViewRoom,
)
from referee.games.among_cultists.encounters import is_dark
from referee.games.among_cultists.facts.actions import ActionPassed
from referee.games.among_cultists.facts.events import FishmanDrivenOff, PortalClosed
from referee.games.among_cultists.facts.turn import ActionBegan
from referee.games.among_cultists.facts.unsafe import DeckSecured
from referee.games.among_cultists.obstacles import Obstacle, no
from referee.games.among_cultists.pulse import look_at_pulse
from referee.games.among_cultists.questions import ASK_ACTION
from referee.games.among_cultists.rooms import (
    choose_task_card,
    collect_books,
    fill_room,
    obstacle_to_camera,
    obstacle_to_collect,
    obstacle_to_fill,
    obstacle_to_restart,
    obstacle_to_view_room,
    power_options,
    restart_power,
    task_cards,
    view_room,
)
from referee.games.among_cultists.state import State
from referee.games.among_cultists.unsafe import shuffle_unsafe_deck
from referee.games.among_cultists.votes import hold_vote
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

PASS = PassAction()
FILL = FillRoom()
COLLECT = CollectBooks()
SECURE = SecureCorridor()
CALL_VOTE = CallVote()
CLOSE_PORTAL = ClosePortal()

_GHOSTS_CHECK_NOT = no(Obstacle.YOU_ARE_A_GHOST, "ghost.actions")
_TARGET_IS_YOU = no(Obstacle.TARGET_IS_YOU, "action.check")
_TARGET_IS_A_GHOST = no(Obstacle.TARGET_IS_A_GHOST, "action.check")
_TARGET_ELSEWHERE = no(Obstacle.TARGET_ELSEWHERE, "action.check")
_NO_SUCH_TARGET = no(Obstacle.NO_SUCH_TARGET, "action.check")
_TARGET_IN_THE_DARK = no(Obstacle.TARGET_IN_THE_DARK, "action.camera.dark")
_NOT_ON_A_CORRIDOR = no(Obstacle.NOT_ON_A_CORRIDOR, "action.secure.place")
_NO_TASK_CARD = no(Obstacle.NO_TASK_CARD, "action.secure")
_VOTE_HELD = no(Obstacle.VOTE_HELD, "vote")
_VOTE_ELSEWHERE = no(Obstacle.VOTE_ELSEWHERE, "vote")
_NOBODY_FOUND_DEAD = no(Obstacle.NOBODY_FOUND_DEAD, "vote")
_NO_FISHMAN_NEAR = no(Obstacle.NO_FISHMAN_NEAR, "action.drive_off")
_NO_PORTAL_HERE = no(Obstacle.NO_PORTAL_HERE, "action.close_portal")


@rule("action")
def take_action(table: Table[State], seat: Seat) -> Script[None]:
    """Let a Character carry out one action; what it may do is computed for it alone."""
    table.record(ActionBegan(seat))

    def why_not(choice: Choice) -> Refused | None:
        return obstacle_to_action(table, seat, choice)

    options = action_options(table, seat)
    answer: Choice = yield ASK_ACTION.to(seat, options, why_not=why_not, passes=0)
    match answer:
        case FillRoom():
            yield from fill_room(table, seat)
        case CollectBooks():
            yield from collect_books(table, seat)
        case ViewRoom():
            view_room(table, seat, answer.room)
        case ViewCharacter():
            yield from view_character(table, seat, answer.target)
        case RestartPower():
            restart_power(table, seat, answer)
        case CheckPulse():
            yield from check_pulse(table, seat, answer.target)
        case SecureCorridor():
            yield from secure_corridor(table, seat)
        case CallVote():
            yield from hold_vote(table, seat)
        case DriveOff():
            drive_off(table, seat, answer.place)
        case ClosePortal():
            close_portal(table, seat)
        case _:
            table.record(ActionPassed(seat))


def action_options(table: Table[State], seat: Seat) -> list[Choice]:
    """List the actions that a Character may carry out, as its player knows."""
    state = table.state
    here = state.characters[seat].place
    tried: list[Choice] = []
    if state.room(here) is not None:
        tried += [FILL, COLLECT, CLOSE_PORTAL]
    elif here == state.layout.security_room:
        tried += security_options(table, seat)
    tried += [CheckPulse(other) for other in state.at(here)]
    tried += [SECURE, CALL_VOTE, *[DriveOff(place) for place in state.fishmen]]
    return [PASS, *[choice for choice in tried if obstacle_to_action(table, seat, choice) is None]]


def security_options(table: Table[State], seat: Seat) -> list[Choice]:
    """List what there is to do in the Security Room, before each target is checked."""
    options: list[Choice] = []
    if obstacle_to_camera(table, seat) is None:
        options += [ViewRoom(room.room) for room in table.state.rooms]
        options += [ViewCharacter(other) for other in range(table.seats)]
    return [*options, *power_options(table)]


def obstacle_to_action(table: Table[State], seat: Seat, choice: Choice) -> Refused | None:
    """Return what stands in the way of an action."""
    match choice:
        case FillRoom():
            return obstacle_to_fill(table, seat)
        case CollectBooks():
            return obstacle_to_collect(table, seat)
        case ViewRoom():
            return obstacle_to_view_room(table, seat, choice.room)
        case ViewCharacter():
            return obstacle_to_view_character(table, seat, choice.target)
        case RestartPower():
            return obstacle_to_restart(table, seat, choice)
        case CheckPulse():
            return obstacle_to_check(table, seat, choice.target)
        case SecureCorridor():
            return obstacle_to_secure(table, seat)
        case CallVote():
            return obstacle_to_vote(table, seat)
        case DriveOff():
            return obstacle_to_drive_off(table, seat, choice.place)
        case ClosePortal():
            return obstacle_to_close(table, seat)
        case _:
            return None


def obstacle_to_target(table: Table[State], seat: Seat, target: Seat) -> Refused | None:
    """Return why a Character's Pulse deck cannot be looked at, wherever it is."""
    if target not in range(table.seats):
        return _NO_SUCH_TARGET
    if target == seat:
        return _TARGET_IS_YOU
    return _TARGET_IS_A_GHOST if table.state.characters[target].is_ghost else None


def obstacle_to_view_character(table: Table[State], seat: Seat, target: Seat) -> Refused | None:
    """Return what keeps a Character from looking at another one through the camera."""
    obstacle = obstacle_to_camera(table, seat) or obstacle_to_target(table, seat, target)
    if obstacle is None and is_dark(table.state, table.state.characters[target].place):
        return _TARGET_IN_THE_DARK
    return obstacle


def obstacle_to_check(table: Table[State], seat: Seat, target: Seat) -> Refused | None:
    """Return what keeps a Character from checking the pulse of another one."""
    characters = table.state.characters
    if characters[seat].is_ghost:
        return _GHOSTS_CHECK_NOT
    obstacle = obstacle_to_target(table, seat, target)
    if obstacle is None and characters[target].place != characters[seat].place:
        return _TARGET_ELSEWHERE
    return obstacle


def obstacle_to_secure(table: Table[State], seat: Seat) -> Refused | None:
    """Return what keeps a Character from securing a corridor."""
    state = table.state
    character = state.characters[seat]
    place = character.ended_on if table.ruling("secure.place") == "ended_on" else character.place
    if not state.layout.places[place].is_corridor:
        return _NOT_ON_A_CORRIDOR
    return None if task_cards(state, seat) else _NO_TASK_CARD


def obstacle_to_vote(table: Table[State], seat: Seat) -> Refused | None:
    """Return what keeps a Character from calling a vote."""
    state = table.state
    if state.characters[seat].is_ghost:
        return _GHOSTS_CHECK_NOT
    if state.was_vote_held:
        return _VOTE_HELD
    is_elsewhere = state.characters[seat].place != state.layout.security_room
    if is_elsewhere and table.ruling("vote.start") == "security_room":
        return _VOTE_ELSEWHERE
    if not state.was_someone_found and table.ruling("vote.start") == "after_found_dead":
        return _NOBODY_FOUND_DEAD
    return None


def obstacle_to_drive_off(table: Table[State], seat: Seat, place: str) -> Refused | None:
    """Return what keeps a Character from driving off a Fishman."""
    state = table.state
    here = state.characters[seat].place
    if state.characters[seat].is_ghost:
        return _GHOSTS_CHECK_NOT
    if place not in state.fishmen:
        return _NO_FISHMAN_NEAR
    is_near = here == place or (state.layout.places[here].is_room and place in state.layout.steps[here])
    return None if is_near else _NO_FISHMAN_NEAR


def obstacle_to_close(table: Table[State], seat: Seat) -> Refused | None:
    """Return what keeps a Character from closing a Portal."""
    state = table.state
    if state.characters[seat].is_ghost:
        return _GHOSTS_CHECK_NOT
    room = state.room(state.characters[seat].place)
    return None if room is not None and room.has_portal else _NO_PORTAL_HERE


@rule("action.camera")
def view_character(table: Table[State], seat: Seat, target: Seat) -> Script[None]:
    """Look at the Pulse deck of a Character through the camera."""
    yield from look_at_pulse(table, seat, target, by_camera=True)


@rule("action.check")
def check_pulse(table: Table[State], seat: Seat, target: Seat) -> Script[None]:
    """Look at the Pulse deck of a Character at the same Location."""
    yield from look_at_pulse(table, seat, target, by_camera=False)


@rule("action.secure")
def secure_corridor(table: Table[State], seat: Seat) -> Script[None]:
    """Put a task card of any kind face down into the Unsafe Passage deck, and shuffle it."""
    face = yield from choose_task_card(table, seat)
    table.record(DeckSecured(seat, face))
    if table.ruling("secure.shuffle") == "shuffled":
        shuffle_unsafe_deck(table)


@rule("action.drive_off")
def drive_off(table: Table[State], seat: Seat, place: str) -> None:
    """Drive off a Fishman."""
    table.record(FishmanDrivenOff(seat, place))


@rule("action.close_portal")
def close_portal(table: Table[State], seat: Seat) -> None:
    """Close a Portal."""
    table.record(PortalClosed(seat, table.state.characters[seat].place))
