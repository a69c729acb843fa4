"""Fixtures for tests of clients: the bot in Node, installed once."""

from pathlib import Path

import pytest

from tests.clients.node import install


@pytest.fixture(scope="session")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of the bot in Node, installed outside the repository."""
    return install(tmp_path_factory.mktemp("bot"))
