"""The one check command: `python3 -m tests`.

Runs on a machine that has only Python and git. It makes `.venv`, installs the project with what the checks
need, and then runs every check, also after one has failed, so that one run tells everything there is to mend.
Only the standard library may be imported here: `.venv` may not be there yet.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "installed.stamp"
TYPED = ("referee", "clients/referee_client", "tests")
LAYERS = (
    "clients/referee_client",
    "clients/referee_api",
    "referee/feeds",
    "referee/games",
    "referee/log",
    "referee/match",
    "referee/replay",
    "referee/server",
)

EXAMPLES = """\
examples:
  python3 -m tests                    check everything, as CI does
  python3 -m tests --fix              format and mend what can be mended, then check everything
  python3 -m tests --only types       one check; --only may be repeated
  python3 -m tests -- -k hydra -x     only pytest, with pytest's own arguments
  python3 -m tests -- -m campaign     the long campaigns
"""

SET_UP_ADVICE = """\
It takes a package index that pip can reach and, on Debian and Ubuntu, the package python3-venv.
Then remove .venv and try again."""


class Wish(NamedTuple):
    """What the caller asked for."""

    fix: bool
    pytest_args: list[str]


class Step(NamedTuple):
    """One check. `run` gives True when all is well; what it `needs` may not be there yet."""

    name: str
    about: str
    run: Callable[[Wish], bool]
    needs: tuple[str, ...] = ()


def call(*command: str) -> bool:
    """Run a tool of the virtual environment in the repository, its output going straight to ours."""
    return subprocess.run([str(BIN / command[0]), *command[1:]], cwd=ROOT, check=False).returncode == 0


def check_format(wish: Wish) -> bool:
    """Compare every file with what the formatter would write, or write it."""
    return call("ruff", "format", *([] if wish.fix else ["--check"]))


def check_lint(wish: Wish) -> bool:
    """Look for known mistakes, mending those that have one safe cure."""
    return call("ruff", "check", *(["--fix"] if wish.fix else []))


def check_types(_: Wish) -> bool:
    """Type-check everything written by hand."""
    return call("mypy", *(path for path in TYPED if (ROOT / path).is_dir()))


def check_imports(_: Wish) -> bool:
    """Hold the layers of the architecture to their order."""
    return call("lint-imports", "--no-logo")


def check_protos(wish: Wish) -> bool:
    """See that the generated protos say what the Structs say."""
    return call("python", "-m", "referee.wire.protos", *([] if wish.fix else ["--check"]))


def check_api(_: Wish) -> bool:
    """Lint the public API, and compare it with what clients rely on."""
    linted = call("buf", "lint")
    with promised_api() as promised:
        if promised is None:
            print("nothing committed to compare with")
            return linted
        return call("buf", "breaking", "--against", promised) and linted


def check_tests(wish: Wish) -> bool:
    """Run pytest. Its own arguments turn the parallel run off, so that `--pdb` and `-s` work."""
    return call("python", "-m", "pytest", *(wish.pytest_args or ["-q", "-n", str(os.cpu_count() or 1)]))


STEPS = (
    Step("format", "ruff format", check_format),
    Step("lint", "ruff check", check_lint),
    Step("types", "mypy, strict", check_types),
    Step("imports", "import contracts", check_imports, needs=LAYERS),
    Step("protos", "generated protos are fresh", check_protos, needs=("referee/wire/protos.py",)),
    Step("api", "buf lint, buf breaking", check_api, needs=("proto",)),
    # Last, so that pytest's closing line stands at the end.
    Step("tests", "tidy tests and all the others", check_tests),
)


@contextmanager
def promised_api() -> Iterator[str | None]:
    """Unpack the protos of the last release, or of HEAD before the first one, for `buf breaking`.

    Not buf's own `.git#ref=`: that fails in a worktree and in a shallow clone.
    """
    git = ["git", "-C", str(ROOT)]
    tag = subprocess.run(
        [*git, "describe", "--tags", "--abbrev=0", "--match=v*"], capture_output=True, text=True, check=False
    )
    base = tag.stdout.strip() or "HEAD"
    packed = subprocess.run(
        [*git, "archive", "--format=zip", base, "buf.yaml", "proto"], capture_output=True, check=False
    )
    if packed.returncode:
        yield None
        return
    print(f"comparing with {base}", flush=True)
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(BytesIO(packed.stdout)) as archive:
        archive.extractall(folder)
        yield folder


def set_up() -> None:
    """Make `.venv` and install into it, unless it already fits pyproject.toml."""
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    if PYTHON.exists() and STAMP.exists() and STAMP.read_text() == wanted:
        return
    print("setting up .venv (a minute or two the first time)", flush=True)
    if not PYTHON.exists():
        venv.create(VENV, with_pip=True, clear=True, symlinks=os.name != "nt")
    install = ["-m", "pip", "install", "-qq", "--disable-pip-version-check", "--editable", ".[dev]"]
    subprocess.run([str(PYTHON), *install], cwd=ROOT, check=True)
    STAMP.write_text(wanted)


def run_steps(steps: list[Step], wish: Wish) -> bool:
    """Run the steps in order, all of them, and sum up."""
    verdicts: list[tuple[str, str, float]] = []
    for step in steps:
        print(f"\n== {step.name}: {step.about}", flush=True)
        began = time.monotonic()
        if all((ROOT / path).exists() for path in step.needs):
            verdict = "ok" if step.run(wish) else "FAILED"
        else:
            verdict = "nothing to check"
        verdicts.append((step.name, verdict, time.monotonic() - began))
        print(f"-- {step.name}: {verdict} ({verdicts[-1][2]:.1f} s)", flush=True)
    failed = [name for name, verdict, _ in verdicts if verdict == "FAILED"]
    print(f"\n{'check':<10}{'result':<18}{'seconds':>8}")
    for name, verdict, seconds in verdicts:
        print(f"{name:<10}{verdict:<18}{seconds:>8.1f}")
    print(f"\nFAILED: {', '.join(failed)}" if failed else "\nall checks passed")
    return not failed


def parse(arguments: list[str]) -> tuple[list[Step], Wish]:
    """Read the command line; what stands after `--` belongs to pytest."""
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser(
        prog="python3 -m tests",
        description="Check everything: format, lint, types, import contracts, protos, tests.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--fix", action="store_true", help="format and mend instead of only reporting")
    names = [step.name for step in STEPS]
    parser.add_argument("--only", action="append", choices=names, help="run this check only; may be repeated")
    options = parser.parse_args(arguments[:cut])
    pytest_args = arguments[cut + 1 :]
    only = options.only or (["tests"] if pytest_args else names)
    return [step for step in STEPS if step.name in only], Wish(options.fix, pytest_args)


def main() -> int:
    """Set up, check, sum up. 0: all is well; 1: something failed; 2: could not be set up."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file may well meet an older one
        print("The referee needs Python 3.11 or newer; run this with such a one.", file=sys.stderr)
        return 2
    steps, wish = parse(sys.argv[1:])
    if not sys.stdout.isatty():
        os.environ.pop("FORCE_COLOR", None)
        os.environ["NO_COLOR"] = "1"
    try:
        set_up()
    except subprocess.CalledProcessError as problem:
        print(f"could not set up .venv: {problem}\n{SET_UP_ADVICE}", file=sys.stderr)
        return 2
    try:
        return 0 if run_steps(steps, wish) else 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
