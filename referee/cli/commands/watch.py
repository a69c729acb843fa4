"""`referee watch`: follow a match on a server while it is played."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any

from rich.console import RenderableType
from rich.markup import escape
from rich.text import Text

from referee.cli.display.cited_rules import time_out_lines
from referee.cli.display.clock_lines import clock_line, clocks_as_json
from referee.cli.display.console import console, draws_pictures, fact_as_json, print_json
from referee.cli.display.live_picture import LivePicture
from referee.cli.display.match_display import MatchDisplay
from referee.cli.display.pause_news import PauseNews
from referee.cli.display.printable import printable
from referee.cli.errors import CommandError, as_command_error
from referee.cli.server_connection import connected, full_match_id
from referee.games import UnknownGame
from referee.kernel.facts import SPECTATOR
from referee.people.public_terms import public_terms
from referee_api.v1 import referee_pb2 as api
from referee_client import Client
from referee_client.bot import view_in


def run(args: argparse.Namespace) -> int:
    """Show the match until it ends."""
    with as_command_error(UnknownGame), connected(args) as referee:
        args.match = full_match_id(referee, args.match)
        looked = referee.get_view(args.match, args.token)
        # The view's description of the match lacks data files, and the table is drawn from them.
        match = referee.get_match(args.match, args.token)
        display = MatchDisplay(public_terms(match), _names(match), _viewer(looked))
        if args.json:
            _print_facts(referee, args, display)
        elif draws_pictures() and not args.after:
            _show_picture(referee, args, display)
        else:
            _print_story(referee, args, display)
    return 0


def _viewer(looked: api.GetViewResponse) -> int:
    """Return the viewer that the view was made for."""
    view = view_in(looked)
    if view is None:
        raise CommandError("the server plays a game that this version does not know; update it")
    viewer: int = getattr(view, "viewer", SPECTATOR)
    return viewer


def _names(match: api.Match) -> list[str]:
    """Return the name of each seat; a seat without one is called by its number."""
    return [printable(name) or f"seat {seat}" for seat, name in enumerate(match.names)]


def _frames(
    referee: Client,
    args: argparse.Namespace,
    display: MatchDisplay,
    news: PauseNews,
    on_clocks: Callable[[api.SeatClocks], object],
) -> Iterator[api.Frame]:
    """Yield all frames. The first one comes when every seat is taken, so missing names are then looked up.

    Those that `--after` leaves out are read too, because facts and time-outs are counted from the beginning.
    """
    is_missing = any([name == f"seat {seat}" for seat, name in enumerate(display.names)])
    watching = referee.watch(
        args.match, args.token, on_standing=news, on_time_out=display.note_time_out, on_clocks=on_clocks
    )
    for frame in watching:
        if is_missing:
            display.names = _names(referee.get_view(args.match, args.token).match)
            is_missing = False
        yield frame


def _print_facts(referee: Client, args: argparse.Namespace, display: MatchDisplay) -> None:
    seq = 0
    news = PauseNews(lambda _, about: print_json(about))
    for frame in _frames(referee, args, display, news, lambda clocks: print_json(clocks_as_json(clocks))):
        for recorded in display.facts_in(frame):
            seq += 1
            is_late = bool(display.time_out_mark())
            if frame.number > args.after:
                print_json({**fact_as_json(seq, recorded), "is_late": is_late})


def _show_picture(referee: Client, args: argparse.Namespace, display: MatchDisplay) -> None:
    clocks = api.SeatClocks()
    with LivePicture() as picture:

        def tell(sentence: str, _: dict[str, Any]) -> None:
            display.tell(sentence)
            picture.show(_picture(display, clocks))

        for frame in _frames(referee, args, display, PauseNews(tell), clocks.CopyFrom):
            display.apply_message(frame)
            picture.show(_picture(display, clocks))


def _picture(display: MatchDisplay, clocks: api.SeatClocks) -> RenderableType:
    """Return the table, and below it the clocks and how often the time of each seat ran out."""
    lines = [escape(clock_line(clocks, display.names))] if clocks.clocks else []
    late = ", ".join(time_out_lines(display.late, display.names))
    lines += [f"[yellow]{late}[/]"] if late else []
    return display.picture(Text.from_markup("\n".join(lines)) if lines else None)


def _print_story(referee: Client, args: argparse.Namespace, display: MatchDisplay) -> None:
    news = PauseNews(lambda sentence, _: console().print(sentence, markup=False))
    clocks = api.SeatClocks()
    for frame in _frames(referee, args, display, news, clocks.CopyFrom):
        for recorded in display.facts_in(frame):
            line = f"{display.time_out_mark()}{display.sentence_with_rule(recorded)}"
            if frame.number > args.after:
                console().print(line, markup=False)
    for line in time_out_lines(display.late, display.names):
        console().print(line)
    if clocks.clocks:
        console().print(clock_line(clocks, display.names), markup=False)
