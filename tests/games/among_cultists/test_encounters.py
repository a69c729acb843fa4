"""Encounters: rules `encounter.*`, reconstructed from two reviews and the publisher's FAQ."""

from __future__ import annotations

import pytest

from referee.games.among_cultists.cards import Face
from referee.games.among_cultists.choices import GiveCard, GiveNothing
from referee.games.among_cultists.encounters import meet, those_who_meet
from referee.games.among_cultists.facts.encounters import (
    CardGiven,
    CardPooled,
    EncounterBegan,
    NothingGiven,
    PooledCardReceived,
)
from referee.games.among_cultists.obstacles import Obstacle, no
from referee.kernel.asks import picks_of
from referee.kernel.facts import SPECTATOR, as_seen
from referee.kernel.refusals import Refused
from tests.games.among_cultists.tables import Playing, cards, table_of

ALIVE, DEAD, NOTHING = [GiveCard(Face.ALIVE)], [GiveCard(Face.DEAD)], [GiveNothing()]
GREEN = "green_room_south"


def in_green(*seats: int) -> dict[int, str]:
    """Return places with these seats in the green Room."""
    return dict.fromkeys(seats, GREEN)


@pytest.mark.parametrize(
    ("present", "ghosts", "blackouts", "meeting"),
    [
        ((0, 1), (), (), [0, 1]),
        ((0,), (), (), []),
        ((0, 1, 2), (), (), []),
        ((0, 1, 2), (), ("south",), [0, 1, 2]),
        ((0, 1, 2, 3), (), ("south",), [0, 1, 2, 3]),
        ((0, 1, 2), (2,), (), [0, 1]),
        ((0, 1), (1,), ("south",), []),
        ((0, 1, 2), (), ("north",), []),
    ],
)
def test_who_meets(
    present: tuple[int, ...], ghosts: tuple[int, ...], blackouts: tuple[str, ...], meeting: list[int]
) -> None:
    """Rule encounter.who: exactly two, or three and more in the dark; plain Ghosts are no witnesses."""
    table = table_of(places=in_green(*present), ghosts=ghosts, blackouts=blackouts)
    assert those_who_meet(table, GREEN) == meeting


def test_bridges_and_boats_are_never_dark() -> None:
    """Rule action.camera.dark (I Ponti tra le isole non sono mai interessati): three on a bridge do not meet."""
    places = dict.fromkeys(range(3), "wooden_bridge_north")
    table = table_of(places=places, blackouts=["north", "centre"])
    assert those_who_meet(table, "wooden_bridge_north") == []


def test_two_exchange_cards_unseen() -> None:
    """Rules encounter, encounter.gift: each card goes into the other's Pulse deck."""
    table = table_of(places=in_green(0, 1))
    met = Playing(table, meet(table, [GREEN]))
    assert met.facts == [EncounterBegan(GREEN, (0, 1))]
    assert [ask.seat for ask in met.asks] == [0, 1]
    met.answer_together(DEAD, ALIVE)
    assert met.facts[1:] == [CardGiven(0, 1, Face.DEAD), CardGiven(1, 0, Face.ALIVE)]
    assert table.state.characters[1].pulse == cards("alive dead")
    assert table.state.characters[0].hand.count(Face.DEAD) == 1


def test_giver_alone_knows_the_card() -> None:
    """Section 13.1: the receiver does not see what it got."""
    given = CardGiven(0, 1, Face.DEAD)
    assert as_seen(given, 0) == given
    hidden = CardGiven(0, 1, Face.HIDDEN)
    assert [as_seen(given, viewer) for viewer in (1, 2, SPECTATOR)] == [hidden] * 3


def test_everybody_is_asked_even_with_one_kind_of_card() -> None:
    """Section 13.4, trap 3: a sole option is still a submission; a hand without pulse cards is asked as well."""
    table = table_of(places=in_green(1, 2), hand={1: "alive success", 2: "success"})
    met = Playing(table, meet(table, [GREEN]))
    assert [list(ask.options) for ask in met.asks] == [ALIVE, NOTHING]
    met.answer_together(ALIVE, NOTHING)
    assert met.facts[1:] == [CardGiven(1, 2, Face.ALIVE), NothingGiven(2)]


def test_three_pass_on_in_the_dark() -> None:
    """Rule encounter.gift: each gives to the next in the order of the round, the last to the first."""
    table = table_of(places=in_green(0, 1, 2), blackouts=["south"])
    table.state.first = 1
    met = Playing(table, meet(table, [GREEN]))
    met.answer_together(DEAD, ALIVE, ALIVE)
    given = [(fact.giver, fact.seat) for fact in met.facts_of(CardGiven)]
    assert given == [(1, 2), (2, 0), (0, 1)]
    assert Face.DEAD in table.state.characters[1].pulse


def test_three_may_shuffle() -> None:
    """Ruling encounter.many = shuffled: nobody knows whose card it got; two still exchange."""
    readings = {"encounter.many": "shuffled"}
    table = table_of(places=in_green(0, 1, 2), blackouts=["south"], readings=readings, hand={2: "success"})
    met = Playing(table, meet(table, [GREEN]))
    met.answer_together(DEAD, ALIVE, NOTHING)
    assert met.facts_of(CardPooled) == [CardPooled(0, Face.DEAD), CardPooled(1, Face.ALIVE)]
    assert [fact.seat for fact in met.facts_of(PooledCardReceived)] == [0, 1]
    assert table.state.pool == []
    assert as_seen(PooledCardReceived(0, Face.DEAD), 0) == PooledCardReceived(0, Face.HIDDEN)
    two = table_of(places=in_green(0, 1), readings=readings)
    assert Playing(two, meet(two, [GREEN])).answer_together(DEAD, ALIVE).facts_of(CardPooled) == []


def test_three_may_give_to_each() -> None:
    """Ruling encounter.many = each_to_each: everybody gives one card to each of the others."""
    readings = {"encounter.many": "each_to_each"}
    table = table_of(places=in_green(0, 1, 2), blackouts=["south"], readings=readings)
    met = Playing(table, meet(table, [GREEN]))
    met.answer_together(DEAD, ALIVE, ALIVE).answer_together(DEAD, ALIVE, ALIVE)
    assert met.done
    given = sorted([(fact.giver, fact.seat) for fact in met.facts_of(CardGiven)])
    assert given == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]


def test_card_that_is_not_held_cannot_be_given() -> None:
    """Rule encounter.gift: the card must be held, and giving is compulsory."""
    table = table_of(places=in_green(1, 2))
    ask = Playing(table, meet(table, [GREEN])).asks[0]
    assert picks_of(ask, DEAD) == no(Obstacle.CARD_NOT_HELD, "encounter.gift")
    assert picks_of(ask, NOTHING) == no(Obstacle.PULSE_CARD_HELD, "encounter.gift")
    assert isinstance(picks_of(ask, [GiveCard(Face.SUCCESS)]), Refused)


def test_nobody_meets_near_the_ghost_of_the_gentle_soul() -> None:
    """Rule role.gentle_soul (Νέοι ρόλοι: Ψυχούλα)."""
    places = in_green(0, 1, 2)
    table = table_of(7, places=places, roles={2: "gentle_soul"}, ghosts=[2])
    assert those_who_meet(table, GREEN) == []
    living = table_of(7, places=in_green(0, 2), roles={2: "gentle_soul"})
    assert those_who_meet(living, GREEN) == [0, 2]


def test_dead_characters_meet_like_the_living() -> None:
    """Section 13.4, trap 13: only the public Ghost restricts anything."""
    table = table_of(places=in_green(0, 1), pulse={1: "alive dead"})
    met = Playing(table, meet(table, [GREEN]))
    alive = table_of(places=in_green(0, 1))
    assert [list(ask.options) for ask in met.asks] == [
        list(ask.options) for ask in Playing(alive, meet(alive, [GREEN])).asks
    ]
