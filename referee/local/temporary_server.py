"""A server for one match, whose store is removed at the end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.disputes.cases.dispute_service import DISPUTES
from referee.log.sqlite import SqliteStore
from referee.wire.grpc_server import serving


@asynccontextmanager
async def temporary_server() -> AsyncIterator[str]:
    """Run a server on a free port with a temporary store, and yield its address."""
    with TemporaryDirectory(prefix="referee-demo-") as folder:
        store = SqliteStore(Path(folder) / "referee.db")
        try:
            async with serving(store, grace=1.0, extra_services=(DISPUTES,)) as server:
                yield server.address
        finally:
            store.close()
