"""Talk in a match: in order with the answers, told to everyone at once, and without any effect on the game."""

from __future__ import annotations

import random

import msgspec
import pytest

from referee.feeds.frames import Frame
from referee.feeds.views import View
from referee.kernel.facts import SPECTATOR, Seat
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.talk import STATEMENTS_BETWEEN_NEWS, Said
from referee.match.charters import TalkNotOffered, new_charter, settle_with
from referee.match.entries import encode, said_in
from referee.match.match import Decided, Match
from referee.match.undo import undo_bar
from referee.replay.rerun import rebuild
from tests.match import toy
from tests.match.played import begun, logged, players

TERMS = toy.settle(toy.talking(3, "talk"))


def said(match: Match, seat: Seat, text: str = "Hello.") -> Decided:
    decided = match.say(seat, Said(seat, text))
    assert isinstance(decided, Decided), decided
    return decided


def answered(match: Match, seat: Seat, *picks: int) -> Decided:
    decided = match.submit(seat, match.questions[seat].number, picks)
    assert isinstance(decided, Decided), decided
    return decided


def test_a_statement_is_an_entry_of_its_own() -> None:
    match = begun(TERMS)
    decided = said(match, 1)
    assert encode(decided.entry) == (
        b'{"seq":2,"seat":1,"question":0,"asked":"","by":"talk","answer":[],"draws":[],'
        b'"facts":[["talk",{"kind":"talk.said","seat":1,"text":"Hello."}]]}'
    )
    assert said_in(decided.entry) == Said(1, "Hello.")
    assert (match.seq, match.decisions) == (2, 0)


def test_everyone_is_told_and_open_questions_are_repeated() -> None:
    match = begun(TERMS)
    questions = dict(match.questions)
    decided = said(match, 1)
    assert set(decided.frames) == {0, 1, 2, SPECTATOR}
    for viewer, frame in decided.frames.items():
        assert [recorded.fact for recorded in frame.facts] == [Said(1, "Hello.")]
        assert frame.question == questions.get(viewer)
        assert (frame.number, frame.waiting_for, frame.outcome) == (2, (0, 1, 2), None)


def test_talk_does_not_show_who_has_answered() -> None:
    """The frames of a seat are the same whoever has given a sealed answer before something is said."""

    def frames_of(viewer: Seat, *first: Seat) -> Frame:
        match = begun(TERMS)
        for seat in first:
            answered(match, seat, 1)
        return said(match, 2).frames[viewer]

    assert frames_of(0) == frames_of(0, 1) == frames_of(0, 2) == frames_of(0, 1, 2)
    assert frames_of(SPECTATOR) == frames_of(SPECTATOR, 0, 1)
    assert frames_of(1, 0).question is not None
    assert frames_of(1, 1).question is None, "its own answer is not repeated"


def test_talk_changes_nothing_in_the_game() -> None:
    """The same answers give the same facts and draws, however much is said in between."""
    quiet, loud = begun(TERMS), begun(TERMS)
    chance = random.Random("talk")
    seats = players(3, "talk")
    while quiet.outcome is None:
        for _ in range(chance.randrange(3)):
            said(loud, chance.randrange(3))
        seat, question = next(iter(quiet.questions.items()))
        picks = seats[seat](question)
        ours, theirs = (answered(match, seat, *picks) for match in (quiet, loud))
        assert ours.entry.facts == theirs.entry.facts
        assert ours.entry.draws == theirs.entry.draws
        assert ours.entry.question == theirs.entry.question
    assert loud.outcome == quiet.outcome
    assert encode(loud.table.state) == encode(quiet.table.state)


def test_a_view_takes_what_is_said_and_stays_the_same() -> None:
    match = Match(TERMS)
    view = View(toy.GAME, TERMS.setup, 0)
    first = match.begin()
    assert isinstance(first, Decided)
    view.take(first.frames[0])
    before = encode(view.state)
    view.take(said(match, 1).frames[0])
    assert encode(view.state) == before


def test_a_log_with_talk_rebuilds_the_match() -> None:
    match = Match(TERMS)
    decisions = [match.begin(), match.say(1, toy.Pointed(1, 2)), match.submit(1, 1, (2,))]
    decisions += [match.say(0, Said(0, "So?")), match.submit(0, 1, (0,))]
    log = logged(match, [each for each in decisions if isinstance(each, Decided)])
    again = rebuild(log, settle=toy.settle)
    assert (again.head, again.seq, again.decisions) == (match.head, 5, 2)


# --- refusals ---


def test_nobody_talks_before_the_start_or_after_the_end() -> None:
    match = Match(TERMS)
    assert match.say(0, Said(0, "Hm.")) == Refused(Refusal.MATCH_NOT_STARTED)
    match.begin()
    seats = players(3, "end")
    while match.outcome is None:
        seat, question = next(iter(match.questions.items()))
        answered(match, seat, *seats[seat](question))
    assert match.say(0, Said(0, "Hm.")) == Refused(Refusal.MATCH_OVER)


def test_nobody_talks_in_a_match_without_talk() -> None:
    match = begun(toy.terms(3))
    head = match.head
    assert match.say(0, Said(0, "Hm.")) == Refused(Refusal.NO_TALK)
    assert (match.seq, match.head) == (1, head)


def test_a_game_may_silence_a_seat_by_a_rule() -> None:
    match = begun(toy.settle(toy.talking(3, "talk", silent_round="1")))
    assert match.say(0, Said(0, "Hm.")) == Refused(Refusal.SILENCED, "play")
    said(match, 1)


def test_a_seat_may_not_flood_the_log() -> None:
    match = begun(TERMS)
    for _ in range(STATEMENTS_BETWEEN_NEWS):
        said(match, 0)
    assert match.say(0, Said(0, "Hm.")) == Refused(Refusal.TOO_MUCH_TALK)
    said(match, 1)
    answered(match, 1, 0)
    answered(match, 2, 0)
    assert match.say(0, Said(0, "Hm.")) == Refused(Refusal.TOO_MUCH_TALK), "this would show who has answered"
    answered(match, 0, 1)
    said(match, 0)


def test_answers_that_nobody_is_told_of_give_no_more_talk() -> None:
    """The winner of the bidding orders its cards, which is between the referee and itself."""
    match = begun(TERMS)
    for seat in range(3):
        answered(match, seat, 1 if seat == 0 else 0)
    question = match.questions[0]
    answered(match, 0, *players(3, "pay")[0](question))
    for _ in range(STATEMENTS_BETWEEN_NEWS):
        said(match, 2)
    assert match.questions[0].ask.name == "toy.order"
    decided = answered(match, 0, *range(len(match.questions[0].ask.options)))
    assert set(decided.frames) == {0}
    assert match.say(2, Said(2, "Hm.")) == Refused(Refusal.TOO_MUCH_TALK)


# --- charters and undo ---


def test_only_a_charter_with_talk_has_the_field() -> None:
    assert b"talk" not in encode(toy.charter(3))
    assert encode(toy.talking(3)).endswith(b',"options":{},"talk":"free"}')
    assert new_charter("abyss", 2, seed="x") == new_charter("abyss", 2, seed="x", talk="none")
    assert new_charter("unfathomable", 3, seed="x", talk="palette").talk == "palette"


def test_a_match_without_talk_is_not_written_in_two_ways() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**msgspec.to_builtins(toy.charter(3)), "talk": "none"}, type(toy.charter(3)))


def test_a_game_without_statements_has_no_palette() -> None:
    with pytest.raises(TalkNotOffered, match="choose from none, free"):
        new_charter("abyss", 2, seed="x", talk="palette")
    speechless = msgspec.structs.replace(toy.GAME, statements=())
    assert settle_with(speechless, toy.talking(3)).charter.talk_policy == "free"


def test_an_answer_cannot_be_undone_after_somebody_has_spoken() -> None:
    match = begun(TERMS)
    entry = said(match, 0).entry
    assert "Somebody has spoken" in undo_bar(toy.GAME, entry, is_sealed=False)
    assert "Several seats" in undo_bar(toy.GAME, entry, is_sealed=True), "the same whoever has answered"
