"""The crises of the mythos cards from Accusation to Disturbing Dreams."""

from __future__ import annotations

from referee.games.unfathomable import items, passengers, resources, spawning
from referee.games.unfathomable.at_once import humans_in_turn
from referee.games.unfathomable.board import Space, bow_space
from referee.games.unfathomable.cards import Item, Monarch, Mythos, Resource, Symbol
from referee.games.unfathomable.choices import ACCEPT, PASS, BarricadeHatches, ChooseItem, ChooseSeat
from referee.games.unfathomable.crises.effects import (
    activation,
    advance_travel,
    damage_ship,
    discard,
    draw_item,
    gain,
    in_turn,
    lose,
    on_roll,
    retreat_or_burn,
    retreat_travel,
    risk,
    risk_to,
    roll,
    treachery,
)
from referee.games.unfathomable.crisis import Crisis, current_player
from referee.games.unfathomable.facts.mythos import HatchesBarricaded
from referee.games.unfathomable.kept_mythos import give_up_mythos, keep_mythos
from referee.games.unfathomable.moving import send_to_brig
from referee.games.unfathomable.obstacles import Obstacle, no, refuse
from referee.games.unfathomable.possessions import all_items
from referee.games.unfathomable.questions import (
    ASK_ACCUSATION,
    ASK_ADRIFT_FISHING_BOAT,
    ASK_CRIMINAL_ACTIVITY_KEEP,
    ASK_CRIMINAL_ACTIVITY_REMOVE,
)
from referee.games.unfathomable.state import State
from referee.games.unfathomable.windows import Reaction
from referee.kernel.facts import Seat
from referee.kernel.questions import OneOf
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

FUEL, FOOD, SANITY, SOULS = Resource.FUEL, Resource.FOOD, Resource.SANITY, Resource.SOULS


def _accuse(table: Table[State], you: Seat) -> Script[None]:
    """Choose a human who is not in the Brig and send them there."""
    state = table.state
    free = [seat for seat in state.humans() if state.players[seat].space is not Space.BRIG]
    if free:
        answer: ChooseSeat = yield ASK_ACCUSATION.to(
            you,
            [ChooseSeat(seat) for seat in free],
            why_not=refuse(ChooseSeat, Obstacle.IN_THE_BRIG, "mythos.accusation"),
        )
        send_to_brig(table, answer.seat)


def _no_accusation(table: Table[State], you: Seat) -> Script[None]:
    """You and the current player discard two cards each; if you are the current player, you discard four."""
    current = current_player(table)
    if you == current:
        yield from discard(4)(table, you)
    else:
        yield from discard(2)(table, you)
        yield from discard(2)(table, current)


ACCUSATION = Crisis(upper=_accuse, lower=in_turn(_no_accusation, treachery(2)))


def _go_further_for_food(table: Table[State], you: Seat) -> Script[None]:
    """You may risk one more passenger to gain food. With none left there is nothing to ask."""
    if table.state.passenger_supply:
        answer = yield ASK_ADRIFT_FISHING_BOAT.to(you, (PASS, ACCEPT), passes=0)
        if answer == ACCEPT:
            yield from passengers.risk(table, you, 1)
            resources.gain(table, FOOD, 1)


ADRIFT_FISHING_BOAT = Crisis(
    success=in_turn(risk(1), gain(SOULS), _go_further_for_food),
    partial=risk_to(2, gain(SOULS)),
    failure=in_turn(lose(SANITY), lose(SOULS)),
)


def _keep(table: Table[State], you: Seat) -> Script[None]:
    """Keep the card in your play area."""
    keep_mythos(table, you)
    yield from ()


BARRICADE_THE_HATCHES = Crisis(success=_keep, failure=activation(Symbol.DEEP_ONES))


def _is_any_kept(table: Table[State]) -> bool:
    return any([player.mythos for player in table.state.players])


def _may_barricade(table: Table[State], seat: Seat) -> bool:
    mythos = table.state.players[seat].mythos
    return Mythos.BARRICADE_THE_HATCHES in mythos and not table.state.barricaded


@rule("mythos.barricade_the_hatches")
def barricade(table: Table[State], seat: Seat, _choice: BarricadeHatches) -> Script[None]:
    """Discard the card at any time: no Deep One moves into an interior space for the rest of the turn."""
    give_up_mythos(table, seat, Mythos.BARRICADE_THE_HATCHES)
    table.record(HatchesBarricaded(seat))
    yield from ()


BARRICADE = Reaction(
    "mythos.barricade_the_hatches",
    BarricadeHatches,
    of=None,
    may_use=_may_barricade,
    options=lambda _table, _seat: [BarricadeHatches()],
    resolve=barricade,
    moment=_is_any_kept,
)

BUCKET_BRIGADE = Crisis(
    success=risk_to(2, advance_travel(1)),
    failure=in_turn(lose(FUEL), risk(2)),
    other=on_roll(6, lose(FUEL)),
)

CLASS_STRUGGLE = Crisis(upper=lose(SANITY, 2), lower=risk(4))

COAL_BUNKER_FIRE = Crisis(
    success=advance_travel(1),
    failure=in_turn(lose(FUEL), lose(SOULS)),
    other=in_turn(lose(FUEL), on_roll(4, lose(FUEL))),
)


def _monarchs_ahead(table: Table[State], you: Seat) -> Script[None]:
    """Roll and move both monarchs, wherever they are, to that bow space."""
    space = bow_space((yield from roll(table, you)))
    for monarch in Monarch:
        spawning.move_monarch(table, monarch, space)


COLLISION_COURSE = Crisis(
    partial=in_turn(_monarchs_ahead, damage_ship(1), retreat_travel(1)),
    failure=in_turn(_monarchs_ahead, damage_ship(2), retreat_travel(2)),
)


def _all_surface(table: Table[State], you: Seat) -> Script[None]:
    """Roll and move all monsters from the Deep to that bow space."""
    space = bow_space((yield from roll(table, you)))
    spawning.emerge(table, space, *Monarch)


COORDINATED_ASSAULT = Crisis(
    success=advance_travel(1),
    failure=in_turn(_all_surface, activation(Symbol.HYDRA, Symbol.DAGON, Symbol.DEEP_ONES)),
)


def _keep_one_item_each(table: Table[State], you: Seat) -> Script[None]:
    """Each human keeps one item and removes the others from the game."""
    for seat in (yield from humans_in_turn(table)):
        owned = all_items(table.state, seat)
        if len(owned) > 1:
            kept = yield from _choose_item(table, seat, ASK_CRIMINAL_ACTIVITY_KEEP)
            for item in owned:
                if item is not kept:
                    yield from items.remove_item(table, seat, item)


def _remove_an_item(table: Table[State], you: Seat) -> Script[None]:
    """Remove one of your items from the game."""
    item = yield from _choose_item(table, you, ASK_CRIMINAL_ACTIVITY_REMOVE)
    yield from items.remove_item(table, you, item)


def _choose_item(table: Table[State], seat: Seat, question: OneOf) -> Script[Item]:
    owned = all_items(table.state, seat)
    answer: ChooseItem = yield question.to(
        seat,
        [ChooseItem(item) for item in owned],
        why_not=refuse(ChooseItem, Obstacle.NOT_IN_PLAY_AREA, "mythos.criminal_activity"),
    )
    return answer.item


def _has_an_item(table: Table[State], you: Seat) -> Refused | None:
    return None if all_items(table.state, you) else no(Obstacle.NOT_IN_PLAY_AREA, "mythos.criminal_activity")


CRIMINAL_ACTIVITY = Crisis(
    success=draw_item,
    failure=in_turn(lose(SANITY), _keep_one_item_each),
    other=in_turn(_remove_an_item, treachery(4)),
    needs=_has_an_item,
)

DAMAGED_EVAPORATOR = Crisis(partial=lose(FOOD), failure=in_turn(lose(FOOD), retreat_or_burn(1)))

DEEP_ONE_FEINT = Crisis(failure=activation(Symbol.DEEP_ONES))

DEEP_ONE_SWARM = Crisis(
    partial=activation(Symbol.DEEP_ONES),
    failure=activation(Symbol.DEEP_ONES, Symbol.DEEP_ONES),
)

DINGHY_LAUNCH = Crisis(upper=in_turn(risk(1), on_roll(4, lose(SANITY))), lower=lose(SOULS))

DISTURBING_DREAMS = Crisis(success=gain(SANITY), partial=lose(SANITY), failure=lose(SANITY, 2))
