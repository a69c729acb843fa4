"""The sensible player of Unfathomable: knows its cards, is never refused, and beats random play on either side."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from referee.games.unfathomable import board, cards
from referee.games.unfathomable.ending import distance_travelled
from referee.games.unfathomable.game import GAME
from referee.games.unfathomable.hand import UPGRADES
from referee.games.unfathomable.questions import QUESTIONS
from referee.games.unfathomable.state import State
from referee.local.local_match import LocalMatch
from referee.match.charters import new_charter, settle
from referee_api.unfathomable.v1 import unfathomable_pb2 as unf
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot
from referee_client.bots import bot
from referee_client.bots.unfathomable import cards as known
from referee_client.bots.unfathomable.crises import CRISES
from referee_client.bots.unfathomable.position import Position, words
from referee_client.bots.unfathomable.sensible import CHOOSE, SensibleBot
from referee_client.bots.unfathomable.suspicion import Suspicion
from referee_client.bots.unfathomable.targets import SPELLS
from tests.clients.tables import play, play_with


def skill(name: cards.Skill) -> int:
    return unf.Skill.Value(f"SKILL_{name.name}")


def test_it_knows_what_is_printed_on_the_cards() -> None:
    assert {number: (card.skill, card.title, card.value) for number, card in known.CARDS.items()} == {
        unf.SkillCard.Value(f"SKILL_CARD_{card.name}"): (skill(card.skill), card.ability, card.strength)
        for card in cards.SkillCard
        if card.skill is not None
    }
    assert {number: (card.distance, card.fuel) for number, card in known.WAYPOINTS.items()} == {
        unf.Waypoint.Value(f"WAYPOINT_{card.waypoint.name}"): (card.distance, card.fuel)
        for card in cards.WAYPOINTS.values()
    }
    assert {
        unf.Damage.Value(f"DAMAGE_{card.damage.name}"): (skill(card.skill) if card.skill else 0, card.repair)
        for card in cards.DAMAGES.values()
        if card.repair
    } == known.REPAIRS
    assert known.ITEMS.keys() == {unf.Item.Value(f"ITEM_{item.name}") for item in cards.ITEMS}
    assert {
        unf.Item.Value(f"ITEM_{item.name}"): skill(added) for item, added in UPGRADES.items()
    } == known.UPGRADES
    assert SPELLS.keys() == {unf.Spell.Value(f"SPELL_{spell.name}") for spell in cards.SPELLS}


def test_it_knows_the_characters_and_the_board() -> None:
    assert {number: Counter(skills) for number, skills in known.SKILL_SETS.items()} == {
        unf.Character.Value(f"CHARACTER_{sheet.character.name}"): Counter(
            {skill(each): count for each, count in sheet.skills.items()}
        )
        for sheet in cards.CHARACTERS.values()
    }
    assert {
        unf.Space.Value(f"SPACE_{start.name}"): unf.Space.Value(f"SPACE_{end.name}")
        for start, end in board.ARROW.items()
    } == known.ARROW


def test_it_knows_every_mythos_card() -> None:
    for card in cards.MYTHOS.values():
        crisis = CRISES[unf.Mythos.Value(f"MYTHOS_{card.mythos.name}")]
        assert crisis.activation == card.activation.value.removesuffix("_ones"), card
        assert crisis.progress == card.progress.value, card
        assert bool(crisis.partial) == bool(card.partial), card
        assert bool(crisis.first) == (card.crisis == "choice"), card
        assert bool(crisis.second) == (card.crisis != "skill_test"), card
        assert bool(crisis.failure) == (card.crisis != "choice"), card
        for effect in crisis[:5]:
            words(effect)


def test_it_has_an_opinion_on_every_question() -> None:
    assert CHOOSE.keys() == QUESTIONS.keys()


class Watched(SensibleBot):
    """A bot that notes every question it answered with nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.undecided: set[str] = set()

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        picks = super().decide(view, question)
        if picks is question.default_picks:
            self.undecided.add(question.name)
        return picks


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_it_is_never_refused_and_never_at_a_loss(seats: int, seed: str) -> None:
    bots = [Watched() for _ in range(seats)]
    for number in range(2):
        play_with("unfathomable", bots, f"{seed}/{number}")
    assert [bot.undecided for bot in bots] == [set()] * seats


RULINGS = GAME.rulebook.rulings


@pytest.mark.parametrize("place", range(max(len(ruling.readings) for ruling in RULINGS.values())))
def test_it_plays_under_every_reading(place: int, seed: str) -> None:
    readings = {key: list(ruling.readings) for key, ruling in RULINGS.items()}
    chosen = {key: each[min(place, len(each) - 1)] for key, each in readings.items()}
    for names in (["sensible"] * 5, ["sensible", "random", "sensible", "random"]):
        play("unfathomable", names, f"{seed}/{place}", **chosen)


class BySide(Bot):
    """A bot that plays as one bot while it is human, and as another once it is a traitor."""

    def __init__(self, human: str, traitor: str, seed: str) -> None:
        self._human = bot(human, "unfathomable", seed)
        self._traitor = bot(traitor, "unfathomable", seed)

    def seated(self, match: api.Match, seat: int) -> None:
        self._human.seated(match, seat)
        self._traitor.seated(match, seat)

    def told(self, facts: Sequence[Any]) -> None:
        self._human.told(facts)
        self._traitor.told(facts)

    def decide(self, view: Any, question: api.Question) -> Any:
        player = view.players[view.viewer]
        cards = {*player.loyalty, player.revealed}
        is_bad = cards & {unf.LOYALTY_HYBRID, unf.LOYALTY_CULTIST}
        return (self._traitor if is_bad else self._human).decide(view, question)


def voyages(human: str, traitor: str, seed: str, matches: int = 6) -> list[State]:
    """Return how matches ended between humans of one kind and traitors of another."""
    found = []
    for number in range(matches):
        bots = [BySide(human, traitor, f"{seed}/{number}/{seat}") for seat in range(4)]
        table = LocalMatch(settle(new_charter("unfathomable", 4, seed=f"{seed}/{number}")), bots)
        table.play()
        found.append(table.match.table.state)
    return found


def test_humans_sail_further_than_at_random(seed: str) -> None:
    """The bot's module has the full measurement."""
    sensible = voyages("sensible", "random", seed)
    at_random = voyages("random", "random", seed)
    assert sum(state.turn for state in sensible) > 1.25 * sum(state.turn for state in at_random)
    assert sum(map(distance_travelled, sensible)) > 2 * sum(map(distance_travelled, at_random))


def test_a_traitor_acts_by_its_loyalty(seed: str) -> None:
    """Revealed and hidden treason both occur in a few matches."""
    states = voyages("sensible", "sensible", seed, matches=10)
    assert any(player.is_traitor for state in states for player in state.players)


def view_of(*loyalty: unf.Loyalty, distance: int = 0) -> unf.View:
    waypoints = [unf.WAYPOINT_CALM_WATERS] * (distance // 4)
    resources = [
        unf.View.ResourcesEntry(key=resource, value=8)
        for resource in (unf.RESOURCE_FUEL, unf.RESOURCE_FOOD, unf.RESOURCE_SANITY, unf.RESOURCE_SOULS)
    ]
    return unf.View(viewer=0, players=[unf.Player(loyalty=loyalty)], waypoints=waypoints, resources=resources)


def test_the_side_it_is_on() -> None:
    """The Cultist needs the ship to travel far before it sinks."""
    human, hybrid, cultist = unf.LOYALTY_HUMAN, unf.LOYALTY_HYBRID, unf.LOYALTY_CULTIST
    assert Position(view_of(human, human)).is_human
    assert not Position(view_of(human, hybrid)).is_human
    assert Position(view_of(human, cultist)).is_human
    assert not Position(view_of(human, cultist, distance=12)).is_human
    assert not Position(view_of(hybrid, cultist)).is_human


def test_it_suspects_who_alone_gave_cards_to_a_spoiled_test() -> None:
    suspicion = Suspicion(seat=0)
    facts = [
        unf.Fact(character_chosen=unf.CharacterChosen(seat=1, character=unf.CHARACTER_JAMIE)),
        unf.Fact(character_chosen=unf.CharacterChosen(seat=2, character=unf.CHARACTER_JAMIE)),
        unf.Fact(skill_test_announced=unf.SkillTestAnnounced(difficulty=9, skills=[unf.SKILL_LORE])),
        unf.Fact(cards_contributed=unf.CardsContributed(seat=1, cards=[unf.SKILL_CARD_UNSPECIFIED] * 2)),
        unf.Fact(cards_contributed=unf.CardsContributed(seat=2)),
        unf.Fact(pile_revealed=unf.PileRevealed(cards=[unf.SKILL_CARD_RAMPAGE_3] * 4)),
    ]
    for fact in facts:
        suspicion.learn(fact)
    found = suspicion.of()
    assert found[1] > 1
    assert found.get(2, 0.0) == 0.0


def test_its_orders_name_windows_of_the_game() -> None:
    """A seat that is not concerned by a roll is not asked about it."""
    names = [order.questions for order in SensibleBot.orders]
    assert set(names) <= GAME.questions.keys()
