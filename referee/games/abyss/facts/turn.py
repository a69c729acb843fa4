"""Facts about the order of turns."""

from __future__ import annotations

from referee.games.abyss.state import State, folds
from referee.kernel.facts import Fact, Public, Seat


class StartSeatDrawn(Fact, frozen=True, tag="abyss.start_seat_drawn"):
    """The start seat was drawn by lot."""

    seat: Public[Seat]


@folds(StartSeatDrawn)
def _start_seat_drawn(state: State, fact: StartSeatDrawn) -> None:
    state.start = state.active = fact.seat


class TurnBegan(Fact, frozen=True, tag="abyss.turn_began"):
    """A seat's turn began."""

    seat: Public[Seat]
    turn: Public[int]


@folds(TurnBegan)
def _turn_began(state: State, fact: TurnBegan) -> None:
    state.active = fact.seat
    state.turn = fact.turn
    state.buyers.clear()
    state.powers_used.clear()
    state.recruited.clear()
    state.extra_turn = False


class ExtraTurnGranted(Fact, frozen=True, tag="abyss.extra_turn_granted"):
    """A seat will take another turn after this one."""

    seat: Public[Seat]


@folds(ExtraTurnGranted)
def _extra_turn_granted(state: State, fact: ExtraTurnGranted) -> None:
    state.extra_turn = True


FACTS: tuple[type[Fact], ...] = (StartSeatDrawn, TurnBegan, ExtraTurnGranted)
