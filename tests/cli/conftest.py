"""A server with TLS that the tests of commands share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.clients.servers import referee_process
from tests.wire.certificates import Authority


class TlsServer(NamedTuple):
    """A server with TLS on which everyone may create matches."""

    address: str
    ca_file: str

    @property
    def options(self) -> tuple[str, ...]:
        """How a command with `--server` reaches it."""
        return ("--server", self.address, "--ca-file", self.ca_file)


@pytest.fixture(scope="session")
def tls_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TlsServer]:
    folder: Path = tmp_path_factory.mktemp("tls")
    authority = Authority(folder, "authority")
    certificate, key = authority.issue("server")
    with referee_process(folder / "data", 0, "--tls-cert", str(certificate), "--tls-key", str(key)) as (
        _,
        address,
    ):
        yield TlsServer(address, str(authority.file))
