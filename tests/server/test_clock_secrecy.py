"""Clocks tell nothing: two worlds in which a seat answers a sealed question at another time, or not at all.

Seat 2 and the spectators look at everything that has to do with time. Time passes in steps of 50 seconds here, so that
the worlds can be compared, and sealed answers are charged in steps of 200.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from referee.log.memory import MemoryStore
from referee.server import clocks, time_control
from referee.server.access import Access
from referee.server.clocks import Banks, MatchClocks, PublicClock, TimedAnswer
from referee.server.matches import Matches
from referee.server.settings import Policy
from referee.server.time_control import read_time_control
from referee.wire.clock_messages import clock_message, seat_clocks_message
from referee.wire.standing_messages import standing_message
from tests.loop import Loop
from tests.match import toy
from tests.server.running import matches_on, pass_time, read_all, settle_down, shape_of, take_seats
from tests.server.test_match_clocks import LIMITS, answer

CHARTER = toy.salted(toy.talking(3, "clock secrecy", rounds="3"))
TICK = 50

Told = dict[int, list[object]]
"""What seat 2 and the spectators were told, by the second of the match."""


@pytest.fixture(autouse=True)
def _coarse_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "whole_ms", lambda seconds: int(seconds // TICK) * TICK * 1000)
    monkeypatch.setattr(clocks, "now_ms", lambda: 1_800_000_000_000)
    monkeypatch.setattr("referee.wire.clock_messages.now_ms", lambda: 1_800_000_000_000)
    monkeypatch.setattr("referee.server.auditing.now_ms", lambda: 1_800_000_000_000)
    monkeypatch.setattr(time_control, "STEP_MS", 200_000)


async def tell(clock: str, acts: Mapping[int, str], until: int) -> tuple[Told, list[TimedAnswer]]:
    """Play a match up to some second, and return what was told, and the true times of the answers.

    The acts of one second are the seats that answer, `-` and `+` for a lost and a new connection of seat 0, `p` and `r`
    for a pause and its end, and `x` for more time for seat 0.
    """
    loop, told, store = asyncio.get_running_loop(), Told(), MemoryStore()
    assert isinstance(loop, Loop)
    loop.ahead += TICK - loop.time() % TICK + 1
    async with matches_on(store, limits=LIMITS) as matches:
        seats = await take_seats(matches, CHARTER, Policy(time_control=read_time_control(clock)))
        access = await seats.access(matches)
        arbiter = await matches.authenticate(seats.match, seats.arbiter)
        session = await matches.sessions.get(seats.match)
        watcher = await matches.authenticate(seats.match, "")
        readers = [(await read_all(matches, each))[0] for each in (access[0], access[2], watcher)]
        for second in range(0, until + 1, TICK):
            for act in acts.get(second, ""):
                match act:
                    case "-":
                        readers[0].leave()
                    case "+":
                        await matches.subscribe(access[0], 0, lambda: None)
                    case "p" | "r":
                        await matches.request_pause(arbiter, "pause" if act == "p" else "resume", "rain")
                    case "x":
                        await matches.extend_time(arbiter, 0, TICK, "late")
                    case _:
                        await answer(matches, access[int(act)])
            await settle_down()
            told[second] = [
                each
                for reader in readers[1:]
                for delivery in reader.take()
                for each in (
                    shape_of(delivery.frame),
                    ("late", *delivery.frame.late),
                    *clocks_of(delivery.clocks),
                )
            ]
            told[second] += await seen(matches, access[2])
            told[second] += await seen(matches, watcher)
            told[second].append(standing_message(session.standing).SerializeToString(deterministic=True))
            told[second].append((session.audit_log.public, session.state))
            await pass_time(TICK)
        return told, [clocks.read_timed(record.body) for record in store.decision_times(seats.match)]


def clocks_of(public: Any) -> list[object]:
    message = seat_clocks_message(public, 0)
    return [message and message.SerializeToString(deterministic=True)]


async def seen(matches: Matches, access: Access) -> list[object]:
    view = await matches.view(access)
    session = await matches.sessions.get(access.match_id)
    reading = clock_message(view.clock)
    # The deadline is a time of day, which is the same at every look, so it tells no more than the time left.
    own = reading and (reading.time_left.seconds // TICK, reading.bank.seconds, reading.away.seconds)
    return [view.number, view.waiting_for, own, *clocks_of(session.public_clocks())]


def time_outs_in(told: list[object]) -> list[object]:
    """Return the time-outs that were told."""
    return [each for each in told if isinstance(each, tuple) and each[:1] == ("late",) != each]


CLOCK = "bank 3000s, away 600s"


async def told_before_all_have_answered(clock: str = CLOCK) -> None:
    """Whether and when seat 0 answers, loses its connection or gets more time, nobody else can tell."""
    interruptions = {50: "-", 150: "+p", 200: "rx"}
    last, truths = 0, []
    worlds = []
    for answered_at in (0, 100, 250, 500):
        acts = {**interruptions, 250: "1"}
        acts[answered_at] = f"{acts.get(answered_at, '')}0"
        told, truth = await tell(clock, acts, 500)
        worlds.append(told)
        truths.append([(each.decision.seat, each.decision.used_ms) for each in truth])
        last = max(told)
    assert last == 500
    assert len({str(truth) for truth in truths}) == len(truths), "the worlds do differ"
    assert [told == worlds[0] for told in worlds] == [True] * len(worlds)


async def told_afterwards() -> None:
    """After all have answered, an answer in the same step costs the same."""
    worlds = [await tell(CLOCK, {at: "0", 450: "12"}, 500) for at in (250, 300, 400)]
    used = [truth[0].decision.used_ms for _, truth in worlds]
    assert len(set(used)) == 3, "the worlds do differ"
    assert {truth[0].decision.charged_ms for _, truth in worlds} == {200_000}
    assert [told for told, _ in worlds] == [worlds[0][0]] * 3


async def test_nobody_can_tell_when_a_sealed_question_is_answered() -> None:
    await told_before_all_have_answered()


async def test_nobody_can_tell_afterwards_in_which_moment_it_was_answered() -> None:
    await told_afterwards()


async def test_a_time_out_on_a_sealed_question_looks_like_an_answer_in_the_last_moment() -> None:
    costs = []
    for acts in ({0: "12", 250: "0"}, {0: "12"}):
        told, truth = await tell("bank 300s", acts, 350)
        first = next(each.decision for each in truth if each.decision.seat == 0)
        costs.append((first.by, first.charged_ms, first.bank_ms))
        assert time_outs_in(told[250] + told[300]) == [], "nobody else is told"
    assert costs == [("seat", 200_000, 100_000), ("clock", 200_000, 100_000)]


async def test_others_are_told_the_same_in_whichever_order_two_seats_run_out_of_time() -> None:
    """They are told of neither."""
    for acts, order, closed in (({0: "2x"}, [1, 0], 150), ({0: "2"}, [0, 1], 100)):
        told, truth = await tell("decision 100s", acts, 200)
        assert [each.decision.seat for each in truth if each.decision.by == "clock"][:2] == order
        assert time_outs_in(told[closed]) == []


# --- planted ---


def charge_on_answer(patch: pytest.MonkeyPatch) -> None:
    """Take the time from the bank at once."""
    honest = Banks.take

    def take(self: Banks, seat: int, given: TimedAnswer) -> None:
        honest(self, seat, given)
        if given.left is not None:
            self.left[seat] = given.left

    patch.setattr(Banks, "take", take)


def stop_on_answer(patch: pytest.MonkeyPatch) -> None:
    """Show no time for a seat that has answered."""
    honest = MatchClocks.public

    def public(self: MatchClocks, now: float) -> list[PublicClock]:
        found = honest(self, now)
        return [each if each.seat in self.running else each._replace(left_ms=None) for each in found]

    patch.setattr(MatchClocks, "public", public)


def show_the_away_budget(patch: pytest.MonkeyPatch) -> None:
    """Show what is left of the away budget of a seat that has not answered."""
    honest = MatchClocks.public

    def public(self: MatchClocks, now: float) -> list[PublicClock]:
        for clock in self.running.values():
            clock.count_to(clocks.whole_ms(now))
        return [
            each._replace(away_ms=self.running[each.seat].away_left_ms) if each.seat in self.running else each
            for each in honest(self, now)
        ]

    patch.setattr(MatchClocks, "public", public)


def resume_only_the_open_ones(patch: pytest.MonkeyPatch) -> None:
    """Show clocks after a pause only for the seats that have not answered."""
    honest = MatchClocks.restart

    def restart(self: MatchClocks, asked: Any, waiting_for: Any, now: float, why: Any) -> None:
        honest(self, asked, asked, now, why)

    patch.setattr(MatchClocks, "restart", restart)


def show_more_time(patch: pytest.MonkeyPatch) -> None:
    """Show the time extension of a seat that has not answered."""
    honest = MatchClocks.public

    def public(self: MatchClocks, now: float) -> list[PublicClock]:
        return [
            each._replace(left_ms=(each.left_ms or 0) + self.extra.get(each.seat, 0) * 1000)
            for each in honest(self, now)
        ]

    patch.setattr(MatchClocks, "public", public)


def charge_to_the_millisecond(patch: pytest.MonkeyPatch) -> None:
    """Charge sealed answers what they used."""
    patch.setattr(clocks, "in_whole_steps", lambda used_ms: used_ms)


@pytest.mark.parametrize(
    ("plant", "check"),
    [
        (charge_on_answer, told_before_all_have_answered),
        (stop_on_answer, told_before_all_have_answered),
        (show_the_away_budget, told_before_all_have_answered),
        (resume_only_the_open_ones, told_before_all_have_answered),
        (show_more_time, told_before_all_have_answered),
        (charge_to_the_millisecond, told_afterwards),
    ],
)
async def test_a_planted_leak_is_caught(
    plant: Callable[[pytest.MonkeyPatch], None], check: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        await check()
