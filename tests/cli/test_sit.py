"""`referee sit`: a person plays a match of each game over TLS, leaves, comes back and sees the result."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import shlex
import signal
import stat
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from referee.cli import main
from referee.cli.display.console import console
from referee.cli.display.pictures import legend_for
from referee.cli.sitting.kept_seats import KeptSeats
from referee.games import GAMES, game
from referee_api.v1 import referee_pb2 as api
from referee_client import connect, order
from tests.cli.conftest import TlsServer
from tests.cli.job import Job
from tests.cli.running import STYLE, Ran, inside

DECISIONS = 3000
"""More than a person takes in any match that the others play by their default answers."""
SECONDS = 120


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

    def command(self, match: str, *options: str) -> tuple[str, ...]:
        reached = ("--ca-file", self.server.ca_file, "--seats-dir", str(self.folder / "seats"))
        return "sit", self.server.address, match, *reached, *options

    def sit(self, match: str, lines: Sequence[str], *options: str) -> Ran:
        return self.run(lines, *self.command(match, *options))

    def run(self, lines: Sequence[str], *command: str) -> Ran:
        typed = self.folder / "typed"
        typed.write_text("".join([f"{line}\n" for line in lines]))
        with typed.open() as stdin:
            self._patch.setattr(sys, "stdin", stdin)
            return inside(*command)


@pytest.fixture
def table(tls_server: TlsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tls_server, tmp_path, monkeypatch)


@pytest.mark.parametrize("name", GAMES)
def test_a_person_plays_a_match_leaves_and_finishes_it(name: str, table: Table) -> None:
    match = match_with_others(table.server, name, game(name).seats[0], spectators=True).match.id
    left = table.sit(match, ["99", "maybe", "?", "board", "d"], "--name", "Ada", "--entropy")
    signs = left.out.partition(f"Signs in pictures of {game(name).title}:")[2]
    assert [sign for sign, _ in legend_for(name) if f"\n  {sign}  " not in signs] == []
    assert left.code == 2
    assert "the input ended before the match did; your seat is kept, to continue: referee sit" in left.err
    assert "There is no option 99." in left.out
    assert "'maybe' is not the number of an option." in left.out
    assert "Choose " in left.out
    assert "   1  " in left.out
    assert game(name).title in left.out.partition("'maybe'")[2]
    replay = table.folder / "match.replay"
    done = table.sit(match[:10], ["auto", *["d"] * DECISIONS], "--save", str(replay))
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
    played = table.sit(created.match.id, ["auto", *["d"] * DECISIONS], "--token-file", str(token))
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
        assert "The match is paused (Lunch.). Answer when it is resumed." in table.sit(match, ["1"]).out
        agreed = table.sit(match, ["agree"])
        assert "All seats have agreed to a pause: Lunch." in agreed.out
        assert "Bob asks to resume the match (Full.): type agree or refuse." in agreed.out
        assert referee.get_match(match, other.token).status == api.MATCH_STATUS_RUNNING
        referee.pause_match(match, other.token, "Again.")
        table.sit(match, ["refuse"])
        standing = referee.get_match(match, other.token).standing
        assert not standing.HasField("pause_proposal")
        assert not standing.HasField("pause")


def test_a_person_agrees_to_an_adjournment(table: Table) -> None:
    with connect(table.server.address, ca_file=table.server.ca_file) as referee:
        match = referee.create_match("abyss", 2, seed="sit").match.id
        other = referee.join_seat(match, 1, "Bob")
        table.sit(match, [], "--name", "Ada")
        referee.pause_match(match, other.token, "The hall closes.", adjourn=True)
        agreed = table.sit(match, ["agree"]).out
        assert "Bob asks to adjourn the match (The hall closes.): type agree or refuse." in agreed
        assert referee.get_match(match, other.token).standing.pause.is_adjourned
        referee.resume_match(match, other.token, "It is morning.")
        resumed = table.sit(match, ["agree"]).out
        assert "All seats have agreed to an adjournment: The hall closes." in resumed
        assert referee.get_match(match, other.token).status == api.MATCH_STATUS_RUNNING


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


def test_a_program_is_told_when_nothing_happens_and_how_to_continue(table: Table) -> None:
    with connect(table.server.address, ca_file=table.server.ca_file) as referee:
        match = referee.create_match("abyss", 2, spectators=True).match.id
    alone = table.sit(match, ["d"], "--wait", "0.1")
    assert alone.code == 2
    assert "The match begins when every seat is taken." in alone.out
    said, _, command = alone.err.strip().partition(", to continue: ")
    assert said == "referee sit: nothing happened for 0.1 seconds; your seat is kept"
    again = table.run(["d"], *shlex.split(command)[1:], "--wait", "0.1")
    assert again.err == alone.err
    assert "--wait is a number of seconds above 0" in table.sit(match, [], "--wait", "0").err


def test_a_closed_stdin_is_one_line(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    ran = inside(*table.command("m"))
    assert (ran.code, ran.out) == (2, "")
    assert "stdin is closed" in ran.err


def test_questions_that_do_not_concern_a_person_are_passed_by_orders(table: Table) -> None:
    match = match_with_others(table.server, "abyss", 2).match.id
    kept = KeptSeats(str(table.folder / "seats"))

    def orders() -> list[api.Order]:
        seat = kept.find(match, None)
        assert seat is not None
        with connect(table.server.address, ca_file=table.server.ca_file) as referee:
            return referee.get_orders(seat)

    assert "You pass on questions that do not concern you." in table.sit(match, ["auto"]).out
    (given,) = orders()
    assert given.questions == "*"
    assert given.unless_concerned
    assert "You are asked everything." in table.sit(match, ["auto", "auto"]).out
    assert orders() == []


def test_a_person_looks_up_rules_and_what_happened(table: Table) -> None:
    match = match_with_others(table.server, "abyss", 2).match.id
    said = table.sit(match, ["rule explore.offer", "rule zzz", "rule", "1", "log"]).out
    assert f"explore.offer  {game('abyss').rulebook.rules['explore.offer'].statement}" in said
    assert "No rule has 'zzz' in it." in said
    assert "Type rule and a word" in said
    assert "[explore.reveal]" in said
    assert "[setup]" not in said


class Conversation:
    """`referee sit` without a terminal, answered by a program that reads what is printed."""

    def __init__(self, table: Table, match: str, patch: pytest.MonkeyPatch, *options: str) -> None:
        self._command = table.command(match, *options)
        self._patch = patch
        self._out = io.StringIO()
        self._seen = 0

    def hold(self, speak: Callable[[], None]) -> str:
        """Run the command while `speak` runs in a thread; return what was printed."""
        reading, self._writing = os.pipe()

        def spoken() -> None:
            try:
                speak()
            finally:
                os.close(self._writing)

        with (
            ThreadPoolExecutor(1) as pool,
            os.fdopen(reading) as stdin,
            redirect_stdout(self._out),
            redirect_stderr(io.StringIO()),
        ):
            self._patch.setattr(sys, "stdin", stdin)
            console.cache_clear()
            done = pool.submit(spoken)
            main(self._command)
            done.result(SECONDS)
        console.cache_clear()
        return self._out.getvalue()

    def wait_for(self, text: str) -> None:
        """Wait until a text is printed after what was seen before."""
        end = time.monotonic() + SECONDS
        while (found := self._out.getvalue().find(text, self._seen)) < 0:
            assert time.monotonic() < end, (text, self._out.getvalue())
            time.sleep(0.01)
        self._seen = found + len(text)

    def question(self) -> str:
        """Wait for the first option of a question; return what was printed before it."""
        start = self._seen
        self.wait_for("\n   1  ")
        return self._out.getvalue()[start : self._seen]

    def say(self, line: str) -> None:
        os.write(self._writing, f"{line}\n".encode())


def test_a_person_asks_to_take_an_answer_back_and_is_told_the_reply(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connect(table.server.address, ca_file=table.server.ca_file) as referee:
        match = referee.create_match("unfathomable", 3, seed="sit").match.id
        others = [referee.join_seat(match, number) for number in (0, 2)]
        for seat in others:
            referee.set_orders(seat, [order("*", "default")])
        talk = Conversation(table, match, monkeypatch, "--seat", "1")

        def speak() -> None:
            while "Which action do you perform?" not in talk.question():
                talk.say("d")
            talk.say("pass")
            talk.question()
            talk.say("undo")
            talk.wait_for("The others are asked whether you may take your last answer back.")
            referee.answer_undo(others[0], consents=False)
            talk.wait_for("Somebody refused, or the match went on. Your answer stands.")
            talk.say("undo")
            talk.wait_for("only a ruling can take the answer back now")
            talk.say("q")

        assert "You left the match, and your seat is kept." in talk.hold(speak)


def test_a_person_agrees_that_another_takes_an_answer_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connect(table.server.address, ca_file=table.server.ca_file) as referee:
        match = referee.create_match("abyss", 2, seed="sit").match.id
        other = referee.join_seat(match, 1, "Ben")
        talk = Conversation(table, match, monkeypatch)

        def speak() -> None:
            talk.question()
            talk.say("1")
            talk.wait_for("is revealed")
            offered = referee.get_view(match, other.token).question
            referee.submit(other, offered, [0])
            talk.wait_for("Nobody bought the Ally")
            referee.propose_undo(other)
            talk.wait_for("Ben asks to take the last answer back: type agree or refuse.")
            talk.say("agree")
            talk.wait_for("Another match continues this one")
            later = other._replace(match=referee.get_match(match, other.token).standing.successor)
            referee.submit(later, referee.get_view(later.match, later.token).question, [0])
            talk.wait_for("Nobody bought the Ally")
            talk.say("q")

        assert "You left the match, and your seat is kept." in talk.hold(speak)


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


def test_a_terminal_shows_the_table_the_question_and_what_is_typed(table: Table) -> None:
    """Two terminals at once, because most of the time is the start of a process."""
    created = match_with_others(table.server, "abyss", 2, seconds_per_decision=600, with_invite=True)
    small = match_with_others(table.server, "abyss", 2, seconds_per_decision=600).match.id
    terminals = [
        Terminal(table.command(created.match.id), 80, 24),
        Terminal(table.command(small), 40, 20),
    ]
    terminals[0].wait_for("Invite code: ")
    terminals[0].type(f"{created.invite_code}\n")
    for terminal in terminals:
        terminal.wait_for("9:5")
        assert "Court" in terminal.seen
        assert "Explore the depths" in terminal.seen
        terminal.type("78\x7f\x1b[A")
        terminal.wait_for("> 7▏")
        terminal.type("\r")
        terminal.wait_for("There is no option 7.")
        terminal.type("?\r")
        terminal.wait_for("Enter for")
    terminals[0].type("q\r")
    terminals[0].wait_for("your seat is kept")
    assert terminals[0].running.wait(SECONDS) == 0
    terminals[1].running.send_signal(signal.SIGINT)
    terminals[1].wait_for("interrupted")
    assert terminals[1].running.wait(SECONDS) == 130
    for terminal in terminals:
        terminal.close()


def test_ctrl_z_restores_the_terminal_of_a_person_and_fg_draws_again(table: Table) -> None:
    match = match_with_others(table.server, "abyss", 2).match.id
    with Job(*table.command(match)) as job:
        job.wait_for("Explore the depths")
        job.type("12")
        job.wait_for("> 12▏")
        job.type("\x1a")
        assert job.report() == "stopped"
        assert job.echoes()
        job.go_on()
        job.wait_for("> 12▏")
        assert "Explore the depths" in job.read()
        assert not job.echoes()
        job.resize(60, 20)
        job.wait_for("> 12▏")
        drawn = STYLE.sub("", job.read()).split("\r\n")[1:-1]
        assert max(map(len, drawn)) == 60
        job.type("\x15q\r")
        assert job.report() == "exit 0"
        assert "your seat is kept" in job.read()
