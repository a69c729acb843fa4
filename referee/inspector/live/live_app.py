"""Matches of a server over HTTP: a lobby, and pages that follow a match or play a seat of it.

The application is a client of the server like any other, so all access checks are there. Every call is a POST with JSON
in its body: a token is never part of an address, and a page of another site cannot make the call in a person's browser,
because the browser says where a request comes from and does not send our header from elsewhere. Feeds are server-sent
events in the response to such a call.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import AsyncIterator, Awaitable, Callable
from html import escape
from typing import Any, NamedTuple, TypeVar

import grpc
import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from referee.games import UnknownGame
from referee.inspector.case_desk import StepRefused
from referee.inspector.desk.desk_calls import CALLS, BadDeskCall, DeskCall, client_of, desk_of
from referee.inspector.desk.official_desk import NotAnOfficial
from referee.inspector.listing_page import error_page
from referee.inspector.live import story_calls
from referee.inspector.live.followed_match import FollowedMatch
from referee.inspector.live.followed_matches import FollowedMatches, TooManyFollowed
from referee.inspector.live.growing_story import NewFacts
from referee.inspector.live.lobby import Lobby, TooManyBots
from referee.inspector.live.seat_calls import NotASeat, SeatCalls
from referee.inspector.one_file.html_file import SavedMatch, html_file
from referee.inspector.opened_match import MatchRecord
from referee.inspector.request_origin import is_own_request
from referee.inspector.review.note_book import ReviewedMatch
from referee.inspector.review.review_calls import Review, ReviewRequest
from referee.inspector.web_app import (
    HEADERS,
    JSON,
    TYPES,
    RequestError,
    answered_review,
    read_body,
    reply_with,
    static_file,
)
from referee.kernel.facts import OPEN_TABLE
from referee.people.asked_question import BadAnswer
from referee.replay.reading import read_replay
from referee.server.time_control import BadTimeControl
from referee_client import RefereeError, Refused, aio
from referee_client.bots import UnknownBot

ACCESS_HEADER = "x-referee-access"
"""Header with the secret of the page's address, if one is needed."""
LARGEST_BODY = 64 * 1024
MATCH_ID = r"^[0-9a-zA-Z_-]{1,64}$"

_encode = msgspec.json.Encoder(order="deterministic").encode

STATUSES = {
    grpc.StatusCode.UNAUTHENTICATED: 403,
    grpc.StatusCode.PERMISSION_DENIED: 403,
    grpc.StatusCode.NOT_FOUND: 404,
    grpc.StatusCode.INVALID_ARGUMENT: 400,
    grpc.StatusCode.FAILED_PRECONDITION: 409,
    grpc.StatusCode.RESOURCE_EXHAUSTED: 429,
}
"""HTTP statuses for the status codes of gRPC; 503 for all others."""


PROBLEMS = (
    RequestError,
    RefereeError,
    Refused,
    BadAnswer,
    NotASeat,
    TooManyFollowed,
    TooManyBots,
    UnknownGame,
    UnknownBot,
    BadTimeControl,
    IndexError,
    StepRefused,
    BadDeskCall,
    NotAnOfficial,
)
"""What a call may raise; `_explained` says what it means for the page."""


class PageCall(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a call; each call uses some of the fields."""

    match: str = ""
    token: str = ""
    api_key: str = ""
    """Of an official who was appointed by API key, and looks at the match."""
    number: int = 0
    """The number of a fact, a page or a question, as the call needs it."""
    picks: list[int] = []
    key: str = ""
    """Makes it safe to send an answer or a statement again."""
    text: str = ""
    kind: int = 0
    place: int = 0
    what: str = ""
    rule: str = ""
    is_on: bool = False
    seat: int | None = None
    seats: int = 0
    name: str = ""
    invite: str = ""
    clock: str = ""
    review: ReviewRequest | None = None


class LiveSite(NamedTuple):
    """What the application serves."""

    client: aio.Client
    lobby: Lobby
    followed: FollowedMatches
    access: str = ""
    """The secret that calls must carry; empty for none."""


def live_app(site: LiveSite, hosts: list[str]) -> Starlette:
    """Return the application. `hosts` are the names without ports that requests may be sent to; `*` allows all."""
    pages = _LivePages(site)
    routes = [
        Route("/", pages.lobby),
        Route("/live/{match}", pages.match),
        Route("/desk", pages.desk),
        Route("/static/{name:path}", pages.static),
        Route("/api/live/feed", pages.feed, methods=["POST"]),
        *[
            Route(f"/api/live/{name}", pages.endpoint(call), methods=["POST"])
            for name, call in pages.calls.items()
        ],
        *[
            Route(f"/api/desk/{name}", pages.desk_endpoint(call), methods=["POST"])
            for name, call in CALLS.items()
        ],
    ]
    middleware = [Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False)]
    return Starlette(routes=routes, middleware=middleware)


Call = Callable[[PageCall], Awaitable[Any]]
Body = TypeVar("Body", PageCall, DeskCall)


async def _answered(reading: Awaitable[Body], call: Callable[[Body], Awaitable[Any]]) -> Response:
    """Make a call and return what it answers, as JSON."""
    try:
        found = await call(await reading)
    except PROBLEMS as problem:
        return _problem(problem)
    return Response(_encode({"done": True} if found is None else found), 200, HEADERS, JSON)


class _LivePages:
    """The answers to requests."""

    def __init__(self, site: LiveSite) -> None:
        self._site = site
        self._review = Review()
        self._one_file = asyncio.Semaphore(1)
        self.calls: dict[str, Call] = {
            "lobby": self._lobby,
            "create": self._create,
            "join": self._join,
            "fill": self._fill,
            "summary": self._story(lambda followed, _: story_calls.about(followed)),
            "facts": self._story(lambda followed, call: story_calls.facts_from(followed, call.number)),
            "pictures": self._story(lambda followed, call: story_calls.pictures(followed, call.number)),
            "moments": self._story(lambda followed, _: story_calls.moments(followed)),
            "why": self._story(lambda followed, call: story_calls.why(followed, call.number)),
            "plots": self._story(lambda followed, _: story_calls.plots(followed)),
            "answer": self._seated(lambda seat, call: seat.answer(call.number, call.picks, call.key)),
            "say": self._seated(lambda seat, call: seat.say(call.text, call.kind, call.place, call.key)),
            "sayings": self._seated(_sayings),
            "whole_match": self._seated(self._whole_match),
            "orders": self._seated(lambda seat, _: seat.orders()),
            "order": self._seated(lambda seat, call: seat.switch_order(call.what, is_on=call.is_on)),
            "propose": self._seated(lambda seat, call: seat.propose(call.what, call.text)),
            "consent": self._seated(lambda seat, call: seat.consent(call.what, consents=call.is_on)),
            "review": self._review_call,
            "case": self._seated(
                lambda seat, call: seat.open_case(call.number, call.rule, call.text, freeze=call.is_on)
            ),
        }

    # --- pages and files ---

    async def lobby(self, request: Request) -> Response:
        """Show the lobby."""
        page = static_file("lobby.html").decode().replace("{server}", escape(self._site.lobby.name))
        return reply_with(request, page.encode(), TYPES["html"])

    async def match(self, request: Request) -> Response:
        """Show the page of a match; what it shows depends on the token that the page has."""
        return reply_with(request, static_file("live.html"), TYPES["html"])

    async def desk(self, request: Request) -> Response:
        """Show the officials' desk."""
        page = static_file("desk.html").decode().replace("{server}", escape(self._site.lobby.name))
        return reply_with(request, page.encode(), TYPES["html"])

    async def static(self, request: Request) -> Response:
        """Send a file of the page."""
        name = request.path_params["name"]
        try:
            return reply_with(request, static_file(name), TYPES[name.rpartition(".")[2]])
        except (OSError, KeyError):
            page = error_page(f"There is no file {name!r}.")
            return reply_with(request, page.encode(), TYPES["html"], 404)

    # --- calls ---

    def endpoint(self, call: Call) -> Callable[[Request], Awaitable[Response]]:
        """Return the endpoint of a call that is answered with JSON."""

        async def answered(request: Request) -> Response:
            return await _answered(self._read(request, PageCall), call)

        return answered

    def desk_endpoint(
        self, act: Callable[[Any, DeskCall], Awaitable[Any]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return the endpoint of a call of the officials' desk."""

        async def call(given: DeskCall) -> Any:
            return await act(desk_of(self._site.client, given), given)

        async def answered(request: Request) -> Response:
            return await _answered(self._read(request, DeskCall), call)

        return answered

    async def feed(self, request: Request) -> Response:
        """Send the facts after a number, and whatever happens from then on, as server-sent events."""
        try:
            call = await self._read(request, PageCall)
            followed = await self._followed(call)
        except PROBLEMS as problem:
            return _problem(problem)
        # Proxies must pass each event on at once.
        headers = {**HEADERS, "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(_events(followed, call.number), 200, headers, "text/event-stream")

    async def _followed(self, call: PageCall) -> FollowedMatch:
        client = client_of(self._site.client, call.api_key)
        return await self._site.followed.get(call.match, call.token, call.api_key, client)

    async def _read(self, request: Request, kind: type[Body]) -> Body:
        """Return the body of a call; raise `RequestError` if another site made it, or if it is malformed."""
        if not is_own_request(request):
            raise RequestError(403, "FOREIGN_ORIGIN", "Only the pages of this server can make this call.")
        given = request.headers.get(ACCESS_HEADER, "")
        if self._site.access and not hmac.compare_digest(given.encode(), self._site.access.encode()):
            message = "Open the whole address that the command printed, with the part after #."
            raise RequestError(403, "ACCESS_NEEDED", message)
        body = await read_body(request, LARGEST_BODY)
        try:
            return msgspec.json.decode(body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise RequestError(400, "MALFORMED_REQUEST", "The request is malformed.") from None

    def _story(self, answer: Callable[[FollowedMatch, PageCall], Any]) -> Call:
        async def answered(call: PageCall) -> Any:
            followed = await self._followed(call)
            if followed.is_lost:
                raise RequestError(403, "ACCESS_DENIED", followed.problem)
            return answer(followed, call)

        return answered

    def _seated(self, act: Callable[[SeatCalls, PageCall], Awaitable[Any]]) -> Call:
        async def acted(call: PageCall) -> Any:
            followed = await self._followed(call)
            return await act(SeatCalls(self._site.client, followed, call.token), call)

        return acted

    async def _review_call(self, call: PageCall) -> Any:
        """Answer about the review of a match. Only officials review a match on a server: others could be misled."""
        followed = await self._followed(call)
        if call.review is None or followed.is_lost or followed.viewer != OPEN_TABLE:
            message = "Only officials review a match on a server; inspect its file to review it with others."
            raise RequestError(403, "OFFICIALS_ONLY", message)
        charter = followed.terms.charter
        about = ReviewedMatch(followed.match_id, charter.game, charter.seats, len(followed.story))
        return await answered_review(self._review, about, "open", call.review)

    async def _whole_match(self, seat: SeatCalls, _: PageCall) -> Any:
        """Return a match that is over as one HTML file. It takes a processor core for seconds, so one at a time."""
        replay = await seat.replay()
        async with self._one_file:
            return {"page": await run_in_threadpool(_saved_page, replay)}

    async def _lobby(self, _: PageCall) -> Any:
        return await self._site.lobby.page()

    async def _create(self, call: PageCall) -> Any:
        talk = call.what if call.what in ("none", "palette", "free") else ""
        made = await self._site.lobby.create(call.name, call.seats, talk=talk, clock=call.clock)
        return {"match": made}

    async def _join(self, call: PageCall) -> Any:
        return await self._site.lobby.join(call.match, call.seat, call.name, call.invite)

    async def _fill(self, call: PageCall) -> Any:
        match = await self._site.client.get_match(call.match, call.token)
        return {"seats": await self._site.lobby.fill(match, call.what, call.invite)}


async def _sayings(seat: SeatCalls, _: PageCall) -> Any:
    return seat.sayings()


def _saved_page(replay: bytes) -> str:
    return html_file(SavedMatch(MatchRecord(read_replay(replay)), replay.decode(), OPEN_TABLE), None)


async def _events(followed: FollowedMatch, after: int) -> AsyncIterator[bytes]:
    async for event in followed.events(max(0, after)):
        if event is None:
            yield b": still here\n\n"
        else:
            kind = b"facts" if isinstance(event, NewFacts) else b"state"
            yield b"event: " + kind + b"\ndata: " + _encode(event) + b"\n\n"


def _problem(problem: Exception) -> Response:
    """Return what is wrong as a response."""
    status, reason, message = _explained(problem)
    error = {"error": {"reason": reason, "message": message}}
    return Response(_encode(error), status, HEADERS, JSON)


def _explained(problem: Exception) -> tuple[int, str, str]:
    match problem:
        case RequestError():
            return problem.status, problem.reason, str(problem)
        case RefereeError():
            return STATUSES.get(problem.code, 503), problem.reason or "UNREACHABLE", str(problem)
        case Refused():
            return 409, problem.refusal.upper(), problem.sentence
        case BadAnswer():
            return 409, "BAD_ANSWER", str(problem)
        case NotASeat():
            return 403, "NOT_A_SEAT", "Take a seat first; this page only watches."
        case TooManyFollowed():
            return 503, "TOO_MANY_PAGES", "Too many matches are being watched here. Try again later."
        case TooManyBots():
            return 503, "NO_BOTS", "No more bots can play here now."
        case UnknownGame():
            message = "The server plays a game that this version does not know; update it."
            return 422, "UNKNOWN_GAME", message
        case StepRefused() | BadDeskCall():
            return 409, "STEP_REFUSED", str(problem)
        case NotAnOfficial():
            message = "This is not the token or the API key of an official, an organiser or an operator."
            return 403, "NOT_AN_OFFICIAL", message
        case BadTimeControl():
            return 400, "BAD_CLOCK", f"{str(problem)[:1].upper()}{str(problem)[1:]}."
        case UnknownBot():
            return 400, "UNKNOWN_BOT", str(problem)
        case _:
            return 404, "NO_SUCH_FACT", "There is no such fact, or the match has not come to it yet."
