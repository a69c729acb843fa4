"""`referee demo`: a server, bots over gRPC, a live picture, the result, and the proof."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.live import Live

from referee.cli.bot_seats import bots_for, names_for, seats_of
from referee.cli.commands.serve import configure_log
from referee.cli.display.console import console, print_json
from referee.cli.display.keyboard import unseen
from referee.cli.display.match_display import Onlooker, terms_of
from referee.cli.display.match_summary import show_result, summary_of
from referee.cli.errors import Problem, told_as_problem
from referee.disputes.cases.dispute_service import DISPUTES
from referee.games import UnknownGame, game
from referee.log.sqlite import SqliteStore
from referee.log.store import StoreError
from referee.replay.verification import verify_replay
from referee.wire.server import CannotListen, serving
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, RefereeError, aio
from referee_client.orders import Orders

PACE_ON_A_TERMINAL = 0.02
LONGEST_PACE = 3600


def run(args: argparse.Namespace) -> int:
    """Play one match before the user's eyes and prove it."""
    configure_log("off")
    with told_as_problem(UnknownGame, ValueError, StoreError, CannotListen, RefereeError):
        seats = game(args.game).seats[-1] if args.seats is None else seats_of(args.game, args.seats)
        if args.pace is not None and not 0 <= args.pace <= LONGEST_PACE:
            raise Problem(f"--pace {args.pace:g}: seconds go from 0, for no wait at all, to {LONGEST_PACE}")
        return asyncio.run(_demo(args, seats))


async def _demo(args: argparse.Namespace, seats: int) -> int:
    bots = bots_for(args.bots, args.game, seats, args.seed)
    names = names_for(args.bots, seats)
    pace = (PACE_ON_A_TERMINAL if sys.stdout.isatty() else 0.0) if args.pace is None else args.pace
    if pace and not args.json:
        bots = [Paced(bot, pace) for bot in bots]
    say = _silent if args.json else console().print
    async with _referee() as address, aio.connect(address) as client:
        say(f"A referee listens on {address}, with a store of its own.")
        created = await client.create_match(args.game, seats, seed=args.seed, spectators=True)
        match = created.match.id
        taken = [await client.join_seat(match, seat, names[seat]) for seat in range(seats)]
        say(f"Match {match}: {game(args.game).title}, {', '.join(names)}, seed {args.seed!r}.")
        playing = asyncio.ensure_future(client.play(dict(zip(taken, bots, strict=True))))
        if not args.json:
            await _show(client, created.match, names)
        await playing
        replay = await client.get_replay(match, created.arbiter_token)
        served = await client.verify(match, created.arbiter_token)
    report = verify_replay(replay)
    summary = summary_of(replay)
    if args.json:
        print_json(
            {
                "game": args.game,
                "seats": seats,
                "seed": args.seed,
                "ending": summary.ending,
                "winners": summary.winners,
                "facts": summary.facts,
                "decisions": summary.decisions,
                "head": summary.head,
                "verified": report.ok and served.fits,
            }
        )
    else:
        show_result(summary, names)
        say(f"Head of the log: {summary.head}")
        found = "identical" if report.ok else f"different: {report.first_difference}"
        say(f"Run again from its seed and {summary.decisions} intents: {report.facts} facts, {found}.")
    return 0 if report.ok and served.fits else 1


@asynccontextmanager
async def _referee() -> AsyncIterator[str]:
    """A server on a free port, with a store that is gone afterwards."""
    with TemporaryDirectory(prefix="referee-demo-") as folder:
        store = SqliteStore(Path(folder) / "referee.db")
        try:
            async with serving(store, grace=1.0, further=(DISPUTES,)) as server:
                yield server.address
        finally:
            store.close()


async def _show(client: aio.Client, match: api.Match, names: Sequence[str]) -> None:
    """Watch the match as a spectator: a picture on a terminal, the story in a pipe."""
    onlooker = Onlooker(terms_of(match), names)
    if console().is_terminal:
        with unseen(), Live(console=console(), auto_refresh=False, transient=False) as live:
            async for frame in client.watch(match.id):
                onlooker.told(frame)
                live.update(onlooker.picture(), refresh=True)
        return
    async for frame in client.watch(match.id):
        for recorded in onlooker.told(frame):
            console().print(onlooker.tell(recorded), markup=False)


class Paced(Bot):
    """A bot that takes its time, so that people can follow."""

    def __init__(self, bot: Bot, seconds: float) -> None:
        self._bot = bot
        self._seconds = seconds
        self.wants_view = bot.wants_view
        self.seated = bot.seated  # type: ignore[method-assign]
        self.told = bot.told  # type: ignore[method-assign]
        self.refused = bot.refused  # type: ignore[method-assign]
        self.ended = bot.ended  # type: ignore[method-assign]
        self.stands = bot.stands  # type: ignore[method-assign]

    @property
    def orders(self) -> Orders:  # type: ignore[override]
        """What the bot wants just now."""
        return self._bot.orders

    async def decide(self, view: Any, question: api.Question) -> Any:  # type: ignore[override]
        """Wait, then decide."""
        await asyncio.sleep(self._seconds)
        return self._bot.decide(view, question)


def _silent(*_: object) -> None:
    """Say nothing: a program reads."""
