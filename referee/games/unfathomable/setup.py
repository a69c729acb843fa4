"""Setting up the game, step by step as in the appendix."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import (
    CHARACTERS,
    ITEMS,
    MOST_OF_A_RESOURCE,
    MYTHOS,
    PASSENGERS,
    SKILL_DECKS,
    SPELL_CARDS,
    WAYPOINTS,
    Character,
    Resource,
)
from referee.games.unfathomable.chaos import build_chaos
from referee.games.unfathomable.choices import ChooseCharacter
from referee.games.unfathomable.damage import damage_cards
from referee.games.unfathomable.facts.damage import DamageShuffled
from referee.games.unfathomable.facts.hand import SkillDeckShuffled
from referee.games.unfathomable.facts.mythos import MythosShuffled
from referee.games.unfathomable.facts.setup import (
    CharacterChosen,
    DialSet,
    FirstPlayerDrawn,
    ItemDeckLaid,
    PassengerSetOut,
    PassengersMixed,
    SpellDeckLaid,
    WaypointDeckLaid,
)
from referee.games.unfathomable.hand import choose_and_draw, draw_of_own_skills, skill_set
from referee.games.unfathomable.loyalty import CULTISTS, build_loyalty_deck, deal_loyalty
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.options import Difficulty
from referee.games.unfathomable.questions import ASK_CHARACTER, ASK_FIRST_CARDS
from referee.games.unfathomable.spawning import spawn
from referee.games.unfathomable.state import State
from referee.games.unfathomable.titles import give_titles
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

DIALS: dict[Resource, int] = dict.fromkeys(Resource, 8)
DIALS_WITHOUT_CULTIST: dict[Resource, int] = {
    Resource.FUEL: 7,
    Resource.FOOD: 6,
    Resource.SANITY: 6,
    Resource.SOULS: 7,
}
SHIFT: dict[Difficulty, int] = {Difficulty.EASIER: 2, Difficulty.STANDARD: 0, Difficulty.HARDER: -2}
FIRST_DEEP_ONES: dict[Space, int] = {
    Space.WATER_1: 2,
    Space.WATER_2: 2,
    Space.DECK_1: 1,
    Space.DECK_2: 1,
}
FIRST_PASSENGERS: tuple[Space, ...] = (Space.DECK_3, Space.DECK_4)
FIRST_CARDS = 3


def set_up(table: Table[State]) -> Script[None]:
    """Set up the game, including the choice of characters and of the first cards."""
    set_dials(table)
    mix_passengers(table)
    lay_skill_decks(table)
    lay_damage_and_mythos(table)
    set_out_figures(table)
    lay_chaos(table)
    yield from choose_characters(table)
    lay_items(table)
    yield from draw_first_cards(table)
    lay_waypoints(table)
    lay_spells(table)
    give_titles(table)
    build_loyalty_deck(table, without_cultist=is_without_cultist(table))
    deal_first_loyalty(table)


def is_without_cultist(table: Table[State]) -> bool:
    """Return whether the Cultist is left out, which changes something only if there is one."""
    return table.state.without_cultist and CULTISTS[table.seats] > 0


@rule("setup.03_dials")
def set_dials(table: Table[State]) -> None:
    """Set the dials for the variant and the difficulty."""
    if is_without_cultist(table):
        set_dials_without_cultist(table)
    else:
        _set_dials(table, DIALS)


@rule("variant.no_cultist")
def set_dials_without_cultist(table: Table[State]) -> None:
    """Set the lower dials of the variant without the Cultist."""
    _set_dials(table, DIALS_WITHOUT_CULTIST)


@rule("difficulty.agreed_before")
def _set_dials(table: Table[State], dials: dict[Resource, int]) -> None:
    shift = SHIFT[table.state.difficulty]
    for resource, value in dials.items():
        table.record(DialSet(resource, min(value + shift, MOST_OF_A_RESOURCE)))


@rule("setup.04_supply")
def mix_passengers(table: Table[State]) -> None:
    """Turn all passenger tokens face down and mix them."""
    table.record(PassengersMixed(table.chance("passengers").shuffled(PASSENGERS)))


@rule("setup.05_skill_decks")
def lay_skill_decks(table: Table[State]) -> None:
    """Shuffle the skill cards of each type."""
    for skill, cards in SKILL_DECKS.items():
        table.record(SkillDeckShuffled(skill, table.chance(f"deck/{skill}").shuffled(cards)))


@rule("setup.06_damage_mythos")
def lay_damage_and_mythos(table: Table[State]) -> None:
    """Shuffle the damage cards and the mythos cards."""
    table.record(DamageShuffled(table.chance("deck/damage").shuffled(damage_cards(table))))
    table.record(MythosShuffled(table.chance("deck/mythos").shuffled(list(MYTHOS))))


@rule("setup.07_monsters_passengers")
def set_out_figures(table: Table[State]) -> None:
    """Put the first Deep Ones and passengers on their spaces. Dagon and Hydra are in the Deep."""
    for space, count in FIRST_DEEP_ONES.items():
        spawn(table, space, count)
    for space in FIRST_PASSENGERS:
        table.record(PassengerSetOut(space))


@rule("setup.08_chaos")
def lay_chaos(table: Table[State]) -> None:
    """Build the chaos deck."""
    build_chaos(table)


@rule("setup.09_characters")
def choose_characters(table: Table[State]) -> Script[None]:
    """Draw the first player at random; from there clockwise, each player chooses a character."""
    table.record(FirstPlayerDrawn(table.chance("first player").below(table.seats)))
    first = table.state.active
    for seat in (first, *table.others(first)):
        yield from choose_character(table, seat)


@rule("setup.10_play_areas")
def choose_character(table: Table[State], seat: Seat) -> Script[None]:
    """Choose a character that is not taken, with its feat, item and space."""
    taken = [player.character for player in table.state.players]
    options = [ChooseCharacter(character) for character in CHARACTERS if character not in taken]
    answer: ChooseCharacter = yield ASK_CHARACTER.to(seat, options, why_not=why_no_character)
    table.record(CharacterChosen(seat, answer.character))


def why_no_character(choice: Choice) -> Refused | None:
    """Refuse a character that is taken."""
    if isinstance(choice, ChooseCharacter) and choice.character is not Character.HIDDEN:
        return no(Obstacle.CHARACTER_TAKEN, "setup.09_characters")
    return None


@rule("setup.11_items")
def lay_items(table: Table[State]) -> None:
    """Shuffle the items that nobody starts with."""
    owned = [item for player in table.state.players for item in player.items]
    rest = [item for item in ITEMS if item not in owned]
    table.record(ItemDeckLaid(table.chance("deck/items").shuffled(rest)))


@rule("setup.13_skill_cards")
def draw_first_cards(table: Table[State]) -> Script[None]:
    """Everyone but the first player, clockwise, draws three cards of its own skill set."""
    for seat in table.others(table.state.active):
        if table.ruling("setup.starting_hand") == "within_set":
            yield from draw_of_own_skills(table, seat, FIRST_CARDS, ASK_FIRST_CARDS)
        else:
            types = list(dict.fromkeys(skill_set(table.state, seat)))
            yield from choose_and_draw(table, seat, FIRST_CARDS, types, ASK_FIRST_CARDS)


@rule("setup.14_captain")
def lay_waypoints(table: Table[State]) -> None:
    """Shuffle the waypoints for the Captain."""
    table.record(WaypointDeckLaid(table.chance("deck/waypoints").shuffled(list(WAYPOINTS))))


@rule("setup.15_keeper")
def lay_spells(table: Table[State]) -> None:
    """Shuffle the spells for the Keeper of the Tome."""
    table.record(SpellDeckLaid(table.chance("deck/spells").shuffled(SPELL_CARDS)))


@rule("setup.17_deal_loyalty")
def deal_first_loyalty(table: Table[State]) -> None:
    """Deal each player the first loyalty card."""
    deal_loyalty(table)
