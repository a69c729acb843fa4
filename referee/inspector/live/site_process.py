"""The process that serves the pages of `referee serve --http`: a client of the server over a private Unix socket."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys

from referee.inspector.live.site_server import SiteServer, SiteSettings, opened_site
from referee.inspector.page_process import given_settings

MODULE = "referee.inspector.live.site_process"


async def _serve(settings: SiteSettings, listening: socket.socket) -> None:
    async with opened_site(settings) as site:
        server = SiteServer(site, settings, lambda: None)

        def end() -> None:
            server.should_exit = True

        asyncio.get_running_loop().add_reader(sys.stdin.fileno(), end)
        await server.serve(sockets=[listening])


def main() -> None:
    """Run the process."""
    settings, listening = given_settings(SiteSettings)
    signal.signal(signal.SIGTERM, lambda *_: None)
    asyncio.run(_serve(settings, listening))


if __name__ == "__main__":
    main()
