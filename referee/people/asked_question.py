"""A question as a person reads and answers it: a sentence, numbered options, how many to choose, and the limits."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.games import game as game_named
from referee.games.sentences import count
from referee.wire.codec import codec_of
from referee_api.v1 import referee_pb2 as api
from referee_client import fault_in

_RANGE = re.compile(r"(\d+)-(\d+)")
_NUMBER = re.compile(r"\d+")

WORDS = {"pass", "p", "default", "d", "none"}
"""Words that answer a question."""


class BadAnswer(Exception):
    """Something typed that is not an answer; the text says why, and what to type."""


class AskedQuestion:
    """A question to a person. Options are numbered from 1 for people, and from 0 in messages."""

    def __init__(self, game: str, question: api.Question, names: Sequence[str]) -> None:
        self.question = question
        wording = game_named(game).wording
        choices = codec_of(game).answer(api.Answer(choices=question.options)) or ()
        self.sentences = [
            wording.option(choice, names, question.name, question.path)  # type: ignore[arg-type] # never a number
            for choice in choices
        ]
        """The options as sentences."""
        self.options = [f"{words}{self._weighed(number)}" for number, words in enumerate(self.sentences)]
        """The options as sentences, with the weight and group that limits count."""

    @property
    def sentence(self) -> str:
        """The question, and how many options to choose."""
        return f"{self.question.text} {self.how_many}"

    @property
    def how_many(self) -> str:
        """How many options make an answer, as a sentence."""
        least, most = self.question.least, self.question.most
        if self.question.kind == api.QUESTION_KIND_ONE:
            return "Choose one."
        if self.question.kind == api.QUESTION_KIND_IN_ORDER:
            return f"Give all {self.question.option_count} in the order you want."
        if least == most:
            return f"Choose {least}."
        return f"Choose up to {most}, or none." if least == 0 else f"Choose {least} to {most}."

    @property
    def limits(self) -> list[str]:
        """The conditions on the options chosen together, as sentences."""
        return [_limit_sentence(limit) for limit in self.question.limits]

    def _weighed(self, number: int) -> str:
        """Return the weight and the group of an option, if there are limits on them."""
        question = self.question
        if not question.limits:
            return ""
        group = f"{question.groups[number]} " if question.groups[number] else ""
        return f" ({group}{question.weights[number]})"

    def shown(self, picks: Sequence[int]) -> str:
        """Return the numbers of an answer as a person would type them."""
        return " ".join([str(pick + 1) for pick in picks]) or "none"

    def read(self, text: str) -> list[int]:
        """Return the picks that a typed text means. Raise `BadAnswer` if they are not a valid answer."""
        word = text.strip().casefold()
        if word in ("pass", "p"):
            if not self.question.HasField("pass_answer"):
                raise BadAnswer("You cannot pass here.")
            return list(self.question.pass_answer.picks)
        if word in ("default", "d"):
            return list(self.question.default_picks)
        picks = [] if word == "none" else self._numbers(word)
        self.check(picks)
        return picks

    def check(self, picks: Sequence[int]) -> None:
        """Raise `BadAnswer` if these picks are not a valid answer."""
        fault = fault_in(self.question, picks)
        if fault is not None:
            raise BadAnswer(self._explained(fault, picks))

    def _numbers(self, text: str) -> list[int]:
        picks: list[int] = []
        for part in re.split(r"[,\s]+", text):
            span = _RANGE.fullmatch(part)
            if span is not None and int(span[1]) <= int(span[2]) <= self.question.option_count:
                picks += range(int(span[1]) - 1, int(span[2]))
            elif _NUMBER.fullmatch(part):
                picks.append(int(part) - 1)
            else:
                raise BadAnswer(f"{part!r} is not the number of an option. Type ? for help.")
        return picks

    def _explained(self, fault: str, picks: Sequence[int]) -> str:
        total = self.question.option_count
        match fault:
            case "out_of_range":
                wrong = next(pick + 1 for pick in picks if not 0 <= pick < total)
                return f"There is no option {wrong}. They are numbered from 1 to {total}."
            case "chosen_twice":
                return "You chose an option twice."
            case "too_few" | "too_many":
                return f"That is {count(len(picks), 'option')}. {self.how_many}"
            case _:
                broken = next(limit for limit in self.question.limits if limit.WhichOneof("kind") == fault)
                chosen = sum([self.question.weights[pick] for pick in picks])
                so_far = f" You chose {chosen}." if fault in ("total_at_least", "none_spare") else ""
                return _limit_sentence(broken) + so_far


def _limit_sentence(limit: api.Limit) -> str:
    match limit.WhichOneof("kind"):
        case "total_at_least":
            return f"Together they must be worth at least {limit.total_at_least.total}."
        case "groups_exactly":
            return f"They must be of exactly {count(limit.groups_exactly.count, 'kind')}."
        case "groups_at_most":
            return f"They may be of at most {count(limit.groups_at_most.count, 'kind')}."
        case "group_required":
            return f"At least one must be {limit.group_required.group}."
        case "none_spare":
            return (
                f"Leave out what is not needed to reach {limit.none_spare.total}, but keep one of each kind."
            )
        case _:
            return f"They must satisfy the rule {limit.rule}."
