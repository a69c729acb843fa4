"""Facts about setting up the game."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import (
    CHARACTERS,
    Character,
    Item,
    Passenger,
    Resource,
    Spell,
    Waypoint,
)
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, Public, Seat, Secret


class DialSet(Fact, frozen=True, tag="unfathomable.dial_set"):
    """A dial was set to its starting value."""

    resource: Public[Resource]
    value: Public[int]


@folds(DialSet)
def _dial_set(state: State, fact: DialSet) -> None:
    state.resources[fact.resource] = fact.value


class PassengersMixed(Fact, frozen=True, tag="unfathomable.passengers_mixed"):
    """All passenger tokens were turned face down and mixed."""

    passengers: Secret[tuple[Passenger, ...]]


@folds(PassengersMixed)
def _passengers_mixed(state: State, fact: PassengersMixed) -> None:
    state.passenger_supply = list(fact.passengers)


class PassengerSetOut(Fact, frozen=True, tag="unfathomable.passenger_set_out"):
    """The last of the mixed passenger tokens was put on a deck space for the start."""

    space: Public[Space]


@folds(PassengerSetOut)
def _passenger_set_out(state: State, fact: PassengerSetOut) -> None:
    state.passengers.setdefault(fact.space, []).append(state.passenger_supply.pop())


class FirstPlayerDrawn(Fact, frozen=True, tag="unfathomable.first_player_drawn"):
    """The first player was drawn at random."""

    seat: Public[Seat]


@folds(FirstPlayerDrawn)
def _first_player_drawn(state: State, fact: FirstPlayerDrawn) -> None:
    state.start = state.active = fact.seat


class CharacterChosen(Fact, frozen=True, tag="unfathomable.character_chosen"):
    """A player chose a character and received its feat, its item and its starting space."""

    seat: Public[Seat]
    character: Public[Character]


@folds(CharacterChosen)
def _character_chosen(state: State, fact: CharacterChosen) -> None:
    player, sheet = state.players[fact.seat], CHARACTERS[fact.character]
    player.character = fact.character
    player.has_feat = True
    player.items.append(sheet.item)
    player.space = sheet.space


class ItemDeckLaid(Fact, frozen=True, tag="unfathomable.item_deck_laid"):
    """The items that nobody starts with were shuffled."""

    items: Secret[tuple[Item, ...]]


@folds(ItemDeckLaid)
def _item_deck_laid(state: State, fact: ItemDeckLaid) -> None:
    state.item_deck = list(fact.items)


class WaypointDeckLaid(Fact, frozen=True, tag="unfathomable.waypoint_deck_laid"):
    """The waypoints were shuffled for the Captain."""

    waypoints: Secret[tuple[Waypoint, ...]]


@folds(WaypointDeckLaid)
def _waypoint_deck_laid(state: State, fact: WaypointDeckLaid) -> None:
    state.waypoint_deck = list(fact.waypoints)


class SpellDeckLaid(Fact, frozen=True, tag="unfathomable.spell_deck_laid"):
    """The spells were shuffled for the Keeper of the Tome."""

    spells: Secret[tuple[Spell, ...]]


@folds(SpellDeckLaid)
def _spell_deck_laid(state: State, fact: SpellDeckLaid) -> None:
    state.spell_deck = list(fact.spells)


FACTS: tuple[type[Fact], ...] = (
    DialSet,
    PassengersMixed,
    PassengerSetOut,
    FirstPlayerDrawn,
    CharacterChosen,
    ItemDeckLaid,
    WaypointDeckLaid,
    SpellDeckLaid,
)
