"""What `referee event statistics` prints: what each entrant decided, from the records of the matches."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from referee.arena.decision_statistics import DecisionStatistics, choice_words, decision_statistics
from referee.arena.event_state import EventState
from referee.cli.display.console import console, print_json
from referee.cli.errors import CommandError, as_command_error
from referee.games import game as game_named
from referee.games.sentences import count
from referee.log.sqlite_reader import SqliteReader
from referee.log.store import StoreError


def print_statistics(args: argparse.Namespace, state: EventState, database: Path) -> None:
    """Print the statistics of every entrant; a `CommandError` says that there are none yet."""
    with as_command_error(StoreError), closing(SqliteReader(database)) as store:
        found = decision_statistics(state, store)
    if not any([each.matches for each in found]):
        raise CommandError(
            f"{state.event.name} has no statistics yet: only deals that were played in all their seatings count"
        )
    for entrant, each in zip(state.event.entrants, found, strict=True):
        if args.json:
            print_json({"name": entrant.name, "version": entrant.version, **_as_json(each, state.event.game)})
        else:
            console().print(f"[bold]{escape(entrant.label)}[/]: {_summary(each)}", highlight=False)
            console().print(_table(each, state.event.game))
            console().print()


def _summary(found: DecisionStatistics) -> str:
    matches = "1 match" if found.matches == 1 else f"{found.matches} matches"
    parts = [f"{matches} with {_facts(found):.1f} facts on average", count(found.answers, "answer")]
    for number, what in ((found.by_clock, "the clock"), (found.by_order, "standing orders")):
        if number:
            parts.append(f"{number / found.answers:.1%} of them by {what}")
    if found.failures:
        parts.append(f"its program failed in {found.failures}")
    return ", ".join(parts)


def _table(found: DecisionStatistics, game: str) -> Table:
    questions = game_named(game).questions
    table = Table("question", box=None, header_style="bold", pad_edge=False)
    table.add_column("answers", justify="right")
    table.add_column("choices taken")
    for name, each in sorted(found.questions.items(), key=lambda item: (-item[1].answers, item[0])):
        taken = [f"{choice_words(game, kind)} {times}" for kind, times in each.choices.most_common()]
        table.add_row(escape(questions[name].sentence), str(each.answers), escape(", ".join(taken)))
    return table


def _as_json(found: DecisionStatistics, game: str) -> dict[str, object]:
    questions = game_named(game).questions
    return {
        "matches": found.matches,
        "failures": found.failures,
        "facts_per_match": round(_facts(found), 2),
        "answers": found.answers,
        "by_clock": found.by_clock,
        "by_order": found.by_order,
        "questions": [
            {
                "question": name,
                "sentence": questions[name].sentence,
                "answers": each.answers,
                "by_clock": each.by_clock,
                "by_order": each.by_order,
                "choices": [
                    {"choice": kind, "words": choice_words(game, kind), "times": times}
                    for kind, times in each.choices.most_common()
                ],
            }
            for name, each in sorted(found.questions.items())
        ],
    }


def _facts(found: DecisionStatistics) -> float:
    """Return the mean number of facts of a match."""
    return found.facts / max(1, found.matches)
