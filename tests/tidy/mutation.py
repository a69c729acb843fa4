"""Mutation testing: change the code in small ways, and see that the tests of the package notice every change.

mutmut makes the mutants and tries each in a process forked from one that has already run the tests, with only the tests
that reached the mutated function then. Both are quick and both miss kills, because how a kind of fact is shown is
worked out once per process. So each survivor is tried again in a process of its own, with all the tests.

Which files are mutated and which tests are run is in `pyproject.toml`, under `tool.mutmut`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.tidy import tree

SECONDS = 300
"""Time limit for one run of the tests; a mutant that hangs is noticed."""

NOTICED = ("killed", "timeout", "segfault", "suspicious")


class Mutant(NamedTuple):
    """One change of the code."""

    name: str
    """As mutmut calls it; the number at the end changes with the code."""
    before: str
    after: str

    @property
    def function(self) -> str:
        """The mutated function, by its full name.

        >>> Mutant("referee.kernel.facts.x_as_seen__mutmut_5", "", "").function
        'referee.kernel.facts.as_seen'
        >>> Mutant("referee.feeds.frames.xǁFeedsǁ_cut_for_few__mutmut_7", "", "").function
        'referee.feeds.frames.Feeds._cut_for_few'
        """
        module, _, mangled = self.name.rpartition("__mutmut_")[0].rpartition(".")
        parts = mangled.split("ǁ")[1:] if "ǁ" in mangled else [mangled.removeprefix("x_")]
        return ".".join([module, *parts])

    @property
    def is_wording(self) -> bool:
        """Whether only the words of a sentence are changed: mutmut changes their case or puts XX around them.

        >>> Mutant("", 'raise Missing("No seat here")', 'raise Missing("XXNo seat hereXX")').is_wording
        True
        >>> Mutant("", 'if why == "undo":', 'if why == "XXundoXX":').is_wording
        False
        >>> Mutant("", "if not 1 <= seat:", "if not 2 <= seat:").is_wording
        False
        """
        changed = [
            (old, new)
            for old, new in zip(self.before.split('"'), self.after.split('"'), strict=False)
            if old != new
        ]
        return self.before.count('"') == self.after.count('"') and all(
            [" " in old and new.replace("XX", "").lower() == old.lower() for old, new in changed]
        )


def survivors(folder: Path) -> list[Mutant]:
    """Mutate a copy of the repository in an empty folder, and return the mutants that no test notices."""
    for path in tree.files():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(tree.ROOT / path, target)
    workers = os.cpu_count() or 1
    _mutmut(folder, "run", "--max-children", str(workers))
    results = [line.strip().split(": ") for line in _mutmut(folder, "results").splitlines() if ": " in line]
    doubtful = [name for name, result in results if result not in NOTICED]
    with ThreadPoolExecutor(workers) as pool:
        noticed = pool.map(lambda name: is_noticed(folder, name), doubtful)
        alive = [name for name, found in zip(doubtful, noticed, strict=True) if not found]
    return [Mutant(name, *changed_lines(_mutmut(folder, "show", name))) for name in alive]


def is_noticed(folder: Path, name: str) -> bool:
    """Return whether a test fails, in a new process, with this mutant in place; `""` is the unchanged code."""
    settings = tomllib.loads(tree.read("pyproject.toml"))["tool"]["mutmut"]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    command += settings["pytest_add_cli_args_test_selection"]
    environment = {**os.environ, "MUTANT_UNDER_TEST": name}
    try:
        done = subprocess.run(
            command,
            cwd=folder / "mutants",
            env=environment,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def changed_lines(diff: str) -> tuple[str, str]:
    r"""Return what a diff removes and what it adds, without indentation.

    >>> changed_lines("--- a.py\n+++ a.py\n@@ -1,2 +1,2 @@\n def f():\n-    return 1\n+    return 2\n")
    ('return 1', 'return 2')
    """
    lines = [line for line in diff.splitlines() if not line.startswith(("---", "+++"))]
    removed, added = (
        " ".join([line[1:].strip() for line in lines if line.startswith(sign)]) for sign in "-+"
    )
    return removed, added


def _mutmut(folder: Path, *arguments: str) -> str:
    command = [str(Path(sys.executable).with_name("mutmut")), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return done.stdout


def unexplained(found: list[Mutant], explained: dict[str, dict[tuple[str, str], str]]) -> Iterator[str]:
    """Yield each survivor without an explanation, and each explanation without a survivor."""
    known = {(function, *change) for function, changes in explained.items() for change in changes}
    alive = {(mutant.function, mutant.before, mutant.after) for mutant in found if not mutant.is_wording}
    for function, before, after in sorted(alive - known):
        yield f"{function} survives\n  - {before}\n  + {after}"
    for function, before, after in sorted(known - alive):
        yield f"{function} no longer survives\n  - {before}\n  + {after}"
