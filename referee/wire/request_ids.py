"""Request ids: how a request that writes an audit entry is recognised when it is repeated."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from referee.server.access import Access
from referee.server.retries import REQUEST_ID, RequestTag
from referee.wire.statuses import invalid


def check_request_id(request_id: str) -> None:
    """Refuse a request id that is too long, or has characters that it cannot have."""
    if REQUEST_ID.fullmatch(request_id) is None:
        raise invalid("A request id has up to 64 printable ASCII characters, and no spaces.", "request_id")


def tag_of(request: Any, access: Access) -> RequestTag | None:
    """Return what identifies a request when it is repeated, or None if it has no id.

    The token of the caller is not part of its content, because it may have been replaced in the meantime.
    """
    check_request_id(request.request_id)
    if not request.request_id:
        return None
    content = type(request)()
    content.CopyFrom(request)
    content.ClearField("token")
    content.ClearField("request_id")
    data = request.DESCRIPTOR.name.encode() + b"\n" + content.SerializeToString(deterministic=True)
    return RequestTag(access.party, request.request_id, sha256(data).hexdigest())
