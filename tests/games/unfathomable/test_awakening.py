"""The Awakening: rules `awakening.*` (DE 38, FR 43, PL 6)."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.awakening import awaken
from referee.games.unfathomable.cards import Loyalty
from referee.games.unfathomable.choices import ChooseSeat
from referee.games.unfathomable.facts.loyalty import LoyaltyPassed
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat, as_seen
from referee.kernel.table import Table
from tests.games.unfathomable.tables import Playing, table_of
from tests.games.unfathomable.views import Watching


def dusk(
    active: Seat = 0,
    *,
    traitors: dict[Seat, str] | None = None,
    readings: dict[str, str] | None = None,
    edition: str = "",
) -> Table[State]:
    """Five players with a Human card each; the second cards are known: seat 0 gets `hybrid`, the others `human`."""
    table = table_of(5, active=active, traitors=traitors, readings=readings, edition=edition)
    for seat in traitors or {}:
        table.state.players[seat].loyalty = []
    order = [(active + place) % 5 for place in range(5)]
    cards = [Loyalty.HYBRID if seat == 0 else Loyalty.HUMAN for seat in order]
    table.state.loyalty_deck = list(reversed(cards))
    return table


def test_everyone_is_dealt_a_second_card_and_nobody_is_asked() -> None:
    """awakening.step1, awakening.step2: DE 38.1, FR 43.1, PL 6.1."""
    table = dusk()
    view = Watching(table, 1)
    playing = Playing(table, awaken(table))
    assert playing.done
    assert [len(player.loyalty) for player in table.state.players] == [2] * 5
    assert table.state.players[0].loyalty == [Loyalty.HUMAN, Loyalty.HYBRID]
    assert view.state.players[0].loyalty == [Loyalty.HIDDEN] * 2
    assert view.state.players[1].loyalty == [Loyalty.HUMAN] * 2
    assert table.state.is_awake


def test_it_comes_once() -> None:
    """awakening.once: DE 38.5, FR 43.5, PL 6.5."""
    table = dusk()
    Playing(table, awaken(table))
    before = len(table.recorded)
    assert Playing(table, awaken(table)).done
    assert len(table.recorded) == before


def test_a_revealed_traitor_passes_the_new_card_to_a_human() -> None:
    """awakening.step3, awakening.step3.look: DE 38.3, FR 43.3, PL 6.3. Giver and taker know it, the others do not."""
    table = dusk(traitors={0: "hybrid"})
    views = {viewer: Watching(table, viewer) for viewer in (0, 1, 2)}
    playing = Playing(table, awaken(table))
    assert playing.ask.seat == 0
    assert playing.ask.name == "unfathomable.awakening_recipient"
    playing.answer(ChooseSeat(2))
    assert playing.done
    assert table.state.players[0].loyalty == []
    assert table.state.players[2].loyalty == [Loyalty.HUMAN, Loyalty.HUMAN, Loyalty.HYBRID]
    fact = playing.facts_of(LoyaltyPassed)[0]
    assert as_seen(fact, 1) == LoyaltyPassed(0, 2, (Loyalty.HIDDEN,), (0,))
    assert as_seen(fact, 2) == as_seen(fact, 0) == fact
    assert views[2].state.players[2].loyalty[-1] is Loyalty.HYBRID
    assert views[1].state.players[2].loyalty == [Loyalty.HIDDEN] * 3
    assert views[0].state.players[2].loyalty == [Loyalty.HIDDEN] * 3


def test_traitors_pass_clockwise_from_the_active_player() -> None:
    """awakening.step3: DE 38.3, FR 43.3, PL 6.3. The human comes from what is public alone."""
    table = dusk(active=3, traitors={1: "hybrid", 4: "hybrid"})
    playing = Playing(table, awaken(table))
    assert playing.ask.seat == 4
    playing.answer(ChooseSeat(0))
    assert playing.ask.seat == 1


@pytest.mark.parametrize(
    ("readings", "edition", "seats"),
    [
        ({}, "", [2, 3, 0]),
        ({"awakening.recipient": "human"}, "", [2, 3, 0]),
        ({"awakening.recipient": "any_player"}, "", [2, 3, 4, 0]),
        ({}, "fr", [2, 3, 4, 0]),
    ],
)
def test_to_whom_the_card_may_go(readings: dict[str, str], edition: str, seats: list[Seat]) -> None:
    """awakening.recipient: DE 38.3, FR 43.3, PL 6.3."""
    table = dusk(active=1, traitors={1: "hybrid", 4: "hybrid"}, readings=readings, edition=edition)
    playing = Playing(table, awaken(table))
    assert playing.options == [ChooseSeat(seat) for seat in seats]


def test_a_traitor_passes_the_own_new_card_and_not_one_just_received() -> None:
    """awakening.step3 by the French reading: FR 43.3. "The newly dealt card" is the one dealt, not one passed on."""
    table = dusk(active=0, traitors={0: "cultist", 1: "hybrid"}, edition="fr")
    playing = Playing(table, awaken(table))
    playing.answer(ChooseSeat(1)).answer(ChooseSeat(3))
    assert table.state.players[1].loyalty == [Loyalty.HYBRID]
    assert table.state.players[3].loyalty == [Loyalty.HUMAN] * 3
