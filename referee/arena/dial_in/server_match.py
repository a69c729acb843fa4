"""One attempt at a match of an event, at a referee.

All ids and tokens follow from the secret of the event, and all calls are idempotent: an arena that is started again
finds the same match, wherever it was killed.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Sequence
from typing import NamedTuple

import grpc

from referee.arena.dial_in.bot_threads import BotThread, StandIn
from referee.arena.dial_in.entrances import CLOSINGS, Entrances, Loss
from referee.arena.event_entries import SeatLost
from referee.arena.event_luck import deal_seed
from referee.arena.local_play import MatchTask, PlayedMatchTask, bot_in_seat, entrant_of, match_records
from referee.arena.match_results import MatchResult, SeatResult, result_of
from referee.arena.schedule import FILLER
from referee.audit.entries import ResultKind
from referee.kernel.facts import Seat
from referee.local.class_bot import HostLost
from referee.match.charters import settle
from referee.match.match import Chained, Decided
from referee.replay.format import BadReplay
from referee.replay.reading import read_replay
from referee.replay.rerun import Mismatch, Rerun
from referee.server.time_control import read_time_control
from referee.wire.clock_messages import time_control_message
from referee_api.v1 import arena_pb2 as arena
from referee_api.v1 import referee_pb2 as api
from referee_client import RefereeError, Refused, aio
from referee_client import Seat as ServerSeat
from referee_client.patience import Patience

SUPERSEDED = "MATCH_SUPERSEDED"
"""Reason of the status with which a stream ends if another match continues this one."""


SECONDS_OF_PATIENCE = 600.0
"""How long a referee that does not answer is waited for, before the attempt counts as failed."""


class MatchAttempt(NamedTuple):
    """What is needed to play a match at a referee."""

    task: MatchTask
    number: int
    """Number of the attempt, from 1."""
    secret: bytes
    """The arena's part of the luck of the event, from which ids and tokens are derived."""
    lost: Sequence[SeatLost]
    """Seats that were lost before the arena was started again."""


class ServerMatch:
    """One attempt at a match."""

    def __init__(
        self,
        referee: aio.Client,
        attempt: MatchAttempt,
        entrances: Entrances,
        on_loss: Callable[[SeatLost], None],
    ) -> None:
        """`on_loss` stores that an entrant has lost its seat."""
        self._referee = referee
        self._attempt = attempt
        self._task = attempt.task
        self._entrances = entrances
        self._on_loss = on_loss
        self._losses = {each.seat: Loss(each.result, each.reason) for each in attempt.lost}

    async def play(self) -> PlayedMatchTask:
        """Play the match to its end; the result says why if that was not possible."""
        scheduled, problem = self._task.match, ""
        try:
            match = await self._begin()
            async with asyncio.TaskGroup() as seats:
                for seat in range(len(scheduled.seating)):
                    seats.create_task(self._play_seat(match, seat))
            return await self._finished(match)
        except* (RefereeError, Refused, Mismatch, BadReplay, HostLost) as several:
            problem = _first_of(several)
        return PlayedMatchTask(scheduled, None, problem, "", "", (), ())

    def _derived(self, purpose: str) -> str:
        """Return a token or an id of this attempt, which nobody can guess."""
        label = f"referee arena 1\n{self._task.match.id}/{self._attempt.number}/{purpose}"
        return hmac.digest(self._attempt.secret, label.encode("ascii"), "sha256").hex()

    async def _begin(self) -> str:
        """Create the match and take all its seats. Their names would tell who plays whom, so they have none."""
        event, scheduled = self._task.event, self._task.match
        created = await self._referee.create_match(
            event.game,
            len(scheduled.seating),
            seed=deal_seed(self._task.seed, scheduled.deal).hex(),
            edition=event.edition,
            rulings=event.rulings,
            options=event.options,
            seconds_per_decision=0 if event.clock else event.seconds_per_answer,
            time_control=time_control_message(read_time_control(event.clock)) if event.clock else None,
            talk=event.talk,  # type: ignore[arg-type]
            token=self._derived("organiser"),
            request_id=self._derived("request"),
        )
        for seat in range(len(scheduled.seating)):
            await self._referee.join_seat(
                created.match.id, seat, client=api.ClientInfo(), token=self._seat_token(seat)
            )
        return created.match.id

    def _seat_token(self, seat: Seat) -> str:
        return self._derived(f"seat/{seat}")

    # --- seats ---

    async def _play_seat(self, match: str, seat: Seat) -> None:
        """Play a seat to the end of the match, or let its entrant play it."""
        number = self._task.match.seating[seat]
        entrant = entrant_of(self._task.event, number)
        if number in self._task.withdrawn and seat not in self._losses:
            self._losses[seat] = Loss("withdrawn", "the entrant has left the event")
        if seat in self._losses:
            await self._stand_in(match, seat)
        elif number != FILLER and entrant.dial_in:
            await self._wait_for_entrant(match, seat, number)
        else:
            await self._play_local(match, seat)

    async def _stand_in(self, match: str, seat: Seat) -> None:
        await self._referee.play({ServerSeat(match, seat, self._seat_token(seat)): StandIn()})

    async def _play_local(self, match: str, seat: Seat) -> None:
        # Starting the process of a bot takes time.
        guarded = await asyncio.to_thread(bot_in_seat, self._task, seat)
        seconds = self._task.event.seconds_per_answer
        bot = BotThread(guarded, seconds, lambda loss: self._lose(seat, loss))
        try:
            await self._referee.play({ServerSeat(match, seat, self._seat_token(seat)): bot})
        finally:
            bot.close()

    async def _wait_for_entrant(self, match: str, seat: Seat, number: int) -> None:
        """Give the seat to its entrant, and play it with default answers once the entrant has lost it."""
        given = self._entrances.give(number, match, seat, self._seat_token(seat))
        late = 0

        def on_time_out(time_out: api.TimeOut) -> None:
            nonlocal late
            late += seat in time_out.seats
            if late >= self._task.event.dial_in.late_answers:
                given.lose(Loss("time", f"{late} answers came too late"))

        watching = asyncio.create_task(self._watch(match, seat, on_time_out))
        closing, sentence = arena.SEAT_CLOSING_ABANDONED, "The match will be played again."
        try:
            await asyncio.wait((watching, given.loss), return_when=asyncio.FIRST_COMPLETED)
            if watching.done():
                watching.result()
                closing, sentence = arena.SEAT_CLOSING_OVER, "The match is over."
                return
            loss = given.loss.result()
            closing = CLOSINGS[loss.kind]
            sentence = (
                f"{loss.reason[:1].upper()}{loss.reason[1:]}; the default answers are given from now on."
            )
        finally:
            watching.cancel()
            self._entrances.close(given, closing, sentence)
        self._lose(seat, loss)
        await self._stand_in(match, seat)

    def _lose(self, seat: Seat, loss: Loss) -> None:
        self._losses[seat] = loss
        self._on_loss(SeatLost(self._task.match.id, self._attempt.number, seat, loss.kind, loss.reason))

    async def _watch(self, match: str, seat: Seat, on_time_out: Callable[[api.TimeOut], None]) -> None:
        """Read what the seat is told, until the match is over, also if another match continues it."""
        while True:
            try:
                async for _ in self._referee.watch(match, self._seat_token(seat), on_time_out=on_time_out):
                    pass
                return
            except RefereeError as error:
                if error.code is not grpc.StatusCode.FAILED_PRECONDITION or error.reason != SUPERSEDED:
                    raise
            match = (await self._referee.get_match(match, self._seat_token(seat))).standing.successor

    # --- the end ---

    async def _finished(self, match: str) -> PlayedMatchTask:
        """Return the result of a match that is over, with its record."""
        organiser = self._derived("organiser")
        found = await self._referee.get_match(match, organiser)
        while found.standing.successor:
            found = await self._referee.get_match(found.standing.successor, organiser)
        scheduled = self._task.match
        faults = tuple(
            [
                self._losses[seat].reason if seat in self._losses else ""
                for seat in range(len(scheduled.seating))
            ]
        )
        given = faults if any(faults) else ()
        if found.standing.HasField("award"):
            seats = _awarded(found.standing.award, len(scheduled.seating))
            return PlayedMatchTask(scheduled, MatchResult("", seats), "", found.id, "", given, ())
        # A seat that reads the replay would bar rulings that continue the match; a judge does not.
        token = self._derived("judge")
        await self._referee.appoint_official(
            found.id,
            organiser,
            "arena",
            official_token=token,
            request_id=self._derived("appoint")[:32],
        )
        replay = await self._download(found.id, token)
        kinds = [self._kind(seat) for seat in range(len(scheduled.seating))]
        return await asyncio.to_thread(_recorded, self._task, found.id, replay, kinds, given)

    async def _download(self, match: str, token: str) -> bytes:
        """Return the replay of a match, also if the referee is killed meanwhile."""
        patience = Patience(SECONDS_OF_PATIENCE)
        while True:
            try:
                return await self._referee.get_replay(match, token)
            except RefereeError as error:
                await patience.wait_or_raise(error)

    def _kind(self, seat: Seat) -> ResultKind:
        """Return how a seat came to its result. With default answers after a failure, an entrant may still win."""
        kind = self._losses[seat].kind if seat in self._losses else "played"
        is_forgiven = kind in ("crash", "time") and self._task.event.on_crash == "defaults"
        return "played" if is_forgiven else kind


def _first_of(several: BaseExceptionGroup[BaseException]) -> str:
    """Return the text of the first exception of a group."""
    first: BaseException = several
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    return str(first)


def _awarded(award: api.Award, seats: int) -> tuple[SeatResult, ...]:
    """Return the result that a ruling has set; nobody wins a match that is void."""
    winners = () if award.is_void else tuple(award.winners)
    return tuple(
        [
            SeatResult(2 if winners and seat not in winners else 1, seat in winners, kind="ruling")
            for seat in range(seats)
        ]
    )


def _recorded(
    task: MatchTask, record: str, replay: bytes, kinds: Sequence[ResultKind], faults: tuple[str, ...]
) -> PlayedMatchTask:
    """Run a match again from its replay, and return its result and its record; raise `Mismatch` if they differ."""
    read = read_replay(replay)
    terms = settle(read.charter)
    rerun = Rerun(terms)
    chained: list[Chained] = [rerun.match.charter_entry]
    for entry in read.entries:
        decided: Decided = rerun.follow_entry(entry)
        chained.append(Chained(decided.entry.seq, decided.body, decided.hash))
    match = rerun.match
    outcome = match.outcome
    assert outcome is not None
    result = result_of(outcome, terms.game.sides(match.table.state), kinds)
    return PlayedMatchTask(
        task.match, result, "", record, match.head.hex(), faults, match_records(record, task, chained)
    )
