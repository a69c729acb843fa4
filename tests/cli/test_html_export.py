"""`referee export --html`: a page of a match, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.files import Files, written
from tests.cli.running import inside
from tests.cli.test_export import stored
from tests.disputes.recordings import MATCH, RandomRecording
from tests.inspector.one_file.saved_files import answers_in, block, unpacked
from tests.tidy.tree import ROOT

REPLAY = str(ROOT / "replays/abyss/2-seats.replay")
BUNDLE = str(ROOT / "replays/abyss/disputed.bundle")


@pytest.fixture(autouse=True)
def no_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a directory without keys."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_DATA_DIR", raising=False)


def test_a_replay_becomes_a_page_without_keys(tmp_path: Path) -> None:
    ran = inside("export", REPLAY, "--html", "-o", "page.html", "--json")
    assert ran.code == 0, ran.err
    assert ran.lines == [{"file": "page.html", "match": "", "facts": 292, "sealed": False}]
    page = (tmp_path / "page.html").read_text()
    assert unpacked(block(page, "record")) == Path(REPLAY).read_bytes()


def test_a_bundle_is_signed_with_the_key_of_the_data_directory(tmp_path: Path) -> None:
    assert inside("keys", "--data-dir", "data").code == 0
    ran = inside("export", BUNDLE, "--html", "-o", "page.html", "--data-dir", "data", "--json")
    assert ran.code == 0, ran.err
    assert ran.lines == [{"file": "page.html", "match": "m-1", "facts": 292, "sealed": True}]
    assert "referee keys 1" in block((tmp_path / "page.html").read_text(), "seal")


def test_a_player_gets_what_its_seat_was_told(tmp_path: Path) -> None:
    ran = inside("export", BUNDLE, "--html", "--as", "bob", "-o", "page.html")
    assert ran.code == 0, ran.err
    assert "as Bob was told it" in ran.out
    page = (tmp_path / "page.html").read_text()
    assert (block(page, "record"), list(answers_in(page)["viewers"])) == ("", ["1"])


def test_a_page_goes_to_stdout() -> None:
    ran = inside("export", REPLAY, "--html", "-o", "-")
    assert (ran.code, ran.out[:15]) == (0, "<!doctype html>")


def test_a_match_of_a_data_directory_becomes_a_page(tmp_path: Path) -> None:
    assert inside("keys", "--data-dir", "data").code == 0
    stored(tmp_path / "data", RandomRecording("abyss", "page", answers=-1), is_over=True)
    ran = inside("export", "--match", MATCH, "--data-dir", "data", "--html", "-o", "page.html", "--json")
    assert ran.code == 0, ran.err
    assert (ran.lines[0]["match"], ran.lines[0]["sealed"]) == (MATCH, True)


def test_a_match_that_is_played_is_refused_and_nobody_looked(tmp_path: Path) -> None:
    assert inside("keys", "--data-dir", "data").code == 0
    stored(tmp_path / "data", RandomRecording("abyss", "page", answers=5), is_over=False)
    for more in ((), ("--as", "0")):
        there = ("--match", MATCH, "--data-dir", "data", "-o", "page.html")
        ran = inside("export", *there, "--html", *more)
        assert (ran.code, ran.out) == (2, "")
        assert "match m-1 is not over, and a page would show what is hidden" in ran.err
    assert not (tmp_path / "page.html").exists()
    assert inside("export", *there).code == 0
    (look,) = [line for line in inside("verify", "page.html").out.splitlines() if "looked" in line]
    assert "whole record, for a bundle" in look


REFUSED: dict[str, tuple[tuple[str, ...], str]] = {
    "a match that is not over": (("{replay}", "--html"), "is not over"),
    "an unknown viewer": ((REPLAY, "--html", "--as", "7"), "unknown viewer --as '7' (choose from open, spectator"),
    "no such file": (("missing.replay", "--html"), "cannot read missing.replay"),
    "another file": (("{keys}", "--html"), "is not a replay or a bundle"),
    "a directory": ((".", "--html"), "is a directory"),
    "nothing": (("--html",), "name what to export"),
    "a viewer of a bundle": ((BUNDLE, "--as", "1"), "--as is for --html"),
    "keys that are not there": ((REPLAY, "--html", "--data-dir", "nowhere"), "no keys in nowhere/keys"),
}  # fmt: skip


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return written(tmp_path_factory.mktemp("page"), answers=12)


@pytest.mark.parametrize("case", REFUSED)
def test_a_refused_page_is_not_written(case: str, files: Files, tmp_path: Path) -> None:
    arguments, told = REFUSED[case]
    given = [argument.format(**files._asdict()) for argument in arguments]
    if case == "nothing":
        given += ["--data-dir", files.data_dir]
    ran = inside("export", *given, "-o", "page.html")
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_or_changed_match_is_refused(tmp_path: Path) -> None:
    text = Path(REPLAY).read_text()
    (tmp_path / "cut.replay").write_text(text[: len(text) // 2])
    (tmp_path / "newer.replay").write_text(text.replace("referee replay 1", "referee replay 2", 1))
    for name, says in (("cut.replay", "is damaged at"), ("newer.replay", "written by a newer referee")):
        ran = inside("export", name, "--html", "-o", "page.html")
        assert (ran.code, len(ran.err.splitlines())) == (2, 1)
        assert says in ran.err
    assert not (tmp_path / "page.html").exists()


def test_an_existing_file_is_kept_and_a_bundle_even_with_force(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("mine")
    ran = inside("export", REPLAY, "--html", "-o", "page.html")
    assert (ran.code, (tmp_path / "page.html").read_text()) == (2, "mine")
    assert "exists already" in ran.err
    assert inside("export", REPLAY, "--html", "-o", "page.html", "--force").code == 0
    (tmp_path / "my.bundle").write_bytes(Path(BUNDLE).read_bytes())
    ran = inside("export", "my.bundle", "--html", "-o", "my.bundle", "--force")
    assert ran.code == 2
    assert "is a bundle, which a page would replace" in ran.err
    assert (tmp_path / "my.bundle").read_bytes() == Path(BUNDLE).read_bytes()
