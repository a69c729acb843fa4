"""The table of Abyss as plain data, and how each fact changes it.

One state serves the open table and every seat's view: a view is the fold of what that seat was told, in which
cards out of sight are backs. Zones that lie face down for everyone but their owner (hands) or for everyone (the
Council) hold backs in a view even when their cards were once seen: remembering is the player's business.
"""

from __future__ import annotations

import msgspec

from referee.games.abyss import facts as f
from referee.games.abyss.cards import (
    KEYS_IN_THE_BOX,
    LORDS,
    MONSTER,
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
"""Stands for a number of pearls that a view does not show."""


class Holding(msgspec.Struct):
    """A Location a seat controls, with the Lords that lie under it."""

    location: Location
    lords: list[Lord]


class Realm(msgspec.Struct):
    """What one seat holds."""

    pearls: int = 0
    key_tokens: int = 0
    hand: list[Card] = []
    tokens: list[int] = []
    free: list[Lord] = []
    """Lords in service that lie under no Location, turned ones included."""
    turned: list[Lord] = []
    holdings: list[Holding] = []
    affiliated: list[Card] = []

    def has(self, lord: Lord) -> bool:
        """Say whether the lasting power of this Lord works for the seat: free, and not turned."""
        return lord in self.free and lord not in self.turned

    def lords(self) -> list[Lord]:
        """All Lords of the seat, free and under Locations."""
        return self.free + [lord for holding in self.holdings for lord in holding.lords]

    def key_lords(self) -> list[Lord]:
        """The free Lords whose key can be used."""
        return [lord for lord in self.free if LORDS[lord].keys and lord not in self.turned]


class State(msgspec.Struct):
    """The whole table, or what one viewer knows of it."""

    viewer: Seat
    pearls_are_open: bool
    realms: list[Realm]
    council: dict[Race, list[Card]]
    deck: list[Card] = []
    discard: list[Card] = []
    track: list[Card] = []
    court: list[Lord] = []
    """The space farthest from the deck first."""
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
    """Pearls left of those in the box; below 0 where the supply is taken as endless."""
    key_supply: int = KEYS_IN_THE_BOX
    threat: int = 1
    start: Seat = 0
    active: Seat = 0
    turn: int = 0
    last_recruitment: int = 0
    """The turn in which a Lord last came into somebody's service."""
    buyers: list[Seat] = []
    """The seats that bought an Ally this turn."""
    powers_used: list[Lord] = []
    recruited: list[Lord] = []
    """The Lords that came into service this turn."""
    extra_turn: bool = False
    last_round_by: Seat = -1
    ending: str = ""

    def face(self, owner: Seat, card: Card) -> Card:
        """A card as it lies in an owner's hand: its face for the owner and the open table, its back for the rest."""
        return card if self.viewer in (owner, OPEN_TABLE) else Card.HIDDEN

    def add_pearls(self, seat: Seat, pearls: int) -> None:
        """Change a seat's pearls, where this view shows them."""
        if self.pearls_are_open or self.viewer in (seat, OPEN_TABLE):
            self.realms[seat].pearls += pearls


def new_state(setup: Setup, viewer: Seat) -> State:
    """An empty table."""
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


def drop(hand: list[Card], card: Card) -> None:
    """Take a card out of a hand; out of a hand not seen, one of its backs."""
    hand.remove(card if card in hand else Card.HIDDEN)


@folds(f.ExplorationShuffled)
def _(state: State, fact: f.ExplorationShuffled) -> None:
    state.deck = list(fact.cards)
    state.discard.clear()


@folds(f.LordsShuffled)
def _(state: State, fact: f.LordsShuffled) -> None:
    state.lord_deck = list(fact.lords)


@folds(f.LocationsShuffled)
def _(state: State, fact: f.LocationsShuffled) -> None:
    state.location_deck = list(fact.locations)


@folds(f.TokensShuffled)
def _(state: State, fact: f.TokensShuffled) -> None:
    state.token_pile = list(fact.tokens)


@folds(f.StartSeatDrawn)
def _(state: State, fact: f.StartSeatDrawn) -> None:
    state.start = state.active = fact.seat


@folds(f.PearlsGained)
def _(state: State, fact: f.PearlsGained) -> None:
    state.treasury -= fact.pearls
    state.add_pearls(fact.seat, fact.pearls)


@folds(f.PearlsPaid)
def _(state: State, fact: f.PearlsPaid) -> None:
    state.treasury += fact.pearls
    state.add_pearls(fact.seat, -fact.pearls)


@folds(f.KeysGained)
def _(state: State, fact: f.KeysGained) -> None:
    state.key_supply -= fact.keys
    state.realms[fact.seat].key_tokens += fact.keys


@folds(f.KeysReturned)
def _(state: State, fact: f.KeysReturned) -> None:
    state.key_supply += fact.keys
    state.realms[fact.seat].key_tokens -= fact.keys


@folds(f.TokensDrawn)
def _(state: State, fact: f.TokensDrawn) -> None:
    del state.token_pile[len(state.token_pile) - len(fact.tokens) :]
    state.realms[fact.seat].tokens.extend(fact.tokens)


@folds(f.TokenStolen)
def _(state: State, fact: f.TokenStolen) -> None:
    lost = state.realms[fact.loser].tokens
    lost.remove(fact.token if fact.token in lost else 0)
    state.realms[fact.seat].tokens.append(fact.token if state.viewer in (fact.seat, OPEN_TABLE) else 0)


@folds(f.TurnBegan)
def _(state: State, fact: f.TurnBegan) -> None:
    state.active = fact.seat
    state.turn = fact.turn
    state.buyers.clear()
    state.powers_used.clear()
    state.recruited.clear()
    state.extra_turn = False


@folds(f.LordsCalled)
def _(state: State, fact: f.LordsCalled) -> None:
    del state.lord_deck[len(state.lord_deck) - len(fact.lords) :]
    state.court.extend(fact.lords)


@folds(f.CardRevealed)
def _(state: State, fact: f.CardRevealed) -> None:
    state.deck.pop()
    state.track.append(fact.card)


@folds(f.OfferPassed)
def _(state: State, fact: f.OfferPassed) -> None:
    """Passing changes nothing on the table."""


@folds(f.AllyBought)
def _(state: State, fact: f.AllyBought) -> None:
    state.track.pop()
    state.realms[fact.seat].hand.append(state.face(fact.seat, fact.ally))
    state.add_pearls(fact.seat, -fact.price)
    state.add_pearls(fact.seller, fact.price)
    state.buyers.append(fact.seat)


@folds(f.AllyTaken)
def _(state: State, fact: f.AllyTaken) -> None:
    state.track.pop()
    state.realms[fact.seat].hand.append(state.face(fact.seat, fact.ally))


@folds(f.ThreatRaised)
def _(state: State, fact: f.ThreatRaised) -> None:
    state.threat = fact.space


@folds(f.MonsterFought)
def _(state: State, fact: f.MonsterFought) -> None:
    state.threat = 1


@folds(f.TrackCleared)
def _(state: State, fact: f.TrackCleared) -> None:
    state.track.clear()
    for ally in fact.allies:
        state.council[ally.race].append(ally if state.viewer == OPEN_TABLE else Card.HIDDEN)
    state.discard.extend([MONSTER] * fact.monsters)


@folds(f.StackTaken)
def _(state: State, fact: f.StackTaken) -> None:
    state.council[fact.race].clear()
    state.realms[fact.seat].hand.extend(fact.allies)


@folds(f.StackDiscarded)
def _(state: State, fact: f.StackDiscarded) -> None:
    state.council[fact.race].clear()
    state.discard.extend(fact.allies)


@folds(f.CostPaid)
def _(state: State, fact: f.CostPaid) -> None:
    hand = state.realms[fact.seat].hand
    for ally in fact.allies:
        drop(hand, ally)
    state.paid.extend(fact.allies)
    state.treasury += fact.pearls
    state.add_pearls(fact.seat, -fact.pearls)


@folds(f.AllyAffiliated)
def _(state: State, fact: f.AllyAffiliated) -> None:
    state.paid.remove(fact.ally)
    state.realms[fact.seat].affiliated.append(fact.ally)
    state.discard.extend(state.paid)
    state.paid.clear()


@folds(f.LordRecruited)
def _(state: State, fact: f.LordRecruited) -> None:
    state.court.remove(fact.lord)
    state.realms[fact.seat].free.append(fact.lord)
    state.recruited.append(fact.lord)
    state.last_recruitment = state.turn


@folds(f.LordDrawn)
def _(state: State, fact: f.LordDrawn) -> None:
    state.lord_deck.pop()
    state.realms[fact.seat].free.append(fact.lord)
    state.recruited.append(fact.lord)
    state.last_recruitment = state.turn


@folds(f.LordSacrificed)
def _(state: State, fact: f.LordSacrificed) -> None:
    realm = state.realms[fact.seat]
    realm.free.remove(fact.lord)
    if fact.lord in realm.turned:
        realm.turned.remove(fact.lord)
    state.lords_gone.append(fact.lord)


@folds(f.LordReplaced)
def _(state: State, fact: f.LordReplaced) -> None:
    state.lord_deck.pop()
    state.court[state.court.index(fact.lord)] = fact.successor
    state.lords_gone.append(fact.lord)


@folds(f.LordDismissed)
def _(state: State, fact: f.LordDismissed) -> None:
    state.court.remove(fact.lord)
    state.lords_gone.append(fact.lord)


@folds(f.LordTurned)
def _(state: State, fact: f.LordTurned) -> None:
    state.realms[fact.seat].turned.append(fact.lord)


@folds(f.PowerUsed)
def _(state: State, fact: f.PowerUsed) -> None:
    state.powers_used.append(fact.lord)


@folds(f.AlliesDiscarded)
def _(state: State, fact: f.AlliesDiscarded) -> None:
    hand = state.realms[fact.seat].hand
    for ally in fact.allies:
        drop(hand, ally)
    state.discard.extend(fact.allies)


@folds(f.LocationsOpened)
def _(state: State, fact: f.LocationsOpened) -> None:
    if state.drawn_locations:
        state.drawn_locations.clear()
    else:
        del state.location_deck[len(state.location_deck) - len(fact.locations) :]
    state.open_locations.extend(fact.locations)


@folds(f.LocationsDrawn)
def _(state: State, fact: f.LocationsDrawn) -> None:
    del state.location_deck[len(state.location_deck) - len(fact.locations) :]
    state.drawn_locations.extend(fact.locations)


@folds(f.LocationControlled)
def _(state: State, fact: f.LocationControlled) -> None:
    source = state.drawn_locations if fact.location in state.drawn_locations else state.open_locations
    source.remove(fact.location)
    realm = state.realms[fact.seat]
    for lord in fact.lords:
        realm.free.remove(lord)
    realm.holdings.append(Holding(fact.location, list(fact.lords)))
    realm.key_tokens -= fact.key_tokens
    state.key_supply += fact.key_tokens


@folds(f.LocationSwapped)
def _(state: State, fact: f.LocationSwapped) -> None:
    state.open_locations.remove(fact.taken)
    state.open_locations.append(fact.given)
    holding = _holding(state, fact.seat, fact.given)
    holding.location = fact.taken
    for lord in fact.freed:
        holding.lords.remove(lord)
        state.realms[fact.seat].free.append(lord)


@folds(f.LocationDeckSearched)
def _(state: State, fact: f.LocationDeckSearched) -> None:
    """Looking changes nothing on the table."""


@folds(f.LocationExchanged)
def _(state: State, fact: f.LocationExchanged) -> None:
    known = fact.taken in state.location_deck
    state.location_deck.remove(fact.taken if known else Location.HIDDEN)
    _holding(state, fact.seat, Location.BLACK_SMOKERS).location = fact.taken
    if fact.returned:
        state.location_deck.append(Location.BLACK_SMOKERS if state.viewer == OPEN_TABLE else Location.HIDDEN)
    else:
        state.locations_gone.append(Location.BLACK_SMOKERS)


def _holding(state: State, seat: Seat, location: Location) -> Holding:
    return next(holding for holding in state.realms[seat].holdings if holding.location is location)


@folds(f.ExtraTurnGranted)
def _(state: State, fact: f.ExtraTurnGranted) -> None:
    state.extra_turn = True


@folds(f.LastRoundBegan)
def _(state: State, fact: f.LastRoundBegan) -> None:
    state.last_round_by = fact.seat
    state.ending = fact.ending


@folds(f.HandAffiliated)
def _(state: State, fact: f.HandAffiliated) -> None:
    realm = state.realms[fact.seat]
    realm.hand.clear()
    realm.affiliated.extend(fact.allies)
    state.discard.extend(fact.discarded)


@folds(f.TokensRevealed)
def _(state: State, fact: f.TokensRevealed) -> None:
    state.realms[fact.seat].tokens = list(fact.tokens)


@folds(f.SeatScored)
def _(state: State, fact: f.SeatScored) -> None:
    """Counting changes nothing on the table."""
