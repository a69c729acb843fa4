"""Meaningful names, and files and functions of readable length."""

import ast
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest

from tests.tidy import tree

LONGEST_FILE = 600
LONGEST_FUNCTION = 70

# Files that are better long than split, and why.
LONG_FILES = {
    "proto/referee/api/v1/disputes.proto": "the life of a case is read from the claim to the second ruling",
    "proto/referee/api/v1/referee.proto": "a bot author reads the whole API in one file, and half of it is comments",
}
LONG_FUNCTIONS: dict[tuple[str, str], str] = {}

EMPTY_WORDS = {"util", "utils", "helper", "helpers", "common", "manager", "misc"}
EMPTY_VERBS = {"handle", "process"}


def words(name: str) -> list[str]:
    """Split a name written in either case: `CardManager` and `card_manager` are one fault."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+", name)]


def has_empty_name(path: str) -> bool:
    return any(
        word in EMPTY_WORDS for part in PurePosixPath(path).parts for word in words(part.split(".")[0])
    )


def empty_names(module: ast.Module) -> Iterator[str]:
    for node in tree.definitions(module):
        parts = words(node.name)
        if EMPTY_WORDS.intersection(parts) or EMPTY_VERBS.intersection(parts[:1]):
            yield node.name


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def long_functions(module: ast.Module) -> list[str]:
    return [function.name for function in tree.functions(module) if length(function) > LONGEST_FUNCTION]


def test_no_file_has_an_empty_name() -> None:
    assert [path for path in tree.files() if has_empty_name(path)] == []


def test_no_class_or_function_has_an_empty_name() -> None:
    assert {
        path: names for path, module in tree.modules().items() if (names := list(empty_names(module)))
    } == {}


def test_files_are_short_or_long_for_a_reason() -> None:
    lengths = {path: tree.read(path).count("\n") for path in tree.written(".py", ".js", ".proto")}
    # Both ways: a reason for a file that is now short is out of date.
    assert {
        path: lines for path, lines in lengths.items() if lines > LONGEST_FILE
    }.keys() == LONG_FILES.keys()


def test_functions_are_short_or_long_for_a_reason() -> None:
    found = {(path, name) for path, module in tree.modules().items() for name in long_functions(module)}
    assert found == LONG_FUNCTIONS.keys()


def test_every_module_says_what_it_is() -> None:
    assert [path for path, module in tree.modules().items() if not ast.get_docstring(module)] == []


@pytest.mark.parametrize("path", ["referee/utils.py", "tests/card_helpers.py", "referee/match/manager/x.py"])
def test_planted_file_name_is_found(path: str) -> None:
    assert has_empty_name(path)


def test_planted_names_are_found() -> None:
    planted = ast.parse(
        "class CardManager: ...\ndef handle_it(): ...\ndef commonly(): ...\ndef in_process(): ...\n"
        "match 1:\n    case 1:\n        try: ...\n        except E:\n            class A:\n"
        "                async def process(): ..."
    )
    assert list(empty_names(planted)) == ["CardManager", "handle_it", "process"]


def test_planted_long_function_is_found() -> None:
    fits = "def fits():\n" + "    pass\n" * (LONGEST_FUNCTION - 1)
    runs_on = "def runs_on():\n" + "    pass\n" * LONGEST_FUNCTION
    assert long_functions(ast.parse(fits + runs_on)) == ["runs_on"]
