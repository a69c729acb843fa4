"""The game's declaration."""

from __future__ import annotations

from referee.games.abyss.choices import CHOICES
from referee.games.abyss.ending import Ending
from referee.games.abyss.facts import FACTS, PLAIN
from referee.games.abyss.facts.turn import TurnBegan
from referee.games.abyss.obstacles import Obstacle
from referee.games.abyss.questions import QUESTIONS
from referee.games.abyss.secret_cards import tell_secrets
from referee.games.abyss.state import FOLDS, State, new_state
from referee.games.abyss.turn import play
from referee.games.abyss.wording import WORDING
from referee.kernel.game import Game, Options
from referee.rulebook import load_rulebook

GAME = Game(
    name="abyss",
    title="Abyss",
    rules_version=1,
    seats=range(2, 5),
    facts=FACTS,
    choices=CHOICES,
    questions=QUESTIONS,
    obstacles=Obstacle,
    endings=Ending,
    options=Options,
    state=State,
    new_state=new_state,
    folds=FOLDS,
    play=play,
    rulebook=load_rulebook("referee.games.abyss"),
    wording=WORDING,
    turn_fact=TurnBegan,
    plain_facts=PLAIN,
    secrets=tell_secrets,
)
