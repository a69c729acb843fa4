"""`referee serve` as its operator sees it: the log on stderr."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import structlog

from referee.cli.server_log import configure_log
from referee_client import connect
from tests.cli.running import SECONDS, inside, referee, served

EVIL = 'Eve"} {"event":"match ended","match":"m-1"}'
"""A name that would add a line to the log."""


def logged(server: subprocess.Popen[str]) -> list[dict[str, object]]:
    """Stop a server and return the lines of its log."""
    server.send_signal(signal.SIGTERM)
    assert server.wait(SECONDS) == 0
    assert server.stderr is not None
    return [json.loads(line) for line in server.stderr.read().splitlines()]


def test_every_match_leaves_its_lines_in_the_log_and_names_cannot_forge_one(tmp_path: Path) -> None:
    with served(tmp_path / "data") as (server, address):
        with connect(address) as client:
            match = client.create_match("abyss", 2).match.id
            client.join_seat(match, name=EVIL)
            client.join_seat(match)
        assert referee("play", "abyss", "--seats", "2", "--server", address).code == 0
        lines = logged(server)
    events = [line["event"] for line in lines if line.get("match") == match]
    assert events == ["match created", "seat taken", "seat taken", "match began"]
    assert [line["event"] for line in lines].count("match ended") == 1, "of the second match"
    assert "Eve" not in json.dumps(lines)
    assert {line["level"] for line in lines} == {"info"}
    assert [line["event"] for line in lines[-2:]] == ["stopping", "stopped"]


def test_lines_below_the_level_are_left_out(tmp_path: Path) -> None:
    with served(tmp_path / "data", "--log-level", "warning") as (server, address):
        with connect(address) as client:
            client.create_match("abyss", 2)
        assert logged(server) == []


@pytest.mark.parametrize(("name", "word"), [("LOG", "xml"), ("LOG_LEVEL", "loud")])
def test_an_unknown_form_or_level_is_refused(
    name: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"REFEREE_{name}", word)
    ran = inside("serve", "--data-dir", str(tmp_path / "data"))
    assert ran.code == 2
    option = f"--{name.lower().replace('_', '-')}"
    assert ran.err.splitlines() == [
        line for line in ran.err.splitlines() if f"{option} '{word}' is not one" in line
    ]


def test_a_log_that_cannot_be_written_stops_no_match(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "referee", "serve", "--port", "0", "--data-dir", str(tmp_path / "data")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        address = server.stdout.readline().removeprefix("listening on ").strip()
        server.stderr.close()
        ran = referee("play", "abyss", "--seats", "2", "--server", address)
        server.send_signal(signal.SIGTERM)
        assert server.wait(SECONDS) == 0
    assert ran.code == 0, ran.err


def test_a_log_that_is_off_costs_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    try:
        configure_log("off")
        structlog.get_logger().error("told")
        assert structlog.get_logger().info("told") is None
    finally:
        structlog.reset_defaults()
    assert capfd.readouterr() == ("", "")
