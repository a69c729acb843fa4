"""The SDK installs on its own: `pip install ./clients` in a fresh environment, without the server.

The test needs no package index. From the packages installed here it lends the fresh environment those that the SDK
declares, with their own requirements, and no others, so an undeclared import fails.
"""

import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import referee
from referee_client import aio
from tests.tidy import tree

USE = """
import importlib, importlib.util, pkgutil
import referee_client

for module in pkgutil.walk_packages(referee_client.__path__, "referee_client."):
    importlib.import_module(module.name)
for game in ("abyss", "unfathomable", "among_cultists"):
    for name in ("random", "sensible"):
        assert isinstance(referee_client.bots.bot(name, game, seed="1"), referee_client.Bot)
print(*[name for name in ("referee", "msgspec", "referee_client") if importlib.util.find_spec(name)])
"""


def project(path: str) -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads(tree.read(path))["project"]
    return table


def requirements(name: str) -> Iterator[str]:
    """Yield the names of the distributions that an installed one requires on this machine."""
    for requirement in map(Requirement, distribution(name).requires or []):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield canonicalize_name(requirement.name)


def with_requirements(names: list[str]) -> list[str]:
    """Return the distributions and everything they require."""
    found = list(names)
    for name in found:
        found += [other for other in requirements(name) if other not in found]
    return found


def lend(name: str, site: Path) -> None:
    """Link an installed distribution into another site-packages folder; several share the package `google`."""
    found = distribution(name)
    for file in found.files or []:
        if ".." not in file.parts and "__pycache__" not in file.parts:
            (site / file).parent.mkdir(parents=True, exist_ok=True)
            (site / file).symlink_to(Path(str(found.locate_file(file))).resolve())


def pip(*arguments: str | Path) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *map(str, arguments)]
    subprocess.run(command, check=True)


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of a fresh environment that has the SDK and its declared requirements."""
    home = tmp_path_factory.mktemp("sdk")
    venv.create(home, symlinks=True)
    python = home / "bin" / "python"
    # Built with the hatchling of this environment: the fresh one has none, and no index is needed.
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", home, tree.ROOT / "clients")
    pip("--python", python, "install", "--no-index", "--no-deps", *home.glob("*.whl"))
    declared = [Requirement(line).name for line in project("clients/pyproject.toml")["dependencies"]]
    for name in with_requirements(declared):
        lend(name, next(home.glob("lib/python*/site-packages")))
    return python


def run(python: Path, code: str) -> subprocess.CompletedProcess[str]:
    command = [str(python), "-I", "-W", "error", "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_every_module_imports_and_a_bot_can_be_made_without_the_server(fresh: Path) -> None:
    done = run(fresh, USE)
    assert done.stderr == ""
    assert done.stdout == "referee_client\n"


def test_an_import_that_is_not_declared_fails(fresh: Path) -> None:
    assert "No module named 'rich'" in run(fresh, "import rich").stderr


def test_its_requirements_are_met_and_are_those_that_are_promised(fresh: Path) -> None:
    pip("--python", fresh, "check")
    declared = [Requirement(line).name for line in project("clients/pyproject.toml")["dependencies"]]
    assert declared == ["cryptography", "googleapis-common-protos", "grpcio", "protobuf"]


def test_it_is_released_together_with_the_server() -> None:
    server, sdk = project("pyproject.toml"), project("clients/pyproject.toml")
    assert server["version"] == sdk["version"] == referee.__version__ == aio.VERSION
    for name in ("license", "license-files", "authors", "requires-python"):
        assert server[name] == sdk[name]


@pytest.mark.parametrize("name", ["LICENSE", "NOTICE"])
def test_its_licence_is_ours(name: str) -> None:
    """A copy, because a source distribution cannot hold a link to a file outside it."""
    assert tree.read(f"clients/{name}") == tree.read(name)
