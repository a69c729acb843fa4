"""The proofs of the bot in Node, compared with ours: RFC 6962, section 2.1; C2SP signed-note; lists of keys."""

import base64
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration

from referee.games import GAMES, game
from referee.proof.keys import KeyList, Keyring, ListedKey, MemoryKey
from referee.proof.merkle import leaf_hash, root_of
from referee.proof.notes import SigningKey, sign_note
from referee.wire.codec import Codec
from referee_api.v1 import referee_pb2 as api
from tests.clients.node import evaluate, needs_node
from tests.proof.stolen_keys import FORGED, PUBLISHED, forgeries
from tests.wire.things import steps_of_a_match

pytestmark = needs_node

KEY = SigningKey.from_seed("referee", bytes(range(32)))
TEXT = "referee/m1/seat/2\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\nframes 1\nanswered 0\n"

OPEN = """
import { openNote, readKey, readKeys } from './proof.js';
const attempt = (step) => { try { return step(); } catch (problem) { return { refused: problem.message }; } };
const decode = (text) => Buffer.from(text, 'base64').toString();
"""
NOTES = f"""{OPEN}
const keys = given.keys.map(readKey);
console.log(JSON.stringify(given.notes.map((note) => attempt(() => openNote(decode(note), keys)))));
"""
LISTS = f"""{OPEN}
let trusted;
console.log(JSON.stringify(given.map((note) => attempt(() => {{
  trusted = readKeys(note, trusted);
  return trusted.usable.map(({{ who }}) => who);
}}))));
"""


def opened(notes: list[bytes], *keys: SigningKey) -> Any:
    given = {
        "notes": [base64.b64encode(note).decode() for note in notes],
        "keys": [key.public.text for key in keys],
    }
    return evaluate(NOTES, given)


def test_roots_are_those_of_rfc_6962(seed: str) -> None:
    """RFC 6962, 2.1: trees of every size, also those that are not powers of two."""
    rng = random.Random(seed)
    data = [rng.randbytes(rng.randrange(40)) for _ in range(70)]
    script = """
    import { leafHash, rootOf } from './proof.js';
    const leaves = given.map((data) => leafHash(Buffer.from(data, 'hex')));
    const roots = [...Array(leaves.length + 1).keys()].map((size) => rootOf(leaves.slice(0, size)).toString('hex'));
    console.log(JSON.stringify(roots));
    """
    leaves = list(map(leaf_hash, data))
    roots = [root_of(leaves[:size]).hex() for size in range(len(leaves) + 1)]
    assert evaluate(script, [each.hex() for each in data]) == roots


def test_a_note_is_read_as_we_read_it() -> None:
    """C2SP signed-note: the text may have empty lines, and unknown keys may sign as well as known ones."""
    other = SigningKey.from_seed("witness/1", bytes(32))
    notes = [KEY.sign(TEXT), sign_note("two\n\nparts\n", other, KEY), sign_note("é\n", KEY)]
    assert opened([note.encode() for note in notes], KEY) == [
        {"text": TEXT, "signers": [f"referee+{KEY.public.id.hex()}"], "signatures": 1},
        {"text": "two\n\nparts\n", "signers": [f"referee+{KEY.public.id.hex()}"], "signatures": 2},
        {"text": "é\n", "signers": [f"referee+{KEY.public.id.hex()}"], "signatures": 1},
    ]


def test_one_changed_bit_is_refused() -> None:
    """TRUST A1: every one-bit change of a note, in its text and its signature line."""
    note = KEY.sign(TEXT).encode()
    changed = [_flipped(note, bit) for bit in range(8 * len(note))]
    whole, *found = opened([note, *changed], KEY)
    assert whole["text"] == TEXT
    assert [each for each in found if "refused" not in each] == []


def test_control_a_lax_reader_would_let_changes_through() -> None:
    """Node's own base64 decoder accepts non-canonical input, and so would a note reader based on it."""
    script = "console.log(JSON.stringify(given.map((each) => Buffer.from(each, 'base64').toString('hex'))))"
    assert evaluate(script, ["AQ==", "AR==", "AQ", "A Q"]) == ["01"] * 4
    strict = """
    import { fromBase64 } from './proof.js';
    const isRead = (text) => { try { fromBase64(text); return true; } catch { return false; } };
    console.log(JSON.stringify(given.map(isRead)));
    """
    assert evaluate(strict, ["AQ==", "AR==", "AQ", "A Q"]) == [True, False, False, False]


@pytest.mark.parametrize(
    ("note", "why"),
    [
        ("", "not a signed note"),
        (TEXT, "not a signed note"),
        (KEY.sign(TEXT).removesuffix("\n"), "not a signed note"),
        (KEY.sign(TEXT) + "\n", "not a signed note"),
        (KEY.sign(TEXT).replace("\n", "\r\n"), "not a signed note"),
        (KEY.sign(TEXT).replace("frames", "fr\x7fames"), "not a signed note"),
        (KEY.sign(TEXT).replace("frames", "fr\x9bames"), "not a signed note"),
        (KEY.sign(TEXT).replace("\N{EM DASH}", "-"), "is not a signature line"),
        (KEY.sign(TEXT) + KEY.sign(TEXT).rpartition("\n\n")[2], "signed twice"),
        (SigningKey.from_seed("referee", bytes(32)).sign(TEXT), "not signed by a known key"),
        (KEY.sign(TEXT).replace("answered 0", "answered 1"), "is not valid"),
    ],
)
def test_what_is_no_note_is_refused(note: str, why: str) -> None:
    assert why in opened([note.encode()], KEY)[0]["refused"]


def test_lists_of_keys_are_followed(tmp_path: Path) -> None:
    """A retired key still counts, a revoked one does not, and a list signed by strangers is not followed."""
    ring = Keyring(tmp_path)
    lists = [ring.published]
    ring.rotate()
    lists.append(ring.published)
    ring.revoke(ring.keys.keys[0].key.id)
    lists.append(ring.published)
    ring.rotate()
    lists.append(ring.published)
    ours = [[f"{key.name}+{key.id.hex()}" for key in KeyList.parse(each).usable] for each in lists]
    assert list(map(len, ours)) == [1, 2, 1, 2]
    *found, strange = evaluate(LISTS, [*lists, MemoryKey().published])
    assert found == ours
    assert "not signed by the active key trusted so far" in strange["refused"]


@pytest.mark.parametrize("lines", FORGED.values(), ids=FORGED)
def test_a_stolen_retired_key_cannot_change_the_list(lines: tuple[ListedKey, ...]) -> None:
    first, *found = evaluate(LISTS, [PUBLISHED, *forgeries(lines)])
    assert len(first) == 2
    assert [each for each in found if "refused" not in each] == []


def test_lists_of_keys_are_followed_through_several_rotations(tmp_path: Path) -> None:
    """And never back to a list in which a key was in a better state."""
    ring = Keyring(tmp_path)
    old = ring.published
    ring.rotate()
    ring.rotate()
    _, found, back = evaluate(LISTS, [old, ring.published, old])
    assert len(found) == 3
    assert "refused" in back
    before = ring.published
    ring.revoke(ring.keys.keys[0].key.id)
    _, back = evaluate(LISTS, [ring.published, before])
    assert "is missing or was changed in the new list" in back["refused"]


def test_a_damaged_list_of_keys_is_refused(tmp_path: Path) -> None:
    ring = Keyring(tmp_path)
    ring.rotate()
    note = ring.published
    broken = [
        note.replace("referee keys 1", "referee keys 2"),
        note.replace(" active ", " revoked ").replace(" retired ", " active "),
        note.replace("referee+", "referee+0", 1),
        note.replace(" active ", " sleepy "),
        "\n".join(note.split("\n")[:-2]) + "\n",
    ]
    assert [each for each in evaluate(LISTS, broken) if "refused" not in each] == []


# --- leaves ---

CUT_AND_REWRITTEN = """
import protoLoader from '@grpc/proto-loader';
import { leafReader } from './leaves.js';
const includeDirs = ['../../proto'];
const load = (options) => protoLoader.loadSync('referee/api/v1/referee.proto', { includeDirs, ...options });
const leavesIn = leafReader(load({ defaults: true }));
const { 'referee.api.v1.PlayResponse': Response, 'referee.api.v1.Frame': Frame } = load({});
const rewritten = ({ frame: { isAnswered, receipt, view, clock, ...rest } }) => {
  if (rest.question) delete rest.question.text;
  return Frame.serialize(rest);
};
const bytes = given.map((each) => Buffer.from(each, 'hex'));
const hex = (leaves) => leaves.map((leaf) => leaf.toString('hex'));
console.log(JSON.stringify({
  cut: bytes.map((each) => hex(leavesIn(each))),
  rewritten: bytes.map((each) => hex(Response.deserialize(each).frames.map(rewritten))),
}));
"""


def _flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def _sent_and_signed(name: str, seed: str) -> Iterator[tuple[api.Frame, bytes]]:
    codec = Codec(name)
    for frames, views in steps_of_a_match(name, game(name).seats[0], seed):
        for viewer, frame in frames.items():
            sent = api.Frame.FromString(codec.frame(frame, views[viewer].state))
            sent.is_answered = bool(sent.number % 2)
            sent.receipt = "a receipt" * (sent.number % 3)
            if sent.number % 2:
                sent.clock.CopyFrom(api.Clock(time_left=Duration(seconds=sent.number)))
            yield sent, codec.leaf(frame)


@pytest.mark.parametrize("name", GAMES)
def test_leaves_can_be_cut_out_or_written_anew(name: str, bot: Path, seed: str) -> None:
    """GetReceiptResponse: protobuf in another language arrives at the same bytes both ways."""
    pairs = list(_sent_and_signed(name, seed))
    packs = [pairs[start : start + 7] for start in range(0, len(pairs), 7)]
    given = []
    for pack in packs:
        frames = [api.MatchFrame(handle=300, frame=sent) for sent, _ in pack]
        attached = [api.Attached(handle=300)]
        given.append(api.PlayResponse(frames=frames, attached=attached).SerializeToString().hex())
    found = evaluate(CUT_AND_REWRITTEN, given, bot.parent)
    signed = [[leaf.hex() for _, leaf in pack] for pack in packs]
    assert found["cut"] == signed
    assert found["rewritten"] == signed


def test_a_field_of_a_newer_referee_stays_in_the_leaf(bot: Path) -> None:
    """GetReceiptResponse: unknown fields are signed too; a library that drops them computes another leaf."""
    known, unknown = api.Frame(number=1, waiting_for=[2], receipt="x"), b"\xa2\x06\x03new"
    frame = known.SerializeToString() + unknown
    response = b"\x1a" + bytes([len(frame) + 4]) + b"\x08\x01\x12" + bytes([len(frame)]) + frame
    leaf = api.Frame(number=1, waiting_for=[2]).SerializeToString()
    found = evaluate(CUT_AND_REWRITTEN, [response.hex()], bot.parent)
    assert found == {"cut": [[(leaf + unknown).hex()]], "rewritten": [[leaf.hex()]]}
