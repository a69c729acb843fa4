"""Skill tests: the rules `test.*`, and who may know what of the pile."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.games.unfathomable import skill_test as chapter
from referee.games.unfathomable.cards import Skill, SkillCard
from referee.games.unfathomable.chaos import add_chaos_cards
from referee.games.unfathomable.choices import ChooseCard
from referee.games.unfathomable.facts.skill_test import (
    CardsContributed,
    CardsContributedOpenly,
    PileRevealed,
    PileShuffled,
    SkillTestAnnounced,
    SkillTestDecided,
)
from referee.games.unfathomable.kept_mythos import add_treachery
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.skill_test import (
    Result,
    Verdict,
    add_card_to_test,
    add_top_card_to_test,
    adjust_total,
    announce,
    clear_test,
    conclude,
    contribute_in_turn,
    count_up,
    face_up,
    note_used,
    skill_test,
    was_used,
    would_be,
)
from referee.games.unfathomable.state import State
from referee.kernel.asks import Some
from referee.kernel.facts import SPECTATOR, as_seen
from referee.kernel.refusals import Refusal
from referee.kernel.table import Script, Table
from tests.games.unfathomable.tables import Sailing, skill_cards, table_of
from tests.games.unfathomable.views import Watching

LORE_AND_WILL = (Skill.LORE, Skill.WILL)
CHAOS = "strength/rampage/3 strength/rampage/3 influence/coordinated_effort/1 lore/shrivelling/2"
"""The last two are on top and cancel each other by one: lore helps with 2, influence hinders with 1."""


def card(name: str) -> ChooseCard:
    return ChooseCard(SkillCard(name))


def make_test(table: Table[State], difficulty: int = 9, partial: int = 0) -> Sailing:
    return Sailing(table, skill_test(table, difficulty, LORE_AND_WILL, partial=partial))


def test_difficulty_and_skills_are_announced() -> None:
    """test.step1, test.parts (DE 23.3, FR 50.3, PL 35.3): difficulty, partial success and helpful skills are public."""
    table = table_of(4, chaos=CHAOS, hand={0: "will/true_grit/5"})
    playing = make_test(table, 9, 7)
    assert playing.facts[0] == SkillTestAnnounced(9, 7, LORE_AND_WILL, False)
    assert playing.paths[0] == "test.steps/test.step1"


def test_one_opportunity_each_clockwise_the_active_player_last() -> None:
    """test.step3 (DE 23.5, FR 50.5, PL 35.5)."""
    hand = dict.fromkeys(range(4), "will/persistence/2 lore/shrivelling/1")
    del hand[3]
    table = table_of(4, chaos=CHAOS, hand=hand, active=1)
    playing = make_test(table)
    asked = []
    while not playing.done:
        asked.append(playing.ask.seat)
        assert playing.ask.name == "unfathomable.contribute"
        playing.answer()
    assert asked == [2, 0, 1]
    assert [fact.seat for fact in playing.facts_of(CardsContributed)] == [2, 3, 0, 1]


def test_contributing_is_optional_and_any_number() -> None:
    """test.step3.optional (DE 23.5•1, FR 50.5•1, PL 35.5•1): from no card to the whole hand; none by default."""
    table = table_of(4, chaos=CHAOS, hand={1: "will/true_grit/5 lore/shrivelling/1 lore/shrivelling/1"})
    playing = make_test(table)
    ask = playing.ask
    assert isinstance(ask, Some)
    assert (ask.least, ask.most, ask.default, ask.passes) == (0, 3, (), ())
    assert playing.refusal(card("lore/forced_learning/5")) == no(Obstacle.NOT_IN_HAND, "test.step3")
    playing.answer(*playing.options)
    assert table.state.players[1].hand == []


def test_at_most_one_card_in_the_brig() -> None:
    """brig.one_card_per_test (DE 7.5, FR 9.5, PL 3.5)."""
    hand = {1: "will/true_grit/5 lore/shrivelling/1"}
    table = table_of(4, chaos=CHAOS, hand=hand, spaces={1: "brig"})
    playing = make_test(table)
    refused = playing.refusal(*playing.options)
    assert refused is not None
    assert refused.refusal is Refusal.TOO_MANY
    playing.answer(card("will/true_grit/5"))
    assert playing.result == Verdict(Result.FAILURE, 6)
    assert "brig.one_card_per_test" in "".join(playing.paths)


def test_at_most_one_card_of_a_revealed_traitor() -> None:
    """traitor.revealed.one_card_per_test (DE 15.6, FR 53.6, PL 39.6)."""
    table = table_of(4, chaos=CHAOS, hand={1: "will/true_grit/5 lore/shrivelling/1"}, traitors={1: "hybrid"})
    ask = make_test(table).ask
    assert isinstance(ask, Some)
    assert ask.most == 1


def test_helpful_cards_add_and_others_subtract() -> None:
    """test.helpful.add, test.hindering.subtract, test.step6 (DE 28.1, 41.1, FR 23.1, 22.1, PL 42.1, 41.1)."""
    table = table_of(4, chaos=CHAOS, hand={1: "will/true_grit/5 strength/rampage/4"})
    playing = make_test(table).answer(card("will/true_grit/5"), card("strength/rampage/4"))
    assert playing.result == Verdict(Result.FAILURE, 2 - 1 + 5 - 4)


def test_treachery_always_hinders() -> None:
    """treachery.always_hindering (DE 52.3, FR 20.3, PL 16.3), even if a test names it."""
    table = table_of(4, chaos=CHAOS, hand={1: "treachery/perform_rites/5"})
    playing = Sailing(table, skill_test(table, 9, (*LORE_AND_WILL, Skill.TREACHERY)))
    playing.answer(card("treachery/perform_rites/5"))
    assert playing.result.total == 2 - 1 - 5


@pytest.mark.parametrize(
    ("difficulty", "partial", "result"),
    [
        (6, 0, Result.SUCCESS),
        (5, 3, Result.SUCCESS),
        (7, 6, Result.PARTIAL),
        (9, 5, Result.PARTIAL),
        (9, 7, Result.FAILURE),
        (7, 0, Result.FAILURE),
    ],
)
def test_results(difficulty: int, partial: int, result: Result) -> None:
    """test.step6.success, .partial, .partial.resolve, .failure (DE 23.8, FR 50.8, PL 35.8): the total here is 6."""
    table = table_of(4, chaos=CHAOS, hand={1: "will/true_grit/5"})
    playing = make_test(table, difficulty, partial).answer(card("will/true_grit/5"))
    assert playing.result == Verdict(result, 6)
    assert playing.facts[-1] == SkillTestDecided(result, 6)
    assert playing.paths[-1].startswith(f"test.steps/test.difficulty/test.step6.{result.value}")


def test_totals_below_zero_stand() -> None:
    """test.step6 (DE 23.8, FR 50.8, PL 35.8): nothing says that a total stops at zero."""
    table = table_of(4, chaos=CHAOS, hand={1: "strength/rampage/4"})
    assert make_test(table).answer(card("strength/rampage/4")).result == Verdict(Result.FAILURE, -3)


@pytest.mark.parametrize(("reading", "result"), [("negative", Result.FAILURE), ("zero", Result.SUCCESS)])
def test_what_raises_a_total_starts_from_it(reading: str, result: Result) -> None:
    """test.step6 (DE 23.8, FR 50.8, PL 35.8), ruling test.below_zero: the cards come to -3, then 2 are added."""
    table = table_of(4, chaos=CHAOS, hand={1: "strength/rampage/4"}, readings={"test.below_zero": reading})
    announce(table, 2, LORE_AND_WILL, 0, is_mythos=False)
    add_chaos_cards(table)
    contributing = Sailing(table, contribute_in_turn(table))
    assert contributing.answer(card("strength/rampage/4")).done
    count_up(table)
    adjust_total(table, 0, 2)
    assert conclude(table).result is result


def test_faces_are_the_contributors_own_until_the_reveal() -> None:
    """test.step3, public.test_contribution_counts, public.test_pile_count (DE 23.5, 36.7, 36.8)."""
    table = table_of(4, chaos=CHAOS, hand={1: "will/true_grit/5 lore/shrivelling/1", 2: "will/true_grit/5"})
    giver, other, nobody = [Watching(table, viewer) for viewer in (1, 2, SPECTATOR)]
    playing = make_test(table).answer(card("will/true_grit/5"))
    hidden = SkillCard.HIDDEN
    assert giver.state.pile == [hidden, hidden, SkillCard.TRUE_GRIT_5]
    assert giver.state.players[1].hand == skill_cards("lore/shrivelling/1")
    for watcher in (other, nobody):
        assert watcher.state.pile == [hidden] * 3
        assert watcher.state.players[1].hand == [hidden]
    playing.answer()
    for watcher in (giver, other, nobody):
        assert watcher.state.pile == table.state.pile
        assert Counter(watcher.state.pile) == Counter(
            skill_cards("influence/coordinated_effort/1 lore/shrivelling/2 will/true_grit/5")
        )


def test_the_pile_is_shuffled_before_it_is_revealed() -> None:
    """test.step4, test.step5 (DE 23.6, 23.7, FR 50.6, 50.7, PL 35.6, 35.7): the order does not show who gave what."""
    orders = set()
    for number in range(12):
        table = table_of(
            4, chaos=CHAOS, seed=f"shuffle {number}", hand={1: "will/true_grit/5", 2: "lore/shrivelling/1"}
        )
        playing = make_test(table).answer(card("will/true_grit/5")).answer(card("lore/shrivelling/1"))
        (shuffled,) = playing.facts_of(PileShuffled)
        (revealed,) = playing.facts_of(PileRevealed)
        assert as_seen(shuffled, 1) == PileShuffled((SkillCard.HIDDEN,) * 4)
        assert shuffled.cards == revealed.cards
        orders.add(revealed.cards)
    assert len(orders) > 6


def test_nothing_after_the_shuffle_depends_on_who_gave_what() -> None:
    """test.step4, secrecy.test.no_identify_after (DE 23.6): if two players swap cards, the others are told the same."""
    told = []
    for first, second in (
        ("will/true_grit/5", "strength/rampage/4"),
        ("strength/rampage/4", "will/true_grit/5"),
    ):
        table = table_of(4, chaos=CHAOS, hand={1: first, 2: second})
        playing = make_test(table).answer(card(first)).answer(card(second))
        clear_test(table)
        facts = [as_seen(fact, 3) for fact in playing.facts if not isinstance(fact, PileRevealed)]
        (revealed,) = playing.facts_of(PileRevealed)
        told.append((facts, Counter(revealed.cards)))
    assert told[0] == told[1]


def test_cards_may_be_added_face_up() -> None:
    """skill.nothing_to_hide: players add their cards face up, chaos cards stay face down."""
    table = table_of(4, chaos=CHAOS, hand={1: "will/true_grit/5", 2: "lore/shrivelling/1"})
    watching = Watching(table, 2)

    def opened() -> Script[Verdict]:
        chapter.announce(table, 9, LORE_AND_WILL, 0, is_mythos=False)
        face_up(table, 0)
        add_chaos_cards(table)
        yield from chapter.contribute_in_turn(table)
        return Verdict(Result.FAILURE, 0)

    playing = Sailing(table, opened()).answer(card("will/true_grit/5"))
    assert playing.facts[-1] == CardsContributedOpenly(1, (SkillCard.TRUE_GRIT_5,))
    assert watching.state.pile == [SkillCard.HIDDEN, SkillCard.HIDDEN, SkillCard.TRUE_GRIT_5]


def test_cards_are_discarded_in_the_order_of_the_reveal() -> None:
    """test.step7 (DE 23.9, FR 50.9, PL 35.9): after the effects, each on the pile of its type."""
    table = table_of(4, chaos=CHAOS, hand={1: "lore/shrivelling/1 lore/lesser_banishment/4 will/true_grit/5"})
    watching = Watching(table, 3)
    playing = make_test(table)
    playing.answer(*playing.options)
    (revealed,) = playing.facts_of(PileRevealed)
    assert table.state.discards[Skill.LORE] == []
    clear_test(table)
    lore = [found for found in revealed.cards if found.skill is Skill.LORE]
    assert table.state.discards[Skill.LORE] == lore
    assert watching.state.discards[Skill.LORE] == lore[-1:]
    assert table.state.pile == []
    assert table.state.skill_test is None


def test_totals_can_be_changed_once_they_are_known() -> None:
    """test.step6 (DE 23.8, FR 50.8, PL 35.8): abilities raise or lower the total, or add a card to it."""
    table = table_of(4, chaos=CHAOS, hand={1: "will/true_grit/5"}, tops="strength/rampage/4")
    chapter.announce(table, 9, LORE_AND_WILL, 0, is_mythos=False)
    chapter.count_up(table)
    adjust_total(table, 0, 2)
    add_card_to_test(table, 1, SkillCard.TRUE_GRIT_5)
    test = chapter.current_test(table)
    assert (test.total, table.state.players[1].hand) == (7, [])
    assert add_top_card_to_test(table, Skill.STRENGTH) is SkillCard.RAMPAGE_4
    assert test.total == 3
    assert would_be(test, 9) is Result.SUCCESS
    assert table.state.pile == skill_cards("will/true_grit/5 strength/rampage/4")
    note_used(table, 1, "ability.experienced")
    assert was_used(table.state, "ability.experienced")
    clear_test(table)
    assert not was_used(table.state, "ability.experienced")


def test_no_card_where_a_deck_has_none() -> None:
    """skill_deck.both_empty (DE 22.2•2-1, FR 13.2•2-1, PL 13.2•2-1)."""
    table = table_of(4, chaos=CHAOS)
    table.state.decks[Skill.TREACHERY] = []
    chapter.announce(table, 9, LORE_AND_WILL, 0, is_mythos=False)
    add_treachery(table)
    assert add_top_card_to_test(table, Skill.TREACHERY) is None
    assert table.state.pile == []


def test_cards_in_play_areas_add_treachery() -> None:
    """test.step4: treachery that a card adds to a test is not seen before the reveal, like the chaos cards.

    Family Ties adds a card to every test, Memory of the Deep one where its owner adds cards.
    """
    mythos = {1: "family_ties", 2: "memory_of_the_deep"}
    tops = "treachery/ransack/4 treachery/perform_rites/5"
    table = table_of(4, chaos=CHAOS, hand={2: "will/true_grit/5"}, mythos=mythos, tops=tops)
    watching = Watching(table, 2)
    playing = make_test(table)
    assert table.state.pile[-1] is SkillCard.RANSACK_4
    assert watching.state.pile == [SkillCard.HIDDEN] * 3
    playing.answer(card("will/true_grit/5"))
    assert playing.result.total == 2 - 1 + 5 - 4 - 5


def test_a_test_may_interrupt_the_effects_of_another() -> None:
    """test.step7 (DE 23.9, FR 50.9, PL 35.9): an effect that leads to another test leaves the cards of the first."""
    table = table_of(4, chaos=CHAOS, hand={1: "will/true_grit/5 will/determination/3"})
    make_test(table).answer(card("will/true_grit/5"))
    outer = list(table.state.pile)
    inner = make_test(table, 3).answer(card("will/determination/3"))
    assert inner.result == Verdict(Result.FAILURE, 3 - 3 - 3)
    clear_test(table)
    assert table.state.pile == outer
    assert table.state.skill_test is not None
    assert table.state.skill_test.total == 6
    clear_test(table)
    assert table.state.pile == []
