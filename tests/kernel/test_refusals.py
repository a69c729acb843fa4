"""Refusals as a table, one row per refusal, in the order of the checks.

The answer in each row fails that row's check and as many of the later ones as one answer can; the first failure is
reported. After each row nothing has changed and no randomness is consumed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

import referee.match
import referee.server
from referee.kernel.asks import Choice, GroupRequired, One, Some, TotalAtLeast
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Run
from referee.kernel.table import Script, Table, rule
from tests.kernel.scripts import NO, YES, Ending, Noted, Obstacle, Pay, Say, State, begun, give

COINS = [Pay(coin) for coin in ("gold/3", "silver/2", "copper/1", "copper/1")]
OUTSIDE = Pay("gold/9")


def why_not(choice: Choice) -> Refused | None:
    if choice == Say("bother"):
        return Refused(Refusal.NOT_OFFERED, "manners", Obstacle.RUDE)
    return None


@rule("greeting")
def greeting(table: Table[State]) -> Script[None]:
    """Seat 0 says a word, seat 1 pays with two or three coins, seat 0 has the last word."""
    table.record(Noted(str(table.chance("die").below(6))))
    yield One(0, "smallest.word", (YES, NO), why_not=why_not)
    limits = (GroupRequired("payment.gold", "gold"), TotalAtLeast("payment.total", 5))
    yield Some(1, "smallest.word", COINS, 2, 3, default=(0, 1), limits=limits)
    yield One(0, "smallest.word", (YES, NO))
    table.end(Ending.DONE, (0,), (1, 0, 0))


def at_the_word() -> Run:
    return begun(greeting)


def at_the_payment() -> Run:
    run = at_the_word()
    give(run, 0, YES)
    return run


def at_the_last_word() -> Run:
    run = at_the_payment()
    give(run, 1, 0, 1)
    return run


def over() -> Run:
    run = at_the_last_word()
    give(run, 0, NO)
    return run


class Row(NamedTuple):
    position: Callable[[], Run]
    seat: Seat
    number: int
    answer: tuple[Any, ...] | None
    refused: Refused


R = Refusal
ROWS = {
    "the match is over, whoever speaks": Row(over, 0, 9, (9, 9, 9), Refused(R.MATCH_OVER)),
    "over is told before stale": Row(over, 1, 1, (9, 9, 9), Refused(R.MATCH_OVER)),
    "never asked": Row(at_the_word, 1, 1, (9, 9, 9), Refused(R.NOT_ASKED)),
    "asked before, but not so often": Row(at_the_payment, 0, 2, (9, 9, 9), Refused(R.NOT_ASKED)),
    "no question has the number 0": Row(at_the_word, 1, 0, (), Refused(R.NOT_ASKED)),
    "answered already": Row(at_the_payment, 0, 1, (9, 9, 9), Refused(R.STALE_QUESTION)),
    "another question is open": Row(at_the_last_word, 0, 1, (9, 9, 9), Refused(R.STALE_QUESTION)),
    "a question yet to come": Row(at_the_last_word, 0, 3, (9, 9, 9), Refused(R.STALE_QUESTION)),
    "stale is told before malformed": Row(at_the_word, 0, 2, None, Refused(R.STALE_QUESTION)),
    "what could not be read": Row(at_the_word, 0, 1, None, Refused(R.MALFORMED)),
    "numbers and choices mixed": Row(at_the_word, 0, 1, (9, YES, YES), Refused(R.MALFORMED)),
    "choices and numbers mixed": Row(at_the_word, 0, 1, (OUTSIDE, 0, 9), Refused(R.MALFORMED)),
    "neither number nor choice": Row(at_the_word, 0, 1, ("yes",), Refused(R.MALFORMED)),
    "a truth is no number": Row(at_the_word, 0, 1, (True,), Refused(R.MALFORMED)),
    "no such number": Row(at_the_payment, 1, 1, (4, 0, 0, 0, 0), Refused(R.OUT_OF_RANGE, "greeting")),
    "a number below 0": Row(at_the_word, 0, 1, (-1, 0, 0), Refused(R.OUT_OF_RANGE, "greeting")),
    "no such choice": Row(at_the_word, 0, 1, (Say("hum"), YES, YES), Refused(R.NOT_OFFERED, "greeting")),
    "no such choice, named last": Row(
        at_the_word, 0, 1, (YES, YES, Say("hum")), Refused(R.NOT_OFFERED, "greeting")
    ),
    "a choice of another question": Row(at_the_word, 0, 1, (OUTSIDE,), Refused(R.NOT_OFFERED, "greeting")),
    "no such coin": Row(at_the_payment, 1, 1, (OUTSIDE, COINS[2]), Refused(R.NOT_OFFERED, "greeting")),
    "a rule forbids it": Row(at_the_word, 0, 1, (Say("bother"),), Refused(R.NOT_OFFERED, "manners", "rude")),
    "a number twice": Row(at_the_payment, 1, 1, (2, 2, 3, 1), Refused(R.CHOSEN_TWICE, "greeting")),
    "a choice twice": Row(at_the_word, 0, 1, (YES, YES), Refused(R.CHOSEN_TWICE, "greeting")),
    "equal choices once too often": Row(
        at_the_payment, 1, 1, (COINS[2],) * 3, Refused(R.CHOSEN_TWICE, "greeting")
    ),
    "nothing chosen": Row(at_the_word, 0, 1, (), Refused(R.TOO_FEW, "greeting")),
    "too few coins": Row(at_the_payment, 1, 1, (2,), Refused(R.TOO_FEW, "greeting")),
    "two words": Row(at_the_word, 0, 1, (0, 1), Refused(R.TOO_MANY, "greeting")),
    "too many coins": Row(at_the_payment, 1, 1, (3, 2, 1, 0), Refused(R.TOO_MANY, "greeting")),
    "the first limit broken is told": Row(
        at_the_payment, 1, 1, (2, 3), Refused(R.LIMIT_BROKEN, "payment.gold", "group_required")
    ),
    "the other limit": Row(
        at_the_payment, 1, 1, (0, 2), Refused(R.LIMIT_BROKEN, "payment.total", "total_at_least")
    ),
}

OF_THE_MATCH = {
    R.BAD_REQUEST_ID: "a script knows nothing of request ids",
    R.REQUEST_ID_REUSED: "a script knows nothing of request ids",
    R.MATCH_NOT_STARTED: "a run is begun when all seats are taken",
    R.MATCH_STOPPED: "a run that met a fault is not asked again",
    R.MATCH_SUPERSEDED: "a script knows nothing of forks",
    R.MATCH_FROZEN: "a script knows nothing of cases",
    R.MATCH_PAUSED: "a script knows nothing of pauses",
}
"""The refusals that the match layer gives before it asks the kernel, and why the kernel cannot."""

OF_TALK = {
    R.NO_TALK,
    R.NOT_IN_PALETTE,
    R.BAD_STATEMENT,
    R.TEXT_TOO_LONG,
    R.SILENCED,
    R.TOO_MUCH_TALK,
}
"""The refusals of statements; see test_talk.py."""


def everything(run: Run) -> object:
    """Return all that an answer could change, as plain data."""
    state = msgspec.to_builtins(run.table.state)
    return (
        state,
        list(run.table.recorded),
        run._chance.take_draws(),
        dict(run.open),
        run.waiting_for,
        run.outcome,
    )


@pytest.mark.parametrize("row", [pytest.param(row, id=name) for name, row in ROWS.items()])
def test_answer_is_refused_and_nothing_changes(row: Row) -> None:
    run = row.position()
    before = everything(run)
    assert run.read(row.seat, row.number, row.answer) == row.refused
    assert everything(run) == before


def test_rows_are_in_the_order_of_the_checks() -> None:
    order = list(Refusal)
    places = [order.index(row.refused.refusal) for row in ROWS.values()]
    assert places == sorted(places)


def test_every_refusal_appears_in_some_row() -> None:
    of_the_kernel = {row.refused.refusal for row in ROWS.values()}
    assert of_the_kernel.isdisjoint(OF_THE_MATCH)
    assert of_the_kernel | OF_THE_MATCH.keys() | OF_TALK == set(Refusal)


def test_refusals_left_to_the_match_layer_are_given_there() -> None:
    folders = [Path(package.__path__[0]) for package in (referee.match, referee.server)]
    sources = [path.read_text(encoding="utf-8") for folder in folders for path in folder.glob("*.py")]
    given = {
        refusal
        for refusal in OF_THE_MATCH
        if any(re.search(rf"\bRefusal\.{refusal.name}\b", text) for text in sources)
    }
    assert given == OF_THE_MATCH.keys()


@pytest.mark.parametrize("answer", [(0,), (1,), (YES,), (NO,)])
def test_valid_answer_is_taken(answer: tuple[Any, ...]) -> None:
    """Control for the rows: the same position does accept an answer."""
    assert at_the_word().read(0, 1, answer) in [(YES,), (NO,)]


def test_a_change_would_be_seen() -> None:
    """Control for "nothing changes"."""
    run = at_the_word()
    before = everything(run)
    give(run, 0, YES)
    assert everything(run) != before


@pytest.mark.parametrize("refusal", Refusal)
def test_every_refusal_says_in_a_sentence_what_to_do(refusal: Refusal) -> None:
    assert refusal.meaning[0].isupper()
    assert refusal.meaning.endswith(".")
    assert [other for other in Refusal if other.meaning == refusal.meaning] == [refusal]
