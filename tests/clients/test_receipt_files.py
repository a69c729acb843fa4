"""The files of the SDK: what a server says decides neither where they are nor what unsigned text is in them."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from referee.proof.checkpoints import AuditHead, Checkpoint
from referee.proof.keys import Keyring
from referee.proof.merkle import EMPTY_ROOT
from referee.proof.notes import to_base64
from referee_client import ReceiptMismatch
from referee_client.receipts import KEYS_FILE, ReceiptDirectory
from tests.disputes.recordings import FOREIGN, KEYS

EMPTY = Checkpoint("m-1", "seat/0", 0, EMPTY_ROOT, 0).text()


def files_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.parametrize(
    "match", ["../m-1", "a/b", "/m-1", "../..", "m-1\n", "m\0", "", "x" * 129, "ä", "\x1b[2K"], ids=ascii
)
def test_a_server_does_not_choose_the_directory(match: str, tmp_path: Path) -> None:
    """The id of a match is part of a file name, and comes from the server."""
    kept = ReceiptDirectory.opened(tmp_path / "receipts", KEYS.published)
    with pytest.raises(ReceiptMismatch, match="is not a valid match id"):
        kept.of_seat(match, 0)
    assert files_in(tmp_path) == {"receipts", f"receipts/{KEYS_FILE}"}


def test_nothing_is_written_before_its_signature_is_checked(tmp_path: Path) -> None:
    """A receipt by an unknown key waits in memory for new keys, and is refused if they do not know it either."""
    directory = ReceiptDirectory.opened(tmp_path, KEYS.published)
    directory.of_seat("m-1", 0).keep(FOREIGN.signer.sign(EMPTY))
    assert files_in(tmp_path) == {KEYS_FILE}
    with pytest.raises(ReceiptMismatch, match="not signed with a valid key"):
        directory.renew(KEYS.published)
    assert files_in(tmp_path) == {KEYS_FILE}


def test_a_receipt_by_a_new_key_is_written_when_the_key_is_known(tmp_path: Path) -> None:
    ring = Keyring(tmp_path / "ring")
    directory = ReceiptDirectory.opened(tmp_path / "receipts", ring.published)
    receipts = directory.of_seat("m-1", 0)
    ring.rotate()
    receipt = ring.signer.sign(EMPTY)
    receipts.keep(receipt)
    assert receipts.receipts == []
    directory.renew(ring.published)
    assert (tmp_path / "receipts/m-1.seat-0.receipts").read_text() == f"{receipt}\n"
    assert receipts.checked == 1


def test_a_receipt_that_does_not_fit_is_kept_as_evidence(tmp_path: Path) -> None:
    """It is signed, so it proves something about the referee."""
    receipts = ReceiptDirectory.opened(tmp_path, KEYS.published).of_seat("m-1", 0)
    receipt = KEYS.signer.sign(EMPTY.replace("m-1", "m-2"))
    with pytest.raises(ReceiptMismatch, match="is for seat/0 in match m-2"):
        receipts.keep(receipt)
    assert receipt in (tmp_path / "m-1.seat-0.receipts").read_text()


def test_receipts_that_cover_different_audit_logs_are_a_split_view(tmp_path: Path) -> None:
    receipts = ReceiptDirectory.opened(tmp_path, KEYS.published).of_seat("m-1", 0)
    one, two, three, none = [
        KEYS.signer.sign(Checkpoint("m-1", "seat/0", 0, EMPTY_ROOT, 0, AuditHead(count, hash_)).text())
        for count, hash_ in ((1, bytes(range(32))), (2, EMPTY_ROOT), (1, EMPTY_ROOT), (0, bytes(32)))
    ]
    for receipt in (none, one, two, KEYS.signer.sign(EMPTY), one):
        receipts.keep(receipt)
    with pytest.raises(ReceiptMismatch, match="other audit entries than an earlier one with 1: a split view"):
        receipts.keep(three)
    assert three in (tmp_path / "m-1.seat-0.receipts").read_text()
    with pytest.raises(ReceiptMismatch, match="cannot be read"):
        receipts.keep(KEYS.signer.sign(f"{EMPTY}audit 01 {to_base64(EMPTY_ROOT)}\n"))


def test_a_receipt_with_an_empty_line_does_not_spoil_the_file(tmp_path: Path) -> None:
    receipts = ReceiptDirectory.opened(tmp_path, KEYS.published).of_seat("m-1", 0)
    with pytest.raises(ReceiptMismatch, match="cannot be read"):
        receipts.keep(KEYS.signer.sign(f"{EMPTY}\n{EMPTY}"))
    assert files_in(tmp_path) == {KEYS_FILE}


def test_only_the_owner_can_read_the_files(tmp_path: Path) -> None:
    """Receipts tell what a seat has seen."""
    folder = tmp_path / "receipts"
    ReceiptDirectory.opened(folder, KEYS.published).of_seat("m-1", 0).keep(KEYS.signer.sign(EMPTY))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
    assert len(files_in(folder)) == 2
