"""The files of the repository, as the tidy tests see them."""

import ast
import gc
import subprocess
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from referee.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
GENERATED = ("clients/referee_api/", *[f"proto/referee/api/{game}/" for game in GAMES])


@cache
def files() -> tuple[str, ...]:
    """List what is or would be committed: a fault should show before the commit, not after it."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    output = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return tuple(sorted({path for path in output.split("\0") if path and (ROOT / path).is_file()}))


def written(*suffixes: str, under: tuple[str, ...] = ("",)) -> list[str]:
    """List the files written by hand that end in one of the suffixes."""
    return [
        path
        for path in files()
        if path.endswith(suffixes) and path.startswith(under) and not path.startswith(GENERATED)
    ]


def read(path: str) -> str:
    """Return the text of a file, with its line ends as stored."""
    return (ROOT / path).read_bytes().decode()


@cache
def modules() -> dict[str, ast.Module]:
    """Return the syntax tree of every Python file written by hand, by path."""
    # Nothing of it is garbage, and looking for some would take longer than parsing.
    gc.disable()
    try:
        return {path: ast.parse(read(path), path) for path in written(".py")}
    finally:
        gc.enable()


def texts() -> Iterator[tuple[str, str]]:
    """Yield every hand-written text file with its text; files with a NUL byte are skipped."""
    for path in written(""):
        content = (ROOT / path).read_bytes()
        if b"\0" not in content:
            yield path, content.decode()


def definitions(tree: ast.AST) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield every class, function and method of a module, including nested ones.

    Expressions, most of a tree, contain none, and are not searched.
    """
    waiting = deque([tree])
    while waiting:
        for node in ast.iter_child_nodes(waiting.popleft()):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield node
            if not isinstance(node, ast.expr):
                waiting.append(node)


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield every function and method of a module, including nested ones."""
    for node in definitions(tree):
        if not isinstance(node, ast.ClassDef):
            yield node
