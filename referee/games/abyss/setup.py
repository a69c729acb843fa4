"""The setup, which is the same for two, three and four seats."""

from __future__ import annotations

from referee.games.abyss.cards import COURT_SPACES, EXPLORATION_DECK, LOCATIONS, LORDS, MONSTER_TOKENS
from referee.games.abyss.facts.court import LordsCalled
from referee.games.abyss.facts.decks import (
    ExplorationShuffled,
    LocationsShuffled,
    LordsShuffled,
    TokensShuffled,
)
from referee.games.abyss.facts.locations import LocationsOpened
from referee.games.abyss.facts.turn import StartSeatDrawn
from referee.games.abyss.state import State
from referee.games.abyss.supply import gain_pearls
from referee.kernel.table import Table, rule


@rule("setup")
def set_up(table: Table[State]) -> None:
    """Shuffle the four piles, open the Court and one Location, deal a pearl to each seat and draw the start seat."""
    state = table.state
    table.record(ExplorationShuffled(table.chance("deck/exploration").shuffled(EXPLORATION_DECK)))
    table.record(LordsShuffled(table.chance("deck/lords").shuffled(tuple(LORDS))))
    table.record(LordsCalled(tuple(state.lord_deck[: -COURT_SPACES - 1 : -1])))
    table.record(LocationsShuffled(table.chance("deck/locations").shuffled(tuple(LOCATIONS))))
    table.record(LocationsOpened((state.location_deck[-1],)))
    table.record(TokensShuffled(table.chance("tokens").shuffled(MONSTER_TOKENS)))
    for seat in range(table.seats):
        gain_pearls(table, seat, 1)
    table.record(StartSeatDrawn(table.chance("start seat").below(table.seats)))
