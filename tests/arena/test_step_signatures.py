"""Steps of officials are signed one by one, and every forgery is found offline and named."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from referee.arena.event_bundle import write_event_bundle
from referee.arena.event_entries import (
    LoggedEntry,
    OfficialEntry,
    OfficialStep,
    PenaltyGiven,
    ResultDisputed,
    ResultUpheld,
    StepSignature,
    decode_entry,
    encode_entry,
)
from referee.arena.event_examination import examine_event
from referee.arena.event_record import EventLog, read_event
from referee.arena.official_steps import OfficialStepRefused, take_official_step
from referee.arena.step_signatures import sign_step
from referee.proof.keys import Keyring
from referee.proof.notes import SigningKey, to_base64
from tests.arena.events import event_text, opened, played_event

MATCH = "1.1.1.1"
ADA, BOB = [SigningKey.from_seed(name, name.encode() * 8) for name in ("ada1", "bob1")]
DISPUTED = ResultDisputed(by="E0", reason="the clock", match=MATCH)
UPHELD = ResultUpheld(by="Ada", reason="it was right", match=MATCH)
APPEAL = ResultUpheld(by="Bob", reason="it was", match=MATCH)
TEXT = event_text("random", "random", more="duplicate = false\n")


def take(log: EventLog, step: OfficialStep, key: SigningKey) -> None:
    take_official_step(log, sign_step(step, log.head.hex(), key))


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle of an event with a ruling and an appeal, each signed by another key, and a warning that is not."""
    folder = tmp_path_factory.mktemp("event")
    played_event(folder, TEXT)
    log = opened(folder, TEXT)
    take(log, DISPUTED, ADA)
    take(log, UPHELD, ADA)
    take(log, DISPUTED, ADA)
    with pytest.raises(OfficialStepRefused, match="is signed, so an appeal is ruled on with another key"):
        take(log, APPEAL, ADA)
    renamed = SigningKey("carol", ADA._private)
    with pytest.raises(OfficialStepRefused, match="so an appeal is ruled on with another key"):
        take(log, APPEAL, renamed)
    with pytest.raises(OfficialStepRefused, match="so an appeal is ruled on with another key"):
        take_official_step(log, APPEAL)
    take(log, APPEAL, BOB)
    take_official_step(log, PenaltyGiven(by="Ada", reason="late", entrant=0, penalty="warning"))
    log.close()
    record = read_event(folder / "referee.db")
    write_event_bundle(folder / "cup.zip", record, folder / "referee.db", None)
    record.close()
    return folder / "cup.zip"


def changed(bundle: Path, folder: Path, edit: Callable[[list[LoggedEntry]], None]) -> Path:
    """Return the bundle with other entries in its log."""
    made = folder / "changed.zip"
    with zipfile.ZipFile(bundle) as before, zipfile.ZipFile(made, "w") as after:
        for name in before.namelist():
            data = before.read(name)
            if name == "event.jsonl":
                rows = [json.loads(line) for line in data.splitlines()]
                entries = [decode_entry(json.dumps(row["entry"]).encode()) for row in rows]
                edit(entries)
                data = as_lines(entries)
            after.writestr(name, data)
    return made


def as_lines(entries: Sequence[LoggedEntry]) -> bytes:
    bodies = [encode_entry(entry).decode() for entry in entries]
    return "".join([f'{{"seq":{seq},"at":0,"entry":{body}}}\n' for seq, body in enumerate(bodies)]).encode()


def first_step(entries: Sequence[LoggedEntry]) -> int:
    return next(seq for seq, entry in enumerate(entries) if isinstance(entry, OfficialEntry))


def test_signed_steps_verify_offline(bundle: Path, tmp_path: Path) -> None:
    found = examine_event(changed(bundle, tmp_path, lambda entries: None))
    assert found.problem == ""
    signers = [f"{key.public.name}+{key.public.id.hex()}" for key in (ADA, BOB)]
    assert found.step_signers == dict(zip(signers, (3, 1), strict=True))
    assert found.unsigned_steps == 1


def other_reason(entries: list[LoggedEntry]) -> None:
    place = first_step(entries) + 1
    entries[place] = msgspec.structs.replace(entries[place], reason="she said so")


def other_name(entries: list[LoggedEntry]) -> None:
    place = first_step(entries) + 1
    entries[place] = msgspec.structs.replace(entries[place], by="Cleo")


def other_key(entries: list[LoggedEntry]) -> None:
    """Name another key than the one that signed."""
    place = first_step(entries)
    entry = entries[place]
    assert isinstance(entry, OfficialEntry)
    assert isinstance(entry.signed, StepSignature)
    named = msgspec.structs.replace(entry.signed, key=BOB.public.text)
    entries[place] = msgspec.structs.replace(entry, signed=named)


def no_signature(entries: list[LoggedEntry]) -> None:
    place = first_step(entries)
    signed = StepSignature("00" * 32, ADA.public.text, to_base64(bytes(64)))
    entries[place] = msgspec.structs.replace(entries[place], signed=signed)


def other_place(entries: list[LoggedEntry]) -> None:
    """Change what the officials knew when they signed."""
    place = first_step(entries)
    entries[place - 1] = msgspec.structs.replace(entries[place - 1], reason="other")


def again(entries: list[LoggedEntry]) -> None:
    entries.append(entries[first_step(entries)])


def with_the_same_key(entries: list[LoggedEntry]) -> None:
    place = first_step(entries)
    signed = entries[place]
    assert isinstance(signed, ResultDisputed)
    assert isinstance(signed.signed, StepSignature)
    entries[place + 3] = sign_step(APPEAL, signed.signed.after, ADA)


EDITS: dict[Callable[[list[LoggedEntry]], None], str] = {
    other_reason: "a step by Ada: the signature of ada1+",
    other_name: "a step by Cleo: the signature of ada1+",
    other_key: "a step by E0: the signature of bob1+",
    no_signature: "a step by E0: the signature of ada1+",
    other_place: "for another place in the log",
    again: "a step by E0, is there twice",
    with_the_same_key: "is signed, so an appeal is ruled on with another key",
}


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_a_forged_step_is_found_and_named(
    edit: Callable[[list[LoggedEntry]], None], bundle: Path, tmp_path: Path
) -> None:
    problem = examine_event(changed(bundle, tmp_path, edit)).problem
    assert problem.startswith("entry ")
    assert EDITS[edit] in problem


def test_a_revoked_key_is_found(bundle: Path, tmp_path: Path) -> None:
    keyring = Keyring(tmp_path / "keys")
    revoked = keyring.signer
    keyring.revoke(revoked.public.id)
    played_event(tmp_path, TEXT)
    log = opened(tmp_path, TEXT)
    take(log, DISPUTED, revoked)
    log.close()
    record = read_event(tmp_path / "referee.db")
    keys = (keyring.signer, keyring.published)
    write_event_bundle(tmp_path / "cup.zip", record, tmp_path / "referee.db", keys)
    record.close()
    assert "which was revoked" in examine_event(tmp_path / "cup.zip", keyring.published).problem


def test_steps_of_an_older_log_keep_their_bytes() -> None:
    old = (
        b'{"kind":"penalty_given","by":"Ada","reason":"late","request":"","entrant":0,"penalty":"loss_of_match",'
        b'"rule":""}'
    )
    entry = decode_entry(old)
    assert isinstance(entry, PenaltyGiven)
    assert entry.correction is None
    assert encode_entry(entry) == old
