"""What each of the ten characters does on revealing as a traitor."""

from __future__ import annotations

from collections.abc import Callable

from referee.games.unfathomable.activation import activate_deep_ones_on
from referee.games.unfathomable.at_once import CHARACTERS_FIRST, defeat_everyone, is_protected
from referee.games.unfathomable.board import DECK, ROOMS, WATER, Space
from referee.games.unfathomable.cards import Character, Resource
from referee.games.unfathomable.choices import ChooseNumber, ChooseSpace, ChooseSupply, TakeItem
from referee.games.unfathomable.damage import damage_space
from referee.games.unfathomable.defeat import (
    defeat_passenger,
    defeat_passenger_of_supply,
)
from referee.games.unfathomable.facts.spoken import NumberChosen
from referee.games.unfathomable.items import give_item
from referee.games.unfathomable.mythos import resolve_crisis_alone
from referee.games.unfathomable.possessions import all_items
from referee.games.unfathomable.questions import (
    ASK_DISRUPT_RITUAL,
    ASK_DIVIDE_AND_CONQUER,
    ASK_MALPRACTICE,
    ASK_PICKPOCKET,
    ASK_SABOTAGE,
)
from referee.games.unfathomable.resources import lose
from referee.games.unfathomable.spawning import spawn_on_each
from referee.games.unfathomable.state import State
from referee.games.unfathomable.tracks import advance_ritual, retreat_ritual
from referee.games.unfathomable.waypoints import reset_travel
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule


@rule("reveal.ability")
def reveal_ability(table: Table[State], seat: Seat) -> Script[None]:
    """Resolve the reveal ability of a character, unless it is in the Brig."""
    player = table.state.players[seat]
    if player.space is not Space.BRIG and player.character in ABILITIES:
        yield from ABILITIES[player.character](table, seat)


@rule("reveal_ability.keilani")
def lose_heart(table: Table[State], seat: Seat) -> Script[None]:
    """Lose 1 sanity."""
    lose(table, Resource.SANITY, 1)
    yield from ()


@rule("reveal_ability.arjun")
def lose_course(table: Table[State], seat: Seat) -> Script[None]:
    """Reset the travel marker."""
    reset_travel(table)
    yield from ()


@rule("reveal_ability.svetlana")
def conduct_malpractice(table: Table[State], seat: Seat) -> Script[None]:
    """Choose and defeat a passenger, on deck or from the supply."""
    state = table.state
    spaces = [space for space in DECK if state.passengers.get(space) and not is_protected(table, space)]
    options: list[Choice] = [ChooseSpace(space) for space in spaces]
    if state.passenger_supply:
        options.append(ChooseSupply())
    if not options:
        return
    chosen: Choice = yield ASK_MALPRACTICE.to(seat, options)
    if isinstance(chosen, ChooseSpace):
        yield from defeat_passenger(table, chosen.space)
    else:
        yield from defeat_passenger_of_supply(table)


@rule("reveal_ability.jeanne")
def sabotage(table: Table[State], seat: Seat) -> Script[None]:
    """Choose and damage an undamaged room."""
    options = [ChooseSpace(space) for space in ROOMS if space not in table.state.damage]
    if options:
        chosen: ChooseSpace = yield ASK_SABOTAGE.to(seat, options)
        yield from damage_space(table, chosen.space)


@rule("reveal_ability.jamie")
def rain_fire(table: Table[State], seat: Seat) -> Script[None]:
    """Defeat each human and each passenger on the same space."""
    space = table.state.players[seat].space
    yield from defeat_everyone(table, space, table.state.humans_on(space), CHARACTERS_FIRST, by_traitor=True)


@rule("reveal_ability.william")
def disrupt_ritual(table: Table[State], seat: Seat) -> Script[None]:
    """Move the ritual marker up to 2 spaces, forward or back."""
    options = [ChooseNumber(number) for number in (0, 1, 2, -1, -2)]
    chosen: ChooseNumber = yield ASK_DISRUPT_RITUAL.to(seat, options, passes=0)
    table.record(NumberChosen(seat, chosen.number))
    if chosen.number > 0:
        yield from advance_ritual(table, chosen.number)
    elif chosen.number < 0:
        retreat_ritual(table, -chosen.number)


@rule("reveal_ability.beatrice")
def divide_and_conquer(table: Table[State], seat: Seat) -> Script[None]:
    """Spawn a Deep One on each of four water spaces of choice."""
    options = [ChooseSpace(space) for space in WATER]
    chosen: tuple[ChooseSpace, ...] = yield ASK_DIVIDE_AND_CONQUER.to(
        seat, options, 4, 4, default=(0, 1, 2, 3)
    )
    spawn_on_each(table, [choice.space for choice in chosen])


@rule("reveal_ability.ishmael")
def swear_second_oath(table: Table[State], seat: Seat) -> Script[None]:
    """Activate each Deep One on the same space."""
    yield from activate_deep_ones_on(table, table.state.players[seat].space)


@rule("reveal_ability.edmund")
def spread_misfortune(table: Table[State], seat: Seat) -> Script[None]:
    """Draw a mythos card and resolve only its crisis: a test fails, a choice is this player's."""
    yield from resolve_crisis_alone(table, seat)


@rule("reveal_ability.samira")
def pickpocket(table: Table[State], seat: Seat) -> Script[None]:
    """Take an item from a human on the same space."""
    state = table.state
    space = state.players[seat].space
    robbed = [
        other
        for other in table.others(seat)
        if state.players[other].space is space and state.players[other].is_human
    ]
    options = [TakeItem(item, other) for other in robbed for item in all_items(state, other)]
    if options:
        chosen: TakeItem = yield ASK_PICKPOCKET.to(seat, options)
        yield from give_item(table, chosen.seat, seat, chosen.item)


ABILITIES: dict[Character, Callable[[Table[State], Seat], Script[None]]] = {
    Character.KEILANI: lose_heart,
    Character.ARJUN: lose_course,
    Character.SVETLANA: conduct_malpractice,
    Character.JEANNE: sabotage,
    Character.JAMIE: rain_fire,
    Character.WILLIAM: disrupt_ritual,
    Character.BEATRICE: divide_and_conquer,
    Character.ISHMAEL: swear_second_oath,
    Character.EDMUND: spread_misfortune,
    Character.SAMIRA: pickpocket,
}
