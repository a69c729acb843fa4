"""`referee inspect EVENT`, `referee event start --http` and `referee event export --html`."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from subprocess import PIPE
from typing import Any
from urllib.request import urlopen

import pytest

from referee.arena.event_record import open_event
from referee.log.sqlite import SqliteStore
from tests.arena.events import event_text
from tests.cli.running import SECONDS, inside

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")


class Cup:
    """An event that was played, with its file and its data directory."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "cup.toml"
        self.file.write_text(event_text("random", "random"))
        self.data = folder / "data"
        self.folder = self.data / "events" / "cup"


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Cup:
    """Play an event with its page, look at it, and end the command by Ctrl-C."""
    made = Cup(tmp_path_factory.mktemp("cup"))
    command = ["event", "start", str(made.file), "--data-dir", str(made.data), "--http", "0", "-j", "1"]
    with running(*command) as (arena, address):
        assert arena.stderr is not None
        for line in arena.stderr:
            if line.startswith("the event is over; its page stays on"):
                break
        overview = asked(f"{address}api/event/overview")
        assert overview["progress"]["phase"] == "finished"
        # The log is free while the page stays.
        penalized = inside(
            "event", "penalize", str(made.file), "E0", "--reason", "late", "--data-dir", str(made.data)
        )
        assert penalized.code == 0
        arena.send_signal(signal.SIGINT)
        assert arena.wait(SECONDS) == 0
    return made


@contextmanager
def running(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a command that serves pages, and yield it with its address."""
    with subprocess.Popen(
        [sys.executable, "-m", "referee", *arguments], stdout=PIPE, stderr=PIPE, text=True
    ) as process:
        pipe = process.stderr if "start" in arguments else process.stdout
        assert pipe is not None
        line = pipe.readline()
        found = ADDRESS.search(line)
        assert found, line
        try:
            yield process, found[0]
        finally:
            process.kill()


def asked(address: str) -> dict[str, Any]:
    """Return what a page answers."""
    with urlopen(address, timeout=SECONDS) as reply:
        found: dict[str, Any] = json.loads(reply.read())
    return found


@pytest.mark.parametrize("way", ["file", "folder", "data", "events"])
def test_an_event_is_found_by_its_file_and_by_its_directories(way: str, cup: Cup) -> None:
    found = {"file": cup.file, "folder": cup.folder, "data": cup.data, "events": cup.data / "events"}[way]
    with running("inspect", str(found), "--no-browser", "--data-dir", str(cup.data)) as (_, address):
        assert asked(f"{address}api/event/overview")["name"] == "Cup"


def test_what_cannot_be_inspected_is_explained(cup: Cup, tmp_path: Path) -> None:
    data = tmp_path / "data"
    other = data / "events" / "other"
    shutil.copytree(cup.folder, data / "events" / "cup")
    shutil.copytree(cup.folder, other)
    assert f"{data} has 2 events; name one of them: " in refused("inspect", str(data))
    server = tmp_path / "server"
    server.mkdir()
    SqliteStore(server / "referee.db").close()
    assert "is the data directory of a server; name the address of the server" in refused(
        "inspect", str(server)
    )
    new = tmp_path / "new.toml"
    new.write_text(cup.file.read_text().replace('"Cup"', '"New Cup"'))
    said = refused("inspect", str(new), "--data-dir", str(data))
    assert f"New Cup has not begun; start it: referee event start {new}" in said
    (other / "referee.db").write_text("no database")
    assert "referee.db" in refused("inspect", str(other))
    for option in ("--sign", "--notes=x"):
        assert "are for a match; 'referee event' takes the steps of officials" in refused(
            "inspect", str(cup.folder), option
        )


def refused(*arguments: str) -> str:
    """Return why a command does nothing."""
    ran = inside(*arguments)
    assert (ran.code, ran.out) == (2, ""), ran.out
    return ran.err


def test_ports_that_cannot_be_used(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(event_text("random", "random"))
    said = refused("event", "start", str(file), "--data-dir", str(tmp_path / "data"), "--http", "70000")
    assert "--http 70000 is not between 0 (any free port) and 65535" in said
    assert not (tmp_path / "data").exists()


def test_an_event_is_written_to_one_file(cup: Cup, tmp_path: Path) -> None:
    out = tmp_path / "cup.html"
    export = ("event", "export", str(cup.file), "--data-dir", str(cup.data), "--html", "-o", str(out))
    ran = inside(*export)
    assert ran.code == 0
    assert "2 of 2 played matches with their results" in ran.out
    assert out.read_text().startswith("<!doctype html>")
    assert "exists" in refused(*export)
    assert inside(*export[:-1], "-").out.startswith("<!doctype html>")
    assert "not allowed with argument" in inside(*export, "--format", "csv").err


def test_an_event_that_was_only_opened_can_be_written(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(event_text("random", "random"))
    folder = tmp_path / "data" / "events" / "cup"
    export = ("event", "export", str(file), "--data-dir", str(tmp_path / "data"), "--html")
    assert "Cup has not begun" in refused(*export)
    folder.mkdir(parents=True)
    with closing(open_event(folder / "referee.db", file.read_text(), "cup.toml")):
        assert inside(*export).out.startswith("<!doctype html>")
