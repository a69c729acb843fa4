"""The rules that a person looks up during a match."""

from __future__ import annotations

from referee.cli.rule_search import matches_query
from referee.games import game as game_named
from referee.people.asked_question import BadAnswer

MOST_RULES = 30
"""Number of rules that are shown."""


def looked_up_rules(game: str, query: str) -> list[str]:
    """Return the rules that a query means, as lines. Raise `BadAnswer` if there is none."""
    if not query:
        raise BadAnswer("Type rule and a word, or the id that is in brackets: rule setup.")
    rules = game_named(game).rulebook.rules.items()
    found = [
        f"{name}  {rule.statement}" for name, rule in rules if matches_query(query, name, [rule.statement])
    ]
    if not found:
        raise BadAnswer(f"No rule has {query!r} in it. Try a shorter word.")
    more = [f"({len(found) - MOST_RULES} more; give more words)"] if len(found) > MOST_RULES else []
    return [*found[:MOST_RULES], *more]
