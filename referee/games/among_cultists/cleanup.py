"""The Cleanup phase: fire, blocks, the count of the dead, the Snitch, and the end of time."""

from __future__ import annotations

from referee.games.among_cultists.cards import CULTIST_ROLES, Cause, CharacterRole, Side
from referee.games.among_cultists.choices import BurnRoom, DeclareEnd, StaySilent
from referee.games.among_cultists.ending import Ending, count_kills, end_match, is_dead
from referee.games.among_cultists.facts.actions import RoomBurned
from referee.games.among_cultists.facts.roles import PulseOpened, RoleRevealed
from referee.games.among_cultists.facts.turn import BlocksRemoved, RoundEnded
from referee.games.among_cultists.ghosts import become_ghost
from referee.games.among_cultists.questions import ASK_DECLARATION, ASK_FIRE
from referee.games.among_cultists.setup import hidden_starts, show_roles
from referee.games.among_cultists.state import State
from referee.kernel.asks import Choice, Together
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule

STAY_SILENT = StaySilent()
DECLARE_END = DeclareEnd()


@rule("cleanup")
def clean_up(table: Table[State]) -> Script[None]:
    """End a round: fire, blocks, the count of the dead, the Snitch; after the last round the Cultists win."""
    state = table.state
    numbers = state.layout.numbers
    if can_burn(state):
        yield from ask_for_fire(table)
    if state.blocks:
        remove_blocks(table)
    yield from count_the_dead(table)
    if state.round == numbers.snitch_round and CharacterRole.SNITCH in state.roles:
        yield from reveal_snitch(table)
    if state.round == numbers.rounds:
        end_of_time(table)


def can_burn(state: State) -> bool:
    """Return whether it is the time of the Firestarter, as everybody knows."""
    numbers = state.layout.numbers
    is_time = numbers.fire_from <= state.round <= numbers.fire_until
    return is_time and CharacterRole.FIRESTARTER in state.roles and not state.was_room_burned


@rule("role.firestarter")
def ask_for_fire(table: Table[State]) -> Script[None]:
    """Ask everybody the same, in secret; only the answer of the Firestarter counts."""
    options: list[Choice] = [STAY_SILENT, *[BurnRoom(room.room) for room in table.state.rooms]]
    seats = range(table.seats)
    answers = yield Together([ASK_FIRE.to(seat, options, passes=0) for seat in seats])
    answer = answers[table.state.holder(CharacterRole.FIRESTARTER)]
    if isinstance(answer, BurnRoom):
        room = table.state.room(answer.room)
        assert room is not None
        table.record(RoomBurned(room.room, tuple(room.cards)))


@rule("unsafe.round_end")
def remove_blocks(table: Table[State]) -> None:
    """Take all Tentacle blocks off the map."""
    table.record(BlocksRemoved())


@rule("kills.round_end")
def count_the_dead(table: Table[State]) -> Script[None]:
    """Count the dead in secret; a lone Cultist wins with enough of them, two Cultists win with them later."""
    state = table.state
    numbers = state.layout.numbers
    kills = count_kills(table)
    reached = state.kills_reached or (state.round if kills >= numbers.kills else 0)
    table.record(RoundEnded(state.round, kills, reached))
    if numbers.cultists > 1:
        return
    if table.ruling("end.lone_cultist") == "automatic":
        if kills >= numbers.kills:
            end_match(table, Ending.INVESTIGATORS_KILLED, Side.CULTISTS)
    else:
        yield from ask_for_declaration(table, is_true=kills >= numbers.kills)


@rule("end.declaration")
def ask_for_declaration(table: Table[State], *, is_true: bool) -> Script[None]:
    """Ask everybody the same, in secret; a lone Cultist may end the match, and loses if it is wrong."""
    seats = range(table.seats)
    options: list[Choice] = [STAY_SILENT, DECLARE_END]
    asks = [ASK_DECLARATION.to(seat, options, passes=0) for seat in seats]
    answers = yield Together(asks)
    if isinstance(answers[cultist_numbered(table.state, 1)], DeclareEnd):
        if is_true:
            end_match(table, Ending.INVESTIGATORS_KILLED, Side.CULTISTS)
        end_match(table, Ending.FALSE_DECLARATION, Side.INVESTIGATORS)


def cultist_numbered(state: State, number: int) -> Seat:
    """Return the seat of the Cultist with a number."""
    for seat, character in enumerate(state.characters):
        if character.role in CULTIST_ROLES and character.number == number:
            return seat
    raise AssertionError(f"no Cultist has the number {number}")


@rule("role.snitch")
def reveal_snitch(table: Table[State]) -> Script[None]:
    """Publish the Snitch and its Pulse deck; if it is alive, it learns in a second night who one of the Cultists is."""
    snitch = table.state.holder(CharacterRole.SNITCH)
    character = table.state.characters[snitch]
    is_aloud = table.ruling("snitch.number") == "aloud"
    table.record(RoleRevealed(snitch, CharacterRole.SNITCH, character.number if is_aloud else 0))
    table.record(PulseOpened(snitch, tuple(sorted(character.pulse))))
    if character.is_ghost:
        return
    if is_dead(character):
        yield from become_ghost(table, snitch, Cause.PULSE_OPENED)
    else:
        pass_second_night(table, snitch)


@rule("role.snitch.night")
def pass_second_night(table: Table[State], snitch: Seat) -> None:
    """Show the Snitch the Cultist with its number; everybody gets a message of the same form."""
    cultist = cultist_numbered(table.state, table.state.characters[snitch].number)
    for seat in range(table.seats):
        if seat == snitch:
            show_roles(table, seat, [cultist], [cultist], hidden_starts(table))
        elif seat == cultist:
            show_roles(table, seat, [], [snitch], hidden_starts(table))
        else:
            show_roles(table, seat, [], [], hidden_starts(table))


@rule("end.time")
def end_of_time(table: Table[State]) -> None:
    """End the match after the last round: the Cultists win."""
    end_match(table, Ending.TIME_RAN_OUT, Side.CULTISTS)
