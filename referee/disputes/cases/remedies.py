"""Remedies: the match that continues after a ruling, as a fork."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from referee.audit.checks import CaseError, CaseProblem
from referee.audit.entries import Remedy, ReplayUnder, Rewind
from referee.disputes.explain.attempts import Attempt, attempted
from referee.disputes.explain.trace import Trace, trace_of
from referee.kernel.game import Charter
from referee.log.chain import GENESIS, chain
from referee.log.records import EntryAppended
from referee.match.charters import settle, with_readings
from referee.match.entries import Entry, encode, read_entries
from referee.match.match import Chained
from referee.server.auditing import ForkPlan, entry_of_fact


def fork_after(
    charter: Charter, stored: Sequence[EntryAppended], remedy: Remedy, why: str, *, is_open: bool, at: int
) -> ForkPlan:
    """Return the match that continues after a ruling, given the stored entries, the charter first.

    `is_open` means that someone was given the record, so nobody may answer any more. A ruling that lets everything
    stand, after one that did not, lets the match continue from where it was.
    """
    match remedy:
        case Rewind(fact=fact):
            return _rewound(charter, stored, fact, why)
        case ReplayUnder():
            return _replayed(charter, stored, remedy, why, is_open=is_open, at=at)
        case _:
            return ForkPlan(charter, stored[1:], len(stored) - 1, why)


def _rewound(charter: Charter, stored: Sequence[EntryAppended], fact: int, why: str) -> ForkPlan:
    entry = entry_to_undo(read_entries(settle(charter).game, stored), fact)
    return ForkPlan(charter, stored[1:entry], entry - 1, why)


def entry_to_undo(entries: Sequence[Entry], fact: int) -> int:
    """Return the first entry that is undone when a match is rewound to before a fact."""
    entry = entry_of_fact(entries, fact)
    if entry == 1:
        raise CaseError(
            CaseProblem.REMEDY_NOT_ALLOWED,
            "That fact is part of the setup, and no answer brought it about; replay the match under the ruling, "
            "or void it",
        )
    return entry


def _replayed(
    charter: Charter,
    stored: Sequence[EntryAppended],
    remedy: ReplayUnder,
    why: str,
    *,
    is_open: bool,
    at: int,
) -> ForkPlan:
    """Return the match under the other readings, up to the first question that has no fitting answer."""
    record = read_entries(settle(charter).game, stored)
    other, attempt, entries = replayed_under(charter, record, remedy)
    is_over = attempt.trace.match.outcome is not None
    if is_open and not is_over:
        raise CaseError(
            CaseProblem.LUCK_KNOWN,
            "The record of this match was opened, so its luck is known, and under that reading the answers on record "
            "do not carry it to an end; award it or void it",
        )
    seats = [entry.seat for entry in attempt.trace.entries]
    appended = [
        EntryAppended("", entry.seq, seat, "", at, entry.body, entry.hash)
        for seat, entry in zip(seats, entries[1:], strict=True)
    ]
    return ForkPlan(other, appended, 0, why, is_over)


class Replayed(NamedTuple):
    """A match run again under other readings, as far as its answers fit."""

    charter: Charter
    attempt: Attempt
    entries: list[Chained]
    """The entries as they are stored, the charter first."""


def replayed_under(charter: Charter, entries: Sequence[Entry], remedy: ReplayUnder) -> Replayed:
    """Run the answers of a record again under the readings of a ruling."""
    other = with_readings(charter, remedy.edition, remedy.rulings)
    attempt = attempted(trace_of(settle(charter), entries), Trace(settle(other)))
    bodies = [encode(other), *map(encode, attempt.trace.entries)]
    chained = [Chained(*each) for each in zip(count(), bodies, chain(GENESIS, bodies), strict=False)]
    return Replayed(other, attempt, chained)
