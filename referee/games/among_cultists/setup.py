"""Setting up the game: the map, the packets, the decks and the first night."""

from __future__ import annotations

from referee.games.among_cultists.cards import CULTIST_ROLES, CharacterRole, Face
from referee.games.among_cultists.facts.events import PowerFailed
from referee.games.among_cultists.facts.setup import (
    CardsSetAside,
    CharacterPlaced,
    DrawPileShuffled,
    EventDeckShuffled,
    MatchPrepared,
    NightPassed,
    PacketDealt,
    RoomStocked,
    UnsafeDeckShuffled,
)
from referee.games.among_cultists.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Table, rule


def set_up(table: Table[State]) -> None:
    """Set up the game; nobody has anything to decide."""
    prepare_match(table)
    place_characters(table)
    deal_packets(table)
    stock_rooms(table)
    shuffle_decks(table)
    pass_first_night(table)


@rule("setup.roles")
def prepare_match(table: Table[State]) -> None:
    """Say what is played with: the map, the data, the roles and the targets."""
    state = table.state
    numbers = state.layout.numbers
    roles = tuple(state.roles)
    table.record(
        MatchPrepared(state.board, state.layout.digest, roles, numbers.victory_points, numbers.kills)
    )


@rule("setup.map")
def place_characters(table: Table[State]) -> None:
    """Put Characters and Blackout tokens on the map; the Boats lie at their first Docks."""
    layout = table.state.layout
    for seat, place in enumerate(layout.starts):
        table.record(CharacterPlaced(seat, place))
    table.record(PowerFailed(layout.blackouts))


def markers(table: Table[State]) -> list[tuple[CharacterRole, int]]:
    """Return the role markers in play with their numbers, before they are shuffled."""
    state = table.state
    cultists = state.layout.numbers.cultists
    found = [(CharacterRole.CULTIST, number) for number in range(1, cultists + 1)]
    if CharacterRole.FIRESTARTER in state.roles:
        place = table.chance("firestarter").below(cultists)
        found[place] = (CharacterRole.FIRESTARTER, place + 1)
    for role in state.roles:
        if role is CharacterRole.SNITCH:
            found.append((role, table.chance("snitch").below(cultists) + 1))
        elif role is not CharacterRole.FIRESTARTER:
            found.append((role, 0))
    return found + [(CharacterRole.INVESTIGATOR, 0)] * (table.seats - len(found))


@rule("setup.packets")
def deal_packets(table: Table[State]) -> None:
    """Deal every player a marker, a Route card, a deck and a start card; a Cultist starts alive."""
    layout = table.state.layout
    numbers = layout.numbers
    dealt = table.chance("roles").shuffled(markers(table))
    routes = table.chance("routes").shuffled(sorted(layout.routes))
    starts = list(table.chance("starts").shuffled(numbers.start_deck()))
    for seat, (role, number) in enumerate(dealt):
        is_cultist = role in CULTIST_ROLES
        hand = numbers.cultist_deck() if is_cultist else numbers.investigator_deck()
        if role is CharacterRole.POLTERGEIST:
            hand = mix_in(table, hand)
        start = Face.ALIVE if is_cultist else starts.pop()
        table.record(PacketDealt(seat, role, number, routes[seat], tuple(hand), start))
    table.record(CardsSetAside(tuple(starts)))


@rule("role.poltergeist.deck")
def mix_in(table: Table[State], hand: list[Face]) -> list[Face]:
    """Return the deck of the Poltergeist: two Success cards become a Failure and a Sabotage."""
    return [*hand[:-2], Face.FAILURE, Face.SABOTAGE]


@rule("setup.rooms")
def stock_rooms(table: Table[State]) -> None:
    """Give every Room but the Security Room its books and its first cards."""
    layout = table.state.layout
    numbers = layout.numbers
    cards = list(table.chance("rooms").shuffled(numbers.room_deck()))
    for room in layout.book_rooms:
        dealt = tuple([cards.pop() for _ in range(numbers.room_cards)])
        table.record(RoomStocked(room, numbers.room_books, dealt))
    table.record(CardsSetAside(tuple(cards)))


@rule("setup.decks")
def shuffle_decks(table: Table[State]) -> None:
    """Shuffle the Unsafe Passage deck, the Draw pile and the Event deck."""
    layout = table.state.layout
    unsafe = layout.numbers.unsafe_deck()
    table.record(UnsafeDeckShuffled(table.chance("deck/unsafe").shuffled(unsafe)))
    table.record(DrawPileShuffled(table.chance("deck/draw").shuffled(layout.numbers.draw_deck())))
    table.record(EventDeckShuffled(table.chance("deck/events").shuffled(layout.events)))


@rule("setup.night")
def pass_first_night(table: Table[State]) -> None:
    """Show the Cultists each other, who starts dead, and the Snitch; then the Seer sees the Cultists."""
    characters = table.state.characters
    cultists = [seat for seat, character in enumerate(characters) if character.role in CULTIST_ROLES]
    snitch = table.state.holder(CharacterRole.SNITCH)
    starts = tuple([character.start for character in characters])
    for seat, character in enumerate(characters):
        if seat in cultists:
            seen = [*cultists, snitch]
            show_roles(table, seat, seen, cultists, starts)
        elif character.role is CharacterRole.SEER:
            show_roles(table, seat, cultists, [], hidden_starts(table))
        else:
            show_roles(table, seat, [], [], hidden_starts(table))


def hidden_starts(table: Table[State]) -> tuple[Face, ...]:
    """Return the start cards as they are seen with closed eyes."""
    return (Face.HIDDEN,) * table.seats


def show_roles(
    table: Table[State], seat: Seat, seen: list[Seat], numbered: list[Seat], starts: tuple[Face, ...]
) -> None:
    """Record what a player saw in a night: the roles of some seats, the numbers of some, and the start cards."""
    characters = table.state.characters
    roles, numbers = [], []
    for other, character in enumerate(characters):
        roles.append(seen_as(character.role) if other in seen else CharacterRole.HIDDEN)
        numbers.append(character.number if other in numbered else 0)
    roles[seat], numbers[seat] = characters[seat].role, characters[seat].number
    table.record(NightPassed(seat, tuple(roles), tuple(numbers), starts))


def seen_as(role: CharacterRole) -> CharacterRole:
    """Return the role that open eyes show: nobody sees which of the Cultists is the Firestarter."""
    return CharacterRole.CULTIST if role is CharacterRole.FIRESTARTER else role
