"""The picture of a match in the README."""

from __future__ import annotations

import re

from tests.cli.picture import FILE, picture
from tests.tidy.tree import ROOT


def test_picture_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == picture(), "run `.venv/bin/python -m tests.cli.picture`"


def test_picture_loads_nothing_from_elsewhere() -> None:
    """No web fonts, style sheets or images: the file is complete."""
    text = FILE.read_text(encoding="utf-8")
    links = re.findall(r"https?://[^\"\s]+|@import|@font-face|href=|<image", text)
    assert links == ["http://www.w3.org/2000/svg"]


def test_readme_describes_the_picture_as_the_picture_does() -> None:
    title = re.search("<title>(.*)</title>", FILE.read_text(encoding="utf-8"))
    assert title is not None
    assert f"![{title[1]}](replays/match.svg)" in (ROOT / "README.md").read_text(encoding="utf-8")
