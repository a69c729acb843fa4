"""The result of a trial: what another reading changed, and where the trial stopped."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from referee.disputes.explain.citations import Citation
from referee.kernel.facts import Seat
from referee.kernel.table import Ended

TrialEffect = Literal["none", "questions", "facts", "outcome", "unknown"]
"""What another reading changes: nothing; only what someone was asked or offered; what happened, with the same outcome;
the outcome; or unknown, because the trial stopped before an outcome."""


class FactSide(msgspec.Struct, frozen=True):
    """A fact on one of the two sides."""

    kind: str
    sentence: str
    fact: dict[str, Any]
    path: tuple[str, ...]
    rule: Citation


class FactDifference(msgspec.Struct, frozen=True):
    """The first fact that differs. A side is None if its match is over.

    If one side merely stopped, because a question has no answer, there is no different fact.
    """

    number: int
    entry: int
    """The entry of the record that has it, or the last entry if the record has no such fact."""
    record: FactSide | None
    tried: FactSide | None
    fields: tuple[str, ...]
    """The fields that differ if both are of one kind; `path` means the rules that led there."""
    rulings: tuple[str, ...]
    """The changed rulings that the rules looked up last before it."""


class QuestionSide(msgspec.Struct, frozen=True):
    """A question on one of the two sides."""

    seat: Seat
    name: str
    asked: str
    path: tuple[str, ...]
    rule: Citation | None
    options: int
    """The number of options."""
    least: int
    """The least number of options that must be chosen."""
    most: int
    """The greatest number of options that may be chosen."""
    limits: tuple[dict[str, Any], ...]
    """The limits on the chosen options as a whole."""
    alone: tuple[str, ...]
    """The options that the other side does not offer, as sentences."""


class QuestionDifference(msgspec.Struct, frozen=True):
    """The first question that differs. A side is None if it asks nothing there."""

    after: int
    """The number of the fact after which it is asked."""
    record: QuestionSide | None
    tried: QuestionSide | None
    rulings: tuple[str, ...]
    """The changed rulings that the rules looked up last before it."""


class Stop(msgspec.Struct, frozen=True):
    """The reason why a trial stopped before an outcome."""

    reason: Literal["not_allowed", "not_on_record", "record_ends"]
    entry: int
    """The entry of the answer that is not allowed; 0 if there is no recorded answer."""
    after: int
    """The number of the fact of the trial after which it stopped."""
    seat: Seat
    name: str
    asked: str
    choices: tuple[str, ...]
    """The recorded answer, as sentences."""
    refusal: str
    why: str
    rule: Citation | None
    """The rule that forbids the answer, or that asks the question without one."""


class Trial(msgspec.Struct, frozen=True):
    """The result of running a match under another reading."""

    edition: str
    """The edition that was tried; by default the one of the match."""
    readings: dict[str, tuple[str, str]]
    """For every ruling that changes, the reading of the match and the one tried."""
    effect: TrialEffect
    question: QuestionDifference | None
    """The first question that differs, if it comes before any different fact."""
    fact: FactDifference | None
    answers: int
    """The number of recorded answers."""
    followed: int
    passed_over: int
    """The number of answers to questions that are no longer asked."""
    stop: Stop | None
    facts: int
    """The number of facts in the record."""
    facts_tried: int
    outcome: Ended | None
    outcome_tried: Ended | None
