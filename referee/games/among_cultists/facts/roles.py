"""Facts about Ghosts, roles and sides, and what is opened at the end."""

from __future__ import annotations

from typing import Annotated

from referee.games.among_cultists.cards import Cause, CharacterRole, EventCard, Face, Side
from referee.games.among_cultists.state import Gift, PlayedTask, SeenPulse, SeenRoom, State, folds
from referee.kernel.facts import Fact, OwnerSees, Public, Seat, seen_by


class GhostAppeared(Fact, frozen=True, tag="among_cultists.ghost_appeared"):
    """A Character became a Ghost."""

    seat: Public[Seat]
    cause: Public[Cause]


@folds(GhostAppeared)
def _ghost_appeared(state: State, fact: GhostAppeared) -> None:
    character = state.characters[fact.seat]
    character.is_ghost = True
    character.was_voted_out = fact.cause is Cause.VOTED_OUT


class SideNoted(Fact, frozen=True, tag="among_cultists.side_noted"):
    """A player was told its side. Every new Ghost is told, and both players of a swap, whether it changed or not."""

    told_to = seen_by("seat")

    seat: Public[Seat]
    side: OwnerSees[Side]


@folds(SideNoted)
def _side_noted(state: State, fact: SideNoted) -> None:
    state.characters[fact.seat].side = fact.side


class RoleRevealed(Fact, frozen=True, tag="among_cultists.role_revealed"):
    """The role of a Character was published."""

    seat: Public[Seat]
    role: Public[CharacterRole]
    number: Public[int]
    """The number on the marker; 0 if it has none, or if the match is played without saying it aloud."""


@folds(RoleRevealed)
def _role_revealed(state: State, fact: RoleRevealed) -> None:
    character = state.characters[fact.seat]
    character.role = fact.role
    character.number = fact.number or character.number


class PulseOpened(Fact, frozen=True, tag="among_cultists.pulse_opened"):
    """The shuffled Pulse deck of the Snitch was shown to everybody and turned face down again."""

    seat: Public[Seat]
    cards: Public[tuple[Face, ...]]


@folds(PulseOpened)
def _pulse_opened(_state: State, _fact: PulseOpened) -> None:
    """Change nothing: the deck lies face down again."""


class HandsSwapped(Fact, frozen=True, tag="among_cultists.hands_swapped"):
    """The Sleeper and the active Character swapped their hands."""

    seat: Public[Seat]
    """The Sleeper."""
    other: Public[Seat]
    received: OwnerSees[tuple[Face, ...]]
    """The hand that the Sleeper received."""
    given: Annotated[tuple[Face, ...], seen_by("other")]
    """The hand that the other received."""


@folds(HandsSwapped)
def _hands_swapped(state: State, fact: HandsSwapped) -> None:
    state.characters[fact.seat].hand = list(fact.received)
    state.characters[fact.other].hand = list(fact.given)


class CardsDrawn(Fact, frozen=True, tag="among_cultists.cards_drawn"):
    """A player drew cards from the Draw pile."""

    seat: Public[Seat]
    cards: OwnerSees[tuple[Face, ...]]


@folds(CardsDrawn)
def _cards_drawn(state: State, fact: CardsDrawn) -> None:
    del state.draw_pile[len(state.draw_pile) - len(fact.cards) :]
    state.characters[fact.seat].hand += fact.cards


class SeerGuessed(Fact, frozen=True, tag="among_cultists.seer_guessed"):
    """The Cultists named the Character that they take for the Seer."""

    target: Public[Seat]


@folds(SeerGuessed)
def _seer_guessed(_state: State, _fact: SeerGuessed) -> None:
    """Change nothing: the end follows."""


class SeatOpened(Fact, frozen=True, tag="among_cultists.seat_opened"):
    """At the end, everything that a player had was opened."""

    seat: Public[Seat]
    role: Public[CharacterRole]
    number: Public[int]
    side: Public[Side]
    route: Public[str]
    start: Public[Face]
    hand: Public[tuple[Face, ...]]
    pulse: Public[tuple[Face, ...]]


@folds(SeatOpened)
def _seat_opened(state: State, fact: SeatOpened) -> None:
    character = state.characters[fact.seat]
    character.role, character.number, character.side = fact.role, fact.number, fact.side
    character.route, character.start = fact.route, fact.start
    character.hand, character.pulse = list(fact.hand), list(fact.pulse)


class SecretsOpened(Fact, frozen=True, tag="among_cultists.secrets_opened"):
    """At the end, what a player gave, played and saw in secret was opened."""

    seat: Public[Seat]
    gifts: Public[tuple[Gift, ...]]
    tasks: Public[tuple[PlayedTask, ...]]
    seen_pulses: Public[tuple[SeenPulse, ...]]
    seen_rooms: Public[tuple[SeenRoom, ...]]


@folds(SecretsOpened)
def _secrets_opened(state: State, fact: SecretsOpened) -> None:
    character = state.characters[fact.seat]
    character.gifts, character.tasks = list(fact.gifts), list(fact.tasks)
    character.seen_pulses, character.seen_rooms = list(fact.seen_pulses), list(fact.seen_rooms)


class RoomOpened(Fact, frozen=True, tag="among_cultists.room_opened"):
    """At the end, the cards that were left in a Room were opened."""

    room: Public[str]
    cards: Public[tuple[Face, ...]]


@folds(RoomOpened)
def _room_opened(state: State, fact: RoomOpened) -> None:
    room = state.room(fact.room)
    if room is not None:
        room.cards = list(fact.cards)


class DecksOpened(Fact, frozen=True, tag="among_cultists.decks_opened"):
    """At the end, all decks and the cards that nobody had seen were opened. The last card of a deck is on top."""

    unsafe: Public[tuple[Face, ...]]
    draw_pile: Public[tuple[Face, ...]]
    events: Public[tuple[EventCard, ...]]
    aside: Public[tuple[Face, ...]]
    discarded_unseen: Public[tuple[Face, ...]]


@folds(DecksOpened)
def _decks_opened(state: State, fact: DecksOpened) -> None:
    state.unsafe, state.draw_pile, state.events = list(fact.unsafe), list(fact.draw_pile), list(fact.events)
    state.aside, state.discarded_unseen = list(fact.aside), list(fact.discarded_unseen)


class KillCountOpened(Fact, frozen=True, tag="among_cultists.kill_count_opened"):
    """At the end, the dead were counted before everybody."""

    kills: Public[int]
    kills_reached: Public[int]
    """The round at whose end the count first sufficed; 0 if it never did."""


@folds(KillCountOpened)
def _kill_count_opened(state: State, fact: KillCountOpened) -> None:
    state.kills_reached = fact.kills_reached


FACTS: tuple[type[Fact], ...] = (
    GhostAppeared,
    SideNoted,
    RoleRevealed,
    PulseOpened,
    HandsSwapped,
    CardsDrawn,
    SeerGuessed,
    SeatOpened,
    KillCountOpened,
    SecretsOpened,
    RoomOpened,
    DecksOpened,
)
