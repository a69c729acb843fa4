"""Options that a card or a question numbers say what they do."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.cards import MYTHOS, MythosCard
from referee.games.unfathomable.choices import ChooseOption, Pass
from referee.games.unfathomable.questions import QUESTIONS
from referee.games.unfathomable.wording.numbered_options import PRINTED, say_numbered

CHOOSING = [card for card in MYTHOS.values() if card.crisis in ("choice", "combination")]


@pytest.mark.parametrize("card", CHOOSING, ids=lambda card: str(card.mythos))
def test_the_options_of_a_crisis_say_what_they_do(card: MythosCard) -> None:
    path = f"turn.order/mythos.{card.mythos}/crisis.choice"
    first, second = [say_numbered(ChooseOption(option), "unfathomable.crisis", path) for option in (1, 2)]
    assert second[1:] == f"{card.options[1]}."[1:]
    if card.crisis == "combination":
        assert first.startswith(f"Make the skill test: {card.difficulty}, ")
    else:
        assert first[1:] == f"{card.options[0]}."[1:]


def test_every_question_with_numbered_options_says_what_they_do() -> None:
    """No option of a question is only a number, except on cards, which the path names."""
    numbered = {name for name, question in QUESTIONS.items() if ChooseOption in question.choices}
    assert numbered == {*PRINTED, "unfathomable.crisis", "unfathomable.crisis_or_test"}
    assert "" not in [say_numbered(ChooseOption(number), name, "") for name in PRINTED for number in (1, 2)]


@pytest.mark.parametrize(
    ("choice", "path"),
    [(ChooseOption(3), "mythos.infection"), (ChooseOption(1), "turn.order"), (Pass(), "mythos.infection")],
)
def test_other_choices_get_no_other_words(choice: ChooseOption | Pass, path: str) -> None:
    assert say_numbered(choice, "unfathomable.crisis", path) == ""
