"""The process that serves the pages of `referee serve --http`, apart from the matches, so that it does not slow them.

It is a client of the server over a private Unix socket. Its settings come on stdin, and it ends when stdin does, so
that it never outlives the server.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from subprocess import PIPE, Popen, TimeoutExpired

import msgspec

from referee.inspector.live.site_server import SiteServer, SiteSettings, opened_site

SECONDS_TO_END = 5.0


class SiteProcess:
    """The process, as the server sees it."""

    def __init__(self, settings: SiteSettings, listening: socket.socket) -> None:
        """Start the process, with the modules of this one; `listening` is where it answers requests."""
        self._process = Popen(
            [sys.executable, "-P", "-m", "referee.inspector.live.site_process", str(listening.fileno())],
            stdin=PIPE,
            pass_fds=(listening.fileno(),),
            # Ctrl-C is for the server, which then ends this process.
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([path for path in sys.path if path])},
        )
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(settings) + b"\n")
        self._process.stdin.flush()

    def end(self) -> None:
        """End the process, and wait for it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(SECONDS_TO_END)
        except TimeoutExpired:
            self._process.kill()


async def _serve(settings: SiteSettings, listening: socket.socket) -> None:
    async with opened_site(settings) as site:
        server = SiteServer(site, settings, lambda: None)

        def end() -> None:
            server.should_exit = True

        asyncio.get_running_loop().add_reader(sys.stdin.fileno(), end)
        await server.serve(sockets=[listening])


def main() -> None:
    """Run the process."""
    settings = msgspec.json.decode(sys.stdin.buffer.readline(), type=SiteSettings)
    signal.signal(signal.SIGTERM, lambda *_: None)
    listening = socket.socket(fileno=int(sys.argv[1]))
    asyncio.run(_serve(settings, listening))


if __name__ == "__main__":
    main()
