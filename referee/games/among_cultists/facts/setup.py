"""Facts about setting up the game and about the nights."""

from __future__ import annotations

from referee.games.among_cultists.cards import FIRST_SIDES, Board, CharacterRole, EventCard, Face
from referee.games.among_cultists.state import State, folds
from referee.kernel.facts import Fact, OwnerSees, Public, Seat, Secret


class MatchPrepared(Fact, frozen=True, tag="among_cultists.match_prepared"):
    """The map, the data and the optional roles were agreed on."""

    board: Public[Board]
    digest: Public[str]
    """SHA-256 of the joined data files, in hexadecimal."""
    roles: Public[tuple[CharacterRole, ...]]
    victory_points: Public[int]
    """The Victory Points that the Investigators need."""
    kills: Public[int]
    """The dead Investigators that the Cultists need."""


@folds(MatchPrepared)
def _match_prepared(state: State, fact: MatchPrepared) -> None:
    state.roles = list(fact.roles)
    state.points_needed, state.kills_needed = fact.victory_points, fact.kills


class CharacterPlaced(Fact, frozen=True, tag="among_cultists.character_placed"):
    """A Character was put on its first Location."""

    seat: Public[Seat]
    place: Public[str]


@folds(CharacterPlaced)
def _character_placed(state: State, fact: CharacterPlaced) -> None:
    state.characters[fact.seat].place = fact.place


class PacketDealt(Fact, frozen=True, tag="among_cultists.packet_dealt"):
    """A player received a packet: marker, Route card, deck, and a start card that nobody has seen."""

    seat: Public[Seat]
    role: OwnerSees[CharacterRole]
    number: OwnerSees[int]
    route: OwnerSees[str]
    hand: OwnerSees[tuple[Face, ...]]
    start: Secret[Face]


@folds(PacketDealt)
def _packet_dealt(state: State, fact: PacketDealt) -> None:
    character = state.characters[fact.seat]
    character.role, character.number, character.route = fact.role, fact.number, fact.route
    character.side = FIRST_SIDES[fact.role]
    character.hand, character.pulse, character.start = list(fact.hand), [fact.start], fact.start


class CardsSetAside(Fact, frozen=True, tag="among_cultists.cards_set_aside"):
    """The cards that are left over were set aside unseen."""

    cards: Secret[tuple[Face, ...]]


@folds(CardsSetAside)
def _cards_set_aside(state: State, fact: CardsSetAside) -> None:
    state.aside += fact.cards


class RoomStocked(Fact, frozen=True, tag="among_cultists.room_stocked"):
    """A Room received its books and its first cards."""

    room: Public[str]
    books: Public[int]
    cards: Secret[tuple[Face, ...]]


@folds(RoomStocked)
def _room_stocked(state: State, fact: RoomStocked) -> None:
    room = state.room(fact.room)
    if room is not None:
        room.books, room.cards = fact.books, list(fact.cards)


class UnsafeDeckShuffled(Fact, frozen=True, tag="among_cultists.unsafe_deck_shuffled"):
    """The Unsafe Passage deck was shuffled. The last card is on top."""

    cards: Secret[tuple[Face, ...]]


@folds(UnsafeDeckShuffled)
def _unsafe_deck_shuffled(state: State, fact: UnsafeDeckShuffled) -> None:
    state.unsafe = list(fact.cards)


class DrawPileShuffled(Fact, frozen=True, tag="among_cultists.draw_pile_shuffled"):
    """The Draw pile was shuffled."""

    cards: Secret[tuple[Face, ...]]


@folds(DrawPileShuffled)
def _draw_pile_shuffled(state: State, fact: DrawPileShuffled) -> None:
    state.draw_pile = list(fact.cards)


class EventDeckShuffled(Fact, frozen=True, tag="among_cultists.event_deck_shuffled"):
    """The Event deck was shuffled."""

    cards: Secret[tuple[EventCard, ...]]


@folds(EventDeckShuffled)
def _event_deck_shuffled(state: State, fact: EventDeckShuffled) -> None:
    state.events = list(fact.cards)


class NightPassed(Fact, frozen=True, tag="among_cultists.night_passed"):
    """A night passed for a player; every player gets such a message, whether it opened its eyes or not."""

    seat: Public[Seat]
    roles: OwnerSees[tuple[CharacterRole, ...]]
    """The roles that it learned, by seat."""
    numbers: OwnerSees[tuple[int, ...]]
    """The numbers on the markers that it saw, by seat; 0 for the others."""
    starts: OwnerSees[tuple[Face, ...]]
    """The start cards that it saw, by seat."""


@folds(NightPassed)
def _night_passed(state: State, fact: NightPassed) -> None:
    for seat, character in enumerate(state.characters):
        if character.role is CharacterRole.HIDDEN:
            character.role = fact.roles[seat]
        if character.start is Face.HIDDEN:
            character.start = fact.starts[seat]
        character.number = character.number or fact.numbers[seat]


FACTS: tuple[type[Fact], ...] = (
    MatchPrepared,
    CharacterPlaced,
    PacketDealt,
    CardsSetAside,
    RoomStocked,
    UnsafeDeckShuffled,
    DrawPileShuffled,
    EventDeckShuffled,
    NightPassed,
)
