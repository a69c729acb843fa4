"""Refusals: why an answer or a statement is not accepted. A refusal is a reply, not an error.

The refusals listed here apply to every game. What stands in the way *under the rules of a game* is an obstacle: each
game has its own closed list, and every obstacle is given with the id of the rule that forbids the choice.
"""

from __future__ import annotations

from enum import StrEnum
from typing import final

import msgspec


class Refusal(StrEnum):
    """Why an answer or a statement was refused, in the order of the checks; the first that fails is reported."""

    BAD_REQUEST_ID = "bad_request_id"
    REQUEST_ID_REUSED = "request_id_reused"
    MATCH_NOT_STARTED = "match_not_started"
    MATCH_OVER = "match_over"
    MATCH_STOPPED = "match_stopped"
    MATCH_SUPERSEDED = "match_superseded"
    MATCH_FROZEN = "match_frozen"
    MATCH_PAUSED = "match_paused"
    NOT_ASKED = "not_asked"
    STALE_QUESTION = "stale_question"
    MALFORMED = "malformed"
    OUT_OF_RANGE = "out_of_range"
    NOT_OFFERED = "not_offered"
    CHOSEN_TWICE = "chosen_twice"
    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    LIMIT_BROKEN = "limit_broken"
    NO_TALK = "no_talk"
    NOT_IN_PALETTE = "not_in_palette"
    BAD_STATEMENT = "bad_statement"
    TEXT_TOO_LONG = "text_too_long"
    SILENCED = "silenced"
    TOO_MUCH_TALK = "too_much_talk"

    @property
    def meaning(self) -> str:
        """A sentence for the person who got this refusal, saying what to do."""
        return _MEANINGS[self]


_MEANINGS = {
    Refusal.BAD_REQUEST_ID: "A request id has up to 64 printable ASCII characters, and no spaces.",
    Refusal.REQUEST_ID_REUSED: "That request id was used for another answer; use a new one for a new answer.",
    Refusal.MATCH_NOT_STARTED: "The match is waiting for more seats to be taken; answer when you are asked.",
    Refusal.MATCH_OVER: "The match has ended; no more answers are accepted.",
    Refusal.MATCH_STOPPED: "The referee stopped this match because of an internal error; ask the official.",
    Refusal.MATCH_SUPERSEDED: "This match was replaced by another; its standing says which.",
    Refusal.MATCH_FROZEN: "A case has frozen this match; answer after the ruling.",
    Refusal.MATCH_PAUSED: "This match is paused; its standing says why. Answer when it is resumed.",
    Refusal.NOT_ASKED: "Your seat has no open question; wait for the next one.",
    Refusal.STALE_QUESTION: "That question is no longer open; answer the latest one, if there is one.",
    Refusal.MALFORMED: "The answer could not be read; send option numbers, or choices of this question's kinds.",
    Refusal.OUT_OF_RANGE: "There is no option with that number; options are counted from 0.",
    Refusal.NOT_OFFERED: "That choice is not available now.",
    Refusal.CHOSEN_TWICE: "An option was chosen more often than it is offered; each may be chosen once.",
    Refusal.TOO_FEW: "Too few options were chosen; the question gives the least number.",
    Refusal.TOO_MANY: "Too many options were chosen; the question gives the greatest number.",
    Refusal.LIMIT_BROKEN: "The chosen options together break a limit of the question.",
    Refusal.NO_TALK: "Nobody may talk in this match; its talk policy is none.",
    Refusal.NOT_IN_PALETTE: "This match does not allow that kind of statement; use one that DescribeGame lists.",
    Refusal.BAD_STATEMENT: "The statement names something that does not exist, or is not allowed in these words.",
    Refusal.TEXT_TOO_LONG: "The text is too long; it may have 280 characters and 1024 bytes.",
    Refusal.SILENCED: "Your seat may not talk now.",
    Refusal.TOO_MUCH_TALK: "Your seat has said enough for now; talk again when something has happened.",
}


@final
class Refused(msgspec.Struct, frozen=True, gc=False):
    """A refusal, with its rule and the obstacle."""

    refusal: Refusal
    rule: str = ""
    """The id of the rule that forbids the choice if there is an obstacle; otherwise of the rule that asks, if any."""
    obstacle: str = ""
    """The name of an obstacle of the game or of a limit; empty if there is none."""
