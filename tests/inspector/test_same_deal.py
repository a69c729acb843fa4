"""The same deal at other tables: which matches have it, and two of them side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.applications import Starlette

from referee.cli.match_files import open_replay
from referee.inspector.same_deal import deal_of
from referee.replay.format import Replay
from tests.inspector.accessibility import violations
from tests.inspector.browser import inspector, needs_browser, needs_npm, opened_browser
from tests.inspector.requests import app_for, get
from tests.inspector.tables import NAMES, OTHER_READING, save_tables

ONE, TWO = NAMES


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("tables")
    save_tables(found)
    return found


@pytest.fixture(scope="module")
def app(folder: Path) -> Starlette:
    return app_for(folder)


def test_matches_with_the_same_deal_are_listed(app: Starlette) -> None:
    found = get(app, f"/api/tables/{ONE}?as=open").json
    assert [(table["match"], table["names"]) for table in found] == [
        ("copy.replay", ["Ada", "Bob"]),
        ("three.replay", ["Eve", "Finn"]),
        (TWO, ["Cleo", "Dan"]),
    ]
    assert get(app, "/api/tables/apart.replay?as=open").json == []


def test_a_file_that_cannot_be_read_is_left_out(folder: Path, tmp_path: Path) -> None:
    for name in (ONE, "copy.replay"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    (tmp_path / "bad.replay").write_text("no replay")
    found = get(app_for(tmp_path), f"/api/tables/{ONE}?as=open").json
    assert [table["match"] for table in found] == ["copy.replay"]


def test_two_tables_are_compared_turn_by_turn(app: Starlette) -> None:
    report = get(app, f"/api/comparison/{ONE}?as=open&table={quote(TWO)}").json
    facts = {}
    for name in (ONE, TWO):
        facts[name] = get(app, f"/api/facts/{name}?as=open&from=1").json
    played = tried = 0
    for here, there, kind in report["steps"]:
        more = {"same": (1, 1), "different": (1, 1), "played": (1, 0), "tried": (0, 1)}[kind]
        played, tried = played + more[0], tried + more[1]
        assert (here, there) == (played, tried)
        if all(more):
            assert facts[ONE][here - 1]["turn"] == facts[TWO][there - 1]["turn"]
    assert [played, tried] == [len(facts[ONE]), len(facts[TWO])]
    first = report["steps"][report["first"]]
    assert first[2] != "same"
    assert all([kind == "same" for *_, kind in report["steps"][: report["first"]]])
    assert report["names"] == ["Cleo", "Dan"]
    assert report["readings"] == {}


def test_a_copy_has_no_difference_and_other_readings_are_named(app: Starlette) -> None:
    assert get(app, f"/api/comparison/{ONE}?as=open&table=copy.replay").json["first"] is None
    readings = get(app, f"/api/comparison/{ONE}?as=open&table=three.replay").json["readings"]
    assert {key: now for key, (_, now) in readings.items()} == OTHER_READING


@pytest.mark.parametrize("other", ["apart.replay", "missing.replay", ONE, ""])
def test_a_match_with_another_deal_is_refused(app: Starlette, other: str) -> None:
    refused = get(app, f"/api/comparison/{ONE}?as=open&table={other}")
    assert (refused.status, refused.json["error"]["reason"]) == (404, "NO_SUCH_TABLE")


@pytest.mark.parametrize("viewer", ["0", "spectator"])
@pytest.mark.parametrize("what", ["tables/{}?", "comparison/{}?table=copy.replay&"])
def test_only_the_open_table_may_compare(app: Starlette, what: str, viewer: str) -> None:
    refused = get(app, f"/api/{what.format(ONE)}as={viewer}")
    assert (refused.status, refused.json["error"]["reason"]) == (403, "OPEN_TABLE_ONLY")


def test_entropy_and_options_are_part_of_a_deal(folder: Path) -> None:
    replay = open_replay(str(folder / ONE))
    other = open_replay(str(folder / TWO))
    assert deal_of(replay) == deal_of(other)
    for change in ({"options": {"a": "b"}}, {"seed": "00"}, {"seats": 3}):
        assert deal_of(changed(replay, change)) != deal_of(replay)


def changed(replay: Replay, change: Mapping[str, object]) -> Replay:
    charter = msgspec.structs.replace(replay.charter, **change)
    return Replay(charter, replay.names, replay.clients, replay.entries, replay.head, replay.outcome)


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with inspector(folder) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as found:
        yield found


def opened(page: Page, link: str) -> Page:
    page.goto(link)
    expect(page.locator(".now-sentence")).not_to_be_empty()
    return page


@needs_browser
def test_another_table_is_opened_at_the_first_difference_by_keys_alone(
    browser: Browser, address: str
) -> None:
    page = opened(browser.new_page(base_url=address), f"/match/{ONE}")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.keyboard.press("c")
    button = page.locator(".other-tables button", has_text=TWO)
    expect(button).to_be_visible()
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".as-tried .side-where")).to_contain_text("Other table")
    expect(page.locator(".as-played .side-where")).to_contain_text("This table")
    expect(page.locator(".report")).to_contain_text("The tables differ from fact 12 on.")
    expect(page.locator(".tried-table .board")).to_contain_text("Cleo")
    expect(page.locator(".side:not(.tried-side) .board")).to_contain_text("Ada")
    # The page writes its link a moment after it has drawn.
    expect(page).to_have_url(re.compile(r"compare=table:two%20%26%20more/table%202\.replay"))
    link = page.url
    page.locator(".comparing").get_by_role("button", name="Next difference").click()
    expect(page.locator(".where span").nth(1)).not_to_contain_text("fact 12 ")
    again = opened(browser.new_page(base_url=address), link)
    expect(again.locator(".as-tried .side-where")).to_contain_text("Other table")
    assert faults == []
    page.close()
    again.close()


@needs_browser
def test_a_link_to_a_table_that_is_gone_says_so(browser: Browser, address: str) -> None:
    page = opened(browser.new_page(base_url=address), f"/match/{ONE}#compare=table:gone.replay")
    expect(page.locator(".report")).to_contain_text(
        "The match 'gone.replay' is not here or was not dealt the same."
    )
    page.close()


@needs_browser
@needs_npm
def test_it_is_accessible_and_fits_a_narrow_screen(browser: Browser, address: str, axe: str) -> None:
    page = browser.new_page(base_url=address, bypass_csp=True, viewport={"width": 360, "height": 700})
    opened(page, f"/match/{ONE}#compare=table:{quote(TWO)}")
    expect(page.locator(".as-tried .side-sentence")).not_to_be_empty()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    found = violations(page, axe, "light", "aside")
    page.emulate_media(color_scheme="dark")
    assert found + violations(page, axe, "dark", "aside") == []
    page.close()
