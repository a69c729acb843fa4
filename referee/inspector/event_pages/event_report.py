"""What the pages show of an event, from what everyone may see of its log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import cached_property
from typing import Any

from referee.arena.event_entries import (
    AttemptFailed,
    EntrantWithdrawn,
    EventFinished,
    EventPaused,
    EventResumed,
    EventStopped,
    OfficialEntry,
    PenaltyGiven,
    ResultCorrected,
    ResultDisputed,
    ResultUpheld,
    RoundChanged,
    RoundPaired,
)
from referee.arena.event_state import MatchProgress, match_concerned
from referee.arena.match_results import MatchResult, points_of
from referee.arena.ratings import RESAMPLES, Interval, Ratings, rate
from referee.arena.rounds import duel_test
from referee.arena.schedule import FILLER, Pairing
from referee.arena.standings import StandingRow, records_of, standings_of
from referee.inspector.event_pages.event_lines import (
    Correction,
    CrossCell,
    Crosstable,
    DecisionReport,
    DuelState,
    EntrantName,
    EntrantPage,
    EntropyLine,
    EventPhase,
    EventProgress,
    HistoryLine,
    LuckReport,
    MatchLine,
    NamedRating,
    OfficialDecision,
    Overview,
    RatingReport,
    RoundLines,
    SeatLine,
    ShownRating,
    SideCount,
    StandingLine,
    TableLines,
)
from referee.inspector.event_pages.event_plan import planned_matches, planned_rounds_of, seconds_left
from referee.inspector.event_pages.public_log import PublicEvent
from referee.inspector.event_pages.rating_history import RatingHistories, RatingHistory, resamples_for
from referee.kernel.chance import Chance

RULINGS: dict[type[OfficialEntry], str] = {
    ResultCorrected: "corrected a result",
    ResultDisputed: "disputed the result, which is provisional until it is ruled on",
    ResultUpheld: "upheld the result",
}
"""What the steps about a result are called."""

MOST_WORK_WHILE_PLAYING = 200_000
"""Matches times resamples of the ratings of an event that is played: with more matches, intervals are made of fewer."""
MOST_IN_CROSSTABLE = 60
"""Number of entrants above which nobody could read a crosstable."""


class EventReport:
    """One state of an event. What takes long is worked out when it is asked for first."""

    def __init__(
        self, public: PublicEvent, luck: Chance | None, kept: AbstractSet[str], histories: RatingHistories
    ) -> None:
        """`luck` decides ties, once it is settled; `kept` are the ids of the records that can be opened."""
        self.public = public
        self._state = public.state
        self._luck = luck
        self._kept = kept
        self._histories = histories

    @cached_property
    def _ratings(self) -> Ratings:
        results = list(self._state.results())
        # While an event grows, its page must not keep the machine from playing.
        work = len(results) * RESAMPLES if self._state.finished else MOST_WORK_WHILE_PLAYING
        return rate(results, resamples=resamples_for(len(results), work))

    @cached_property
    def _history(self) -> RatingHistory:
        return self._histories.history(self._state)

    @cached_property
    def _rows(self) -> list[StandingRow]:
        if self._luck is None:
            return [StandingRow(1, record, None, is_withdrawn=False) for record in records_of(self._state)]
        return standings_of(self._state, self._ratings, self._luck)

    @cached_property
    def standings(self) -> list[StandingLine]:
        """The standings, best first."""
        return [self._standing(row) for row in self._rows]

    def _standing(self, row: StandingRow) -> StandingLine:
        record, state = row.record, self._state
        given = [each for each in state.penalties if each.entrant == record.entrant]
        is_expelled = any([each.penalty == "expulsion" for each in given])
        notes = {
            "expelled": is_expelled,
            "withdrawn": row.is_withdrawn and not is_expelled,
            "provisional": record.is_provisional,
        }
        return StandingLine(
            entrant=record.entrant,
            rank=row.rank,
            points=_number(record.points),
            played=record.played,
            won=record.won,
            rating=_rating(row.rating),
            sides=[
                SideCount(side, each.played, each.won, each.won)
                for side, each in sorted(record.sides.items())
            ],
            faults=record.faults,
            penalties=len(given),
            notes=[note for note, is_so in notes.items() if is_so],
        )

    # --- the sections of the page ---

    @cached_property
    def overview(self) -> Overview:
        """The event as a whole."""
        event = self._state.event
        return Overview(
            name=event.name,
            game=event.game,
            title=event.rules.title,
            format=event.format,
            seats=event.seats,
            deals=event.deals,
            is_duplicate=event.duplicate,
            points=event.points,
            tie_breaks=list(event.tie_breaks),
            filler=event.filler,
            entrants=[
                EntrantName(entrant.name, entrant.version, number in self._state.withdrawn)
                for number, entrant in enumerate(event.entrants)
            ],
            progress=self._progress,
            standings=self.standings,
            byes=[len(self._rounds_out(number)) for number in range(len(event.entrants))],
            open_rounds=sorted({int(deal.split(".")[0]) for deal in self.public.open_deals}),
            rounds=list(self._state.rounds),
            duel=self._duel,
        )

    @property
    def _progress(self) -> EventProgress:
        state, public = self._state, self.public
        phase: EventPhase = "playing" if state.rounds else "opened"
        phase = "finished" if state.finished else "paused" if state.paused else phase
        note = state.finished.reason if state.finished else state.paused.reason if state.paused else ""
        planned, last_at = planned_matches(state), public.last_at
        is_over = phase == "finished"
        return EventProgress(
            phase=phase,
            round=state.last_round,
            rounds=planned_rounds_of(state.event),
            done=len(public.played),
            counted=sum([each.result is not None for each in state.matches.values()]),
            planned=planned,
            began_at=public.entries[0].at,
            last_at=last_at,
            seconds_left=None
            if is_over
            else seconds_left(public.entries, last_at, len(public.played), planned),
            note=note,
        )

    @property
    def _duel(self) -> DuelState | None:
        if self._state.event.format != "duel":
            return None
        test = duel_test(self._state)
        return DuelState(
            test.blocks,
            round(test.mean, 4),
            round(test.ratio, 3),
            round(test.lower, 3),
            round(test.upper, 3),
            test.decision,
        )

    @cached_property
    def crosstable(self) -> Crosstable | None:
        """Everyone against everyone; None if there are too many."""
        records = records_of(self._state)
        if len(records) > MOST_IN_CROSSTABLE:
            return None
        order = [line.entrant for line in self.standings]
        rows = [
            [
                None
                if one == other
                else CrossCell(
                    _number(records[one].points_against.get(other, Fraction(0))),
                    records[one].opponents[other],
                )
                for other in order
            ]
            for one in order
        ]
        return Crosstable(order, rows)

    def round(self, number: int) -> RoundLines:
        """Return a round; raise `KeyError` if it is not paired."""
        pairings = self._state.rounds[number]
        changed = self._state.changed_rounds.get(number)
        at = next(
            dated.at
            for dated in reversed(self.public.entries)
            if isinstance(dated.entry, RoundPaired | RoundChanged) and dated.entry.round == number
        )
        return RoundLines(
            round=number,
            tables=[self._table(pairing) for pairing in pairings],
            byes=list(self._byes.get(number, ())),
            paired_at=at,
            by=changed.by if changed else "",
            reason=changed.reason if changed else "",
        )

    def _table(self, pairing: Pairing) -> TableLines:
        played = self._of_table.get((pairing.round, pairing.table), [])
        return TableLines(pairing.table, list(pairing.entrants), [self._match(each) for each in played])

    @cached_property
    def _of_table(self) -> dict[tuple[int, int], list[MatchProgress]]:
        found: dict[tuple[int, int], list[MatchProgress]] = {}
        for each in self._state.matches.values():
            round_, table, _ = each.match.deal.split(".")
            found.setdefault((int(round_), int(table)), []).append(each)
        return found

    def entrant(self, name: str) -> EntrantPage:
        """Return everything about an entrant; raise `KeyError` for an unknown name."""
        names = [entrant.name for entrant in self._state.event.entrants]
        if name not in names:
            raise KeyError(name)
        number = names.index(name)
        own = [each for each in self._state.matches.values() if number in each.match.seating]
        record = records_of(self._state)[number]
        return EntrantPage(
            entrant=number,
            standing=next((line for line in self.standings if line.entrant == number), None),
            matches=[self._match(each) for each in reversed(own)],
            seats=self._by_seat(own, number),
            sides=next((line.sides for line in self.standings if line.entrant == number), []),
            by_side=[
                NamedRating(side, *_rounded(value), entrant)
                for (entrant, side), value in sorted(self._ratings.by_side.items())
                if entrant == number
            ],
            opponents=[
                (other, _number(record.points_against[other]), times)
                for other, times in sorted(record.opponents.items())
            ],
            after=self._history.after,
            history=[_rating(ratings.get(number)) for ratings in self._history.ratings],
            byes=self._rounds_out(number),
            decisions=[each for each in self.decisions.decisions if each.entrant == number],
        )

    def _by_seat(self, own: list[MatchProgress], entrant: int) -> list[SideCount]:
        """Return what an entrant made in each seat."""
        played, won, points = Counter[int](), Counter[int](), Counter[int]()
        for each in own:
            if each.result is None:
                continue
            given = points_of(each.result, self._state.event.points)
            for seat, number in enumerate(each.match.seating):
                if number == entrant:
                    played[seat] += 1
                    won[seat] += each.result.seats[seat].won
                    points[seat] += given[seat]  # type: ignore[assignment]
        return [
            SideCount(str(seat), played[seat], won[seat], _number(points[seat])) for seat in sorted(played)
        ]

    @cached_property
    def ratings(self) -> RatingReport:
        """Ratings, how they developed, and the advantages of seats and sides."""
        found = self._ratings
        return RatingReport(
            after=self._history.after,
            history=[
                HistoryLine(line.entrant, [_rating(each.get(line.entrant)) for each in self._history.ratings])
                for line in self.standings
            ],
            seats=[NamedRating(str(seat), *_rounded(each)) for seat, each in sorted(found.seats.items())],
            sides=[NamedRating(side, *_rounded(each)) for side, each in sorted(found.sides.items())],
            by_side=[
                NamedRating(side, *_rounded(each), entrant)
                for (entrant, side), each in sorted(found.by_side.items())
            ],
        )

    @cached_property
    def decisions(self) -> DecisionReport:
        """All decisions, newest first."""
        found = [
            decision
            for at, entry in reversed(self.public.entries)
            if (decision := self._decision(at, entry)) is not None
        ]
        corrections = [each for corrected in self._corrections.values() for each in corrected]
        corrections.sort(key=lambda each: -each.at)
        return DecisionReport(found, corrections, self.public.withheld)

    def _decision(self, at: int, entry: Any) -> OfficialDecision | None:
        match entry:
            case OfficialEntry():
                return self._step(at, entry)
            case AttemptFailed():
                what = f"attempt {entry.attempt} failed through no fault of a bot; the match is played again"
                return OfficialDecision(
                    at, "attempt", what, "arena", "", match=entry.match, round=int(entry.match.split(".")[0])
                )
            case EventFinished():
                return OfficialDecision(at, "finished", "finished the event", "arena", entry.reason)
            case _:
                return None

    def _step(self, at: int, entry: OfficialEntry) -> OfficialDecision | None:
        match entry:
            case EntrantWithdrawn():
                return OfficialDecision(at, "withdrawn", "withdrew", entry.by, entry.reason, entry.entrant)
            case PenaltyGiven():
                rule = f" (rule {entry.rule})" if entry.rule else ""
                return OfficialDecision(
                    at,
                    "penalty",
                    f"{entry.penalty.replace('_', ' ')} {match_concerned(entry)}".rstrip(),
                    entry.by,
                    f"{entry.reason}{rule}",
                    entry.entrant,
                )
            case RoundChanged():
                what = f"changed the pairings of round {entry.round}"
                return OfficialDecision(at, "pairings", what, entry.by, entry.reason, round=entry.round)
            case ResultCorrected() | ResultDisputed() | ResultUpheld():
                what = RULINGS[type(entry)]
                round_ = int(entry.match.split(".")[0])
                return OfficialDecision(
                    at, "corrected", what, entry.by, entry.reason, match=entry.match, round=round_
                )
            case EventPaused():
                return OfficialDecision(at, "paused", "paused the event", entry.by, entry.reason)
            case EventStopped():
                return OfficialDecision(at, "stopped", "stopped the event", entry.by, entry.reason)
            case EventResumed():
                return OfficialDecision(at, "resumed", "resumed the event", entry.by, entry.reason)
            case _:
                return None

    @cached_property
    def luck(self) -> LuckReport:
        """How it can be checked that nobody chose the luck."""
        state = self._state
        entropy = state.entropy or ()
        lines = [
            EntropyLine(number, pledge.commitment, entropy[number] if entropy else "")
            for number, pledge in sorted(state.pledges.items())
        ]
        secret = state.finished.secret if state.finished else ""
        return LuckReport(state.commitment, lines, state.entropy is not None, secret, self.public.is_practice)

    # --- parts of several sections ---

    @cached_property
    def _byes(self) -> dict[int, tuple[int, ...]]:
        """Those who sat out each round. Who is out of a knockout, or not in a duel, does not sit out."""
        return {} if self._state.event.format in ("knockout", "duel", "gauntlet") else self._state.byes

    def _rounds_out(self, entrant: int) -> list[int]:
        """Return the rounds in which an entrant sat out."""
        return [number for number, resting in self._byes.items() if entrant in resting]

    @cached_property
    def _corrections(self) -> dict[str, list[Correction]]:
        """The corrections of each match, oldest first."""
        found: dict[str, list[Correction]] = {}
        before: dict[str, list[int]] = {}
        for name, each in self._state.matches.items():
            if each.recorded is not None:
                before[name] = _places(each.recorded.result)
        for at, logged in self.public.entries:
            entry = logged.correction if isinstance(logged, PenaltyGiven) else logged
            if not isinstance(entry, ResultCorrected):
                continue
            after = [seat.place for seat in entry.seats]
            round_ = int(entry.match.split(".")[0])
            found.setdefault(entry.match, []).append(
                Correction(
                    at,
                    entry.match,
                    round_,
                    entry.by,
                    entry.reason,
                    before.get(entry.match, []),
                    after,
                )
            )
            before[entry.match] = after
        return found

    def names_of(self, seating: Sequence[int]) -> list[str]:
        """Return the names in the seats of a match."""
        event = self._state.event
        return [event.entrants[number].name if number != FILLER else event.filler for number in seating]

    def is_kept(self, match: str) -> bool:
        """Return whether the match can be opened now: its deal is over everywhere, and its record is here."""
        each = self._state.matches.get(match)
        return each is not None and each.recorded is not None and each.recorded.record in self._kept

    def others(self, match: str) -> list[str]:
        """Return the other matches with the same deal that can be opened."""
        deal = self._state.matches[match].match.deal
        return [name for name in self._of_deal[deal] if name != match and self.is_kept(name)]

    @cached_property
    def _of_deal(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, each in self._state.matches.items():
            found.setdefault(each.match.deal, []).append(name)
        return found

    def _match(self, each: MatchProgress) -> MatchLine:
        name = each.match.id
        is_over = name in self.public.played
        return MatchLine(
            match=name,
            round=each.match.round,
            deal=each.match.deal,
            seating=list(each.match.seating),
            standing="shown" if each.result is not None else "played" if is_over else "waiting",
            seats=self._seats(each),
            is_kept=self.is_kept(name),
            is_provisional=each.is_provisional,
            corrections=self._corrections.get(name, []),
            failed_attempts=len(each.failures),
            others=self.others(name) if self.is_kept(name) else [],
        )

    def _seats(self, each: MatchProgress) -> list[SeatLine]:
        if each.result is None:
            return []
        faults = each.recorded.faults if each.recorded is not None else ()
        points = points_of(each.result, self._state.event.points)
        return [
            SeatLine(
                place=seat.place,
                points=_number(points[place]),
                won=seat.won,
                score=seat.score,
                side=seat.side,
                kind=seat.kind,
                has_failed=bool(faults) and bool(faults[place]),
            )
            for place, seat in enumerate(each.result.seats)
        ]


def _number(points: Fraction | int) -> float:
    return round(float(points), 4)


def _rounded(rating: Interval) -> ShownRating:
    return ShownRating(*[round(value, 1) for value in rating])


def _rating(rating: Interval | None) -> ShownRating | None:
    return None if rating is None else _rounded(rating)


def _places(result: MatchResult) -> list[int]:
    return [seat.place for seat in result.seats]
