"""The event that the tests of these pages share."""

from pathlib import Path

import pytest

from tests.inspector.event_pages.shown_events import play


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an event that was played to its end. Nobody writes there."""
    folder = tmp_path_factory.mktemp("cup")
    play(folder)
    return folder
