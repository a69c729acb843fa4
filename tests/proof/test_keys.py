"""Keys: created, rotated and revoked, kept in a private file, and published in a list that can be followed."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

import msgspec
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
    handover_text,
    split_notes,
)
from referee.proof.notes import (
    BadNote,
    PublicKey,
    SigningKey,
    UnknownSigner,
    open_note,
    sign_note,
)
from tests.proof.mutations import one_bit, one_bit_texts
from tests.proof.stolen_keys import (
    ACTIVE,
    FORGED,
    GOOD,
    HANDOVER,
    ONE,
    PUBLISHED,
    RETIRED,
    THREE,
    TWO,
    forgeries,
)

DAY = "2026-03-01"


def on(day: str) -> Callable[[], date]:
    return lambda: date.fromisoformat(day)


def ring(folder: Path, day: str = DAY) -> Keyring:
    return Keyring(folder / "keys", today=on(day))


def states(keyring: Keyring) -> list[str]:
    return [listed.state for listed in keyring.keys.keys]


def listing(*lines: ListedKey) -> KeyList:
    return KeyList(lines)


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


# Trusting a newer list.


def test_whoever_trusts_the_active_key_can_follow(tmp_path: Path) -> None:
    """The published list can be followed from every earlier one, through any number of rotations."""
    keyring = ring(tmp_path)
    lists = [KeyList.parse(keyring.published)]
    for change in ("rotate", "rotate", "revoke first", "rotate"):
        if change == "rotate":
            keyring.rotate()
        else:
            keyring.revoke(keyring.keys.keys[0].key.id)
            lists = lists[1:]
        for trusted in lists:
            assert KeyList.parse(keyring.published, trusted) == keyring.keys
        lists.append(KeyList.parse(keyring.published))
    assert states(keyring) == ["revoked", "retired", "retired", "active"]


CANNOT_FOLLOW = "not signed by the active key trusted so far, or by one that it handed over to"


@pytest.mark.parametrize("rotations", [0, 1, 2])
def test_whoever_trusts_a_revoked_key_cannot_follow(rotations: int, tmp_path: Path) -> None:
    """A thief could publish such a list as well, with a handover of the stolen key."""
    keyring = ring(tmp_path)
    trusted = keyring.keys
    for _ in range(rotations):
        keyring.rotate()
    keyring.revoke(trusted.active.key.id)
    with pytest.raises(BadNote, match=CANNOT_FOLLOW):
        KeyList.parse(keyring.published, trusted)
    assert KeyList.parse(keyring.published) == keyring.keys


@pytest.mark.parametrize("lines", FORGED.values(), ids=FORGED)
def test_a_stolen_retired_key_cannot_change_the_list(lines: tuple[ListedKey, ...]) -> None:
    for published in forgeries(lines):
        with pytest.raises(BadNote):
            KeyList.parse(published, GOOD)


def test_the_dates_of_a_retired_key_never_change() -> None:
    """Not even the active key can give it more days."""
    longer = listing(msgspec.structs.replace(RETIRED, until="2027-01-01"), ACTIVE)
    with pytest.raises(BadNote, match="is the list out of date"):
        KeyList.parse(f"{TWO.sign(longer.text())}\n{HANDOVER}", GOOD)


@pytest.mark.parametrize(
    ("time", "is_late"), [("2026-02-01T23:59:59.999", False), ("2026-02-02T00:00:00.000", True)]
)
def test_a_retired_key_counts_until_the_end_of_its_last_day(time: str, is_late: bool) -> None:
    at = int(datetime.fromisoformat(f"{time}+00:00").timestamp() * 1000)
    assert RETIRED.was_retired_before(at) == is_late
    assert not ACTIVE.was_retired_before(at)


def test_an_older_list_does_not_follow_a_newer_one(tmp_path: Path) -> None:
    """Nobody can restore a revoked key by showing an old list."""
    keyring = ring(tmp_path)
    keyring.rotate()
    old = keyring.published
    keyring.revoke(keyring.keys.keys[0].key.id)
    with pytest.raises(BadNote, match="was revoked and is now retired; is the list out of date"):
        KeyList.parse(old, keyring.keys)
    before = keyring.published
    keyring.rotate()
    with pytest.raises(BadNote, match="was retired and is now active; is the list out of date"):
        KeyList.parse(before, keyring.keys)
    with pytest.raises(BadNote, match="is missing from the list; is the list out of date"):
        KeyList.parse(signed(HEAD, ACTIVE.line, by=(TWO,)), GOOD)
    assert KeyList.parse(keyring.published, keyring.keys) == keyring.keys


def test_the_list_reads_as_its_docstring_says() -> None:
    """The published key file."""
    assert PUBLISHED.startswith(
        "referee keys 1\n"
        f"{ONE.public.text} retired 2026-01-01 2026-02-01\n"
        f"{TWO.public.text} active 2026-02-01\n"
        "\n— referee "
    )
    assert f"\n\nreferee handover 1\n{ONE.public.text}\n{TWO.public.text}\n\n— referee " in PUBLISHED
    assert KeyList.parse(PUBLISHED) == GOOD
    assert GOOD.active == ACTIVE
    assert GOOD.find(ONE.public.id) == RETIRED
    assert GOOD.find(THREE.public.id) is None


def signed(*lines: str, by: tuple[SigningKey, ...] = (TWO,)) -> str:
    return sign_note("".join(f"{line}\n" for line in lines), *by)


HEAD = "referee keys 1"
LIST = split_notes(PUBLISHED)[0]
REVOKED = ListedKey(ONE.public, "revoked", "2026-01-01", "2026-02-01")
REFUSED = {
    "another heading": signed("referee keys 2", RETIRED.line, ACTIVE.line),
    "no keys": signed(HEAD),
    "no active key": signed(HEAD, RETIRED.line, by=(ONE,)),
    "the active key first": signed(HEAD, ACTIVE.line, RETIRED.line),
    "two active keys": signed(HEAD, f"{ONE.public.text} active 2026-01-01", ACTIVE.line),
    "a key twice": signed(HEAD, RETIRED.line, RETIRED.line, ACTIVE.line),
    "another state": signed(HEAD, RETIRED.line.replace("retired", "resting"), ACTIVE.line),
    "a retired key without an end": signed(HEAD, f"{ONE.public.text} retired 2026-01-01", ACTIVE.line),
    "an active key with an end": signed(HEAD, RETIRED.line, f"{ACTIVE.line} 2026-03-01"),
    "a day there is not": signed(HEAD, RETIRED.line, ACTIVE.line.replace("2026-02-01", "2026-02-30")),
    "a day in another form": signed(HEAD, RETIRED.line, ACTIVE.line.replace("2026-02-01", "2026-W06-1")),
    "an end before the beginning": signed(HEAD, RETIRED.line.replace("02-01", "01-00"), ACTIVE.line),
    "an end a day before the beginning": signed(HEAD, RETIRED.line.replace("2026-02-01", "2025-12-31"), ACTIVE.line),
    "an empty line": signed(HEAD, RETIRED.line, "", ACTIVE.line),
    "two spaces": signed(HEAD, RETIRED.line.replace(" retired", "  retired"), ACTIVE.line),
    "a damaged key": signed(HEAD, RETIRED.line.replace("+A", "+B"), ACTIVE.line),
    "not signed by the active key": signed(HEAD, RETIRED.line, ACTIVE.line, by=(ONE,)),
    "signed by a retired key too": signed(HEAD, RETIRED.line, ACTIVE.line, by=(ONE, TWO)),
    "signed by a stranger too": signed(HEAD, RETIRED.line, ACTIVE.line, by=(TWO, THREE)),
    "signed by a stranger only": signed(HEAD, RETIRED.line, ACTIVE.line, by=(THREE,)),
    "signed by a revoked key too": signed(HEAD, REVOKED.line, ACTIVE.line, by=(ONE, TWO)),
    "a handover by a revoked key": f"{signed(HEAD, REVOKED.line, ACTIVE.line)}\n{HANDOVER}",
    "a handover by a stranger": f"{LIST}\n{THREE.sign(handover_text(ONE.public, TWO.public))}",
    "a handover by the new key": f"{LIST}\n{TWO.sign(handover_text(ONE.public, TWO.public))}",
    "a handover to a stranger": f"{LIST}\n{ONE.sign(handover_text(ONE.public, THREE.public))}",
    "a handover by the active key": f"{LIST}\n{TWO.sign(handover_text(TWO.public, THREE.public))}",
    "a handover of two": f"{LIST}\n{sign_note(handover_text(ONE.public, TWO.public), ONE, TWO)}",
    "a handover twice": f"{PUBLISHED}\n{HANDOVER}",
    "another note of a key": f"{LIST}\n{ONE.sign(GOOD.text())}",
    "a handover alone": HANDOVER,
    "the handover first": f"{HANDOVER}\n{LIST}",
    "no empty line between them": f"{LIST}{HANDOVER}",
    "two empty lines between them": f"{LIST}\n\n{HANDOVER}",
    "an empty line at the end": f"{PUBLISHED}\n",
    "no note": GOOD.text(),
    "empty": "",
}  # fmt: skip


@pytest.mark.parametrize("note", REFUSED.values(), ids=REFUSED)
def test_what_is_not_quite_a_list_is_refused(note: str) -> None:
    """The published key file, read strictly."""
    with pytest.raises(BadNote):
        KeyList.parse(note)


def test_a_list_that_changes_a_key_does_not_follow() -> None:
    """The dates and the bytes of a key never change."""
    changed = signed(HEAD, RETIRED.line.replace("2026-01-01", "2026-01-02"), ACTIVE.line)
    assert KeyList.parse(changed).active == ACTIVE
    with pytest.raises(BadNote, match="is the list out of date"):
        KeyList.parse(changed, GOOD)


@pytest.mark.parametrize(
    "step", [pytest.param(7, id="some"), pytest.param(1, id="many", marks=pytest.mark.campaign)]
)
def test_no_list_with_a_bit_changed_is_accepted(step: int) -> None:
    """A1, also in a handover, where the list itself is still valid."""
    assert open_note(LIST, [TWO.public]).text == GOOD.text()
    for changed in list(one_bit_texts(PUBLISHED))[::step]:
        with pytest.raises(BadNote):
            KeyList.parse(changed)


def test_a_reader_content_with_one_signature_is_caught() -> None:
    """Control: one valid line is enough for a note, so the other line could be changed unnoticed."""
    through = 0
    for changed in list(one_bit_texts(sign_note(GOOD.text(), ONE, TWO)))[::7]:
        try:
            open_note(changed, [ONE.public, TWO.public])
        except BadNote:
            continue
        through += 1
    assert through > 10


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
