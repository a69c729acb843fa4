"""A turn (plotting at Court any number of times, one action, Locations) and the order of turns until the end."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.abyss.cards import COURT_SPACES, Lord
from referee.games.abyss.choices import (
    DECLINE,
    EndTurn,
    Explore,
    Plot,
    Recruit,
    RestAction,
    TakeStack,
    UsePower,
)
from referee.games.abyss.costs import affordable, obstacle_to_recruit
from referee.games.abyss.council import TAKE_STACK, ask_the_council, why_no_stack
from referee.games.abyss.ending import (
    affiliate_hands,
    crown,
    score_seats,
    watch_for_stalemate,
    watch_the_lord_deck,
)
from referee.games.abyss.explore import explore, obstacle_to_explore
from referee.games.abyss.facts.court import LordsCalled
from referee.games.abyss.facts.supply import PearlsPaid
from referee.games.abyss.facts.turn import TurnBegan
from referee.games.abyss.locations import control_locations, owes_location
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.per_turn import obstacle_to_power, usable_powers, use_power
from referee.games.abyss.powers import collect_rent
from referee.games.abyss.questions import ASK_AFTER_ACTION, ASK_BEFORE_LOCATIONS, ASK_TURN
from referee.games.abyss.recruit import recruit
from referee.games.abyss.setup import set_up
from referee.games.abyss.soldiers import keep_six, surplus_of
from referee.games.abyss.state import State
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.questions import OneOf
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

EXPLORE = Explore()
PLOT = Plot()
REST = RestAction()
END_TURN = EndTurn()

_PEARLS_SHORT = no(Obstacle.PEARLS_SHORT, "plot")
_COURT_FULL = no(Obstacle.COURT_FULL, "plot")
_LORD_DECK_EMPTY = no(Obstacle.LORD_DECK_EMPTY, "plot")


def play(table: Table[State]) -> Script[None]:
    """Play a whole match: the setup, turns until the last round is over, and the scoring."""
    set_up(table)
    yield from take_turns(table, table.state.start)
    affiliate_hands(table)
    crown(table, score_seats(table))


def take_turns(table: Table[State], seat: Seat) -> Script[None]:
    """Take turns clockwise until it would be the turn of the seat that set off the end."""
    while True:
        yield from take_turn(table, seat)
        if not has_extra_turn(table):
            seat = (seat + 1) % table.seats
            if seat == table.state.last_round_by:
                return


def has_extra_turn(table: Table[State]) -> bool:
    """Return whether the Invoker's extra turn comes next; after the end is set off, only if the ruling grants it."""
    state = table.state
    return state.extra_turn and (state.last_round_by < 0 or table.ruling("invoker.at_end") == "granted")


@rule("turn")
def take_turn(table: Table[State], seat: Seat) -> Script[None]:
    """Plot, act and control Locations; then use the remaining powers and discard for an opponent's Commander."""
    state = table.state
    table.record(TurnBegan(seat, state.turn + 1))
    if state.realms[seat].has(Lord.LANDLORD):
        collect_rent(table, seat)
    yield from plot_and_act(table, seat)
    if owes_location(state, seat):
        if table.ruling("powers.before_locations") == "owner_chooses":
            yield from use_last_powers(table, seat, ASK_BEFORE_LOCATIONS, DECLINE)
        yield from control_locations(table, seat)
    if usable_powers(table, seat):
        yield from use_last_powers(table, seat, ASK_AFTER_ACTION, END_TURN)
    if surplus_of(state, seat) > 0:
        yield from keep_six(table, seat)
    if not state.lord_deck:
        watch_the_lord_deck(table, seat)
    watch_for_stalemate(table, seat)


@rule("action")
def plot_and_act(table: Table[State], seat: Seat) -> Script[None]:
    """Plot and use powers any number of times, then carry out exactly one action."""

    def why_not(choice: Choice) -> Refused | None:
        return why_not_now(table, seat, choice)

    while True:
        answer: Choice = yield ASK_TURN.to(seat, turn_options(table, seat), why_not=why_not)
        if answer is PLOT:
            plot(table, seat)
        elif type(answer) is UsePower:
            yield from use_power(table, seat, answer.lord)
        else:
            break
    if answer is EXPLORE:
        yield from explore(table, seat)
    elif type(answer) is TakeStack:
        yield from ask_the_council(table, seat, answer.race)
    elif type(answer) is Recruit:
        yield from recruit(table, seat, answer.lord)


def turn_options(table: Table[State], seat: Seat) -> list[Choice]:
    """Return the seat's options, Lords first: the first is the default, and a match of absent seats must end."""
    state = table.state
    options = affordable(state, seat)
    if obstacle_to_explore(table) is None:
        options.append(EXPLORE)
    for race, stack in state.council.items():
        if stack:
            options.append(TAKE_STACK[race])
    if not options:
        options.append(REST)
    if obstacle_to_plot(state, seat) is None:
        options.append(PLOT)
    options += usable_powers(table, seat)
    return options


def why_not_now(table: Table[State], seat: Seat, choice: Choice) -> Refused | None:
    """Return why a choice is not open at this point of the turn."""
    match choice:
        case Explore():
            return obstacle_to_explore(table)
        case TakeStack():
            return why_no_stack(table.state, choice)
        case Recruit():
            return obstacle_to_recruit(table.state, seat, choice.lord)
        case Plot():
            return obstacle_to_plot(table.state, seat)
        case UsePower():
            return obstacle_to_power(table, seat, choice.lord)
        case EndTurn():
            return no(Obstacle.ACTION_OWED, "action")
        case RestAction():
            return no(Obstacle.ACTION_POSSIBLE, "action.none")
        case _:
            return None


def obstacle_to_plot(state: State, seat: Seat) -> Refused | None:
    """Require a pearl, a free space at Court and a Lord in the deck."""
    if state.realms[seat].pearls < 1:
        return _PEARLS_SHORT
    if len(state.court) >= COURT_SPACES:
        return _COURT_FULL
    return None if state.lord_deck else _LORD_DECK_EMPTY


@rule("plot")
def plot(table: Table[State], seat: Seat) -> None:
    """Pay a pearl to bring the top Lord of the deck to the free space farthest from the deck."""
    table.record(PearlsPaid(seat, 1))
    table.record(LordsCalled((table.state.lord_deck[-1],)))


def use_last_powers(table: Table[State], seat: Seat, question: OneOf, leave: Choice) -> Script[None]:
    """Ask for powers to use until none is left or the seat declines."""
    while powers := usable_powers(table, seat):
        answer = yield from choose_power(table, seat, question, [leave, *powers])
        if type(answer) is not UsePower:
            return
        yield from use_power(table, seat, answer.lord)


@rule("lord.per_turn")
def choose_power(
    table: Table[State], seat: Seat, question: OneOf, options: Sequence[Choice]
) -> Script[Choice]:
    """Ask which power to use after the action; the first option declines."""

    def why_not(choice: Choice) -> Refused | None:
        if isinstance(choice, UsePower):
            return obstacle_to_power(table, seat, choice.lord)
        return no(Obstacle.ACTION_DONE, "action")

    answer: Choice = yield question.to(seat, options, why_not=why_not, passes=0)
    return answer
