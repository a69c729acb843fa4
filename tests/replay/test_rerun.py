"""The re-runner: gives recorded answers to a match, compares the results, and reports to an observer."""

import msgspec
import pytest

from referee.kernel.chance import Draw
from referee.kernel.facts import Seat
from referee.kernel.run import Question
from referee.match.charters import new_charter, settle
from referee.match.entries import Entry, reader_for
from referee.match.player import RandomPlayer, play_out
from referee.replay.rerun import Mismatch, Moment, Observer, Rerun, rebuild, reopen
from tests.match import toy
from tests.match.played import log_of, played

TERMS = toy.terms(3, "rerun", rounds="2")


class Notes(Observer):
    def __init__(self) -> None:
        self.readings: list[tuple[Moment, str]] = []
        self.draws: list[tuple[Moment, Draw]] = []
        self.answers: list[tuple[Moment, Seat, Question, bool]] = []

    def on_reading(self, at: Moment, ruling: str) -> None:
        self.readings.append((at, ruling))

    def on_draw(self, at: Moment, draw: Draw) -> None:
        self.draws.append((at, draw))

    def on_answer(self, at: Moment, seat: Seat, question: Question, *, is_sealed: bool) -> None:
        self.answers.append((at, seat, question, is_sealed))


def test_run_gives_the_entries_of_the_record() -> None:
    _, decisions = played(TERMS, "rerun")
    entries = [decided.entry for decided in decisions]
    assert list(Rerun(TERMS).run(entries)) == entries


def test_observer_sees_every_draw_and_question_of_the_record() -> None:
    _, decisions = played(TERMS, "rerun")
    entries = [decided.entry for decided in decisions]
    notes = Notes()
    rerun = Rerun(TERMS, observer=notes)
    for entry in entries:
        assert rerun.follow_entry(entry).entry == entry
    assert [(at.entry, draw) for at, draw in notes.draws] == [
        (e.seq, draw) for e in entries for draw in e.draws
    ]
    seen = [(at.entry, seat, question.number, question.ask.name) for at, seat, question, _ in notes.answers]
    assert seen == [(e.seq, e.seat, e.question, e.asked) for e in entries[1:]]
    facts = {e.seq: sum([len(each.facts) for each in entries[: e.seq - 1]]) for e in entries}
    for at, _ in notes.draws:
        assert facts[at.entry] <= at.facts <= facts[at.entry] + len(entries[at.entry - 1].facts)
    assert [at.facts for at, *_ in notes.answers] == [facts[e.seq] for e in entries[1:]]


def test_observer_sees_the_readings_that_the_rules_look_up() -> None:
    """Abyss looks up `pearls.visibility` during setup, and others during the match."""
    terms = settle(new_charter("abyss", 2, seed="rerun"))
    entries: list[Entry] = []
    players = [RandomPlayer(f"rerun {seat}") for seat in range(2)]
    play_out(terms, players, witness=lambda decided: entries.append(decided.entry))
    notes = Notes()
    rerun = Rerun(terms, observer=notes)
    for entry in entries:
        rerun.follow_entry(entry)
    assert (Moment(0, 0), "pearls.visibility") in notes.readings
    assert {ruling for _, ruling in notes.readings} <= set(terms.setup.readings)
    during = [at for at, _ in notes.readings if at.entry > 0]
    assert during
    assert during == sorted(during)
    assert all([at.facts <= rerun.match.facts for at in during])


def test_question_is_sealed_while_another_is_open() -> None:
    _, decisions = played(TERMS, "rerun")
    notes = Notes()
    rerun = Rerun(TERMS, observer=notes)
    for decided in decisions:
        rerun.repeat(decided.entry)
    bids = [is_sealed for _, _, question, is_sealed in notes.answers if question.ask.name == "toy.bid"]
    assert bids[:3] == [True, True, False]


def test_observer_changes_nothing() -> None:
    match, decisions = played(TERMS, "rerun")
    rerun = Rerun(TERMS, observer=Observer())
    for decided in decisions:
        rerun.repeat(decided.entry)
    assert (rerun.match.head, rerun.match.outcome) == (match.head, match.outcome)


def test_an_entry_that_is_not_what_the_rules_produce_is_named() -> None:
    _, decisions = played(TERMS, "rerun")
    rerun = Rerun(TERMS)
    rerun.follow_entry(decisions[0].entry)
    with pytest.raises(Mismatch, match="entry 2, question: expected 1, found 7"):
        rerun.follow_entry(msgspec.structs.replace(decisions[1].entry, question=7))


def test_an_answer_attributed_to_the_start_is_refused() -> None:
    _, decisions = played(TERMS, "rerun")
    rerun = Rerun(TERMS)
    rerun.follow_entry(decisions[0].entry)
    with pytest.raises(Mismatch, match="entry 2, by: expected seat, clock, order or talk, found start"):
        rerun.follow_entry(msgspec.structs.replace(decisions[1].entry, by="start"))


def test_a_rebuilt_match_is_played_on() -> None:
    log = log_of(TERMS, "rerun")
    match = rebuild(log[:-1], settle=toy.settle)
    intent = reader_for(TERMS.game).recorded_answer(log[-1].body)
    match.submit(intent.seat, None, intent.answer, intent.by)
    assert match.head == log[-1].hash


def test_entries_out_of_sequence_are_found() -> None:
    log = log_of(TERMS, "rerun")
    rerun = reopen(log[0], settle=toy.settle)
    with pytest.raises(Mismatch, match="entry 1, sequence: expected 1, found 2"):
        rerun.follow(log[2])
