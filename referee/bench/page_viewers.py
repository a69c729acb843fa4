"""Viewers of a match in a process of their own: each reads the events that the page of a spectator reads."""

from __future__ import annotations

import asyncio
import json
from multiprocessing.connection import Connection

READY = "every viewer has the match"


def watch_pages(pipe: Connection, pages: str, match: str, viewers: int) -> None:
    """Follow a match as many spectators until the other end of the pipe is closed."""
    asyncio.run(_watch(pipe, pages, match, viewers))


async def _watch(pipe: Connection, pages: str, match: str, viewers: int) -> None:
    host, _, port = pages.rpartition(":")
    body = json.dumps({"match": match}).encode()
    head = (
        f"POST /api/live/feed HTTP/1.1\r\nHost: {pages}\r\nX-Referee: 1\r\nSec-Fetch-Site: same-origin\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    opened = [await asyncio.open_connection(host, int(port)) for _ in range(viewers)]
    for reader, writer in opened:
        writer.write(head.encode() + body)
        if b" 200 " not in await reader.readline():
            raise ConnectionError("a viewer was refused")
        await reader.readuntil(b"event: ")
    tasks = [asyncio.create_task(_read_on(reader)) for reader, _ in opened]
    pipe.send(READY)
    closed = asyncio.Event()
    asyncio.get_running_loop().add_reader(pipe.fileno(), closed.set)
    await closed.wait()
    for task in tasks:
        task.cancel()
    for _, writer in opened:
        writer.close()


async def _read_on(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass
