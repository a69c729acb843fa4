"""Serve the pages of a server: as the process of `referee inspect ADDR`, or next to something else on an event loop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import msgspec
import uvicorn

from referee.inspector.live.followed_matches import FollowedMatches
from referee.inspector.live.live_app import LiveSite, live_app
from referee.inspector.live.lobby import Lobby
from referee_client import aio

SECONDS_TO_RETRY = 1.0
"""Seconds for which a call of a page is tried again; the page itself tries longer."""
SECONDS_FOR_BOTS = 3600.0
"""Seconds for which bots wait for a server that went away."""
SECONDS_TO_STOP = 1
"""Seconds that requests in progress may take when the pages stop."""


class SiteSettings(msgspec.Struct, frozen=True):
    """What the pages show, and to whom."""

    server: str
    """The address of the server."""
    hosts: list[str]
    """Names under which the pages are reached; `*` for any."""
    connection: dict[str, Any] = {}
    """How to connect, as `referee_client.aio.connect` takes it."""
    name: str = ""
    """What the pages call the server; its address if empty."""
    delay: float = 0.0
    """Seconds by which spectators are behind the match."""
    access: str = ""
    """The secret that pages need; empty for none."""
    has_bots: bool = True
    """Whether bots of this process fill free seats."""
    certificate: str = ""
    """File of the certificate chain for HTTPS; empty for HTTP."""
    key: str = ""


@asynccontextmanager
async def opened_site(settings: SiteSettings) -> AsyncIterator[LiveSite]:
    """Connect to the server. Raise `Unreachable` if it does not answer."""
    connection: Mapping[str, Any] = settings.connection
    async with aio.connect(settings.server, **connection, patience=SECONDS_TO_RETRY) as client:
        bot_client = aio.connect(settings.server, **connection, patience=SECONDS_FOR_BOTS)
        lobby = Lobby(client, bot_client if settings.has_bots else None, settings.name or settings.server)
        followed = FollowedMatches(client, settings.delay)
        try:
            yield LiveSite(client, lobby, followed, settings.access)
        finally:
            followed.close()
            await lobby.close()
            await bot_client.close()


class SiteServer(uvicorn.Server):
    """The HTTP server of a site; `ready` is called when requests are answered."""

    def __init__(self, site: LiveSite, settings: SiteSettings, ready: Callable[[], object]) -> None:
        super().__init__(
            uvicorn.Config(
                live_app(site, settings.hosts),
                log_config=None,
                log_level="warning",
                lifespan="off",
                server_header=False,
                timeout_graceful_shutdown=SECONDS_TO_STOP,
                ssl_certfile=settings.certificate or None,
                ssl_keyfile=settings.key or None,
            )
        )
        self._ready = ready
        self._site = site

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the feeds, which would go on for as long as the matches, and then the requests in progress."""
        self._site.followed.close()
        await super().shutdown(sockets)


class _GuestServer(SiteServer):
    """A server that leaves the signals to the program that it is a part of."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture no signals."""
        yield


async def serve_site(
    settings: SiteSettings, listening: socket.socket, ready: Callable[[], object] = lambda: None
) -> None:
    """Serve until a signal ends it."""
    async with opened_site(settings) as site:
        await SiteServer(site, settings, ready).serve(sockets=[listening])


@asynccontextmanager
async def serving_site(settings: SiteSettings, listening: socket.socket) -> AsyncIterator[LiveSite]:
    """Serve next to something else on this event loop, which handles the signals."""
    async with opened_site(settings) as site:
        ready = asyncio.Event()
        server = _GuestServer(site, settings, ready.set)
        running = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            await ready.wait()
            yield site
        finally:
            server.should_exit = True
            await asyncio.wait({running})
