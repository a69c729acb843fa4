"""Facts about paying for Lords and taking them into service."""

from __future__ import annotations

from referee.games.abyss.cards import Card, Lord
from referee.games.abyss.state import State, drop_card, folds
from referee.kernel.facts import Fact, Public, Seat


class CostPaid(Fact, frozen=True, tag="abyss.cost_paid"):
    """A seat handed in Allies, and pearls for what was missing, to recruit a Lord."""

    seat: Public[Seat]
    lord: Public[Lord]
    allies: Public[tuple[Card, ...]]
    pearls: Public[int]


@folds(CostPaid)
def _cost_paid(state: State, fact: CostPaid) -> None:
    hand = state.realms[fact.seat].hand
    for ally in fact.allies:
        drop_card(hand, ally)
    state.paid.extend(fact.allies)
    state.treasury += fact.pearls
    state.add_pearls(fact.seat, -fact.pearls)


class AllyAffiliated(Fact, frozen=True, tag="abyss.ally_affiliated"):
    """One of the Allies handed in joined the seat; the others went to the discard pile."""

    seat: Public[Seat]
    ally: Public[Card]


@folds(AllyAffiliated)
def _ally_affiliated(state: State, fact: AllyAffiliated) -> None:
    state.paid.remove(fact.ally)
    state.realms[fact.seat].affiliated.append(fact.ally)
    state.discard.extend(state.paid)
    state.paid.clear()


class LordRecruited(Fact, frozen=True, tag="abyss.lord_recruited"):
    """A Lord came from the Court into a seat's service."""

    seat: Public[Seat]
    lord: Public[Lord]


@folds(LordRecruited)
def _lord_recruited(state: State, fact: LordRecruited) -> None:
    state.court.remove(fact.lord)
    state.realms[fact.seat].free.append(fact.lord)
    state.recruited.append(fact.lord)
    state.last_recruitment = state.turn


class LordDrawn(Fact, frozen=True, tag="abyss.lord_drawn"):
    """The top Lord of the deck came into a seat's service."""

    seat: Public[Seat]
    lord: Public[Lord]


@folds(LordDrawn)
def _lord_drawn(state: State, fact: LordDrawn) -> None:
    state.lord_deck.pop()
    state.realms[fact.seat].free.append(fact.lord)
    state.recruited.append(fact.lord)
    state.last_recruitment = state.turn


FACTS: tuple[type[Fact], ...] = (CostPaid, AllyAffiliated, LordRecruited, LordDrawn)
