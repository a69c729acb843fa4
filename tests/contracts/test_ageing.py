"""What a game has retired stays readable, and every rules version has a record that verifies.

`tests/ageing` shows what that is for, on a game at version 2 with records of both versions.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from importlib import import_module
from typing import Any

import msgspec
import pytest

from referee.games import GAMES
from referee.kernel.asks import Choice
from referee.kernel.facts import Fact
from referee.kernel.game import Game
from referee.kernel.questions import DeclaredQuestion, OneOf
from referee.replay.reading import read_replay
from referee.wire.shapes import Struct, shapes_of
from tests.ageing.harbour import ASK_AGAIN, ASK_STAKE, DieRolled, PlayOn, RoundBegan, Stake
from tests.ageing.harbour import GAME as HARBOUR
from tests.contracts.declarations import Declaration
from tests.contracts.golden import REPLAYS


def simplest(kind: Struct) -> Any:
    """Make a fact or choice of seat 0, number 0, some face of a card, and empty tuples."""
    values: list[Any] = []
    for shape in shapes_of(kind):
        if shape.many:
            values.append(())
        elif issubclass(shape.item, StrEnum):
            values.append(list(shape.item)[-1])
        else:
            values.append(shape.item())
    return kind(*values)


def faults_in_retired(game: Game) -> Iterator[str]:
    """Yield what would keep an old record of a game from being read, folded, told or explained."""
    names = [f"seat {seat}" for seat in range(game.seats[-1])]
    for thing, version in game.retired.items():
        name = thing.name if isinstance(thing, DeclaredQuestion) else thing.__name__
        if not 1 <= version < game.rules_version:
            yield f"{name} was last used in version {version}, and the game is at version {game.rules_version}"
        if thing is game.turn_fact:
            yield f"{name} begins a turn, which standing orders rely on"
        if isinstance(thing, DeclaredQuestion):
            if thing not in game.questions.values():
                yield f"{name} is not among the questions"
        elif issubclass(thing, Fact):
            if thing not in game.facts or thing not in game.folds:
                yield f"{name} is not among the facts, or has no fold"
            elif not is_worded(game.wording.say_fact, thing, names):
                yield f"{name} is not worded"
        elif thing not in game.choices or not is_offered(thing, game):
            yield f"{name} is not among the choices, or no question declares it"
        elif not is_worded(game.wording.say_choice, thing, names):
            yield f"{name} is not worded"


def is_worded(say: Any, kind: Struct, names: list[str]) -> bool:
    try:
        return bool(say(simplest(kind), names))
    except KeyError:
        return False


def is_offered(kind: type[Choice], game: Game) -> bool:
    return any(kind in question.choices for question in game.questions.values())


def test_old_records_can_be_read_folded_and_explained(subject: Declaration) -> None:
    assert list(faults_in_retired(subject.game)) == []


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_has_a_message(name: str) -> None:
    """A match of an older version that is still open is played over the wire too."""
    game = import_module(f"referee.games.{name}").GAME
    messages = import_module(f"referee_api.{name}.v1.{name}_pb2").DESCRIPTOR.message_types_by_name
    assert [kind.__name__ for kind in (*game.facts, *game.choices) if kind.__name__ not in messages] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_rules_version_has_a_golden_replay(name: str) -> None:
    charters = [read_replay(path.read_bytes()).charter for path in (REPLAYS / name).glob("*.replay")]
    wanted = range(1, import_module(f"referee.games.{name}").GAME.rules_version + 1)
    assert sorted({charter.rules_version for charter in charters}) == list(wanted)


# --- planted ---


def changed(**fields: Any) -> Game:
    return msgspec.structs.replace(HARBOUR, **fields)


def speechless(_thing: Any, _names: Any) -> str:
    raise KeyError


OTHER = OneOf(ASK_AGAIN.name, "Another?", PlayOn)
PLANTED = {
    "retired in the version that is played": (
        changed(retired={DieRolled: 2}),
        "DieRolled was last used in version 2, and the game is at version 2",
    ),
    "the fact that begins a turn": (
        changed(retired={RoundBegan: 1}),
        "RoundBegan begins a turn, which standing orders rely on",
    ),
    "a deleted fact": (
        changed(facts=tuple([kind for kind in HARBOUR.facts if kind is not DieRolled])),
        "DieRolled is not among the facts, or has no fold",
    ),
    "a deleted fold": (
        changed(folds={kind: fold for kind, fold in HARBOUR.folds.items() if kind is not DieRolled}),
        "DieRolled is not among the facts, or has no fold",
    ),
    "a deleted choice": (
        changed(choices=tuple([kind for kind in HARBOUR.choices if kind is not Stake])),
        "Stake is not among the choices, or no question declares it",
    ),
    "a deleted question": (
        changed(questions={ASK_STAKE.name: ASK_STAKE}, retired={ASK_AGAIN: 1}),
        "harbour.again is not among the questions",
    ),
    "another question of the name": (
        changed(questions={ASK_STAKE.name: ASK_STAKE, OTHER.name: OTHER}, retired={ASK_AGAIN: 1}),
        "harbour.again is not among the questions",
    ),
    "a fact without words": (
        changed(wording=msgspec.structs.replace(HARBOUR.wording, say_fact=speechless)),
        "DieRolled is not worded",
    ),
    "a choice without words": (
        changed(wording=msgspec.structs.replace(HARBOUR.wording, say_choice=speechless), retired={PlayOn: 1}),
        "PlayOn is not worded",
    ),
}


def test_the_toy_game_has_retired_something_and_is_in_order() -> None:
    assert HARBOUR.retired
    assert list(faults_in_retired(HARBOUR)) == []


@pytest.mark.parametrize(("game", "fault"), PLANTED.values(), ids=PLANTED.keys())
def test_planted_faults_are_found(game: Game, fault: str) -> None:
    assert list(faults_in_retired(game)) == [fault]
