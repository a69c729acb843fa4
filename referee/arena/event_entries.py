"""The entries of an event's log. Everything about an event follows from them.

Stored names and fields never change, because the hashes of the log cover them.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from referee.arena.event_file import Penalty
from referee.arena.match_results import MatchResult, SeatResult
from referee.arena.schedule import Pairing
from referee.audit.entries import ResultKind


class EventEntry(msgspec.Struct, frozen=True, tag_field="kind"):
    """An entry of the log. Defaults are written too, so that equal entries have equal bytes."""


class StepSignature(msgspec.Struct, frozen=True):
    """The signature of an official for a step."""

    after: str
    """Hash of the last entry that the official knew, in hexadecimal: it ties the step to this event."""
    key: str
    """The public key, as it is published."""
    signature: str
    """The signature, in base64."""


class OfficialEntry(EventEntry, frozen=True, kw_only=True):
    """What an official did."""

    by: str
    """Who did it."""
    reason: str
    request: str = ""
    """Id of the step, if it is signed or was left for the arena to carry out."""
    signed: StepSignature | UnsetType = UNSET
    """Not written if the official has no key."""


class EventOpened(EventEntry, frozen=True, tag="event_opened"):
    """The first entry: the event file as it stands, and the commitment to the arena's part of the luck."""

    file: str
    commitment: str


class EntropyCommitted(EventEntry, frozen=True, tag="entropy_committed"):
    """An entrant committed to its part of the luck."""

    entrant: int
    commitment: str


class EntropyRevealed(EventEntry, frozen=True, tag="entropy_revealed"):
    """An entrant revealed its part of the luck."""

    entrant: int
    entropy: str


class EntrantEntered(EventEntry, frozen=True, tag="entrant_entered"):
    """An entrant dialled in, for the first time or with another program than before."""

    entrant: int
    name: str
    version: str
    build: str
    language: str


class EventBegun(EventEntry, frozen=True, tag="event_begun"):
    """The luck is settled: what was not revealed until now does not count."""

    entropy: tuple[str, ...]
    """The entropy of each entrant, empty for none."""


class RoundPaired(EventEntry, frozen=True, tag="round_paired"):
    """The pairings of a round, as they follow from the event file, the luck and the results so far."""

    round: int
    pairings: tuple[Pairing, ...]


class RoundChanged(OfficialEntry, frozen=True, kw_only=True, tag="round_changed"):
    """An official replaced the pairings of a round of which nothing had been played."""

    round: int
    pairings: tuple[Pairing, ...]


class SeatLost(EventEntry, frozen=True, tag="seat_lost"):
    """An entrant lost its seat while the match was played; the default answers are given for it from then on."""

    match: str
    attempt: int
    seat: int
    result: ResultKind
    reason: str


class AttemptFailed(EventEntry, frozen=True, tag="attempt_failed"):
    """A match could not be finished for a reason that is not a fault of an entrant; it is played again."""

    match: str
    attempt: int
    reason: str


class ResultRecorded(EventEntry, frozen=True, tag="result_recorded"):
    """A match is over."""

    match: str
    attempt: int
    result: MatchResult
    record: str
    """The id of the match in the store, or on the server."""
    head: str
    """The last hash of its log; empty if it was not played."""
    faults: tuple[str, ...] = ()
    """What went wrong in each seat, empty for nothing; () if nothing did."""


class ResultCorrected(OfficialEntry, frozen=True, kw_only=True, tag="result_corrected"):
    """An official replaced a result. The old one stays on record."""

    match: str
    seats: tuple[SeatResult, ...]


class ResultDisputed(OfficialEntry, frozen=True, kw_only=True, tag="result_disputed"):
    """Somebody disputes a result, which is provisional until an official upholds or corrects it.

    After a ruling, this is an appeal, on which somebody else rules.
    """

    match: str


class ResultUpheld(OfficialEntry, frozen=True, kw_only=True, tag="result_upheld"):
    """An official ruled that a disputed result stands."""

    match: str


class EntrantWithdrawn(OfficialEntry, frozen=True, kw_only=True, tag="entrant_withdrawn"):
    """An entrant leaves the event, and is not paired any more."""

    entrant: int


class EntrantTokenIssued(OfficialEntry, frozen=True, kw_only=True, tag="entrant_token_issued"):
    """An entrant that dials in was given a token, which replaces an earlier one. The token itself is not kept."""

    entrant: int
    token_hash: str


class PenaltyGiven(OfficialEntry, frozen=True, kw_only=True, tag="penalty_given"):
    """An official penalized an entrant."""

    entrant: int
    penalty: Penalty
    rule: str = ""
    match: str | UnsetType = UNSET
    """The match that is lost by a `loss_of_match`; otherwise not written."""
    seats: tuple[SeatResult, ...] | UnsetType = UNSET
    """The result of that match from now on; otherwise not written."""

    @property
    def correction(self) -> ResultCorrected | None:
        """The correction of the match that is lost; None if none is."""
        if self.match is UNSET or self.seats is UNSET:
            return None
        return ResultCorrected(
            by=self.by, reason=self.reason, signed=self.signed, match=self.match, seats=self.seats
        )


class EventPaused(OfficialEntry, frozen=True, kw_only=True, tag="event_paused"):
    """No further match is begun until the event is resumed. The arena pauses an event by itself after failures."""


class EventResumed(OfficialEntry, frozen=True, kw_only=True, tag="event_resumed"):
    """The event goes on."""


class EventStopped(OfficialEntry, frozen=True, kw_only=True, tag="event_stopped"):
    """An official ended the event. What has not been played by then is not played any more."""


class EventFinished(EventEntry, frozen=True, tag="event_finished"):
    """The event is over, and the arena's part of the luck is revealed. Corrections may still follow."""

    secret: str
    reason: str


OfficialStep = (
    ResultDisputed
    | ResultUpheld
    | ResultCorrected
    | RoundChanged
    | EntrantWithdrawn
    | EntrantTokenIssued
    | PenaltyGiven
    | EventPaused
    | EventResumed
    | EventStopped
)
"""Any entry that an official makes."""

LoggedEntry = (
    EventOpened
    | EntropyCommitted
    | EntropyRevealed
    | EntrantEntered
    | EventBegun
    | RoundPaired
    | SeatLost
    | AttemptFailed
    | ResultRecorded
    | ResultDisputed
    | ResultUpheld
    | ResultCorrected
    | RoundChanged
    | EntrantWithdrawn
    | EntrantTokenIssued
    | PenaltyGiven
    | EventPaused
    | EventResumed
    | EventStopped
    | EventFinished
)
"""Any entry of the log."""

_DECODER: msgspec.json.Decoder[LoggedEntry] = msgspec.json.Decoder(LoggedEntry)


def encode_entry(entry: LoggedEntry) -> bytes:
    """Return the JSON that is stored and hashed."""
    return msgspec.json.encode(entry)


def decode_entry(body: bytes) -> LoggedEntry:
    """Return a stored entry; raise `msgspec.DecodeError` for anything else."""
    return _DECODER.decode(body)
