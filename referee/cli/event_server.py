"""Events on a server: the arena that `referee event start` and `referee event serve` run."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple

from referee.arena.dial_in.arena_server import EventsHere, serving_arena
from referee.arena.dial_in.event_calls import token_step
from referee.arena.dial_in.hosting import EventHost
from referee.arena.dial_in.server_arena import ServerArena
from referee.arena.event_entries import EntrantTokenIssued
from referee.arena.event_record import EventLog
from referee.arena.event_state import EventState
from referee.arena.official_steps import entrant_number
from referee.cli.data_dir import DATABASE, data_dir_path, make_data_dir
from referee.cli.errors import CommandError, as_command_error
from referee.cli.event_folder import EventFolder
from referee.cli.server_connection import connection_options, server_errors
from referee.cli.server_settings import check_address
from referee.local.local_errors import LocalError
from referee.wire.grpc_server import CannotListen, Tls
from referee_client import aio

MATCHES_AT_ONCE = 32
"""Number of matches that are played at the same time, unless `-j` says otherwise."""

HOSTED_FOLDER = "hosted"
"""Folder of the events that were registered over the API, in the data directory."""

TOKEN_BYTES = 32


def play_event_on_server(
    args: argparse.Namespace, folder: EventFolder, log: EventLog, on_entries: Callable[[], None]
) -> None:
    """Play an event at the server that the arguments name, with the entrants that dial in here."""
    state = log.state
    without = [
        entrant.name
        for number, entrant in enumerate(state.event.entrants)
        if entrant.dial_in and number not in state.token_hashes and number not in state.withdrawn
    ]
    if without and not state.finished:
        names = ", ".join(without[:5]) + (" and others" if len(without) > 5 else "")
        raise CommandError(
            f"entrants without a token: {names}; print their tokens with: referee event tokens {args.file}"
        )

    async def play() -> None:
        async with _referee(args) as referee:
            event = ServerArena(
                log, folder.path / DATABASE, referee, args.jobs or MATCHES_AT_ONCE, on_entries=on_entries
            )
            events = EventsHere(args.referee_address or args.server)
            events.add(event)
            options = connection_options(args)
            async with serving_arena(
                events, referee, host=args.host, port=args.listen, tls=_tls(args), api_key=options["api_key"]
            ) as port:
                print(f"arena listening on {port.address}", file=sys.stderr, flush=True)
                await event.play()
                await port.wait_for_readers()

    _run(play())


def serve_events(args: argparse.Namespace) -> None:
    """Host the events of a data directory that were registered over the API, until the program is stopped."""
    data_dir = data_dir_path(args.data_dir) / HOSTED_FOLDER
    make_data_dir(data_dir)

    async def serve() -> None:
        async with _referee(args) as referee:
            address = args.referee_address or args.server
            host = EventHost(data_dir, DATABASE, referee, args.jobs or MATCHES_AT_ONCE, address)
            options = connection_options(args)
            async with (
                host.running(),
                serving_arena(
                    host.events,
                    referee,
                    host=args.host,
                    port=args.listen,
                    tls=_tls(args),
                    api_key=options["api_key"],
                ) as port,
            ):
                print(f"arena listening on {port.address}", flush=True)
                await asyncio.Event().wait()

    _run(serve())


@asynccontextmanager
async def _referee(args: argparse.Namespace) -> AsyncIterator[aio.Client]:
    """Connect to the referee. It is waited for as long as it takes, because it may be started after the arena."""
    if not args.server:
        raise CommandError("the matches of an arena are played at a server; give --server HOST:PORT")
    check_address(args.server)
    referee = aio.Client(args.server, **connection_options(args), patience=600.0)
    try:
        yield referee
    finally:
        await referee.close()


def _tls(args: argparse.Namespace) -> Tls | None:
    if bool(args.tls_cert) != bool(args.tls_key):
        raise CommandError("--tls-cert and --tls-key go together; give both or neither")
    return Tls(Path(args.tls_cert), Path(args.tls_key)) if args.tls_cert else None


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Run an arena until it ends or is stopped; what is wrong becomes a `CommandError`."""
    with as_command_error(CannotListen, LocalError), server_errors():
        asyncio.run(work)


class IssuedToken(NamedTuple):
    """A new token of an entrant."""

    entrant: str
    step: EntrantTokenIssued
    token: str


def new_tokens(state: EventState, names: Sequence[str], by: str) -> list[IssuedToken]:
    """Return a new token for each of these entrants, or for all that dial in and have none."""
    numbers = [entrant_number(state, name) for name in names] or [
        number
        for number, entrant in enumerate(state.event.entrants)
        if entrant.dial_in and number not in state.token_hashes
    ]
    made = []
    for number in numbers:
        token = token_hex(TOKEN_BYTES)
        made.append(IssuedToken(state.event.entrants[number].name, token_step(number, token, by, ""), token))
    return made
