"""Positions of Abyss in one line, and scripts played on them answer by answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.abyss import GAME
from referee.games.abyss.cards import EXPLORATION_DECK, LOCATIONS, LORDS, MONSTER_TOKENS, Card, Location, Lord
from referee.games.abyss.state import Holding, State
from referee.kernel.chance import Chance, seed_from_text
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.kernel.game import Setup
from referee.kernel.table import Table
from tests.games import playing

Playing = playing.Playing[State]
"""A running script of Abyss."""


def cards(text: str) -> list[Card]:
    """Return cards by their names: `cards("crab/3 squid/1 monster")`."""
    return [Card(name) for name in text.split()]


def lords(text: str) -> list[Lord]:
    """Return Lords by their names."""
    return [Lord(name) for name in text.split()]


def locations(text: str) -> list[Location]:
    """Return Locations by their names."""
    return [Location(name) for name in text.split()]


def table_of(
    seats: int = 2,
    *,
    seed: str = "a table",
    readings: Mapping[str, str] | None = None,
    edition: str = "",
    pearls: Sequence[int] = (),
    keys: Sequence[int] = (),
    hand: Mapping[Seat, str] | None = None,
    free: Mapping[Seat, str] | None = None,
    turned: Mapping[Seat, str] | None = None,
    holdings: Mapping[Seat, Mapping[str, str]] | None = None,
    affiliated: Mapping[Seat, str] | None = None,
    tokens: Mapping[Seat, Sequence[int]] | None = None,
    court: str = "",
    deck: str | None = None,
    discard: str = "",
    track: str = "",
    council: str = "",
    lord_deck: str | None = None,
    open_locations: str = "",
    location_deck: str | None = None,
    token_pile: Sequence[int] | None = None,
    threat: int = 1,
    active: Seat = 0,
) -> Table[State]:
    """Return a position. Decks that are not given hold whatever the position does not, in the order of the box.

    The last card named of a deck is on top. `holdings={0: {"parliament": "elder"}}` puts the Elder under
    the Parliament of seat 0.
    """
    settled = GAME.rulebook.readings(edition, readings or {}, GAME.rules_version)
    state: State = GAME.new_state(Setup(seats, GAME.options(), settled, GAME.rules_version), OPEN_TABLE)
    for seat, realm in enumerate(state.realms):
        realm.pearls = pearls[seat] if seat < len(pearls) else 0
        realm.key_tokens = keys[seat] if seat < len(keys) else 0
        realm.hand = cards((hand or {}).get(seat, ""))
        realm.turned = lords((turned or {}).get(seat, ""))
        realm.free = lords((free or {}).get(seat, "")) + realm.turned
        realm.affiliated = cards((affiliated or {}).get(seat, ""))
        realm.tokens = list((tokens or {}).get(seat, ()))
        under = (holdings or {}).get(seat, {})
        realm.holdings = [Holding(Location(tile), lords(below)) for tile, below in under.items()]
    state.court = lords(court)
    state.track = cards(track)
    state.discard = cards(discard)
    for card in cards(council):
        state.council[card.race].append(card)
    state.open_locations = locations(open_locations)
    state.deck = _rest(EXPLORATION_DECK, _cards_out(state)) if deck is None else cards(deck)
    state.lord_deck = _rest(LORDS, _lords_out(state)) if lord_deck is None else lords(lord_deck)
    used = [holding.location for realm in state.realms for holding in realm.holdings] + state.open_locations
    state.location_deck = _rest(LOCATIONS, used) if location_deck is None else locations(location_deck)
    drawn = [token for realm in state.realms for token in realm.tokens]
    state.token_pile = _rest(MONSTER_TOKENS, drawn) if token_pile is None else list(token_pile)
    state.treasury -= sum([realm.pearls for realm in state.realms])
    state.key_supply -= sum([realm.key_tokens for realm in state.realms])
    state.threat = threat
    state.active = state.start = active
    return Table(state, seats, GAME.folds, Chance(seed_from_text(seed)), settled, 1)


def _cards_out(state: State) -> list[Card]:
    held = [card for realm in state.realms for card in realm.hand + realm.affiliated]
    return held + state.track + state.discard + [card for stack in state.council.values() for card in stack]


def _lords_out(state: State) -> list[Lord]:
    return state.court + [lord for realm in state.realms for lord in realm.lords()]


def _rest(box: Any, out: Sequence[Any]) -> list[Any]:
    left = list(box)
    for thing in out:
        left.remove(thing)
    return left
