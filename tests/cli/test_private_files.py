"""Files with secrets: nobody else can read them, and a service refuses to start if somebody can."""

from __future__ import annotations

import json
import signal
import socket
import stat
import subprocess
from pathlib import Path

import pytest

from referee.cli.data_dir import make_data_dir
from referee.proof.keys import FILE
from referee_client import connect
from tests.cli.files import written
from tests.cli.running import SECONDS, Ran, inside, served


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def refused(folder: Path) -> Ran:
    """Start a service that must not start. Its port is taken, so that it stops at the latest when it listens."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = inside("serve", "--host", "127.0.0.1", "--port", str(port), "--data-dir", str(folder))
    assert (ran.code, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert "other users can read" in line
    return ran


def test_a_service_makes_its_files_private(tmp_path: Path) -> None:
    """All of them, the directories too, also those above the data directory."""
    folder = tmp_path / "srv" / "data"
    with served(folder) as (_, address), connect(address) as client:
        client.create_match("abyss", 2)
        found = {path: mode(path) for path in (tmp_path / "srv").rglob("*")}
    assert {path.name for path in found} >= {
        "data",
        "keys",
        "referee.db",
        "referee.db-wal",
        "referee.db-shm",
        FILE,
    }
    assert {path.name: f"{found[path]:o}" for path in found if path.is_dir()} == {
        "data": "700",
        "keys": "700",
    }
    assert {f"{found[path]:o}" for path in found if path.is_file()} == {"600"}


def test_git_ignores_a_data_directory_wherever_it_is(tmp_path: Path) -> None:
    """A server, `keys` and `access` each may be the first to create it."""
    inside("keys", "--data-dir", str(tmp_path / "keys"))
    issue = ("access", "issue", "--name", "league", "--role", "organiser")
    inside(*issue, "--data-dir", str(tmp_path / "access"))
    make_data_dir(tmp_path / "serve")
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    for name in ("keys", "access", "serve"):
        (tmp_path / name / "secret").write_text("x")
    seen = subprocess.run(
        ["git", "-C", str(tmp_path), "status", "--porcelain", "--untracked-files=all"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert seen.stdout == ""


def test_keys_make_the_data_directory_private_too(tmp_path: Path) -> None:
    """`referee keys` may come first."""
    assert inside("keys", "--data-dir", str(tmp_path / "data")).code == 0
    assert mode(tmp_path / "data") == 0o700
    with served(tmp_path / "data"):
        pass


@pytest.mark.parametrize("bits", [0o755, 0o750, 0o701])
def test_a_directory_that_others_can_read_is_refused(bits: int, tmp_path: Path) -> None:
    folder = tmp_path / "data of ours"
    folder.mkdir()
    folder.chmod(bits)
    told = refused(folder).err
    assert f"other users can read {folder}; make it private: chmod 700 '{folder}'" in told
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("name", ["referee.db", "referee.db-wal", "referee.db-shm"])
@pytest.mark.parametrize("bits", [0o644, 0o640, 0o604])
def test_a_database_that_others_can_read_is_refused(name: str, bits: int, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    (folder / name).touch()
    (folder / name).chmod(bits)
    assert f"make it private: chmod 600 {folder / name}" in refused(folder).err


def test_the_command_that_is_suggested_helps(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with served(folder):
        pass
    (folder / "referee.db").chmod(0o644)
    refused(folder)
    (folder / "referee.db").chmod(0o600)
    with served(folder):
        pass


def _log(folder: Path, *arguments: str) -> list[dict[str, str]]:
    """Start and stop a service, and return its log."""
    with served(folder, *arguments, "--log", "json") as (server, _):
        server.send_signal(signal.SIGTERM)
        server.wait(SECONDS)
        assert server.stderr is not None
        return [json.loads(line) for line in server.stderr.read().splitlines()]


@pytest.mark.parametrize(("host", "warns"), [("0.0.0.0", True), ("127.0.0.1", False), ("localhost", False)])
def test_a_service_without_tls_warns_on_other_addresses(host: str, warns: bool, tmp_path: Path) -> None:
    warnings = [line for line in _log(tmp_path / "data", "--host", host) if line["level"] == "warning"]
    assert [line["event"] for line in warnings] == ["no TLS"] * warns
    for line in warnings:
        assert line["host"] == host
        assert "use --tls-cert and --tls-key" in line["reason"]


def test_a_service_goes_on_without_its_keyring(tmp_path: Path) -> None:
    """It signs with the key that it has, and the log says why."""
    folder = tmp_path / "data"
    with served(folder, "--log", "json") as (server, address), connect(address) as client:
        match = client.create_match("abyss", 2).match.id
        seats = [client.join_seat(match) for _ in range(2)]
        keys = client.get_keys()
        (folder / "keys" / FILE).chmod(0o644)
        assert client.get_receipt(match, seats[0].token)
        assert client.get_keys() == keys
        server.send_signal(signal.SIGTERM)
        server.wait(SECONDS)
        assert server.stderr is not None
        log = [json.loads(line) for line in server.stderr.read().splitlines()]
    (line,) = [line for line in log if line["event"] == "keyring"]
    assert "can be read by other users; make it private: chmod 600" in line["reason"]


@pytest.mark.parametrize("existed", [False, True])
def test_the_bundle_of_a_match_that_is_not_over_is_private(existed: bool, tmp_path: Path) -> None:
    """It has the seed; the bundle of a match that is over is for everyone."""
    over, running = tmp_path / "over", tmp_path / "running"
    for folder, answers in ((over, -1), (running, 9)):
        folder.mkdir()
        files = written(folder, answers=answers)
        bundle = folder / "b.bundle"
        if existed:
            bundle.touch(0o644)
        ran = inside("export", files.bundle, "-o", str(bundle), "--data-dir", files.data_dir, "--force")
        assert ran.code == 0, ran.err
    assert mode(running / "b.bundle") == 0o600
    assert mode(over / "b.bundle") == 0o644
