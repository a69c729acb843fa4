"""Facts about Encounters."""

from __future__ import annotations

from typing import Annotated

from referee.games.among_cultists.cards import Face
from referee.games.among_cultists.state import Gift, State, back_unless_open, drop_card, folds
from referee.kernel.facts import Fact, Public, Seat, Secret, seen_by

NOBODY_KNOWN = -1
"""The receiver of a gift that was shuffled with others."""


def give_away(state: State, giver: Seat, to: Seat, face: Face) -> None:
    """Take a gift out of the hand of its giver, who remembers it."""
    character = state.characters[giver]
    drop_card(character.hand, face)
    if state.remembers(giver):
        character.gifts.append(Gift(state.round, to, face))


class EncounterBegan(Fact, frozen=True, tag="among_cultists.encounter_began"):
    """Characters met at a Location."""

    place: Public[str]
    seats: Public[tuple[Seat, ...]]
    """In the order of this round."""


@folds(EncounterBegan)
def _encounter_began(_state: State, _fact: EncounterBegan) -> None:
    """Change nothing: the cards are given when everybody has chosen."""


class CardGiven(Fact, frozen=True, tag="among_cultists.card_given"):
    """A Character gave another one a pulse card, which went unseen into its Pulse deck."""

    giver: Public[Seat]
    seat: Public[Seat]
    face: Annotated[Face, seen_by("giver")]


@folds(CardGiven)
def _card_given(state: State, fact: CardGiven) -> None:
    give_away(state, fact.giver, fact.seat, fact.face)
    state.characters[fact.seat].pulse.append(back_unless_open(state, fact.face))


class NothingGiven(Fact, frozen=True, tag="among_cultists.nothing_given"):
    """A Character had no pulse card to give."""

    giver: Public[Seat]


@folds(NothingGiven)
def _nothing_given(_state: State, _fact: NothingGiven) -> None:
    """Change nothing: it had no card."""


class CardPooled(Fact, frozen=True, tag="among_cultists.card_pooled"):
    """A Character put a pulse card face down among those of its Encounter."""

    giver: Public[Seat]
    face: Annotated[Face, seen_by("giver")]


@folds(CardPooled)
def _card_pooled(state: State, fact: CardPooled) -> None:
    give_away(state, fact.giver, NOBODY_KNOWN, fact.face)
    state.pool.append(back_unless_open(state, fact.face))


class PooledCardReceived(Fact, frozen=True, tag="among_cultists.pooled_card_received"):
    """A Character received one of the shuffled cards of its Encounter, unseen."""

    seat: Public[Seat]
    face: Secret[Face]


@folds(PooledCardReceived)
def _pooled_card_received(state: State, fact: PooledCardReceived) -> None:
    drop_card(state.pool, fact.face)
    state.characters[fact.seat].pulse.append(fact.face)


FACTS: tuple[type[Fact], ...] = (EncounterBegan, CardGiven, NothingGiven, CardPooled, PooledCardReceived)
