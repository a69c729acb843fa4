"""API keys: the file that holds them, the log of changes, and what a running server accepts."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from referee.server.api_keys import (
    ACCESS_FILE,
    ACCESS_LOG,
    ApiKeys,
    BadAccessFile,
    KeyQuotas,
    KeyRefused,
    KeyRegister,
    NoSuchApiKey,
)

DAY = 24 * 60 * 60 * 1000


class Time:
    """A clock set by hand: seconds for the server, milliseconds for the records."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def monotonic(self) -> float:
        return self.seconds

    def now_ms(self) -> int:
        return int(self.seconds * 1000)


class Server:
    """The keys of a data directory, as a running server sees them a second later."""

    def __init__(self, folder: Path) -> None:
        self.time = Time()
        self.register = KeyRegister(folder, now=self.time.now_ms)
        self.warnings: list[str] = []
        self._keys = ApiKeys(
            folder, warn=self.warnings.append, clock=self.time.monotonic, now=self.time.now_ms
        )

    def accepts(self, text: str, *, later: float = 1.0) -> bool:
        self.time.seconds += later
        try:
            return self._keys.verify(text) is not None
        except KeyRefused:
            return False

    def finds(self, key_id: str) -> bool:
        return self._keys.find(key_id) is not None


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path / "data")


def test_an_issued_key_is_accepted_and_its_secret_is_stored_nowhere(server: Server, tmp_path: Path) -> None:
    issued = server.register.issue("organiser", "Spring league", by="ada", quotas=KeyQuotas(matches=7))
    assert re.fullmatch(r"referee_k[a-z0-9]{5}_[0-9a-f]{64}", issued.text)
    assert server.accepts(issued.text)
    (key,) = server.register.keys()
    assert (key.id, key.role, key.name, key.quotas) == (
        issued.key.id,
        "organiser",
        "Spring league",
        KeyQuotas(matches=7),
    )
    secret = issued.text.rpartition("_")[2]
    for path in (tmp_path / "data").iterdir():
        assert secret not in path.read_text()
        assert path.stat().st_mode & 0o077 == 0


def test_every_failure_is_the_same(server: Server) -> None:
    """One text for every reason, so that it does not tell which ids exist or which part is wrong."""
    good, other = [server.register.issue("organiser", name, by="ada") for name in ("one", "two")]
    expired = server.register.issue("organiser", "three", by="ada", expires=server.time.now_ms() + 1)
    server.register.revoke(other.key.id, "lost", by="ada")
    server.time.seconds += 10
    wrong = f"referee_{good.key.id}_{'0' * 64}"
    unknown = f"referee_kzzzzz_{good.text.rpartition('_')[2]}"
    texts = set()
    for text in ("", "nonsense", good.text + "0", good.text.upper(), "ä" * 79, wrong, unknown, other.text,
                 expired.text, f"{good.text}\n"):  # fmt: skip
        with pytest.raises(KeyRefused) as refused:
            server._keys.verify(text)
        texts.add(str(refused.value))
    assert texts == {"The API key is not valid."}
    assert server.accepts(good.text)


def test_rotating_replaces_the_secret_and_keeps_the_rest(server: Server) -> None:
    first = server.register.issue("operator", "night shift", by="ada", expires=server.time.now_ms() + DAY)
    server.time.seconds += 5
    second = server.register.rotate(first.key.id, by="ada")
    assert not server.accepts(first.text)
    assert server.accepts(second.text)
    assert second.key == msgspec.structs.replace(
        first.key, hash=second.key.hash, rotated=first.key.created + 5000
    )


def test_a_revoked_key_is_refused_within_a_second_and_for_ever(server: Server) -> None:
    issued = server.register.issue("judge", "Grace", by="ada")
    assert server.accepts(issued.text)
    assert server.finds(issued.key.id)
    server.register.revoke(issued.key.id, "left the club", by="ada")
    assert server.accepts(issued.text, later=0.5)
    assert not server.accepts(issued.text, later=0.5)
    assert not server.finds(issued.key.id)
    with pytest.raises(BadAccessFile, match="already revoked"):
        server.register.revoke(issued.key.id, "again", by="ada")
    with pytest.raises(BadAccessFile, match="is revoked; issue a new one"):
        server.register.rotate(issued.key.id, by="ada")


def test_a_key_expires(server: Server) -> None:
    issued = server.register.issue("organiser", "weekend", by="ada", expires=server.time.now_ms() + DAY)
    assert server.accepts(issued.text)
    assert issued.key.state(issued.key.expires - 1) == "valid"
    assert not server.accepts(issued.text, later=DAY / 1000)


def test_every_change_is_on_record(server: Server, tmp_path: Path) -> None:
    issued = server.register.issue("organiser", "Spring league", by="ada")
    server.register.rotate(issued.key.id, by="grace")
    server.register.revoke(issued.key.id, "lost", by="ada")
    found = [(change.what, change.key, change.by, change.reason) for change in server.register.log()]
    key = issued.key.id
    assert found == [
        ("issued", key, "ada", ""),
        ("rotated", key, "grace", ""),
        ("revoked", key, "ada", "lost"),
    ]
    (tmp_path / "data" / ACCESS_LOG).write_text("nonsense\n")
    with pytest.raises(BadAccessFile, match="has a line that is not a change of a key"):
        server.register.log()


def spoil_json(path: Path) -> None:
    path.write_text('{"version": 1, "keys": [')


def spoil_version(path: Path) -> None:
    path.write_text('{"version": 9, "keys": []}')


def spoil_hash(path: Path) -> None:
    path.write_text(re.sub(r'"hash": "[0-9a-f]+"', '"hash": "abc"', path.read_text()))


def spoil_field(path: Path) -> None:
    path.write_text(path.read_text().replace('"role"', '"rule"'))


def spoil_role(path: Path) -> None:
    path.write_text(path.read_text().replace('"organiser"', '"emperor"'))


def spoil_ids(path: Path) -> None:
    content = msgspec.json.decode(path.read_bytes())
    path.write_bytes(msgspec.json.encode({**content, "keys": content["keys"] * 2}))


def spoil_mode(path: Path) -> None:
    path.chmod(0o640)


def remove(path: Path) -> None:
    path.unlink()


def replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir(mode=0o700)


SPOILED: list[tuple[Callable[[Path], None], str]] = [
    (spoil_json, "is damaged: it is not the JSON"),
    (spoil_version, "was written by another version"),
    (spoil_hash, "is damaged: it has a malformed key"),
    (spoil_field, "is damaged: it is not the JSON"),
    (spoil_role, "is damaged: it is not the JSON"),
    (spoil_ids, "is damaged: it has an id twice"),
    (spoil_mode, "can be read by other users; make it private: chmod 600"),
    (remove, "cannot read"),
    (replace_by_folder, "cannot read"),
]


@pytest.mark.parametrize(("spoil", "told"), SPOILED)
def test_a_bad_file_leaves_the_last_good_keys_in_force(
    spoil: Callable[[Path], None], told: str, server: Server
) -> None:
    """The reason is logged once, in one sentence, without anything from the file."""
    issued = server.register.issue("organiser", "Spring league", by="ada")
    assert server.accepts(issued.text)
    spoil(server.register.path)
    assert [server.accepts(issued.text) for _ in range(3)] == [True] * 3
    (warning,) = server.warnings
    assert told in warning
    assert "\n" not in warning
    assert issued.key.hash not in warning


def test_a_corrected_file_is_read_again(server: Server) -> None:
    """Permissions count: correcting them changes neither the content nor the time of the file."""
    server.register.issue("organiser", "one", by="ada")
    os.chmod(server.register.path, 0o644)
    assert not server.accepts("nothing")
    os.chmod(server.register.path, 0o600)
    issued = server.register.issue("organiser", "two", by="ada")
    assert server.accepts(issued.text)
    os.chmod(server.register.path, 0o644)
    with pytest.raises(BadAccessFile, match="chmod 600"):
        server.register.rotate(issued.key.id, by="ada")
    assert len(server.register.log()) == 2


def test_a_server_without_keys_accepts_none(tmp_path: Path) -> None:
    server = Server(tmp_path)
    assert not server.accepts("referee_k23456_" + "0" * 64)
    assert server.warnings == []
    assert server.register.keys() == ()
    assert server.register.log() == []
    assert not (tmp_path / ACCESS_FILE).exists()
    with pytest.raises(KeyRefused):
        ApiKeys(None).verify("")


@pytest.mark.parametrize("name", ["", " ", " ada", "a\nb", "x" * 65, "\x1b[2J"])
def test_a_bad_name_is_refused(name: str, server: Server) -> None:
    with pytest.raises(ValueError, match="a name is printable text"):
        server.register.issue("organiser", name, by="ada")
    assert not server.register.path.exists()


def test_bad_quotas_dates_reasons_and_ids_are_refused(server: Server) -> None:
    register = server.register
    for number in (-1, 1_000_001):
        with pytest.raises(ValueError, match="a quota is between 0"):
            register.issue("organiser", "ada", by="ada", quotas=KeyQuotas(streams=number))
    with pytest.raises(ValueError, match="in the past"):
        register.issue("organiser", "ada", by="ada", expires=server.time.now_ms())
    with pytest.raises(NoSuchApiKey, match="there is no key 'k23456'"):
        register.rotate("k23456", by="ada")
    for reason in ("", " ", "\x07", "x" * 201):
        with pytest.raises(ValueError, match="a reason is printable text"):
            register.revoke("k23456", reason, by="ada")
    assert register.log() == []
