"""Remedies: how a match goes on after a ruling, as a fork of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.audit.checks import LuckKnown, RemedyMisfit
from referee.audit.entries import Remedy, ReplayUnder, Rewind
from referee.disputes.courses import Course, course_of
from referee.disputes.trials import attempted
from referee.kernel.game import Charter
from referee.log.chain import GENESIS, link
from referee.log.records import EntryAppended
from referee.match.charters import settle
from referee.match.court import Fork, entry_of_fact
from referee.match.entries import encode, reader_for


def fork_after(
    charter: Charter, stored: Sequence[EntryAppended], remedy: Remedy, why: str, *, is_open: bool, at: int
) -> Fork:
    """The match that goes on after a ruling; the record is stored, the charter first.

    `is_open` says that somebody got the record, so that nobody may answer anything more. A ruling that lets everything
    stand, after one that did not, lets the match go on from where it was.
    """
    match remedy:
        case Rewind(fact=fact):
            return _rewound(charter, stored, fact, why)
        case ReplayUnder():
            return _replayed(charter, stored, remedy, why, is_open=is_open, at=at)
        case _:
            return Fork(charter, stored[1:], len(stored) - 1, why)


def _rewound(charter: Charter, stored: Sequence[EntryAppended], fact: int, why: str) -> Fork:
    read = reader_for(settle(charter).game).entry
    entry = entry_of_fact([read(each.body) for each in stored[1:]], fact)
    if entry == 1:
        raise RemedyMisfit(
            "That fact is part of the setup, and no answer brought it about; replay the match under the ruling, "
            "or void it"
        )
    return Fork(charter, stored[1:entry], entry - 1, why)


def _replayed(
    charter: Charter,
    stored: Sequence[EntryAppended],
    remedy: ReplayUnder,
    why: str,
    *,
    is_open: bool,
    at: int,
) -> Fork:
    """The same seed and answers under the other readings, as far as they fit; there the seats are asked."""
    rulings = dict(sorted({**charter.rulings, **remedy.rulings}.items()))
    other = msgspec.structs.replace(charter, edition=remedy.edition or charter.edition, rulings=rulings)
    read = reader_for(settle(charter).game).entry
    record = course_of(settle(charter), [read(each.body) for each in stored[1:]])
    course = attempted(record, Course(settle(other))).course
    is_over = course.run.outcome is not None
    if is_open and not is_over:
        raise LuckKnown(
            "The record of this match was opened, so its luck is known, and under that reading the answers on record "
            "do not carry it to an end; award it or void it"
        )
    body = encode(other)
    head, entries = link(GENESIS, body), []
    for entry in course.entries:
        body = encode(entry)
        head = link(head, body)
        entries.append(EntryAppended("", entry.seq, entry.seat, "", at, body, head))
    return Fork(other, entries, 0, why, is_over)
