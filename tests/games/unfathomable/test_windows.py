"""Windows: who is asked, in which order abilities are used, and that asking reveals nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.games.unfathomable.choices import ACCEPT, PASS, ChooseNumber, ChooseSeat
from referee.games.unfathomable.facts.actions import AbilityUsed
from referee.games.unfathomable.facts.spoken import Declined, OrderChosen, SuspectNamed
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.questions import ASK_WINDOW_ORDER
from referee.games.unfathomable.state import State
from referee.games.unfathomable.windows import (
    QUESTION,
    Reaction,
    Timing,
    window,
)
from referee.kernel.asks import InOrder, One
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.table import Script, Table
from tests.games.unfathomable.reacting import put_reactions
from tests.games.unfathomable.tables import Playing, table_of

WINDOW = "unfathomable.window.before_roll"
CARD = "will/persistence/1"


def number_of(table: Table[State], seat: Seat) -> int:
    """Return how often a seat used the ability of these tests."""
    return table.state.used.count(f"test/{seat}")


def may_use(table: Table[State], seat: Seat) -> bool:
    return bool(table.state.players[seat].hand)


def options(table: Table[State], seat: Seat) -> list[ChooseNumber]:
    return [ChooseNumber(seat)] if number_of(table, seat) < 2 else []


def resolve(table: Table[State], seat: Seat, _choice: ChooseNumber) -> Script[None]:
    yield from ()
    table.record(AbilityUsed(seat, f"test/{seat}"))


def why_not(_table: Table[State], _seat: Seat, _choice: ChooseNumber) -> Refused | None:
    return no(Obstacle.WRONG_TIME, "timing.die")


@pytest.fixture(autouse=True)
def _one_ability(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everyone with a card in hand might have the one ability there is, which may be used twice."""
    found = Reaction("timing.die", ChooseNumber, None, may_use, options, resolve, why_not)
    put_reactions(monkeypatch, {Timing.BEFORE_ROLL: [found]})


def open_window(seats: Sequence[Seat], *, active: Seat = 0) -> Playing:
    table = table_of(4, hand=dict.fromkeys(seats, CARD), active=active)
    return Playing(table, window(table, Timing.BEFORE_ROLL))


def test_nobody_is_asked_where_nobody_might_have_anything() -> None:
    """timing.die (DE 18.14, FR 10.14, PL 50.14): with empty hands everyone sees that there is nothing to use."""
    assert open_window([]).done


def test_all_who_might_have_something_are_asked_together() -> None:
    """timing.die (DE 18.14, FR 10.14, PL 50.14): by the number of cards in hand, which is public."""
    playing = open_window([0, 2, 3])
    assert [ask.seat for ask in playing.asks] == [0, 2, 3]
    ask = playing.asks[1]
    assert isinstance(ask, One)
    assert (ask.name, ask.passes, list(ask.options)) == (WINDOW, 0, [PASS, ChooseNumber(2)])


def test_one_round_of_passing_closes_the_window() -> None:
    """timing.die (DE 18.14, FR 10.14, PL 50.14)."""
    playing = open_window([0, 2])
    playing.answer_together([PASS], [PASS])
    assert playing.done


def test_after_a_use_everyone_is_asked_again() -> None:
    """timing.die (DE 18.14, FR 10.14, PL 50.14): also those who passed, because they have seen something new."""
    playing = open_window([0, 2])
    playing.answer_together([PASS], [ChooseNumber(2)])
    assert number_of(playing.table, 2) == 1
    assert [ask.seat for ask in playing.asks] == [0, 2]


def test_one_who_cannot_use_it_any_more_is_asked_all_the_same() -> None:
    """hand.count_public (DE 36.6, FR 33.6, PL 8.6): the number of cards in hand decides who is asked."""
    playing = open_window([2])
    playing.answer_together([ChooseNumber(2)]).answer_together([ChooseNumber(2)])
    assert list(playing.asks[0].options) == [PASS]


def test_the_active_player_orders_several() -> None:
    """timing.conflict.abilities (DE 18.16•1, FR 10.16•1, PL 50.16•1)."""
    playing = open_window([0, 2, 3], active=1)
    playing.answer_together([ChooseNumber(0)], [PASS], [ChooseNumber(3)])
    ask = playing.ask
    assert isinstance(ask, InOrder)
    assert (ask.seat, ask.name, list(ask.options)) == (
        1,
        ASK_WINDOW_ORDER.name,
        [ChooseSeat(0), ChooseSeat(3)],
    )
    playing.answer(ChooseSeat(3), ChooseSeat(0))
    assert playing.ask.seat == 3, "the first has the opportunity now"
    playing.answer(ChooseNumber(3))
    assert number_of(playing.table, 3) == 1
    assert playing.ask.seat == 0, "and now the second"
    playing.answer(ChooseNumber(0))
    assert [fact.seat for fact in playing.facts_of(AbilityUsed)] == [3, 0]


def test_the_second_may_decline() -> None:
    """timing.conflict.decline (DE 18.16•1-2, FR 10.16•1-2, PL 50.16•1-2)."""
    playing = open_window([0, 3])
    playing.answer_together([ChooseNumber(0)], [ChooseNumber(3)])
    playing.answer(ChooseSeat(0), ChooseSeat(3)).answer(ChooseNumber(0)).answer(PASS)
    assert [fact.seat for fact in playing.facts_of(AbilityUsed)] == [0]
    assert playing.facts_of(OrderChosen) == [OrderChosen(0, (0, 3))]
    assert playing.facts_of(Declined) == [Declined(3)], "everyone hears of it"
    assert len(playing.asks) == 2, "everyone is asked again"


def test_the_first_may_decline() -> None:
    """timing.conflict.decline (DE 18.16•1-2, FR 10.16•1-2, PL 50.16•1-2): knowing who else would, and when."""
    playing = open_window([0, 3])
    playing.answer_together([ChooseNumber(0)], [ChooseNumber(3)])
    playing.answer(ChooseSeat(0), ChooseSeat(3)).answer(PASS).answer(ChooseNumber(3))
    assert playing.facts_of(Declined) == [Declined(0)]
    assert [fact.seat for fact in playing.facts_of(AbilityUsed)] == [3]
    assert len(playing.asks) == 2, "everyone is asked again"


def test_a_window_closes_when_all_who_wanted_to_decline() -> None:
    """timing.conflict.decline (DE 18.16•1-2, FR 10.16•1-2, PL 50.16•1-2): nothing has changed since all were asked."""
    playing = open_window([0, 1, 3])
    playing.answer_together([ChooseNumber(0)], [PASS], [ChooseNumber(3)])
    playing.answer(ChooseSeat(3), ChooseSeat(0)).answer(PASS).answer(PASS)
    assert playing.facts_of(Declined) == [Declined(3), Declined(0)]
    assert playing.done


def test_a_window_closes_when_there_is_nothing_left_to_change() -> None:
    """overpower.prevented (DE 50.7, FR 54.7, PL 26.7): what is prevented needs no second ability."""
    table = table_of(4, hand=dict.fromkeys(range(4), CARD))
    playing = Playing(table, window(table, Timing.BEFORE_ROLL, lambda table: bool(table.state.used)))
    playing.answer_together([ChooseNumber(0)], [ChooseNumber(1)], [PASS], [PASS])
    playing.answer(ChooseSeat(1), ChooseSeat(0)).answer(ChooseNumber(1))
    assert playing.done
    assert [fact.seat for fact in playing.facts_of(AbilityUsed)] == [1]


def test_the_second_is_skipped_when_everyone_sees_that_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """timing.conflict.abilities (DE 18.16•1, FR 10.16•1, PL 50.16•1): an opportunity that is gone is not offered."""
    once = Reaction(
        "timing.die", ChooseNumber, None, lambda table, _seat: not table.state.used, options, resolve
    )
    put_reactions(monkeypatch, {Timing.BEFORE_ROLL: [once]})
    table = table_of(3)
    playing = Playing(table, window(table, Timing.BEFORE_ROLL))
    playing.answer_together([ChooseNumber(0)], [ChooseNumber(1)], [PASS])
    playing.answer(ChooseSeat(0), ChooseSeat(1)).answer(ChooseNumber(0))
    assert playing.done


def test_a_refusal_says_what_stands_in_the_way() -> None:
    """An ability says why a choice of its kind is not open; of other choices it says nothing."""
    playing = open_window([2])
    assert playing.refusal(ChooseNumber(7)) == no(Obstacle.WRONG_TIME, "timing.die")
    assert playing.refusal(ACCEPT) == Refused(Refusal.NOT_OFFERED)


def test_who_is_at_stake_is_marked() -> None:
    """If nothing is rolled and nobody is in danger, the active player is concerned."""
    playing = open_window([0, 1], active=1)
    marked = [ask.concerns_seat for ask in playing.asks]
    assert marked == [False, True]


def test_whom_a_test_is_about_is_marked() -> None:
    """room.captains_cabin: the suspect is concerned as well as the active player."""
    table = table_of(4, hand=dict.fromkeys([0, 1, 2], CARD))
    table.record(SuspectNamed(0, 2))
    playing = Playing(table, window(table, Timing.BEFORE_ROLL))
    assert [ask.concerns_seat for ask in playing.asks] == [True, False, True]


def test_every_window_has_its_question() -> None:
    """Each moment is asked about under its own name."""
    assert {timing: question.name for timing, question in QUESTION.items()} == {
        timing: f"unfathomable.window.{timing}" for timing in Timing
    }
