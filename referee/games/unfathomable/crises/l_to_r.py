"""The crises of the mythos cards from Looming Breakdown to Ritual Support."""

from __future__ import annotations

from referee.games.unfathomable import hand, resources, tracks, waypoints
from referee.games.unfathomable.at_once import humans_in_turn
from referee.games.unfathomable.board import ROOMS, Space
from referee.games.unfathomable.cards import MYTHOS, Mythos, Resource, Symbol, Title
from referee.games.unfathomable.choices import ACCEPT, PASS
from referee.games.unfathomable.crises.effects import (
    activation,
    damage_room,
    damage_ship,
    discard,
    draw_item,
    gain,
    in_turn,
    lore_in_hand,
    lose,
    move_you,
    on_roll,
    pay_lore,
    retreat_or_burn,
    risk,
    roll,
    spawn,
    treachery,
)
from referee.games.unfathomable.crises.herding import choose_and_defeat, must_move_deep_ones
from referee.games.unfathomable.crisis import Crisis
from referee.games.unfathomable.moving import send_to_brig
from referee.games.unfathomable.questions import (
    ASK_CRISIS_DISCARD,
    ASK_MISSING_MUNITIONS,
    ASK_RAT_INFESTATION,
)
from referee.games.unfathomable.state import State
from referee.games.unfathomable.titles import captain, keeper, pass_title
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table

FUEL, FOOD, SANITY, SOULS = Resource.FUEL, Resource.FOOD, Resource.SANITY, Resource.SOULS

LOOMING_BREAKDOWN = Crisis(
    failure=in_turn(lose(SOULS), damage_room(Space.BOILER_ROOM)), other=retreat_or_burn(2)
)

LURE_OF_YHA_NTHLEI = Crisis(failure=risk(4))

MISSING_JEWELRY = Crisis(upper=lose(SANITY), lower=treachery(4))


def _defeat_one_inside(table: Table[State], you: Seat) -> Script[None]:
    """Choose and defeat a Deep One in an interior space."""
    yield from choose_and_defeat(table, you, 1, ROOMS, ASK_MISSING_MUNITIONS)


MISSING_MUNITIONS = Crisis(success=_defeat_one_inside, partial=damage_ship(1), failure=damage_ship(2))

MISSING_PARENTS = Crisis(
    upper=in_turn(move_you(Space.CAPTAINS_CABIN), on_roll(4, lose(SOULS), spawn(Space.CAPTAINS_CABIN))),
    lower=lose(SANITY),
)

MYSTERIOUS_LIFEBOAT = Crisis(
    upper=in_turn(risk(1), on_roll(4, spawn(Space.GALLEY, Space.CARGO_HOLD))), lower=lose(SANITY)
)

ON_THE_OFFENSIVE = Crisis(success=must_move_deep_ones, failure=activation(Symbol.DEEP_ONES))


def _arrive_by_gate(table: Table[State], you: Seat) -> Script[None]:
    """The Keeper looks at two waypoints and puts one of them into play; then reset the travel marker."""
    yield from waypoints.choose_waypoint(table, keeper(table.state))


OPEN_THE_GATE = Crisis(
    success=_arrive_by_gate,
    failure=in_turn(lose(SANITY), lose(SOULS), damage_ship(2)),
    other=lose(SANITY),
)

PASSENGER_OVERBOARD = Crisis(failure=lose(SOULS))

PASSENGER_RIOT = Crisis(success=draw_item, partial=lose(SANITY), failure=in_turn(lose(SANITY), lose(SOULS)))


def _test_the_food(table: Table[State], you: Seat) -> Script[None]:
    """Discard a Lore card and roll; if result and value add up to 6 or less, lose a soul."""
    card = yield from pay_lore(table, you)
    if (yield from roll(table, you, card.strength)) <= 6:
        resources.lose(table, SOULS, 1)


POISONED_FOOD = Crisis(upper=_test_the_food, lower=lose(FOOD), needs=lore_in_hand, needs_a_hand=True)


def _depose_the_captain(table: Table[State], you: Seat) -> Script[None]:
    """Send the Captain to the Brig; the lowest eligible human in the line becomes Captain.

    A Captain who is already in the Brig stays there but still loses the title, because the card passes it on.
    """
    deposed = captain(table.state)
    send_to_brig(table, deposed, captaincy_to_lowest=True)
    if captain(table.state) == deposed:
        pass_title(table, Title.CAPTAIN, to_lowest=True)
    yield from ()


POWER_TO_THE_PEOPLE = Crisis(
    success=treachery(2),
    failure=in_turn(lose(SOULS), _depose_the_captain),
    other=_depose_the_captain,
)


def _each_human_discards_two(table: Table[State], you: Seat) -> Script[None]:
    for seat in (yield from humans_in_turn(table)):
        yield from hand.choose_discards(table, seat, 2, ASK_CRISIS_DISCARD)


RALLY_THE_CREW = Crisis(
    success=gain(SANITY),
    partial=lose(SANITY),
    failure=in_turn(lose(SANITY, 2), _each_human_discards_two),
)


def _eat_rats(table: Table[State], you: Seat) -> Script[None]:
    """You may lose sanity to gain food."""
    answer = yield ASK_RAT_INFESTATION.to(you, (PASS, ACCEPT), passes=0)
    if answer == ACCEPT:
        resources.lose(table, SANITY, 1)
        resources.gain(table, FOOD, 1)


RAT_INFESTATION = Crisis(success=_eat_rats, partial=lose(FOOD), failure=lose(FOOD, 2))


def _advance_by_margin(table: Table[State], you: Seat) -> Script[None]:
    """Advance the ritual by 1, and by 1 more for each full 2 over the difficulty if cards were counted."""
    test = table.state.skill_test
    difficulty = MYTHOS[Mythos.RITUAL_COORDINATION].difficulty
    over = test.total - difficulty if test is not None and test.is_counted else 0
    yield from tracks.advance_ritual(table, 1 + max(over, 0) // 2)


RITUAL_COORDINATION = Crisis(
    success=_advance_by_margin,
    failure=in_turn(lose(SANITY), damage_room(Space.CHAPEL)),
    other=activation(Symbol.DEEP_ONES),
)


def _support_the_ritual(table: Table[State], you: Seat) -> Script[None]:
    """Discard a Lore card and roll; a total of 7 advances the ritual, less costs one sanity and one soul."""
    card = yield from pay_lore(table, you)
    if (yield from roll(table, you, card.strength)) >= 7:
        yield from tracks.advance_ritual(table, 1)
    else:
        resources.lose(table, SANITY, 1)
        resources.lose(table, SOULS, 1)


def _retreat_ritual(table: Table[State], you: Seat) -> Script[None]:
    tracks.retreat_ritual(table, 1)
    yield from ()


RITUAL_SUPPORT = Crisis(
    upper=_support_the_ritual,
    lower=in_turn(_retreat_ritual, discard(2)),
    needs=lore_in_hand,
    needs_a_hand=True,
)
