"""Refusals: why an answer was not taken. A refusal is an answer, not an error.

Refusals of the kernel hold for every game and are listed here. What stands in the way *by the rules of a
game* is an obstacle of that game: a closed list of its own, each used with the id of the rule that forbids.
"""

from __future__ import annotations

from enum import StrEnum
from typing import final

import msgspec


class Refusal(StrEnum):
    """Why an answer was refused. The order is the order of the checks: the first that fails is told."""

    KEY_REUSED = "key_reused"
    MATCH_NOT_STARTED = "match_not_started"
    MATCH_OVER = "match_over"
    MATCH_STOPPED = "match_stopped"
    MATCH_SUPERSEDED = "match_superseded"
    MATCH_FROZEN = "match_frozen"
    NOT_ASKED = "not_asked"
    STALE_QUESTION = "stale_question"
    MALFORMED = "malformed"
    OUT_OF_RANGE = "out_of_range"
    NOT_OFFERED = "not_offered"
    CHOSEN_TWICE = "chosen_twice"
    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    LIMIT_BROKEN = "limit_broken"

    @property
    def meaning(self) -> str:
        """One sentence for a person who got this refusal, saying what to do."""
        return _MEANINGS[self]


_MEANINGS = {
    Refusal.KEY_REUSED: "That intent key came with another answer before; a new answer needs a new key.",
    Refusal.MATCH_NOT_STARTED: "The match waits for more seats to be taken; answer when you are asked.",
    Refusal.MATCH_OVER: "The match has ended; nothing more can be answered.",
    Refusal.MATCH_STOPPED: "The referee stopped this match because of a fault of its own; ask the official.",
    Refusal.MATCH_SUPERSEDED: "Another match goes on in this one's place; its standing says which.",
    Refusal.MATCH_FROZEN: "A case has frozen this match; answer when it has been ruled on.",
    Refusal.NOT_ASKED: "Your seat is not asked anything now; wait for your next question.",
    Refusal.STALE_QUESTION: "That question is not open now; answer the one that you were asked last, if it is.",
    Refusal.MALFORMED: "The answer could not be read; send option numbers or choices of this question's kind.",
    Refusal.OUT_OF_RANGE: "There is no option with that number; count from 0 in the options of the question.",
    Refusal.NOT_OFFERED: "That choice is not open to you now.",
    Refusal.CHOSEN_TWICE: "Something was chosen more often than it is offered; each option may be chosen once.",
    Refusal.TOO_FEW: "Too few options were chosen; the question says how many it takes.",
    Refusal.TOO_MANY: "Too many options were chosen; the question says how many it takes.",
    Refusal.LIMIT_BROKEN: "The options chosen together break a limit of the question.",
}


@final
class Refused(msgspec.Struct, frozen=True, gc=False):
    """A refusal with what stands in the way and the rule that forbids."""

    refusal: Refusal
    rule: str = ""
    """The id of the rule that forbids, where there is an obstacle; otherwise of the rule that asks, if one does."""
    obstacle: str = ""
    """What stands in the way, in the words of the game: the name of an obstacle or of a limit."""
