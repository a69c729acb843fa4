"""The game put together."""

from __future__ import annotations

from referee.games.unfathomable.choices import CHOICES, QUESTIONS
from referee.games.unfathomable.ending import Ending
from referee.games.unfathomable.facts import FACTS, PLAIN
from referee.games.unfathomable.facts.turn import TurnBegan
from referee.games.unfathomable.forms import FORMS
from referee.games.unfathomable.obstacles import Obstacle
from referee.games.unfathomable.options import ShipOptions
from referee.games.unfathomable.state import FOLDS, State, new_state
from referee.games.unfathomable.turn import play
from referee.kernel.game import Game

GAME = Game(
    name="unfathomable",
    title="Unfathomable",
    rules_version=1,
    seats=range(3, 7),
    facts=FACTS,
    choices=CHOICES,
    questions=QUESTIONS,
    forms=FORMS,
    obstacles=Obstacle,
    endings=Ending,
    options=ShipOptions,
    state=State,
    new_state=new_state,
    folds=FOLDS,
    play=play,
    turn_fact=TurnBegan,
    plain_facts=PLAIN,
)
