"""The die: the rules `die.*` and `timing.die`."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.games.unfathomable.choices import ACCEPT, PASS, Accept, ChooseNumber
from referee.games.unfathomable.dice import (
    add_to_roll,
    current,
    is_used_in_roll,
    reroll,
    roll,
    set_face,
    use_in_roll,
)
from referee.games.unfathomable.facts.dice import DieRolled, DieSet, DieTakenBack, RollBegan, RollEnded
from referee.games.unfathomable.state import NOBODY, State
from referee.games.unfathomable.windows import Reaction, Timing
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table
from tests.games.unfathomable.reacting import put_reactions
from tests.games.unfathomable.tables import Playing, Sailing, table_of
from tests.games.unfathomable.views import Watching


def _before(_table: Table[State], _seat: Seat) -> list[ChooseNumber]:
    """Return choices of a number to add; a number above 10 stands for choosing the face."""
    return [ChooseNumber(number) for number in (-9, -2, 2, 9, 17)]


def _change(table: Table[State], seat: Seat, choice: ChooseNumber) -> Script[None]:
    yield from ()
    if choice.number > 10:
        set_face(table, seat, choice.number - 10)
    else:
        use_in_roll(table, seat, "timing.die")
        add_to_roll(table, seat, choice.number)


def _roll_again(table: Table[State], seat: Seat, _choice: Accept) -> Script[None]:
    yield from ()
    reroll(table, seat)


@pytest.fixture(autouse=True)
def _two_abilities(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 1 may change the roll before it is made, seat 2 may have it made again."""
    before = Reaction(
        "timing.die",
        ChooseNumber,
        None,
        lambda table, seat: seat == 1 and not is_used_in_roll(table.state, "timing.die"),
        _before,
        _change,
    )
    after = Reaction(
        "timing.die",
        Accept,
        None,
        lambda _table, seat: seat == 2,
        lambda _t, _s: [ACCEPT],
        _roll_again,
    )
    put_reactions(monkeypatch, {Timing.BEFORE_ROLL: [before], Timing.AFTER_ROLL: [after]})


def rolling(*faces: int, modifier: int = 0, is_attack: bool = False) -> Playing:
    table = table_of(4, die=faces)
    return Playing(table, roll(table, 0, "passenger.risk", modifier=modifier, is_attack=is_attack))


def sailing(table: Table[State], *, modifier: int = 0) -> Sailing:
    return Sailing(table, roll(table, 0, "passenger.risk", modifier=modifier))


def names(playing: Playing) -> Sequence[str]:
    return [ask.name.rpartition(".")[2] for ask in playing.asks]


def test_eight_faces() -> None:
    """die.d8 (DE 53.0, FR 24.0, PL 17.0)."""
    faces = set()
    table = table_of(3)
    for _ in range(100):
        faces.add(sailing(table).result)
    assert faces == set(range(1, 9))


def test_everyone_may_act_before_and_after() -> None:
    """timing.die (DE 18.14, FR 10.14, PL 50.14): one window before the roll, one after it, then the result."""
    playing = rolling(5)
    assert names(playing) == ["before_roll"]
    playing.answer_together([PASS])
    assert playing.facts_of(DieRolled) == [DieRolled(0, 5)]
    assert names(playing) == ["after_roll"]
    playing.answer_together([PASS])
    assert playing.result == 5
    assert playing.table.state.roll is None


def test_everyone_sees_what_is_rolled_for() -> None:
    """timing.die (DE 18.14, FR 10.14, PL 50.14): purpose, die and modifiers are public."""
    table = table_of(4, die=(3,))
    watching = Watching(table, 3)
    playing = Playing(table, roll(table, 0, "passenger.risk", modifier=1))
    seen = watching.state.roll
    assert seen is not None
    assert (seen.roller, seen.purpose, seen.modifier, seen.face) == (0, "passenger.risk", 1, 0)
    playing.answer_together([ChooseNumber(2)])
    seen = watching.state.roll
    assert seen is not None
    assert (seen.modifier, seen.face) == (3, 3)
    playing.answer_together([PASS])
    assert watching.state.roll is None


@pytest.mark.parametrize(
    ("face", "modifier", "result"), [(5, 2, 7), (1, -2, 1), (8, 2, 8), (3, -2, 1), (2, 9, 8)]
)
def test_the_result_stays_between_1_and_8(face: int, modifier: int, result: int) -> None:
    """die.clamp (DE 53.1, FR 24.1, PL 17.1)."""
    table = table_of(4, die=(face,))
    assert sailing(table, modifier=modifier).result == result


def test_only_the_sum_of_all_modifiers_is_cut() -> None:
    """die.clamp (DE 53.1, FR 24.1, PL 17.1): 6 + 9 - 9 is 6, though 15 is more than 8."""
    playing = rolling(6, modifier=9)
    playing.answer_together([ChooseNumber(-9)]).answer_together([PASS])
    assert playing.result == 6


def test_a_die_may_be_rolled_again_and_again() -> None:
    """die.reroll_many (DE 53.2, FR 24.2, PL 17.2)."""
    playing = rolling(1, 2, 7)
    playing.answer_together([PASS])
    for _ in range(2):
        playing.answer_together([ACCEPT]).answer_together([PASS])
    playing.answer_together([PASS])
    assert playing.result == 7
    assert [fact.face for fact in playing.facts_of(DieRolled)] == [1, 2, 7]
    assert playing.facts_of(DieTakenBack) == [DieTakenBack(2)] * 2


def test_modifiers_hold_for_the_reroll() -> None:
    """die.reroll_modifiers (DE 53.2•1, FR 24.2•1, PL 17.2•1)."""
    playing = rolling(1, 4)
    playing.answer_together([ChooseNumber(2)]).answer_together([ACCEPT]).answer_together([PASS])
    assert playing.result == 6


def test_abilities_before_a_roll_may_be_used_before_a_reroll() -> None:
    """die.reroll_before_abilities (DE 53.2•2, FR 24.2•2, PL 17.2•2)."""
    playing = rolling(1, 4)
    playing.answer_together([PASS]).answer_together([ACCEPT])
    assert names(playing) == ["before_roll"]
    playing.answer_together([ChooseNumber(2)]).answer_together([PASS])
    assert playing.result == 6


def test_once_per_roll_is_once_with_all_rerolls() -> None:
    """die.once_per_roll (DE 53.2•3, FR 24.2•3, PL 17.2•3): it is not even asked about before the reroll."""
    playing = rolling(1, 4)
    playing.answer_together([ChooseNumber(2)])
    assert is_used_in_roll(playing.table.state, "timing.die")
    playing.answer_together([ACCEPT])
    assert names(playing) == ["after_roll"]
    playing.answer_together([PASS])
    assert not is_used_in_roll(playing.table.state, "timing.die")


def test_a_chosen_face_is_neither_rolled_nor_rolled_again() -> None:
    """ability.would_instead (DE 18.6, FR 10.6, PL 50.6): the die is set, so nothing happens after a roll."""
    playing = rolling(1)
    playing.answer_together([ChooseNumber(17)])
    assert current(playing.table.state).is_fixed
    playing.answer_together([ChooseNumber(-2)])
    assert playing.result == 5, "modifiers apply to a chosen face"
    assert playing.facts_of(DieSet) == [DieSet(1, 7)]
    assert playing.facts_of(DieRolled) == []


def test_an_attack_names_its_steps() -> None:
    """attack.step4.before_roll, attack.step5.roll, attack.step6.reroll, attack.step6.back_to_4 (DE 4.6-4.8•1)."""
    playing = rolling(1, 4, is_attack=True)
    playing.answer_together([PASS]).answer_together([ACCEPT]).answer_together([ChooseNumber(2)])
    playing.answer_together([PASS])
    rules = [path.removeprefix("die.d8").strip("/").split("/")[0] for path in playing.paths]
    assert rules == [
        "",
        "attack.step5.roll",
        "attack.step6.reroll",
        "attack.step6.back_to_4",
        "attack.step6.back_to_4",
        "attack.step5.roll",
        "die.clamp",
    ]
    assert isinstance(playing.facts[0], RollBegan)
    assert playing.facts[-1] == RollEnded(0, 6)


def test_who_rolls_and_who_is_attacked_are_at_stake() -> None:
    """A question about a roll is marked for those it is about."""
    table = table_of(4)
    attack = roll(table, 3, "attack.steps", is_attack=True, defender=1, difficulty=6)
    assert [ask.concerns_seat for ask in Playing(table, attack).asks] == [True]
    table = table_of(4)
    other = roll(table, 3, "attack.steps", is_attack=True, defender=NOBODY)
    assert [ask.concerns_seat for ask in Playing(table, other).asks] == [False]
