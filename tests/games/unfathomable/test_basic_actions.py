"""The actions that need no card: the rules `action.*`, and passing."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.actions import is_used, perform_action, use
from referee.games.unfathomable.board import OPEN_SHIP, Space
from referee.games.unfathomable.cards import Loyalty, Passenger, Resource, SkillCard
from referee.games.unfathomable.choices import (
    PASS,
    AttackHere,
    ChooseCard,
    DefeatPassenger,
    MoveTo,
    RescuePassenger,
    Reveal,
    Trade,
)
from referee.games.unfathomable.facts.actions import AbilityUsed
from referee.games.unfathomable.facts.hand import CardsPaid
from referee.games.unfathomable.obstacles import Obstacle
from referee.games.unfathomable.state import State
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.table import Table
from tests.games.unfathomable.tables import Sailing, table_of

TWELVE = "will/true_grit/5 lore/forced_learning/5 strength/combat_training/2"


def acting(table: Table[State], seat: Seat = 0) -> Sailing:
    return Sailing(table, perform_action(table, seat))


def obstacle(playing: Sailing, choice: Choice) -> tuple[str, str]:
    refused = playing.refusal(choice)
    assert refused is not None, f"{choice} is offered"
    return refused.obstacle, refused.rule


def test_a_human_goes_to_any_ship_space_however_far() -> None:
    """action.human.move (DE 1.3, FR 2.3, PL 1.3)."""
    table = table_of(spaces={0: "deck_1"})
    playing = acting(table)
    offered = [option.space for option in playing.options if isinstance(option, MoveTo)]
    assert offered == [space for space in OPEN_SHIP if space is not Space.DECK_1]
    playing.answer(MoveTo(Space.BOILER_ROOM))
    assert playing.result is True
    assert table.state.players[0].space is Space.BOILER_ROOM


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_goes_into_the_water_the_brig_or_the_sick_bay_or_stays(seat: Seat) -> None:
    """action.move.not_water_or_deep, action.move.no_voluntary_brig_sickbay (DE 1.3•2, 1.3•3, 1.10•2, 1.10•3)."""
    table = table_of(traitors={1: "hybrid"}, spaces={0: "galley", 1: "galley"})
    playing = acting(table, seat)
    for space in (Space.WATER_1, Space.DEEP):
        assert obstacle(playing, MoveTo(space)) == (
            Obstacle.NOT_A_SHIP_SPACE,
            "action.move.not_water_or_deep",
        )
    for space in (Space.BRIG, Space.SICK_BAY):
        assert obstacle(playing, MoveTo(space)) == (
            Obstacle.NOT_BY_CHOICE,
            "action.move.no_voluntary_brig_sickbay",
        )
    assert obstacle(playing, MoveTo(Space.GALLEY))[0] == Obstacle.ALREADY_THERE


def test_a_human_does_not_walk_out_of_the_brig() -> None:
    """action.human.move.not_from_brig (DE 1.3•1, FR 2.3•1, PL 1.3•1)."""
    playing = acting(table_of(spaces={0: "brig"}))
    assert obstacle(playing, MoveTo(Space.DECK_1)) == (
        Obstacle.IN_THE_BRIG,
        "action.human.move.not_from_brig",
    )


def test_one_walks_out_of_the_sick_bay() -> None:
    """sick_bay.leave (DE 29.2, FR 32.2, PL 18.2)."""
    table = table_of(spaces={0: "sick_bay"})
    acting(table).answer(MoveTo(Space.CHAPEL))
    assert table.state.players[0].space is Space.CHAPEL


def test_a_traitor_pays_twelve_to_leave_the_brig() -> None:
    """action.traitor.move.brig_cost, .brig_cost_at_once (DE 1.10•1, 1.10•1-1, FR 2.10•1, PL 1.10•1): one action."""
    table = table_of(traitors={0: "hybrid"}, spaces={0: "brig"}, hand={0: f"{TWELVE} lore/shrivelling/1"})
    playing = acting(table).answer(MoveTo(Space.GALLEY))
    cards = [ChooseCard(card) for card in table.state.players[0].hand]
    short = playing.refusal(*cards[:2])
    assert short is not None
    assert short.rule == "action.traitor.move.brig_cost"
    playing.answer(*cards[:3])
    assert playing.done
    assert playing.result is True
    assert table.state.players[0].space is Space.GALLEY
    assert table.state.players[0].hand == [SkillCard.SHRIVELLING_1]
    assert len(playing.facts_of(CardsPaid)) == 1


def test_a_traitor_with_less_than_twelve_stays_in_the_brig() -> None:
    """action.traitor.move.brig_cost."""
    table = table_of(traitors={0: "hybrid"}, spaces={0: "brig"}, hand={0: "will/true_grit/5"})
    assert obstacle(acting(table), MoveTo(Space.GALLEY)) == (
        Obstacle.VALUE_SHORT,
        "action.traitor.move.brig_cost",
    )


@pytest.mark.parametrize(("reading", "asked"), [("always", True), ("own_turn", False)])
def test_leaving_the_brig_in_the_turn_of_another(reading: str, asked: bool) -> None:
    """action.traitor.move.brig_cost, ruling brig.exit_cost."""
    table = table_of(
        traitors={1: "hybrid"}, spaces={1: "brig"}, hand={1: TWELVE}, readings={"brig.exit_cost": reading}
    )
    playing = acting(table, 1).answer(MoveTo(Space.GALLEY))
    assert bool(playing.asks) is asked


def test_a_human_attacks_an_enemy_on_the_own_space() -> None:
    """action.human.attack (DE 1.4, FR 2.4, PL 1.4)."""
    table = table_of(spaces={0: "deck_1"}, deep_ones="deck_1", die=(4,))
    playing = acting(table).answer(AttackHere())
    assert playing.done
    assert Space.DECK_1 not in table.state.deep_ones


def test_without_an_enemy_there_is_no_attack() -> None:
    """action.human.attack, attack.step2.human_targets (DE 4.4•2, FR 6.4•2, PL 4.4•2)."""
    playing = acting(table_of(spaces={0: "deck_1", 1: "deck_1"}, deep_ones="deck_2"))
    assert obstacle(playing, AttackHere()) == (Obstacle.NO_ENEMY_HERE, "attack.step2.human_targets")


def test_a_traitor_attacks_a_human_on_the_own_space() -> None:
    """action.traitor.attack (DE 1.11, FR 2.11, PL 1.11)."""
    table = table_of(traitors={0: "hybrid"}, spaces={0: "deck_1", 1: "deck_1"}, die=(6,))
    playing = acting(table).answer(AttackHere())
    assert playing.done
    assert table.state.players[1].space is Space.SICK_BAY


def test_a_traitor_attacks_no_deep_one() -> None:
    """action.traitor.attack, attack.step2.enemy_targets (DE 4.4•3, FR 6.4•3, PL 4.4•3)."""
    playing = acting(table_of(traitors={0: "hybrid"}, spaces={0: "deck_1"}, deep_ones="deck_1"))
    assert obstacle(playing, AttackHere()) == (Obstacle.NO_HUMAN_HERE, "attack.step2.enemy_targets")


def test_a_human_rescues_a_passenger() -> None:
    """action.human.rescue (DE 1.5, FR 2.5, PL 1.5), ruling rescue.enemies_present, reading legal."""
    table = table_of(spaces={0: "deck_3"}, passengers={"deck_3": "soul nothing"}, deep_ones="deck_3")
    acting(table).answer(RescuePassenger())
    assert len(table.state.passengers[Space.DECK_3]) == 1
    assert len(table.state.passenger_supply) == 8


def test_an_enemy_may_prevent_the_rescue() -> None:
    """action.human.rescue, ruling rescue.enemies_present, reading barred."""
    table = table_of(
        spaces={0: "deck_3"},
        passengers={"deck_3": "soul"},
        deep_ones="deck_3",
        readings={"rescue.enemies_present": "barred"},
    )
    assert obstacle(acting(table), RescuePassenger()) == (Obstacle.ENEMY_HERE, "action.human.rescue")


def test_nobody_is_rescued_where_nobody_is() -> None:
    """action.human.rescue; a revealed traitor rescues nobody: action.traitor.list (DE 1.9, FR 2.9, PL 1.9)."""
    table = table_of(spaces={0: "deck_3", 1: "deck_4"}, passengers={"deck_4": "soul"}, traitors={1: "hybrid"})
    assert obstacle(acting(table), RescuePassenger()) == (Obstacle.NO_PASSENGER_HERE, "action.human.rescue")
    assert obstacle(acting(table, 1), RescuePassenger())[1] == "action.traitor.list"


def test_a_traitor_defeats_a_passenger() -> None:
    """action.traitor.overpower_passenger (DE 1.12, FR 2.12, PL 1.12)."""
    table = table_of(
        traitors={0: "hybrid"},
        spaces={0: "deck_3"},
        passengers={"deck_3": "two_souls"},
        resources={"souls": 5},
    )
    assert acting(table).answer(DefeatPassenger()).done
    assert table.state.resources[Resource.SOULS] == 3
    assert table.state.passengers_gone == [Passenger.TWO_SOULS]


def test_a_human_protects_the_passengers() -> None:
    """passenger.overpower.human_protects (DE 37.9•1, FR 41.9•1, PL 25.9•1)."""
    table = table_of(
        traitors={0: "hybrid"}, spaces={0: "deck_3", 1: "deck_3"}, passengers={"deck_3": "two_souls"}
    )
    assert obstacle(acting(table), DefeatPassenger()) == (
        Obstacle.HUMAN_HERE,
        "passenger.overpower.human_protects",
    )


def test_defeating_a_passenger_takes_one_and_is_not_for_humans() -> None:
    """action.traitor.overpower_passenger; action.human.list (DE 1.2, FR 2.2, PL 1.2)."""
    table = table_of(traitors={0: "hybrid"}, spaces={0: "deck_3", 1: "deck_4"}, passengers={"deck_4": "soul"})
    assert obstacle(acting(table), DefeatPassenger())[0] == Obstacle.NO_PASSENGER_HERE
    assert obstacle(acting(table, 1), DefeatPassenger()) == (Obstacle.NOT_FOR_HUMANS, "action.human.list")


def test_an_action_may_be_passed() -> None:
    """action.step.two_actions (DE 1.0, FR 2.0, PL 1.0), ruling turn.unused_actions, reading may_pass."""
    playing = acting(table_of())
    assert playing.options[0] == PASS
    assert playing.answer(PASS).result is False


def test_by_another_reading_who_can_act_must() -> None:
    """action.step.two_actions, ruling turn.unused_actions, reading must_act."""
    playing = acting(table_of(readings={"turn.unused_actions": "must_act"}))
    assert obstacle(playing, PASS) == (Obstacle.MUST_ACT, "action.step.two_actions")


@pytest.mark.parametrize("loyalty", ["human", "hybrid"])
def test_by_that_reading_nobody_is_made_to_reveal(loyalty: str) -> None:
    """action.step.two_actions, ruling turn.unused_actions: passing must not show that there is nothing to reveal."""
    readings = {"turn.unused_actions": "must_act"}
    table = table_of(spaces={0: "brig"}, loyalty={0: loyalty}, readings=readings)
    table.record(AbilityUsed(0, "room.brig"))
    playing = acting(table)
    assert playing.options[0] == PASS
    assert (Reveal(Loyalty.HYBRID) in playing.options) is (loyalty == "hybrid")


def test_a_traitor_does_not_trade() -> None:
    """action.traitor.list (DE 1.9, FR 2.9, PL 1.9)."""
    table = table_of(traitors={0: "hybrid"}, spaces={0: "galley", 1: "galley"}, items={1: "shotgun"})
    assert obstacle(acting(table), Trade()) == (Obstacle.NOT_FOR_TRAITORS, "action.traitor.list")


def test_what_is_used_once_a_turn_is_noted() -> None:
    """ability.limit_per_turn (DE 18.10, FR 10.10, PL 50.10)."""
    table = table_of()
    assert not is_used(table.state, "room.galley")
    use(table, 0, "room.galley")
    assert is_used(table.state, "room.galley")
