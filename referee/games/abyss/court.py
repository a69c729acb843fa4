"""The Court after a recruitment: when it is refilled, and what the recruiting seat gains."""

from __future__ import annotations

from referee.games.abyss.cards import COURT_SPACES
from referee.games.abyss.ending import Ending, set_off_the_end
from referee.games.abyss.facts.court import LordsCalled
from referee.games.abyss.state import State
from referee.games.abyss.supply import gain_pearls
from referee.kernel.facts import Seat
from referee.kernel.table import Table, rule

LORDS_LEFT_TO_REFILL = 2
REFILL_PEARLS = 2


@rule("court.refill")
def refill_court(table: Table[State], seat: Seat) -> None:
    """Give the seat two pearls and fill all free spaces if only two Lords, or fewer, are left at Court."""
    state = table.state
    if len(state.court) > LORDS_LEFT_TO_REFILL:
        return
    gain_pearls(table, seat, REFILL_PEARLS)
    missing = COURT_SPACES - len(state.court)
    newcomers = tuple(reversed(state.lord_deck[-missing:]))
    if newcomers:
        table.record(LordsCalled(newcomers))
    if len(newcomers) < missing and table.ruling("end.court") == "refill_short":
        set_off_the_end(table, seat, Ending.COURT_EXHAUSTED)
