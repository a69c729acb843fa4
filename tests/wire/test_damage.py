"""Damage to the store, as clients and the operator see it: a status of its own, and a log line that names the match."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from referee.log.sqlite import SqliteStore
from referee.log.store import StoreDamaged
from referee.wire.grpc_server import serving
from referee.wire.statuses import DAMAGED, Code
from referee_api.v1 import referee_pb2 as api
from referee_client import RefereeError, aio

CHANGE = "UPDATE entries SET body = replace(body, 'abyss', 'abiss') WHERE seq = 0"


async def _created(store: SqliteStore) -> tuple[str, str]:
    """Create a match on a server that stops at once, and return its id and a token."""
    async with serving(store, grace=0) as server, aio.connect(server.address) as referee:
        created = await referee.create_match("abyss", 2)
        seat = await referee.join_seat(created.match.id)
        return created.match.id, seat.token


CALLS: dict[str, Callable[[aio.Client, str, str], Any]] = {
    "GetView": lambda referee, match, token: referee.get_view(match, token),
    "Verify": lambda referee, match, token: referee.verify(match, token),
    "GetReplay": lambda referee, match, token: referee.get_replay(match, token),
    "GetReceipt": lambda referee, match, token: referee.get_receipt(match, token),
    "JoinSeat": lambda referee, match, _: referee.join_seat(match),
}


@pytest.mark.parametrize("kind", ["an entry", "the file"])
async def test_a_damaged_match_is_named(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """DATA_LOSS, because trying again does not help; the message of SQLite itself names no match."""
    path = tmp_path / "referee.db"
    store = SqliteStore(path)
    match, token = await _created(store)
    store.close()
    if kind == "an entry":
        with sqlite3.connect(path) as database:
            assert database.execute(CHANGE).rowcount == 1
        database.close()
    else:

        def fail(*_: object) -> None:
            raise StoreDamaged(
                f"{path} is damaged (database disk image is malformed); restore it from a backup"
            )

        monkeypatch.setattr(SqliteStore, "seats", fail)
    store = SqliteStore(path)
    try:
        async with serving(store, grace=0) as server, aio.connect(server.address) as referee:
            for method, call in CALLS.items():
                with capture_logs() as logged, pytest.raises(RefereeError) as raised:
                    await call(referee, match, token)
                assert (raised.value.code, str(raised.value)) == (Code.DATA_LOSS, DAMAGED.text)
                _check_log(logged, method, match)
            for method, stream in (("Watch", referee.watch(match, token)),):
                with capture_logs() as logged, pytest.raises(RefereeError) as raised:
                    await anext(aiter(stream))
                assert raised.value.code is Code.DATA_LOSS
                _check_log(logged, method, match)
    finally:
        store.close()


def _check_log(logged: list[Any], method: str, match: str) -> None:
    faults = [line for line in logged if line["log_level"] == "error"]
    assert faults
    for line in faults:
        assert (line["match"], line["method"], line["kind"]) == (match, method, "StoreDamaged")
        assert "is damaged" in line["reason"]


async def test_a_damaged_match_on_a_play_stream_is_named(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    store = SqliteStore(path)
    match, token = await _created(store)
    store.close()
    with sqlite3.connect(path) as database:
        database.execute(CHANGE)
    database.close()
    store = SqliteStore(path)
    try:
        async with serving(store, grace=0) as server, aio.connect(server.address) as referee:
            with capture_logs() as logged:
                play = referee._stub.Play()
                await play.write(api.PlayRequest(attach=[api.Attach(handle=1, match_id=match, token=token)]))
                response = await play.read()
                play.cancel()
            (trouble,) = response.troubles
            assert trouble.status == DAMAGED.message()
            _check_log(logged, "Play", match)
    finally:
        store.close()
