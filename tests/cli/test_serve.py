"""`referee serve` as its operator sees it: the log on stderr."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import structlog

from referee.cli.commands.serve import recovery_sentence
from referee.cli.server_log import configure_log
from referee.server.recovery import Recovery
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
    """A stranger who does not speak gRPC leaves no line that is not JSON."""
    with served(tmp_path / "data") as (server, address):
        host, _, port = address.rpartition(":")
        with connect(address) as client:
            match = client.create_match("abyss", 2).match.id
            client.join_seat(match, name=EVIL)
            client.join_seat(match)
        assert referee("play", "abyss", "--seats", "2", "--server", address).code == 0
        with socket.create_connection((host, int(port)), SECONDS) as stranger:
            stranger.sendall(b"GET / HTTP/1.1\r\n\r\n")
            while stranger.recv(4096):
                pass
        lines = logged(server)
    events = [line["event"] for line in lines if line.get("match") == match]
    assert events == ["match created", "seat taken", "seat taken", "match began"]
    assert [line["event"] for line in lines].count("match ended") == 1, "of the second match"
    assert "Eve" not in json.dumps(lines)
    assert {line["level"] for line in lines} == {"info"}
    assert [line["event"] for line in lines[-2:]] == ["stopping", "stopped"]


def test_the_pages_are_announced_after_the_server(tmp_path: Path) -> None:
    with served(tmp_path / "data", "--http", "0") as (server, _):
        assert server.stdout is not None
        assert server.stdout.readline().startswith("inspector on http://127.0.0.1:")


def test_nothing_is_created_for_a_certificate_that_cannot_be_used(tmp_path: Path) -> None:
    file, data = tmp_path / "server.pem", tmp_path / "data"
    file.write_text("no certificate")
    tls = ("--tls-cert", str(file), "--tls-key", str(file))
    ran = inside("serve", "--port", "0", "--data-dir", str(data), *tls)
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert "are not a PEM certificate and its unencrypted private key" in ran.err
    assert not data.exists()


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
    [line] = ran.err.splitlines()
    assert line.startswith(f"referee serve: REFEREE_{name} '{word}' is not one of ")


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


def test_a_log_that_is_off_writes_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    try:
        configure_log("off")
        structlog.get_logger().error("told")
        with structlog.testing.capture_logs() as captured:
            structlog.get_logger().info("told")
        assert len(captured) == 1, "tests can still look at it"
    finally:
        structlog.reset_defaults()
    assert capfd.readouterr() == ("", "")


def printed(server: subprocess.Popen[str]) -> list[str]:
    """Stop a server and return what it printed after its address."""
    lines = logged(server)
    (found,) = [line for line in lines if line["event"] == "recovered"]
    assert found["is_new"] is False
    assert server.stdout is not None
    return server.stdout.read().splitlines()


def test_a_server_says_what_it_recovered(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with served(folder) as (server, address):
        with connect(address) as client:
            for players in (0, 1, 2, 2):
                match = client.create_match("abyss", 2, seconds_per_decision=600).match.id
                for _ in range(players):
                    client.join_seat(match)
        server.kill()
        server.wait(SECONDS)
    with served(folder) as (server, _):
        assert printed(server) == [
            "the last server did not stop cleanly; everything that it acknowledged was recovered",
            "recovered matches: 2 being played (abyss 2), 2 waiting for players, 2 with a running clock",
        ]
    with served(folder) as (server, _):
        assert len(printed(server)) == 1, "it was stopped cleanly"


def test_the_line_leaves_out_what_there_is_none_of() -> None:
    assert recovery_sentence(Recovery(False, {}, 0, 0, 0, 0)) == "no unfinished matches"
    assert recovery_sentence(Recovery(False, {"abyss": 2, "unfathomable": 1}, 0, 0, 1, 2)) == (
        "recovered matches: 3 being played (abyss 2, unfathomable 1), 1 case awaiting a ruling, 2 damaged"
    )


def test_a_new_server_has_recovered_nothing(tmp_path: Path) -> None:
    with served(tmp_path / "data") as (server, _):
        lines = logged(server)
        assert server.stdout is not None
        assert server.stdout.read() == ""
    assert [line["event"] for line in lines] == ["recovered", "listening", "stopping", "stopped"]


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("REFEREE_LOG", "loud", "REFEREE_LOG 'loud' is not one of pretty, json, off"),
        ("REFEREE_LOG_LEVEL", "all", "REFEREE_LOG_LEVEL 'all' is not one of debug, info, warning, error"),
        ("REFEREE_PORT", "70000", "REFEREE_PORT 70000 is not between 0 (any free port) and 65535"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named_as_it_was_given(
    variable: str, value: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = ("--data-dir", str(tmp_path / "data"))
    config = tmp_path / "referee.toml"
    name = variable.removeprefix("REFEREE_").lower()
    config.write_text(f"{name} = {value if value.isdecimal() else repr(value)}\n")
    assert inside("serve", *data, "--config", str(config)).err == (
        f"referee serve: {said.replace(variable, f'{config}: {name}')}\n"
    )
    monkeypatch.setenv(variable, value)
    ran = inside("serve", *data)
    assert (ran.code, ran.out, ran.err) == (2, "", f"referee serve: {said}\n")
    assert not (tmp_path / "data").exists()
