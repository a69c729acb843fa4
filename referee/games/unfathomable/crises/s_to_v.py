"""The crises of the mythos cards from Sacrifice Deep One to Volunteer Army."""

from __future__ import annotations

from referee.games.unfathomable import dice, passengers, resources, spells, tracks, waypoints
from referee.games.unfathomable.actions import plain_action
from referee.games.unfathomable.at_once import defeat_each, humans_in_turn
from referee.games.unfathomable.board import DECK, SHIP, Space, room_numbered
from referee.games.unfathomable.cards import Mythos, Resource, Symbol
from referee.games.unfathomable.choices import ACCEPT, PASS, ChooseNumber, SacrificeDeepOne
from referee.games.unfathomable.crises.effects import (
    activation,
    damage_ship,
    discard,
    discard_hand,
    draw_item,
    gain,
    in_turn,
    lose,
    on_roll,
    put,
    risk,
    roll,
    spawn,
    treachery,
)
from referee.games.unfathomable.crises.herding import choose_and_defeat
from referee.games.unfathomable.crisis import Crisis
from referee.games.unfathomable.defeat import defeat_deep_one
from referee.games.unfathomable.facts.mythos import ItemsRemovedUnseen
from referee.games.unfathomable.facts.spoken import Declined, NumberChosen
from referee.games.unfathomable.kept_mythos import give_up_mythos, keep_mythos
from referee.games.unfathomable.moving import send_to_brig
from referee.games.unfathomable.obstacles import Obstacle, no, refuse
from referee.games.unfathomable.questions import (
    ASK_THE_CAPTAINS_BANQUET,
    ASK_VOLUNTEER_ARMY,
    ASK_VOLUNTEER_ARMY_DEFEAT,
)
from referee.games.unfathomable.state import State
from referee.games.unfathomable.titles import keeper
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

FUEL, FOOD, SANITY, SOULS = Resource.FUEL, Resource.FOOD, Resource.SANITY, Resource.SOULS


def _keep(table: Table[State], you: Seat) -> Script[None]:
    """Keep the card in your play area."""
    keep_mythos(table, you)
    yield from ()


def _reset_ritual(table: Table[State], you: Seat) -> Script[None]:
    tracks.reset_ritual(table)
    yield from ()


SACRIFICE_DEEP_ONE = Crisis(upper=in_turn(lose(SANITY), _keep), lower=in_turn(_reset_ritual, discard_hand))


def obstacle_to_sacrifice(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless the card is in the play area and a Deep One on the space."""
    player = table.state.players[seat]
    if Mythos.SACRIFICE_DEEP_ONE not in player.mythos:
        return no(Obstacle.NOT_IN_PLAY_AREA, "ability.gained_from_mythos")
    if not table.state.deep_ones.get(player.space):
        return no(Obstacle.NO_ENEMY_HERE, "mythos.sacrifice_deep_one")
    return None


@rule("mythos.sacrifice_deep_one")
def sacrifice(table: Table[State], seat: Seat) -> Script[None]:
    """Roll: on 6 or more defeat the Deep One, advance the ritual by 2 and discard the card."""
    space = table.state.players[seat].space
    if (yield from dice.roll(table, seat, "mythos.sacrifice_deep_one")) >= 6:
        defeat_deep_one(table, space)
        yield from tracks.advance_ritual(table, 2)
        if Mythos.SACRIFICE_DEEP_ONE in table.state.players[seat].mythos:
            give_up_mythos(table, seat, Mythos.SACRIFICE_DEEP_ONE)


SACRIFICE = plain_action("mythos.sacrifice_deep_one", SacrificeDeepOne(), obstacle_to_sacrifice, sacrifice)


def _flood_a_room(table: Table[State], you: Seat) -> Script[None]:
    """Roll and defeat each human in that room."""
    room = room_numbered((yield from roll(table, you)))
    yield from defeat_each(table, table.state.humans_on(room))


SEWAGE_BACKUP = Crisis(failure=in_turn(lose(SANITY), _flood_a_room))

SHIPBOARD_FIRE = Crisis(success=damage_ship(1), partial=damage_ship(2), failure=damage_ship(3))


def _cast_a_spell(table: Table[State], you: Seat) -> Script[None]:
    """The Keeper looks at two spells and resolves one of them."""
    yield from spells.cast_of_two(table, keeper(table.state))


def _lose_the_components(table: Table[State], you: Seat) -> Script[None]:
    """Move the ritual marker back by 2 and remove the top five spells from the game."""
    tracks.retreat_ritual(table, 2)
    spells.remove_top_spells(table, 5)
    yield from ()


STOLEN_RITUAL_COMPONENTS = Crisis(success=_cast_a_spell, failure=_lose_the_components)


def _see_and_suffer(table: Table[State], you: Seat) -> Script[None]:
    """Look at two waypoints, put one on top and one on the bottom, then go to the Brig."""
    yield from waypoints.peek_at_two(table, you)
    send_to_brig(table, you)


STRANGE_VISION = Crisis(upper=_see_and_suffer, lower=spawn(*DECK))


def _remove_five_items(table: Table[State], you: Seat) -> Script[None]:
    """Remove the next five items of the deck from the game."""
    cards = tuple(reversed(table.state.item_deck[-5:]))
    if cards:
        table.record(ItemsRemovedUnseen(cards))
    yield from ()


THE_ANARCHO_INDIVIDUALIST = Crisis(
    upper=in_turn(lose(SANITY), draw_item, _remove_five_items),
    lower=in_turn(discard(2), treachery(2)),
)


def _dine(table: Table[State], you: Seat) -> Script[None]:
    """Each human who is not in the Brig may move to the Galley."""
    for seat in (yield from humans_in_turn(table)):
        if table.state.players[seat].space not in (Space.BRIG, Space.GALLEY):
            answer = yield ASK_THE_CAPTAINS_BANQUET.to(seat, (PASS, ACCEPT), passes=0)
            if answer == ACCEPT:
                put(table, seat, Space.GALLEY)
            else:
                table.record(Declined(seat))


THE_CAPTAINS_BANQUET = Crisis(
    upper=in_turn(lose(FOOD, 2), gain(SANITY), _dine),
    lower=in_turn(lose(FOOD), on_roll(6, lose(SANITY))),
)

THE_FATHERS_FAVOR = Crisis(partial=activation(Symbol.DAGON), failure=activation(Symbol.DAGON, Symbol.DAGON))

THE_MOTHERS_WRATH = Crisis(partial=activation(Symbol.HYDRA), failure=activation(Symbol.HYDRA, Symbol.HYDRA))


def _crowded_deck(table: Table[State], you: Seat) -> Script[None]:
    """Roll; a result up to the number of passengers on deck costs one sanity."""
    result = yield from roll(table, you)
    if result <= sum([len(tokens) for tokens in table.state.passengers.values()]):
        resources.lose(table, SANITY, 1)


TOO_MANY_BODIES = Crisis(upper=lose(FOOD), lower=in_turn(risk(1), _crowded_deck))

TRANSFORMATION = Crisis(
    upper=on_roll(6, lose(SOULS), spawn(Space.CARGO_HOLD)),
    lower=in_turn(lose(SOULS), on_roll(4, lose(SANITY))),
)


def _one_passenger(table: Table[State], you: Seat) -> Refused | None:
    return passengers.obstacle_to_risk(table, 1)


def _raise_an_army(table: Table[State], you: Seat) -> Script[None]:
    """Risk one to four passengers and defeat as many Deep Ones on the ship."""
    most = min(4, len(table.state.passenger_supply))
    number = most
    if most > 1:
        answer: ChooseNumber = yield ASK_VOLUNTEER_ARMY.to(
            you,
            [ChooseNumber(number) for number in range(1, most + 1)],
            why_not=refuse(ChooseNumber, Obstacle.NO_PASSENGER_LEFT, "passenger.risk.as_cost"),
        )
        number = answer.number
        table.record(NumberChosen(you, number))
    yield from passengers.risk(table, you, number)
    yield from choose_and_defeat(table, you, number, SHIP, ASK_VOLUNTEER_ARMY_DEFEAT)


VOLUNTEER_ARMY = Crisis(upper=_raise_an_army, lower=activation(Symbol.DEEP_ONES), needs=_one_passenger)
