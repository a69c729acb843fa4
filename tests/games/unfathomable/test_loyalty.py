"""Loyalty cards: rules `loyalty.*`, `traitor.definition` (DE 30, FR 16, PL 9) and the deck of the setup."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.cards import Loyalty
from referee.games.unfathomable.facts.loyalty import LoyaltyDealt, LoyaltyLookedAt
from referee.games.unfathomable.loyalty import (
    build_loyalty_deck,
    deal_loyalty,
    is_loyal_to_the_deep,
    look_at_loyalty,
)
from referee.kernel.facts import SPECTATOR, as_seen
from tests.games.unfathomable.tables import table_of
from tests.games.unfathomable.views import Watching


@pytest.mark.parametrize(
    ("seats", "hybrids", "cultists", "humans"), [(3, 1, 0, 5), (4, 1, 1, 6), (5, 2, 0, 8), (6, 2, 1, 9)]
)
def test_the_deck_by_the_number_of_players(seats: int, hybrids: int, cultists: int, humans: int) -> None:
    """setup.16_loyalty_deck, objective.cultist.player_counts: appendix IV.16; DE 45.10, FR 8.10, PL 5.10."""
    table = table_of(seats)
    build_loyalty_deck(table)
    deck = table.state.loyalty_deck
    assert [deck.count(card) for card in (Loyalty.HYBRID, Loyalty.CULTIST, Loyalty.HUMAN)] == [
        hybrids,
        cultists,
        humans,
    ]


def test_without_the_cultist_there_is_one_more_human_card() -> None:
    """variant.no_cultist: appendix I."""
    table = table_of(6)
    build_loyalty_deck(table, without_cultist=True)
    assert table.state.loyalty_deck.count(Loyalty.HUMAN) == 10


def test_everyone_is_dealt_one_card_and_sees_only_its_own() -> None:
    """loyalty.deal_twice, loyalty.look_own: DE 30.1, FR 16.1, PL 9.1."""
    table = table_of(3, loyalty=dict.fromkeys(range(3), ""))
    build_loyalty_deck(table)
    views = [Watching(table, viewer) for viewer in (0, 1, 2, SPECTATOR)]
    deal_loyalty(table)
    dealt = [player.loyalty for player in table.state.players]
    for viewer, view in zip((0, 1, 2, SPECTATOR), views, strict=True):
        known = [player.loyalty for player in view.state.players]
        assert known == [cards if seat == viewer else [Loyalty.HIDDEN] for seat, cards in enumerate(dealt)]
        assert len(view.state.loyalty_deck) == 3
    assert len(table.state.loyalty_deck) == 3


def test_the_cards_are_dealt_from_the_top() -> None:
    """loyalty.deal_twice: DE 30.1, FR 16.1, PL 9.1. Clockwise from the active player."""
    table = table_of(3, active=1)
    table.state.loyalty_deck = [Loyalty.HUMAN, Loyalty.CULTIST, Loyalty.HYBRID]
    deal_loyalty(table)
    assert [recorded.fact for recorded in table.recorded] == [
        LoyaltyDealt(1, Loyalty.HYBRID),
        LoyaltyDealt(2, Loyalty.CULTIST),
        LoyaltyDealt(0, Loyalty.HUMAN),
    ]


def test_one_card_of_the_deep_makes_a_traitor() -> None:
    """traitor.definition, loyalty.human: DE 45.9, FR 8.9, PL 5.9. Whatever else the player has."""
    table = table_of(
        5, loyalty={0: "human human", 1: "human hybrid", 2: "cultist", 3: "human"}, traitors={3: "hybrid"}
    )
    assert [is_loyal_to_the_deep(table.state, seat) for seat in range(4)] == [False, True, True, True]


def test_a_look_is_seen_by_all_and_the_cards_by_two() -> None:
    """ability.look: DE 18.7, FR 10.7, PL 50.7; the owner knows which cards were looked at (appendix III)."""
    table = table_of(3, loyalty={1: "human cultist"})
    view = Watching(table, 0)
    look_at_loyalty(table, 0, 1)
    fact = table.recorded[-1].fact
    full = LoyaltyLookedAt(0, 1, (Loyalty.HUMAN, Loyalty.CULTIST))
    assert [as_seen(fact, seat) for seat in (0, 1)] == [full, full]
    assert as_seen(fact, 2) == LoyaltyLookedAt(0, 1, (Loyalty.HIDDEN, Loyalty.HIDDEN))
    assert view.state.players[1].loyalty == [Loyalty.HIDDEN] * 2
