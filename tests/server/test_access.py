"""Match ids and tokens: they cannot be guessed, and need no escaping anywhere."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from referee.server.access import is_token, new_match_id, new_salt, new_token


@pytest.mark.parametrize(("new", "length"), [(new_match_id, 32), (new_token, 64), (new_salt, 64)])
def test_a_name_is_random_and_can_stand_on_a_command_line(new: Callable[[], str], length: int) -> None:
    """A name that begins with a dash would be taken for an option."""
    found = [new() for _ in range(500)]
    assert len(set(found)) == 500
    assert all([re.fullmatch(f"[0-9a-f]{{{length}}}", name) for name in found])


def test_a_token_of_ours_is_one_that_a_client_could_bring() -> None:
    assert is_token(new_token())
