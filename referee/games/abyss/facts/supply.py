"""Facts about pearls, keys and Monster tokens."""

from __future__ import annotations

from typing import Annotated

from referee.games.abyss.state import State, folds
from referee.kernel.facts import OPEN_TABLE, Fact, OwnerSees, Public, Seat, seen_by


class PearlsGained(Fact, frozen=True, tag="abyss.pearls_gained"):
    """A seat took pearls from the Treasury."""

    seat: Public[Seat]
    pearls: Public[int]


@folds(PearlsGained)
def _pearls_gained(state: State, fact: PearlsGained) -> None:
    state.treasury -= fact.pearls
    state.add_pearls(fact.seat, fact.pearls)


class PearlsPaid(Fact, frozen=True, tag="abyss.pearls_paid"):
    """A seat paid pearls to the Treasury."""

    seat: Public[Seat]
    pearls: Public[int]


@folds(PearlsPaid)
def _pearls_paid(state: State, fact: PearlsPaid) -> None:
    state.treasury += fact.pearls
    state.add_pearls(fact.seat, -fact.pearls)


class KeysGained(Fact, frozen=True, tag="abyss.keys_gained"):
    """A seat took key tokens."""

    seat: Public[Seat]
    keys: Public[int]


@folds(KeysGained)
def _keys_gained(state: State, fact: KeysGained) -> None:
    state.key_supply -= fact.keys
    state.realms[fact.seat].key_tokens += fact.keys


class KeysReturned(Fact, frozen=True, tag="abyss.keys_returned"):
    """A seat put key tokens back into the supply without taking a Location: none was left."""

    seat: Public[Seat]
    keys: Public[int]


@folds(KeysReturned)
def _keys_returned(state: State, fact: KeysReturned) -> None:
    state.key_supply += fact.keys
    state.realms[fact.seat].key_tokens -= fact.keys


class TokensDrawn(Fact, frozen=True, tag="abyss.tokens_drawn"):
    """A seat drew Monster tokens; only that seat knows their values."""

    seat: Public[Seat]
    tokens: OwnerSees[tuple[int, ...]]


@folds(TokensDrawn)
def _tokens_drawn(state: State, fact: TokensDrawn) -> None:
    del state.token_pile[len(state.token_pile) - len(fact.tokens) :]
    state.realms[fact.seat].tokens.extend(fact.tokens)


class TokenStolen(Fact, frozen=True, tag="abyss.token_stolen"):
    """A Monster token changed hands; the two seats know its value."""

    seat: Public[Seat]
    loser: Public[Seat]
    token: Annotated[int, seen_by("seat", "loser")]


@folds(TokenStolen)
def _token_stolen(state: State, fact: TokenStolen) -> None:
    lost = state.realms[fact.loser].tokens
    lost.remove(fact.token if fact.token in lost else 0)
    state.realms[fact.seat].tokens.append(fact.token if state.viewer in (fact.seat, OPEN_TABLE) else 0)


FACTS: tuple[type[Fact], ...] = (PearlsGained, PearlsPaid, KeysGained, KeysReturned, TokensDrawn, TokenStolen)
