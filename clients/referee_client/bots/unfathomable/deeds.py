"""The worth of actions: for the ship, by the side of the bot, and for its hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee_api.unfathomable.v1 import unfathomable_pb2 as unf
from referee_client.bots.unfathomable.cards import (
    AGAINST_CHARACTERS,
    DECK,
    FACES,
    HAND_LIMIT,
    MEAN_CARD,
    PORT,
    REPAIRS,
    ROOMS,
    SKILL_SETS,
    SkillCard,
)
from referee_client.bots.unfathomable.position import (
    ARREST,
    CARD,
    DEFEAT,
    ITEM,
    SOULS_OF_A_PASSENGER,
    TRAVEL_STEP,
    Position,
)

ENOUGH_EFFORT = 7
REPAIR = 2.2
"""Worth of the first repair."""
GALLEY_CARDS = 5
NEVER = -9.0
SUSPECT = 1.5
"""Suspicion at which a seat is sent to the Brig."""


def effort(at: Position, cards: list[SkillCard], resource: int) -> tuple[float, SkillCard | None]:
    """Return the best card to discard for a roll that must reach 7 with it, and its expected cost."""
    found = [(failing(card) * at.losing(resource) + at.missed(card), card) for card in cards]
    return min(found, key=lambda each: each[0], default=(0.0, None))


def failing(card: SkillCard) -> float:
    """Return the probability that the die and a card do not reach 7."""
    return max(0, ENOUGH_EFFORT - 1 - card.value) / FACES


# Rooms, for seats that have not revealed


def boiler_room(at: Position) -> float:
    """Discard a strength card to travel."""
    cost, card = effort(at, at.cards_of(unf.SKILL_STRENGTH), unf.RESOURCE_FUEL)
    return at.side * (TRAVEL_STEP - cost) if card is not None else NEVER


def chapel(at: Position) -> float:
    """Advance the ritual. A traitor sets it back, but only when it is nearly done."""
    if not at.is_human:
        return at.ritual_step() if at.ritual > 1 and at.banishing() > 3 else NEVER
    cost, card = effort(at, at.cards_of(unf.SKILL_LORE), unf.RESOURCE_SANITY)
    return at.ritual_step() - cost if card is not None else NEVER


def galley_draw(at: Position) -> tuple[int, float]:
    """Return how many cards to draw in the Galley, and the worth of that."""
    found = []
    for count in range(1, GALLEY_CARDS + 1):
        room = max(0, HAND_LIMIT + 2 - len(at.hand))
        cards = CARD * 1.15 * min(count, room) + 0.1 * count
        food = 1.3 * (count - 1) / FACES * at.losing(unf.RESOURCE_FOOD)
        found.append((cards - at.side * food, count))
    worth, count = max(found)
    return count, worth


def galley(at: Position) -> float:
    """Draw cards at the risk of losing food."""
    return galley_draw(at)[1]


def cargo_hold(at: Position) -> float:
    """Search for an item."""
    items = len(at.player.items) + len(at.player.inactive)
    return ITEM * (0.8 if items < 3 else 0.5) if at.view.item_deck else NEVER


def captains_cabin(at: Position) -> float:
    """Send a suspect to the Brig."""
    if not at.is_human:
        return NEVER
    seat = suspect(at)
    return 1.7 * min(3.0, at.suspicion[seat]) if seat is not None else NEVER


def suspect(at: Position) -> int | None:
    """Return the seat to send to the Brig, or None."""
    found = [
        (much, seat)
        for seat, much in at.suspicion.items()
        if seat != at.me
        and not at.view.players[seat].revealed
        and at.view.players[seat].space != unf.SPACE_BRIG
    ]
    much, seat = max(found, default=(0.0, -1))
    return seat if much >= SUSPECT else None


def bridge(at: Position) -> float:
    """Look ahead at the risk of losing a passenger."""
    return 0.4 if at.is_human else 0.3


def brig(at: Position) -> float:
    """Try to escape."""
    return 2.5


ROOM_WORTH: dict[int, Callable[[Position], float]] = {
    unf.SPACE_BOILER_ROOM: boiler_room,
    unf.SPACE_CHAPEL: chapel,
    unf.SPACE_GALLEY: galley,
    unf.SPACE_CARGO_HOLD: cargo_hold,
    unf.SPACE_CAPTAINS_CABIN: captains_cabin,
    unf.SPACE_BRIDGE: bridge,
    unf.SPACE_BRIG: brig,
}
_USEFUL: dict[int, float] = {unf.SPACE_BOILER_ROOM: 1.6, unf.SPACE_GALLEY: 0.5, unf.SPACE_CHAPEL: 0.5}


def repairing(at: Position, space: int, cost: float) -> float:
    """Return the worth of repairing a room."""
    damaged = len(at.damage)
    return at.side * (REPAIR + 0.35 * damaged * damaged + _USEFUL.get(space, 0.0)) - cost


def repair_cost(at: Position, space: int) -> float | None:
    """Return the worth of the cards needed to repair a room; None if the hand does not have them."""
    skill, value = REPAIRS[at.damage[space]]
    paid = repair_cards(at, at.hand if not skill else at.cards_of(skill), value)
    return None if paid is None else sum(map(at.missed, paid))


def repair_cards(at: Position, cards: list[SkillCard], value: int) -> list[SkillCard] | None:
    """Return the least missed cards that reach a value, or None if they do not."""
    chosen = sorted(cards, key=lambda card: at.missed(card) / card.value)
    paid: list[SkillCard] = []
    for card in chosen:
        if sum(each.value for each in paid) < value:
            paid.append(card)
    if sum(card.value for card in paid) < value:
        return None
    for card in sorted(paid, key=at.missed, reverse=True):
        if sum(each.value for each in paid) - card.value >= value:
            paid.remove(card)
    return paid


def place(at: Position, space: int) -> float:
    """Return the worth of the best action on a space, for a seat that would be there."""
    return traitors_place(at, space) if at.is_revealed else humans_place(at, space)


def humans_place(at: Position, space: int) -> float:
    """Return the same for a seat that has not revealed."""
    found = [0.0]
    if space in ROOMS and not at.has_enemy(space):
        if space not in at.damage:
            if not at.is_used(space) or not at.view.actions_left:
                found.append(ROOM_WORTH[space](at))
        elif unf.ITEM_TOOL_KIT in at.player.items:
            found.append(repairing(at, space, 0.0))
        else:
            cost = repair_cost(at, space)
            if cost is not None:
                found.append(repairing(at, space, cost))
    if at.passengers.get(space):
        found.append(at.side * at.rescuing(space) * (1.6 if at.passengers[space] > 1 else 1.0))
    if at.has_enemy(space):
        found.append(at.side * at.fighting(space, at.weapon()))
    return max(found)


# Revealed traitors

RANSACKED: dict[int, int] = {
    unf.SPACE_CHAPEL: unf.RESOURCE_SANITY,
    unf.SPACE_GALLEY: unf.RESOURCE_FOOD,
    unf.SPACE_BOILER_ROOM: unf.RESOURCE_FUEL,
}


def traitors_place(at: Position, space: int) -> float:
    """Return the worth of the best action on a space for a revealed traitor."""
    humans = at.humans_on(space)
    found = [0.0]
    if at.passengers.get(space) and not humans:
        found.append(SOULS_OF_A_PASSENGER * at.losing(unf.RESOURCE_SOULS))
    if humans:
        found.append(at.hit(AGAINST_CHARACTERS, at.weapon()) * DEFEAT)
    titles = {card.title for card in at.hand}
    if at.deep_ones.get(space) and "call_to_action" in titles:
        found.append(at.deep_ones[space] * 0.8 * at.deep_one(space))
    if space in RANSACKED and "ransack" in titles and not at.view.actions_left:
        found.append(1.5 * at.losing(RANSACKED[space]))
    if space in ROOMS and space not in at.damage and not humans:
        found.append(0.2)
    return max(found)


def treachery(at: Position, title: str) -> float:
    """Return the worth of a treachery card's effect."""
    match title:
        case "reinforcements":
            return 2.5 if at.deep_ones.get(unf.SPACE_DEEP, 0) >= 3 else 0.8 + at.crowding()
        case "call_to_action":
            there = [space for space in at.deep_ones if space != unf.SPACE_DEEP]
            one = max([0.8 * at.deep_one(space) for space in there], default=0.0)
            return max(one, at.deep_ones.get(at.space, 0) * 0.8 * at.deep_one(at.space))
        case "siren_song":
            return 0.5 * SOULS_OF_A_PASSENGER * at.losing(unf.RESOURCE_SOULS)
        case "ransack":
            return at.losing(RANSACKED[at.space]) if at.space in RANSACKED else 0.0
        case _:
            return at.monarch(unf.MONARCH_HYDRA) + at.monarch(unf.MONARCH_DAGON)


# Skill cards with an action


def playing(at: Position, card: SkillCard) -> float:
    """Return the worth of a skill card's action, without the card itself."""
    if card.skill == unf.SKILL_TREACHERY:
        return treachery(at, card.title)
    play = _PLAYS.get(card.title)
    return play(at) if play is not None else NEVER


def shrivelling(at: Position) -> float:
    """Use Shrivelling against the most harmful enemy."""
    if at.is_revealed:
        humans = [player for player in at.view.players if not player.revealed]
        return 3 / FACES * DEFEAT if humans else NEVER
    targets = [at.deep_one(space) for space in at.deep_ones if space != unf.SPACE_DEEP]
    worst = 5 / FACES * max(targets, default=0.0)
    if any(at.view.players[seat].space != unf.SPACE_BRIG for seat in at.traitors()):
        worst = max(worst, 3 / FACES * ARREST)
    twice = 1.8 if unf.ITEM_ELDER_SIGN_AMULET in at.player.items else 1.0
    return at.side * worst * twice


def lesser_banishment(at: Position) -> float:
    """Move Deep Ones out of rooms, or into them."""
    crowds = [count for space, count in at.deep_ones.items() if space in (ROOMS if at.is_human else DECK)]
    return 0.45 * at.damaging() * max(crowds, default=0) * (1.0 if at.is_human else 0.7)


def rampage(at: Position) -> float:
    """Attack several times."""
    count = at.deep_ones.get(at.space, 0) + len(at.traitors_on(at.space))
    if at.is_revealed:
        return 2.5 * at.hit(AGAINST_CHARACTERS, 0) * DEFEAT if at.humans_on(at.space) else NEVER
    return at.side * at.fighting(at.space, at.weapon()) * min(3.0, 0.5 + 0.9 * count)


def coordinated_effort(at: Position) -> float:
    """Give an action to the seat that can use it best."""
    return worker(at)[0]


def worker(at: Position) -> tuple[float, int]:
    """Return the worth of giving an action to the best seat, and that seat."""
    found = [(0.0, (at.me + 1) % len(at.view.players))]
    for seat, player in enumerate(at.view.players):
        if seat == at.me:
            continue
        if bool(player.revealed) != at.is_revealed:
            continue
        worth = 0.5
        if at.is_revealed:
            worth = 1.5
        elif player.space == unf.SPACE_BOILER_ROOM and not at.is_used(player.space):
            ready = at.helpful(seat, [unf.SKILL_STRENGTH]) * len(player.hand)
            if ready >= 1 and player.space not in at.damage and not at.has_enemy(player.space):
                worth = at.side * 0.75 * TRAVEL_STEP
        elif at.titles.get(unf.TITLE_KEEPER) == seat and at.view.spell_deck:
            worth = at.side * 1.2
        elif player.space == unf.SPACE_SICK_BAY:
            worth = at.side * 1.5
        found.append((worth - at.suspicion.get(seat, 0.0), seat))
    return max(found)


_PLAYS: dict[str, Callable[[Position], float]] = {
    "shrivelling": shrivelling,
    "lesser_banishment": lesser_banishment,
    "watch_and_learn": lambda at: 2 * CARD if len(at.hand) < HAND_LIMIT else 0.2,
    "rampage": rampage,
    "coordinated_effort": coordinated_effort,
    "inspiring_speech": lambda at: (
        at.side * (0.75 * at.gaining(unf.RESOURCE_SANITY) - 0.25 * at.losing(unf.RESOURCE_SANITY))
    ),
    "true_grit": lambda at: 2.6,
    "persistence": lambda at: 0.1,
}


# Actions


def acting(at: Position, options: list[Any]) -> list[float]:
    """Return the worth of each option for an action."""
    plain = [_plain(at, option) for option in options]
    base = max([worth for worth in plain if worth is not None], default=0.0)
    return [
        worth if worth is not None else base + _extra(at, option, base)
        for option, worth in zip(options, plain, strict=True)
    ]


def _plain(at: Position, option: Any) -> float | None:
    """Return the worth of an option by itself; None if another action follows it."""
    match option.WhichOneof("kind"):
        case "pass":
            return 0.0
        case "move_to":
            return moving(at, option.move_to.space)
        case "use_room":
            return ROOM_WORTH[option.use_room.space](at)
        case "repair_room":
            return repairing(at, option.repair_room.space, repair_cost(at, option.repair_room.space) or 0.0)
        case "rescue_passenger":
            return at.side * at.rescuing(at.space)
        case "defeat_passenger":
            return SOULS_OF_A_PASSENGER * at.losing(unf.RESOURCE_SOULS)
        case "attack_here":
            return attacking(at, 1 if unf.ITEM_KITCHEN_KNIFE in at.player.items else 0)
        case "play_skill":
            card = next(card for card in at.hand if card.number == option.play_skill.card)
            return playing(at, card) - at.missed(card)
        case "use_item":
            return using(at, option.use_item.item)
        case "cast_spell":
            return 1.9 if at.is_human else 0.7
        case "scavenge":
            return 0.85 * ITEM
        case "swear_first_oath":
            return _swearing(at, option.swear_first_oath)
        case "go_full_steam":
            return at.side * (2 * TRAVEL_STEP - at.losing(unf.RESOURCE_FUEL))
        case "order_arrest":
            return _arresting(at, option.order_arrest.seat)
        case "sense_ancestry":
            return 1.1 if at.is_human and at.view.is_awake else -1.0
        case "sacrifice_deep_one":
            return at.side * 3 / FACES * (2 * at.ritual_step() + at.deep_one(at.space))
        case "remember_the_deep":
            return 0.3 if at.is_human else NEVER
        case "reveal":
            return revealing(at)
        case "trade":
            return NEVER
        case _:
            return None


def _extra(at: Position, option: Any, base: float) -> float:
    """Return the worth of an option in addition to the action that follows it."""
    match option.WhichOneof("kind"):
        case "command_deck":
            return max(0.0, place(at, option.command_deck.space) - base) - 0.05
        case "draw_quickly":
            return attacking(at, 1) + 0.1
        case "train_in_the_occult":
            return 0.2
        case "cast_quickly":
            return 1.2 if at.is_human else 0.2
        case "use_item":
            return _item_extra(at, option.use_item.item)
        case _:
            return NEVER


def moving(at: Position, space: int) -> float:
    """Return the worth of moving to a space: part of the worth of what can be done there."""
    worth = place(at, space) * (0.5 if at.view.actions_left else 0.3)
    if at.space == unf.SPACE_SICK_BAY:
        worth += 2.2 if not at.view.actions_left else 0.6
    if at.space == unf.SPACE_BRIG:
        worth += 1.5
    if at.is_human and space in DECK and at.ritual >= 3:
        worth -= 1.0
    return worth - 0.05


def attacking(at: Position, bonus: int) -> float:
    """Return the worth of an attack on the bot's own space."""
    if at.is_revealed:
        return at.hit(AGAINST_CHARACTERS, bonus) * DEFEAT
    return at.side * at.fighting(at.space, bonus)


def using(at: Position, item: int) -> float | None:
    """Return the worth of an item's action; None if another action follows it."""
    match item:
        case unf.ITEM_TOOL_KIT:
            return repairing(at, at.space, 0.0)
        case unf.ITEM_SIX_SHOOTER | unf.ITEM_POCKET_PISTOL:
            return attacking(at, 2) + 0.1
        case unf.ITEM_SHOTGUN:
            return attacking(at, at.deep_ones.get(at.space, 0) + len(at.traitors_on(at.space))) + 0.1
        case unf.ITEM_REPEATING_RIFLE:
            return 0.75 * at.side * max([at.deep_one(space) for space in at.on_ship()], default=0.0)
        case unf.ITEM_SPEAKING_TRUMPET:
            near = [space for space in at.passengers if space in DECK]
            return at.side * 0.9 * max([at.rescuing(space) for space in near], default=0.0) * len(near)
        case unf.ITEM_JAM_TIN_GRENADE:
            return NEVER
        case _:
            return None


def _item_extra(at: Position, item: int) -> float:
    match item:
        case unf.ITEM_STARBUCK:
            return attacking(at, 0) + 0.1
        case unf.ITEM_BOOK_OF_DAGON:
            here = at.deep_ones.get(at.space, 0)
            return 0.3 * at.deep_one(at.space) * here
        case unf.ITEM_PLIMSOLLS:
            return 0.1
        case _:
            return NEVER


def _swearing(at: Position, oath: Any) -> float:
    card = next(card for card in at.hand if card.number == oath.card)
    chance = 1 - failing(card)
    return at.side * chance * (0.6 * at.monarch(oath.monarch) + 0.4) - at.missed(card)


def _arresting(at: Position, seat: int) -> float:
    if at.view.players[seat].revealed:
        return at.side * ARREST * 0.8
    if not at.is_human:
        return 0.8 * ARREST if at.view.is_awake else NEVER
    return 0.8 * ARREST if at.suspicion.get(seat, 0.0) >= SUSPECT else NEVER


def revealing(at: Position) -> float:
    """Reveal late enough that the ship suffers, and never before the second loyalty card."""
    if at.is_human:
        return NEVER
    lowest = min(at.resources.values())
    pressed = lowest <= 2 or len(at.damage) >= 4 or at.distance >= PORT
    if at.space == unf.SPACE_BRIG:
        return 4.0 if at.view.is_awake else NEVER
    return 4.0 if at.view.is_awake and pressed else NEVER


def wanted_skills(at: Position, offered: list[int], count: int) -> list[int]:
    """Choose decks to draw from, by their places in `offered`: strength to travel, otherwise what is missing."""
    hand = {skill: len(at.cards_of(skill)) for skill in set(offered)}
    places: list[int] = []
    for _ in range(count):
        left = [spot for spot in range(len(offered)) if spot not in places]
        if not left:
            break
        best = max(
            left, key=lambda spot: _LIKED.get(offered[spot], 0.0) - MEAN_CARD * 0.25 * hand[offered[spot]]
        )
        hand[offered[best]] += 1
        places.append(best)
    return places


_LIKED: dict[int, float] = {
    unf.SKILL_STRENGTH: 2.6,
    unf.SKILL_LORE: 1.6,
    unf.SKILL_OBSERVATION: 1.7,
    unf.SKILL_INFLUENCE: 1.5,
    unf.SKILL_WILL: 1.5,
    unf.SKILL_TREACHERY: 9.0,
}
CHARACTERS = tuple(
    unf.Character.Value(f"CHARACTER_{name}")
    for name in [
        "JEANNE",
        "ARJUN",
        "EDMUND",
        "JAMIE",
        "ISHMAEL",
        "BEATRICE",
        "SVETLANA",
        "SAMIRA",
        "WILLIAM",
        "KEILANI",
    ]
)
"""The characters in order of preference, best first."""
assert set(CHARACTERS) == set(SKILL_SETS)
