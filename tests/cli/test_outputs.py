"""Outputs: nothing is replaced or lost, and what cannot be written is one line with exit code 2."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from referee.cli.errors import CommandError
from referee.cli.outputs import write_output
from tests.cli.running import Ran, inside

REPLAY = str(Path(__file__).parents[2] / "replays" / "abyss" / "2-seats.replay")


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A data directory with keys."""
    folder = tmp_path_factory.mktemp("outputs") / "data"
    assert inside("keys", "--data-dir", str(folder)).code == 0
    return str(folder)


def publish(keys: str, output: str, *more: str) -> Ran:
    return inside("keys", "publish", "-o", output, "--data-dir", keys, *more)


def one_line(ran: Ran) -> str:
    """Return the only line of a command that could not be done."""
    assert (ran.code, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    return line


def test_an_existing_file_is_overwritten_only_with_force(keys: str, tmp_path: Path) -> None:
    file = tmp_path / "keys.txt"
    file.write_text("mine")
    assert one_line(publish(keys, str(file))).endswith(
        f"{file} exists already; choose another file, or overwrite it with --force"
    )
    assert file.read_text() == "mine"
    assert publish(keys, str(file), "--force").code == 0
    assert file.read_text() == inside("keys", "publish", "--data-dir", keys).out
    assert [path.name for path in tmp_path.iterdir()] == ["keys.txt"]


def test_export_refuses_before_it_looks(keys: str, tmp_path: Path) -> None:
    """Exporting a running match records a look, which must not happen for nothing."""
    file = tmp_path / "a.bundle"
    file.write_text("mine")
    ran = inside("export", "nowhere.replay", "--match", "m", "-o", str(file), "--data-dir", keys)
    assert "exists already" in one_line(ran)


def test_a_file_that_appears_in_the_meantime_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With hard links, and on a file system that has none."""
    file, write = tmp_path / "a", os.fsync

    def appear(descriptor: int) -> None:
        write(descriptor)
        file.write_text("theirs")

    def no_links(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "fsync", appear)
    for link in (os.link, no_links):
        monkeypatch.setattr(os, "link", link)
        with pytest.raises(CommandError, match="exists already"):
            write_output(str(file), "ours", force=False)
        assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a", "theirs")]
        file.unlink()
    monkeypatch.setattr(os, "fsync", write)
    write_output(str(file), "ours", force=False)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a", "ours")]


def test_a_link_stays_a_link(keys: str, tmp_path: Path) -> None:
    file, link = tmp_path / "folder" / "keys.txt", tmp_path / "link"
    file.parent.mkdir()
    link.symlink_to(file)
    assert publish(keys, str(link)).code == 0
    assert link.is_symlink()
    assert "exists already" in one_line(publish(keys, str(link)))
    assert publish(keys, str(link), "--force").code == 0
    assert link.is_symlink()
    assert file.read_text().startswith("referee")


def test_a_fifo_is_written_to_and_stays(keys: str, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    found: list[str] = []
    reader = Thread(target=lambda: found.append(fifo.read_text()))
    reader.start()
    assert publish(keys, str(fifo)).code == 0
    reader.join(20)
    assert found == [inside("keys", "publish", "--data-dir", keys).out]
    assert stat.S_ISFIFO(fifo.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has this device")
def test_a_device_is_written_to_and_stays(keys: str) -> None:
    assert publish(keys, os.devnull).code == 0
    assert one_line(publish(keys, "/dev/full")).endswith("cannot write /dev/full: No space left on device")
    for device in (os.devnull, "/dev/full"):
        assert stat.S_ISCHR(os.stat(device).st_mode)


@pytest.mark.parametrize(
    ("output", "says"),
    [
        ("", "name a file in it"),
        ("none/keys.txt", "there is no directory"),
        ("loop", "Too many levels of symbolic links"),
        ("file/keys.txt", "Not a directory"),
        ("n" * 300, "File name too long"),
    ],
)
def test_an_output_that_cannot_be_written_is_named(output: str, says: str, keys: str, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").write_text("mine")
    before = sorted(tmp_path.iterdir())
    assert says in one_line(publish(keys, str(tmp_path / output)))
    assert sorted(tmp_path.iterdir()) == before


def test_a_failed_write_leaves_the_old_file(
    keys: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "keys.txt"
    file.write_text("mine")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left on device" in one_line(publish(keys, str(file), "--force"))
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("keys.txt", "mine")]


def test_a_dash_is_stdout_and_nothing_else_is_there(keys: str, tmp_path: Path) -> None:
    export = ("export", REPLAY, "--match", "m-1", "--data-dir", keys, "-o")
    assert inside(*export, str(tmp_path / "a")).code == 0
    ran = inside(*export, "-")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("referee bundle 1\nmatch m-1\n")
    (tmp_path / "b").write_text(ran.out)
    assert inside("verify", str(tmp_path / "b")).code == 0
    assert "choose one" in one_line(inside(*export, "-", "--json"))
    assert publish(keys, "-").out == inside("keys", "publish", "--data-dir", keys).out


def test_an_open_descriptor_is_written_to(keys: str, tmp_path: Path) -> None:
    """The shell has created the file of `-o /dev/stdout > FILE` already."""
    file = tmp_path / "keys.txt"
    with file.open("w") as out:
        assert publish(keys, f"/dev/fd/{out.fileno()}").code == 0
    assert file.read_text() == inside("keys", "publish", "--data-dir", keys).out


def run(*arguments: str, stdout: str = "", closed: str = "") -> tuple[int, str]:
    """Run a command with its stdout to a device, or without some streams, and return its exit code and stderr."""
    shell = " ".join(['exec "$@"', f"> {stdout}" if stdout else "> /dev/null", closed])
    done = subprocess.run(
        ["sh", "-c", shell, "sh", sys.executable, "-m", "referee", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has this device")
@pytest.mark.parametrize(
    "arguments",
    [("verify", REPLAY), ("rules", "abyss", "--json"), ("--version",), ("--help",)],
)
def test_a_full_disk_does_not_read_as_a_failed_verification(arguments: tuple[str, ...]) -> None:
    code, said = run(*arguments, stdout="/dev/full")
    assert code == 2
    (line,) = said.splitlines()
    assert line.endswith(": cannot write the output: No space left on device")


def test_closed_streams_are_no_tracebacks() -> None:
    code, said = run("rules", "abyss", "explore.offer", closed=">&-")
    assert (code, said) == (2, "referee: stdout is closed; redirect it to a file or to /dev/null\n")
    assert run("rules", "abyss", "explore.offer", closed="2>&-") == (0, "")
    assert run("rules", "abys", closed="2>&-") == (2, "")


def test_verify_does_not_claim_what_it_has_not_checked() -> None:
    """Its reader is gone after the first file."""
    command = [sys.executable, "-u", "-m", "referee", "verify", REPLAY, REPLAY.replace("2-seats", "3-seats")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        said = running.stderr.read()
    assert (running.returncode, said) == (
        2,
        "referee verify: the output was closed before everything was checked\n",
    )
