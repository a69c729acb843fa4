"""Fixtures for tests of clients: the bot in Node, installed once."""

from pathlib import Path

import pytest

from tests.clients.node import install_bot, installed_once


@pytest.fixture(scope="session")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of the bot in Node, installed outside the repository."""
    return installed_once("bot", tmp_path_factory, install_bot) / "clients/node/bot.js"
