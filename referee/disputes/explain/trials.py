"""Trials: run the same seed and the same answers under another reading of the rules.

`attempts` gives the recorded answers to the questions of the other run as far as they fit, and `trial_comparison` says
how the two runs differ. Streams of luck are labelled, so the luck stays the same in both as far as the rules allow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.disputes.explain.attempts import Attempt, attempted
from referee.disputes.explain.phrasing import Phrasing
from referee.disputes.explain.trace import Trace, trace_of
from referee.disputes.explain.trial_comparison import TrialComparison
from referee.disputes.explain.trial_result import Trial
from referee.games import game as game_named
from referee.kernel.game import Charter
from referee.match.charters import settle, with_readings
from referee.match.entries import Entry
from referee.replay.progress import OnProgress, counted, unreported


class TrialRun(NamedTuple):
    """Both runs of a trial, and how they differ."""

    trial: Trial
    charter: Charter
    """The charter with the readings that were tried."""
    record: Trace
    attempt: Attempt


def try_reading(
    charter: Charter,
    entries: Sequence[Entry],
    *,
    edition: str = "",
    rulings: Mapping[str, str] | None = None,
    names: Sequence[str] = (),
    on_progress: OnProgress = unreported,
) -> Trial:
    """Run a match again under another edition, or with other readings of single rulings.

    The readings of the match stay in force unless they are replaced here. Raise `UnknownReading` for a reading that the
    rulebook does not have, `Mismatch` for a record that its own rules do not produce, and `TrialFault`. The
    progress counts both runs: as played, and as tried.
    """
    chosen = rulings or {}
    return run_trial(charter, entries, edition, chosen, names=names, on_progress=on_progress).trial


def run_trial(
    charter: Charter,
    entries: Sequence[Entry],
    edition: str,
    rulings: Mapping[str, str],
    *,
    names: Sequence[str] = (),
    on_progress: OnProgress = unreported,
) -> TrialRun:
    """Try another reading as `try_reading` does, and return both runs as well."""
    other = with_readings(charter, edition, rulings)
    terms, tried_terms = settle(charter), settle(other)
    record = trace_of(terms, counted(entries, on_progress, total=2 * len(entries)))
    attempt = attempted(record, Trace(tried_terms), on_progress)
    phrasing = Phrasing(charter.game, charter.seats, names)
    comparison = TrialComparison(record, attempt, phrasing, game_named(charter.game).rulebook)
    return TrialRun(comparison.trial(other.edition), other, record, attempt)
