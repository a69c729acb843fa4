"""A question on the page says in words what the card says, what the rule says, and what each option does."""

from __future__ import annotations

from referee.games.unfathomable.choices import ChooseOption
from referee.games.unfathomable.questions import ASK_CRISIS
from referee.inspector.live.page_question import PageQuestion, page_question
from referee.kernel.asks import Ask
from referee.kernel.run import Question
from referee.wire.codec import codec_of
from referee_api.v1 import referee_pb2 as api

NAMES = ["Ada", "Bob", "Cleo"]


def on_page(game: str, ask: Ask, path: str) -> PageQuestion:
    """Return a question as the page gets it."""
    message = api.Question.FromString(codec_of(game).question(Question(ask=ask, number=1, path=path)))
    return page_question(game, message, NAMES, {}, 0)


def test_the_card_that_asks_and_its_options_are_in_words() -> None:
    path = "turn.order/mythos.food_rationing/crisis.choice"
    found = on_page("unfathomable", ASK_CRISIS.to(0, [ChooseOption(1), ChooseOption(2)]), path)
    assert (
        found.about
        == "The Captain chooses: lose one food and roll, and on 6 or less lose one sanity; or lose two food."
    )
    assert found.rule == "A choice crisis makes one player choose between two options."
    assert [option.sentence for option in found.options] == [
        "Lose one food and roll; on 6 or less lose one sanity.",
        "Lose two food.",
    ]
