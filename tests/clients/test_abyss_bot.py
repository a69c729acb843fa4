"""The sensible bot of Abyss knows its cards, is never refused, and beats random bots."""

from collections.abc import Sequence
from typing import Any

import pytest

from referee.games.abyss import GAME, cards
from referee.games.abyss.questions import QUESTIONS
from referee_api.abyss.v1 import abyss_pb2 as abyss
from referee_api.v1 import referee_pb2 as api
from referee_client.bots.abyss.cards import ALLIES, LORDS, TILES
from referee_client.bots.abyss.payments import LordCost, payments
from referee_client.bots.abyss.position import REWARDS
from referee_client.bots.abyss.sensible import CHOOSE, SensibleBot
from tests.clients.tables import play, play_with


def test_it_knows_what_is_printed_on_the_lords() -> None:
    assert {number: tuple(card) for number, card in LORDS.items()} == {
        abyss.Lord.Value(f"LORD_{card.lord.name}"): (
            card.guild.value,
            card.cost,
            card.races,
            0 if card.race is cards.Race.HIDDEN else abyss.Race.Value(f"RACE_{card.race.name}"),
            card.influence,
            card.keys,
        )
        for card in cards.LORDS.values()
    }


def test_it_knows_what_is_printed_on_the_locations_and_the_board() -> None:
    assert {number: tuple(tile) for number, tile in TILES.items()} == {
        abyss.Location.Value(f"LOCATION_{tile.location.name}"): (tile.fixed, tile.each)
        for tile in cards.LOCATIONS.values()
    }
    assert {
        space: tuple((reward.pearls, reward.tokens, reward.keys) for reward in rewards)
        for space, rewards in cards.THREAT_TRACK.items()
    } == REWARDS
    assert {ally.strength for ally in ALLIES.values()} == set(cards.COPIES_OF_STRENGTH)


def test_it_has_an_opinion_on_every_question() -> None:
    assert CHOOSE.keys() == QUESTIONS.keys()


class Watched(SensibleBot):
    """A bot that notes every question it left to its default."""

    def __init__(self) -> None:
        super().__init__()
        self.undecided: set[str] = set()

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        picks = super().decide(view, question)
        if picks is question.default_picks:
            self.undecided.add(question.name)
        return picks


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_is_never_refused_and_never_at_a_loss(seats: int, seed: str) -> None:
    bots = [Watched() for _ in range(seats)]
    for number in range(3):
        play_with("abyss", bots, f"{seed}/{number}")
    assert [bot.undecided for bot in bots] == [set()] * seats


RULINGS = GAME.rulebook.rulings


@pytest.mark.parametrize("key", sorted(RULINGS))
def test_it_plays_under_every_reading(key: str, seed: str) -> None:
    for reading in RULINGS[key].readings:
        play("abyss", ["sensible", "random", "sensible"], f"{seed}/{reading}", **{key: reading})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_beats_random(seats: int, seed: str) -> None:
    """It wins every match alone against random players; the README of the clients has the full measurement."""
    wins, margin = 0, 0
    for number in range(8):
        place = number % seats
        names = ["random"] * seats
        names[place] = "sensible"
        outcome = play("abyss", names, f"{seed}/{number}")
        wins += outcome.winners == (place,)
        margin += outcome.scores[place] - max(s for seat, s in enumerate(outcome.scores) if seat != place)
    assert wins >= 7
    assert margin / 8 > 15


def test_it_wastes_nothing_when_it_pays() -> None:
    hand = [abyss.CARD_CRAB_5, abyss.CARD_CRAB_3, abyss.CARD_CRAB_1, abyss.CARD_SQUID_2]
    found = {
        (tuple(sorted(p.cards)), p.pearls) for p in payments(hand, LordCost(1, abyss.RACE_CRAB, 8), pearls=2)
    }
    assert ((abyss.CARD_CRAB_3, abyss.CARD_CRAB_5), 0) in found
    assert ((abyss.CARD_CRAB_1, abyss.CARD_CRAB_5), 2) in found
    assert not any(abyss.CARD_SQUID_2 in chosen for chosen, _ in found)
