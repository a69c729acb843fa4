"""A pytest plugin for the check command: measure coverage only while tests of the measured packages run.

Tracing everything would take twice as long. pytest-cov starts to trace when a session begins. Here the measured
packages are imported at once, so that their definitions count, and tracing pauses until the first test that counts.
What a process does only once, such as filling a cache, may happen in a pause: test it with a fresh cache.
"""

from __future__ import annotations

from collections.abc import Generator
from importlib import import_module

import pytest
from coverage import Coverage

from tests.__main__ import MEASURED, ROOT, is_traced, traced_tests


class Tracing:
    """Switches the tracing of this process on and off."""

    def __init__(self, traced: Coverage) -> None:
        self._coverage = traced
        self._files = set(traced_tests())
        self._is_on = False

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Trace a test together with its fixtures, or do not."""
        self.trace_if_it_counts(item.nodeid)
        return (yield)

    def trace_if_it_counts(self, test: str) -> None:
        """Trace from here on if coverage is measured with the test; otherwise pause."""
        self.switch(is_on=test.partition("::")[0] in self._files and is_traced(test))

    def switch(self, *, is_on: bool) -> None:
        """Go on tracing, or pause."""
        if is_on != self._is_on:
            (self._coverage.start if is_on else self._coverage.stop)()
            self._is_on = is_on


def stop_all() -> Coverage | None:
    """Stop all tracing of this process, and return what collected the measurements.

    In a worker, pytest-cov starts twice, and what was started first goes on when the second is stopped.
    """
    last = Coverage.current()
    while (running := Coverage.current()) is not None:
        running.stop()
    return last


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Import what is measured while it is traced, and pause, in a process that runs tests."""
    distributes = session.config.getoption("dist") != "no"
    if distributes or Coverage.current() is None:
        return
    for package in MEASURED:
        for path in sorted((ROOT / "referee" / package).rglob("*.py")):
            import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    traced = stop_all()
    assert traced is not None
    session.config.pluginmanager.register(Tracing(traced))
