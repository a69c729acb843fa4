"""Powers that a seat may use once in each of its turns, at any time: the Slaver, the Oracle, the Opportunist."""

from __future__ import annotations

from referee.games.abyss.cards import Lord
from referee.games.abyss.choices import DiscardStack, DismissLord, UsePower
from referee.games.abyss.council import full_stacks
from referee.games.abyss.facts.council import StackDiscarded
from referee.games.abyss.facts.court import LordDismissed, LordReplaced
from referee.games.abyss.facts.powers import AlliesDiscarded, PowerUsed
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.powers import Power
from referee.games.abyss.questions import ASK_OPPORTUNIST, ASK_ORACLE, ASK_SLAVER
from referee.games.abyss.soldiers import DISCARD
from referee.games.abyss.state import State
from referee.games.abyss.supply import gain_pearls
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

SLAVER_PEARLS = 2


@rule("lord.slaver")
def slaver(table: Table[State], seat: Seat) -> Script[None]:
    """Discard an Ally from the hand and gain two pearls."""
    options = [DISCARD[ally] for ally in table.state.realms[seat].hand]
    chosen = yield ASK_SLAVER.to(seat, options)
    table.record(AlliesDiscarded(seat, (chosen.ally,)))
    gain_pearls(table, seat, SLAVER_PEARLS)


@rule("lord.oracle")
def oracle(table: Table[State], seat: Seat) -> Script[None]:
    """Discard a whole Council stack."""
    options = [DiscardStack(race) for race in full_stacks(table.state)]
    chosen = options[0] if len(options) == 1 else (yield ASK_ORACLE.to(seat, options))
    table.record(StackDiscarded(chosen.race, tuple(table.state.council[chosen.race])))


@rule("lord.opportunist")
def opportunist(table: Table[State], seat: Seat) -> Script[None]:
    """Discard a Lord from the Court; the top Lord of the deck, if there is one, takes its place."""
    deck = table.state.lord_deck
    options = [DismissLord(lord) for lord in table.state.court]
    chosen = options[0] if len(options) == 1 else (yield ASK_OPPORTUNIST.to(seat, options))
    table.record(LordReplaced(chosen.lord, deck[-1]) if deck else LordDismissed(chosen.lord))


PER_TURN: dict[Lord, Power] = {
    Lord.SLAVER: slaver,
    Lord.ORACLE: oracle,
    Lord.OPPORTUNIST: opportunist,
}
USE = {lord: UsePower(lord) for lord in PER_TURN}
_USABLE = frozenset(PER_TURN)


def obstacle_to_power(table: Table[State], seat: Seat, lord: Lord) -> Refused | None:
    """Require that the Lord is free, not turned and not used this turn, and that its power can do something."""
    state = table.state
    realm = state.realms[seat]
    if lord not in PER_TURN:
        return no(Obstacle.POWER_NOT_PER_TURN, "lord.power")
    if lord not in realm.free:
        return no(Obstacle.LORD_NOT_FREE, "lord.power")
    if lord in realm.turned:
        return no(Obstacle.LORD_TURNED, "lord.assassin")
    if lord in state.powers_used:
        return no(Obstacle.POWER_USED, "lord.per_turn")
    if lord in state.recruited and table.ruling("powers.first_turn") == "next_turn":
        return no(Obstacle.JUST_RECRUITED, "lord.per_turn")
    return _obstacle_in(table, seat, lord)


def _obstacle_in(table: Table[State], seat: Seat, lord: Lord) -> Refused | None:
    state = table.state
    if lord is Lord.SLAVER:
        return None if state.realms[seat].hand else no(Obstacle.HAND_EMPTY, "lord.slaver")
    if lord is Lord.ORACLE:
        return None if full_stacks(state) else no(Obstacle.COUNCIL_EMPTY, "lord.oracle")
    if not state.lord_deck and table.ruling("opportunist.empty_deck") == "unusable":
        return no(Obstacle.LORD_DECK_EMPTY, "lord.opportunist")
    return None if state.court else no(Obstacle.COURT_EMPTY, "lord.opportunist")


def usable_powers(table: Table[State], seat: Seat) -> list[Choice]:
    """Return the powers that the seat may use now."""
    free = table.state.realms[seat].free
    if _USABLE.isdisjoint(free):
        return []
    return [USE[lord] for lord in free if lord in PER_TURN and obstacle_to_power(table, seat, lord) is None]


@rule("lord.per_turn")
def use_power(table: Table[State], seat: Seat, lord: Lord) -> Script[None]:
    """Use a power, once per turn."""
    table.record(PowerUsed(seat, lord))
    yield from PER_TURN[lord](table, seat)
