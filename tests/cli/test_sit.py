"""`referee sit`: a person plays a match of each game over TLS, leaves, comes back and sees the result."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import stat
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.games import GAMES, game
from referee_api.v1 import referee_pb2 as api
from referee_client import connect, order
from tests.cli.conftest import TlsServer
from tests.cli.running import Ran, inside

DECISIONS = 3000
"""More than a person takes in any match that the others play by their default answers."""
SECONDS = 20


def match_with_others(
    server: TlsServer, name: str, seats: int, **settings: object
) -> api.CreateMatchResponse:
    """Create a match in which the referee answers for every seat but the first, by standing orders."""
    with connect(server.address, ca_file=server.ca_file) as referee:
        created = referee.create_match(name, seats, seed="sit", **settings)  # type: ignore[arg-type] # as they are
        for number in range(1, seats):
            seat = referee.join_seat(
                created.match.id, number, f"Bot {number}", invite_code=created.invite_code
            )
            referee.set_orders(seat, [order("*", "default")])
    return created


class Table:
    """A person's way to a match: the server, a directory for seats, and what is typed."""

    def __init__(self, server: TlsServer, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.server = server
        self.folder = folder
        self._patch = patch

    def sit(self, match: str, lines: Sequence[str], *options: str) -> Ran:
        typed = self.folder / "typed"
        typed.write_text("".join([f"{line}\n" for line in lines]))
        with typed.open() as stdin:
            self._patch.setattr(sys, "stdin", stdin)
            return inside(
                *("sit", self.server.address, match, "--ca-file", self.server.ca_file),
                *("--seats-dir", str(self.folder / "seats"), *options),
            )


@pytest.fixture
def table(tls_server: TlsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tls_server, tmp_path, monkeypatch)


@pytest.mark.parametrize("name", GAMES)
def test_a_person_plays_a_match_leaves_and_finishes_it(name: str, table: Table) -> None:
    match = match_with_others(table.server, name, game(name).seats[0], spectators=True).match.id
    left = table.sit(match, ["99", "maybe", "board", "d"], "--name", "Ada", "--entropy")
    assert left.code == 2
    assert "the input ended before the match did; your seat is kept, to continue: referee sit" in left.err
    assert "There is no option 99." in left.out
    assert "'maybe' is not the number of an option." in left.out
    assert "Choose " in left.out
    assert "   1  " in left.out
    assert game(name).title in left.out.partition("'maybe'")[2]
    replay = table.folder / "match.replay"
    done = table.sit(match[:10], ["d"] * DECISIONS, "--save", str(replay))
    assert (done.code, done.err) == (0, "")
    assert done.out.count("The match is over.") == 1
    assert "receipts of the referee fit everything you were told." in done.out
    assert "The luck is the one committed to" in done.out
    assert inside("verify", str(replay)).code == 0
    assert "name 0 Ada\n" in replay.read_text()


def test_the_token_is_kept_where_only_its_owner_reads_it(table: Table) -> None:
    match = match_with_others(table.server, "abyss", 2).match.id
    table.sit(match, [])
    files = list((table.folder / "seats").rglob("*"))
    assert {path.name for path in files if path.is_file()} >= {"seat.json", "referee.keys"}
    assert [path for path in files if stat.S_IMODE(path.stat().st_mode) & 0o077] == []


def test_a_taken_seat_can_be_played_with_its_token(table: Table) -> None:
    with connect(table.server.address, ca_file=table.server.ca_file) as referee:
        created = referee.create_match("abyss", 2, seed="sit")
        other = referee.join_seat(created.match.id, 0)
        referee.set_orders(other, [order("*", "default")])
        mine = referee.join_seat(created.match.id, 1)
    token = table.folder / "token"
    token.write_text(mine.token)
    played = table.sit(created.match.id, ["d"] * DECISIONS, "--token-file", str(token))
    assert (played.code, played.err) == (0, "")
    token.write_text(created.token)
    refused = table.sit(created.match.id, [], "--token-file", str(token))
    assert "this is not the token of a seat" in refused.err


def test_a_match_may_need_an_invite_code(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    created = match_with_others(table.server, "abyss", 2, with_invite=True)
    refused = table.sit(created.match.id, [])
    assert refused.code == 2
    assert refused.err.endswith("give it with --invite-file or REFEREE_INVITE\n")
    monkeypatch.setenv("REFEREE_INVITE", created.invite_code)
    assert "your seat is kept" in table.sit(created.match.id, []).err


def test_a_person_talks_in_the_words_of_the_game(table: Table) -> None:
    match = match_with_others(table.server, "unfathomable", 3, talk="palette").match.id
    said = table.sit(
        match, ["say", "say 5", "say 5.2", "say 99", "say 5.9", "say Hi", "d", "d"], "--name", "Ada"
    )
    assert "  say 5  Ada says" in said.out
    assert "  say 5.2  Ada says" in said.out
    (line,) = [each for each in said.out.splitlines() if "say 5.2" in each]
    sentence = line.partition("say 5.2  ")[2]
    assert sentence in said.out.splitlines()
    assert "There is no statement 99." in said.out
    assert "There is no statement 5.9." in said.out
    assert "Only the statements of the game may be said in this match." in said.out
    silent = match_with_others(table.server, "abyss", 2).match.id
    assert "Nobody may talk in this match." in table.sit(silent, ["say Hi"]).out
    free = match_with_others(table.server, "abyss", 2, talk="free").match.id
    assert "says: “Hi all”" in table.sit(free, ["say Hi all", "d", "d"]).out


def test_a_person_asks_for_a_pause_and_agrees_to_one(table: Table) -> None:
    with connect(table.server.address, ca_file=table.server.ca_file) as referee:
        match = referee.create_match("abyss", 2, seed="sit").match.id
        other = referee.join_seat(match, 1, "Bob")
        table.sit(match, [], "--name", "Ada")
        asked = table.sit(match, ["pause", "pause Lunch."])
        assert "Give the reason, for everyone: pause REASON" in asked.out
        assert "The others are asked whether they agree to pause the match." in asked.out
        referee.pause_match(match, other.token, consents=True)
        referee.resume_match(match, other.token, "Full.")
        agreed = table.sit(match, ["agree"])
        assert "All seats have agreed to a pause: Lunch." in agreed.out
        assert "Bob asks to resume the match (Full.): type agree or refuse." in agreed.out
        assert referee.get_match(match, other.token).status == api.MATCH_STATUS_RUNNING
        referee.pause_match(match, other.token, "Again.")
        table.sit(match, ["refuse"])
        standing = referee.get_match(match, other.token).standing
        assert not standing.HasField("pause_proposal")
        assert not standing.HasField("pause")


def test_seats_of_one_person_are_told_apart(table: Table) -> None:
    match = match_with_others(table.server, "abyss", 2).match.id
    assert "your seat is kept" in table.sit(match, []).err
    seats = table.folder / "seats"
    (kept,) = seats.iterdir()
    second = seats / f"{match}.seat-1"
    second.mkdir()
    (second / "seat.json").write_text((kept / "seat.json").read_text().replace('"seat":0', '"seat":1'))
    assert "you have the seats 0, 1 in this match; choose one with --seat" in table.sit(match, []).err
    assert "your seat is kept" in table.sit(match, [], "--seat", "0").err
    (second / "seat.json").write_text("{")
    assert "cannot read the seat in" in table.sit(match, []).err


def test_a_directory_that_cannot_be_used_is_refused_before_a_seat_is_taken(table: Table) -> None:
    match = match_with_others(table.server, "abyss", 2).match.id
    (table.folder / "seats").write_text("a file")
    assert "cannot keep a seat in" in table.sit(match, []).err
    with connect(table.server.address, ca_file=table.server.ca_file) as referee:
        referee.join_seat(match, 0)


class Terminal:
    """A terminal of some size at which `referee sit` runs."""

    def __init__(self, arguments: Sequence[str], width: int, height: int) -> None:
        self._ours, its = pty.openpty()
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.running = subprocess.Popen(
            [sys.executable, "-m", "referee", *arguments],
            stdin=its, stdout=its, stderr=its, start_new_session=True,
            env={**os.environ, "TERM": "xterm", "NO_COLOR": "1", "COLUMNS": str(width), "LINES": str(height)},
        )  # fmt: skip
        os.close(its)
        os.set_blocking(self._ours, False)
        self.seen = ""

    def wait_for(self, text: str) -> None:
        """Read until a text appears after what was seen before."""
        end, start = time.monotonic() + SECONDS, len(self.seen)
        while text not in self.seen[start:]:
            assert time.monotonic() < end, self.seen[-3000:]
            try:
                self.seen += os.read(self._ours, 65536).decode(errors="replace")
            except BlockingIOError:
                time.sleep(0.02)
            except OSError:
                assert text in self.seen[start:], self.seen[-3000:]

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def close(self) -> None:
        os.close(self._ours)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 20)])
def test_a_terminal_shows_the_table_the_question_and_what_is_typed(
    width: int, height: int, table: Table
) -> None:
    match = match_with_others(table.server, "abyss", 2, seconds_per_decision=600).match.id
    terminal = Terminal(
        ["sit", table.server.address, match, "--ca-file", table.server.ca_file,
         "--seats-dir", str(table.folder / "seats")],
        width, height,
    )  # fmt: skip
    terminal.wait_for("9:5")
    assert "Court" in terminal.seen
    assert "Explore the depths" in terminal.seen
    terminal.type("78\x7f\x1b[A")
    terminal.wait_for("> 7▏")
    terminal.type("\r")
    terminal.wait_for("There is no option 7.")
    terminal.type("?\r")
    terminal.wait_for("Enter for")
    if width == 80:
        terminal.type("q\r")
        terminal.wait_for("your seat is kept")
        assert terminal.running.wait(SECONDS) == 0
    else:
        terminal.running.send_signal(signal.SIGINT)
        terminal.wait_for("interrupted")
        assert terminal.running.wait(SECONDS) == 130
    terminal.close()
