"""The forms of a game's questions, written as words: the name of a question, and the kinds of its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.kernel.asks import Ask, Choice, Form, InOrder, One, Some


def forms_of(
    game: str,
    choices: Sequence[type[Choice]],
    *,
    one: Mapping[str, str],
    some: Mapping[str, str],
    in_order: Mapping[str, str],
) -> dict[str, Form]:
    """Read the forms of all questions; names are those of the record, without the name of the game before them."""
    kinds = {kind.__struct_config__.tag: kind for kind in choices}
    written: list[tuple[type[Ask], Mapping[str, str]]] = [(One, one), (Some, some), (InOrder, in_order)]
    return {
        f"{game}.{name}": Form(kind, tuple([kinds[f"{game}.{word}"] for word in words.split()]))
        for kind, table in written
        for name, words in table.items()
    }
