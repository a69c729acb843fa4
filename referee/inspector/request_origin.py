"""Whether a request comes from one of our own pages, and not from a page of another site in the same browser."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import Request

OWN_HEADER = "x-referee"
"""Header that only our own pages send; a page of another site cannot without being asked for permission."""


def is_own_request(request: Request) -> bool:
    """Return whether a page of ours made a request, as far as the browser says."""
    return is_same_origin(request) and request.headers.get(OWN_HEADER) == "1"


def is_same_origin(request: Request) -> bool:
    """Return whether the browser says that a page of ours made a request, or names an origin that is this host."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    origin = request.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc == request.headers.get("host", "")
