"""Facts about the course of a round."""

from __future__ import annotations

from referee.games.among_cultists.cards import Phase
from referee.games.among_cultists.state import State, folds
from referee.kernel.facts import Fact, Public, Seat, Secret


class RoundBegan(Fact, frozen=True, tag="among_cultists.round_began"):
    """A round began."""

    round: Public[int]
    first: Public[Seat]
    """The seat that moves and acts first."""


@folds(RoundBegan)
def _round_began(state: State, fact: RoundBegan) -> None:
    state.round, state.first, state.active = fact.round, fact.first, fact.first
    state.was_vote_held = False


class PhaseBegan(Fact, frozen=True, tag="among_cultists.phase_began"):
    """A step of the round began. The first seat of the round is the active Character until another one moves."""

    phase: Public[Phase]


@folds(PhaseBegan)
def _phase_began(state: State, fact: PhaseBegan) -> None:
    state.phase, state.active = fact.phase, state.first


class TurnBegan(Fact, frozen=True, tag="among_cultists.turn_began"):
    """A Character began its move."""

    seat: Public[Seat]


@folds(TurnBegan)
def _turn_began(state: State, fact: TurnBegan) -> None:
    state.active = fact.seat


class ActionBegan(Fact, frozen=True, tag="among_cultists.action_began"):
    """A Character began its action."""

    seat: Public[Seat]


@folds(ActionBegan)
def _action_began(state: State, fact: ActionBegan) -> None:
    state.active = fact.seat


class MovementEnded(Fact, frozen=True, tag="among_cultists.movement_ended"):
    """The Movement phase ended for all Characters where they are now."""


@folds(MovementEnded)
def _movement_ended(state: State, _fact: MovementEnded) -> None:
    for character in state.characters:
        character.ended_on = character.place


class BlocksRemoved(Fact, frozen=True, tag="among_cultists.blocks_removed"):
    """All Tentacle blocks were taken off the map."""


@folds(BlocksRemoved)
def _blocks_removed(state: State, _fact: BlocksRemoved) -> None:
    state.blocks.clear()


class RoundEnded(Fact, frozen=True, tag="among_cultists.round_ended"):
    """A round ended. The dead were counted, and nobody was told the count."""

    round: Public[int]
    kills: Secret[int]
    kills_reached: Secret[int]
    """The round in which the count first sufficed; 0 before that."""


@folds(RoundEnded)
def _round_ended(state: State, fact: RoundEnded) -> None:
    state.kills_reached = fact.kills_reached


FACTS: tuple[type[Fact], ...] = (
    RoundBegan,
    PhaseBegan,
    TurnBegan,
    ActionBegan,
    MovementEnded,
    BlocksRemoved,
    RoundEnded,
)
