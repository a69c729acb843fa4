"""Revealing as a traitor: rules `reveal.*` (DE 14, FR 48, PL 40)."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.actions import perform_action
from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Loyalty, Mythos, Skill, Title
from referee.games.unfathomable.choices import ChooseCard, ChooseSeat, CommandDeck, GiveLoyalty, Pass, Reveal
from referee.games.unfathomable.facts.hand import CardsDiscarded, CardsDrawn
from referee.games.unfathomable.facts.loyalty import LoyaltyPassed
from referee.games.unfathomable.facts.reveal import TraitorRevealed
from referee.games.unfathomable.obstacles import Obstacle
from referee.games.unfathomable.reveal import reveal
from referee.kernel.asks import Some
from referee.kernel.facts import Seat, as_seen
from tests.games.unfathomable.reacting import offered
from tests.games.unfathomable.tables import Playing, skill_cards, table_of
from tests.games.unfathomable.views import Watching

CREW = "keilani arjun svetlana jeanne"
FAR = "deep_one_city fog_bank maelstrom rainstorm"
HAND = "influence/nothing_to_hide/3 will/true_grit/5 will/true_grit/5"


def test_only_who_has_a_card_of_the_deep_is_offered_to_reveal() -> None:
    """reveal.action: DE 14.0, FR 48.0, PL 40.0. The options are seen by the seat alone."""
    table = table_of(loyalty={0: "hybrid human", 1: "human"})
    assert Reveal(Loyalty.HYBRID) in Playing(table, perform_action(table, 0)).options
    other = Playing(table, perform_action(table, 1))
    assert not [option for option in other.options if isinstance(option, Reveal)]
    refused = other.refusal(Reveal(Loyalty.HYBRID))
    assert refused is not None
    assert (refused.rule, refused.obstacle) == ("reveal.action", Obstacle.NOT_A_TRAITOR)


def test_nobody_reveals_twice_or_as_a_human() -> None:
    """reveal.action: DE 14.0, FR 48.0, PL 40.0."""
    table = table_of(loyalty={0: "hybrid", 1: "human"}, traitors={0: "cultist"})
    refused = Playing(table, perform_action(table, 0)).refusal(Reveal(Loyalty.HYBRID))
    assert refused is not None
    assert refused.obstacle == Obstacle.NOT_FOR_TRAITORS
    refused = Playing(table, perform_action(table, 1)).refusal(Reveal(Loyalty.HUMAN))
    assert refused is not None
    assert refused.obstacle == Obstacle.NOT_A_TRAITOR


def test_with_both_kinds_the_player_chooses_by_the_action_itself() -> None:
    """reveal.step1, reveal.step1.choice: DE 14.1•1, FR 48.1•1, PL 40.1•1. No second question tells of it."""
    table = table_of(loyalty={0: "human cultist hybrid"}, waypoints=FAR)
    view = Watching(table, 1)
    playing = Playing(table, perform_action(table, 0))
    assert Reveal(Loyalty.HYBRID) in playing.options
    playing.answer(Reveal(Loyalty.CULTIST))
    assert playing.done
    assert playing.facts[0] == TraitorRevealed(0, Loyalty.CULTIST, 1)
    player = table.state.players[0]
    assert (player.revealed, player.loyalty) == (Loyalty.CULTIST, [Loyalty.HUMAN, Loyalty.HYBRID])
    assert view.state.players[0].revealed is Loyalty.CULTIST
    assert view.state.players[0].loyalty == [Loyalty.HIDDEN] * 2


def test_the_steps_come_in_their_order() -> None:
    """reveal.step2 to reveal.step5: DE 14.2-14.5, FR 48.2-48.5, PL 40.2-40.5."""
    table = table_of(
        characters=CREW,
        loyalty={0: "hybrid human"},
        mythos={0: "history_repeats"},
        titles={"captain": 0, "keeper": 0},
        hand={0: HAND},
    )
    playing = Playing(table, reveal(table, 0, Loyalty.HYBRID)).answer(ChooseSeat(3)).answer()
    assert playing.done
    steps = [path.split("/")[1] for path in playing.paths]
    assert list(dict.fromkeys(steps)) == [f"reveal.step{number}" for number in range(1, 6)]
    assert table.state.titles == {Title.CAPTAIN: 1, Title.KEEPER: 2}
    assert table.state.players[0].mythos == []
    assert table.state.mythos_discard == [Mythos.HISTORY_REPEATS]
    assert not table.state.players[0].has_feat


@pytest.mark.parametrize(("active", "skips"), [(0, True), (1, False)])
def test_revealing_in_the_own_turn_skips_the_own_mythos_step(active: Seat, skips: bool) -> None:
    """reveal.own_turn_skips_mythos: DE 14.8•1, FR 48.8•1, PL 40.8•1. In another's turn that turn goes on as usual."""
    table = table_of(loyalty={0: "hybrid"}, active=active)
    assert Playing(table, reveal(table, 0, Loyalty.HYBRID)).done
    assert table.state.revealed_this_turn is skips


def test_before_twelve_distance_the_other_cards_go_to_one_player() -> None:
    """reveal.step3: DE 14.3, FR 48.3, PL 40.3. Giver and taker know them."""
    table = table_of(loyalty={0: "human hybrid cultist", 2: "human"})
    views = {viewer: Watching(table, viewer) for viewer in (1, 2)}
    playing = Playing(table, reveal(table, 0, Loyalty.HYBRID))
    assert playing.ask.name == "unfathomable.reveal_recipient"
    playing.answer(ChooseSeat(2))
    assert table.state.players[2].loyalty == [Loyalty.HUMAN, Loyalty.HUMAN, Loyalty.CULTIST]
    assert table.state.players[0].loyalty == []
    assert views[2].state.players[2].loyalty == [Loyalty.HUMAN, Loyalty.HUMAN, Loyalty.CULTIST]
    assert views[1].state.players[2].loyalty == [Loyalty.HIDDEN] * 3
    passed = playing.facts_of(LoyaltyPassed)[0]
    assert as_seen(passed, 1) == LoyaltyPassed(0, 2, (Loyalty.HIDDEN,) * 2, (0, 1))


def test_after_twelve_distance_they_stay_face_down() -> None:
    """reveal.step3: DE 14.3, FR 48.3, PL 40.3."""
    table = table_of(loyalty={0: "human hybrid"}, waypoints=FAR)
    assert Playing(table, reveal(table, 0, Loyalty.HYBRID)).done
    assert table.state.players[0].loyalty == [Loyalty.HUMAN]


@pytest.mark.parametrize(("reading", "seats"), [("any_other", [1, 2, 3]), ("human", [2, 3])])
def test_who_may_receive_them(reading: str, seats: list[Seat]) -> None:
    """reveal.recipient: DE 14.3, FR 48.3, PL 40.3."""
    table = table_of(
        loyalty={0: "human hybrid"}, traitors={1: "cultist"}, readings={"reveal.recipient": reading}
    )
    playing = Playing(table, reveal(table, 0, Loyalty.HYBRID))
    assert playing.options == [ChooseSeat(seat) for seat in seats]


@pytest.mark.parametrize(("edition", "readings"), [("de", {}), ("", {"reveal.pass": "split"})])
def test_in_german_each_card_may_go_to_another(edition: str, readings: dict[str, str]) -> None:
    """reveal.pass: DE 14.3."""
    table = table_of(loyalty={0: "human cultist hybrid"}, edition=edition, readings=readings)
    playing = Playing(table, reveal(table, 0, Loyalty.HYBRID))
    assert playing.options == [GiveLoyalty(Loyalty.HUMAN, seat) for seat in (1, 2, 3)]
    playing.answer(GiveLoyalty(Loyalty.HUMAN, 1)).answer(GiveLoyalty(Loyalty.CULTIST, 3))
    assert table.state.players[1].loyalty[-1] is Loyalty.HUMAN
    assert table.state.players[3].loyalty[-1] is Loyalty.CULTIST


def test_hand_cards_may_be_exchanged_for_treachery() -> None:
    """reveal.step6: DE 14.6, FR 48.6, PL 40.6. The number is public; the cards are not, except for the top ones."""
    table = table_of(loyalty={0: "hybrid"}, hand={0: HAND})
    view = Watching(table, 1)
    playing = Playing(table, reveal(table, 0, Loyalty.HYBRID))
    assert isinstance(playing.ask, Some)
    assert (playing.ask.least, playing.ask.most) == (0, 3)
    grit = ChooseCard(skill_cards(HAND)[1])
    playing.answer(grit, grit).answer(grit, grit)
    assert playing.done
    hand = table.state.players[0].hand
    assert [card.skill for card in hand] == [Skill.INFLUENCE, Skill.TREACHERY, Skill.TREACHERY]
    drawn = as_seen(playing.facts_of(CardsDrawn)[0], 1)
    assert isinstance(drawn, CardsDrawn)
    assert [card.skill for card in drawn.cards] == [None, None]
    assert len(playing.facts_of(CardsDiscarded)) == 1
    assert len(view.state.players[0].hand) == 3


@pytest.mark.parametrize(("space", "hand"), [("brig", HAND), ("galley", "")])
def test_nothing_is_exchanged_in_the_brig_or_with_an_empty_hand(space: str, hand: str) -> None:
    """reveal.step6: DE 14.6, FR 48.6, PL 40.6. Nor is the reveal ability used in the Brig."""
    table = table_of(loyalty={0: "hybrid"}, hand={0: hand}, spaces={0: space})
    assert Playing(table, reveal(table, 0, Loyalty.HYBRID)).done


def test_in_the_brig_the_reveal_ability_is_not_used() -> None:
    """reveal.step2, reveal_ability.keilani: the ability works only outside the Brig."""
    table = table_of(characters=CREW, loyalty={0: "hybrid"}, spaces={0: "brig"})
    Playing(table, reveal(table, 0, Loyalty.HYBRID))
    assert set(table.state.resources.values()) == {8}
    assert table.state.players[0].space is Space.BRIG


def test_the_sheet_and_the_feat_are_lost() -> None:
    """traitor.no_sheet_or_space_abilities: DE 15.7, FR 53.7, PL 39.7. Nothing of them is offered any more."""
    table = table_of(characters="arjun jamie ishmael jeanne", loyalty={0: "hybrid"}, spaces={0: "bridge"})
    Playing(table, reveal(table, 0, Loyalty.HYBRID))
    playing = Playing(table, perform_action(table, 0))
    assert offered(playing, 0, Pass)
    assert not offered(playing, 0, CommandDeck)
