"""Setting up: the rules `setup.*`, `variant.*` and `difficulty.*`."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.games.unfathomable import GAME
from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import (
    CHARACTERS,
    DAMAGES,
    ITEMS,
    MYTHOS,
    ORDINARY,
    PASSENGERS,
    SPELL_CARDS,
    WAYPOINTS,
    Character,
    Damage,
    Item,
    Loyalty,
    Monarch,
    Passenger,
    Resource,
    Skill,
    SkillCard,
    Title,
)
from referee.games.unfathomable.choices import ChooseCharacter, ChooseSkill
from referee.games.unfathomable.facts.setup import CharacterChosen, FirstPlayerDrawn
from referee.games.unfathomable.obstacles import Obstacle
from referee.games.unfathomable.options import Difficulty, ShipOptions
from referee.games.unfathomable.setup import set_up
from referee.games.unfathomable.state import FOLDS, State, new_state
from referee.kernel.asks import chosen_of, default_picks
from referee.kernel.chance import Chance, seed_from_text
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, as_seen
from referee.kernel.game import Setup
from referee.kernel.table import Table
from tests.games.unfathomable.tables import Playing

ALL_SEATS = pytest.mark.parametrize("seats", [3, 4, 5, 6])


def setup_of(
    seats: int, options: ShipOptions | None = None, readings: dict[str, str] | None = None
) -> tuple[Setup, Table[State]]:
    settled = GAME.rulebook.readings("", readings or {}, 1)
    setup = Setup(seats, options or ShipOptions(), settled, 1)
    chance = Chance(seed_from_text("a voyage"))
    return setup, Table(new_state(setup, OPEN_TABLE), seats, FOLDS, chance, settled, 1)


def left_to_itself(
    seats: int, options: ShipOptions | None = None, readings: dict[str, str] | None = None
) -> Playing:
    """Set up a game in which nobody says anything."""
    _, table = setup_of(seats, options, readings)
    playing = Playing(table, set_up(table))
    while not playing.done:
        playing.answer(*chosen_of(playing.ask, default_picks(playing.ask)))
    return playing


@ALL_SEATS
def test_dials_and_tracks_at_the_start(seats: int) -> None:
    """setup.02_tracks, setup.03_dials (App. IV.2, IV.3)."""
    state = left_to_itself(seats).table.state
    assert state.resources == dict.fromkeys(Resource, 8)
    assert (state.travel, state.ritual) == (0, 0)


@pytest.mark.parametrize(
    ("seats", "expected"), [(4, [7, 6, 6, 7]), (6, [7, 6, 6, 7]), (3, [8] * 4), (5, [8] * 4)]
)
def test_without_the_cultist_there_is_less(seats: int, expected: list[int]) -> None:
    """variant.no_cultist (App. I): fuel 7, food 6, sanity 6, souls 7, if there would be a Cultist."""
    state = left_to_itself(seats, ShipOptions(without_cultist=True)).table.state
    assert [state.resources[resource] for resource in Resource] == expected


@pytest.mark.parametrize(
    ("difficulty", "without_cultist", "expected"),
    [
        (Difficulty.EASIER, False, [10, 10, 10, 10]),
        (Difficulty.HARDER, False, [6, 6, 6, 6]),
        (Difficulty.EASIER, True, [9, 8, 8, 9]),
        (Difficulty.HARDER, True, [5, 4, 4, 5]),
    ],
)
def test_one_side_may_have_it_easier(
    difficulty: Difficulty, without_cultist: bool, expected: list[int]
) -> None:
    """difficulty.easier_humans, difficulty.easier_traitors (App. II): 2 more or 2 fewer of everything."""
    options = ShipOptions(without_cultist=without_cultist, difficulty=difficulty)
    state = left_to_itself(4, options).table.state
    assert [state.resources[resource] for resource in Resource] == expected


@ALL_SEATS
def test_figures_at_the_start(seats: int) -> None:
    """setup.04_supply, setup.07_monsters_passengers (App. IV.4, IV.7)."""
    state = left_to_itself(seats).table.state
    assert state.deep_ones == {Space.WATER_1: 2, Space.WATER_2: 2, Space.DECK_1: 1, Space.DECK_2: 1}
    assert state.deep_one_supply == 14
    assert state.monarchs == dict.fromkeys(Monarch, Space.DEEP)
    assert {space: len(tokens) for space, tokens in state.passengers.items()} == {
        Space.DECK_3: 1,
        Space.DECK_4: 1,
    }
    on_deck = [token for tokens in state.passengers.values() for token in tokens]
    assert Counter(on_deck + state.passenger_supply) == Counter(PASSENGERS)


@ALL_SEATS
def test_decks_at_the_start(seats: int) -> None:
    """setup.05, .06, .08, .11, .14, .15 (App. IV): decks are shuffled, the chaos deck has two of each type."""
    state = left_to_itself(seats).table.state
    assert Counter([card.skill for card in state.chaos]) == dict.fromkeys(ORDINARY, 2)
    assert len(state.decks[Skill.TREACHERY]) == 21
    assert sorted(state.damage_deck) == sorted(DAMAGES)
    assert sorted(state.mythos_deck) == sorted(MYTHOS)
    assert list(state.mythos_deck) != list(MYTHOS)
    assert sorted(state.waypoint_deck) == sorted(WAYPOINTS)
    assert sorted(state.spell_deck) == sorted(SPELL_CARDS)
    first = [item for player in state.players for item in player.items]
    assert sorted(first + state.item_deck) == sorted(ITEMS)
    assert len(first) == seats


def test_fleeing_passengers_may_be_left_out() -> None:
    """setup.06_damage_mythos, ruling damage.fleeing_passengers, reading left_out."""
    state = left_to_itself(3, readings={"damage.fleeing_passengers": "left_out"}).table.state
    assert len(state.damage_deck) == 8
    assert Damage.FLEEING_PASSENGERS not in state.damage_deck


@ALL_SEATS
def test_everyone_chooses_a_character_clockwise_from_the_first_player(seats: int) -> None:
    """setup.09_characters (App. IV.9)."""
    _, table = setup_of(seats)
    playing = Playing(table, set_up(table))
    first = playing.facts_of(FirstPlayerDrawn)[0].seat
    assert table.state.start == table.state.active == first
    assert playing.ask.seat == first
    assert [option.character for option in playing.options if isinstance(option, ChooseCharacter)] == list(
        CHARACTERS
    )
    playing.answer(ChooseCharacter(Character.EDMUND))
    assert playing.ask.seat == (first + 1) % seats
    refused = playing.refusal(ChooseCharacter(Character.EDMUND))
    assert refused is not None
    assert (refused.obstacle, refused.rule) == (Obstacle.CHARACTER_TAKEN, "setup.09_characters")
    assert playing.facts_of(CharacterChosen) == [CharacterChosen(first, Character.EDMUND)]


def test_a_character_comes_with_feat_item_and_place() -> None:
    """setup.10_play_areas, setup.11_items, setup.12_place (App. IV.10-12)."""
    _, table = setup_of(3)
    playing = Playing(table, set_up(table))
    seat = playing.ask.seat
    playing.answer(ChooseCharacter(Character.SAMIRA))
    player = table.state.players[seat]
    assert player.has_feat
    assert player.items == [Item.STARBUCK]
    assert player.space is Space.CARGO_HOLD


@ALL_SEATS
def test_all_but_the_first_player_draw_three_cards(seats: int) -> None:
    """setup.13_skill_cards (App. IV.13): left of the first player first, declared before drawing."""
    playing = left_to_itself(seats)
    state = playing.table.state
    hands = [len(player.hand) for player in state.players]
    assert hands[state.start] == 0
    assert sorted(hands) == [0, *[3] * (seats - 1)]


@pytest.mark.parametrize(("reading", "refused"), [("within_set", True), ("any_of_its_types", False)])
def test_the_first_cards_are_of_the_own_skill_set(reading: str, refused: bool) -> None:
    """setup.13_skill_cards, ruling setup.starting_hand: two Observation are in Svetlana's set, not three."""
    _, table = setup_of(3, readings={"setup.starting_hand": reading})
    playing = Playing(table, set_up(table))
    for character in (Character.KEILANI, Character.SVETLANA, Character.JAMIE):
        playing.answer(ChooseCharacter(character))
    assert table.state.players[playing.ask.seat].character is Character.SVETLANA
    three = [ChooseSkill(Skill.OBSERVATION)] * 3
    assert (playing.refusal(*three) is not None) is refused
    assert playing.refusal(*[ChooseSkill(Skill.WILL)] * 3) is not None


def test_titles_go_to_the_highest_in_line() -> None:
    """setup.14_captain, setup.15_keeper, title.start (App. IV.14, IV.15; DE 49.2, FR 51.2, PL 38.2)."""
    _, table = setup_of(3)
    playing = Playing(table, set_up(table))
    for character in (Character.SAMIRA, Character.ARJUN, Character.ISHMAEL):
        playing.answer(ChooseCharacter(character))
    while not playing.done:
        playing.answer(*chosen_of(playing.ask, default_picks(playing.ask)))
    state = table.state
    assert state.titles[Title.CAPTAIN] == state.seat_of(Character.ARJUN)
    assert state.titles[Title.KEEPER] == state.seat_of(Character.ISHMAEL)


@pytest.mark.parametrize(
    ("seats", "without_cultist", "hybrids", "cultists"),
    [
        (3, False, 1, 0),
        (4, False, 1, 1),
        (5, False, 2, 0),
        (6, False, 2, 1),
        (4, True, 1, 0),
        (6, True, 2, 0),
    ],
)
def test_the_loyalty_deck(seats: int, without_cultist: bool, hybrids: int, cultists: int) -> None:
    """setup.16_loyalty_deck, setup.17_deal_loyalty (App. IV.16, IV.17): two cards a player, one of them dealt."""
    state = left_to_itself(seats, ShipOptions(without_cultist=without_cultist)).table.state
    dealt = [card for player in state.players for card in player.loyalty]
    assert [len(player.loyalty) for player in state.players] == [1] * seats
    every = Counter(dealt + state.loyalty_deck)
    assert every[Loyalty.HYBRID] == hybrids
    assert every[Loyalty.CULTIST] == cultists
    assert sum(every.values()) == 2 * seats


def test_what_a_spectator_sees_of_it() -> None:
    """public.deck_counts (DE 36.1, FR 33.1, PL 8.1): how many cards, and no face of any."""
    setup, table = setup_of(4)
    playing = Playing(table, set_up(table))
    while not playing.done:
        playing.answer(*chosen_of(playing.ask, default_picks(playing.ask)))
    view = new_state(setup, SPECTATOR)
    for fact in playing.facts:
        seen = as_seen(fact, SPECTATOR)
        assert seen is not None
        FOLDS[type(seen)](view, seen)
    assert view.chaos == [SkillCard.HIDDEN] * 10
    assert {skill: len(deck) for skill, deck in view.decks.items()} == {
        skill: len(deck) for skill, deck in table.state.decks.items()
    }
    for player in view.players:
        assert set(player.hand) <= {SkillCard.HIDDEN}
        assert player.loyalty == [Loyalty.HIDDEN]
    assert set(view.passenger_supply) == {Passenger.HIDDEN}
    assert [len(deck) for deck in (view.mythos_deck, view.waypoint_deck, view.spell_deck)] == [70, 20, 20]
