"""What axe finds in a page, once the page has drawn everything."""

from __future__ import annotations

import time

from playwright.sync_api import Page

DRAWING_SECONDS = 60
"""Time in which what axe finds may still go away, because the page had not drawn everything."""

# Resolves when nothing in the page has changed for 100 ms, fonts are loaded, and no colour is still fading.
QUIET = """async () => {
  await document.fonts.ready;
  await new Promise((resolve) => {
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => { watching.disconnect(); resolve(); }, 100);
    };
    const watching = new MutationObserver(wait);
    watching.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    wait();
  });
  const finite = document.getAnimations().filter((each) => isFinite(each.effect.getComputedTiming().endTime));
  await Promise.allSettled(finite.map((each) => each.finished));
}"""


def wait_until_drawn(page: Page, part: str = "html") -> None:
    """Wait until the page has its landmark, its heading and the part, and no longer changes."""
    for needed in ("main", "h1", part):
        page.locator(needed).first.wait_for(state="attached")
    page.evaluate(QUIET)


def violations(
    page: Page, axe: str, where: str, part: str = "html", seconds: float = DRAWING_SECONDS
) -> list[str]:
    """Return what axe finds in a part of the page, and still finds after some seconds."""
    end = time.monotonic() + seconds
    while True:
        wait_until_drawn(page, part)
        # Half a megabyte, which is sent once to each page.
        if not page.evaluate("Boolean(window.axe)"):
            page.evaluate(f"() => {{ {axe} }}")
        results = page.evaluate("(part) => axe.run(part, {resultTypes: ['violations']})", part)
        if not results["violations"] or time.monotonic() > end:
            return [
                f"{where}: {each['id']}: {node['html'][:160]}"
                for each in results["violations"]
                for node in each["nodes"][:3]
            ]
