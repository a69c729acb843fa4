"""The Sleeper, who wakes when the first Sabotage of the match is revealed."""

from __future__ import annotations

from referee.games.among_cultists.cards import CULTIST_ROLES, CharacterRole, Side
from referee.games.among_cultists.facts.roles import CardsDrawn, HandsSwapped, RoleRevealed, SideNoted
from referee.games.among_cultists.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Table, rule


@rule("role.sleeper")
def wake_sleeper(table: Table[State], active: Seat) -> None:
    """Publish the Sleeper, who swaps hands with the active Character; both are told their sides in the same words."""
    state = table.state
    sleeper = state.holder(CharacterRole.SLEEPER)
    if sleeper < 0:
        return
    table.record(RoleRevealed(sleeper, CharacterRole.SLEEPER, 0))
    if sleeper == active:
        return
    mine, theirs = state.characters[sleeper], state.characters[active]
    table.record(HandsSwapped(sleeper, active, tuple(theirs.hand), tuple(mine.hand)))
    count = min(state.layout.numbers.sleeper_cards, len(state.draw_pile))
    table.record(CardsDrawn(active, tuple(state.draw_pile[len(state.draw_pile) - count :])))
    table.record(SideNoted(sleeper, Side.CULTISTS if theirs.role in CULTIST_ROLES else mine.side))
    table.record(SideNoted(active, theirs.side))
