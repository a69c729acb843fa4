"""A server that requires certificates of its clients: with a right one, a foreign one, and none."""

from __future__ import annotations

from pathlib import Path

import pytest

import referee_client.aio as sdk
from referee.log.memory import MemoryStore
from referee.wire.grpc_server import CannotListen, Tls, serving
from referee_client import Unreachable
from tests.cli.running import inside
from tests.wire.certificates import Authority


class Folder:
    """A server's certificate, and the certificates of two clients from different authorities."""

    def __init__(self, path: Path) -> None:
        self.authority = Authority(path, "authority")
        foreign = Authority(path, "foreign")
        self.tls = Tls(*self.authority.issue("server"), self.authority.file)
        self.client = self.authority.issue("client")
        self.stranger = foreign.issue("stranger")


async def lists_games(port: int, folder: Folder, files: tuple[Path, Path] | None) -> bool:
    """Return whether a client with this certificate and key is served."""
    certificate, key = files or (None, None)
    try:
        async with sdk.Client(
            f"localhost:{port}", ca_file=folder.authority.file, client_certificate=certificate, client_key=key
        ) as client:
            return bool(await client.list_games())
    except Unreachable:
        return False


async def test_only_clients_of_the_authority_are_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Folder(tmp_path)
    async with serving(MemoryStore(), tls=folder.tls) as server:
        assert await lists_games(server.port, folder, folder.client)
        monkeypatch.setattr(sdk, "SECONDS_TO_CONNECT", 1.0)
        assert not await lists_games(server.port, folder, folder.stranger)
        assert not await lists_games(server.port, folder, None)
    # Control: without the option the same clients are served.
    monkeypatch.undo()
    async with serving(MemoryStore(), tls=folder.tls._replace(client_ca=None)) as server:
        assert await lists_games(server.port, folder, None)
        assert await lists_games(server.port, folder, folder.stranger)


async def test_an_authority_that_cannot_be_used(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    garbage = tmp_path / "garbage.pem"
    garbage.write_text("no certificate")
    for path, told in (
        (tmp_path / "missing.pem", "cannot read"),
        (garbage, "is not a PEM certificate of an authority"),
        (folder.tls.key, "is not a PEM certificate of an authority"),
    ):
        with pytest.raises(CannotListen, match=told):
            async with serving(MemoryStore(), tls=folder.tls._replace(client_ca=path)):
                pass


async def test_a_certificate_and_its_key_go_together(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    for certificate, key in ((folder.client[0], None), (None, folder.client[1])):
        with pytest.raises(ValueError, match="go together"):
            sdk.Client("localhost:1", client_certificate=certificate, client_key=key)


def test_serve_needs_tls_for_client_certificates(tmp_path: Path) -> None:
    ran = inside("serve", "--tls-client-ca", str(tmp_path / "ca.pem"), "--data-dir", str(tmp_path / "data"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "referee serve: --tls-client-ca needs TLS; give --tls-cert and --tls-key too\n"
    assert not (tmp_path / "data").exists()
