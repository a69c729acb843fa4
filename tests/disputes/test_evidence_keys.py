"""Whose signatures count: keys of others, keys that were rotated since, retired, stolen or revoked."""

from __future__ import annotations

from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from referee.disputes.evidence.bundles import take_apart
from referee.disputes.evidence.receipt_checks import NamedReceipt
from referee.proof.keys import Keyring
from referee.proof.notes import BadNote
from tests.disputes.recordings import (
    FOREIGN,
    KEYS,
    MATCH,
    STARTED,
    RandomRecording,
    difference,
    disputed,
    found_in,
    opened,
    resealed,
    stepped,
)


@pytest.fixture(scope="module")
def text() -> str:
    """A bundle with a whole dispute."""
    return disputed(RandomRecording(answers=20).text())


def test_a_bundle_sealed_with_a_foreign_key_is_refused(text: str) -> None:
    """A forger can seal a changed bundle with another key, but not in the name of the official."""
    bare = resealed(text, FOREIGN, keys=FOREIGN.published, receipts=(), audit=())
    assert found_in(bare).keys_from == "bundle"
    assert difference(bare, published=KEYS.published).what == "keys"
    with_receipts = resealed(text, FOREIGN, keys=FOREIGN.published, audit=())
    assert difference(with_receipts).what == "receipt 1 of the bundle"
    with_cases = resealed(text, FOREIGN, keys=FOREIGN.published, receipts=())
    assert difference(with_cases).what == "audit entry 1"


def test_keys_may_have_been_rotated_since(tmp_path: Path) -> None:
    """What a retired key signed stays valid, whichever of the two lists is newer."""
    ring = Keyring(tmp_path)
    text, before = disputed(RandomRecording(keys=ring).text(), keys=ring), ring.published
    ring.rotate()
    assert found_in(text, published=ring.published).ok
    later = stepped(text, opened(case=2, fact=4), keys=ring)
    assert found_in(later).ok
    assert found_in(later, published=before).ok
    assert later != text


def test_a_seal_by_a_retired_key_is_noted(tmp_path: Path) -> None:
    """It may be older than the end of the key, but a copy of the key could have made it yesterday."""
    ring = Keyring(tmp_path)
    text = disputed(RandomRecording(keys=ring).text(), keys=ring)
    assert found_in(text, published=ring.published).retired == []
    ring.rotate()
    assert found_in(text, published=ring.published).retired == [ring.keys.keys[0]]
    assert found_in(resealed(text, ring, keys=ring.published), published=ring.published).retired == []


def test_receipts_by_a_retired_key_are_noted(tmp_path: Path) -> None:
    """Unless a bundle contains them, whose seal is newer than they are."""
    ring = Keyring(tmp_path)
    recording = RandomRecording(keys=ring)
    kept = [NamedReceipt("kept", note) for note in recording.receipts]
    ring.rotate()
    found = found_in(recording.bundle().replay, receipts=kept, published=ring.published)
    assert found.ok
    assert found.retired == [ring.keys.keys[0]]


class Stolen:
    """A copy of a key that was made before the key was retired."""

    def __init__(self, ring: Keyring) -> None:
        self.signer, self.keys, self.published = ring.signer, ring.keys, ring.published


def test_nothing_dated_later_counts_from_a_retired_key(tmp_path: Path) -> None:
    """An audit entry by the retired key, or the retired key's seal over an entry of its successor."""
    day = datetime.fromtimestamp(STARTED / 1000, UTC).date()
    ring = Keyring(tmp_path, today=lambda: day)
    stolen = Stolen(ring)
    text = RandomRecording(keys=ring).text()
    ring.rotate()
    assert found_in(stepped(text, opened(), keys=stolen), published=ring.published).ok
    late = STARTED + 3 * 86_400_000
    found = difference(stepped(text, opened(), keys=stolen, at=late), published=ring.published)
    assert found.what == "audit entry 1"
    assert found.found.endswith(f"which was retired on {day}, and dated later")
    after = stepped(text, opened(), keys=ring, at=late)
    assert found_in(after, published=ring.published).ok
    forged = resealed(text, stolen, audit=take_apart(after.encode()).bundle.audit)
    found = difference(forged, published=ring.published)
    assert found.what == "seal"
    assert found.found.endswith(f"which was retired on {day}, over later audit entries")


def test_a_retired_key_does_not_seal_a_bundle_with_the_list_that_retired_it(tmp_path: Path) -> None:
    ring = Keyring(tmp_path)
    stolen = Stolen(ring)
    old = RandomRecording(keys=ring).text()
    ring.rotate()
    new = resealed(old, ring, keys=ring.published)
    with pytest.raises(BadNote, match="is not the active key of the bundle"):
        resealed(new, stolen)
    body = new[: new.index("=== seal\n")] + "=== seal\n"
    forged = body + stolen.signer.sign(f"referee seal 1\n{MATCH}\n{sha256(body.encode()).hexdigest()}\n")
    for published in ("", ring.published, stolen.published):
        assert difference(forged, published=published).what == "seal"


def test_a_verdict_signed_with_a_revoked_key_is_refused(tmp_path: Path) -> None:
    ring = Keyring(tmp_path, today=lambda: date(2026, 5, 1))
    text, old = disputed(RandomRecording(keys=ring).text(), keys=ring), ring.keys.active.key.id
    bare, sealed_then = resealed(text, ring, receipts=()), resealed(text, ring, receipts=(), audit=())
    ring.rotate()
    ring.revoke(old)
    found = difference(bare, published=ring.published)
    who = f"referee+{old.hex()}"
    assert (found.what, found.found) == (
        "audit entry 1",
        f"signed with {who}, which was revoked on 2026-05-01",
    )
    found = difference(text, published=ring.published)
    assert (found.what, found.found) == (
        "receipt 1 of the bundle",
        f"signed with {who}, which was revoked on 2026-05-01",
    )
    found = difference(sealed_then, published=ring.published)
    assert (found.what, found.found) == ("seal", f"signed with {who}, which was revoked on 2026-05-01")
