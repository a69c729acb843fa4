"""Published lists of keys: read strictly, and followed only from the active key that is trusted."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from referee.proof.keys import (
    KeyList,
    ListedKey,
    handover_text,
    split_notes,
)
from referee.proof.notes import (
    BadNote,
    SigningKey,
    open_note,
    sign_note,
)
from tests.proof.mutations import one_bit_texts
from tests.proof.rings import listing, ring, states
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
