"""Exchanges of items, and active upgrades."""

from __future__ import annotations

from referee.games.unfathomable.cards import Item
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, Public, Seat


class ExchangeProposed(Fact, frozen=True, tag="unfathomable.exchange_proposed"):
    """A player proposed an exchange: each item goes from its giver to its taker."""

    seat: Public[Seat]
    items: Public[tuple[Item, ...]]
    givers: Public[tuple[Seat, ...]]
    takers: Public[tuple[Seat, ...]]


@folds(ExchangeProposed)
def _exchange_proposed(_state: State, _fact: ExchangeProposed) -> None:
    pass


class ExchangeDeclined(Fact, frozen=True, tag="unfathomable.exchange_declined"):
    """A player did not agree to an exchange, so it did not happen."""

    seat: Public[Seat]


@folds(ExchangeDeclined)
def _exchange_declined(_state: State, _fact: ExchangeDeclined) -> None:
    pass


class UpgradeActivated(Fact, frozen=True, tag="unfathomable.upgrade_activated"):
    """A player turned one of its upgrades face up and the others face down."""

    seat: Public[Seat]
    item: Public[Item]
    turned_down: Public[tuple[Item, ...]]


@folds(UpgradeActivated)
def _upgrade_activated(state: State, fact: UpgradeActivated) -> None:
    player = state.players[fact.seat]
    for item in fact.turned_down:
        player.items.remove(item)
        player.inactive.append(item)
    player.inactive.remove(fact.item)
    player.items.append(fact.item)


FACTS: tuple[type[Fact], ...] = (ExchangeProposed, ExchangeDeclined, UpgradeActivated)
