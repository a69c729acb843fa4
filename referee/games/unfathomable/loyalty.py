"""Loyalty cards: building the deck, dealing cards, looking at them, and the side a player is on."""

from __future__ import annotations

from referee.games.unfathomable.cards import Loyalty
from referee.games.unfathomable.facts.loyalty import LoyaltyDealt, LoyaltyDeckShuffled, LoyaltyLookedAt
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Table, rule

HYBRIDS: dict[int, int] = {3: 1, 4: 1, 5: 2, 6: 2}
CULTISTS: dict[int, int] = {3: 0, 4: 1, 5: 0, 6: 1}
"""The number of Hybrid and Cultist cards by the number of players. The deck has two cards per player."""


def loyalty_cards(seats: int, *, without_cultist: bool) -> list[Loyalty]:
    """Return the cards of the loyalty deck, before they are shuffled."""
    cultists = 0 if without_cultist else CULTISTS[seats]
    humans = 2 * seats - HYBRIDS[seats] - cultists
    return [Loyalty.HYBRID] * HYBRIDS[seats] + [Loyalty.CULTIST] * cultists + [Loyalty.HUMAN] * humans


@rule("setup.16_loyalty_deck")
def build_loyalty_deck(table: Table[State], *, without_cultist: bool = False) -> None:
    """Build and shuffle the loyalty deck for this number of players."""
    cards = loyalty_cards(table.seats, without_cultist=without_cultist)
    table.record(LoyaltyDeckShuffled(table.chance("deck/loyalty").shuffled(cards)))


@rule("loyalty.deal_twice")
def deal_loyalty(table: Table[State]) -> None:
    """Deal each player a loyalty card face down; each looks at its own."""
    state = table.state
    for seat in (state.active, *table.others(state.active)):
        if state.loyalty_deck:
            table.record(LoyaltyDealt(seat, state.loyalty_deck[-1]))


def loyalties(state: State, seat: Seat) -> list[Loyalty]:
    """Return all loyalty cards of a player, the revealed one included."""
    player = state.players[seat]
    return player.loyalty + ([player.revealed] if player.is_traitor else [])


def is_loyal_to_the_deep(state: State, seat: Seat) -> bool:
    """Return whether a player has a Hybrid or the Cultist card, revealed or not."""
    cards = loyalties(state, seat)
    return Loyalty.HYBRID in cards or Loyalty.CULTIST in cards


def sides(state: State) -> tuple[str, ...]:
    """Return the side of every player."""
    return tuple(
        ["traitors" if is_loyal_to_the_deep(state, seat) else "humans" for seat in range(len(state.players))]
    )


@rule("ability.look")
def look_at_loyalty(table: Table[State], looker: Seat, owner: Seat) -> None:
    """Let a player look at another's face-down loyalty cards; the owner learns of it."""
    cards = tuple(table.state.players[owner].loyalty)
    if cards:
        table.record(LoyaltyLookedAt(looker, owner, cards))
