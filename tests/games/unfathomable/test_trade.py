"""Exchanges of items and upgrades: the rules `action.human.trade` and `upgrade.*`."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.actions import perform_action
from referee.games.unfathomable.cards import Item
from referee.games.unfathomable.choices import ACCEPT, PASS, ChooseItem, HandOver, Trade
from referee.games.unfathomable.facts.spoken import Declined
from referee.games.unfathomable.facts.trade import ExchangeDeclined, ExchangeProposed
from referee.games.unfathomable.obstacles import Obstacle
from referee.games.unfathomable.state import State
from referee.games.unfathomable.trade import trade
from referee.games.unfathomable.upgrades import choose_upgrade
from referee.kernel.facts import Seat
from referee.kernel.table import Table
from tests.games.unfathomable.tables import Sailing, table_of

GALLEY = {0: "galley", 1: "galley", 2: "galley", 3: "chapel"}


def obstacle_to(table: Table[State], seat: Seat = 0) -> tuple[str, str]:
    refused = Sailing(table, perform_action(table, seat)).refusal(Trade())
    assert refused is not None
    return refused.obstacle, refused.rule


def test_an_exchange_comes_about_if_all_it_concerns_agree() -> None:
    """action.human.trade, .participants (DE 1.6, 1.6•1, FR 2.6, 2.6•1, PL 1.6, 1.6•1)."""
    table = table_of(spaces=GALLEY, items={0: "shotgun", 1: "lucky_ring", 3: "starbuck"})
    playing = Sailing(table, trade(table, 0))
    playing.answer(HandOver(Item.SHOTGUN, 0, 1)).answer(HandOver(Item.LUCKY_RING, 1, 0))
    assert playing.facts_of(ExchangeProposed) == [
        ExchangeProposed(0, (Item.SHOTGUN, Item.LUCKY_RING), (0, 1), (1, 0))
    ]
    assert [(ask.seat, ask.name) for ask in playing.asks] == [(1, "unfathomable.agree_to_exchange")]
    playing.answer_together([ACCEPT])
    assert table.state.players[0].items == [Item.LUCKY_RING]
    assert table.state.players[1].items == [Item.SHOTGUN]


def test_an_exchange_is_carried_out_whole_or_not_at_all() -> None:
    """action.human.trade.participants: one refusal stops the whole exchange."""
    table = table_of(spaces=GALLEY, items={0: "shotgun", 1: "lucky_ring"})
    playing = Sailing(table, trade(table, 0))
    playing.answer(HandOver(Item.SHOTGUN, 0, 2)).answer(HandOver(Item.LUCKY_RING, 1, 0))
    playing.answer_together([ACCEPT], [PASS])
    assert playing.facts_of(ExchangeDeclined) == [ExchangeDeclined(2)]
    assert table.state.players[0].items == [Item.SHOTGUN]
    assert table.state.players[1].items == [Item.LUCKY_RING]


def test_everyone_on_the_space_may_propose_and_the_initiator_need_not() -> None:
    """action.human.trade.participants (DE 1.6•1, FR 2.6•1, PL 1.6•1)."""
    table = table_of(spaces=GALLEY, items={1: "lucky_ring"})
    playing = Sailing(table, trade(table, 0)).answer(PASS)
    assert playing.ask.seat == 1
    playing.answer(HandOver(Item.LUCKY_RING, 1, 2)).answer_together([ACCEPT])
    assert table.state.players[2].items == [Item.LUCKY_RING]
    assert playing.ask.seat == 2
    assert playing.answer(PASS).done
    assert playing.facts_of(Declined) == [Declined(0), Declined(2)], "everyone hears who proposes nothing"


def test_only_items_of_players_on_the_space_change_hands() -> None:
    """action.human.trade: not those of others, and none twice."""
    table = table_of(spaces=GALLEY, items={0: "shotgun", 3: "starbuck"})
    playing = Sailing(table, trade(table, 0))
    refused = playing.refusal(HandOver(Item.STARBUCK, 3, 0))
    assert refused is not None
    assert (refused.obstacle, refused.rule) == (Obstacle.NOT_A_TRADE, "action.human.trade.participants")
    assert HandOver(Item.SHOTGUN, 0, 3) not in playing.options


def test_inactive_upgrades_are_traded_like_any_item() -> None:
    """upgrade.inactive_trade_discard (DE 25.7•2-2, FR 18.7•2-2, PL 12.7•2-2)."""
    table = table_of(spaces=GALLEY, items={0: "mystical_text"}, inactive={0: "binoculars"})
    playing = Sailing(table, trade(table, 0)).answer(HandOver(Item.BINOCULARS, 0, 1)).answer(PASS)
    playing.answer_together([ACCEPT])
    assert table.state.players[1].items == [Item.BINOCULARS]
    assert table.state.players[0].inactive == []


def test_there_must_be_somebody_to_trade_with() -> None:
    """action.human.trade.participants (DE 1.6•1, FR 2.6•1, PL 1.6•1)."""
    table = table_of(spaces={0: "galley", 1: "chapel", 2: "chapel", 3: "chapel"}, items={0: "shotgun"})
    assert obstacle_to(table) == (Obstacle.NOBODY_HERE, "action.human.trade.participants")


def test_there_must_be_something_to_trade() -> None:
    """action.human.trade (DE 1.6, FR 2.6, PL 1.6)."""
    assert obstacle_to(table_of(spaces=GALLEY)) == (Obstacle.NO_ITEM_HERE, "action.human.trade")


def test_traitors_take_part_unless_a_ruling_says_otherwise() -> None:
    """action.human.trade.participants, ruling trade.traitors."""
    where = {0: "galley", 1: "galley", 2: "chapel", 3: "chapel"}
    table = table_of(spaces=where, items={1: "shotgun"}, traitors={1: "hybrid"})
    Sailing(table, trade(table, 0)).answer(HandOver(Item.SHOTGUN, 1, 0)).answer_together([ACCEPT])
    assert table.state.players[0].items == [Item.SHOTGUN]
    table = table_of(
        spaces=where, items={1: "shotgun"}, traitors={1: "hybrid"}, readings={"trade.traitors": "humans_only"}
    )
    assert obstacle_to(table) == (Obstacle.NOBODY_HERE, "action.human.trade.participants")


def test_prisoners_trade_unless_a_ruling_says_otherwise() -> None:
    """action.human.trade, ruling trade.in_confinement."""
    where = {0: "brig", 1: "brig"}
    table = table_of(spaces=where, items={1: "shotgun"})
    assert Trade() in Sailing(table, perform_action(table, 0)).options
    table = table_of(spaces=where, items={1: "shotgun"}, readings={"trade.in_confinement": "barred"})
    assert obstacle_to(table) == (Obstacle.CONFINED, "action.human.trade")


def test_one_upgrade_is_turned_up_and_the_others_down() -> None:
    """upgrade.change_how, upgrade.one_active (DE 25.9, 25.7, FR 18.9, 18.7, PL 12.9, 12.7)."""
    table = table_of(items={0: "shotgun mystical_text"}, inactive={0: "binoculars fine_clothes"})
    playing = Sailing(table, choose_upgrade(table, 0))
    refused = playing.refusal(ChooseItem(Item.SHOTGUN))
    assert refused is not None
    assert (refused.obstacle, refused.rule) == (Obstacle.NOT_IN_PLAY_AREA, "upgrade.change_how")
    playing.answer(ChooseItem(Item.FINE_CLOTHES))
    player = table.state.players[0]
    assert player.items == [Item.SHOTGUN, Item.FINE_CLOTHES]
    assert player.inactive == [Item.BINOCULARS, Item.MYSTICAL_TEXT]


def test_the_upgrade_may_stay_as_it_is() -> None:
    """upgrade.change_when (DE 25.8, FR 18.8, PL 12.8): one may change it."""
    table = table_of(items={0: "mystical_text"}, inactive={0: "binoculars"})
    playing = Sailing(table, choose_upgrade(table, 0)).answer(PASS)
    assert playing.done
    assert playing.facts_of(Declined) == [Declined(0)], "others are asked next, and hear of it"
    assert table.state.players[0].items == [Item.MYSTICAL_TEXT]


def test_who_has_no_upgrade_turned_down_is_not_asked() -> None:
    """upgrade.change_when: everyone can see that there is nothing to choose."""
    table = table_of(items={0: "mystical_text shotgun"})
    assert Sailing(table, choose_upgrade(table, 0)).done


def test_by_another_reading_it_is_changed_at_the_start_of_the_turn_only() -> None:
    """upgrade.change_when, ruling upgrade.change, reading start_of_turn."""
    table = table_of(
        items={0: "mystical_text"}, inactive={0: "binoculars"}, readings={"upgrade.change": "start_of_turn"}
    )
    assert Sailing(table, choose_upgrade(table, 0)).done
    assert not Sailing(table, choose_upgrade(table, 0, starts_turn=True)).done


@pytest.mark.parametrize(("reading", "is_asked"), [("legal", True), ("barred", False)])
def test_whether_an_upgrade_is_changed_in_the_brig(reading: str, is_asked: bool) -> None:
    """upgrade.change_when, brig.upgrade_inactive (DE 7.6•1, FR 9.6•1, PL 3.6•1), ruling brig.upgrade_change."""
    table = table_of(
        spaces={0: "brig"},
        items={0: "mystical_text"},
        inactive={0: "binoculars", 1: "medicine_ball"},
        readings={"brig.upgrade_change": reading},
    )
    for starts_turn in (False, True):
        assert Sailing(table, choose_upgrade(table, 0, starts_turn=starts_turn)).done is not is_asked
    assert not Sailing(table, choose_upgrade(table, 1)).done
