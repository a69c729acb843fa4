"""A session: one match of this server, whether or not the match itself is in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from referee.audit.audit_log import AuditLog
from referee.audit.audit_state import Case, Official
from referee.audit.entries import OFFICIAL_ROLES, seat_of
from referee.audit.official_checks import find_official
from referee.feeds.frames import Frame
from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.kernel.refusals import Refusal, Refused
from referee.log.chain import GENESIS, link
from referee.log.records import (
    CLOSED_STATUSES,
    ROLES,
    AuditAppended,
    EntropyGiven,
    MatchRow,
    MatchStatus,
    Role,
    SeatTaken,
)
from referee.match.charters import without_secrets
from referee.match.entries import decode_charter, encode
from referee.match.entropy import Pledge, parts_of, read_pledges
from referee.match.match import Decided, Match
from referee.replay.time_sheet import Credited
from referee.server.access import Access
from referee.server.api_keys import ApiKey
from referee.server.clocks import ClockReading, MatchClocks, PublicClock, WallTime
from referee.server.errors import NoSuchSeat, SeatNotFree
from referee.server.loading import LoadedMatch, StoredMatch
from referee.server.pending_answers import PendingAnswer
from referee.server.published import PublishedFeeds
from referee.server.receipts import ReceiptSigner
from referee.server.results import Description, MatchState, OfficialSummary, Standing
from referee.server.retries import RequestTag, SeenIntents, SeenRequests
from referee.server.settings import ClientInfo, Policy, read_client
from referee.server.standing_orders import OrdersBySeat, end_at_turn
from referee.server.stored_seals import StoredSeal, read_seals
from referee.server.subscriptions import Close, Delivery, Subscription
from referee.server.wakeups import Wakeup

_CLOSING_REFUSALS = {
    Close.MATCH_STOPPED: Refusal.MATCH_STOPPED,
    Close.MATCH_OVER: Refusal.MATCH_OVER,
    Close.SUPERSEDED: Refusal.MATCH_SUPERSEDED,
}

_STATES: dict[MatchStatus, MatchState] = {
    "open": "running",
    "ended": "ended",
    "faulted": "stopped",
    "superseded": "superseded",
    "cancelled": "cancelled",
}


class Session:
    """One match of this server, with its seats, tokens, clocks and readers."""

    __slots__ = (
        "_signer",
        "_status",
        "_wall_time",
        "audit_lock",
        "audit_log",
        "charter",
        "clients",
        "clocks",
        "created_at",
        "ended_at",
        "feeds",
        "holds",
        "is_frozen",
        "is_lost",
        "is_paused",
        "is_ruling_appealed",
        "is_stopped",
        "joining",
        "match",
        "match_id",
        "names",
        "on_closed",
        "orders",
        "pending",
        "pledges",
        "policy",
        "readers",
        "replaced",
        "request",
        "requests",
        "reveal_by",
        "sealed",
        "seat_keys",
        "seen",
        "started_at",
        "tokens",
        "touched",
        "used_tokens",
    )

    audit_log: AuditLog
    """The signed audit entries of the match."""
    match: Match | None
    """The match, while it is in memory; the next three attributes are empty while it is not."""
    feeds: PublishedFeeds
    """What the viewers were sent."""
    seen: list[SeenIntents]
    """Intents that were replied to, by seat."""
    orders: OrdersBySeat
    """Standing orders."""
    is_frozen: bool
    """Whether no answers are accepted until a case is ruled on."""
    is_paused: bool
    """Whether no answers are accepted until the match is resumed."""

    def __init__(
        self,
        row: MatchRow,
        charter: Charter,
        seats: Sequence[SeatTaken],
        signer: ReceiptSigner,
        wall_time: WallTime,
        audit: Sequence[AuditAppended] = (),
        entropy: Sequence[EntropyGiven] = (),
    ) -> None:
        self.match_id = row.match
        self.charter = charter
        self.policy = msgspec.json.decode(row.policy, type=Policy)
        self._status: MatchStatus = row.status
        self.on_closed: Callable[[str], object] = lambda match_id: None
        """Called with the match id when the match is over."""
        self.created_at = row.at
        """When the match was created, in milliseconds since the Unix epoch, as the next two."""
        self.started_at = 0
        """When the match began; 0 if it has not."""
        self.ended_at = row.closed_at
        """When the match ended; it counts only once the status says so."""
        self._signer = signer
        self._wall_time = wall_time
        self._follow(AuditLog.restored(row.match, audit))
        is_decided = row.status == "ended" and self.audit_log.state.result is not None
        self.is_stopped = row.status not in ("open", "ended") or is_decided
        """Whether no more answers are accepted, whatever the rules of the game say."""
        self.is_ruling_appealed = False
        """Whether the ruling that created this match is under appeal, so that its result may change."""
        self.audit_lock = asyncio.Lock()
        """Held while an audit entry is written."""
        self.requests = SeenRequests(audit)
        """The requests that have written audit entries."""
        self.request: RequestTag | None = None
        """The request that is being carried out under the lock, if it may be repeated."""
        self.tokens: dict[bytes, Access] = {}
        self.used_tokens: set[bytes] = set()
        """Access by token hash; and the hashes of all tokens ever issued, so that none gets a second bearer."""
        self.replaced: dict[tuple[Role, int], int] = {}
        """Number of tokens that were replaced or revoked, by role and number; only those that were."""
        self.seat_keys: dict[Seat, str] = {}
        """Ids of the API keys that seats were taken with while this session has been in memory."""
        self.names: dict[Seat, str] = {}
        """Player names, by seat; only seats that are taken."""
        self.clients: dict[Seat, ClientInfo] = {}
        """The programs that took the seats, as they described themselves."""
        for taken in seats:
            self.admit(taken)
        self.sealed: dict[Seat, StoredSeal] = {}
        """The last answer that each seat has sealed."""
        self.joining = 0
        """Number of seats that are taken, but not durably yet."""
        self.pledges = read_pledges(entropy)
        """Commitments to entropy, by seat, with the entropy once it is revealed."""
        self.reveal_by: float | None = None
        """End of the time to reveal entropy, on the clock of the event loop; None if the match waits for none."""
        self.is_lost = False
        """Whether the match left the memory because something failed, and must be loaded again."""
        self.pending: dict[tuple[Seat, int], PendingAnswer] = {}
        """Accepted answers and statements that are not durable yet, by seat and question."""
        self.readers: dict[Seat, list[Subscription]] = {}
        """Subscriptions by viewer."""
        self.clocks = MatchClocks(self.policy.clock, charter.seats)
        self.holds = 0
        """Reference count; the session is not evicted while it is above zero."""
        self.touched = 0.0
        """Time of the last call, on the clock of the event loop."""
        self._drop_match()

    @classmethod
    def of_stored(cls, stored: StoredMatch, signer: ReceiptSigner, wall_time: WallTime) -> Session:
        """Return the session of a match that is not in memory, without running the match."""
        charter = decode_charter(stored.entries[0].body)
        session = cls(stored.row, charter, stored.seats, signer, wall_time, stored.audit, stored.entropy)
        session.is_ruling_appealed = stored.is_ruling_appealed
        session.started_at = stored.started_at
        session.sealed = read_seals(stored.orders)
        return session

    # --- the match in memory ---

    def load(self, loaded: LoadedMatch) -> None:
        """Put the match into memory."""
        self.match, self.feeds, self.seen, self.orders, self.clocks.banks = loaded
        self.is_lost = False

    def _drop_match(self) -> None:
        self.match, self.seen, self.orders = None, [], {}
        self.feeds = PublishedFeeds(self.match_id, (), self._signer, None)

    def unload(self) -> None:
        """Drop the match from memory. Readers wait until it is back; clocks restart then, unless a wake-up has them."""
        self._drop_match()
        self.reveal_by = None
        # New ones, because a wake-up may have those that run.
        present, self.clocks = self.clocks.present, MatchClocks(self.policy.clock, self.charter.seats)
        self.clocks.present = present
        for reader in self.all_readers():
            reader.fall_behind()

    def lose_match(self) -> None:
        """Drop a match that is ahead of what could be stored or published; it is loaded again from the store."""
        self.is_lost = True
        self.unload()

    @property
    def is_idle(self) -> bool:
        """Whether the match may leave the memory: nothing is being written."""
        return not (self.pending or self.holds)

    def wakeup(self, now: float, now_ms: int) -> Wakeup | None:
        """Return what a match that leaves the memory waits for, given the time on both clocks; None for nothing."""
        if self.match is None:
            return None
        freezes = [now + self.freeze_seconds_left(case, now_ms) for case in self.freezes_by_seats]
        reveals = [] if self.reveal_by is None else [self.reveal_by]
        deadlines = [*self.clocks.values(), *reveals, *freezes]
        return Wakeup(min(deadlines), self.clocks, None, self.reveal_by) if deadlines else None

    # --- what everyone may know ---

    @property
    def standing(self) -> Standing:
        """The current standing of the match."""
        return Standing(self.audit_log.state, self.charter.seats, self.awaited, self.is_ruling_appealed)

    @property
    def description(self) -> Description:
        """What everyone with access may know about the match."""
        return Description(
            self.match_id,
            without_secrets(self.charter),
            msgspec.structs.replace(self.policy, owner="", invite_hash=""),
            dict(self.names),
            self.status,
            link(GENESIS, encode(self.charter)),
            self.standing,
            self.state,
            bool(self.policy.invite_hash),
            tuple([OfficialSummary(each.party, each.role, each.name) for each in self.officials_in_office]),
            self.created_at,
            self.started_at,
            0 if self.status == "open" else self.ended_at,
            self.policy.seed_given,
            dict(self.clients),
            self.audit_log.state.cancelled or "",
        )

    @property
    def status(self) -> MatchStatus:
        """The stored status of the match."""
        return self._status

    @status.setter
    def status(self, status: MatchStatus) -> None:
        was_open, self._status = self._status == "open", status
        if was_open and status != "open":
            self.on_closed(self.match_id)

    @property
    def state(self) -> MatchState:
        """What the match is doing."""
        if self.status != "open":
            return _STATES[self.status]
        if self.is_stopped:
            return "stopped"
        if not self.started_at:
            return "waiting"
        return "paused" if self.is_paused else "frozen" if self.is_frozen else "running"

    @property
    def is_held(self) -> bool:
        """Whether no answers are accepted for now, and no clock runs: the match is frozen, paused, or both."""
        return self.is_frozen or self.is_paused

    @property
    def is_over(self) -> bool:
        """Whether the match is no longer played; False for an unknown status, because then its record is opened."""
        return self.status in CLOSED_STATUSES

    @property
    def is_sealed(self) -> bool:
        """Whether several seats are asked at once, or were before the last answer.

        The last of them to answer has seen what the others chose, and nobody may learn which seat was last.
        """
        return self.match is not None and self.feeds.is_sealed

    @property
    def closing(self) -> Close:
        """Why a stopped match produces no more frames."""
        if self.status not in ("ended", "superseded", "cancelled"):
            return Close.MATCH_STOPPED
        return Close.MATCH_OVER if self.audit_log.state.successor is None else Close.SUPERSEDED

    @property
    def closing_refusal(self) -> Refused:
        """Why a stopped match accepts no more answers."""
        return Refused(_CLOSING_REFUSALS[self.closing])

    # --- seats ---

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken, so that the match can begin."""
        return len(self.names) == self.charter.seats

    @property
    def client_texts(self) -> dict[Seat, str]:
        """The programs that took the seats, as replays name them."""
        return {seat: str(client) for seat, client in self.clients.items()}

    def free_seat(self, wanted: Seat | None) -> Seat:
        """Return the requested seat, or the first free one; raises `NoSuchSeat` or `SeatNotFree`."""
        if wanted is not None and not 0 <= wanted < self.charter.seats:
            raise NoSuchSeat(f"there is no seat {wanted}; this match has seats 0 to {self.charter.seats - 1}")
        free = [seat for seat in range(self.charter.seats) if seat not in self.names]
        if not free:
            raise SeatNotFree("every seat of this match is taken")
        if wanted is None:
            return free[0]
        if wanted not in free:
            raise SeatNotFree(f"seat {wanted} is not free; free: {', '.join(map(str, free))}")
        return wanted

    def admit(self, taken: SeatTaken) -> None:
        """Accept a token from now on, and no earlier one of the same seat or official; none of an unknown role."""
        role, number = taken.role, taken.seat
        if role not in ROLES:
            return
        earlier = [token for token, access in self.tokens.items() if _holder(access) == (role, number)]
        for token in earlier:
            del self.tokens[token]
            self.replaced[role, number] = self.replaced.get((role, number), 0) + 1
        issue = self.replaced.get((role, number), 0)
        if not taken.token_hash:
            return
        if role in OFFICIAL_ROLES:
            access = Access(self.match_id, role, official=number, issue=issue)
        else:
            access = Access(self.match_id, role, number, issue=issue)
        self.tokens[taken.token_hash] = access
        self.used_tokens.add(taken.token_hash)
        if role == "seat":
            self.names[number] = taken.name
            if taken.client:
                self.clients[number] = read_client(taken.client)

    def dismiss(self, taken: SeatTaken) -> None:
        """Revoke a token that could not be stored."""
        del self.tokens[taken.token_hash]
        self.used_tokens.discard(taken.token_hash)
        self.names.pop(taken.seat, None)
        self.clients.pop(taken.seat, None)
        self.pledges.pop(taken.seat, None)

    # --- officials ---

    @property
    def officials_in_office(self) -> list[Official]:
        """The officials who were appointed and not dismissed, in order."""
        return [each for each in self.audit_log.state.officials.values() if not each.is_revoked]

    def access_by_key(self, key: ApiKey) -> Access | None:
        """Return what the holder of an API key may do without a token, or None if that is nothing special."""
        for official in self.officials_in_office:
            if official.key == key.id:
                return Access(self.match_id, official.role, official=official.number, issue=-1)
        if key.role == "operator":
            return Access(self.match_id, "operator", issue=-1)
        if key.id == self.policy.owner:
            return Access(self.match_id, "arbiter" if self.policy.unrefereed else "organiser", issue=-1)
        return None

    def is_barred(self, key_id: str) -> bool:
        """Return whether the holder of an API key may not take a seat, because it is or can act as an official."""
        if not key_id or self.policy.unrefereed:
            return False
        officials = self.officials_in_office
        # The organiser was given the token of every official who was appointed without a key.
        holds_token = key_id == self.policy.owner and any([not each.key for each in officials])
        return holds_token or key_id in [each.key for each in officials]

    def is_current(self, access: Access) -> bool:
        """Return whether an access still holds: its token was not replaced, and an official is in office."""
        if access.official and find_official(self.audit_log.state, access.party) is None:
            return False
        return access.issue < 0 or not self.replaced or self.replaced.get(_holder(access), 0) == access.issue

    def end_readers(self, viewer: Seat) -> None:
        """End the subscriptions of a viewer whose token was replaced; those with a valid token resume."""
        for reader in tuple(self.readers.get(viewer, ())):
            reader.end(Close.TOKEN_CHANGED)

    # --- entropy ---

    @property
    def unrevealed(self) -> tuple[Seat, ...]:
        """Seats that committed to entropy and may still reveal it."""
        if self.audit_log.state.withheld is not None:
            return ()
        return tuple([seat for seat, pledge in sorted(self.pledges.items()) if not pledge.entropy])

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Seats that must reveal their entropy before the match begins."""
        return () if self.reveal_by is None else self.unrevealed

    @property
    def entropy(self) -> tuple[bytes, ...]:
        """The entropy of each seat for a match that begins now; empty if no seat committed to any.

        The entropy of a seat that revealed it too late does not count.
        """
        late = self.audit_log.state.withheld or ()
        counted = {
            seat: Pledge(each.commitment) if seat in late else each for seat, each in self.pledges.items()
        }
        return parts_of(counted, self.charter.seats)

    # --- clocks and orders ---

    def restart_clocks(self, now: float, wakeup: Wakeup | None = None, why: Credited = "restart") -> None:
        """Give every seat that is asked its full time, because it must not lose time through an interruption.

        A match that had only left the memory goes on with the clocks of its wake-up.
        """
        if self.match is None or self.is_stopped or self.is_held:
            self.clocks.forget_questions()
            return
        if wakeup is not None and wakeup.clocks:
            self.clocks = wakeup.clocks
        elif self.clocks.is_on:
            asked = {seat: self.feeds.newest(seat) for seat in self.match.questions}
            since = wakeup.since if wakeup is not None and wakeup.since is not None else now
            self.clocks.restart(asked, self.match.waiting_for, since, why)
        is_waiting = self.match.seq == 0 and self.is_full and not self.joining and bool(self.unrevealed)
        if wakeup is not None and is_waiting:
            self.reveal_by = wakeup.reveal_by

    def clock(self, viewer: Seat, now: float) -> ClockReading | None:
        """Return the clock of a seat as the seat is told about it; None if it is not asked, or has no time limit."""
        return self.clocks.read(viewer, self._wall_time, now)

    def public_clocks(self) -> Sequence[PublicClock]:
        """Return the clocks of all seats as everyone is told about them now; empty if the match has no time limit."""
        if not self.clocks.is_on or self.match is None or self.is_stopped:
            return ()
        return self.clocks.public(asyncio.get_running_loop().time())

    def end_orders(self, decided: Decided) -> None:
        """Remove the standing orders that end with what happens in this entry."""
        if self.orders and self.match is not None:
            end_at_turn(self.orders, decided.entry, self.match.game.turn_fact)

    @property
    def freezes_by_seats(self) -> list[Case]:
        """The cases by which seats have frozen the match, while it is played."""
        if self.is_stopped:
            return []
        cases = self.audit_log.state.cases.values()
        return [case for case in cases if case.is_freezing and seat_of(case.frozen_by) is not None]

    def freeze_seconds_left(self, case: Case, now_ms: int) -> float:
        """Return for how long a case may still freeze the match, given the time of day; below 0 if no longer."""
        return self.policy.seconds_frozen - (now_ms - case.frozen_at) / 1000

    def is_freeze_over(self, now_ms: int) -> bool:
        """Return whether the time limit of a freeze by a seat has passed."""
        return any([self.freeze_seconds_left(case, now_ms) <= 0 for case in self.freezes_by_seats])

    # --- readers ---

    def publish(self, decided: Decided, now: float) -> None:
        """Deliver a durable entry to every reader, and start the clocks of the seats that are asked."""
        self.feeds.add(decided)
        if self.audit_log.state.undo is not None:
            self.drop_undo()
        clocks = self.clocks
        public: Sequence[PublicClock] = ()
        if clocks.is_on and decided.frames:
            # Talk repeats the open questions, whose clocks go on.
            if decided.entry.by != "talk" and self.match is not None:
                clocks.open_questions(decided, self.match.game.turn_fact, now)
            public = clocks.public(now)
        for viewer, frame in decided.frames.items():
            readers = self.readers.get(viewer)
            if readers:
                delivery = self.delivery(viewer, frame, now)
                if public:
                    delivery = delivery._replace(clocks=public)
                # A copy, because a reader may leave when it is given the last frame.
                for reader in tuple(readers):
                    reader.give(delivery, now)

    def delivery(self, viewer: Seat, frame: Frame, now: float) -> Delivery:
        """Return a published frame with everything that is sent with it."""
        feeds, question = self.feeds, frame.question
        receipt = feeds.receipt_with(viewer, frame.number, self.audit_log.public)
        if question is None:
            return Delivery(frame, receipt=receipt)
        if self.seen[viewer].answered < question.number:
            clock = self.clock(viewer, now)
            return Delivery(frame, receipt=receipt, view=feeds.view(viewer), clock=clock)
        return Delivery(frame, is_answered=viewer in self.orders, receipt=receipt)

    def all_readers(self) -> list[Subscription]:
        """Return every subscription of this match."""
        return [reader for readers in self.readers.values() for reader in readers]

    def leave(self, reader: Subscription) -> None:
        """Remove a subscription."""
        readers = self.readers.get(reader.viewer, [])
        if reader in readers:
            readers.remove(reader)
        if self.clocks.is_on and not readers:
            self.clocks.connect(reader.viewer, asyncio.get_running_loop().time(), is_present=False)

    # --- standing ---

    def take_audit_log(self, audit_log: AuditLog, *, is_quiet: bool = False) -> None:
        """Adopt new audit entries, and publish the changed standing unless nobody may notice."""
        self._follow(audit_log)
        if self.is_held and self.clocks:
            self.clocks.hold(asyncio.get_running_loop().time())
        if not is_quiet:
            self.publish_standing()

    def _follow(self, audit_log: AuditLog) -> None:
        self.audit_log, state = audit_log, audit_log.state
        self.is_frozen, self.is_paused = state.is_frozen, state.is_paused

    def publish_standing(self) -> None:
        """Deliver the changed standing to every reader."""
        standing = self.standing
        for reader in self.all_readers():
            reader.give_standing(standing)

    def mark_ruling_appealed(self) -> None:
        """Note that the ruling that created this match is under appeal."""
        self.is_ruling_appealed = True
        self.publish_standing()

    def drop_undo(self) -> None:
        """Drop the proposed undo, because the match has gone on."""
        audit_log = self.audit_log
        undone = msgspec.structs.replace(audit_log.state, undo=None)
        self.take_audit_log(msgspec.structs.replace(audit_log, state=undone))

    # --- the end ---

    def close(self, status: Literal["ended", "superseded", "cancelled"], at: int) -> None:
        """Stop the match because a ruling has ended it, it continues as another match, or it was cancelled."""
        self.status, self.ended_at = status, at
        self._stop(self.closing)

    def stop(self) -> None:
        """Stop the match because of a fault."""
        self._stop(Close.MATCH_STOPPED)

    def _stop(self, reason: Close) -> None:
        self.is_stopped = True
        self.clocks.forget_questions()
        for reader in self.all_readers():
            reader.end(reason)


def _holder(access: Access) -> tuple[Role, int]:
    """Return the role and the number that tokens are issued for."""
    return access.role, access.official or access.seat
