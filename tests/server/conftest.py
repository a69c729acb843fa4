"""What all tests of the server share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _a_server_that_is_never_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a slow machine from crediting time, which would move the deadlines that tests compare."""
    monkeypatch.setattr("referee.server.sessions.real_seconds", lambda: 0.0)
