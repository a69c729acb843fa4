"""Checkpoints and receipts files have exactly one form."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.proof.checkpoints import LARGEST, NO_AUDIT, AuditHead, Checkpoint, read_receipts, write_receipts
from referee.proof.merkle import EMPTY_ROOT, leaf_hash
from referee.proof.notes import BadNote, SigningKey, open_note
from tests.proof.mutations import one_bit_texts

KEY = SigningKey.from_seed("referee", bytes(32))
ROOT = leaf_hash(b"frame")
SEEN = Checkpoint("h2C_9-x", "seat/2", 117, ROOT, 31, AuditHead(3, ROOT))
OLD_TEXT = """\
referee/h2C_9-x/seat/2
117
nxx1kJWrdAKdiW0CMWTw2yBsYcYfX0WSA1YZUX6aoWQ=
frames 1
answered 31
"""
TEXT = f"{OLD_TEXT}audit 3 nxx1kJWrdAKdiW0CMWTw2yBsYcYfX0WSA1YZUX6aoWQ=\n"

checkpoints = st.builds(
    Checkpoint,
    st.from_regex(r"[0-9A-Za-z_-]{1,24}", fullmatch=True),
    st.sampled_from(["seat/0", "seat/1", "seat/12", "spectator", "open"]),
    st.integers(1, LARGEST),
    st.binary(min_size=32, max_size=32),
    st.integers(0, LARGEST),
    st.one_of(
        st.sampled_from([None, NO_AUDIT]),
        st.builds(AuditHead, st.integers(1, LARGEST), st.binary(min_size=32, max_size=32)),
    ),
)


def test_the_text_is_a_checkpoint_of_c2sp_with_three_lines_of_ours() -> None:
    """C2SP tlog-checkpoint, Note text."""
    assert SEEN.text() == TEXT
    assert Checkpoint.parse(TEXT) == SEEN
    assert SEEN.origin == "referee/h2C_9-x/seat/2"


def test_a_checkpoint_from_before_audit_logs_were_covered_is_read() -> None:
    old = msgspec.structs.replace(SEEN, audit=None)
    assert Checkpoint.parse(OLD_TEXT) == old
    assert old.text() == OLD_TEXT


@given(checkpoints)
def test_what_is_written_is_read(checkpoint: Checkpoint) -> None:
    """C2SP tlog-checkpoint, Note text."""
    assert Checkpoint.parse(checkpoint.text()) == checkpoint


REFUSED = {
    "empty": "",
    "a line more": f"{TEXT}more\n",
    "a line less": TEXT.replace("answered 31\n", ""),
    "no line end": TEXT[:-1],
    "an empty line": TEXT.replace("frames 1\n", "frames 1\n\n"),
    "other leaves": TEXT.replace("frames 1", "frames 2"),
    "no number of audit entries": TEXT.replace("audit 3 ", "audit "),
    "no hash of audit entries": TEXT.replace(
        "audit 3 nxx1kJWrdAKdiW0CMWTw2yBsYcYfX0WSA1YZUX6aoWQ=", "audit 3"
    ),
    "a leading zero in the audit entries": TEXT.replace("audit 3", "audit 03"),
    "too many audit entries": TEXT.replace("audit 3", f"audit {LARGEST + 1}"),
    "a short hash of audit entries": TEXT.replace(
        "audit 3 nxx1kJWrdAKdiW0CMWTw2yBsYcYfX0WSA1YZUX6aoWQ=", "audit 3 AAAA"
    ),
    "a hash of no audit entries": TEXT.replace("audit 3", "audit 0"),
    "two audit lines": f"{TEXT}{TEXT.splitlines()[-1]}\n",
    "a leading zero": TEXT.replace("117", "0117"),
    "a sign": TEXT.replace("117", "+117"),
    "other digits": TEXT.replace("117", "\u0661\u0661\u0667"),
    "a space": TEXT.replace("answered 31", "answered  31"),
    "a number too large": TEXT.replace("117", str(LARGEST + 1)),
    "a number much too large": TEXT.replace("117", "1" * 5000),
    "a short root": TEXT.replace("nxx1kJWrdAKdiW0CMWTw2yBsYcYfX0WSA1YZUX6aoWQ=", "AAAA"),
    "a root that is not canonical": TEXT.replace("oWQ=", "oWR="),
    "a root of something for nothing": TEXT.replace("117", "0"),
    "no match": TEXT.replace("h2C_9-x", ""),
    "a match that is none": TEXT.replace("h2C_9-x", "a b"),
    "no seat": TEXT.replace("seat/2", "seat/"),
    "seat nought twice": TEXT.replace("seat/2", "seat/00"),
    "seat two": TEXT.replace("seat/2", "seat/02"),
    "a viewer that is none": TEXT.replace("seat/2", "arbiter"),
    "another service": TEXT.replace("referee/", "umpire/"),
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_is_not_quite_a_checkpoint_is_refused(text: str) -> None:
    """C2SP tlog-checkpoint, Note text, and our additional rules."""
    assert text != TEXT
    with pytest.raises(BadNote):
        Checkpoint.parse(text)


def test_nobody_can_make_a_checkpoint_that_cannot_be_read() -> None:
    """What cannot be read cannot be created either."""
    for change in (
        {"match": "a/b"},
        {"viewer": "seat/two"},
        {"size": -1},
        {"size": LARGEST + 1},
        {"answered": -1},
        {"root": b"short"},
        {"size": 0},
    ):
        with pytest.raises(BadNote):
            msgspec.structs.replace(SEEN, **change)
    assert msgspec.structs.replace(SEEN, size=0, root=EMPTY_ROOT).text()


@pytest.mark.parametrize(
    "times", [pytest.param(1, id="some"), pytest.param(200, id="many", marks=pytest.mark.campaign)]
)
def test_no_signed_checkpoint_with_a_bit_changed_is_accepted(times: int, seed: str) -> None:
    """A1."""
    luck = random.Random(seed)
    for _ in range(times):
        made = Checkpoint(f"m{luck.randrange(10**9)}", "seat/3", luck.randint(1, 999), luck.randbytes(32), 7)
        note = KEY.sign(made.text())
        assert Checkpoint.parse(open_note(note, [KEY.public], alone=True).text) == made
        for changed in one_bit_texts(note):
            with pytest.raises(BadNote):
                Checkpoint.parse(open_note(changed, [KEY.public], alone=True).text)


def test_unsigned_neighbours_are_other_checkpoints_or_none() -> None:
    """No text with one bit changed is read as the same checkpoint."""
    for changed in one_bit_texts(TEXT):
        try:
            found = Checkpoint.parse(changed)
        except BadNote:
            continue
        assert found != SEEN
        assert found.text() == changed


def test_receipts_file_holds_its_notes_in_order() -> None:
    """Notes in order, each followed by an empty line."""
    notes = [KEY.sign(Checkpoint("m", "open", size, ROOT, 0).text()) for size in (1, 2, 3)]
    assert write_receipts([]) == ""
    assert read_receipts("") == []
    data = write_receipts(notes)
    assert data == "".join(f"{note}\n" for note in notes)
    assert read_receipts(data) == notes


def test_damaged_receipts_files_are_refused() -> None:
    """Everything except notes and single empty lines, and a note that could not be read back."""
    first, second = (KEY.sign(Checkpoint("m", "open", size, ROOT, 0).text()) for size in (1, 2))
    good = f"{first}\n{second}\n"
    for bad in (
        good[:-1],
        good[1:].replace("\n", "\r\n"),
        f"\n{good}",
        f"{good}\n",
        f"{good}x",
        f"{first}\n\n{second}\n",
        f"{first}{second}\n",
    ):
        with pytest.raises(BadNote):
            read_receipts(bad)
    with pytest.raises(BadNote, match="receipt 2: "):
        read_receipts(f"{first}\n{second.replace('—', '-')}\n")
    with pytest.raises(BadNote):
        write_receipts([KEY.sign("a text with\n\nan empty line\n")])
