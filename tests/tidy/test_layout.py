"""Everything is where a newcomer looks for it."""

import ast
from collections.abc import Iterable
from pathlib import PurePosixPath

from referee.games import GAMES
from tests.tidy import tree

TOP = {
    "ARCHITECTURE.md",
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

# Folders of tests that do not mirror a package, and their purpose.
OWN_FOLDERS = {
    "ageing": "records of older rules versions",
    "clients": "mirrors clients/",
    "contracts": "what every game and every store must pass",
    "tidy": "style as a test",
}

# What every game has, under the same name.
GAME_FILES = {
    "__init__.py",
    "cards.py",
    "choices.py",
    "ending.py",
    "facts/__init__.py",
    "game.py",
    "obstacles.py",
    "questions.py",
    "rulebook.toml",
    "setup.py",
    "state.py",
    "turn.py",
    "wording/__init__.py",
    "wording/choices.py",
    "wording/names.py",
    "wording/obstacles.py",
}


def strays(paths: Iterable[str]) -> list[str]:
    """List top-level files that do not belong there. Dotfiles of tools are allowed."""
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


def missing_from(game: str, paths: Iterable[str]) -> list[str]:
    """List the files that every game has and this one does not."""
    return sorted(GAME_FILES - {path.removeprefix(f"referee/games/{game}/") for path in paths})


def never_run(path: str, source: str) -> list[str]:
    """List tests in files that pytest does not collect."""
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


def test_games_have_one_layout() -> None:
    assert {game: missing for game in GAMES if (missing := missing_from(game, tree.files()))} == {}


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
    complete = [f"referee/games/go/{file}" for file in GAME_FILES]
    assert missing_from("go", complete) == []
    complete.remove("referee/games/go/questions.py")
    assert missing_from("go", [*complete, "referee/games/abyss/questions.py"]) == ["questions.py"]
    assert never_run("tests/log/store.py", "def test_x(): ...") == ["test_x"]
