"""The pages of an event over HTTP: the page, its sections as JSON, and the news that something has changed.

Nothing in an event can be changed here, and everything that is sent may be read by everyone: it follows from the public
part of the log. The pages of its matches are those of `web_app`, with their notes and review rooms.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from html import escape
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from referee.inspector.event_pages.event_matches import EventMatches
from referee.inspector.event_pages.event_report import EventReport
from referee.inspector.event_pages.followed_event import FollowedEvent, UnreadableEvent
from referee.inspector.http_server import serve_app
from referee.inspector.web_app import HEADERS, JSON, TYPES, reply_with, static_file, web_app

SECONDS_BETWEEN_LOOKS = 0.5
"""How often the log is looked at for somebody who follows it."""
LOOKS_BETWEEN_SIGNS = 30
"""Looks after which a quiet stream shows that it is still there."""

_encode = msgspec.json.Encoder(order="deterministic").encode


class NoSuchPart(Exception):
    """A round or an entrant that is not there; the text says so, and what there is."""


def _round(report: EventReport, of: str) -> Any:
    rounds = report.overview.rounds
    if not (of.isascii() and of.isdecimal() and int(of[:6]) in rounds):
        there = f"Rounds 1 to {max(rounds)} are paired." if rounds else "No round is paired yet."
        raise NoSuchPart(f"There is no round {of!r} in this event. {there}")
    return report.round(int(of))


def _entrant(report: EventReport, of: str) -> Any:
    try:
        return report.entrant(of)
    except KeyError:
        raise NoSuchPart(f"There is no entrant {of!r} in this event. The standings list them all.") from None


SECTIONS: Mapping[str, Callable[[EventReport, str], Any]] = {
    "overview": lambda report, _: report.overview,
    "crosstable": lambda report, _: report.crosstable,
    "round": _round,
    "entrant": _entrant,
    "ratings": lambda report, _: report.ratings,
    "decisions": lambda report, _: report.decisions,
    "luck": lambda report, _: report.luck,
}
"""What the page asks for; a round and an entrant are named by `of`."""


def event_app(followed: FollowedEvent, hosts: list[str]) -> Starlette:
    """Return the application for an event. `hosts` are the names without ports that requests may be sent to."""
    pages = _EventPages(followed)
    front = [
        Route("/", pages.page),
        Route("/api/event/feed", pages.feed),
        Route("/api/event/{section}", pages.section),
    ]
    return web_app(EventMatches(followed), hosts, front=front)


def serve_event(
    followed: FollowedEvent, hosts: list[str], listening: socket.socket, ready: Callable[[], None]
) -> None:
    """Serve the pages until Ctrl-C, which raises `KeyboardInterrupt`, or SIGTERM."""
    serve_app(event_app(followed, hosts), listening, ready, followed.close)


class _EventPages:
    """The answers to requests."""

    def __init__(self, followed: FollowedEvent) -> None:
        self._followed = followed

    async def page(self, request: Request) -> Response:
        """Show the page of the event; it says itself if the event cannot be read."""
        try:
            title = (await run_in_threadpool(self._followed.report)).overview.name
        except UnreadableEvent:
            title = "Event"
        page = static_file("event.html").decode().replace("{title}", escape(title))
        return reply_with(request, page.encode(), TYPES["html"])

    async def section(self, request: Request) -> Response:
        """Send a section of the page."""
        name, of = request.path_params["section"], request.query_params.get("of", "")

        def answered() -> bytes:
            return _encode(SECTIONS[name](self._followed.report(), of))

        try:
            if name not in SECTIONS:
                raise NoSuchPart(f"There is no section {name!r}.")
            return reply_with(request, await run_in_threadpool(answered), JSON)
        except NoSuchPart as problem:
            return _problem(request, 404, "NO_SUCH_PART", str(problem))
        except UnreadableEvent as problem:
            return _problem(request, 422, "UNREADABLE_EVENT", str(problem))

    async def feed(self, _: Request) -> Response:
        """Send a server-sent event whenever something has changed."""
        # Proxies must pass each event on at once.
        headers = {**HEADERS, "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(_changes(self._followed), 200, headers, "text/event-stream")


async def _changes(followed: FollowedEvent) -> AsyncIterator[bytes]:
    told, looks = -1, 0
    while not followed.is_closed:
        number = await run_in_threadpool(followed.refresh)
        if number != told:
            told, looks = number, 0
            yield b"event: changed\ndata: %d\n\n" % number
        elif looks == LOOKS_BETWEEN_SIGNS:
            looks = 0
            yield b": still here\n\n"
        looks += 1
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)


def _problem(request: Request, status: int, reason: str, message: str) -> Response:
    return reply_with(request, _encode({"error": {"reason": reason, "message": message}}), JSON, status)
