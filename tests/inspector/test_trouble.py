"""What the browser shows when something is wrong: each page says what it is and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.match.charters import new_charter, settle
from referee.replay.writing import write_replay
from tests.inspector.browser import inspector, needs_browser, opened_browser
from tests.inspector.requests import REPLAYS
from tests.match.played import log_of

GOLDEN = (REPLAYS / "abyss/4-seats.replay").read_text()
BUNDLE = (REPLAYS / "abyss/disputed.bundle").read_text()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as found:
        yield found


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    made = browser.new_page()
    made.set_default_timeout(30_000)
    yield made
    made.close()


@needs_browser
@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("match.replay", GOLDEN.replace('"pearls":1', '"pearls":2', 1), "'referee verify' shows more"),
        ("match.replay", GOLDEN[: len(GOLDEN) // 2], "'referee verify' shows more"),
        ("match.replay", GOLDEN.replace("referee replay 1", "referee replay 2", 1), "update this one"),
        ("match.replay", "hello\n", "is it the right file?"),
        ("match.bundle", BUNDLE.replace('"pearls":1', '"pearls":2', 1), "'referee verify' shows more"),
        ("match.bundle", BUNDLE[: len(BUNDLE) // 2], "'referee verify' shows more"),
        ("match.bundle", BUNDLE.replace("referee bundle 1", "referee bundle 2", 1), "update this one"),
    ],
    ids=["changed", "cut", "newer", "other", "changed bundle", "cut bundle", "newer bundle"],
)
def test_a_file_that_cannot_be_shown(page: Page, tmp_path: Path, name: str, text: str, says: str) -> None:
    (tmp_path / name).write_text(text)
    with inspector(tmp_path) as address:
        page.goto(f"{address}/match/{name}")
        expect(page.locator("h1")).to_have_text("This cannot be shown")
        expect(page.locator("main")).to_contain_text(says)
        assert "seed" not in page.content()
        page.get_by_text("All matches").click()
        expect(page.locator(".bad")).to_contain_text(says)


@needs_browser
def test_a_match_that_still_runs(page: Page, tmp_path: Path) -> None:
    log = log_of(settle(new_charter("abyss", 2, seed="runs")), "runs")
    (tmp_path / "match.replay").write_text(write_replay(log[:20]))
    with inspector(tmp_path / "match.replay") as address:
        page.goto(address)
        expect(page.locator(".notice")).to_contain_text("has not ended")
        expect(page.locator(".notice")).to_contain_text("Save it again later")
        page.keyboard.press("End")
        expect(page.locator(".result")).to_have_text("match.replayThe match is not over.")


@needs_browser
def test_a_file_that_is_deleted_while_it_is_open_and_put_back(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "match.replay"
    file.write_text(GOLDEN)
    with inspector(tmp_path) as address:
        page.goto(f"{address}/match/match.replay")
        expect(page.locator(".now-sentence")).not_to_be_empty()
        file.unlink()
        page.keyboard.press("End")
        expect(page.locator(".notice")).to_contain_text("put it back")
        file.write_text(GOLDEN)
        expect(page.locator(".where")).to_contain_text("fact 646 of 646")
        expect(page.locator(".notice")).to_be_hidden()
        file.unlink()
        page.reload()
        expect(page.locator("main")).to_contain_text("put it back")


@needs_browser
def test_an_inspector_that_goes_away_and_comes_back(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "match.replay"
    file.write_text(GOLDEN)
    with inspector(file) as address:
        page.goto(address)
        expect(page.locator(".now-sentence")).not_to_be_empty()
    port = int(address.rpartition(":")[2])
    page.keyboard.press("End")
    expect(page.locator(".notice")).to_contain_text(f"referee inspect --port {port}")
    page.keyboard.press("w")
    expect(page.locator(".why")).to_contain_text("does not answer")
    with inspector(file, port):
        expect(page.locator(".where")).to_contain_text("fact 646 of 646")
        expect(page.locator(".notice")).to_be_hidden()
        expect(page.locator(".why .what")).to_contain_text("Bob wins")


@needs_browser
def test_data_that_cannot_be_loaded_at_first(page: Page, tmp_path: Path) -> None:
    (tmp_path / "match.replay").write_text(GOLDEN)
    with inspector(tmp_path) as address:
        page.route("**/api/**", lambda route: route.abort())
        page.goto(f"{address}/match/match.replay")
        expect(page.locator("h1")).to_have_text("This match cannot be shown")
        expect(page.get_by_text("All matches")).to_be_visible()
        page.unroute("**/api/**")
        page.get_by_role("button", name="Try again").click()
        expect(page.locator(".now-sentence")).not_to_be_empty()


@needs_browser
def test_without_a_script_the_list_and_its_results_can_be_read(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "match.replay").write_text(GOLDEN)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    with inspector(tmp_path) as address:
        page.goto(address)
        expect(page.locator("label")).to_be_hidden()
        expect(page.locator("details p")).to_be_hidden()
        page.locator("summary").click()
        expect(page.locator("details p")).to_contain_text("wins")
    context.close()
