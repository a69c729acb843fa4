"""Paragraph numbers, as an edition prints them and as people type them.

`24` is a section, `24.7` one of its paragraphs, `24.7•1` the first bullet of that paragraph, and `24.12•4-1` the first
dash under a fourth bullet. `GR1` is a golden rule and `App.IV.7` a step of an appendix. People may type `24.7.1` for
`24.7•1`.

>>> numbers("1.8•4; 2.3•4")
['1.8•4', '2.3•4']
>>> typed("24.7.1")
'24.7•1'
>>> is_part("24.7•1", of="24.7"), is_part("24.70", of="24.7")
(True, False)
"""

from __future__ import annotations

import re

_IN_A_SECTION = r"\d+(?:\.\d+(?:•\d+)?(?:-\d+)?)?"
_IN_AN_APPENDIX = r"App(?:\.[IV]+(?:\.[a-z]+|\.\d+[a-z]*)?(?:\.\d+)?(?:¶\d+)?(?:•\d+)?(?:-\d+)?\*?)?"
_NUMBER = re.compile(rf"{_IN_A_SECTION}|GR\d*|{_IN_AN_APPENDIX}")
_BULLET_AS_DOT = re.compile(r"(\d+\.\d+)\.(?=\d)")


def numbers(paragraphs: str) -> list[str]:
    """Split a list of paragraph numbers."""
    return [number.strip() for number in paragraphs.split(";")]


def is_number(text: str) -> bool:
    """Return whether this is the number of a section, a paragraph or a part of one."""
    return _NUMBER.fullmatch(text) is not None


def typed(text: str) -> str:
    """Return the number meant by a typed text, or the text itself if it is not a number."""
    close = text.replace(" ", "")
    meant = _BULLET_AS_DOT.sub(r"\1•", close, count=1) if close[:1].isdigit() else close
    return meant if is_number(meant) else text


def is_part(number: str, *, of: str) -> bool:
    """Return whether a number is `of` or a part of it."""
    rest = number.removeprefix(of)
    return number.startswith(of) and not rest[:1].isalnum()
