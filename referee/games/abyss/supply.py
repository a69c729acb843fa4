"""The Treasury, the keys and the Monster tokens: what is taken from the general supply."""

from __future__ import annotations

from referee.games.abyss.facts.supply import KeysGained, PearlsGained, TokensDrawn
from referee.games.abyss.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Table, rule


@rule("supply.pearls")
def gain_pearls(table: Table[State], seat: Seat, pearls: int) -> None:
    """Take pearls from the Treasury; if the supply is finite, at most those left."""
    if table.ruling("supply.pearls") == "finite":
        pearls = min(pearls, table.state.treasury)
    if pearls:
        table.record(PearlsGained(seat, pearls))


@rule("supply.keys")
def gain_keys(table: Table[State], seat: Seat, keys: int) -> None:
    """Take key tokens; if the supply is finite, at most those left."""
    if table.ruling("supply.keys") == "finite":
        keys = min(keys, table.state.key_supply)
    if keys:
        table.record(KeysGained(seat, keys))


@rule("supply.tokens")
def draw_tokens(table: Table[State], seat: Seat, count: int) -> None:
    """Draw Monster tokens at random; only their new owner sees them."""
    pile = table.state.token_pile
    tokens = tuple(pile[len(pile) - count :]) if count <= len(pile) else tuple(pile)
    if tokens:
        table.record(TokensDrawn(seat, tokens))
