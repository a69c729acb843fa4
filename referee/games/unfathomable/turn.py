"""The turns of humans and revealed traitors, and the whole match."""

from __future__ import annotations

from referee.games.unfathomable.actions import perform_action
from referee.games.unfathomable.board import SICK_BAY
from referee.games.unfathomable.cards import TREACHERY
from referee.games.unfathomable.choices import ACCEPT, PASS, ChooseNumber, ChooseSkill
from referee.games.unfathomable.facts.turn import ActionSpent, StepBegan, TurnBegan
from referee.games.unfathomable.hand import UPGRADES, draw, keep_ten, skill_set
from referee.games.unfathomable.mythos import mythos_step
from referee.games.unfathomable.obstacles import Obstacle, refuse
from referee.games.unfathomable.questions import (
    ASK_FORGO,
    ASK_FULL_SKILL_SET,
    ASK_SICK_BAY_CARD,
    ASK_TREACHERY_CARDS,
)
from referee.games.unfathomable.setup import set_up
from referee.games.unfathomable.skills import replace_action_step
from referee.games.unfathomable.state import State
from referee.games.unfathomable.upgrades import choose_upgrade
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule


def play(table: Table[State]) -> Script[None]:
    """Play a whole match: set up, then take turns until the game ends."""
    yield from set_up(table)
    yield from take_turns(table, table.state.start)


@rule("turn.order")
def take_turns(table: Table[State], seat: Seat) -> Script[None]:
    """Take turns clockwise until something ends the game."""
    while True:
        yield from take_turn(table, seat)
        seat = pass_marker(table, seat)


@rule("turn.pass_marker")
def pass_marker(table: Table[State], seat: Seat) -> Seat:
    """Return the player on the left, whose turn is next."""
    return table.others(seat)[0]


@rule("turn.type")
def take_turn(table: Table[State], seat: Seat) -> Script[None]:
    """Take the turn of a human or of a revealed traitor."""
    if table.state.players[seat].is_human:
        yield from take_turn_as_human(table, seat)
    else:
        yield from take_turn_as_traitor(table, seat)


@rule("turn.human")
def take_turn_as_human(table: Table[State], seat: Seat) -> Script[None]:
    """Take the Skill step, Action step, Mythos step and Discard step."""
    table.record(TurnBegan(seat, table.state.turn + 1))
    yield from change_upgrade(table, seat)
    yield from draw_skill_set(table, seat)
    yield from act_as_human(table, seat)
    if not skips_mythos(table):
        yield from mythos_step(table, seat)
    yield from end_turn(table, seat)


@rule("reveal.own_turn_skips_mythos")
def skips_mythos(table: Table[State]) -> bool:
    """Return whether the active player revealed this turn, and so has no Mythos step."""
    return table.state.revealed_this_turn


@rule("turn.traitor")
def take_turn_as_traitor(table: Table[State], seat: Seat) -> Script[None]:
    """Take the Skill step, Action step and Discard step."""
    table.record(TurnBegan(seat, table.state.turn + 1))
    yield from change_upgrade(table, seat)
    yield from draw_as_traitor(table, seat)
    yield from act_as_traitor(table, seat)
    yield from end_turn(table, seat)


@rule("upgrade.start_of_turn_timing")
def change_upgrade(table: Table[State], seat: Seat) -> Script[None]:
    """Let the player change its active upgrade before the Skill step."""
    yield from choose_upgrade(table, seat, starts_turn=True)


@rule("skill_set.draw")
def draw_skill_set(table: Table[State], seat: Seat) -> Script[None]:
    """Draw the skill set in the Skill step of a human; in the Sick Bay, one card of it."""
    if table.state.players[seat].space is SICK_BAY:
        yield from draw_in_sick_bay(table, seat)
    elif (yield from draws_full_set(table, seat)):
        draw(table, seat, skill_set(table.state, seat))


@rule("sick_bay.left_before_turn")
def draws_full_set(table: Table[State], seat: Seat) -> Script[bool]:
    """Return whether the full skill set is drawn; by a ruling, a player who left the Sick Bay before may decline."""
    if table.ruling("sick_bay.left_before_turn") == "must" or not table.state.players[seat].left_sick_bay:
        return True
    answer: Choice = yield ASK_FULL_SKILL_SET.to(seat, [ACCEPT, PASS])
    return answer == ACCEPT


@rule("skill_set.sick_bay")
def draw_in_sick_bay(table: Table[State], seat: Seat) -> Script[None]:
    """Draw one card of a type in the skill set; a revealed traitor may draw a Treachery card instead."""
    player = table.state.players[seat]
    skills = skill_set(table.state, seat)
    if table.ruling("sick_bay.upgrade") == "any":
        skills += [UPGRADES[item] for item in player.inactive]
    options: list[Choice] = [ChooseSkill(skill) for skill in dict.fromkeys(skills)]
    if player.is_traitor:
        options.append(ChooseSkill(TREACHERY))
        if table.ruling("traitor.treachery_draw") == "optional":
            options.append(PASS)
    answer: Choice = yield ASK_SICK_BAY_CARD.to(
        seat, options, why_not=refuse(ChooseSkill, Obstacle.WRONG_SKILL, "skill_set.definition")
    )
    if isinstance(answer, ChooseSkill):
        draw(table, seat, [answer.skill])


@rule("turn.traitor.skills")
def draw_as_traitor(table: Table[State], seat: Seat) -> Script[None]:
    """Draw the skill set in the Skill step of a revealed traitor, with Treachery cards for cards forgone."""
    player = table.state.players[seat]
    if player.space is SICK_BAY and table.ruling("sick_bay.traitor_draw") == "one_card":
        yield from draw_in_sick_bay(table, seat)
    elif (yield from draws_full_set(table, seat)):
        yield from forgo_for_treachery(table, seat)


@rule("turn.traitor.skills.treachery")
def forgo_for_treachery(table: Table[State], seat: Seat) -> Script[None]:
    """Forgo cards of the skill set, draw the others, and a Treachery card for each one forgone."""
    skills = skill_set(table.state, seat)
    forgone: tuple[ChooseSkill, ...] = yield ASK_FORGO.to(
        seat,
        [ChooseSkill(skill) for skill in skills],
        0,
        len(skills),
        default=(),
        why_not=refuse(ChooseSkill, Obstacle.WRONG_SKILL, "skill_set.definition"),
        passes=(),
    )
    for choice in forgone:
        skills.remove(choice.skill)
    is_optional = table.ruling("traitor.treachery_draw") == "optional"
    if is_optional and table.ruling("traitor.declare") == "after_ordinary":
        draw(table, seat, skills)
        skills = []
    count = len(forgone)
    if is_optional and forgone:
        count = yield from declare_treachery(table, seat, count)
    draw(table, seat, [*skills, *[TREACHERY] * count])


@rule("turn.traitor.skills.declare")
def declare_treachery(table: Table[State], seat: Seat, most: int) -> Script[int]:
    """Ask how many Treachery cards to draw for the cards forgone."""
    options = [ChooseNumber(number) for number in range(most, -1, -1)]
    answer: ChooseNumber = yield ASK_TREACHERY_CARDS.to(seat, options)
    return answer.number


@rule("turn.human.actions")
def act_as_human(table: Table[State], seat: Seat) -> Script[None]:
    """Take the Action step of a human, who may reveal and continue as a traitor."""
    table.record(StepBegan(seat, "actions"))
    yield from act(table, seat)


@rule("turn.traitor.actions")
def act_as_traitor(table: Table[State], seat: Seat) -> Script[None]:
    """Take the Action step of a revealed traitor, unless a card replaces it."""
    table.record(StepBegan(seat, "actions"))
    if not (yield from replace_action_step(table, seat)):
        yield from act(table, seat)


@rule("action.step.two_actions")
def act(table: Table[State], seat: Seat) -> Script[None]:
    """Perform two actions, one after the other."""
    while table.state.actions_left > 0:
        table.record(ActionSpent(seat))
        yield from perform_action(table, seat)


def end_turn(table: Table[State], seat: Seat) -> Script[None]:
    """Take the Discard step."""
    table.record(StepBegan(seat, "discard"))
    yield from keep_ten(table)
