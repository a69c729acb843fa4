"""Facts about the last round and the scoring."""

from __future__ import annotations

from referee.games.abyss.cards import Card
from referee.games.abyss.state import State, folds
from referee.kernel.facts import Fact, Public, Seat


class LastRoundBegan(Fact, frozen=True, tag="abyss.last_round_began"):
    """The end of the game was set off; every other seat has one more turn."""

    seat: Public[Seat]
    ending: Public[str]


@folds(LastRoundBegan)
def _last_round_began(state: State, fact: LastRoundBegan) -> None:
    state.last_round_by = fact.seat
    state.ending = fact.ending


class HandAffiliated(Fact, frozen=True, tag="abyss.hand_affiliated"):
    """At the end the weakest Ally of each race in a seat's hand joined it; the rest were discarded."""

    seat: Public[Seat]
    allies: Public[tuple[Card, ...]]
    discarded: Public[tuple[Card, ...]]


@folds(HandAffiliated)
def _hand_affiliated(state: State, fact: HandAffiliated) -> None:
    realm = state.realms[fact.seat]
    realm.hand.clear()
    realm.affiliated.extend(fact.allies)
    state.discard.extend(fact.discarded)


class TokensRevealed(Fact, frozen=True, tag="abyss.tokens_revealed"):
    """A seat turned over its Monster tokens for the scoring."""

    seat: Public[Seat]
    tokens: Public[tuple[int, ...]]


@folds(TokensRevealed)
def _tokens_revealed(state: State, fact: TokensRevealed) -> None:
    state.realms[fact.seat].tokens = list(fact.tokens)


class SeatScored(Fact, frozen=True, tag="abyss.seat_scored"):
    """A seat's influence points were counted, by source."""

    seat: Public[Seat]
    locations: Public[int]
    lords: Public[int]
    allies: Public[int]
    tokens: Public[int]


@folds(SeatScored)
def _seat_scored(state: State, fact: SeatScored) -> None:
    """Do nothing: counting changes nothing on the table."""


FACTS: tuple[type[Fact], ...] = (LastRoundBegan, HandAffiliated, TokensRevealed, SeatScored)
