"""Unsafe passages: rules `unsafe.*` ("Ponti Esterni, Barche, mazzo Passaggio non sicuro")."""

from __future__ import annotations

import pytest

from referee.games.among_cultists.cards import Face
from referee.games.among_cultists.cleanup import remove_blocks
from referee.games.among_cultists.facts.unsafe import (
    LinkBlocked,
    TokensRevealed,
    UnsafeCardRevealed,
    UnsafeDeckFoundEmpty,
    UnsafeDiscardTaken,
)
from referee.games.among_cultists.state import State
from referee.games.among_cultists.unsafe import place_blocks, reveal_unsafe_card
from referee.kernel.table import Table
from tests.games.among_cultists.tables import table_of


def facts(table: Table[State], kind: type) -> list[object]:
    """Return the facts of a kind."""
    return [each.fact for each in table.recorded if isinstance(each.fact, kind)]


@pytest.mark.parametrize(("card", "tokens"), [("success", 0), ("failure", 1), ("sabotage", 2)])
def test_card_reveals_tokens(card: str, tokens: int) -> None:
    """Rule unsafe.tokens: Success nothing, Failure one token, Sabotage two different ones."""
    table = table_of(unsafe=card)
    assert reveal_unsafe_card(table, 2) is Face(card)
    assert facts(table, UnsafeCardRevealed) == [UnsafeCardRevealed(2, Face(card))]
    revealed = facts(table, TokensRevealed)
    assert [len(set(fact.tokens)) for fact in revealed] == ([tokens] if tokens else [])  # type: ignore[attr-defined]
    assert table.state.unsafe == []
    assert table.state.unsafe_discard == [Face(card)]


CLOSES = [
    ("north", ["boat_1"]),
    ("east", ["outer_bridge_east"]),
    ("south", ["boat_2"]),
    ("west", ["outer_bridge_west"]),
    ("north_south", ["boat_1", "boat_2"]),
]


@pytest.mark.parametrize(("token", "links"), CLOSES)
def test_token_closes_its_links(token: str, links: list[str]) -> None:
    """Rule unsafe.blocks; which link a token closes is the house value data.tokens."""
    table = table_of()
    place_blocks(table, token)
    assert facts(table, LinkBlocked) == [LinkBlocked(link) for link in links]
    assert table.state.blocks == sorted(links)
    place_blocks(table, token)
    assert len(facts(table, LinkBlocked)) == len(links), "a closed link needs no second block"


def test_blocks_leave_the_map_after_the_round() -> None:
    """Rule unsafe.round_end (Dopo ogni Round)."""
    table = table_of(blocks=["boat_1", "outer_bridge_east"])
    remove_blocks(table)
    assert table.state.blocks == []


def test_blocks_are_limited() -> None:
    """Expansion, components: four Tentacle blocks."""
    table = table_of(blocks=["a", "b", "c", "d"])
    place_blocks(table, "north")
    assert facts(table, LinkBlocked) == []


@pytest.mark.parametrize(
    ("reading", "face", "tokens"), [("failure", Face.FAILURE, 1), ("safe", Face.SUCCESS, 0)]
)
def test_empty_deck(reading: str, face: Face, tokens: int) -> None:
    """Ruling unsafe.empty: it counts as a Failure, or as a Success."""
    table = table_of(unsafe="", readings={"unsafe.empty": reading})
    assert reveal_unsafe_card(table, 1) is face
    assert facts(table, UnsafeDeckFoundEmpty) == [UnsafeDeckFoundEmpty(1)]
    assert len(facts(table, TokensRevealed)) == tokens


def test_empty_deck_may_be_reshuffled() -> None:
    """Ruling unsafe.empty = reshuffle: the revealed cards become a new deck; without any it is a Failure."""
    table = table_of(unsafe="", readings={"unsafe.empty": "reshuffle"})
    table.state.unsafe_discard = [Face.SUCCESS]
    assert reveal_unsafe_card(table, 1) is Face.SUCCESS
    assert facts(table, UnsafeDiscardTaken) == [UnsafeDiscardTaken()]
    assert table.state.unsafe_discard == [Face.SUCCESS]
    assert reveal_unsafe_card(table_of(unsafe="", readings={"unsafe.empty": "reshuffle"}), 1) is Face.FAILURE
