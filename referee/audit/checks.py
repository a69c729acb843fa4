"""Checks: what must hold before anything is written beside a match.

There is one check for each kind of audit entry. It raises a CaseError, whose sentence says what stands in the way and
what to do, and then nothing is written. A sentence may reach a seat of a running match, so none of them tells how many
facts or entries there are.

What is not decided here: who may rule (that is a matter of access), whether a trial reports the truth, and whether a
fork was made of the right entry (that takes running the match).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, NamedTuple

import msgspec

from referee.audit.docket import Case, Docket, Proposal, fold
from referee.audit.entries import (
    ARBITER,
    AuditEntry,
    Award,
    Body,
    CaseAppealed,
    CaseOpened,
    CaseRuled,
    EntropyWithheld,
    ForkedFrom,
    Looked,
    Opened,
    ReadingTried,
    Remedy,
    ReplayUnder,
    Rewind,
    Stands,
    Superseded,
    UndoAnswered,
    UndoProposed,
    Void,
    case_of,
    is_appeal,
    seat_of,
)
from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.log.records import NO_SEAT
from referee.rulebook import Rulebook
from referee.rulebook import UnknownReading as NotInTheBook
from referee.rulebook.paragraphs import is_number, typed

LONGEST_TEXT = 2_000
LONGEST_NAME = 200
_NAMED = 5
"""So many rules of a paragraph are named to one who cites it by its number."""
MOST_RULES = 20
MOST_UNSETTLED = 8
"""How many cases of one seat may wait for a ruling at a time: every one is written and kept."""
MOST_TRIALS = 64
"""How many trials are written for one case: each of them is kept with its report."""


class CaseError(ValueError):
    """A step that cannot be taken; the message says why, and what to do."""

    code: ClassVar[str] = "CASE_ERROR"

    def __init_subclass__(cls) -> None:
        cls.code = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).upper()


class NotAtTheTable(CaseError):
    """Somebody without a seat in this match."""


class NoSuchFact(CaseError):
    """A fact that did not happen, or not yet."""


class UnknownRule(CaseError):
    """A rule or ruling that the book does not have."""


class UnknownReading(CaseError):
    """An edition or reading that the book does not have."""


class SameReading(CaseError):
    """Readings that are those of the match already."""


class BadText(CaseError):
    """A text that is empty, too long, or cannot be printed."""


class BadReport(CaseError):
    """A report of a trial that is not a JSON object in its shortest form."""


class WrongNumber(CaseError):
    """A case that is not given the next number."""


class CaseTwice(CaseError):
    """A second case on the same fact."""


class TooManyCases(CaseError):
    """More cases of one seat than may wait for a ruling."""


class NothingToFreeze(CaseError):
    """A match that is over cannot be frozen."""


class NoSuchCase(CaseError):
    """A case that nobody opened."""


class CaseClosed(CaseError):
    """A case that was settled for good by its second ruling."""


class RuledAlready(CaseError):
    """A case with a ruling that nobody appealed."""


class NotRuled(CaseError):
    """A case without a ruling to appeal."""


class AppealedAlready(CaseError):
    """A ruling that was appealed before."""


class WrongCitation(CaseError):
    """A step that does not cite the ruling it is about."""


class RemedyMisfit(CaseError):
    """A remedy that does not follow from the finding."""


class NotWinners(CaseError):
    """Winners that are not seats of this match, each named once, in order."""


class RewindPastFork(CaseError):
    """A rewind to a fact that belongs to the match that this one was forked from."""


class TooManyTrials(CaseError):
    """More trials for one case than are kept."""


class UndoBarred(CaseError):
    """An answer that cannot be taken back by consent; the message says why."""


class NotYourAnswer(CaseError):
    """An answer that another seat gave, or that was not the last."""


class UndoPending(CaseError):
    """An undo proposed while one is proposed."""


class UndoRefused(CaseError):
    """An undo that the table refused before."""


class NoUndo(CaseError):
    """An answer to an undo that is not proposed, or no longer."""


class AnsweredAlready(CaseError):
    """A second answer of a seat to the same undo, or one to its own."""


class NotOver(CaseError):
    """A match that is still played."""


class OpenedAlready(CaseError):
    """A second word on who got the record."""


class LuckKnown(CaseError):
    """A match that cannot go on, because its luck is known."""


class MatchOver(CaseError):
    """A match that is no longer played."""


class MatchFrozen(CaseError):
    """A match that stands still until a case is ruled on."""


class BadFork(CaseError):
    """A fork that nothing written before gives ground for."""


class WithheldTwice(CaseError):
    """A second word on who did not reveal its part of the seed."""


class Table(msgspec.Struct, frozen=True):
    """A match where it stands, as far as the checks need to know it."""

    charter: Charter
    book: Rulebook
    entry: int
    """The last entry."""
    facts: int
    """How many facts there are so far."""
    is_over: bool = False
    shared: int = 0
    """How many of the facts are those of the match that this one was forked from."""
    last_seat: Seat = NO_SEAT
    """The seat of the last answer, whoever gave it; none where nobody is told whose answer was the last."""
    undo_bar: str = ""
    """Why the last answer cannot be taken back by consent, as a sentence; empty if it can."""

    def readings(self, edition: str, rulings: Mapping[str, str]) -> dict[str, str]:
        """The readings of the match with others put over them; raises UnknownReading."""
        charter = self.charter
        try:
            return self.book.readings(
                edition or charter.edition, {**charter.rulings, **rulings}, charter.rules_version
            )
        except NotInTheBook as unknown:
            raise UnknownReading(str(unknown)) from None


class Misstep(NamedTuple):
    """The first audit entry that should have been refused."""

    seq: int
    error: CaseError

    def __str__(self) -> str:
        return f"audit entry {self.seq}: {self.error}"


def first_misstep(entries: Iterable[AuditEntry], table_at: Callable[[int], Table]) -> Misstep | None:
    """Take every step again and name the first that the checks refuse, or None if there is none.

    `table_at` gives the match as it stood after an entry.
    """
    docket = Docket()
    for entry in entries:
        try:
            check(docket, entry.body, table_at(entry.entry))
        except CaseError as error:
            return Misstep(entry.seq, error)
        docket = fold(docket, entry)
    return None


def check(docket: Docket, body: Body, table: Table) -> None:
    """Raise a CaseError if this must not be written next."""
    match body:
        case Looked():
            _check_text(body.what, "What was looked at", LONGEST_NAME)
        case Opened():
            _check_record_opened(docket, body, table)
        case CaseOpened():
            _check_opened(docket, body, table)
        case ReadingTried():
            _check_tried(docket, body, table)
        case CaseRuled():
            _check_ruled(docket, body, table)
        case CaseAppealed():
            _check_appealed(docket, body, table)
        case UndoProposed():
            _check_proposed(docket, body, table)
        case UndoAnswered():
            _check_answered(docket, body, table)
        case ForkedFrom():
            _check_forked(docket, body)
        case Superseded():
            _check_superseded(docket, body, table)
        case EntropyWithheld():
            _check_withheld(docket, body, table)


def _check_record_opened(docket: Docket, body: Opened, table: Table) -> None:
    _check_party(body.to, table)
    if not table.is_over:
        raise NotOver("The match goes on; its record is opened when it is over")
    if body.to in docket.opened:
        raise OpenedAlready("It is already written down that the record was opened to this seat")


def _check_opened(docket: Docket, body: CaseOpened, table: Table) -> None:
    _check_party(body.by, table)
    _check_fact(body.fact, table)
    _check_rule(body.rule, table)
    _check_text(body.claim, "The claim", LONGEST_TEXT)
    for case in docket.cases.values():
        if case.fact == body.fact:
            raise CaseTwice(
                f"Case {case.number} is about the same fact; follow that one or appeal its ruling"
            )
    unsettled = [case for case in docket.cases.values() if case.by == body.by and case.is_unsettled]
    if body.by != ARBITER and len(unsettled) >= MOST_UNSETTLED:
        raise TooManyCases(
            f"{len(unsettled)} cases of this seat wait for a ruling; wait until one of them has it"
        )
    if body.freeze and (table.is_over or docket.successor is not None):
        raise NothingToFreeze("The match is no longer played; open the case without freezing it")
    if body.case != len(docket.cases) + 1:
        raise WrongNumber(f"The next case of this match is case {len(docket.cases) + 1}, not {body.case}")


def _check_tried(docket: Docket, body: ReadingTried, table: Table) -> None:
    case = _case(docket, body.case)
    _check_waits(case)
    check_readings(body.edition, body.rulings, table)
    if len(case.trials) >= MOST_TRIALS:
        raise TooManyTrials(
            f"Case {case.number} has {MOST_TRIALS} trials in its record; try without naming it"
        )
    report = bytes(body.report)
    try:
        shortest = msgspec.json.format(report, indent=-1)
    except msgspec.DecodeError:
        shortest = b""
    if report != shortest or not report.startswith(b"{"):
        raise BadReport("The report of a trial is a JSON object without spaces; encode it anew")


def _check_ruled(docket: Docket, body: CaseRuled, table: Table) -> None:
    case = _case(docket, body.case)
    _check_waits(case)
    _check_text(body.reason, "The reason", LONGEST_TEXT)
    if not 1 <= len(body.rules) <= MOST_RULES or len(set(body.rules)) != len(body.rules):
        raise UnknownRule(f"A ruling rests on 1 to {MOST_RULES} rules; name them, each once")
    for rule in body.rules:
        _check_rule(rule, table)
    _check_cites(case, body.cites)
    if body.finding != "overturned" and not isinstance(body.remedy, Stands):
        raise RemedyMisfit(
            "Only where the claim is right is there anything to remedy; rule 'overturned', or let everything stand"
        )
    _check_remedy(docket, body.remedy, table)


def _check_appealed(docket: Docket, body: CaseAppealed, table: Table) -> None:
    case = _case(docket, body.case)
    _check_party(body.by, table)
    match case.state:
        case "open":
            raise NotRuled(f"Case {case.number} has no ruling yet; wait for it")
        case "appealed":
            raise AppealedAlready(f"Case {case.number} is appealed already; wait for the second ruling")
        case "closed":
            raise CaseClosed(f"Case {case.number} is closed by its second ruling, which is final")
        case "ruled":
            _check_text(body.reason, "The reason", LONGEST_TEXT)
            _check_cites(case, body.cites)


def _check_proposed(docket: Docket, body: UndoProposed, table: Table) -> None:
    _check_seat(body.seat, table)
    if table.is_over or docket.successor is not None:
        raise MatchOver("The match is no longer played; only a ruling can change it now")
    if docket.is_frozen:
        raise MatchFrozen("The match is frozen by a case; wait for the ruling")
    if table.undo_bar and table.last_seat == NO_SEAT:
        # Before anything else is said: whose answer was the last is not to be told here.
        raise UndoBarred(table.undo_bar)
    if body.entry != table.entry or body.seat != table.last_seat:
        raise NotYourAnswer("Only the last answer can be taken back, and only by the seat that gave it")
    if _pending(docket, table):
        raise UndoPending("This answer is already proposed to be taken back; wait for the others")
    if docket.refused_undo == body.entry:
        raise UndoRefused("The table refused to let this answer be taken back; only a ruling can do it")
    if table.undo_bar:
        raise UndoBarred(table.undo_bar)


def _check_answered(docket: Docket, body: UndoAnswered, table: Table) -> None:
    _check_seat(body.seat, table)
    undo = _pending(docket, table)
    if undo is None:
        raise NoUndo("No undo is proposed, or the match has gone on since; there is nothing to answer")
    if body.seat == undo.seat or body.seat in undo.consents:
        raise AnsweredAlready("This seat has already agreed to the undo; wait for the others")


def _check_forked(docket: Docket, body: ForkedFrom) -> None:
    _check_name(body.match)
    if docket.last != 0:
        raise BadFork("Where a fork comes from is its first audit entry; nothing may be written before it")
    if body.entry < 0 or not re.fullmatch(r"[0-9a-f]{64}", body.head):
        raise BadFork("A fork names the last entry that it shares, and the hash of that in hexadecimal")
    if body.why != "undo" and case_of(body.why) is None:
        raise BadFork("A fork comes of an undo or a case; write 'undo' or 'case 2'")


def _check_superseded(docket: Docket, body: Superseded, table: Table) -> None:
    _check_name(body.by)
    if not 0 <= body.entry <= table.entry:
        raise BadFork("A match can only go on from an entry that it has")
    if body.why == "undo":
        undo = _pending(docket, table)
        if undo is None or undo.waits_for(table.charter.seats):
            raise BadFork("Nothing is taken back before all other seats agreed; wait for them")
        if body.entry != undo.entry - 1:
            raise BadFork(
                "An undo takes back the last answer and nothing else; go on from the entry before it"
            )
        return
    if is_appeal(body.why):
        if docket.parent is None or body.entry > docket.parent.entry:
            raise BadFork(
                "Only a fork is left because of an appeal, and then all that is its own no longer holds"
            )
        return
    case = _case(docket, case_of(body.why) or 0)
    if case.ruling is None or case.is_unsettled:
        raise BadFork(f"Case {case.number} waits for a ruling; nothing is carried out before it")
    remedy = case.ruling.remedy
    if isinstance(remedy, Stands) and _left_or_ended(case):
        # The match goes on as if the first ruling had not been.
        if body.entry != table.entry:
            raise BadFork("Everything stands, so the match goes on from its last entry")
    elif not isinstance(remedy, Rewind | ReplayUnder):
        raise BadFork(
            f"The ruling on case {case.number} lets the match end here; there is nothing to go on with"
        )
    if not isinstance(remedy, ReplayUnder):
        _check_luck(docket)
    if any(fork.ruling == case.ruling.seq for fork in docket.forks):
        raise BadFork(f"The ruling on case {case.number} is carried out already; go on there")


def _left_or_ended(case: Case) -> bool:
    """Whether the first ruling on a case left the match, or ended it, and a second took its place."""
    return len(case.rulings) > 1 and not isinstance(case.rulings[0].remedy, Stands)


def _check_withheld(docket: Docket, body: EntropyWithheld, table: Table) -> None:
    for seat in body.seats:
        _check_seat(seat, table)
    if not body.seats or list(body.seats) != sorted(set(body.seats)):
        raise NotAtTheTable("Name the seats that did not reveal their part of the seed, each once, in order")
    if docket.withheld is not None:
        raise WithheldTwice("It is already written down who did not reveal its part of the seed")


def _check_remedy(docket: Docket, remedy: Remedy, table: Table) -> None:
    match remedy:
        case Rewind(fact=fact):
            _check_fact(fact, table)
            _check_luck(docket)
            if fact <= table.shared:
                raise RewindPastFork(
                    "That fact belongs to the match that this one was forked from, and nothing goes back past a fork; "
                    "replay the match under the ruling, award it or void it"
                )
        case ReplayUnder(edition=edition, rulings=rulings):
            check_readings(edition, rulings, table)
        case Award(winners=winners):
            seats = range(table.charter.seats)
            if not winners or list(winners) != [seat for seat in seats if seat in winners]:
                raise NotWinners(
                    f"Winners are seats of this match, 0 to {seats[-1]}; name each once, in order"
                )
        case Stands() | Void():
            pass


def _check_luck(docket: Docket) -> None:
    if docket.opened:
        raise LuckKnown(
            "The record of this match was opened, so its luck is known and it cannot go on; "
            "award it, void it, or replay it under the ruling"
        )


def _check_party(by: str, table: Table) -> None:
    seat = seat_of(by)
    if by != ARBITER and (seat is None or seat >= table.charter.seats):
        raise NotAtTheTable(
            f"Only a seat of this match, seat/0 to seat/{table.charter.seats - 1}, or its arbiter can do this"
        )


def _check_seat(seat: Seat, table: Table) -> None:
    if not 0 <= seat < table.charter.seats:
        raise NotAtTheTable(
            f"There is no such seat in this match; its seats are 0 to {table.charter.seats - 1}"
        )


def _check_fact(fact: int, table: Table) -> None:
    if not 1 <= fact <= table.facts:
        raise NoSuchFact("There is no such fact in this match; name one that has happened")


def _check_rule(rule: str, table: Table) -> None:
    book = table.book
    if rule not in book.rules and rule not in book.rulings:
        named = book.numbered(typed(rule)) if is_number(typed(rule)) else []
        meant = (
            f"by that number there is {', '.join(named[:_NAMED])}"
            if named
            else f"see 'referee rules {book.game}', or DescribeGame"
        )
        raise UnknownRule(f"There is no rule or ruling {rule[:LONGEST_NAME]!r} in {book.game}; {meant}")


def check_readings(edition: str, rulings: Mapping[str, str], table: Table) -> None:
    """Raise a CaseError for readings that the book does not have, or that are those of the match."""
    if table.readings(edition, rulings) == table.readings("", {}):
        raise SameReading("The match was played under these readings; name one that it was not played under")


def _check_text(text: str, what: str, longest: int) -> None:
    if not text.strip():
        raise BadText(f"{what} is missing; say it in a sentence")
    if len(text) > longest:
        raise BadText(f"{what} is longer than {longest:,} characters; shorten it")
    if not text.isprintable():
        raise BadText(f"{what} has line ends or characters that cannot be printed; leave them out")


def _check_name(match: str) -> None:
    if not match or len(match) > LONGEST_NAME or not match.isprintable() or " " in match:
        raise BadFork("A fork names the other match; give its id")


def _case(docket: Docket, number: int) -> Case:
    if number not in docket.cases:
        raise NoSuchCase(f"There is no case {number} in this match; its cases are numbered from 1")
    return docket.cases[number]


def _check_waits(case: Case) -> None:
    if case.state == "ruled":
        raise RuledAlready(f"Case {case.number} has its ruling; only an appeal opens the way to another")
    if case.state == "closed":
        raise CaseClosed(f"Case {case.number} is closed by its second ruling, which is final")


def _check_cites(case: Case, cites: int) -> None:
    first = case.rulings[0].seq if case.rulings else 0
    if cites != first:
        raise WrongCitation(
            f"The first ruling on case {case.number} is audit entry {first}; cite that, not {cites}"
            if first
            else f"There is no ruling on case {case.number} to cite yet; leave the citation out"
        )


def _pending(docket: Docket, table: Table) -> Proposal | None:
    """The undo that is proposed, unless the match has gone on since."""
    return docket.undo if docket.undo and docket.undo.entry == table.entry else None
