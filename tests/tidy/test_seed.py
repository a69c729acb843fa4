"""A random test that fails says how to reproduce the failure."""

import os
import subprocess
import sys
from pathlib import Path

from tests.tidy import tree

FAILING = "def test_luck(seed: str) -> None:\n    assert seed == 'lucky'\n"


def run_failing(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_luck.py").write_text(FAILING)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.conftest",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        ".",
    ]
    inherited = {
        key: value for key, value in os.environ.items() if not key.startswith(("REFEREE_", "PYTEST_"))
    }
    env = {**inherited, "PYTHONPATH": str(tree.ROOT), **environment}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_the_seed_is_the_name_of_the_test(seed: str) -> None:
    assert seed == os.environ.get(
        "REFEREE_SEED", "tests/tidy/test_seed.py::test_the_seed_is_the_name_of_the_test"
    )


def test_a_failure_tells_its_seed(tmp_path: Path) -> None:
    failed = run_failing(tmp_path)
    assert failed.returncode == 1
    assert "REFEREE_SEED=test_luck.py::test_luck python3 -m tests -- test_luck.py::test_luck" in failed.stdout


def test_the_seed_can_be_given(tmp_path: Path) -> None:
    assert "seed: a bad day" in run_failing(tmp_path, REFEREE_SEED="a bad day").stdout
    assert run_failing(tmp_path, REFEREE_SEED="lucky").returncode == 0
