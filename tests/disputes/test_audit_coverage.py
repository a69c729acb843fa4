"""Receipts cover the audit log: a key holder who drops or rewrites its newest entries contradicts them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.audit.chain import read_own, sign
from referee.audit.entries import CaseOpened, CaseRuled, Looked
from referee.disputes.evidence.bundles import take_apart
from referee.disputes.evidence.examination import examine
from referee.disputes.evidence.receipt_checks import NamedReceipt
from referee.proof.checkpoints import NO_AUDIT, AuditHead, Checkpoint, write_receipts
from referee.proof.notes import open_note
from referee.replay.differences import Difference
from referee_api.v1 import referee_pb2 as base
from tests.cli.running import inside
from tests.disputes.recordings import KEYS, RandomRecording, disputed, found_in, resealed
from tests.disputes.served import ServedMatch, served_match


async def receipt_of(served: ServedMatch, seat: int = 0) -> str:
    response = await served.referee.GetReceipt(base.GetReceiptRequest(**served.about(seat)))
    return str(response.receipt)


def audit_of(receipt: str) -> AuditHead:
    found = Checkpoint.parse(open_note(receipt, [KEYS.signer.public]).text).audit
    assert found is not None
    return found


class KeptFiles(msgspec.Struct):
    """A bundle of a match with a case, a look and a ruling, without receipts, and what a seat kept."""

    bundle: str
    early: str
    """A receipt from before the case."""
    late: str
    """A receipt from after the ruling."""

    def cut(self, left: int) -> str:
        """Return the bundle as a key holder seals it after all but some audit entries were dropped."""
        return resealed(self.bundle, audit=take_apart(self.bundle.encode()).bundle.audit[:left])

    def difference(self, text: str, receipt: str) -> Difference | None:
        return examine(
            text.encode(), receipts=[NamedReceipt("mine", receipt)], published=KEYS.published
        ).first_difference


@pytest.fixture(scope="module")
def kept() -> KeptFiles:
    return asyncio.run(gathered())


async def gathered() -> KeptFiles:
    async with served_match() as served:
        early = await receipt_of(served)
        await served.open_case(0)
        await served.referee.GetView(base.GetViewRequest(**served.about("")))
        await served.rule()
        late = await receipt_of(served)
        assert (audit_of(early), audit_of(late).size) == (NO_AUDIT, 3)
        assert await receipt_of(served) == late, "nothing has changed"
        data = (await served.export()).decode()
    found = examine(data.encode(), published=KEYS.published)
    assert found.ok, found.first_difference
    assert [type(entry.body) for entry in found.audit] == [CaseOpened, Looked, CaseRuled, Looked]
    return KeptFiles(resealed(data, receipts=()), early, late)


def test_the_whole_audit_log_has_what_the_receipts_cover(kept: KeptFiles) -> None:
    for text in (kept.bundle, kept.cut(3)):
        for receipt in (kept.early, kept.late):
            assert kept.difference(text, receipt) is None


@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_cut_audit_log_contradicts_the_receipt(kept: KeptFiles, left: int) -> None:
    text = kept.cut(left)
    assert found_in(text, published=KEYS.published).ok, "without the receipt nothing shows it"
    assert kept.difference(text, kept.early) is None
    found = kept.difference(text, kept.late)
    assert found is not None
    assert (found.what, found.found) == ("mine", f"{left}: the audit log was cut")


def test_a_rewritten_ruling_contradicts_the_receipt(kept: KeptFiles) -> None:
    *before, last = take_apart(kept.cut(3).encode()).bundle.audit
    ruled: Any = read_own(last)
    other = msgspec.structs.replace(ruled, body=msgspec.structs.replace(ruled.body, reason="On reflection."))
    text = resealed(kept.bundle, audit=(*before, sign(other, KEYS.signer)))
    assert found_in(text, published=KEYS.published).ok
    found = kept.difference(text, kept.late)
    assert found is not None
    assert found.found == "other entries: the audit log is not what was signed"


def test_receipts_of_two_seats_that_cover_different_audit_logs_are_a_split_view(kept: KeptFiles) -> None:
    point = Checkpoint.parse(open_note(kept.late, [KEYS.signer.public]).text)
    other = KEYS.signer.sign(msgspec.structs.replace(point, audit=AuditHead(3, bytes(range(32)))).text())
    receipts = [NamedReceipt("one", kept.late), NamedReceipt("two", other)]
    replay = take_apart(kept.bundle.encode()).replay
    found = examine(replay, receipts=receipts, published=KEYS.published).first_difference
    assert found is not None
    assert (found.what, found.found.rpartition(": ")[2]) == (
        "two: the first 3 public audit entries",
        "a split view",
    )


def test_the_command_reports_what_is_missing(kept: KeptFiles, tmp_path: Path) -> None:
    bundle, receipts, keys = [str(tmp_path / name) for name in ("a.bundle", "a.receipts", "a.keys")]
    Path(receipts).write_text(write_receipts([kept.early, kept.late]))
    Path(keys).write_text(KEYS.published)
    for left, code in ((4, 0), (3, 0), (2, 1)):
        Path(bundle).write_text(kept.cut(left))
        assert inside("verify", bundle, "--keys", keys).code == 0
        ran = inside("verify", bundle, "--receipt", receipts, "--keys", keys)
        assert ran.code == code, ran.out
    assert "found     2: the audit log was cut" in ran.out


def test_old_receipts_say_nothing_about_the_audit_log() -> None:
    recording = RandomRecording(answers=12)
    text = disputed(recording.text())
    cut = resealed(text, audit=take_apart(text.encode()).bundle.audit[:2])
    assert found_in(cut).ok


async def test_what_nobody_is_told_of_changes_no_receipt() -> None:
    async with served_match() as served:
        await served.referee.GetView(base.GetViewRequest(**served.about("")))
        before = await receipt_of(served)
        request = base.RotateTokenRequest(**served.about(1), new_token="t" * 32)
        await served.referee.RotateToken(request)
        assert served.written == ["Looked", "TokenRotated"]
        assert await receipt_of(served) == before


async def test_a_restarted_server_covers_the_same() -> None:
    async with served_match() as served:
        await served.open_case(0)
        receipt = await receipt_of(served)
        store, table = served.store, served.table
    async with served_match(store, table) as served:
        assert audit_of(await receipt_of(served)) == audit_of(receipt)
