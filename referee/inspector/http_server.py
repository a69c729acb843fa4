"""Run the inspector's HTTP server until it is interrupted."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
"""Names under which a browser on this machine reaches the server."""


def allowed_hosts(host: str) -> list[str]:
    """Return the host names that requests may be sent to: any if the server listens on every address.

    >>> allowed_hosts("0.0.0.0")
    ['*']
    """
    if host in ("0.0.0.0", "::"):
        return ["*"]
    return [*LOCAL_NAMES, f"[{host}]" if ":" in host else host]


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; 0 picks a free port. Raise `OSError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)


def address_of(listening: socket.socket) -> str:
    """Return the address of a listening socket, for a browser."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def serve_app(
    app: Starlette,
    listening: socket.socket,
    ready: Callable[[], None],
    ending: Callable[[], None] = lambda: None,
) -> None:
    """Serve until Ctrl-C, which raises `KeyboardInterrupt`, or SIGTERM.

    `ready` is called when requests are answered, and `ending` before the requests in progress are waited for.
    """
    config = uvicorn.Config(app, log_config=None, log_level="warning", lifespan="off", server_header=False)
    server = _Server(config, ready, ending)
    # When the server has stopped, uvicorn raises the signal again, and SIGTERM would end the process as if killed.
    signal.signal(signal.SIGTERM, lambda *_: None)
    server.run(sockets=[listening])


class _Server(uvicorn.Server):
    """A server that says when it is ready and when it ends."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], ending: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self._ending = ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._ending()
        await super().shutdown(sockets)
