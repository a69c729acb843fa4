"""The same deal at other tables: matches with the same luck and options, but other players, answers or readings.

Two of them are compared turn by turn. Like every comparison, that is only for the open table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from referee.inspector.comparison import ComparedStep, paired
from referee.inspector.opened_match import OpenedMatch
from referee.kernel.facts import OPEN_TABLE, Recorded
from referee.match.entries import entropy_in
from referee.replay.format import Replay
from referee.replay.visible_facts import visible_facts

DealKey = tuple[object, ...]
"""What two matches must have in common to be dealt the same."""


def deal_of(replay: Replay) -> DealKey:
    """Return the game, seats, options and luck of a match."""
    charter = replay.charter
    entropy = entropy_in(replay.entries[0]) if replay.entries else ()
    options = tuple(sorted(charter.options.items()))
    return charter.game, charter.rules_version, charter.seats, options, charter.seed, entropy


class OtherTable(msgspec.Struct, frozen=True):
    """Another match with the same deal, as a list shows it."""

    match: str
    """Its name, as in addresses."""
    names: list[str]
    result: str


class TableComparison(msgspec.Struct, frozen=True):
    """How another match with the same deal differs."""

    names: list[str]
    """The names of the seats at the other table."""
    readings: dict[str, tuple[str, str]]
    """The rulings that were read differently: here, and at the other table."""
    outcome: str
    outcome_tried: str
    """How the match at the other table ended."""
    first: int | None
    """The index of the step at which the sides begin to differ; None if they do not."""
    steps: list[ComparedStep]
    trial: None = None
    """A comparison with other readings has a trial here."""


def compare_tables(match: OpenedMatch, other: OpenedMatch) -> TableComparison:
    """Compare two matches turn by turn."""
    steps = list(_steps(_turns(match.replay), _turns(other.replay)))
    differs = [index for index, step in enumerate(steps) if step.kind != "same"]
    ours, theirs = match.terms.setup.readings, other.terms.setup.readings
    return TableComparison(
        names=other.names,
        readings={key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]},
        outcome=match.result,
        outcome_tried=other.result,
        first=differs[0] if differs else None,
        steps=steps,
    )


def _turns(replay: Replay) -> list[list[Recorded]]:
    """Return the facts of each turn; the setup comes first."""
    turns: list[list[Recorded]] = [[]]
    for fact in visible_facts(replay, OPEN_TABLE):
        while fact.turn >= len(turns):
            turns.append([])
        turns[fact.turn].append(fact.recorded)
    return turns


def _steps(ours: Sequence[list[Recorded]], theirs: Sequence[list[Recorded]]) -> Iterator[ComparedStep]:
    played = tried = 0
    for turn in range(max(len(ours), len(theirs))):
        here = ours[turn] if turn < len(ours) else []
        there = theirs[turn] if turn < len(theirs) else []
        for kind, more, more_tried in paired(here, there):
            played, tried = played + more, tried + more_tried
            yield ComparedStep(played, tried, kind)
