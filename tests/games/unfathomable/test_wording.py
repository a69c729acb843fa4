"""Every fact, choice, question, obstacle and ending has a sentence, and none shows what its reader may not see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, StrEnum
from itertools import product
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest

from referee.games.unfathomable.board import INTERIOR, Space
from referee.games.unfathomable.cards import (
    CHARACTERS,
    DAMAGES,
    ITEMS,
    MYTHOS,
    SPELLS,
    WAYPOINTS,
    Character,
    Damage,
    Item,
    Loyalty,
    Mythos,
    Passenger,
    Resource,
    Skill,
    SkillCard,
    Spell,
    Title,
    Waypoint,
)
from referee.games.unfathomable.choices import (
    AddWithExperience,
    ChooseCard,
    ChooseOption,
    ChooseSeat,
    GiveItem,
    HandOver,
    PlayToChange,
    SacrificeSelf,
)
from referee.games.unfathomable.ending import Ending
from referee.games.unfathomable.facts.actions import AbilityUsed
from referee.games.unfathomable.facts.attack import AttackFailed, AttackSucceeded
from referee.games.unfathomable.facts.chaos import ChaosAdded, ChaosDiscarded
from referee.games.unfathomable.facts.damage import SpaceDamaged
from referee.games.unfathomable.facts.defeat import (
    PassengerDefeated,
    PassengerEndangered,
    PassengerRisked,
)
from referee.games.unfathomable.facts.dice import RollBegan, RollModified
from referee.games.unfathomable.facts.hand import CardsDiscarded, CardsDrawn
from referee.games.unfathomable.facts.items import ItemDrawn, ItemUsed
from referee.games.unfathomable.facts.loyalty import LoyaltyDealt, LoyaltyLookedAt, LoyaltyPassed
from referee.games.unfathomable.facts.mythos import CrisisBegan, CrisisDecided, MythosChosen, MythosPutBack
from referee.games.unfathomable.facts.resources import ResourceGained, ResourceLost
from referee.games.unfathomable.facts.skill_test import (
    CardsContributed,
    CardsContributedOpenly,
    SkillTestAnnounced,
    SkillTestDecided,
)
from referee.games.unfathomable.facts.spawning import DeepOnesMoved, DeepOnesSpawned
from referee.games.unfathomable.facts.titles import TitlePassed
from referee.games.unfathomable.facts.tracks import RitualMoved, TravelMoved
from referee.games.unfathomable.facts.trade import ExchangeProposed
from referee.games.unfathomable.facts.waypoints import WaypointsLookedAt
from referee.games.unfathomable.game import GAME
from referee.games.unfathomable.obstacles import Obstacle
from referee.games.unfathomable.wording import (
    ENDINGS,
    FACT_WORDS,
    rules_of,
    say_card,
    say_choice,
    say_fact,
)
from referee.games.unfathomable.wording.choices import CHOICE_WORDS
from referee.games.unfathomable.wording.names import Names
from referee.games.unfathomable.wording.obstacles import OBSTACLE_WORDS
from referee.kernel.asks import Choice, Limit, TotalAtLeast
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Fact, Seat, as_seen
from referee.kernel.table import Ended
from tests.games.unfathomable.matches import random_match

SEATS = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"]
LIMITS: tuple[type[Limit], ...] = (TotalAtLeast,)
LORE_2, WILL_5 = SkillCard.SHRIVELLING_2, SkillCard.TRUE_GRIT_5

FACTS: list[tuple[Fact, Seat, str]] = [
    (AbilityUsed(0, "room.bridge"), 0, "Ann uses the Bridge."),
    (AbilityUsed(0, "ability.first_oath_of_dagon"), 0, "Ann uses First Oath of Dagon."),
    (AbilityUsed(0, "item.plimsolls"), 0, "Ann has used the Plimsolls for this turn."),
    (AbilityUsed(0, "item.plimsolls/0"), 0, "Ann has used the Plimsolls for this turn."),
    (AbilityUsed(0, "skill.true_grit/0"), 0, "Ann uses True Grit."),
    (ItemUsed(0, Item.PLIMSOLLS), 0, "Ann uses the Plimsolls."),
    (
        CrisisDecided(1, Mythos.INCOMING_SOS, 1),
        0,
        "Ben chooses option 1 of Incoming SOS: risk four passengers to gain one food, one fuel and one soul.",
    ),
    (CrisisDecided(1, Mythos.INCOMING_SOS, 2), 0, "Ben chooses option 2 of Incoming SOS: lose one sanity."),
    (
        CrisisDecided(1, Mythos.CLASS_STRUGGLE, 2),
        0,
        "Ben chooses option 2 of Class Struggle: risk four passengers.",
    ),
    (CrisisDecided(1, Mythos.OPEN_THE_GATE, 1), 0, "Ben chooses option 1 of Open the Gate: the test."),
    (AbilityUsed(0, "title.keeper.action"), 0, "Ann uses the Keeper of the Tome."),
    (
        AttackSucceeded(-1, 2, Space.DECK_3),
        0,
        "A Deep One's attack on Cleo on deck space 3 succeeds.",
    ),
    (AttackFailed(0, -1, Space.GALLEY), 0, "Ann's attack on a Deep One in the Galley fails."),
    (ChaosAdded(LORE_2), 0, "A chaos card goes into the test, face down."),
    (ChaosAdded(LORE_2), OPEN_TABLE, "A chaos card goes into the test, face down: Shrivelling (Lore 2)."),
    (
        ChaosDiscarded((LORE_2, WILL_5), (WILL_5,)),
        0,
        "The chaos deck is discarded, 2 cards; True Grit (Will 5) is on top.",
    ),
    (
        SpaceDamaged(Space.CHAPEL, Damage.STRUCTURAL_LORE),
        0,
        "The Chapel is damaged: Structural Damage, to be repaired with Lore 3.",
    ),
    (
        PassengerDefeated(Space.DECK_8, 0, Passenger.TWO_SOULS),
        0,
        "A passenger on deck space 8 is defeated; the token shows two souls.",
    ),
    (PassengerEndangered(Space.DEEP, 0), 0, "A passenger in the supply would be defeated."),
    (
        PassengerRisked(Space.DECK_1, Passenger.SOUL),
        OPEN_TABLE,
        "A passenger is placed on deck space 1, face down.",
    ),
    (
        RollBegan(0, "attack.steps", 1, True, Item.SHOTGUN, 0, -1, 5),
        1,
        "Ann attacks a Deep One with the Shotgun: Ann rolls, with +1, and 5 or more hits.",
    ),
    (
        RollBegan(0, "attack.steps", 0, True, Item.HIDDEN, -1, 1, 6),
        1,
        "A Deep One attacks Ben: Ann rolls, and 6 or more hits.",
    ),
    (
        RollBegan(0, "waypoint.reef", 0, False, Item.HIDDEN, -1, -1, 0),
        1,
        "Ann is about to roll the die for Reef.",
    ),
    (RollModified(1, -2), 0, "Ben subtracts 2 from the roll."),
    (
        CardsDrawn(0, (Skill.LORE, Skill.WILL), (LORE_2, WILL_5)),
        0,
        "Ann draws 1 Lore card and 1 Will card: Shrivelling (Lore 2) and True Grit (Will 5).",
    ),
    (CardsDrawn(0, (Skill.LORE, Skill.WILL), (LORE_2, WILL_5)), 1, "Ann draws 1 Lore card and 1 Will card."),
    (
        CardsDiscarded(0, (LORE_2, WILL_5), (WILL_5,)),
        0,
        "Ann discards Shrivelling (Lore 2) and True Grit (Will 5).",
    ),
    (
        CardsDiscarded(0, (LORE_2, WILL_5), (WILL_5,)),
        1,
        "Ann discards 2 cards; True Grit (Will 5) is on top.",
    ),
    (
        ItemDrawn(0, Item.BINOCULARS, is_active=False),
        1,
        "Ann takes the Binoculars from the deck, face down.",
    ),
    (LoyaltyDealt(0, Loyalty.HYBRID), 0, "Ann is dealt a loyalty card, face down: Hybrid."),
    (LoyaltyDealt(0, Loyalty.HYBRID), 1, "Ann is dealt a loyalty card, face down."),
    (
        LoyaltyLookedAt(1, 0, (Loyalty.HUMAN, Loyalty.CULTIST)),
        1,
        "Ben looks at 2 loyalty cards of Ann: Human and Cultist.",
    ),
    (LoyaltyLookedAt(1, 0, (Loyalty.HUMAN, Loyalty.CULTIST)), 2, "Ben looks at 2 loyalty cards of Ann."),
    (LoyaltyPassed(0, 1, (Loyalty.HUMAN,), (0,)), SPECTATOR, "Ann gives 1 loyalty card to Ben."),
    (ResourceLost(Resource.SOULS, 1), 0, "The ship loses 1 soul."),
    (ResourceLost(Resource.SOULS, 2), 0, "The ship loses 2 souls."),
    (ResourceGained(Resource.FOOD, 1), 0, "The ship gains 1 food."),
    (CrisisBegan(Mythos.ACCUSATION, 1), 0, "The crisis of Accusation begins: Ben chooses."),
    (CrisisBegan(Mythos.INFECTION, -1), 0, "The crisis of Infection begins."),
    (
        MythosChosen(0, Mythos.ACCUSATION, Mythos.INFECTION),
        1,
        "Ann chooses Accusation; Infection goes to the bottom of the deck.",
    ),
    (MythosChosen(0, Mythos.ACCUSATION, Mythos.HIDDEN), 1, "Ann chooses Accusation."),
    (
        MythosPutBack(0, (Mythos.ACCUSATION,), (Mythos.INFECTION,)),
        0,
        "Ann puts Accusation on top and Infection on the bottom.",
    ),
    (
        MythosPutBack(0, (Mythos.ACCUSATION,), (Mythos.INFECTION,)),
        1,
        "Ann puts 1 mythos card on top and 1 mythos card on the bottom.",
    ),
    (
        SkillTestAnnounced(13, 10, (Skill.LORE, Skill.WILL), is_mythos=True),
        1,
        "A skill test of 13 begins, 10 for a partial success; Lore and Will help.",
    ),
    (
        CardsContributed(0, (LORE_2,)),
        0,
        "Ann adds 1 card to the test, face down: Shrivelling (Lore 2).",
    ),
    (CardsContributed(0, (LORE_2, LORE_2)), 1, "Ann adds 2 cards to the test, face down."),
    (CardsContributed(0, ()), 1, "Ann adds no card to the test."),
    (CardsContributedOpenly(0, (LORE_2,)), 1, "Ann adds Shrivelling (Lore 2) to the test."),
    (SkillTestDecided("partial", 11), 1, "The skill test is a partial success, with a total of 11."),
    (DeepOnesSpawned(Space.DECK_2, 1), 1, "1 Deep One appears on deck space 2."),
    (DeepOnesMoved(Space.DEEP, Space.WATER_2, 3), 1, "3 Deep Ones go from the Deep to water space 2."),
    (TitlePassed(Title.KEEPER, 0, 1), 2, "Ben becomes the Keeper of the Tome in place of Ann."),
    (TravelMoved(1, 2), 0, "The travel marker advances to space 2."),
    (TravelMoved(4, 0), 0, "The travel marker returns to the start."),
    (RitualMoved(3, 2), 0, "The ritual marker moves back to space 2."),
    (
        ExchangeProposed(0, (Item.SHOTGUN, Item.STARBUCK), (0, 1), (1, 0)),
        2,
        "Ann proposes an exchange: the Shotgun from Ann to Ben and Starbuck from Ben to Ann.",
    ),
    (
        WaypointsLookedAt(0, (Waypoint.REEF, Waypoint.ICEBERG)),
        0,
        "Ann looks at 2 waypoints: Reef and Iceberg.",
    ),
    (WaypointsLookedAt(0, (Waypoint.REEF, Waypoint.ICEBERG)), 1, "Ann looks at 2 waypoints."),
    (Ended("arrived", (0, 2), ()), 1, "The ship reaches port, and the humans win: Ann and Cleo."),
    (Ended("fuel_gone", (1,), ()), 1, "The fuel is gone, and the traitors win: Ben."),
    (Ended("overrun", (), ()), 1, "Deep Ones overrun the ship: nobody wins."),
]

CHOICES: list[tuple[Choice, str]] = [
    (ChooseCard(LORE_2), "Choose Shrivelling (Lore 2)."),
    (ChooseOption(2), "Choose the second option."),
    (ChooseSeat(1), "Choose Ben."),
    (AddWithExperience(WILL_5), "Use Experienced and add True Grit (Will 5) to the test."),
    (GiveItem(Item.LUCKY_RING, 1), 'Give the "Lucky" Ring to Ben.'),
    (SacrificeSelf("failure"), "Use Self Sacrifice: be defeated and make the test a failure."),
    (
        PlayToChange(SkillCard.KEEN_INSIGHT_3, -2),
        "Play Keen Insight (Observation 3) to subtract 2 from the result.",
    ),
    (HandOver(Item.STARBUCK, 0, 1), "Let Ann give Starbuck to Ben."),
]

RAW = re.compile(r"(?<!\w)\?|[/_]|HIDDEN")
"""The back of a card, a stored name, the name of an enum's member."""

TEXTS: dict[str, tuple[str, ...]] = {
    "ability": ("item.shotgun", "room.bridge", "feat.quick_cast", "skill.rampage", "action.human.move"),
    "purpose": ("passenger.risk", "waypoint.reef", "attack.steps", "some.other.rule"),
    "result": ("success", "partial", "failure"),
    "step": ("skills", "actions", "mythos", "discard"),
    "ending": tuple(Ending),
    "feat": ("arrest_order", "quick_cast", "full_steam_ahead"),
}
"""What may stand in a field that holds text."""


def is_a_sentence(text: str) -> bool:
    """Return whether a text begins and ends like a sentence, with no stored value in it and nothing missing."""
    whole = text[-1] in ".?" and not RAW.search(text) and "  " not in text and not re.search(r" [.,:;]", text)
    return whole and (text[0].isupper() or text[0].isdigit())


def samples(kind: type[msgspec.Struct]) -> Iterator[Any]:
    """Facts or choices of a kind, with every face a field may show; lists of nothing, of one thing and of two."""
    hints = get_type_hints(kind)
    for length, value in product(range(3), range(80)):
        yield kind(*[_sample(name, hints[name], length, value) for name in kind.__struct_fields__])


def _sample(name: str, hint: Any, length: int, value: int) -> Any:
    if get_origin(hint) is tuple:
        return tuple([_sample(name, get_args(hint)[0], length, value + place) for place in range(length)])
    if hint is bool:
        return bool(value % 2)
    if hint is str:
        return TEXTS[name][value % len(TEXTS[name])]
    if issubclass(hint, Enum):
        faces = [member for member in hint if member.name != "HIDDEN"]
        return faces[value % len(faces)]
    return value % 4


@pytest.mark.parametrize(
    "raw", ["Ann takes crab/3.", "Ann takes ?.", "HIDDEN comes.", "Ann takes .", "A  b."]
)
def test_raw_value_is_found(raw: str) -> None:
    assert not is_a_sentence(raw)


@pytest.mark.parametrize(("fact", "viewer", "sentence"), FACTS)
def test_fact(fact: Fact, viewer: Seat, sentence: str) -> None:
    told = as_seen(fact, viewer)
    assert told is not None
    assert say_fact(told, SEATS) == sentence


def test_facts_have_words_and_nothing_else_has() -> None:
    assert {*GAME.facts, *GAME.statements, Ended} == FACT_WORDS.keys()


@pytest.mark.parametrize("kind", [*GAME.facts, *GAME.statements, Ended])
def test_every_fact_is_a_sentence_for_every_viewer(kind: type[Fact]) -> None:
    """What lies face down is counted, not named."""
    for fact in samples(kind):
        for viewer in (OPEN_TABLE, SPECTATOR, *range(4)):
            told = as_seen(fact, viewer)
            assert told is None or is_a_sentence(say_fact(told, SEATS)), say_fact(told, SEATS)


@pytest.mark.parametrize(("choice", "sentence"), CHOICES)
def test_choice(choice: Choice, sentence: str) -> None:
    assert say_choice(choice, SEATS) == sentence


def test_choices_have_words_and_nothing_else_has() -> None:
    assert set(GAME.choices) == CHOICE_WORDS.keys()


@pytest.mark.parametrize("kind", GAME.choices)
def test_every_choice_is_a_sentence(kind: type[Choice]) -> None:
    for choice in samples(kind):
        assert is_a_sentence(say_choice(choice, SEATS)), say_choice(choice, SEATS)


@pytest.mark.parametrize("name", GAME.questions)
def test_question(name: str) -> None:
    assert is_a_sentence(GAME.questions[name].sentence)


@pytest.mark.parametrize("obstacle", [*Obstacle, *[limit.name for limit in LIMITS]])
def test_obstacle(obstacle: str) -> None:
    """Every obstacle of the game, and every limit that a payment may break."""
    assert is_a_sentence(GAME.wording.obstacles[obstacle])


def test_no_obstacle_is_told_that_cannot_be() -> None:
    assert OBSTACLE_WORDS.keys() == {*Obstacle, *[limit.name for limit in LIMITS]}


@pytest.mark.parametrize("ending", Ending)
def test_every_ending_has_its_words(ending: Ending) -> None:
    side = "humans" if ending is Ending.ARRIVED else "traitors"
    assert say_fact(Ended(ending, (0,), ()), SEATS) == f"{ENDINGS[ending]}, and the {side} win: Ann."
    assert say_fact(Ended(ending, (), ()), SEATS) == f"{ENDINGS[ending]}: nobody wins."
    assert is_a_sentence(GAME.wording.endings[ending])


def test_names_stay_as_they_are() -> None:
    """A player's name does not change at the beginning of a sentence; a seat without a name has no player."""
    names = ["sensible-0", "seat 1", "a"]
    assert say_fact(ItemUsed(0, Item.SHOTGUN), names) == "sensible-0 uses the Shotgun."
    assert say_fact(ItemUsed(1, Item.SHOTGUN), names) == "Seat 1 uses the Shotgun."


@pytest.mark.parametrize("card", [card for card in MYTHOS if MYTHOS[card].crisis != "skill_test"])
def test_options_of_a_crisis_are_told(card: Mythos) -> None:
    for option in (1, 2):
        told = say_fact(CrisisDecided(0, card, option), SEATS)
        assert is_a_sentence(told)
        assert told.partition(": ")[2]


def test_english_as_it_is_spoken() -> None:
    assert GAME.wording.endings[Ending.SANITY_GONE] == "Everyone aboard has gone mad."
    assert (
        GAME.questions["unfathomable.shrivelling"].sentence == "Against which enemy do you use Shrivelling?"
    )


def test_whole_matches_are_told_without_a_gap(seed: str) -> None:
    """Whatever happens and is asked in a match, each viewer gets proper sentences, and no face-down value a name."""
    for seats in GAME.seats:
        match = random_match(seats, f"{seed} {seats}")
        for fact in match.facts:
            for viewer in (OPEN_TABLE, SPECTATOR, *range(seats)):
                told = as_seen(fact, viewer)
                assert told is None or is_a_sentence(say_fact(told, SEATS))
        for ask in match.asks:
            assert is_a_sentence(GAME.questions[ask.name].sentence)
            for option in ask.options:
                assert is_a_sentence(say_choice(option, SEATS))


CARDS: list[StrEnum] = [
    *[card for card in SkillCard if card.skill],
    *ITEMS,
    *SPELLS,
    *WAYPOINTS,
    *DAMAGES,
    *MYTHOS,
    *CHARACTERS,
    *INTERIOR,
]


@pytest.mark.parametrize("card", CARDS)
def test_card_says_what_it_does(card: StrEnum) -> None:
    """A card's text is what the rulebook says of it."""
    rules = GAME.rulebook.rules
    assert rules_of(card)
    assert say_card(card) == " ".join([rules[rule_id].statement for rule_id in rules_of(card)])


@pytest.mark.parametrize(
    "card",
    [
        Mythos.HIDDEN,
        SkillCard.HIDDEN,
        Item.HIDDEN,
        Spell.HIDDEN,
        Character.HIDDEN,
        Resource.FUEL,
        Space.DECK_1,
    ],
)
def test_nothing_is_said_of_a_back_or_of_what_has_no_text(card: StrEnum) -> None:
    assert say_card(card) == ""


def test_names_of_what_lies_face_down_are_empty() -> None:
    names = Names(SEATS)
    assert not any(
        [
            names.card(SkillCard.HIDDEN),
            names.item(Item.HIDDEN),
            names.spell(Spell.HIDDEN),
            names.waypoint(Waypoint.HIDDEN),
            names.damage(Damage.HIDDEN),
            names.mythos(Mythos.HIDDEN),
            names.loyalty(Loyalty.HIDDEN),
            names.passenger(Passenger.HIDDEN),
            names.character(Character.HIDDEN),
        ]
    )
