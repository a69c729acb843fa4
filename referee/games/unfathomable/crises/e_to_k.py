"""The crises of the mythos cards from E.O.T. Failure to Kitty Litter."""

from __future__ import annotations

from referee.games.unfathomable import damage, defeat, hand, passengers, resources, spawning
from referee.games.unfathomable.at_once import humans_in_turn
from referee.games.unfathomable.board import DECK, OPEN_SHIP, WATER, Space, room_numbered
from referee.games.unfathomable.cards import Resource, Title
from referee.games.unfathomable.choices import ChooseSpace
from referee.games.unfathomable.crises.effects import (
    advance_travel,
    damage_ship,
    discard,
    discard_hand,
    draw_item,
    gain,
    in_turn,
    lose,
    move_you,
    on_roll,
    retreat_or_burn,
    risk,
    roll,
    spawn,
    treachery,
)
from referee.games.unfathomable.crises.herding import may_move_deep_ones
from referee.games.unfathomable.crisis import Crisis
from referee.games.unfathomable.moving import move_to
from referee.games.unfathomable.obstacles import Obstacle, refuse
from referee.games.unfathomable.questions import ASK_IDENTITY_CRISIS, ASK_JAIL_BREAK
from referee.games.unfathomable.state import State
from referee.games.unfathomable.titles import keeper, pass_title
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table

FUEL, FOOD, SANITY, SOULS = Resource.FUEL, Resource.FOOD, Resource.SANITY, Resource.SOULS

E_O_T_FAILURE = Crisis(success=advance_travel(1), failure=retreat_or_burn(1))


def _strike_the_keeper(table: Table[State], you: Seat) -> Script[None]:
    """The Keeper discards the whole hand, is defeated and loses the title."""
    seat = keeper(table.state)
    yield from discard_hand(table, seat)
    yield from defeat.defeat_character(table, seat)
    if keeper(table.state) == seat:
        pass_title(table, Title.KEEPER)


FEAR_OF_THE_UNKNOWN = Crisis(failure=_strike_the_keeper)


def _defeat_you(table: Table[State], you: Seat) -> Script[None]:
    yield from defeat.defeat_character(table, you)


FIREMEN_STRIKE = Crisis(
    failure=in_turn(_defeat_you, discard(3)), other=in_turn(retreat_or_burn(1), treachery(2))
)

FLOODING_COMPARTMENT = Crisis(failure=lose(SOULS))

FOOD_RATIONING = Crisis(upper=in_turn(lose(FOOD), on_roll(6, lose(SANITY))), lower=lose(FOOD, 2))

FOOD_STORES_RAID = Crisis(partial=lose(FOOD), failure=lose(FOOD, 2))


HOLD_THE_LINE = Crisis(success=may_move_deep_ones, partial=spawn(*WATER), failure=spawn(*DECK))

HORRIFIC_VISIONS = Crisis(failure=lose(SANITY))

HULL_LEAK = Crisis(failure=damage_ship(1))


def _lured_to_the_rail(table: Table[State], you: Seat) -> Script[None]:
    """Risk a passenger; if the supply is empty, lose food or, by another reading, nothing."""
    if table.state.passenger_supply:
        yield from passengers.risk(table, you, 1)
    elif table.ruling("mythos.hypnotic_melody") == "otherwise":
        resources.lose(table, FOOD, 1)


def _lured_over_board(table: Table[State], you: Seat) -> Script[None]:
    """Defeat a passenger of the supply; if it is empty, lose two souls or, by another reading, nothing."""
    if table.state.passenger_supply:
        yield from defeat.defeat_passenger_of_supply(table)
    elif table.ruling("mythos.hypnotic_melody") == "otherwise":
        resources.lose(table, SOULS, 2)


HYPNOTIC_MELODY = Crisis(partial=_lured_to_the_rail, failure=_lured_over_board)


def _each_human_draws(table: Table[State], you: Seat) -> Script[None]:
    """Each human draws a card of its own skill set."""
    for seat in (yield from humans_in_turn(table)):
        yield from hand.draw_of_own_skills(table, seat, 1, ASK_IDENTITY_CRISIS)


def _deep_one_beside_you(table: Table[State], you: Seat) -> Script[None]:
    """Spawn a Deep One on your space; in the Sick Bay this is impossible, so in the Chapel or, by a ruling, nowhere."""
    space = table.state.players[you].space
    if space is Space.SICK_BAY and table.ruling("mythos.identity_crisis") == "chapel":
        space = Space.CHAPEL
    spawning.spawn(table, space)
    yield from ()


IDENTITY_CRISIS = Crisis(
    success=_each_human_draws,
    failure=in_turn(lose(SOULS), _deep_one_beside_you),
    other=in_turn(lose(SOULS), on_roll(4, discard_hand)),
)


def _three_passengers(table: Table[State], you: Seat) -> Refused | None:
    return passengers.obstacle_to_risk(table, 3)


IMPROVISED_FUEL_SOURCE = Crisis(upper=in_turn(risk(3), gain(FUEL)), lower=lose(FUEL), needs=_three_passengers)


def _answer_the_call(table: Table[State], you: Seat) -> Script[None]:
    """Risk four passengers to gain food, fuel and a soul; with fewer in the supply there is no gain."""
    if (yield from passengers.risk(table, you, 4)) == 4:
        for resource in (FOOD, FUEL, SOULS):
            resources.gain(table, resource, 1)


INCOMING_SOS = Crisis(upper=_answer_the_call, lower=lose(SANITY))

INFECTION = Crisis(upper=lose(FOOD), lower=on_roll(6, lose(SOULS), on_roll(4, lose(SOULS))))


def _intruder(table: Table[State], you: Seat) -> Script[None]:
    """Roll and spawn a Deep One in that room."""
    spawning.spawn(table, room_numbered((yield from roll(table, you))))


def _intruder_through_the_hull(table: Table[State], you: Seat) -> Script[None]:
    """Damage the ship and spawn a Deep One on the space that became damaged."""
    for space in (yield from damage.damage_ship(table, you)):
        spawning.spawn(table, space)


INFILTRATOR = Crisis(partial=_intruder, failure=_intruder_through_the_hull)


def _all_prisoners_leave(table: Table[State], you: Seat) -> Script[None]:
    """Each character in the Brig moves to a ship space of its choice."""
    state = table.state
    for seat in (state.active, *table.others(state.active)):
        if state.players[seat].space is Space.BRIG:
            answer: ChooseSpace = yield ASK_JAIL_BREAK.to(
                seat,
                [ChooseSpace(space) for space in OPEN_SHIP],
                why_not=refuse(ChooseSpace, Obstacle.NOT_BY_CHOICE, "mythos.jail_break"),
            )
            move_to(table, seat, answer.space)


JAIL_BREAK = Crisis(failure=in_turn(lose(SANITY), _all_prisoners_leave))

JUST_DESSERTS = Crisis(upper=in_turn(lose(FOOD, 2), draw_item), lower=treachery(4))

KITTY_LITTER = Crisis(
    success=gain(SANITY),
    failure=lose(SANITY),
    other=in_turn(move_you(Space.GALLEY), on_roll(4, lose(FOOD))),
)
