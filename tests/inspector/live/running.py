"""A referee and its pages for tests, on threads of their own, and requests to them."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from referee.disputes.cases.dispute_service import DISPUTES
from referee.inspector.http_server import LOCAL_NAMES, listen
from referee.inspector.live.site_server import SiteSettings, serving_site
from referee.log.sqlite import SqliteStore
from referee.server.access_control import AccessControl
from referee.server.quotas import LOCAL, Quotas
from referee.wire.grpc_server import serving
from referee_client import Seat, connect

T = TypeVar("T")

SECONDS = 120
OURS = {"X-Referee": "1", "Sec-Fetch-Site": "same-origin"}
"""Headers that our own pages send."""


@contextmanager
def on_thread(made: Callable[[], AbstractAsyncContextManager[str]]) -> Iterator[str]:
    """Enter an asynchronous context on an event loop in a thread, and yield the address that it yields."""
    ready, stop = threading.Event(), asyncio.Event()
    found: list[str] = []
    loops: list[asyncio.AbstractEventLoop] = []

    async def run() -> None:
        loops.append(asyncio.get_running_loop())
        async with made() as address:
            found.append(address)
            ready.set()
            await stop.wait()

    def work() -> None:
        try:
            asyncio.run(run())
        finally:
            ready.set()

    thread = threading.Thread(target=work)
    thread.start()
    assert ready.wait(SECONDS)
    try:
        assert found, "it did not start"
        yield found[0]
    finally:
        loops[0].call_soon_threadsafe(stop.set)
        thread.join(SECONDS)


@asynccontextmanager
async def _referee(folder: Path, port: int, access: AccessControl | None) -> AsyncIterator[str]:
    store = SqliteStore(folder / "referee.db")
    try:
        quotas = Quotas(local=LOCAL)
        async with serving(
            store, port=port, grace=0.5, extra_services=(DISPUTES,), quotas=quotas, access=access
        ) as server:
            yield server.address
    finally:
        store.close()


@contextmanager
def running_referee(folder: Path, port: int = 0, access: AccessControl | None = None) -> Iterator[str]:
    """Run a referee with a store in a directory, and yield its address."""
    with on_thread(lambda: _referee(folder, port, access)) as address:
        yield address


@contextmanager
def running_site(server: str, **settings: Any) -> Iterator[str]:
    """Serve the pages of a referee, and yield their address."""

    @asynccontextmanager
    async def site() -> AsyncIterator[str]:
        listening = listen("127.0.0.1", 0)
        async with serving_site(SiteSettings(server, list(LOCAL_NAMES), **settings), listening):
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"

    with on_thread(site) as address:
        yield address


class Reply(NamedTuple):
    """A response."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


def post(
    site: str,
    what: str,
    body: Any,
    headers: Mapping[str, str] | None = None,
    method: str = "POST",
    part: str = "live",
) -> Reply:
    """Make a call of a page."""
    connection = http.client.HTTPConnection(site.removeprefix("http://"), timeout=SECONDS)
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    connection.request(method, f"/api/{part}/{what}", sent, OURS if headers is None else dict(headers))
    reply = connection.getresponse()
    found = Reply(reply.status, dict(reply.headers), reply.read())
    connection.close()
    return found


class FeedReader:
    """Reads the server-sent events of a match."""

    def __init__(self, site: str, match: str, token: str = "", after: int = 0) -> None:
        self._connection = http.client.HTTPConnection(site.removeprefix("http://"), timeout=SECONDS)
        body = json.dumps({"match": match, "token": token, "number": after}).encode()
        self._connection.request("POST", "/api/live/feed", body, OURS)
        self.reply = self._connection.getresponse()
        self.received = b""

    def next(self) -> tuple[str, Any]:
        """Return the kind and the data of the next event."""
        lines: list[str] = []
        while True:
            line = self.reply.readline()
            assert line, "the feed ended"
            self.received += line
            if line == b"\n":
                if len(lines) == 2:
                    kind, data = lines
                    return kind.removeprefix("event: "), json.loads(data.removeprefix("data: "))
                lines = []
            else:
                lines.append(line.decode().rstrip("\n"))

    def until(self, is_wanted: Callable[[str, Any], bool]) -> Any:
        """Return the data of the next event that is wanted."""
        while True:
            kind, data = self.next()
            if is_wanted(kind, data):
                return data

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def apart(work: Callable[[], T]) -> T:
    """Do something in another thread, because a test with a browser has an event loop in its own."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(work).result(SECONDS)


def new_match(server: str, game: str = "abyss", seats: int = 2, **options: Any) -> list[Seat]:
    """Create a match on a server, and take all its seats."""

    def make() -> list[Seat]:
        with connect(server) as referee:
            match = referee.create_match(game, seats, spectators=True, **options).match.id
            return [referee.join_seat(match, seat, f"player-{seat}") for seat in range(seats)]

    return apart(make)


def give_default(server: str, seats: Sequence[Seat]) -> None:
    """Let the seat that is asked give the default answer."""

    def give() -> None:
        with connect(server) as referee:
            for seat in seats:
                looked = referee.get_view(seat.match, seat.token)
                if looked.HasField("question"):
                    referee.submit(seat, looked.question, list(looked.question.default_picks))
                    return

    apart(give)
