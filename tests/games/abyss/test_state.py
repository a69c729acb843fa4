"""The table folded from facts: nothing is lost, and no view holds what its viewer may not see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
import pytest

from referee.games.abyss import GAME
from referee.games.abyss.cards import (
    COURT_SPACES,
    EXPLORATION_DECK,
    LOCATIONS,
    LORDS,
    MONSTER_TOKENS,
    TRACK_SPACES,
    Card,
    Location,
    Lord,
    Race,
)
from referee.games.abyss.facts import FACTS
from referee.games.abyss.facts.council import StackDiscarded, StackTaken
from referee.games.abyss.facts.court import LordDismissed
from referee.games.abyss.facts.decks import (
    ExplorationShuffled,
    LocationsShuffled,
    LordsShuffled,
    TokensShuffled,
)
from referee.games.abyss.facts.ending import TokensRevealed
from referee.games.abyss.facts.explore import AllyTaken, TrackCleared
from referee.games.abyss.facts.locations import LocationDeckSearched
from referee.games.abyss.facts.supply import KeysReturned, TokensDrawn, TokenStolen
from referee.games.abyss.state import NOT_TOLD, State
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Fact, Seat, as_seen, visibility_of
from referee.kernel.game import Setup
from referee.kernel.table import Fold
from tests.games.abyss.matches import Match, random_match, setup_for

MATCHES = [(seats, number) for seats in GAME.seats for number in range(8)]
OTHER_READINGS = [
    (key, reading)
    for key, ruling in GAME.rulebook.rulings.items()
    for reading in ruling.readings
    if reading != ruling.default
]
HARDLY_EVER = {KeysReturned, LordDismissed}
"""Facts of rare readings and positions, which do not occur in random matches; test_rulings.py covers them."""

Folds = Mapping[type[Fact], Fold]


@cache
def match_of(seats: int, number: int) -> Match:
    return random_match(seats, f"fold {number}")


def states(match: Match, viewer: Seat, folds: Folds = GAME.folds) -> Iterator[State]:
    """Return the table as this viewer knows it after each fact of the match, except the last, which ends it."""
    state: State = GAME.new_state(match.setup, viewer)
    for fact in match.facts[:-1]:
        told = as_seen(fact, viewer)
        if told is not None:
            folds[type(told)](state, told)
        yield state


# Nothing is lost


def assert_conserved(state: State) -> None:
    """Check that every card, tile, token, pearl and key of the box is in exactly one place."""
    realms = state.realms
    cards = [*state.deck, *state.discard, *state.track, *state.paid]
    for pile in [
        *state.council.values(),
        *[realm.hand for realm in realms],
        *[realm.affiliated for realm in realms],
    ]:
        cards.extend(pile)
    assert Counter(cards) == Counter(EXPLORATION_DECK)
    own_lords = [lord for realm in realms for lord in realm.lords()]
    assert sorted([*state.lord_deck, *state.court, *state.lords_gone, *own_lords]) == sorted(LORDS)
    held = [holding.location for realm in realms for holding in realm.holdings]
    tiles = [
        *state.location_deck,
        *state.open_locations,
        *state.drawn_locations,
        *state.locations_gone,
        *held,
    ]
    assert sorted(tiles) == sorted(LOCATIONS)
    drawn = [token for realm in realms for token in realm.tokens]
    assert sorted([*state.token_pile, *drawn]) == sorted(MONSTER_TOKENS)
    assert state.treasury + sum([realm.pearls for realm in realms]) == 50
    assert state.key_supply + sum([realm.key_tokens for realm in realms]) == 10


def assert_in_bounds(state: State) -> None:
    """Check the limits of the board and the realms."""
    assert len(state.track) <= TRACK_SPACES
    assert len(state.court) <= COURT_SPACES
    assert 1 <= state.threat <= 6
    assert len(set(state.buyers)) == len(state.buyers)
    for realm in state.realms:
        assert realm.pearls >= 0
        assert realm.key_tokens >= 0
        assert set(realm.turned) <= set(realm.free)
        assert all(ally.strength for ally in realm.hand + realm.affiliated)


def assert_sound(match: Match, folds: Folds = GAME.folds) -> None:
    all_states = states(match, OPEN_TABLE, folds)
    # The first facts lay out the piles; from the first turn on the box is complete.
    for state in all_states:
        if state.turn:
            assert_conserved(state)
            assert_in_bounds(state)


@pytest.mark.parametrize(("seats", "number"), MATCHES)
def test_everything_is_conserved_across_every_fact(seats: int, number: int) -> None:
    """Cards, Lords, Locations, tokens, pearls and keys: all are still there after every fact."""
    assert_sound(match_of(seats, number))


@pytest.mark.parametrize(("key", "reading"), OTHER_READINGS)
def test_everything_is_conserved_under_every_reading(key: str, reading: str, seed: str) -> None:
    """Nothing is lost under any reading of a ruling, and every match ends."""
    seats = GAME.seats[OTHER_READINGS.index((key, reading)) % len(GAME.seats)]
    assert_sound(random_match(seats, seed, {key: reading}))


def test_lost_card_is_found() -> None:
    """The control: a fold that forgets to take the Ally from the track is caught."""

    def forgetful(state: State, fact: AllyTaken) -> None:
        state.realms[fact.seat].hand.append(fact.ally)

    with pytest.raises(AssertionError):
        assert_sound(match_of(2, 0), {**GAME.folds, AllyTaken: forgetful})


# Every fact folds


def test_every_fact_has_a_fold() -> None:
    """Every declared fact has a fold, and every fold belongs to a declared fact."""
    assert set(FACTS) == GAME.folds.keys()
    assert len(FACTS) == len(set(FACTS))


def test_these_matches_show_every_fact() -> None:
    """A fact that never happens in them would not be tested here."""
    happened = {type(fact) for chosen in MATCHES for fact in match_of(*chosen).facts}
    assert set(FACTS) - happened <= HARDLY_EVER


# Views


def expected_view(state: State, viewer: Seat, setup: Setup, tokens_open: set[Seat]) -> dict[str, Any]:
    """Return what a viewer may know of this table, without using the folds of views or the audiences of facts."""
    view: dict[str, Any] = msgspec.to_builtins(state)
    view["viewer"] = viewer
    view["deck"] = [Card.HIDDEN] * len(state.deck)
    view["lord_deck"] = [Lord.HIDDEN] * len(state.lord_deck)
    view["location_deck"] = [Location.HIDDEN] * len(state.location_deck)
    view["token_pile"] = [0] * len(state.token_pile)
    view["council"] = {race: [Card.HIDDEN] * len(stack) for race, stack in state.council.items()}
    for seat, realm in enumerate(view["realms"]):
        if seat != viewer:
            realm["hand"] = [Card.HIDDEN] * len(realm["hand"])
            if seat not in tokens_open:
                realm["tokens"] = [0] * len(realm["tokens"])
            if setup.readings["pearls.visibility"] == "cupped":
                realm["pearls"] = NOT_TOLD
    return view


def assert_views_agree(match: Match, viewer: Seat, folds: Folds = GAME.folds) -> None:
    tokens_open: set[Seat] = set()
    discard: list[Card] = []
    pairs = zip(match.facts, states(match, OPEN_TABLE), states(match, viewer, folds), strict=False)
    for fact, state, view in pairs:
        if isinstance(fact, TokensRevealed):
            tokens_open.add(fact.seat)
        # The discard pile only grows until it is shuffled; cards from the Council stay hidden in it.
        if not state.discard:
            discard.clear()
        elif isinstance(fact, StackDiscarded):
            discard.extend([Card.HIDDEN] * len(fact.allies))
        else:
            discard.extend(state.discard[len(discard) :])
        expected = expected_view(state, viewer, match.setup, tokens_open) | {"discard": discard}
        assert msgspec.to_builtins(view) == expected


VIEWERS = (0, 1, SPECTATOR)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize(("seats", "number"), MATCHES[::4])
def test_view_holds_what_the_viewer_may_know_and_nothing_else(seats: int, number: int, viewer: Seat) -> None:
    """A view has the seat's own hand and tokens, the sizes of everything face down, and everything face up."""
    assert_views_agree(match_of(seats, number), viewer)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_view_under_cups_shows_no_pearls_of_others(viewer: Seat) -> None:
    """pearls.visibility, cupped: only the owner may count them."""
    assert_views_agree(random_match(3, "cups", {"pearls.visibility": "cupped"}), viewer)


def test_leak_into_the_council_is_found() -> None:
    """The control: a fold that lays Allies face up to the Council is caught."""

    def face_up(state: State, fact: TrackCleared) -> None:
        GAME.folds[TrackCleared](state, fact)
        for ally in fact.allies:
            stack = state.council[ally.race]
            stack[stack.index(Card.HIDDEN)] = ally

    with pytest.raises(AssertionError):
        assert_views_agree(match_of(2, 0), 0, {**GAME.folds, TrackCleared: face_up})


def test_leak_of_a_token_is_found() -> None:
    """The control: a view that was told the tokens of others is caught."""
    match = match_of(2, 0)
    drawn = [fact for fact in match.facts if isinstance(fact, TokensDrawn)]
    assert drawn

    def told_all(state: State, fact: TokensDrawn) -> None:
        GAME.folds[TokensDrawn](state, fact)
        state.realms[fact.seat].tokens[-1] = 4

    viewer = next(seat for seat in range(match.setup.seats) if seat != drawn[0].seat)
    with pytest.raises(AssertionError):
        assert_views_agree(match, viewer, {**GAME.folds, TokensDrawn: told_all})


SECRETS: list[tuple[Fact, tuple[Seat, ...], Fact]] = [
    (ExplorationShuffled((Card.CRAB_1,)), (), ExplorationShuffled((Card.HIDDEN,))),
    (LordsShuffled((Lord.SAGE,)), (), LordsShuffled((Lord.HIDDEN,))),
    (LocationsShuffled((Location.JAIL,)), (), LocationsShuffled((Location.HIDDEN,))),
    (TokensShuffled((4, 2)), (), TokensShuffled((0, 0))),
    (TokensDrawn(0, (4, 2)), (0,), TokensDrawn(0, (0, 0))),
    (TokenStolen(0, 1, 4), (0, 1), TokenStolen(0, 1, 0)),
    (StackTaken(1, Race.CRAB, (Card.CRAB_1,)), (1,), StackTaken(1, Race.CRAB, (Card.HIDDEN,))),
    (StackDiscarded(Race.CRAB, (Card.CRAB_1,)), (), StackDiscarded(Race.CRAB, (Card.HIDDEN,))),
    (
        LocationDeckSearched(2, (Location.JAIL, Location.ABYSS)),
        (2,),
        LocationDeckSearched(2, (Location.HIDDEN, Location.HIDDEN)),
    ),
]
"""Rows of a fact, the seats that see all of it, and what the others see."""


@pytest.mark.parametrize(
    ("fact", "told", "face_down"), SECRETS, ids=[type(fact).__name__ for fact, _, _ in SECRETS]
)
def test_who_is_told_what(fact: Fact, told: tuple[Seat, ...], face_down: Fact) -> None:
    """Only these facts have secrets; everything else in Abyss is public."""
    for viewer in (0, 1, 2, SPECTATOR):
        assert as_seen(fact, viewer) == (fact if viewer in told else face_down)


def test_every_fact_with_a_secret_is_in_the_table_above() -> None:
    """A fact cannot gain or lose a secret without a change of the table above."""
    assert {type(fact) for fact, _, _ in SECRETS} == {kind for kind in FACTS if visibility_of(kind).hidden}


def test_empty_table_is_the_same_for_every_viewer() -> None:
    """Before anything has happened, all viewers know the same."""
    setup = setup_for(3)
    tables = [
        msgspec.structs.replace(GAME.new_state(setup, viewer), viewer=0) for viewer in (0, 1, SPECTATOR)
    ]
    assert tables[0] == tables[1] == tables[2]
