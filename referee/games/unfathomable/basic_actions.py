"""The actions that need no card: moving, attacking, and rescuing or, as a revealed traitor, defeating a passenger."""

from __future__ import annotations

from referee.games.unfathomable.actions import Action, plain_action
from referee.games.unfathomable.attack import attack_here, obstacle_to_attack
from referee.games.unfathomable.board import BRIG, OPEN_SHIP, SHIP, Space
from referee.games.unfathomable.choices import (
    AttackHere,
    ChooseCard,
    DefeatPassenger,
    MoveTo,
    RescuePassenger,
)
from referee.games.unfathomable.defeat import defeat_passenger
from referee.games.unfathomable.hand import pay_several
from referee.games.unfathomable.moving import move_to
from referee.games.unfathomable.obstacles import Obstacle, no, refuse
from referee.games.unfathomable.passengers import rescue
from referee.games.unfathomable.questions import ASK_LEAVE_BRIG
from referee.games.unfathomable.state import State
from referee.kernel.asks import TotalAtLeast
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

BRIG_COST = 12


def obstacle_to_move(table: Table[State], seat: Seat, space: Space) -> Refused | None:
    """Refuse unless the space is another ship space, not the Brig or the Sick Bay, and the player may leave its own."""
    if space not in SHIP:
        return no(Obstacle.NOT_A_SHIP_SPACE, "action.move.not_water_or_deep")
    if space not in OPEN_SHIP:
        return no(Obstacle.NOT_BY_CHOICE, "action.move.no_voluntary_brig_sickbay")
    player = table.state.players[seat]
    if player.space is space:
        if player.is_human:
            return no(Obstacle.ALREADY_THERE, "action.human.move")
        return no(Obstacle.ALREADY_THERE, "action.traitor.move")
    return obstacle_to_leave(table, seat)


def obstacle_to_leave(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse to let a player leave the Brig by moving, unless it is a traitor who can pay."""
    player = table.state.players[seat]
    if player.space is BRIG:
        if player.is_human:
            return no(Obstacle.IN_THE_BRIG, "action.human.move.not_from_brig")
        if pays_for_leaving(table, seat) and sum([card.strength for card in player.hand]) < BRIG_COST:
            return no(Obstacle.VALUE_SHORT, "action.traitor.move.brig_cost")
    return None


def pays_for_leaving(table: Table[State], seat: Seat) -> bool:
    """Return whether a revealed traitor pays for leaving the Brig; by another reading, only in its own turn."""
    return seat == table.state.active or table.ruling("brig.exit_cost") == "always"


def move(table: Table[State], seat: Seat, choice: MoveTo) -> Script[None]:
    """Move to a space."""
    player = table.state.players[seat]
    if player.is_human:
        move_as_human(table, seat, choice.space)
    else:
        yield from move_as_traitor(table, seat, choice.space)


@rule("action.human.move")
def move_as_human(table: Table[State], seat: Seat, space: Space) -> None:
    """Move a human to a space, however far away."""
    move_to(table, seat, space)


@rule("action.traitor.move")
def move_as_traitor(table: Table[State], seat: Seat, space: Space) -> Script[None]:
    """Move a revealed traitor to a space; to leave the Brig, it pays first."""
    if table.state.players[seat].space is BRIG and pays_for_leaving(table, seat):
        yield from pay_for_leaving(table, seat)
    move_to(table, seat, space)


@rule("action.traitor.move.brig_cost")
def pay_for_leaving(table: Table[State], seat: Seat) -> Script[None]:
    """Discard cards with a total value of at least 12, all at once."""
    hand = table.state.players[seat].hand
    default: list[int] = []
    for place in sorted(range(len(hand)), key=lambda place: -hand[place].strength):
        if sum([hand[chosen].strength for chosen in default]) < BRIG_COST:
            default.append(place)
    chosen: tuple[ChooseCard, ...] = yield ASK_LEAVE_BRIG.to(
        seat,
        [ChooseCard(card) for card in hand],
        1,
        len(hand),
        default=tuple(sorted(default)),
        limits=(TotalAtLeast("action.traitor.move.brig_cost", BRIG_COST),),
        why_not=refuse(ChooseCard, Obstacle.NOT_IN_HAND, "hand.definition"),
    )
    yield from pay_at_once(table, seat, chosen)


@rule("action.traitor.move.brig_cost_at_once")
def pay_at_once(table: Table[State], seat: Seat, chosen: tuple[ChooseCard, ...]) -> Script[None]:
    """Discard the cards together, for everyone to see."""
    yield from pay_several(table, seat, chosen)


def _moves(table: Table[State], seat: Seat) -> list[MoveTo]:
    if obstacle_to_leave(table, seat) is not None:
        return []
    here = table.state.players[seat].space
    return [MoveTo(space) for space in OPEN_SHIP if space is not here]


MOVE = Action(
    "action.human.move",
    MoveTo,
    options=_moves,
    perform=move,
    why_not=lambda table, seat, choice: obstacle_to_move(table, seat, choice.space),
)


@rule("attack.source.action")
def attack(table: Table[State], seat: Seat) -> Script[None]:
    """Attack somebody on the player's own space."""
    is_human = table.state.players[seat].is_human
    yield from (attack_as_human if is_human else attack_as_traitor)(table, seat)


@rule("action.human.attack")
def attack_as_human(table: Table[State], seat: Seat) -> Script[None]:
    """Attack a Deep One or a revealed traitor."""
    yield from attack_here(table, seat)


@rule("action.traitor.attack")
def attack_as_traitor(table: Table[State], seat: Seat) -> Script[None]:
    """Attack a human."""
    yield from attack_here(table, seat)


def _obstacle_to_attack_here(table: Table[State], seat: Seat) -> Refused | None:
    return obstacle_to_attack(table, seat, table.state.players[seat].space)


ATTACK = plain_action("action.human.attack", AttackHere(), _obstacle_to_attack_here, attack)


def obstacle_to_rescue(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless a human shares its space with a passenger and, by a ruling, with no enemy."""
    player = table.state.players[seat]
    if player.is_traitor:
        return no(Obstacle.NOT_FOR_TRAITORS, "action.traitor.list")
    if not table.state.passengers.get(player.space):
        return no(Obstacle.NO_PASSENGER_HERE, "action.human.rescue")
    if table.ruling("rescue.enemies_present") == "barred" and table.state.has_enemy(player.space):
        return no(Obstacle.ENEMY_HERE, "action.human.rescue")
    return None


@rule("action.human.rescue")
def rescue_passenger(table: Table[State], seat: Seat) -> Script[None]:
    """Rescue a passenger. They all look alike, so there is nothing to choose."""
    rescue(table, table.state.players[seat].space)
    yield from ()


RESCUE = plain_action("action.human.rescue", RescuePassenger(), obstacle_to_rescue, rescue_passenger)


def obstacle_to_defeat(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless a revealed traitor shares its space with a passenger and with no human."""
    state = table.state
    player = state.players[seat]
    if player.is_human:
        return no(Obstacle.NOT_FOR_HUMANS, "action.human.list")
    if not state.passengers.get(player.space):
        return no(Obstacle.NO_PASSENGER_HERE, "action.traitor.overpower_passenger")
    if state.humans_on(player.space):
        return no(Obstacle.HUMAN_HERE, "passenger.overpower.human_protects")
    return None


@rule("action.traitor.overpower_passenger")
def defeat_passenger_here(table: Table[State], seat: Seat) -> Script[None]:
    """Defeat a passenger. They all look alike, so there is nothing to choose."""
    yield from defeat_passenger(table, table.state.players[seat].space)


DEFEAT_PASSENGER = plain_action(
    "action.traitor.overpower_passenger", DefeatPassenger(), obstacle_to_defeat, defeat_passenger_here
)
