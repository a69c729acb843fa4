"""`referee play GAME --human`: a temporary server, bots, and a page on which a person plays."""

from __future__ import annotations

import argparse
import asyncio
import sys
import webbrowser
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.cli.display.ending_signals import orderly_end
from referee.cli.errors import CommandError, as_command_error
from referee.cli.key_values import parse_key_values, parse_options
from referee.cli.server_log import configure_log
from referee.disputes.cases.dispute_service import DISPUTES
from referee.games import game
from referee.inspector.http_server import LOCAL_NAMES, address_of, listen
from referee.inspector.live.consenting_bots import play_and_consent
from referee.inspector.live.site_server import SiteSettings, serving_site
from referee.local.bot_seats import bot_names, check_bots, close_bots, make_bots, player_names
from referee.local.local_errors import LocalError
from referee.local.own_bots import describe_fault
from referee.log.sqlite import SqliteStore
from referee.log.store import StoreError
from referee.wire.grpc_server import CannotListen, serving
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, RefereeError, Seat, aio

PERSON = 0
"""The seat of the person."""


def play_with_person(args: argparse.Namespace, save: Callable[[str], None]) -> None:
    """Let a person play one match; `save` gets its replay. The page stays until Ctrl-C, which then is no error."""
    if args.server or args.spectators:
        raise CommandError(
            "--human starts its own server; to play on another one, use 'referee inspect ADDR'"
        )
    if args.matches != 1 or args.rotate:
        raise CommandError("--human plays one match at a time; leave out --matches and --rotate")
    names = bot_names(args.bots, args.seats - 1)
    check_bots(names, args.game)
    configure_log("off")
    replays: list[str] = []

    def take(replay: str) -> None:
        replays.append(replay)
        save(replay)

    with as_command_error(StoreError, CannotListen, RefereeError), orderly_end():
        try:
            asyncio.run(_play(args, names, take))
        except KeyboardInterrupt:
            if not replays:
                raise


async def _play(args: argparse.Namespace, names: list[str], save: Callable[[str], None]) -> None:
    with TemporaryDirectory(prefix="referee-human-") as folder:
        store = SqliteStore(Path(folder) / "referee.db")
        try:
            async with (
                serving(store, grace=1.0, extra_services=(DISPUTES,)) as server,
                aio.connect(server.address) as client,
            ):
                await _serve(args, names, client, save)
        finally:
            store.close()


async def _serve(
    args: argparse.Namespace, names: list[str], client: aio.Client, save: Callable[[str], None]
) -> None:
    created = await client.create_match(
        args.game,
        args.seats,
        seed=args.seed,
        edition=args.edition,
        rulings=parse_key_values(args.ruling, "--ruling"),
        options=parse_options(args.game, args.option),
        talk=args.talk or "",
        spectators=True,
    )
    match = created.match.id
    seat = await client.join_seat(match, PERSON, args.name)
    bots = make_bots(names, args.game, args.seed or match)
    titles = player_names(["person", *names])[1:]
    taken = {
        await client.join_seat(match, number, titles[number - 1]): bot for number, bot in enumerate(bots, 1)
    }
    listening = listen("127.0.0.1", 0)
    address = f"{address_of(listening)}live/{match}#token={seat.token}"
    try:
        async with serving_site(SiteSettings(client.address, list(LOCAL_NAMES)), listening):
            print(f"{game(args.game).title}: play on {address}", flush=True)
            if args.browser:
                webbrowser.open(address)
            with redirect_stdout(sys.stderr):
                await _played(client, taken)
            last = await _last(client, match, created.token)
            save((await client.get_replay(last, created.token)).decode())
            print("The page stays until Ctrl-C.", flush=True)
            await asyncio.Event().wait()
    finally:
        close_bots(bots)


async def _played(client: aio.Client, taken: dict[Seat, Bot]) -> None:
    try:
        await play_and_consent(client, taken)
    except (RefereeError, LocalError):
        raise
    except Exception as fault:
        raise CommandError(f"a bot failed: {describe_fault(fault)}") from fault


async def _last(client: aio.Client, match: str, token: str) -> str:
    """Return the match that was played to its end: an undo continues a match as another one."""
    found: api.Match = await client.get_match(match, token)
    while found.standing.successor:
        found = await client.get_match(found.standing.successor, token)
    return found.id
