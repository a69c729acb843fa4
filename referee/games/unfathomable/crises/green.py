"""The crises of the ten green mythos cards, each about one character."""

from __future__ import annotations

from referee.games.unfathomable import chaos, damage, items, resources, skill_test, spawning, waypoints
from referee.games.unfathomable.actions import plain_action
from referee.games.unfathomable.board import ADJACENT, ROOMS, Space, deck_numbered, nearest, room_numbered
from referee.games.unfathomable.card_effects import Effect
from referee.games.unfathomable.cards import MYTHOS, Character, Item, Mythos, Resource
from referee.games.unfathomable.choices import PASS, ChooseSeat, ChooseSpace, RememberTheDeep
from referee.games.unfathomable.crises.effects import (
    damage_ship,
    gain,
    in_turn,
    lose,
    named,
    on_roll,
    put,
    retreat_or_burn,
    risk,
    roll,
    spawn,
    treachery,
)
from referee.games.unfathomable.crisis import Crisis
from referee.games.unfathomable.defeat import defeat_character, defeat_deep_one
from referee.games.unfathomable.kept_mythos import give_up_mythos, keep_mythos
from referee.games.unfathomable.moving import send_to_brig, send_to_sick_bay
from referee.games.unfathomable.obstacles import Obstacle, no, refuse
from referee.games.unfathomable.possessions import all_items
from referee.games.unfathomable.questions import ASK_FAMILY_TIES, ASK_HISTORY_REPEATS, ASK_THE_GAME_IS_AFOOT
from referee.games.unfathomable.state import State
from referee.games.unfathomable.titles import captain
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

SANITY, SOULS = Resource.SANITY, Resource.SOULS


def _kept_by(character: Character) -> Effect:
    """Return an effect that keeps the card in the play area of its character."""

    def resolve(table: Table[State], you: Seat) -> Script[None]:
        keep_mythos(table, named(table, character))
        yield from ()

    return resolve


def _to_brig(character: Character) -> Effect:
    def resolve(table: Table[State], you: Seat) -> Script[None]:
        send_to_brig(table, named(table, character))
        yield from ()

    return resolve


def _to_sick_bay(character: Character) -> Effect:
    def resolve(table: Table[State], you: Seat) -> Script[None]:
        send_to_sick_bay(table, named(table, character))
        yield from ()

    return resolve


def _defeat(character: Character) -> Effect:
    def resolve(table: Table[State], you: Seat) -> Script[None]:
        yield from defeat_character(table, named(table, character))

    return resolve


# Keilani Tatupu: History Repeats


def _lock_somebody_up(table: Table[State], you: Seat) -> Script[None]:
    """Keilani may move another human to the Brig."""
    state = table.state
    keilani = named(table, Character.KEILANI)
    others = [
        seat for seat in state.humans() if seat != keilani and state.players[seat].space is not Space.BRIG
    ]
    if others:
        answer: Choice = yield ASK_HISTORY_REPEATS.to(
            keilani,
            [PASS, *[ChooseSeat(seat) for seat in others]],
            why_not=refuse(ChooseSeat, Obstacle.NOT_BY_CHOICE, "mythos.history_repeats"),
            passes=0,
        )
        if isinstance(answer, ChooseSeat):
            send_to_brig(table, answer.seat)


def _lock_both_up(table: Table[State], you: Seat) -> Script[None]:
    """Send Keilani and the Captain to the Brig; she may be both."""
    for seat in dict.fromkeys((named(table, Character.KEILANI), captain(table.state))):
        send_to_brig(table, seat)
    yield from ()


def _keilani_is_captain(table: Table[State], you: Seat) -> Refused | None:
    if captain(table.state) == named(table, Character.KEILANI):
        return None
    return no(Obstacle.NOT_THE_HOLDER, "mythos.history_repeats")


HISTORY_REPEATS = Crisis(
    success=in_turn(gain(SANITY), _lock_somebody_up),
    failure=in_turn(lose(SOULS), _lock_both_up),
    other=in_turn(lose(SANITY), _to_brig(Character.KEILANI)),
    needs=_keilani_is_captain,
)


# Arjun Singh: The Peacemaker


def _defeat_all(table: Table[State], you: Seat) -> Script[None]:
    """Defeat every Deep One on the board. Those in the Deep are not on it."""
    for space in spawning.deep_ones_on_board(table.state):
        _clear_of_deep_ones(table, space)
    yield from ()


def _clear_of_deep_ones(table: Table[State], space: Space) -> None:
    for _ in range(table.state.deep_ones.get(space, 0)):
        defeat_deep_one(table, space)


THE_PEACEMAKER = Crisis(success=_defeat_all, failure=spawn(*ROOMS), other=_kept_by(Character.ARJUN))


# Svetlana Gedroits: Do No Harm

DO_NO_HARM = Crisis(
    success=in_turn(lose(SANITY), _to_sick_bay(Character.SVETLANA)),
    failure=in_turn(lose(SANITY), damage_ship(1), _to_sick_bay(Character.SVETLANA)),
    other=in_turn(_to_brig(Character.SVETLANA), damage_ship(1)),
)


# Jeanne Lafarge: Signs of Life

SIGNS_OF_LIFE = Crisis(
    success=gain(SANITY),
    failure=lose(SOULS, 2),
    other=in_turn(risk(1), damage_ship(1), _defeat(Character.JEANNE)),
)


# Jamie Snell: The Game is Afoot


def _clear_a_room(table: Table[State], you: Seat) -> Script[None]:
    """Jamie chooses an interior space and defeats each Deep One there. With none inside there is nothing to choose."""
    if any([table.state.deep_ones.get(room) for room in ROOMS]):
        answer: ChooseSpace = yield ASK_THE_GAME_IS_AFOOT.to(
            named(table, Character.JAMIE),
            [ChooseSpace(room) for room in ROOMS],
            why_not=refuse(ChooseSpace, Obstacle.NOT_A_SHIP_SPACE, "mythos.the_game_is_afoot"),
        )
        _clear_of_deep_ones(table, answer.space)


def _trap(table: Table[State], you: Seat) -> Script[None]:
    """Roll, spawn four Deep Ones in that room and move Jamie there."""
    room = room_numbered((yield from roll(table, you)))
    spawning.spawn(table, room, 4)
    put(table, named(table, Character.JAMIE), room)


def _ambush(table: Table[State], you: Seat) -> Script[None]:
    """Damage the Boiler Room and spawn four Deep Ones on the space that became damaged, if any."""
    space = yield from damage.damage_space(table, Space.BOILER_ROOM)
    if space is not None:
        spawning.spawn(table, space, 4)


THE_GAME_IS_AFOOT = Crisis(success=_clear_a_room, failure=_trap, other=_ambush)


# William Bowleg: Memory of the Deep

MEMORY_OF_THE_DEEP = Crisis(
    failure=in_turn(lose(SANITY), _kept_by(Character.WILLIAM)),
    other=_kept_by(Character.WILLIAM),
)


def obstacle_to_remember(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless the card is in the play area."""
    if Mythos.MEMORY_OF_THE_DEEP in table.state.players[seat].mythos:
        return None
    return no(Obstacle.NOT_IN_PLAY_AREA, "ability.gained_from_mythos")


@rule("mythos.memory_of_the_deep")
def remember(table: Table[State], seat: Seat) -> Script[None]:
    """Make the test of the card again: a success discards it, a failure costs 1 sanity."""
    printed = MYTHOS[Mythos.MEMORY_OF_THE_DEEP]
    verdict = yield from skill_test.skill_test(table, printed.difficulty, printed.skills, is_mythos=True)
    if verdict.result is skill_test.Result.SUCCESS:
        give_up_mythos(table, seat, Mythos.MEMORY_OF_THE_DEEP)
    else:
        resources.lose(table, SANITY, 1)
    skill_test.clear_test(table)


REMEMBER_THE_DEEP = plain_action(
    "mythos.memory_of_the_deep", RememberTheDeep(), obstacle_to_remember, remember
)


# Beatrice Sharpe: Miscalculation


def _calculate(table: Table[State], you: Seat) -> Script[None]:
    """Beatrice looks at two waypoints and puts one on top, one on the bottom."""
    yield from waypoints.peek_at_two(table, named(table, Character.BEATRICE))


MISCALCULATION = Crisis(success=_calculate, failure=retreat_or_burn(2), other=on_roll(7, retreat_or_burn(2)))


# Ishmael Marsh: Family Ties


def _send_them_home(table: Table[State], you: Seat) -> Script[None]:
    """Return all Deep Ones to the supply; by a ruling, also those in the Deep."""
    spaces = spawning.deep_ones_on_board(table.state)
    if table.ruling("mythos.family_ties") == "deep_included":
        spaces.append(Space.DEEP)
    for space in spaces:
        spawning.return_deep_ones(table, space, table.state.deep_ones.get(space, 0))
    yield from ()


def _call_them(table: Table[State], you: Seat) -> Script[None]:
    """Spawn four Deep Ones in the interior space nearest to Ishmael; if several are, he chooses."""
    ishmael = named(table, Character.ISHMAEL)
    space = table.state.players[ishmael].space
    if space is Space.SICK_BAY:
        answer: ChooseSpace = yield ASK_FAMILY_TIES.to(
            ishmael,
            [ChooseSpace(room) for room in ADJACENT[space]],
            why_not=refuse(ChooseSpace, Obstacle.NOT_BY_CHOICE, "space.nearest"),
        )
        room: Space | None = answer.space
    else:
        room = nearest(space, ROOMS)
    if room is not None:
        spawning.spawn(table, room, 4)


FAMILY_TIES = Crisis(upper=in_turn(_send_them_home, _kept_by(Character.ISHMAEL)), lower=_call_them)


# Edmund Mallory: Gift of the Mother


def _cleanse_chaos(table: Table[State], you: Seat) -> Script[None]:
    """Discard the chaos deck and build a new one."""
    chaos.discard_chaos(table)
    yield from ()


def _lose_the_ring(table: Table[State], you: Seat) -> Script[None]:
    """Remove the Lucky Ring from the game, whoever has it."""
    for seat in range(table.seats):
        if Item.LUCKY_RING in all_items(table.state, seat):
            yield from items.remove_item(table, seat, Item.LUCKY_RING)


def _gift_difficulty(table: Table[State]) -> int:
    return 15 if table.ruling("mythos.gift_of_the_mother") == "fifteen" else 13


GIFT_OF_THE_MOTHER = Crisis(
    success=_cleanse_chaos,
    failure=in_turn(_defeat(Character.EDMUND), _lose_the_ring, treachery(6)),
    other=in_turn(_lose_the_ring, treachery(6)),
    difficulty=_gift_difficulty,
)


# Samira Dualeh: Ticket, Please


def _find_something(table: Table[State], you: Seat) -> Script[None]:
    yield from items.draw_item(table, named(table, Character.SAMIRA))


def _lose_all_items(table: Table[State], you: Seat) -> Script[None]:
    """Remove all of Samira's items from the game."""
    samira = named(table, Character.SAMIRA)
    for item in list(all_items(table.state, samira)):
        yield from items.remove_item(table, samira, item)


def _flee_to_the_deck(table: Table[State], you: Seat) -> Script[None]:
    """Roll and move Samira to that deck space."""
    space = deck_numbered((yield from roll(table, you)))
    put(table, named(table, Character.SAMIRA), space)


TICKET_PLEASE = Crisis(
    success=_find_something,
    failure=in_turn(_to_brig(Character.SAMIRA), _lose_all_items),
    other=in_turn(_lose_all_items, _flee_to_the_deck),
)
