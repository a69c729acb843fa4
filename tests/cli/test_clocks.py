"""Clocks on a real server: kept when it is killed, and in the files that a person reads."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from referee.cli.display.clock_lines import clock_line, clocks_as_json
from referee_api.v1 import referee_pb2 as api
from referee_client import Client, Seat, connect, time_controls
from tests.cli.running import SECONDS, inside, served
from tests.cli.test_match import refusal

CONTROL = time_controls.fischer(600, 5, away=60, grace=30)


def answer(referee: Client, seat: Seat) -> bool:
    """Answer the open question of a seat by default; return whether there is one."""
    view = referee.get_view(seat.match, seat.token)
    if not view.HasField("question"):
        return False
    referee.submit(seat, view.question, list(view.question.default_picks))
    return True


def answer_next(referee: Client, seats: Sequence[Seat]) -> None:
    """Answer one open question."""
    for seat in seats:
        if answer(referee, seat):
            return
    raise AssertionError("nobody is asked")


def clocks_of(view: api.GetViewResponse) -> list[tuple[int, int, bool]]:
    """Return the bank and the away budget of each seat, and whether its clock runs."""
    return [
        (each.bank.ToMilliseconds(), each.away.ToMilliseconds(), each.is_running)
        for each in view.clocks.clocks
    ]


def test_a_server_that_is_killed_charges_nobody_for_it(tmp_path: Path) -> None:
    with served(tmp_path / "data") as (server, address), connect(address) as referee:
        created = referee.create_match("abyss", 2, time_control=CONTROL, unrefereed=True)
        assert created.match.time_control == CONTROL
        seats = [referee.join_seat(created.match.id) for _ in range(2)]
        for _ in range(6):
            answer_next(referee, seats)
        before = clocks_of(referee.get_view(created.match.id, created.token))
        assert len(before) == 2
        heard: list[api.SeatClocks] = []
        next(iter(referee.watch(created.match.id, created.token, on_clocks=heard.append)))
        assert clocks_of(api.GetViewResponse(clocks=heard[0])) == before
        assert clock_line(heard[0], ["Ada", "Bob"]).count("*") == 1
        assert [each["away"] is not None for each in clocks_as_json(heard[0])["clocks"]] == [True, True]
        server.kill()
        server.wait(SECONDS)
    with served(tmp_path / "data") as (_, address), connect(address) as referee:
        views = [referee.get_view(seat.match, seat.token) for seat in seats]
        assert clocks_of(views[0]) == before
        (asked,) = [view for view in views if view.HasField("question")]
        bank = asked.clock.bank.ToMilliseconds()
        left = asked.clock.time_left.ToMilliseconds()
        assert bank in [each[0] for each in before]
        assert left > bank, "the bank, and the away budget of a seat without a stream"
        answer_next(referee, seats)
        replay = referee.get_replay(created.match.id, created.token)
    file = tmp_path / "match.replay"
    file.write_bytes(replay)
    listed = inside("replay", str(file), "--times", "--json")
    assert listed.code == 0
    times = [json.loads(line) for line in listed.out.splitlines()]
    assert len(times) == 7
    assert set(times[-1]["credits"]) == {"restart"}
    assert all(["credits" not in each for each in times[:-1]])
    table = inside("replay", str(file), "--times")
    assert "Time sheet: fischer 10m+5s, grace 30s, away 1m" in table.out
    assert "restart" in table.out
    assert "clock: fischer 10m+5s" in inside("replay", str(file)).out
    assert inside("verify", str(file)).code == 0
    assert "leave --as out" in refusal(inside("replay", str(file), "--times", "--as", "0"))


def test_watch_shows_the_clocks_of_all_seats(tmp_path: Path) -> None:
    with served(tmp_path / "data") as (_, address):
        clock = ("--clock", "bank 10m, zero resign", "--spectators")
        with connect(address) as referee:
            assert inside("play", "abyss", "--seats", "2", "--server", address, *clock).code == 0
            (match,) = referee.list_matches()
        shown = inside("match", "show", match.id, "--server", address)
        assert "clock: bank 10m, zero resign" in shown.out
        told = inside("watch", address, match.id, "--json")
        assert told.code == 0
        story = inside("watch", address, match.id)
        assert story.code == 0
    assert "--clock requires --server" in refusal(inside("play", "abyss", "--clock", "30"))


def test_a_replay_without_a_clock_has_no_times() -> None:
    told = refusal(inside("replay", "replays/abyss/2-seats.replay", "--times"))
    assert "has no time sheet: the match had no clock" in told
