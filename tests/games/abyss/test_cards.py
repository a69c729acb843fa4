"""The cards of the box: their numbers match the book, and the rules know all of them."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from types import ModuleType

import pytest

from referee.games.abyss import GAME, costs, council, explore, per_turn, powers, recruit, soldiers
from referee.games.abyss.cards import (
    COURT_SPACES,
    EXPLORATION_DECK,
    KEYS_IN_THE_BOX,
    LOCATIONS,
    LORDS,
    MONSTER_TOKENS,
    RACES,
    TRACK_SPACES,
    Card,
    Guild,
    Location,
    Lord,
    Race,
)
from referee.games.abyss.per_turn import PER_TURN
from referee.games.abyss.powers import POWERS
from referee.games.abyss.scoring import COUNTED

CHAPTERS_WITH_POWERS = (costs, council, explore, per_turn, powers, recruit, soldiers)
RACE_OF_GUILD = {
    Guild.POLITICIAN: Race.SQUID,
    Guild.MERCHANT: Race.SHELLFISH,
    Guild.SOLDIER: Race.CRAB,
    Guild.FARMER: Race.SEAHORSE,
    Guild.MAGE: Race.JELLYFISH,
    Guild.AMBASSADOR: Race.HIDDEN,
}


def lords_named_in(module: ModuleType) -> set[Lord]:
    """Return the Lords that the code of a chapter names."""
    return {Lord[name] for name in re.findall(r"\bLord\.([A-Z_]+)\b", inspect.getsource(module))}


# Exploration cards


def test_exploration_deck() -> None:
    """Rule setup, 2: 71 exploration cards, 65 Allies and 6 Monsters."""
    assert len(EXPLORATION_DECK) == 71
    assert EXPLORATION_DECK.count(Card.MONSTER) == 6
    assert len([card for card in EXPLORATION_DECK if card.strength]) == 65
    assert Card.HIDDEN not in EXPLORATION_DECK


@pytest.mark.parametrize("race", RACES)
def test_allies_of_each_race(race: Race) -> None:
    """Erkunde die Tiefen: 13 of each race, 1x5, 2x4, 3x3, 3x2, 4x1."""
    strengths = Counter([card.strength for card in EXPLORATION_DECK if card.race is race])
    assert strengths == {5: 1, 4: 2, 3: 3, 2: 3, 1: 4}


def test_card_says_its_race_and_strength() -> None:
    """A card is named by what is printed on it."""
    assert (Card.CRAB_3.race, Card.CRAB_3.strength) == (Race.CRAB, 3)
    assert (Card.MONSTER.race, Card.MONSTER.strength) == (Race.HIDDEN, 0)
    assert (Card.HIDDEN.race, Card.HIDDEN.strength) == (Race.HIDDEN, 0)
    assert [Card(f"{race}/{strength}") for race in RACES for strength in range(1, 6)] == list(Card)[2:]


# Tokens, tiles and spaces


def test_tokens() -> None:
    """Rule setup, 5: 20 Monster tokens, 2x4, 9x3, 9x2; and ten key tokens."""
    assert Counter(MONSTER_TOKENS) == {4: 2, 3: 9, 2: 9}
    assert KEYS_IN_THE_BOX == 10


def test_spaces() -> None:
    """Rule setup, Erkunde die Tiefen: six Lords at Court, five spaces of the exploration track."""
    assert (COURT_SPACES, TRACK_SPACES) == (6, 5)


def test_locations() -> None:
    """Rule setup, 4: 20 Locations, each with its entry in the table."""
    assert list(LOCATIONS) == [location for location in Location if location is not Location.HIDDEN]
    assert len(LOCATIONS) == 20
    assert all(tile.name and tile.scores for tile in LOCATIONS.values())


def test_every_location_that_counts_something_knows_what() -> None:
    """end.scoring: a function for each, except for the City of Mirrors and the Black Smokers."""
    assert {location for location, tile in LOCATIONS.items() if tile.each} == COUNTED.keys()
    assert LOCATIONS.keys() - COUNTED.keys() == {Location.CITY_OF_MIRRORS, Location.BLACK_SMOKERS}


# Lords


def test_lords() -> None:
    """Rule setup, 3: 35 Lords, each with its entry in the table."""
    assert list(LORDS) == [lord for lord in Lord if lord is not Lord.HIDDEN]
    assert len(LORDS) == 35
    assert len({card.name for card in LORDS.values()}) == 35


def test_lords_of_each_guild() -> None:
    """Einen Edlen anwerben: six guilds; the race that a Lord requires is that of its guild."""
    assert Counter([card.guild for card in LORDS.values()]) == {
        Guild.SOLDIER: 7,
        Guild.MAGE: 7,
        Guild.MERCHANT: 6,
        Guild.POLITICIAN: 6,
        Guild.FARMER: 6,
        Guild.AMBASSADOR: 3,
    }
    assert all(card.race is RACE_OF_GUILD[card.guild] for card in LORDS.values())


def test_costs() -> None:
    """Einen Edlen anwerben: one to three races, five for an Ambassador."""
    for card in LORDS.values():
        assert card.races in ((5,) if card.guild is Guild.AMBASSADOR else (1, 2, 3))
        assert 6 <= card.cost <= 12
        assert 3 <= card.influence <= 12


def test_keys_and_arrows_do_not_overlap() -> None:
    """Einen Edlen anwerben: 16 Lords with a key, the other 16 with an arrow, three Farmers with neither."""
    with_key = {lord for lord, card in LORDS.items() if card.keys}
    with_arrow = {lord for lord, card in LORDS.items() if card.arrow}
    assert (len(with_key), len(with_arrow)) == (16, 16)
    assert not with_key & with_arrow
    assert LORDS.keys() - with_key - with_arrow == {Lord.MILLER, Lord.AQUACULTURALIST, Lord.LANDOWNER}
    assert {card.keys for card in LORDS.values()} == {0, 1}


def test_only_farmers_have_no_power() -> None:
    """Einen Edlen anwerben: the Farmers have no special power, all others do."""
    assert [lord for lord, card in LORDS.items() if not card.power] == [
        lord for lord, card in LORDS.items() if card.guild is Guild.FARMER
    ]


def test_every_power_has_its_place_in_the_rules_and_every_place_its_power() -> None:
    """lord.power: the chapters name exactly those Lords that have a power."""
    with_power = {lord for lord, card in LORDS.items() if card.power}
    assert set.union(*map(lords_named_in, CHAPTERS_WITH_POWERS)) == with_power


def test_arrow_means_a_power_at_once() -> None:
    """lord.power (Besondere Fähigkeiten der Edlen): Lords with an arrow, and two with a lasting power."""
    with_arrow = {lord for lord, card in LORDS.items() if card.arrow}
    assert POWERS.keys() - with_arrow == {Lord.COMMANDER, Lord.LANDLORD}
    assert with_arrow <= POWERS.keys()


def test_powers_once_in_a_turn() -> None:
    """lord.per_turn: the Lords whose card says so."""
    assert {lord for lord, card in LORDS.items() if "once in your turn" in card.power} == PER_TURN.keys()
    assert not PER_TURN.keys() & POWERS.keys()


def test_every_power_has_a_rule() -> None:
    """Every Lord with a power has a rule that its facts cite, such as `lord.jailer`."""
    cited = {rule.removeprefix("lord.") for rule in GAME.rulebook.rules if rule.startswith("lord.")}
    assert cited - {"power", "per_turn"} == {lord.value for lord, card in LORDS.items() if card.power}
