"""The reach of Soldiers (every opponent not shielded by a free Shaman) and the Commander's lasting power."""

from __future__ import annotations

from referee.games.abyss.cards import Card, Lord
from referee.games.abyss.choices import DiscardAlly
from referee.games.abyss.facts.powers import AlliesDiscarded
from referee.games.abyss.questions import ASK_DISCARD_DOWN
from referee.games.abyss.state import State
from referee.kernel.asks import Some
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule

DISCARD = {card: DiscardAlly(card) for card in Card}
HAND_UNDER_THE_COMMANDER = 6


def is_shielded(state: State, seat: Seat) -> bool:
    """Return whether a Shaman, free and not turned, protects the seat from the Soldiers of others."""
    return state.realms[seat].has(Lord.SHAMAN)


def reached_by(table: Table[State], seat: Seat) -> list[Seat]:
    """Return the opponents that a Soldier of this seat affects, clockwise."""
    return [other for other in table.others(seat) if not is_shielded(table.state, other)]


def suffers_from(state: State, seat: Seat, soldier: Lord) -> bool:
    """Return whether a lasting Soldier of an opponent affects this seat now. There is only one of each Soldier."""
    for realm in state.realms:
        if soldier in realm.free:
            is_working = soldier not in realm.turned and realm is not state.realms[seat]
            return is_working and not is_shielded(state, seat)
    return False


def surplus_of(state: State, seat: Seat) -> int:
    """Return how many Allies a seat holds beyond what a Commander allows."""
    return len(state.realms[seat].hand) - HAND_UNDER_THE_COMMANDER


def ask_to_discard(table: Table[State], seat: Seat, count: int) -> Some:
    """Ask a seat which Allies it discards, even if they are all alike: the others must not learn that."""
    options = [DISCARD[ally] for ally in table.state.realms[seat].hand]
    return ASK_DISCARD_DOWN.to(seat, options, count, count, default=tuple(range(count)))


@rule("lord.commander")
def keep_six(table: Table[State], seat: Seat) -> Script[None]:
    """Make the seat discard down to six Allies if an opponent's Commander affects it."""
    surplus = surplus_of(table.state, seat)
    if surplus > 0 and suffers_from(table.state, seat, Lord.COMMANDER):
        chosen = yield ask_to_discard(table, seat, surplus)
        table.record(AlliesDiscarded(seat, tuple([choice.ally for choice in chosen])))
