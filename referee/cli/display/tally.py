"""The tally of many matches: wins of each bot and seat with confidence intervals, and the endings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt

from rich.markup import escape
from rich.table import Table

from referee.cli.display.console import console
from referee.cli.display.match_summary import MatchSummary
from referee.games import game

NORMAL_95 = 1.959964
"""Number of standard deviations that contain 95 % of a normal distribution."""


def wilson_interval(wins: int, trials: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share, after Wilson: also good for few trials and extreme shares.

    >>> [round(bound, 3) for bound in wilson_interval(18, 40)]
    [0.307, 0.602]
    >>> [round(bound, 3) for bound in wilson_interval(5, 5)]
    [0.566, 1.0]
    """
    share, weight = wins / trials, NORMAL_95**2 / trials
    middle = share + weight / 2
    spread = NORMAL_95 * sqrt(share * (1 - share) / trials + weight / (4 * trials))
    return max(0.0, (middle - spread) / (1 + weight)), min(1.0, (middle + spread) / (1 + weight))


class _Record:
    """Results of a bot, or of whoever sat in a seat."""

    def __init__(self) -> None:
        self.played = 0
        self.won = 0
        """Number of times among the winners."""
        self.parts = 0.0
        """Wins, in which a shared win counts in parts."""
        self.points: list[int] = []

    def add(self, summary: MatchSummary, seat: int) -> None:
        self.played += 1
        if seat in summary.winners:
            self.won += 1
            self.parts += 1 / len(summary.winners)
        if summary.scores:
            self.points.append(summary.scores[seat])


class Tally:
    """Results of the matches so far."""

    def __init__(self, game_name: str) -> None:
        self._game = game_name
        self._matches = 0
        self._bots: dict[str, _Record] = {}
        self._seats: dict[int, _Record] = {}
        self._endings: Counter[str] = Counter()
        self._sides: Counter[str] = Counter()
        """Number of matches that each side won."""
        self._bot_sides: dict[tuple[str, str], _Record] = {}
        """Results of each bot on each side."""

    def add(self, summary: MatchSummary, bots: Sequence[str]) -> None:
        """Add a match with these bots in its seats."""
        self._matches += 1
        self._endings[summary.ending] += 1
        for seat, name in enumerate(bots):
            self._bots.setdefault(name, _Record()).add(summary, seat)
            self._seats.setdefault(seat, _Record()).add(summary, seat)
            if summary.sides:
                self._bot_sides.setdefault((name, summary.sides[seat]), _Record()).add(summary, seat)
        self._sides.update(dict.fromkeys(summary.sides, 0))
        self._sides.update({summary.sides[seat] for seat in summary.winners} if summary.sides else ())

    def print(self, *, is_alone: bool = False) -> None:
        """Print the tally, if there is more than one match; after an empty line unless it is all that is printed."""
        if self._matches < 2:
            return
        out = console()
        if not is_alone:
            out.print()
        out.print(f"[bold]{self._matches} matches[/], with 95 % confidence intervals")
        has_points = any([record.points for record in self._bots.values()])
        table = _table("bot", "played", "won", "share", "interval", "won, shared wins divided")
        if has_points:
            table.add_column("points", justify="right")
        for name, record in self._bots.items():
            _add_record(table, name, record)
        if len(self._bots) > 1 or len(self._seats) > 1:
            table.add_section()
            for seat, record in self._seats.items():
                _add_record(table, f"seat {seat}", record)
        if len(self._bots) > 1 and self._bot_sides:
            table.add_section()
            for (name, side), record in sorted(self._bot_sides.items()):
                _add_record(table, f"{name}, {side}", record)
        out.print(table)
        self._print_sides()
        endings = _table("ending", "matches", "share", "interval")
        sentences = game(self._game).wording.endings
        for ending, matches in self._endings.most_common():
            endings.add_row(
                escape(sentences[ending]) if ending else "not over",
                str(matches),
                *_share(matches, self._matches),
            )
        out.print(endings)

    def _print_sides(self) -> None:
        """Print how many matches each side won, in a game with sides."""
        if not self._sides:
            return
        table = _table("side", "matches won", "share", "interval")
        for side, won in sorted(self._sides.items()):
            table.add_row(escape(side), str(won), *_share(won, self._matches))
        console().print(table)


def _table(first: str, *others: str) -> Table:
    table = Table(first, box=None, header_style="bold", pad_edge=False)
    for title in others:
        table.add_column(title, justify="right")
    return table


def _add_record(table: Table, name: str, record: _Record) -> None:
    points = [f"{sum(record.points) / len(record.points):.1f}"] if record.points else []
    shares = _share(record.won, record.played)
    table.add_row(escape(name), str(record.played), str(record.won), *shares, f"{record.parts:.1f}", *points)


def _share(part: int, whole: int) -> tuple[str, str]:
    low, high = wilson_interval(part, whole)
    return f"{100 * part / whole:.0f} %", f"{100 * low:.0f}–{100 * high:.0f} %"
