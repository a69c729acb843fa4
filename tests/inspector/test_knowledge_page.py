"""The panel of who knew what, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.inspector.accessibility import violations
from tests.inspector.browser import needs_browser, needs_npm

TALK = "/match/among_cultists/talk.replay"
PAGES = {
    "abyss": "/match/abyss/3-seats.replay",
    "unfathomable": "/match/unfathomable/6-seats.replay",
    "among_cultists": TALK,
}


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """Yield a page that fails the test if a script fails or anything is asked of another host."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=address)
    made = context.new_page()
    faults: list[str] = []
    made.on("pageerror", lambda error: faults.append(str(error)))
    made.on("request", lambda asked: None if asked.url.startswith(address) else faults.append(asked.url))
    yield made
    context.close()
    assert faults == []


def opened(page: Page, link: str) -> Page:
    """Open a match at its knowledge, by the key."""
    page.goto(link)
    expect(page.locator(".now-sentence")).not_to_be_empty()
    page.keyboard.press("k")
    expect(page.locator("#secrets-title")).to_be_visible()
    expect(page.locator("#odds-title")).to_be_visible()
    return page


@needs_browser
def test_a_lie_is_ringed_and_leads_to_its_fact_by_keys_alone(page: Page) -> None:
    opened(page, TALK)
    lie = page.get_by_role("button", name="Fact 81: Bob says that Finn is alive. Not so: Finn is dead.").first
    expect(lie).to_have_class("news untrue")
    expect(lie).to_contain_text("≠")
    lie.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".now-sentence")).to_have_text("Bob says that Finn is alive.")
    expect(lie).to_have_attribute("aria-current", "true")
    heads = page.locator(".grid thead th").all_text_contents()
    assert heads == ["Turn", "Everyone", "Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus"]


@needs_browser
def test_a_seat_sees_its_own_row_only(page: Page) -> None:
    """Nothing about what others were told is on the page, or was ever sent to it."""
    sent: list[str] = []
    page.on("response", lambda reply: sent.append(reply.text()) if "/api/" in reply.url else None)
    opened(page, f"{TALK}#fact=400&as=2")
    assert page.locator(".grid thead th").all_text_contents() == ["Turn", "Cleo"]
    expect(page.locator("#odds-of")).to_have_count(0)
    assert "Bob looks at the pulse of Finn: 1 Alive" not in "".join([*sent, page.content()])
    page.keyboard.press("o")
    expect(page.locator(".grid thead th")).to_have_count(9)


@needs_browser
def test_the_open_table_chooses_whose_conclusions_are_shown(page: Page) -> None:
    opened(page, f"{PAGES['unfathomable']}#fact=60")
    legend = page.locator(".odds .plot-legend span")
    expect(legend.first).to_have_text("Ada 0 %")
    page.locator("#odds-of").select_option("1")
    expect(legend.nth(1)).to_have_text("Bob 0 %")
    expect(legend.first).not_to_have_text("Ada 0 %")
    page.locator(".odds summary", has_text="As a table").click()
    row = page.locator(".odds .plot-table tbody tr").last
    cells = row.locator("td").all_text_contents()
    assert cells == ["1", "100 %", "0 %", "100 %", "0 %", "100 %", "0 %"]
    row.locator("button").click()
    expect(page.locator(".now-sentence")).to_contain_text("Eve turns over")
    page.locator(".odds summary", has_text="What is counted").click()
    expect(page.locator(".method")).to_contain_text("What players do and say")


@needs_browser
def test_a_game_without_hidden_roles_says_so(page: Page) -> None:
    opened(page, PAGES["abyss"])
    expect(page.locator(".odds")).to_contain_text("This game has no hidden roles.")
    expect(page.locator(".secrets li").first).to_contain_text("Monster token")


@needs_browser
@pytest.mark.parametrize("game", PAGES)
def test_it_fits_a_narrow_screen(browser: Browser, address: str, game: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 700}, base_url=address)
    page = opened(context.new_page(), PAGES[game])
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    context.close()


@needs_browser
@needs_npm
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser: Browser, address: str, scheme: str, axe: str) -> None:
    found = []
    for game, link in PAGES.items():
        context = browser.new_context(base_url=address, color_scheme=scheme, bypass_csp=True)  # type: ignore[arg-type]
        page = opened(context.new_page(), link)
        for summary in page.locator(".knowledge summary").all():
            summary.click()
        found += violations(page, axe, f"{game} {scheme}", ".knowledge")
        context.close()
    assert found == []
