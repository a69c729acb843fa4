"""`referee play GAME --human`: one command, and a person is playing in the browser."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from referee.replay.verification import verify_replay
from tests.cli.running import inside
from tests.inspector.browser import needs_browser, opened_browser
from tests.inspector.live.test_playing import MOST_ANSWERS, answer, is_over

SECONDS = 120


@contextmanager
def started(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the command, and yield it with the address that it prints."""
    command = [sys.executable, "-m", "referee", "play", *arguments, "--human", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert " play on http://127.0.0.1:" in line, line
        try:
            yield process, line.rpartition(" play on ")[2].strip()
        finally:
            process.kill()


@needs_browser
def test_a_person_plays_to_the_end_and_the_match_is_saved(tmp_path: Path) -> None:
    with (
        started("abyss", "--bots", "random", "--save", str(tmp_path), "--name", "Ada") as (process, address),
        opened_browser() as browser,
    ):
        page = browser.new_page(reduced_motion="reduce")
        page.goto(address)
        expect(page.locator(".now-sentence")).not_to_be_empty()
        for nth in range(MOST_ANSWERS):
            if is_over(page):
                break
            answer(page, nth)
        expect(page.locator(".live-status")).to_contain_text("The match is over.")
        assert process.stdout is not None
        report = process.stdout.readline()
        assert "match 1:" in report
        (file,) = tmp_path.glob("*.replay")
        assert file.name in report
        assert verify_replay(file.read_bytes()).ok
        # The page stays, so that the person sees the end.
        assert process.stdout.readline() == "The page stays until Ctrl-C.\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 0


def test_leaving_early_ends_in_order_and_saves_nothing(tmp_path: Path) -> None:
    with started("abyss", "--save", str(tmp_path)) as (process, _):
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 130
    assert "Traceback" not in out + err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["abyss", "--human", "--server", "localhost:1"], "--human starts its own server"),
        (["abyss", "--human", "--matches", "2"], "--human plays one match at a time"),
        (["abyss", "--human", "--seats", "9"], "abyss is played by 2 to 4 seats"),
        (["abys", "--human"], "unknown game 'abys'"),
        (["abyss"], "--seats is needed"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(arguments: list[str], says: str) -> None:
    ran = inside("play", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1
