"""Facts about unsafe passages, Tentacle tokens and blocks."""

from __future__ import annotations

from referee.games.among_cultists.cards import Face
from referee.games.among_cultists.state import State, folds, play_task
from referee.kernel.facts import Fact, OwnerSees, Public, Seat


class UnsafeCardRevealed(Fact, frozen=True, tag="among_cultists.unsafe_card_revealed"):
    """The top card of the Unsafe Passage deck was revealed and discarded."""

    seat: Public[Seat]
    """The active Character."""
    face: Public[Face]


@folds(UnsafeCardRevealed)
def _unsafe_card_revealed(state: State, fact: UnsafeCardRevealed) -> None:
    state.unsafe.pop()
    state.unsafe_discard.append(fact.face)
    if fact.face is Face.SABOTAGE:
        state.was_sabotage_seen = True


class UnsafeDeckFoundEmpty(Fact, frozen=True, tag="among_cultists.unsafe_deck_found_empty"):
    """A card of the Unsafe Passage deck was to be revealed, but the deck is empty."""

    seat: Public[Seat]


@folds(UnsafeDeckFoundEmpty)
def _unsafe_deck_found_empty(_state: State, _fact: UnsafeDeckFoundEmpty) -> None:
    """Change nothing: what follows is up to the ruling."""


class UnsafeDiscardTaken(Fact, frozen=True, tag="among_cultists.unsafe_discard_taken"):
    """The revealed cards of the Unsafe Passage deck were taken for a new deck."""


@folds(UnsafeDiscardTaken)
def _unsafe_discard_taken(state: State, _fact: UnsafeDiscardTaken) -> None:
    state.unsafe = [Face.HIDDEN] * len(state.unsafe_discard) if not state.is_open else state.unsafe_discard
    state.unsafe_discard = []


class TokensRevealed(Fact, frozen=True, tag="among_cultists.tokens_revealed"):
    """Tentacle tokens were revealed and shuffled back."""

    tokens: Public[tuple[str, ...]]


@folds(TokensRevealed)
def _tokens_revealed(_state: State, _fact: TokensRevealed) -> None:
    """Change nothing: the tokens are back in the pile."""


class LinkBlocked(Fact, frozen=True, tag="among_cultists.link_blocked"):
    """A Tentacle block closed an Outer Bridge or the route of a Boat for the rest of the round."""

    link: Public[str]
    """The Outer Bridge, or the Boat."""


@folds(LinkBlocked)
def _link_blocked(state: State, fact: LinkBlocked) -> None:
    state.blocks = sorted([*state.blocks, fact.link])


class DeckSecured(Fact, frozen=True, tag="among_cultists.deck_secured"):
    """A Character put a task card face down into the Unsafe Passage deck."""

    seat: Public[Seat]
    face: OwnerSees[Face]


@folds(DeckSecured)
def _deck_secured(state: State, fact: DeckSecured) -> None:
    play_task(state, fact.seat, "", fact.face)
    state.unsafe.insert(0, fact.face if state.is_open else Face.HIDDEN)


FACTS: tuple[type[Fact], ...] = (
    UnsafeCardRevealed,
    UnsafeDeckFoundEmpty,
    UnsafeDiscardTaken,
    TokensRevealed,
    LinkBlocked,
    DeckSecured,
)
