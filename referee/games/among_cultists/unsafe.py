"""Unsafe passages: the Unsafe Passage deck, Tentacle tokens and Tentacle blocks."""

from __future__ import annotations

from referee.games.among_cultists.cards import Board, Face
from referee.games.among_cultists.facts.events import PowerFailed
from referee.games.among_cultists.facts.setup import UnsafeDeckShuffled
from referee.games.among_cultists.facts.unsafe import (
    LinkBlocked,
    TokensRevealed,
    UnsafeCardRevealed,
    UnsafeDeckFoundEmpty,
    UnsafeDiscardTaken,
)
from referee.games.among_cultists.sleeper import wake_sleeper
from referee.games.among_cultists.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Table, rule


@rule("unsafe.reveal")
def reveal_unsafe_card(table: Table[State], seat: Seat) -> Face:
    """Reveal the top card of the Unsafe Passage deck and resolve it; return what it came to."""
    state = table.state
    if not state.unsafe:
        refilled = face_empty_deck(table, seat)
        if refilled is not Face.HIDDEN:
            return refilled
    face, is_first_sabotage = state.unsafe[-1], not state.was_sabotage_seen
    table.record(UnsafeCardRevealed(seat, face))
    resolve_unsafe_card(table, face)
    if face is Face.SABOTAGE and is_first_sabotage:
        wake_sleeper(table, seat)
    return face


@rule("unsafe.empty")
def face_empty_deck(table: Table[State], seat: Seat) -> Face:
    """Return what an empty deck counts as, or nothing if the revealed cards were shuffled into a new one."""
    table.record(UnsafeDeckFoundEmpty(seat))
    if table.ruling("unsafe.empty") == "safe":
        return Face.SUCCESS
    if table.ruling("unsafe.empty") == "reshuffle" and table.state.unsafe_discard:
        table.record(UnsafeDiscardTaken())
        shuffle_unsafe_deck(table)
        return Face.HIDDEN
    resolve_unsafe_card(table, Face.FAILURE)
    return Face.FAILURE


def shuffle_unsafe_deck(table: Table[State]) -> None:
    """Shuffle the Unsafe Passage deck."""
    table.record(UnsafeDeckShuffled(table.chance("deck/unsafe").shuffled(table.state.unsafe)))


@rule("unsafe.tokens")
def resolve_unsafe_card(table: Table[State], face: Face) -> None:
    """Reveal one Tentacle token for a Failure and two for a Sabotage; in the University, a Sabotage cuts the light."""
    layout = table.state.layout
    if layout.board is Board.UNIVERSITY:
        if face is Face.SABOTAGE:
            table.record(PowerFailed(layout.islands))
        return
    count = {Face.FAILURE: 1, Face.SABOTAGE: 2}.get(face, 0)
    if count:
        tokens = draw_tokens(table, count)
        for token in tokens:
            place_blocks(table, token)


def draw_tokens(table: Table[State], count: int) -> tuple[str, ...]:
    """Reveal Tentacle tokens together; they are shuffled back afterwards."""
    tokens = table.chance("tokens").shuffled(list(table.state.layout.tokens))[:count]
    table.record(TokensRevealed(tokens))
    return tokens


@rule("unsafe.blocks")
def place_blocks(table: Table[State], token: str) -> None:
    """Put a block on every link that a token closes and that is still open, as long as there are blocks."""
    state = table.state
    for link in state.layout.tokens[token].closes:
        if link not in state.blocks and len(state.blocks) < state.layout.numbers.tentacle_blocks:
            table.record(LinkBlocked(link))
