"""Skill cards in hand: the rules `hand.*`, `skill_deck.*`, `skill_set.*` and `skill_card.play`."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.cards import ORDINARY, Skill, SkillCard
from referee.games.unfathomable.choices import ChooseCard, ChooseSkill
from referee.games.unfathomable.facts.hand import CardsDiscarded, CardsDrawn, SkillDeckShuffled
from referee.games.unfathomable.hand import (
    choose_and_draw,
    choose_discards,
    discard,
    draw,
    draw_of_own_skills,
    finish_card,
    keep_ten,
    pay,
    play_card,
    skill_set,
)
from referee.games.unfathomable.obstacles import Obstacle
from referee.kernel.asks import default_picks
from referee.kernel.facts import SPECTATOR
from referee.kernel.questions import SomeOf
from tests.games.unfathomable.tables import Playing, table_of
from tests.games.unfathomable.views import Watching

ASK_TEST = SomeOf("unfathomable.test", "Which ones?", ChooseCard, ChooseSkill)

GRIT = SkillCard.TRUE_GRIT_5
INSIGHT = SkillCard.KEEN_INSIGHT_3
LEARN = SkillCard.WATCH_AND_LEARN_1
ELEVEN = " ".join(["will/persistence/1"] * 7 + ["will/persistence/2"] * 4)


def test_drawn_cards_come_to_the_hand_and_only_their_types_are_seen() -> None:
    """hand.draw_adds (DE 22.3•1, FR 13.3•1, PL 13.3•1); hand.count_public: the faces are the drawer's alone."""
    table = table_of(tops="lore/shrivelling/2 will/true_grit/5")
    watchers = {viewer: Watching(table, viewer) for viewer in (0, 1, SPECTATOR)}
    draw(table, 0, [Skill.LORE, Skill.WILL])
    assert table.state.players[0].hand == [SkillCard.SHRIVELLING_2, GRIT]
    assert watchers[0].state.players[0].hand == [SkillCard.SHRIVELLING_2, GRIT]
    assert watchers[1].state.players[0].hand == [SkillCard.HIDDEN] * 2
    assert len(watchers[SPECTATOR].state.decks[Skill.LORE]) == len(table.state.decks[Skill.LORE]) == 20


def test_the_discard_pile_becomes_the_deck_when_the_last_card_is_drawn() -> None:
    """skill_deck.reshuffle (DE 22.2•2, FR 13.2•2, PL 13.2•2)."""
    table = table_of(discards="will/true_grit/5 will/persistence/1")
    table.state.decks[Skill.WILL] = [SkillCard.PERSISTENCE_2]
    draw(table, 0, [Skill.WILL])
    assert table.state.players[0].hand == [SkillCard.PERSISTENCE_2]
    assert sorted(table.state.decks[Skill.WILL]) == [SkillCard.PERSISTENCE_1, GRIT]
    assert table.state.discards[Skill.WILL] == []


def test_a_draw_goes_on_through_a_new_deck() -> None:
    """skill_deck.reshuffle: of two cards the second comes from the new deck; everyone sees how many it has."""
    table = table_of(discards="will/true_grit/5")
    table.state.decks[Skill.WILL] = [SkillCard.PERSISTENCE_2]
    draw(table, 0, [Skill.WILL, Skill.WILL, Skill.LORE])
    assert [card.skill for card in table.state.players[0].hand] == [Skill.WILL, Skill.WILL, Skill.LORE]
    kinds = [type(recorded.fact) for recorded in table.recorded]
    assert kinds == [CardsDrawn, SkillDeckShuffled, CardsDrawn]


def test_nothing_is_drawn_where_deck_and_pile_are_empty() -> None:
    """skill_deck.both_empty (DE 22.2•2-1, FR 13.2•2-1, PL 13.2•2-1)."""
    table = table_of()
    table.state.decks[Skill.WILL] = []
    draw(table, 0, [Skill.WILL])
    assert table.state.players[0].hand == []
    assert table.recorded == []


def test_an_empty_deck_is_made_anew_when_a_card_has_to_be_drawn() -> None:
    """skill_deck.stays_empty (DE 22.2•2-2, FR 13.2•2-2, PL 13.2•2-2): a discard alone does not refill it."""
    table = table_of(hand={0: "will/true_grit/5"})
    table.state.decks[Skill.WILL] = []
    assert Playing(table, discard(table, 0, [ChooseCard(GRIT)])).done
    assert table.state.decks[Skill.WILL] == []
    draw(table, 1, [Skill.WILL])
    assert table.state.players[1].hand == [GRIT]


def test_a_player_says_how_many_of_which_deck_before_drawing() -> None:
    """hand.declare_before_draw (DE 22.3•1-1, FR 13.3•1-1, PL 13.3•1-1)."""
    table = table_of()
    playing = Playing(table, choose_and_draw(table, 0, 2, ORDINARY, ASK_TEST))
    assert playing.facts == []
    refused = playing.refusal(ChooseSkill(Skill.TREACHERY), ChooseSkill(Skill.WILL))
    assert refused is not None
    assert refused.rule == "hand.declare_before_draw"
    playing.answer(ChooseSkill(Skill.WILL), ChooseSkill(Skill.WILL))
    assert playing.done
    assert playing.result == 2
    assert [card.skill for card in table.state.players[0].hand] == [Skill.WILL] * 2


def test_a_draw_of_up_to_so_many_may_be_none() -> None:
    """hand.declare_before_draw: with `least`, passing is drawing none."""
    table = table_of()
    playing = Playing(table, choose_and_draw(table, 0, 3, [Skill.LORE], ASK_TEST, least=0))
    assert default_picks(playing.ask) == (0,)
    playing.answer()
    assert playing.result == 0


def test_a_draw_without_a_choice_is_not_asked() -> None:
    """hand.declare_before_draw: one deck and a fixed number leave nothing to say."""
    table = table_of()
    playing = Playing(table, choose_and_draw(table, 0, 3, [Skill.LORE], ASK_TEST))
    assert playing.done
    assert playing.result == 3


def test_of_the_own_skill_set_no_more_than_it_has() -> None:
    """skill_set.definition (DE 21.0, FR 37.0, PL 54.0): Keilani has three Influence and two Will."""
    table = table_of()
    playing = Playing(table, draw_of_own_skills(table, 0, 3, ASK_TEST))
    assert playing.refusal(*[ChooseSkill(Skill.WILL)] * 3) is not None
    playing.answer(*[ChooseSkill(Skill.INFLUENCE)] * 3)
    assert len(table.state.players[0].hand) == 3


def test_an_active_upgrade_adds_to_the_skill_set_but_not_in_the_brig() -> None:
    """upgrade.adds_skill, brig.upgrade_inactive (DE 25.10, 7.6•1, FR 18.10, 9.6•1, PL 12.10, 3.6•1)."""
    table = table_of(
        items={0: "mystical_text", 1: "medicine_ball"}, inactive={0: "binoculars"}, spaces={1: "brig"}
    )
    assert skill_set(table.state, 0) == [*[Skill.INFLUENCE] * 3, *[Skill.WILL] * 2, Skill.LORE]
    assert skill_set(table.state, 1).count(Skill.STRENGTH) == 2


def test_of_discards_others_see_the_tops_alone() -> None:
    """public.discard_top, public.discard_no_count (DE 36.2, 36.2•1, FR 33.2, 33.2•1, PL 8.2, 8.2•1)."""
    table = table_of(hand={0: f"{INSIGHT} {LEARN} {GRIT} {LEARN}"})
    watchers = {viewer: Watching(table, viewer) for viewer in (0, 1)}
    cards = [ChooseCard(INSIGHT), ChooseCard(LEARN), ChooseCard(GRIT)]
    Playing(table, discard(table, 0, cards)).answer(*cards)
    assert table.state.discards[Skill.OBSERVATION] == [INSIGHT, LEARN]
    for watcher in watchers.values():
        assert watcher.state.discards[Skill.OBSERVATION] == [LEARN]
        assert watcher.state.discards[Skill.WILL] == [GRIT]
    assert watchers[0].state.players[0].hand == [LEARN]
    assert watchers[1].state.players[0].hand == [SkillCard.HIDDEN]


def test_what_is_paid_is_seen_by_all() -> None:
    """ability.to_cost (DE 18.5, FR 10.5, PL 50.5): the cost must be seen to be paid."""
    table = table_of(hand={0: f"{INSIGHT} {GRIT}"})
    watcher = Watching(table, 1)
    pay(table, 0, INSIGHT)
    assert watcher.state.discards[Skill.OBSERVATION] == [INSIGHT]
    assert watcher.state.players[0].hand == [SkillCard.HIDDEN]


def test_a_player_chooses_what_to_discard() -> None:
    """hand.definition (DE 22.3, FR 13.3, PL 13.3): only cards of the player's own hand; by default the lowest."""
    table = table_of(hand={0: f"{GRIT} {LEARN} {INSIGHT}"})
    playing = Playing(table, choose_discards(table, 0, 2, ASK_TEST))
    assert playing.ask.default == (1, 2)
    refused = playing.refusal(ChooseCard(SkillCard.RAMPAGE_3), ChooseCard(GRIT))
    assert refused is not None
    assert refused.obstacle == Obstacle.NOT_IN_HAND
    playing.answer(ChooseCard(GRIT), ChooseCard(LEARN)).answer(ChooseCard(LEARN), ChooseCard(GRIT))
    assert playing.result == (GRIT, LEARN)
    assert table.state.players[0].hand == [INSIGHT]


def test_who_has_too_few_discards_all_and_an_empty_hand_is_not_asked() -> None:
    """ability.if_able (DE 18.8, FR 10.8, PL 50.8)."""
    table = table_of(hand={0: f"{GRIT}"})
    playing = Playing(table, choose_discards(table, 0, 2, ASK_TEST)).answer(ChooseCard(GRIT))
    assert playing.result == (GRIT,)
    assert Playing(table, choose_discards(table, 0, 2, ASK_TEST)).result == ()


def test_a_card_is_revealed_to_be_played_and_discarded_after_its_ability() -> None:
    """skill_card.play, skill_card.discard (DE 22.4, 22.4•3, FR 13.4, 13.4•4, PL 13.4, 13.4•3)."""
    table = table_of(hand={0: f"{GRIT}"})
    watcher = Watching(table, 1)
    play_card(table, 0, GRIT)
    assert table.state.played == watcher.state.played == [GRIT]
    assert table.state.discards[Skill.WILL] == []
    finish_card(table, 0, GRIT)
    assert table.state.played == []
    assert table.state.discards[Skill.WILL] == watcher.state.discards[Skill.WILL] == [GRIT]


def test_everyone_over_ten_discards_together() -> None:
    """hand.limit.discard_step (DE 22.3•4-1, FR 13.3•4-1, PL 13.3•4-1), reading all_players."""
    table = table_of(
        hand={1: ELEVEN, 2: " ".join(["lore/shrivelling/1"] * 7 + ["lore/shrivelling/2"] * 5), 3: f"{GRIT}"}
    )
    playing = Playing(table, keep_ten(table))
    assert [ask.seat for ask in playing.asks] == [1, 2]
    two = [ChooseCard(SkillCard.SHRIVELLING_1)] * 2
    playing.answer_together([ChooseCard(SkillCard.PERSISTENCE_1)], two).answer_together(two)
    assert [len(player.hand) for player in table.state.players] == [0, 10, 10, 1]
    assert [fact.seat for fact in playing.facts_of(CardsDiscarded)] == [1, 2]


def test_by_another_reading_only_the_active_player_discards() -> None:
    """hand.limit.discard_step, reading active_player."""
    table = table_of(hand={1: ELEVEN}, readings={"hand.limit_step": "active_player"})
    assert Playing(table, keep_ten(table)).answer_together().done
    assert len(table.state.players[1].hand) == 11


@pytest.mark.parametrize("count", [9, 10])
def test_up_to_ten_nobody_is_asked(count: int) -> None:
    """hand.limit (DE 26.1, FR 35.1, PL 19.1)."""
    table = table_of(hand={0: " ".join(ELEVEN.split()[:count])})
    assert Playing(table, keep_ten(table)).asks == []
    assert len(table.state.players[0].hand) == count
