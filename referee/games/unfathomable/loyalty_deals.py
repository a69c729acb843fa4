"""The deals of loyalty cards that are consistent with what a viewer was told.

The deck is small: six seats and all traitor cards give 660 deals, so they are listed and not calculated. A deal names
the cards in the order in which they are dealt, and every deal is equally likely. Which card lies where follows from
public facts alone, so each player's cards are places in that order, the same for every deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from referee.games.unfathomable.cards import Loyalty
from referee.games.unfathomable.facts.loyalty import (
    LoyaltyDealt,
    LoyaltyLookedAt,
    LoyaltyPassed,
    LoyaltyTurnedOver,
)
from referee.games.unfathomable.facts.reveal import TraitorRevealed
from referee.games.unfathomable.loyalty import loyalty_cards
from referee.games.unfathomable.options import ShipOptions
from referee.kernel.facts import Fact, Seat
from referee.kernel.game import Setup
from referee.kernel.hidden_roles import HiddenRoles, RoleCount

Deal = tuple[Loyalty, ...]
"""The cards of the loyalty deck, the one that is dealt first at the beginning."""


def all_deals(cards: list[Loyalty]) -> list[Deal]:
    """Return every order of the cards that can be told apart.

    >>> len(all_deals([Loyalty.HYBRID, Loyalty.CULTIST, *[Loyalty.HUMAN] * 6]))
    56
    """
    deals: list[list[Loyalty]] = [[Loyalty.HUMAN] * len(cards)]
    for kind in (Loyalty.HYBRID, Loyalty.CULTIST):
        number = cards.count(kind)
        longer = []
        for deal in deals:
            free = [place for place, card in enumerate(deal) if card is Loyalty.HUMAN]
            longer += [
                [kind if place in places else card for place, card in enumerate(deal)]
                for places in combinations(free, number)
            ]
        deals = longer
    return [tuple(deal) for deal in deals]


class LoyaltyDeals:
    """The deals that are still possible, and where the cards are."""

    def __init__(self, setup: Setup) -> None:
        options = setup.options if isinstance(setup.options, ShipOptions) else ShipOptions()
        self.deals = all_deals(loyalty_cards(setup.seats, without_cultist=options.without_cultist))
        self._dealt = 0
        self._face_down: list[list[int]] = [[] for _ in range(setup.seats)]
        """For each player, the places of its face-down cards in a deal."""
        self._revealed: list[list[int]] = [[] for _ in range(setup.seats)]

    def take(self, fact: Fact) -> bool:
        """Remove the deals that a fact contradicts; return whether it is about loyalty cards."""
        match fact:
            case LoyaltyDealt():
                self._face_down[fact.seat].append(self._dealt)
                self._dealt += 1
                self._keep(self._face_down[fact.seat][-1:], (fact.card,))
            case LoyaltyPassed():
                self._pass_on(fact)
            case LoyaltyLookedAt() | LoyaltyTurnedOver():
                self._keep(self._face_down[fact.seat], fact.cards)
            case TraitorRevealed():
                self._reveal(fact)
            case _:
                return False
        return True

    def _keep(self, places: list[int], cards: tuple[Loyalty, ...]) -> None:
        """Keep the deals that have these cards at these places; a card that lies face down may be any."""
        seen = [pair for pair in zip(places, cards, strict=True) if pair[1] is not Loyalty.HIDDEN]
        self.deals = [deal for deal in self.deals if all([deal[place] is card for place, card in seen])]

    def _pass_on(self, fact: LoyaltyPassed) -> None:
        held = self._face_down[fact.giver]
        passed = [held[place] for place in fact.places]
        self._face_down[fact.giver] = [place for place in held if place not in passed]
        self._face_down[fact.seat] += passed
        self._keep(passed, fact.cards)

    def _reveal(self, fact: TraitorRevealed) -> None:
        """Keep the deals in which it is the player's first card of its kind, as the rules have it."""
        held = self._face_down[fact.seat]
        before, revealed = held[: fact.place], held.pop(fact.place)
        self._revealed[fact.seat].append(revealed)
        self._keep([revealed], (fact.card,))
        self.deals = [deal for deal in self.deals if all([deal[place] is not fact.card for place in before])]

    def count(self) -> RoleCount:
        """Return in how many deals each player has a Hybrid or the Cultist card now."""
        seats = range(len(self._face_down))
        return RoleCount(len(self.deals), tuple([self._traitors(seat) for seat in seats]))

    def _traitors(self, seat: Seat) -> int:
        places = self._face_down[seat] + self._revealed[seat]
        return sum([any([deal[place] is not Loyalty.HUMAN for place in places]) for deal in self.deals])


def count_deals(setup: Setup, facts: Iterable[Fact]) -> Iterator[RoleCount | None]:
    """Yield for each fact, as a viewer was told it, the count after it; None if it changed nothing."""
    possible = LoyaltyDeals(setup)
    for fact in facts:
        yield possible.count() if possible.take(fact) else None


TRAITORS = HiddenRoles(
    role="traitor",
    deal="A deal is an order of the whole loyalty deck, the cards of the Awakening included; before the first card is "
    "dealt, every deal is equally likely. A traitor is a player who holds a Hybrid or the Cultist card at that moment.",
    counted=(
        "The viewer's own loyalty cards, at both deals.",
        "Loyalty cards that the viewer gave, received or looked at.",
        "Loyalty cards that were revealed or turned over for everyone.",
    ),
    not_counted=(
        "What players do and say: a deal that makes somebody's play foolish counts as much as any other.",
        "Nothing else is left out. No other fact of this game depends on the loyalty cards, so the count is exact.",
    ),
    counts=count_deals,
)
