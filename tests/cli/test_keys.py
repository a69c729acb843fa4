"""`referee keys`: show, rotate, revoke and publish."""

from __future__ import annotations

import sys
from pathlib import Path
from subprocess import run

import pytest

from referee.cli.commands.serve import Settings
from referee.cli.data_dir import DEFAULT_DATA_DIR
from referee.proof.keys import FILE, KeyList, Keyring
from referee.proof.notes import PublicKey
from tests.cli.running import Ran, inside, referee


def command(folder: Path, *arguments: str) -> Ran:
    return inside("keys", *arguments, "--data-dir", str(folder))


def ids(folder: Path, *arguments: str) -> dict[str, str]:
    """Return the keys after a command, newest first, with their states."""
    ran = command(folder, *arguments, "--json")
    assert ran.code == 0, ran.err
    return {line["id"]: line["state"] for line in ran.lines}


def test_first_use_makes_a_key_and_later_uses_show_it(tmp_path: Path) -> None:
    """Keys: generated on first use."""
    first = command(tmp_path)
    assert (first.code, first.err) == (0, "")
    (line,) = command(tmp_path, "show", "--json").lines
    assert line.keys() == {"id", "name", "state", "since", "until", "key", "fingerprint"}
    assert (line["name"], line["state"], line["until"]) == ("referee", "active", None)
    assert line["key"] in first.out
    assert line["fingerprint"] == PublicKey.parse(line["key"]).digest.hex()
    assert line["fingerprint"] in first.out.replace(" ", "")
    assert command(tmp_path).out == first.out


def test_help_has_an_example_and_loads_no_cryptography() -> None:
    """`cryptography` is imported only when a key is used, which keeps `--help` fast."""
    ran = inside("keys", "--help")
    assert ran.code == 0
    assert "referee keys" in ran.out.partition("examples:")[2]
    code = (
        "import sys, referee.proof.keys, referee.proof.checkpoints, referee.cli.parser;"
        "print([name for name in sys.modules if name.startswith('cryptography')])"
    )
    done = run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_rotate_retires_the_key_and_makes_another(tmp_path: Path) -> None:
    """Keys: rotation."""
    (first,) = ids(tmp_path)
    told = command(tmp_path, "rotate")
    assert told.code == 0
    assert f"{first} is retired: what it signed stays valid, and its private half is deleted" in told.out
    second, *others = ids(tmp_path)
    assert others == [first]
    assert ids(tmp_path) == {second: "active", first: "retired"}
    assert list(ids(tmp_path, "rotate").values()) == ["active", "retired", "retired"]


def test_revoke_of_the_active_key_makes_another(tmp_path: Path) -> None:
    """Keys: a revoked key's signatures are invalid, and there is always an active key."""
    (first,) = ids(tmp_path)
    told = command(tmp_path, "revoke", first)
    assert told.code == 0
    assert f"key {first} is revoked" in told.out
    assert "needs the new one from a trusted source" in told.out
    assert list(ids(tmp_path).values()) == ["active", "revoked"]


def test_revoke_of_a_retired_key_leaves_the_active_one(tmp_path: Path) -> None:
    """Keys: revoking."""
    (first,) = ids(tmp_path)
    second, _ = ids(tmp_path, "rotate")
    assert ids(tmp_path, "revoke", first) == {second: "active", first: "revoked"}


def test_published_list_is_trusted_through_the_active_key(tmp_path: Path) -> None:
    """Keys: a key file the official publishes."""
    file = tmp_path / "keys.txt"
    assert command(tmp_path, "publish", "-o", str(file)).code == 0
    trusted = KeyList.parse(file.read_text())
    _, first = ids(tmp_path, "rotate")
    command(tmp_path, "rotate")
    ran = command(tmp_path, "publish")
    followed = KeyList.parse(ran.out, trusted)
    assert [listed.state for listed in followed.keys] == ["retired", "retired", "active"]
    assert followed.keys[0].key.id.hex() == first
    (line,) = command(tmp_path, "publish", "--output", str(file), "--json", "--force").lines
    assert line == {"published": ran.out, "file": str(file)}
    assert file.read_text() == ran.out
    assert command(tmp_path, "publish", "--json").lines == [{"published": ran.out, "file": None}]


def test_the_first_key_can_be_named(tmp_path: Path) -> None:
    """Keys: a name at first use, kept from then on."""
    (line,) = command(tmp_path, "--name", "club.example/table", "--json").lines
    assert line["name"] == "club.example/table"
    assert command(tmp_path, "--name", "club.example/table").code == 0
    assert {each["name"] for each in command(tmp_path, "rotate", "--json").lines} == {"club.example/table"}
    assert "cannot be changed" in command(tmp_path, "--name", "other").err


def test_the_data_directory_is_that_of_the_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--data-dir` as in `referee serve`: the option, else REFEREE_DATA_DIR, else the same default."""
    assert Settings().data_dir == DEFAULT_DATA_DIR
    monkeypatch.setenv("REFEREE_DATA_DIR", str(tmp_path / "env"))
    assert inside("keys").code == 0
    assert (tmp_path / "env/keys" / FILE).exists()
    monkeypatch.delenv("REFEREE_DATA_DIR")
    monkeypatch.chdir(tmp_path)
    assert inside("keys").code == 0
    assert (tmp_path / "referee-data/keys" / FILE).exists()


REFUSED = [
    (("revoke",), "revoke takes a key id: 8 hex digits"),
    (("revoke", "xyz"), "'xyz' is not a key id"),
    (("revoke", "12 34 56"), "'12 34 56' is not a key id"),
    (("revoke", "00000000"), "there is no key 00000000 in"),
    (("show", "00000000"), "only revoke takes a key id"),
    (("rotate", "-o", "file"), "only publish writes a file"),
    (
        ("publish", "-o", "no/such/folder/keys.txt"),
        "cannot write no/such/folder/keys.txt: there is no directory",
    ),
    (("show", "--name", "two words"), "'two words' is not a valid key name"),
    (("burn",), "unknown action 'burn' (choose from"),
]


@pytest.mark.parametrize(("arguments", "told"), REFUSED)
def test_a_refused_action_changes_nothing(arguments: tuple[str, ...], told: str, tmp_path: Path) -> None:
    """Exit code 2, and one line that says what to do."""
    before = Keyring(tmp_path / "keys").path.read_bytes()
    ran = command(tmp_path, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1 or arguments == ("burn",)
    assert (tmp_path / "keys" / FILE).read_bytes() == before


def test_revoking_twice_is_refused(tmp_path: Path) -> None:
    """The error names the day on which the key was revoked."""
    (first,) = ids(tmp_path)
    command(tmp_path, "revoke", first)
    ran = command(tmp_path, "revoke", first)
    assert ran.code == 2
    assert f"key {first} was already revoked on 2" in ran.err


@pytest.mark.parametrize("arguments", [("rotate",), ("revoke", "00000000")])
def test_a_mistyped_directory_gets_no_keys(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """Rotating and revoking need existing keys, and create none."""
    ran = command(tmp_path / "typo", *arguments)
    assert ran.code == 2
    assert "is it the right --data-dir?" in ran.err
    assert not (tmp_path / "typo").exists()


def test_a_damaged_keyring_gets_one_line(tmp_path: Path) -> None:
    """No traceback, and nothing of the private key."""
    ring = Keyring(tmp_path / "keys").path
    secret = ring.read_text().splitlines()[-2]
    ring.write_text(ring.read_text().replace("-----BEGIN PRIVATE KEY-----\n", ""))
    ran = referee("keys", "--data-dir", str(tmp_path))
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert "is damaged or not a keyring" in ran.err
    assert secret not in ran.err
