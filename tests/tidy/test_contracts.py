"""The import contracts of pyproject.toml catch what they are meant to catch.

The contracts are run on a small copy of the tree: every package empty, one import planted.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from tests.tidy import tree

CONTRACTS = tomllib.loads(tree.read("pyproject.toml"))["tool"]["importlinter"]["contracts"]
(LAYERS,) = [
    [layer.split(" : ") for layer in contract["layers"]]
    for contract in CONTRACTS
    if contract["id"] == "layers"
]
"""The packages of each layer, from the top down."""

PACKAGES = [
    *[package for layer in LAYERS for package in layer],
    *("disputes/explain", "disputes/evidence", "disputes/cases"),
]
CLIENT_PACKAGES = ["clients/referee_client", "clients/referee_api", "clients/referee_api/v1"]

UPWARD = [(lower, higher[0]) for higher, layer in pairwise(LAYERS) for lower in layer]
"""Each package except those at the top, with one of the layer above it."""

# One planted import each: the file, the line, and the contract that must break.
PLANTED = [
    ("referee/kernel/x.py", "import time", "pure"),
    ("referee/kernel/x.py", "import random", "pure"),
    ("referee/rulebook/x.py", "from os.path import join", "pure"),
    ("referee/games/x.py", "import asyncio", "pure"),
    ("referee/games/x.py", "import sqlite3", "pure"),
    ("referee/games/x.py", "import grpc.aio", "pure"),
    ("referee/games/x.py", "import referee_api.v1", "pure"),
    *[(f"referee/{package}/x.py", f"import referee.{above}", "layers") for package, above in UPWARD],
    ("referee/disputes/evidence/x.py", "import referee.disputes.cases", "disputes"),
    ("referee/disputes/explain/x.py", "import referee.disputes.evidence", "disputes"),
    ("referee/match/x.py", "import time", "pure_match"),
    ("referee/match/x.py", "import secrets", "pure_match"),
    ("referee/match/x.py", "import random", "pure_match"),
    ("referee/replay/x.py", "import asyncio", "pure_match"),
    ("referee/replay/x.py", "import sqlite3", "pure_match"),
    ("referee/replay/x.py", "import grpc", "pure_match"),
    ("referee/match/x.py", "import sqlite3", "sql"),
    ("referee/wire/x.py", "import sqlite_utils", "sql"),
    ("referee/audit/x.py", "import sqlite3", "sql"),
    ("referee/bench/x.py", "import sqlite3", "sql"),
    ("referee/disputes/cases/x.py", "import sqlite3", "sql"),
    ("referee/proof/x.py", "import sqlite3", "sql"),
    ("clients/referee_client/x.py", "import sqlite3", "sql"),
    ("referee/feeds/x.py", "import grpc", "messages"),
    ("referee/match/x.py", "import referee_api.v1", "messages"),
    ("referee/replay/x.py", "import google.protobuf", "messages"),
    ("referee/server/x.py", "import grpc", "messages"),
    ("referee/audit/x.py", "import referee_api.v1", "messages"),
    ("referee/proof/x.py", "import grpc", "messages"),
    ("clients/referee_client/x.py", "import referee.kernel", "client"),
    ("clients/referee_client/x.py", "import referee.wire", "client"),
    ("clients/referee_client/x.py", "import referee.audit", "client"),
    ("clients/referee_client/x.py", "import referee.bench", "client"),
    ("clients/referee_client/x.py", "import referee.disputes.explain", "client"),
    ("clients/referee_client/x.py", "import referee.proof", "client"),
    ("clients/referee_api/x.py", "import referee", "client"),
]

UNPLACED = [("referee/unplaced/__init__.py", "layers"), ("referee/disputes/unplaced.py", "disputes")]
"""Packages and modules that no layer has a place for."""

ALLOWED = {
    "referee/log/x.py": "import sqlite3, sqlite_utils",
    "referee/log/y.py": "import hashlib",
    "referee/match/x.py": "import referee.log.y",
    "referee/match/player.py": "import random",
    "referee/replay/x.py": "import referee.match.x",
    "referee/server/x.py": "import referee.replay.x, referee.log.x, asyncio, time",
    "referee/wire/x.py": "import referee.server.x, referee_api.v1, grpc",
    "referee/proof/x.py": "import os, time",
    "referee/audit/x.py": "import referee.match.x, referee.proof.x",
    "referee/disputes/cases/x.py": "import referee.wire.x, referee_api.v1, grpc",
    "referee/bench/log.py": "import sqlite3, referee.log.x",
    "referee/cli/x.py": "import referee.wire.x, referee_client",
    "clients/referee_client/x.py": "import referee_api.v1, grpc",
}


@pytest.fixture
def small_tree(tmp_path: Path) -> Path:
    packages = ["referee", *(f"referee/{name}" for name in PACKAGES), *CLIENT_PACKAGES]
    for package in packages:
        plant(tmp_path, f"{package}/__init__.py", "")
    shutil.copy(tree.ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def plant(root: Path, path: str, line: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(line + "\n")


def lint(root: Path, *contracts: str) -> tuple[bool, str]:
    """Return whether these contracts are kept, or all of them, and the report."""
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache", "--no-logo"]
    command += [f"--contract={contract}" for contract in contracts]
    path = os.pathsep.join([str(root), str(root / "clients")])
    done = subprocess.run(
        command, cwd=root, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    summary = re.search(r"^Contracts: (\d+) kept, (\d+) broken\.$", done.stdout, re.MULTILINE)
    assert summary is not None, done.stdout + done.stderr
    assert done.returncode == (summary[2] != "0")
    return done.returncode == 0, done.stdout


def test_contracts_hold_for_a_tree_in_order(small_tree: Path) -> None:
    for path, line in ALLOWED.items():
        plant(small_tree, path, line)
    assert lint(small_tree)[0]


@pytest.mark.parametrize("contract", sorted({contract for _, _, contract in PLANTED}))
def test_every_planted_import_breaks_its_contract(small_tree: Path, contract: str) -> None:
    """All imports that one contract forbids in one tree, because a run takes a second; the report names each."""
    planted = {}
    for number, (path, line, _) in enumerate([each for each in PLANTED if each[2] == contract]):
        numbered = path.replace("/x.py", f"/x{number}.py")
        plant(small_tree, numbered, line)
        importer = numbered.removeprefix("clients/").removesuffix(".py").replace("/", ".")
        imported = line.split()[1]
        if not imported.startswith("referee"):
            # Other packages are named as a whole.
            imported = imported.partition(".")[0]
        planted[numbered] = f"{importer} -> {imported} (l.1)"
    is_kept, report = lint(small_tree, contract)
    assert not is_kept
    assert {path: arrow for path, arrow in planted.items() if arrow not in report} == {}, report


@pytest.mark.parametrize(("path", "contract"), UNPLACED)
def test_a_package_without_a_place_breaks_the_contract(small_tree: Path, path: str, contract: str) -> None:
    plant(small_tree, path, "")
    assert not lint(small_tree, contract)[0]
