"""A running script: questions and their numbers, sealed answers, an immediate end, and internal faults."""

from __future__ import annotations

from itertools import permutations

import pytest

from referee.kernel.asks import Choice, InOrder, One, Some, Together
from referee.kernel.facts import Recorded
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Run, ScriptFault, Step
from referee.kernel.table import Ended, GameOver, Script, Table, rule
from tests.kernel.scripts import NO, YES, Ending, Noted, Play, Say, State, begun, give, notes_of, run_of

NOTHING = Step((), ())
A, B, C = Say("a"), Say("b"), Say("c")


def word(seat: int, *options: Choice) -> One:
    return One(seat, "smallest.word", options or (YES, NO))


# From question to question


@rule("two words")
def two_words(table: Table[State]) -> Script[None]:
    table.record(Noted("dealt"))
    first = yield word(0)
    table.record(Noted(f"first {first.word}, {table.chance('die').below(6)}"))
    second = yield word(2)
    table.record(Noted(f"second {second.word}"))
    table.end(Ending.DONE, (2,), (0, 0, 1))


def test_a_run_goes_from_question_to_question_to_the_end() -> None:
    run = run_of(two_words)
    assert run.open == {}
    assert notes_of(run.begin()) == ["dealt"]
    assert (list(run.open), run.waiting_for) == ([0], (0,))
    step = give(run, 0, YES)
    assert notes_of(step) == [f"first yes, {step.draws[0].result[0]}"]
    assert [draw.label for draw in step.draws] == ["die"]
    assert (list(run.open), run.waiting_for, run.outcome) == ([2], (2,), None)
    step = give(run, 2, NO)
    ended = Ended("done", (2,), (0, 0, 1))
    assert step == Step((Recorded("two words", Noted("second no")), Recorded("two words", ended)), ())
    assert (run.open, run.waiting_for, run.outcome) == ({}, (), ended)
    assert run.table.state.notes[0] == "dealt"


def test_same_seed_and_answers_bring_the_same_about() -> None:
    def all_of() -> list[Step]:
        run = run_of(two_words)
        return [run.begin(), give(run, 0, 1), give(run, 2, 0)]

    assert all_of() == all_of()


def test_question_knows_its_rule() -> None:
    assert begun(two_words).open[0].path == "two words"


def test_chance_of_a_run_can_be_rigged() -> None:
    run = run_of(two_words, rig=lambda draw: (5,))
    run.begin()
    assert notes_of(give(run, 0, YES)) == ["first yes, 5"]


def test_script_gets_the_choices_themselves() -> None:
    got: list[object] = []

    def play(table: Table[State]) -> Script[None]:
        got.append((yield word(0, A, B)))
        got.append((yield Some(0, "smallest.word", (A, B, C), 0, 3, default=())))
        got.append((yield Some(0, "smallest.word", (A, B, C), 0, 3, default=())))
        got.append((yield InOrder(0, "smallest.word", (A, B, C))))
        got.append((yield InOrder(0, "smallest.word", ())))
        table.end(Ending.DONE, (), ())

    run = begun(play)
    for answer in [(B,), (2, 0), (), (C, A, B), ()]:
        give(run, 0, *answer)
    # Unordered picks are returned in the order of the options; an ordering is returned as given.
    assert got == [B, (A, C), (), (C, A, B), ()]


@pytest.mark.parametrize("answer", [(2, 0), (0, 2), (A, C), (C, A)])
def test_one_choice_of_some_has_one_form(answer: tuple[int | Choice, ...]) -> None:
    def play(table: Table[State]) -> Script[None]:
        yield Some(0, "smallest.word", (A, B, C), 0, 3, default=())

    assert begun(play).read(0, 1, answer) == (A, C)  # type: ignore[arg-type]


@pytest.mark.parametrize("answer", [(1, 2), (2, 1), (1, 0), (B, A), (A, B)])
def test_of_equal_options_the_first_are_taken(answer: tuple[int | Choice, ...]) -> None:
    """The log keeps the choices, so the same choice must always be logged the same way."""

    def play(table: Table[State]) -> Script[None]:
        yield Some(0, "smallest.word", (A, B, A), 0, 3, default=())

    assert begun(play).read(0, 1, answer) == (A, B)  # type: ignore[arg-type]


# Numbers of questions


def test_questions_are_numbered_per_seat_without_gaps() -> None:
    def play(table: Table[State]) -> Script[None]:
        yield word(0)
        yield word(1)
        yield Together([word(2), word(0)])
        yield word(0)
        yield word(2)
        table.end(Ending.DONE, (), ())

    run = begun(play)
    asked: dict[int, list[int]] = {0: [], 1: [], 2: []}
    while run.open:
        for seat, question in list(run.open.items()):
            asked[seat].append(question.number)
            give(run, seat, YES)
    assert asked == {0: [1, 2, 3], 1: [1], 2: [1, 2]}


def test_refused_answer_leaves_the_question_open_under_its_number() -> None:
    run = begun(two_words)
    question = run.open[0]
    assert run.read(0, 1, (7,)) == Refused(Refusal.OUT_OF_RANGE, "two words")
    assert run.open == {0: question}
    assert run.read(0, 1, (0,)) == (question.ask.options[0],)


def test_a_question_with_nothing_to_choose_is_a_fault() -> None:
    """Nobody could ever answer it, so the match stops with a fault."""

    def play(table: Table[State]) -> Script[None]:
        yield One(0, "smallest.word", ())

    with pytest.raises(ScriptFault, match="nothing to choose"):
        begun(play)


# Simultaneous questions


@rule("vote")
def vote(table: Table[State]) -> Script[None]:
    table.record(Noted("vote"))
    asks = [One(seat, "smallest.word", (YES, NO)) for seat in (2, 0, 1)]
    words = yield Together(asks)
    table.record(
        Noted(" ".join(word.word for word in words.values()) + f", {table.chance('die').below(100)}")
    )
    yield word(0)


ANSWERS = {0: YES, 1: NO, 2: NO}
ARRIVALS = list(permutations(ANSWERS))


def steps_of_the_vote(order: tuple[int, ...]) -> list[Step]:
    run = begun(vote)
    return [give(run, seat, ANSWERS[seat]) for seat in order]


def test_sealed_answers_reach_the_script_in_the_order_of_the_seats() -> None:
    last = [steps_of_the_vote(order)[-1] for order in ARRIVALS]
    assert notes_of(last[0])[0].startswith("yes no no, ")
    assert last == [last[0]] * 6


@pytest.mark.parametrize("order", ARRIVALS, ids=str)
def test_sealed_answer_brings_nothing_about_before_the_last(order: tuple[int, ...]) -> None:
    run = begun(vote)
    for seat in order[:2]:
        assert give(run, seat, ANSWERS[seat]) == NOTHING
        assert run.table.state.notes == ["vote"]
        assert run.waiting_for == (0, 1, 2)
    assert notes_of(give(run, order[2], ANSWERS[order[2]]))
    assert run.waiting_for == (0,)


def test_sealed_question_is_closed_for_who_has_answered_it() -> None:
    run = begun(vote)
    give(run, 1, YES)
    assert sorted(run.open) == [0, 2]
    assert run.read(1, 1, (1,)) == Refused(Refusal.STALE_QUESTION)
    assert run.read(1, 2, (1,)) == Refused(Refusal.NOT_ASKED)


def test_answer_without_a_number_is_to_whatever_the_seat_is_asked() -> None:
    run = begun(vote)
    assert run.read(1, None, (1,)) == run.read(1, 1, (1,))
    give(run, 1, YES)
    assert run.read(1, None, (1,)) == Refused(Refusal.NOT_ASKED)
    assert run.read(7, None, (1,)) == Refused(Refusal.NOT_ASKED)


def test_sealed_questions_may_differ_in_kind() -> None:
    got: list[object] = []

    def play(table: Table[State]) -> Script[None]:
        some = Some(1, "smallest.word", (A, B, C), 2, 2, default=(0, 1))
        got.append((yield Together([InOrder(0, "smallest.word", (A, B)), some, word(2)])))
        table.end(Ending.DONE, (), ())

    run = begun(play)
    give(run, 2, NO)
    give(run, 0, B, A)
    give(run, 1, C, A)
    assert got == [{0: (B, A), 1: (A, C), 2: NO}]


def test_sealed_question_to_one_seat_still_gives_answers_by_seat() -> None:
    got: list[object] = []

    def play(table: Table[State]) -> Script[None]:
        got.append((yield Together([word(1)])))
        yield word(0)

    give(begun(play), 1, NO)
    assert got == [{1: NO}]


def test_sealed_question_to_nobody_is_answered_at_once() -> None:
    """A window that nobody can use must not stop the match."""

    def play(table: Table[State]) -> Script[None]:
        for _ in range(3):
            table.record(Noted(f"{yield Together([])}"))
        words = yield Together([word(1)])
        table.record(Noted(words[1].word))
        yield Together(())
        table.end(Ending.DONE, (), ())

    run = run_of(play)
    assert notes_of(run.begin()) == ["{}", "{}", "{}"]
    assert run.waiting_for == (1,)
    assert notes_of(give(run, 1, NO)) == ["no"]
    assert run.outcome is not None


def test_sealed_answers_do_not_stay_for_the_next_question() -> None:
    def play(table: Table[State]) -> Script[None]:
        first = yield Together([word(0), word(1)])
        alone = yield word(2)
        second = yield Together([word(1), word(2)])
        table.record(Noted(f"{len(first)} {alone.word} {len(second)}"))
        table.end(Ending.DONE, (), ())

    run = begun(play)
    for seat in (0, 1, 2, 2):
        give(run, seat, YES)
    assert notes_of(give(run, 1, YES)) == ["2 yes 2"]


# An immediate end, in the middle of anything


@rule("dial")
def turn_the_dial(table: Table[State]) -> None:
    """A plain rule, deep inside: the dial is at 0."""
    table.end(Ending.DONE, (1,), ())


@rule("card")
def mythos_card(table: Table[State]) -> Script[None]:
    try:
        yield word(1)
        turn_the_dial(table)
        table.record(Noted("never"))
    finally:
        table.state.notes.append("the card is put away")


@rule("window")
def window(table: Table[State]) -> Script[bool]:
    yield Together([word(0), word(2)])
    yield from mythos_card(table)
    return True


@rule("test")
def skill_test(table: Table[State]) -> Script[int]:
    while (yield from window(table)):
        table.record(Noted("never"))
    return 0


@rule("turn")
def turn(table: Table[State]) -> Script[None]:
    total = yield from skill_test(table)
    table.record(Noted(f"never {total}"))


def play_turns(table: Table[State]) -> Script[None]:
    while True:
        yield from turn(table)


def test_the_end_comes_at_once_however_deep_the_script_is() -> None:
    run = begun(play_turns)
    give(run, 0, YES)
    give(run, 2, YES)
    step = give(run, 1, YES)
    ended = Ended("done", (1,), ())
    assert step == Step((Recorded("turn/test/window/card/dial", ended),), ())
    assert run.outcome == ended
    assert (run.open, run.waiting_for, run.table.path) == ({}, (), "")
    # The script unwound cleanly: its context managers have exited, and nothing was recorded after the end.
    assert run.table.state.notes == ["the card is put away"]
    assert run.read(1, 2, (0,)) == Refused(Refusal.MATCH_OVER)


def test_the_end_may_come_before_the_first_question() -> None:
    def play(table: Table[State]) -> Script[None]:
        turn_the_dial(table)
        yield word(0)

    run = run_of(play)
    assert [entry.path for entry in run.begin().facts] == ["dial"]
    assert run.outcome is not None
    assert run.read(0, 1, (0,)) == Refused(Refusal.MATCH_OVER)


# Internal faults


def stops(table: Table[State]) -> Script[None]:
    """Forget to end."""
    yield word(0)


def goes_on(table: Table[State]) -> Script[None]:
    """End, and go on."""
    yield word(0)
    try:
        turn_the_dial(table)
    except GameOver:
        yield word(0)


def ends_and_stops(table: Table[State]) -> Script[None]:
    """End, and swallow the end."""
    yield word(0)
    try:
        turn_the_dial(table)
    except GameOver:
        return


def asks_a_stranger(table: Table[State]) -> Script[None]:
    yield word(0)
    yield word(3)


def asks_nobody(table: Table[State]) -> Script[None]:
    yield word(0)
    yield word(-1)


def asks_twice(table: Table[State]) -> Script[None]:
    yield word(0)
    yield Together([word(1), word(2), word(1)])


@pytest.mark.parametrize(
    ("play", "fault"),
    [
        (stops, "the script of smallest stopped without an ending"),
        (ends_and_stops, "the script of smallest stopped without an ending"),
        (goes_on, "the script of smallest continued after its ending"),
        (asks_a_stranger, "put to seat 3, but there are 3 seats"),
        (asks_nobody, "put to seat -1, but there are 3 seats"),
        (asks_twice, "put to seat 1, which has another open question"),
    ],
)
def test_script_that_goes_wrong_is_a_fault_of_ours(play: Play, fault: str) -> None:
    run = begun(play)
    with pytest.raises(ScriptFault, match=fault):
        give(run, 0, YES)


def looks_for_a_card(table: Table[State]) -> Script[None]:
    yield word(0)
    raise LookupError("no such card")


def searches_in_vain(table: Table[State]) -> Script[None]:
    """Raise StopIteration inside the rules, which is not the end of the script."""
    yield word(0)
    table.record(Noted(next(note for note in table.state.notes if note == "missing")))


@pytest.mark.parametrize(
    ("play", "error"), [(looks_for_a_card, LookupError), (searches_in_vain, RuntimeError)]
)
def test_any_other_exception_is_passed_on_as_it_is(play: Play, error: type[Exception]) -> None:
    run: Run = begun(play)
    with pytest.raises(error):
        give(run, 0, YES)
    assert run.outcome is None
