"""Which answers contributed to a fact.

Every question and fact has the path of the rules it came under. An answer contributed if it was given in the turn of
the fact, and everything since then happened inside a procedure that both the question and the fact belong to, or into
which the answer led. Answers that did nothing (a pass) are left out, except next to the one that set things going.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.disputes.explain.trace import Trace, TracedQuestion
from referee.kernel.asks import chosen_of, pass_picks
from referee.kernel.talk import TALK_PATH

NEAR = 2
"""Number of levels that a procedure may lie above a question or a fact that belong to it."""


def contributing_questions(trace: Trace, number: int) -> list[TracedQuestion]:
    """Return the questions whose answers contributed to a fact of the last entry, oldest first.

    None contributed to what was said, to the setup, and to what begins a turn.
    """
    if trace.entries[-1].by == "talk":
        return []
    group = _sealed_with(trace.questions)
    found = [
        asked
        for place, asked in _in_procedure(trace, number)
        if place >= len(trace.questions) - group or not _is_pass(trace, asked)
    ]
    return found[::-1]


def _in_procedure(trace: Trace, number: int) -> Iterator[tuple[int, TracedQuestion]]:
    """Yield the questions of the procedure that a fact belongs to, newest first, with their places in the trace."""
    path = trace.facts[number - 1].path.split("/")
    turn_fact = trace.terms.game.turn_fact
    turn = sum([type(recorded.fact) is turn_fact for recorded in trace.facts[:number]])
    scope, seen = len(path), number - 1
    for place in range(len(trace.questions) - 1, -1, -1):
        asked = trace.questions[place]
        if asked.turn != turn:
            return
        for recorded in trace.facts[asked.after : seen]:
            if recorded.path.partition("/")[0] != TALK_PATH:
                scope = min(scope, _shared(path, recorded.path.split("/")))
        seen = min(seen, asked.after)
        question = asked.question.path.split("/")
        scope = min(scope, _shared(path, question))
        is_newest = place == len(trace.questions) - 1
        near = min(len(path), len(question)) if is_newest else len(path)
        # A question that a rule of the path asks may be further out: it led into the procedure.
        if scope >= max(1, near - NEAR) or scope == len(question):
            yield place, asked


def _shared(path: Sequence[str], other: Sequence[str]) -> int:
    """Return how many rules two paths have in common from the outermost on."""
    return next(
        (depth for depth, (a, b) in enumerate(zip(path, other, strict=False)) if a != b),
        min(len(path), len(other)),
    )


def _sealed_with(asked: Sequence[TracedQuestion]) -> int:
    """Return the number of the last answers that were sealed together; 1 if the last one was given alone."""
    size = min(1, len(asked))
    while 0 < size < len(asked) and asked[-size - 1].is_sealed:
        size += 1
    return size


def _is_pass(trace: Trace, asked: TracedQuestion) -> bool:
    ask = asked.question.ask
    picks = pass_picks(ask)
    return picks is not None and trace.entries[asked.entry - 1].answer == chosen_of(ask, picks)
