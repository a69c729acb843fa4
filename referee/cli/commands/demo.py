"""`referee demo`: play a match on a temporary server, show it live, and verify it."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from typing import Any

from referee.cli.display.console import console, draws_pictures, print_json
from referee.cli.display.ending_signals import orderly_end
from referee.cli.display.live_picture import LivePicture
from referee.cli.display.match_display import MatchDisplay
from referee.cli.display.match_summary import print_result, summarize
from referee.cli.errors import CommandError, as_command_error
from referee.cli.server_log import configure_log
from referee.games import UnknownGame, game
from referee.local.bot_seats import bot_names, check_seats, close_bots, make_bots, player_names
from referee.local.own_bots import describe_fault
from referee.local.temporary_server import temporary_server
from referee.log.store import StoreError
from referee.people.public_terms import public_terms
from referee.replay.verification import verify_replay
from referee.wire.grpc_server import CannotListen
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, RefereeError, Utterance, aio
from referee_client.orders import Orders

TERMINAL_PACE = 0.02
"""Default wait before each decision on a terminal, in seconds."""
MAX_PACE = 3600


def run(args: argparse.Namespace) -> int:
    """Play one match, show it and verify it."""
    configure_log("off")
    with as_command_error(UnknownGame, ValueError, StoreError, CannotListen, RefereeError):
        seats = game(args.game).seats[-1] if args.seats is None else check_seats(args.game, args.seats)
        if args.pace is not None and not 0 <= args.pace <= MAX_PACE:
            raise CommandError(f"--pace {args.pace:g} is not between 0 and {MAX_PACE} seconds")
        with orderly_end():
            return asyncio.run(_demo(args, seats))


async def _demo(args: argparse.Namespace, seats: int) -> int:
    names = bot_names(args.bots, seats)
    bots = make_bots(names, args.game, args.seed)
    try:
        return await _play(args, player_names(names), bots)
    finally:
        close_bots(bots)


async def _play(args: argparse.Namespace, names: Sequence[str], bots: Sequence[Bot]) -> int:
    seats = len(names)
    pace = (TERMINAL_PACE if sys.stdout.isatty() else 0.0) if args.pace is None else args.pace
    is_shown = not (args.json or args.quiet)
    if pace and is_shown:
        bots = [PacedBot(bot, pace) for bot in bots]
    say = console().print if is_shown else _silent
    async with temporary_server() as address, aio.connect(address) as client:
        say(f"The referee is listening on {address} with a temporary store.")
        created = await client.create_match(args.game, seats, seed=args.seed, spectators=True)
        match = created.match.id
        taken = [await client.join_seat(match, seat, names[seat]) for seat in range(seats)]
        say(f"Match {match}: {game(args.game).title}, {', '.join(names)}, seed {args.seed!r}.")
        playing = asyncio.ensure_future(client.play(dict(zip(taken, bots, strict=True))))
        showing = asyncio.ensure_future(_show(client, created.match, names) if is_shown else asyncio.sleep(0))
        await _finish(playing, showing)
        replay = await client.get_replay(match, created.token)
        served = await client.verify(match, created.token)
    report = verify_replay(replay)
    summary = summarize(replay)
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
        print_result(summary, names)
        console().print(f"Head of the log: {summary.head}")
        found = "identical" if report.ok else f"different: {report.first_difference}"
        console().print(
            f"Re-run from the seed and {summary.decisions} intents: {report.facts} facts, {found}."
        )
    return 0 if report.ok and served.fits else 1


async def _finish(playing: asyncio.Future[Any], showing: asyncio.Future[None]) -> None:
    """Wait for the end of the match, which never comes to those who watch if a bot fails."""
    try:
        await asyncio.wait((playing, showing), return_when=asyncio.FIRST_EXCEPTION)
        fault = playing.exception() if playing.done() else None
        if isinstance(fault, Exception) and not isinstance(fault, RefereeError):
            raise CommandError(f"a bot failed: {describe_fault(fault)}") from fault
        await (playing if fault else showing)
    finally:
        for task in (playing, showing):
            task.cancel()
        await asyncio.gather(playing, showing, return_exceptions=True)


async def _show(client: aio.Client, match: api.Match, names: Sequence[str]) -> None:
    """Watch the match as a spectator: as a picture on a terminal, as sentences in a pipe."""
    display = MatchDisplay(public_terms(match), names)
    if draws_pictures():
        with LivePicture() as picture:
            async for frame in client.watch(match.id):
                display.apply_message(frame)
                picture.show(display.picture())
        return
    async for frame in client.watch(match.id):
        for recorded in display.apply_message(frame):
            console().print(display.sentence_with_rule(recorded), markup=False)


class PacedBot(Bot):
    """A bot that waits before each decision, so that people can follow the match."""

    def __init__(self, bot: Bot, seconds: float) -> None:
        self._bot = bot
        self._seconds = seconds
        self.wants_view = bot.wants_view
        self.seated = bot.seated  # type: ignore[method-assign]
        self.told = bot.told  # type: ignore[method-assign]
        self.hear = bot.hear  # type: ignore[method-assign]
        self.say = bot.say  # type: ignore[method-assign]
        self.not_said = bot.not_said  # type: ignore[method-assign]
        self.refused = bot.refused  # type: ignore[method-assign]
        self.ended = bot.ended  # type: ignore[method-assign]
        self.stands = bot.stands  # type: ignore[method-assign]

    @property
    def orders(self) -> Orders:  # type: ignore[override]
        """The current standing orders of the bot."""
        return self._bot.orders

    @property
    def unsaid(self) -> Sequence[Utterance]:
        """What the bot wants to say."""
        return self._bot.unsaid

    @unsaid.setter
    def unsaid(self, words: Sequence[Utterance]) -> None:
        self._bot.unsaid = words

    async def decide(self, view: Any, question: api.Question) -> Any:  # type: ignore[override]
        """Wait, then let the bot decide."""
        await asyncio.sleep(self._seconds)
        return self._bot.decide(view, question)


def _silent(*_: object) -> None:
    """Print nothing: `--json` and `--quiet` print only the result."""
