"""Plain signs: ASCII in place of characters that a terminal cannot encode, as with LANG=C.

Each takes one column as well, so that pictures and tables keep their shape, and the legend below a picture explains the
same signs that are in it.
"""

from __future__ import annotations

import codecs
import unicodedata

PLAIN_SIGNS = "referee.plain_signs"
"""Name of the error handler, for `str.encode` and text streams."""

_SIGNS = {
    "±": "~",
    "·": ".",
    "–": "-",
    "•": ".",
    "…": ".",
    "←": "<",
    "↑": "^",
    "→": ">",
    "↓": "v",
    "▏": "|",
    "□": "#",
    "▶": ">",
    "●": "*",
    "☺": "@",
    "♆": "&",
    "✗": "x",
}


def in_ascii(text: str) -> str:
    """Return a text in ASCII: signs as similar ones, letters without accents, and anything else as a question mark.

    >>> in_ascii("▶ Zoë · 15–85 % λ")
    '> Zoe . 15-85 % ?'
    """
    return "".join([character if character.isascii() else _plain_sign(character) for character in text])


def _plain_sign(character: str) -> str:
    sign = _SIGNS.get(character)
    if sign is None:
        letter = unicodedata.normalize("NFD", character)[0]
        sign = letter if letter.isascii() else "?"
    return sign


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return in_ascii(error.object[error.start : error.end]), error.end


codecs.register_error(PLAIN_SIGNS, _replace)
