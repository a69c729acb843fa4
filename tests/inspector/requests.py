"""Requests to the inspector's application, made in this process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from starlette.applications import Starlette

from referee.cli.commands.inspect import read_record
from referee.inspector.shown_matches import ShownMatches
from referee.inspector.web_app import web_app
from tests.tidy.tree import ROOT

REPLAYS = ROOT / "replays"
HOST = "inspector.test"


class Answer(NamedTuple):
    """A response."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


def app_for(path: Path) -> Starlette:
    """Return the application that shows a file or a directory."""
    return web_app(ShownMatches(path, read_record), [HOST])


def get(
    app: Starlette,
    address: str,
    headers: Mapping[str, str] | None = None,
    method: str = "GET",
    *,
    body: bytes = b"",
    client: str = "127.0.0.1",
) -> Answer:
    """Ask for an address and return the response."""
    return asyncio.run(_get(app, address, {"host": HOST, **(headers or {})}, method, body, client))


async def _get(
    app: Starlette, address: str, headers: Mapping[str, str], method: str, body: bytes, client: str
) -> Answer:
    path, _, query = address.partition("?")
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": (client, 1),
        "server": (HOST, 80),
        "root_path": "",
    }
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], found, b"".join([part.get("body", b"") for part in sent[1:]]))
