"""Why a referee cannot be reached: one case each, and what to do about it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from referee.log.memory import MemoryStore
from referee.wire.grpc_server import Tls, serving
from referee_client import unreachable
from referee_client.unreachable import advice_for
from tests.wire.certificates import Authority


@pytest.fixture(scope="module")
def authorities(tmp_path_factory: pytest.TempPathFactory) -> tuple[Authority, Authority]:
    """The authority of the server, and another one."""
    folder: Path = tmp_path_factory.mktemp("authorities")
    return Authority(folder, "authority"), Authority(folder, "other")


@contextmanager
def silent_program() -> Iterator[str]:
    """Listen, and never answer."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield f"127.0.0.1:{listening.getsockname()[1]}"


def advice(address: str, *, ca_file: Path | None = None, tls: bool = True, mine: bool = False) -> str:
    return advice_for(address, uses_tls=tls, ca_file=ca_file, has_certificate=mine)


async def in_thread(address: str, **options: Any) -> str:
    """Ask while the server in this loop can answer."""
    return await asyncio.to_thread(advice, address, **options)


def test_nobody_is_there() -> None:
    for address in ("127.0.0.1:1", "127.0.0.1:99999", "unix:nothing"):
        assert advice(address, tls=False) == unreachable.NOT_RUNNING
    assert advice("no.such.host.invalid:8600") == "there is no host 'no.such.host.invalid'"


def test_another_program_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unreachable, "SECONDS_TO_PROBE", 0.1)
    with silent_program() as address:
        assert advice(address, tls=False) == unreachable.NO_ANSWER
        assert advice(address) == unreachable.NO_ANSWER


async def test_one_side_uses_tls_and_the_other_does_not(
    authorities: tuple[Authority, Authority], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unreachable, "SECONDS_TO_PROBE", 30.0)
    async with serving(MemoryStore()) as server:
        assert await in_thread(server.address) == unreachable.NO_TLS
    tls = Tls(*authorities[0].issue("server"), None)
    async with serving(MemoryStore(), tls=tls) as server:
        assert await in_thread(server.address, tls=False) == unreachable.USES_TLS


async def test_a_certificate_that_is_not_accepted(authorities: tuple[Authority, Authority]) -> None:
    ours, other = authorities
    tls = Tls(*ours.issue("server"), None)
    async with serving(MemoryStore(), tls=tls) as server:
        for ca_file in (None, other.file):
            said = await in_thread(server.address, ca_file=ca_file)
            assert said.startswith("its certificate is not accepted (")
            assert said.endswith("; trust its authority with --ca-file")
    # The certificate is issued for localhost and 127.0.0.1.
    async with serving(MemoryStore(), "127.0.0.2", tls=tls) as server:
        said = await in_thread(server.address, ca_file=ours.file)
        assert "not valid for '127.0.0.2'" in said
        assert "--ca-file" not in said


async def test_a_server_wants_a_certificate_too(authorities: tuple[Authority, Authority]) -> None:
    ours, _ = authorities
    tls = Tls(*ours.issue("server"), ours.file)
    async with serving(MemoryStore(), tls=tls) as server:
        assert await in_thread(server.address, ca_file=ours.file) == unreachable.NEEDS_CERTIFICATE
        said = await in_thread(server.address, ca_file=ours.file, mine=True)
        assert said == unreachable.REFUSES_CERTIFICATE
