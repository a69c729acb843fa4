"""Transition: builds a game's declared questions from separate tables of sentences and forms.

Only Unfathomable still uses it: remove it when Unfathomable declares its questions with `OneOf` and the like.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.kernel.asks import Choice
from referee.kernel.questions import DeclaredQuestion, OneOf, OrderOf, SomeOf, by_name


def questions_of(
    game: str,
    choices: Sequence[type[Choice]],
    sentences: Mapping[str, str],
    *,
    one: Mapping[str, str],
    some: Mapping[str, str],
    in_order: Mapping[str, str],
) -> dict[str, DeclaredQuestion]:
    """Declare all questions, in the order of their sentences; tables leave out the game's name before each name."""
    kinds = {kind.__struct_config__.tag: kind for kind in choices}
    found: dict[str, DeclaredQuestion] = {}
    written: list[tuple[type[DeclaredQuestion], Mapping[str, str]]]
    written = [(OneOf, one), (SomeOf, some), (OrderOf, in_order)]
    for declare, table in written:
        for short, words in table.items():
            name = f"{game}.{short}"
            found[name] = declare(name, sentences[name], *[kinds[f"{game}.{word}"] for word in words.split()])
    return by_name(*[found[name] for name in sentences])
