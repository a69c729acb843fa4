"""A match in memory: what it accepts and refuses, how it stops, and how it is rebuilt from its log."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from referee.feeds.frames import Feeds
from referee.kernel.asks import Choice
from referee.kernel.facts import Recorded, Seat
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Answer
from referee.log.chain import GENESIS, link
from referee.log.records import EntryAppended
from referee.match.entries import encode, reader_for
from referee.match.match import Decided, Match
from referee.replay.rerun import Mismatch, rebuild
from referee.replay.verification import Verification, verify_entries
from tests.match import toy
from tests.match.played import begun, log_of, logged, played

SEED = "match 1"
TERMS = toy.terms(3, SEED, rounds="3")


def taken(result: Decided | Refused) -> Decided:
    assert isinstance(result, Decided), result
    return result


def bidden() -> Match:
    """Return a match in which seat 2 has won the bidding and must pay."""
    match = begun(TERMS)
    for seat in range(3):
        taken(match.submit(seat, 1, (seat,)))
    return match


def fingerprint(match: Match) -> object:
    """Return everything a refusal could have changed."""
    run = match._run
    state = msgspec.json.encode(run.table.state)
    counts = (match.seq, match.decisions, match.facts, [match.newest(s) for s in range(3)])
    return match.head, counts, state, dict(run.open), run.waiting_for, run.outcome, run.table.recorded


# --- refusals ---

BIDS: list[tuple[Seat, int, Answer | None, Refused]] = [
    (0, 0, (1,), Refused(Refusal.STALE_QUESTION)),
    (0, 2, (1,), Refused(Refusal.STALE_QUESTION)),
    (0, 1, None, Refused(Refusal.MALFORMED)),
    (0, 1, [1, toy.PlaceBid(1)], Refused(Refusal.MALFORMED)),  # type: ignore[list-item]
    (0, 1, (4,), Refused(Refusal.OUT_OF_RANGE, "bidding")),
    (0, 1, (-1,), Refused(Refusal.OUT_OF_RANGE, "bidding")),
    (0, 1, (), Refused(Refusal.TOO_FEW, "bidding")),
    (0, 1, (0, 1), Refused(Refusal.TOO_MANY, "bidding")),
    (0, 1, (1, 1), Refused(Refusal.CHOSEN_TWICE, "bidding")),
    (0, 1, (toy.PlaceBid(9),), Refused(Refusal.NOT_OFFERED, "toy.bidding", "too_rich")),
    (0, 1, (toy.Listen(do=True),), Refused(Refusal.NOT_OFFERED, "bidding")),
]


@pytest.mark.parametrize(("seat", "number", "answer", "refused"), BIDS)
def test_refused_bid(seat: Seat, number: int, answer: Answer | None, refused: Refused) -> None:
    match = begun(TERMS)
    before = fingerprint(match)
    assert match.check(seat, number, answer) == refused
    assert match.submit(seat, number, answer) == refused
    assert fingerprint(match) == before
    taken(match.submit(seat, 1, (1,)))


def payments(match: Match) -> list[tuple[Sequence[int], Refused]]:
    options = [option for option in match.questions[2].ask.options if isinstance(option, toy.Pay)]
    everything = range(len(options))
    of_one_group = [place for place in everything if options[place].group == options[0].group]
    return [
        ((), Refused(Refusal.TOO_FEW, "payment")),
        (everything, Refused(Refusal.LIMIT_BROKEN, "payment.spare", "none_spare")),
        (of_one_group, Refused(Refusal.LIMIT_BROKEN, "payment.groups", "groups_exactly")),
    ]


def test_refused_payments() -> None:
    match = bidden()
    before = fingerprint(match)
    for picks, refused in payments(match):
        assert match.submit(2, 2, picks) == refused
        assert fingerprint(match) == before


def test_refused_before_the_match_begins_and_after_it_ends() -> None:
    match = Match(TERMS)
    assert match.submit(0, 1, (1,)) == Refused(Refusal.MATCH_NOT_STARTED)
    ended, _ = played(TERMS, SEED)
    assert ended.submit(0, 1, (1,)) == Refused(Refusal.MATCH_OVER)


def test_refused_when_another_seat_is_asked() -> None:
    match = bidden()
    assert match.submit(0, 1, (1,)) == Refused(Refusal.STALE_QUESTION)
    assert match.submit(0, 2, (1,)) == Refused(Refusal.NOT_ASKED)
    assert match.submit_default(0, "clock") == Refused(Refusal.NOT_ASKED)


def test_begin_is_once() -> None:
    with pytest.raises(ValueError, match="has begun"):
        begun(TERMS).begin()


# --- accepted answers ---


def test_numbers_and_choices_give_the_same_entry() -> None:
    by_number, by_choice = begun(TERMS), begun(TERMS)
    one = taken(by_number.submit(1, 1, (3,)))
    two = taken(by_choice.submit(1, 1, (toy.PlaceBid(3),)))
    assert (one.body, one.hash) == (two.body, two.hash)


def test_a_check_says_what_submit_will_do() -> None:
    match = bidden()
    question = match.questions[2]
    before = fingerprint(match)
    picks = match.check(2, 2, question.ask.options[:1])
    assert fingerprint(match) == before
    if isinstance(picks, Refused):
        assert match.submit(2, 2, question.ask.options[:1]) == picks
    else:
        assert taken(match.submit(2, 2, picks)).entry.answer == tuple(question.ask.options[:1])


def test_who_answered_is_written_down() -> None:
    match = begun(TERMS)
    assert taken(match.submit_default(1, "clock")).entry.by == "clock"
    assert taken(match.submit(0, 1, (1,), "order")).entry.by == "order"
    assert taken(match.submit(2, 1, (1,))).entry.by == "seat"


def test_what_is_counted() -> None:
    match, decisions = played(TERMS, SEED)
    assert match.decisions == len(decisions) - 1
    assert match.facts == sum(len(decided.entry.facts) for decided in decisions)
    assert match.seq == decisions[-1].seq == len(decisions)
    assert match.head == decisions[-1].hash
    assert match.outcome == decisions[-1].entry.facts[-1].fact


# --- faults ---


def faulty() -> tuple[Match, Decided | Refused]:
    """Return a match whose rules break on the last bid of the first round."""
    match = begun(toy.terms(2, SEED, faulty_round="1"))
    taken(match.submit(0, 1, (1,)))
    return match, match.submit(1, 1, (1,))


def test_a_fault_in_the_rules_stops_the_match() -> None:
    match, result = faulty()
    assert result == Refused(Refusal.MATCH_STOPPED)
    assert isinstance(match.fault, KeyError)
    assert match.seq == 2, "what was decided before the fault stands"
    assert match.submit(0, 2, (1,)) == Refused(Refusal.MATCH_STOPPED)
    assert match.check(1, 1, (1,)) == Refused(Refusal.MATCH_STOPPED)


def test_a_fact_that_cannot_be_told_stops_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(toy.terms(2, SEED))
    taken(match.submit(0, 1, (1,)))
    head = match.head
    monkeypatch.setattr(Feeds, "cut", lambda *_: 1 / 0)
    assert match.submit(1, 1, (1,)) == Refused(Refusal.MATCH_STOPPED)
    assert isinstance(match.fault, ZeroDivisionError)
    assert (match.head, match.seq) == (head, 2)


# --- rebuilding ---


def test_a_match_is_rebuilt_from_any_beginning_of_its_log(seed: str) -> None:
    """Killed after any entry, a match continues as if nothing had happened: the same answers, the same head."""
    terms = toy.terms(3, seed, rounds="3")
    match, decisions = played(terms, seed)
    log = logged(match, decisions)
    for cut in range(1, len(log) + 1):
        rebuilt = rebuild(log[:cut], settle=toy.settle)
        assert rebuilt.head == log[cut - 1].hash
        for entry in log[cut:]:
            intent = reader_for(terms.game).recorded_answer(entry.body)
            is_begun = rebuilt.seq > 0
            answered = (
                rebuilt.submit(intent.seat, None, intent.answer, intent.by) if is_begun else rebuilt.begin()
            )
            assert (taken(answered).body, taken(answered).hash) == (entry.body, entry.hash)
        assert fingerprint_of_end(rebuilt) == fingerprint_of_end(match)


def fingerprint_of_end(match: Match) -> object:
    state = msgspec.json.encode(match.table.state)
    return match.head, match.decisions, match.facts, match.outcome, state


def test_a_rebuilt_match_asks_the_same(seed: str) -> None:
    match = bidden()
    again = begun(TERMS)
    for seat in (0, 1, 2):
        again.submit(seat, 1, (seat,))
    one, two = match.questions[2], again.questions[2]
    assert (one.number, one.path, one.ask) == (two.number, two.path, two.ask)


LOG = log_of(TERMS, SEED)
PAYMENT = 5
"""The number of a payment entry: it has an answer, a draw and facts."""


def changed(place: int, **changes: object) -> list[EntryAppended]:
    """Return the log with one entry changed and the chain recomputed, as a forger would."""
    log = list(LOG)
    entry = msgspec.structs.replace(reader_for(toy.GAME).entry(log[place].body), **changes)
    return forged(log, place, encode(entry))


def forged(log: list[EntryAppended], place: int, body: bytes) -> list[EntryAppended]:
    log[place] = msgspec.structs.replace(log[place], body=body)
    for at in range(place, len(log)):
        previous = log[at - 1].hash if at else GENESIS
        log[at] = msgspec.structs.replace(log[at], hash=link(previous, log[at].body))
    return log


def payment_fact() -> toy.Paid:
    fact = reader_for(toy.GAME).entry(LOG[PAYMENT].body).facts[0].fact
    assert isinstance(fact, toy.Paid)
    return fact


def other_answer() -> tuple[Choice, ...]:
    return (toy.Listen(do=True),)


def with_fact(**changes: object) -> list[EntryAppended]:
    facts = reader_for(toy.GAME).entry(LOG[PAYMENT].body).facts
    fact = msgspec.structs.replace(facts[0].fact, **changes)
    return changed(PAYMENT, facts=(msgspec.structs.replace(facts[0], fact=fact), *facts[1:]))


def with_draw(**changes: object) -> list[EntryAppended]:
    draws = reader_for(toy.GAME).entry(LOG[PAYMENT].body).draws
    return changed(PAYMENT, draws=(msgspec.structs.replace(draws[0], **changes),))


def with_path(path: str) -> list[EntryAppended]:
    facts = reader_for(toy.GAME).entry(LOG[PAYMENT].body).facts
    return changed(PAYMENT, facts=(msgspec.structs.replace(facts[0], path=path), *facts[1:]))


FORGERIES: dict[str, tuple[list[EntryAppended], int, str]] = {
    "fact": (with_fact(note="die 7"), PAYMENT, "fact 1: note"),
    "path of a fact": (with_path("play"), PAYMENT, "fact 1"),
    "no facts": (changed(PAYMENT, facts=()), PAYMENT, "fact 1"),
    "one fact more": (changed(2, facts=(Recorded("x", toy.Bid(0, 1)),)), 2, "fact 1"),
    "draw": (with_draw(result=(5,)), PAYMENT, "draw 1"),
    "stream of a draw": (with_draw(label="dice"), PAYMENT, "draw 1"),
    "no draw": (changed(PAYMENT, draws=()), PAYMENT, "draw 1"),
    "illegal answer": (changed(PAYMENT, answer=other_answer()), PAYMENT, "answer"),
    "no answer": (changed(PAYMENT, answer=()), PAYMENT, "answer"),
    "other seat": (changed(PAYMENT, seat=9), PAYMENT, "answer"),
    "other question": (changed(PAYMENT, question=99), PAYMENT, "question"),
    "an answer of the start": (changed(PAYMENT, by="start"), PAYMENT, "by"),
    "name of the question": (changed(PAYMENT, asked="toy.bid"), PAYMENT, "asked"),
    "number of the entry": (changed(PAYMENT, seq=77), PAYMENT, "seq"),
    "spaces": (forged(list(LOG), PAYMENT, LOG[PAYMENT].body + b" "), PAYMENT, "form"),
    "no JSON": (forged(list(LOG), PAYMENT, b"nonsense"), PAYMENT, "form"),
    "a list": (forged(list(LOG), PAYMENT, b"[]"), PAYMENT, "form"),
    "hash": (
        [*LOG[:PAYMENT], msgspec.structs.replace(LOG[PAYMENT], hash=bytes(32)), *LOG[PAYMENT + 1 :]],
        PAYMENT,
        "hash",
    ),
    "entry left out": ([*LOG[:PAYMENT], *LOG[PAYMENT + 1 :]], PAYMENT, "sequence"),
    "entry twice": ([*LOG[: PAYMENT + 1], *LOG[PAYMENT:]], PAYMENT + 1, "sequence"),
    "entries swapped": ([*LOG[:3], LOG[4], LOG[3], *LOG[5:]], 3, "sequence"),
    "no charter": (LOG[1:], 0, "sequence"),
    "charter that cannot be played": (forged(list(LOG), 0, b'{"game":"toy"}'), 0, "charter"),
    "charter in another form": (forged(list(LOG), 0, LOG[0].body + b"\n"), 0, "form"),
}


@pytest.mark.parametrize(("log", "entry", "what"), FORGERIES.values(), ids=FORGERIES)
def test_a_forged_log_is_found_out(log: list[EntryAppended], entry: int, what: str) -> None:
    with pytest.raises(Mismatch) as caught:
        rebuild(log, settle=toy.settle)
    difference = caught.value.difference
    assert (difference.entry, difference.what) == (entry, what), difference
    assert difference.expected != difference.found
    assert verify_entries(log, settle=toy.settle).first_difference == difference


def test_the_log_itself_fits() -> None:
    """Control: the forgeries above differ in nothing but the change."""
    match = rebuild(LOG, settle=toy.settle)
    assert match.head == LOG[-1].hash
    verdict = Verification(True, "toy", match.facts, match.head.hex(), match.outcome, None)
    assert verify_entries(LOG, settle=toy.settle) == verdict
    assert changed(PAYMENT) == LOG


def test_a_fault_of_the_rules_is_told_as_such() -> None:
    faultless = toy.terms(2, SEED)
    log = log_of(faultless, SEED)
    charter = encode(toy.charter(2, SEED, faulty_round="1"))
    log = forged(log, 0, charter)
    with pytest.raises(Mismatch, match="a fault of the referee: KeyError") as caught:
        rebuild(log, settle=toy.settle)
    assert verify_entries(log, settle=toy.settle).first_difference == caught.value.difference
