"""The inspector over HTTP: pages for people, JSON for the pages, and static files.

Only GET is answered, except that reviews are asked about by POST, and that steps of disputes can be taken by POST if
the inspector was started for that. A
request names the viewer (`as=open`, `as=spectator` or a seat), and the reply holds only what that viewer was told;
`moments` alone also says where that is in the whole match.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
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

from referee.disputes.explain.attempts import TrialFault
from referee.inspector.case_desk import (
    LARGEST_STEP,
    TOKEN_PARAMETER,
    CaseDesk,
    DeskState,
    StepGuard,
    StepRefused,
    cookie_of,
    read_step,
)
from referee.inspector.comparison import (
    BadReadings,
    Comparison,
    Comparisons,
    TrialsBusy,
    read_readings,
    readings_of,
)
from referee.inspector.listing_page import error_page, listing_page
from referee.inspector.opened_match import OpenedMatch
from referee.inspector.request_origin import is_own_request
from referee.inspector.review.note_book import NoteBook, NoteRefused, ReviewedMatch
from referee.inspector.review.review_calls import LARGEST_REVIEW, Review, ReviewRequest
from referee.inspector.review.review_rooms import NoSuchRoom, RoomFull
from referee.inspector.same_deal import compare_tables
from referee.inspector.shown_matches import MatchCollection, ShownMatches, UnreadableMatch
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from referee.replay.rerun import Mismatch
from referee.rulebook import UnknownReading

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


def web_app(
    shown: MatchCollection,
    hosts: list[str],
    desk: CaseDesk | None = None,
    guard: StepGuard | None = None,
    notes: NoteBook | None = None,
    front: Sequence[Route] = (),
) -> Starlette:
    """Return the application for these matches. It refuses other hosts, so that no page elsewhere can read it.

    `hosts` are names without ports; `*` allows all. Without a guard nothing can be changed in files. Without a book for
    notes, they are gone when the inspector stops. `front` are pages that take precedence over these, such as another
    first page.
    """
    pages = _Pages(shown, desk, guard, Review(notes))
    routes = [
        *front,
        Route("/", pages.index),
        Route("/match/{name:path}", pages.match),
        Route("/static/{name:path}", pages.static),
        Route("/api/comparison/{name:path}", pages.comparison),
        Route("/api/tables/{name:path}", pages.tables),
        Route("/api/cases/{name:path}", pages.cases),
        Route("/api/review/{name:path}", pages.review, methods=["POST"]),
        *([Route("/api/steps/{name:path}", pages.take_step, methods=["POST"])] if guard else []),
        *[Route(f"/api/{what}/{{name:path}}", pages.json(answer)) for what, answer in ANSWERS.items()],
    ]
    middleware = [
        Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False),
        Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
    ]
    return Starlette(routes=routes, middleware=middleware)


class _Pages:
    """The answers to requests."""

    def __init__(
        self, shown: MatchCollection, desk: CaseDesk | None, guard: StepGuard | None, review: Review
    ) -> None:
        self._review = review
        self._shown = shown
        self._desk = desk
        self._guard = guard
        self._comparisons = Comparisons()

    @property
    def _way_back(self) -> str:
        return "" if self._shown.is_single else self._shown.way_back

    async def index(self, request: Request) -> Response:
        """List the matches, or go to the only one."""
        if self._shown.is_single:
            (name,) = self._shown.names()
            return self._redirect(request, request.url_for("match", name=name).path)
        if TOKEN_PARAMETER in request.query_params:
            return self._redirect(request, "/")
        assert isinstance(self._shown, ShownMatches)
        page = await run_in_threadpool(listing_page, self._shown)
        return reply_with(request, page.encode(), TYPES["html"])

    def _redirect(self, request: Request, path: str) -> Response:
        """Lead to a page, and let the browser keep the token of the printed address, if it has it."""
        reply = RedirectResponse(path, headers=HEADERS)
        token = request.query_params.get(TOKEN_PARAMETER, "")
        if self._guard is not None and self._guard.knows(token):
            reply.set_cookie(cookie_of(request), token, httponly=True, samesite="strict")
        return reply

    async def match(self, request: Request) -> Response:
        """Show the page of a match, or what is wrong with its file."""
        name = request.path_params["name"]
        try:
            await run_in_threadpool(self._open, name)
        except RequestError as problem:
            page = error_page(str(problem), self._way_back)
            return reply_with(request, page.encode(), TYPES["html"], problem.status)
        way_back = "" if self._shown.is_single else "/"
        page = static_file("page.html").decode().replace("{title}", escape(name)).replace("{list}", way_back)
        page = page.replace("{back}", escape(self._way_back))
        return reply_with(request, page.encode(), TYPES["html"])

    async def static(self, request: Request) -> Response:
        """Send a file of the page."""
        name = request.path_params["name"]
        try:
            return reply_with(request, static_file(name), TYPES[name.rpartition(".")[2]])
        except (OSError, KeyError):
            page = error_page(f"There is no file {name!r}.", self._way_back)
            return reply_with(request, page.encode(), TYPES["html"], 404)

    def json(self, answer: Callable[[OpenedMatch, Request], Any]) -> Callable[[Request], Any]:
        """Return the endpoint that answers with JSON."""

        def answered(request: Request) -> Any:
            match = self._open(request.path_params["name"])
            if "readings" in request.query_params:
                match = self._compared(match, request).tried
            return answer(match, request)

        async def endpoint(request: Request) -> Response:
            return await _answer(request, answered)

        return endpoint

    async def comparison(self, request: Request) -> Response:
        """Compare a match with itself under other readings, or with the same deal at another table."""

        def answered(request: Request) -> Any:
            name = request.path_params["name"]
            match = self._open(name)
            if "table" not in request.query_params:
                return self._compared(match, request).report
            _only_open(match, request)
            other = request.query_params["table"]
            if other not in [table.match for table in self._shown.same_deal(name)]:
                raise RequestError(
                    404, "NO_SUCH_TABLE", f"The match {other!r} is not here or was not dealt the same."
                )
            return compare_tables(match, self._open(other))

        return await _answer(request, answered)

    async def tables(self, request: Request) -> Response:
        """List the other matches with the same deal."""

        def answered(request: Request) -> Any:
            name = request.path_params["name"]
            _only_open(self._open(name), request)
            return self._shown.same_deal(name)

        return await _answer(request, answered)

    async def cases(self, request: Request) -> Response:
        """Show the cases of a match, and whether steps can be taken."""

        def answered(request: Request) -> Any:
            match = self._open(request.path_params["name"])
            return match.cases(_viewer(match, request), self._desk_state(request))

        return await _answer(request, answered)

    def _desk_state(self, request: Request) -> DeskState:
        if self._desk is None:
            return DeskState(is_writable=False, why_not="Cases cannot be opened here.")
        state = self._desk.state(request.path_params["name"])
        if state.is_writable and not (self._guard and self._guard.is_known(request)):
            why_not = "This browser may only read. Open the address that 'referee inspect --sign' printed."
            return DeskState(is_writable=False, why_not=why_not)
        return state

    async def take_step(self, request: Request) -> Response:
        """Take a step of a dispute, and show the cases after it."""
        body = b""
        fault = self._guard.fault(request) if self._guard else "Nothing can be changed here."
        if not fault:
            try:
                body = await read_body(request, LARGEST_STEP)
            except RequestError as problem:
                fault = str(problem)

        def answered(request: Request) -> Any:
            name = request.path_params["name"]
            if fault or self._desk is None:
                raise RequestError(403, "STEP_FORBIDDEN", fault)
            self._open(name)
            try:
                asked = read_step(body)
                self._desk.take(name, asked.take, asked.seen)
            except StepRefused as refused:
                raise RequestError(409, "STEP_REFUSED", str(refused)) from refused
            return self._open(name).cases(OPEN_TABLE, self._desk_state(request))

        return await _answer(request, answered)

    async def review(self, request: Request) -> Response:
        """Answer about the notes and rooms of a match, to whoever may see it."""
        try:
            if not is_own_request(request):
                raise RequestError(403, "FOREIGN_ORIGIN", "Only the pages of this inspector can ask that.")
            body = await read_body(request, LARGEST_REVIEW)
            match = await run_in_threadpool(self._open, request.path_params["name"])
            viewer = _viewer(match, request)
            asked = _read_review(body)
            charter = match.terms.charter
            about = ReviewedMatch(request.path_params["name"], charter.game, charter.seats, match.fact_count)
            eyes = {number: name for name, number in VIEWERS.items()}.get(viewer, str(viewer))
            found = await answered_review(self._review, about, eyes, asked)
        except RequestError as problem:
            error = {"reason": problem.reason, "message": str(problem)}
            return reply_with(request, _encode({"error": error}), JSON, problem.status)
        return reply_with(request, _encode(found), JSON)

    def _compared(self, match: OpenedMatch, request: Request) -> Comparison:
        _only_open(match, request)
        try:
            return self._comparisons.of(match, read_readings(request.query_params.get("readings", "")))
        except (BadReadings, UnknownReading) as unknown:
            raise RequestError(400, "BAD_READINGS", str(unknown)) from unknown
        except TrialsBusy as busy:
            raise RequestError(429, "BUSY", str(busy)) from busy
        except Mismatch as differs:
            raise _record_mismatch(differs) from differs
        except TrialFault as fault:
            raise RequestError(422, "RULES_FAIL", f"The other reading cannot be tried: {fault}") from fault

    def _open(self, name: str) -> OpenedMatch:
        try:
            return self._shown.open(name)
        except KeyError:
            gone = f"There is no match {name!r} here. If the file was moved or deleted, put it back."
            raise RequestError(404, "NO_SUCH_MATCH", gone) from None
        except UnreadableMatch as problem:
            raise RequestError(422, "UNREADABLE_MATCH", str(problem)) from problem


async def _answer(request: Request, answered: Callable[[Request], Any]) -> Response:
    """Return what a function answers, as JSON. It runs in a thread, because it may take long."""

    def encoded() -> bytes:
        found = answered(request)
        return found if isinstance(found, bytes) else _encode(found)

    try:
        return reply_with(request, await run_in_threadpool(encoded), JSON)
    except RequestError as problem:
        error = {"reason": problem.reason, "message": str(problem)}
        return reply_with(request, _encode({"error": error}), JSON, problem.status)


async def answered_review(review: Review, about: ReviewedMatch, eyes: str, asked: ReviewRequest) -> Any:
    """Return what a review answers; raise `RequestError`."""
    try:
        return await review.answer(about, eyes, asked)
    except NoteRefused as bad:
        raise RequestError(409, "BAD_NOTE", str(bad)) from bad
    except NoSuchRoom:
        raise RequestError(404, "NO_SUCH_ROOM", "This review room has ended.") from None
    except RoomFull:
        raise RequestError(503, "ROOM_FULL", "This review room is full; try again later.") from None


def _read_review(body: bytes) -> ReviewRequest:
    try:
        found: ReviewRequest = msgspec.json.decode(body, type=ReviewRequest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RequestError(400, "MALFORMED_REQUEST", f"The request is malformed: {error}.") from None
    return found


async def read_body(request: Request, most: int) -> bytes:
    """Return the body of a request; raise `RequestError` if it has more bytes than this."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise RequestError(413, "TOO_LARGE", "The request is too large.")
    return body


def static_file(name: str) -> bytes:
    """Return a file of the page; raise `OSError` if there is none."""
    parts = name.split("/")
    if any([part in ("", ".", "..") or "\\" in part for part in parts]):
        raise FileNotFoundError(name)
    return resources.files("referee.inspector").joinpath("static", *parts).read_bytes()


def reply_with(request: Request, body: bytes, kind: str, status: int = 200) -> Response:
    """Return a response, or 304 if the browser has the same bytes already."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {**HEADERS, "ETag": tag}
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if status == 200 and tag in known:
        return Response(status_code=304, headers=headers)
    return Response(body, status, headers=headers, media_type=kind)


# --- what is sent as JSON ---


def _viewer(match: OpenedMatch, request: Request, name: str = "as", default: str = "open") -> Seat:
    text = request.query_params.get(name, default)
    seat = int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else VIEWERS.get(text)
    if seat is None or seat not in match.viewers:
        seats = len(match.names)
        raise RequestError(
            400,
            "UNKNOWN_VIEWER",
            f"unknown viewer {text!r} (choose from open, spectator, the seats 0 to {seats - 1})",
        )
    return seat


def _only_open(match: OpenedMatch, request: Request) -> None:
    if _viewer(match, request) != OPEN_TABLE:
        message = "A comparison shows what every seat held; only the open table can be compared."
        raise RequestError(403, "OPEN_TABLE_ONLY", message)


def _times(match: OpenedMatch, request: Request) -> Any:
    if _viewer(match, request) != OPEN_TABLE:
        message = "The time sheet shows what not every seat was told; only the open table has it."
        raise RequestError(403, "OPEN_TABLE_ONLY", message)
    times = match.times()
    if times is None:
        message = "This match has no time sheet: it had no clock, or was not on a server."
        raise RequestError(404, "NO_TIME_SHEET", message)
    return times


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
        raise _record_mismatch(differs) from differs


def _record_mismatch(differs: Mismatch) -> RequestError:
    message = f"The file does not follow from the rules: {differs}. 'referee verify' shows more."
    return RequestError(422, "RECORD_MISMATCH", message)


def _rulings(match: OpenedMatch, _: Request) -> Any:
    return readings_of(match.terms)


def _moments(match: OpenedMatch, request: Request) -> Any:
    return match.moments(_viewer(match, request))


def _plots(match: OpenedMatch, request: Request) -> Any:
    return match.story(_viewer(match, request)).plots()


def _knowledge(match: OpenedMatch, request: Request) -> Any:
    return match.knowledge(_viewer(match, request))


def _odds(match: OpenedMatch, request: Request) -> Any:
    reader = _viewer(match, request)
    of = _viewer(match, request, "of", request.query_params.get("as", "open"))
    if reader not in (OPEN_TABLE, of):
        message = "A viewer is shown only its own count; the open table may choose whose."
        raise RequestError(403, "OPEN_TABLE_ONLY", message)
    return match.odds(of, reader)


ANSWERS: dict[str, Callable[[OpenedMatch, Request], Any]] = {
    "summary": _summary,
    "facts": _facts,
    "pictures": _pictures,
    "why": _why,
    "moments": _moments,
    "plots": _plots,
    "knowledge": _knowledge,
    "odds": _odds,
    "times": _times,
    "rulings": _rulings,
}
"""What each path below `/api` answers with."""
