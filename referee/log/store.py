"""What every store promises, and how it says that it could not keep a promise."""

from collections.abc import Sequence
from typing import Protocol

from referee.log.records import (
    AuditAppended,
    EntropyGiven,
    EntryAppended,
    IntentRejected,
    MatchRow,
    OrdersGiven,
    Record,
    SeatTaken,
    Status,
)


class StoreError(Exception):
    """Anything that keeps a store from doing what was asked. The message says what to do about it."""


class StoreBusy(StoreError):
    """Another process has the database."""


class StoreDamaged(StoreError):
    """What is stored is not what was written, or was not written by this version of the referee."""


class StoreFailed(StoreError):
    """The disk, or what stands between it and us, failed. Nothing of the failed write is kept.

    One thing cannot be promised: if the process dies before its next write, the failed one may turn out to
    have reached the disk after all. It was not acknowledged, so whoever retries finds out by the key.
    """


class StoreFull(StoreFailed):
    """There is no room left on the disk."""


class Misfit(StoreError):
    """A record that does not follow from what is stored: a gap in a chain, or a match opened twice."""


class Store(Protocol):
    """A place where records are kept for good.

    Reads may be made from any thread, also while another thread writes, and see every write
    that has returned. Reading a match nobody opened finds nothing.
    """

    def write(self, records: Sequence[Record]) -> None:
        """Write all the records or none; once it returns, they survive a power cut.

        The records of one match take effect in the order given. Raises a `StoreError` if nothing
        was written.
        """

    def matches(self, status: Status | None = None) -> list[MatchRow]:
        """All matches, or those of one status, in the order they were opened. Reads no entries."""

    def match(self, match: str) -> MatchRow | None:
        """One match, or None if it was never opened."""

    def entries(self, match: str, after: int = -1) -> list[EntryAppended]:
        """The entries of a match that follow entry `after` (-1: all), in order, the charter first.

        Every entry is checked against its hash on the way: `StoreDamaged` names the first that
        does not fit.
        """

    def seats(self, match: str) -> list[SeatTaken]:
        """Who was given a token for the match, in the order it happened."""

    def rejections(self, match: str) -> list[IntentRejected]:
        """The refused intents of the match, in the order they arrived."""

    def orders(self, match: str) -> list[OrdersGiven]:
        """The standing orders left in the match, in the order they were given; of a seat, the last ones hold."""

    def entropy(self, match: str) -> list[EntropyGiven]:
        """What seats committed to and revealed, in the order they did; of a seat, the last one holds."""

    def audit(self, match: str) -> list[AuditAppended]:
        """What is written beside a match, in order; each entry is checked against its hash, as entries are."""

    def precedents(self, rule: str) -> list[AuditAppended]:
        """The rulings of all matches kept as precedent for a rule, the newest first.

        Whether a later ruling took the place of one is not for the store to know: the docket of its match says so.
        """

    def close(self) -> None:
        """Let go of everything. Closing twice does no harm."""
