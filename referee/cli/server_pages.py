"""The pages of `referee serve --http` in the browser, in a process of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from referee.cli.commands.inspect import listening_on
from referee.inspector.http_server import address_of, allowed_hosts
from referee.inspector.live.site_process import MODULE
from referee.inspector.live.site_server import SiteSettings
from referee.inspector.page_process import PageProcess


class ServerPages:
    """The pages of a server that is about to start."""

    def __init__(self, settings: SiteSettings, host: str, port: int, socket_path: str) -> None:
        self.socket_path = socket_path
        """The Unix socket over which the pages reach the server."""
        self._settings = settings
        self._listening = listening_on(host, port, "--http port or --http-host")
        self._process: PageProcess | None = None

    @property
    def address(self) -> str:
        """Where a browser finds the pages."""
        found = address_of(self._listening)
        return found.replace("http:", "https:", 1) if self._settings.certificate else found

    def start(self, server: str) -> None:
        """Start the process, when the server answers."""
        settings = msgspec.structs.replace(self._settings, name=server)
        self._process = PageProcess(MODULE, settings, self._listening)

    def end(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.end()
        self._listening.close()


@contextmanager
def prepared_pages(
    host: str, port: int, *, delay: float, has_bots: bool, certificate: str, key: str
) -> Iterator[ServerPages]:
    """Listen for browsers, and yield the pages; end their process afterwards."""
    # Only this user can enter the directory, so only the pages reach the socket.
    with TemporaryDirectory(prefix="referee-") as private:
        socket_path = str(Path(private) / "pages")
        settings = SiteSettings(
            server=f"unix:{socket_path}",
            hosts=allowed_hosts(host),
            delay=delay,
            has_bots=has_bots,
            certificate=certificate,
            key=key,
        )
        pages = ServerPages(settings, host, port, socket_path)
        try:
            yield pages
        finally:
            pages.end()
