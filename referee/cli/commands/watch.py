"""`referee watch`: follow a match on a server as it is played."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from rich.live import Live

from referee.cli.display.console import console, fact_line, print_json
from referee.cli.display.keyboard import unseen
from referee.cli.display.match_display import Onlooker, terms_of
from referee.cli.errors import Problem, told_as_problem
from referee.games import UnknownGame
from referee.kernel.facts import SPECTATOR
from referee_api.v1 import referee_pb2 as api
from referee_client import Client, RefereeError, connect


def run(args: argparse.Namespace) -> int:
    """Show the match until it ends."""
    with told_as_problem(RefereeError, UnknownGame), connect(args.server) as referee:
        looked = referee.get_view(args.match, args.token)
        terms = terms_of(looked.match)
        onlooker = Onlooker(terms, _names(looked.match), _viewer(looked))
        if args.json:
            _as_json(referee, args, onlooker)
        elif console().is_terminal and not args.after:
            _as_picture(referee, args, onlooker)
        else:
            _as_story(referee, args, onlooker)
    return 0


def _viewer(looked: api.GetViewResponse) -> int:
    """Whose eyes these are: the view itself says it."""
    field = looked.WhichOneof("view")
    if field is None:
        raise Problem("this referee plays a game that this version does not know; update it")
    viewer: int = getattr(getattr(looked, field), "viewer", SPECTATOR)
    return viewer


def _names(match: api.Match) -> list[str]:
    """Who sits where; a seat without a name goes by its number."""
    return [name or f"seat {seat}" for seat, name in enumerate(match.names)]


def _frames(referee: Client, args: argparse.Namespace, onlooker: Onlooker) -> Iterator[api.Frame]:
    """The frames to be shown. When the first comes every seat is taken, and the names that were missing are known."""
    is_missing = any([name == f"seat {seat}" for seat, name in enumerate(onlooker.names)])
    for frame in referee.watch(args.match, args.token, after=args.after):
        if is_missing:
            onlooker.names = _names(referee.get_view(args.match, args.token).match)
            is_missing = False
        yield frame


def _as_json(referee: Client, args: argparse.Namespace, onlooker: Onlooker) -> None:
    seq = 0
    for frame in _frames(referee, args, onlooker):
        for recorded in onlooker.read(frame):
            seq += 1
            print_json(fact_line(seq, recorded))


def _as_picture(referee: Client, args: argparse.Namespace, onlooker: Onlooker) -> None:
    with unseen(), Live(console=console(), auto_refresh=False) as live:
        for frame in _frames(referee, args, onlooker):
            onlooker.told(frame)
            live.update(onlooker.picture(), refresh=True)


def _as_story(referee: Client, args: argparse.Namespace, onlooker: Onlooker) -> None:
    for frame in _frames(referee, args, onlooker):
        for recorded in onlooker.read(frame):
            console().print(onlooker.tell(recorded), markup=False)
