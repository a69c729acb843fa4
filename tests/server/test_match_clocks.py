"""Banks, policies at zero, and what is credited, in matches that are played on a server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from referee.log.memory import MemoryStore
from referee.log.store import Store, StoreFull
from referee.match.entries import read_entries
from referee.replay.time_sheet import TimedDecision
from referee.server import sessions
from referee.server.access import Access
from referee.server.clocks import MatchClocks, PublicClock, read_timed
from referee.server.match_events import ForfeitedEvent, MatchEvent
from referee.server.matches import Matches
from referee.server.session import Session
from referee.server.settings import Policy, SessionLimits
from referee.server.standing_orders import Order
from referee.server.time_control import TimeControl, read_time_control
from referee.wire.standing_messages import standing_message
from tests.match import toy
from tests.server.running import (
    FailingStore,
    Seats,
    answer_to,
    matches_on,
    pass_time,
    settle_down,
    take_seats,
)
from tests.server.test_wakeups import pass_sweeps

CHARTER = toy.charter(3, "match clocks", rounds="6")
LIMITS = SessionLimits(idle_seconds=1e9, lag_seconds=1e9)


def policy(clock: str) -> Policy:
    return Policy(time_control=read_time_control(clock))


async def begun(matches: Matches, clock: str) -> tuple[Seats, Session, list[Access]]:
    """Begin a match in which all three seats are asked for a sealed bid."""
    seats = await take_seats(matches, CHARTER, policy(clock))
    session = await matches.sessions.get(seats.match)
    return seats, session, await seats.access(matches)


async def answer(matches: Matches, access: Access) -> None:
    question = (await matches.view(access)).question
    assert question is not None
    assert (await matches.submit(access, question.number, answer_to(access, question))).refused is None
    await settle_down()


def times_in(store: Store, match: str) -> list[TimedDecision]:
    return [read_timed(record.body).decision for record in store.decision_times(match)]


def given_by(store: Store, match: str) -> list[str]:
    return [entry.by for entry in read_entries(toy.GAME, store.entries(match))[1:]]


def about(seconds: float) -> Any:
    """Return what is equal to a time up to what a slow machine adds: the clock of a test also runs by itself."""
    return pytest.approx(seconds, abs=20)


def seconds_left(session: Session) -> dict[int, float]:
    """Return the time that each seat which is asked has left, in seconds."""
    now = asyncio.get_running_loop().time()
    return {seat: end - now for seat, end in sorted(session.clocks.items())}


def banks(session: Session) -> list[float]:
    """Return the bank of each seat as everyone sees it, in seconds."""
    return [(clock.bank_ms or 0) / 1000 for clock in session.public_clocks()]


def public_left(session: Session) -> list[float]:
    """Return the time that each seat has left as everyone sees it, in seconds."""
    return [(clock.left_ms or 0) / 1000 for clock in session.public_clocks()]


async def bid_all(matches: Matches, access: Sequence[Access], seconds: Sequence[float]) -> None:
    """Answer the open sealed question of each seat, each some time after the one before."""
    for each, wait in zip(access, seconds, strict=True):
        await pass_time(wait)
        await answer(matches, each)


# --- banks ---


async def test_a_bank_pays_for_sealed_answers_in_whole_steps_and_for_others_to_the_millisecond() -> None:
    store = MemoryStore()
    async with matches_on(store, limits=LIMITS) as matches:
        seats, session, access = await begun(matches, "fischer 1000s+100s")
        assert banks(session) == [1100] * 3, "the first turn has its increment"
        await bid_all(matches, access, (200, 100, 0))
        assert banks(session) == [about(900), about(800), about(800)]
        (seat,) = session.clocks
        await pass_time(70)
        await answer(matches, access[seat])
        sheet = times_in(store, seats.match)
        assert [(each.seat, each.by) for each in sheet] == [
            (0, "seat"),
            (1, "seat"),
            (2, "seat"),
            (seat, "seat"),
        ]
        assert [each.charged_ms % 1000 for each in sheet[:3]] == [0, 0, 0]
        assert all([each.charged_ms < each.used_ms <= each.charged_ms + 1000 for each in sheet[:3]])
        assert sheet[3].charged_ms == sheet[3].used_ms == sheet[3].received - sheet[3].asked
        assert sheet[3].used_ms / 1000 == about(70)
        assert banks(session)[seat] * 1000 == sheet[3].bank_ms


async def test_a_seat_has_no_more_than_the_cap_and_grace_only_once() -> None:
    async with matches_on(MemoryStore(), limits=LIMITS) as matches:
        _, session, access = await begun(matches, "bank 100m, cap 300s, grace 600s")
        assert seconds_left(session) == dict.fromkeys(range(3), about(900))
        await bid_all(matches, access, (800, 0, 0))
        assert banks(session) == [about(5800)] * 3, "the grace was used first"
        assert list(seconds_left(session).values()) == [about(300)]


async def test_a_reading_has_the_bank_and_the_away_budget() -> None:
    async with matches_on(MemoryStore(), limits=LIMITS) as matches:
        _, _, access = await begun(matches, "bank 10m, away 1m")
        reading = (await matches.view(access[0])).clock
        assert reading is not None
        assert (reading.bank_ms, reading.away_ms) == (600_000, 60_000)


@pytest.mark.parametrize("kind", ["restart", "eviction", "lost"])
async def test_banks_outlive_an_interruption_that_costs_nobody_any_time(kind: str) -> None:
    store = FailingStore()
    limits = SessionLimits(idle_seconds=250) if kind == "eviction" else LIMITS
    async with matches_on(store, limits=limits) as matches:
        seats, session, access = await begun(matches, "fischer 1000s+100s, away 300s")
        await bid_all(matches, access, (200, 100, 0))
        before, (asked,) = banks(session), session.clocks
        await pass_time(110)
        if kind == "eviction":
            await pass_sweeps(300)
            assert seats.match not in matches.sessions.cache
        elif kind == "lost":
            question = (await matches.view(access[asked])).question
            assert question is not None
            store.fails = lambda records: True
            with pytest.raises(StoreFull):
                await matches.submit(access[asked], question.number, answer_to(access[asked], question))
            store.fails = lambda records: False
        if kind != "restart":
            session = await matches.sessions.get(seats.match)
            assert banks(session) == before
            away = 300 - 300 if asked else 300 - 200
            passed = 0 if kind == "lost" else 110 + 300
            assert seconds_left(session) == {asked: about(before[asked] + away - passed)}
            return
    async with matches_on(store, limits=LIMITS) as matches:
        await settle_down()
        session = await matches.sessions.get(seats.match)
        assert (banks(session), list(session.clocks)) == (before, [asked])
        await answer(matches, (await seats.access(matches))[asked])
        last = times_in(store, seats.match)[-1]
        assert set(last.credits) == {"restart"}
        assert last.charged_ms / 1000 == about(0)


async def test_a_match_plays_on_after_a_restart_in_the_middle_of_a_sealed_question() -> None:
    """The answer that was given before is charged, and its seat is not asked again; its public clock runs."""
    store = MemoryStore()
    async with matches_on(store, limits=LIMITS) as matches:
        seats, session, access = await begun(matches, "bank 3000s")
        await bid_all(matches, access[:1], (200,))
        assert banks(session) == [3000] * 3
    async with matches_on(store, limits=LIMITS) as matches:
        session = await matches.sessions.get(seats.match)
        access = await seats.access(matches)
        assert set(session.clocks) == {1, 2}
        assert [clock.is_running for clock in session.public_clocks()] == [True] * 3
        await bid_all(matches, access[1:], (100, 0))
        assert banks(session) == [about(2800), about(2900), about(2900)]


# --- the policies at zero ---


async def test_with_the_policy_default_only_this_question_is_answered() -> None:
    store = MemoryStore()
    async with matches_on(store, limits=LIMITS) as matches:
        seats, session, access = await begun(matches, "bank 100s, zero default")
        await bid_all(matches, access[1:], (1, 0))
        await pass_sweeps(100)
        assert given_by(store, seats.match)[:3] == ["seat", "seat", "clock"]
        assert session.clocks.banks.out == set()


async def test_with_the_policy_until_back_the_default_answers_until_the_player_does_something() -> None:
    store = MemoryStore()
    async with matches_on(store, limits=LIMITS) as matches:
        seats, session, access = await begun(matches, "decision 100s, zero until-back")
        reader = await matches.subscribe(access[0], 0, lambda: None)
        await bid_all(matches, access[1:], (1, 0))
        await pass_sweeps(100)
        assert session.clocks.banks.out == {0}
        for _ in range(8):
            for each in access[1:]:
                if (await matches.view(each)).question is not None:
                    await answer(matches, each)
        mine = [each for each in times_in(store, seats.match) if each.seat == 0]
        assert len(mine) > 1
        assert {each.by for each in mine} == {"clock"}
        assert all([each.used_ms / 1000 == about(0) for each in mine[1:]]), "nobody waits for it"
        reader.leave()
        stale = await matches.submit(access[0], 1, (0,))
        assert stale.refused is not None
        assert session.clocks.banks.out == set(), "even a refused answer shows that somebody is there"


async def test_a_new_stream_shows_that_the_player_is_back() -> None:
    async with matches_on(MemoryStore(), limits=LIMITS) as matches:
        _, session, access = await begun(matches, "decision 100s, zero until-back")
        await pass_sweeps(101)
        assert session.clocks.banks.out == {0, 1, 2}
        await matches.subscribe(access[1], 0, lambda: None)
        assert session.clocks.banks.out == {0, 2}


@pytest.mark.parametrize("is_restarted", [False, True])
async def test_with_the_policy_resign_the_default_answers_for_ever(is_restarted: bool) -> None:
    store = MemoryStore()
    async with matches_on(store, limits=LIMITS) as matches:
        seats, session, access = await begun(matches, "bank 200s, zero resign")
        await bid_all(matches, access[1:], (1, 0))
        await pass_sweeps(200)
        assert session.clocks.banks.out == {0}
        await matches.submit(access[0], 1, (0,))
        await matches.subscribe(access[0], 0, lambda: None)
        assert session.clocks.banks.out == {0}
        if not is_restarted:
            await play_itself(matches, store, seats, access)
            return
    async with matches_on(store, limits=LIMITS) as matches:
        session, access = await matches.sessions.get(seats.match), await seats.access(matches)
        assert session.clocks.banks.out == {0}
        await play_itself(matches, store, seats, access)


@pytest.mark.parametrize("is_restarted", [False, True])
async def test_a_forfeit_is_recorded_when_everyone_may_know(is_restarted: bool) -> None:
    store, noted = MemoryStore(), list[MatchEvent]()
    async with matches_on(store, limits=LIMITS, note=noted.append) as matches:
        seats, session, access = await begun(matches, "bank 200s, zero resign")
        await bid_all(matches, access[1:2], (1,))
        arbiter = await matches.authenticate(seats.match, seats.arbiter)
        await matches.extend_time(arbiter, 2, 600, "late")
        await pass_sweeps(210)
        assert session.clocks.banks.out == {0}
        assert session.audit_log.state.forfeits == {}, "seat 2 has not answered the sealed question"
        if not is_restarted:
            await answer(matches, access[2])
            await pass_sweeps(3)
            assert session.audit_log.state.forfeits == {0: "time"}
            assert noted.count(ForfeitedEvent(seats.match, CHARTER.game, "time")) == 1
            assert standing_message(session.standing).forfeits[0].seat == 0
            return
    async with matches_on(store, limits=LIMITS) as matches:
        session, access = await matches.sessions.get(seats.match), await seats.access(matches)
        await answer(matches, access[2])
        await pass_sweeps(3)
        assert session.audit_log.state.forfeits == {0: "time"}


async def play_itself(matches: Matches, store: Store, seats: Seats, access: Sequence[Access]) -> None:
    """Let orders answer for the seats other than 0, which has resigned, and look at the end."""
    session = await matches.sessions.get(seats.match)
    for each in access[1:]:
        await matches.set_orders(each, [Order("*", "default")])
    async with asyncio.timeout(60):
        while session.status == "open":
            await settle_down()
    assert {each.by for each in times_in(store, seats.match) if each.seat == 0} == {"clock"}
    assert (await matches.view(access[1])).outcome is not None, "the rules have ended the match"
    assert (await matches.records.verify(access[1])).ok, "and they need no clock to do so again"


async def test_a_match_in_which_everyone_has_resigned_ends_by_itself() -> None:
    async with matches_on(MemoryStore(), limits=LIMITS) as matches:
        _, session, _ = await begun(matches, "bank 50s, zero resign")
        await pass_sweeps(50)
        async with asyncio.timeout(60):
            while session.status == "open":
                await settle_down()
        assert session.status == "ended"


async def test_a_cap_that_runs_out_before_the_bank_does_not_make_a_seat_resign() -> None:
    async with matches_on(MemoryStore(), limits=LIMITS) as matches:
        _, session, access = await begun(matches, "bank 1000s, cap 100s, zero resign")
        await bid_all(matches, access[1:], (1, 0))
        await pass_sweeps(101)
        assert session.clocks.banks.out == set()


# --- what is credited ---


async def test_the_away_budget_pays_while_the_player_has_no_stream() -> None:
    store = MemoryStore()
    async with matches_on(store, limits=LIMITS) as matches:
        seats, session, access = await begun(matches, "bank 1000s, away 200s")
        reader = await matches.subscribe(access[0], 0, lambda: None)
        assert seconds_left(session) == {0: about(1000), 1: about(1200), 2: about(1200)}
        await pass_time(100)
        reader.leave()
        assert seconds_left(session)[0] == about(1100), "900 s, and 200 s of the away budget"
        await pass_time(150)
        await matches.subscribe(access[0], 0, lambda: None)
        assert seconds_left(session)[0] == about(900)
        assert public_left(session) == [about(750)] * 3, (
            "where everyone sees the time without the away budget"
        )
        await bid_all(matches, access, (0.5, 0, 0))
        first, second, _ = times_in(store, seats.match)
        assert (first.charged_ms / 1000, first.away_ms / 1000) == (about(100), about(150))
        assert (second.charged_ms / 1000, second.away_ms) == (about(50), 199_000)
        assert first.was_away
        assert second.was_away


async def test_a_measured_round_trip_is_credited_up_to_the_quota() -> None:
    store = MemoryStore()
    async with matches_on(store, limits=LIMITS) as matches:
        seats, session, access = await begun(matches, "bank 1000s, lag 300s")
        for each, wait in zip(access, (200, 200, 500), strict=True):
            await matches.subscribe(each, 0, lambda: None)
            await pass_time(wait)
            matches.note_delivered(each, 1)
            matches.note_delivered(each, 1)
        assert seconds_left(session) == {0: about(300), 1: about(400), 2: about(400)}
        await bid_all(matches, access, (0.5, 0, 0))
        sheet = times_in(store, seats.match)
        assert [each.credits["lag"] / 1000 for each in sheet] == [about(200), 300, 300]
        assert all([each.delivered_at >= each.asked_at and each.delivered > each.asked for each in sheet])


async def test_an_acknowledgement_of_an_earlier_frame_measures_nothing() -> None:
    async with matches_on(MemoryStore(), limits=LIMITS) as matches:
        _, session, access = await begun(matches, "bank 1000s, lag 300s")
        await bid_all(matches, access, (1, 0, 0))
        await pass_time(100)
        before = dict(session.clocks)
        for each in access:
            matches.note_delivered(each, 1)
        assert dict(session.clocks) == before


async def test_time_in_which_the_server_was_too_busy_is_credited(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    async with matches_on(store, limits=LIMITS) as matches:
        seats, session, access = await begun(matches, "bank 1000s")
        await pass_time(200)
        monkeypatch.setattr(sessions, "real_seconds", lambda: 81.0)
        await pass_time(1.1)
        assert seconds_left(session) == dict.fromkeys(range(3), about(880))
        assert public_left(session) == [about(880)] * 3
        await bid_all(matches, access, (0.5, 0, 0))
        assert [each.credits for each in times_in(store, seats.match)] == [{"overload": 80_000}] * 3


async def test_a_pause_is_listed_as_held() -> None:
    store = MemoryStore()
    async with matches_on(store, limits=LIMITS) as matches:
        seats, session, access = await begun(matches, "bank 1000s, away 100s")
        arbiter = await matches.authenticate(seats.match, seats.arbiter)
        await matches.subscribe(access[0], 0, lambda: None)
        await pass_time(200)
        await matches.request_pause(arbiter, "pause", "rain")
        assert [clock.is_running for clock in session.public_clocks()] == [False] * 3
        await pass_time(1000)
        await matches.request_pause(arbiter, "resume", "sun")
        assert seconds_left(session) == {0: about(800), 1: about(900), 2: about(900)}
        assert public_left(session) == [about(800)] * 3
        await bid_all(matches, access, (50, 0, 0))
        sheet = times_in(store, seats.match)
        assert [each.charged_ms / 1000 for each in sheet] == [about(250), about(150), about(150)]
        assert [each.away_ms for each in sheet] == [0, 99_000, 99_000]
        assert [each.credits["held"] / 1000 for each in sheet] == [about(1000)] * 3


# --- nothing else has a clock ---


async def test_a_match_without_a_clock_has_no_times_and_no_public_clocks() -> None:
    store = MemoryStore()
    async with matches_on(store, limits=LIMITS) as matches:
        seats = await take_seats(matches, CHARTER)
        session, access = await matches.sessions.get(seats.match), await seats.access(matches)
        await bid_all(matches, access, (1, 1, 1))
        assert (times_in(store, seats.match), list(session.public_clocks())) == ([], [])


def test_the_public_clock_of_a_seat_has_no_more_than_everyone_may_know() -> None:
    assert PublicClock._fields == ("seat", "bank_ms", "away_ms", "left_ms", "is_running")
    assert MatchClocks(TimeControl(), 2).public(1.0) == ()
