"""The action of each room, and repairing a damaged one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.games.unfathomable.actions import Action, is_used, use
from referee.games.unfathomable.board import BRIG, INTERIOR, OPEN_SHIP, Space
from referee.games.unfathomable.cards import DAMAGES, ORDINARY, Item, Resource, Skill, SkillCard
from referee.games.unfathomable.characters import jury_rig
from referee.games.unfathomable.choices import (
    PASS,
    ChooseCard,
    ChooseItem,
    ChooseMythos,
    ChooseSeat,
    ChooseSpace,
    LookAtMythos,
    LookAtWaypoints,
    RepairRoom,
    RetreatRitual,
    UseRoom,
)
from referee.games.unfathomable.damage import obstacle_to_repair, repair
from referee.games.unfathomable.dice import roll
from referee.games.unfathomable.facts.spoken import SuspectNamed
from referee.games.unfathomable.hand import choose_and_draw, pay, pay_several
from referee.games.unfathomable.items import look_at_items, put_items_back, take_item
from referee.games.unfathomable.moving import move_to, send_to_brig
from referee.games.unfathomable.mythos_deck import look_at_mythos, put_mythos_back
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.passengers import risk
from referee.games.unfathomable.questions import (
    ASK_BOILER_ROOM,
    ASK_BRIDGE,
    ASK_CAPTAINS_CABIN,
    ASK_CARGO_HOLD,
    ASK_CHAPEL,
    ASK_ESCAPE,
    ASK_GALLEY,
    ASK_MYTHOS_ON_TOP,
    ASK_REPAIR,
)
from referee.games.unfathomable.resources import lose
from referee.games.unfathomable.skill_test import Result, clear_test, skill_test
from referee.games.unfathomable.state import State
from referee.games.unfathomable.tracks import advance_ritual, advance_travel, retreat_ritual
from referee.games.unfathomable.waypoints import peek_at_two
from referee.kernel.asks import Choice, TotalAtLeast
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

LOOKED_AT = 2
GALLEY_CARDS = 5
ROOM_DIFFICULTY = 8
ENOUGH_EFFORT = 7
"""The total of die and discarded card below which something is lost."""

_RETREAT = RetreatRitual()
_LOOK_AT_MYTHOS, _LOOK_AT_WAYPOINTS = LookAtMythos(), LookAtWaypoints()


# Using a room


def obstacle_to_room(table: Table[State], seat: Seat, space: Space) -> Refused | None:
    """Return the obstacle to using the action of a room, or None."""
    state = table.state
    if space not in _ROOMS:
        return no(Obstacle.WRONG_SPACE, "space.interior.data")
    if state.players[seat].is_traitor:
        return no(Obstacle.NOT_FOR_TRAITORS, "traitor.no_sheet_or_space_abilities")
    if state.players[seat].space is not space:
        return no(Obstacle.WRONG_SPACE, "action.use_space.undamaged_ability")
    if space in state.damage:
        return no(Obstacle.SPACE_DAMAGED, "damage.effect")
    if space is not BRIG and state.has_enemy(space):
        return no(Obstacle.ENEMY_HERE, "action.use_space.blocked_by_enemy")
    if is_used(state, _used_key(table, seat, space)):
        return no(Obstacle.USED_THIS_TURN, "action.use_space.once_per_turn")
    return _ROOMS[space][0](table, seat)


def _used_key(table: Table[State], seat: Seat, space: Space) -> str:
    """Return the key that notes the use of a room: one for everyone or, by a ruling, one for each player."""
    key = f"room.{space}"
    return key if table.ruling("room.once_per_turn") == "everyone" else f"{key}/{seat}"


@rule("action.use_space.undamaged_ability")
def use_room(table: Table[State], seat: Seat, space: Space) -> Script[None]:
    """Carry out the action of a room. It is used up for this turn, unless a ruling frees it after a failed test."""
    key = _used_key(table, seat, space)
    free_if_failed = space in _TESTED and table.ruling("room.failed_test") == "free"
    if not free_if_failed:
        use(table, seat, key)
    succeeded = yield from _ROOMS[space][1](table, seat)
    if free_if_failed and succeeded:
        use(table, seat, key)


def _cards_of(state: State, seat: Seat, skill: Skill | None) -> list[SkillCard]:
    """Return the cards of a type in a hand, or all of them."""
    return [card for card in state.players[seat].hand if skill is None or card.skill is skill]


def _why_no_card(state: State, seat: Seat, rule_id: str) -> Callable[[Choice], Refused | None]:
    """Return a check that explains why a card cannot be discarded here."""

    def why_not(choice: Choice) -> Refused | None:
        if not isinstance(choice, ChooseCard):
            return None
        in_hand = choice.card in state.players[seat].hand
        return no(Obstacle.WRONG_SKILL if in_hand else Obstacle.NOT_IN_HAND, rule_id)

    return why_not


# The Bridge


def _obstacle_to_bridge(table: Table[State], seat: Seat) -> Refused | None:
    return None if table.state.passenger_supply else no(Obstacle.NO_PASSENGER_LEFT, "passenger.risk.as_cost")


@rule("room.bridge")
def _bridge(table: Table[State], seat: Seat) -> Script[bool]:
    """Risk a passenger to look at the top two mythos cards or waypoints; put one on top and one on the bottom."""
    yield from risk(table, seat, 1)
    answer = yield ASK_BRIDGE.to(seat, (_LOOK_AT_MYTHOS, _LOOK_AT_WAYPOINTS))
    yield from (_peek_at_mythos if isinstance(answer, LookAtMythos) else peek_at_two)(table, seat)
    return True


def _peek_at_mythos(table: Table[State], seat: Seat) -> Script[None]:
    found = look_at_mythos(table, seat, LOOKED_AT)
    if len(found) < LOOKED_AT:
        put_mythos_back(table, seat, found, ())
        return
    options = [ChooseMythos(card) for card in found]
    answer: ChooseMythos = yield ASK_MYTHOS_ON_TOP.to(seat, options)
    bottom = tuple([card for card in found if card is not answer.mythos])
    put_mythos_back(table, seat, (answer.mythos,), bottom)


# The Chapel


def _obstacle_to_chapel(table: Table[State], seat: Seat) -> Refused | None:
    possible = table.state.ritual or _cards_of(table.state, seat, Skill.LORE)
    return None if possible else no(Obstacle.NOT_IN_HAND, "room.chapel")


@rule("room.chapel")
def _chapel(table: Table[State], seat: Seat) -> Script[bool]:
    """Move the ritual marker back; or discard a Lore card and roll, where 6 or less costs 1 sanity, and advance it."""
    state = table.state
    no_card = _why_no_card(state, seat, "room.chapel")
    lore = dict.fromkeys(_cards_of(state, seat, Skill.LORE))
    options: list[Choice] = [ChooseCard(card) for card in lore]
    if state.ritual:
        options.insert(0, _RETREAT)

    def why_not(choice: Choice) -> Refused | None:
        return no(Obstacle.ALREADY_THERE, "track.back.at_start") if choice == _RETREAT else no_card(choice)

    answer = yield ASK_CHAPEL.to(seat, options, why_not=why_not)
    if isinstance(answer, ChooseCard):
        yield from _make_effort(table, seat, answer.card, Resource.SANITY, "room.chapel")
        yield from _perform_rite(table)
    else:
        retreat_ritual(table)
    return True


@rule("ritual.advance.chapel")
def _perform_rite(table: Table[State]) -> Script[None]:
    """Advance the ritual marker by the Chapel."""
    yield from advance_ritual(table)


def _make_effort(
    table: Table[State], seat: Seat, card: SkillCard, resource: Resource, purpose: str
) -> Script[None]:
    """Discard a card and roll: unless the total is 7 or more, lose 1 of a resource."""
    pay(table, seat, card)
    result = yield from roll(table, seat, purpose)
    if result + card.strength < ENOUGH_EFFORT:
        lose(table, resource, 1)


# The Captain's Cabin


def _suspects(table: Table[State], seat: Seat) -> list[Seat]:
    """Return whom a player may try to send to the Brig: another human or, by a ruling, any human not there."""
    anyone = table.ruling("captains_cabin.target") == "any_human"
    state = table.state
    return [
        other
        for other in state.humans()
        if (anyone or other != seat) and state.players[other].space is not BRIG
    ]


def _obstacle_to_captains_cabin(table: Table[State], seat: Seat) -> Refused | None:
    return None if _suspects(table, seat) else no(Obstacle.NOBODY_HERE, "brig.send_human")


@rule("room.captains_cabin")
def _captains_cabin(table: Table[State], seat: Seat) -> Script[bool]:
    """Name a human: if a test of 8 in Influence and Observation succeeds, that human goes to the Brig."""

    def why_not(choice: Choice) -> Refused | None:
        return _why_no_suspect(table, seat, choice)

    options = [ChooseSeat(other) for other in _suspects(table, seat)]
    answer: ChooseSeat = yield ASK_CAPTAINS_CABIN.to(seat, options, why_not=why_not)
    table.record(SuspectNamed(seat, answer.seat))
    verdict = yield from skill_test(table, ROOM_DIFFICULTY, (Skill.INFLUENCE, Skill.OBSERVATION))
    succeeded = verdict.result is Result.SUCCESS
    if succeeded:
        _arrest(table, answer.seat)
    clear_test(table)
    return succeeded


def _why_no_suspect(table: Table[State], seat: Seat, choice: Choice) -> Refused | None:
    if not isinstance(choice, ChooseSeat) or not 0 <= choice.seat < table.seats:
        return None
    player = table.state.players[choice.seat]
    if player.is_traitor:
        return no(Obstacle.NOT_FOR_TRAITORS, "brig.send_human")
    there = player.space is BRIG
    return no(Obstacle.ALREADY_THERE if there else Obstacle.NOT_ANOTHER, "brig.send_human")


@rule("brig.send_human")
def _arrest(table: Table[State], seat: Seat) -> None:
    """Send a human to the Brig."""
    send_to_brig(table, seat)


# The Cargo Hold


def _obstacle_to_cargo_hold(table: Table[State], seat: Seat) -> Refused | None:
    return None if table.state.item_deck else no(Obstacle.DECK_EMPTY, "item.deck_empty")


@rule("room.cargo_hold")
def _cargo_hold(table: Table[State], seat: Seat) -> Script[bool]:
    """Look at the top two items, keep one and put the other on the bottom."""
    found = look_at_items(table, seat, LOOKED_AT)
    if len(found) < LOOKED_AT:
        yield from _keep_or_leave(table, seat, found)
        return True
    options = [ChooseItem(item) for item in found]
    answer: ChooseItem = yield ASK_CARGO_HOLD.to(seat, options)
    put_items_back(table, seat, (answer.item,), tuple([item for item in found if item is not answer.item]))
    yield from take_item(table, seat, answer.item)
    return True


@rule("item.cargo_hold_one_left")
def _keep_or_leave(table: Table[State], seat: Seat, found: tuple[Item, ...]) -> Script[None]:
    """Let a player keep or leave the last item."""
    options = [*[ChooseItem(item) for item in found], PASS]
    answer: Choice = yield ASK_CARGO_HOLD.to(seat, options)
    put_items_back(table, seat, found, ())
    if isinstance(answer, ChooseItem):
        yield from take_item(table, seat, answer.item)


# The Galley


def _no_obstacle(table: Table[State], seat: Seat) -> Refused | None:
    return None


@rule("room.galley")
def _galley(table: Table[State], seat: Seat) -> Script[bool]:
    """Draw up to 5 ordinary cards, then roll: a result below the number drawn costs 1 food."""
    drawn = yield from choose_and_draw(table, seat, GALLEY_CARDS, ORDINARY, ASK_GALLEY, least=1)
    result = yield from roll(table, seat, "room.galley")
    if result < drawn:
        lose(table, Resource.FOOD, 1)
    return True


# The Boiler Room


def _obstacle_to_boiler_room(table: Table[State], seat: Seat) -> Refused | None:
    if _cards_of(table.state, seat, Skill.STRENGTH):
        return None
    return no(Obstacle.NOT_IN_HAND, "room.boiler_room")


@rule("room.boiler_room")
def _boiler_room(table: Table[State], seat: Seat) -> Script[bool]:
    """Discard a Strength card and roll (6 or less in all costs 1 fuel), then advance the travel marker."""
    cards = dict.fromkeys(_cards_of(table.state, seat, Skill.STRENGTH))
    answer: ChooseCard = yield ASK_BOILER_ROOM.to(
        seat,
        [ChooseCard(card) for card in cards],
        why_not=_why_no_card(table.state, seat, "room.boiler_room"),
    )
    yield from _make_effort(table, seat, answer.card, Resource.FUEL, "room.boiler_room")
    yield from _stoke(table)
    yield from jury_rig(table, seat)
    return True


@rule("travel.advance.boiler_room")
def _stoke(table: Table[State]) -> Script[None]:
    """Advance the travel marker by the Boiler Room."""
    yield from advance_travel(table)


# The Brig


@rule("room.brig")
def _brig(table: Table[State], seat: Seat) -> Script[bool]:
    """Make a test of 8 in Lore and Strength: if it succeeds, move to any ship space but the Sick Bay."""
    verdict = yield from skill_test(table, ROOM_DIFFICULTY, (Skill.LORE, Skill.STRENGTH))
    succeeded = verdict.result is Result.SUCCESS
    if succeeded:
        yield from _escape(table, seat)
    clear_test(table)
    return succeeded


@rule("brig.human_escape")
def _escape(table: Table[State], seat: Seat) -> Script[None]:
    """Leave the Brig."""
    options = [ChooseSpace(space) for space in OPEN_SHIP]
    answer: ChooseSpace = yield ASK_ESCAPE.to(seat, options, why_not=_why_not_there)
    move_to(table, seat, answer.space)


def _why_not_there(choice: Choice) -> Refused | None:
    if not isinstance(choice, ChooseSpace):
        return None
    if choice.space in INTERIOR:
        return no(Obstacle.NOT_BY_CHOICE, "space.brig_sickbay.special")
    return no(Obstacle.NOT_A_SHIP_SPACE, "space.water.monsters_only")


_ROOMS: dict[
    Space,
    tuple[Callable[[Table[State], Seat], Refused | None], Callable[[Table[State], Seat], Script[bool]]],
] = {
    Space.BRIDGE: (_obstacle_to_bridge, _bridge),
    Space.CHAPEL: (_obstacle_to_chapel, _chapel),
    Space.CAPTAINS_CABIN: (_obstacle_to_captains_cabin, _captains_cabin),
    Space.CARGO_HOLD: (_obstacle_to_cargo_hold, _cargo_hold),
    Space.GALLEY: (_no_obstacle, _galley),
    Space.BOILER_ROOM: (_obstacle_to_boiler_room, _boiler_room),
    BRIG: (_no_obstacle, _brig),
}
"""The obstacles to each room's action, beyond the rules for all rooms, and the action itself, which returns
whether it succeeded. The Sick Bay has none."""

_TESTED = (Space.CAPTAINS_CABIN, BRIG)
"""The rooms whose action is a skill test."""


def _room_options(table: Table[State], seat: Seat) -> list[UseRoom]:
    space = table.state.players[seat].space
    return [] if obstacle_to_room(table, seat, space) else [UseRoom(space)]


@rule("action.human.use_space")
def _use_room(table: Table[State], seat: Seat, choice: UseRoom) -> Script[None]:
    yield from use_room(table, seat, choice.space)


USE_ROOM = Action(
    "action.use_space.undamaged_ability",
    UseRoom,
    options=_room_options,
    perform=_use_room,
    why_not=lambda table, seat, choice: obstacle_to_room(table, seat, choice.space),
)


# Repairing


def obstacle_to_repairing(state: State, seat: Seat, space: Space) -> Refused | None:
    """Return the obstacle to repairing a space by the action of its damage card, or None."""
    player = state.players[seat]
    if player.is_traitor:
        return no(Obstacle.NOT_FOR_TRAITORS, "traitor.no_sheet_or_space_abilities")
    if player.space is not space:
        return no(Obstacle.WRONG_SPACE, "action.use_space.repair_if_damaged")
    barred = obstacle_to_repair(state, space)
    if barred is not None:
        return barred
    card = DAMAGES[state.damage[space]]
    if sum([held.strength for held in _cards_of(state, seat, card.skill)]) < card.repair:
        return no(Obstacle.VALUE_SHORT, "damage.structural")
    return None


@rule("action.use_space.repair_if_damaged")
def repair_space(table: Table[State], seat: Seat, space: Space) -> Script[None]:
    """Discard cards of the type and value on the damage card and repair the space. This is not limited per turn."""
    state = table.state
    card = DAMAGES[state.damage[space]]
    cards = _cards_of(state, seat, card.skill)
    chosen: tuple[ChooseCard, ...] = yield ASK_REPAIR.to(
        seat,
        [ChooseCard(held) for held in cards],
        1,
        len(cards),
        default=_enough(cards, card.repair),
        limits=(TotalAtLeast("damage.structural", card.repair),),
        why_not=_why_no_card(state, seat, "damage.structural"),
    )
    yield from pay_several(table, seat, chosen)
    repair(table, space)


def _enough(cards: Sequence[SkillCard], total: int) -> tuple[int, ...]:
    """Return the places of the strongest cards that add up to a value."""
    places = sorted(range(len(cards)), key=lambda place: -cards[place].strength)
    count = 0
    while total > 0:
        total -= cards[places[count]].strength
        count += 1
    return tuple(sorted(places[:count]))


def _repair_options(table: Table[State], seat: Seat) -> list[RepairRoom]:
    space = table.state.players[seat].space
    return [] if obstacle_to_repairing(table.state, seat, space) else [RepairRoom(space)]


REPAIR_ROOM = Action(
    "action.use_space.repair_if_damaged",
    RepairRoom,
    options=_repair_options,
    perform=lambda table, seat, choice: repair_space(table, seat, choice.space),
    why_not=lambda table, seat, choice: obstacle_to_repairing(table.state, seat, choice.space),
)
