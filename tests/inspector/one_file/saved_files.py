"""Single files for the tests: written, read back and changed."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from referee.cli.commands.inspect import read_record
from referee.inspector.one_file.html_file import SavedMatch, html_file
from referee.inspector.one_file.page_seal import page_seal
from referee.inspector.one_file.shared_values import unshare
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.proof.keys import MemoryKey
from tests.inspector.requests import REPLAYS

KEYS = MemoryKey()


def saved(name: str, viewer: Seat = OPEN_TABLE, keys: MemoryKey | None = KEYS) -> str:
    """Return the single file of a golden match."""
    path = REPLAYS / name
    return html_file(SavedMatch(read_record(str(path)), path.read_text(), viewer), keys)


def block(page: str, name: str) -> str:
    """Return a block of a file as it is written; empty if there is none."""
    found = re.search(rf'<script type="[a-z/]+" id="saved-{name}">(.*?)</script>', page, re.DOTALL)
    return found[1] if found else ""


def unpacked(text: str) -> bytes:
    """Return what a compressed block holds."""
    return zlib.decompress(base64.b64decode(text), -15)


def packed(data: bytes) -> str:
    """Return data as a block has it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(packer.compress(data) + packer.flush()).decode()


def answers_in(page: str) -> Any:
    """Return everything that the page can be asked for."""
    return unshare(json.loads(unpacked(block(page, "answers"))))


def with_block(page: str, name: str, change: Callable[[str], str], *, is_resealed: bool = False) -> str:
    """Return a file with a changed block; resealed, as somebody without the key of the referee could do it."""
    old = block(page, name)
    assert old
    changed = page.replace(f'id="saved-{name}">{old}<', f'id="saved-{name}">{change(old)}<')
    assert changed != page
    if not is_resealed:
        return changed
    parts = {each: block(changed, each) for each in ("record", "answers", "evidence")}
    seal = json.dumps(page_seal("", parts, None))
    return changed.replace(block(changed, "seal"), seal)


def repacked(change: Callable[[bytes], bytes]) -> Callable[[str], str]:
    """Return the change of a compressed block that changes what it holds."""
    return lambda text: packed(change(unpacked(text)))


def write(folder: Path, name: str, page: str) -> str:
    """Write a file, and return its address for a browser."""
    path = folder / name
    path.write_text(page, encoding="utf-8")
    return path.as_uri()
