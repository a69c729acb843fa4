"""The picture of a match in the README, and the command that rewrites it:

    .venv/bin/python -m tests.cli.picture

Run it after a change of the wording or of the pictures.
"""

from __future__ import annotations

import io

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from referee.cli.display.match_display import MatchDisplay
from referee.cli.match_files import open_replay
from referee.feeds.frames import Frame, facts_seen_by
from referee.match.charters import settle
from referee.replay.format import seat_names
from tests.tidy.tree import ROOT

FILE = ROOT / "replays" / "match.svg"
REPLAY = "replays/unfathomable/4-seats.replay"
VIEWER = 1
LAST_FACT = 191
COLUMNS, ROWS = 100, 40

THEME = TerminalTheme(
    (20, 24, 31),
    (226, 230, 236),
    [
        (72, 79, 92), (219, 80, 80), (126, 206, 126), (232, 197, 106),
        (122, 176, 250), (214, 150, 240), (104, 208, 214), (226, 230, 236),
    ],
    [
        (140, 148, 162), (255, 150, 110), (150, 230, 150), (250, 220, 130),
        (150, 196, 255), (232, 178, 255), (140, 228, 232), (255, 255, 255),
    ],
)  # fmt: skip
"""Colours with enough contrast on a dark background of their own, whatever the background of the page."""

SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>A match of Unfathomable in the terminal, as one of its players sees it</title>
<style>
.{unique_id}-matrix {{
font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
font-size: {char_height}px;
line-height: {line_height}px;
}}
.{unique_id}-title {{
font-family: system-ui, "DejaVu Sans", sans-serif;
font-size: 18px;
font-weight: bold;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""Rich's own template without its web fonts, which a README would not load."""


def picture() -> str:
    """Draw the table after a fact of a golden replay, as one seat sees it."""
    replay = open_replay(str(ROOT / REPLAY))
    names = seat_names(replay)
    display = MatchDisplay(settle(replay.charter), names, VIEWER)
    facts = [recorded for entry in replay.entries for recorded in entry.facts][:LAST_FACT]
    for number, seen in enumerate(facts_seen_by(tuple(facts), VIEWER), start=1):
        display.apply(Frame(number, (seen,), None, (), None))
    console = Console(
        width=COLUMNS,
        height=ROWS,
        record=True,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
    )
    console.print(display.picture())
    title = f"referee replay {REPLAY} --as {names[VIEWER]} --step"
    text = console.export_svg(
        title=title, theme=THEME, code_format=SVG, font_aspect_ratio=0.602, unique_id="match"
    )
    return "\n".join([line.rstrip() for line in text.splitlines() if line.strip()]) + "\n"


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")
