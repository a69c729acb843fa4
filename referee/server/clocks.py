"""Clocks: the time of day for records, and the time each seat has left to answer.

The arithmetic is in `time_control`. A clock runs while a seat is asked, from when the question was published until the
answer arrived.

**Clocks tell nothing.** While a question is sealed, the public clock of each seat that was asked runs until all have
answered, and what the answers cost is charged after that, in whole steps.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from referee.audit.audit_state import TimeExtension
from referee.audit.entries import StoppedClock
from referee.kernel.facts import Fact, Seat
from referee.match.entries import Entry
from referee.match.match import Decided
from referee.replay.time_sheet import Credited, TimedDecision
from referee.server.time_control import (
    SeatTime,
    TimeControl,
    allowance,
    begin_turn,
    charge,
    in_whole_steps,
    is_last_time,
    new_seat_time,
)


def now_ms() -> int:
    """Return the time of day in milliseconds, as records store it."""
    return time.time_ns() // 1_000_000


def real_seconds() -> float:
    """Return the time on a clock that is never set, to measure how late the server is."""
    return time.monotonic()


def whole_ms(seconds: float) -> int:
    """Return a time on the clock of the event loop in whole milliseconds, rounded down."""
    return int(seconds * 1000)


class ClockReading(NamedTuple):
    """The clock of a seat as the seat is told about it."""

    deadline_ms: int
    """When the time is up, in milliseconds since the Unix epoch."""
    left_ms: int
    """Time left until then; 0 if it is up."""
    now_ms: int
    """The time of the reading, in milliseconds since the Unix epoch."""
    bank_ms: int | None = None
    """What is in the bank before this decision is charged; None if the time control has no bank."""
    away_ms: int | None = None
    """What is left of the away budget before this decision is charged; None if there is none."""


class PublicClock(NamedTuple):
    """The clock of a seat as everyone is told about it."""

    seat: Seat
    bank_ms: int | None
    """What is in the bank, without the decisions that are open; None if the time control has no bank."""
    away_ms: int | None
    left_ms: int | None
    """Time left for the question that the seat was asked, whether or not it has answered; None if it was asked none.

    Time extensions and what the away budget pays are not included."""
    is_running: bool
    """Whether that time runs; not while the match is frozen or paused."""


_LARGEST_DRIFT_MS = 1000


class WallTime:
    """The time of day that belongs to a time on the clock of the event loop.

    The difference between the two is kept, so that a deadline is told as the same time of day whenever it is told. Only
    if the time of day was set, or the machine was suspended, is the difference taken again.
    """

    def __init__(self, now: float) -> None:
        self._offset = now_ms() - round(now * 1000)

    def read(self, deadline: float, now: float) -> ClockReading:
        """Return a deadline on the clock of the event loop as a seat is told about it."""
        offset = now_ms() - round(now * 1000)
        if abs(offset - self._offset) > _LARGEST_DRIFT_MS:
            self._offset = offset
        end, start = [round(moment * 1000) + self._offset for moment in (deadline, now)]
        return ClockReading(end, max(0, end - start), start)


def extra_seconds(extensions: Iterable[TimeExtension], answered: Mapping[Seat, int]) -> dict[Seat, int]:
    """Return the seconds that seats have in addition; `answered` has the entry with the last answer of each seat.

    An extension ends with the next answer of the seat.
    """
    extra: dict[Seat, int] = {}
    for given in extensions:
        if answered.get(given.seat, 0) <= given.entry:
            extra[given.seat] = extra.get(given.seat, 0) + given.seconds
    return extra


class TimedAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is stored with an answer: its times, and what the seat has left."""

    decision: TimedDecision
    left: SeatTime | None = None
    """What the seat has left; None if the answer was given before the seat was asked, and so cost nothing."""
    is_out: bool = False
    """Whether the time of the seat was up, so that the policy at zero applies."""


class Banks:
    """What each seat of a match has left, as far as everyone may know: without the answers to sealed questions.

    It follows from the stored answers alone, so a restart loses nothing.
    """

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        self.left = [new_seat_time(control) for _ in range(seats)]
        self._answered: dict[Seat, SeatTime] = {}
        """What seats have left that have answered the questions that everyone sees as open."""
        self.out: set[Seat] = set()
        """Seats whose time was up, and that the default answers for from then on."""
        self.asked_at = 0
        """When the open questions were asked, in milliseconds since the Unix epoch."""

    def take(self, seat: Seat, answer: TimedAnswer) -> None:
        """Take an answer, which is charged when all seats that were asked have answered."""
        if answer.left is not None:
            self._answered[seat] = answer.left
        if answer.is_out and self.control.at_zero != "default":
            self.out.add(seat)
        elif answer.decision.by == "seat":
            self.welcome_back(seat)

    def welcome_back(self, seat: Seat) -> None:
        """Note that the player of a seat is back, if the policy at zero allows that."""
        if self.control.at_zero == "until_back":
            self.out.discard(seat)

    def follow(self, decided: Decided, answer: TimedAnswer | None, turn_fact: type[Fact], at: int) -> None:
        """Take the next stored entry, with its times if it has any."""
        if answer is not None:
            self.take(decided.entry.seat, answer)
        if decided.frames and decided.entry.by != "talk":
            self.close_questions(decided.entry, turn_fact, at)

    @property
    def forfeited(self) -> set[Seat]:
        """The seats that have resigned on time, except those that are still among the answers to sealed questions."""
        return self.out - self._answered.keys() if self.control.at_zero == "resign" else set()

    def close_questions(self, entry: Entry, turn_fact: type[Fact], at: int) -> None:
        """Charge the answers to the last questions, and begin the turns that begin in this entry."""
        self.asked_at = at
        for seat, left in self._answered.items():
            self.left[seat] = left
        self._answered.clear()
        if self.control.increment_ms:
            for recorded in entry.facts:
                if type(recorded.fact) is turn_fact:
                    whose: Seat | None = getattr(recorded.fact, "seat", None)
                    for seat in range(len(self.left)) if whose is None else [whose]:
                        self.left[seat] = begin_turn(self.control, self.left[seat])


_timed_answers = msgspec.json.Decoder(TimedAnswer)


def read_timed(stored: bytes) -> TimedAnswer:
    """Return the times of an answer as they are stored with it."""
    return _timed_answers.decode(stored)


class RunningClock(msgspec.Struct):
    """The clock of a seat that is asked. Times without `_at` are milliseconds on the clock of the event loop."""

    asked_at: int
    asked: int
    frame: int
    """Number of the frame with the question."""
    allowed_ms: int
    since: int
    """Until when the time is counted."""
    away_left_ms: int
    is_away: bool
    was_away: bool
    used_ms: int = 0
    away_ms: int = 0
    """What the away budget has paid."""
    delivered_at: int = 0
    delivered: int = 0
    credits: dict[Credited, int] = {}

    @property
    def end(self) -> int:
        """When the time is up, if nothing changes."""
        away = self.away_left_ms if self.is_away else 0
        return self.since + away + max(0, self.allowed_ms - self.used_ms)

    def count_to(self, now: int) -> None:
        """Count the time up to now."""
        passed = max(0, now - self.since)
        self.since = max(now, self.since)
        if self.is_away:
            paid = min(passed, self.away_left_ms)
            self.away_left_ms -= paid
            self.away_ms += paid
            passed -= paid
        self.used_ms += passed

    def credit(self, time_ms: int, why: Credited) -> None:
        """Give back time that was counted."""
        given = max(0, min(time_ms, self.used_ms))
        if given:
            self.used_ms -= given
            self.credits = {**self.credits, why: self.credits.get(why, 0) + given}


class MatchClocks(dict[Seat, float]):
    """The deadline of each seat that has a question to answer, on the clock of the event loop."""

    def __init__(self, control: TimeControl, seats: int) -> None:
        super().__init__()
        self.control = control
        self.is_on = control.is_on
        """Whether there is a time limit; if not, no clock ever runs."""
        self.extra: dict[Seat, int] = {}
        """Seconds that seats got in addition, for the question that they are asked or else for their next one."""
        self.banks = Banks(control, seats)
        self.running: dict[Seat, RunningClock] = {}
        """The clocks of the seats that have a question to answer; they stand still while the match is held."""
        self.present: set[Seat] = set()
        """Seats whose players are connected."""
        self._asked: dict[Seat, int] = {}
        """The public time of each seat that was asked, whether or not it has answered."""
        self._public_since: int | None = None
        """Since when the public clocks run; None while they stand still."""
        self._public_used = 0
        """Public time used before that."""
        self._public_at_hold = 0
        """Public time used when the match was paused or frozen."""

    # --- questions ---

    def open_questions(self, decided: Decided, turn_fact: type[Fact], now: float) -> None:
        """Charge the last answers, and start the clocks of the seats that are asked in a published entry."""
        self.banks.close_questions(decided.entry, turn_fact, now_ms())
        frames = decided.frames.items()
        asked = {viewer: frame.number for viewer, frame in frames if viewer >= 0 and frame.question}
        self.start(asked, asked, now)

    def start(self, asked: Mapping[Seat, int], waiting_for: Iterable[Seat], now: float) -> None:
        """Give each of these seats its full time from now on. Each is named with the frame that asks it.

        `waiting_for` are the seats that the table waits for as far as everyone knows.
        """
        moment = whole_ms(now)
        self.forget_questions()
        self._public_since, self._public_used = moment, 0
        self._asked = {seat: allowance(self.control, self.banks.left[seat]) for seat in waiting_for}
        for seat, frame in asked.items():
            left, is_away = self.banks.left[seat], seat not in self.present
            allowed = self._asked[seat] + self.extra.get(seat, 0) * 1000
            self.running[seat] = RunningClock(
                self.banks.asked_at, moment, frame, allowed, moment, left.away_ms, is_away, is_away
            )
            self._show(seat)

    def _show(self, seat: Seat) -> None:
        self[seat] = self.running[seat].end / 1000

    def forget_questions(self) -> None:
        """Stop all clocks, because nobody is asked any longer."""
        self.clear()
        self.running.clear()
        self._asked.clear()

    def answered(self, entry: Entry, received: float, now: float, at: int) -> TimedAnswer:
        """Stop the clock of a seat that has answered, and return the times to store with the answer.

        A standing order may answer before the question is published. That costs nothing.
        """
        seat, left = entry.seat, self.banks.left[entry.seat]
        clock, decided, extra = self.running.pop(seat, None), whole_ms(now), self.extra.pop(seat, 0) * 1000
        self.pop(seat, None)
        if clock is None:
            times = TimedDecision(
                entry.seq,
                seat,
                entry.question,
                entry.by,
                at,
                at,
                at,
                decided,
                decided,
                decided,
                bank_ms=left.bank_ms,
            )
            return TimedAnswer(times)
        arrived = whole_ms(received)
        is_time_up = entry.by == "clock"
        if is_time_up and seat not in self.banks.out:
            arrived = min(arrived, clock.end)
        clock.count_to(arrived)
        if is_time_up and seat not in self.banks.out:
            clock.used_ms = max(clock.used_ms, clock.allowed_ms)
        used, away = min(clock.used_ms, clock.allowed_ms), clock.away_ms
        if len(self._asked) > 1:
            used, away = in_whole_steps(used), in_whole_steps(away)
        after, charged = charge(self.control, left, used, extra)
        lag = clock.credits.get("lag", 0)
        after = msgspec.structs.replace(after, away_ms=left.away_ms - away, lag_ms=left.lag_ms - lag)
        times = TimedDecision(
            entry.seq,
            seat,
            entry.question,
            entry.by,
            clock.asked_at,
            at - (decided - arrived),
            at,
            clock.asked,
            arrived,
            decided,
            clock.delivered_at,
            clock.delivered,
            min(clock.used_ms, clock.allowed_ms),
            charged,
            away,
            clock.credits,
            clock.was_away,
            after.bank_ms,
        )
        return TimedAnswer(times, after, is_out=is_time_up and is_last_time(self.control, left))

    def stop(self, seat: Seat) -> None:
        """Stop the clock of a seat whose answer was charged before its clock was started."""
        self.pop(seat, None)
        self.running.pop(seat, None)

    def expired(self, now: float) -> list[Seat]:
        """Return the seats whose time has run out."""
        return [seat for seat, end in self.items() if end <= now]

    # --- what changes the time of a seat ---

    def extend(self, seat: Seat, seconds: int) -> None:
        """Give a seat more time, for the question that it is asked or else for its next one."""
        self.extra[seat] = self.extra.get(seat, 0) + seconds
        clock = self.running.get(seat)
        if clock is not None:
            clock.allowed_ms += seconds * 1000
            if seat in self:
                self._show(seat)

    def connect(self, seat: Seat, now: float, *, is_present: bool) -> None:
        """Note that a player has a connection, or has none any longer."""
        if is_present == (seat in self.present):
            return
        (self.present.add if is_present else self.present.discard)(seat)
        clock = self.running.get(seat)
        if clock is not None:
            if seat in self:
                clock.count_to(whole_ms(now))
            clock.is_away = not is_present
            clock.was_away = clock.was_away or clock.is_away
            if seat in self:
                self._show(seat)

    def delivered(self, seat: Seat, frame: int, now: float) -> None:
        """Note that a client has acknowledged its frames up to this one, and credit the measured round trip."""
        clock = self.running.get(seat)
        if clock is None or clock.delivered or frame < clock.frame or seat not in self:
            return
        moment = whole_ms(now)
        clock.delivered_at, clock.delivered = now_ms(), moment
        lag = min(moment - clock.asked, self.banks.left[seat].lag_ms)
        if lag > 0:
            clock.count_to(moment)
            clock.credit(lag, "lag")
            self._show(seat)

    def credit_all(self, time_ms: int, now: float) -> None:
        """Credit every running clock with a time in which the server was too busy."""
        for seat in self:
            clock = self.running[seat]
            clock.count_to(whole_ms(now))
            clock.credit(time_ms, "overload")
            self._show(seat)
        if self._public_since is not None:
            self._public_since = min(whole_ms(now), self._public_since + time_ms)

    # --- pauses, freezes and restarts ---

    def hold(self, now: float) -> None:
        """Stop all clocks, because the match is paused or frozen."""
        for seat in self:
            self.running[seat].count_to(whole_ms(now))
        self.clear()
        if self._public_since is not None:
            self._public_used += whole_ms(now) - self._public_since
            self._public_since = None

    def stopped(self, now: float) -> tuple[StoppedClock, ...]:
        """Return the clocks that run now, as a pause stops them."""
        for seat in self:
            self.running[seat].count_to(whole_ms(now))
        left = {seat: self.running[seat].allowed_ms - self.running[seat].used_ms for seat in sorted(self)}
        return tuple([StoppedClock(seat, max(0, time_ms)) for seat, time_ms in left.items()])

    def restart(
        self, asked: Mapping[Seat, int], waiting_for: Iterable[Seat], now: float, why: Credited
    ) -> None:
        """Give the seats that are asked their full time from now on, and credit what has passed before."""
        before, self._public_at_hold = self.running.copy(), self._public_used
        self.start(asked, waiting_for, now)
        for seat, clock in self.running.items():
            was = before.get(seat)
            passed = max(0, now_ms() - clock.asked_at)
            if was is not None:
                clock.asked, clock.delivered, clock.delivered_at = was.asked, was.delivered, was.delivered_at
                clock.was_away, clock.credits = was.was_away or clock.is_away, was.credits
                clock.away_ms, clock.away_left_ms = was.away_ms, was.away_left_ms
                self._show(seat)
                passed = max(0, clock.since - was.asked - was.away_ms - sum(was.credits.values()))
            clock.credits = {**clock.credits, why: clock.credits.get(why, 0) + passed}

    def go_on(self, stopped: Iterable[StoppedClock], now: float) -> None:
        """After `restart`, give the seats whose clocks a pause has stopped the time that they had left."""
        for each in stopped:
            self._public_used = self._public_at_hold
            clock = self.running.get(each.seat)
            if clock is not None:
                clock.used_ms = max(0, clock.allowed_ms - each.left_ms)
                held = max(0, clock.credits.get("held", 0) - clock.used_ms)
                clock.credits = {**clock.credits, "held": held}
                self._show(each.seat)

    # --- what is told ---

    def read(self, seat: Seat, wall_time: WallTime, now: float) -> ClockReading | None:
        """Return the clock of a seat as the seat is told about it; None if it is not asked, or has no time limit."""
        deadline = self.get(seat)
        if deadline is None:
            return None
        left, control = self.banks.left[seat], self.control
        return wall_time.read(deadline, now)._replace(
            bank_ms=left.bank_ms if control.bank_ms else None,
            away_ms=left.away_ms if control.away_ms else None,
        )

    def public(self, now: float) -> Sequence[PublicClock]:
        """Return the clocks of all seats as everyone is told about them."""
        if not self.is_on:
            return ()
        control, used = self.control, self._public_used
        if self._public_since is not None:
            used += whole_ms(now) - self._public_since
        return [
            PublicClock(
                seat,
                left.bank_ms if control.bank_ms else None,
                left.away_ms if control.away_ms else None,
                max(0, self._asked[seat] - used) if seat in self._asked else None,
                seat in self._asked and self._public_since is not None,
            )
            for seat, left in enumerate(self.banks.left)
        ]
