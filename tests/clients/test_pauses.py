"""Pauses seen by a client: its bots wait, and their clocks stand still."""

from __future__ import annotations

import asyncio
import time

import pytest

from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, Seat
from referee_client.play import PlayedSeat, set_deadline
from tests.clients.servers import connected
from tests.clients.test_disputes import ClientMatch, Listener, until

PAUSED = api.Standing(pause=api.Pause(by="judge/1", reason="Rain."))
FROZEN = api.Standing(is_frozen=True)
RUNNING = api.Standing()


async def test_bots_wait_while_a_match_is_paused_and_finish_it() -> None:
    async with connected() as referee:
        played = await ClientMatch.opened(referee)
        players = {seat: Listener(f"{seat.number}", 0.002) for seat in played.seats}
        playing = asyncio.create_task(referee.play(players))
        await until(lambda: all([each.decisions > 10 for each in players.values()]))
        await referee.pause_match(played.match, played.arbiter, "Fire alarm.")
        frame = (await referee.get_view(played.match, played.seats[0].token)).frame
        # Longer than the time after which a bot would answer again, if it did not know of the pause.
        await asyncio.sleep(0.5)
        look = await referee.get_view(played.match, played.seats[0].token)
        assert (look.frame, look.match.status) == (frame, api.MATCH_STATUS_PAUSED)
        await referee.resume_match(played.match, played.arbiter, "A drill.")
        assert set(await playing) == set(played.seats)
        for player in players.values():
            told = {each.pause.reason for each in player.standings if each.HasField("pause")}
            assert told == {"Fire alarm."}


async def test_seats_agree_with_the_calls_of_the_sdk() -> None:
    async with connected() as referee:
        played = await ClientMatch.opened(referee)
        one, other = played.seats
        await referee.pause_match(played.match, one.token, "Lunch.")
        await referee.pause_match(played.match, other.token, consents=True)
        match = await referee.get_match(played.match, one.token)
        assert (match.status, match.standing.pause.by) == (api.MATCH_STATUS_PAUSED, "seats")
        await referee.resume_match(played.match, other.token, "Full.")
        await referee.resume_match(played.match, one.token, consents=True)
        assert (await referee.get_match(played.match, one.token)).status == api.MATCH_STATUS_RUNNING


@pytest.mark.parametrize(
    ("standings", "left"),
    [
        ((PAUSED, RUNNING), 40),
        ((FROZEN, RUNNING), 60),
        ((PAUSED, FROZEN, RUNNING), 60),
        ((PAUSED, PAUSED, RUNNING), 40),
        ((FROZEN, PAUSED, RUNNING), 60),
        ((RUNNING,), 40),
        ((PAUSED,), None),
        ((FROZEN,), None),
    ],
)
async def test_the_clock_of_a_bot_goes_on_where_a_pause_stopped_it(
    standings: tuple[api.Standing, ...], left: float | None
) -> None:
    played = PlayedSeat(1, Seat("m", 0, "t"), Bot())
    played.seconds_per_decision, played.question = 60, api.Question(number=1)
    played.bot.deadline = time.monotonic() + 40
    for standing in standings:
        before, played.standing = played.standing, standing
        set_deadline(played, before)
    found = played.bot.seconds_left
    assert (found is None) if left is None else (found is not None and left - 15 < found <= left)


@pytest.mark.parametrize("is_paused", [True, False])
async def test_a_bot_learns_of_more_time(is_paused: bool) -> None:
    played = PlayedSeat(1, Seat("m", 0, "t"), Bot())
    played.seconds_per_decision, played.question = 60, api.Question(number=1)
    played.bot.deadline = time.monotonic() + 40
    extended = api.Standing()
    for seat in (0, 1):
        extended.time_extensions.add(seat=seat).time.seconds = 100
    both = api.Standing(pause=PAUSED.pause, time_extensions=extended.time_extensions)
    for standing in (PAUSED, both, extended) if is_paused else (extended,):
        before, played.standing = played.standing, standing
        set_deadline(played, before)
    found = played.bot.seconds_left
    assert found is not None
    assert 120 < found <= 140


async def test_a_bot_that_came_during_a_pause_does_not_know_its_time() -> None:
    played = PlayedSeat(1, Seat("m", 0, "t"), Bot())
    played.seconds_per_decision, played.question = 60, api.Question(number=1)
    for standing in (PAUSED, RUNNING):
        before, played.standing = played.standing, standing
        set_deadline(played, before)
    assert played.bot.seconds_left is None
