"""The game put together: nothing of a chapter is left out."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from referee.games.unfathomable import GAME, choices, facts, questions
from referee.games.unfathomable.abilities import ACTIONS, REACTIONS
from referee.games.unfathomable.choices import Pass
from referee.games.unfathomable.state import FOLDS
from referee.games.unfathomable.windows import QUESTION, Timing
from referee.kernel.asks import Choice
from referee.kernel.questions import DeclaredQuestion


def test_every_fact_that_has_a_fold_belongs_to_the_game() -> None:
    """The folds are gathered by themselves, the facts by their chapters: both must come to the same."""
    assert FOLDS.keys() == set(GAME.facts)
    assert len(set(GAME.facts)) == len(GAME.facts)


def test_every_chapter_of_facts_is_gathered() -> None:
    """A chapter that nobody names would bring facts that the wire does not know."""
    for found in pkgutil.iter_modules(facts.__path__):
        assert set(import_module(f"{facts.__name__}.{found.name}").FACTS) <= set(GAME.facts), found.name


def test_every_choice_and_every_question_is_listed() -> None:
    """What is not in the list would be unknown to the wire."""
    kinds = [kind for kind in vars(choices).values() if isinstance(kind, type) and issubclass(kind, Choice)]
    assert {*kinds} - {Choice} == set(GAME.choices)
    asked = [found for found in vars(questions).values() if isinstance(found, DeclaredQuestion)]
    assert {question.name for question in asked} == GAME.questions.keys()


def test_each_kind_of_choice_takes_one_action() -> None:
    """action.human.list, action.traitor.list (DE 1.2, 1.9, FR 2.2, 2.9, PL 1.2, 1.9)."""
    kinds = [action.choice for action in ACTIONS]
    assert set(kinds) <= set(GAME.choices)
    assert len(set(kinds)) == len(kinds)


def test_the_question_for_an_action_knows_every_action() -> None:
    """Whatever takes an action may be among the options of the question for one."""
    assert set(GAME.questions["unfathomable.action"].choices) == {
        Pass,
        *[action.choice for action in ACTIONS],
    }


def test_the_question_of_a_window_knows_every_ability() -> None:
    """Whatever uses an ability may be among the options of the question for its moment."""
    for timing, reactions in REACTIONS.items():
        kinds: set[type[Choice]] = {Pass}
        for reaction in reactions:
            kinds |= {*reaction.choice} if isinstance(reaction.choice, tuple) else {reaction.choice}
        assert set(QUESTION[timing].choices) <= kinds, timing


def test_actions_and_abilities_name_rules_of_the_book() -> None:
    """Every action and every ability says by which rule it is there; at every moment there is one."""
    rules = GAME.rulebook.rules
    named = [action.rule for action in ACTIONS]
    named += [reaction.rule for reactions in REACTIONS.values() for reaction in reactions]
    assert [rule for rule in named if rule not in rules] == []
    assert set(REACTIONS) == set(Timing)
    assert all(REACTIONS.values())


def test_what_a_character_or_an_item_brings_has_no_moment_for_all() -> None:
    """Windows ask `moment` of what is anybody's alone."""
    brought = [found for reactions in REACTIONS.values() for found in reactions if found.of is not None]
    assert brought
    assert [found.rule for found in brought if found.moment is not None] == []
