"""The table of Among Cultists as plain data. The facts, each with its fold into this state, are in `facts`.

The open table and every seat's view are the same kind of state: a view is folded from what that seat was told, and
hidden cards in it are backs. Nobody's view shows a Pulse deck, not even one's own, and nothing in a view depends on
who is dead. A view remembers what its seat did and saw in secret: its gifts, the task cards it played, and what it
looked at. At the end everything is opened, and all views are like the open table.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

from referee.games.among_cultists.cards import Board, CharacterRole, EventCard, Face, Phase, Side
from referee.games.among_cultists.layout import Layout, Place, layout_of
from referee.games.among_cultists.options import CultistsOptions
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.kernel.game import Setup, Unsent
from referee.kernel.table import Folds, folding


class Gift(msgspec.Struct, frozen=True):
    """A pulse card that a player gave in an Encounter."""

    round: int
    to: Seat
    """The seat that received it; -1 if it was shuffled with those of others, and nobody knows who did."""
    face: Face


class PlayedTask(msgspec.Struct, frozen=True):
    """A task card that a player put face down into a Room or into the Unsafe Passage deck."""

    round: int
    room: str
    """The Room; empty for the Unsafe Passage deck."""
    face: Face


class SeenPulse(msgspec.Struct, frozen=True):
    """What a player saw of the Pulse deck of another, by a check or through the camera."""

    round: int
    target: Seat
    alive: int
    """The number of Alive cards."""
    dead: int
    """The number of Dead cards."""


class SeenRoom(msgspec.Struct, frozen=True):
    """What a player saw of a Room through the camera."""

    round: int
    room: str
    cards: tuple[Face, ...]


class Character(msgspec.Struct):
    """A Character: where it is, what its player holds and what is known about it."""

    place: str = ""
    """The Location of the Character."""
    role: CharacterRole = CharacterRole.HIDDEN
    number: int = 0
    """The number on the marker of a Cultist or the Snitch; 0 on any other, or if it is not known."""
    side: Side = Side.HIDDEN
    """The side that the player knows to be on."""
    route: str = ""
    """The Route card."""
    start: Face = Face.HIDDEN
    """The start card, which Cultists see in the night."""
    hand: list[Face] = []
    pulse: list[Face] = []
    """The Pulse deck, in no particular order."""
    is_ghost: bool = False
    was_voted_out: bool = False
    ended_on: str = ""
    """The Location where the Character ended its last Movement phase."""
    bound_for: str = ""
    """The Room that a passenger chose on boarding, if the match is played that way."""
    gifts: list[Gift] = []
    """The pulse cards that the player gave. Others see this list and the next three only at the end."""
    tasks: list[PlayedTask] = []
    """The task cards that the player put into Rooms and into the Unsafe Passage deck."""
    seen_pulses: list[SeenPulse] = []
    """The Pulse decks that the player looked at."""
    seen_rooms: list[SeenRoom] = []
    """The Rooms that the player looked at."""


class RoomState(msgspec.Struct):
    """A Room with books: its cards, its books, and whether a Portal is open in it."""

    room: str
    cards: list[Face] = []
    books: int = 0
    has_portal: bool = False


class BoatState(msgspec.Struct):
    """A Boat and the Dock where it lies."""

    boat: str
    dock: str


class State(msgspec.Struct, dict=True):  # `dict`, for the cached property
    """The whole table, or what one viewer knows of it."""

    viewer: Seat
    """The seat whose view it is; -2 for a spectator, -1 for the open table."""
    board: Board
    data: str
    """SHA-256 of the data files of an owner, in hexadecimal; empty for the game's own."""
    roles: list[CharacterRole]
    """The optional roles in play."""
    characters: list[Character]
    """In seat order, which is also the turn order."""
    rooms: list[RoomState]
    boats: list[BoatState]
    unsafe: list[Face] = []
    """The Unsafe Passage deck. The last card is on top, here and in every other deck."""
    draw_pile: list[Face] = []
    aside: list[Face] = []
    """Start cards that nobody received, and cards that no Room received; nobody looks at them."""
    events: list[EventCard] = []
    events_gone: list[EventCard] = []
    discard: list[Face] = []
    """Cards that were revealed."""
    unsafe_discard: list[Face] = []
    """Cards of the Unsafe Passage deck that were revealed."""
    discarded_unseen: list[Face] = []
    """Cards that left a Room face down."""
    pool: list[Face] = []
    """Cards that were given in an Encounter and not yet received."""
    blocks: list[str] = []
    """The Outer Bridges and the Boats whose routes are closed by Tentacle blocks."""
    blackouts: list[str] = []
    """The islands without power."""
    fishmen: list[str] = []
    """The Locations with a Fishman."""
    round: int = 0
    phase: Phase = Phase.HIDDEN
    first: Seat = 0
    """The seat that begins the round."""
    active: Seat = 0
    """The seat whose move or action it is."""
    victory_points: int = 0
    was_vote_held: bool = False
    """Whether a vote was held in this round."""
    was_someone_found: bool = False
    """Whether somebody was found dead."""
    was_sabotage_seen: bool = False
    """Whether a Sabotage card was revealed."""
    was_room_burned: bool = False
    """Whether the Firestarter's fire has burned."""
    kills_reached: int = 0
    """The round in which the Cultists reached their number of dead Investigators; nobody is told before the end."""

    points_needed: int = 0
    """The Victory Points with which the Investigators win."""
    kills_needed: int = 0
    """The dead Investigators with which the Cultists win."""
    data_text: Unsent[str] = ""
    """The text of the data files of an owner; empty for the game's own."""

    @property
    def is_open(self) -> bool:
        """Return whether this is the open table, where every card shows its face."""
        return self.viewer == OPEN_TABLE

    @cached_property
    def layout(self) -> Layout:
        """The numbers, the map and the decks of this match."""
        return layout_of(self.data_text, self.board, len(self.characters))

    def remembers(self, seat: Seat) -> bool:
        """Return whether what this seat did and saw in secret is remembered here: on the open table, or in its view."""
        return self.viewer in (seat, OPEN_TABLE)

    def place_of(self, seat: Seat) -> Place:
        """Return the Location of a Character."""
        return self.layout.places[self.characters[seat].place]

    def room(self, room: str) -> RoomState | None:
        """Return a Room with books, or None for any other Location."""
        for found in self.rooms:
            if found.room == room:
                return found
        return None

    def boat(self, boat: str) -> BoatState:
        """Return a Boat."""
        return next(found for found in self.boats if found.boat == boat)

    def at(self, place: str) -> list[Seat]:
        """Return the seats whose Characters are at a Location."""
        return [seat for seat, character in enumerate(self.characters) if character.place == place]

    def in_order(self) -> tuple[Seat, ...]:
        """Return all seats in the order of this round."""
        seats = len(self.characters)
        return tuple([(self.first + step) % seats for step in range(seats)])

    def holder(self, role: CharacterRole) -> Seat:
        """Return the seat with a role, or -1; only the open table knows it."""
        for seat, character in enumerate(self.characters):
            if character.role is role:
                return seat
        return -1


def new_state(setup: Setup, viewer: Seat) -> State:
    """Return an empty table."""
    options = setup.options if isinstance(setup.options, CultistsOptions) else CultistsOptions()
    layout = layout_of(options.data, options.board, setup.seats)
    return State(
        viewer=viewer,
        board=options.board,
        data=layout.digest if options.data else "",
        data_text=options.data,
        roles=list(options.roles()),
        characters=[Character() for _ in range(setup.seats)],
        rooms=[RoomState(room) for room in layout.book_rooms],
        boats=[BoatState(boat, ends[0]) for boat, ends in layout.boats.items()],
    )


FOLDS: Folds = {}
folds = folding(FOLDS)


def drop_card(cards: list[Face], face: Face) -> None:
    """Take a card out of a hand, a Room or a deck; if the cards are hidden, one of the backs."""
    cards.remove(face if face in cards else Face.HIDDEN)


def play_task(state: State, seat: Seat, room: str, face: Face) -> None:
    """Take a task card out of the hand of a player, who remembers where it went; `room` is "" for the Unsafe deck."""
    character = state.characters[seat]
    drop_card(character.hand, face)
    if state.remembers(seat):
        character.tasks.append(PlayedTask(state.round, room, face))


def back_unless_open(state: State, face: Face) -> Face:
    """Return a card as it lies face down: only the open table knows its face."""
    return face if state.is_open else Face.HIDDEN
