"""How the game ends and who wins."""

from __future__ import annotations

from enum import StrEnum
from typing import NoReturn

from referee.games.among_cultists.cards import CULTIST_ROLES, FIRST_SIDES, Cause, CharacterRole, Face, Side
from referee.games.among_cultists.choices import NameSeer
from referee.games.among_cultists.facts.roles import (
    DecksOpened,
    GhostAppeared,
    KillCountOpened,
    RoomOpened,
    SeatOpened,
    SecretsOpened,
    SeerGuessed,
)
from referee.games.among_cultists.questions import ASK_SEER
from referee.games.among_cultists.state import Character, State
from referee.kernel.asks import Together
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule


class Ending(StrEnum):
    """The ways a match can end."""

    TRAITOR_VOTED_OUT = "traitor_voted_out"
    BOOKS_COLLECTED = "books_collected"
    CULTISTS_ELIMINATED = "cultists_eliminated"
    INVESTIGATORS_KILLED = "investigators_killed"
    TIME_RAN_OUT = "time_ran_out"
    SEER_NAMED = "seer_named"
    FALSE_DECLARATION = "false_declaration"


def is_dead(character: Character) -> bool:
    """Return whether a Pulse deck holds a Dead card. Only the open table can tell."""
    return Face.DEAD in character.pulse


@rule("kills")
def count_kills(table: Table[State]) -> int:
    """Return how many Investigators count as killed: dead or Ghosts, found or not."""
    return len([None for character in table.state.characters if is_killed(table, character)])


def is_killed(table: Table[State], character: Character) -> bool:
    """Return whether a Character counts as a killed Investigator."""
    if not is_dead(character):
        if not character.is_ghost:
            return False
        if character.was_voted_out and table.ruling("kills.voted_out") == "not_counted":
            return False
    if character.role is CharacterRole.YELLOW_TRAITOR:
        if table.ruling("kills.yellow") == "found_dead":
            return character.side is Side.INVESTIGATORS
        return table.ruling("kills.yellow") == "always"
    if character.role is CharacterRole.SLEEPER:
        return character.side is Side.INVESTIGATORS
    return FIRST_SIDES[character.role] is Side.INVESTIGATORS


def had_kills_before(table: Table[State]) -> bool:
    """Return whether two Cultists had enough kills at the end of an earlier round."""
    state = table.state
    return state.layout.numbers.cultists > 1 and 0 < state.kills_reached < state.round


@rule("end.books")
def watch_the_books(table: Table[State]) -> Script[None]:
    """End the match when the Victory Points suffice; two Cultists win who had their kills in an earlier round."""
    state = table.state
    if state.victory_points < state.layout.numbers.victory_points:
        return
    if table.ruling("end.points_and_kills") == "earlier_kills" and had_kills_before(table):
        end_match(table, Ending.BOOKS_COLLECTED, Side.CULTISTS)
    yield from investigators_win(table, Ending.BOOKS_COLLECTED)


@rule("end.eliminated")
def watch_the_cultists(table: Table[State]) -> Script[None]:
    """End the match when the last Cultist is a Ghost."""
    if not all([is_eliminated(table, character) for character in cultists_in(table.state)]):
        return
    if had_kills_before(table):
        end_match(table, Ending.CULTISTS_ELIMINATED, Side.CULTISTS)
    yield from investigators_win(table, Ending.CULTISTS_ELIMINATED)


def cultists_in(state: State) -> list[Character]:
    """Return those who started as Cultists, and a Sleeper who became one."""
    return [
        character
        for character in state.characters
        if character.role in CULTIST_ROLES
        or (character.role is CharacterRole.SLEEPER and character.side is Side.CULTISTS)
    ]


def is_eliminated(table: Table[State], character: Character) -> bool:
    """Return whether a Cultist is out: as any Ghost or, under one ruling, only if it was voted out."""
    if table.ruling("end.eliminated") == "voted_out":
        return character.was_voted_out
    return character.is_ghost


@rule("end.traitor")
def traitor_wins(table: Table[State], seat: Seat) -> NoReturn:
    """End the match with the Yellow Traitor as the only winner."""
    table.record(GhostAppeared(seat, Cause.VOTED_OUT))
    open_everything(table)
    table.end(Ending.TRAITOR_VOTED_OUT.value, (seat,), ())


@rule("role.seer")
def investigators_win(table: Table[State], ending: Ending) -> Script[None]:
    """End the match for the Investigators, unless the Seer is in play and the Cultists name it."""
    if CharacterRole.SEER in table.state.roles:
        seats = range(table.seats)
        # Everybody is asked: to ask one Cultist would show who it is before the match is over.
        asks = [ASK_SEER.to(seat, [NameSeer(other) for other in seats]) for seat in seats]
        answers = yield Together(asks)
        target = answers[deciding_cultist(table.state)].target
        table.record(SeerGuessed(target))
        if table.state.characters[target].role is CharacterRole.SEER:
            end_match(table, Ending.SEER_NAMED, Side.CULTISTS)
    end_match(table, ending, Side.INVESTIGATORS)


def deciding_cultist(state: State) -> Seat:
    """Return the seat of the Cultist with the lowest number."""
    numbered = [
        (character.number, seat)
        for seat, character in enumerate(state.characters)
        if character.role in CULTIST_ROLES
    ]
    return min(numbered)[1]


@rule("end.winners")
def end_match(table: Table[State], ending: Ending, side: Side) -> NoReturn:
    """End the match: open everything and name the winners, Ghosts included."""
    open_everything(table)
    winners = [seat for seat, character in enumerate(table.state.characters) if character.side is side]
    table.end(ending.value, tuple(winners), ())


@rule("end.reveal")
def open_everything(table: Table[State]) -> None:
    """Open everything that was hidden, so that every view shows the same table."""
    table.record(KillCountOpened(count_kills(table), table.state.kills_reached))
    open_seats(table)
    open_decks(table)


def open_seats(table: Table[State]) -> None:
    """Open what every player had, then what every player gave, played and saw in secret."""
    characters = table.state.characters
    for seat, character in enumerate(characters):
        table.record(
            SeatOpened(
                seat,
                character.role,
                character.number,
                character.side,
                character.route,
                character.start,
                tuple(sorted(character.hand)),
                tuple(sorted(character.pulse)),
            )
        )
    for seat, character in enumerate(characters):
        gifts, tasks = tuple(character.gifts), tuple(character.tasks)
        looks = tuple(character.seen_pulses), tuple(character.seen_rooms)
        table.record(SecretsOpened(seat, gifts, tasks, *looks))


def open_decks(table: Table[State]) -> None:
    """Open the cards in the Rooms, in the decks, and those that were set aside or discarded unseen."""
    state = table.state
    for room in state.rooms:
        if room.cards:
            table.record(RoomOpened(room.room, tuple(room.cards)))
    decks = tuple(state.unsafe), tuple(state.draw_pile), tuple(state.events)
    table.record(DecksOpened(*decks, tuple(state.aside), tuple(state.discarded_unseen)))
