"""`referee event ACTION --server ADDR`: what an arena is asked, and what is printed when it cannot answer."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.server.api_keys import KeyRegister
from referee_api.v1 import arena_pb2 as arena
from referee_client import aio, connect
from tests.arena.dial_in.running import dial_in_text
from tests.arena.events import event_text
from tests.cli.running import SECONDS, Ran, inside, served
from tests.wire.certificates import Authority

PLAYED, WAITING = "Cup", "Winter Cup"
NAMES = ["E0", "E1"]


class Arena(NamedTuple):
    """An arena with TLS that hosts an event that is over and one that waits for its entrants."""

    address: str
    referee: str
    folder: Path
    without_events: Ran
    """The answer of the arena when it had no event."""

    @property
    def ca_file(self) -> str:
        return str(self.folder / "authority.pem")

    def file(self, name: str) -> str:
        """Return the file of an event."""
        return str(self.folder / f"{name}.toml")

    def __call__(self, action: str, *arguments: str, event: str = PLAYED, key: str = "") -> Ran:
        """Ask the arena, with the key of somebody or without one."""
        keys = ("--api-key-file", str(self.folder / key)) if key else ()
        reaching = ("--server", self.address, "--ca-file", self.ca_file, *keys)
        return inside("event", action, self.file(event), *arguments, *reaching)


@contextmanager
def arena_process(folder: Path, referee: str) -> Iterator[str]:
    """Run an arena in its own process and yield its address."""
    certificate, key = Authority(folder, "authority").issue("arena")
    command = ("event", "serve", "--server", referee, "--data-dir", str(folder / "arena"))
    tls = ("--tls-cert", str(certificate), "--tls-key", str(key))
    started = subprocess.Popen(
        [sys.executable, "-m", "referee", *command, *tls, "--api-key-file", str(folder / "organiser")],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert started.stdout is not None
    try:
        first = started.stdout.readline()
        assert first.startswith("arena listening on "), first
        yield first.removeprefix("arena listening on ").strip()
    finally:
        started.send_signal(signal.SIGTERM)
        started.wait(SECONDS)
        started.stdout.close()


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """An arena that the tests share; those that change its events leave them as they were."""
    folder: Path = tmp_path_factory.mktemp("arena")
    register = KeyRegister(folder / "referee")
    for who in ("organiser", "other"):
        (folder / who).write_text(register.issue("organiser", who, by="test").text)
    (folder / "wrong").write_text("ref_nobody_" + "x" * 40)
    (folder / f"{PLAYED}.toml").write_text(event_text("random", "random"))
    waiting = dial_in_text(2).replace('"Cup"', f'"{WAITING}"')
    (folder / f"{WAITING}.toml").write_text(waiting)
    with (
        served(folder / "referee", "--access", "keys", "--log", "off") as (_, referee),
        arena_process(folder, referee) as address,
    ):
        reaching = ("--server", address, "--ca-file", str(folder / "authority.pem"))
        found = Arena(address, referee, folder, inside("event", "status", PLAYED, *reaching))
        key = (folder / "organiser").read_text()
        with connect(address, ca_file=found.ca_file, api_key=key) as client:
            for name in (PLAYED, WAITING):
                client.create_event(Path(found.file(name)).read_text())
            while client.get_event(PLAYED).state.phase != arena.EVENT_PHASE_FINISHED:
                time.sleep(0.05)
        yield found


def test_an_event_is_read_with_the_keys_of_a_local_one(cup: Arena, tmp_path: Path) -> None:
    """A key that the arena does not tell is null; what it tells is what a local event of this kind has."""
    local = tmp_path / "cup.toml"
    local.write_text(event_text("random", "random"))
    data = ("--data-dir", str(tmp_path / "data"))
    assert inside("event", "start", str(local), "--quiet", *data).code == 0
    untold = {
        "status": {"attempts", "faults", "penalties", "disputed", "blocks", "head"},
        "standings": {"version", "won", "live", "sides", "seats", "byes", "provisional", "anytime"},
        "pairings": {"deal", "scores", "provisional", "failed_attempts"},
    }
    for action, nulls in untold.items():
        here, there = [
            ran.lines for ran in (inside("event", action, str(local), "--json", *data), cup(action, "--json"))
        ]
        assert len(here) == len(there)
        for one, other in zip(here, there, strict=True):
            assert list(one) == list(other), action
            missing = {key for key, value in other.items() if value is None and one[key] is not None}
            # The version of an entrant and the reason of a pause are null in both.
            assert nulls - {key for key in one if one[key] is None} == {
                key for key in missing if not key.startswith(("fewest", "most"))
            }
    (status,) = cup("status", "--json").lines
    assert (status["name"], status["matches"], status["done"], status["round"]) == (PLAYED, 2, 2, 1)
    assert (status["paused"], status["finished"]) == (None, "all rounds are played")
    rows = cup("standings", "--json").lines
    assert ([row["rank"] for row in rows], sorted([row["name"] for row in rows])) == ([1, 2], NAMES)
    assert sum([row["points"] for row in rows]) == 2
    assert all([row["low"] < row["rating"] < row["high"] for row in rows])
    pairings = cup("pairings", "--json").lines
    assert [row["match"] for row in pairings] == ["1.1.1.1", "1.1.1.2"]
    assert sorted([row["seating"] for row in pairings]) == [NAMES, NAMES[::-1]]
    assert all([len(row["record"]) == 32 for row in pairings])


def test_people_read_the_same_tables(cup: Arena) -> None:
    standings = cup("standings").out
    assert "Cup: finished, 2 of 2 matches played" in standings
    assert "± is half of the 95 % interval" in standings
    assert standings.splitlines()[1].split() == [
        "rank", "entrant", "points", "played", "rating", "faults",
    ]  # fmt: skip
    pairings = cup("pairings", "--round", "1").out
    assert "Cup, round 1" in pairings
    assert "1.1.1.2" in pairings
    status = cup("status").out
    assert "commitment" in status
    assert "attempts" not in status


def test_the_name_of_the_event_is_enough(cup: Arena) -> None:
    ran = inside("event", "status", WAITING, "--json", "--server", cup.address, "--ca-file", cup.ca_file)
    assert [(line["name"], line["finished"]) for line in ran.lines] == [(WAITING, None)]


def test_an_organiser_pauses_resumes_corrects_and_exports(cup: Arena, tmp_path: Path) -> None:
    def phase() -> str | None:
        (status,) = cup("status", "--json", event=WAITING).lines
        reason: str | None = status["paused"]
        return reason

    why = ("--reason", "lunch")
    assert (cup("pause", *why, event=WAITING, key="organiser"), phase()) == (Ran(0, "", ""), "lunch")
    assert "paused already: lunch" in cup("pause", *why, event=WAITING, key="organiser").err
    assert (cup("resume", *why, event=WAITING, key="organiser"), phase()) == (Ran(0, "", ""), None)
    assert cup("correct", "1.1.1.1", "1,1", "--reason", "appeal", key="organiser") == Ran(0, "", "")
    row = cup("pairings", "--json").lines[0]
    assert (row["places"], row["corrected"]) == ([1, 1], True)
    assert "1 1 (corrected)" in cup("pairings").out
    output = tmp_path / "cup.jsonl"
    assert cup("export", "-o", str(output)).code == 0
    entries = [json.loads(line)["entry"] for line in output.read_text().splitlines()]
    assert (entries[0]["kind"], entries[-1]["kind"]) == ("event_opened", "result_corrected")
    assert entries[-1]["by"] == "organiser"
    assert cup("export").out == output.read_text()
    again = cup("export", "-o", str(output))
    assert again.code == 2
    assert "exists already" in again.err


def test_an_entrant_is_withdrawn(cup: Arena) -> None:
    name = "Spring Cup"
    text = dial_in_text(3).replace('"Cup"', f'"{name}"')
    Path(cup.file(name)).write_text(text)
    key = (cup.folder / "organiser").read_text()
    with connect(cup.address, ca_file=cup.ca_file, api_key=key) as client:
        client.create_event(text)
    left = ("withdraw", "D1", "--reason", "broken")
    assert cup(*left, event=name, key="organiser") == Ran(0, "", "")
    assert "D1 has withdrawn already" in cup(*left, event=name, key="organiser").err


WHY = ("--reason", "x")
BAD: dict[str, tuple[tuple[str, ...], str, str, str]] = {
    "no key": (("pause", *WHY), WAITING, "", "give a valid key with --api-key-file or REFEREE_API_KEY"),
    "the key of another organiser": (
        ("resume", *WHY), WAITING, "other", "this needs the API key of the organiser of the event",
    ),
    "a wrong key": (("pause", *WHY), WAITING, "wrong", "the API key is not valid; give a valid key with"),
    "a withdrawal without a key": (("withdraw", "D0", *WHY), WAITING, "", "this needs the API key"),
    "a correction without a key": (("correct", "1.1.1.1", "2,1", *WHY), PLAYED, "", "this needs the API key"),
    "an export before the end": (
        ("export",), WAITING, "", "the log has the seatings of open matches; give a valid key with",
    ),
    "another official": (("pause", "--by", "Ada", *WHY), WAITING, "organiser", "leave out --by: an arena"),
    "an empty reason": (("pause", "--reason", " "), WAITING, "organiser", "a reason is printable text"),
    "not paused": (("resume", *WHY), WAITING, "organiser", "the event is not paused"),
    "unknown entrant": (("withdraw", "D9", *WHY), WAITING, "organiser", "no entrant 'D9' (choose from D0, D1)"),
    "unknown match": (("correct", "9.9", "2,1", *WHY), PLAYED, "organiser", "there is no match '9.9'"),
    "places": (("correct", "1.1.1.1", "first", *WHY), PLAYED, "organiser", "'first' is not a list of places"),
    "a negative place": (("correct", "1.1.1.1", "2,-1", *WHY), PLAYED, "organiser", "'2,-1' is not a list"),
    "too many places": (
        ("correct", "1.1.1.1", "1,2,3", *WHY), PLAYED, "organiser", "has 2 seats, but 3 places",
    ),
    "no such round": (("pairings", "--round", "7"), PLAYED, "", "there is no round 7; 1 are paired"),
    "a negative round": (("pairings", "--round=-1"), PLAYED, "", "there is no round -1; 1 are paired"),
    "no round yet": (("pairings",), WAITING, "", "no round is paired yet"),
    "no standings yet": (("standings", "--json"), WAITING, "", "no match counts yet"),
    "anytime": (("standings", "--anytime"), PLAYED, "", "--anytime reads the log of the event; leave out --server"),
    "HTML": (("export", "--html"), PLAYED, "", "an arena exports JSON lines only; leave out --html"),
    "CSV": (("export", "--format", "csv"), PLAYED, "", "leave out --format csv"),
    "TRF": (("export", "--format", "trf"), PLAYED, "", "leave out --format trf"),
    "a bundle": (("export", "--format", "bundle"), PLAYED, "", "leave out --format bundle"),
    "two places": (("status", "--data-dir", "d"), PLAYED, "", "not allowed with argument"),
    "no such file": (("status",), "../none", "", "none.toml: No such file or directory"),
}  # fmt: skip


def refusal(ran: Ran) -> str:
    """Return the only line of a command that could not be done."""
    assert (ran.code, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    return line


def test_what_is_refused_changes_nothing(cup: Arena) -> None:
    before = [cup(action, "--json").out for action in ("status", "pairings")]
    waiting = cup("status", event=WAITING).out
    for case, ((action, *rest), event, key, message) in BAD.items():
        assert message in refusal(cup(action, *rest, event=event, key=key)), case
    assert [cup(action, "--json").out for action in ("status", "pairings")] == before
    assert cup("status", event=WAITING).out == waiting


def test_no_arena_at_the_address(cup: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    reach = ("--ca-file", cup.ca_file)

    def ask(action: str, event: str, *arguments: str) -> str:
        return refusal(inside("event", action, event, *arguments))

    for action in ("status", "export"):
        at_referee = ask(action, PLAYED, "--server", cup.referee)
        assert f"{cup.referee} is not the address of an arena" in at_referee
        unknown = ask(action, "Cupp", "--server", cup.address, *reach)
        assert "the arena has no event 'Cupp'; did you mean Cup?" in unknown
    unlike = ask("status", "Qqqqqqq", "--server", cup.address, *reach)
    assert f"the arena has no event 'Qqqqqqq' (choose from {PLAYED}" in unlike
    assert refusal(cup.without_events).endswith(f"the arena has no event '{PLAYED}', nor any other")
    assert "'nowhere' is not an address; write HOST:PORT" in ask("status", PLAYED, "--server", "nowhere")
    monkeypatch.setattr(aio, "SECONDS_TO_CONNECT", 0.7)
    nobody = ask("status", PLAYED, "--server", "127.0.0.1:1")
    assert "no arena answers at 127.0.0.1:1; is it running (`referee event start`)?" in nobody
    assert "it uses TLS; connect with --tls" in ask("status", PLAYED, "--server", cup.address)


def test_the_server_in_the_environment_does_not_redirect_an_event_here(
    cup: Arena, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("REFEREE_SERVER", cup.address)
    for arguments in (("status",), ("pause", *WHY)):
        ran = inside("event", arguments[0], cup.file(PLAYED), *arguments[1:], "--data-dir", str(tmp_path))
        assert "Cup has not begun; start it: referee event start" in refusal(ran)
