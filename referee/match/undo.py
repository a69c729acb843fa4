"""Undo: when the last answer may be taken back by consent, so that nobody can peek and then undo.

An answer can be undone only if nobody learned anything from it: no luck was drawn, nothing hidden was shown, and nobody
has acted or spoken since. A game lists its kinds of fact that show nothing hidden (`plain_facts`); an answer that
recorded any other fact cannot be undone by consent. Only a ruling can undo it.
"""

from __future__ import annotations

from referee.kernel.game import Game
from referee.match.entries import Entry


def undo_bar(game: Game, last: Entry | None, *, is_sealed: bool) -> str:
    """Return why the last answer cannot be undone by consent, as a sentence, or "" if it can."""
    if is_sealed:
        # Nobody may learn which of several seats have answered, and so not whether an answer was the last.
        return "Several seats are or were asked at once, and their answers stand; only a ruling can take one back"
    if last is None or last.by == "start":
        return "Nobody has answered anything yet; there is nothing to take back"
    if last.by == "talk":
        return "Somebody has spoken since the last answer, and nobody can unsay it; only a ruling can take it back"
    if last.by != "seat":
        return "The last answer was given by a clock or a standing order; only a ruling can take it back"
    if last.draws:
        return "Luck was drawn because of that answer; only a ruling can take it back"
    for recorded in last.facts:
        if type(recorded.fact) not in game.plain_facts:
            return (
                "Something was shown or brought about because of that answer; only a ruling can take it back"
            )
    return ""
