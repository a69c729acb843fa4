"""Problems: why an audit entry must not be written."""

from __future__ import annotations

from enum import StrEnum


class CaseProblem(StrEnum):
    """Why an audit entry is refused."""

    NOT_AT_TABLE = "not_at_table"
    """The person has no seat in this match, or the seat does not exist."""
    NO_SUCH_FACT = "no_such_fact"
    """The fact has not happened."""
    UNKNOWN_RULE = "unknown_rule"
    """The rulebook has no such rule or ruling."""
    UNKNOWN_READING = "unknown_reading"
    """The rulebook has no such edition or reading."""
    SAME_READING = "same_reading"
    """The match was played under these readings."""
    BAD_TEXT = "bad_text"
    """A text is empty, too long, or not printable."""
    BAD_REPORT = "bad_report"
    """The report of a trial is not a compact JSON object."""
    WRONG_CASE_NUMBER = "wrong_case_number"
    """The case does not have the next number."""
    SAME_FACT = "same_fact"
    """There is already a case about this fact."""
    TOO_MANY_CASES = "too_many_cases"
    """Too many cases of this seat are waiting for a ruling, or it, the seats or the match have no more to open."""
    NOTHING_TO_FREEZE = "nothing_to_freeze"
    """The match is no longer played."""
    FREEZE_USED = "freeze_used"
    """The seat has frozen the match before."""
    NOT_FROZEN = "not_frozen"
    """The case does not freeze the match, or an official decides how long."""
    NOT_YOUR_CASE = "not_your_case"
    """Somebody else opened the case."""
    CASE_WITHDRAWN = "case_withdrawn"
    """The case was withdrawn."""
    NO_SUCH_CASE = "no_such_case"
    """There is no case with this number."""
    CASE_CLOSED = "case_closed"
    """The case has its second and final ruling."""
    ALREADY_RULED = "already_ruled"
    """The case has a ruling that was not appealed."""
    NOT_RULED = "not_ruled"
    """The case has no ruling to appeal."""
    ALREADY_APPEALED = "already_appealed"
    """The ruling has been appealed before."""
    WRONG_CITATION = "wrong_citation"
    """The ruling or appeal does not cite the first ruling."""
    REMEDY_NOT_ALLOWED = "remedy_not_allowed"
    """The remedy does not fit the finding or the match."""
    BAD_WINNERS = "bad_winners"
    """The winners are not seats of this match, each named once, in order."""
    REWIND_PAST_FORK = "rewind_past_fork"
    """The fact belongs to the match that this one was forked from."""
    TOO_MANY_TRIALS = "too_many_trials"
    """The case has as many trials as are recorded."""
    UNDO_BARRED = "undo_barred"
    """The answer cannot be taken back by consent; the message says why."""
    NOT_LAST_ANSWER = "not_last_answer"
    """The answer is not the last one, or another seat gave it."""
    UNDO_PENDING = "undo_pending"
    """An undo of this answer is already proposed."""
    UNDO_REFUSED = "undo_refused"
    """The other seats have refused this undo before."""
    NO_UNDO = "no_undo"
    """No undo is proposed, or it has lapsed."""
    ALREADY_ANSWERED = "already_answered"
    """The seat has answered this proposal, or made it."""
    NOT_OVER = "not_over"
    """The match is still being played."""
    ALREADY_OPENED = "already_opened"
    """The record has been opened to this seat before."""
    LUCK_KNOWN = "luck_known"
    """The match cannot go on because its luck is known."""
    MATCH_OVER = "match_over"
    """The match is no longer played."""
    MATCH_FROZEN = "match_frozen"
    """The match is frozen by a case."""
    BAD_FORK = "bad_fork"
    """No earlier entry justifies this fork."""
    ALREADY_FORFEITED = "already_forfeited"
    """It is already recorded that the seat is out of the match."""
    ALREADY_WITHHELD = "already_withheld"
    """It is already recorded which seats did not reveal their entropy."""
    NOT_BEGUN = "not_begun"
    """The match has not begun."""
    ALREADY_PAUSED = "already_paused"
    """The match is paused."""
    NOT_PAUSED = "not_paused"
    """The match is not paused."""
    PAUSE_PENDING = "pause_pending"
    """A pause or a resumption is already proposed."""
    NO_PAUSE_PROPOSED = "no_pause_proposed"
    """No pause or resumption is proposed, or not all seats have agreed to it."""
    TOO_MANY_PAUSES = "too_many_pauses"
    """The seat has proposed as many pauses as it can, or the match has had as many as are recorded."""
    BAD_CLOCKS = "bad_clocks"
    """The stopped clocks are not those of seats of this match, each named once, in order, with time left."""
    PLAYED_WHILE_PAUSED = "played_while_paused"
    """The match went on during a pause."""
    BAD_TIME = "bad_time"
    """The time is not 1 second to 7 days."""
    TOO_MANY_EXTENSIONS = "too_many_extensions"
    """The match has as many time extensions as are recorded."""
    NO_PANEL = "no_panel"
    """The match has no panel that rules on appeals."""
    BAD_PANEL = "bad_panel"
    """The members of a panel, or the number of them who must agree, are not allowed."""
    NOT_APPEALED = "not_appealed"
    """The case has no appeal that a panel could decide."""
    OPINION_GIVEN = "opinion_given"
    """The member of the panel has given its opinion."""
    NO_OPINION = "no_opinion"
    """The member of the panel has given no opinion, or has taken it back."""
    TOO_MANY_OPINIONS = "too_many_opinions"
    """The panel of this match was set, or opinions on this case were given, as often as is recorded."""
    BAD_SEAL = "bad_seal"
    """A sealed answer is malformed, or was not sealed before the adjournment."""
    TOO_MANY_SEALS = "too_many_seals"
    """The seat has sealed as many answers as are recorded."""
    BAD_RESULT = "bad_result"
    """A result does not say for each seat how it came about."""
    TOO_MANY_RESULTS = "too_many_results"
    """The match has as many declared results as are recorded."""
    WRONG_OFFICIAL = "wrong_official"
    """The person may not do this in this match, or not a second time; the message says why."""


INVALID_REQUESTS = frozenset(
    {
        CaseProblem.BAD_RESULT,
        CaseProblem.BAD_TEXT,
        CaseProblem.BAD_TIME,
        CaseProblem.BAD_WINNERS,
        CaseProblem.NO_SUCH_CASE,
        CaseProblem.NO_SUCH_FACT,
        CaseProblem.REMEDY_NOT_ALLOWED,
        CaseProblem.SAME_READING,
        CaseProblem.UNKNOWN_READING,
        CaseProblem.UNKNOWN_RULE,
    }
)
"""Problems with the request itself. All others depend on the state of the match and its cases."""


class CaseError(ValueError):
    """An audit entry that must not be written. The message says why, and what to do."""

    def __init__(self, problem: CaseProblem, text: str) -> None:
        super().__init__(text)
        self.problem = problem

    def __reduce__(self) -> tuple[type[CaseError], tuple[CaseProblem, str]]:
        """Keep the problem when it comes from another process."""
        return CaseError, (self.problem, str(self))

    @property
    def is_invalid_request(self) -> bool:
        """Whether the request itself is wrong, whatever the state of the match."""
        return self.problem in INVALID_REQUESTS
