"""The inspector over HTTP: pages for people, JSON for the pages, and static files.

Nothing can be changed here, so there is only GET. A request names the viewer (`as=open`, `as=spectator` or a seat), and
the reply holds only what that viewer was told; `moments` alone also says where that is in the whole match.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from html import escape
from importlib import resources
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from referee.inspector.listing_page import error_page, listing_page
from referee.inspector.opened_match import OpenedMatch
from referee.inspector.shown_matches import ShownMatches, UnreadableMatch
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from referee.replay.rerun import Mismatch

FACTS_PAGE = 500
"""Number of facts that are sent at a time."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    # The browser asks each time, and is told quickly if nothing has changed.
    "Cache-Control": "private, no-cache",
}
TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}
JSON = "application/json"
VIEWERS = {"open": OPEN_TABLE, "spectator": SPECTATOR}

_encode = msgspec.json.Encoder(order="deterministic").encode


class RequestError(Exception):
    """A request that cannot be answered, with the HTTP status and a reason for programs."""

    def __init__(self, status: int, reason: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.reason = reason


def web_app(shown: ShownMatches, hosts: list[str]) -> Starlette:
    """Return the application for these matches. It refuses other hosts, so that no page elsewhere can read it.

    `hosts` are names without ports; `*` allows all.
    """
    pages = _Pages(shown)
    routes = [
        Route("/", pages.index),
        Route("/match/{name:path}", pages.match),
        Route("/static/{name:path}", pages.static),
        *[Route(f"/api/{what}/{{name:path}}", pages.json(answer)) for what, answer in ANSWERS.items()],
    ]
    middleware = [
        Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False),
        Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
    ]
    return Starlette(routes=routes, middleware=middleware)


class _Pages:
    """The answers to requests."""

    def __init__(self, shown: ShownMatches) -> None:
        self._shown = shown

    async def index(self, request: Request) -> Response:
        """List the matches, or go to the only one."""
        if self._shown.is_single:
            (name,) = self._shown.names()
            return RedirectResponse(request.url_for("match", name=name).path, headers=HEADERS)
        page = await run_in_threadpool(listing_page, self._shown)
        return _reply(request, page.encode(), TYPES["html"])

    async def match(self, request: Request) -> Response:
        """Show the page of a match, or what is wrong with its file."""
        name = request.path_params["name"]
        try:
            await run_in_threadpool(self._open, name)
        except RequestError as problem:
            page = error_page(str(problem), is_single=self._shown.is_single)
            return _reply(request, page.encode(), TYPES["html"], problem.status)
        page = static_file("page.html").decode().replace("{title}", escape(name))
        return _reply(request, page.encode(), TYPES["html"])

    async def static(self, request: Request) -> Response:
        """Send a file of the page."""
        name = request.path_params["name"]
        try:
            return _reply(request, static_file(name), TYPES[name.rpartition(".")[2]])
        except (OSError, KeyError):
            page = error_page(f"There is no file {name!r}.", is_single=self._shown.is_single)
            return _reply(request, page.encode(), TYPES["html"], 404)

    def json(self, answer: Callable[[OpenedMatch, Request], Any]) -> Callable[[Request], Any]:
        """Return the endpoint that answers with JSON."""

        def answered(request: Request) -> bytes:
            found = answer(self._open(request.path_params["name"]), request)
            return found if isinstance(found, bytes) else _encode(found)

        async def endpoint(request: Request) -> Response:
            try:
                return _reply(request, await run_in_threadpool(answered, request), JSON)
            except RequestError as problem:
                error = {"reason": problem.reason, "message": str(problem)}
                return _reply(request, _encode({"error": error}), JSON, problem.status)

        return endpoint

    def _open(self, name: str) -> OpenedMatch:
        try:
            return self._shown.open(name)
        except KeyError:
            raise RequestError(404, "NO_SUCH_MATCH", f"There is no match {name!r} here.") from None
        except UnreadableMatch as problem:
            raise RequestError(422, "UNREADABLE_MATCH", str(problem)) from problem


def static_file(name: str) -> bytes:
    """Return a file of the page; raise `OSError` if there is none."""
    parts = name.split("/")
    if any([part in ("", ".", "..") or "\\" in part for part in parts]):
        raise FileNotFoundError(name)
    return resources.files("referee.inspector").joinpath("static", *parts).read_bytes()


def _reply(request: Request, body: bytes, kind: str, status: int = 200) -> Response:
    """Return a response, or 304 if the browser has the same bytes already."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {**HEADERS, "ETag": tag}
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if status == 200 and tag in known:
        return Response(status_code=304, headers=headers)
    return Response(body, status, headers=headers, media_type=kind)


# --- what is sent as JSON ---


def _viewer(match: OpenedMatch, request: Request) -> Seat:
    text = request.query_params.get("as", "open")
    seat = int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else VIEWERS.get(text)
    if seat is None or seat not in match.viewers:
        seats = len(match.names)
        raise RequestError(
            400,
            "UNKNOWN_VIEWER",
            f"unknown viewer {text!r} (choose from open, spectator, the seats 0 to {seats - 1})",
        )
    return seat


def _number(request: Request, name: str) -> int:
    text = request.query_params.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise RequestError(400, "BAD_NUMBER", f"{name} must be a number, not {text!r}")
    return int(text)


def _no_such_fact(match: OpenedMatch, viewer: Seat) -> RequestError:
    last = len(match.story(viewer))
    return RequestError(404, "NO_SUCH_FACT", f"This viewer was told the facts 1 to {last} of this match.")


def _summary(match: OpenedMatch, request: Request) -> Any:
    return match.summary(_viewer(match, request))


def _facts(match: OpenedMatch, request: Request) -> Any:
    viewer, first = _viewer(match, request), _number(request, "from")
    told = match.told(viewer)
    if not 1 <= first <= max(1, len(told)):
        raise _no_such_fact(match, viewer)
    return told[first - 1 : first - 1 + FACTS_PAGE]


def _pictures(match: OpenedMatch, request: Request) -> Any:
    viewer = _viewer(match, request)
    try:
        return match.story(viewer).picture_page(_number(request, "page"))
    except IndexError:
        raise _no_such_fact(match, viewer) from None


def _why(match: OpenedMatch, request: Request) -> Any:
    viewer = _viewer(match, request)
    try:
        return match.why(viewer, _number(request, "fact"))
    except IndexError:
        raise _no_such_fact(match, viewer) from None
    except Mismatch as differs:
        message = f"The file does not follow from the rules: {differs}. 'referee verify' shows more."
        raise RequestError(422, "RECORD_MISMATCH", message) from differs


def _moments(match: OpenedMatch, request: Request) -> Any:
    return match.moments(_viewer(match, request))


def _plots(match: OpenedMatch, request: Request) -> Any:
    return match.story(_viewer(match, request)).plots()


ANSWERS: dict[str, Callable[[OpenedMatch, Request], Any]] = {
    "summary": _summary,
    "facts": _facts,
    "pictures": _pictures,
    "why": _why,
    "moments": _moments,
    "plots": _plots,
}
"""What each path below `/api` answers with."""
