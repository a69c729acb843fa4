"""Exchanges of items among the players on a space."""

from __future__ import annotations

from referee.games.unfathomable.actions import plain_action
from referee.games.unfathomable.board import CONFINEMENT
from referee.games.unfathomable.choices import ACCEPT, PASS, HandOver, Trade
from referee.games.unfathomable.facts.spoken import Declined
from referee.games.unfathomable.facts.trade import ExchangeDeclined, ExchangeProposed
from referee.games.unfathomable.items import give_item
from referee.games.unfathomable.obstacles import Obstacle, no, refuse
from referee.games.unfathomable.possessions import all_items
from referee.games.unfathomable.questions import ASK_AGREE_TO_EXCHANGE, ASK_PROPOSE_EXCHANGE
from referee.games.unfathomable.state import State
from referee.kernel.asks import Choice, Together
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule


def participants(table: Table[State], seat: Seat) -> list[Seat]:
    """Return who may give and take on a player's space, clockwise from that player."""
    players = table.state.players
    space = players[seat].space
    here = [other for other in (seat, *table.others(seat)) if players[other].space is space]
    if table.ruling("trade.traitors") == "humans_only":
        here = [other for other in here if players[other].is_human]
    return here


def obstacle_to_trade(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless a human has somebody to trade with on its space, and one of them has an item."""
    player = table.state.players[seat]
    if player.is_traitor:
        return no(Obstacle.NOT_FOR_TRAITORS, "action.traitor.list")
    is_confined = player.space in CONFINEMENT
    if is_confined and table.ruling("trade.in_confinement") == "barred":
        return no(Obstacle.CONFINED, "action.human.trade")
    here = participants(table, seat)
    if len(here) < 2:
        return no(Obstacle.NOBODY_HERE, "action.human.trade.participants")
    if not any([all_items(table.state, other) for other in here]):
        return no(Obstacle.NO_ITEM_HERE, "action.human.trade")
    return None


@rule("action.human.trade")
def trade(table: Table[State], seat: Seat) -> Script[None]:
    """Let each player on the space, clockwise, propose an exchange.

    An exchange is a list of items with giver and taker. It happens, all at once, if everyone concerned agrees.
    """
    for proposer in participants(table, seat):
        exchange = yield from propose(table, proposer)
        if exchange and (yield from everyone_agrees(table, proposer, exchange)):
            yield from hand_over(table, exchange)


@rule("action.human.trade.participants")
def propose(table: Table[State], proposer: Seat) -> Script[list[HandOver]]:
    """Let a player list items that change hands, one by one, until it passes."""
    exchange: list[HandOver] = []
    here = participants(table, proposer)
    while True:
        listed = [entry.item for entry in exchange]
        found = [
            HandOver(item, giver, taker)
            for giver in here
            for item in all_items(table.state, giver)
            if item not in listed
            for taker in here
            if taker != giver
        ]
        if not found:
            break
        answer: Choice = yield ASK_PROPOSE_EXCHANGE.to(
            proposer,
            [PASS, *found],
            why_not=refuse(HandOver, Obstacle.NOT_A_TRADE, "action.human.trade.participants"),
            passes=0,
        )
        if not isinstance(answer, HandOver):
            if not exchange:
                table.record(Declined(proposer))
            break
        exchange.append(answer)
    if exchange:
        items = tuple([entry.item for entry in exchange])
        givers = tuple([entry.giver for entry in exchange])
        table.record(ExchangeProposed(proposer, items, givers, tuple([entry.taker for entry in exchange])))
    return exchange


def everyone_agrees(table: Table[State], proposer: Seat, exchange: list[HandOver]) -> Script[bool]:
    """Ask everyone whom the exchange concerns, except the proposer, in sealed answers; return whether all agree."""
    concerned = [seat for entry in exchange for seat in (entry.giver, entry.taker) if seat != proposer]
    asks = [ASK_AGREE_TO_EXCHANGE.to(seat, (PASS, ACCEPT), passes=0) for seat in dict.fromkeys(concerned)]
    answers: dict[Seat, Choice] = yield Together(asks)
    against = [seat for seat, answer in answers.items() if answer != ACCEPT]
    for seat in against:
        table.record(ExchangeDeclined(seat))
    return not against


def hand_over(table: Table[State], exchange: list[HandOver]) -> Script[None]:
    """Carry out an exchange in the order of its list."""
    for entry in exchange:
        yield from give_item(table, entry.giver, entry.taker, entry.item)


TRADE = plain_action("action.human.trade", Trade(), obstacle_to_trade, trade)
