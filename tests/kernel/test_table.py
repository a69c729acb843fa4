"""The table: recording facts, the path of rules in force, readings, the end."""

from __future__ import annotations

import pytest

from referee.kernel.asks import One
from referee.kernel.chance import Chance, seed_from_text
from referee.kernel.facts import Fact, Public, Recorded, Seat
from referee.kernel.table import Ended, GameOver, Script, Table, rule
from tests.kernel.scripts import YES, Ending, Noted, State, note

SEED = seed_from_text("table")


def table_of(seats: int = 3) -> Table[State]:
    return Table(State(), seats, {Noted: note}, Chance(SEED), {"tea": "green"}, 1)


def paths(table: Table[State]) -> dict[str, str]:
    """Return the path of each note."""
    return {entry.fact.text: entry.path for entry in table.recorded if isinstance(entry.fact, Noted)}


# Recording


class Unheard(Fact, frozen=True, tag="smallest.unheard"):
    """A fact without a fold."""

    seat: Public[Seat]


def test_recording_folds_the_fact_into_the_state_and_notes_it() -> None:
    table = table_of()
    table.record(Noted("a"))
    table.record(Noted("b"))
    assert table.state.notes == ["a", "b"]
    assert table.recorded == [Recorded("", Noted("a")), Recorded("", Noted("b"))]


def test_fact_without_a_fold_is_not_noted() -> None:
    table = table_of()
    with pytest.raises(KeyError):
        table.record(Unheard(0))
    assert table.recorded == []


def test_fact_whose_fold_fails_is_not_noted() -> None:
    def fail(state: State, fact: Noted) -> None:
        raise IndexError("no such card")

    table: Table[State] = Table(State(), 2, {Noted: fail}, Chance(SEED), {}, 1)
    with pytest.raises(IndexError):
        table.record(Noted("a"))
    assert table.recorded == []


# The path of rules in force


@rule("deed")
def deed(table: Table[State], text: str) -> int:
    """A plain rule."""
    table.record(Noted(text))
    return len(text)


@rule("ask")
def ask_and_note(table: Table[State], before: str, after: str) -> Script[str]:
    """A rule that asks."""
    table.record(Noted(before))
    word = yield One(0, "smallest.word", (YES,))
    table.record(Noted(after))
    return f"{word.word}!"


@rule("outer")
def outer(table: Table[State]) -> Script[tuple[int, str, int]]:
    table.record(Noted("first"))
    short = deed(table, "in deed")
    word = yield from ask_and_note(table, "in ask", "in ask, answered")
    table.record(Noted("between"))
    long = deed(table, "in deed again")
    return short, word, long


def finish(script: Script[object]) -> object:
    """Answer yes to everything and return what the script returns."""
    try:
        script.send(None)
        while True:
            script.send(YES)
    except StopIteration as stop:
        return stop.value


def test_path_is_that_of_the_rules_in_force() -> None:
    table = table_of()
    finish(outer(table))
    assert paths(table) == {
        "first": "outer",
        "in deed": "outer/deed",
        "in ask": "outer/ask",
        "in ask, answered": "outer/ask",
        "between": "outer",
        "in deed again": "outer/deed",
    }
    assert table.path == ""


def test_rules_return_what_they_return() -> None:
    assert finish(outer(table_of())) == (7, "yes!", 13)
    assert deed(table_of(), "four") == 4


def test_path_stands_while_a_question_is_open() -> None:
    table = table_of()
    script = outer(table)
    next(script)
    assert table.path == "outer/ask"


def test_same_rule_has_the_path_of_wherever_it_is_called() -> None:
    @rule("elsewhere")
    def elsewhere(table: Table[State]) -> None:
        deed(table, "b")

    table = table_of()
    deed(table, "a")
    elsewhere(table)
    assert paths(table) == {"a": "deed", "b": "elsewhere/deed"}


@rule("ladder")
def ladder(table: Table[State], rungs: int) -> None:
    table.record(Noted(str(rungs)))
    if rungs > 1:
        ladder(table, rungs - 1)


def test_rule_inside_itself_is_named_as_often() -> None:
    table = table_of()
    ladder(table, 3)
    assert paths(table) == {"3": "ladder", "2": "ladder/ladder", "1": "ladder/ladder/ladder"}


def test_two_tables_have_a_path_each() -> None:
    one, other = table_of(), table_of()
    at_one, at_other = outer(one), outer(other)
    next(at_one)
    assert (one.path, other.path) == ("outer/ask", "")
    next(at_other)
    assert (one.path, other.path) == ("outer/ask", "outer/ask")


def test_rule_called_but_not_begun_is_not_in_force() -> None:
    table = table_of()
    script = outer(table)
    table.record(Noted("before"))
    next(script)
    assert paths(table)["before"] == ""


# ... restored after an exception


class Spilled(Exception):
    """Something went wrong in a rule."""


@rule("spill")
def spill(table: Table[State]) -> None:
    raise Spilled


@rule("spill later")
def spill_later(table: Table[State]) -> Script[None]:
    yield One(0, "smallest.word", (YES,))
    spill(table)


@rule("careful")
def careful(table: Table[State]) -> Script[None]:
    try:
        spill(table)
    except Spilled:
        table.record(Noted("after a plain rule"))
    try:
        yield from spill_later(table)
    except Spilled:
        table.record(Noted("after a rule that asks"))


def test_path_is_restored_after_an_exception() -> None:
    table = table_of()
    finish(careful(table))
    assert paths(table) == {"after a plain rule": "careful", "after a rule that asks": "careful"}


def test_path_is_empty_after_an_exception_that_nobody_caught() -> None:
    table = table_of()
    with pytest.raises(Spilled):
        finish(spill_later(table))
    assert table.path == ""


def test_path_is_restored_when_a_script_is_closed_at_a_question() -> None:
    table = table_of()
    script = outer(table)
    next(script)
    script.close()
    assert table.path == ""


def test_rule_keeps_the_name_and_the_docstring_of_its_function() -> None:
    for function, name, rule_id in ((deed, "deed", "deed"), (ask_and_note, "ask_and_note", "ask")):
        assert function.__name__ == name
        assert str(function.__doc__).startswith("A ")
        assert vars(function)["rule_id"] == rule_id


# The end


@rule("reef")
def strike_the_reef(table: Table[State]) -> None:
    table.end(Ending.DONE, (0, 2), (3, 1, 3))


def test_rule_keeps_the_parameters_of_its_function() -> None:
    @rule("tea.pour")
    def pour(table: Table[State], cups: int = 2, *, milk: str = "no") -> tuple[str, int, str]:
        return table.path, cups, milk

    table = table_of()
    assert pour(table) == ("tea.pour", 2, "no")
    assert pour(table, 3, milk="yes") == ("tea.pour", 3, "yes")
    with pytest.raises(TypeError):
        pour(table, 3, "yes")  # type: ignore[call-arg]


def test_rule_names_the_table_first_and_all_its_parameters() -> None:
    def without_a_table() -> None:
        table = None
        assert table

    def of_a_cup(cup: int, table: Table[State]) -> None:
        raise AssertionError

    def of_anything(table: Table[State], *anything: int) -> None:
        raise AssertionError

    for function in (without_a_table, of_a_cup):
        with pytest.raises(TypeError, match="its first parameter is the table"):
            rule("tea.pour")(function)
    with pytest.raises(TypeError, match="name its parameters"):
        rule("tea.pour")(of_anything)


def test_end_is_recorded_with_the_rule_that_brought_it() -> None:
    table = table_of()
    with pytest.raises(GameOver):
        strike_the_reef(table)
    assert table.outcome == Ended("done", (0, 2), (3, 1, 3))
    assert table.recorded == [Recorded("reef", Ended("done", (0, 2), (3, 1, 3)))]
    assert table.path == ""


def test_there_is_no_outcome_before_the_end() -> None:
    assert table_of().outcome is None


# Other properties of a table


def test_ruling_is_the_reading_of_this_match() -> None:
    assert table_of().ruling("tea") == "green"
    with pytest.raises(KeyError, match="coffee"):
        table_of().ruling("coffee")


@pytest.mark.parametrize(
    ("seats", "seat", "others"),
    [(1, 0, ()), (2, 0, (1,)), (2, 1, (0,)), (4, 0, (1, 2, 3)), (4, 2, (3, 0, 1)), (4, 3, (0, 1, 2))],
)
def test_others_are_clockwise_from_the_left(seats: int, seat: Seat, others: tuple[Seat, ...]) -> None:
    assert table_of(seats).others(seat) == others


def test_luck_is_that_of_the_label() -> None:
    table = table_of()
    drawn = [table.chance("die").below(6) for _ in range(9)]
    die = Chance(SEED).stream("die")
    assert drawn == [die.below(6) for _ in range(9)]
