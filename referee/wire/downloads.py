"""Downloads: a file in chunks, the first of which comes with the size and the hash of the whole."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from referee_api.v1 import referee_pb2 as api

CHUNK_BYTES = 1 << 18
"""Size of the pieces in which a file is sent, in bytes."""


def chunks_of(data: bytes) -> Iterator[tuple[bytes, api.FileSummary | None]]:
    """Yield the pieces of a file, the first one with the summary of the whole."""
    for start in range(0, len(data), CHUNK_BYTES):
        summary = None if start else api.FileSummary(size=len(data), sha256=sha256(data).digest())
        yield data[start : start + CHUNK_BYTES], summary
