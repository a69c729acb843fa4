"""What the pages of a server show when something is wrong: what it is, what to do, and nothing of the match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.inspector.browser import needs_browser
from tests.inspector.live.running import new_match, running_referee, running_site


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_referee(tmp_path_factory.mktemp("data")) as address:
        yield address


@pytest.fixture(scope="module")
def site(server: str) -> Iterator[str]:
    with running_site(server) as address:
        yield address


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    made = browser.new_page(base_url=site)
    yield made
    made.close()


@needs_browser
def test_a_link_to_a_moment_that_is_not_there(page: Page, server: str) -> None:
    seat = new_match(server)[0]
    page.goto(f"/live/{seat.match}#token={seat.token}&fact=99999")
    expect(page.locator(".notice")).to_contain_text("names a fact that this match does not have")
    expect(page.locator(".now-sentence")).not_to_be_empty()


@needs_browser
@pytest.mark.parametrize("address", ["/live/" + "0" * 32, "/live/no-such-match#token=nonsense"])
def test_a_match_that_is_not_there_or_not_for_this_token(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator(".notice").first).to_be_visible()
    expect(page.locator(".table, .facts, .play")).to_have_count(0)
    page.get_by_role("link", name="All matches of this server").click()
    expect(page.locator("form.create")).to_be_visible()


@needs_browser
def test_a_token_of_another_match_shows_nothing(page: Page, server: str) -> None:
    ours, theirs = new_match(server)[0], new_match(server)[0]
    page.goto(f"/live/{ours.match}#token={theirs.token}")
    expect(page.locator(".notice").first).to_be_visible()
    expect(page.locator(".table, .facts, .play")).to_have_count(0)


@needs_browser
def test_without_scripts_the_pages_say_what_to_do(browser: Browser, site: str, server: str) -> None:
    seat = new_match(server)[0]
    context = browser.new_context(java_script_enabled=False, base_url=site)
    page = context.new_page()
    for address, command in (("/", "referee match list"), (f"/live/{seat.match}", "referee watch")):
        page.goto(address)
        text = page.locator("body").inner_text()
        assert "JavaScript, which is switched off" in text
        assert command in text
    context.close()


@needs_browser
def test_the_lobby_goes_on_when_the_server_is_back(browser: Browser, tmp_path: Path) -> None:
    with running_referee(tmp_path) as server:
        port = int(server.rpartition(":")[2])
        context = running_site(server)
        site = context.__enter__()
    page = browser.new_page(base_url=site)
    try:
        page.goto("/")
        expect(page.locator(".problem")).to_contain_text("tries again by itself")
        with running_referee(tmp_path, port):
            expect(page.locator("form.create")).to_be_visible()
    finally:
        page.close()
        context.__exit__(None, None, None)
