"""The check command itself: it runs on a bare Python, runs every step, and tells the truth at the end."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import tests.__main__ as checks
from tests.tidy import tree

NO_WISH = checks.Wish(fix=False, pytest_args=[])


def foreign_imports(source: str) -> list[str]:
    """List what a file imports, at any depth, that does not come with Python."""
    names: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append("." * node.level + (node.module or ""))
    return [name for name in names if name.split(".")[0] not in sys.stdlib_module_names]


@pytest.mark.parametrize("path", ["tests/__init__.py", "tests/__main__.py"])
def test_it_needs_only_the_standard_library(path: str) -> None:
    assert foreign_imports(tree.read(path)) == []


def test_planted_foreign_import_is_found() -> None:
    assert foreign_imports("import os\ndef late():\n    import pytest") == ["pytest"]


def test_a_failed_step_stops_nothing_and_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    ran: list[str] = []

    def step(name: str, outcome: bool) -> checks.Step:
        def run(_: checks.Wish) -> bool:
            ran.append(name)
            return outcome

        return checks.Step(name, "a step", run)

    assert not checks.run_steps([step("first", False), step("second", True)], NO_WISH)
    assert ran == ["first", "second"]
    assert capfd.readouterr().out.endswith("FAILED: first\n")
    assert checks.run_steps([step("third", True)], NO_WISH)
    assert capfd.readouterr().out.endswith("all checks passed\n")


def test_arguments_after_the_dashes_are_for_pytest_alone() -> None:
    steps, wish = checks.parse(["--", "-k", "hydra"])
    assert [step.name for step in steps] == ["tests"]
    assert wish.pytest_args == ["-k", "hydra"]


def test_everything_is_checked_unless_asked_otherwise() -> None:
    assert checks.parse([])[0] == list(checks.STEPS)
    assert [step.name for step in checks.parse(["--only", "types", "--only", "format"])[0]] == [
        "format",
        "types",
    ]


PROTO = 'syntax = "proto3";\npackage card.v1;\nmessage Card {\n  string name = %d;\n}\n'


def commit_api(root: Path) -> None:
    """Make a repository at `root` whose one commit promises a field number 1."""
    (root / "proto/card/v1").mkdir(parents=True)
    (root / "proto/card/v1/card.proto").write_text(PROTO % 1)
    (root / "buf.yaml").write_text(tree.read("buf.yaml"))
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(root)]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "Card: give it a name"]):
        subprocess.run([*git, *command], check=True)


def test_a_broken_promise_of_the_api_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit_api(tmp_path)
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    monkeypatch.setattr(checks, "BIN", Path(sys.executable).parent)
    assert checks.check_api(NO_WISH)
    (tmp_path / "proto/card/v1/card.proto").write_text(PROTO % 2)
    assert not checks.check_api(NO_WISH)
