"""Secrets of Unfathomable: loyalty cards, hands, and the cards of decks that somebody looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from referee.games.unfathomable.cards import Item, Loyalty, Mythos, SkillCard, Spell, Waypoint
from referee.games.unfathomable.facts.hand import CardPlayed, CardsDiscarded, CardsDrawn, CardsPaid
from referee.games.unfathomable.facts.items import ItemDrawn
from referee.games.unfathomable.facts.loyalty import (
    LoyaltyDealt,
    LoyaltyLookedAt,
    LoyaltyPassed,
    LoyaltyTurnedOver,
)
from referee.games.unfathomable.facts.mythos import MythosDrawn, MythosLookedAt, MythosShown
from referee.games.unfathomable.facts.reveal import TraitorRevealed
from referee.games.unfathomable.facts.rooms import ItemsLookedAt
from referee.games.unfathomable.facts.skill_test import (
    CardsContributed,
    CardsContributedOpenly,
    HandCardAdded,
    PileRevealed,
)
from referee.games.unfathomable.facts.spells import SpellChosen, SpellsLookedAt, TopSpellRevealed
from referee.games.unfathomable.facts.waypoints import WaypointPlaced, WaypointsLookedAt
from referee.games.unfathomable.loyalty import is_loyal_to_the_deep
from referee.games.unfathomable.state import State
from referee.games.unfathomable.statements import Side, SideNamed
from referee.games.unfathomable.wording.names import Names
from referee.kernel.facts import Fact, Seat
from referee.kernel.told_secrets import SecretTold

LOYALTY_CARDS, HANDS, DECKS = "Loyalty cards", "Cards in hand", "Decks that somebody looked at"

Held = tuple[str, str, str]
"""The identity of a card, what it is, and its face."""


class SecretCards:
    """Where the secret cards are, as far as the facts show."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = Names(names)
        self._made = 0
        self._dealt = 0
        self._loyalty: list[list[tuple[str, str]]] = [[] for _ in names]
        """For each player, its face-down loyalty cards: the identity, and what it is."""
        self._hands: list[list[Held]] = [[] for _ in names]
        self._in_test: list[Held] = []
        self._seen: list[Held] = []
        """The cards of decks that were looked at and not shown since."""

    def take(self, fact: Fact) -> list[SecretTold]:
        """Return the secrets that a fact tells."""
        return self._take_loyalty(fact) or self._take_hand(fact) or self._take_deck(fact)

    # --- loyalty cards ---

    def _take_loyalty(self, fact: Fact) -> list[SecretTold]:
        match fact:
            case LoyaltyDealt():
                self._dealt += 1
                when = "at the Awakening" if self._dealt > len(self._hands) else "at the start"
                about = f"the loyalty card dealt to {self._names.seat(fact.seat)} {when}"
                card = (f"loyalty/{self._dealt}", about)
                self._loyalty[fact.seat].append(card)
                return self._tell_loyalty([card], (fact.card,), (fact.seat,))
            case LoyaltyPassed():
                held = self._loyalty[fact.giver]
                passed = [held[place] for place in fact.places]
                self._loyalty[fact.giver] = [card for card in held if card not in passed]
                self._loyalty[fact.seat] += passed
                return self._tell_loyalty(passed, fact.cards, (fact.giver, fact.seat))
            case LoyaltyLookedAt():
                return self._tell_loyalty(self._loyalty[fact.seat], fact.cards, (fact.looker, fact.seat))
            case LoyaltyTurnedOver():
                return self._tell_loyalty(self._loyalty[fact.seat], fact.cards, (), is_public=True)
            case TraitorRevealed():
                card = self._loyalty[fact.seat].pop(fact.place)
                return self._tell_loyalty([card], (fact.card,), (), is_public=True)
            case _:
                return []

    def _tell_loyalty(
        self,
        held: Sequence[tuple[str, str]],
        cards: Sequence[Loyalty],
        seats: tuple[Seat, ...],
        *,
        is_public: bool = False,
    ) -> list[SecretTold]:
        return [
            SecretTold(key, LOYALTY_CARDS, about, self._names.loyalty(card), seats, is_public)
            for (key, about), card in zip(held, cards, strict=True)
        ]

    # --- hands ---

    def _take_hand(self, fact: Fact) -> list[SecretTold]:
        match fact:
            case CardsDrawn():
                return self._draw(fact)
            case CardsPaid() | CardsContributedOpenly():
                return [self._show(HANDS, card) for card in self._leave(fact.seat, fact.cards)]
            case CardPlayed() | HandCardAdded():
                return [self._show(HANDS, card) for card in self._leave(fact.seat, (fact.card,))]
            case CardsDiscarded():
                tops = list(self._names.cards(fact.tops))
                return [
                    self._show(HANDS, card) for card in self._leave(fact.seat, fact.cards) if card[2] in tops
                ]
            case CardsContributed():
                self._in_test += self._leave(fact.seat, fact.cards)
                return []
            case PileRevealed():
                shown, self._in_test = self._in_test, []
                return [self._show(HANDS, card) for card in shown]
            case _:
                return []

    def _draw(self, fact: CardsDrawn) -> list[SecretTold]:
        """Tell a player the cards it draws. Others see only backs, which say nothing that is worth a line."""
        told = []
        for card in fact.cards:
            face = self._names.card(card)
            if card is SkillCard.HIDDEN:
                continue
            held = self._new("hand", f"a card in the hand of {self._names.seat(fact.seat)}", face)
            self._hands[fact.seat].append(held)
            told.append(SecretTold(held[0], HANDS, held[1], face, (fact.seat,)))
        return told

    def _leave(self, seat: Seat, cards: Sequence[SkillCard]) -> list[Held]:
        """Take cards out of a hand; of equal cards, the one that was drawn first."""
        left = []
        for face in self._names.cards(cards):
            found = [card for card in self._hands[seat] if card[2] == face][:1]
            left += found
            self._hands[seat] = [card for card in self._hands[seat] if card not in found]
        return left

    # --- decks ---

    def _take_deck(self, fact: Fact) -> list[SecretTold]:
        names = self._names
        match fact:
            case MythosLookedAt():
                return self._look(
                    "mythos", "mythos card", fact.seat, fact.cards, names.mythos_cards(fact.cards)
                )
            case WaypointsLookedAt():
                faces = names.waypoints(fact.waypoints)
                return self._look("waypoint", "waypoint", fact.seat, fact.waypoints, faces)
            case SpellsLookedAt():
                return self._look("spell", "spell", fact.seat, fact.spells, names.spells(fact.spells))
            case ItemsLookedAt():
                return self._look("item", "item", fact.seat, fact.items, names.items(fact.items))
            case MythosDrawn() | MythosShown():
                return self._come_up("mythos", names.mythos(fact.card))
            case WaypointPlaced():
                return self._come_up("waypoint", names.waypoint(fact.waypoint))
            case SpellChosen() | TopSpellRevealed():
                return self._come_up("spell", names.spell(fact.spell))
            case ItemDrawn():
                return self._come_up("item", names.item(fact.item))
            case _:
                return []

    def _look(
        self, deck: str, thing: str, seat: Seat, cards: Sequence[StrEnum], faces: Sequence[str]
    ) -> list[SecretTold]:
        """Tell a player the cards of a deck that it looks at; each is a secret until it comes up."""
        told = []
        for card, face in zip(cards, faces, strict=True):
            is_hidden = card in (Mythos.HIDDEN, Waypoint.HIDDEN, Spell.HIDDEN, Item.HIDDEN)
            about = f"a {thing} that {self._names.seat(seat)} looked at"
            seen = self._new(deck, about, "" if is_hidden else face)
            self._seen.append(seen)
            told.append(SecretTold(seen[0], DECKS, about, seen[2], (seat,)))
        return told

    def _come_up(self, deck: str, face: str) -> list[SecretTold]:
        found = [card for card in self._seen if card[0].startswith(f"{deck}/") and card[2] == face]
        self._seen = [card for card in self._seen if card not in found]
        return [self._show(DECKS, card) for card in found]

    # --- any ---

    def _new(self, kind: str, about: str, face: str) -> Held:
        self._made += 1
        return f"{kind}/{self._made}", about, face

    def _show(self, kind: str, card: Held) -> SecretTold:
        return SecretTold(card[0], kind, card[1], card[2], is_public=True)


def tell_secrets(names: Sequence[str], facts: Iterable[Fact]) -> Iterator[list[SecretTold]]:
    """Yield for each fact the secrets that it tells."""
    cards = SecretCards(names)
    for fact in facts:
        yield cards.take(fact)


def untruth(state: State, fact: Fact, names: Sequence[str]) -> str:
    """Return what is true, if a fact says something that is not, given the open table; otherwise nothing."""
    if not isinstance(fact, SideNamed):
        return ""
    is_traitor = is_loyal_to_the_deep(state, fact.about)
    if is_traitor == (fact.side is Side.TRAITOR):
        return ""
    return f"{names[fact.about]} is {'a traitor' if is_traitor else 'a human'}."
