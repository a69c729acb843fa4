"""Events: rules `event.*` ("Evento Fulmine", "Uomo-Pesce"; Portals are house rules)."""

from __future__ import annotations

from referee.games.among_cultists.cards import EventCard
from referee.games.among_cultists.choices import PutFishman
from referee.games.among_cultists.events import resolve_event
from referee.games.among_cultists.facts.events import (
    EventDrawn,
    FishmanAppeared,
    FishmanStayedAway,
    PortalOpened,
    PowerFailed,
)
from referee.games.among_cultists.facts.unsafe import TokensRevealed
from tests.games.among_cultists.tables import Playing, table_of

UNIVERSITY = dict.fromkeys(range(4), "foyer")


def test_lightning_moves_the_blackouts_to_two_islands() -> None:
    """Rule event.lightning: two tokens give two different islands of five."""
    seen = set()
    for number in range(40):
        table = table_of(events="lightning", seed=f"lightning {number}")
        event = Playing(table, resolve_event(table))
        (tokens,) = event.facts_of(TokensRevealed)
        (failed,) = event.facts_of(PowerFailed)
        assert len(tokens.tokens) == len(set(failed.islands)) == 2
        assert table.state.blackouts == list(failed.islands)
        seen.update(failed.islands)
    assert seen == {"centre", "north", "east", "south", "west"}


def test_fishman_appears_on_the_bridge_of_the_token() -> None:
    """Rule event.fishman: on a Wooden Bridge."""
    table = table_of(events="fishman", is_fixed=True)
    event = Playing(table, resolve_event(table))
    assert event.facts == [
        EventDrawn(EventCard.FISHMAN),
        TokensRevealed(("north",)),
        FishmanAppeared("wooden_bridge_north"),
    ]


def test_active_character_chooses_for_north_and_south() -> None:
    """Rule event.fishman: with the token North+South the active Character chooses."""
    for number in range(60):
        table = table_of(events="fishman", seed=f"fishman {number}")
        table.state.active = table.state.first = 2
        event = Playing(table, resolve_event(table))
        if event.asks:
            assert event.ask.seat == 2
            bridges = ("wooden_bridge_north", "wooden_bridge_south")
            assert event.options == [PutFishman(bridge) for bridge in bridges]
            event.answer(PutFishman("wooden_bridge_south"))
            assert table.state.fishmen == ["wooden_bridge_south"]
            return
    raise AssertionError("the token North+South never came")


def test_second_fishman_stays_away() -> None:
    """House rule event.fishman.effect: one Fishman on each bridge."""
    table = table_of(events="fishman", is_fixed=True, fishmen=["wooden_bridge_north"])
    event = Playing(table, resolve_event(table))
    assert event.facts_of(FishmanStayedAway) == [FishmanStayedAway("wooden_bridge_north")]
    assert table.state.fishmen == ["wooden_bridge_north"]


def test_portal_opens_in_a_room_without_one() -> None:
    """House rule event.portal."""
    rooms = [room.room for room in table_of().state.rooms]
    table = table_of(events="portal", portals=rooms[:-1])
    event = Playing(table, resolve_event(table))
    assert event.facts_of(PortalOpened) == [PortalOpened(rooms[-1])]
    full = table_of(events="portal", portals=rooms)
    assert Playing(full, resolve_event(full)).facts == [EventDrawn(EventCard.PORTAL)]


def test_quiet_round() -> None:
    """House value data.events: two cards do nothing."""
    table = table_of(events="quiet")
    assert Playing(table, resolve_event(table)).facts == [EventDrawn(EventCard.QUIET)]
    assert table.state.events == []


def test_university_loses_its_light_and_meets_fishmen_in_corridors() -> None:
    """House map, appendix B."""
    table = table_of(events="lightning", board="university", places=UNIVERSITY)
    assert Playing(table, resolve_event(table)).facts_of(PowerFailed) == [PowerFailed(("university",))]
    table = table_of(events="fishman", board="university", places=UNIVERSITY)
    Playing(table, resolve_event(table))
    assert table.state.fishmen[0].startswith("corridor_")
