"""The single file in a real browser, opened from disk: it plays, explains, checks itself, and asks for nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.cli.match_files import open_match_file
from tests.inspector.accessibility import violations
from tests.inspector.browser import needs_browser, opened_browser
from tests.inspector.one_file.saved_files import repacked, saved, with_block, write
from tests.inspector.requests import REPLAYS

BUNDLES = {game: f"{game}/disputed.bundle" for game in ("abyss", "among_cultists", "unfathomable")}
NO_WEBCRYPTO = "Object.defineProperty(crypto, 'subtle', {value: undefined})"
NO_ED25519 = """
const known = crypto.subtle.importKey.bind(crypto.subtle);
const unknown = new DOMException("unknown", "NotSupportedError");
crypto.subtle.importKey = (form, key, kind, ...more) =>
  kind === "Ed25519" ? Promise.reject(unknown) : known(form, key, kind, ...more);
"""


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    """Return the single file of a bundle of each game."""
    return {game: saved(bundle) for game, bundle in BUNDLES.items()}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as found:
        yield found


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yield a page that fails the test if a script fails or anything but the file itself is asked for."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    made = context.new_page()
    faults: list[str] = []
    asked: list[str] = []
    made.on("pageerror", lambda error: faults.append(str(error)))
    made.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    made.on("request", lambda request: asked.append(request.url.partition("#")[0]))
    yield made
    opened = {made.url.partition("#")[0]}
    context.close()
    assert faults == []
    assert {url for url in asked if not url.startswith(("data:", "blob:"))} <= opened


def opened(page: Page, address: str, link: str = "") -> Page:
    """Open a file, and wait until it is shown and has checked itself."""
    page.goto(address + link)
    expect(page.locator(".now-sentence")).not_to_be_empty()
    expect(page.locator(".verdict")).not_to_contain_text("Checking")
    return page


@needs_browser
@pytest.mark.parametrize("game", BUNDLES)
def test_the_file_of_each_game_plays_explains_and_is_verified(
    page: Page, files: dict[str, str], game: str, tmp_path: Path
) -> None:
    opened(page, write(tmp_path, "match.html", files[game]))
    expect(page.locator(".verdict")).to_have_text("✓ Checked: unchanged")
    first = page.locator(".now-sentence").text_content()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".now-sentence")).not_to_have_text(first or "")
    page.keyboard.press("]")
    page.keyboard.press("w")
    expect(page.locator(".why .what")).to_have_text(page.locator(".now-sentence").text_content() or "")
    expect(page.locator(".why .innermost .rule code")).not_to_be_empty()
    page.keyboard.press("1")
    expect(page.locator("[data-viewer='1']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".why")).to_contain_text("Only what this viewer was told")
    page.keyboard.press("End")
    facts = sum(len(entry.facts) for entry in open_match_file(str(REPLAYS / BUNDLES[game])).replay.entries)
    expect(page.locator(".where")).to_contain_text(f"fact {facts} of {facts}")
    expect(page).to_have_url(page.url.partition("#")[0] + f"#fact={facts}&as=1")
    assert page.locator("main svg [data-key]").count() > 10
    expect(page.locator("#tab-compare")).to_have_count(0)


@needs_browser
def test_search_filters_plots_cases_and_links_work_from_disk(
    page: Page, files: dict[str, str], tmp_path: Path
) -> None:
    opened(page, write(tmp_path, "match.html", files["abyss"]), "#fact=132&as=1&edition=de")
    expect(page.locator(".where")).to_contain_text("fact 132 of 292")
    expect(page.locator("header select")).to_have_value("de")
    page.keyboard.press("/")
    page.keyboard.type("is revealed")
    expect(page.locator(".count")).to_contain_text("of 292 facts")
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    expect(page.locator(".plots svg").first).to_be_visible()
    page.keyboard.press("o")
    page.locator("#tab-cases").click()
    case = page.locator("[data-case='1']")
    expect(case).to_contain_text("Tried")
    expect(case.get_by_role("button", name="Compare with")).to_have_count(0)
    expect(page.locator(".cases .read-only")).to_contain_text("nothing can be changed")
    case.get_by_role("button", name="fact").click()
    page.goto(page.url.partition("#")[0] + "#fact=9999")
    expect(page.locator(".notice")).to_contain_text("it has the facts 1 to 292")
    page.goto(page.url.partition("#")[0] + "#fact=5&compare=pearls.visibility:closed")
    expect(page.locator(".notice")).to_contain_text("which takes the rules: open it with")
    page.locator(".verdict").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the record").click()
    assert saving.value.suggested_filename == "m-1.bundle"
    assert Path(saving.value.path()).read_bytes() == (REPLAYS / BUNDLES["abyss"]).read_bytes()


# --- what was changed is found ---


def replaced(old: bytes, new: bytes) -> Callable[[str], str]:
    """Return a change of the first such bytes in a compressed block."""

    def change(data: bytes) -> bytes:
        assert old in data
        return data.replace(old, new, 1)

    return repacked(change)


def shifted(text: str) -> str:
    """Change one character in the middle of a block."""
    middle = len(text) // 2
    return text[:middle] + ("A" if text[middle] != "A" else "B") + text[middle + 1 :]


def other_frames(text: str) -> str:
    evidence = json.loads(text)
    evidence["frames"]["seat/0"] = shifted(evidence["frames"]["seat/0"])
    return json.dumps(evidence)


CHANGES: dict[str, tuple[str, Callable[[str], str], str, str]] = {
    "a fact": ("record", replaced(b'"card":"squid/1"', b'"card":"squid/2"'), "Record", "entry 2 of the record"),
    "the seed": ("record", replaced(b"seed a03b", b"seed a03c"), "Record", "the record was changed at line"),
    "a draw": ("record", replaced(b'["start seat",0,2,[1]]', b'["start seat",0,2,[0]]'), "Record", "entry 1 of"),
    "a name": ("record", replaced(b"name 0 A", b"name 0 E"), "Record", "the mark of the header"),
    "a receipt": ("record", replaced(b"1\nanswered 0", b"1\nanswered 1"), "Receipts", "the signature of referee+"),
    "a ruling": ("record", replaced(b'"finding":"u', b'"finding":"x'), "Cases and rulings", "the signature of"),
    "the commitment": ("record", replaced(b"\nseed ec91", b"\nseed ec92"), "Seed", "not the one that was committed"),
    "the frames": ("evidence", other_frames, "Receipts", "was given for other frames"),
    "a sentence": ("answers", replaced(b" is revealed on", b" is hidden on"), "This file", "were changed after"),
    "the kind of a fact": ("answers", replaced(b'"squid/1"', b'"squid/2"'), "Facts", "what the page shows as fact"),
}  # fmt: skip


@needs_browser
@pytest.mark.parametrize("what", CHANGES)
def test_a_planted_change_is_found(page: Page, files: dict[str, str], what: str, tmp_path: Path) -> None:
    """Everything but a sentence is found even if a forger makes a seal without the key of the referee."""
    name, change, check, says = CHANGES[what]
    is_resealed = check != "This file"
    changed = with_block(files["abyss"], name, change, is_resealed=is_resealed)
    opened(page, write(tmp_path, "changed.html", changed))
    expect(page.locator(".verdict")).to_contain_text("Changed: do not trust this file")
    expect(page.locator(".notice")).to_contain_text("do not trust what it shows")
    page.locator(".verdict").click()
    failed = page.locator(".checks .bad").filter(has=page.locator("strong", has_text=check))
    expect(failed.locator("p")).to_contain_text(says, ignore_case=True)


@needs_browser
@pytest.mark.parametrize("name", ["record", "answers", "evidence", "seal"])
def test_a_changed_character_is_found_wherever_it_is(
    page: Page, files: dict[str, str], name: str, tmp_path: Path
) -> None:
    page.goto(write(tmp_path, "changed.html", with_block(files["abyss"], name, shifted)))
    if name == "answers":
        # It may or may not be possible to read what is left.
        expect(page.locator(".verdict.bad, .trouble")).to_be_visible()
    else:
        expect(page.locator(".verdict.bad")).to_be_visible()


@needs_browser
def test_changed_code_does_not_run(browser: Browser, files: dict[str, str], tmp_path: Path) -> None:
    changed = files["abyss"].replace("Checked: unchanged", "Checked: splendid")
    assert changed != files["abyss"]
    page = browser.new_page()
    page.goto(write(tmp_path, "changed.html", changed))
    expect(page.locator("#page")).to_have_text("Opening the match …")
    page.close()


# --- what the browser may lack ---


@needs_browser
def test_without_ed25519_the_page_says_that_signatures_were_not_checked(
    page: Page, files: dict[str, str], tmp_path: Path
) -> None:
    page.add_init_script(NO_ED25519)
    opened(page, write(tmp_path, "match.html", files["abyss"]))
    expect(page.locator(".verdict")).to_have_text("– Checked in part")
    page.locator(".verdict").click()
    unchecked = page.locator(".checks .unchecked p")
    assert len(unchecked.all()) == 5
    for text in unchecked.all_text_contents():
        assert "Signatures were not checked, because this browser does not know Ed25519" in text
    expect(page.locator(".checks .ok")).to_have_count(4)


@needs_browser
def test_without_cryptography_the_page_says_that_nothing_was_checked(
    page: Page, files: dict[str, str], tmp_path: Path
) -> None:
    page.add_init_script(NO_WEBCRYPTO)
    opened(page, write(tmp_path, "match.html", files["abyss"]))
    page.locator(".verdict").click()
    expect(page.locator(".checks li")).to_have_count(1)
    expect(page.locator(".checks")).to_contain_text("nothing was checked")


@needs_browser
def test_an_old_browser_is_told_so(page: Page, files: dict[str, str], tmp_path: Path) -> None:
    page.add_init_script("delete window.DecompressionStream")
    page.goto(write(tmp_path, "match.html", files["abyss"]))
    expect(page.locator(".trouble")).to_contain_text("This browser is too old")


@needs_browser
def test_without_scripts_the_file_says_what_to_do(
    browser: Browser, files: dict[str, str], tmp_path: Path
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(write(tmp_path, "match.html", files["abyss"]))
    assert "JavaScript, which is switched off" in page.locator("body").inner_text()
    context.close()


# --- for one viewer, small screens, everyone ---


@needs_browser
def test_a_file_for_a_seat_has_only_its_eyes(page: Page, tmp_path: Path) -> None:
    opened(page, write(tmp_path, "seat.html", saved(BUNDLES["abyss"], 1)), "#fact=20&as=0")
    expect(page.locator(".eyes button")).to_have_count(1)
    expect(page.locator(".notice")).to_contain_text("was told is not here; this is")
    page.locator(".verdict").click()
    expect(page.locator(".proof")).to_contain_text("The record is not in this file")
    expect(page.locator(".checks .ok").filter(has_text="3 receipts are signed")).to_have_count(1)
    page.keyboard.press("o")
    expect(page.locator("[data-viewer='1']")).to_have_attribute("aria-pressed", "true")


@needs_browser
def test_the_file_is_accessible_and_fits_a_narrow_screen(
    browser: Browser, files: dict[str, str], tmp_path: Path, axe: str
) -> None:
    """Axe finds nothing on the page and on its panels. Its own styles would break the policy of the file."""
    page = browser.new_page(bypass_csp=True, viewport={"width": 360, "height": 740})
    opened(page, write(tmp_path, "match.html", files["among_cultists"]), "#fact=100")
    page.locator(".verdict").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".proof h2")).to_have_text("This file is as it was written")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    found = violations(page, axe, "light")
    page.emulate_media(color_scheme="dark")
    found += violations(page, axe, "dark", "aside") + violations(page, axe, "dark", "header")
    page.close()
    assert found == []
