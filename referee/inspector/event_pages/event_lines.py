"""What the pages of an event are sent, as values for JSON."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

EventPhase = Literal["opened", "playing", "paused", "finished"]
MatchStanding = Literal["waiting", "played", "shown"]
"""Not over yet; over, but its deal is still played elsewhere; with its result."""


class ShownRating(NamedTuple):
    """A rating with its 95 % interval."""

    value: float
    low: float
    high: float


class SideCount(NamedTuple):
    """How often an entrant played on a side, or in a seat, and what it made of that."""

    name: str
    played: int
    won: int
    points: float


class EntrantName(msgspec.Struct, frozen=True):
    """An entrant, wherever its name is needed."""

    name: str
    version: str
    is_withdrawn: bool


class StandingLine(msgspec.Struct, frozen=True):
    """A row of the standings."""

    entrant: int
    rank: int
    points: float
    played: int
    won: int
    rating: ShownRating | None
    sides: list[SideCount]
    faults: int
    penalties: int
    notes: list[str]
    """What else is to be known: withdrawn, expelled, provisional."""


class EventProgress(msgspec.Struct, frozen=True):
    """How far an event is."""

    phase: EventPhase
    round: int
    rounds: int | None
    """Number of rounds that are planned; None if that depends on results."""
    done: int
    """Number of matches that are over."""
    counted: int
    """Number of matches whose results are shown."""
    planned: int | None
    began_at: int
    last_at: int
    """When the log last grew, in milliseconds since the Unix epoch."""
    seconds_left: float | None
    note: str
    """Why the event is paused, or how it ended."""


class DuelState(msgspec.Struct, frozen=True):
    """The test that ends a duel."""

    blocks: int
    mean: float
    ratio: float
    lower: float
    upper: float
    decision: str


class Overview(msgspec.Struct, frozen=True):
    """The event as a whole."""

    name: str
    game: str
    title: str
    """The name of the game."""
    format: str
    seats: int
    deals: int
    is_duplicate: bool
    points: str
    tie_breaks: list[str]
    filler: str
    entrants: list[EntrantName]
    progress: EventProgress
    standings: list[StandingLine]
    byes: list[int]
    """How often each entrant sat out."""
    open_rounds: list[int]
    """The rounds with matches that are not over, or not shown yet."""
    rounds: list[int]
    duel: DuelState | None


class SeatLine(msgspec.Struct, frozen=True):
    """The result of one seat of a match."""

    place: int
    points: float
    won: bool
    score: int | None
    side: str
    kind: str
    has_failed: bool


class Correction(msgspec.Struct, frozen=True):
    """A result that an official replaced: the places before and after."""

    at: int
    match: str
    round: int
    by: str
    reason: str
    before: list[int]
    """The places that were replaced; empty if there was no result."""
    after: list[int]


class MatchLine(msgspec.Struct, frozen=True):
    """A match of the schedule."""

    match: str
    round: int
    deal: str
    seating: list[int]
    standing: MatchStanding
    seats: list[SeatLine]
    is_kept: bool
    """Whether the match itself can be opened."""
    is_provisional: bool
    corrections: list[Correction]
    failed_attempts: int
    others: list[str]
    """The other matches with the same deal that can be opened."""


class TableLines(msgspec.Struct, frozen=True):
    """A table of a round: who meets there, and the matches they play."""

    table: int
    entrants: list[int]
    matches: list[MatchLine]


class RoundLines(msgspec.Struct, frozen=True):
    """A round."""

    round: int
    tables: list[TableLines]
    byes: list[int]
    paired_at: int
    by: str
    """The official who changed the pairings, if one did."""
    reason: str


class CrossCell(NamedTuple):
    """What an entrant made in matches with another one."""

    points: float
    matches: int


class Crosstable(msgspec.Struct, frozen=True):
    """Everyone against everyone, in the order of the standings."""

    order: list[int]
    rows: list[list[CrossCell | None]]
    """A row per entrant; None where it would meet itself."""


class HistoryLine(msgspec.Struct, frozen=True):
    """The rating of an entrant after some rounds; None before its first match."""

    entrant: int
    ratings: list[ShownRating | None]


class NamedRating(NamedTuple):
    """A value with its interval and what it belongs to."""

    name: str
    value: float
    low: float
    high: float
    entrant: int = -1


class RatingReport(msgspec.Struct, frozen=True):
    """Ratings, how they developed, and the advantages of seats and sides."""

    after: list[int]
    """The rounds after which ratings are shown."""
    history: list[HistoryLine]
    seats: list[NamedRating]
    sides: list[NamedRating]
    by_side: list[NamedRating]


class OfficialDecision(msgspec.Struct, frozen=True):
    """What an official did, or the arena."""

    at: int
    kind: str
    what: str
    by: str
    reason: str
    entrant: int = -1
    match: str = ""
    round: int = 0


class DecisionReport(msgspec.Struct, frozen=True):
    """All decisions, newest first."""

    decisions: list[OfficialDecision]
    corrections: list[Correction]
    withheld: int
    """Number of disputes, rulings and corrections that are shown when their deals are over."""


class EntrantPage(msgspec.Struct, frozen=True):
    """Everything about one entrant."""

    entrant: int
    standing: StandingLine | None
    matches: list[MatchLine]
    """Its matches, newest first."""
    seats: list[SideCount]
    sides: list[SideCount]
    by_side: list[NamedRating]
    opponents: list[tuple[int, float, int]]
    """Other entrants, its points in matches with them, and their number."""
    after: list[int]
    history: list[ShownRating | None]
    byes: list[int]
    """The rounds in which it sat out."""
    decisions: list[OfficialDecision]


class EntropyLine(msgspec.Struct, frozen=True):
    """What an entrant contributed to the luck."""

    entrant: int
    commitment: str
    entropy: str
    """Empty until the luck is settled, or if it was not revealed."""


class LuckReport(msgspec.Struct, frozen=True):
    """How it can be checked that nobody chose the luck."""

    commitment: str
    entropy: list[EntropyLine]
    is_settled: bool
    secret: str
    """The arena's part of the luck, when the event is over."""
    is_practice: bool
