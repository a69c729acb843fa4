"""The form of error texts: errors of commands are phrases for one line, and errors of calls are sentences."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.tidy.tree import ROOT

COMMAND, CALL = "CommandError", "invalid"
"""How an error of a command and an error about a field of a call are made."""


def literal(node: ast.expr) -> str:
    """Return the text of a string as it is written, with {} for values; empty if it is not written there."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join([str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values])
    return ""


def misshapen(source: str) -> Iterator[str]:
    """Yield the error texts that do not have the form of their kind."""
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
            continue
        text = literal(node.args[0])
        first = text.partition(" ")[0]
        is_sentence = text.endswith(".")
        has_capital = first[:1].isupper() and (first == "A" or first[1:].islower())
        if text and (
            (node.func.id == COMMAND and (is_sentence or has_capital))
            or (node.func.id == CALL and not (is_sentence and not first[:1].islower()))
        ):
            yield text


def test_error_texts_have_the_form_of_their_kind() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in sorted(Path(ROOT, "referee").rglob("*.py"))
        for text in misshapen(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_texts_of_another_form_are_found() -> None:
    planted = """
raise CommandError("There is no such file")
raise CommandError(f"cannot read {path}.")
raise invalid("a token is too short", "token")
raise CommandError("API keys cannot be read; run this as another user")
raise invalid("A token is too short.", "token")
"""
    assert list(misshapen(planted)) == [
        "There is no such file",
        "cannot read {}.",
        "a token is too short",
    ]
