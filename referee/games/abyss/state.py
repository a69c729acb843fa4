"""The table of Abyss as plain data. The facts, each with its fold into this state, are in `facts`.

The open table and every seat's view are the same kind of state: a view is folded from what that seat was told, and
hidden cards in it are backs. Hands (except the owner's view of them) and the Council hold backs in a view even if
their cards were once seen: remembering them is up to the player.
"""

from __future__ import annotations

import msgspec

from referee.games.abyss.cards import (
    KEYS_IN_THE_BOX,
    LORDS,
    PEARLS_IN_THE_BOX,
    RACES,
    Card,
    Location,
    Lord,
    Race,
)
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.kernel.game import Setup
from referee.kernel.table import Folds, folding

NOT_TOLD = -1
"""Placeholder for a number of pearls that a view does not show."""


class Holding(msgspec.Struct):
    """A Location a seat controls, with the Lords that lie under it."""

    location: Location
    lords: list[Lord]


class Realm(msgspec.Struct):
    """What one seat holds."""

    pearls: int = 0
    """Number of pearls; -1 if the view does not show it."""
    key_tokens: int = 0
    hand: list[Card] = []
    tokens: list[int] = []
    free: list[Lord] = []
    """Lords in service that are not under a Location, including turned ones."""
    turned: list[Lord] = []
    holdings: list[Holding] = []
    affiliated: list[Card] = []

    def has(self, lord: Lord) -> bool:
        """Return whether this Lord serves the seat, free and not turned, so that its lasting power works."""
        return lord in self.free and lord not in self.turned

    def lords(self) -> list[Lord]:
        """Return all Lords of the seat, free and under Locations."""
        return self.free + [lord for holding in self.holdings for lord in holding.lords]

    def key_lords(self) -> list[Lord]:
        """Return the free Lords whose key can be used."""
        return [lord for lord in self.free if LORDS[lord].keys and lord not in self.turned]

    def holding(self, location: Location) -> Holding:
        """Return a Location with the Lords under it. The seat must control it."""
        return next(holding for holding in self.holdings if holding.location is location)


class State(msgspec.Struct):
    """The whole table, or what one viewer knows of it."""

    viewer: Seat
    """The seat whose view it is; -2 for a spectator, -1 for the open table."""
    pearls_are_open: bool
    realms: list[Realm]
    council: dict[Race, list[Card]]
    deck: list[Card] = []
    discard: list[Card] = []
    track: list[Card] = []
    court: list[Lord] = []
    """The Lords at Court, starting at the space farthest from the deck."""
    lord_deck: list[Lord] = []
    lords_gone: list[Lord] = []
    location_deck: list[Location] = []
    open_locations: list[Location] = []
    drawn_locations: list[Location] = []
    locations_gone: list[Location] = []
    token_pile: list[int] = []
    paid: list[Card] = []
    """Allies handed in for the Lord being recruited."""
    treasury: int = PEARLS_IN_THE_BOX
    """Number of pearls of the box left; may be negative if the supply is unlimited."""
    key_supply: int = KEYS_IN_THE_BOX
    threat: int = 1
    start: Seat = 0
    active: Seat = 0
    turn: int = 0
    last_recruitment: int = 0
    """Number of the turn in which a Lord last came into service."""
    buyers: list[Seat] = []
    """The seats that bought an Ally this turn."""
    powers_used: list[Lord] = []
    recruited: list[Lord] = []
    """The Lords that came into service this turn."""
    extra_turn: bool = False
    last_round_by: Seat = -1
    """The seat that set off the last round; -1 before that."""
    ending: str = ""

    def face(self, owner: Seat, card: Card) -> Card:
        """Return a card in a hand as this viewer sees it: its back, except for its owner and the open table."""
        return card if self.viewer in (owner, OPEN_TABLE) else Card.HIDDEN

    def add_pearls(self, seat: Seat, pearls: int) -> None:
        """Change a seat's pearls, if this view shows them."""
        if self.pearls_are_open or self.viewer in (seat, OPEN_TABLE):
            self.realms[seat].pearls += pearls


def new_state(setup: Setup, viewer: Seat) -> State:
    """Return an empty table."""
    pearls_are_open = setup.readings["pearls.visibility"] == "open"
    state = State(
        viewer=viewer,
        pearls_are_open=pearls_are_open,
        realms=[Realm() for _ in range(setup.seats)],
        council={race: [] for race in RACES},
    )
    for seat, realm in enumerate(state.realms):
        if not pearls_are_open and viewer not in (seat, OPEN_TABLE):
            realm.pearls = NOT_TOLD
    return state


FOLDS: Folds = {}
folds = folding(FOLDS)


def drop_card(hand: list[Card], card: Card) -> None:
    """Remove a card from a hand; from a hidden hand, remove one of its backs."""
    hand.remove(card if card in hand else Card.HIDDEN)
