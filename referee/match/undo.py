"""Undo: when an answer may be taken back by consent, so that nobody can peek.

Only the last answer of a match, and only while it has told nobody anything: no luck was spent on it, nothing hidden was
shown, and nobody has acted since. Of what a game records, it names the kinds of fact that show nothing hidden to
anyone; whatever else came of an answer bars it. Otherwise only a ruling can help.
"""

from __future__ import annotations

from referee.kernel.game import Game
from referee.match.entries import Entry


def undo_bar(game: Game, last: Entry | None, *, is_sealed: bool) -> str:
    """Why the last answer cannot be taken back by consent, as a sentence; empty if it can."""
    if is_sealed:
        # Who of several has answered is nobody's business, so nobody is told whether an answer was the last.
        return "Several seats are or were asked at once, and their answers stand; only a ruling can take one back"
    if last is None or last.by == "start":
        return "Nobody has answered anything yet; there is nothing to take back"
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
