"""Suspicion of traitors: the bot watches the tests and weighs the hindering cards that chaos does not explain."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, exp, log
from typing import Any

from referee_api.unfathomable.v1 import unfathomable_pb2 as unf
from referee_client.bots.unfathomable.cards import CARDS, CHAOS_CARDS, ORDINARY, SKILL_SETS

SURE = 9.0
SLIPPED_IN = 2
"""Number of hindering cards that a traitor is expected to contribute."""
ODD = 0.06
"""Probability assigned to what the model considers impossible."""
START = -1.0
"""Initial score of a seat. Scores are logarithms of weights."""
HEARSAY = 0.2
"""Weight of what another seat says about somebody."""
SCALE = 3.0
"""Suspicion is a probability multiplied by this."""


class Suspicion:
    """One seat's suspicions of the others."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._characters: dict[int, int] = {}
        self._scores: dict[int, float] = {}
        self._known: dict[int, float] = {}
        self._revealed: set[int] = set()
        self._gave: dict[int, int] = {}
        self._helpful: list[int] = []
        self._unseen = CHAOS_CARDS
        self._treachery = 0

    def of(self) -> dict[int, float]:
        """Return the suspicion of each seat, from 0 to 3, or SURE if its loyalty is known."""
        total = 1.0 + sum(map(exp, self._scores.values()))
        found = {seat: SCALE * exp(score) / total for seat, score in self._scores.items()}
        return {seat: much for seat, much in (found | self._known).items() if seat not in self._revealed}

    def learn(self, fact: Any) -> None:
        """Update the suspicions with a fact."""
        match fact.WhichOneof("kind"):
            case "character_chosen":
                self._characters[fact.character_chosen.seat] = fact.character_chosen.character
            case "skill_test_announced":
                self._helpful = list(fact.skill_test_announced.skills)
                self._gave, self._unseen, self._treachery = {}, CHAOS_CARDS, 0
            case "skill_made_helpful":
                self._helpful.append(fact.skill_made_helpful.skill)
            case "chaos_barred":
                self._unseen = 0
            case "treachery_added" | "treachery_added_openly":
                self._treachery += 1
            case "cards_contributed":
                self._gave[fact.cards_contributed.seat] = len(fact.cards_contributed.cards)
            case "cards_contributed_openly":
                self._see(fact.cards_contributed_openly)
            case "pile_revealed":
                self._weigh(fact.pile_revealed.cards)
            case "traitor_revealed":
                self._revealed.add(fact.traitor_revealed.seat)
            case "awakening_began":
                self._known = {seat: much for seat, much in self._known.items() if much > 0}
                self._scores = {seat: max(score, START) for seat, score in self._scores.items()}
            case "loyalty_looked_at":
                self._look(fact.loyalty_looked_at)
            case _:
                pass

    def hear(self, statement: Any) -> None:
        """Give a little weight to an accusation, but not to one by a seat that is under suspicion itself."""
        if statement.WhichOneof("kind") == "side_named":
            said = statement.side_named
            is_trusted = said.seat != self._seat and self._scores.get(said.seat, START) <= START
            if is_trusted and said.seat not in self._revealed and said.about != self._seat:
                change = HEARSAY if said.side == unf.SIDE_TRAITOR else -HEARSAY
                self._scores[said.about] = self._scores.get(said.about, START) + change

    def _see(self, gift: Any) -> None:
        """Judge cards that were contributed face up."""
        self._unseen = 0
        if any(card in CARDS and CARDS[card].skill not in self._helpful for card in gift.cards):
            self._known[gift.seat] = SURE

    def _look(self, look: Any) -> None:
        if look.looker == self._seat:
            is_bad = any(card in (unf.LOYALTY_HYBRID, unf.LOYALTY_CULTIST) for card in look.cards)
            self._known[look.seat] = SURE if is_bad else -SURE

    def _weigh(self, pile: Sequence[int]) -> None:
        """Compare how likely the hindering cards are if a seat added some, and if nobody did."""
        hindering = [CARDS[card].skill for card in pile if card in CARDS]
        hindering = [skill for skill in hindering if skill not in self._helpful]
        known = self._treachery + sum(min(1, self._gave.get(seat, 0)) for seat in self._revealed)
        count = len(hindering) - known
        if not self._unseen or count < 0:
            return
        nobody = _likely(count, self._helpful)
        for seat, given in self._gave.items():
            if not given or seat == self._seat or seat in self._revealed:
                continue
            own = SKILL_SETS.get(self._characters.get(seat, 0), ())
            slipped = min(SLIPPED_IN, given)
            able = sum(skill in own for skill in hindering) >= slipped
            somebody = _likely(count - slipped, self._helpful) if able else 0.0
            change = log(somebody + ODD) - log(nobody + ODD)
            self._scores[seat] = min(6.0, max(-2.0, self._scores.get(seat, START) + change))


def _likely(count: int, helpful: Sequence[int]) -> float:
    """Return the probability that this many of the chaos cards hinder."""
    if not 0 <= count <= CHAOS_CARDS:
        return 0.0
    chance = 1 - len(helpful) / len(ORDINARY)
    return comb(CHAOS_CARDS, count) * float(chance**count * (1 - chance) ** (CHAOS_CARDS - count))
