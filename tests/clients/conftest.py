"""What tests of clients may ask for: the bot in Node, installed once."""

from pathlib import Path

import pytest

from tests.clients.node import install


@pytest.fixture(scope="session")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the path of the bot in Node, installed apart from the repository."""
    return install(tmp_path_factory.mktemp("bot"))
