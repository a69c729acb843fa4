"""The smallest possible game around any script, for tests of how scripts are run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from referee.kernel.asks import Choice
from referee.kernel.chance import Rig, seed_from_text
from referee.kernel.facts import Fact, Public, Seat
from referee.kernel.game import Game, Options, Setup
from referee.kernel.questions import OneOf, by_name
from referee.kernel.refusals import Refused
from referee.kernel.run import Run, Step
from referee.kernel.table import Script, Table
from referee.kernel.wording import Wording
from referee.rulebook import Rulebook


class Noted(Fact, frozen=True, tag="smallest.noted"):
    """Something was noted."""

    text: Public[str]


class Say(Choice, frozen=True, tag="smallest.say"):
    """Say a word."""

    word: str


class Pay(Choice, frozen=True, tag="smallest.pay"):
    """Pay with a coin of a metal."""

    coin: str

    @property
    def weight(self) -> int:
        return int(self.coin.partition("/")[2])

    @property
    def group(self) -> str:
        return self.coin.partition("/")[0]


class Obstacle(StrEnum):
    RUDE = "rude"


class Ending(StrEnum):
    DONE = "done"


class State(msgspec.Struct):
    notes: list[str] = []


def note(state: State, fact: Noted) -> None:
    """Fold a note into the state."""
    state.notes.append(fact.text)


Play = Callable[[Table[State]], Script[None]]

YES, NO = Say("yes"), Say("no")

ASK_WORD = OneOf("smallest.word", "Which word?", Say)


def plain_wording(obstacles: type[StrEnum], endings: type[StrEnum]) -> Wording:
    """Return the wording of a toy game: every sentence is made from the stored names."""

    def say(thing: Fact | Choice, _: Sequence[str]) -> str:
        return f"{msgspec.json.encode(thing).decode()}."

    return Wording(
        say_fact=say,
        say_choice=say,
        obstacles={obstacle: f"{obstacle}." for obstacle in obstacles},
        endings={ending: f"{ending}." for ending in endings},
    )


def game_of(play: Play) -> Game:
    """Return a game whose only rule is this script."""
    return Game(
        name="smallest",
        title="The smallest game",
        rules_version=1,
        seats=range(1, 9),
        facts=(Noted,),
        choices=(Say, Pay),
        questions=by_name(ASK_WORD),
        obstacles=Obstacle,
        endings=Ending,
        options=Options,
        state=State,
        new_state=lambda setup, viewer: State(),
        folds={Noted: note},
        play=play,
        rulebook=Rulebook("smallest", {}, {}, {}),
        wording=plain_wording(Obstacle, Ending),
        turn_fact=Noted,
    )


def run_of(play: Play, seats: int = 3, rig: Rig | None = None) -> Run:
    """Return a match of such a game, not yet begun."""
    return Run(game_of(play), Setup(seats, Options(), {"tea": "green"}, 1), seed_from_text("smallest"), rig)


def begun(play: Play, seats: int = 3) -> Run:
    """Return a match of such a game at its first question."""
    run = run_of(play, seats)
    run.begin()
    return run


def give(run: Run, seat: Seat, *answer: Any) -> Step:
    """Answer the open question of a seat; the answer must be valid."""
    chosen = run.read(seat, None, answer)
    assert not isinstance(chosen, Refused), chosen
    return run.answer(seat, chosen)


def notes_of(step: Step) -> list[str]:
    """Return what a step noted."""
    return [recorded.fact.text for recorded in step.facts if isinstance(recorded.fact, Noted)]
