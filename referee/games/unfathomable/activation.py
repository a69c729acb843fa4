"""Activating monsters: Mother Hydra, Father Dagon and the Deep Ones."""

from __future__ import annotations

from collections.abc import Callable

from referee.games.unfathomable.attack import deep_one_attacks
from referee.games.unfathomable.board import (
    ADJACENT,
    ARROW,
    DEEP,
    ROOMS,
    Space,
    distances,
    nearest,
    number_of,
    toward_bow,
)
from referee.games.unfathomable.cards import MONARCHS, Monarch, Symbol
from referee.games.unfathomable.choices import ChooseSeat, ChooseSpace
from referee.games.unfathomable.damage import damage_space
from referee.games.unfathomable.defeat import defeat_passenger
from referee.games.unfathomable.questions import (
    ASK_DEEP_ONE_ORDER,
    ASK_DEEP_ONE_STEP,
    ASK_DEEP_ONE_TARGET,
    ASK_NEXT_DEEP_ONE,
)
from referee.games.unfathomable.spawning import (
    ENOUGH_TO_SURFACE,
    deep_ones_on_board,
    lead_deep_ones,
    move_monarch,
    spawn,
    surface,
)
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule

SPAWNED_IN_THE_DEEP = 2
SPAWNED_BY_DAGON = 2


@rule("activation.trigger")
def activate(table: Table[State], symbol: Symbol) -> Script[None]:
    """Resolve an activation symbol."""
    yield from _SYMBOLS[symbol](table)


def _stir_the_deep(table: Table[State], *monarchs: Monarch) -> Script[None]:
    """Spawn two Deep Ones in the Deep; if at least four are there, they surface with these monarchs."""
    spawn(table, DEEP, SPAWNED_IN_THE_DEEP)
    if table.state.deep_ones.get(DEEP, 0) >= ENOUGH_TO_SURFACE:
        yield from surface(table, *monarchs)


# Mother Hydra


@rule("mythos.activation.hydra")
def _hydra_symbol(table: Table[State]) -> Script[None]:
    in_deep = table.state.monarchs[Monarch.HYDRA] is DEEP
    yield from (_hydra_in_deep if in_deep else _hydra_acts)(table)


@rule("activation.hydra.sequence")
def _hydra_acts(table: Table[State]) -> Script[None]:
    """Damage a room, then move."""
    yield from _hydra_damages(table)
    _hydra_moves(table)


@rule("activation.hydra.damage")
def _hydra_damages(table: Table[State]) -> Script[None]:
    """Damage the room that the arrows lead to from Hydra's space."""
    yield from damage_space(table, _room_near_hydra(table))


@rule("activation.hydra.damage.arrow_help")
def _room_near_hydra(table: Table[State]) -> Space:
    """Follow the arrows from water to deck and from deck to a room."""
    return ARROW[ARROW[table.state.monarchs[Monarch.HYDRA]]]


@rule("activation.hydra.move")
def _hydra_moves(table: Table[State]) -> None:
    """Move Hydra one space toward the bow; at the bow she stays."""
    _approach_bow(table, Monarch.HYDRA)


@rule("bow.monarch_move")
def _approach_bow(table: Table[State], monarch: Monarch) -> None:
    """Move a monarch one space toward the bow."""
    move_monarch(table, monarch, toward_bow(table.state.monarchs[monarch]))


@rule("activation.hydra.in_deep")
def _hydra_in_deep(table: Table[State]) -> Script[None]:
    """Gather Deep Ones in the Deep instead of acting; Hydra may surface with them."""
    yield from _stir_the_deep(table, Monarch.HYDRA)


# Father Dagon


@rule("mythos.activation.dagon")
def _dagon_symbol(table: Table[State]) -> Script[None]:
    if table.state.monarchs[Monarch.DAGON] is DEEP:
        yield from _dagon_in_deep(table)
    else:
        _dagon_acts(table)


@rule("activation.dagon.sequence")
def _dagon_acts(table: Table[State]) -> None:
    """Spawn Deep Ones, then move."""
    _dagon_spawns(table)
    _dagon_moves(table)


@rule("activation.dagon.spawn")
def _dagon_spawns(table: Table[State]) -> None:
    """Spawn two Deep Ones on the deck space that the arrow of Dagon's space points to."""
    spawn(table, _deck_near_dagon(table), SPAWNED_BY_DAGON)


@rule("activation.dagon.spawn.arrow")
def _deck_near_dagon(table: Table[State]) -> Space:
    """Follow the arrow from water to deck."""
    return ARROW[table.state.monarchs[Monarch.DAGON]]


@rule("activation.dagon.move")
def _dagon_moves(table: Table[State]) -> None:
    """Move Dagon one space toward the bow; at the bow he stays."""
    _approach_bow(table, Monarch.DAGON)


@rule("activation.dagon.in_deep")
def _dagon_in_deep(table: Table[State]) -> Script[None]:
    """Gather Deep Ones in the Deep instead of acting; Dagon may surface with them."""
    yield from _stir_the_deep(table, Monarch.DAGON)


# The Deep Ones


@rule("mythos.activation.deep_ones")
def _deep_one_symbol(table: Table[State]) -> Script[None]:
    """Activate every Deep One on the board once; if there is none, gather more in the Deep."""
    if deep_ones_on_board(table.state):
        yield from _each_deep_one(table)
    else:
        yield from _none_on_board(table)


_SYMBOLS: dict[Symbol, Callable[[Table[State]], Script[None]]] = {
    Symbol.HYDRA: _hydra_symbol,
    Symbol.DAGON: _dagon_symbol,
    Symbol.DEEP_ONES: _deep_one_symbol,
}


@rule("activation.deep_one.none_on_board")
def _none_on_board(table: Table[State]) -> Script[None]:
    """Spawn two Deep Ones in the Deep; if at least four are there, everything there surfaces."""
    yield from _stir_the_deep(table, *MONARCHS)


@rule("activation.deep_one.order")
def _each_deep_one(table: Table[State]) -> Script[None]:
    """Activate each Deep One that is on the board now, in the order the active player chooses.

    Those that leave the board in the meantime are skipped, and newcomers do not act.
    """
    state = table.state
    waiting = {space: state.deep_ones[space] for space in deep_ones_on_board(state)}
    order: list[Space] = []
    if table.ruling("deep_one.order") == "in_advance" and len(waiting) > 1:
        figures = tuple([ChooseSpace(space) for space, count in waiting.items() for _ in range(count)])
        answer = yield ASK_DEEP_ONE_ORDER.to(state.active, figures)
        order = [choice.space for choice in answer]
    while waiting := _still_there(state, waiting):
        if order:
            space = order.pop(0)
            if space not in waiting:
                continue
        else:
            space = yield from _next_deep_one(state, waiting)
        waiting[space] -= 1
        yield from activate_deep_one(table, space)


def _still_there(state: State, waiting: dict[Space, int]) -> dict[Space, int]:
    """Return how many Deep Ones have yet to act on each space."""
    there = state.deep_ones
    return {space: min(count, there[space]) for space, count in waiting.items() if count and space in there}


def _next_deep_one(state: State, waiting: dict[Space, int]) -> Script[Space]:
    """Ask the active player where the next Deep One acts."""
    if len(waiting) == 1:
        return next(iter(waiting))
    options = tuple(map(ChooseSpace, waiting))
    answer: ChooseSpace = yield ASK_NEXT_DEEP_ONE.to(state.active, options)
    return answer.space


def activate_deep_ones_on(table: Table[State], space: Space) -> Script[None]:
    """Activate each Deep One on a space."""
    waiting = {space: table.state.deep_ones.get(space, 0)}
    while waiting := _still_there(table.state, waiting):
        waiting[space] -= 1
        yield from activate_deep_one(table, space)


def activate_deep_one(table: Table[State], space: Space) -> Script[None]:
    """Activate a Deep One on a space: it takes the first of four options that is possible, in the Deep none."""
    state = table.state
    if space is DEEP or not state.deep_ones.get(space):
        return
    humans = state.humans_on(space)
    if humans:
        yield from _attack(table, space, humans)
    elif state.passengers.get(space):
        yield from _defeat(table, space)
    elif space in ROOMS and space not in state.damage:
        yield from _damage(table, space)
    else:
        yield from _move(table, space)


@rule("activation.deep_one.option_1")
def _attack(table: Table[State], space: Space, humans: list[Seat]) -> Script[None]:
    """Option 1: attack a human on the same space; if there are several, the active player chooses one."""
    defender = humans[0] if len(humans) == 1 else (yield from _choose_human(table, humans))
    yield from deep_one_attacks(table, space, defender)


@rule("activation.deep_one.option_1.choice")
def _choose_human(table: Table[State], humans: list[Seat]) -> Script[Seat]:
    """Ask the active player which human the Deep One attacks."""
    options = tuple([ChooseSeat(seat) for seat in humans])
    answer: ChooseSeat = yield ASK_DEEP_ONE_TARGET.to(table.state.active, options)
    return answer.seat


@rule("activation.deep_one.option_2")
def _defeat(table: Table[State], space: Space) -> Script[None]:
    """Option 2: defeat a passenger on the same space. No human is there to protect it.

    The tokens look alike, so there is nothing to choose.
    """
    yield from defeat_passenger(table, space)


@rule("activation.deep_one.option_3")
def _damage(table: Table[State], space: Space) -> Script[None]:
    """Option 3: damage the space, an undamaged room. The Deep One is then done, whatever card is drawn."""
    yield from damage_space(table, space)


@rule("activation.deep_one.option_4")
def _move(table: Table[State], space: Space) -> Script[None]:
    """Option 4: move."""
    yield from (_follow_arrow if space in ARROW else _go_on_inside)(table, space)


@rule("activation.deep_one.option_4.arrow")
def _follow_arrow(table: Table[State], space: Space) -> Script[None]:
    """On water and on deck, follow the arrow."""
    yield from lead_deep_ones(table, space, ARROW[space])


@rule("activation.deep_one.option_4.interior")
def _go_on_inside(table: Table[State], space: Space) -> Script[None]:
    """Inside the ship, move toward the nearest undamaged room."""
    yield from lead_deep_ones(table, space, (yield from _way_inside(table, space)))


def _way_inside(table: Table[State], space: Space) -> Script[Space]:
    """Return the next space toward the nearest undamaged room; of several, the one with the highest number."""
    undamaged = [room for room in ROOMS if room not in table.state.damage]
    goal = nearest(space, undamaged, ROOMS)
    assert goal is not None, "with six damaged rooms the game is over"
    if table.ruling("deep_one.interior_move") == "jump":
        return goal
    away = distances(goal, ROOMS)
    steps = [room for room in ADJACENT[space] if room in ROOMS and away[room] < away[space]]
    if len(steps) == 1 or table.ruling("deep_one.first_step") == "highest_number":
        return max(steps, key=number_of)
    options = tuple([ChooseSpace(room) for room in steps])
    answer: ChooseSpace = yield ASK_DEEP_ONE_STEP.to(table.state.active, options)
    return answer.space
