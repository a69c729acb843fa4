"""`referee event` with entrants that dial in: tokens, and what is refused before an arena listens."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.dial_in.running import dial_in_text
from tests.cli.running import Ran, inside


class Cup:
    """The file of an event with two entrants that dial in, and its data directory."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "cup.toml"
        self.file.write_text(dial_in_text(2, local=['bot = "random"']))
        self.data = folder / "data"

    def __call__(self, action: str, *arguments: str) -> Ran:
        return inside("event", action, str(self.file), *arguments, "--data-dir", str(self.data))


@pytest.fixture
def cup(tmp_path: Path) -> Cup:
    return Cup(tmp_path)


def test_tokens_are_printed_once_and_only_their_hashes_are_kept(cup: Cup) -> None:
    issued = cup("tokens", "--json").lines
    assert [each["entrant"] for each in issued] == ["D0", "D1"]
    assert len({each["token"] for each in issued}) == 2
    again = cup("tokens")
    assert (again.code, again.out) == (2, "")
    assert "every entrant that dials in has a token; name those that are to get a new one" in again.err
    new = cup("tokens", "D1").out
    token, name = new.split()
    assert name == "D1"
    assert token not in [each["token"] for each in issued]
    database = b"".join([file.read_bytes() for file in cup.data.rglob("referee.db*")])
    assert not [each for each in (token, *[each["token"] for each in issued]) if each.encode() in database]
    for wrong, message in (
        ("L0", "L0 does not dial in, so it needs no token"),
        ("D7", "there is no entrant 'D7'"),
    ):
        refused = cup("tokens", wrong)
        assert (refused.code, refused.out) == (2, "")
        assert message in refused.err


def test_what_an_arena_needs_before_it_listens(cup: Cup) -> None:
    at = ("--server", "localhost:1")
    assert (
        "entrants without a token: D0, D1; print their tokens with: referee event tokens"
        in cup("start", *at).err
    )
    cup("tokens")
    assert "entrant D0 dials in, so the event needs a server: give --server and --listen" in cup("start").err
    for arguments, message in (
        ((*at, "--tls-cert", "c.pem"), "--tls-cert and --tls-key go together"),
        (("--listen", "8700"), "give --server HOST:PORT"),
        (("--server", "nowhere"), "'nowhere' is not an address; write HOST:PORT"),
        ((*at, "--listen", "99999"), "there is no port 99999"),
    ):
        refused = cup("start", *arguments)
        assert (refused.code, refused.out) == (2, "")
        assert message in refused.err
    assert cup("status", "--json").lines[0]["matches"] == 0
