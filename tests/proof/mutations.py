"""All byte strings that differ from a given one in one bit."""

from collections.abc import Iterator


def one_bit(data: bytes) -> Iterator[bytes]:
    """Yield each of the 8 × len(data) neighbours."""
    for place in range(len(data)):
        for bit in range(8):
            changed = bytearray(data)
            changed[place] ^= 1 << bit
            yield bytes(changed)


def one_bit_texts(text: str) -> Iterator[str]:
    """Yield the neighbours that are valid UTF-8; the others cannot even be passed to a reader of texts."""
    for changed in one_bit(text.encode()):
        try:
            yield changed.decode()
        except UnicodeDecodeError:
            continue
