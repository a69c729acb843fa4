"""What must not appear in any file we keep."""

import re
from collections.abc import Iterator

import pytest

from tests.tidy import tree

# The brackets keep the patterns from matching themselves.
FORBIDDEN = {
    "an unfinished thought; finish it or open an issue": re.compile(r"\b(?:T[O]DO|F[I]XME|X[X]X)\b"),
    "a path of one machine": re.compile(
        r"(?<![\w.~}/-])/(?:home|Users|root|work|opt|mnt|srv)/\w|\b[A-Z]:\\Users\\|\bfile:/[/]/\w"
    ),
    "the host of a package registry": re.compile(r"\b(?:pypi|pythonhosted|npmjs)\.(?:org|com)\b"),
    "white space at the end of a line": re.compile(r"[ \t\r]+$", re.MULTILINE),
    "no line end at the end, or more than one": re.compile(r"[^\n]\Z|\n\n\Z"),
}


def faults(text: str) -> Iterator[str]:
    for what, pattern in FORBIDDEN.items():
        if found := pattern.search(text):
            yield f"line {text.count(chr(10), 0, found.start()) + 1}: {what}"


def test_no_file_has_forbidden_text() -> None:
    assert [f"{path}, {fault}" for path, text in tree.texts() for fault in faults(text)] == []


# A tilde breaks what would otherwise be a fault in this file.
PLANTED = [
    "# TO~DO: later\n",
    "# FIX~ME\n",
    "see /~home/me/referee\n",
    "'/~work/main'\n",
    "C:~\\Users\\me\n",
    "file:~///srv/simple\n",
    "https://registry.npmjs~.org/left-pad\n",
    "--index-url https://pypi~.org/simple\n",
    "trailing \n",
    "carriage\r\n",
    "no end",
    "too much end\n\n",
]


@pytest.mark.parametrize("planted", PLANTED)
def test_planted_text_is_found(planted: str) -> None:
    assert len(list(faults(planted.replace("~", "")))) == 1


@pytest.mark.parametrize(
    "fine", ["", "a\n\nb\n", "#!/usr/bin/env bash\n", "referee/work/x\n", "https://a.b/work/c\n"]
)
def test_plain_text_is_left_alone(fine: str) -> None:
    assert list(faults(fine)) == []
