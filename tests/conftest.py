"""Fixtures and hooks for every test: a seed that is printed when the test fails, and support for `async` tests."""

import gc
import inspect
import os
import shlex
import signal
from collections.abc import Generator

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

from tests.loop import HANGING_SECONDS, run_test

# The same examples on every machine, so that CI failures can be reproduced. No deadline, because timing varies.
settings.register_profile("referee", derandomize=True, database=None, deadline=None, print_blob=True)
settings.load_profile("referee")

COLLECT_AFTER = 20_000
"""Number of new objects after which garbage is collected. With Python's 700, it took a twentieth of all time."""


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> str:
    """Return the seed of a random test: its own node id, unless REFEREE_SEED is set."""
    return os.environ.get("REFEREE_SEED") or str(request.node.nodeid)


def pytest_configure() -> None:
    """Let signals end a process, as the tests expect: under `nohup`, and in the background of a shell, some do not."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for docstrings that run only in what is tested, not in the tests; that halves the time of collecting."""
    found = yield
    return [collector for collector in found if not isinstance(collector, DoctestModule)]


def pytest_collection_finish() -> None:
    """Keep the garbage collector away from the modules and the tests themselves, which stay until the end.

    They are most of the objects of a process: looking through them takes more than a second each time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run an `async` test on its own event loop. Only campaigns have no time limit."""
    if not inspect.iscoroutinefunction(pyfuncitem.function):
        return None
    arguments = {
        name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.function).parameters
    }
    is_campaign = pyfuncitem.get_closest_marker("campaign") is not None
    run_test(pyfuncitem.function(**arguments), None if is_campaign else HANGING_SECONDS)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report the seed of a failed test, and the command that reproduces the failure."""
    report = yield
    used = getattr(item, "funcargs", {}).get("seed")
    if report.failed and used is not None:
        command = f"REFEREE_SEED={shlex.quote(used)} python3 -m tests -- {shlex.quote(item.nodeid)}"
        report.sections.append(("seed", f"seed: {used}\nagain: {command}"))
    return report
