"""The game put together: nothing of a chapter is left out."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import pytest

from referee.games.unfathomable import GAME, choices, facts
from referee.games.unfathomable.actions import (
    ACTIONS,
    START_OF_ACTION_STEP,
    action,
    at_start_of_action_step,
)
from referee.games.unfathomable.choices.plain import Pass
from referee.games.unfathomable.state import FOLDS
from referee.games.unfathomable.windows import REACTIONS


def test_every_fact_that_has_a_fold_belongs_to_the_game() -> None:
    """The folds are gathered by themselves, the facts by their chapters: both must come to the same."""
    assert FOLDS.keys() == set(GAME.facts)
    assert len(set(GAME.facts)) == len(GAME.facts)


def test_every_chapter_of_choices_and_facts_is_gathered() -> None:
    """A chapter that nobody names would bring facts or choices that the wire does not know."""
    for found in pkgutil.iter_modules(facts.__path__):
        assert set(import_module(f"{facts.__name__}.{found.name}").FACTS) <= set(GAME.facts), found.name
    for found in pkgutil.iter_modules(choices.__path__):
        chapter = import_module(f"{choices.__name__}.{found.name}")
        assert set(chapter.CHOICES) <= set(GAME.choices), found.name
        assert chapter.QUESTIONS.keys() <= GAME.questions.keys(), found.name


def test_no_question_has_two_sentences() -> None:
    """Each question belongs to one chapter."""
    chapters = [
        import_module(f"{choices.__name__}.{found.name}") for found in pkgutil.iter_modules(choices.__path__)
    ]
    assert sum([len(chapter.QUESTIONS) for chapter in chapters]) == len(GAME.questions)


def test_each_kind_of_choice_takes_one_action() -> None:
    """action.human.list, action.traitor.list (DE 1.2, 1.9, FR 2.2, 2.9, PL 1.2, 1.9)."""
    kinds = (*ACTIONS, *START_OF_ACTION_STEP)
    assert set(kinds) <= set(GAME.choices)
    for found in (*ACTIONS.values(), *START_OF_ACTION_STEP.values()):
        for register in (action, at_start_of_action_step):
            with pytest.raises(ValueError, match=f"{found.choice.__name__} takes another action already"):
                register(found)
    assert (*ACTIONS, *START_OF_ACTION_STEP) == kinds


def test_forms_of_questions_know_every_action() -> None:
    """Whatever takes an action may be among the options of the questions for one."""
    assert set(GAME.questions["unfathomable.action"].choices) == {Pass, *ACTIONS}
    assert set(GAME.questions["unfathomable.start_of_action_step"].choices) == {Pass, *START_OF_ACTION_STEP}


def test_actions_and_abilities_name_rules_of_the_book() -> None:
    """Every action and every ability says by which rule it is there."""
    rules = GAME.rulebook.rules
    named = [found.rule for found in (*ACTIONS.values(), *START_OF_ACTION_STEP.values())]
    named += [found.rule for registered in REACTIONS.values() for found in registered.all()]
    assert [rule for rule in named if rule not in rules] == []
    assert all([registered.all() for registered in REACTIONS.values()])


def test_what_a_character_or_an_item_brings_has_no_moment_for_all() -> None:
    """Windows ask `moment` of what is anybody's alone."""
    lists = [
        those for there in REACTIONS.values() for those in (*there.characters.values(), *there.items.values())
    ]
    brought = [found for those in lists for found in those]
    assert brought
    assert [found.rule for found in brought if found.moment is not None] == []
