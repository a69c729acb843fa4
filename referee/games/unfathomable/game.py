"""The game's declaration."""

from __future__ import annotations

from referee.games.unfathomable.choices import CHOICES
from referee.games.unfathomable.ending import Ending
from referee.games.unfathomable.facts import FACTS, PLAIN
from referee.games.unfathomable.facts.turn import TurnBegan
from referee.games.unfathomable.loyalty import sides
from referee.games.unfathomable.loyalty_deals import TRAITORS
from referee.games.unfathomable.obstacles import Obstacle
from referee.games.unfathomable.options import ShipOptions
from referee.games.unfathomable.questions import QUESTIONS
from referee.games.unfathomable.secret_cards import tell_secrets, untruth
from referee.games.unfathomable.state import FOLDS, State, new_state
from referee.games.unfathomable.statements import STATEMENTS
from referee.games.unfathomable.turn import play
from referee.games.unfathomable.wording import WORDING
from referee.kernel.game import Game
from referee.rulebook import load_rulebook

GAME = Game(
    name="unfathomable",
    title="Unfathomable",
    rules_version=1,
    seats=range(3, 7),
    facts=FACTS,
    choices=CHOICES,
    questions=QUESTIONS,
    obstacles=Obstacle,
    endings=Ending,
    options=ShipOptions,
    state=State,
    new_state=new_state,
    folds=FOLDS,
    play=play,
    rulebook=load_rulebook("referee.games.unfathomable"),
    wording=WORDING,
    turn_fact=TurnBegan,
    plain_facts=PLAIN,
    statements=STATEMENTS,
    sides=sides,
    hidden_roles=TRAITORS,
    secrets=tell_secrets,
    untruth=untruth,
)
