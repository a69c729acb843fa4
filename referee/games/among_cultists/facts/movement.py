"""Facts about moving on foot and by Boat."""

from __future__ import annotations

from referee.games.among_cultists.state import State, folds
from referee.kernel.facts import Fact, Public, Seat


class CharacterMoved(Fact, frozen=True, tag="among_cultists.character_moved"):
    """A Character took a step."""

    seat: Public[Seat]
    place: Public[str]


@folds(CharacterMoved)
def _character_moved(state: State, fact: CharacterMoved) -> None:
    state.characters[fact.seat].place = fact.place


class BoatBoarded(Fact, frozen=True, tag="among_cultists.boat_boarded"):
    """A Character boarded a Boat."""

    seat: Public[Seat]
    boat: Public[str]


@folds(BoatBoarded)
def _boat_boarded(state: State, fact: BoatBoarded) -> None:
    state.characters[fact.seat].place = fact.boat


class LandingChosen(Fact, frozen=True, tag="among_cultists.landing_chosen"):
    """A Character that boarded a Boat chose the Room where it will land."""

    seat: Public[Seat]
    room: Public[str]


@folds(LandingChosen)
def _landing_chosen(state: State, fact: LandingChosen) -> None:
    state.characters[fact.seat].bound_for = fact.room


class BoatSailed(Fact, frozen=True, tag="among_cultists.boat_sailed"):
    """A Boat crossed to its other Dock."""

    boat: Public[str]
    dock: Public[str]


@folds(BoatSailed)
def _boat_sailed(state: State, fact: BoatSailed) -> None:
    state.boat(fact.boat).dock = fact.dock


class BoatHeld(Fact, frozen=True, tag="among_cultists.boat_held"):
    """A Boat with Characters aboard stayed at its Dock because its route is closed."""

    boat: Public[str]


@folds(BoatHeld)
def _boat_held(_state: State, _fact: BoatHeld) -> None:
    """Change nothing: the Boat is where it was."""


class CharacterLanded(Fact, frozen=True, tag="among_cultists.character_landed"):
    """A Character left a Boat for a Room at the Dock."""

    seat: Public[Seat]
    room: Public[str]


@folds(CharacterLanded)
def _character_landed(state: State, fact: CharacterLanded) -> None:
    character = state.characters[fact.seat]
    character.place, character.bound_for = fact.room, ""


class MoveEnded(Fact, frozen=True, tag="among_cultists.move_ended"):
    """A Character ended its move."""

    seat: Public[Seat]


@folds(MoveEnded)
def _move_ended(_state: State, _fact: MoveEnded) -> None:
    """Change nothing: the Character is where it was."""


FACTS: tuple[type[Fact], ...] = (
    CharacterMoved,
    BoatBoarded,
    LandingChosen,
    BoatSailed,
    BoatHeld,
    CharacterLanded,
    MoveEnded,
)
