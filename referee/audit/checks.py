"""Checks: the conditions that must hold before an audit entry is written.

There is one check for each kind of audit entry. It raises a CaseError whose message says what is wrong and what to do,
and then nothing is written. A message may reach a seat of a running match, so none of them reveals how many facts or
entries there are.

Three things are not decided here: who may rule (access control), whether a trial reports the truth, and whether a fork
starts at the right entry (both require running the match).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from referee.audit.audit_state import AuditState, Case, Proposal
from referee.audit.entries import (
    ARBITER,
    ORGANISER,
    PANEL,
    AnswerSealed,
    Award,
    Body,
    CaseAppealed,
    CaseOpened,
    CaseRuled,
    CaseWithdrawn,
    EntropyWithheld,
    ForkedFrom,
    FreezeEnded,
    Looked,
    MatchCancelled,
    MatchPaused,
    MatchResumed,
    OfficialAppointed,
    OpinionGiven,
    OpinionWithdrawn,
    PanelSet,
    PauseAnswered,
    PauseProposed,
    ReadingTried,
    RecordOpened,
    Remedy,
    ReplayUnder,
    ResultDeclared,
    Rewind,
    SeatForfeited,
    Stands,
    Superseded,
    TimeExtended,
    TokenRevoked,
    TokenRotated,
    UndoAnswered,
    UndoProposed,
    Void,
    case_of,
    is_appeal,
    seat_of,
)
from referee.audit.official_checks import (
    fault_in_office,
    fault_in_ruler,
    fault_in_words,
    find_judge,
    is_official,
)
from referee.audit.panel_checks import (
    check_opinion,
    check_opinion_withdrawn,
    check_panel,
    fault_in_panel_ruling,
)
from referee.audit.problems import CaseError, CaseProblem
from referee.audit.result_checks import check_result
from referee.audit.seals import check_opened
from referee.audit.time_checks import (
    check_extension,
    check_forfeit,
    check_pause,
    check_seal_allowed,
)
from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.log.records import NO_SEAT
from referee.rulebook import Rulebook, UnknownReading
from referee.rulebook.paragraphs import is_number, typed

LONGEST_TEXT = 2_000
"""Longest claim or reason, in characters."""
LONGEST_NAME = 200
"""Longest id or short text, in characters."""
_NAMED = 5
"""Number of rules suggested when a rule is cited by the number of its paragraph."""
MOST_RULES = 20
"""Most rules that a ruling may cite."""
MOST_UNSETTLED = 8
"""Most cases of one seat that may wait for a ruling at the same time, because every case is stored."""
MOST_TRIALS = 64
"""Most trials recorded for one case, because each is stored with its report."""


class MatchSnapshot(msgspec.Struct, frozen=True):
    """The state of a match at one moment, as far as the checks need it."""

    charter: Charter
    book: Rulebook
    entry: int
    """Number of the last entry."""
    facts: int
    """Number of facts so far."""
    is_over: bool = False
    shared: int = 0
    """Number of facts inherited from the match that this one was forked from."""
    last_seat: Seat = NO_SEAT
    """The seat whose answer is the last entry, or NO_SEAT if that must not be revealed."""
    undo_bar: str = ""
    """Why the last answer cannot be taken back by consent, as a sentence; empty if it can."""
    last_answer: int = 0
    """Number of the last entry that is no statement."""

    def readings(self, edition: str, rulings: Mapping[str, str]) -> dict[str, str]:
        """Return the readings of the match with these replacements. Raise CaseError if one is unknown."""
        charter = self.charter
        try:
            return self.book.readings(
                edition or charter.edition, {**charter.rulings, **rulings}, charter.rules_version
            )
        except UnknownReading as unknown:
            raise CaseError(CaseProblem.UNKNOWN_READING, str(unknown)) from None


def check(state: AuditState, body: Body, snapshot: MatchSnapshot) -> None:
    """Raise a CaseError if this must not be the next audit entry."""
    match body:
        case Looked():
            _check_text(body.what, "What was looked at", LONGEST_NAME)
            _refuse_if("" if is_official(state, body.who) else "There is no such official in this match")
        case RecordOpened():
            _check_record_opened(state, body, snapshot)
        case CaseOpened():
            _check_opened(state, body, snapshot)
        case CaseWithdrawn():
            _check_withdrawn(state, body)
        case FreezeEnded():
            _check_freeze_ended(state, body)
        case ReadingTried():
            _check_tried(state, body, snapshot)
        case CaseRuled():
            _check_ruled(state, body, snapshot)
        case PanelSet():
            check_panel(state, body)
        case OpinionGiven():
            check_opinion(state, _case(state, body.case), body)
            _check_decision(state, _case(state, body.case), body, snapshot)
        case OpinionWithdrawn():
            check_opinion_withdrawn(state, _case(state, body.case), body)
        case CaseAppealed():
            _check_appealed(state, body, snapshot)
        case ResultDeclared():
            check_result(state, body, seats=snapshot.charter.seats, is_over=snapshot.is_over)
        case UndoProposed():
            _check_proposed(state, body, snapshot)
        case UndoAnswered():
            _check_answered(state, body, snapshot)
        case ForkedFrom():
            _check_forked(state, body)
        case Superseded():
            _check_superseded(state, body, snapshot)
        case EntropyWithheld():
            _check_withheld(state, body, snapshot)
        case OfficialAppointed() | TokenRotated() | TokenRevoked() | MatchCancelled():
            seats, entry, is_over = snapshot.charter.seats, snapshot.entry, snapshot.is_over
            _refuse_if(fault_in_words(body), CaseProblem.BAD_TEXT)
            _refuse_if(fault_in_office(state, body, seats=seats, entry=entry, is_over=is_over))
        case AnswerSealed():
            check_seal_allowed(
                state,
                body,
                seats=snapshot.charter.seats,
                entry=snapshot.entry,
                is_over=snapshot.is_over,
            )
        case PauseProposed() | PauseAnswered() | MatchPaused() | MatchResumed():
            if isinstance(body, MatchResumed):
                check_opened(state, body)
            check_pause(
                state,
                body,
                seats=snapshot.charter.seats,
                entry=snapshot.entry,
                last_answer=snapshot.last_answer,
                is_over=snapshot.is_over,
            )
        case SeatForfeited():
            check_forfeit(state, body, seats=snapshot.charter.seats)
        case TimeExtended():
            seats, entry, is_over = snapshot.charter.seats, snapshot.entry, snapshot.is_over
            check_extension(state, body, seats=seats, entry=entry, is_over=is_over)


def _refuse_if(fault: str, problem: CaseProblem = CaseProblem.WRONG_OFFICIAL) -> None:
    if fault:
        raise CaseError(problem, fault)


def _check_record_opened(state: AuditState, body: RecordOpened, snapshot: MatchSnapshot) -> None:
    if body.to != ORGANISER:
        _check_party(state, body.to, snapshot)
    if not snapshot.is_over:
        raise CaseError(
            CaseProblem.NOT_OVER, "The match is still being played; its record is opened when it is over"
        )
    if body.to in state.opened:
        raise CaseError(CaseProblem.ALREADY_OPENED, "The record has already been opened to this seat")


def _check_opened(state: AuditState, body: CaseOpened, snapshot: MatchSnapshot) -> None:
    _check_party(state, body.by, snapshot)
    _check_fact(body.fact, snapshot)
    _check_rule(body.rule, snapshot)
    _check_text(body.claim, "The claim", LONGEST_TEXT)
    for case in state.cases.values():
        if case.fact == body.fact and case.state != "withdrawn":
            raise CaseError(
                CaseProblem.SAME_FACT,
                f"Case {case.number} is about the same fact; follow that case or appeal its ruling",
            )
    unsettled = [case for case in state.cases.values() if case.by == body.by and case.is_unsettled]
    if body.by != ARBITER and len(unsettled) >= MOST_UNSETTLED:
        raise CaseError(
            CaseProblem.TOO_MANY_CASES,
            f"{len(unsettled)} cases of this seat are waiting for a ruling; wait for one of the rulings",
        )
    if body.freeze and (snapshot.is_over or state.successor is not None):
        raise CaseError(
            CaseProblem.NOTHING_TO_FREEZE, "The match is no longer played; open the case without freezing it"
        )
    if body.case != len(state.cases) + 1:
        raise CaseError(
            CaseProblem.WRONG_CASE_NUMBER,
            f"The next case of this match is case {len(state.cases) + 1}, not {body.case}",
        )


def _check_withdrawn(state: AuditState, body: CaseWithdrawn) -> None:
    case = _case(state, body.case)
    if body.by != case.by:
        raise CaseError(
            CaseProblem.NOT_YOUR_CASE,
            f"Only whoever opened case {case.number} can withdraw it; wait for the ruling",
        )
    _check_waits(case)
    if case.state != "open":
        raise CaseError(
            CaseProblem.ALREADY_RULED, f"Case {case.number} has a ruling, so it can no longer be withdrawn"
        )


def _check_freeze_ended(state: AuditState, body: FreezeEnded) -> None:
    case = _case(state, body.case)
    if not case.is_freezing or seat_of(case.frozen_by) is None:
        raise CaseError(
            CaseProblem.NOT_FROZEN, f"Case {case.number} is not one by which a seat has frozen the match"
        )


def _check_tried(state: AuditState, body: ReadingTried, snapshot: MatchSnapshot) -> None:
    case = _case(state, body.case)
    _check_waits(case)
    check_readings(body.edition, body.rulings, snapshot)
    if len(case.trials) >= MOST_TRIALS:
        raise CaseError(
            CaseProblem.TOO_MANY_TRIALS,
            f"Case {case.number} already has {MOST_TRIALS} recorded trials; try without naming the case",
        )
    if not _is_compact_object(bytes(body.report)):
        raise CaseError(CaseProblem.BAD_REPORT, "The report of a trial must be a JSON object without spaces")


def _is_compact_object(report: bytes) -> bool:
    """Return whether this is a JSON object without spaces."""
    try:
        return report.startswith(b"{") and report == msgspec.json.format(report, indent=-1)
    except msgspec.DecodeError:
        return False


def _check_ruled(state: AuditState, body: CaseRuled, snapshot: MatchSnapshot) -> None:
    case = _case(state, body.case)
    _check_waits(case)
    is_of_panel = state.panel is not None and case.state == "appealed"
    if is_of_panel or body.by == PANEL:
        _refuse_if(fault_in_panel_ruling(state, case, body))
    else:
        _refuse_if(fault_in_ruler(state, case, body))
    _check_decision(state, case, body, snapshot)


def _check_decision(
    state: AuditState, case: Case, body: CaseRuled | OpinionGiven, snapshot: MatchSnapshot
) -> None:
    """Check what a ruling says, or an opinion that may become one."""
    _check_text(body.reason, "The reason", LONGEST_TEXT)
    if not 1 <= len(body.rules) <= MOST_RULES or len(set(body.rules)) != len(body.rules):
        raise CaseError(CaseProblem.UNKNOWN_RULE, f"A ruling must cite 1 to {MOST_RULES} rules, each once")
    for rule in body.rules:
        _check_rule(rule, snapshot)
    _check_cites(case, body.cites)
    if body.finding != "overturned" and not isinstance(body.remedy, Stands):
        raise CaseError(
            CaseProblem.REMEDY_NOT_ALLOWED,
            "There is nothing to remedy unless the claim is right; rule 'overturned', or let everything stand",
        )
    _check_remedy(state, body.remedy, snapshot)


def _check_appealed(state: AuditState, body: CaseAppealed, snapshot: MatchSnapshot) -> None:
    case = _case(state, body.case)
    _check_party(state, body.by, snapshot)
    match case.state:
        case "open":
            raise CaseError(CaseProblem.NOT_RULED, f"Case {case.number} has no ruling yet; wait for it")
        case "appealed":
            raise CaseError(
                CaseProblem.ALREADY_APPEALED,
                f"Case {case.number} has already been appealed; wait for the second ruling",
            )
        case "closed":
            raise CaseError(
                CaseProblem.CASE_CLOSED, f"Case {case.number} is closed; its second ruling is final"
            )
        case "withdrawn":
            _check_waits(case)
        case "ruled":
            _check_text(body.reason, "The reason", LONGEST_TEXT)
            _check_cites(case, body.cites)


def _check_proposed(state: AuditState, body: UndoProposed, snapshot: MatchSnapshot) -> None:
    _check_seat(body.seat, snapshot)
    if snapshot.is_over or state.successor is not None:
        raise CaseError(
            CaseProblem.MATCH_OVER, "The match is no longer played; only a ruling can change it now"
        )
    if state.is_frozen:
        raise CaseError(CaseProblem.MATCH_FROZEN, "The match is frozen by a case; wait for the ruling")
    if snapshot.undo_bar and snapshot.last_seat == NO_SEAT:
        # Checked first, because the other messages would reveal whose answer was the last.
        raise CaseError(CaseProblem.UNDO_BARRED, snapshot.undo_bar)
    if body.entry != snapshot.entry or body.seat != snapshot.last_seat:
        raise CaseError(
            CaseProblem.NOT_LAST_ANSWER,
            "Only the last answer can be taken back, and only by the seat that gave it",
        )
    if _pending(state, snapshot):
        raise CaseError(
            CaseProblem.UNDO_PENDING, "An undo of this answer is already proposed; wait for the other seats"
        )
    if state.refused_undo == body.entry:
        raise CaseError(
            CaseProblem.UNDO_REFUSED,
            "The other seats refused this undo; only a ruling can take the answer back now",
        )
    if snapshot.undo_bar:
        raise CaseError(CaseProblem.UNDO_BARRED, snapshot.undo_bar)


def _check_answered(state: AuditState, body: UndoAnswered, snapshot: MatchSnapshot) -> None:
    _check_seat(body.seat, snapshot)
    undo = _pending(state, snapshot)
    if undo is None:
        raise CaseError(
            CaseProblem.NO_UNDO,
            "No undo is proposed, or the match has gone on since; there is nothing to answer",
        )
    if body.seat == undo.seat or body.seat in undo.consents:
        raise CaseError(
            CaseProblem.ALREADY_ANSWERED, "This seat has already agreed to the undo; wait for the other seats"
        )


def _check_forked(state: AuditState, body: ForkedFrom) -> None:
    _check_name(body.match)
    if state.last != 0:
        raise CaseError(
            CaseProblem.BAD_FORK,
            "The origin of a fork must be its first audit entry",
        )
    if body.entry < 0 or not re.fullmatch(r"[0-9a-f]{64}", body.head):
        raise CaseError(
            CaseProblem.BAD_FORK,
            "A fork must name the last entry that it shares, and the hash of that entry in hexadecimal",
        )
    if body.why != "undo" and case_of(body.why) is None:
        raise CaseError(CaseProblem.BAD_FORK, "A fork is made by an undo or a case; write 'undo' or 'case 2'")


def _check_superseded(state: AuditState, body: Superseded, snapshot: MatchSnapshot) -> None:
    _check_name(body.by)
    if not 0 <= body.entry <= snapshot.entry:
        raise CaseError(CaseProblem.BAD_FORK, "A match can only continue from one of its own entries")
    if body.why == "undo":
        undo = _pending(state, snapshot)
        if undo is None or undo.waits_for(snapshot.charter.seats):
            raise CaseError(
                CaseProblem.BAD_FORK, "Not all other seats have agreed to the undo yet; wait for them"
            )
        if body.entry != undo.entry - 1:
            raise CaseError(
                CaseProblem.BAD_FORK,
                "An undo takes back only the last answer; continue from the entry before it",
            )
        return
    if is_appeal(body.why):
        if state.parent is None or body.entry > state.parent.entry:
            raise CaseError(
                CaseProblem.BAD_FORK,
                "Only a fork can be left because of an appeal, and then none of its own entries may be kept",
            )
        return
    case = _case(state, case_of(body.why) or 0)
    if case.ruling is None or case.is_unsettled:
        raise CaseError(
            CaseProblem.BAD_FORK,
            f"Case {case.number} is waiting for a ruling; nothing can be carried out before it",
        )
    remedy = case.ruling.remedy
    if isinstance(remedy, Stands) and not isinstance(case.rulings[0].remedy, Stands):
        # The first ruling forked or ended the match. It continues as if that ruling had never been made.
        if body.entry != snapshot.entry:
            raise CaseError(
                CaseProblem.BAD_FORK, "Everything stands, so the match must continue from its last entry"
            )
    elif not isinstance(remedy, Rewind | ReplayUnder):
        raise CaseError(
            CaseProblem.BAD_FORK,
            f"The ruling on case {case.number} does not continue the match as another one",
        )
    if not isinstance(remedy, ReplayUnder):
        _check_luck(state)
    if any(fork.ruling == case.ruling.seq for fork in state.forks):
        raise CaseError(
            CaseProblem.BAD_FORK, f"The ruling on case {case.number} has already been carried out"
        )


def _check_withheld(state: AuditState, body: EntropyWithheld, snapshot: MatchSnapshot) -> None:
    for seat in body.seats:
        _check_seat(seat, snapshot)
    if not body.seats or list(body.seats) != sorted(set(body.seats)):
        raise CaseError(
            CaseProblem.NOT_AT_TABLE,
            "Name the seats that did not reveal their entropy, each once, in order",
        )
    if state.withheld is not None:
        raise CaseError(
            CaseProblem.ALREADY_WITHHELD, "It is already recorded which seats did not reveal their entropy"
        )


def _check_remedy(state: AuditState, remedy: Remedy, snapshot: MatchSnapshot) -> None:
    match remedy:
        case Rewind(fact=fact):
            _check_fact(fact, snapshot)
            _check_luck(state)
            if fact <= snapshot.shared:
                raise CaseError(
                    CaseProblem.REWIND_PAST_FORK,
                    "That fact belongs to the match that this one was forked from, and a rewind cannot go past a fork; "
                    "replay the match under the ruling, award it or void it",
                )
        case ReplayUnder(edition=edition, rulings=rulings):
            check_readings(edition, rulings, snapshot)
        case Award(winners=winners):
            seats = range(snapshot.charter.seats)
            if not winners or list(winners) != [seat for seat in seats if seat in winners]:
                raise CaseError(
                    CaseProblem.BAD_WINNERS,
                    f"Winners must be seats of this match (0 to {seats[-1]}), each named once, in order",
                )
        case Stands() | Void():
            pass


def _check_luck(state: AuditState) -> None:
    if state.opened:
        raise CaseError(
            CaseProblem.LUCK_KNOWN,
            "The record of this match has been opened, so its luck is known and it cannot go on; "
            "award it, void it, or replay it under the ruling",
        )


def _check_party(state: AuditState, by: str, snapshot: MatchSnapshot) -> None:
    seat = seat_of(by)
    is_known = by == ARBITER or find_judge(state, by) is not None
    if not is_known and (seat is None or seat >= snapshot.charter.seats):
        raise CaseError(
            CaseProblem.NOT_AT_TABLE,
            f"Only a seat of this match (seat/0 to seat/{snapshot.charter.seats - 1}) or its arbiter can do this",
        )


def _check_seat(seat: Seat, snapshot: MatchSnapshot) -> None:
    if not 0 <= seat < snapshot.charter.seats:
        raise CaseError(
            CaseProblem.NOT_AT_TABLE,
            f"There is no such seat in this match; its seats are 0 to {snapshot.charter.seats - 1}",
        )


def _check_fact(fact: int, snapshot: MatchSnapshot) -> None:
    if not 1 <= fact <= snapshot.facts:
        raise CaseError(
            CaseProblem.NO_SUCH_FACT, "There is no such fact in this match; name one that has happened"
        )


def _check_rule(rule: str, snapshot: MatchSnapshot) -> None:
    book = snapshot.book
    if rule not in book.rules and rule not in book.rulings:
        named = book.numbered(typed(rule)) if is_number(typed(rule)) else []
        meant = (
            f"paragraph {rule} is {', '.join(named[:_NAMED])}"
            if named
            else f"see 'referee rules {book.game}', or DescribeGame"
        )
        raise CaseError(
            CaseProblem.UNKNOWN_RULE,
            f"There is no rule or ruling {rule[:LONGEST_NAME]!r} in {book.game}; {meant}",
        )


def check_readings(edition: str, rulings: Mapping[str, str], snapshot: MatchSnapshot) -> None:
    """Raise a CaseError if a reading is unknown, or if all are those of the match."""
    if snapshot.readings(edition, rulings) == snapshot.readings("", {}):
        raise CaseError(
            CaseProblem.SAME_READING,
            "The match was played under these readings; name at least one other reading",
        )


def _check_text(text: str, what: str, longest: int) -> None:
    if not text.strip():
        raise CaseError(CaseProblem.BAD_TEXT, f"{what} is missing; write a sentence")
    if len(text) > longest:
        raise CaseError(CaseProblem.BAD_TEXT, f"{what} is longer than {longest:,} characters; shorten it")
    if not text.isprintable():
        raise CaseError(
            CaseProblem.BAD_TEXT, f"{what} contains line breaks or unprintable characters; remove them"
        )


def _check_name(match: str) -> None:
    if not match or len(match) > LONGEST_NAME or not match.isprintable() or " " in match:
        raise CaseError(CaseProblem.BAD_FORK, "A fork must name the other match by its id")


def _case(state: AuditState, number: int) -> Case:
    if number not in state.cases:
        raise CaseError(
            CaseProblem.NO_SUCH_CASE,
            f"There is no case {number} in this match; its cases are numbered from 1",
        )
    return state.cases[number]


def _check_waits(case: Case) -> None:
    if case.state == "withdrawn":
        raise CaseError(
            CaseProblem.CASE_WITHDRAWN,
            f"Case {case.number} was withdrawn; open another if it must be settled",
        )
    if case.state == "ruled":
        raise CaseError(
            CaseProblem.ALREADY_RULED,
            f"Case {case.number} has already been ruled on; only an appeal allows another ruling",
        )
    if case.state == "closed":
        raise CaseError(CaseProblem.CASE_CLOSED, f"Case {case.number} is closed; its second ruling is final")


def _check_cites(case: Case, cites: int) -> None:
    first = case.rulings[0].seq if case.rulings else 0
    if cites != first:
        raise CaseError(
            CaseProblem.WRONG_CITATION,
            f"The first ruling on case {case.number} is audit entry {first}; cite that, not {cites}"
            if first
            else f"Case {case.number} has no ruling to cite yet; leave the citation out",
        )


def _pending(state: AuditState, snapshot: MatchSnapshot) -> Proposal | None:
    """Return the proposed undo, or None if there is none or the match has gone on since."""
    return state.undo if state.undo and state.undo.entry == snapshot.entry else None
