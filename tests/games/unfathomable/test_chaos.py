"""The chaos deck: the rules `chaos.*`."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.games.unfathomable.cards import ORDINARY, Skill, SkillCard
from referee.games.unfathomable.chaos import build_chaos, discard_chaos, shuffle_treachery
from referee.games.unfathomable.facts.chaos import ChaosBuilt, ChaosDiscarded, ChaosFed
from referee.games.unfathomable.skill_test import clear_test, skill_test
from referee.games.unfathomable.state import State
from referee.kernel.facts import SPECTATOR
from referee.kernel.table import Table
from tests.games.unfathomable.tables import Sailing, skill_cards, table_of
from tests.games.unfathomable.views import Watching

TEN = (
    "influence/coordinated_effort/1 influence/coordinated_effort/1 lore/shrivelling/1 lore/shrivelling/1 "
    "observation/watch_and_learn/1 observation/watch_and_learn/1 strength/combat_training/1 "
    "strength/combat_training/1 will/persistence/1 will/persistence/1"
)


def types_of(cards: list[SkillCard]) -> Counter[Skill | None]:
    return Counter([card.skill for card in cards])


def make_test(table: Table[State]) -> Sailing:
    return Sailing(table, skill_test(table, 9, (Skill.LORE, Skill.WILL)))


def test_two_of_each_ordinary_type() -> None:
    """chaos.composition (DE 9.0, FR 40.0, PL 34.0): two cards of each type except Treachery, off the decks."""
    table = table_of(4)
    before = {skill: len(deck) for skill, deck in table.state.decks.items()}
    build_chaos(table)
    assert types_of(table.state.chaos) == dict.fromkeys(ORDINARY, 2)
    assert all([len(table.state.decks[skill]) == before[skill] - 2 for skill in ORDINARY])
    assert len(table.state.decks[Skill.TREACHERY]) == before[Skill.TREACHERY]


def test_nobody_sees_the_chaos_deck_and_everyone_may_count_it() -> None:
    """chaos.no_peek, chaos.count_public (DE 9.3, 9.4, FR 40.3, 40.4, PL 34.3, 34.4)."""
    table = table_of(4)
    watchers = [Watching(table, viewer) for viewer in (SPECTATOR, 0, 1)]
    build_chaos(table)
    shuffle_treachery(table, 2)
    for watcher in watchers:
        assert watcher.state.chaos == [SkillCard.HIDDEN] * 12
        assert len(watcher.state.decks[Skill.LORE]) == len(table.state.decks[Skill.LORE])


def test_a_type_with_fewer_than_two_cards_is_left_out() -> None:
    """chaos.rebuild.short_type (DE 9.2•1, FR 40.2•1, PL 34.2•1): deck and discard pile hold one card together."""
    table = table_of(4)
    table.state.decks[Skill.LORE] = skill_cards("lore/shrivelling/1")
    build_chaos(table)
    assert types_of(table.state.chaos)[Skill.LORE] == 0
    assert len(table.state.chaos) == 8
    assert table.state.decks[Skill.LORE] == skill_cards("lore/shrivelling/1")


def test_deck_and_discard_pile_count_together() -> None:
    """chaos.rebuild.short_type (DE 9.2•1, FR 40.2•1, PL 34.2•1): one in the deck, one discarded are two."""
    table = table_of(4)
    table.state.decks[Skill.LORE] = skill_cards("lore/shrivelling/1")
    table.state.discards[Skill.LORE] = skill_cards("lore/shrivelling/2")
    build_chaos(table)
    assert types_of(table.state.chaos)[Skill.LORE] == 2
    assert table.state.decks[Skill.LORE] == table.state.discards[Skill.LORE] == []


def test_treachery_is_shuffled_in_unseen() -> None:
    """chaos.shuffle_treachery (DE 9.5, FR 40.5, PL 34.5): the top cards of the treachery deck join the others."""
    table = table_of(4, chaos="lore/shrivelling/1", tops="treachery/ransack/4 treachery/perform_rites/5")
    shuffle_treachery(table, 2)
    expected = "lore/shrivelling/1 treachery/ransack/4 treachery/perform_rites/5"
    assert Counter(table.state.chaos) == Counter(skill_cards(expected))
    assert all(["chaos.shuffle_treachery" in recorded.path for recorded in table.recorded])


def test_treachery_runs_short() -> None:
    """chaos.shuffle_treachery (DE 9.5, FR 40.5, PL 34.5): as many as there are, the discard pile included."""
    table = table_of(4)
    table.state.decks[Skill.TREACHERY] = skill_cards("treachery/ransack/4")
    table.state.discards[Skill.TREACHERY] = skill_cards("treachery/siren_song/3")
    shuffle_treachery(table, 4)
    assert Counter(table.state.chaos) == Counter(skill_cards("treachery/ransack/4 treachery/siren_song/3"))


def test_two_chaos_cards_begin_the_pile() -> None:
    """chaos.contribution (DE 9.1, FR 40.1, PL 34.1): the top two go face down into the test."""
    table = table_of(4, chaos=TEN, hand={1: "will/true_grit/5"})
    watching = Watching(table, 1)
    playing = make_test(table)
    assert table.state.pile == skill_cards("will/persistence/1 will/persistence/1")
    assert watching.state.pile == [SkillCard.HIDDEN] * 2
    assert len(watching.state.chaos) == 8
    playing.answer()
    assert playing.done


def test_the_last_chaos_card_is_followed_by_a_new_deck_at_once() -> None:
    """chaos.rebuild (DE 9.2, FR 40.2, PL 34.2), on_draw: the second card of the test is of the new deck."""
    table = table_of(4, chaos="lore/shrivelling/2", hand={1: "will/true_grit/5"})
    playing = make_test(table)
    assert len(playing.facts_of(ChaosBuilt)) == 1
    assert (len(table.state.pile), len(table.state.chaos)) == (2, 9)
    assert table.state.pile[0] is SkillCard.SHRIVELLING_2


def test_the_last_two_chaos_cards_are_followed_by_a_new_deck() -> None:
    """chaos.rebuild (DE 9.2, FR 40.2, PL 34.2), on_draw: the deck is there again before anyone adds a card."""
    table = table_of(4, chaos="lore/shrivelling/2 lore/shrivelling/2", hand={1: "will/true_grit/5"})
    make_test(table)
    assert (len(table.state.pile), len(table.state.chaos)) == (2, 10)


@pytest.mark.parametrize("edition", ["fr", "pl"])
def test_the_new_deck_waits_for_the_end_of_the_test(edition: str) -> None:
    """chaos.rebuild (FR 40.2, PL 34.2), after_test: the test does with one card; its cards may be in the new deck."""
    table = table_of(4, chaos="lore/shrivelling/2", edition=edition)
    playing = make_test(table)
    assert playing.done
    assert (len(table.state.pile), table.state.chaos) == (1, [])
    clear_test(table)
    assert len(table.state.chaos) == 10
    assert "chaos.rebuild" in playing.paths[-1]


def test_treachery_shuffled_in_before_the_new_deck_stays_in_it() -> None:
    """chaos.rebuild (FR 40.2, PL 34.2), after_test: effects of the test add treachery to an empty deck."""
    table = table_of(4, chaos="lore/shrivelling/2", readings={"chaos.rebuild": "after_test"})
    make_test(table)
    shuffle_treachery(table, 2)
    clear_test(table)
    assert types_of(table.state.chaos) == {**dict.fromkeys(ORDINARY, 2), Skill.TREACHERY: 2}


def test_without_cards_for_a_deck_a_test_has_no_chaos_cards() -> None:
    """chaos.contribution, chaos.rebuild.short_type: as many as there are; the next test tries again."""
    table = table_of(4)
    table.state.decks = {skill: [] for skill in Skill}
    playing = make_test(table)
    assert playing.done
    assert table.state.pile == []
    assert not playing.facts_of(ChaosFed)


def test_the_whole_deck_is_discarded_and_built_anew() -> None:
    """chaos.composition: a card that discards the chaos deck shows the tops of the piles and no more."""
    table = table_of(4, chaos="lore/shrivelling/1 treachery/ransack/4 lore/shrivelling/2")
    watching = Watching(table, 0)
    discard_chaos(table)
    (fact,) = [recorded.fact for recorded in table.recorded if isinstance(recorded.fact, ChaosDiscarded)]
    assert fact.tops == tuple(skill_cards("treachery/ransack/4 lore/shrivelling/2"))
    assert table.state.discards[Skill.LORE] == skill_cards("lore/shrivelling/1 lore/shrivelling/2")
    assert watching.state.discards[Skill.LORE] == skill_cards("lore/shrivelling/2")
    assert types_of(table.state.chaos) == dict.fromkeys(ORDINARY, 2)
