"""Time-outs in `referee replay` and `referee watch`: visible, counted, and not shown to seats that were not told."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from referee.cli.commands import watch
from referee.cli.display.console import console
from referee.cli.display.match_display import MatchDisplay
from referee.kernel.facts import SPECTATOR
from referee.match.charters import Terms, new_charter, settle
from referee.match.match import Decided, Match
from referee.replay.writing import write_replay
from referee.wire.codec import codec_of
from referee_api.v1 import referee_pb2 as api
from tests.cli.running import inside
from tests.match.played import logged

NAMES = {0: "Ada", 1: "Bob"}


def played_late(terms: Terms) -> tuple[Match, list[Decided]]:
    """Play the beginning of a match in which Bob never answers in time."""
    match = Match(terms)
    decided = [match.begin()]
    for _ in range(12):
        (seat,) = match.waiting_for
        decided.append(match.submit_default(seat, "clock" if seat == 1 else "seat"))
    done = [each for each in decided if isinstance(each, Decided)]
    assert len(done) == len(decided)
    return match, done


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> str:
    match, done = played_late(settle(new_charter("abyss", 2, seed="late")))
    file = tmp_path_factory.mktemp("late") / "late.replay"
    file.write_text(write_replay(logged(match, done), names=NAMES))
    return str(file)


def test_time_outs_are_shown_and_counted(replay: str) -> None:
    ran = inside("replay", replay)
    assert ran.code == 0, ran.err
    late = [line for line in ran.out.splitlines() if "(time ran out) " in line]
    assert late
    assert f"Bob (seat 1) ran out of time {len(late)} time" in ran.out
    assert "Ada (seat 0) ran out" not in ran.out
    by = [line["by"] for line in inside("replay", replay, "--json").lines]
    assert {*by} == {"start", "seat/0", "clock/1"}


def test_everyone_knows_the_time_outs_of_a_seat_that_was_asked_alone(replay: str) -> None:
    for viewer in ("0", "spectator", "1"):
        ran = inside("replay", replay, "--as", viewer)
        assert "(time ran out) " in ran.out
        assert "Bob (seat 1) ran out of time" in ran.out
        by = {line["by"] for line in inside("replay", replay, "--as", viewer, "--json").lines}
        assert "clock/1" in by
        assert ("seat/0" in by) == (viewer == "0"), "who answers in time is still not said"


def test_a_seat_sees_only_its_own_time_outs_in_sealed_windows(tmp_path: Path) -> None:
    match = Match(settle(new_charter("among_cultists", 8, seed="late")))
    decided = [match.begin()]
    late = 0
    while late < 3:
        seat = min(match.questions)
        is_late = len(match.waiting_for) > 1 and seat == 2
        late += is_late
        decided.append(match.submit_default(seat, "clock" if is_late else "seat"))
    done = [each for each in decided if isinstance(each, Decided)]
    assert len(done) == len(decided)
    file = tmp_path / "sealed.replay"
    file.write_text(write_replay(logged(match, done)))
    for viewer, is_told in (("0", False), ("spectator", False), ("2", True), ("open", True)):
        ran = inside("replay", str(file), "--as", viewer)
        assert ("seat 2 ran out of time 3 times" in ran.out) == is_told
        by = {line["by"] for line in inside("replay", str(file), "--as", viewer, "--json").lines}
        if not is_told:
            assert "time ran out" not in ran.out
            assert "clock/2" not in by


class Recorded:
    """A client whose server plays a match in which Bob is late."""

    def __init__(self) -> None:
        self.terms = settle(new_charter("abyss", 2, seed="late"))
        self._frames = [each.frames[SPECTATOR] for each in played_late(self.terms)[1] if each.frames]

    def watch(
        self, match: str, token: str, *, on_time_out: Callable[[api.TimeOut], object], **_: object
    ) -> Iterator[api.Frame]:
        for frame in self._frames:
            if frame.late:
                on_time_out(api.TimeOut(frame=frame.number, seats=frame.late))
            yield api.Frame.FromString(codec_of("abyss").frame(frame, None))


def test_watch_marks_and_counts_time_outs(capsys: pytest.CaptureFixture[str]) -> None:
    args = Namespace(match="m", token="", after=0)
    client: Any = Recorded()
    for show in (watch._print_story, watch._print_facts):
        console.cache_clear()
        show(client, args, MatchDisplay(client.terms, ["Ada", "Bob"]))
    console.cache_clear()
    out = capsys.readouterr().out.splitlines()
    lines = [json.loads(line) for line in out if line.startswith("{")]
    told = [line for line in out if not line.startswith("{")]
    late = [line.startswith("(time ran out) ") for line in told[:-1]]
    assert sum(late) > 1
    assert told[-1] == f"Bob (seat 1) ran out of time {sum(late)} times"
    assert [line["is_late"] for line in lines] == late


def test_watch_counts_from_the_beginning_if_it_starts_later(capsys: pytest.CaptureFixture[str]) -> None:
    client: Any = Recorded()
    shown = {}
    for after in (0, 5):
        for show in (watch._print_story, watch._print_facts):
            console.cache_clear()
            show(
                client,
                Namespace(match="m", token="", after=after),
                MatchDisplay(client.terms, ["Ada", "Bob"]),
            )
            shown[show, after] = capsys.readouterr().out.splitlines()
    console.cache_clear()
    for show in (watch._print_story, watch._print_facts):
        whole, later = shown[show, 0], shown[show, 5]
        assert 1 < len(later) < len(whole)
        assert later == whole[-len(later) :], "the same lines, numbers and counts"


def test_a_picture_of_a_match_shows_time_outs() -> None:
    client: Any = Recorded()
    display = MatchDisplay(client.terms, ["Ada", "Bob"])
    for frame in client.watch("m", "", after=0, on_time_out=display.note_time_out):
        display.apply_message(frame)
    with (out := Console(width=120, height=60, force_terminal=True, color_system=None)).capture() as captured:
        out.print(display.picture())
    assert "│ (time ran out) " in captured.get()
    assert display.late == {1: sum([len(frame.late) for frame in client._frames])}
