"""Defeats that threatened, happened or were prevented; and passengers moving between supply and deck."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Passenger
from referee.games.unfathomable.state import Peril, State, folds
from referee.kernel.facts import Fact, Public, Seat, Secret


class CharacterEndangered(Fact, frozen=True, tag="unfathomable.character_endangered"):
    """A character will be defeated unless somebody prevents it."""

    seat: Public[Seat]


@folds(CharacterEndangered)
def _character_endangered(state: State, fact: CharacterEndangered) -> None:
    state.peril = Peril(seat=fact.seat)


class PassengerEndangered(Fact, frozen=True, tag="unfathomable.passenger_endangered"):
    """A passenger will be defeated unless somebody prevents it: on deck, or in the supply (the Deep)."""

    space: Public[Space]
    place: Public[int]
    """The passenger's place on the space, counted from 0."""


@folds(PassengerEndangered)
def _passenger_endangered(state: State, fact: PassengerEndangered) -> None:
    state.peril = Peril(space=fact.space, place=fact.place)


class DefeatPrevented(Fact, frozen=True, tag="unfathomable.defeat_prevented"):
    """A player prevented a defeat."""

    seat: Public[Seat]


@folds(DefeatPrevented)
def _defeat_prevented(state: State, _: DefeatPrevented) -> None:
    if state.peril is not None:
        state.peril.is_prevented = True


class PerilPassed(Fact, frozen=True, tag="unfathomable.peril_passed"):
    """The danger passed: nobody was defeated."""


@folds(PerilPassed)
def _peril_passed(state: State, _: PerilPassed) -> None:
    state.peril = None


class CharacterDefeated(Fact, frozen=True, tag="unfathomable.character_defeated"):
    """A character was defeated."""

    seat: Public[Seat]


@folds(CharacterDefeated)
def _character_defeated(state: State, _: CharacterDefeated) -> None:
    state.peril = None


class DeepOneDefeated(Fact, frozen=True, tag="unfathomable.deep_one_defeated"):
    """A Deep One was defeated and returned to the supply."""

    space: Public[Space]


@folds(DeepOneDefeated)
def _deep_one_defeated(state: State, fact: DeepOneDefeated) -> None:
    state.deep_one_supply += 1
    state.deep_ones[fact.space] -= 1
    if not state.deep_ones[fact.space]:
        del state.deep_ones[fact.space]


class PassengerDefeated(Fact, frozen=True, tag="unfathomable.passenger_defeated"):
    """A passenger on deck was defeated: everyone saw the token, and it was removed from the game."""

    space: Public[Space]
    place: Public[int]
    """The passenger's place on the space, counted from 0."""
    passenger: Public[Passenger]


@folds(PassengerDefeated)
def _passenger_defeated(state: State, fact: PassengerDefeated) -> None:
    state.peril = None
    _leave_deck(state, fact.space, fact.place)
    _leave_game(state, fact.passenger)


class SupplyPassengerDefeated(Fact, frozen=True, tag="unfathomable.supply_passenger_defeated"):
    """A random passenger of the supply was defeated: everyone saw the token, and it was removed from the game."""

    passenger: Public[Passenger]


@folds(SupplyPassengerDefeated)
def _supply_passenger_defeated(state: State, fact: SupplyPassengerDefeated) -> None:
    state.peril = None
    _leave_supply(state, fact.passenger)
    _leave_game(state, fact.passenger)


class PassengerRisked(Fact, frozen=True, tag="unfathomable.passenger_risked"):
    """A passenger of the supply was put on a deck space, unseen."""

    space: Public[Space]
    passenger: Secret[Passenger]


@folds(PassengerRisked)
def _passenger_risked(state: State, fact: PassengerRisked) -> None:
    _leave_supply(state, fact.passenger)
    state.passengers.setdefault(fact.space, []).append(fact.passenger)


class PassengerRescued(Fact, frozen=True, tag="unfathomable.passenger_rescued"):
    """A passenger on deck returned to the supply, unseen."""

    space: Public[Space]
    place: Public[int]
    """The passenger's place on the space, counted from 0."""
    passenger: Secret[Passenger]


@folds(PassengerRescued)
def _passenger_rescued(state: State, fact: PassengerRescued) -> None:
    _leave_deck(state, fact.space, fact.place)
    state.passenger_supply.append(fact.passenger)


def _leave_deck(state: State, space: Space, place: int) -> None:
    there = state.passengers[space]
    there.pop(place)
    if not there:
        del state.passengers[space]


def _leave_supply(state: State, passenger: Passenger) -> None:
    supply = state.passenger_supply
    supply.remove(passenger if passenger in supply else Passenger.HIDDEN)


def _leave_game(state: State, passenger: Passenger) -> None:
    """Remove a passenger from the game, where nobody may look at it again."""
    state.passengers_gone.append(passenger if state.is_open else Passenger.HIDDEN)


FACTS: tuple[type[Fact], ...] = (
    CharacterEndangered,
    PassengerEndangered,
    DefeatPrevented,
    PerilPassed,
    CharacterDefeated,
    DeepOneDefeated,
    PassengerDefeated,
    SupplyPassengerDefeated,
    PassengerRisked,
    PassengerRescued,
)
