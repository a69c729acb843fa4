"""The chain of audit entries: any later change is found, and the entry is named."""

import random
from collections.abc import Callable

import msgspec
import pytest

from referee.audit.chain import AuditBreak, BrokenAudit, note_hash, read, read_all, read_own, sign
from referee.audit.entries import AuditEntry, Looked, UndoAnswered, UndoProposed
from referee.proof.keys import KeyList, ListedKey, RevokedSigner
from referee.proof.notes import BadNote, UnknownSigner
from tests.audit.scenes import (
    KEY,
    KEYS,
    MATCH,
    OTHER_KEY,
    STARTED,
    Log,
    appealed,
    first_break,
    head_at,
    opened,
    ruled,
    snapshot,
)

LOG = Log(opened(claim="Die Karte – „oben“, 船."), ruled(), appealed(), ruled(cites=2), opened(2, 6))
LOG.write(Looked("arbiter", "view"), snapshot(entry=8))
NOTES, ENTRIES = LOG.notes, LOG.entries
HEADS = [head_at(entry) for entry in range(9)]
FIRST = ENTRIES[0]


def changed(original: AuditEntry, /, **changes: object) -> AuditEntry:
    return msgspec.structs.replace(original, **changes)


class TestNotes:
    def test_an_entry_reads_so(self) -> None:
        entry = AuditEntry("m-1", 3, b"\x01" * 32, STARTED, 7, b"\x02" * 32, UndoProposed(1, 7))
        note = sign(entry, KEY)
        assert note.startswith(
            "referee audit 1\nm-1\n3\n" + "01" * 32 + "\n1700000000000\n7 " + "02" * 32 + "\n"
            '{"kind":"audit.undo_proposed","seat":1,"entry":7}\n\n\N{EM DASH} referee '
        )
        assert read(note, KEYS) == entry

    def test_what_was_signed_is_read_again(self) -> None:
        assert [read(note, KEYS) for note in NOTES] == ENTRIES
        assert read_all(NOTES, MATCH, KEYS) == ENTRIES

    def test_the_hash_is_over_the_whole_note(self) -> None:
        note = sign(FIRST, KEY)
        assert note_hash(note) == ENTRIES[1].previous
        assert note_hash(sign(FIRST, OTHER_KEY)) != note_hash(note)

    @pytest.mark.parametrize(
        "wrong",
        [
            {"match": ""},
            {"match": "m 1"},
            {"match": "m\n1"},
            {"seq": 0},
            {"seq": -1},
            {"previous": b"short"},
            {"at": -1},
            {"entry": -1},
            {"head": b""},
            {"body": Looked("arbiter", "a\ud800b")},
        ],
        ids=str,
    )
    def test_what_could_not_be_read_is_not_signed(self, wrong: dict[str, object]) -> None:
        with pytest.raises((BadNote, UnicodeEncodeError)):
            sign(changed(FIRST, **wrong), KEY)

    @pytest.mark.parametrize(
        ("part", "other"),
        [
            ("referee audit 1", "referee audit 2"),
            ("\n1\n", "\n01\n"),
            ("\n1\n", "\n+1\n"),
            ("\n1\n", "\n1 \n"),
            ("\n1\n", "\n\n1\n"),
            ("\n7 ", "\n7  "),
            ("\n7 ", "\n07 "),
            (head_at(7).hex(), head_at(7).hex().upper()),
            ("1700000000001", "1_700000000001"),
            ('"case":1', '"case": 1'),
            ('"case":1', '"case":1.0'),
            ('"case":1,"by":"seat/2"', '"by":"seat/2","case":1'),
            ('"case":1', '"case":1,"case":1'),
            ('"case":1', '"case":1,"more":1'),
            ("船", "\\u8239"),
            ("audit.case_opened", "audit.unheard_of"),
            ("}\n", "}\nmore\n"),
        ],
    )
    def test_there_is_one_way_to_write_an_entry(self, part: str, other: str) -> None:
        """A1: even the holder of the key cannot write it differently, so that what was signed has one meaning."""
        text = NOTES[0].rpartition("\n\n")[0] + "\n"
        assert part in text
        with pytest.raises(BadNote, match="audit entry"):
            read(KEY.sign(text.replace(part, other, 1)), KEYS)

    def test_every_changed_bit_is_found(self) -> None:
        """A1: every one-bit mutation is refused."""
        note = NOTES[0].encode()
        for place in range(len(note)):
            for bit in range(8):
                mutant = bytearray(note)
                mutant[place] ^= 1 << bit
                try:
                    text = mutant.decode()
                except UnicodeDecodeError:
                    continue
                with pytest.raises(BadNote):
                    read(text, KEYS)


class TestKeys:
    def test_an_unknown_key(self) -> None:
        with pytest.raises(UnknownSigner, match="not signed by a known key"):
            read(sign(FIRST, OTHER_KEY), KEYS)

    def test_a_second_signature_beside_ours(self) -> None:
        line = sign(FIRST, OTHER_KEY).rpartition("\n\n")[2]
        with pytest.raises(BadNote, match="2 signatures instead of one"):
            read(NOTES[0] + line, KEYS)

    def test_a_retired_key_stays_good(self) -> None:
        listed = (ListedKey(KEY.public, "retired", "2026-01-01", "2026-02-01"),)
        keys = KeyList((*listed, ListedKey(OTHER_KEY.public, "active", "2026-02-01")))
        assert first_break(NOTES, MATCH, keys) is None
        later = sign(changed(ENTRIES[-1], seq=7, previous=note_hash(NOTES[-1])), OTHER_KEY)
        assert first_break([*NOTES, later], MATCH, keys) is None

    def test_a_verdict_signed_with_a_revoked_key_counts_for_nothing(self) -> None:
        revoked = ListedKey(OTHER_KEY.public, "revoked", "2025-01-01", "2026-01-01")
        keys = KeyList((revoked, *KEYS.keys))
        verdict = sign(ENTRIES[1], OTHER_KEY)
        with pytest.raises(RevokedSigner, match="which was revoked on 2026-01-01"):
            read(verdict, keys)
        found = first_break([NOTES[0], verdict, *NOTES[2:]], MATCH, keys)
        assert found is not None
        assert (found.seq, found.what) == (2, "note")
        assert "which was revoked on 2026-01-01" in str(found)
        assert read_own(verdict) == ENTRIES[1], "the referee's own log is read whatever became of the key"

    @pytest.mark.parametrize("wrong", ["", "\n\n", "referee audit 1\n", "referee audit 1\n\n", NOTES[0][1:]])
    def test_also_the_own_log_is_read_strictly(self, wrong: str) -> None:
        with pytest.raises(BadNote, match="not an audit entry"):
            read_own(wrong)


def signed_again(entries: list[AuditEntry]) -> list[str]:
    """Number, link and sign entries again, as only the holder of the key could."""
    notes: list[str] = []
    for seq, entry in enumerate(entries, start=1):
        previous = note_hash(notes[-1]) if notes else bytes(32)
        notes.append(sign(changed(entry, seq=seq, previous=previous), KEY))
    return notes


OTHER_MATCH = Log(*[entry.body for entry in ENTRIES], match="m-2").notes
OTHER_LINK = sign(changed(ENTRIES[2], previous=bytes(32)), KEY)
BACK = sign(changed(ENTRIES[-1], seq=7, entry=7, previous=note_hash(NOTES[-1])), KEY)
NEW_LOOK = sign(changed(ENTRIES[-1], seq=3, previous=note_hash(NOTES[1])), KEY)

BREAKS: dict[str, tuple[list[str], int, str]] = {
    "an edit": ([*NOTES[:2], NOTES[2].replace("Read on", "Read in"), *NOTES[3:]], 3, "note"),
    "an edit, signed by another": ([*NOTES[:2], sign(ENTRIES[2], OTHER_KEY), *NOTES[3:]], 3, "note"),
    "a deletion": ([*NOTES[:2], *NOTES[3:]], 3, "sequence"),
    "a deletion of the first": (NOTES[1:], 1, "sequence"),
    "a swap": ([NOTES[0], NOTES[2], NOTES[1], *NOTES[3:]], 2, "sequence"),
    "a repetition": ([*NOTES[:3], NOTES[2], *NOTES[3:]], 4, "sequence"),
    "an insertion": ([*NOTES[:2], NEW_LOOK, *NOTES[2:]], 4, "sequence"),
    "a replacement": ([*NOTES[:2], NEW_LOOK, *NOTES[3:]], 4, "link"),
    "an entry that follows another": ([*NOTES[:2], OTHER_LINK, *NOTES[3:]], 3, "link"),
    "an entry of another match": ([*NOTES[:2], OTHER_MATCH[2], *NOTES[3:]], 3, "match"),
    "another match": (OTHER_MATCH, 1, "match"),
    "no note at all": ([*NOTES[:2], "", *NOTES[3:]], 3, "note"),
    "a match that went back": ([*NOTES, BACK], 7, "place"),
    "a match that never stood there": (
        signed_again([*ENTRIES[:2], changed(ENTRIES[2], head=head_at(6)), *ENTRIES[3:]]),
        3,
        "place",
    ),
    "a match that had not come so far": (signed_again([changed(ENTRIES[0], entry=9)]), 1, "place"),
    "the end cut off": (NOTES[:-1], 6, "head"),
    "everything cut off": ([], 1, "head"),
    "signed anew without one": (signed_again([*ENTRIES[:2], *ENTRIES[3:]]), 6, "head"),
}


class TestBreaks:
    def test_a_whole_log_holds(self) -> None:
        assert first_break(NOTES, MATCH, KEYS) is None
        assert first_break(NOTES, MATCH, KEYS, heads=HEADS, head=note_hash(NOTES[-1])) is None
        assert first_break([], MATCH, KEYS, heads=HEADS, head=bytes(32)) is None

    @pytest.mark.parametrize("what", BREAKS)
    def test_what_was_done_is_found_and_named(self, what: str) -> None:
        """A2: every edit, deletion, swap, insertion or truncation is detected."""
        notes, seq, kind = BREAKS[what]
        found = first_break(notes, MATCH, KEYS, heads=HEADS, head=note_hash(NOTES[-1]))
        assert found is not None
        assert (found.seq, found.what) == (seq, kind)
        assert str(found).startswith(f"audit entry {seq}: ")
        with pytest.raises(BrokenAudit, match=f"audit entry {seq}: "):
            read_all(notes, MATCH, KEYS, heads=HEADS, head=note_hash(NOTES[-1]))

    def test_an_end_that_was_cut_off_is_found_only_by_what_is_known_from_elsewhere(self) -> None:
        """Control for the promised head: without it a shorter log is consistent in itself."""
        assert first_break(NOTES[:-1], MATCH, KEYS, heads=HEADS) is None
        assert first_break(NOTES[:-1], MATCH, KEYS, head=note_hash(NOTES[-1])) == AuditBreak(
            6, "head", "missing: the last hash is not the expected one"
        )


Edit = Callable[[list[str], random.Random], None]


def swap(notes: list[str], luck: random.Random) -> None:
    one, other = luck.sample(range(len(notes)), 2)
    notes[one], notes[other] = notes[other], notes[one]


def delete(notes: list[str], luck: random.Random) -> None:
    del notes[luck.randrange(len(notes) - 1)]


def insert(notes: list[str], luck: random.Random) -> None:
    notes.insert(luck.randrange(len(notes)), luck.choice([*NOTES, *OTHER_MATCH]))


def replace(notes: list[str], luck: random.Random) -> None:
    notes[luck.randrange(len(notes))] = luck.choice(OTHER_MATCH)


def edit(notes: list[str], luck: random.Random) -> None:
    place = luck.randrange(len(notes))
    note = notes[place]
    at = luck.randrange(len(note))
    letter = luck.choice([letter for letter in "ab01 \n{}船" if letter != note[at]])
    notes[place] = note[:at] + luck.choice([letter, letter + note[at], ""]) + note[at + 1 :]


def resign(notes: list[str], luck: random.Random) -> None:
    """Do what the holder of the key could do to one entry that has others after it."""
    place = luck.randrange(len(notes) - 1)
    body = UndoAnswered(luck.randrange(3), True)
    notes[place] = sign(changed(ENTRIES[place], body=body), KEY)


EDITS: list[Edit] = [swap, delete, insert, replace, edit, resign]


def is_readable(notes: list[str]) -> bool:
    """Return whether each note by itself is one of ours: the control, which ignores the chain."""
    try:
        return {read(note, KEYS).match for note in notes} == {MATCH}
    except BadNote:
        return False


@pytest.mark.parametrize(
    "count", [pytest.param(600, id="some"), pytest.param(10_000, id="many", marks=pytest.mark.campaign)]
)
def test_random_edits_are_found(count: int, seed: str) -> None:
    """A2: no random edit goes unnoticed; a reader that ignores the chain misses whole kinds of them."""
    luck = random.Random(seed)
    unseen, unseen_by_control = [], set()
    for number in range(count):
        notes = list(NOTES)
        made = EDITS[number % len(EDITS)]
        made(notes, luck)
        if notes == NOTES:
            continue
        if first_break(notes, MATCH, KEYS) is None:
            unseen.append((made.__name__, notes))
        if is_readable(notes):
            unseen_by_control.add(made)
    assert unseen == []
    assert unseen_by_control == {swap, delete, insert, resign}
