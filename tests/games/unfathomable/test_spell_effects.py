"""The nineteen spells: the rules `spell.*`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from referee.games.unfathomable.board import OPEN_SHIP, SHIP, Space
from referee.games.unfathomable.cards import (
    ORDINARY,
    Item,
    Monarch,
    Mythos,
    Passenger,
    Resource,
    Skill,
    SkillCard,
    Spell,
    Title,
    Waypoint,
)
from referee.games.unfathomable.choices import (
    PASS,
    ChooseCard,
    ChooseDeepOne,
    ChooseItem,
    ChooseMythos,
    ChooseOption,
    ChooseResource,
    ChooseSeat,
    ChooseSkill,
    ChooseSpace,
    ChooseWaypoint,
    ConsultScript,
)
from referee.games.unfathomable.defeat import defeat_character
from referee.games.unfathomable.facts.chaos import ChaosFed
from referee.games.unfathomable.facts.defeat import CharacterDefeated
from referee.games.unfathomable.facts.dice import RollBegan
from referee.games.unfathomable.facts.hand import CardsDrawn
from referee.games.unfathomable.facts.spoken import Declined
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.skill_test import Result, Verdict, skill_test
from referee.games.unfathomable.spells import (
    resolve_top_spell,
)
from referee.kernel.asks import Choice, Some, default_picks
from tests.games.unfathomable.tables import Sailing, table_of
from tests.games.unfathomable.views import Watching

LESS_THAN = "less_than"
AT_MOST = "at_most"


def cast(spell: str, *, seat: int = 0, **position: Any) -> Sailing:
    """Let a seat turn up a spell and resolve it."""
    tops = f"spell/{spell} {position.pop('tops', '')}"
    table = table_of(position.pop("seats", 3), tops=tops, **position)
    return Sailing(table, resolve_top_spell(table, seat))


# Resources


@pytest.mark.parametrize(
    ("spell", "after"),
    [
        ("alchemical_transmutation", {"fuel": 7, "food": 4}),
        ("feed_the_mind", {"sanity": 7, "food": 4}),
        ("raise_the_dead", {"sanity": 4, "souls": 7}),
    ],
)
def test_exchanges(spell: str, after: Mapping[str, int]) -> None:
    """spell.alchemical_transmutation, spell.feed_the_mind, spell.raise_the_dead: lose one, gain two."""
    playing = cast(spell, resources=dict.fromkeys(Resource, 5))
    assert playing.done
    assert playing.table.state.resources == {resource: after.get(resource, 5) for resource in Resource}


def test_the_last_food_ends_the_game() -> None:
    """spell.feed_the_mind: what is lost first may end the game before anything is gained."""
    assert cast("feed_the_mind", resources={"food": 1}).over


def test_dark_pact() -> None:
    """spell.dark_pact: four treachery cards into the chaos deck, one of any resource."""
    playing = cast("dark_pact")
    assert playing.options == [ChooseResource(resource) for resource in Resource]
    playing.answer(ChooseResource(Resource.SOULS))
    assert playing.table.state.resources[Resource.SOULS] == 9
    assert [fact.skill for fact in playing.facts_of(ChaosFed)] == [Skill.TREACHERY] * 4


STRAINING: dict[str, list[Choice | None]] = {
    "conjuration": [ChooseItem(Item.SHOTGUN)],
    "foresee": [ChooseOption(2), ChooseWaypoint(Waypoint.STORMY_SEAS), None],
    "greater_banishment": [],
    "lure_monster": [],
}


@pytest.mark.parametrize(("die", "sanity"), [(4, 7), (5, 8)])
@pytest.mark.parametrize("spell", STRAINING)
def test_strain(spell: str, die: int, sanity: int) -> None:
    """spell.conjuration, .foresee, .greater_banishment, .lure_monster: then with 4 or less lose a sanity."""
    playing = cast(spell, die=(die,))
    for choice in STRAINING[spell]:
        playing.answer(*(playing.options if choice is None else [choice]))
    assert playing.done
    assert playing.table.state.resources[Resource.SANITY] == sanity


# Skill cards


def test_cloud_memory() -> None:
    """spell.cloud_memory: gain a sanity; each human discards a card; everyone with a card is asked."""
    hand = {0: "lore/shrivelling/1", 1: "will/true_grit/5", 2: "will/persistence/1 will/persistence/1"}
    playing = cast("cloud_memory", hand=hand, traitors={1: "hybrid"}, seats=4)
    assert playing.ask.seat == 0
    playing.answer(ChooseCard(SkillCard.SHRIVELLING_1))
    assert playing.ask.seat == 2
    playing.answer(ChooseCard(SkillCard.PERSISTENCE_1))
    assert playing.done
    assert [len(player.hand) for player in playing.table.state.players] == [0, 1, 1, 0]
    assert playing.table.state.resources[Resource.SANITY] == 9


@pytest.mark.parametrize(("die", "left"), [(4, 0), (5, 1)])
def test_voice_of_ra(die: int, left: int) -> None:
    """spell.voice_of_ra: each human draws of any ordinary deck; with 4 or less each discards one."""
    playing = cast("voice_of_ra", traitors={1: "hybrid"}, die=(die,))
    for seat in (0, 2):
        assert playing.ask.seat == seat
        assert playing.options == [ChooseSkill(skill) for skill in ORDINARY]
        playing.answer(ChooseSkill(Skill.WILL))
    while not playing.done:
        playing.answer(playing.options[0])
    assert [len(player.hand) for player in playing.table.state.players] == [left, 0, left]


def test_heal() -> None:
    """spell.heal: out of the Sick Bay to any ship space; the others may draw of their skill sets; then the roll."""
    spaces = {0: "sick_bay", 1: "brig", 3: "sick_bay"}
    playing = cast("heal", spaces=spaces, traitors={3: "hybrid"}, seats=4, die=(4,))
    assert (playing.ask.seat, playing.options) == (0, [ChooseSpace(space) for space in OPEN_SHIP])
    playing.answer(ChooseSpace(Space.GALLEY))
    assert playing.ask.seat == 1
    skills = (Skill.INFLUENCE, Skill.OBSERVATION, Skill.STRENGTH)
    assert playing.options == [ChooseSkill(skill) for skill in skills]
    playing.answer(ChooseSkill(Skill.STRENGTH))
    assert playing.ask.seat == 2
    playing.answer()
    assert playing.done
    assert playing.table.state.players[0].space is Space.GALLEY
    assert playing.table.state.players[3].space is Space.SICK_BAY
    assert [fact.seat for fact in playing.facts_of(CardsDrawn)] == [1]
    assert playing.facts_of(Declined) == [Declined(2)], "everyone hears who draws nothing"
    assert playing.table.state.resources[Resource.SANITY] == 7


# Moving


def test_astral_travel() -> None:
    """spell.astral_travel: any Deep Ones and characters of a space to any ship spaces; then the roll."""
    playing = cast(
        "astral_travel", spaces={0: "deck_1", 1: "deck_1", 2: "bridge"}, deep_ones="deck_1 deck_1", die=(4,)
    )
    table = playing.table
    assert ChooseSpace(Space.DECK_2) not in playing.options
    playing.answer(ChooseSpace(Space.DECK_1))
    assert playing.options == [PASS, ChooseDeepOne(Space.DECK_1), ChooseSeat(0), ChooseSeat(1)]
    playing.answer(ChooseDeepOne(Space.DECK_1))
    assert playing.options == [ChooseSpace(space) for space in OPEN_SHIP if space is not Space.DECK_1]
    playing.answer(ChooseSpace(Space.DECK_8)).answer(ChooseSeat(0))
    assert playing.options == [ChooseSpace(space) for space in SHIP if space is not Space.DECK_1]
    playing.answer(ChooseSpace(Space.SICK_BAY)).answer(PASS)
    assert playing.done
    assert table.state.deep_ones == {Space.DECK_1: 1, Space.DECK_8: 1}
    assert [player.space for player in table.state.players] == [Space.SICK_BAY, Space.DECK_1, Space.BRIDGE]
    assert table.state.resources[Resource.SANITY] == 7


def test_astral_travel_to_the_brig() -> None:
    """spell.astral_travel, brig.titles_lost (DE 7.2, FR 9.2, PL 3.2): a human who goes there loses its titles."""
    playing = cast("astral_travel", spaces={1: "deck_1"}, titles={"captain": 1}, die=(8,))
    playing.answer(ChooseSpace(Space.DECK_1)).answer(ChooseSeat(1)).answer(ChooseSpace(Space.BRIG))
    assert playing.table.state.players[1].space is Space.BRIG
    assert playing.table.state.titles[Title.CAPTAIN] != 1


@pytest.mark.parametrize(("reading", "offered"), [("any_space", True), ("ship_space", False)])
def test_astral_travel_from_the_water(reading: str, offered: bool) -> None:
    """spell.astral_travel, any_space or ship_space: Deep Ones of a water space may be brought aboard or not."""
    playing = cast("astral_travel", deep_ones="water_4", readings={"spell.astral_travel": reading})
    assert (ChooseSpace(Space.WATER_4) in playing.options) is offered


@pytest.mark.parametrize(("reading", "offered"), [("covers_prisoners", False), ("mentions_brig", True)])
def test_astral_travel_out_of_the_brig(reading: str, offered: bool) -> None:
    """brig.ability_moves (DE 7.4•3, FR 9.4•3, PL 3.4•3), both readings."""
    playing = cast("astral_travel", spaces={1: "brig"}, readings={"brig.ability_moves": reading})
    assert (ChooseSpace(Space.BRIG) in playing.options) is offered


def test_astral_travel_refusals() -> None:
    """spell.astral_travel: only those on the chosen space."""
    playing = cast("astral_travel", spaces={0: "deck_1", 1: "deck_2"}).answer(ChooseSpace(Space.DECK_1))
    assert playing.refusal(ChooseSeat(1)) == no(Obstacle.NOBODY_HERE, "spell.astral_travel")


def test_astral_travel_with_everyone_in_the_brig() -> None:
    """spell.astral_travel, brig.ability_moves (PL 3.4•3): nobody can be moved, but the roll is still made."""
    playing = cast("astral_travel", spaces=dict.fromkeys(range(3), "brig"), die=(1,))
    assert playing.done
    assert playing.table.state.resources[Resource.SANITY] == 7


def test_astral_travel_and_barricaded_hatches() -> None:
    """spell.astral_travel, mythos.barricade_the_hatches: no Deep One comes into a room."""
    table = table_of(3, tops="spell/astral_travel", deep_ones="deck_1")
    table.state.barricaded = True
    playing = Sailing(table, resolve_top_spell(table, 0))
    playing.answer(ChooseSpace(Space.DECK_1)).answer(ChooseDeepOne(Space.DECK_1))
    assert ChooseSpace(Space.BRIDGE) not in playing.options
    assert ChooseSpace(Space.DECK_2) in playing.options


def test_lure_monster() -> None:
    """spell.lure_monster: both monarchs go to the Deep."""
    playing = cast("lure_monster", monarchs={"hydra": "water_3"}, die=(8,))
    assert playing.table.state.monarchs == dict.fromkeys(Monarch, Space.DEEP)


# Tracks


def test_greater_banishment() -> None:
    """spell.greater_banishment: the ritual track by two."""
    assert cast("greater_banishment", die=(8,)).table.state.ritual == 2


@pytest.mark.parametrize(("die", "travel", "damaged"), [(5, 1, 0), (6, 2, 1)])
def test_summon_fire(die: int, travel: int, damaged: int) -> None:
    """spell.summon_fire: the travel track by one; with 6 or more by one more, and the ship is damaged."""
    playing = cast("summon_fire", die=(die,), tops="damage/structural_lore")
    assert playing.table.state.travel == travel
    assert len(playing.table.state.damage) == damaged


# Enemies and passengers


@pytest.mark.parametrize(
    ("reading", "die", "damaged"), [(AT_MOST, 2, 1), (AT_MOST, 3, 0), (LESS_THAN, 2, 0), (LESS_THAN, 1, 1)]
)
def test_call_down_the_storm(reading: str, die: int, damaged: int) -> None:
    """spell.call_down_the_storm, at_most and less_than: two Deep Ones on the water are defeated."""
    playing = cast(
        "call_down_the_storm",
        deep_ones="water_1 water_5 deck_1 deep",
        die=(die, 1),
        tops="damage/structural_lore",
        readings={"spell.call_down_the_storm": reading},
    )
    assert playing.table.state.deep_ones == {Space.DECK_1: 1, Space.DEEP: 1}
    assert len(playing.table.state.damage) == damaged


def test_a_calm_sea_does_no_damage() -> None:
    """spell.call_down_the_storm: no Deep One on the water, no damage, whatever is rolled."""
    assert not cast("call_down_the_storm", die=(1,)).table.state.damage


@pytest.mark.parametrize(
    ("comparison", "number", "rolls"),
    [
        (AT_MOST, 0, False),
        (AT_MOST, 1, True),
        (AT_MOST, 7, True),
        (AT_MOST, 8, False),
        (LESS_THAN, 1, False),
        (LESS_THAN, 2, True),
        (LESS_THAN, 8, True),
        (LESS_THAN, 9, False),
    ],
)
def test_a_roll_that_cannot_matter(comparison: str, number: int, rolls: bool) -> None:
    """spell.call_down_the_storm, ruling spell.compared_roll: rolled always, or only if it matters."""
    for reading in ("always", "if_it_matters"):
        playing = cast(
            "call_down_the_storm",
            deep_ones="water_1 " * number,
            tops="damage/structural_lore",
            readings={"spell.call_down_the_storm": comparison, "spell.compared_roll": reading},
            die=(1, 1),
        )
        begun = [fact.purpose for fact in playing.facts_of(RollBegan)]
        assert ("spell.call_down_the_storm" in begun) is (rolls or reading == "always")
        assert bool(playing.table.state.damage) is (number > (0 if comparison == AT_MOST else 1))


@pytest.mark.parametrize(
    ("reading", "die", "moved"),
    [(AT_MOST, 2, True), (AT_MOST, 3, False), (LESS_THAN, 2, False), (LESS_THAN, 1, True)],
)
def test_call_friends(reading: str, die: int, moved: bool) -> None:
    """spell.call_friends, at_most and less_than: two of three passengers are rescued; none by default."""
    playing = cast(
        "call_friends",
        passengers={"deck_1": "soul nothing", "deck_5": "soul"},
        deep_ones="water_8",
        die=(die,),
        readings={"spell.call_friends": reading},
    )
    assert playing.options == [ChooseSpace(space) for space in (Space.DECK_1, Space.DECK_1, Space.DECK_5)]
    assert playing.refusal(ChooseSpace(Space.DECK_8)) == no(Obstacle.NO_PASSENGER_HERE, "spell.call_friends")
    assert default_picks(playing.ask) == ()
    playing.answer(ChooseSpace(Space.DECK_1), ChooseSpace(Space.DECK_5))
    left = {space: len(there) for space, there in playing.table.state.passengers.items() if there}
    assert left == {Space.DECK_1: 1}
    assert (Space.DECK_8 in playing.table.state.deep_ones) is moved


def test_no_friends_to_call() -> None:
    """spell.call_friends: with no passenger on deck nothing happens but a roll."""
    playing = cast("call_friends", deep_ones="water_8", die=(1,))
    assert playing.done
    assert playing.table.state.deep_ones == {Space.WATER_8: 1}


def test_plague_of_locusts() -> None:
    """spell.plague_of_locusts: as many Deep Ones as the result, of choice; the Deep is not on the board."""
    playing = cast("plague_of_locusts", deep_ones="deck_1 deck_1 water_2 deep", die=(2,))
    ask = playing.ask
    assert isinstance(ask, Some)
    assert (ask.least, ask.most, len(ask.options)) == (2, 2, 3)
    playing.answer(ChooseDeepOne(Space.DECK_1), ChooseDeepOne(Space.WATER_2))
    assert playing.table.state.deep_ones == {Space.DECK_1: 1, Space.DEEP: 1}
    assert playing.table.state.resources[Resource.FOOD] == 8


@pytest.mark.parametrize(("die", "food"), [(4, 8), (5, 7)])
def test_locusts_eat(die: int, food: int) -> None:
    """spell.plague_of_locusts: with 5 or more lose a food; with fewer Deep Ones than that all are defeated."""
    playing = cast("plague_of_locusts", deep_ones="deck_1 water_2", die=(die,))
    assert playing.done
    assert playing.table.state.deep_ones == {}
    assert playing.table.state.resources[Resource.FOOD] == food


@pytest.mark.parametrize(
    ("reading", "die", "defeated"),
    [(AT_MOST, 3, True), (AT_MOST, 4, False), (LESS_THAN, 3, False), (LESS_THAN, 2, True)],
)
def test_summon_the_beast_within(reading: str, die: int, defeated: bool) -> None:
    """spell.summon_the_beast_within, at_most and less_than: three enemies; humans and passengers may follow."""
    playing = cast(
        "summon_the_beast_within",
        seats=4,
        spaces={0: "bridge", 1: "deck_3", 2: "deck_3"},
        traitors={1: "hybrid"},
        deep_ones="deck_3 deck_3 deck_4",
        passengers={"deck_3": "nothing"},
        die=(die,),
        readings={"spell.summon_the_beast_within": reading},
    )
    table = playing.table
    assert PASS in playing.options
    playing.answer(ChooseSpace(Space.DECK_3))
    if not playing.done:
        playing.answer(*playing.options)
    assert playing.done
    assert table.state.deep_ones == {Space.DECK_4: 1}
    assert table.state.players[1].space is Space.BRIG
    place = Space.SICK_BAY if defeated else Space.DECK_3
    assert [table.state.players[seat].space for seat in (0, 2)] == [place, place]
    assert table.state.passengers_gone == ([Passenger.NOTHING] if defeated else [])


def test_the_beast_and_several_traitors() -> None:
    """spell.summon_the_beast_within, timing.conflict (DE 18.16, FR 10.16, PL 50.16): the active player orders them."""
    playing = cast(
        "summon_the_beast_within",
        seats=4,
        spaces={0: "deck_3", 1: "deck_3", 2: "deck_3"},
        traitors={1: "hybrid", 2: "cultist"},
        deep_ones="deck_3",
        die=(8,),
    )
    playing.answer(PASS)
    assert (playing.ask.seat, playing.ask.name) == (0, "unfathomable.defeat_order")
    playing.answer(ChooseSeat(2), ChooseSeat(1))
    assert playing.done
    assert [fact.seat for fact in playing.facts_of(CharacterDefeated)] == [2, 1]
    assert playing.table.state.deep_ones == {}


def test_the_beast_stays() -> None:
    """spell.summon_the_beast_within: one "may" move; without enemies no result is low enough."""
    playing = cast("summon_the_beast_within", spaces={0: "bridge"}, die=(1,))
    assert playing.answer(PASS).done
    assert playing.table.state.players[0].space is Space.BRIDGE


def test_the_beast_in_the_brig() -> None:
    """spell.summon_the_beast_within, brig.ability_moves (DE 7.4•3, FR 9.4•3, PL 3.4•3): it does not come out."""
    playing = cast("summon_the_beast_within", spaces={0: "brig"}, die=(1,))
    assert playing.done
    assert playing.table.state.players[0].space is Space.BRIG


# Looking at decks


def test_conjuration() -> None:
    """spell.conjuration: one of the top five items, the others are shuffled into the deck, unseen by the others."""
    playing = cast("conjuration", tops="item/shotgun item/plimsolls", die=(8,))
    table = playing.table
    assert len(playing.options) == 5
    assert playing.options[0] == ChooseItem(Item.SHOTGUN)
    before = Counter(table.state.item_deck + table.state.items_held)
    playing.answer(ChooseItem(Item.PLIMSOLLS))
    assert playing.done
    assert table.state.players[0].items == [Item.PLIMSOLLS]
    assert Counter(table.state.item_deck) == before - Counter([Item.PLIMSOLLS])


def test_conjuration_is_seen_by_the_caster_alone() -> None:
    """spell.conjuration, ability.look (DE 18.7, FR 10.7, PL 50.7)."""
    table = table_of(3, tops="spell/conjuration item/shotgun")
    me, other = Watching(table, 0), Watching(table, 1)
    Sailing(table, resolve_top_spell(table, 0))
    assert me.state.items_held[0] is Item.SHOTGUN
    assert other.state.items_held == [Item.HIDDEN] * 5


def test_conjuration_without_items() -> None:
    """spell.conjuration, item.deck_empty (DE 25.4, FR 18.4, PL 12.4): the roll remains."""
    table = table_of(3, tops="spell/conjuration", die=(4,))
    table.state.item_deck = []
    assert Sailing(table, resolve_top_spell(table, 0)).done
    assert table.state.resources[Resource.SANITY] == 7


def test_foresee_mythos_cards() -> None:
    """spell.foresee: one of the top four mythos cards on top, the others on the bottom in any order."""
    names = ("accusation", "deep_one_feint", "hull_leak", "passenger_riot")
    cards = [Mythos(name) for name in names]
    playing = cast("foresee", tops=" ".join([f"mythos/{name}" for name in names]), die=(8,))
    playing.answer(ChooseOption(1))
    assert playing.options == [ChooseMythos(card) for card in cards]
    playing.answer(ChooseMythos(cards[2]))
    order = [ChooseMythos(cards[place]) for place in (3, 0, 1)]
    playing.answer(*order)
    deck = playing.table.state.mythos_deck
    assert deck[-1] is cards[2]
    assert deck[:3] == [cards[1], cards[0], cards[3]]


def test_foresee_waypoints() -> None:
    """spell.foresee: or waypoints."""
    names = ("reef", "iceberg", "hurricane", "fog_bank")
    cards = [Waypoint(name) for name in names]
    playing = cast("foresee", tops=" ".join([f"waypoint/{name}" for name in names]), die=(8,))
    playing.answer(ChooseOption(2)).answer(ChooseWaypoint(cards[0]))
    playing.answer(*[ChooseWaypoint(card) for card in cards[1:]])
    deck = playing.table.state.waypoint_deck
    assert deck[-1] is cards[0]
    assert deck[:3] == [*reversed(cards[1:])]


def test_foresee_only_one_deck() -> None:
    """spell.foresee, limits.short_deck (DE 31.1, FR 36.1, PL 24.1): two waypoints are left, and no mythos card."""
    table = table_of(3, tops="spell/foresee", die=(8,))
    table.state.mythos_deck, table.state.waypoint_deck = [], [Waypoint.REEF, Waypoint.ICEBERG]
    playing = Sailing(table, resolve_top_spell(table, 0))
    assert playing.options == [ChooseOption(2)]
    playing.answer(ChooseOption(2)).answer(ChooseWaypoint(Waypoint.REEF))
    assert playing.done
    assert table.state.waypoint_deck == [Waypoint.ICEBERG, Waypoint.REEF]


# Spells that stay


def test_flesh_ward_is_laid_before_a_player() -> None:
    """spell.flesh_ward: any player, by default the caster; it is not removed yet, and nothing is rolled."""
    playing = cast("flesh_ward", seat=1)
    assert (playing.options, default_picks(playing.ask)) == ([ChooseSeat(seat) for seat in range(3)], (1,))
    playing.answer(ChooseSeat(2))
    assert playing.done
    assert playing.table.state.players[2].spells == [Spell.FLESH_WARD]
    assert (playing.table.state.casting, playing.table.state.spells_gone) == ([], [])


@pytest.mark.parametrize(("die", "sanity"), [(4, 7), (5, 8)])
def test_flesh_ward_prevents_a_defeat(die: int, sanity: int) -> None:
    """spell.flesh_ward, overpower.prevented (DE 50.7, FR 54.7, PL 26.7): by itself, once; then the roll."""
    table = table_of(3, spells={1: "flesh_ward"}, spaces={1: "deck_1"}, die=(die,))
    assert Sailing(table, defeat_character(table, 1)).result is False
    assert table.state.players[1].space is Space.DECK_1
    assert (table.state.players[1].spells, table.state.spells_gone) == ([], [Spell.FLESH_WARD])
    assert table.state.resources[Resource.SANITY] == sanity
    assert Sailing(table, defeat_character(table, 1)).result is True


@pytest.mark.parametrize(("reading", "is_asked"), [("after_abilities", True), ("at_once", False)])
def test_when_flesh_ward_prevents_a_defeat(reading: str, is_asked: bool) -> None:
    """spell.flesh_ward, the ruling of the same name: after the abilities of others, which may spare it, or before."""
    table = table_of(
        3,
        spells={1: "flesh_ward"},
        hand={1: "strength/shrug_it_off/5"},
        die=(8,),
        feats=(),
        readings={"spell.flesh_ward": reading},
    )
    peril = "unfathomable.window.character_would_be_defeated"
    playing = Sailing(table, defeat_character(table, 1), watched=[peril])
    assert bool(playing.asks) is is_asked
    if is_asked:
        playing.answer_together([playing.options[1]])
    assert playing.result is False
    assert table.state.players[1].spells == ([Spell.FLESH_WARD] if is_asked else [])


def test_flesh_ward_is_for_one_player() -> None:
    """spell.flesh_ward: another is defeated."""
    table = table_of(3, spells={1: "flesh_ward"})
    assert Sailing(table, defeat_character(table, 0)).result is True
    assert table.state.players[1].spells == [Spell.FLESH_WARD]


AFTER_TOTAL = "unfathomable.window.after_total"
CHAOS = "strength/rampage/3 strength/rampage/3 influence/coordinated_effort/1 lore/shrivelling/2"


def test_revelation_of_script_waits() -> None:
    """spell.revelation_of_script: it is in the caster's play area."""
    assert cast("revelation_of_script").table.state.players[0].spells == [Spell.REVELATION_OF_SCRIPT]


@pytest.mark.parametrize(
    ("reading", "die", "sanity"), [(AT_MOST, 5, 7), (AT_MOST, 6, 8), (LESS_THAN, 5, 8), (LESS_THAN, 4, 7)]
)
def test_revelation_of_script(reading: str, die: int, sanity: int) -> None:
    """spell.revelation_of_script, at_most and less_than: the top card of a deck counts, and a low result costs."""
    table = table_of(
        3,
        chaos=CHAOS,
        spells={2: "revelation_of_script"},
        tops="will/true_grit/5",
        die=(die,),
        readings={"spell.revelation_of_script": reading},
    )
    playing = Sailing(table, skill_test(table, 6, (Skill.LORE, Skill.WILL)), watched=[AFTER_TOTAL])
    assert playing.ask.seat == 2
    assert playing.options == [PASS, *[ConsultScript(skill) for skill in Skill]]
    playing.answer_together([ConsultScript(Skill.WILL)])
    assert playing.result == Verdict(Result.SUCCESS, 6)
    assert SkillCard.TRUE_GRIT_5 in table.state.pile
    assert (table.state.players[2].spells, table.state.spells_gone) == ([], [Spell.REVELATION_OF_SCRIPT])
    assert table.state.resources[Resource.SANITY] == sanity


def test_revelation_of_script_can_harm() -> None:
    """spell.revelation_of_script: any skill deck, treachery too, which always hinders."""
    table = table_of(
        3, chaos=CHAOS, spells={2: "revelation_of_script"}, tops="treachery/perform_rites/5", die=(8,)
    )
    playing = Sailing(table, skill_test(table, 6, (Skill.LORE, Skill.WILL)), watched=[AFTER_TOTAL])
    playing.answer_together([ConsultScript(Skill.TREACHERY)])
    assert playing.result == Verdict(Result.FAILURE, -4)


def test_revelation_of_script_needs_a_card() -> None:
    """spell.revelation_of_script, skill_deck.both_empty (DE 22.2•2-1): a deck without cards is not offered."""
    table = table_of(3, chaos=CHAOS, spells={2: "revelation_of_script"})
    table.state.decks[Skill.TREACHERY] = []
    playing = Sailing(table, skill_test(table, 6, (Skill.LORE, Skill.WILL)), watched=[AFTER_TOTAL])
    refused = no(Obstacle.DECK_EMPTY, "skill_deck.both_empty")
    assert playing.refusal(ConsultScript(Skill.TREACHERY)) == refused


def test_only_the_holder_consults_the_script() -> None:
    """spell.revelation_of_script: it is in nobody else's play area."""
    table = table_of(3, chaos=CHAOS, spells={2: "revelation_of_script"}, hand={0: "will/determination/3"})
    playing = Sailing(table, skill_test(table, 6, (Skill.LORE, Skill.WILL)), watched=[AFTER_TOTAL]).answer()
    ask = next(ask for ask in playing.asks if ask.seat == 0)
    assert ask.why_not is not None
    refused = no(Obstacle.NOT_IN_PLAY_AREA, "spell.revelation_of_script")
    assert ask.why_not(ConsultScript(Skill.LORE)) == refused
