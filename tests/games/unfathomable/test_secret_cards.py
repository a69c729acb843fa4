"""Who was told which secret card, and what was said that is not so."""

from __future__ import annotations

from referee.games.unfathomable import GAME
from referee.games.unfathomable.cards import Loyalty, Mythos, SkillCard, Spell, Waypoint
from referee.games.unfathomable.facts.hand import CardPlayed, CardsDiscarded, CardsDrawn
from referee.games.unfathomable.facts.loyalty import LoyaltyDealt, LoyaltyLookedAt, LoyaltyPassed
from referee.games.unfathomable.facts.mythos import MythosDrawn, MythosLookedAt
from referee.games.unfathomable.facts.reveal import TraitorRevealed
from referee.games.unfathomable.facts.skill_test import CardsContributed, PileRevealed
from referee.games.unfathomable.facts.spells import SpellChosen, SpellsLookedAt
from referee.games.unfathomable.facts.waypoints import WaypointPlaced, WaypointsLookedAt
from referee.games.unfathomable.statements import Side, SideNamed, Suspected
from referee.kernel.facts import Fact, as_seen
from tests.games.unfathomable.tables import table_of

NAMES = ["Ada", "Bob", "Cleo"]


def told(*facts: Fact, viewer: int | None = None) -> list[list[tuple[str, str, object]]]:
    """Return for each fact the secrets it tells: identity, answer, and whom."""
    seen = [fact if viewer is None else as_seen(fact, viewer) for fact in facts]
    tellings = GAME.secrets(NAMES, [fact for fact in seen if fact is not None])
    return [
        [(each.secret, each.value, "everyone" if each.is_public else each.seats) for each in found]
        for found in tellings
    ]


def test_a_loyalty_card_is_the_same_secret_wherever_it_goes() -> None:
    human, hybrid = Loyalty.HUMAN, Loyalty.HYBRID
    facts: list[Fact] = [
        LoyaltyDealt(0, hybrid),
        LoyaltyDealt(0, human),
        LoyaltyLookedAt(1, 0, (hybrid, human)),
        TraitorRevealed(0, hybrid, 0),
        LoyaltyPassed(0, 2, (human,), (0,)),
    ]
    assert told(*facts)[2:] == [
        [("loyalty/1", "Hybrid", (1, 0)), ("loyalty/2", "Human", (1, 0))],
        [("loyalty/1", "Hybrid", "everyone")],
        [("loyalty/2", "Human", (0, 2))],
    ]
    assert told(*facts, viewer=1)[-1] == [("loyalty/2", "", (0, 2))]


def test_a_card_in_hand_is_a_secret_until_it_is_shown() -> None:
    one, other = SAMPLE
    drawn = CardsDrawn(0, (), (one, other))
    facts: list[Fact] = [drawn, CardPlayed(0, other), CardsContributed(0, (one,)), PileRevealed((one,))]
    first, second = [value for _, value, _ in told(drawn)[0]]
    assert told(*facts) == [
        [("hand/1", first, (0,)), ("hand/2", second, (0,))],
        [("hand/2", second, "everyone")],
        [],
        [("hand/1", first, "everyone")],
    ]
    assert told(*facts, viewer=1) == [[], [], [], []]
    assert told(drawn, CardsDiscarded(0, (one, other), (other,)))[1] == [("hand/2", second, "everyone")]


SAMPLE = [card for card in SkillCard if card is not SkillCard.HIDDEN][::9][:2]


def test_a_card_of_a_deck_is_a_secret_of_the_looker_until_it_comes_up() -> None:
    mythos, waypoint = Mythos.ACCUSATION, Waypoint.HURRICANE
    spell = next(spell for spell in Spell if spell is not Spell.HIDDEN)
    facts: list[Fact] = [
        MythosLookedAt(1, (mythos,)),
        WaypointsLookedAt(1, (waypoint,)),
        SpellsLookedAt(2, (spell,)),
        MythosDrawn(0, Mythos.BARRICADE_THE_HATCHES),
        MythosDrawn(0, mythos),
        WaypointPlaced(0, waypoint),
        SpellChosen(2, spell),
    ]
    looks = told(*facts)
    assert [found[0][2] for found in looks[:3]] == [(1,), (1,), (2,)]
    assert looks[3] == []
    assert [found[0] for found in looks[4:]] == [(key, value, "everyone") for ((key, value, _),) in looks[:3]]
    hidden = told(*facts, viewer=0)
    assert [value for ((_, value, _),) in hidden[:3]] == ["", "", ""]
    assert hidden[3:] == [[], [], [], []]


def test_a_side_that_was_named_wrongly_is_told_with_the_truth() -> None:
    state = table_of(3, loyalty={1: "human hybrid"}).state
    assert GAME.untruth(state, SideNamed(0, 1, Side.HUMAN), NAMES) == "Bob is a traitor."
    assert GAME.untruth(state, SideNamed(0, 2, Side.TRAITOR), NAMES) == "Cleo is a human."
    assert GAME.untruth(state, SideNamed(0, 1, Side.TRAITOR), NAMES) == ""
    assert GAME.untruth(state, Suspected(0, 2), NAMES) == ""
