"""The mutants that survive the tests of facts, feeds and audit checks are known, and each has a reason."""

from pathlib import Path

import pytest

from tests.tidy.mutation import Mutant, is_noticed, survivors, unexplained

EXPLAINED: dict[str, dict[tuple[str, str], str]] = {
    "referee.audit.checks._check_remedy": {
        (
            "case Stands() | Void(): pass",
            "",
        ): "Nothing is checked either way; the case tells the type checker.",
    },
    "referee.audit.checks._is_compact_object": {
        (
            'return report.startswith(b"{") and report == msgspec.json.format(report, indent=-1)',
            'return report.startswith(b"{") and report == msgspec.json.format(report, indent=-2)',
        ): "Every negative indent means no spaces.",
    },
    "referee.audit.checks.check_readings": {
        (
            'if snapshot.readings(edition, rulings) == snapshot.readings("", {}):',
            "if snapshot.readings(edition, rulings) == snapshot.readings(None, {}):",
        ): "Both stand for the edition of the match; the type checker rejects None.",
    },
    "referee.feeds.views.View.take": {
        (
            "if len(self._unfolded) > _MAX_UNFOLDED:",
            "if len(self._unfolded) >= _MAX_UNFOLDED:",
        ): "The frames are folded one frame sooner, and nothing else changes.",
    },
    "referee.kernel.facts.as_seen": {
        (
            "visibility = _visibilities.get(kind) or visibility_of(kind)",
            "visibility = _visibilities.get(None) or visibility_of(kind)",
        ): "The cache is missed, and the result is the same.",
    },
}
"""By function: what is replaced by what, and why no test can notice it."""


@pytest.mark.campaign
def test_every_surviving_mutant_is_explained(tmp_path: Path) -> None:
    found = survivors(tmp_path)
    assert not is_noticed(tmp_path, ""), "the tests fail without any mutant"
    assert list(unexplained(found, EXPLAINED)) == []


def test_an_unexplained_survivor_and_a_needless_explanation_are_reported() -> None:
    alive = Mutant("referee.feeds.views.xǁViewǁtake__mutmut_8", "if a > 64:", "if a >= 64:")
    words = Mutant("referee.audit.checks.x_check__mutmut_1", 'error("Not now")', 'error("not now")')
    name, change = "referee.feeds.views.View.take", ("if a > 64:", "if a >= 64:")
    assert list(unexplained([alive, words], {name: {change: "one frame sooner"}})) == []
    assert list(unexplained([alive], {})) == [f"{name} survives\n  - if a > 64:\n  + if a >= 64:"]
    assert list(unexplained([], {name: {change: ""}})) == [
        f"{name} no longer survives\n  - if a > 64:\n  + if a >= 64:"
    ]
