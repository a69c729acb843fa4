"""A view is the fold of a viewer's own feed, and of nothing else."""

import pytest

from referee.feeds.frames import Frame, viewers_of
from referee.feeds.views import View
from referee.kernel.facts import OPEN_TABLE, Fact, Public, Recorded, Seat
from referee.kernel.table import Ended
from referee.match.match import Decided
from referee.match.player import play_out
from tests.match import toy
from tests.match.played import players

TERMS = toy.terms(3, rounds="20")
VIEWERS = (*viewers_of(3), OPEN_TABLE)


class Unheard(Fact, frozen=True, tag="toy.unheard"):
    """A kind of fact that the game has no fold for."""

    seat: Public[Seat]


def view_of(viewer: Seat) -> View:
    return View(toy.GAME, TERMS.setup, viewer)


def frame(number: int, *facts: Fact, outcome: Ended | None = None) -> Frame:
    return Frame(number, tuple([Recorded("play", fact) for fact in facts]), None, (), outcome)


def played_with_views(seed: str) -> tuple[toy.State, dict[Seat, View]]:
    views = {viewer: view_of(viewer) for viewer in VIEWERS}

    def show(decided: Decided) -> None:
        for viewer, told in decided.frames.items():
            views[viewer].take(told)

    match = play_out(TERMS, players(3, seed), witness=show, viewers=VIEWERS)
    state: toy.State = match.table.state
    return state, views


def test_views_agree_with_the_open_table(seed: str) -> None:
    """What a view shows is correct, and what it hides lies there face down, in the right number."""
    table, views = played_with_views(seed)
    assert views[OPEN_TABLE].state == table
    for viewer in viewers_of(3):
        for seat, hand in enumerate(views[viewer].state.hands):
            face_down = [toy.Card.HIDDEN] * len(table.hands[seat])
            assert hand == (table.hands[seat] if viewer == seat else face_down)
        assert views[viewer].state.points == table.points


def test_the_end_is_told_and_changes_nothing(seed: str) -> None:
    view = view_of(0)
    view.take(frame(1, toy.Bid(0, 3)))
    assert view.outcome is None
    ended = Ended("last_round", (0,), (3, 0, 0))
    view.take(frame(2, ended, outcome=ended))
    assert view.outcome == ended
    assert view.state.points == [3, 0, 0]


def test_facts_are_folded_when_somebody_looks_or_too_many_wait() -> None:
    looked, waiting = view_of(0), view_of(0)
    for number in range(1, 200):
        looked.take(frame(number, toy.Bid(0, 1)))
        waiting.take(frame(number, toy.Bid(0, 1)))
        assert looked.state.points[0] == number
    assert waiting.number == 199
    assert waiting.state == looked.state


@pytest.mark.parametrize("number", [0, 1, 3])
def test_a_gap_or_a_repeat_is_a_fault(number: int) -> None:
    view = view_of(0)
    view.take(frame(1))
    with pytest.raises(ValueError, match="cannot follow"):
        view.take(frame(number))


def test_a_kind_without_a_fold_is_a_fault() -> None:
    view = view_of(0)
    view.take(frame(1, Unheard(0)))
    with pytest.raises(KeyError):
        _ = view.state
