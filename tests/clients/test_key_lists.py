"""Key lists as the SDK reads them: only the active key can change the list, whoever else has signed it."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.proof.keys import Keyring, ListedKey
from referee_client import BadKeys
from referee_client.receipts import KeyList
from tests.proof.stolen_keys import FORGED, HANDOVER, PUBLISHED, TWO, forgeries


@pytest.mark.parametrize("lines", FORGED.values(), ids=FORGED)
def test_a_stolen_retired_key_cannot_change_the_list(lines: tuple[ListedKey, ...]) -> None:
    trusted = KeyList(PUBLISHED)
    for published in forgeries(lines):
        with pytest.raises(BadKeys):
            trusted.follow(published)


def test_the_lists_of_a_keyring_are_followed_forwards_only(tmp_path: Path) -> None:
    """Through several rotations at once, and never back to a list in which a key was in a better state."""
    ring = Keyring(tmp_path)
    lists = [ring.published]
    for _ in range(2):
        ring.rotate()
        lists.append(ring.published)
    ring.revoke(ring.keys.keys[0].key.id)
    lists.append(ring.published)
    for place, trusted in enumerate(lists):
        assert KeyList(trusted).follow(trusted).published == trusted
        for other in lists[:place]:
            with pytest.raises(BadKeys):
                KeyList(trusted).follow(other)
    assert KeyList(lists[0]).follow(lists[2]).active.text == ring.keys.active.key.text
    assert KeyList(lists[1]).follow(lists[3]).published == lists[3]
    with pytest.raises(BadKeys, match="uses unknown keys"):
        KeyList(lists[0]).follow(lists[3])


def test_only_valid_keys_sign_receipts(tmp_path: Path) -> None:
    """A retired key still counts for a seat that keeps old receipts; a revoked one does not."""
    ring = Keyring(tmp_path)
    note, first = ring.signer.sign("text\n"), ring.keys.active.key.id
    ring.rotate()
    assert KeyList(ring.published).have_signed(note)
    ring.revoke(first)
    assert not KeyList(ring.published).have_signed(note)


MALFORMED = {
    "no end": PUBLISHED.removesuffix("\n"),
    "an empty line at the end": f"{PUBLISHED}\n",
    "the handover first": f"{HANDOVER}\n{PUBLISHED}",
    "another state": PUBLISHED.replace(" retired ", " sleepy "),
    "no active key": PUBLISHED.replace(" active 2026-02-01", " retired 2026-02-01 2026-02-01"),
    "two active keys": PUBLISHED.replace(" retired 2026-01-01 2026-02-01", " active 2026-01-01"),
    "signed twice": PUBLISHED.replace(
        "\n\nreferee handover", f"\n{PUBLISHED.split(chr(10))[4]}\n\nreferee handover"
    ),
    "empty": "",
}


@pytest.mark.parametrize("published", MALFORMED.values(), ids=MALFORMED)
def test_what_is_not_quite_a_list_is_refused(published: str) -> None:
    assert KeyList(PUBLISHED).active.text == TWO.public.text
    with pytest.raises(BadKeys):
        KeyList(published)
