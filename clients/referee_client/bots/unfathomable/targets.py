"""Strategies for the smaller choices: options, targets and cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee_api.unfathomable.v1 import unfathomable_pb2 as unf
from referee_api.v1 import referee_pb2 as api
from referee_client.bot import options_in
from referee_client.bots.unfathomable.cards import (
    ARROW,
    CARDS,
    DECK,
    ITEMS,
    REPAIRS,
    ROOMS,
    UPGRADES,
    WATER,
)
from referee_client.bots.unfathomable.deeds import (
    CHARACTERS,
    attacking,
    failing,
    place,
    repair_cards,
    suspect,
    treachery,
    wanted_skills,
    worker,
)
from referee_client.bots.unfathomable.position import (
    ARREST,
    CARD,
    DEFEAT,
    ITEM,
    TRAVEL_STEP,
    Position,
)
from referee_client.bots.unfathomable.skill_tests import places

BRIG_COST = 12

# Choosing several options


def friends(at: Position, question: api.Question) -> Sequence[int]:
    """Rescue up to three passengers if human; more could wake the Deep Ones."""
    return list(range(min(3, question.most))) if at.is_human else []


def repair(at: Position, question: api.Question) -> Sequence[int]:
    """Repair with the cards that are missed least."""
    cards = [CARDS[option.choose_card.card] for option in options_in(question)]
    _, value = REPAIRS[at.damage[at.space]]
    return places(cards, repair_cards(at, cards, value) or ())


def leave_brig(at: Position, question: api.Question) -> Sequence[int]:
    """Pay to leave the Brig with the cards that are missed least."""
    cards = [CARDS[option.choose_card.card] for option in options_in(question)]
    return places(cards, repair_cards(at, cards, BRIG_COST) or ())


def exchange(at: Position, question: api.Question) -> Sequence[int]:
    """Exchange weak cards for treachery, which is more useful to a revealed traitor."""
    cards = [CARDS[option.choose_card.card] for option in options_in(question)]
    return [
        number for number, card in enumerate(cards) if card.skill != unf.SKILL_TREACHERY and card.value < 4
    ]


def persistence(at: Position, question: api.Question) -> Sequence[int]:
    """Exchange weak cards."""
    cards = [CARDS[option.choose_card.card] for option in options_in(question)]
    return [number for number, card in enumerate(cards) if card.value == 1][: question.most]


def locusts(at: Position, question: api.Question) -> Sequence[int]:
    """Defeat the most harmful Deep Ones."""
    spaces = [option.choose_deep_one.space for option in options_in(question)]
    order = sorted(range(len(spaces)), key=lambda number: -at.side * at.deep_one(spaces[number]))
    return order[: question.least]


# Choosing one option: each function returns its worth


def crisis(at: Position, option: Any) -> float:
    """Prefer the option of a crisis that is best for the bot's side."""
    return at.side * at.option(at.view.mythos_card, option.choose_option.option)


def one_mythos(at: Position, option: Any) -> float:
    """Prefer the mythos card that is best for the bot's side."""
    return at.side * at.mythos(option.choose_mythos.mythos)


def waypoint(at: Position, option: Any) -> float:
    """Prefer the waypoint that is best for the bot's side."""
    return at.side * at.waypoint(option.choose_waypoint.waypoint)


def waypoint_option(at: Position, option: Any) -> float:
    """Choose between fuel and damage, or passengers and damage."""
    if at.view.arriving == unf.WAYPOINT_SEAWEED_PATCH:
        effects = ("risk-2", "damage-1")
    else:
        effects = ("fuel-1", "damage-2")
    return at.side * at.effect(effects[option.choose_option.option - 1])


def waypoint_risk(at: Position, option: Any) -> float:
    """Risk passengers for a chance of a gain."""
    if not option.HasField("accept"):
        return 0.0
    effect = {
        unf.WAYPOINT_ABANDONED_DEPOT: "risk-3 4?fuel+2",
        unf.WAYPOINT_WRECKED_SHIP: "risk-1 4?fuel+1",
        unf.WAYPOINT_SHIPWRECK_SURVIVORS: "risk-1 4?souls+1",
    }.get(at.view.arriving, "risk-1 4?food+1")
    return at.side * at.effect(effect)


def waypoint_roll(at: Position, option: Any) -> float:
    """Roll for food or damage."""
    return at.side * at.effect("4?food+1 4?damage-1") if option.HasField("accept") else 0.0


def track_to_advance(at: Position, option: Any) -> float:
    """Choose the track to advance."""
    return at.side * (TRAVEL_STEP if option.HasField("advance_travel") else at.ritual_step())


def effort_card(resource: int) -> Callable[[Position, Any], float]:
    """Return a strategy that chooses the card to discard for a roll."""

    def worth(at: Position, option: Any) -> float:
        if not option.HasField("choose_card"):
            return -at.side * at.ritual_step()
        card = CARDS[option.choose_card.card]
        return at.side * (at.ritual_step() - failing(card) * at.losing(resource)) - at.missed(card)

    return worth


def defender(at: Position, option: Any) -> float:
    """Attack a traitor outside the Brig or the most harmful Deep One; as a traitor, a seat with titles."""
    if option.HasField("choose_seat"):
        seat: int = option.choose_seat.seat
        if at.is_revealed:
            return DEFEAT + list(at.titles.values()).count(seat)
        return 0.0 if at.view.players[seat].space == unf.SPACE_BRIG else 3 / 8 * ARREST
    return 5 / 8 * at.side * at.deep_one(option.choose_deep_one.space)


def struck(at: Position, option: Any) -> float:
    """Let a Deep One attack another seat, preferably one that is not missed."""
    seat = option.choose_seat.seat
    if seat == at.me:
        return -DEFEAT
    return at.side * (at.suspicion.get(seat, 0.0) - 0.05 * len(at.view.players[seat].hand))


def deep_one(at: Position, option: Any) -> float:
    """Defeat the most harmful Deep One."""
    return at.side * at.deep_one(option.choose_space.space)


def to_space(at: Position, option: Any) -> float:
    """Go where the best action is."""
    if not option.HasField("choose_space"):
        return 0.0
    return place(at, option.choose_space.space) - 0.3


def banished_from(at: Position, option: Any) -> float:
    """Move Deep Ones out of rooms if human, off the deck into rooms otherwise."""
    space = option.choose_space.space
    inside = ROOMS if at.is_human else DECK
    return at.deep_ones.get(space, 0) * (1.0 if space in inside else 0.3)


def banished_to(at: Position, option: Any) -> float:
    """Move Deep Ones where they do least harm, or most."""
    if not option.HasField("choose_space"):
        return 0.0
    return -at.side * at.deep_one(option.choose_space.space)


def moved(at: Position, option: Any) -> float:
    """Move the Deep One whose move helps most."""
    if not option.HasField("move_deep_one"):
        return 0.0
    move = option.move_deep_one
    return at.side * (at.deep_one(move.start) - at.deep_one(move.end))


def accused(at: Position, option: Any) -> float:
    """Send a suspect to the Brig; as a traitor, anybody else."""
    if not option.HasField("choose_seat"):
        return 0.0
    seat = option.choose_seat.seat
    if seat == at.me:
        return -ARREST
    if not at.is_human:
        return 1.0 + 0.1 * len(at.view.players[seat].hand)
    return at.suspicion.get(seat, 0.0) - 1.0 + (0.5 if seat == suspect(at) else 0.0)


def item(at: Position, option: Any) -> float:
    """Prefer the most valuable item."""
    kind = option.WhichOneof("kind")
    return 0.0 if kind == "pass" else ITEMS.get(getattr(option, kind).item, 1.0)


def item_given_up(at: Position, option: Any) -> float:
    """Give up the least valuable item."""
    return -item(at, option)


def upgrade(at: Position, option: Any) -> float:
    """Activate the most valuable upgrade."""
    if not option.HasField("choose_item"):
        active = [held for held in at.player.items if held in UPGRADES]
        return max([ITEMS[held] for held in active], default=0.0)
    return ITEMS.get(option.choose_item.item, 0.0)


def gift(at: Position, option: Any) -> float:
    """Keep all items except inactive upgrades."""
    if not option.HasField("give_item"):
        return 0.0
    idle = option.give_item.item in at.player.inactive
    return 0.5 if idle and at.is_human and at.suspicion.get(option.give_item.seat, 0.0) < 1 else -1.0


def resource(at: Position, option: Any) -> float:
    """Gain the scarcest resource."""
    return at.side * at.gaining(option.choose_resource.resource)


def skill(at: Position, option: Any) -> float:
    """Prefer the deck that the bot would draw from."""
    if not option.HasField("choose_skill"):
        return -1.0
    wanted = option.choose_skill.skill
    offered = [wanted, unf.SKILL_STRENGTH]
    if at.is_revealed:
        return 1.0 if wanted == unf.SKILL_TREACHERY else 0.0
    return 1.0 if wanted == unf.SKILL_STRENGTH or wanted_skills(at, offered, 1) == [0] else 0.0


def learnt(at: Position, option: Any) -> float:
    """Make the type helpful of which the bot has most."""
    return sum(card.value for card in at.cards_of(option.choose_skill.skill))


def partner(at: Position, option: Any) -> float:
    """Choose the seat that should act."""
    return 1.0 if option.choose_seat.seat == worker(at)[1] else 0.0


def trusted(at: Position, option: Any) -> float:
    """Protect a trusted seat, or give it a loyalty card."""
    kind = option.WhichOneof("kind")
    seat = getattr(option, kind).seat
    if at.view.players[seat].revealed:
        return -1.0 * at.side
    return (1.0 if seat == at.me else 0.5) - at.side * at.suspicion.get(seat, 0.0)


def spell(at: Position, option: Any) -> float:
    """Prefer the spell that is best for the bot's side."""
    if not option.HasField("choose_spell"):
        return 0.0
    return at.side * SPELLS[option.choose_spell.spell](at)


def spell_place(at: Position, option: Any) -> float:
    """Leave a good spell on top."""
    seen = [at.side * SPELLS[each](at) for each in at.view.spells_held if each in SPELLS]
    good = bool(seen) and seen[0] > 1.5
    return float(option.HasField("put_on_top") == good)


def travellers(at: Position, option: Any) -> float:
    """Move a character by Astral Travel only from the Sick Bay."""
    return 1.0 if option.HasField("choose_seat") and at.space == unf.SPACE_SICK_BAY else 0.0


def monarchs_space(at: Position, option: Any) -> float:
    """Move a monarch aft, where it drifts away."""
    if not option.HasField("choose_space"):
        return 0.0
    return at.side * (WATER.index(option.choose_space.space) - 3)


def volunteers(at: Position, option: Any) -> float:
    """Choose how many passengers to risk for as many Deep Ones."""
    worst = max([at.deep_one(space) for space in at.on_ship()], default=0.0)
    there = sum(at.deep_ones[space] for space in at.on_ship())
    count: int = option.choose_number.number
    return at.side * (min(count, there) * worst + count * at.effect("risk-1"))


def ritual_by(at: Position, option: Any) -> float:
    """Set the ritual back as far as possible when revealing."""
    steps = option.choose_number.number
    return -steps * at.ritual_step() if at.ritual + steps >= 0 else -0.1


def rite(at: Position, option: Any) -> float:
    """Let Mother Hydra act first, for the damage."""
    return 1.0 if option.activate_first.monarch == unf.MONARCH_HYDRA else 0.0


def called(at: Position, option: Any) -> float:
    """Activate all Deep Ones on the bot's space, or the most harmful one."""
    if option.HasField("accept"):
        return 0.8 * at.deep_ones.get(at.space, 0) * at.deep_one(at.space)
    return 0.8 * at.deep_one(option.choose_deep_one.space)


def instead(at: Position, option: Any) -> float:
    """Play a card instead of actions if it is worth more than two actions."""
    if option.HasField("play_instead_of_actions"):
        return treachery(at, CARDS[option.play_instead_of_actions.card].title)
    here = place(at, at.space)
    return max([2 * here, 1.2, max([place(at, space) for space in (*DECK, *ROOMS)])])


def more(at: Position, option: Any) -> float:
    """Attack once more if that is worth anything."""
    return attacking(at, 0) if option.HasField("accept") else 0.0


def weapon(at: Position, option: Any) -> float:
    """Prefer a weapon for the rampage."""
    return 0.5 if option.HasField("attack_here") else 0.8


def jury(at: Position, option: Any) -> float:
    """Accept damage for a step if the step is worth more."""
    return at.side * (TRAVEL_STEP - at.damaging()) if option.HasField("accept") else 0.0


def leading(at: Position, option: Any) -> float:
    """Lose a resource instead of facing the crisis, if that costs less."""
    mythos = at.view.mythos_card
    faced = max(at.side * at.option(mythos, 1), at.side * at.option(mythos, 2))
    if not option.HasField("lead_unconventionally"):
        return faced
    return -at.side * at.losing(option.lead_unconventionally.resource) - 1.5


def fortune(at: Position, option: Any) -> float:
    """Draw another mythos card if this one is bad."""
    now = at.side * at.mythos(at.view.mythos_card)
    return -3.5 if option.HasField("turn_fortune") else now


def hatches(at: Position, option: Any) -> float:
    """Keep Deep Ones out if several would come in."""
    if not option.HasField("barricade_hatches"):
        return 0.0
    return at.side * (sum(at.deep_ones.get(space, 0) for space in DECK) - 2.5)


def bargain(effect: str) -> Callable[[Position, Any], float]:
    """Return a strategy that accepts an effect if it helps the bot's side."""
    return lambda at, option: at.side * at.effect(effect) if option.HasField("accept") else 0.0


def looking(at: Position, option: Any) -> float:
    """Prefer to look at the mythos deck."""
    return 1.0 if option.HasField("look_at_mythos") else 0.5


def sabotaged(at: Position, option: Any) -> float:
    """Damage the most used room, with humans in it."""
    space = option.choose_space.space
    return (2.0 if space == unf.SPACE_BOILER_ROOM else 1.0) + DEFEAT * len(at.humans_on(space))


def victim(at: Position, option: Any) -> float:
    """Lose the passenger that is in most danger anyway."""
    if not option.HasField("choose_space"):
        return 0.1
    return at.side * at.rescuing(option.choose_space.space)


def reinforced(at: Position, option: Any) -> float:
    """Spawn Deep Ones near the most important room, close to the bow."""
    space = option.choose_space.space
    room = ARROW[ARROW[space]]
    return (room not in at.damage) + (0.5 if space in WATER[:2] else 0.0) + 0.5 * len(at.humans_on(room))


def character(at: Position, option: Any) -> float:
    """Prefer the character that is first in CHARACTERS."""
    return -CHARACTERS.index(option.choose_character.character)


def lore(at: Position, option: Any) -> float:
    """Discard a strong lore card."""
    card = CARDS[option.choose_card.card]
    return at.side * card.value * 0.4 - at.missed(card)


def thrown(at: Position, option: Any) -> float:
    """Throw the grenade where it hits most Deep Ones and fewest others."""
    space = option.choose_space.space
    return at.side * (
        at.deep_ones.get(space, 0) * at.deep_one(space)
        - DEFEAT * len(at.humans_on(space))
        - at.passengers.get(space, 0) * 1.5
        - (at.damaging() if space in ROOMS and space not in at.damage else 0.0)
    )


def highest_number(at: Position, option: Any) -> float:
    """Choose the highest number."""
    return float(option.choose_number.number)


def agreed(at: Position, option: Any) -> float:
    """Do not exchange items."""
    return 1.0 if option.HasField("pass") else 0.0


SPELLS: dict[int, Callable[[Position], float]] = {
    unf.SPELL_ALCHEMICAL_TRANSMUTATION: lambda at: at.effect("food-1 fuel+2"),
    unf.SPELL_ASTRAL_TRAVEL: lambda at: at.effect("4?sanity-1"),
    unf.SPELL_CALL_DOWN_THE_STORM: lambda at: (
        sum(at.deep_one(space) * at.deep_ones.get(space, 0) for space in WATER) - 0.3 * at.damaging()
    ),
    unf.SPELL_CALL_FRIENDS: lambda at: 0.7 * sum(map(at.rescuing, at.passengers)),
    unf.SPELL_CLOUD_MEMORY: lambda at: at.effect("sanity+1") - CARD * len(at.view.players) * 0.7,
    unf.SPELL_CONJURATION: lambda at: ITEM * 1.3 + at.effect("4?sanity-1"),
    unf.SPELL_DARK_PACT: lambda at: max(map(at.gaining, at.resources)) + at.effect("treachery-4"),
    unf.SPELL_FEED_THE_MIND: lambda at: at.effect("food-1 sanity+2"),
    unf.SPELL_FLESH_WARD: lambda at: 1.2,
    unf.SPELL_FORESEE: lambda at: 1.0 + at.effect("4?sanity-1"),
    unf.SPELL_GREATER_BANISHMENT: lambda at: at.effect("ritual+2 4?sanity-1"),
    unf.SPELL_HEAL: lambda at: CARD * len(at.view.players) + at.effect("4?sanity-1"),
    unf.SPELL_LURE_MONSTER: lambda at: (
        1.8 * sum(space != unf.SPACE_DEEP for space in at.monarchs.values()) + at.effect("4?sanity-1")
    ),
    unf.SPELL_PLAGUE_OF_LOCUSTS: lambda at: (
        min(4.5, sum(at.deep_ones.values()))
        * max([at.deep_one(space) for space in at.on_ship()], default=0.2)
        * 0.8
        + at.effect("4?food-1")
    ),
    unf.SPELL_RAISE_THE_DEAD: lambda at: at.effect("sanity-1 souls+2"),
    unf.SPELL_REVELATION_OF_SCRIPT: lambda at: 0.9,
    unf.SPELL_SUMMON_FIRE: lambda at: at.effect("travel+1 3?travel+1 3?damage-1"),
    unf.SPELL_SUMMON_THE_BEAST_WITHIN: lambda at: (
        max([at.deep_ones[space] * at.deep_one(space) for space in at.on_ship()], default=0.0) - 0.4
    ),
    unf.SPELL_VOICE_OF_RA: lambda at: 0.5 * CARD * len(at.view.players),
}
"""Worth of each spell to the ship."""

WORTH: dict[str, Callable[[Position, Any], float]] = {
    "character": character,
    "crisis": crisis,
    "crisis_or_test": crisis,
    "one_of_two": one_mythos,
    "mythos_on_top": one_mythos,
    "foresee": lambda at, option: -float(option.choose_option.option),
    "foresee_top": lambda at, option: (
        one_mythos(at, option) if option.HasField("choose_mythos") else waypoint(at, option)
    ),
    "waypoint": waypoint,
    "waypoint_on_top": waypoint,
    "waypoint_option": waypoint_option,
    "waypoint_risk": waypoint_risk,
    "waypoint_roll": waypoint_roll,
    "rolling_seas": victim,
    "malpractice": lambda at, option: 1.0 if option.HasField("choose_space") else 0.5,
    "progress": track_to_advance,
    "chapel": effort_card(unf.RESOURCE_SANITY),
    "boiler_room": effort_card(unf.RESOURCE_FUEL),
    "crisis_lore": lore,
    "bridge": looking,
    "captains_cabin": accused,
    "accusation": accused,
    "history_repeats": accused,
    "cargo_hold": item,
    "conjuration": item,
    "pickpocket": item,
    "criminal_activity_keep": item,
    "criminal_activity_remove": item_given_up,
    "upgrade": upgrade,
    "scavenger": gift,
    "propose_exchange": agreed,
    "agree_to_exchange": agreed,
    "escape": to_space,
    "jail_break": to_space,
    "heal_space": to_space,
    "plimsolls": to_space,
    "summon_the_beast_within": lambda at, option: (
        at.side * at.deep_ones.get(space := option.choose_space.space, 0) * at.deep_one(space)
        if option.HasField("choose_space")
        else 0.0
    ),
    "the_captains_banquet": lambda at, option: (
        place(at, unf.SPACE_GALLEY) - place(at, at.space) if option.HasField("accept") else 0.0
    ),
    "defender": defender,
    "rifle_target": defender,
    "shrivelling": defender,
    "deep_one_target": struck,
    "next_deep_one": lambda at, option: 0.0,
    "deep_one_step": lambda at, option: at.side * (option.choose_space.space in at.damage),
    "missing_munitions": deep_one,
    "volunteer_army_defeat": deep_one,
    "the_game_is_afoot": lambda at, option: (
        deep_one(at, option) * at.deep_ones.get(option.choose_space.space, 0)
    ),
    "volunteer_army": volunteers,
    "family_ties": lambda at, option: at.side * (option.choose_space.space in at.damage),
    "lesser_banishment": banished_from,
    "lesser_banishment_to": banished_to,
    "book_of_dagon": banished_to,
    "move_each_deep_one": moved,
    "may_move_deep_ones": moved,
    "grenade": thrown,
    "repeat_lore": lambda at, option: 1.0 if option.HasField("accept") else 0.0,
    "rampage": weapon,
    "rampage_on": more,
    "coordinated_effort": partner,
    "forced_learning": learnt,
    "persistence_deck": skill,
    "sick_bay_card": skill,
    "full_skill_set": lambda at, option: 1.0 if option.HasField("accept") else 0.0,
    "treachery_cards": highest_number,
    "start_of_action_step": instead,
    "reinforcements": reinforced,
    "call_to_action": called,
    "perform_rites": rite,
    "reveal_recipient": trusted,
    "reveal_split": trusted,
    "awakening_recipient": trusted,
    "flesh_ward": trusted,
    "jury_rigger": jury,
    "occult_training": spell_place,
    "first_oath": monarchs_space,
    "sabotage": sabotaged,
    "disrupt_ritual": ritual_by,
    "spell": spell,
    "astral_travel": lambda at, option: 0.0,
    "astral_traveller": travellers,
    "astral_destination": to_space,
    "dark_pact": resource,
    "adrift_fishing_boat": bargain("risk-1 food+1"),
    "rat_infestation": bargain("sanity-1 food+1"),
    "window.mythos_drawn": fortune,
    "window.mythos_choice": leading,
    "window.deep_one_would_enter": hatches,
}
"""The worth of an option, for each of these questions."""
