"""A room: what the desk knows of one match whether or not the match itself is in memory."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec

from referee.audit.entries import ForkedFrom, case_of
from referee.audit.ledger import Ledger
from referee.feeds.frames import Frame
from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.log.records import (
    AuditAppended,
    EntropyGiven,
    EntryAppended,
    IntentRejected,
    MatchRow,
    OrdersGiven,
    SeatTaken,
)
from referee.log.store import Store
from referee.match.entropy import Pledge, parts_of, read_pledges
from referee.server.access import Access
from referee.server.live import Live
from referee.server.subscriptions import Close, Subscription


def now_ms() -> int:
    """The time of day as records bear it, in milliseconds."""
    return time.time_ns() // 1_000_000


class NoSuchSeat(ValueError):
    """The seat asked for is none of this match; the message says which there are."""


class SeatNotFree(Exception):
    """The seat asked for is taken; the message says which are free."""


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a match that do not bear on what happens by the rules, and so are not in its charter."""

    seconds_per_decision: int = 0
    """After so long without an answer the default of the question is taken; 0 for no limit."""
    spectators: bool = True
    """Whether whoever knows the match may watch, without a token, what everyone at the table sees."""
    seconds_to_reveal: int = 60
    """How long the match waits, once every seat is taken, for entropy that seats committed to."""


class Stored(NamedTuple):
    """All that a store has of one match."""

    row: MatchRow
    entries: list[EntryAppended]
    seats: list[SeatTaken]
    rejections: list[IntentRejected]
    orders: list[OrdersGiven]
    audit: list[AuditAppended]
    entropy: list[EntropyGiven]
    is_doubted: bool
    """Whether the ruling that the match came of is appealed."""


def read_stored(store: Store, match: str) -> Stored | None:
    """Read a match, or None if it was never opened. Blocks; to be called in a thread."""
    row = store.match(match)
    if row is None:
        return None
    seats, rejections, orders = store.seats(match), store.rejections(match), store.orders(match)
    audit, entropy = store.audit(match), store.entropy(match)
    # The entries last, so that no order is younger than they are.
    doubted = _is_doubted(store, Ledger.restored(match, audit).docket.parent)
    return Stored(row, store.entries(match), seats, rejections, orders, audit, entropy, doubted)


def _is_doubted(store: Store, parent: ForkedFrom | None) -> bool:
    """Say whether a ruling is appealed without which a fork, or one that it came from, would not be."""
    while parent is not None:
        docket = Ledger.restored(parent.match, store.audit(parent.match)).docket
        case = docket.cases.get(case_of(parent.why) or 0)
        if case is not None and case.is_unsettled:
            return True
        parent = docket.parent
    return False


class Room:
    """One match of the desk, with everyone who has access to it and everyone who reads its feeds."""

    __slots__ = (
        "access",
        "arriving",
        "charter",
        "court",
        "deadlines",
        "is_doubted",
        "is_frozen",
        "is_lost",
        "is_stopped",
        "ledger",
        "live",
        "match",
        "names",
        "pins",
        "pledges",
        "policy",
        "readers",
        "reveal_by",
        "standing",
        "status",
        "touched",
    )

    def __init__(
        self,
        row: MatchRow,
        charter: Charter,
        seats: Sequence[SeatTaken],
        audit: Sequence[AuditAppended] = (),
        entropy: Sequence[EntropyGiven] = (),
    ) -> None:
        self.match = row.match
        self.charter = charter
        self.policy = msgspec.json.decode(row.policy, type=Policy)
        self.status = row.status
        self.ledger = Ledger.restored(row.match, audit)
        """What is written beside the match."""
        is_decided = row.status == "ended" and self.ledger.docket.result is not None
        self.is_stopped = row.status in ("faulted", "superseded") or is_decided
        """No answer is taken any more, whatever the rules of the game say."""
        self.is_frozen = self.ledger.docket.is_frozen
        """No answer is taken until a case is ruled on."""
        self.is_doubted = False
        """The ruling that this match came of is appealed, so its result may change."""
        self.standing = 0
        """Grows with every change of what stands beside the match."""
        self.court = asyncio.Lock()
        """Held by whoever writes beside the match."""
        self.access: dict[bytes, Access] = {}
        """By the hash of the token."""
        self.names: dict[Seat, str] = {}
        """Who sits where, of the seats that are taken."""
        for taken in seats:
            self.admit(taken)
        self.arriving = 0
        """How many seats are taken, but not durably yet."""
        self.pledges = read_pledges(entropy)
        """What seats are to bring to the luck."""
        self.reveal_by: float | None = None
        """Until when they may reveal it, on the clock of the event loop; None before all have come, and afterwards."""
        self.live: Live | None = None
        self.is_lost = False
        """The match left the memory because something failed, and is to be brought back."""
        self.readers: dict[Seat, list[Subscription]] = {}
        """By viewer."""
        self.deadlines: dict[Seat, float] = {}
        """When the time of a seat that is asked runs out, on the clock of the event loop."""
        self.pins = 0
        """How many are at something here that must not lose the room."""
        self.touched = 0.0

    @property
    def is_sealed(self) -> bool:
        """Say whether several seats are asked at once, or were before the last answer.

        The last of them has seen what the others chose, and nobody is to know who was the last.
        """
        return self.live is not None and self.live.is_sealed

    @property
    def closing(self) -> Close:
        """Why no more frames will come of a match that is stopped."""
        if self.status == "faulted" or self.status == "open":
            return Close.MATCH_STOPPED
        return Close.MATCH_OVER if self.ledger.docket.successor is None else Close.SUPERSEDED

    @property
    def is_full(self) -> bool:
        """Say whether every seat is taken, so that the match can begin."""
        return len(self.names) == self.charter.seats

    @property
    def unrevealed(self) -> tuple[Seat, ...]:
        """The seats that committed to entropy and have not revealed it, nor were found too late."""
        if self.ledger.docket.withheld is not None:
            return ()
        return tuple([seat for seat, pledge in sorted(self.pledges.items()) if not pledge.entropy])

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the beginning waits for, since they are to reveal their entropy before."""
        return () if self.reveal_by is None else self.unrevealed

    @property
    def entropy(self) -> tuple[bytes, ...]:
        """What every seat brings to a match that begins now; nothing at all where none committed to any.

        Of a seat that was found too late nothing counts, whatever it has revealed since.
        """
        late = self.ledger.docket.withheld or ()
        counted = {
            seat: Pledge(each.commitment) if seat in late else each for seat, each in self.pledges.items()
        }
        return parts_of(counted, self.charter.seats)

    @property
    def is_idle(self) -> bool:
        """Say whether the match can leave the memory: nothing is on its way to the disk, and no clock runs."""
        is_settled = self.live is None or not self.live.pending
        return is_settled and not self.pins and not self.deadlines and self.reveal_by is None

    def free_seat(self, wanted: Seat | None) -> Seat:
        """The seat asked for, or the first free one; raises `NoSuchSeat` or `SeatNotFree`."""
        if wanted is not None and not 0 <= wanted < self.charter.seats:
            raise NoSuchSeat(
                f"there is no seat {wanted}; this match has the seats 0 to {self.charter.seats - 1}"
            )
        free = [seat for seat in range(self.charter.seats) if seat not in self.names]
        if not free:
            raise SeatNotFree("every seat of this match is taken")
        if wanted is None:
            return free[0]
        if wanted not in free:
            raise SeatNotFree(f"seat {wanted} is not free; free: {', '.join(map(str, free))}")
        return wanted

    def admit(self, taken: SeatTaken) -> None:
        """Know somebody by a token from now on."""
        self.access[taken.token_hash] = Access(self.match, taken.role, taken.seat)
        if taken.role == "seat":
            self.names[taken.seat] = taken.name

    def dismiss(self, taken: SeatTaken) -> None:
        """Take back a token that could not be stored."""
        del self.access[taken.token_hash]
        self.names.pop(taken.seat, None)
        self.pledges.pop(taken.seat, None)

    def tell(self, frames: dict[Seat, Frame], now: float) -> None:
        """Give frames to everyone who reads, and start the clocks of the seats that are asked."""
        self.lapse()
        readers = self.readers
        seconds = self.policy.seconds_per_decision
        for viewer, frame in frames.items():
            for reader in readers.get(viewer, ()):
                reader.give(frame, now)
            if seconds and frame.question is not None:
                self.deadlines[viewer] = now + seconds

    def start_clocks(self, seats: Iterable[Seat], now: float) -> None:
        """Give the seats that are asked their whole time, for what was lost was not theirs to lose."""
        if self.policy.seconds_per_decision and not self.is_stopped and not self.is_frozen:
            self.deadlines = dict.fromkeys(seats, now + self.policy.seconds_per_decision)

    def all_readers(self) -> list[Subscription]:
        """Everyone who reads a feed of this match."""
        return [reader for readers in self.readers.values() for reader in readers]

    def leave(self, reader: Subscription) -> None:
        """Let somebody read no more."""
        readers = self.readers.get(reader.viewer, [])
        if reader in readers:
            readers.remove(reader)

    def lose_live(self) -> None:
        """Forget a match that is ahead of what could be stored or told; it is built again from the store."""
        self.is_lost = True
        self.drop_live()

    def drop_live(self) -> None:
        """Forget the match itself; the readers wait until it is there again, and the clocks start anew then."""
        self.live = None
        self.reveal_by = None
        self.deadlines.clear()
        for reader in self.all_readers():
            reader.fall_behind()

    def take_ledger(self, ledger: Ledger) -> None:
        """Go by what is written beside the match now, and let everyone who reads know of it."""
        self.ledger = ledger
        self.is_frozen = ledger.docket.is_frozen
        if self.is_frozen:
            self.deadlines.clear()
        self.stand()

    def stand(self) -> None:
        """Let everyone who reads know that something beside the match has changed."""
        self.stand_anew()

    def stand_anew(self) -> None:
        """Let everyone who reads know that what stands beside the match has changed."""
        self.standing += 1
        for reader in self.all_readers():
            reader.wake()

    def doubt(self) -> None:
        """Let everyone know that the ruling is appealed that this match came of."""
        self.is_doubted = True
        self.stand_anew()

    def lapse(self) -> None:
        """Let go of an undo that was proposed: the match has gone on."""
        docket = self.ledger.docket
        if docket.undo is not None:
            ledger = self.ledger
            undone = msgspec.structs.replace(docket, undo=None)
            self.take_ledger(Ledger(ledger.match, undone, ledger.last_hash))

    def close(self, status: Literal["ended", "superseded"]) -> None:
        """Play this match no further: a ruling has ended it, or another goes on in its place."""
        self.status = status
        self.is_stopped = True
        self.deadlines.clear()
        for reader in self.all_readers():
            reader.end(self.closing)

    def stop(self) -> None:
        """Play this match no further."""
        self.is_stopped = True
        self.deadlines.clear()
        for reader in self.all_readers():
            reader.end(Close.MATCH_STOPPED)
