"""What one seat has seen: the table as far as the bot needs it, folded from the facts.

The bot folds the facts itself instead of asking for views, which are large and would take most of the time of a match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from referee_api.among_cultists.v1 import among_cultists_pb2 as cultists
from referee_client.bots.among_cultists.cards import (
    MOVEMENT_POINTS,
    NO_WAY,
    NUMBERS,
    ROUTES,
    BoardMap,
    Distance,
    Numbers,
    distances_from,
    map_of,
)

ALIVE, DEAD = cultists.FACE_ALIVE, cultists.FACE_DEAD
SUCCESS, FAILURE, SABOTAGE = cultists.FACE_SUCCESS, cultists.FACE_FAILURE, cultists.FACE_SABOTAGE
TASK_FACES = (SUCCESS, FAILURE, SABOTAGE)
CULTIST_ROLES = (cultists.CHARACTER_ROLE_CULTIST, cultists.CHARACTER_ROLE_FIRESTARTER)


class ObservedRoom:
    """A Room with books: the number of its cards and books, and whether a Portal is open in it."""

    __slots__ = ("books", "cards", "has_portal")

    def __init__(self, cards: int, books: int) -> None:
        self.cards = cards
        self.books = books
        self.has_portal = False


class ObservedTable:
    """The table as one seat knows it."""

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.seats = seats
        self.board: int = cultists.BOARD_ISLANDS
        self.numbers: Numbers = NUMBERS[self.board][seats]
        self.map: BoardMap = map_of(self.board, seats)
        self.roles: list[int] = []
        """The optional roles in play."""
        self.points_needed = 0
        """Victory Points that the Investigators need."""
        self.kills_needed = 0
        self.points = 0
        """Victory Points so far."""
        self.round = 0
        self.order: list[int] = []
        """The seats in the order of this round."""
        self.moved: set[int] = set()
        """The seats that have moved in this round."""
        self.acted: set[int] = set()
        """The seats that have begun their actions in this round."""
        self.was_vote_held = False
        self.places = [""] * seats
        self.ghosts: set[int] = set()
        self.rooms: dict[str, ObservedRoom] = {}
        self.boats: dict[str, str] = {}
        """The Dock where each Boat lies."""
        self.blocks: set[str] = set()
        self.blackouts: set[str] = set()
        self.fishmen: set[str] = set()
        self.unsafe_cards = 0
        """Number of cards in the Unsafe Passage deck."""
        self.unsafe_harms = 0
        """Number of Failures and Sabotages in that deck, as far as the seat knows."""
        self.movement_points = 0
        """The seat's own movement points left in this round."""
        self.has_boarded = False
        """Whether the seat boarded its Boat in this move, and so cannot step off."""
        self.role: int = cultists.CHARACTER_ROLE_UNSPECIFIED
        self.side: int = cultists.SIDE_UNSPECIFIED
        self.route = ""
        self.hand: Counter[int] = Counter()
        self.known_cultists: set[int] = set()
        """The Cultists that the seat saw in a night, itself included."""
        self.known_dead: set[int] = set()
        """The seats that started dead or received a Dead card, as far as the seat knows."""
        self.last_looked = -1
        """The seat whose Pulse deck the seat looked at last."""
        self.group: tuple[int, ...] = ()
        """The seats in the last Encounter of the seat, in the order of the round."""
        self.proposals: dict[int, int] = {}
        """Whom each seat said in this round that it wants to vote out."""
        self.ballots: list[Sequence[int]] = []
        """The ballots of all votes."""

    @property
    def here(self) -> str:
        """The Location of the seat's own Character."""
        return self.places[self.seat]

    @property
    def is_ghost(self) -> bool:
        """Return whether the seat's own Character is a Ghost."""
        return self.seat in self.ghosts

    def others_at(self, place: str) -> list[int]:
        """Return the other seats at a Location that are not Ghosts."""
        return [
            other
            for other, at in enumerate(self.places)
            if at == place and other != self.seat and other not in self.ghosts
        ]

    def is_dark(self, place: str) -> bool:
        """Return whether a Location has no power."""
        return self.map.islands.get(place) in self.blackouts

    def is_on_route(self, place: str, later: int = 0) -> bool:
        """Return whether the seat's Route card shows the colour of a Room in this round, or some rounds later."""
        route, number = ROUTES.get(self.route), self.round + later
        if route is None or not 0 < number <= len(route):
            return False
        return self.map.colours.get(place) in route[number - 1]

    def distance(self, place: str, other: str) -> Distance:
        """Return the distance between two Locations, on foot; a large one if there is no way."""
        return distances_from(self.board, self.seats, place).get(other, NO_WAY)

    @property
    def stop_chance(self) -> float:
        """Return the probability that a step to an unsafe Location ends the move, as it does in the University."""
        if self.board != cultists.BOARD_UNIVERSITY:
            return 0.0
        return min(1.0, self.unsafe_harms / self.unsafe_cards) if self.unsafe_cards else 1.0

    def receiver(self) -> int:
        """Return whom the seat gives its card to in an Encounter: the next one in order."""
        group = self.group
        return group[(group.index(self.seat) + 1) % len(group)] if self.seat in group else self.seat

    def votes_against_cultists(self, voter: int) -> float:
        """Return how often a seat voted for a Cultist that this seat knows."""
        return float(sum([ballots[voter] in self.known_cultists for ballots in self.ballots]))

    def learn(self, kind: str, fact: Any) -> None:
        """Fold a fact into the table."""
        fold = _FOLDS.get(kind)
        if fold is not None:
            fold(self, fact)


def _match_prepared(table: ObservedTable, fact: cultists.MatchPrepared) -> None:
    table.board, table.map = fact.board, map_of(fact.board, table.seats)
    table.numbers = NUMBERS[fact.board][table.seats]
    table.unsafe_harms = table.numbers.unsafe_failure + table.numbers.unsafe_sabotage
    table.roles = list(fact.roles)
    table.points_needed, table.kills_needed = fact.victory_points, fact.kills
    table.boats = {boat: docks[0] for boat, docks in table.map.boats.items()}


def _packet_dealt(table: ObservedTable, fact: cultists.PacketDealt) -> None:
    if fact.seat == table.seat:
        table.role, table.route, table.hand = fact.role, fact.route, Counter(fact.hand)
        table.side = cultists.SIDE_INVESTIGATORS
        if fact.role in CULTIST_ROLES:
            table.side = cultists.SIDE_CULTISTS
        elif fact.role == cultists.CHARACTER_ROLE_YELLOW_TRAITOR:
            table.side = cultists.SIDE_YELLOW


def _night_passed(table: ObservedTable, fact: cultists.NightPassed) -> None:
    if fact.seat == table.seat:
        table.known_cultists.update([seat for seat, role in enumerate(fact.roles) if role in CULTIST_ROLES])
        table.known_dead.update([seat for seat, start in enumerate(fact.starts) if start == DEAD])


def _round_began(table: ObservedTable, fact: cultists.RoundBegan) -> None:
    table.round = fact.round
    table.order = [(fact.first + step) % table.seats for step in range(table.seats)]
    table.moved, table.acted, table.was_vote_held = set(), set(), False
    table.proposals = {}


def _turn_began(table: ObservedTable, fact: cultists.TurnBegan) -> None:
    if fact.seat == table.seat:
        table.movement_points, table.has_boarded = MOVEMENT_POINTS, False


def _character_moved(table: ObservedTable, fact: cultists.CharacterMoved) -> None:
    table.places[fact.seat] = fact.place
    if fact.seat == table.seat:
        table.movement_points -= 1


def _boat_boarded(table: ObservedTable, fact: cultists.BoatBoarded) -> None:
    table.places[fact.seat] = fact.boat
    if fact.seat == table.seat:
        table.movement_points, table.has_boarded = table.movement_points - 1, True


def _boat_sailed(table: ObservedTable, fact: cultists.BoatSailed) -> None:
    table.boats[fact.boat] = fact.dock
    if table.here == fact.boat:
        # Landing is free, but stepping off is counted when the landing is seen.
        table.movement_points += 1


def _character_landed(table: ObservedTable, fact: cultists.CharacterLanded) -> None:
    table.places[fact.seat] = fact.room
    if fact.seat == table.seat:
        table.movement_points, table.has_boarded = table.movement_points - 1, False


def _encounter_began(table: ObservedTable, fact: cultists.EncounterBegan) -> None:
    if table.seat in fact.seats:
        table.group = tuple(fact.seats)


def _card_given(table: ObservedTable, fact: cultists.CardGiven) -> None:
    if fact.giver == table.seat:
        table.hand[fact.face] -= 1
        if fact.face == DEAD:
            table.known_dead.add(fact.seat)


def _card_pooled(table: ObservedTable, fact: cultists.CardPooled) -> None:
    if fact.giver == table.seat:
        table.hand[fact.face] -= 1


def _room_stocked(table: ObservedTable, fact: cultists.RoomStocked) -> None:
    table.rooms[fact.room] = ObservedRoom(len(fact.cards), fact.books)


def _room_filled(table: ObservedTable, fact: cultists.RoomFilled) -> None:
    table.rooms[fact.room].cards += 1
    if fact.seat == table.seat:
        table.hand[fact.face] -= 1


def _room_card_revealed(table: ObservedTable, fact: cultists.RoomCardRevealed) -> None:
    table.rooms[fact.room].cards -= 1


def _book_collected(table: ObservedTable, fact: cultists.BookCollected) -> None:
    table.rooms[fact.room].books -= 1
    table.points += 1


def _room_emptied(table: ObservedTable, fact: cultists.RoomEmptied | cultists.RoomBurned) -> None:
    table.rooms[fact.room].cards = 0


def _unsafe_card_revealed(table: ObservedTable, fact: cultists.UnsafeCardRevealed) -> None:
    table.unsafe_cards -= 1
    if fact.face != SUCCESS:
        table.unsafe_harms = max(0, table.unsafe_harms - 1)


def _unsafe_discard_taken(table: ObservedTable, _fact: cultists.UnsafeDiscardTaken) -> None:
    table.unsafe_harms = table.numbers.unsafe_failure + table.numbers.unsafe_sabotage


def _deck_secured(table: ObservedTable, fact: cultists.DeckSecured) -> None:
    if fact.seat == table.seat:
        table.hand[fact.face] -= 1
        table.unsafe_harms += fact.face != SUCCESS


def _pulse_viewed(table: ObservedTable, fact: cultists.PulseViewed) -> None:
    if fact.seat == table.seat:
        table.last_looked = fact.target
        if fact.dead:
            table.known_dead.add(fact.target)
        else:
            table.known_dead.discard(fact.target)


def _power_failed(table: ObservedTable, fact: cultists.PowerFailed | cultists.PowerRestarted) -> None:
    table.blackouts = set(fact.islands)


def _ghost_appeared(table: ObservedTable, fact: cultists.GhostAppeared) -> None:
    table.ghosts.add(fact.seat)
    if fact.cause != cultists.CAUSE_VOTED_OUT:
        table.known_dead.add(fact.seat)


def _side_noted(table: ObservedTable, fact: cultists.SideNoted) -> None:
    if fact.seat == table.seat:
        table.side = fact.side


def _hands_swapped(table: ObservedTable, fact: cultists.HandsSwapped) -> None:
    if fact.seat == table.seat:
        table.hand = Counter(fact.received)
    elif fact.other == table.seat:
        table.hand = Counter(fact.given)


def _cards_drawn(table: ObservedTable, fact: cultists.CardsDrawn) -> None:
    if fact.seat == table.seat:
        table.hand.update(fact.cards)


_FOLDS: dict[str, Callable[[ObservedTable, Any], None]] = {
    "match_prepared": _match_prepared,
    "character_placed": lambda table, fact: table.places.__setitem__(fact.seat, fact.place),
    "packet_dealt": _packet_dealt,
    "night_passed": _night_passed,
    "room_stocked": _room_stocked,
    "round_began": _round_began,
    "turn_began": _turn_began,
    "character_moved": _character_moved,
    "boat_boarded": _boat_boarded,
    "boat_sailed": _boat_sailed,
    "character_landed": _character_landed,
    "move_ended": lambda table, fact: table.moved.add(fact.seat),
    "action_began": lambda table, fact: table.acted.add(fact.seat),
    "link_blocked": lambda table, fact: table.blocks.add(fact.link),
    "blocks_removed": lambda table, fact: table.blocks.clear(),
    "unsafe_deck_shuffled": lambda table, fact: setattr(table, "unsafe_cards", len(fact.cards)),
    "unsafe_card_revealed": _unsafe_card_revealed,
    "unsafe_discard_taken": _unsafe_discard_taken,
    "deck_secured": _deck_secured,
    "encounter_began": _encounter_began,
    "card_given": _card_given,
    "card_pooled": _card_pooled,
    "power_failed": _power_failed,
    "power_restarted": _power_failed,
    "fishman_appeared": lambda table, fact: table.fishmen.add(fact.place),
    "fishman_driven_off": lambda table, fact: table.fishmen.discard(fact.place),
    "portal_opened": lambda table, fact: setattr(table.rooms[fact.room], "has_portal", True),
    "portal_closed": lambda table, fact: setattr(table.rooms[fact.room], "has_portal", False),
    "room_filled": _room_filled,
    "room_card_revealed": _room_card_revealed,
    "book_collected": _book_collected,
    "room_emptied": _room_emptied,
    "room_burned": _room_emptied,
    "pulse_viewed": _pulse_viewed,
    "vote_called": lambda table, fact: setattr(table, "was_vote_held", True),
    "ballots_opened": lambda table, fact: table.ballots.append(tuple(fact.ballots)),
    "ghost_appeared": _ghost_appeared,
    "side_noted": _side_noted,
    "hands_swapped": _hands_swapped,
    "cards_drawn": _cards_drawn,
}
