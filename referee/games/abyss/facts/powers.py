"""Facts about the powers of Lords."""

from __future__ import annotations

from referee.games.abyss.cards import Card, Lord
from referee.games.abyss.state import State, drop_card, folds
from referee.kernel.facts import Fact, Public, Seat


class PowerUsed(Fact, frozen=True, tag="abyss.power_used"):
    """A seat used a once-per-turn power."""

    seat: Public[Seat]
    lord: Public[Lord]


@folds(PowerUsed)
def _power_used(state: State, fact: PowerUsed) -> None:
    state.powers_used.append(fact.lord)


class LordTurned(Fact, frozen=True, tag="abyss.lord_turned"):
    """A free Lord was turned: from now on only its influence points count."""

    seat: Public[Seat]
    lord: Public[Lord]


@folds(LordTurned)
def _lord_turned(state: State, fact: LordTurned) -> None:
    state.realms[fact.seat].turned.append(fact.lord)


class LordSacrificed(Fact, frozen=True, tag="abyss.lord_sacrificed"):
    """A seat discarded one of its own free Lords."""

    seat: Public[Seat]
    lord: Public[Lord]


@folds(LordSacrificed)
def _lord_sacrificed(state: State, fact: LordSacrificed) -> None:
    realm = state.realms[fact.seat]
    realm.free.remove(fact.lord)
    if fact.lord in realm.turned:
        realm.turned.remove(fact.lord)
    state.lords_gone.append(fact.lord)


class AlliesDiscarded(Fact, frozen=True, tag="abyss.allies_discarded"):
    """A seat discarded Allies from its hand."""

    seat: Public[Seat]
    allies: Public[tuple[Card, ...]]


@folds(AlliesDiscarded)
def _allies_discarded(state: State, fact: AlliesDiscarded) -> None:
    hand = state.realms[fact.seat].hand
    for ally in fact.allies:
        drop_card(hand, ally)
    state.discard.extend(fact.allies)


FACTS: tuple[type[Fact], ...] = (PowerUsed, LordTurned, LordSacrificed, AlliesDiscarded)
