"""What each of the nineteen spells does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from referee.games.unfathomable.activation import activate
from referee.games.unfathomable.at_once import CHARACTERS_FIRST, defeat_each, defeat_everyone, humans_in_turn
from referee.games.unfathomable.attack import enemies_of
from referee.games.unfathomable.board import DECK, OPEN_SHIP, SHIP, WATER, Space
from referee.games.unfathomable.card_effects import Effect
from referee.games.unfathomable.cards import ORDINARY, Monarch, Resource, Skill, Spell, Symbol
from referee.games.unfathomable.chaos import shuffle_treachery
from referee.games.unfathomable.choices import (
    PASS,
    ChooseDeepOne,
    ChooseItem,
    ChooseMythos,
    ChooseOption,
    ChooseResource,
    ChooseSeat,
    ChooseSpace,
    ChooseWaypoint,
    ConsultScript,
)
from referee.games.unfathomable.damage import damage_ship
from referee.games.unfathomable.defeat import defeat_deep_one
from referee.games.unfathomable.dice import roll
from referee.games.unfathomable.facts.spells import ItemDeckShuffled, SpellLeftPlay, SpellPutInPlay
from referee.games.unfathomable.hand import choose_and_draw, choose_discards, skill_set
from referee.games.unfathomable.items import look_at_items, put_items_back, take_item
from referee.games.unfathomable.moving import move_to, send_to_brig
from referee.games.unfathomable.mythos_deck import look_at_mythos, put_mythos_back
from referee.games.unfathomable.obstacles import Obstacle, no, refuse
from referee.games.unfathomable.passengers import rescue
from referee.games.unfathomable.questions import (
    ASK_ASTRAL_DESTINATION,
    ASK_ASTRAL_TRAVEL,
    ASK_ASTRAL_TRAVELLER,
    ASK_CALL_FRIENDS,
    ASK_CLOUD_MEMORY,
    ASK_CONJURATION,
    ASK_DARK_PACT,
    ASK_FLESH_WARD,
    ASK_FORESEE,
    ASK_FORESEE_BOTTOM,
    ASK_FORESEE_TOP,
    ASK_HEAL_DRAW,
    ASK_HEAL_SPACE,
    ASK_PLAGUE_OF_LOCUSTS,
    ASK_SUMMON_THE_BEAST_WITHIN,
    ASK_VOICE_OF_RA,
    ASK_VOICE_OF_RA_DISCARD,
)
from referee.games.unfathomable.resources import gain, lose
from referee.games.unfathomable.skill_test import add_top_card_to_test
from referee.games.unfathomable.spawning import (
    deep_ones_on_board,
    is_barred,
    lead_deep_ones,
    move_monarch,
)
from referee.games.unfathomable.spell_rolls import BAD_UP_TO, is_low, strain
from referee.games.unfathomable.state import State
from referee.games.unfathomable.tracks import advance_ritual, advance_travel
from referee.games.unfathomable.waypoints import look_at_waypoints, put_waypoints_back
from referee.games.unfathomable.windows import Reaction
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.questions import SomeOf
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

ChosenCard = TypeVar("ChosenCard", bound=Choice)

CONJURED = 5
FORESEEN = 4
TREACHERY_OF_THE_PACT = 4
FIRE_FROM = 6
LOCUSTS_EAT_FROM = 5


def _each_human_discards(table: Table[State], question: SomeOf) -> Script[None]:
    for seat in (yield from humans_in_turn(table)):
        yield from choose_discards(table, seat, 1, question)


# Resources


@rule("spell.alchemical_transmutation")
def alchemical_transmutation(table: Table[State], seat: Seat) -> Script[None]:
    """Lose 1 food, gain 2 fuel."""
    lose(table, Resource.FOOD, 1)
    gain(table, Resource.FUEL, 2)
    yield from ()


@rule("spell.feed_the_mind")
def feed_the_mind(table: Table[State], seat: Seat) -> Script[None]:
    """Lose 1 food, gain 2 sanity."""
    lose(table, Resource.FOOD, 1)
    gain(table, Resource.SANITY, 2)
    yield from ()


@rule("spell.raise_the_dead")
def raise_the_dead(table: Table[State], seat: Seat) -> Script[None]:
    """Lose 1 sanity, gain 2 souls."""
    lose(table, Resource.SANITY, 1)
    gain(table, Resource.SOULS, 2)
    yield from ()


@rule("spell.dark_pact")
def dark_pact(table: Table[State], seat: Seat) -> Script[None]:
    """Shuffle four Treachery cards into the chaos deck, gain 1 of any resource."""
    shuffle_treachery(table, TREACHERY_OF_THE_PACT)
    options = [ChooseResource(resource) for resource in Resource]
    answer: ChooseResource = yield ASK_DARK_PACT.to(seat, options)
    gain(table, answer.resource, 1)


# Skill cards


@rule("spell.cloud_memory")
def cloud_memory(table: Table[State], seat: Seat) -> Script[None]:
    """Gain 1 sanity; each human discards a card."""
    gain(table, Resource.SANITY, 1)
    yield from _each_human_discards(table, ASK_CLOUD_MEMORY)


@rule("spell.voice_of_ra")
def voice_of_ra(table: Table[State], seat: Seat) -> Script[None]:
    """Each human draws a card from any ordinary deck; then roll: on 4 or less each discards one."""
    for human in (yield from humans_in_turn(table)):
        yield from choose_and_draw(table, human, 1, ORDINARY, ASK_VOICE_OF_RA)
    result = yield from roll(table, seat, "spell.voice_of_ra")
    if result <= BAD_UP_TO:
        yield from _each_human_discards(table, ASK_VOICE_OF_RA_DISCARD)


@rule("spell.heal")
def heal(table: Table[State], seat: Seat) -> Script[None]:
    """Each human in the Sick Bay moves to a ship space; each other human may draw a card of its own skill set.

    Nobody moves into the Brig or the Sick Bay by choice: `action.move.no_voluntary_brig_sickbay`.
    """
    humans = yield from humans_in_turn(table)
    patients = [human for human in humans if _space_of(table, human) is Space.SICK_BAY]
    others = [human for human in humans if human not in patients]
    options = [ChooseSpace(space) for space in OPEN_SHIP]
    for human in patients:
        answer: ChooseSpace = yield ASK_HEAL_SPACE.to(human, options)
        move_to(table, human, answer.space)
    for human in others:
        types = list(dict.fromkeys(skill_set(table.state, human)))
        yield from choose_and_draw(table, human, 1, types, ASK_HEAL_DRAW, least=0)
    yield from strain(table, seat, Spell.HEAL)


def _space_of(table: Table[State], seat: Seat) -> Space:
    return table.state.players[seat].space


# Moving


@rule("spell.astral_travel")
def astral_travel(table: Table[State], seat: Seat) -> Script[None]:
    """Move any number of Deep Ones and characters from one space to any ship spaces."""
    origins = [
        ChooseSpace(space)
        for space in (SHIP if table.ruling("spell.astral_travel") == "ship_space" else (*WATER, *SHIP))
        if _travellers(table, space)
    ]
    if origins:
        origin: ChooseSpace = yield ASK_ASTRAL_TRAVEL.to(seat, origins)
        yield from _send_away(table, seat, origin.space)
    yield from strain(table, seat, Spell.ASTRAL_TRAVEL)


def _travellers(table: Table[State], space: Space) -> list[Choice]:
    """Return who can be moved from a space: nobody from the Brig, unless mentioning it on a card is enough."""
    state = table.state
    found: list[Choice] = []
    if state.deep_ones.get(space) and _ways_for_deep_ones(table, space):
        found.append(ChooseDeepOne(space))
    if space is not Space.BRIG or table.ruling("brig.ability_moves") == "mentions_brig":
        found += [ChooseSeat(other) for other in state.on(space)]
    return found


def _ways_for_deep_ones(table: Table[State], start: Space) -> list[Space]:
    return [end for end in OPEN_SHIP if end is not start and not is_barred(table, start, end)]


def _send_away(table: Table[State], seat: Seat, start: Space) -> Script[None]:
    """Let the player move Deep Ones and characters from a space, one by one, until it passes."""
    while travellers := _travellers(table, start):
        answer: Choice = yield ASK_ASTRAL_TRAVELLER.to(
            seat,
            [PASS, *travellers],
            why_not=lambda choice: _why_no_traveller(table, start, choice),
            passes=0,
        )
        if isinstance(answer, ChooseDeepOne):
            end = yield from _choose_end(seat, _ways_for_deep_ones(table, start))
            yield from lead_deep_ones(table, start, end)
        elif isinstance(answer, ChooseSeat):
            end = yield from _choose_end(seat, [space for space in SHIP if space is not start])
            (_jail if end is Space.BRIG else move_to)(table, answer.seat, end)
        else:
            return


def _why_no_traveller(table: Table[State], start: Space, choice: Choice) -> Refused | None:
    if isinstance(choice, ChooseSeat) and 0 <= choice.seat < table.seats:
        is_here = _space_of(table, choice.seat) is start
        if is_here and start is Space.BRIG:
            return no(Obstacle.IN_THE_BRIG, "brig.ability_moves")
        return no(Obstacle.NOBODY_HERE, "spell.astral_travel")
    return None


def _choose_end(seat: Seat, spaces: Sequence[Space]) -> Script[Space]:
    answer: ChooseSpace = yield ASK_ASTRAL_DESTINATION.to(seat, [ChooseSpace(space) for space in spaces])
    return answer.space


def _jail(table: Table[State], seat: Seat, space: Space) -> None:
    send_to_brig(table, seat)


@rule("spell.lure_monster")
def lure_monster(table: Table[State], seat: Seat) -> Script[None]:
    """Move both monarchs into the Deep."""
    for monarch in Monarch:
        move_monarch(table, monarch, Space.DEEP)
    yield from strain(table, seat, Spell.LURE_MONSTER)


# Tracks


@rule("spell.greater_banishment")
def greater_banishment(table: Table[State], seat: Seat) -> Script[None]:
    """Advance the ritual track by two."""
    yield from advance_ritual(table, 2)
    yield from strain(table, seat, Spell.GREATER_BANISHMENT)


@rule("spell.summon_fire")
def summon_fire(table: Table[State], seat: Seat) -> Script[None]:
    """Advance the travel track by one, then roll: on 6 or more advance it again and damage the ship."""
    yield from advance_travel(table, 1)
    result = yield from roll(table, seat, "spell.summon_fire")
    if result >= FIRE_FROM:
        yield from advance_travel(table, 1)
        yield from damage_ship(table, seat)


# Enemies and passengers


@rule("spell.call_down_the_storm")
def call_down_the_storm(table: Table[State], seat: Seat) -> Script[None]:
    """Defeat every Deep One on the water, then roll: a result up to their number damages the ship."""
    number = 0
    for space in WATER:
        for _ in range(table.state.deep_ones.get(space, 0)):
            defeat_deep_one(table, space)
            number += 1
    at_most = table.ruling("spell.call_down_the_storm") == "at_most"
    if (yield from is_low(table, seat, Spell.CALL_DOWN_THE_STORM, number, at_most=at_most)):
        yield from damage_ship(table, seat)


@rule("spell.call_friends")
def call_friends(table: Table[State], seat: Seat) -> Script[None]:
    """Rescue any number of passengers, then roll: a result up to their number activates the Deep Ones."""
    passengers = table.state.passengers
    options = [ChooseSpace(space) for space in DECK for _ in passengers.get(space, ())]
    chosen: tuple[ChooseSpace, ...] = ()
    if options:
        chosen = yield ASK_CALL_FRIENDS.to(
            seat,
            options,
            0,
            len(options),
            default=(),
            why_not=refuse(ChooseSpace, Obstacle.NO_PASSENGER_HERE, "spell.call_friends"),
            passes=(),
        )
    for choice in chosen:
        rescue(table, choice.space)
    at_most = table.ruling("spell.call_friends") == "at_most"
    if (yield from is_low(table, seat, Spell.CALL_FRIENDS, len(chosen), at_most=at_most)):
        yield from activate(table, Symbol.DEEP_ONES)


@rule("spell.plague_of_locusts")
def plague_of_locusts(table: Table[State], seat: Seat) -> Script[None]:
    """Roll and defeat that many Deep Ones on the board; a result of 5 or more costs 1 food."""
    result = yield from roll(table, seat, "spell.plague_of_locusts")
    spaces = [space for space in deep_ones_on_board(table.state) for _ in range(table.state.deep_ones[space])]
    if len(spaces) > result:
        spaces = yield from _choose_deep_ones(seat, spaces, result)
    for space in spaces:
        defeat_deep_one(table, space)
    if result >= LOCUSTS_EAT_FROM:
        lose(table, Resource.FOOD, 1)


def _choose_deep_ones(seat: Seat, spaces: list[Space], count: int) -> Script[list[Space]]:
    options = [ChooseDeepOne(space) for space in spaces]
    default = tuple(range(count))
    chosen: tuple[ChooseDeepOne, ...] = yield ASK_PLAGUE_OF_LOCUSTS.to(
        seat, options, count, count, default=default
    )
    return [choice.space for choice in chosen]


@rule("spell.summon_the_beast_within")
def summon_the_beast_within(table: Table[State], seat: Seat) -> Script[None]:
    """You may move; defeat each enemy on your space; then roll: a low result defeats humans and passengers there."""
    yield from _go_as_beast(table, seat)
    space = _space_of(table, seat)
    number = yield from _tear(table, seat, space)
    at_most = table.ruling("spell.summon_the_beast_within") == "at_most"
    if (yield from is_low(table, seat, Spell.SUMMON_THE_BEAST_WITHIN, number, at_most=at_most)):
        humans = table.state.humans_on(space)
        yield from defeat_everyone(table, space, humans, CHARACTERS_FIRST, by_traitor=False)


def _go_as_beast(table: Table[State], seat: Seat) -> Script[None]:
    """Let the player move, but not from the Brig, nor into the Brig or the Sick Bay."""
    start = _space_of(table, seat)
    if start is Space.BRIG:
        return
    options = [PASS, *[ChooseSpace(space) for space in OPEN_SHIP if space is not start]]
    answer: Choice = yield ASK_SUMMON_THE_BEAST_WITHIN.to(seat, options, passes=0)
    if isinstance(answer, ChooseSpace):
        move_to(table, seat, answer.space)


def _tear(table: Table[State], seat: Seat, space: Space) -> Script[int]:
    """Defeat each enemy on a space; return how many were defeated."""
    enemies = enemies_of(table.state, seat, space)
    number = table.state.deep_ones.get(space, 0) if ChooseDeepOne(space) in enemies else 0
    for _ in range(number):
        defeat_deep_one(table, space)
    characters = [enemy.seat for enemy in enemies if isinstance(enemy, ChooseSeat)]
    return number + (yield from defeat_each(table, characters))


# Looking at decks


@rule("spell.conjuration")
def conjuration(table: Table[State], seat: Seat) -> Script[None]:
    """Look at the top five items, take one, shuffle the others into the deck."""
    found = look_at_items(table, seat, CONJURED)
    if found:
        options = [ChooseItem(item) for item in found]
        answer: ChooseItem = yield ASK_CONJURATION.to(seat, options)
        others = tuple([item for item in found if item is not answer.item])
        put_items_back(table, seat, (answer.item,), others)
        yield from take_item(table, seat, answer.item)
        table.record(ItemDeckShuffled(table.chance("deck/items").shuffled(table.state.item_deck)))
    yield from strain(table, seat, Spell.CONJURATION)


@rule("spell.foresee")
def foresee(table: Table[State], seat: Seat) -> Script[None]:
    """Look at the top four mythos cards or waypoints, put one on top and the others on the bottom."""
    options = [ChooseOption(1)] if table.state.mythos_deck or table.state.mythos_discard else []
    options += [ChooseOption(2)] if table.state.waypoint_deck else []
    if options:
        answer: ChooseOption = yield ASK_FORESEE.to(seat, options)
        yield from (_foresee_mythos if answer.option == 1 else _foresee_waypoints)(table, seat)
    yield from strain(table, seat, Spell.FORESEE)


def _foresee_mythos(table: Table[State], seat: Seat) -> Script[None]:
    found = look_at_mythos(table, seat, FORESEEN)
    if found:
        top, *others = yield from _put_in_order(seat, [ChooseMythos(card) for card in found])
        put_mythos_back(table, seat, (top.mythos,), tuple([other.mythos for other in others]))


def _foresee_waypoints(table: Table[State], seat: Seat) -> Script[None]:
    found = look_at_waypoints(table, seat, FORESEEN)
    if found:
        top, *others = yield from _put_in_order(seat, [ChooseWaypoint(card) for card in found])
        put_waypoints_back(table, seat, (top.waypoint,), tuple([other.waypoint for other in others]))


def _put_in_order(seat: Seat, cards: list[ChosenCard]) -> Script[list[ChosenCard]]:
    """Choose the card for the top, then the order of the others on the bottom, the last at the very bottom."""
    top: ChosenCard = yield ASK_FORESEE_TOP.to(seat, cards)
    others = tuple([card for card in cards if card != top])
    if len(others) > 1:
        others = yield ASK_FORESEE_BOTTOM.to(seat, others)
    return [top, *others]


# Spells that stay


@rule("spell.flesh_ward")
def flesh_ward(table: Table[State], seat: Seat) -> Script[None]:
    """Put the spell into the play area of a player of choice; `defeat` uses it."""
    options = [ChooseSeat(other) for other in range(table.seats)]
    answer: ChooseSeat = yield ASK_FLESH_WARD.to(seat, options, default=seat)
    table.record(SpellPutInPlay(answer.seat, Spell.FLESH_WARD))


@rule("spell.revelation_of_script")
def revelation_of_script(table: Table[State], seat: Seat) -> Script[None]:
    """Keep the spell in the play area for a skill test."""
    table.record(SpellPutInPlay(seat, Spell.REVELATION_OF_SCRIPT))
    yield from ()


def _has_script(table: Table[State], seat: Seat) -> bool:
    test = table.state.skill_test
    return test is not None and Spell.REVELATION_OF_SCRIPT in table.state.players[seat].spells


def _scripts(table: Table[State], seat: Seat) -> list[ConsultScript]:
    state = table.state
    return [ConsultScript(skill) for skill in Skill if state.decks[skill] or state.discards[skill]]


@rule("spell.revelation_of_script")
def consult_script(table: Table[State], seat: Seat, choice: ConsultScript) -> Script[None]:
    """Remove the spell to add the top card of a skill deck, then roll: a result up to its value costs 1 sanity."""
    table.record(SpellLeftPlay(seat, Spell.REVELATION_OF_SCRIPT))
    card = add_top_card_to_test(table, choice.skill)
    value = 0 if card is None else card.strength
    at_most = table.ruling("spell.revelation_of_script") == "at_most"
    if (yield from is_low(table, seat, Spell.REVELATION_OF_SCRIPT, value, at_most=at_most)):
        lose(table, Resource.SANITY, 1)


def _why_no_script(table: Table[State], seat: Seat, _choice: ConsultScript) -> Refused | None:
    if not _has_script(table, seat):
        return no(Obstacle.NOT_IN_PLAY_AREA, "spell.revelation_of_script")
    return no(Obstacle.DECK_EMPTY, "skill_deck.both_empty")


CONSULT_SCRIPT = Reaction(
    "spell.revelation_of_script",
    ConsultScript,
    of=None,
    may_use=_has_script,
    options=_scripts,
    resolve=consult_script,
    why_not=_why_no_script,
    moment=lambda table: any([player.spells for player in table.state.players]),
)

EFFECTS: dict[Spell, Effect] = {
    Spell.ALCHEMICAL_TRANSMUTATION: alchemical_transmutation,
    Spell.ASTRAL_TRAVEL: astral_travel,
    Spell.CALL_DOWN_THE_STORM: call_down_the_storm,
    Spell.CALL_FRIENDS: call_friends,
    Spell.CLOUD_MEMORY: cloud_memory,
    Spell.CONJURATION: conjuration,
    Spell.DARK_PACT: dark_pact,
    Spell.FEED_THE_MIND: feed_the_mind,
    Spell.FLESH_WARD: flesh_ward,
    Spell.FORESEE: foresee,
    Spell.GREATER_BANISHMENT: greater_banishment,
    Spell.HEAL: heal,
    Spell.LURE_MONSTER: lure_monster,
    Spell.PLAGUE_OF_LOCUSTS: plague_of_locusts,
    Spell.RAISE_THE_DEAD: raise_the_dead,
    Spell.REVELATION_OF_SCRIPT: revelation_of_script,
    Spell.SUMMON_FIRE: summon_fire,
    Spell.SUMMON_THE_BEAST_WITHIN: summon_the_beast_within,
    Spell.VOICE_OF_RA: voice_of_ra,
}
"""What each spell does for the player who resolves it."""
