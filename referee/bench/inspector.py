"""The inspector in a real browser: first picture, steps, live frames, and what fifty viewers cost a match.

A figure in milliseconds is what a person waits for: from the request, the key or the answer until the browser has
painted the change. Recorded matches are shorter than the one that is opened here, whose players also talk a lot.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from referee.bench.browser_pages import opened_browser, running_command
from referee.bench.comparison import QUICK, Effort
from referee.bench.page_viewers import watch_pages
from referee.bench.parts import Figures
from referee.bench.recording import picks_for
from referee.bench.servers import in_own_process
from referee.kernel.refusals import Refused
from referee.kernel.talk import Said
from referee.log.chain import Linked
from referee.match.charters import new_charter, settle
from referee.match.match import Decided, Match
from referee.match.player import RandomPlayer
from referee.replay.writing import write_replay
from referee_client import connect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FACTS = 3000
VIEWERS = 50
LONG_GAME, LONG_SEATS, LONG_SEED = "unfathomable", 6, "long/109"
"""A match with more facts than most."""
STATEMENTS = 4
"""Number of statements after every answer of the long match."""
LIVE_GAME, LIVE_SEATS = "abyss", 4
STEPS = 400
SECONDS = 120.0
"""Seconds after which a page counts as broken; a busy machine may take long."""
WARM_UP, ANSWERS = 20, 100
"""Number of answers of a match before measuring, and then with and without viewers."""

# Notes when the page has painted another moment, or another number of facts: milliseconds since 1970.
NOTE_PAINTS = """
window.painted = [];
let before = "";
new MutationObserver(() => {
  const shown = document.querySelector(".where")?.textContent ?? "";
  if (shown === before || !document.querySelector(".board [data-key]")) return;
  before = shown;
  const soon = new MessageChannel();
  soon.port1.onmessage = () => window.painted.push(performance.timeOrigin + performance.now());
  requestAnimationFrame(() => soon.port2.postMessage(0));
}).observe(document, { childList: true, subtree: true, characterData: true });
"""
STEP_ON = """async (steps) => {
  const painted = () => new Promise((resolve) => {
    const soon = new MessageChannel();
    soon.port1.onmessage = resolve;
    requestAnimationFrame(() => soon.port2.postMessage(0));
  });
  const found = [];
  for (let nth = 0; nth < steps; nth += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const start = performance.now();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    await painted();
    const spent = performance.now() - start;
    if (!document.querySelector(".now-sentence").textContent.includes(" says: ")) found.push(spent);
  }
  return found;
}"""


def measure(effort: Effort) -> Figures:
    """Open a long match and step through it; follow a match while it is played, alone and with many viewers."""
    with opened_browser() as browser, TemporaryDirectory(prefix="referee-bench-") as folder:
        replay = Path(folder) / "long.replay"
        replay.write_text(long_replay())
        figures = _replay_figures(browser, replay, 3 if effort is QUICK else 7) | _file_figures(replay)
        flags = ("--port", "0", "--http", "0", "--data-dir", f"{folder}/data", "--log", "off")
        with running_command("serve", *flags, prints=2) as (server, pages):
            figures |= _live_figures(browser, server, pages, 40 if effort is QUICK else 150)
            with ThreadPoolExecutor(1) as thread:
                figures |= thread.submit(viewer_figures, server, pages, effort.slices).result()
    return figures


def _file_figures(replay: Path) -> Figures:
    """Write the match as one HTML file with a sealed bundle in it, and return its size in megabytes.

    The match is longer than every golden one, whose files a test measures.
    """
    page, keys = replay.with_suffix(".html"), ["--data-dir", str(replay.with_suffix(".data"))]
    publish = ["keys", "publish", "-o", str(replay.with_suffix(".keys"))]
    export = ["export", str(replay), "--match", "long", "--html", "-o", str(page)]
    for command in (publish, export):
        line = [sys.executable, "-m", "referee", *command, *keys]
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL, cwd=replay.parent)
    return {"inspector.file_mb": page.stat().st_size / 1e6}


def long_replay() -> str:
    """Play a match whose players talk after every answer, and return its replay."""
    match = Match(settle(new_charter(LONG_GAME, LONG_SEATS, seed=LONG_SEED, talk="free")))
    players = [RandomPlayer(f"{LONG_SEED}/{seat}") for seat in range(LONG_SEATS)]
    begun = _accepted(match.begin())
    entries: list[Linked] = [match.charter_entry, begun]
    facts = len(begun.entry.facts)
    while match.outcome is None:
        for number in range(STATEMENTS):
            speaker = (len(entries) + number) % LONG_SEATS
            entries.append(_accepted(match.say(speaker, Said(speaker, f"I wonder about fact {facts}."))))
            facts += 1
        seat, question = next(iter(match.questions.items()))
        answered = _accepted(match.submit(seat, question.number, players[seat](question)))
        entries.append(answered)
        facts += len(answered.entry.facts)
    if facts < FACTS:
        raise AssertionError(f"the long match has only {facts} facts; choose another seed")
    return write_replay(entries)


def _accepted(decided: Decided | Refused) -> Decided:
    if isinstance(decided, Refused):
        raise TypeError(f"an answer was refused: {decided}")
    return decided


def _new_page(browser: Browser) -> Page:
    """Return a page in a session of its own, which notes when it has painted."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.set_default_timeout(SECONDS * 1000)
    page.add_init_script(NOTE_PAINTS)
    return page


# --- a recorded match ---


def _replay_figures(browser: Browser, replay: Path, rounds: int) -> Figures:
    """Open the match in a new browser session at a new inspector each time, so that nothing is cached."""
    first, again, empty, steps = list[float](), list[float](), list[float](), list[float]()
    for _ in range(rounds):
        with running_command("inspect", str(replay), "--no-browser") as (pages,):
            empty.append(_empty_page_ms(browser, pages))
            for found in (first, again):
                page = _new_page(browser)
                page.goto(f"http://{pages}/#fact={FACTS // 2}", wait_until="commit")
                page.wait_for_function("() => window.painted.length > 0")
                found.append(page.evaluate("() => window.painted[0] - performance.timeOrigin"))
                if found is again:
                    page.wait_for_load_state("networkidle")
                    steps += page.evaluate(STEP_ON, STEPS)
                page.context.close()
    return {
        "inspector.empty_page_ms": median(empty),
        "inspector.first_picture_ms": median(first),
        "inspector.picture_again_ms": median(again),
        "inspector.step_ms": median(steps),
        "inspector.step_p95_ms": _percentile(steps, 95),
    }


def _empty_page_ms(browser: Browser, pages: str) -> float:
    """Return how long a page with one sentence takes, which shows how busy the machine is."""
    page = _new_page(browser)
    page.goto(f"http://{pages}/static/none")
    painted = page.wait_for_function(
        "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
    )
    milliseconds: float = painted.json_value()
    page.context.close()
    return milliseconds


# --- a match that is played ---


def _live_figures(browser: Browser, server: str, pages: str, answers: int) -> Figures:
    """Answer, and wait until a spectator's page has painted the result."""
    page = _new_page(browser)
    found = list[float]()
    # The client needs a thread without an event loop, and Playwright has one in this thread.
    with ThreadPoolExecutor(1) as thread:
        play = thread.submit(_Playing, server).result()
        page.goto(f"http://{pages}/live/{play.match}")
        page.wait_for_function("() => window.painted.length > 0")
        while len(found) < answers:
            before = page.evaluate("() => window.painted.length")
            table = thread.submit(play.table).result()
            sent = thread.submit(play.answer).result().sent
            # Some answers change nothing that a spectator may see.
            if thread.submit(play.table).result() != table:
                page.wait_for_function("(before) => window.painted.length > before", arg=before)
                found.append(page.evaluate("(before) => window.painted[before]", before) - 1000 * sent)
        thread.submit(play.close).result()
    page.context.close()
    return {"inspector.live_ms": median(found), "inspector.live_p95_ms": _percentile(found, 95)}


def viewer_figures(server: str, pages: str, slices: int, viewers: int = VIEWERS) -> Figures:
    """Compare how long answers take while nobody watches and while many do, alternately in several matches."""
    quiet, watched = list[float](), list[float]()
    for nth in range(slices):
        play = _Playing(server)
        play.milliseconds(WARM_UP)
        for is_watched in (nth % 2 == 0, nth % 2 == 1):
            if is_watched:
                with in_own_process(watch_pages, pages, play.match, viewers):
                    watched += play.milliseconds(ANSWERS)
            else:
                quiet += play.milliseconds(ANSWERS)
        play.close()
    found = {
        "inspector.quiet_p99_ms": _percentile(quiet, 99),
        "inspector.watched_p99_ms": _percentile(watched, 99),
    }
    return found | {
        "inspector.watched_ratio": found["inspector.watched_p99_ms"] / found["inspector.quiet_p99_ms"]
    }


class _Timed(NamedTuple):
    """When an answer was sent, in seconds since 1970, and how long it took until it was acknowledged."""

    sent: float
    seconds: float


class _Playing:
    """A match whose seats answer one after the other."""

    def __init__(self, server: str) -> None:
        self._referee = connect(server)
        self.match: str = self._referee.create_match(LIVE_GAME, LIVE_SEATS, spectators=True).match.id
        names = [f"bench-{seat}" for seat in range(LIVE_SEATS)]
        self._seats = [self._referee.join_seat(self.match, seat, name) for seat, name in enumerate(names)]

    def answer(self) -> _Timed:
        """Let the seat that is asked give an answer."""
        for seat in self._seats:
            looked = self._referee.get_view(seat.match, seat.token)
            if looked.HasField("question"):
                question = looked.question
                picks = picks_for(
                    question.number, question.kind, question.option_count, question.default_picks
                )
                sent, start = time.time(), time.perf_counter()
                self._referee.submit(seat, question, picks)
                return _Timed(sent, time.perf_counter() - start)
        raise AssertionError("the match of the benchmark is over too early")

    def table(self) -> bytes:
        """Return the table as a spectator sees it."""
        return self._referee.get_view(self.match).view.SerializeToString()

    def milliseconds(self, answers: int) -> list[float]:
        """Answer many times, and return how long each answer took."""
        return [1000 * self.answer().seconds for _ in range(answers)]

    def close(self) -> None:
        """Leave the match as it is."""
        self._referee.close()


def _percentile(figures: Sequence[float], nth: int) -> float:
    return quantiles(figures, n=100, method="inclusive")[nth - 1]
