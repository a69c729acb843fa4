"""The check command: `python3 -m tests`.

It needs only Python and git. It creates `.venv`, installs the project and the tools into it, and runs every check,
even after one has failed, so that one run reports everything there is to fix. Only the standard library may be
imported here, because `.venv` may not exist yet.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / "bin"
PYTHON = BIN / "python"
STAMP = VENV / "installed.stamp"
CONSTRAINTS = ROOT / "constraints.txt"
RELEASED = "proto/released"
TYPED = ("referee", "clients/referee_client", "tests")

MEASURED = ("kernel", "feeds", "audit", "games")
"""Packages whose coverage is measured, while their own tests run (`tests/tracing.py`)."""

UNTRACED = (
    "tests/games/abyss/test_state.py::test_everything_is_conserved_under_every_reading",
    "tests/games/among_cultists/test_balance.py",
    "tests/games/among_cultists/test_changed_data.py",
    "tests/games/among_cultists/test_matches.py",
    "tests/games/among_cultists/test_role_deals.py::test_the_deal_of_a_match_is_never_ruled_out",
    "tests/games/among_cultists/test_role_deals.py::test_what_a_vote_tells_is_counted_like_a_list_of_all_deals",
    "tests/games/unfathomable/test_loyalty_deals.py::test_the_deal_of_a_match_is_never_ruled_out",
    "tests/games/unfathomable/test_matches.py",
    "tests/games/unfathomable/test_wording.py::test_every_fact_is_a_sentence_for_every_viewer",
    "tests/kernel/test_asks.py::test_every_question_of_a_match_has_a_name_a_valid_default_and_a_path",
    "tests/kernel/test_chance_is_independent.py",
    "tests/kernel/test_chance_is_uniform.py",
)
"""Their files and tests that do the same thing thousands of times, and would take four times as long while traced."""

FLOOR = 96
"""Lowest accepted coverage of a measured package, in percent of its lines and branches."""

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Programs that can show the pages of the inspector to its tests; the first one found is used.

The first one is Chromium without windows, which takes half the time for a page.
"""

OLDEST = (3, 11)
"""Oldest supported Python. Versions pinned for it also work on newer ones; the reverse is not certain."""

PINS_HEADER = """\
# Versions and hashes of everything that the check command installs.
# Do not edit: `python3 -m tests --refresh` writes this file.
"""

EXAMPLES = """\
examples:
  python3 -m tests                    check everything, as CI does
  python3 -m tests --fix              format and fix what can be fixed, then check everything
  python3 -m tests --only types       run one check; --only may be repeated
  python3 -m tests -- -k hydra -x     run only pytest, with these arguments
  python3 -m tests -- -m campaign     run the long campaigns
  python3 -m tests --refresh          pin the newest versions of all packages in constraints.txt
  python3 -m tests --release-protos   write the image of the protos that later versions are compared with
"""

SET_UP_ADVICE = """\
It needs a package index that pip can reach and, on Debian and Ubuntu, the package python3-venv.
Then remove .venv and try again."""


class Options(NamedTuple):
    """What the caller asked for."""

    fix: bool
    pytest_args: list[str]


class Step(NamedTuple):
    """One check. `run` returns whether it passed. If it only reads files, it may run alongside those that follow."""

    name: str
    about: str
    run: Callable[[Options], bool]
    alongside: bool = False


class Result(NamedTuple):
    """Whether a check passed, and how long it took."""

    passed: bool
    seconds: float

    def __str__(self) -> str:
        return "ok" if self.passed else "FAILED"


def call(*command: str) -> bool:
    """Run a tool of the virtual environment in the repository, and return whether it succeeded."""
    return subprocess.run([str(BIN / command[0]), *command[1:]], cwd=ROOT, check=False).returncode == 0


def check_format(options: Options) -> bool:
    """Compare every file with what the formatter would write, or write it."""
    return call("ruff", "format", *([] if options.fix else ["--check"]))


def check_lint(options: Options) -> bool:
    """Look for known mistakes, and fix those that have one safe fix."""
    return call("ruff", "check", *(["--fix"] if options.fix else []))


def check_types(_: Options) -> bool:
    """Type-check everything written by hand."""
    return call("mypy", *TYPED)


def check_imports(_: Options) -> bool:
    """Check the import contracts."""
    return call("lint-imports", "--no-logo")


def check_protos(options: Options) -> bool:
    """Check that the generated protos match the Structs, or generate them."""
    return call("python", "-m", "referee.wire.protos", *([] if options.fix else ["--check"]))


def check_api(_: Options) -> bool:
    """Lint the public API, and compare it with what clients rely on."""
    linted = call("buf", "lint")
    image = newest_image()
    if image is None:
        print(f"no release yet: {RELEASED} has no image to compare with")
        return linted
    print(f"comparing with {image.name}", flush=True)
    return call("buf", "breaking", "--against", str(image)) and linted


def check_tests(options: Options) -> bool:
    """Run pytest: once in parallel over everything, or with the caller's arguments, so that `--pdb` and `-s` work."""
    if options.pytest_args:
        return call("python", "-m", "pytest", *options.pytest_args)
    provide_browser()
    compile_tests()
    # One more worker than cores, because some tests wait for a process or a clock.
    workers = str((os.cpu_count() or 1) + 1)
    # Neighbours stay together, because they share what is expensive to make, until a worker has nothing left to do.
    pytest = ["python", "-m", "pytest", "-q", "-n", workers, "--dist", "worksteal"]
    measured = ["-p", "tests.tracing", *[f"--cov=referee/{package}" for package in MEASURED], "--cov-report="]
    passed = call(*pytest, *measured)
    return report_coverage() and passed


def provide_browser() -> None:
    """Install Chromium where this process may, and say what is skipped where it cannot be had."""
    if shutil.which(BROWSERS[0]):
        return
    has_browser = any(map(shutil.which, BROWSERS))
    may_install = shutil.which("apt-get") is not None and os.geteuid() == 0
    # A developer's browser is good enough; CI gets the one that takes half the time, if its system has it.
    if may_install and ("CI" in os.environ or not has_browser):
        print("installing Chromium, for the tests of the inspector", flush=True)
        install = ("install", "--yes", "--no-install-recommends")
        if apt_get("update") and not apt_get(*install, BROWSERS[0]) and not has_browser:
            apt_get(*install, BROWSERS[1])
    if not any(map(shutil.which, BROWSERS)):
        print("NO BROWSER: the tests of the inspector's page are skipped; install Chromium to run them")


def compile_tests() -> None:
    """Let one process compile all tests if most were never compiled, because otherwise every worker does that."""
    tests = list((ROOT / "tests").rglob("test_*.py"))
    compiled = [
        path for path in tests if any((path.parent / "__pycache__").glob(f"{path.stem}.*-pytest-*.pyc"))
    ]
    if len(compiled) < len(tests) / 2:
        print("compiling the tests", flush=True)
        command = [str(PYTHON), "-m", "pytest", "--collect-only", "-qq"]
        # What cannot be collected is reported by the workers.
        subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def apt_get(*arguments: str) -> bool:
    """Run apt-get without questions or output, and return whether it succeeded."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    silent = subprocess.DEVNULL
    command = ["apt-get", "-qq", *arguments]
    return subprocess.run(command, env=quiet, stdout=silent, stderr=silent, check=False).returncode == 0


STEPS = (
    Step("format", "ruff format", check_format),
    Step("lint", "ruff check", check_lint),
    Step("protos", "generated protos are up to date", check_protos),
    Step("types", "mypy, strict", check_types, alongside=True),
    Step("imports", "import contracts", check_imports, alongside=True),
    Step("api", "buf lint, buf breaking", check_api, alongside=True),
    # The last one, because its output is the longest.
    Step("tests", "pytest, and the coverage of " + ", ".join(MEASURED), check_tests),
)


def traced_tests() -> list[str]:
    """Return the files with tests that coverage is measured with."""
    found = [path for package in MEASURED for path in (ROOT / "tests" / package).rglob("test_*.py")]
    return sorted({path.relative_to(ROOT).as_posix() for path in found}.difference(UNTRACED))


def is_traced(test: str) -> bool:
    """Return whether coverage is measured with a test of one of `traced_tests`."""
    return test.partition("[")[0] not in UNTRACED


def report_coverage() -> bool:
    """Print the coverage of each measured package, and return whether all are at or above the floor."""
    command = [str(BIN / "coverage"), "json", "-q", "-o", "-"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"no coverage was measured: {done.stdout}{done.stderr}")
        return False
    rates = coverage_by_package(json.loads(done.stdout)["files"])
    print(f"\n{'package':<18}{'lines':>7}{'missed':>8}{'branches':>10}{'missed':>8}{'covered':>10}")
    for package, (lines, missed_lines, branches, missed_branches, percent) in rates.items():
        counts = f"{lines:>7}{missed_lines:>8}{branches:>10}{missed_branches:>8}"
        print(f"{'referee/' + package:<18}{counts}{percent:>9.1f}%")
    low = [package for package in MEASURED if package not in rates or rates[package].percent < FLOOR]
    if low:
        print(f"coverage below {FLOOR} %: {', '.join(low)}; `.venv/bin/coverage report -m` lists the lines")
    return not low


class Coverage(NamedTuple):
    """Counts of one package, and the percentage of lines and branches covered."""

    lines: int
    missed_lines: int
    branches: int
    missed_branches: int
    percent: float


def coverage_by_package(files: dict[str, Any]) -> dict[str, Coverage]:
    """Sum up the per-file part of coverage's JSON report by package, in the order of `MEASURED`."""
    found = {}
    for package in MEASURED:
        parts = [file["summary"] for path, file in files.items() if path.startswith(f"referee/{package}/")]
        names = ("num_statements", "missing_lines", "num_branches", "missing_branches")
        lines, missed_lines, branches, missed_branches = (
            sum([part[name] for part in parts]) for name in names
        )
        if lines:
            missed = (missed_lines + missed_branches) / (lines + branches)
            found[package] = Coverage(lines, missed_lines, branches, missed_branches, 100 * (1 - missed))
    return found


def newest_image() -> Path | None:
    """Return the image of the protos of the newest release, or None before the first one."""
    return max((ROOT / RELEASED).glob("*.binpb"), key=lambda path: version_order(path.stem), default=None)


def version_order(version: str) -> tuple[int, ...]:
    """Return a version as numbers, which sort 0.10.0 after 0.9.0."""
    return tuple([int(part) for part in version.split(".")])


def release_protos() -> bool:
    """Write the image of the protos for the current version, and return whether that worked."""
    init = (ROOT / "referee/__init__.py").read_text()
    version = init.split('__version__ = "')[1].split('"')[0]
    image = ROOT / RELEASED / f"{version}.binpb"
    if image.exists():
        print(f"{RELEASED}/{image.name} exists, and what was released never changes: raise the version")
        return False
    image.parent.mkdir(exist_ok=True)
    # Without comments and positions, which nothing is compared with.
    if not call("buf", "build", "--exclude-source-info", "-o", str(image)):
        return False
    print(f"wrote {RELEASED}/{image.name}; commit it with the release")
    return True


def pip(python: Path, *arguments: str) -> None:
    """Run pip for a Python interpreter, in the repository."""
    command = [str(python), "-m", "pip", "-qq", "--disable-pip-version-check", *arguments]
    subprocess.run(command, cwd=ROOT, check=True)


def fingerprint() -> str:
    """Return the hash of the files that decide what `.venv` contains."""
    contents = [path.read_bytes() for path in (ROOT / "pyproject.toml", CONSTRAINTS)]
    return hashlib.sha256(b"\0".join(contents)).hexdigest()


def set_up() -> None:
    """Create `.venv` and install into it, unless it is up to date."""
    wanted = fingerprint()
    if PYTHON.exists() and STAMP.exists() and STAMP.read_text() == wanted:
        return
    print("setting up .venv (a minute or two the first time)", flush=True)
    if not PYTHON.exists():
        venv.create(VENV, with_pip=True, clear=True, symlinks=True)
    # Two commands, because pip cannot check the hash of a folder.
    pip(PYTHON, "install", "--require-hashes", "--requirement", str(CONSTRAINTS))
    pip(PYTHON, "install", "--no-deps", "--no-build-isolation", "--editable", ".")
    STAMP.write_text(wanted)


def refresh() -> None:
    """Pin the newest versions that pyproject.toml allows, with the hashes of all their files."""
    print("resolving the newest versions (some minutes)", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True, symlinks=True)
        python = Path(folder, "bin", "python")
        pins = Path(folder, "pins.txt")
        pip(python, "install", "pip-tools>=7.6,<8")
        command = [
            "compile",
            "--quiet",
            "--extra=dev",
            "--extra=metrics",
            "--generate-hashes",
            "--allow-unsafe",
            "--strip-extras",
        ]
        command += ["--no-header", "--no-annotate", f"--output-file={pins}", "pyproject.toml"]
        subprocess.run([str(python), "-m", "piptools", *command], cwd=ROOT, check=True)
        CONSTRAINTS.write_text(PINS_HEADER + only_pins(pins.read_text()))


def only_pins(text: str) -> str:
    """Drop comments and options from a requirements file: they may name a package index of one machine."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(("#", "-"))]
    return "".join([f"{line}\n" for line in lines])


def run_step(step: Step, options: Options) -> Result:
    """Run a step, and print its result."""
    print(f"\n== {step.name}: {step.about}", flush=True)
    began = time.monotonic()
    passed = step.run(options)
    result = Result(passed, time.monotonic() - began)
    print(f"-- {step.name}: {result} ({result.seconds:.1f} s)", flush=True)
    return result


class RunningStep:
    """A step in a process of its own, which prints everything at its end."""

    def __init__(self, step: Step, options: Options) -> None:
        self._result, sending = multiprocessing.Pipe(duplex=False)
        sys.stdout.flush()
        self._process = multiprocessing.get_context("fork").Process(
            target=self._run, args=(step, options, sending), daemon=True
        )
        self._process.start()
        sending.close()

    @staticmethod
    def _run(step: Step, options: Options, sending: Connection) -> None:
        terminal = os.dup(1)
        with tempfile.TemporaryFile("w+") as printed:
            printed.reconfigure(line_buffering=True)
            # What the tools print goes there too.
            os.dup2(printed.fileno(), 1)
            os.dup2(printed.fileno(), 2)
            try:
                with contextlib.redirect_stdout(printed):
                    sending.send(run_step(step, options))
            finally:
                os.dup2(terminal, 1)
                os.dup2(terminal, 2)
                printed.seek(0)
                os.write(terminal, printed.read().encode())

    def result(self) -> Result:
        """Wait for the end of the step."""
        try:
            result: Result = self._result.recv()
            return result
        except EOFError:
            return Result(passed=False, seconds=0)
        finally:
            self._process.join()


def run_steps(steps: list[Step], options: Options) -> bool:
    """Run all steps, print a summary, and return whether all of them passed.

    They begin in order. The last one takes longest, and those that may run alongside it do.
    """
    begun = [
        RunningStep(step, options) if step.alongside and step != steps[-1] else run_step(step, options)
        for step in steps
    ]
    results = [one.result() if isinstance(one, RunningStep) else one for one in begun]
    failed = [step.name for step, result in zip(steps, results, strict=True) if not result.passed]
    print(f"\n{'check':<10}{'result':<10}{'seconds':>8}")
    for step, result in zip(steps, results, strict=True):
        print(f"{step.name:<10}{result!s:<10}{result.seconds:>8.1f}")
    print(f"\nFAILED: {', '.join(failed)}" if failed else "\nall checks passed")
    return not failed


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Parse the command line, and return it with the arguments after `--`, which are for pytest."""
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser(
        prog="python3 -m tests",
        description="Check everything: format, lint, types, import contracts, protos, tests, coverage.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--fix", action="store_true", help="format and fix instead of only reporting")
    names = [step.name for step in STEPS]
    parser.add_argument("--only", action="append", choices=names, help="run this check only; may be repeated")
    parser.add_argument("--refresh", action="store_true", help="write constraints.txt, and check nothing")
    parser.add_argument(
        "--release-protos", action="store_true", help=f"write {RELEASED}/VERSION.binpb, and check nothing"
    )
    return parser.parse_args(arguments[:cut]), arguments[cut + 1 :]


def selected(only: list[str] | None, pytest_args: list[str]) -> list[Step]:
    """Return the steps to run: those named, only the tests if pytest was given arguments, or all."""
    names = only or (["tests"] if pytest_args else [step.name for step in STEPS])
    return [step for step in STEPS if step.name in names]


def settle_environment(*, is_terminal: bool) -> None:
    """Give the tools an environment that does not depend on who calls."""
    if not is_terminal:
        os.environ.pop("FORCE_COLOR", None)
        os.environ["NO_COLOR"] = "1"
    # Hundreds of processes start here, and each would spend most of its time compiling the same modules.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # A shell starts background jobs with SIGINT ignored, and every process of a test would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def main() -> int:
    """Set up and run the checks. Return 0 if all passed, 1 if one failed, 2 if the set-up failed."""
    if sys.version_info < OLDEST:
        print(
            "The referee needs Python 3.11 or newer; run this command with such a version.", file=sys.stderr
        )
        return 2
    chosen, pytest_args = parse(sys.argv[1:])
    settle_environment(is_terminal=sys.stdout.isatty())
    if chosen.refresh and sys.version_info[:2] != OLDEST:
        print("Refresh with Python 3.11, the oldest supported version.", file=sys.stderr)
        return 2
    try:
        if chosen.refresh:
            refresh()
            return 0
        set_up()
    except subprocess.CalledProcessError as problem:
        print(f"could not install: {problem}\n{SET_UP_ADVICE}", file=sys.stderr)
        return 2
    if chosen.release_protos:
        return 0 if release_protos() else 1
    try:
        return 0 if run_steps(selected(chosen.only, pytest_args), Options(chosen.fix, pytest_args)) else 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
