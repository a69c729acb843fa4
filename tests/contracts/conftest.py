"""Every contract is held against every game."""

import pytest

from tests.contracts.declarations import SUBJECTS, Declaration, declaration


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for a `subject` once for every game."""
    if "subject" in metafunc.fixturenames:
        metafunc.parametrize("subject", SUBJECTS, indirect=True)


@pytest.fixture
def subject(request: pytest.FixtureRequest) -> Declaration:
    """The game that is held to the contract."""
    return declaration(request.param)
