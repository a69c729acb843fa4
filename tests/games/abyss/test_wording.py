"""Sentences for every fact, choice, question and obstacle, which show nothing that the reader may not see."""

from __future__ import annotations

import re

import pytest

from referee.games.abyss import GAME
from referee.games.abyss import choices as c
from referee.games.abyss.cards import LOCATIONS, LORDS, RACES, Card, Location, Lord, Race
from referee.games.abyss.ending import Ending
from referee.games.abyss.facts import (
    council,
    court,
    decks,
    ending,
    explore,
    locations,
    powers,
    recruit,
    supply,
    turn,
)
from referee.games.abyss.facts.ending import LastRoundBegan
from referee.games.abyss.obstacles import Obstacle
from referee.games.abyss.wording import say_choice, say_fact
from referee.games.abyss.wording.facts import FACT_WORDS
from referee.games.abyss.wording.names import RACE_NAMES, Language, Names
from referee.games.abyss.wording.obstacles import OBSTACLE_WORDS
from referee.games.sentences import count
from referee.kernel.asks import Choice, GroupRequired, GroupsExactly, Limit, NoneSpare, TotalAtLeast
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Fact, Seat, as_seen
from referee.kernel.table import Ended
from tests.games.abyss.matches import random_match

SEATS = ["Ann", "Ben", "Cleo", "Dan"]
LANGUAGES: tuple[Language, ...] = ("en", "de")
LIMITS: tuple[type[Limit], ...] = (TotalAtLeast, GroupsExactly, GroupRequired, NoneSpare)

CRABS = (Card.CRAB_1, Card.CRAB_5)
TILES = (Location.JAIL, Location.PARLIAMENT)

FACTS: list[tuple[Fact, str]] = [
    (decks.ExplorationShuffled(CRABS), "The exploration deck is shuffled, 2 cards."),
    (decks.LordsShuffled((Lord.KEEPER,)), "The Lord deck is shuffled, 1 Lord."),
    (decks.LocationsShuffled(TILES), "The Location deck is shuffled, 2 Locations."),
    (decks.TokensShuffled((2, 3)), "The Monster tokens are mixed, 2 of them, face down."),
    (turn.StartSeatDrawn(1), "Ben begins."),
    (supply.PearlsGained(0, 1), "Ann gains 1 pearl."),
    (supply.PearlsPaid(0, 2), "Ann pays 2 pearls to the Treasury."),
    (supply.KeysGained(0, 2), "Ann gains 2 key tokens."),
    (supply.KeysReturned(0, 3), "Ann puts back 3 key tokens: no Location is left."),
    (supply.TokensDrawn(0, (2, 4)), "Ann draws 2 Monster tokens, worth 2 and 4."),
    (supply.TokenStolen(0, 1, 3), "Ann takes a Monster token from Ben, worth 3."),
    (turn.TurnBegan(2, 7), "Turn 7 begins: it is Cleo's."),
    (court.LordsCalled((Lord.KEEPER, Lord.SAGE)), "The Keeper and the Sage come to the Court."),
    (explore.CardRevealed(Card.CRAB_3, 2), "Crab 3 is revealed on space 2."),
    (explore.CardRevealed(Card.MONSTER, 5), "A Monster is revealed on space 5."),
    (explore.OfferPassed(1), "Ben passes."),
    (explore.AllyBought(1, 0, Card.CRAB_3, 2), "Ben buys Crab 3 from Ann for 2 pearls."),
    (explore.AllyTaken(0, Card.SQUID_1), "Ann takes Squid 1 into the hand."),
    (explore.ThreatRaised(3), "The Monster is left alone, and the threat token moves to space 3."),
    (explore.MonsterFought(0, 3), "Ann fights the Monster for the reward of space 3."),
    (explore.TrackCleared(CRABS, 1), "Crab 1 and Crab 5 go to the Council; 1 Monster is discarded."),
    (explore.TrackCleared(CRABS[:1], 0), "Crab 1 goes to the Council."),
    (explore.TrackCleared((), 2), "2 Monsters are discarded."),
    (council.StackTaken(0, Race.CRAB, CRABS), "Ann takes the Crab stack of 2 cards, Crab 1 and Crab 5."),
    (council.StackDiscarded(Race.CRAB, CRABS), "The Crab stack of 2 cards, Crab 1 and Crab 5, is discarded."),
    (
        recruit.CostPaid(0, Lord.SHEPHERD, CRABS, 2),
        "Ann hands in Crab 1, Crab 5 and 2 pearls for the Shepherd.",
    ),
    (recruit.CostPaid(0, Lord.SHEPHERD, CRABS, 0), "Ann hands in Crab 1 and Crab 5 for the Shepherd."),
    (recruit.AllyAffiliated(0, Card.CRAB_1), "Crab 1 joins Ann."),
    (recruit.LordRecruited(0, Lord.SHIP_MASTER), "Ann recruits the Ship Master."),
    (recruit.LordDrawn(0, Lord.SHAMAN), "Ann draws the Shaman from the Lord deck."),
    (powers.LordSacrificed(0, Lord.SHAMAN), "Ann discards the Shaman."),
    (court.LordReplaced(Lord.SHAMAN, Lord.ELDER), "The Elder takes the place of the Shaman at Court."),
    (court.LordDismissed(Lord.SHAMAN), "The Shaman leaves the Court and is not replaced."),
    (powers.LordTurned(1, Lord.SHAMAN), "The Shaman of Ben is turned."),
    (powers.PowerUsed(0, Lord.SLAVER), "Ann uses the Slaver."),
    (powers.AlliesDiscarded(0, CRABS), "Ann discards Crab 1 and Crab 5."),
    (locations.LocationsOpened(TILES), "The Jail and Parliament lie face up."),
    (locations.LocationsOpened(TILES[:1]), "The Jail lies face up."),
    (locations.LocationsDrawn(0, TILES), "Ann draws the Jail and Parliament."),
    (
        locations.LocationControlled(0, Location.JAIL, (Lord.KEEPER, Lord.REAPER), 1),
        "Ann takes control of the Jail with the Keeper, the Reaper and 1 key token.",
    ),
    (locations.LocationSwapped(0, *TILES, ()), "Ann swaps the Jail for Parliament."),
    (
        locations.LocationSwapped(0, *TILES, (Lord.KEEPER,)),
        "Ann swaps the Jail for Parliament; the Keeper is free again.",
    ),
    (
        locations.LocationDeckSearched(0, TILES),
        "Ann looks through the Location deck and finds the Jail and Parliament.",
    ),
    (
        locations.LocationExchanged(0, Location.JAIL, returned=False),
        "Ann exchanges Black Smokers for the Jail.",
    ),
    (
        locations.LocationExchanged(0, Location.JAIL, returned=True),
        "Ann exchanges Black Smokers for the Jail, and they go back into the deck.",
    ),
    (turn.ExtraTurnGranted(0), "Ann is granted another turn."),
    (
        ending.LastRoundBegan(0, Ending.SEVENTH_LORD.value),
        "Ann has a seventh Lord: every other seat has one last turn.",
    ),
    (
        ending.LastRoundBegan(0, Ending.COURT_EXHAUSTED.value),
        "Ann has left a Court that cannot be filled: every other seat has one last turn.",
    ),
    (
        ending.LastRoundBegan(0, Ending.STALEMATE.value),
        "Ann ends the twentieth round without a recruitment: every other seat has one last turn.",
    ),
    (ending.HandAffiliated(0, CRABS[:1], CRABS[1:]), "Crab 1 joins Ann from the hand; Crab 5 is discarded."),
    (ending.HandAffiliated(0, CRABS[:1], ()), "Crab 1 joins Ann from the hand."),
    (ending.TokensRevealed(0, (2, 4)), "Ann turns over 2 Monster tokens, worth 2 and 4."),
    (ending.TokensRevealed(0, ()), "Ann has no Monster token."),
    (
        ending.SeatScored(0, 32, 39, 14, 6),
        "Ann has 91 influence points: 32 from Locations, 39 from Lords, 14 from Allies and 6 from Monster tokens.",
    ),
    (Ended("seventh_lord", (1,), (40, 91)), "Ben wins with 91 influence points."),
    (Ended("seventh_lord", (0, 1), (91, 91)), "Ann and Ben share the victory with 91 influence points."),
    (Ended("seventh_lord", (1,), (91, 91)), "Ben wins with 91 influence points, by the tie-break over Ann."),
]

FACE_DOWN: list[tuple[Fact, Seat, str]] = [
    (supply.TokensDrawn(0, (2, 4)), 1, "Ann draws 2 Monster tokens."),
    (supply.TokenStolen(0, 1, 3), 2, "Ann takes a Monster token from Ben."),
    (supply.TokenStolen(0, 1, 3), SPECTATOR, "Ann takes a Monster token from Ben."),
    (council.StackTaken(0, Race.CRAB, CRABS), 1, "Ann takes the Crab stack of 2 cards."),
    (council.StackDiscarded(Race.CRAB, CRABS[:1]), 0, "The Crab stack of 1 card is discarded."),
    (locations.LocationDeckSearched(0, TILES), 1, "Ann looks through the Location deck."),
    (decks.ExplorationShuffled(CRABS), 0, "The exploration deck is shuffled, 2 cards."),
]

CHOICES: list[tuple[Choice, str]] = [
    (c.Plot(), "Pay 1 pearl to bring a Lord to the Court."),
    (c.Explore(), "Explore the depths."),
    (c.TakeStack(Race.CRAB), "Take the Crab stack of the Council."),
    (c.Recruit(Lord.MASTER_OF_MAGIC), "Recruit the Master of Magic."),
    (c.UsePower(Lord.SLAVER), "Use the Slaver."),
    (c.EndTurn(), "End your turn."),
    (c.RestAction(), "Do nothing: no action is possible."),
    (c.BuyAlly(Card.CRAB_3, 1), "Buy Crab 3 for 1 pearl."),
    (c.PassOffer(), "Pass."),
    (c.TakeAlly(Card.CRAB_3), "Take Crab 3 into your hand."),
    (c.FightMonster(), "Fight the Monster."),
    (c.GoOn(), "Go on exploring."),
    (c.StopExploring(), "Stop exploring, empty-handed."),
    (c.ChooseReward(pearls=1, tokens=1, keys=1), "Take 1 key, 1 pearl and 1 Monster token."),
    (c.ChooseReward(pearls=0, tokens=2, keys=0), "Take 2 Monster tokens."),
    (c.HandIn(Card.CRAB_3), "Hand in Crab 3."),
    (c.Affiliate(Card.CRAB_3), "Let Crab 3 join you."),
    (c.DiscardAlly(Card.CRAB_3), "Discard Crab 3."),
    (c.DiscardStack(Race.CRAB), "Discard the Crab stack of the Council."),
    (c.TurnLord(1, Lord.SHAMAN), "Turn the Shaman of Ben."),
    (c.RobSeat(1), "Take a Monster token from Ben."),
    (c.DismissLord(Lord.SHAMAN), "Send the Shaman away from the Court."),
    (c.SacrificeLord(Lord.SHAMAN), "Discard the Shaman for another Lord."),
    (c.TakeLord(Lord.SHAMAN), "Take the Shaman from the Court."),
    (c.Decline(), "Decline."),
    (c.TakeLocation(Location.JAIL), "Take the Jail."),
    (c.DrawLocations(1), "Draw 1 Location."),
    (c.KeepLocation(Location.JAIL), "Keep the Jail."),
    (c.SpendKeyToken(), "Use a key token."),
    (c.SpendLordKey(Lord.KEEPER), "Use the key of the Keeper."),
    (c.GiveLocation(Location.JAIL), "Give the Jail."),
    (c.SearchFor(Location.JAIL), "Exchange Black Smokers for the Jail."),
]


RAW = re.compile(r"(?<!\w)\?|[/_]|HIDDEN")
"""Pattern of what must not appear in a sentence: a card's back, a stored name, the name of an enum member."""


def is_a_sentence(text: str) -> bool:
    """Return whether a text begins and ends like a sentence and contains nothing that looks like a stored value."""
    return (text[0].isupper() or text[0].isdigit()) and text[-1] in ".?" and not RAW.search(text)


@pytest.mark.parametrize(
    "raw", ["Ann takes crab/3.", "Recruit ship_master.", "Ann takes ?.", "HIDDEN comes."]
)
def test_raw_value_is_found(raw: str) -> None:
    assert not is_a_sentence(raw)


@pytest.mark.parametrize(("fact", "sentence"), FACTS)
def test_fact(fact: Fact, sentence: str) -> None:
    assert say_fact(fact, SEATS) == sentence


def test_every_fact_has_a_sentence() -> None:
    assert {type(fact) for fact, _ in FACTS} == {*GAME.facts, Ended} == FACT_WORDS.keys()


@pytest.mark.parametrize(("fact", "viewer", "sentence"), FACE_DOWN)
def test_fact_told_face_down(fact: Fact, viewer: Seat, sentence: str) -> None:
    """What lies face down is counted, not named."""
    told = as_seen(fact, viewer)
    assert told is not None
    assert say_fact(told, SEATS) == sentence


@pytest.mark.parametrize(("choice", "sentence"), CHOICES)
def test_choice(choice: Choice, sentence: str) -> None:
    assert say_choice(choice, SEATS) == sentence


def test_every_choice_has_a_sentence() -> None:
    assert {type(choice) for choice, _ in CHOICES} == set(GAME.choices)


@pytest.mark.parametrize("name", GAME.questions)
def test_question(name: str) -> None:
    assert is_a_sentence(GAME.questions[name].sentence)


@pytest.mark.parametrize("obstacle", [*Obstacle, *[limit.name for limit in LIMITS]])
def test_obstacle(obstacle: str) -> None:
    """Every obstacle of the game and every limit on a payment has a sentence."""
    assert is_a_sentence(GAME.wording.obstacles[obstacle])


@pytest.mark.parametrize("ending", GAME.endings)
def test_ending(ending: str) -> None:
    assert is_a_sentence(GAME.wording.endings[ending])


def test_an_ending_is_a_sentence_about_a_seat() -> None:
    assert GAME.wording.endings[Ending.SEVENTH_LORD] == "A seat has a seventh Lord."


def test_no_obstacle_is_told_that_cannot_be() -> None:
    assert OBSTACLE_WORDS.keys() == {*Obstacle, *[limit.name for limit in LIMITS]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_is_printed(language: Language) -> None:
    """Names are those of the box in that language if we know them, and otherwise the English ones."""
    names = Names(SEATS, language)
    for lord, card in LORDS.items():
        printed = card.name_de if language == "de" and card.name_de else card.name.replace("The ", "the ")
        assert names.lord(lord) == printed
    for location, tile in LOCATIONS.items():
        printed = tile.name_de if language == "de" and tile.name_de else tile.name.replace("The ", "the ")
        assert names.location(location) == printed
    assert set(RACE_NAMES[language]) == set(RACES)


def test_german_names() -> None:
    """The same sentences use the names of the German box."""
    bought = explore.AllyBought(1, 0, Card.CRAB_3, 2)
    assert say_fact(bought, SEATS, "de") == "Ben buys Krebs 3 from Ann for 2 pearls."
    assert say_choice(c.Recruit(Lord.TRAITOR), SEATS, "de") == "Recruit Verräter."
    assert say_choice(c.TakeLocation(Location.ABYSS), SEATS, "de") == "Take Abgrund."
    assert say_choice(c.Recruit(Lord.SHAMAN), SEATS, "de") == "Recruit the Shaman."


@pytest.mark.parametrize(("number", "words"), [(0, "0 Allies"), (1, "1 Ally"), (2, "2 Allies")])
def test_count(number: int, words: str) -> None:
    assert count(number, "Ally") == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_matches_are_told_without_a_gap(language: Language, seed: str) -> None:
    """Each viewer gets a proper sentence for everything in a match, without a name for anything face down."""
    for seats in GAME.seats:
        match = random_match(seats, f"{seed} {seats}")
        for fact in match.facts:
            for viewer in (OPEN_TABLE, SPECTATOR, *range(seats)):
                told = as_seen(fact, viewer)
                assert told is None or is_a_sentence(say_fact(told, SEATS, language))
        for ask in match.asks:
            assert is_a_sentence(GAME.questions[ask.name].sentence)
            for option in ask.options:
                assert is_a_sentence(say_choice(option, SEATS, language))


@pytest.mark.parametrize("ending", Ending)
def test_every_ending_has_its_words(ending: Ending) -> None:
    assert say_fact(LastRoundBegan(0, ending.value), ("Ann", "Bob"))
