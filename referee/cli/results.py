"""What came of a match, read from its replay: the same for one played here and one played on a server."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.table import Table

from referee.cli.output import console
from referee.games import game
from referee.match.replays import read_replay


class Summary(msgspec.Struct, frozen=True):
    """A match in numbers."""

    ending: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    turns: int
    facts: int
    decisions: int
    head: str


def summary_of(data: bytes) -> Summary:
    """Count what is in a replay."""
    replay = read_replay(data)
    turn = game(replay.charter.game).turn_fact
    recorded = [each for entry in replay.entries for each in entry.facts]
    outcome = replay.outcome
    return Summary(
        ending=outcome.ending if outcome else "",
        winners=outcome.winners if outcome else (),
        scores=outcome.scores if outcome else (),
        turns=sum(type(each.fact) is turn for each in recorded),
        facts=len(recorded),
        decisions=sum(entry.by != "start" for entry in replay.entries),
        head=replay.head,
    )


def show_result(summary: Summary, names: Sequence[str]) -> None:
    """Print who won and by how much."""
    table = Table("seat", "name", "points", "", box=None, header_style="bold")
    table.columns[2].justify = "right"
    for seat, name in enumerate(names):
        won = "[bold green]wins[/]" if seat in summary.winners else ""
        points = str(summary.scores[seat]) if summary.scores else ""
        table.add_row(str(seat), name, points, won)
    console().print(table)
    counts = f"{summary.turns} turns, {summary.decisions} decisions, {summary.facts} facts"
    console().print(f"Ended by {summary.ending} after {counts}.")
