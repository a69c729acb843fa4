"""Using rooms (DE 1.8, 2.3, FR 2.8, 11.3, PL 1.8, 51.3), each room, and repairing (DE 39, FR 45, PL 22)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.unfathomable import rooms
from referee.games.unfathomable.actions import perform_action
from referee.games.unfathomable.board import DECK, OPEN_SHIP, ROOMS, WATER, Space
from referee.games.unfathomable.cards import Damage, Item, Mythos, Resource, Skill, Title, Waypoint
from referee.games.unfathomable.choices import (
    PASS,
    ChooseCard,
    ChooseItem,
    ChooseMythos,
    ChooseSeat,
    ChooseSkill,
    ChooseSpace,
    ChooseWaypoint,
    LookAtMythos,
    LookAtWaypoints,
    RepairRoom,
    RetreatRitual,
    UseRoom,
)
from referee.games.unfathomable.facts.damage import SpaceRepaired
from referee.games.unfathomable.facts.hand import CardsPaid
from referee.games.unfathomable.facts.rooms import ItemsLookedAt, ItemsPutBack
from referee.games.unfathomable.facts.spoken import SuspectNamed
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.rooms import obstacle_to_repairing, obstacle_to_room, repair_space, use_room
from referee.games.unfathomable.state import NOBODY, State
from referee.kernel.asks import default_picks
from referee.kernel.facts import SPECTATOR, Seat, as_seen
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.table import Script, Table
from tests.games.unfathomable.tables import Sailing, skill_cards, table_of
from tests.games.unfathomable.views import Watching

LORE = "lore/shrivelling/2"
STRENGTH = "strength/rampage/3"
CHAOS = "influence/coordinated_effort/1 observation/watch_and_learn/1 will/persistence/1 will/persistence/1"


def card(name: str) -> ChooseCard:
    """Choose this skill card."""
    return ChooseCard(skill_cards(name)[0])


def using(table: Table[State], space: str, seat: Seat = 0) -> Sailing:
    """Use the action of a room."""
    return Sailing(table, use_room(table, seat, Space(space)))


def in_room(space: str, **position: Any) -> Table[State]:
    """Return a table with seat 0 in a room, and the others far from it."""
    far = "deck_8" if space != "deck_8" else "deck_1"
    return table_of(spaces={0: space, 1: far, 2: far, 3: far}, **position)


# When a room may be used


@pytest.mark.parametrize("space", [*ROOMS, Space.BRIG])
def test_a_human_may_use_the_room(space: Space) -> None:
    """action.use_space.undamaged_ability (DE 1.8, FR 2.8, PL 1.8): offered as an action, noted as used."""
    table = in_room(space, hand={0: f"{LORE} {STRENGTH}"}, chaos=CHAOS)
    playing = Sailing(table, perform_action(table, 0))
    assert UseRoom(space) in playing.options
    playing.answer(UseRoom(space))
    assert table.state.used == [f"room.{space}"]
    assert "action.use_space.undamaged_ability" in playing.paths[0]


@pytest.mark.parametrize("space", [Space.SICK_BAY, *DECK, *WATER])
def test_other_spaces_have_no_action(space: Space) -> None:
    """space.interior.data, room.sick_bay (DE 20.18, FR 21.18, PL 27.18)."""
    table = table_of(spaces={0: space})
    assert obstacle_to_room(table, 0, space) == no(Obstacle.WRONG_SPACE, "space.interior.data")
    assert UseRoom(space) not in Sailing(table, perform_action(table, 0)).options


def refusal(table: Table[State], choice: Any, seat: Seat = 0) -> Refused | None:
    """Return why an action is refused."""
    return Sailing(table, perform_action(table, seat)).refusal(choice)


GALLEY = UseRoom(Space.GALLEY)


def test_one_must_be_there() -> None:
    """action.use_space.undamaged_ability (DE 1.8, FR 2.8, PL 1.8): only the room that the player is in."""
    table = in_room("bridge")
    assert refusal(table, GALLEY) == no(Obstacle.WRONG_SPACE, "action.use_space.undamaged_ability")


@pytest.mark.parametrize(("deep_ones", "traitors"), [("galley", {}), ("", {1: "hybrid"})])
def test_an_enemy_blocks_the_room(deep_ones: str, traitors: dict[int, str]) -> None:
    """action.use_space.blocked_by_enemy, traitor.revealed.blocks_space (DE 1.8, 15.5, FR 2.8, 53.5, PL 1.8, 39.5)."""
    table = table_of(spaces={0: "galley", 1: "galley"}, deep_ones=deep_ones, traitors=traitors)
    assert refusal(table, GALLEY) == no(Obstacle.ENEMY_HERE, "action.use_space.blocked_by_enemy")


def test_nobody_blocks_the_brig() -> None:
    """brig.human_escape.traitor_no_block (DE 7.4, FR 9.4, PL 3.4)."""
    table = table_of(spaces={0: "brig", 1: "brig"}, traitors={1: "hybrid"})
    assert obstacle_to_room(table, 0, Space.BRIG) is None


def test_damage_closes_the_room() -> None:
    """damage.effect (DE 42.4, FR 25.4, PL 44.4)."""
    table = in_room("galley", damage={"galley": "structural_lore"})
    assert refusal(table, GALLEY) == no(Obstacle.SPACE_DAMAGED, "damage.effect")


def test_not_for_revealed_traitors() -> None:
    """traitor.no_sheet_or_space_abilities (DE 1.13, 15.7, FR 2.13, 53.7, PL 1.13, 39.7)."""
    table = in_room("galley", traitors={0: "hybrid"})
    expected = no(Obstacle.NOT_FOR_TRAITORS, "traitor.no_sheet_or_space_abilities")
    assert obstacle_to_room(table, 0, Space.GALLEY) == expected
    assert refusal(table, GALLEY) == expected


@pytest.mark.parametrize(("reading", "open_to_another"), [("everyone", False), ("each_player", True)])
def test_once_a_turn(reading: str, open_to_another: bool) -> None:
    """action.use_space.once_per_turn, ruling room.once_per_turn, by both readings (DE 1.8, FR 2.8, PL 1.8)."""
    table = table_of(
        spaces={0: "cargo_hold", 1: "cargo_hold"},
        tops="item/shotgun item/plimsolls",
        readings={"room.once_per_turn": reading},
    )
    using(table, "cargo_hold").answer(ChooseItem(Item.SHOTGUN))
    used = no(Obstacle.USED_THIS_TURN, "action.use_space.once_per_turn")
    assert obstacle_to_room(table, 0, Space.CARGO_HOLD) == used
    assert obstacle_to_room(table, 1, Space.CARGO_HOLD) == (None if open_to_another else used)


@pytest.mark.parametrize(("reading", "used"), [("used", True), ("free", False)])
@pytest.mark.parametrize("space", ["captains_cabin", "brig"])
def test_after_a_failed_test(reading: str, used: bool, space: str) -> None:
    """action.use_space.once_per_turn, ruling room.failed_test, by both readings (DE 1.8, FR 2.8, PL 1.8)."""
    table = in_room(space, chaos=CHAOS, readings={"room.failed_test": reading})
    playing = using(table, space)
    if space == "captains_cabin":
        playing.answer(ChooseSeat(1))
    assert playing.done
    assert (f"room.{space}" in table.state.used) == used


@pytest.mark.parametrize("reading", ["used", "free"])
def test_after_a_test_that_succeeded(reading: str) -> None:
    """action.use_space.once_per_turn, ruling room.failed_test (DE 1.8): success uses it up by either reading."""
    hand = {1: "lore/forced_learning/5 strength/shrug_it_off/5"}
    table = in_room("brig", chaos=CHAOS, hand=hand, readings={"room.failed_test": reading})
    playing = using(table, "brig").answer(card("lore/forced_learning/5"), card("strength/shrug_it_off/5"))
    playing.answer(ChooseSpace(Space.DECK_3))
    assert table.state.used == ["room.brig"]


# The Bridge


def test_bridge_and_the_mythos_deck() -> None:
    """room.bridge (reference sheet): risk a passenger, look at two mythos cards: one on top, one to the bottom."""
    tops = "mythos/hull_leak mythos/infection mythos/class_struggle"
    table = in_room("bridge", tops=tops, die=(5,))
    looker, other = Watching(table, 0), Watching(table, SPECTATOR)
    playing = using(table, "bridge")
    assert len(table.state.passengers[Space.DECK_5]) == 1
    assert (playing.ask.name, playing.options) == ("unfathomable.bridge", [LookAtMythos(), LookAtWaypoints()])
    playing.answer(LookAtMythos())
    assert playing.options == [ChooseMythos(Mythos.HULL_LEAK), ChooseMythos(Mythos.INFECTION)]
    assert looker.state.mythos_held == [Mythos.HULL_LEAK, Mythos.INFECTION]
    assert other.state.mythos_held == [Mythos.HIDDEN] * 2
    playing.answer(ChooseMythos(Mythos.INFECTION))
    assert playing.done
    deck = table.state.mythos_deck
    assert (deck[0], deck[-2:]) == (Mythos.HULL_LEAK, [Mythos.CLASS_STRUGGLE, Mythos.INFECTION])
    assert "room.bridge" in playing.paths[-1]


def test_bridge_and_one_mythos_card() -> None:
    """room.bridge (reference sheet), limits.short_deck (DE 31.1): a single card stays."""
    table = in_room("bridge", die=(5,))
    table.state.mythos_deck[:] = [Mythos.HULL_LEAK]
    assert using(table, "bridge").answer(LookAtMythos()).done
    assert table.state.mythos_deck == [Mythos.HULL_LEAK]


def test_bridge_and_the_waypoints() -> None:
    """room.bridge (reference sheet): or at two waypoints."""
    table = in_room("bridge", tops="waypoint/reef waypoint/iceberg", die=(5,))
    playing = using(table, "bridge").answer(LookAtWaypoints())
    playing.answer(ChooseWaypoint(Waypoint.ICEBERG))
    deck = table.state.waypoint_deck
    assert (deck[0], deck[-1]) == (Waypoint.REEF, Waypoint.ICEBERG)


def test_bridge_without_a_passenger() -> None:
    """passenger.risk.as_cost (DE 37.6, FR 41.6, PL 25.6)."""
    table = in_room("bridge")
    table.state.passenger_supply.clear()
    expected = no(Obstacle.NO_PASSENGER_LEFT, "passenger.risk.as_cost")
    assert refusal(table, UseRoom(Space.BRIDGE)) == expected


# The Chapel


def test_chapel_moves_the_ritual_back() -> None:
    """room.chapel (reference sheet): retreat the ritual marker."""
    table = in_room("chapel", ritual=2)
    playing = using(table, "chapel")
    assert playing.options == [RetreatRitual()]
    assert playing.answer(RetreatRitual()).done
    assert table.state.ritual == 1


@pytest.mark.parametrize(("face", "sanity"), [(5, 8), (4, 7)])
def test_chapel_advances_the_ritual(face: int, sanity: int) -> None:
    """room.chapel, ritual.advance.chapel (reference sheet; DE 24.11, FR 44.11, PL 36.11): the card is worth 2."""
    table = in_room("chapel", ritual=1, hand={0: f"{LORE} {LORE} will/true_grit/5"}, die=(face,))
    playing = using(table, "chapel")
    assert playing.options == [RetreatRitual(), card(LORE)]
    playing.answer(card(LORE))
    assert table.state.resources[Resource.SANITY] == sanity
    assert table.state.ritual == 2
    assert playing.facts_of(CardsPaid) == [CardsPaid(0, tuple(skill_cards(LORE)))]
    assert playing.paths[-1].endswith("room.chapel/ritual.advance.chapel/track.advance")


def test_chapel_refusals() -> None:
    """room.chapel, track.back.at_start (reference sheet; DE 24.2, FR 44.2, PL 36.2)."""
    table = in_room("chapel", hand={0: f"{LORE} will/true_grit/5"})
    playing = using(table, "chapel")
    assert playing.options == [card(LORE)]
    assert playing.refusal(RetreatRitual()) == no(Obstacle.ALREADY_THERE, "track.back.at_start")
    assert playing.refusal(card("will/true_grit/5")) == no(Obstacle.WRONG_SKILL, "room.chapel")
    assert playing.refusal(card("lore/forced_learning/5")) == no(Obstacle.NOT_IN_HAND, "room.chapel")
    assert playing.refusal(PASS) == Refused(Refusal.NOT_OFFERED)


def test_chapel_with_nothing_to_do() -> None:
    """room.chapel (reference sheet): at the start of the track it takes a lore card."""
    table = in_room("chapel", hand={0: STRENGTH})
    assert refusal(table, UseRoom(Space.CHAPEL)) == no(Obstacle.NOT_IN_HAND, "room.chapel")


# The Captain's Cabin


def test_captains_cabin_sends_a_human_to_the_brig() -> None:
    """room.captains_cabin, brig.send_human, brig.send_human.all_contribute (DE 7.1, FR 9.1, PL 3.1)."""
    hand = {1: "influence/inspiring_speech/5", 2: "observation/preparation/5", 3: "will/true_grit/5"}
    table = in_room("captains_cabin", chaos=CHAOS, hand=hand)
    playing = using(table, "captains_cabin")
    assert (playing.ask.seat, playing.ask.name) == (0, "unfathomable.captains_cabin")
    playing.answer(ChooseSeat(1))
    playing.answer(card("influence/inspiring_speech/5")).answer(card("observation/preparation/5")).answer()
    assert playing.done
    assert table.state.players[1].space is Space.BRIG
    assert table.state.titles[Title.KEEPER] != 1
    assert table.state.skill_test is None
    assert any(["room.captains_cabin/brig.send_human" in path for path in playing.paths])


def test_captains_cabin_fails() -> None:
    """room.captains_cabin (reference sheet): without 8 nothing happens."""
    table = in_room("captains_cabin", chaos=CHAOS)
    playing = using(table, "captains_cabin").answer(ChooseSeat(1))
    assert playing.done
    assert playing.facts_of(SuspectNamed) == [SuspectNamed(0, 1)], "everyone hears whom it is about"
    assert table.state.players[1].space is Space.DECK_8


def test_captains_cabin_names_the_suspect_before_the_test() -> None:
    """brig.send_human (DE 7.1, FR 9.1, PL 3.1): players add cards knowing whom the test is about."""
    hand = {1: "will/true_grit/5", 2: "will/persistence/1"}
    table = in_room("captains_cabin", chaos=CHAOS, hand=hand)
    playing = using(table, "captains_cabin").answer(ChooseSeat(2))
    assert table.state.suspect == 2
    marked = []
    while not playing.done:
        marked.append((playing.ask.name, playing.ask.seat, playing.ask.concerns_seat))
        playing.answer()
    assert marked == [("unfathomable.contribute", 1, False), ("unfathomable.contribute", 2, True)]
    assert table.state.suspect == NOBODY


@pytest.mark.parametrize(("reading", "offered"), [("another_human", [1]), ("any_human", [0, 1])])
def test_captains_cabin_targets(reading: str, offered: list[Seat]) -> None:
    """brig.send_human, ruling captains_cabin.target, by both readings (DE 7.1, FR 9.1, PL 3.1)."""
    table = table_of(
        spaces={0: "captains_cabin", 1: "bridge", 2: "deck_1", 3: "brig"},
        traitors={2: "hybrid"},
        readings={"captains_cabin.target": reading},
    )
    playing = using(table, "captains_cabin")
    assert playing.options == [ChooseSeat(seat) for seat in offered]
    assert playing.refusal(ChooseSeat(2)) == no(Obstacle.NOT_FOR_TRAITORS, "brig.send_human")
    assert playing.refusal(ChooseSeat(3)) == no(Obstacle.ALREADY_THERE, "brig.send_human")
    if 0 not in offered:
        assert playing.refusal(ChooseSeat(0)) == no(Obstacle.NOT_ANOTHER, "brig.send_human")
    assert playing.refusal(ChooseSeat(9)) == Refused(Refusal.NOT_OFFERED)


def test_captains_cabin_with_nobody_to_send() -> None:
    """brig.send_human (DE 7.1, FR 9.1, PL 3.1): all other humans are in the Brig."""
    table = table_of(spaces={0: "captains_cabin", 1: "brig", 2: "brig", 3: "brig"})
    expected = no(Obstacle.NOBODY_HERE, "brig.send_human")
    assert refusal(table, UseRoom(Space.CAPTAINS_CABIN)) == expected


# The Cargo Hold


def test_cargo_hold() -> None:
    """room.cargo_hold, ability.look (reference sheet; DE 18.7, 25.4, FR 10.7, 18.4, PL 50.7, 12.4): looked at alone."""
    table = in_room("cargo_hold", tops="item/shotgun item/plimsolls item/kitchen_knife")
    looker, other = Watching(table, 0), Watching(table, 1)
    playing = using(table, "cargo_hold")
    assert playing.options == [ChooseItem(Item.SHOTGUN), ChooseItem(Item.PLIMSOLLS)]
    assert looker.state.items_held == [Item.SHOTGUN, Item.PLIMSOLLS]
    assert other.state.items_held == [Item.HIDDEN] * 2
    playing.answer(ChooseItem(Item.PLIMSOLLS))
    assert playing.done
    state = table.state
    assert state.players[0].items == [Item.PLIMSOLLS]
    assert (state.item_deck[0], state.item_deck[-1]) == (Item.SHOTGUN, Item.KITCHEN_KNIFE)
    for watcher in (looker, other):
        assert watcher.state.players[0].items == [Item.PLIMSOLLS]
        assert watcher.state.item_deck == [Item.HIDDEN] * len(state.item_deck)
    (looked,), (back,) = playing.facts_of(ItemsLookedAt), playing.facts_of(ItemsPutBack)
    assert as_seen(looked, 2) == ItemsLookedAt(0, (Item.HIDDEN,) * 2)
    assert as_seen(back, 2) == ItemsPutBack(0, (Item.HIDDEN,), (Item.HIDDEN,))


@pytest.mark.parametrize("kept", [True, False])
def test_cargo_hold_with_one_item(kept: bool) -> None:
    """room.cargo_hold (reference sheet): a single item may be kept or left."""
    table = in_room("cargo_hold")
    table.state.item_deck[:] = [Item.SHOTGUN]
    playing = using(table, "cargo_hold")
    assert playing.options == [ChooseItem(Item.SHOTGUN), PASS]
    assert playing.answer(ChooseItem(Item.SHOTGUN) if kept else PASS).done
    assert table.state.item_deck == ([] if kept else [Item.SHOTGUN])
    assert table.state.players[0].items == ([Item.SHOTGUN] if kept else [])


def test_cargo_hold_empty() -> None:
    """room.cargo_hold (reference sheet): without an item there is nothing to look at."""
    table = in_room("cargo_hold")
    table.state.item_deck.clear()
    assert refusal(table, UseRoom(Space.CARGO_HOLD)) == no(Obstacle.DECK_EMPTY, "item.deck_empty")


# The Galley


@pytest.mark.parametrize(("face", "food"), [(3, 8), (2, 7)])
def test_galley(face: int, food: int) -> None:
    """room.galley (reference sheet): up to five cards of any types but treachery; with less than that lose 1 food."""
    table = in_room("galley", die=(face,))
    playing = using(table, "galley")
    assert playing.ask.name == "unfathomable.galley"
    assert ChooseSkill(Skill.TREACHERY) not in playing.options
    assert playing.refusal(*[ChooseSkill(Skill.LORE)] * 5) is None
    playing.answer(ChooseSkill(Skill.LORE), ChooseSkill(Skill.LORE), ChooseSkill(Skill.WILL))
    assert playing.done
    assert [held.skill for held in table.state.players[0].hand] == [Skill.LORE, Skill.LORE, Skill.WILL]
    assert table.state.resources[Resource.FOOD] == food


def test_galley_limits() -> None:
    """room.galley (reference sheet): one card at least, five at most."""
    playing = using(in_room("galley"), "galley")
    assert playing.refusal() == Refused(Refusal.TOO_FEW)
    assert playing.refusal(*[ChooseSkill(Skill.LORE)] * 3, *[ChooseSkill(Skill.WILL)] * 3) == Refused(
        Refusal.TOO_MANY
    )


def test_who_does_not_answer_in_the_galley_draws_one_card() -> None:
    """room.galley (reference sheet): of one card no roll costs food."""
    playing = using(in_room("galley"), "galley")
    assert default_picks(playing.ask) == (0,)


# The Boiler Room


@pytest.mark.parametrize(("face", "fuel"), [(4, 8), (3, 7)])
def test_boiler_room(face: int, fuel: int) -> None:
    """room.boiler_room, travel.advance.boiler_room (DE 24.6, FR 44.6, PL 36.6): the card is worth 3."""
    table = in_room(
        "boiler_room", hand={0: f"{STRENGTH} {STRENGTH} {LORE}"}, die=(face,), deep_ones="water_1"
    )
    playing = using(table, "boiler_room")
    assert playing.options == [card(STRENGTH)]
    assert playing.refusal(card(LORE)) == no(Obstacle.WRONG_SKILL, "room.boiler_room")
    playing.answer(card(STRENGTH))
    assert table.state.resources[Resource.FUEL] == fuel
    assert table.state.travel == 1
    assert table.state.deep_ones == {Space.WATER_3: 1}
    assert any(
        [path.endswith("room.boiler_room/travel.advance.boiler_room/track.advance") for path in playing.paths]
    )


def test_boiler_room_without_strength() -> None:
    """room.boiler_room (reference sheet): it takes a strength card."""
    table = in_room("boiler_room", hand={0: LORE})
    assert refusal(table, UseRoom(Space.BOILER_ROOM)) == no(Obstacle.NOT_IN_HAND, "room.boiler_room")


def test_what_follows_the_boiler_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """ability.jury_rigger: it comes with the seat that used the room, when all else is done."""
    called: list[tuple[Seat, int]] = []

    def follow(table: Table[State], seat: Seat) -> Script[None]:
        called.append((seat, table.state.travel))
        yield from ()

    monkeypatch.setattr(rooms, "jury_rig", follow)
    table = in_room("boiler_room", hand={0: STRENGTH}, die=(8,))
    assert using(table, "boiler_room").answer(card(STRENGTH)).done
    assert called == [(0, 1)]


# The Brig


def test_brig_escape() -> None:
    """room.brig, brig.human_escape, .all_contribute (DE 7.4, FR 9.4, PL 3.4): to any ship space one may walk to."""
    hand = {1: "lore/forced_learning/5 strength/shrug_it_off/5"}
    table = in_room("brig", chaos=CHAOS, hand=hand)
    playing = using(table, "brig").answer(card("lore/forced_learning/5"), card("strength/shrug_it_off/5"))
    assert (playing.ask.seat, playing.ask.name) == (0, "unfathomable.escape")
    assert playing.options == [ChooseSpace(space) for space in OPEN_SHIP]
    for space in (Space.BRIG, Space.SICK_BAY):
        expected = no(Obstacle.NOT_BY_CHOICE, "space.brig_sickbay.special")
        assert playing.refusal(ChooseSpace(space)) == expected
    expected = no(Obstacle.NOT_A_SHIP_SPACE, "space.water.monsters_only")
    assert playing.refusal(ChooseSpace(Space.WATER_1)) == expected
    playing.answer(ChooseSpace(Space.DECK_3))
    assert playing.done
    assert table.state.players[0].space is Space.DECK_3
    assert table.state.skill_test is None
    assert any(["room.brig/brig.human_escape" in path for path in playing.paths])


def test_brig_without_success() -> None:
    """room.brig (reference sheet): without 8 the prisoner stays."""
    table = in_room("brig", chaos=CHAOS)
    assert using(table, "brig").done
    assert table.state.players[0].space is Space.BRIG


# Repairing

DAMAGED = {"galley": "structural_lore"}
REPAIR = RepairRoom(Space.GALLEY)


def test_repairing_is_an_action() -> None:
    """action.use_space.repair_if_damaged, repair.possible (DE 1.8, 39.1, 42.6, FR 2.8, 45.1, PL 1.8, 22.1)."""
    table = in_room("galley", damage=DAMAGED, hand={0: f"{LORE} {LORE} lore/shrivelling/1 will/true_grit/5"})
    playing = Sailing(table, perform_action(table, 0))
    assert REPAIR in playing.options
    playing.answer(REPAIR)
    assert playing.options == [card(LORE), card(LORE), card("lore/shrivelling/1")]
    assert playing.refusal(card(LORE)) == Refused(Refusal.LIMIT_BROKEN, "damage.structural", "total_at_least")
    assert playing.refusal(card("will/true_grit/5")) == no(Obstacle.WRONG_SKILL, "damage.structural")
    playing.answer(card(LORE), card("lore/shrivelling/1"))
    assert playing.done
    assert table.state.damage == {}
    assert playing.facts_of(SpaceRepaired) == [SpaceRepaired(Space.GALLEY, Damage.STRUCTURAL_LORE)]
    assert playing.facts_of(CardsPaid) == [CardsPaid(0, tuple(skill_cards(f"{LORE} lore/shrivelling/1")))]
    assert "action.use_space.repair_if_damaged" in playing.paths[-1]


@pytest.mark.parametrize(
    ("damage", "hand"),
    [
        ("structural_influence", "influence/nothing_to_hide/3"),
        ("structural_lore", "lore/lesser_banishment/3"),
        ("structural_observation", "observation/keen_insight/3"),
        ("structural_strength", "strength/rampage/3"),
        ("structural_will", "will/determination/3"),
        ("structural_any", "will/determination/3 treachery/call_to_action/2"),
    ],
)
def test_what_each_damage_card_takes(damage: str, hand: str) -> None:
    """damage.structural (cards): value 3 of one type; or 5 of any types, treachery included."""
    table = in_room("galley", damage={"galley": damage}, hand={0: hand})
    assert obstacle_to_repairing(table.state, 0, Space.GALLEY) is None
    playing = Sailing(table, repair_space(table, 0, Space.GALLEY))
    assert playing.answer(*[card(name) for name in hand.split()]).done
    assert table.state.damage == {}


def test_the_answer_for_an_absent_player() -> None:
    """damage.structural (cards): the strongest cards, as few as are needed."""
    hand = {0: f"lore/shrivelling/1 {LORE} {LORE}"}
    table = in_room("galley", damage=DAMAGED, hand=hand)
    playing = Sailing(table, repair_space(table, 0, Space.GALLEY))
    assert playing.ask.default == (1, 2)


def test_repairing_is_not_limited() -> None:
    """action.use_space.repair_not_limited (DE 1.8, 39.1, 42.6, FR 2.8, 45.1, PL 1.8, 22.1)."""
    table = in_room("galley", damage=DAMAGED, hand={0: "lore/lesser_banishment/3"})
    table.state.used = ["room.galley"]
    assert obstacle_to_repairing(table.state, 0, Space.GALLEY) is None
    Sailing(table, repair_space(table, 0, Space.GALLEY)).answer(card("lore/lesser_banishment/3"))
    assert table.state.used == ["room.galley"]


@pytest.mark.parametrize(
    ("position", "refused"),
    [
        ({"hand": {0: LORE}}, no(Obstacle.VALUE_SHORT, "damage.structural")),
        ({"damage": {}}, no(Obstacle.SPACE_NOT_DAMAGED, "action.use_space.repair_if_damaged")),
        ({"deep_ones": "galley"}, no(Obstacle.ENEMY_HERE, "repair.blocked")),
        (
            {"traitors": {0: "hybrid"}},
            no(Obstacle.NOT_FOR_TRAITORS, "traitor.no_sheet_or_space_abilities"),
        ),
    ],
)
def test_what_bars_repairing(position: dict[str, Any], refused: Refused) -> None:
    """damage.structural, repair.blocked, traitor.no_sheet_or_space_abilities (DE 39.3, 15.7)."""
    table = in_room("galley", **{"damage": DAMAGED, "hand": {0: "lore/forced_learning/5"}, **position})
    assert refusal(table, REPAIR) == refused


def test_one_repairs_where_one_is() -> None:
    """action.use_space.repair_if_damaged (DE 1.8, FR 2.8, PL 1.8)."""
    table = in_room("bridge", damage=DAMAGED, hand={0: "lore/forced_learning/5"})
    assert refusal(table, REPAIR) == no(Obstacle.WRONG_SPACE, "action.use_space.repair_if_damaged")
