"""`referee inspect`: the line that programs wait for, interrupting it, and what it refuses."""

from __future__ import annotations

import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.cli.running import SECONDS, inside
from tests.tidy.tree import ROOT

REPLAY = ROOT / "replays/abyss/2-seats.replay"


@pytest.mark.parametrize(("end", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_it_says_where_it_is_and_serves_until_it_is_stopped(end: signal.Signals, code: int) -> None:
    command = [sys.executable, "-m", "referee", "inspect", str(REPLAY), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert line.startswith("inspector on http://127.0.0.1:"), line
        connection = HTTPConnection(
            line.removeprefix("inspector on http://").strip().rstrip("/"), timeout=SECONDS
        )
        connection.request("GET", "/match/2-seats.replay")
        assert connection.getresponse().status == 200
        connection.close()
        server.send_signal(end)
        _, errors = server.communicate(timeout=SECONDS)
        assert (server.returncode, errors) == (code, "interrupted\n" if code else "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["none.replay"], "cannot read none.replay"),
        (["localhost:8600", "--host", "0.0.0.0"], "tokens would be readable on the way"),
        (["localhost:8600", "--delay", "-1"], "--delay is a number of seconds"),
        ([str(REPLAY), "--delay", "5"], "--delay is for the matches of a server"),
        ([str(REPLAY), "--port", "70000"], "is not between 0"),
        ([str(REPLAY), "--host", "192.0.2.1"], "cannot listen on 192.0.2.1:0"),
        ([str(REPLAY), "--host", "no such host"], "cannot listen on no such host:0"),
        ([str(ROOT / "README.md")], "is not a replay or a bundle"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_one_line(arguments: list[str], says: str) -> None:
    ran = inside("inspect", *arguments, "--no-browser")
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_a_damaged_file_is_refused_before_the_server_starts(tmp_path: Path) -> None:
    damaged = tmp_path / "cut.replay"
    damaged.write_bytes(REPLAY.read_bytes()[:9000])
    ran = inside("inspect", str(damaged), "--no-browser")
    assert ran.code == 2
    assert "damaged" in ran.err
