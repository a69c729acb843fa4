"""A question as the page shows it: in words, with limits that the page checks while a person chooses."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.games import game as game_named
from referee.inspector.live.option_elements import option_elements
from referee.inspector.pictures import Picture
from referee.kernel.facts import Seat
from referee.people.asked_question import AskedQuestion
from referee.wire.codec import codec_of
from referee_api.v1 import referee_pb2 as api

KINDS = {
    api.QUESTION_KIND_ONE: "one",
    api.QUESTION_KIND_SOME: "some",
    api.QUESTION_KIND_IN_ORDER: "in_order",
}


class PageOption(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option."""

    sentence: str
    keys: list[str] = []
    """The elements of the picture that it concerns."""
    weight: int = 0
    group: str = ""


class PageLimit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A condition on the options chosen together."""

    kind: str
    """The name of the limit in the API, such as `total_at_least`."""
    sentence: str
    amount: int = 0
    group: str = ""


class PageQuestion(msgspec.Struct, frozen=True):
    """A question with its options."""

    number: int
    name: str
    text: str
    about: str
    """What the card says that asks, if a card does."""
    rule: str
    """What the rule says under which it is asked."""
    how_many: str
    kind: str
    """`one`, `some` or `in_order`."""
    least: int
    most: int
    options: list[PageOption]
    limits: list[PageLimit]
    default: list[int]
    """The options that are chosen when time runs out."""
    passing: list[int] | None
    """The options that do nothing; None if the seat cannot pass."""
    path: str
    """The rules under which it is asked, outermost first."""
    concerns_you: bool


def page_question(
    game: str, question: api.Question, names: Sequence[str], picture: Picture, viewer: Seat
) -> PageQuestion:
    """Return a question in words."""
    asked = AskedQuestion(game, question, names)
    choices = codec_of(game).answer(api.Answer(choices=question.options)) or ()
    elements = option_elements(choices, picture, viewer)
    is_limited = bool(question.limits)
    book, rules = game_named(game).rulebook, question.path.split("/")
    printed = [rule for rule in rules if rule in book.rules and book.is_printed(rule)]
    about = book.rules[printed[-1]].statement if printed else ""
    rule = book.rules[rules[-1]].statement if rules[-1] in book.rules else ""
    return PageQuestion(
        number=question.number,
        name=question.name,
        text=question.text,
        about=about,
        rule="" if rule == about else rule,
        how_many=asked.how_many,
        kind=KINDS.get(question.kind, "some"),
        least=question.least,
        most=question.most,
        options=[
            PageOption(
                sentence,
                elements[place],
                question.weights[place] if is_limited else 0,
                question.groups[place] if is_limited else "",
            )
            for place, sentence in enumerate(asked.sentences)
        ],
        limits=[
            _limit(limit, sentence) for limit, sentence in zip(question.limits, asked.limits, strict=True)
        ],
        default=list(question.default_picks),
        passing=list(question.pass_answer.picks) if question.HasField("pass_answer") else None,
        path=question.path,
        concerns_you=question.concerns_you,
    )


def _limit(limit: api.Limit, sentence: str) -> PageLimit:
    kind = limit.WhichOneof("kind") or "rule"
    match kind:
        case "total_at_least":
            return PageLimit(kind, sentence, limit.total_at_least.total)
        case "none_spare":
            return PageLimit(kind, sentence, limit.none_spare.total)
        case "groups_exactly":
            return PageLimit(kind, sentence, limit.groups_exactly.count)
        case "groups_at_most":
            return PageLimit(kind, sentence, limit.groups_at_most.count)
        case "group_required":
            return PageLimit(kind, sentence, group=limit.group_required.group)
        case _:
            return PageLimit(kind, sentence)
