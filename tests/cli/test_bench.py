"""`referee bench`: what it prints. The measurements themselves are replaced, because they take long."""

from __future__ import annotations

import msgspec
import pytest

from referee.bench import log, parts
from referee.bench.comparison import QUICK
from referee.bench.parts import PARTS, Figures, PartFailed
from referee.cli.commands import bench
from tests.cli.running import inside

FIGURES = {
    "log": {"log.entries_per_s": 9000.0, "log.ratio": 0.9},
    "command": {"command.help_ms": 90.0, "command.ratio": 8.5},
}


@pytest.fixture(autouse=True)
def _measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "measure_part", lambda part, effort, game: FIGURES.get(part, {}))


def test_the_table_has_all_figures_and_says_what_a_ratio_is() -> None:
    ran = inside("bench")
    assert ran.code == 1
    for part in FIGURES.values():
        assert all(key in ran.out for key in part)
    assert bench.RATIOS_EXPLAINED in ran.out
    assert ran.err == ""


def test_the_help_names_every_part() -> None:
    assert f"({', '.join(PARTS)})" in " ".join(inside("bench", "--help").out.split())


def test_quiet_shows_only_the_bars_that_are_missed() -> None:
    ran = inside("bench", "--quiet")
    assert ran.code == 1
    assert "command.ratio" in ran.out
    assert "log.ratio" not in ran.out
    assert "command.help_ms" not in ran.out
    met = inside("bench", "--quiet", "--only", "log")
    assert (met.code, met.out, met.err) == (0, "", "")
    assert msgspec.json.decode(inside("bench", "--quiet", "--only", "log", "--json").out) == FIGURES["log"]


@pytest.mark.parametrize("options", [(), ("--quiet",)])
def test_progress_is_shown_on_a_terminal_unless_quiet(
    monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    said: list[str] = []
    monkeypatch.setattr(bench, "print_progress", said.append)
    inside("bench", *options)
    count = len(PARTS)
    expected = [f"{number} of {count}, {part}: {PARTS[part]}" for number, part in enumerate(PARTS, 1)]
    assert said == ([] if options else expected)


def test_part_that_fails_is_reported_in_one_line_and_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def measure(part: str, *_: object) -> Figures:
        if part == "wire":
            raise PartFailed("a call ended with CANCELLED: CANCELLED", {"wire.ratio": 0.8})
        return {"log.ratio": 0.9} if part == "log" else {}

    monkeypatch.setattr(bench, "measure_part", measure)
    ran = inside("bench", "--json")
    assert ran.code == 1
    assert ran.err == "wire could not be measured to its end: a call ended with CANCELLED: CANCELLED\n"
    assert msgspec.json.decode(ran.out) == {"wire.ratio": 0.8, "log.ratio": 0.9}


def test_any_exception_of_a_part_becomes_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(effort: object) -> Figures:
        raise OSError("no space\nleft")

    monkeypatch.setattr(log, "measure", fail)
    with pytest.raises(PartFailed, match=r"^OSError: no space left$"):
        parts.measure_part("log", QUICK, "abyss")
