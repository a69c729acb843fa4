"""Items: drawing, giving and losing them, and what each of them does."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from referee.games.unfathomable.actions import Action, is_used, limit_of, perform_action, use
from referee.games.unfathomable.at_once import PASSENGERS_FIRST, defeat_everyone
from referee.games.unfathomable.attack import (
    Attack,
    attack_here,
    attack_on_one_of,
    count_enemies,
    obstacle_to_attack,
)
from referee.games.unfathomable.board import ADJACENT, CONFINEMENT, DECK, OPEN_SHIP, ROOMS, Space
from referee.games.unfathomable.cards import Item
from referee.games.unfathomable.choices import ACCEPT, PASS, ChooseSpace, UseItem
from referee.games.unfathomable.damage import damage_space, obstacle_to_repair, repair
from referee.games.unfathomable.defeat import defeat_deep_one
from referee.games.unfathomable.facts.items import ItemDrawn, ItemGiven, ItemRemoved, ItemUsed
from referee.games.unfathomable.facts.rooms import ItemsLookedAt, ItemsPutBack
from referee.games.unfathomable.hand import UPGRADES
from referee.games.unfathomable.moving import move_to
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.passengers import rescue
from referee.games.unfathomable.possessions import has_ready, may_use_items
from referee.games.unfathomable.questions import (
    ASK_BOOK_OF_DAGON,
    ASK_GRENADE,
    ASK_PLIMSOLLS,
    ASK_REPEAT_LORE,
    ASK_RIFLE_TARGET,
)
from referee.games.unfathomable.spawning import is_barred, lead_deep_ones
from referee.games.unfathomable.state import State
from referee.games.unfathomable.upgrades import choose_upgrade
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

USE: dict[Item, UseItem] = {item: UseItem(item) for item in Item}


# Coming and going


@rule("item.draw")
def draw_item(table: Table[State], seat: Seat) -> Script[None]:
    """Draw the top item into the play area, if there is one; a new upgrade may become the active one."""
    if table.state.item_deck:
        yield from take_item(table, seat, table.state.item_deck[-1])


def take_item(table: Table[State], seat: Seat, item: Item) -> Script[None]:
    """Take a particular item from the deck."""
    table.record(ItemDrawn(seat, item, _comes_face_up(table, seat, item)))
    if item in UPGRADES:
        yield from _gain_upgrade(table, seat)


def give_item(table: Table[State], giver: Seat, taker: Seat, item: Item) -> Script[None]:
    """Give an item to another player."""
    table.record(ItemGiven(giver, taker, item, _comes_face_up(table, taker, item)))
    if item in UPGRADES:
        yield from _lose_upgrade(table, giver)
        yield from _gain_upgrade(table, taker)


@rule("item.no_discard_pile")
def remove_item(table: Table[State], seat: Seat, item: Item) -> Script[None]:
    """Remove a player's item from the game."""
    table.record(ItemRemoved(seat, item))
    if item in UPGRADES:
        yield from _lose_upgrade(table, seat)


_gain_upgrade = rule("upgrade.gain")(choose_upgrade)
_lose_upgrade = rule("upgrade.lose")(choose_upgrade)


@rule("upgrade.one_active")
def _comes_face_up(table: Table[State], seat: Seat, item: Item) -> bool:
    """Return whether an item is put down face up: a second upgrade is not, because only one is active."""
    return item not in UPGRADES or not any([held in UPGRADES for held in table.state.players[seat].items])


# Looking at the deck


@rule("ability.look")
def look_at_items(table: Table[State], seat: Seat, count: int) -> tuple[Item, ...]:
    """Look at up to this many items, the top one first. Call `put_items_back` afterwards."""
    found = tuple(reversed(table.state.item_deck[-count:]))
    if found:
        table.record(ItemsLookedAt(seat, found))
    return found


def put_items_back(table: Table[State], seat: Seat, top: tuple[Item, ...], bottom: tuple[Item, ...]) -> None:
    """Put items back: the first of `top` uppermost, the last of `bottom` at the very bottom."""
    if top or bottom:
        table.record(ItemsPutBack(seat, top, bottom))


# Actions


class ItemAction(NamedTuple):
    """The action of an item."""

    obstacle: Callable[[Table[State], Seat], Refused | None]
    """Returns the obstacle to the action, for a player who has the item and may use it."""
    perform: Callable[[Table[State], Seat], Script[object]]
    once_a_turn: bool = False


def obstacle_to_item(table: Table[State], seat: Seat, item: Item) -> Refused | None:
    """Return why a player cannot perform the action of an item now, or None."""
    if item not in table.state.players[seat].items:
        return no(Obstacle.NOT_IN_PLAY_AREA, "ability.action.from_play_area")
    found = ITEM_ACTIONS.get(item)
    if found is None:
        return no(Obstacle.NO_ACTION_ON_IT, "ability.action.definition")
    if not may_use_items(table.state, seat):
        return no(Obstacle.IN_THE_BRIG, "brig.no_item_abilities")
    if found.once_a_turn and is_used(table.state, limit_of(table, seat, f"item.{item}")):
        return no(Obstacle.USED_THIS_TURN, "ability.limit_per_turn")
    return found.obstacle(table, seat)


def _options(table: Table[State], seat: Seat) -> list[UseItem]:
    return [
        USE[item]
        for item in table.state.players[seat].items
        if item in ITEM_ACTIONS and obstacle_to_item(table, seat, item) is None
    ]


@rule("item.use.action")
def perform_item(table: Table[State], seat: Seat, item: Item) -> Script[None]:
    """Perform the action of an item."""
    found = ITEM_ACTIONS[item]
    table.record(ItemUsed(seat, item))
    if found.once_a_turn:
        use(table, seat, limit_of(table, seat, f"item.{item}"))
    yield from found.perform(table, seat)


def _space_of(table: Table[State], seat: Seat) -> Space:
    return table.state.players[seat].space


# Weapons


def weapons(table: Table[State], seat: Seat) -> list[Item]:
    """Return the weapons whose action a player can perform now."""
    return [
        item
        for item in table.state.players[seat].items
        if item in WEAPONS and obstacle_to_item(table, seat, item) is None
    ]


def attack_with(table: Table[State], seat: Seat, item: Item) -> Script[bool]:
    """Perform the action of a weapon; return whether somebody was defeated."""
    return (yield from WEAPONS[item](table, seat))


def _no_target_here(table: Table[State], seat: Seat) -> Refused | None:
    return obstacle_to_attack(table, seat, _space_of(table, seat))


def _no_target_near(table: Table[State], seat: Seat) -> Refused | None:
    first: Refused | None = None
    for space in ADJACENT[_space_of(table, seat)]:
        refused = obstacle_to_attack(table, seat, space)
        if refused is None:
            return None
        first = first or refused
    return first


@rule("item.six_shooter")
def six_shooter(table: Table[State], seat: Seat) -> Script[bool]:
    """Attack on the same space with +2."""
    attack = Attack(modifier=2, item=Item.SIX_SHOOTER, purpose="item.six_shooter")
    return (yield from attack_here(table, seat, attack))


@rule("item.repeating_rifle")
def repeating_rifle(table: Table[State], seat: Seat) -> Script[bool]:
    """Attack on an adjacent space with +1."""
    attack = Attack(1, Item.REPEATING_RIFLE, "item.repeating_rifle", ASK_RIFLE_TARGET)
    return (yield from attack_on_one_of(table, seat, ADJACENT[_space_of(table, seat)], attack))


@rule("item.pocket_pistol")
def pocket_pistol(table: Table[State], seat: Seat) -> Script[bool]:
    """Attack on the same space; the die may be rerolled once."""
    attack = Attack(item=Item.POCKET_PISTOL, purpose="item.pocket_pistol")
    return (yield from attack_here(table, seat, attack))


@rule("item.shotgun")
def shotgun(table: Table[State], seat: Seat) -> Script[bool]:
    """Attack on the same space with +1 for each enemy there."""
    enemies = count_enemies(table.state, seat, _space_of(table, seat))
    attack = Attack(modifier=enemies, item=Item.SHOTGUN, purpose="item.shotgun")
    return (yield from attack_here(table, seat, attack))


WEAPONS: dict[Item, Callable[[Table[State], Seat], Script[bool]]] = {
    Item.SIX_SHOOTER: six_shooter,
    Item.REPEATING_RIFLE: repeating_rifle,
    Item.POCKET_PISTOL: pocket_pistol,
    Item.SHOTGUN: shotgun,
}
"""The weapons that have an action. The Kitchen Knife has none; it changes the roll in `dice`."""


# Starbuck, Book of Dagon, Plimsolls: and then another action


@rule("item.starbuck")
def starbuck(table: Table[State], seat: Seat) -> Script[None]:
    """Attack on the same space, then perform an action."""
    yield from attack_here(table, seat, Attack(item=Item.STARBUCK, purpose="item.starbuck"))
    yield from perform_action(table, seat)


@rule("item.book_of_dagon")
def book_of_dagon(table: Table[State], seat: Seat) -> Script[None]:
    """Move every Deep One on the same space to one adjacent space, then perform an action."""
    start = _space_of(table, seat)
    exits = _exits(table, start)
    if exits:
        answer: ChooseSpace = yield ASK_BOOK_OF_DAGON.to(seat, [ChooseSpace(space) for space in exits])
        yield from lead_deep_ones(table, start, answer.space, table.state.deep_ones[start])
    yield from perform_action(table, seat)


def _exits(table: Table[State], start: Space) -> list[Space]:
    """Return the adjacent spaces that Deep Ones may be moved to: not the Brig or the Sick Bay."""
    return [
        space for space in ADJACENT[start] if space not in CONFINEMENT and not is_barred(table, start, space)
    ]


def _no_deep_one_here(table: Table[State], seat: Seat) -> Refused | None:
    if table.state.deep_ones.get(_space_of(table, seat)):
        return None
    return no(Obstacle.NO_DEEP_ONE_HERE, "item.book_of_dagon")


@rule("item.plimsolls")
def plimsolls(table: Table[State], seat: Seat) -> Script[None]:
    """Move to an adjacent ship space other than the Brig and the Sick Bay, then perform an action."""
    near = [space for space in ADJACENT[_space_of(table, seat)] if space in OPEN_SHIP]
    answer: ChooseSpace = yield ASK_PLIMSOLLS.to(seat, [ChooseSpace(space) for space in near])
    move_to(table, seat, answer.space)
    yield from perform_action(table, seat)


# Trumpet, Tool Kit, Grenade


@rule("item.speaking_trumpet")
def speaking_trumpet(table: Table[State], seat: Seat) -> Script[None]:
    """Rescue every passenger on the same space and on adjacent ones."""
    for space in _within_earshot(table, seat):
        for _ in range(len(table.state.passengers.get(space, ()))):
            rescue(table, space)
    yield from ()


def _within_earshot(table: Table[State], seat: Seat) -> list[Space]:
    here = _space_of(table, seat)
    return [space for space in (here, *ADJACENT[here]) if space in table.state.passengers]


def _nobody_in_earshot(table: Table[State], seat: Seat) -> Refused | None:
    if _within_earshot(table, seat):
        return None
    return no(Obstacle.NO_PASSENGER_HERE, "item.speaking_trumpet")


@rule("item.tool_kit")
def tool_kit(table: Table[State], seat: Seat) -> Script[None]:
    """Repair the space without discarding cards."""
    repair(table, _space_of(table, seat))
    yield from ()


def _nothing_to_repair(table: Table[State], seat: Seat) -> Refused | None:
    return obstacle_to_repair(table.state, _space_of(table, seat))


@rule("item.jam_tin_grenade")
def jam_tin_grenade(table: Table[State], seat: Seat) -> Script[None]:
    """Defeat everyone on an adjacent space, damage it if it is an undamaged room, and remove the grenade."""
    near = _within_throw(table, seat)
    mildest = near.index(min(near, key=lambda space: _toll(table.state, space)))
    options = [ChooseSpace(space) for space in near]
    answer: ChooseSpace = yield ASK_GRENADE.to(seat, options, default=mildest)
    space = answer.space
    for _ in range(table.state.deep_ones.get(space, 0)):
        defeat_deep_one(table, space)
    is_traitor = table.state.players[seat].is_traitor
    yield from defeat_everyone(table, space, table.state.on(space), PASSENGERS_FIRST, by_traitor=is_traitor)
    if space in ROOMS and space not in table.state.damage:
        yield from damage_space(table, space)
    yield from remove_item(table, seat, Item.JAM_TIN_GRENADE)


def _within_throw(table: Table[State], seat: Seat) -> list[Space]:
    near = ADJACENT[_space_of(table, seat)]
    if table.ruling("item.jam_tin_grenade") == "deck_or_room":
        return [space for space in near if space in DECK or space in ROOMS]
    return list(near)


def _toll(state: State, space: Space) -> int:
    """Return how many characters, passengers and undamaged rooms a grenade would hit."""
    is_whole = space in ROOMS and space not in state.damage
    return len(state.on(space)) + len(state.passengers.get(space, ())) + is_whole


def _nothing(_table: Table[State], _seat: Seat) -> None:
    """Refuse nothing."""


ITEM_ACTIONS: dict[Item, ItemAction] = {
    Item.SPEAKING_TRUMPET: ItemAction(_nobody_in_earshot, speaking_trumpet),
    Item.SIX_SHOOTER: ItemAction(_no_target_here, six_shooter),
    Item.TOOL_KIT: ItemAction(_nothing_to_repair, tool_kit),
    Item.REPEATING_RIFLE: ItemAction(_no_target_near, repeating_rifle),
    Item.BOOK_OF_DAGON: ItemAction(_no_deep_one_here, book_of_dagon, once_a_turn=True),
    Item.STARBUCK: ItemAction(_no_target_here, starbuck, once_a_turn=True),
    Item.POCKET_PISTOL: ItemAction(_no_target_here, pocket_pistol),
    Item.JAM_TIN_GRENADE: ItemAction(_nothing, jam_tin_grenade),
    Item.PLIMSOLLS: ItemAction(_nothing, plimsolls, once_a_turn=True),
    Item.SHOTGUN: ItemAction(_no_target_here, shotgun),
}

USE_ITEM = Action(
    "item.use.action",
    UseItem,
    options=_options,
    perform=lambda table, seat, choice: perform_item(table, seat, choice.item),
    why_not=lambda table, seat, choice: obstacle_to_item(table, seat, choice.item),
)


# The Elder Sign Amulet


@rule("item.elder_sign_amulet")
def repeats_lore(table: Table[State], seat: Seat) -> Script[bool]:
    """Ask a player who has just resolved the action of a Lore card whether to resolve it again."""
    if not has_ready(table, seat, Item.ELDER_SIGN_AMULET):
        return False
    answer = yield ASK_REPEAT_LORE.to(seat, [PASS, ACCEPT], passes=0)
    if answer != ACCEPT:
        return False
    table.record(ItemUsed(seat, Item.ELDER_SIGN_AMULET))
    return True
