"""The game's declaration."""

from __future__ import annotations

from referee.games.among_cultists.choices import CHOICES
from referee.games.among_cultists.ending import Ending
from referee.games.among_cultists.facts import FACTS, PLAIN
from referee.games.among_cultists.facts.turn import TurnBegan
from referee.games.among_cultists.obstacles import Obstacle
from referee.games.among_cultists.options import CultistsOptions, advice, why_not_playable
from referee.games.among_cultists.questions import QUESTIONS
from referee.games.among_cultists.role_deals import CULTISTS
from referee.games.among_cultists.secret_cards import tell_secrets
from referee.games.among_cultists.state import FOLDS, State, new_state
from referee.games.among_cultists.statements import STATEMENTS
from referee.games.among_cultists.turn import play
from referee.games.among_cultists.untruths import untruth
from referee.games.among_cultists.wording import WORDING
from referee.kernel.game import Game
from referee.rulebook import load_rulebook

GAME = Game(
    name="among_cultists",
    title="Among Cultists",
    rules_version=1,
    seats=range(4, 9),
    facts=FACTS,
    choices=CHOICES,
    questions=QUESTIONS,
    obstacles=Obstacle,
    endings=Ending,
    options=CultistsOptions,
    state=State,
    new_state=new_state,
    folds=FOLDS,
    play=play,
    rulebook=load_rulebook("referee.games.among_cultists"),
    wording=WORDING,
    turn_fact=TurnBegan,
    why_not_playable=why_not_playable,
    advice=advice,
    plain_facts=PLAIN,
    statements=STATEMENTS,
    talk="palette",
    hidden_roles=CULTISTS,
    secrets=tell_secrets,
    untruth=untruth,
    sides=lambda state: tuple([character.side.value for character in state.characters]),
)
