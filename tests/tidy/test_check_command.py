"""The check command runs on a bare Python, installs what is pinned, runs every step, and reports each result."""

import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import referee
import tests.__main__ as checks
from tests.tidy import tree
from tests.tracing import Tracing, stop_all

NO_OPTIONS = checks.Options(fix=False, pytest_args=[])


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
        def run(_: checks.Options) -> bool:
            ran.append(name)
            return outcome

        return checks.Step(name, "a step", run)

    assert not checks.run_steps([step("first", False), step("second", True)], NO_OPTIONS)
    assert ran == ["first", "second"]
    assert capfd.readouterr().out.endswith("FAILED: first\n")
    assert checks.run_steps([step("third", True)], NO_OPTIONS)
    assert capfd.readouterr().out.endswith("all checks passed\n")


def test_steps_that_only_read_run_alongside_the_last_one(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Each waits for the other, so one after the other they would never end."""
    os.mkfifo(tmp_path / "meeting")

    def waits(_: checks.Options) -> bool:
        sys.stdout.write((tmp_path / "meeting").read_text())
        subprocess.run(["echo", "and by a tool"], check=True)
        return False

    def comes(_: checks.Options) -> bool:
        (tmp_path / "meeting").write_text("what was written\n")
        return True

    def breaks(_: checks.Options) -> bool:
        raise OSError("no such tool")

    steps = [
        checks.Step("waits", "a step", waits, alongside=True),
        checks.Step("breaks", "a step", breaks, alongside=True),
        checks.Step("comes", "a step", comes),
    ]
    assert not checks.run_steps(steps, NO_OPTIONS)
    out, complaints = capfd.readouterr()
    assert "== waits: a step\nwhat was written\nand by a tool\n-- waits: FAILED" in out
    assert "OSError: no such tool" in out + complaints
    assert out.endswith("FAILED: waits, breaks\n")


def steps_for(*arguments: str) -> list[str]:
    chosen, pytest_args = checks.parse(list(arguments))
    return [step.name for step in checks.selected(chosen.only, pytest_args)]


def test_arguments_after_the_dashes_are_for_pytest_alone() -> None:
    assert steps_for("--", "-k", "hydra") == ["tests"]
    assert checks.parse(["--fix", "--", "-k", "hydra"])[1] == ["-k", "hydra"]


def test_everything_is_checked_unless_asked_otherwise() -> None:
    assert steps_for() == [step.name for step in checks.STEPS]
    assert steps_for("--only", "types", "--only", "format") == ["format", "types"]


def test_an_interrupt_reaches_the_tests_of_a_background_job() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        checks.settle_environment(is_terminal=True)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_processes_share_their_bytecode_whatever_the_environment_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("NO_COLOR", "")
    monkeypatch.setenv("FORCE_COLOR", "1")
    checks.settle_environment(is_terminal=True)
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ
    assert os.environ["FORCE_COLOR"] == "1"
    checks.settle_environment(is_terminal=False)
    assert "FORCE_COLOR" not in os.environ
    assert os.environ["NO_COLOR"] == "1"


# Pinned packages


def pins(text: str) -> dict[str, str]:
    """Return the pinned version of each package in a requirements file."""
    lines = [line.split() for line in text.splitlines() if "==" in line and not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in [line[0].split("==") for line in lines]}


def unpinned(lines: list[str], pinned: dict[str, str]) -> list[str]:
    """List the requirements that no pinned version satisfies."""
    found = [Requirement(line) for line in lines]
    return [
        str(requirement)
        for requirement in found
        if not requirement.specifier.contains(pinned.get(canonicalize_name(requirement.name), "0"))
    ]


@pytest.mark.parametrize("path", ["pyproject.toml", "clients/pyproject.toml"])
def test_every_requirement_is_met_by_a_pinned_version(path: str) -> None:
    settings: dict[str, Any] = tomllib.loads(tree.read(path))
    lines = [*settings["project"]["dependencies"], *settings["build-system"]["requires"]]
    for extra in settings["project"].get("optional-dependencies", {}).values():
        lines += extra
    assert unpinned(lines, pins(tree.read("constraints.txt"))) == []


def test_planted_requirement_without_a_pin_is_found() -> None:
    text = "rich==15.0.0 \\\n    --hash=sha256:ab\nTyping_Extensions==4.16.0\n"
    assert pins(text) == {"rich": "15.0.0", "typing-extensions": "4.16.0"}
    assert unpinned(["rich>=15", "rich>=16", "trio>=1", "typing-extensions"], pins(text)) == [
        "rich>=16",
        "trio>=1",
    ]


def test_options_of_one_machine_do_not_reach_the_pins() -> None:
    text = "--index-url https://a.b/simple\n\n# unsafe\nrich==15.0.0 \\\n    --hash=sha256:ab\n"
    assert checks.only_pins(text) == "rich==15.0.0 \\\n    --hash=sha256:ab\n"


@pytest.mark.parametrize("changed", ["pyproject.toml", "constraints.txt"])
def test_the_environment_is_set_up_again_when_its_files_change(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).write_text("one")
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    monkeypatch.setattr(checks, "CONSTRAINTS", tmp_path / "constraints.txt")
    before = checks.fingerprint()
    assert checks.fingerprint() == before
    (tmp_path / changed).write_text("two")
    assert checks.fingerprint() != before


# Coverage


def summary(lines: int, missed: int) -> dict[str, Any]:
    counts = {"num_statements": lines, "missing_lines": missed, "num_branches": 0, "missing_branches": 0}
    return {"summary": counts}


class Machine:
    """A machine with these programs, whose apt-get can install those packages."""

    def __init__(
        self, patch: pytest.MonkeyPatch, programs: str, packages: str, *, is_root: bool, is_ci: bool
    ) -> None:
        self.programs, self.packages = set(programs.split()), packages.split()
        self.ran: list[str] = []
        patch.setattr("shutil.which", lambda name: name if name in self.programs else None)
        patch.setattr("subprocess.run", self.run)
        patch.setattr("os.geteuid", lambda: 0 if is_root else 1000)
        patch.delenv("CI", raising=False)
        if is_ci:
            patch.setenv("CI", "true")

    def run(self, command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        self.ran.append(command[-1])
        if command[-1] in self.packages:
            self.programs.add(command[-1])
        return subprocess.CompletedProcess(command, int(command[-1] not in ("update", *self.packages)))


SHELL = "chromium-headless-shell"


@pytest.mark.parametrize(
    ("programs", "packages", "is_root", "is_ci", "ran", "says"),
    [
        ("chromium apt-get", f"chromium {SHELL}", True, False, [], ""),
        ("chromium apt-get", f"chromium {SHELL}", True, True, ["update", SHELL], "installing Chromium"),
        ("chromium apt-get", "chromium", True, True, ["update", SHELL], "installing Chromium"),
        (f"{SHELL} apt-get", f"chromium {SHELL}", True, True, [], ""),
        ("google-chrome", "", True, True, [], ""),
        ("apt-get", f"chromium {SHELL}", True, False, ["update", SHELL], "installing Chromium"),
        ("apt-get", "chromium", True, False, ["update", SHELL, "chromium"], "installing Chromium"),
        ("apt-get", "", True, True, ["update", SHELL, "chromium"], "NO BROWSER"),
        ("apt-get", "chromium", False, True, [], "NO BROWSER"),
        ("", "", True, True, [], "NO BROWSER"),
    ],
)
def test_a_browser_is_installed_where_that_is_allowed(
    programs: str,
    packages: str,
    is_root: bool,
    is_ci: bool,
    ran: list[str],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    machine = Machine(monkeypatch, programs, packages, is_root=is_root, is_ci=is_ci)
    checks.provide_browser()
    out = capsys.readouterr().out
    assert machine.ran == ran
    assert says in out if says else out == ""
    assert ("NO BROWSER" in out) == machine.programs.isdisjoint(checks.BROWSERS)


@pytest.mark.parametrize(
    ("compiled", "is_run"), [([], True), (["test_a"], True), (["test_a", "test_b"], False)]
)
def test_tests_are_compiled_once_unless_most_are(
    compiled: list[str], is_run: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "tests/__pycache__"
    cache.mkdir(parents=True)
    for name in ("test_a", "test_b", "test_c"):
        (tmp_path / f"tests/{name}.py").touch()
    for name in compiled:
        (cache / f"{name}.cpython-311-pytest-9.2.0.pyc").touch()
    ran: list[list[str]] = []
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    monkeypatch.setattr("subprocess.run", lambda command, **_: ran.append(command))
    checks.compile_tests()
    assert len(ran) == is_run


def test_coverage_is_summed_up_by_package() -> None:
    files = {
        "referee/kernel/a.py": summary(60, 3),
        "referee/kernel/b/c.py": summary(40, 7),
        "referee/wire/x.py": summary(5, 5),
    }
    assert list(checks.coverage_by_package(files)) == ["kernel"]
    assert checks.coverage_by_package(files)["kernel"] == pytest.approx((100, 10, 0, 0, 90.0))


@pytest.mark.parametrize(("missed", "passes"), [(0, True), (4, True), (5, False)])
def test_coverage_below_the_floor_fails(
    missed: int,
    passes: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert checks.FLOOR == 96
    files = {f"referee/{package}/a.py": summary(100, 0) for package in checks.MEASURED}
    files["referee/feeds/a.py"] = summary(100, missed)
    (tmp_path / "coverage").write_text(f"#!/bin/sh\necho '{json.dumps({'files': files})}'\n")
    (tmp_path / "coverage").chmod(0o755)
    monkeypatch.setattr(checks, "BIN", tmp_path)
    assert checks.report_coverage() is passes
    assert ("below 96 %: feeds;" in capsys.readouterr().out) is not passes


def test_every_measured_package_has_tests_of_its_own() -> None:
    for package in checks.MEASURED:
        assert (tree.ROOT / "referee" / package).is_dir()
        assert (tree.ROOT / "tests" / package).is_dir()


def test_untraced_tests_are_tests_of_measured_packages() -> None:
    traced = set(checks.traced_tests())
    assert traced.isdisjoint(checks.UNTRACED)
    folders = tuple([f"tests/{package}/" for package in checks.MEASURED])
    files = {path for path in checks.UNTRACED if "::" not in path}
    assert traced | files == {
        path for path in tree.written(".py", under=folders) if path.rpartition("/")[2].startswith("test_")
    }
    for path, _, test in [entry.partition("::") for entry in set(checks.UNTRACED) - files]:
        assert path in traced
        assert test in [function.name for function in tree.functions(tree.modules()[path])]


class NotedTracing(Coverage):
    """Notes when tracing starts and stops, and traces nothing."""

    def __init__(self) -> None:
        super().__init__(data_file=None)
        self.noted: list[str] = []

    def start(self) -> None:
        self.noted.append("start")

    def stop(self) -> None:
        self.noted.append("stop")


def test_only_tests_of_measured_packages_are_traced() -> None:
    noted = NotedTracing()
    switched = Tracing(noted)
    counts, other = f"{checks.traced_tests()[0]}::test_it[some]", "tests/tidy/test_check_command.py::test_it"
    long_file = next(path for path in checks.UNTRACED if "::" not in path)
    long_test = next(path for path in checks.UNTRACED if "::" in path)
    found = []
    for test in (other, other, counts, counts, f"{long_file}::test_it", counts, f"{long_test}[some]"):
        switched.trace_if_it_counts(test)
        found.append("".join(noted.noted[-1:]))
    assert found == ["", "", "start", "start", "stop", "start", "stop"]
    assert noted.noted == ["start", "stop", "start", "stop"], "it is switched only when something changes"


def test_nothing_is_traced_while_tracing_pauses() -> None:
    """A tracer that was started first would go on, and nothing but the time that tests take would show it."""
    before = sys.gettrace()
    first, second = Coverage(data_file=None), Coverage(data_file=None)
    first.start()
    second.start()
    assert stop_all() is second
    assert sys.gettrace() is None
    sys.settrace(before)


# The public API


PROMISE = """\
syntax = "proto3";
package card.v1;
message Card {
  // The name.
  string name = 1;
  uint32 number = 2;
}
"""
BREAKS = {
    "removed": PROMISE.replace("  uint32 number = 2;\n", ""),
    "renumbered": PROMISE.replace("= 2;", "= 3;"),
    "renamed": PROMISE.replace(" number ", " amount "),
    "another type": PROMISE.replace("uint32", "uint64"),
    "another label": PROMISE.replace("uint32", "repeated uint32"),
}
ADDITION = PROMISE.replace("}", "  bool hidden = 3;\n}").replace("The name", "The printed name")


class PlantedApi:
    """A repository with an API of one message, which the check command takes for its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in ("proto/card/v1", "referee"):
            (root / folder).mkdir(parents=True)
        (root / "buf.yaml").write_text(tree.read("buf.yaml"))
        self.set_version("0.1.0")
        self.write(PROMISE)

    def write(self, proto: str) -> None:
        (self.root / "proto/card/v1/card.proto").write_text(proto)

    def set_version(self, version: str) -> None:
        (self.root / "referee/__init__.py").write_text(f'__version__ = "{version}"\n')


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlantedApi:
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    monkeypatch.setattr(checks, "BIN", Path(sys.executable).parent)
    return PlantedApi(tmp_path)


def test_before_the_first_release_nothing_is_promised(
    planted: PlantedApi, capfd: pytest.CaptureFixture[str]
) -> None:
    planted.write(BREAKS["removed"])
    assert checks.check_api(NO_OPTIONS)
    assert "no release yet" in capfd.readouterr().out


def test_a_broken_promise_of_the_api_is_found(planted: PlantedApi) -> None:
    assert checks.release_protos()
    assert checks.check_api(NO_OPTIONS)
    passed = []
    for name, proto in BREAKS.items():
        planted.write(proto)
        if checks.check_api(NO_OPTIONS):
            passed.append(name)
    assert passed == []
    planted.write(ADDITION)
    assert checks.check_api(NO_OPTIONS)


def test_the_api_is_compared_with_the_newest_release(planted: PlantedApi) -> None:
    for version, name in [("0.9.0", "removed"), ("0.10.0", "renumbered")]:
        planted.set_version(version)
        planted.write(BREAKS[name])
        assert checks.release_protos()
        # Released once: it does not change any more.
        planted.write(PROMISE)
        assert not checks.release_protos()
    newest = checks.newest_image()
    assert newest is not None
    assert newest.name == "0.10.0.binpb"
    assert not checks.check_api(NO_OPTIONS)
    planted.write(BREAKS["renumbered"])
    assert checks.check_api(NO_OPTIONS)


def removed_field(proto: str) -> str:
    """Remove the first field that has a comment of one line."""
    return re.sub(r"  //[^\n]*\n  \w+ \w+ = \d+;\n", "", proto, count=1)


def renumbered_field(proto: str) -> str:
    return re.sub(r"(  \w+ \w+ = )\d+;", r"\g<1>777;", proto, count=1)


def retyped_field(proto: str) -> str:
    return proto.replace("  string ", "  bytes ", 1)


@pytest.fixture(scope="module")
def our_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository with a copy of our protos, released as they are."""
    root = tmp_path_factory.mktemp("copy")
    shutil.copytree(tree.ROOT / "proto", root / "proto", ignore=shutil.ignore_patterns("released"))
    shutil.copyfile(tree.ROOT / "buf.yaml", root / "buf.yaml")
    (root / "referee").mkdir()
    shutil.copyfile(tree.ROOT / "referee/__init__.py", root / "referee/__init__.py")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checks, "ROOT", root)
        patch.setattr(checks, "BIN", Path(sys.executable).parent)
        assert checks.release_protos()
        assert checks.check_api(NO_OPTIONS)
    return root


@pytest.mark.parametrize("plant", [removed_field, renumbered_field, retyped_field])
@pytest.mark.parametrize("name", ["referee", "disputes"])
def test_a_break_planted_in_a_copy_of_our_protos_is_found(
    plant: Callable[[str], str], name: str, our_copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "ROOT", our_copy)
    monkeypatch.setattr(checks, "BIN", Path(sys.executable).parent)
    path = our_copy / f"proto/referee/api/v1/{name}.proto"
    ours = path.read_text()
    path.write_text(plant(ours))
    try:
        assert not checks.check_api(NO_OPTIONS)
    finally:
        path.write_text(ours)


def test_released_images_are_of_released_versions() -> None:
    current = checks.version_order(referee.__version__)
    images = [path.stem for path in (tree.ROOT / checks.RELEASED).glob("*")]
    assert [image for image in images if checks.version_order(image) > current] == []
