"""What a terminal sends, as keys."""

from __future__ import annotations

import pytest

from referee.cli.stepping.pressed_keys import Key, KeyDecoder

SENT = {
    b"\x1b[C": [Key.RIGHT],
    b"\x1bOD": [Key.LEFT],
    b"\x1b[1;2C\x1b[d": [Key.SHIFT_RIGHT, Key.SHIFT_LEFT],
    b"\x1b[H\x1b[4~": [Key.HOME, Key.END],
    b"\x1b[5~\x1b[6~": [Key.PAGE_UP, Key.PAGE_DOWN],
    b"g12\r": ["g", "1", "2", Key.ENTER],
    b"a\x7f\x15\x04": ["a", Key.BACKSPACE, Key.ERASE_LINE, Key.CLOSED],
    "Jürgen €".encode(): [*"Jürgen €"],
    b"\x1b[15~\x00\x01x": ["x"],
    b"\xff\xfea": ["a"],
    b"\x1bq": [Key.ESCAPE, "q"],
}


@pytest.mark.parametrize(("sent", "keys"), SENT.items())
def test_keys_are_found_in_pieces_of_any_size(sent: bytes, keys: list[str]) -> None:
    at_once = KeyDecoder()
    assert at_once.decode(sent) == keys
    assert not at_once.is_waiting
    byte_by_byte = KeyDecoder()
    assert [key for place in range(len(sent)) for key in byte_by_byte.decode(sent[place : place + 1])] == keys
    assert not byte_by_byte.is_waiting


@pytest.mark.parametrize(
    ("sent", "keys"), {b"\x1b": [Key.ESCAPE], b"\x1b[1;": [Key.ESCAPE], b"\xe2\x82": []}.items()
)
def test_an_incomplete_key_waits_for_the_rest(sent: bytes, keys: list[str]) -> None:
    decoder = KeyDecoder()
    assert decoder.decode(sent) == []
    assert decoder.is_waiting
    assert decoder.flush() == keys
    assert not decoder.is_waiting
    assert decoder.decode(b"x") == ["x"]
