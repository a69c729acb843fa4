"""The declaration of Abyss for the contract tests.

Every Ally lies face up on the track before it goes anywhere, so hands and Council hold nothing that an attentive
opponent could not know. What is truly hidden: the order of the three decks, the Monster tokens in the pile and of the
other seats, and what a seat discards while others have not discarded yet.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from referee.games import game
from referee.games.abyss.cards import (
    EXPLORATION_DECK,
    KEYS_IN_THE_BOX,
    LOCATIONS,
    LORDS,
    MONSTER_TOKENS,
    PEARLS_IN_THE_BOX,
    Card,
    Location,
    Lord,
)
from referee.games.abyss.facts.council import StackDiscarded
from referee.games.abyss.facts.decks import ExplorationShuffled
from referee.games.abyss.facts.ending import SeatScored, TokensRevealed
from referee.games.abyss.facts.explore import OfferPassed
from referee.games.abyss.facts.locations import LocationDeckSearched
from referee.games.abyss.facts.recruit import CostPaid
from referee.games.abyss.state import NOT_TOLD, Realm, State
from referee.kernel.facts import Fact, Seat
from referee.kernel.game import Setup
from tests.contracts.declarations import Declaration

BOX = {
    "exploration cards": Counter(EXPLORATION_DECK),
    "lords": Counter(list(LORDS)),
    "locations": Counter(list(LOCATIONS)),
    "tokens": Counter(MONSTER_TOKENS),
    "pearls": PEARLS_IN_THE_BOX,
    "keys": KEYS_IN_THE_BOX,
}


def contents(state: State) -> dict[str, object]:
    """Return everything on the table, wherever it lies."""
    realms = state.realms
    holdings = [holding for realm in realms for holding in realm.holdings]
    cards = Counter([*state.deck, *state.discard, *state.track, *state.paid])
    lords = Counter([*state.court, *state.lord_deck, *state.lords_gone])
    tiles = Counter(
        [*state.location_deck, *state.open_locations, *state.drawn_locations, *state.locations_gone]
    )
    tokens = Counter(state.token_pile)
    for stack in state.council.values():
        cards.update(stack)
    for realm in realms:
        cards.update([*realm.hand, *realm.affiliated])
        lords.update(realm.lords())
        tokens.update(realm.tokens)
    tiles.update([holding.location for holding in holdings])
    return {
        "exploration cards": cards,
        "lords": lords,
        "locations": tiles,
        "tokens": tokens,
        "pearls": state.treasury + sum([realm.pearls for realm in realms]),
        "keys": state.key_supply + sum([realm.key_tokens for realm in realms]),
    }


class AbyssWitness:
    """What each viewer sees at a table of Abyss."""

    def __init__(self, setup: Setup, viewer: Seat) -> None:
        self.viewer = viewer
        self.cupped = setup.readings["pearls.visibility"] == "cupped"
        self.scored: set[Seat] = set()
        self.face_down: set[int] = set()
        """Positions in the discard pile of cards that were discarded face down."""

    def notice(self, fact: Fact, table: State) -> object:
        match fact:
            case ExplorationShuffled():
                self.face_down.clear()
            case StackDiscarded():
                # A Council stack is discarded in its current order.
                size = len(table.discard)
                self.face_down.update(range(size - len(fact.allies), size))
            case TokensRevealed():
                self.scored.add(fact.seat)
            case CostPaid():
                return ("paid for", fact.lord)
            case OfferPassed():
                return ("passed", fact.seat)
            case SeatScored():
                return ("scored", fact.seat, fact.locations, fact.lords, fact.allies, fact.tokens)
            case LocationDeckSearched():
                found = sorted(table.location_deck) if self.viewer == fact.seat else None
                return ("searched", fact.seat, found)
            case _:
                pass
        return None

    def sees(self, table: State) -> State:
        return msgspec.structs.replace(
            table,
            viewer=self.viewer,
            realms=[self._realm(seat, realm) for seat, realm in enumerate(table.realms)],
            council={race: [Card.HIDDEN] * len(stack) for race, stack in table.council.items()},
            deck=[Card.HIDDEN] * len(table.deck),
            discard=[
                Card.HIDDEN if place in self.face_down else card for place, card in enumerate(table.discard)
            ],
            lord_deck=[Lord.HIDDEN] * len(table.lord_deck),
            location_deck=[Location.HIDDEN] * len(table.location_deck),
            token_pile=[0] * len(table.token_pile),
        )

    def _realm(self, seat: Seat, realm: Realm) -> Realm:
        if seat == self.viewer:
            return realm
        changes: dict[str, Any] = {"hand": [Card.HIDDEN] * len(realm.hand)}
        if seat not in self.scored:
            changes["tokens"] = [0] * len(realm.tokens)
        if self.cupped:
            changes["pearls"] = NOT_TOLD
        return msgspec.structs.replace(realm, **changes)


DECLARATION = Declaration(
    game=game("abyss"),
    box=BOX,
    contents=contents,
    witness=AbyssWitness,
    most_decisions=1000,
    secrets=(
        "deck",
        "lord_deck",
        "location_deck",
        "token_pile",
        "realms.tokens",
        "sealed answers",
    ),
    in_passing={"abyss.offer": "every card goes round the table"},
    rare={
        "abyss.keys_returned": "takes three keys and no Location left anywhere, under one reading",
        "abyss.ambassador_open": "takes an Ambassador and an empty Location deck, under one reading",
        "abyss.lord_dismissed": "takes the Opportunist and an empty Lord deck, under one reading",
        "abyss.corruptor": "takes five pearls left after paying for the Corruptor",
        "abyss.keys": "takes more than three keys of both kinds",
        "abyss.spend_key_token": "takes more than three keys of both kinds",
        "abyss.spend_lord_key": "takes more than three keys of both kinds",
        "abyss.before_locations": "takes a power left to use and three keys, under one reading",
        "abyss.second_stack": "takes a free Alchemist and two more stacks",
        "abyss.apprentice": "takes two stacks when the Apprentice comes",
        "abyss.illusionist_give": "takes a controlled Location and a face-up one",
        "abyss.illusionist_take": "takes a controlled Location and two face-up ones",
        "abyss.location_swapped": "takes a controlled Location and a face-up one",
        "abyss.give_location": "takes a controlled Location and a face-up one",
        "court_exhausted": "most matches end with a seventh Lord",
        "stalemate": "it takes twenty rounds in which nobody recruits",
    },
    never={
        "abyss.rest": "one can always explore: the six Monsters never leave deck and discard pile for good",
        "abyss.stop_exploring": "of six Monsters one is always left to reveal while the track has a free space",
    },
)
