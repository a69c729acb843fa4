"""Ways to pay for a Lord."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from referee_client.bots.abyss.cards import ALLIES, ANY_RACE


class LordCost(NamedTuple):
    """The current cost of a Lord: the number of races, the required race or ANY_RACE, and the total value."""

    races: int
    race: int
    value: int


class Payment(NamedTuple):
    """Allies to hand in, weakest last, and pearls for the rest of the value."""

    cards: tuple[int, ...]
    pearls: int


MOST_WASTED = 4
"""Payments that exceed the value by more than this are not considered."""


def payments(hand: Sequence[int], terms: LordCost, pearls: int) -> Iterator[Payment]:
    """Yield the payments worth considering: for each race and sum, the one whose weakest Ally is strongest."""
    by_race: dict[int, list[int]] = {}
    for card in sorted(hand, key=lambda card: -ALLIES[card].strength):
        by_race.setdefault(ALLIES[card].race, []).append(card)
    if len(by_race) < terms.races or (terms.race != ANY_RACE and terms.race not in by_race):
        return
    parts = {race: sums_of(cards) for race, cards in by_race.items()}
    for races in combinations(sorted(by_race), terms.races):
        if terms.race in (ANY_RACE, *races):
            yield from _of_races([parts[race] for race in races], terms.value, pearls)


def sums_of(cards: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Return cards of one race by their sum. `cards` is sorted strongest first, so the last chosen is the weakest."""
    found: dict[int, tuple[int, ...]] = {}
    for card in cards:
        strength = ALLIES[card].strength
        for total, chosen in list(found.items()):
            found.setdefault(total + strength, (*chosen, card))
        found.setdefault(strength, (card,))
    return found


def _of_races(parts: Sequence[dict[int, tuple[int, ...]]], value: int, pearls: int) -> Iterator[Payment]:
    """Combine the parts of several races, keeping one payment for each sum and weakest Ally."""
    sums: dict[tuple[int, int], tuple[int, ...]] = {(0, 9): ()}
    for part in parts:
        longer: dict[tuple[int, int], tuple[int, ...]] = {}
        for (total, weakest), chosen in sums.items():
            for more, cards in part.items():
                if total + more <= value + MOST_WASTED:
                    least = min(weakest, ALLIES[cards[-1]].strength)
                    longer.setdefault((total + more, least), chosen + cards)
        sums = longer
    for (total, _), chosen in sums.items():
        if total + pearls >= value:
            yield Payment(chosen, max(0, value - total))
