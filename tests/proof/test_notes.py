"""Signed notes: known answers of Go and RFC 8032, and no note except the signed one."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from referee.proof.notes import (
    MOST_SIGNATURES,
    BadNote,
    PublicKey,
    SigningKey,
    UnknownSigner,
    from_base64,
    is_name,
    note_keys,
    open_note,
    sign_note,
    to_base64,
)
from tests.proof.lax_notes import lax_open
from tests.proof.mutations import one_bit, one_bit_texts

# The example of golang.org/x/mod/sumdb/note, the origin of the format.
PETER = PublicKey.parse("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")
PETER_SEED = from_base64("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")[1:]
ENOCH = PublicKey.parse("EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop")
TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
PETER_BLOB = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
PETER_LINE = f"— PeterNeumann {PETER_BLOB}\n"
ENOCH_BLOB = "rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ="
ENOCH_LINE = f"— EnochRoot {ENOCH_BLOB}\n"
NOTE = f"{TEXT}\n{PETER_LINE}"

# RFC 8032, 7.1: secret key, public key, message, signature.
RFC_8032 = {
    "TEST 1": (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
            "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    "TEST 2": (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    "TEST 3": (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
            "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
}
ORDER = 2**252 + 27742317777372353535851937790883648493


def key(name: str = "referee", number: int = 1) -> SigningKey:
    """Return a key that is the same on every run."""
    return SigningKey.from_seed(name, bytes([number]) * 32)


@pytest.mark.parametrize("vector", RFC_8032.values(), ids=RFC_8032)
def test_vectors_of_rfc_8032(vector: tuple[str, str, str, str]) -> None:
    """RFC 8032, 7.1."""
    secret, public, message, signature = map(bytes.fromhex, vector)
    signer = SigningKey.from_seed("rfc", secret)
    assert signer.public.raw == public
    assert signer.signature(message) == signature
    assert signer.public.has_signed(message, signature)
    assert not any(signer.public.has_signed(message, changed) for changed in one_bit(signature))
    assert not any(signer.public.has_signed(changed, signature) for changed in one_bit(message))


def test_a_signature_has_no_second_form() -> None:
    """RFC 8032, 5.1.7: S must be below the order of the group. S plus the order would verify too, so it is refused."""
    _, public, message, signature = map(bytes.fromhex, RFC_8032["TEST 2"])
    second = int.from_bytes(signature[32:], "little") + ORDER
    twin = signature[:32] + second.to_bytes(32, "little")
    assert PublicKey("rfc", public).has_signed(message, signature)
    assert not PublicKey("rfc", public).has_signed(message, twin)


def test_the_example_of_go_is_read_and_written_to_the_byte() -> None:
    """C2SP signed-note: Ed25519 is deterministic, so the same key writes the same note."""
    peter = SigningKey.from_seed("PeterNeumann", PETER_SEED)
    assert (peter.public, peter.public.id.hex()) == (PETER, "c74f20a3")
    assert peter.sign(TEXT) == NOTE
    assert open_note(NOTE, [PETER]) == (TEXT, PETER, (PETER,))


def test_two_signatures_and_one_known() -> None:
    """C2SP signed-note, Signatures: unknown keys are skipped, known ones must be valid."""
    both = NOTE + ENOCH_LINE
    assert open_note(both, [ENOCH]) == (TEXT, ENOCH, (ENOCH,))
    assert open_note(both, [ENOCH, PETER]) == (TEXT, PETER, (PETER, ENOCH))
    assert [str(who) for who in note_keys(both)] == ["PeterNeumann+c74f20a3", "EnochRoot+af0cfe78"]
    with pytest.raises(BadNote, match="2 signatures instead of one"):
        open_note(both, [ENOCH, PETER], alone=True)
    with pytest.raises(
        UnknownSigner, match=r"not signed by a known key, only by PeterNeumann\+c74f20a3, EnochRoot"
    ) as told:
        open_note(both, [key().public])
    assert [who.name for who in told.value.signers] == ["PeterNeumann", "EnochRoot"]
    # The same name with another key is another signer.
    with pytest.raises(UnknownSigner):
        open_note(NOTE, [PublicKey("PeterNeumann", ENOCH.raw)])


def test_a_bad_signature_of_a_known_key_spoils_the_note() -> None:
    """C2SP signed-note: even next to a valid one."""
    other = SigningKey.from_seed("PeterNeumann", PETER_SEED).sign("Another text.\n")
    spoilt = f"{TEXT}\n{other.splitlines(keepends=True)[-1]}{ENOCH_LINE}"
    assert open_note(spoilt, [ENOCH]).key == ENOCH
    with pytest.raises(BadNote, match=r"signature of PeterNeumann\+c74f20a3 is not valid"):
        open_note(spoilt, [ENOCH, PETER])


REFUSED = {
    "empty": "",
    "no signatures": TEXT,
    "no signatures after the empty line": f"{TEXT}\n",
    "no line end at the end": NOTE[:-1],
    "a line end too many": f"{NOTE}\n",
    "a line after the signatures": f"{NOTE}Unexpected line.\n",
    "no text": PETER_LINE,
    "no empty line": TEXT + PETER_LINE,
    "a control character": f"\1{TEXT}\n{PETER_LINE}",
    "a carriage return": NOTE.replace("\n", "\r\n"),
    "half a character": f"\udcff{TEXT}\n{PETER_LINE}",
    "a hyphen for the dash": NOTE.replace("—", "-"),
    "two spaces": NOTE.replace("— ", "—  "),
    "a space of another kind": NOTE.replace("— ", "—\N{NO-BREAK SPACE}"),
    "a space after the signature": NOTE.replace("nAM=\n", "nAM= \n"),
    "a name of two words": f"{NOTE}— Bad Name {PETER_BLOB}\n",
    "a name with a plus sign": f"{NOTE}— Bad+Name {PETER_BLOB}\n",
    "no name": f"{NOTE}—  {PETER_BLOB}\n",
    "base64 that is not canonical": NOTE.replace("nAM=", "nAN="),
    "base64 without padding": NOTE.replace("nAM=", "nAM"),
    "base64 for addresses": NOTE.replace("x08go/", "x08go_"),
    "an id without a signature": f"{NOTE}— other {to_base64(b'four')}\n",
    "a short signature": NOTE.replace(PETER_BLOB, to_base64(PETER.id + b"short")),
    "signed twice": NOTE + PETER_LINE,
    "a stranger twice": NOTE + ENOCH_LINE + ENOCH_LINE,
    "too many signatures": NOTE
    + "".join(f"— k{number} {to_base64(b'1234sig')}\n" for number in range(MOST_SIGNATURES)),
}


@pytest.mark.parametrize("note", REFUSED.values(), ids=REFUSED)
def test_what_is_not_quite_a_note_is_refused(note: str) -> None:
    """C2SP signed-note, Format."""
    with pytest.raises(BadNote):
        open_note(note, [PETER])


@pytest.mark.parametrize("control", ["\0", "\t", "\r", "\x1b", "\x7f", "\x80", "\x9b", "\x9f"], ids=ascii)
def test_control_characters_are_refused_even_if_they_are_signed(control: str) -> None:
    """They could forge what a terminal shows. C2SP signed-note forbids those of ASCII; DEL and C1 are no better."""
    signer, text = key(), f"a{control}b\n"
    with pytest.raises(BadNote, match="control character"):
        signer.sign(text)
    blob = to_base64(signer.public.id + signer.signature(text.encode()))
    with pytest.raises(BadNote, match="control character"):
        open_note(f"{text}\n— {signer.public.name} {blob}\n", [signer.public])
    assert not is_name(f"a{control}b")


def test_the_text_may_have_empty_lines_and_any_letters() -> None:
    """C2SP signed-note, Format: the last empty line is the separator."""
    for text in ("\n", "a\n\n", "\n\n\n", "è subito sera.\n\n— wer? nobody\n"):
        assert open_note(key().sign(text), [key().public], alone=True).text == text


@pytest.mark.parametrize("text", ["", "no line end", "a\tb\n", "a\r\n", "\udcff\n"])
def test_what_cannot_be_read_back_is_not_signed(text: str) -> None:
    """C2SP signed-note, Format."""
    with pytest.raises(BadNote):
        key().sign(text)


def test_who_signs_does_so_once() -> None:
    """A note that nobody could open is not written."""
    for keys in ((), (key(), key())):
        with pytest.raises(BadNote):
            sign_note("text\n", *keys)


def test_every_part_and_every_neighbour_of_a_key_is_refused() -> None:
    """Go's tests for keys: neither a part of a key nor a changed one is a key."""
    parts = [
        PETER.text[i:j]
        for i in range(len(PETER.text))
        for j in range(i, len(PETER.text) + 1)
        if (i, j) != (0, len(PETER.text))
    ]
    damaged = [
        # With matching ids: a key that is too long, and an unknown kind of key.
        "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",
        "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        PETER.text.replace("c74f20a3", "C74F20A3"),
        f"{PETER.text}\n",
    ]
    for text in [*parts, *damaged, *one_bit_texts(PETER.text)]:
        with pytest.raises(BadNote):
            PublicKey.parse(text)


def test_names_of_keys() -> None:
    """C2SP signed-note: not empty, no spaces, no plus sign."""
    assert is_name("referee.example/table-3")
    for name in ("", "a b", "a+b", "a\nb", "a\N{EM SPACE}b", "a\x01b"):
        assert not is_name(name)
        with pytest.raises(BadNote, match="is not a valid key name"):
            PublicKey(name, bytes(32))
    with pytest.raises(BadNote, match="32 bytes, not 31"):
        PublicKey("a", bytes(31))


def test_two_keys_of_one_name_and_id_are_not_taken() -> None:
    """C2SP signed-note: ids are short, so a second key with the same id can be found by brute force."""

    class Twin(PublicKey, frozen=True):
        @property
        def id(self) -> bytes:
            return PETER.id

    with pytest.raises(BadNote, match="two different keys"):
        open_note(NOTE, [PETER, Twin("PeterNeumann", bytes(32))])
    assert open_note(NOTE, [PETER, PETER]).key == PETER


def test_private_halves_are_not_shown() -> None:
    """Accidental printing reveals nothing."""
    signer = key()
    assert repr(signer) == f"SigningKey({signer.public.text!r})"
    assert SigningKey.from_pem("referee", signer.pem()).public == signer.public
    assert SigningKey.generate("a").public != SigningKey.generate("a").public


def random_note(luck: random.Random, keys: list[SigningKey]) -> str:
    """Return a note of random lines."""
    lines = ["".join(luck.choices("abc è—0 ", k=luck.randint(0, 12))) for _ in range(luck.randint(1, 6))]
    return sign_note("".join(f"{line}\n" for line in lines), *keys)


def let_through(open_it: Callable[[str, list[PublicKey]], object], notes: list[str]) -> list[str]:
    """Yield the one-bit neighbours of notes that a reader accepts."""
    through = []
    for note in notes:
        open_it(note, [key().public])
        for changed in one_bit_texts(note):
            try:
                open_it(changed, [key().public])
            except (BadNote, ValueError):
                continue
            through.append(changed)
    return through


@pytest.mark.parametrize(
    "times", [pytest.param(2, id="some"), pytest.param(200, id="many", marks=pytest.mark.campaign)]
)
def test_no_note_with_a_bit_changed_is_accepted(times: int, seed: str) -> None:
    """A1."""
    luck = random.Random(seed)
    assert let_through(open_note, [random_note(luck, [key()]) for _ in range(times)]) == []


def test_a_lax_reader_is_caught(seed: str) -> None:
    """Control for A1: it accepts changes in unused bits of base64, in ids and in names."""
    assert len(let_through(lax_open, [random_note(random.Random(seed), [key()])])) > 10
