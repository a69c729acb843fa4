"""Every forbidden step is refused with its reason, and nothing of it is written."""

import re
from typing import NamedTuple

import msgspec
import pytest

from referee.audit.audit_state import fold_all
from referee.audit.checks import MatchSnapshot, check
from referee.audit.entries import (
    Award,
    Body,
    CaseWithdrawn,
    EntropyWithheld,
    ForkedFrom,
    FreezeEnded,
    Looked,
    MatchPaused,
    MatchResumed,
    OfficialAppointed,
    PauseAnswered,
    PauseProposed,
    PauseStep,
    ReadingTried,
    RecordOpened,
    ReplayUnder,
    Rewind,
    SeatForfeited,
    StoppedClock,
    Superseded,
    TimeExtended,
    TokenRevoked,
    UndoAnswered,
    UndoProposed,
    Void,
)
from referee.audit.problems import CaseError
from referee.audit.problems import CaseProblem as P
from referee.log.records import NO_SEAT
from referee.rulebook import Rule
from tests.audit import test_panel_checks, test_result_checks, test_seals
from tests.audit.scenes import BOOK, SNAPSHOT, Log, appealed, first_refused, opened, ruled, snapshot

EMPTY = Log()
OPEN = Log(opened(), opened(2, 4, "trick", by="arbiter"))
RULED = Log(opened(), ruled())
APPEALED = Log(opened(), ruled(), appealed())
CLOSED = Log(opened(), ruled(), appealed(), ruled(cites=2))
FROZEN = Log(opened(freeze=True))
FROZEN_BY_ARBITER = Log(opened(freeze=True, by="arbiter"))
FREEZE_ENDED = Log(opened(freeze=True), FreezeEnded(1))
APPEALED_BY_ARBITER = Log(opened(freeze=True), ruled(), appealed(by="arbiter"))
APPEALED_BY_SEAT = Log(opened(freeze=True, by="arbiter"), ruled(), appealed())
WITHDRAWN = Log(opened(freeze=True), CaseWithdrawn(1, "seat/2"))
REWOUND = Log(opened(), ruled(remedy=Rewind(5)))
FORKED = Log(opened(), ruled(remedy=Rewind(5)), Superseded("m-2", 3, "case 1"))
UNDO = Log(UndoProposed(1, 7))
AGREED = Log(UndoProposed(1, 7), UndoAnswered(0, True), UndoAnswered(2, True))
UNDONE = Log(UndoProposed(1, 7), UndoAnswered(0, True), UndoAnswered(2, True), Superseded("m-2", 6, "undo"))
UNWANTED = Log(UndoProposed(1, 7), UndoAnswered(2, False))
BUSY = Log(*[opened(number, number) for number in range(1, 9)])
SETTLED = Log(*[step for number in range(1, 9) for step in (opened(number, number), ruled(number))])
EIGHT_WITHDRAWN = Log(
    *[step for number in range(1, 9) for step in (opened(number, 1), CaseWithdrawn(number, "seat/2"))]
)
BY_SEATS = Log(*[opened(number, number, by=f"seat/{number % 3}") for number in range(1, 21)])
"""Twenty cases by three seats."""
WIDE = snapshot(facts=30)
BY_ALL = Log(*[opened(number, number, by=f"seat/{number % 3}") for number in range(1, 21)])
for place in range(21, 25):
    BY_ALL.write(opened(place, place, by="arbiter"), WIDE)
WITHHELD = Log(EntropyWithheld((0, 2)))
OVER = snapshot(entry=8, is_over=True)
SHOWN = Log(opened())
SHOWN.write(RecordOpened("seat/1"), OVER)
REWOUND_THEN_SHOWN = Log(opened(), ruled(remedy=Rewind(5)))
REWOUND_THEN_SHOWN.write(RecordOpened("seat/1"), OVER)

OVERRULED = Log(opened(), ruled(remedy=Rewind(5)), Superseded("m-2", 3, "case 1"), appealed(), ruled(cites=2))
"""A rewind was carried out, and the second ruling lets the result stand."""
OFTEN_TRIED = Log(opened(), *[ReadingTried(1, "fr", {}, msgspec.Raw(b"{}"))] * 64)
FORK = Log(ForkedFrom("m-0", 3, "ab" * 32, "case 2"))

LATER = snapshot(entry=8, last_seat=2)
NEW = snapshot(entry=0, facts=0)

JUDGE = OfficialAppointed(1, "judge", "Grace", "", "organiser")


def paused(by: str = "arbiter", reason: str = "Rain.", *clocks: StoppedClock) -> MatchPaused:
    return MatchPaused(by, reason, clocks)


def resumed(by: str = "arbiter", reason: str = "Sun.") -> MatchResumed:
    return MatchResumed(by, reason)


def proposed(seat: int = 1, step: PauseStep = "pause", reason: str = "Rain.") -> PauseProposed:
    return PauseProposed(seat, step, reason)


def extended(by: str = "arbiter", seat: int = 1, seconds: int = 60, reason: str = "Late.") -> TimeExtended:
    return TimeExtended(by, seat, seconds, reason)


YES = (PauseAnswered(0, True), PauseAnswered(2, True))
PAUSED = Log(JUDGE, paused("judge/1"))
PROPOSED = Log(proposed(), YES[0])
ALL_AGREED = Log(proposed(), *YES)
PAUSED_BY_SEATS = Log(proposed(), *YES, paused("seats"))
RESUMING = Log(proposed(), *YES, paused("seats"), proposed(2, "resume", "Sun."), YES[0])
ALL_RESUMING = Log(proposed(), *YES, paused("seats"), proposed(1, "resume", "Sun."), *YES)
REFUSED_PAUSE = Log(proposed(), PauseAnswered(0, False))
OFTEN_PROPOSED = Log(*[step for _ in range(16) for step in (proposed(), PauseAnswered(1, False))])
OFTEN_PAUSED = Log(*[step for _ in range(256) for step in (paused(), resumed())])
OFTEN_EXTENDED = Log(*[extended()] * 64)
PAUSED_FORK = Log(
    ForkedFrom("m-0", 3, "ab" * 32, "case 2"), JUDGE, TokenRevoked("judge/1", "organiser", "ill")
)
WATCHED_FORK = Log(ForkedFrom("m-0", 3, "ab" * 32, "case 2"), Looked("arbiter", "view"))
PLAYED_ON = snapshot(entry=8, last_answer=8)
TALKED_ON = snapshot(entry=9, last_answer=7)
FORK_OF = ForkedFrom("m-0", 3, "ab" * 32, "case 2")

NUMBERED = {f"deal.{number}": Rule("A rule.", {"de": f"24.{number}"}) for number in range(1, 22)}
MANY_RULES = snapshot(
    book=msgspec.structs.replace(BOOK, rules={**NUMBERED, "deal": Rule("A rule.", {"fr": "Setup"})})
)
"""A rulebook whose rules have paragraphs: numbers in one edition, a heading in the other."""


def tried(case: int = 1, edition: str = "", report: bytes = b"{}", **rulings: str) -> ReadingTried:
    named = {key.replace("_", "."): reading for key, reading in rulings.items()}
    return ReadingTried(case, edition, named, msgspec.Raw(report))


class Row(NamedTuple):
    """A step, the log it is taken on, and why it is refused."""

    problem: P
    log: Log
    body: Body
    says: str
    snapshot: MatchSnapshot = SNAPSHOT


ROWS = [
    Row(P.NOT_AT_TABLE, EMPTY, opened(by="seat/3"), "or its arbiter can do this"),
    Row(P.NOT_AT_TABLE, EMPTY, opened(by="seat/02"), "Only a seat"),
    Row(P.NOT_AT_TABLE, EMPTY, opened(by="spectator"), "Only a seat of this match (seat/0 to seat/2)"),
    Row(P.NOT_AT_TABLE, EMPTY, opened(by="operator"), "Only a seat"),
    Row(P.NOT_AT_TABLE, EMPTY, opened(by=""), "Only a seat"),
    Row(P.NOT_AT_TABLE, RULED, appealed(by="seat/9"), "Only a seat"),
    Row(P.NOT_AT_TABLE, EMPTY, UndoProposed(3, 7), "its seats are 0 to 2"),
    Row(P.NOT_AT_TABLE, UNDO, UndoAnswered(-1, True), "its seats are 0 to 2"),
    Row(P.NOT_AT_TABLE, EMPTY, EntropyWithheld((0, 3)), "its seats are 0 to 2"),
    Row(P.NOT_AT_TABLE, EMPTY, EntropyWithheld(()), "each once, in order"),
    Row(P.NOT_AT_TABLE, EMPTY, EntropyWithheld((2, 0)), "each once, in order"),
    Row(P.NO_SUCH_FACT, EMPTY, opened(fact=0), "no such fact"),
    Row(P.NO_SUCH_FACT, EMPTY, opened(fact=21), "name one that has happened"),
    Row(P.NO_SUCH_FACT, EMPTY, opened(fact=-1), "no such fact"),
    Row(P.NO_SUCH_FACT, OPEN, ruled(remedy=Rewind(21)), "no such fact"),
    Row(
        P.UNKNOWN_RULE,
        EMPTY,
        opened(rule="dealt"),
        "no rule or ruling 'dealt' in parlour; see 'referee rules",
    ),
    Row(P.UNKNOWN_RULE, EMPTY, opened(rule=""), "no rule or ruling ''"),
    Row(P.UNKNOWN_RULE, EMPTY, opened(rule="24.7"), "; paragraph 24.7 is deal.7", MANY_RULES),
    Row(P.UNKNOWN_RULE, EMPTY, opened(rule="24"), "is deal.1, deal.2, deal.3, deal.4, deal.5", MANY_RULES),
    Row(P.UNKNOWN_RULE, EMPTY, opened(rule="Setup"), "; see 'referee rules parlour'", MANY_RULES),
    Row(P.UNKNOWN_RULE, OPEN, ruled(rules=tuple(NUMBERED)), "1 to 20 rules", MANY_RULES),
    Row(P.UNKNOWN_RULE, OPEN, ruled(rules=()), "must cite 1 to 20 rules"),
    Row(P.UNKNOWN_RULE, OPEN, ruled(rules=("deal", "deal")), "each once"),
    Row(P.UNKNOWN_RULE, OPEN, ruled(rules=("deal", "deal first")), "no rule or ruling 'deal first'"),
    Row(
        P.UNKNOWN_READING,
        OPEN,
        tried(edition="it"),
        "unknown edition 'it' of parlour (choose from consensus, fr, de)",
    ),
    Row(
        P.UNKNOWN_READING,
        OPEN,
        tried(trick_tie="both"),
        "unknown reading 'both' of trick.tie (choose from first, last)",
    ),
    Row(P.UNKNOWN_READING, OPEN, tried(trick_ties="last"), "unknown ruling 'trick.ties'"),
    Row(P.UNKNOWN_READING, OPEN, ruled(remedy=ReplayUnder("", {"trick.tie": ""})), "unknown reading ''"),
    Row(P.SAME_READING, OPEN, tried(), "name at least one other reading"),
    Row(P.SAME_READING, OPEN, tried(edition="de"), "played under these readings"),
    Row(P.SAME_READING, OPEN, tried(deal_order="right"), "played under these readings"),
    Row(
        P.SAME_READING, OPEN, ruled(remedy=ReplayUnder("fr", {"trick.tie": "first"})), "under these readings"
    ),
    Row(P.BAD_REPORT, OPEN, tried(edition="fr", report=b"[]"), "a JSON object"),
    Row(P.BAD_REPORT, OPEN, tried(edition="fr", report=b'{"a": 1}'), "without spaces"),
    Row(P.BAD_REPORT, OPEN, tried(edition="fr", report=b"{nonsense}"), "a JSON object without spaces"),
    Row(P.BAD_REPORT, OPEN, tried(edition="fr", report=b""), "a JSON object without spaces"),
    Row(P.BAD_TEXT, EMPTY, opened(claim=""), "The claim is missing; write a sentence"),
    Row(P.BAD_TEXT, EMPTY, opened(claim=" \t"), "The claim is missing"),
    Row(P.BAD_TEXT, EMPTY, opened(claim="x" * 2001), "longer than 2,000 characters; shorten it"),
    Row(P.BAD_TEXT, EMPTY, opened(claim="a\nb"), "line breaks or unprintable characters"),
    Row(P.BAD_TEXT, EMPTY, opened(claim="a\x00b"), "remove them"),
    Row(P.BAD_TEXT, EMPTY, opened(claim="a\u202eb"), "remove them"),
    Row(P.BAD_TEXT, EMPTY, opened(claim="a\ud800b"), "remove them"),
    Row(P.BAD_TEXT, OPEN, ruled(reason=""), "The reason is missing"),
    Row(P.BAD_TEXT, OPEN, ruled(reason="a\x7fb"), "The reason contains line breaks"),
    Row(P.BAD_TEXT, RULED, appealed(reason=" "), "The reason is missing"),
    Row(P.WRONG_OFFICIAL, EMPTY, Looked("judge/1", "view"), "There is no such official in this match"),
    Row(P.BAD_TEXT, EMPTY, Looked("arbiter", ""), "What was looked at is missing"),
    Row(P.BAD_TEXT, EMPTY, Looked("operator", "x" * 201), "longer than 200 characters"),
    Row(P.SAME_FACT, OPEN, opened(3), "Case 1 is about the same fact; follow that case"),
    Row(P.SAME_FACT, OPEN, opened(3, 5, "deal.first"), "Case 1 is about the same fact"),
    Row(P.SAME_FACT, OPEN, opened(3, 4, "deal", by="seat/0"), "Case 2 is about the same"),
    Row(P.SAME_FACT, RULED, opened(2, by="arbiter"), "appeal its ruling"),
    Row(P.SAME_FACT, CLOSED, opened(2), "Case 1 is about"),
    Row(P.TOO_MANY_CASES, BUSY, opened(9, 9), "8 cases of this seat are waiting for a ruling"),
    Row(P.NOTHING_TO_FREEZE, EMPTY, opened(freeze=True), "without freezing it", snapshot(is_over=True)),
    Row(P.NOTHING_TO_FREEZE, FORKED, opened(2, 6, freeze=True), "no longer played"),
    Row(P.NOT_FROZEN, OPEN, FreezeEnded(1), "not one by which a seat has frozen"),
    Row(P.NOT_FROZEN, FREEZE_ENDED, FreezeEnded(1), "not one by which"),
    Row(P.NOT_FROZEN, WITHDRAWN, FreezeEnded(1), "not one by which"),
    Row(P.NOT_FROZEN, FROZEN_BY_ARBITER, FreezeEnded(1), "not one by which a seat"),
    Row(P.NOT_FROZEN, APPEALED_BY_ARBITER, FreezeEnded(1), "not one by which a seat"),
    Row(P.NO_SUCH_CASE, EMPTY, FreezeEnded(1), "no case 1"),
    Row(P.NO_SUCH_CASE, OPEN, CaseWithdrawn(3, "seat/2"), "no case 3"),
    Row(P.NOT_YOUR_CASE, OPEN, CaseWithdrawn(1, "seat/1"), "Only whoever opened case 1"),
    Row(P.NOT_YOUR_CASE, OPEN, CaseWithdrawn(1, "arbiter"), "wait for the ruling"),
    Row(P.NOT_YOUR_CASE, OPEN, CaseWithdrawn(2, "seat/2"), "Only whoever opened case 2"),
    Row(P.ALREADY_RULED, RULED, CaseWithdrawn(1, "seat/2"), "only an appeal allows"),
    Row(P.ALREADY_RULED, APPEALED, CaseWithdrawn(1, "seat/2"), "can no longer be withdrawn"),
    Row(P.CASE_CLOSED, CLOSED, CaseWithdrawn(1, "seat/2"), "is final"),
    Row(P.CASE_WITHDRAWN, WITHDRAWN, CaseWithdrawn(1, "seat/2"), "Case 1 was withdrawn"),
    Row(P.CASE_WITHDRAWN, WITHDRAWN, ruled(), "open another if it must be settled"),
    Row(P.CASE_WITHDRAWN, WITHDRAWN, appealed(), "Case 1 was withdrawn"),
    Row(P.CASE_WITHDRAWN, WITHDRAWN, tried(edition="fr"), "Case 1 was withdrawn"),
    Row(P.WRONG_CASE_NUMBER, EMPTY, opened(0), "The next case of this match is case 1, not 0"),
    Row(P.WRONG_CASE_NUMBER, OPEN, opened(2, 6), "is case 3, not 2"),
    Row(P.WRONG_CASE_NUMBER, OPEN, opened(4, 6), "is case 3, not 4"),
    Row(P.NO_SUCH_CASE, EMPTY, ruled(), "There is no case 1 in this match"),
    Row(P.NO_SUCH_CASE, OPEN, ruled(3), "no case 3"),
    Row(P.NO_SUCH_CASE, OPEN, appealed(0), "no case 0"),
    Row(P.NO_SUCH_CASE, OPEN, tried(7, "fr"), "no case 7"),
    Row(P.NO_SUCH_CASE, OPEN, Superseded("m-2", 3, "case 3"), "no case 3"),
    Row(P.NO_SUCH_CASE, OPEN, Superseded("m-2", 3, "for fun"), "no case 0"),
    Row(P.ALREADY_RULED, RULED, ruled(), "only an appeal allows another ruling"),
    Row(P.ALREADY_RULED, RULED, ruled(cites=2), "only an appeal"),
    Row(P.ALREADY_RULED, RULED, tried(edition="fr"), "only an appeal"),
    Row(P.CASE_CLOSED, CLOSED, ruled(cites=4), "closed; its second ruling is final"),
    Row(P.CASE_CLOSED, CLOSED, appealed(cites=4), "is final"),
    Row(P.CASE_CLOSED, CLOSED, tried(edition="fr"), "is final"),
    Row(P.NOT_RULED, OPEN, appealed(cites=0), "no ruling yet; wait for it"),
    Row(P.ALREADY_APPEALED, APPEALED, appealed(), "wait for the second ruling"),
    Row(P.WRONG_CITATION, OPEN, ruled(cites=1), "Case 1 has no ruling to cite yet"),
    Row(P.WRONG_CITATION, APPEALED, ruled(), "is audit entry 2; cite that, not 0"),
    Row(P.WRONG_CITATION, APPEALED, ruled(cites=3), "is audit entry 2; cite that, not 3"),
    Row(P.WRONG_CITATION, RULED, appealed(cites=1), "cite that, not 1"),
    Row(P.WRONG_CITATION, RULED, appealed(cites=0), "cite that, not 0"),
    Row(
        P.REMEDY_NOT_ALLOWED, OPEN, ruled(1, "upheld", Void()), "nothing to remedy unless the claim is right"
    ),
    Row(P.REMEDY_NOT_ALLOWED, OPEN, ruled(1, "no_effect", Award((1,))), "rule 'overturned'"),
    Row(P.REMEDY_NOT_ALLOWED, OPEN, ruled(1, "upheld", Rewind(5)), "let everything stand"),
    Row(P.REMEDY_NOT_ALLOWED, OPEN, ruled(1, "no_effect", ReplayUnder("fr", {})), "let everything stand"),
    Row(P.BAD_WINNERS, OPEN, ruled(remedy=Award(())), "seats of this match (0 to 2)"),
    Row(P.BAD_WINNERS, OPEN, ruled(remedy=Award((3,))), "0 to 2"),
    Row(P.BAD_WINNERS, OPEN, ruled(remedy=Award((1, 1))), "each named once"),
    Row(P.BAD_WINNERS, OPEN, ruled(remedy=Award((2, 1))), "in order"),
    Row(
        P.REWIND_PAST_FORK,
        OPEN,
        ruled(remedy=Rewind(6)),
        "a rewind cannot go past a fork",
        snapshot(shared=6),
    ),
    Row(P.NOT_LAST_ANSWER, EMPTY, UndoProposed(1, 6), "Only the last answer"),
    Row(P.NOT_LAST_ANSWER, EMPTY, UndoProposed(0, 7), "only by the seat that gave it"),
    Row(P.NOT_LAST_ANSWER, EMPTY, UndoProposed(1, 7), "Only the last answer", LATER),
    Row(
        P.NOT_LAST_ANSWER, EMPTY, UndoProposed(0, 7), "Only the last", snapshot(undo_bar="A card was shown.")
    ),
    Row(P.NOT_LAST_ANSWER, EMPTY, UndoProposed(0, 7), "Only the last answer", snapshot(last_seat=NO_SEAT)),
    Row(
        P.UNDO_BARRED, EMPTY, UndoProposed(1, 7), "A card was shown.", snapshot(undo_bar="A card was shown.")
    ),
    Row(
        P.UNDO_BARRED,
        EMPTY,
        UndoProposed(0, 7),
        "Several seats are asked.",
        snapshot(undo_bar="Several seats are asked.", last_seat=NO_SEAT),
    ),
    Row(P.TOO_MANY_TRIALS, OFTEN_TRIED, tried(edition="fr"), "Case 1 already has 64 recorded trials"),
    Row(P.BAD_FORK, OVERRULED, Superseded("m-3", 6, "case 1"), "must continue from its last entry"),
    Row(
        P.BAD_FORK,
        OPEN,
        Superseded("m-3", 3, "appeal of case 1"),
        "Only a fork can be left because of an appeal",
    ),
    Row(P.BAD_FORK, FORK, Superseded("m-3", 4, "appeal of case 2"), "none of its own entries"),
    Row(P.UNDO_PENDING, UNDO, UndoProposed(1, 7), "wait for the other seats"),
    Row(P.UNDO_REFUSED, UNWANTED, UndoProposed(1, 7), "only a ruling can take the answer back"),
    Row(P.MATCH_OVER, EMPTY, UndoProposed(1, 7), "no longer played", snapshot(is_over=True)),
    Row(P.MATCH_OVER, UNDONE, UndoProposed(1, 7), "only a ruling can change it"),
    Row(P.MATCH_FROZEN, FROZEN, UndoProposed(1, 7), "frozen by a case"),
    Row(P.NO_UNDO, EMPTY, UndoAnswered(0, True), "No undo is proposed"),
    Row(P.NO_UNDO, UNDO, UndoAnswered(0, True), "the match has gone on since", LATER),
    Row(P.NO_UNDO, UNWANTED, UndoAnswered(0, True), "nothing to answer"),
    Row(P.NO_UNDO, UNDONE, UndoAnswered(0, False), "nothing to answer"),
    Row(P.ALREADY_ANSWERED, UNDO, UndoAnswered(1, False), "already agreed"),
    Row(P.ALREADY_ANSWERED, AGREED, UndoAnswered(0, True), "already agreed"),
    Row(P.BAD_FORK, OPEN, FORK_OF, "its first audit entry"),
    Row(P.BAD_FORK, EMPTY, ForkedFrom("m-0", -1, "ab" * 32, "undo"), "the last entry that it shares"),
    Row(P.BAD_FORK, EMPTY, ForkedFrom("m-0", 3, "AB" * 32, "undo"), "in hexadecimal"),
    Row(P.BAD_FORK, EMPTY, ForkedFrom("m-0", 3, "ab" * 32, "case 0"), "write 'undo' or 'case 2'"),
    Row(P.BAD_FORK, EMPTY, ForkedFrom("m 0", 3, "ab" * 32, "undo"), "by its id"),
    Row(P.BAD_FORK, EMPTY, ForkedFrom("m\n0", 3, "ab" * 32, "undo"), "by its id"),
    Row(P.BAD_FORK, EMPTY, ForkedFrom("m" * 201, 3, "ab" * 32, "undo"), "by its id"),
    Row(P.BAD_FORK, AGREED, Superseded("", 6, "undo"), "by its id"),
    Row(P.BAD_FORK, REWOUND, Superseded("m-2", 8, "case 1"), "one of its own entries"),
    Row(P.BAD_FORK, REWOUND, Superseded("m-2", -1, "case 1"), "one of its own entries"),
    Row(P.BAD_FORK, UNDO, Superseded("m-2", 6, "undo"), "Not all other seats have agreed"),
    Row(P.BAD_FORK, AGREED, Superseded("m-2", 6, "undo"), "Not all other seats have agreed", LATER),
    Row(P.BAD_FORK, AGREED, Superseded("m-2", 5, "undo"), "only the last answer"),
    Row(P.BAD_FORK, OPEN, Superseded("m-2", 3, "case 1"), "is waiting for a ruling"),
    Row(P.BAD_FORK, APPEALED, Superseded("m-2", 3, "case 1"), "is waiting for a ruling"),
    Row(P.BAD_FORK, RULED, Superseded("m-2", 3, "case 1"), "does not continue the match"),
    Row(P.BAD_FORK, CLOSED, Superseded("m-2", 7, "case 1"), "does not continue the match"),
    Row(P.BAD_FORK, FORKED, Superseded("m-3", 3, "case 1"), "already been carried out"),
    Row(P.NOT_AT_TABLE, EMPTY, RecordOpened("seat/3"), "Only a seat of this match", OVER),
    Row(P.NOT_AT_TABLE, EMPTY, RecordOpened("spectator"), "Only a seat of this match", OVER),
    Row(P.NOT_OVER, EMPTY, RecordOpened("seat/1"), "opened when it is over"),
    Row(P.ALREADY_OPENED, SHOWN, RecordOpened("seat/1"), "already been opened", OVER),
    Row(P.LUCK_KNOWN, SHOWN, ruled(remedy=Rewind(5)), "its luck is known and it cannot go on", OVER),
    Row(P.LUCK_KNOWN, REWOUND_THEN_SHOWN, Superseded("m-2", 3, "case 1"), "its luck is known", OVER),
    Row(P.NOT_AT_TABLE, EMPTY, SeatForfeited(3, "time"), "its seats are 0 to 2"),
    Row(P.ALREADY_FORFEITED, Log(SeatForfeited(1, "time")), SeatForfeited(1, "time"), "already recorded"),
    Row(P.ALREADY_WITHHELD, WITHHELD, EntropyWithheld((1,)), "already recorded"),
    Row(P.NOT_BEGUN, EMPTY, paused(), "has not begun", NEW),
    Row(P.NOT_BEGUN, EMPTY, proposed(), "wait until every seat is taken", NEW),
    Row(P.MATCH_OVER, EMPTY, paused(), "nothing to pause or extend", OVER),
    Row(P.MATCH_OVER, PAUSED, resumed(), "no longer played", OVER),
    Row(P.MATCH_OVER, FORKED, proposed(), "no longer played"),
    Row(P.ALREADY_PAUSED, PAUSED, paused(), "resume it first"),
    Row(P.ALREADY_PAUSED, PAUSED_BY_SEATS, proposed(), "paused already"),
    Row(P.NOT_PAUSED, EMPTY, resumed(), "nothing to resume"),
    Row(P.NOT_PAUSED, Log(paused(), resumed()), resumed(), "is not paused"),
    Row(P.NOT_PAUSED, EMPTY, proposed(step="resume"), "is not paused"),
    Row(P.PLAYED_WHILE_PAUSED, PAUSED, resumed(), "went on while it was paused", PLAYED_ON),
    Row(P.WRONG_OFFICIAL, EMPTY, paused("judge/1"), "Only an official, the organiser or all seats"),
    Row(P.WRONG_OFFICIAL, EMPTY, paused("seat/1"), "all seats together pause a match"),
    Row(P.WRONG_OFFICIAL, EMPTY, paused("server"), "all seats together pause a match"),
    Row(P.WRONG_OFFICIAL, WATCHED_FORK, paused("server"), "all seats together pause a match"),
    Row(P.WRONG_OFFICIAL, PAUSED_FORK, paused("judge/1"), "Only an official"),
    Row(P.WRONG_OFFICIAL, PAUSED, resumed("judge/2"), "all seats together resume a match"),
    Row(P.WRONG_OFFICIAL, PAUSED, resumed("server"), "all seats together resume a match"),
    Row(P.WRONG_OFFICIAL, PAUSED, proposed(step="resume"), "only an official can resume it"),
    Row(P.NO_PAUSE_PROPOSED, EMPTY, PauseAnswered(0, True), "Nobody has proposed"),
    Row(P.NO_PAUSE_PROPOSED, REFUSED_PAUSE, PauseAnswered(2, True), "Nobody has proposed"),
    Row(P.NO_PAUSE_PROPOSED, EMPTY, paused("seats"), "Not all seats have agreed to pause"),
    Row(P.NO_PAUSE_PROPOSED, PROPOSED, paused("seats"), "Not all seats have agreed to pause"),
    Row(P.NO_PAUSE_PROPOSED, WATCHED_FORK, paused("seats"), "Not all seats have agreed to pause"),
    Row(P.NO_PAUSE_PROPOSED, PAUSED_BY_SEATS, resumed("seats"), "Not all seats have agreed to resume"),
    Row(P.NO_PAUSE_PROPOSED, RESUMING, resumed("seats"), "Not all seats have agreed to resume"),
    Row(P.BAD_TEXT, ALL_AGREED, paused("seats", "Snow."), "not the one that the seats have agreed to"),
    Row(P.BAD_TEXT, ALL_RESUMING, resumed("seats", "Snow."), "not the one that the seats have agreed to"),
    Row(P.BAD_TEXT, EMPTY, paused(reason=" "), "printable text of 1 to 200 characters"),
    Row(P.BAD_TEXT, EMPTY, paused(reason="x" * 201), "printable text of 1 to 200 characters"),
    Row(P.BAD_TEXT, PAUSED, resumed(reason="a\nb"), "printable text of 1 to 200 characters"),
    Row(P.BAD_TEXT, EMPTY, proposed(reason=""), "printable text of 1 to 200 characters"),
    Row(P.PAUSE_PENDING, PROPOSED, proposed(2), "agree to it, or refuse"),
    Row(P.PAUSE_PENDING, RESUMING, proposed(1, "resume"), "To resume the match is already proposed"),
    Row(P.ALREADY_ANSWERED, PROPOSED, PauseAnswered(1, True), "already agreed"),
    Row(P.ALREADY_ANSWERED, PROPOSED, PauseAnswered(0, True), "already agreed"),
    Row(P.NOT_AT_TABLE, EMPTY, proposed(3), "its seats are 0 to 2"),
    Row(P.NOT_AT_TABLE, PROPOSED, PauseAnswered(-1, True), "its seats are 0 to 2"),
    Row(P.NOT_BEGUN, EMPTY, extended(), "has not begun", NEW),
    Row(P.MATCH_OVER, EMPTY, extended(), "no longer played", OVER),
    Row(P.MATCH_OVER, FORKED, extended(), "no longer played"),
    Row(P.NOT_AT_TABLE, EMPTY, extended(seat=3), "its seats are 0 to 2"),
    Row(P.NOT_AT_TABLE, EMPTY, extended(seat=-1), "its seats are 0 to 2"),
    Row(P.BAD_TIME, EMPTY, extended(seconds=0), "1 to 604,800 seconds"),
    Row(P.BAD_TIME, EMPTY, extended(seconds=604_801), "1 to 604,800 seconds"),
    Row(P.BAD_TEXT, EMPTY, extended(reason=""), "printable text of 1 to 200 characters"),
    *[
        Row(P.WRONG_OFFICIAL, EMPTY, extended(by), "Only a judge or the arbiter")
        for by in ("judge/1", "organiser", "operator", "seats", "seat/1")
    ],
    Row(P.BAD_CLOCKS, EMPTY, paused("arbiter", "Rain.", StoppedClock(3, 5)), "each once, in order"),
    Row(P.BAD_CLOCKS, EMPTY, paused("arbiter", "Rain.", StoppedClock(0, -1)), "clocks were stopped"),
    Row(
        P.BAD_CLOCKS,
        EMPTY,
        paused("arbiter", "Rain.", StoppedClock(2, 5), StoppedClock(0, 5)),
        "each once, in order",
    ),
    Row(
        P.BAD_CLOCKS,
        EMPTY,
        paused("arbiter", "Rain.", StoppedClock(0, 5), StoppedClock(0, 5)),
        "each once, in order",
    ),
]

QUOTA_ROWS = [
    Row(P.BAD_TEXT, EMPTY, opened(claim="x" * 1999 + "é"), "The claim is longer than 2,000 bytes in UTF-8"),
    Row(P.BAD_TEXT, EMPTY, opened(claim="🦑" * 501), "bytes in UTF-8; shorten it"),
    Row(P.BAD_TEXT, OPEN, ruled(reason="🦑" * 501), "The reason is longer than 2,000 bytes"),
    Row(P.BAD_TEXT, RULED, appealed(reason="🦑" * 501), "The reason is longer than 2,000 bytes"),
    Row(P.TOO_MANY_CASES, SETTLED, opened(9, 9), "This seat has opened 8 cases"),
    Row(P.TOO_MANY_CASES, EIGHT_WITHDRAWN, opened(9, 1), "This seat has opened 8 cases"),
    Row(P.TOO_MANY_CASES, BY_SEATS, opened(21, 21, by="seat/2"), "The seats have opened 20 cases", WIDE),
    Row(P.TOO_MANY_CASES, BY_ALL, opened(25, 25, by="arbiter"), "This match has 24 cases", WIDE),
    Row(P.TOO_MANY_CASES, BY_ALL, opened(25, 25, by="seat/2"), "This match has 24 cases", WIDE),
    Row(P.FREEZE_USED, FROZEN, opened(2, 6, freeze=True), "has frozen the match before"),
    Row(P.FREEZE_USED, FREEZE_ENDED, opened(2, 6, freeze=True), "without freezing it"),
    Row(P.FREEZE_USED, WITHDRAWN, opened(2, 6, freeze=True), "has frozen the match before"),
    Row(P.TOO_MANY_PAUSES, OFTEN_PROPOSED, proposed(), "This seat has made 16 proposals"),
    Row(P.TOO_MANY_EXTENSIONS, OFTEN_EXTENDED, extended(), "has 64 time extensions"),
    Row(P.TOO_MANY_PAUSES, OFTEN_PAUSED, paused(), "This match was paused 256 times"),
]
"""Steps that are refused when they are taken, but not when a record is verified."""


@pytest.mark.parametrize("row", [*ROWS, *QUOTA_ROWS], ids=lambda row: f"{row.problem}: {row.says}")
def test_a_wrong_step_is_refused_with_its_reason_and_nothing_is_written(row: Row) -> None:
    log, before = row.log, (row.log.audit_state, len(row.log.entries))
    with pytest.raises(CaseError, match=re.escape(row.says)) as refused:
        log.write(row.body, row.snapshot)
    assert refused.value.problem is row.problem
    assert (log.audit_state, len(log.entries)) == before
    assert fold_all(log.entries) == log.audit_state


def test_every_problem_has_its_row() -> None:
    assert {
        row.problem for row in [*ROWS, *QUOTA_ROWS]
    } | test_panel_checks.PROBLEMS | test_result_checks.PROBLEMS | test_seals.PROBLEMS == set(P)


def test_a_refusal_tells_nobody_how_much_there_is() -> None:
    """L1: a seat may read these sentences, and numbers of facts and entries reveal how much is hidden."""
    wide = snapshot(entry=4444, facts=7777)
    sentences = [reason_of(row.log, row.body, wide) for row in ROWS]
    assert sum(map(bool, sentences)) > len(ROWS) // 2
    assert [sentence for sentence in sentences if re.search("4444|7777", sentence)] == []


def reason_of(log: Log, body: Body, where: MatchSnapshot) -> str:
    try:
        check(log.audit_state, body, where)
    except CaseError as refused:
        return str(refused)
    return ""


RIGHT = [
    (EMPTY, opened(by="seat/0", rule="trick.tie", fact=20, claim="x" * 2000), SNAPSHOT),
    (EMPTY, opened(freeze=True), SNAPSHOT),
    (EMPTY, opened(claim="🦑" * 500), SNAPSHOT),
    (OPEN, ruled(reason="🦑" * 500), SNAPSHOT),
    (RULED, appealed(reason="🦑" * 500), SNAPSHOT),
    (BY_SEATS, opened(21, 21, by="arbiter"), WIDE),
    (SETTLED, opened(9, 9, by="seat/0"), SNAPSHOT),
    (FROZEN, FreezeEnded(1), SNAPSHOT),
    (APPEALED_BY_SEAT, FreezeEnded(1), SNAPSHOT),
    (FROZEN, CaseWithdrawn(1, "seat/2"), SNAPSHOT),
    (OPEN, CaseWithdrawn(2, "arbiter"), SNAPSHOT),
    (FREEZE_ENDED, CaseWithdrawn(1, "seat/2"), SNAPSHOT),
    (FREEZE_ENDED, ruled(), SNAPSHOT),
    (FROZEN, opened(2, 6, by="seat/1", freeze=True), SNAPSHOT),
    (FROZEN, opened(2, 6), SNAPSHOT),
    (FROZEN_BY_ARBITER, opened(2, 6, by="arbiter", freeze=True), SNAPSHOT),
    (WITHDRAWN, opened(2, 5, by="seat/1"), SNAPSHOT),
    (OPEN, opened(3, 6), SNAPSHOT),
    (BUSY, opened(9, 9, by="arbiter"), SNAPSHOT),
    (BUSY, opened(9, 9, by="seat/0"), SNAPSHOT),
    (FORKED, opened(2, 6), snapshot(is_over=True)),
    (OPEN, tried(edition="fr", report=b'{"effect":"none"}'), SNAPSHOT),
    (APPEALED, tried(deal_order="left"), SNAPSHOT),
    (OPEN, ruled(remedy=Rewind(7)), snapshot(shared=6)),
    (OPEN, ruled(rules=tuple(NUMBERED)[:20]), MANY_RULES),
    (OPEN, ruled(remedy=ReplayUnder("fr", {})), SNAPSHOT),
    (OPEN, ruled(remedy=Award((0, 2)), rules=("trick.tie", "end")), snapshot(is_over=True)),
    (OPEN, ruled(1, "upheld"), SNAPSHOT),
    (OPEN, ruled(1, "no_effect"), SNAPSHOT),
    (APPEALED, ruled(remedy=Void(), cites=2), SNAPSHOT),
    (RULED, appealed(by="arbiter"), SNAPSHOT),
    (EMPTY, UndoProposed(1, 7), SNAPSHOT),
    (UNDO, UndoAnswered(2, False), SNAPSHOT),
    (UNDO, UndoProposed(2, 8), LATER),
    (UNWANTED, UndoProposed(2, 8), LATER),
    (AGREED, Superseded("m-2", 6, "undo"), SNAPSHOT),
    (REWOUND, Superseded("m-2", 3, "case 1"), SNAPSHOT),
    (REWOUND, Superseded("m-2", 0, "case 1"), SNAPSHOT),
    (EMPTY, RecordOpened("seat/1"), OVER),
    (SHOWN, RecordOpened("seat/2"), OVER),
    (SHOWN, ruled(remedy=ReplayUnder("fr", {})), OVER),
    (SHOWN, ruled(remedy=Award((1,))), OVER),
    (EMPTY, FORK_OF, SNAPSHOT),
    (EMPTY, ForkedFrom("m" * 200, 0, "ab" * 32, "undo"), SNAPSHOT),
    (EMPTY, EntropyWithheld((1,)), SNAPSHOT),
    (UNDONE, Looked("operator", "feed from frame 12"), SNAPSHOT),
    *[(EMPTY, paused(by), SNAPSHOT) for by in ("arbiter", "organiser", "operator")],
    (Log(JUDGE), paused("judge/1", "Rain.", StoppedClock(0, 0), StoppedClock(2, 5)), SNAPSHOT),
    (FROZEN, paused(), SNAPSHOT),
    (PAUSED, resumed(), SNAPSHOT),
    (PAUSED, resumed("judge/1"), TALKED_ON),
    (PAUSED_BY_SEATS, resumed("organiser"), SNAPSHOT),
    (PAUSED_BY_SEATS, proposed(0, "resume"), SNAPSHOT),
    (REFUSED_PAUSE, proposed(), SNAPSHOT),
    (OFTEN_PROPOSED, proposed(2), SNAPSHOT),
    (PROPOSED, PauseAnswered(0, False), SNAPSHOT),
    (PROPOSED, PauseAnswered(1, False), SNAPSHOT),
    (ALL_AGREED, paused("seats"), SNAPSHOT),
    (ALL_RESUMING, resumed("seats"), SNAPSHOT),
    *[(PAUSED_FORK, paused(by), SNAPSHOT) for by in ("server", "seats")],
    (PAUSED, UndoProposed(1, 7), SNAPSHOT),
    (PAUSED, extended("judge/1", 2, 604_800), SNAPSHOT),
    (EMPTY, extended(seconds=1), SNAPSHOT),
]


@pytest.mark.parametrize(("log", "body", "where"), RIGHT, ids=lambda value: type(value).__name__)
def test_a_right_step_is_taken(log: Log, body: Body, where: MatchSnapshot) -> None:
    """Control: the steps above are refused for their fault and for nothing else."""
    check(log.audit_state, body, where)


class TestFirstRefused:
    def test_a_log_of_right_steps_has_none(self) -> None:
        for log in (EMPTY, OPEN, CLOSED, FORKED, UNDONE, UNWANTED, WITHHELD):
            assert first_refused(log.entries, lambda _: SNAPSHOT) is None

    def test_a_step_that_should_have_been_refused_is_found(self) -> None:
        """A2: a signature does not make a wrong entry right."""
        look = Log(Looked("arbiter", "view")).entries[0]
        for row in ROWS:
            seq = len(row.log.entries) + 1
            wrong = msgspec.structs.replace(look, seq=seq, entry=99, body=row.body)
            snapshots = {SNAPSHOT.entry: SNAPSHOT, OVER.entry: OVER, 99: row.snapshot}
            found = first_refused([*row.log.entries, wrong], snapshots.__getitem__)
            assert found == (seq, row.problem), row

    def test_a_record_from_before_there_were_quotas_is_right(self) -> None:
        look = Log(Looked("arbiter", "view")).entries[0]
        for row in QUOTA_ROWS:
            step = msgspec.structs.replace(look, seq=len(row.log.entries) + 1, entry=99, body=row.body)
            snapshots = {SNAPSHOT.entry: WIDE, 99: row.snapshot}
            assert first_refused([*row.log.entries, step], snapshots.__getitem__) is None

    def test_each_step_is_judged_by_where_the_match_stood(self) -> None:
        log = Log(opened(fact=20))
        assert first_refused(log.entries, lambda entry: snapshot(facts=entry + 13)) is None
        found = first_refused(log.entries, lambda entry: snapshot(facts=entry + 12))
        assert found == (1, P.NO_SUCH_FACT)


def test_a_second_ruling_lets_the_match_go_on_as_if_the_first_had_not_been() -> None:
    """A fork that lost its basis is abandoned; the match continues, with all its entries, in another."""
    log = Log(opened(), ruled(remedy=Rewind(5)), Superseded("m-2", 3, "case 1"), appealed(), ruled(cites=2))
    assert log.audit_state.successor is None
    log.write(Superseded("m-3", SNAPSHOT.entry, "case 1"))
    assert log.audit_state.successor is not None
    assert log.audit_state.successor.match == "m-3"
    left = Log(ForkedFrom("m-1", 3, "ab" * 32, "case 1"), Superseded("m-3", 3, "appeal of case 1"))
    assert left.audit_state.successor is not None
    assert left.audit_state.successor.match == "m-3"
