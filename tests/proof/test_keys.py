"""Keys: created, rotated and revoked, kept in a private file, and published in a list that can be followed."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from referee.proof.keys import (
    FILE,
    BadKeyring,
    KeyList,
    Keyring,
    ListedKey,
    NoSuchKey,
    RevokedAlready,
    RevokedSigner,
)
from referee.proof.notes import (
    PublicKey,
    SigningKey,
    UnknownSigner,
)
from tests.proof.mutations import one_bit
from tests.proof.rings import DAY, listing, on, ring, states
from tests.proof.stolen_keys import (
    ONE,
    THREE,
)


def test_first_use_makes_a_private_file_with_one_active_key(tmp_path: Path) -> None:
    """Keys are generated on first use, and nobody else may read them."""
    keyring = ring(tmp_path)
    assert keyring.keys == listing(ListedKey(keyring.signer.public, "active", DAY))
    assert keyring.signer.public.name == "referee"
    assert stat.S_IMODE(keyring.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(keyring.path.parent.stat().st_mode) == 0o700
    assert {path.name for path in keyring.path.parent.iterdir()} == {FILE, "keyring.lock"}
    assert ring(tmp_path).signer.public == keyring.signer.public


def test_private_keys_are_what_other_programs_read(tmp_path: Path) -> None:
    """PKCS8 in PEM, after a text that PEM readers skip."""
    keyring = ring(tmp_path)
    assert SigningKey.from_pem("referee", keyring.path.read_bytes()).public == keyring.signer.public


def test_rotation_keeps_what_was_signed_good(tmp_path: Path) -> None:
    """The old key is retired, the new one signs, and both count."""
    keyring = ring(tmp_path)
    old = keyring.signer
    note = old.sign("before\n")
    new = ring(tmp_path, "2026-04-05").rotate()
    assert [listed.line for listed in keyring.keys.keys] == [
        f"{old.public.text} retired {DAY} 2026-04-05",
        f"{new.key.text} active 2026-04-05",
    ]
    assert keyring.signer.public == new.key != old.public
    assert keyring.keys.open(note).key == old.public
    assert keyring.keys.open(keyring.signer.sign("after\n"), alone=True).key == new.key


def test_nothing_a_revoked_key_signed_counts(tmp_path: Path) -> None:
    """Refused with a clear reason, and the private half is gone."""
    keyring = ring(tmp_path)
    bad = keyring.signer
    note = bad.sign("a verdict\n")
    revoked = keyring.revoke(bad.public.id)
    assert (revoked.key, revoked.state, revoked.until) == (bad.public, "revoked", DAY)
    assert states(keyring) == ["revoked", "active"]
    assert keyring.keys.revoked == (bad.public,)
    assert keyring.keys.usable == (keyring.signer.public,)
    with pytest.raises(
        RevokedSigner, match=rf"signed with referee\+{bad.public.id.hex()}, which was revoked on {DAY}"
    ):
        keyring.keys.open(note)
    assert bad.pem() not in keyring.path.read_bytes()
    with pytest.raises(UnknownSigner):
        keyring.keys.open(THREE.sign("a verdict\n"))


def test_revoking_a_retired_key_leaves_the_others_as_they_are(tmp_path: Path) -> None:
    """Any key can be revoked, not only the active one."""
    keyring = ring(tmp_path)
    first = keyring.signer.public
    second = keyring.rotate().key
    third = keyring.rotate().key
    keyring.revoke(second.id)
    assert states(keyring) == ["retired", "revoked", "active"]
    assert keyring.keys.usable == (first, third)
    assert keyring.signer.public == third


def test_refusals_name_the_key_and_write_nothing(tmp_path: Path) -> None:
    """A key that does not exist, one that is already revoked, and a malformed or different name."""
    keyring = ring(tmp_path)
    first = keyring.signer.public
    keyring.revoke(first.id)
    before = keyring.path.read_bytes()
    active = keyring.signer.public.id.hex()
    with pytest.raises(NoSuchKey, match=rf"no key 00000000 in .* \(choose from {first.id.hex()}, {active}"):
        keyring.revoke(bytes(4))
    with pytest.raises(RevokedAlready, match=rf"key {first.id.hex()} was already revoked on {DAY}"):
        keyring.revoke(first.id)
    with pytest.raises(BadKeyring, match="'a b' is not a valid key name"):
        Keyring(tmp_path / "keys", "a b")
    with pytest.raises(BadKeyring, match="are named referee; that cannot be changed"):
        Keyring(tmp_path / "keys", "umpire")
    assert keyring.path.read_bytes() == before


def test_a_clock_set_back_ends_no_key_before_it_began(tmp_path: Path) -> None:
    """A list that could not be read is never written."""
    ring(tmp_path, "2026-03-02")
    ring(tmp_path, "2026-03-01").rotate()
    assert [listed.until for listed in ring(tmp_path).keys.keys] == ["2026-03-02", ""]


def test_a_new_key_has_an_id_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids have four bytes, so two keys may share one; the second key is discarded."""
    keyring = ring(tmp_path)
    made = [keyring.signer, keyring.signer, THREE]
    monkeypatch.setattr(SigningKey, "generate", lambda _: made.pop(0))
    assert keyring.rotate().key == THREE.public
    assert made == []


def test_a_list_may_have_hundreds_of_keys(tmp_path: Path) -> None:
    """The list and every handover has one signature, so no note runs out of room, and the first list is followed."""
    keyring = ring(tmp_path)
    trusted = keyring.keys
    for _ in range(120):
        keyring.rotate()
    assert len(KeyList.parse(keyring.published, trusted).usable) == 121


def test_rotation_and_revocation_leave_one_private_key(tmp_path: Path) -> None:
    """A stolen keyring gives away only the active key."""
    keyring = ring(tmp_path)
    old = [keyring.signer]
    for _ in range(3):
        keyring.rotate()
        old.append(keyring.signer)
    keyring.revoke(old[1].public.id)
    data = keyring.path.read_bytes()
    assert data.count(b"BEGIN PRIVATE KEY") == 1
    assert [signer.pem() in data for signer in old] == [False, False, False, True]


# The file.


def test_what_another_process_changes_is_seen_at_once(tmp_path: Path) -> None:
    """A running service continues with the new key, never with one that was revoked."""
    service, command = ring(tmp_path), ring(tmp_path)
    for _ in range(3):
        command.revoke(service.signer.public.id)
        assert service.signer.public == command.signer.public


def test_the_file_is_read_only_when_it_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Signing a receipt does not read the file."""
    keyring = ring(tmp_path)
    signer = keyring.signer
    monkeypatch.setattr(Keyring, "_read", lambda _: pytest.fail("read again"))
    assert keyring.signer is signer


def damaged(folder: Path, change: Callable[[bytes], bytes]) -> Keyring:
    keyring = ring(folder)
    keyring.rotate()
    keyring.path.write_bytes(change(keyring.path.read_bytes()))
    return keyring


def elliptic() -> bytes:
    private = ec.generate_private_key(ec.SECP256R1())
    return private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


BEGIN = b"-----BEGIN PRIVATE KEY-----\n"
DAMAGES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda _: b"", "its list of keys is not valid"),
    "only a private key": (lambda _: ONE.pem(), "its list of keys is not valid"),
    "not text": (lambda _: b"\xff" * 99, "its list of keys is not valid"),
    "its list changed": (lambda data: data.replace(b"retired", b"revoked"), "its list of keys is not valid"),
    "cut off": (lambda data: data[:-5], "followed by exactly one private key"),
    "a private key gone": (lambda data: data[: data.rindex(BEGIN)], "followed by exactly one private key"),
    "a private key more": (lambda data: data + ONE.pem(), "followed by exactly one private key"),
    "something after it": (lambda data: data + b"\n", "followed by exactly one private key"),
    "another private key": (
        lambda data: data[: data.rindex(BEGIN)] + ONE.pem(),
        "does not match its public key",
    ),
    "a key of another kind": (lambda data: data[: data.rindex(BEGIN)] + elliptic(), "not an Ed25519 key"),
    "a key that is none": (
        lambda data: data[: data.rindex(BEGIN)] + BEGIN + b"AAAA\n-----END PRIVATE KEY-----\n",
        "not an unencrypted private key in PEM",
    ),
}


@pytest.mark.parametrize(("change", "told"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_or_foreign_file_is_told_in_one_line(
    change: Callable[[bytes], bytes], told: str, tmp_path: Path
) -> None:
    """No key is created in its place, and nothing is written."""
    keyring = damaged(tmp_path, change)
    before = keyring.path.read_bytes()
    for use in (lambda: keyring.signer, keyring.rotate, lambda: ring(tmp_path).keys):
        with pytest.raises(BadKeyring, match=told) as problem:
            use()
        assert "\n" not in str(problem.value)
        assert str(keyring.path) in str(problem.value)
    assert keyring.path.read_bytes() == before


def complaint(folder: Path, key: PublicKey) -> str:
    """Return the error for a keyring, or nothing if its active key is still this one."""
    try:
        assert ring(folder).signer.public == key
    except BadKeyring as problem:
        return str(problem)
    return ""


def test_no_damage_is_told_with_a_word_of_the_private_keys(tmp_path: Path) -> None:
    """Every changed bit of the file: either the keys are the same, or the error contains none of them."""
    keyring = ring(tmp_path)
    signer, data = keyring.signer, keyring.path.read_bytes()
    secret = data.decode().splitlines()[-2][22:]
    lines = data.splitlines(keepends=True)
    without_line = [b"".join(lines[:number] + lines[number + 1 :]) for number in range(len(lines))]
    for changed in [*list(one_bit(data))[::5], *without_line]:
        keyring.path.write_bytes(changed)
        told = complaint(tmp_path, signer.public)
        assert not any(secret[at : at + 8] in told for at in range(len(secret) - 8))


TROUBLES: dict[str, tuple[Callable[[Path], object], str]] = {
    "gone": (lambda path: path.unlink(), "cannot read"),
    "readable by others": (lambda path: path.chmod(0o644), "can be read by other users; make it private: chmod 600"),
    "damaged": (lambda path: path.write_bytes(b"?"), "is damaged or not a keyring"),
    "its directory gone": (lambda path: shutil.rmtree(path.parent), "cannot read"),
}  # fmt: skip


@pytest.mark.parametrize(("trouble", "told"), TROUBLES.values(), ids=TROUBLES)
def test_a_service_goes_on_with_the_keys_that_it_has(
    trouble: Callable[[Path], object], told: str, tmp_path: Path
) -> None:
    """The problem is reported in one line, once, and again only if it comes back; a repaired file is read at once."""
    reports: list[str] = []
    service = Keyring(tmp_path / "keys", today=on(DAY), report=reports.append)
    signer, published, data = service.signer, service.published, service.path.read_bytes()
    trouble(service.path)
    for _ in range(3):
        assert (service.signer, service.published, service.keys.active.key) == (
            signer,
            published,
            signer.public,
        )
    assert len(reports) == 1
    assert told in reports[0]
    assert "\n" not in reports[0]
    service.path.parent.mkdir(exist_ok=True)
    service.path.write_bytes(data)
    service.path.chmod(0o600)
    ring(tmp_path).rotate()
    assert service.signer.public == ring(tmp_path).signer.public != signer.public
    trouble(service.path)
    assert service.signer.public != signer.public
    assert len(reports) == 2


def test_a_service_does_not_start_without_keys(tmp_path: Path) -> None:
    """There is nothing to go on with."""
    ring(tmp_path).path.write_bytes(b"?")
    with pytest.raises(BadKeyring, match="is damaged"):
        Keyring(tmp_path / "keys", report=lambda _: None)


def test_a_file_others_can_read_is_not_used(tmp_path: Path) -> None:
    """The error says how to make it private."""
    keyring = ring(tmp_path)
    keyring.path.chmod(0o640)
    with pytest.raises(
        BadKeyring, match=rf"can be read by other users; make it private: chmod 600 {keyring.path}"
    ):
        ring(tmp_path)
    keyring.path.chmod(0o600)
    assert ring(tmp_path).signer.public == keyring.signer.public


def test_a_place_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    """A file in place of the directory, and a missing keyring."""
    (tmp_path / "keys").write_text("a file")
    with pytest.raises(BadKeyring, match=r"cannot .*keyring\.pem: "):
        ring(tmp_path)
    keyring = ring(tmp_path / "other")
    keyring.path.unlink()
    with pytest.raises(BadKeyring, match=r"cannot read .*: No such file"):
        _ = keyring.signer


def test_a_failing_disk_leaves_the_old_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is replaced as a whole: after an error at the sync or at the rename, everything is as before."""
    keyring = ring(tmp_path)
    before = keyring.path.read_bytes()
    for name in ("fsync", "replace"):

        def fail(*_: object) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(os, name, fail)
            with pytest.raises(BadKeyring, match=r"cannot write .*: No space left on device"):
                keyring.rotate()
        assert keyring.path.read_bytes() == before
        assert {path.name for path in keyring.path.parent.iterdir()} == {FILE, "keyring.lock"}


def test_the_new_file_is_synced_before_it_takes_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a power cut it is the old file or the new one: file synced, renamed, directory synced."""
    keyring = ring(tmp_path)
    seen = []
    sync, replace = os.fsync, os.replace

    def note_sync(file: int) -> None:
        seen.append("folder synced" if stat.S_ISDIR(os.fstat(file).st_mode) else "file synced")
        sync(file)

    def note_replace(old: str, new: str) -> None:
        seen.append("renamed")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(os, "replace", note_replace)
    keyring.rotate()
    assert seen == ["file synced", "renamed", "folder synced"]
