"""Run every contract test against every game."""

import pytest

from tests.contracts.declarations import SUBJECTS, Declaration, declaration


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for a `subject` once for every game."""
    if "subject" in metafunc.fixturenames:
        metafunc.parametrize("subject", SUBJECTS, indirect=True)


@pytest.fixture
def subject(request: pytest.FixtureRequest) -> Declaration:
    """Return the declaration of the game under test."""
    return declaration(request.param)
