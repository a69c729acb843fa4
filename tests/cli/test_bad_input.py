"""Bad input, row by row: one line that says what to do, the documented exit code, nothing lost or overwritten.

Outputs have a table in `test_outputs`, servers in `test_server_connection`, unknown words in `test_usage`.
"""

from __future__ import annotations

import errno
import io
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee_client import aio
from tests.cli.running import SECONDS, inside, on_terminal, referee

REPLAYS = Path(__file__).parents[2] / "replays"
REPLAY, BUNDLE = REPLAYS / "abyss" / "2-seats.replay", REPLAYS / "abyss" / "disputed.bundle"


def converted(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files with one fault each."""
    found: Path = tmp_path_factory.mktemp("bad")
    replay, bundle = REPLAY.read_bytes(), BUNDLE.read_bytes()
    files = {
        "crlf.replay": converted(replay),
        "crlf.bundle": converted(bundle),
        "newer.replay": replay.replace(b"replay 1", b"replay 2", 1),
        "newer.bundle": bundle.replace(b"bundle 1", b"bundle 12", 1),
        "older.replay": replay.replace(b"replay 1", b"replay 0", 1),
        "invalid.replay": replay.replace(b"Ada", b"Ad\xff", 1),
        "cut.replay": replay[: len(replay) // 2],
        "empty.replay": b"",
        "binary.replay": bytes(range(256)),
        "bom.replay": b"\xef\xbb\xbf" + replay,
    }
    for name, data in files.items():
        (found / name).write_bytes(data)
    (found / "folder").mkdir()
    assert inside("keys", "--data-dir", str(found / "data")).code == 0
    return found


WINDOWS = "has Windows line ends; restore it: tr -d '\\r' < "
NEWER = "was written by a newer referee"

UNREADABLE = {
    "crlf.replay": WINDOWS,
    "crlf.bundle": WINDOWS,
    "newer.replay": f"{NEWER}: it is a 'referee replay 2'; update this one",
    "newer.bundle": f"{NEWER}: it is a 'referee bundle 12'; update this one",
    "older.replay": "expected referee replay 1, found referee replay 0",
    "invalid.replay": "is damaged at entry 0, line",
    "cut.replay": "the file breaks off",
    "empty.replay": "is not a replay or a bundle",
    "binary.replay": "is not a replay or a bundle",
    "bom.replay": r"expected referee replay 1, found \ufeffreferee replay 1",
    "folder": "is a directory; name the replay files in it",
    "none.replay": "No such file or directory",
    "empty.replay/a.replay": "Not a directory",
}
READERS = {
    "replay": ("replay", "{}"),
    "why": ("why", "{}", "1"),
    "export": ("export", "{}", "--match", "m", "-o", "{data}/out", "--data-dir", "{data}"),
    "try": ("dispute", "try", "{}", "--edition", "fr"),
    "precedents": ("dispute", "precedents", "explore.offer", "{}"),
}


@pytest.mark.parametrize("name", UNREADABLE)
@pytest.mark.parametrize("command", READERS)
def test_a_file_that_cannot_be_read(command: str, name: str, folder: Path) -> None:
    before = sorted(folder.rglob("*"))
    ran = inside(*[word.format(folder / name, data=folder / "data") for word in READERS[command]])
    assert (ran.code, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert str(folder / name) in line
    assert UNREADABLE[name] in line
    assert sorted(folder.rglob("*")) == before


NOT_VERIFIED = {
    "crlf.replay": (1, WINDOWS),
    "crlf.bundle": (1, WINDOWS),
    "newer.replay": (2, NEWER),
    "newer.bundle": (2, NEWER),
    "older.replay": (1, "found     referee replay 0"),
    "invalid.replay": (1, "byte 0xff"),
    "cut.replay": (1, "incomplete"),
    "empty.replay": (1, "not a replay or a bundle"),
    "none.replay": (2, "No such file or directory"),
}


@pytest.mark.parametrize("name", NOT_VERIFIED)
def test_a_file_that_does_not_verify(name: str, folder: Path) -> None:
    """Exit code 1 says that the record is not true, and 2 that nothing is known about it."""
    code, said = NOT_VERIFIED[name]
    ran = inside("verify", str(folder / name))
    assert ran.code == code
    assert said in (ran.out if code == 1 else ran.err)
    assert len(ran.err.splitlines()) == code - 1
    (line,) = inside("verify", str(folder / name), "--json").lines
    assert line.keys() >= {"file", "ok", "game", "facts", "first_difference"}
    assert not line["ok"]
    if code == 1:
        assert line["first_difference"].keys() == {"entry", "what", "expected", "found"}
    else:
        assert (line["first_difference"], said in line["problem"]) == (None, True)


def test_an_empty_name_is_not_the_current_directory(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    ran = inside("verify", "", str(REPLAY))
    assert ran.code == 2
    assert ran.err == "referee verify: the name of a file is empty; is a variable not set?\n"
    assert ran.out.splitlines()[-1] == "1 of 2 files verified, 1 could not be checked"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("replay", ""), "the name of a file is empty; is a variable not set?"),
        (("inspect", "", "--no-browser"), "the name of a file is empty; is a variable not set?"),
        (("play", "abyss", "--seats", "2", "--save", ""), "--save must be the name of a file or directory"),
        (("sit", "127.0.0.1:1", "m", "--save", ""), "--save must be the name of a file or directory"),
    ],
)
def test_an_empty_name_is_refused(words: tuple[str, ...], said: str) -> None:
    """Otherwise it would be the current directory, or what should be saved would be lost."""
    ran = inside(*words)
    assert (ran.code, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert said in line


def test_a_file_that_is_named_twice_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPLAY.parent)
    ran = inside("verify", REPLAY.name, str(REPLAY), f"./{REPLAY.name}")
    assert (ran.code, ran.err) == (0, "")
    (line,) = ran.out.splitlines()
    assert line.startswith(f"verified {REPLAY.name}: ")


@pytest.mark.parametrize("option", ["--receipt", "--keys"])
def test_receipts_and_keys_with_windows_line_ends(option: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"one\r\ntwo\r\n")
    ran = inside("verify", str(REPLAY), option, str(file))
    assert (ran.code, ran.out) == (2, "")
    assert WINDOWS in ran.err


# --- the world around the command ---


@pytest.mark.parametrize(
    ("encoding", "sign"),
    [
        # Here Python prints UTF-8 by itself.
        ({"LANG": "C", "LC_ALL": "C"}, "→"),
        ({"LC_ALL": "POSIX", "PYTHONUTF8": "0"}, ">"),
    ],
)
def test_another_encoding_causes_no_traceback(encoding: dict[str, str], sign: str) -> None:
    ran = referee("why", str(REPLAY), "20", env={"PYTHONCOERCECLOCALE": "0", **encoding})
    assert (ran.code, ran.err) == (0, "")
    assert f"\n      {sign} " in ran.out


def test_forty_columns() -> None:
    lines = on_terminal("why", str(REPLAY), "20", width=40)
    assert max(map(len, lines)) <= 40


def test_a_picture_needs_a_terminal() -> None:
    ran = inside("replay", str(REPLAY), "--step")
    assert (ran.code, ran.out) == (0, inside("replay", str(REPLAY)).out)
    assert ran.err == "referee replay: this is not a terminal, so --step lists the facts\n"


def test_a_picture_needs_more_than_a_dumb_terminal() -> None:
    lines = on_terminal("replay", str(REPLAY), "--step", "--to", "3", width=200, env={"TERM": "dumb"})
    assert "this is a terminal without pictures (TERM=dumb), so --step lists the facts" in lines[0]
    assert [line.split()[0] for line in lines[1:4]] == ["1", "2", "3"]


# --- numbers ---

BIG = str(2**70)
SERVER = ("--server", "127.0.0.1:1", "--token", "t")
NUMBERS = {
    "no number": (("play", "abyss", "--seats", "two"), "--seats must be a whole number, not 'two'"),
    "no number of workers": (("verify", "a.replay", "-j", "x"), "-j must be a whole number, not 'x'"),
    "no number of a fact": (("why", "a.replay", "abc"), "N must be a whole number, not 'abc'"),
    "no time": (("demo", "--pace", "slow"), "--pace must be a number, not 'slow'"),
    "too many matches": (("play", "abyss", "--seats", "2", "--matches", "1000001"), "at most 1000000"),
    "a seat below 0": (("sit", "127.0.0.1:1", "m", "--seat", "-1"), "a whole number from 0 on, not '-1'"),
    "a seat too large": (("sit", "127.0.0.1:1", "m", "--seat", BIG), "--seat must be at most 2147483647"),
    "a frame below 0": (("watch", "127.0.0.1:1", "m", "--after", "-1"), "a whole number from 0 on"),
    "a frame too large": (("watch", "127.0.0.1:1", "m", "--after", BIG), "--after must be at most"),
    "a limit too large": (("match", "list", "--limit", BIG, *SERVER), "--limit must be at most"),
    "a seat for more time": (("match", "extend", "m", BIG, "5", *SERVER), "SEAT must be at most"),
    "a disputed frame": (
        ("dispute", "open", "--match", "m", "--frame", BIG, "--rule", "r", "--claim", "c", *SERVER),
        "--frame must be at most",
    ),
    "a disputed fact": (
        ("dispute", "open", "--match", "m", "--at", BIG, "--rule", "r", "--claim", "c", *SERVER),
        "--at must be at most",
    ),
    "a case": (("dispute", "show", "--match", "m", "--case", "-3", *SERVER), "a whole number from 0 on"),
    "a fact too large": (("replay", str(REPLAY), "--from", BIG), "--from must be at most"),
    "facts to 0": (("replay", str(REPLAY), "--to", "0"), "no facts from 1 to 0"),
    "no patience": (("sit", "127.0.0.1:1", "m", "--wait", "nan"), "--wait is a number of seconds above 0"),
}


@pytest.mark.parametrize("case", NUMBERS)
def test_a_number_that_cannot_be_used(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers that no field of the API can hold were tracebacks with exit code 1."""
    monkeypatch.setattr(aio, "SECONDS_TO_CONNECT", 0.1)
    arguments, said = NUMBERS[case]
    ran = inside(*arguments)
    assert (ran.code, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert said in line


# --- outputs of every command ---

PRINTED = {
    "replay": ("replay", str(REPLAY), "--to", "3"),
    "replay --json": ("replay", str(REPLAY), "--to", "3", "--json"),
    "why": ("why", str(REPLAY), "20"),
    "verify": ("verify", str(REPLAY)),
    "verify --json": ("verify", str(REPLAY), "--json"),
    "rules": ("rules", "abyss", "explore.offer"),
    "play": ("play", "abyss", "--seats", "2"),
    "play --json": ("play", "abyss", "--seats", "2", "--json"),
    "keys": ("keys", "--data-dir", "{data}"),
    "keys publish": ("keys", "publish", "--data-dir", "{data}"),
    "access": ("access", "list", "--data-dir", "{data}"),
    "dispute show": ("dispute", "show", str(BUNDLE)),
    "dispute try": ("dispute", "try", str(REPLAY), "--edition", "de"),
    "completion": ("completion", "bash"),
    "export": ("export", str(REPLAY), "--match", "m", "-o", "-", "--data-dir", "{data}"),
}


class Failing(io.StringIO):
    """A stdout that cannot be written to."""

    def __init__(self, fault: OSError) -> None:
        super().__init__()
        self._fault = fault

    def write(self, _: str) -> int:
        raise self._fault


@pytest.mark.parametrize("command", PRINTED)
def test_an_output_on_a_full_disk(command: str, folder: Path) -> None:
    words = [word.format(data=folder / "data") for word in PRINTED[command]]
    ran = inside(*words, stdout=Failing(OSError(errno.ENOSPC, "No space left on device")))
    assert ran.code == 2
    assert ran.err == f"referee {words[0]}: cannot write the output: No space left on device\n"


@pytest.mark.parametrize("command", PRINTED)
def test_an_output_that_nobody_reads(command: str, folder: Path) -> None:
    """As in `| head`: it is no error, except for a command that claims to have checked everything."""
    words = [word.format(data=folder / "data") for word in PRINTED[command]]
    ran = inside(*words, stdout=Failing(BrokenPipeError(errno.EPIPE, "Broken pipe")))
    assert ran.code == (2 if words[0] == "verify" else 0), ran.err
    assert len(ran.err.splitlines()) == (1 if words[0] == "verify" else 0)


INTERRUPTED = {
    "play": ("play", "abyss", "--seats", "2", "--matches", "100000"),
    "verify": ("verify", "{folder}"),
    "demo": ("demo", "--pace", "1"),
}


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """More replays than can be checked before the interruption."""
    folder: Path = tmp_path_factory.mktemp("many")
    for number in range(500):
        os.link(shutil.copy(REPLAY, folder / "source"), folder / f"{number}.replay")
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", INTERRUPTED)
def test_an_interrupted_command_prints_what_is_known(
    command: str, number: signal.Signals, many: Path
) -> None:
    words = [word.format(folder=many) for word in INTERRUPTED[command]]
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "referee", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        first = [running.stdout.readline() for _ in range(3)]
        running.send_signal(number)
        out, err = running.communicate(timeout=SECONDS)
    assert all(first)
    ended = (130, "interrupted\n") if number == signal.SIGINT else (143, "")
    assert (running.returncode, err) == ended
    if command == "verify":
        assert " of 500 files verified, " in out.splitlines()[-1]
    if command == "play":
        assert " matches, with 95 % confidence intervals\n" in out
