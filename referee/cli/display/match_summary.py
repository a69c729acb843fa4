"""The result of a match and its counts, read from its replay."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.markup import escape
from rich.table import Table

from referee.cli.display.console import console
from referee.feeds.frames import Frame
from referee.feeds.views import View
from referee.games import game
from referee.games.fact_sentences import outcome_sentence
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.kernel.table import Ended
from referee.match.charters import settle
from referee.replay.format import Replay
from referee.replay.reading import read_replay


class MatchSummary(msgspec.Struct, frozen=True):
    """Outcome and counts of a match."""

    game: str
    outcome: Ended | None
    turns: int
    facts: int
    decisions: int
    head: str
    sides: tuple[str, ...] = ()
    """The side of each seat at the end; empty in a game without sides."""

    @property
    def ending(self) -> str:
        """Name of the ending; empty while the match is not over."""
        return self.outcome.ending if self.outcome else ""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winning seats."""
        return self.outcome.winners if self.outcome else ()

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat; empty in a game without points."""
        return self.outcome.scores if self.outcome else ()


def summarize(data: bytes) -> MatchSummary:
    """Return the summary of a replay."""
    replay = read_replay(data)
    turn = game(replay.charter.game).turn_fact
    recorded = [each for entry in replay.entries for each in entry.facts]
    return MatchSummary(
        game=replay.charter.game,
        outcome=replay.outcome,
        turns=sum(type(each.fact) is turn for each in recorded),
        facts=len(recorded),
        decisions=sum(entry.by not in ("start", "talk") for entry in replay.entries),
        head=replay.head,
        sides=_sides(replay),
    )


def _sides(replay: Replay) -> tuple[str, ...]:
    """Return the side of each seat at the end of a match."""
    terms = settle(replay.charter)
    view = View(terms.game, terms.setup, OPEN_TABLE)
    facts = tuple([each for entry in replay.entries if entry.by != "talk" for each in entry.facts])
    view.take(Frame(1, facts, None, (), None))
    return terms.game.sides(view.state)


def print_result(summary: MatchSummary, names: Sequence[str]) -> None:
    """Print the winners and the points."""
    table = Table("seat", "name", box=None, header_style="bold")
    if summary.scores:
        table.add_column("points", justify="right")
    table.add_column("")
    for seat, name in enumerate(names):
        won = "[bold green]wins[/]" if seat in summary.winners else ""
        points = [str(summary.scores[seat])] if summary.scores else []
        table.add_row(str(seat), escape(name), *points, won)
    console().print(table)
    counts = f"{summary.turns} turns, {summary.decisions} decisions, {summary.facts} facts"
    console().print(f"{outcome_sentence(summary.game, summary.outcome, names)} {counts}.", markup=False)
