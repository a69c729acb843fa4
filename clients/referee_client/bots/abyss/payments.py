"""Ways to pay for a Lord."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from referee_client.bots.abyss.cards import ALLIES, ANY_RACE


class Terms(NamedTuple):
    """What a Lord costs a seat now: so many races, perhaps a certain one among them, and so much value."""

    races: int
    race: int
    value: int


class Payment(NamedTuple):
    """Allies to hand in, the weakest last, and the pearls for what is missing."""

    cards: tuple[int, ...]
    pearls: int


MOST_WASTED = 4
"""Payments that waste more than this are not thought of while there are others."""


def payments(hand: Sequence[int], terms: Terms, pearls: int) -> Iterator[Payment]:
    """List ways to pay that are worth a thought: for each race and sum, the one whose weakest Ally is strongest."""
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
    """By sum, cards of one race that add up to it. They come strongest first, so the last one is the weakest."""
    found: dict[int, tuple[int, ...]] = {}
    for card in cards:
        strength = ALLIES[card].strength
        for total, chosen in list(found.items()):
            found.setdefault(total + strength, (*chosen, card))
        found.setdefault(strength, (card,))
    return found


def _of_races(parts: Sequence[dict[int, tuple[int, ...]]], value: int, pearls: int) -> Iterator[Payment]:
    """Put the parts of several races together, keeping for each sum and weakest Ally one payment."""
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
