"""Facts about actions in Rooms, looks and votes."""

from __future__ import annotations

from referee.games.among_cultists.cards import Face
from referee.games.among_cultists.state import (
    SeenPulse,
    SeenRoom,
    State,
    back_unless_open,
    drop_card,
    folds,
    play_task,
)
from referee.kernel.facts import Fact, OwnerSees, Public, Seat, Secret


class ActionPassed(Fact, frozen=True, tag="among_cultists.action_passed"):
    """A Character did nothing in its action."""

    seat: Public[Seat]


@folds(ActionPassed)
def _action_passed(_state: State, _fact: ActionPassed) -> None:
    """Change nothing."""


class RoomFilled(Fact, frozen=True, tag="among_cultists.room_filled"):
    """A Character put a task card face down into a Room."""

    seat: Public[Seat]
    room: Public[str]
    face: OwnerSees[Face]


@folds(RoomFilled)
def _room_filled(state: State, fact: RoomFilled) -> None:
    play_task(state, fact.seat, fact.room, fact.face)
    room = state.room(fact.room)
    if room is not None:
        room.cards.append(back_unless_open(state, fact.face))


class RoomCardRevealed(Fact, frozen=True, tag="among_cultists.room_card_revealed"):
    """A card of a Room was revealed in search of books, and discarded."""

    seat: Public[Seat]
    room: Public[str]
    face: Public[Face]


@folds(RoomCardRevealed)
def _room_card_revealed(state: State, fact: RoomCardRevealed) -> None:
    room = state.room(fact.room)
    if room is not None:
        drop_card(room.cards, fact.face)
    state.discard.append(fact.face)
    if fact.face is Face.SABOTAGE:
        state.was_sabotage_seen = True


class BookCollected(Fact, frozen=True, tag="among_cultists.book_collected"):
    """A Character collected a book, which is a Victory Point."""

    seat: Public[Seat]
    room: Public[str]


@folds(BookCollected)
def _book_collected(state: State, fact: BookCollected) -> None:
    room = state.room(fact.room)
    if room is not None:
        room.books -= 1
    state.victory_points += 1


class RoomEmptied(Fact, frozen=True, tag="among_cultists.room_emptied"):
    """All cards of a Room were discarded unseen."""

    room: Public[str]
    cards: Secret[tuple[Face, ...]]


@folds(RoomEmptied)
def _room_emptied(state: State, fact: RoomEmptied) -> None:
    room = state.room(fact.room)
    if room is not None:
        room.cards.clear()
    state.discarded_unseen += fact.cards


class RoomBurned(Fact, frozen=True, tag="among_cultists.room_burned"):
    """A fire destroyed all cards of a Room; nobody was seen."""

    room: Public[str]
    cards: Secret[tuple[Face, ...]]


@folds(RoomBurned)
def _room_burned(state: State, fact: RoomBurned) -> None:
    room = state.room(fact.room)
    if room is not None:
        room.cards.clear()
    state.discarded_unseen += fact.cards
    state.was_room_burned = True


class RoomViewed(Fact, frozen=True, tag="among_cultists.room_viewed"):
    """A Character looked through the camera at the cards of a Room, in no particular order."""

    seat: Public[Seat]
    room: Public[str]
    cards: OwnerSees[tuple[Face, ...]]


@folds(RoomViewed)
def _room_viewed(state: State, fact: RoomViewed) -> None:
    if state.remembers(fact.seat):
        state.characters[fact.seat].seen_rooms.append(SeenRoom(state.round, fact.room, fact.cards))


class PulseViewed(Fact, frozen=True, tag="among_cultists.pulse_viewed"):
    """A Character looked at the shuffled Pulse deck of another."""

    seat: Public[Seat]
    target: Public[Seat]
    by_camera: Public[bool]
    alive: OwnerSees[int]
    """The number of Alive cards."""
    dead: OwnerSees[int]
    """The number of Dead cards."""


@folds(PulseViewed)
def _pulse_viewed(state: State, fact: PulseViewed) -> None:
    if state.remembers(fact.seat):
        look = SeenPulse(state.round, fact.target, fact.alive, fact.dead)
        state.characters[fact.seat].seen_pulses.append(look)


class PulseAnnounced(Fact, frozen=True, tag="among_cultists.pulse_announced"):
    """A Character said whether the Character it checked is dead; a Cultist may have lied."""

    seat: Public[Seat]
    target: Public[Seat]
    is_dead: Public[bool]


@folds(PulseAnnounced)
def _pulse_announced(state: State, fact: PulseAnnounced) -> None:
    state.was_someone_found = state.was_someone_found or fact.is_dead


class VoteCalled(Fact, frozen=True, tag="among_cultists.vote_called"):
    """A Character called a vote."""

    seat: Public[Seat]


@folds(VoteCalled)
def _vote_called(state: State, _fact: VoteCalled) -> None:
    state.was_vote_held = True


class BallotsOpened(Fact, frozen=True, tag="among_cultists.ballots_opened"):
    """The ballots were opened."""

    ballots: Public[tuple[Seat, ...]]
    """The seat that each seat named; -1 if it abstained."""


@folds(BallotsOpened)
def _ballots_opened(_state: State, _fact: BallotsOpened) -> None:
    """Change nothing: the result follows."""


FACTS: tuple[type[Fact], ...] = (
    ActionPassed,
    RoomFilled,
    RoomCardRevealed,
    BookCollected,
    RoomEmptied,
    RoomBurned,
    RoomViewed,
    PulseViewed,
    PulseAnnounced,
    VoteCalled,
    BallotsOpened,
)
