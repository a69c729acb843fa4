"""Everything is where a newcomer looks for it."""

import ast
from collections.abc import Iterable
from pathlib import PurePosixPath

from tests.tidy import tree

TOP = {
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "NOTICE",
    "README.md",
    "SECURITY.md",
    "buf.yaml",
    "clients",
    "constraints.txt",
    "proto",
    "pyproject.toml",
    "referee",
    "replays",
    "tests",
}

# Folders of tests that do not mirror a package, and what they are for.
OWN_FOLDERS = {
    "clients": "mirrors clients/",
    "contracts": "what every game and every store must pass",
    "readme": "what the README promises",
    "replays": "the golden replays",
    "tidy": "style as a test",
}


def strays(paths: Iterable[str]) -> list[str]:
    """List what lies at the top without a place there. Settings of tools are free to begin with a dot."""
    return sorted({top for path in paths if not (top := path.split("/")[0]).startswith(".")} - TOP)


def homeless(paths: Iterable[str], packages: set[str]) -> list[str]:
    """List test modules that mirror no package."""
    tests = [PurePosixPath(path) for path in paths if path.startswith("tests/")]
    return [
        str(path)
        for path in tests
        if path.name.startswith("test_")
        and path.suffix == ".py"
        and path.parts[1] not in packages | OWN_FOLDERS.keys()
    ]


def never_run(path: str, source: str) -> list[str]:
    """List tests in a file that pytest does not look into."""
    if PurePosixPath(path).name.startswith("test_"):
        return []
    functions = [
        node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return [function.name for function in functions if function.name.startswith("test_")]


def test_top_level_is_what_the_architecture_says() -> None:
    assert strays(tree.files()) == []


def test_every_test_module_mirrors_a_package() -> None:
    packages = {path.split("/")[1] for path in tree.files() if path.startswith("referee/")}
    assert homeless(tree.files(), packages) == []


def test_every_test_is_run() -> None:
    assert {
        path: names
        for path in tree.written(".py", under=("tests/",))
        if (names := never_run(path, tree.read(path)))
    } == {}


def test_planted_strays_are_found() -> None:
    assert strays(["notes.txt", ".gitignore", "referee/x.py"]) == ["notes.txt"]
    assert homeless(["tests/test_a.py", "tests/odd/test_b.py", "tests/log/test_c.py"], {"log"}) == [
        "tests/test_a.py",
        "tests/odd/test_b.py",
    ]
    assert never_run("tests/log/store.py", "def test_x(): ...") == ["test_x"]
