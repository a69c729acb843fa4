"""A connection to a server that can be cut at any moment, to try whether a bot gets over it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

CHUNK_BYTES = 65536


class CutConnection:
    """Passes everything on between clients and a server, until it is cut. Clients may connect again."""

    def __init__(self, server: str) -> None:
        self._host, _, self._port = server.rpartition(":")
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.address = ""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[CutConnection]:
        """Listen on a free port until the end of the block."""
        listener = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{listener.sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            listener.close()
            self.cut()
            await asyncio.gather(*self._tasks)

    def cut(self) -> None:
        """Cut all connections; what is on its way is lost."""
        for end in self._ends:
            end.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        ends = {writer}
        try:
            from_server, to_server = await asyncio.open_connection(self._host, int(self._port))
            ends.add(to_server)
            self._ends |= ends
            await asyncio.gather(_pass_on(reader, to_server), _pass_on(from_server, writer))
        except OSError:
            pass
        finally:
            self._ends -= ends
            for end in ends:
                end.transport.abort()
            self._tasks.discard(task)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(CHUNK_BYTES):
            writer.write(piece)
            await writer.drain()
    writer.transport.abort()
