"""Turns: the rules `turn.*`, `skill_set.*`, `sick_bay.*` and the steps of the active player."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import ORDINARY, Loyalty, Resource, Skill, SkillCard
from referee.games.unfathomable.choices import (
    ACCEPT,
    PASS,
    ChooseItem,
    ChooseNumber,
    ChooseSkill,
    MoveTo,
    PlayInsteadOfActions,
    Reveal,
)
from referee.games.unfathomable.facts.hand import CardsDrawn
from referee.games.unfathomable.facts.turn import ActionSpent, StepBegan, TurnBegan
from referee.games.unfathomable.moving import move_to
from referee.games.unfathomable.obstacles import Obstacle
from referee.games.unfathomable.state import State
from referee.games.unfathomable.turn import (
    act_as_human,
    act_as_traitor,
    draw_as_traitor,
    draw_skill_set,
    take_turn_as_human,
    take_turn_as_traitor,
    take_turns,
)
from referee.kernel.asks import Choice, chosen_of, default_picks
from referee.kernel.table import Table
from tests.games.unfathomable.tables import Sailing, table_of


def drawn(table: Table[State]) -> list[Skill | None]:
    return [card.skill for card in table.state.players[0].hand]


def test_a_human_draws_the_whole_skill_set() -> None:
    """skill_set.draw (DE 21.1, 46.4, FR 37.1, 26.4, PL 54.1, 32.4)."""
    table = table_of()
    assert Sailing(table, draw_skill_set(table, 0)).done
    assert drawn(table) == [*[Skill.INFLUENCE] * 3, *[Skill.WILL] * 2]


def test_in_the_brig_too() -> None:
    """brig.full_skill_set (DE 7.12, FR 9.12, PL 3.12)."""
    table = table_of(spaces={0: "brig"})
    assert Sailing(table, draw_skill_set(table, 0)).done
    assert len(drawn(table)) == 5


def test_in_the_sick_bay_one_card_of_choice() -> None:
    """skill_set.sick_bay (DE 21.1•1, 29.1, FR 37.1•1, 32.1, PL 54.1•1, 18.1)."""
    table = table_of(spaces={0: "sick_bay"})
    playing = Sailing(table, draw_skill_set(table, 0))
    assert playing.options == [ChooseSkill(Skill.INFLUENCE), ChooseSkill(Skill.WILL)]
    refused = playing.refusal(ChooseSkill(Skill.TREACHERY))
    assert refused is not None
    assert (refused.obstacle, refused.rule) == (Obstacle.WRONG_SKILL, "skill_set.definition")
    playing.answer(ChooseSkill(Skill.WILL))
    assert drawn(table) == [Skill.WILL]


@pytest.mark.parametrize(
    ("reading", "more"), [("active", [Skill.LORE]), ("any", [Skill.LORE, Skill.OBSERVATION])]
)
def test_an_upgrade_widens_the_choice_in_the_sick_bay(reading: str, more: list[Skill]) -> None:
    """sick_bay.upgrade_choice (DE 29.1•1, FR 32.1•1, PL 18.1•1), ruling sick_bay.upgrade."""
    table = table_of(
        spaces={0: "sick_bay"},
        items={0: "mystical_text"},
        inactive={0: "binoculars"},
        readings={"sick_bay.upgrade": reading},
    )
    playing = Sailing(table, draw_skill_set(table, 0))
    expected = [Skill.INFLUENCE, Skill.WILL, *more]
    assert playing.options == [ChooseSkill(skill) for skill in expected]


def left_the_sick_bay(reading: str, traitors: dict[int, str] | None = None) -> Table[State]:
    """Seat 0 walked out of the Sick Bay in the turn of seat 1, and has the turn now."""
    table = table_of(
        spaces={0: "sick_bay"},
        traitors=traitors,
        active=1,
        readings={"sick_bay.left_before_turn": reading},
    )
    move_to(table, 0, Space.CHAPEL)
    table.record(TurnBegan(0, 2))
    return table


def test_who_left_the_sick_bay_before_the_turn_draws_the_full_set() -> None:
    """sick_bay.left_before_turn (DE 29.2•1, PL 18.2•1), reading must."""
    table = left_the_sick_bay("must")
    playing = Sailing(table, draw_skill_set(table, 0))
    assert playing.done
    assert len(drawn(table)) == 5


@pytest.mark.parametrize(("answer", "cards"), [(ACCEPT, 5), (PASS, 0)])
def test_who_left_the_sick_bay_before_the_turn_may_draw(answer: Choice, cards: int) -> None:
    """sick_bay.left_before_turn (FR 32.2•1), reading may: all of it or nothing, and once."""
    table = left_the_sick_bay("may")
    playing = Sailing(table, draw_skill_set(table, 0))
    assert playing.options == [ACCEPT, PASS]
    assert playing.answer(answer).done
    assert len(drawn(table)) == cards
    table.record(StepBegan(0, "actions"))
    assert Sailing(table, draw_skill_set(table, 0)).done


def test_a_traitor_who_left_the_sick_bay_before_the_turn_may_draw() -> None:
    """sick_bay.left_before_turn (FR 32.2•1), reading may: the rule speaks of players."""
    table = left_the_sick_bay("may", traitors={0: "hybrid"})
    assert Sailing(table, draw_as_traitor(table, 0)).answer(PASS).done
    assert drawn(table) == []
    playing = Sailing(table, draw_as_traitor(table, 0)).answer(ACCEPT)
    assert playing.ask.name == "unfathomable.forgo"


def test_only_leaving_in_the_turn_of_another_leaves_the_draw_open() -> None:
    """sick_bay.left_before_turn (FR 32.2•1), reading may: a player who leaves in its own turn draws as usual."""
    table = table_of(spaces={0: "sick_bay"}, readings={"sick_bay.left_before_turn": "may"})
    move_to(table, 0, Space.CHAPEL)
    table.record(TurnBegan(0, 5))
    assert Sailing(table, draw_skill_set(table, 0)).done
    assert len(drawn(table)) == 5


def test_the_french_edition_says_may() -> None:
    """sick_bay.left_before_turn (FR 32.2•1)."""
    assert table_of(edition="fr").ruling("sick_bay.left_before_turn") == "may"
    assert table_of(edition="de").ruling("sick_bay.left_before_turn") == "must"


def test_a_traitor_forgoes_cards_for_treachery() -> None:
    """turn.traitor.skills.treachery, turn.traitor.skills.declare (DE 46.10•1, FR 26.10•1, PL 32.10•1)."""
    table = table_of(traitors={0: "hybrid"})
    playing = Sailing(table, draw_as_traitor(table, 0))
    assert playing.facts == []
    playing.answer(ChooseSkill(Skill.INFLUENCE), ChooseSkill(Skill.WILL))
    assert playing.done
    assert drawn(table) == [*[Skill.INFLUENCE] * 2, Skill.WILL, *[Skill.TREACHERY] * 2]


@pytest.mark.parametrize(("when", "before"), [("first", 0), ("after_ordinary", 3)])
def test_by_another_reading_treachery_cards_may_be_left(when: str, before: int) -> None:
    """turn.traitor.skills.treachery, rulings traitor.treachery_draw (optional) and traitor.declare."""
    table = table_of(
        traitors={0: "hybrid"}, readings={"traitor.treachery_draw": "optional", "traitor.declare": when}
    )
    playing = Sailing(table, draw_as_traitor(table, 0))
    playing.answer(ChooseSkill(Skill.INFLUENCE), ChooseSkill(Skill.WILL))
    assert playing.options == [ChooseNumber(2), ChooseNumber(1), ChooseNumber(0)]
    assert len(drawn(table)) == before
    playing.answer(ChooseNumber(1))
    assert drawn(table) == [*[Skill.INFLUENCE] * 2, Skill.WILL, Skill.TREACHERY]


def test_a_traitor_in_the_sick_bay_draws_one_card() -> None:
    """skill_set.sick_bay, ruling sick_bay.traitor_draw, reading one_card: it may be a Treachery card."""
    table = table_of(traitors={0: "hybrid"}, spaces={0: "sick_bay"})
    playing = Sailing(table, draw_as_traitor(table, 0))
    playing.answer(ChooseSkill(Skill.TREACHERY))
    assert drawn(table) == [Skill.TREACHERY]


def test_a_traitor_in_the_sick_bay_may_draw_nothing_where_treachery_is_optional() -> None:
    """turn.traitor.skills.treachery, rulings sick_bay.traitor_draw (one_card) and traitor.treachery_draw (optional)."""
    table = table_of(
        traitors={0: "hybrid"}, spaces={0: "sick_bay"}, readings={"traitor.treachery_draw": "optional"}
    )
    assert Sailing(table, draw_as_traitor(table, 0)).answer(PASS).done
    assert drawn(table) == []


def test_by_another_reading_a_traitor_in_the_sick_bay_draws_all() -> None:
    """turn.traitor.skills, ruling sick_bay.traitor_draw, reading full_set."""
    table = table_of(
        traitors={0: "hybrid"}, spaces={0: "sick_bay"}, readings={"sick_bay.traitor_draw": "full_set"}
    )
    assert Sailing(table, draw_as_traitor(table, 0)).answer().done
    assert len(drawn(table)) == 5


def test_two_actions_and_the_same_twice_if_one_likes() -> None:
    """action.step.two_actions, turn.human.actions (DE 46.5, FR 26.5, PL 32.5)."""
    table = table_of(spaces={0: "galley"})
    playing = Sailing(table, act_as_human(table, 0))
    assert table.state.actions_left == 1
    playing.answer(MoveTo(Space.DECK_1))
    assert table.state.actions_left == 0
    playing.answer(MoveTo(Space.DECK_2))
    assert playing.done
    assert table.state.players[0].space is Space.DECK_2


def test_the_steps_of_a_human() -> None:
    """turn.human (DE 46.3, FR 26.3, PL 32.3): skills, actions, mythos, discard."""
    table = table_of()
    playing = Sailing(table, take_turn_as_human(table, 0))
    playing.answer(PASS).answer(PASS)
    assert [fact.step for fact in playing.facts_of(StepBegan)] == ["actions", "mythos"]
    assert playing.facts_of(TurnBegan) == [TurnBegan(0, 2)]


def test_the_steps_of_a_traitor() -> None:
    """turn.traitor (DE 46.9, FR 26.9, PL 32.9): skills, actions, discard."""
    table = table_of(traitors={0: "hybrid"})
    playing = Sailing(table, take_turn_as_traitor(table, 0))
    playing.answer()
    while not playing.done:
        playing.answer(PASS) if playing.asks else playing.answer_together()
    assert [fact.step for fact in playing.facts_of(StepBegan)] == ["actions", "discard"]


def test_a_turn_begins_with_everything_unused() -> None:
    """ability.limit_per_turn.other_turn (DE 18.10•1, FR 10.10•1, PL 50.10•1)."""
    table = table_of(active=3)
    table.state.used = ["room.galley"]
    table.state.barricaded = table.state.revealed_this_turn = True
    Sailing(table, take_turn_as_human(table, 0))
    assert table.state.used == []
    assert not table.state.barricaded
    assert not table.state.revealed_this_turn
    assert table.state.active == 0


def test_the_upgrade_is_changed_before_the_skill_step() -> None:
    """upgrade.start_of_turn_timing (DE 25.10•1, FR 18.10•1, PL 12.10•1): the new one counts for the draw."""
    table = table_of(items={0: "mystical_text"}, inactive={0: "binoculars"})
    playing = Sailing(table, take_turn_as_human(table, 0))
    assert playing.facts_of(CardsDrawn) == []
    playing.answer(ChooseItem(table.state.players[0].inactive[0]))
    skills = drawn(table)
    assert Skill.OBSERVATION in skills
    assert Skill.LORE not in skills
    assert set(skills) <= set(ORDINARY)


def test_who_reveals_in_the_own_turn_acts_on_and_skips_the_mythos_step() -> None:
    """reveal.own_turn_skips_mythos (DE 14.8•1, FR 48.8•1, PL 40.8•1)."""
    table = table_of(loyalty={0: "hybrid"}, spaces={0: "brig"})
    playing = Sailing(table, take_turn_as_human(table, 0)).answer(Reveal(Loyalty.HYBRID))
    assert table.state.players[0].is_traitor
    assert table.state.actions_left == 0
    assert playing.ask.name == "unfathomable.action"
    playing.answer(PASS)
    assert [fact.step for fact in playing.facts_of(StepBegan)] == ["actions", "discard"]


def test_a_card_at_the_start_takes_the_place_of_the_action_step() -> None:
    """treachery.end_action_step (DE 52.2, FR 20.2, PL 16.2): no actions, and no other card of the kind."""
    table = table_of(
        traitors={0: "hybrid"}, spaces={0: "galley"}, hand={0: "treachery/ransack/4 treachery/ransack/4"}
    )
    playing = Sailing(table, act_as_traitor(table, 0))
    assert playing.ask.name == "unfathomable.start_of_action_step"
    playing.answer(PlayInsteadOfActions(SkillCard.RANSACK_4))
    assert playing.done
    assert table.state.resources[Resource.FOOD] == 7
    assert playing.facts_of(ActionSpent) == []


def test_the_start_of_the_step_may_be_passed_and_is_over_then() -> None:
    """treachery.end_action_step: after the first action no such card can be played."""
    table = table_of(traitors={0: "hybrid"}, spaces={0: "galley"}, hand={0: "treachery/ransack/4"})
    playing = Sailing(table, act_as_traitor(table, 0)).answer(PASS)
    assert playing.ask.name == "unfathomable.action"
    refused = playing.refusal(PlayInsteadOfActions(SkillCard.RANSACK_4))
    assert refused is not None
    assert refused.obstacle == Obstacle.WRONG_TIME


def test_a_traitor_with_cards_is_asked_whatever_they_are() -> None:
    """treachery.end_action_step: only the number of cards decides who is asked."""
    table = table_of(traitors={0: "hybrid"}, hand={0: "will/true_grit/5"})
    playing = Sailing(table, act_as_traitor(table, 0))
    assert playing.ask.name == "unfathomable.start_of_action_step"
    assert playing.options == [PASS]
    table = table_of(traitors={0: "hybrid"})
    assert Sailing(table, act_as_traitor(table, 0)).ask.name == "unfathomable.action"


def test_turns_go_clockwise() -> None:
    """turn.order, turn.pass_marker (DE 46.1, 46.8, FR 26.1, 26.8, PL 32.1, 32.8)."""
    table = table_of(3, traitors={0: "hybrid", 1: "hybrid", 2: "hybrid"})
    playing = Sailing(table, take_turns(table, 1))
    while len(playing.facts_of(TurnBegan)) < 4:
        if not playing.asks:
            playing.answer_together()
        else:
            playing.answer(*chosen_of(playing.ask, default_picks(playing.ask)))
    assert [fact.seat for fact in playing.facts_of(TurnBegan)] == [1, 2, 0, 1]
    assert [fact.turn for fact in playing.facts_of(TurnBegan)] == [2, 3, 4, 5]
