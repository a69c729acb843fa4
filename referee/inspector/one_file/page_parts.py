"""What every page in one file is made of: a policy that allows no request, and blocks of data."""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

import msgspec

from referee.inspector.web_app import static_file

_encode = msgspec.json.Encoder(order="deterministic").encode


def icon_in_address() -> str:
    """Return the icon of the pages, as a part of an address that holds it."""
    return quote(static_file("icon.svg").decode().strip())


def style_elements(styles: Mapping[str, str]) -> str:
    """Return the elements of these style sheets, by the names of their files."""
    return "\n".join([f'<style data-href="/static/{name}">{text}</style>' for name, text in styles.items()])


def content_policy(script: str, styles: Sequence[str]) -> str:
    """Return a policy that allows this script and these styles, and no request at all."""
    hashes = " ".join([_source(style) for style in styles])
    return (
        f"default-src 'none'; script-src {_source(script)}; style-src {hashes}; img-src data:; connect-src 'none'; "
        "base-uri 'none'; form-action 'none'"
    )


def _source(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def script_block(name: str, text: str) -> str:
    """Return an element that holds data, which the page finds by its name."""
    kind = "application/json" if text.startswith("{") else "text/plain"
    return f'<script type="{kind}" id="saved-{name}">{text}</script>'


def json_text(value: Mapping[str, Any]) -> str:
    """Return JSON that cannot end the script element it is in."""
    return _encode(value).decode().replace("<", "\\u003c")


def compressed(data: bytes) -> str:
    """Return data compressed, as base64."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(packer.compress(data) + packer.flush()).decode()
