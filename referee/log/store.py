"""The interface of every store, and its errors."""

from collections.abc import Sequence
from typing import Protocol

from referee.log.records import (
    AuditAppended,
    DecisionTimed,
    EntropyGiven,
    EntryAppended,
    IntentRejected,
    MatchCount,
    MatchPlace,
    MatchRow,
    MatchStatus,
    OrdersGiven,
    PrecedentPlace,
    Record,
    SeatTaken,
    WaitingMatch,
)

EVER = range(2**62)
"""All times, in milliseconds since the Unix epoch."""


class StoreError(Exception):
    """A store could not do what was asked. The message says what to do about it."""


class StoreBusy(StoreError):
    """Another process is using the database."""


class StoreDamaged(StoreError):
    """The stored data was changed, or was not written by a known version of the referee."""


class StoreFailed(StoreError):
    """The disk or the operating system failed. Nothing of the failed write is kept.

    There is one exception: if the process dies before its next write, the failed one may have reached the disk after
    all. It was not acknowledged, and a retry with the same key finds out.
    """


class StoreFull(StoreFailed):
    """The disk is full."""


class StoreConflict(StoreError):
    """A record that does not fit what is stored, such as a gap in a chain or a match opened twice."""


class Store(Protocol):
    """Durable storage of records.

    Any thread may read, even while another one writes, and sees every write that has returned. Reading a match that
    was never opened returns nothing.
    """

    def write(self, records: Sequence[Record]) -> None:
        """Write all records or none. Once it returns, they survive a power cut.

        The records of one match take effect in the given order. Raise a `StoreError` if nothing was written.
        """

    def matches(self, status: MatchStatus | None = None) -> list[MatchRow]:
        """Return all matches, or those with one status, in the order they were opened, without reading entries.

        Raise `StoreDamaged`, naming the first match that does not match its hash.
        """

    def newest_matches(
        self,
        limit: int,
        *,
        before: MatchPlace | None = None,
        status: MatchStatus | None = None,
        game: str = "",
        opened: range = EVER,
    ) -> list[MatchRow]:
        """Return up to `limit` matches from before a place, newest first; those of a millisecond by their id.

        `opened` holds the times at which they may have been opened. Raise `StoreDamaged`, naming the first match that
        does not match its hash.
        """

    def match(self, match: str) -> MatchRow | None:
        """Return one match, or None if it was never opened. Raise `StoreDamaged` if it does not match its hash."""

    def waiting(self) -> list[WaitingMatch]:
        """Return the open matches that have begun, or in which seats have committed to entropy, without their entries.

        Nothing is checked, because one damaged match must not hide the others.
        """

    def tally(self) -> list[MatchCount]:
        """Return the number of matches by game and status, in that order. Nothing is checked."""

    def entries(self, match: str, after: int = -1) -> list[EntryAppended]:
        """Return the entries of a match after entry `after` (-1: all), in order, starting with the charter.

        Every entry is checked against its hash. Raise `StoreDamaged`, naming the first entry that does not fit.
        """

    def seats(self, match: str) -> list[SeatTaken]:
        """Return the tokens issued for the match, in the order they were issued.

        Raise `StoreDamaged` if one does not match its hash.
        """

    def rejections(self, match: str) -> list[IntentRejected]:
        """Return the refused intents of the match, in the order they arrived."""

    def orders(self, match: str) -> list[OrdersGiven]:
        """Return the standing orders of the match, in the order they were given. A seat's last ones are in force."""

    def decision_times(self, match: str) -> list[DecisionTimed]:
        """Return the times of the answers of the match, in the order of the answers; empty without a clock."""

    def entropy(self, match: str) -> list[EntropyGiven]:
        """Return the commitments and reveals of entropy, in order. The last one of a seat is in force."""

    def audit(self, match: str) -> list[AuditAppended]:
        """Return the audit entries of the match, in order. Raise `StoreDamaged` if one does not match its hash."""

    def precedents(
        self,
        rule: str,
        limit: int,
        *,
        before: PrecedentPlace | None = None,
        game: str = "",
        with_unapproved: bool = False,
    ) -> list[PrecedentPlace]:
        """Return up to `limit` rulings of closed matches, kept as precedents for a rule, from before a place.

        The newest are first. Nothing is checked, and a later ruling may have replaced one of them: the audit log of its
        match tells.
        """

    def close(self) -> None:
        """Release all resources. Closing twice is allowed."""
