"""Loading: a match as the store has it, and brought back into memory by running its log again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from referee.audit.audit_log import AuditLog
from referee.audit.entries import ForkedFrom, case_of
from referee.feeds.frames import Frame
from referee.kernel.facts import Seat
from referee.log.records import (
    AuditAppended,
    DecisionTimed,
    EntropyGiven,
    EntryAppended,
    IntentRejected,
    MatchRow,
    OrdersGiven,
    SeatTaken,
)
from referee.log.store import Store
from referee.match.charters import Settle
from referee.match.match import Decided, Match
from referee.replay.rerun import reopen
from referee.server.clocks import Banks, read_timed
from referee.server.published import PublishedFeeds, all_viewers
from referee.server.receipts import ReceiptSigner
from referee.server.retries import SeenIntents
from referee.server.settings import Policy
from referee.server.slices import ENTRIES_PER_SLICE, Slices
from referee.server.standing_orders import OrdersBySeat, end_at_turn, restore_orders
from referee.server.stored_seals import is_seal
from referee.server.time_control import TimeControl


class StoredMatch(NamedTuple):
    """All records of one match."""

    row: MatchRow
    entries: list[EntryAppended]
    seats: list[SeatTaken]
    rejections: list[IntentRejected]
    orders: list[OrdersGiven]
    audit: list[AuditAppended]
    entropy: list[EntropyGiven]
    times: list[DecisionTimed]
    is_ruling_appealed: bool
    """Whether the ruling that created this match is under appeal."""

    @property
    def started_at(self) -> int:
        """When the match began, in milliseconds since the Unix epoch; 0 if it has not."""
        return self.entries[1].at if len(self.entries) > 1 else 0


def read_stored_match(store: Store, match_id: str) -> StoredMatch | None:
    """Read all records of a match, or return None if it does not exist. Blocks: call it in a thread."""
    row = store.match(match_id)
    if row is None:
        return None
    seats, rejections, orders = store.seats(match_id), store.rejections(match_id), store.orders(match_id)
    audit, entropy, times = store.audit(match_id), store.entropy(match_id), store.decision_times(match_id)
    is_appealed = _is_ruling_appealed(store, AuditLog.restored(match_id, audit).state.parent)
    # The entries last, so that no order is newer than they are.
    entries = store.entries(match_id)
    return StoredMatch(row, entries, seats, rejections, orders, audit, entropy, times, is_appealed)


def _is_ruling_appealed(store: Store, parent: ForkedFrom | None) -> bool:
    """Return whether a ruling that a fork or one of its ancestors depends on is under appeal."""
    while parent is not None:
        audit_state = AuditLog.restored(parent.match, store.audit(parent.match)).state
        case = audit_state.cases.get(case_of(parent.why) or 0)
        if case is not None and case.is_unsettled:
            return True
        parent = audit_state.parent
    return False


class LoadedMatch(NamedTuple):
    """A match in memory with everything that is dropped and rebuilt together with it."""

    match: Match
    feeds: PublishedFeeds
    seen: list[SeenIntents]
    """Intents that were replied to, by seat."""
    orders: OrdersBySeat
    banks: Banks
    """What the seats have left on their clocks."""


def new_loaded_match(match_id: str, match: Match, signer: ReceiptSigner, control: TimeControl) -> LoadedMatch:
    """Return a match in which nothing has been played yet."""
    seats = match.charter.seats
    feeds = PublishedFeeds(match_id, all_viewers(seats), signer, signer.trees_for(match.game, seats))
    return LoadedMatch(match, feeds, [SeenIntents() for _ in range(seats)], {}, Banks(control, seats))


async def load_match(
    stored: StoredMatch, seats: int, settle: Settle, signer: ReceiptSigner, slices: Slices
) -> LoadedMatch:
    """Bring a match back into memory by running its log again, and compare every fact and draw with the log.

    Raises `Mismatch` if the rules do not produce what is logged.
    """
    rerun = reopen(stored.entries[0], settle=settle, viewers=all_viewers(seats))
    control = msgspec.json.decode(stored.row.policy, type=Policy).clock
    loaded = new_loaded_match(stored.row.match, rerun.match, signer, control)
    times = {timed.seq: read_timed(timed.body) for timed in stored.times}
    if loaded.feeds.trees is not None:
        # Every frame is produced here once, and the seats are likely to come back and read.
        for seat in range(seats):
            loaded.feeds.trees.keep(seat, ())
    loaded.orders.update(restore_orders(stored.orders))
    for given in stored.orders:
        loaded.seen[given.seat].order_changes += not is_seal(given)
    for entry in stored.entries[1:]:
        decided = rerun.follow(entry)
        _add(loaded, entry, decided)
        if control.is_on:
            loaded.banks.follow(decided, times.get(entry.seq), rerun.match.game.turn_fact, entry.at)
        if entry.seq % ENTRIES_PER_SLICE == 0:
            await slices.next()
    for rejected in stored.rejections:
        if 0 <= rejected.seat < seats:
            loaded.seen[rejected.seat].restore_refusal(rejected)
    return loaded


def _add(loaded: LoadedMatch, entry: EntryAppended, decided: Decided) -> None:
    """Add a logged entry, which is durable, and what it produced when it was run again."""
    if loaded.orders:
        end_at_turn(loaded.orders, decided.entry, loaded.match.game.turn_fact)
    loaded.feeds.add(decided)
    if entry.seat >= 0:
        seen = loaded.seen[entry.seat]
        if decided.entry.by == "talk":
            seen.restore_statement(entry)
        else:
            seen.restore(entry)


async def cut_again(
    entries: Sequence[EntryAppended], viewer: Seat, after: int, to: int, settle: Settle, slices: Slices
) -> list[Frame]:
    """Return earlier frames of one viewer that are no longer in memory, by running the match again."""
    rerun = reopen(entries[0], settle=settle, viewers=(viewer,))
    frames = []
    for entry in entries[1:]:
        frame = rerun.follow(entry).frames.get(viewer)
        if frame is not None and after < frame.number <= to:
            frames.append(frame)
        if entry.seq % ENTRIES_PER_SLICE == 0:
            await slices.next()
    return frames
